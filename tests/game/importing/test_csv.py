"""Imports: an exported game comes back whole, an old score sheet is read row by row, and nothing wrong gets in.

The catalogue of tables that are refused: `data/imports/bad/NAME.csv` with `NAME.txt`, word for word. Changes of an
exported game that are refused: `data/imports/changes.toml`.
"""

import csv
import io
import json
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from support.command_line import run, run_ok
from support.paths import DATA
from support.randomness import chance, examples
from support.strategies.games import EVENINGS, Game, Wish, games, written
from support.variants import SHIPPED

from canasta_score import Ledger, LedgerError, TallyError, Variant, load_variant, read_ledger
from canasta_score.game.importing.csv import ImportedGame, parse_game_csv
from canasta_score.game.importing.json import parse_game_json
from canasta_score.game.standing import iter_running_totals
from canasta_score.game.storage.reader import parse_ledger_text
from canasta_score.game.storage.writer import format_whole_ledger
from canasta_score.report.export.csv import format_game_csv
from canasta_score.report.export.json import format_game_json
from canasta_score.rules.model.facts import DIRECT_FACTS

pytestmark = pytest.mark.usefixtures("game_folder")

TEN_HANDS = DATA / "ledgers" / "good" / "ten-hands.toml"
BAD = sorted((DATA / "imports" / "bad").glob("*.csv"))
NVSO = load_variant("nvso")
CHANGES = tomllib.loads((DATA / "imports" / "changes.toml").read_text(encoding="utf-8"))["change"]
FILE = "game.csv"


def taken(text: str, variant: Variant = NVSO, *, anyway: bool = False) -> ImportedGame:
    return parse_game_csv(text.encode(), variant, FILE, anyway=anyway)


def refused(text: str) -> tuple[str, ...]:
    with pytest.raises((LedgerError, TallyError)) as caught:
        taken(text)
    return caught.value.sentences


def exported(ledger: Ledger) -> dict[str, Any]:
    value = json.loads(format_game_json(ledger))
    assert isinstance(value, dict)
    return value


class TestTheBadOnes:
    """What is wrong is told row by row, all of it at once, and nothing is written."""

    @pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
    def test_a_table_answers_with_its_text(self, path: Path, game_folder: Path) -> None:
        (game_folder / path.name).write_bytes(path.read_bytes())
        done = run("import", path.name)
        sentences = path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
        assert done.err.splitlines() == [f"canasta-score: {sentence}" for sentence in sentences]
        assert done.out == ""
        assert done.code in {3, 4}
        assert [file.name for file in game_folder.iterdir()] == [path.name]

    def test_the_catalogue_has_a_text_for_each(self) -> None:
        texts = sorted((DATA / "imports" / "bad").glob("*.txt"))
        assert [path.stem for path in BAD] == [path.stem for path in texts]

    @pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
    def test_every_sentence_can_be_printed_and_has_a_remedy(self, path: Path) -> None:
        for sentence in path.with_suffix(".txt").read_text(encoding="utf-8").splitlines():
            assert sentence.isprintable()
            assert sentence.rpartition("; ")[2].strip()


def test_hands_that_are_struck_are_told_apart() -> None:
    run_ok("new")
    for _ in range(3):
        run_ok("add", "we", "n1", "t100")
    run_ok("void", "2")
    run_ok("export", "-o", "evening.json")
    assert run_ok("import", "evening.json", "-l", "again.toml").split("\n")[1] == (
        "3 hands, 1 of them struck, of evening.json in again.toml."
    )


class TestAnOldScoreSheet:
    """Base and count of each hand, as they stand on paper."""

    SHEET = (
        "hand,side,name,base,count\n1,we,Ann & Bob,2200,325\n1,they,Cy & Di,1800,275\n2,we,,300,145\n2,they,,800,250\n"
    )

    def test_it_is_scored_as_it_was(self) -> None:
        Path("old.csv").write_text(self.SHEET, encoding="utf-8")
        out = run_ok("import", "old.csv")
        assert "2 hands of old.csv in canasta.toml." in out
        game = read_ledger("canasta.toml")
        assert game.side_names == {"we": "Ann & Bob", "they": "Cy & Di"}
        assert game.totals == {"we": 2525 + 445, "they": 2075 + 1050}
        assert [dict(hand.facts["we"]) for hand in game.hands] == [
            {"base": 2200, "count": 325}, {"base": 300, "count": 145},
        ]  # fmt: skip
        assert run("check").code == 0

    def test_it_can_be_gone_on_with(self) -> None:
        Path("old.csv").write_text(self.SHEET, encoding="utf-8")
        run_ok("import", "old.csv")
        run_ok("add", "we", "n2", "t160", "they", "h5")
        assert read_ledger("canasta.toml").totals == {"we": 4130, "they": 3120}

    @pytest.mark.parametrize(
        "written",
        [
            "Hand;Side;Base;Count\r\n1;We;2.200;325\r\n1;They;1.800;-275\r\n",
            '\ufeffhand,side,base,count\n1,we,"2,200",325\n1,they,"1,800",-275\n',
            "hand\tside\tbase\tcount\n1\twe\t2 200\t325\n1\tthey\t1\u202f800\t\u2212275\n",
            "hand,side,base,count\n1,we,2200.0,325.00\n1,they,1800,-275.0\n",
            "\n\nhand,side,base,count,,\n1,we,2200,325,,\n,,,,,\n1,they,1800,-275,,\n",
            "side,count,hand,base\nwe,325,1,2200\nthey,-275,1,1800\n",
            'hand,side,base,count\r1,we,2200,325\r1,they,"1\'800",-275\r',
            "hand;side;base;count\n1;we;2200,0;325\n1;they;1800;-275,00\n",
            "\n\nhand;side;base;count\n1;we;2200;325\n1;they;1800;-275\n",
            "Hand\n\nhand;side;base;count\n1;we;2200;325\n1;they;1800;-275\n",
            "sep=;\nhand;side;base;count\n1;we;2200;325\n1;they;1800;(275)\n",
            'Canasta, 12 May\n\nHand,Side,Base,Count\n1.0,we,"2,200.00",325\n1,they,1800,\u2013275\n',
            "hand,side,base,count,need\n1,we,2200,325,soon\n1,they,1800,-275,\n",
        ],
    )
    def test_a_spreadsheet_may_write_it_in_its_own_way(self, written: str) -> None:
        game = taken(written)
        assert [hand.facts for hand in game.hands] == [
            {"we": {"base": 2200, "count": 325}, "they": {"base": 1800, "count": -275}}
        ]

    def test_rows_may_stand_in_any_order(self) -> None:
        head, *rows = self.SHEET.splitlines()
        shuffled = chance("rows").sample(rows, len(rows))
        assert [hand.facts for hand in taken("\n".join([head, *shuffled])).hands] == [
            hand.facts for hand in taken(self.SHEET).hands
        ]

    def test_hands_come_in_the_order_of_their_numbers(self) -> None:
        text = "hand,side,base,count\n2,they,5,5\n2,we,10,5\n1,they,15,5\n1,we,20,5\n"
        assert [hand.number for hand in taken(text).hands] == [1, 2]

    @pytest.mark.parametrize(
        ("names", "sides"),
        [
            (("Ann & Bob", "Cy & Di"), {"we": "Ann & Bob", "they": "Cy & Di"}),
            (("=1+1", "'=2"), {"we": "=1+1", "they": "=2"}),
            (("Ann A", "Bob B", "Cy C"), {"side-1": "Ann A", "side-2": "Bob B", "side-3": "Cy C"}),
            (("ann", "bob"), {"ann": "Ann", "bob": "Bob"}),
        ],
    )
    def test_sides_may_go_by_their_names(self, names: tuple[str, ...], sides: dict[str, str]) -> None:
        rows = [f"{hand},{name},{100 * hand},5" for hand in (1, 2) for name in names]
        rows[-1] = rows[-1].upper()
        game = taken("\n".join(["hand,side,base,count", *rows]))
        assert game.side_names == sides
        assert [[*hand.facts] for hand in game.hands] == [[*sides]] * 2

    def test_names_that_differ_in_their_letters_alone_are_two(self) -> None:
        text = "hand,side,name,base,count\n1,we,Ann,5,5\n1,they,ann,10,5\n"
        assert taken(text).side_names == {"we": "Ann", "they": "ann"}

    def test_ticks_stand_for_one_and_none(self) -> None:
        text = "hand,side,out,pairs,natural,table\n1,we,TRUE,FALSE,2,160\n1,they,no,-,x,90\n"
        assert taken(text).hands[0].facts == {
            "we": {"out": 1, "natural": 2, "table": 160}, "they": {"natural": 1, "table": 90},
        }  # fmt: skip

    def test_sums_may_be_larger_than_any_fact(self) -> None:
        rows = [f"{hand},we,9999995,0,{hand * 9_999_995}\n{hand},they,0,0,0" for hand in (1, 2)]
        game = taken("\n".join(["hand,side,base,count,running", *rows]), anyway=True)
        assert [hand.facts["we"]["base"] for hand in game.hands] == [9_999_995, 9_999_995]

    def test_a_hand_has_the_first_of_its_times_in_a_zone_that_a_ledger_knows(self) -> None:
        text = "hand,time,side,base,count\n1,1870-01-01T12:00:00+00:09:21,we,5,5\n1,1870-01-02,they,10,5\n"
        at = taken(text).hands[0].played_at
        assert at is not None
        assert at.isoformat() == "1870-01-01T11:50:39+00:00"

    def test_a_time_before_all_times_is_none(self) -> None:
        text = "hand,time,side,base,count\n1,0001-01-01T00:00:00+00:09:21,we,5,5\n1,,they,10,5\n"
        assert "'0001-01-01T00:00:00+00:09:21' is no time" in refused(text)[0]

    def test_many_noughts_are_none(self) -> None:
        number = "0" * 150
        assert taken(f"hand,side,base,count\n1,we,{number}5,{number}\n1,they,10,5\n").hands[0].facts["we"] == {
            "base": 5
        }

    def test_what_may_not_be_anyway_is_not_offered(self) -> None:
        Path("old.csv").write_text(
            "hand,side,red,table\n1,we,3,90\n1,they,2,60\n2,we,,9o\n2,they,,5\n", encoding="utf-8"
        )
        assert "--anyway" in run("import", "old.csv").err
        done = run("import", "old.csv", "--anyway")
        assert done.code == 3
        assert "--anyway" not in done.err

    def test_a_file_may_have_its_ending_in_capitals(self) -> None:
        Path("OLD.CSV").write_text(self.SHEET, encoding="utf-8")
        assert "2 hands of OLD.CSV in canasta.toml." in run_ok("import", "OLD.CSV")

    def test_a_game_that_went_on_is_told_once(self) -> None:
        rows = [f"{hand},{side},{9000 if side == 'we' else 0},0" for hand in (1, 2, 3) for side in ("we", "they")]
        Path("old.csv").write_text("\n".join(["hand,side,base,count", *rows]), encoding="utf-8")
        done = run("import", "old.csv")
        assert [line.partition("; ")[0] for line in done.err.splitlines()] == [
            "canasta-score: canasta.toml: hand 2: irregular: the game was over with hand 1"
        ]

    def test_running_totals_tell_what_was_brought_forward(self) -> None:
        text = "hand,side,base,count,running\n1,we,500,100,3000\n1,they,0,-50,-50\n2,we,0,-5,2995\n2,they,300,60,310\n"
        assert taken(text).starting_totals == {"we": 2400, "they": 0}
        Path("old.csv").write_text(text, encoding="utf-8")
        done = run("import", "old.csv")
        assert done.err == "canasta-score: by the running totals, brought forward were: We 2,400\n"
        assert read_ledger("canasta.toml").totals == {"we": 2995, "they": 310}

    def test_hands_that_are_missing_are_said_and_the_others_numbered_anew(self) -> None:
        Path("old.csv").write_text(
            "hand,side,base,count\n2,we,500,100\n2,they,0,-50\n5,they,300,60\n5,we,0,0\n", encoding="utf-8"
        )
        done = run("import", "old.csv")
        assert (done.code, done.err) == (
            0,
            "canasta-score: hands 1, 3 and 4 are not there; hand 2 of the file is hand 1 here, and so on\n",
        )
        assert [hand.number for hand in read_ledger("canasta.toml").hands] == [1, 2]

    def test_times_are_kept_and_the_rest_has_that_of_the_import(self) -> None:
        Path("old.csv").write_text(
            "hand,time,side,base,count\n1,1998-03-01T20:15:00,we,500,100\n1,,they,0,-50\n2,,we,300,60\n2,,they,0,0\n",
            encoding="utf-8",
        )
        run_ok("import", "old.csv")
        game = read_ledger("canasta.toml")
        assert game.started_at is not None
        assert game.started_at.isoformat() == game.hands[0].recorded_at.isoformat() == "1998-03-01T20:15:00"
        assert game.hands[1].recorded_at.year > 1998

    def test_three_sides_by_other_rules_with_a_house_rule(self) -> None:
        Path("old.csv").write_text(
            "hand,side,name,natural,out,table\n1,ann,,2,1,160\n1,bob,Bob,1,,90\n1,cy,,,,\n", encoding="utf-8"
        )
        run_ok("import", "old.csv", "-v", "wca", "--set", "bonuses.out.points=150", "-l", "three.toml")
        game = read_ledger("three.toml")
        assert game.side_names == {"ann": "Ann", "bob": "Bob", "cy": "Cy"}
        assert game.totals == {"ann": 1000 + 150 + 160, "bob": 500 + 90, "cy": 0}
        assert game.house_rules == ("bonuses.out.points=150",)

    def test_facts_go_by_their_names_or_labels_and_may_be_sums_and_cards(self) -> None:
        text = "hand,side,Red threes,natural,on the table,Left-in-hand\n1,we,3,2,7xK+5xQ+35,\n1,they,,,,2xA+5\n"
        assert taken(text).hands[0].facts == {
            "we": {"red": 3, "natural": 2, "table": 155}, "they": {"hand": 45},
        }  # fmt: skip

    def test_the_cards_left_in_hand_may_be_a_second_column_of_that_name(self) -> None:
        text = "hand,side,natural,table,hand\n1,we,2,160,\n1,they,,60,45\n"
        assert taken(text).hands[0].facts == {"we": {"natural": 2, "table": 160}, "they": {"table": 60, "hand": 45}}

    def test_an_impossible_hand_is_taken_anyway_and_marked(self) -> None:
        Path("old.csv").write_text("hand,side,red,natural,table\n1,we,3,2,160\n1,they,3,,60\n", encoding="utf-8")
        done = run("import", "old.csv", "--anyway")
        assert done.code == 0
        assert [hand.accepted_anyway for hand in read_ledger("canasta.toml").hands] == [True]
        assert run("check").code == 0

    def test_what_is_against_the_rules_is_said_and_taken(self) -> None:
        Path("old.csv").write_text("hand,side,natural,out,table\n1,we,1,1,90\n1,they,,,\n", encoding="utf-8")
        done = run("import", "old.csv")
        assert done.code == 0
        assert "hand 1: irregular: we out: the rules ask for 2 canastas and we have 1" in done.err


class TestAnExportedGame:
    """What was exported comes back."""

    @given(games(), EVENINGS)
    @examples(40)
    def test_json_comes_back_without_loss(self, game: Game, wishes: list[Wish]) -> None:
        before = whole(game, wishes)
        value = format_game_json(before).encode()
        after = parse_game_json(value, before.file).ledger
        assert after == before
        again = parse_ledger_text(format_whole_ledger(after), before.file)
        assert (again.ledger, again.problems) == (before, ())
        assert format_game_json(again.ledger).encode() == value

    @given(games(), EVENINGS)
    @examples(40)
    def test_csv_comes_back_with_every_score(self, game: Game, wishes: list[Wish]) -> None:
        before = whole(game, wishes)
        counting = list(iter_running_totals(before.starting_totals, before.hands))
        names = {side: name.strip() for side, name in before.side_names.items()}
        assume(counting and len({*names.values()}) == len(names))
        after = taken(format_game_csv(before), before.variant, anyway=True)
        assert after.side_names == names
        assert after.starting_totals == before.starting_totals
        for hand, (old, _) in zip(after.hands, counting, strict=True):
            assert (hand.number, hand.played_at) == (old.number, old.recorded_at)
            if not any(part in told for told in old.facts.values() for part in DIRECT_FACTS):
                assert hand.facts == {side: without_zeros(told) for side, told in old.facts.items()}

    @pytest.mark.parametrize("form", ["json", "csv"])
    def test_a_game_of_ten_hands_comes_back_through_files(self, form: str, game_folder: Path) -> None:
        run_ok("export", "-l", str(TEN_HANDS), "-o", f"game.{form}")
        run_ok("import", f"game.{form}", "-l", "again.toml")
        before, after = (json.loads(run_ok("show", "--json", "-l", str(path))) for path in (TEN_HANDS, "again.toml"))
        assert after == before
        assert run("check", "again.toml").out == ""
        if form == "json":
            assert (game_folder / "again.toml").read_bytes() == TEN_HANDS.read_bytes()


def whole(game: Game, wishes: list[Wish]) -> Ledger:
    """Give a game after all that could be written."""
    texts = [game.text, *(data for data, _ in written(game, wishes))]
    return parse_ledger_text(texts[-1], FILE).ledger


def without_zeros(told: Mapping[str, int]) -> dict[str, int]:
    return {name: number for name, number in told.items() if number}


def put(game: dict[str, Any], key: str, value: object) -> None:
    """Put a value into a game, at a key by its path."""
    *tables, last = (int(name) if name.isdigit() else name for name in key.split("."))
    inner: Any = game
    for name in tables:
        inner = inner[name]
    inner[last] = value


class TestWhatIsNoExportedGame:
    """JSON is read as strictly as a ledger."""

    @pytest.mark.parametrize("change", CHANGES, ids=lambda change: change["key"])
    def test_a_mistake_is_told_with_its_place(self, change: dict[str, Any]) -> None:
        value = exported(read_ledger(TEN_HANDS))
        put(value, change["key"], change["value"])
        with pytest.raises(LedgerError) as caught:
            parse_game_json(json.dumps(value).encode(), "game.json")
        assert caught.value.sentences[0].startswith(f"game.json: {change['says']}")

    @pytest.mark.parametrize("key", ["format", "variant", "sides", "rules", "entries"])
    def test_what_has_not_all_that_a_game_has_is_none(self, key: str) -> None:
        value = exported(read_ledger(TEN_HANDS))
        del value[key]
        with pytest.raises(
            LedgerError, match=f"is no exported game: it has no '{key}'; write it with canasta-score export"
        ):
            parse_game_json(json.dumps(value).encode(), "game.json")

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            (b"", "is no JSON: expecting value \\(line 1, column 1\\)"),
            (b'{"a": 1,}', "is no JSON: "),
            (b"[1, 2]", "is no exported game"),
            (b"null", "is no exported game"),
            (b'"\\ud800"', "is not UTF-8"),
            (b'{"\xff": 1}', "is not UTF-8"),
            (b"[" * 100_000, "is no exported game"),
            (b'{"a":' * 30 + b"1" + b"}" * 30, "is no exported game"),
            (b'{"format": ' + b"1" * 5000 + b"}", "holds a number of many digits"),
        ],
    )
    def test_what_is_no_game_at_all_is_said_so(self, data: bytes, said: str) -> None:
        with pytest.raises(LedgerError, match=said):
            parse_game_json(data, "game.json")

    def test_a_mark_of_utf_8_is_passed_over(self) -> None:
        data = format_game_json(read_ledger(TEN_HANDS)).encode()
        assert parse_game_json(b"\xef\xbb\xbf" + data, "game.json").ledger == parse_game_json(data, "game.json").ledger

    @pytest.mark.parametrize(
        "key", ["summary", "game.target", "bonuses.out.points", "bonuses.out.short", "threes.red.0"]
    )
    def test_a_null_in_the_rules_is_told_with_its_place(self, key: str) -> None:
        value = exported(read_ledger(TEN_HANDS))
        put(value, f"rules.{key}", None)
        with pytest.raises(LedgerError, match=f"game.json: rules.{key}: is null; give it a value, or take the key out"):
            parse_game_json(json.dumps(value).encode(), "game.json")

    def test_a_key_that_is_there_twice_is_told(self) -> None:
        text = format_game_json(read_ledger(TEN_HANDS)).rstrip().removesuffix("}") + ', "entries": []}'
        with pytest.raises(LedgerError, match="has the key 'entries' twice in one place; take one out"):
            parse_game_json(text.encode(), "game.json")

    def test_times_in_zones_that_are_apart_by_seconds_are_taken_in_another(self) -> None:
        value = exported(read_ledger(TEN_HANDS))
        value["entries"][0]["at"] = "1870-01-01T12:00:00+00:09:21"
        entry = parse_game_json(json.dumps(value).encode(), "game.json").ledger.entries[0]
        assert entry.recorded_at.isoformat() == "1870-01-01T11:50:39+00:00"

    def test_a_time_that_no_other_zone_can_tell_is_no_time(self) -> None:
        value = exported(read_ledger(TEN_HANDS))
        value["entries"][0]["at"] = "0001-01-01T00:00:00+00:09:21"
        with pytest.raises(LedgerError, match="must be a date with time"):
            parse_game_json(json.dumps(value).encode(), "game.json")


class TestTheCommand:
    """Which files it takes, and where the game goes."""

    def test_a_ledger_that_is_there_is_never_overwritten(self, game_folder: Path) -> None:
        run_ok("new")
        before = (game_folder / "canasta.toml").read_bytes()
        (game_folder / "old.csv").write_text(TestAnOldScoreSheet.SHEET, encoding="utf-8")
        done = run("import", "old.csv")
        assert (done.code, done.out) == (4, "")
        assert "canasta.toml: is there already, and a ledger is never overwritten" in done.err
        assert (game_folder / "canasta.toml").read_bytes() == before

    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            (["import", "old.txt"], 2, "'old.txt' is neither .json nor .csv"),
            (["import", "canasta.toml"], 2, "'canasta.toml' is neither .json nor .csv; it is used where it lies"),
            (["import", "nowhere.csv"], 4, "nowhere.csv: there is no such file; check its name and its folder"),
            (["import", "folder.csv"], 4, "folder.csv: cannot be read: is a directory"),
            (["import", "old.csv", "-v", "nvsso"], 5, "unknown variant 'nvsso'; did you mean 'nvso'?"),
            (["import", "old.csv", "--set", "game.target=0"], 5, "game.target"),
            (["import", "game.json", "-v", "wca"], 2, "a .json says all itself"),
            (["import", "game.json", "--anyway"], 2, "a .json says all itself"),
            (["import", "game.json", "--set", "game.target=5000"], 2, "a .json says all itself"),
            (["import"], 2, "Missing argument"),
        ],
    )
    def test_what_it_does_not_take(self, words: list[str], code: int, said: str, game_folder: Path) -> None:
        for name in ("old.csv", "game.json", "old.txt"):
            (game_folder / name).write_text(TestAnOldScoreSheet.SHEET, encoding="utf-8")
        (game_folder / "folder.csv").mkdir()
        done = run(*words, "-l", "new.toml")
        assert (done.code, done.out) == (code, "")
        assert said in done.err
        assert not (game_folder / "new.toml").exists()

    def test_an_unmarked_impossible_hand_of_an_exported_game_is_said(self, game_folder: Path) -> None:
        value = exported(replace(read_ledger(TEN_HANDS), entries=read_ledger(TEN_HANDS).entries[:1]))
        value["entries"][0]["facts"]["they"]["red"] = 2  # with our three that makes five
        value["entries"][0]["totals"]["they"] = 2275
        (game_folder / "game.json").write_text(json.dumps(value), encoding="utf-8")
        done = run("import", "game.json")
        assert done.code == 0
        assert "hand 1: impossible: they red=2: that makes 5 red threes" in done.err


def test_what_is_only_against_the_rules_is_not_said_of_an_exported_game() -> None:
    run_ok("new", "-l", "first.toml")
    assert "irregular" in run("add", "-l", "first.toml", "we", "n1", "o", "t90").err
    run_ok("export", "-l", "first.toml", "-o", "game.json")
    done = run("import", "game.json")
    assert (done.code, done.err) == (0, "")


def test_what_an_export_of_one_variant_holds_is_read_by_its_rules(game_folder: Path) -> None:
    for name in SHIPPED:
        run_ok("new", "-v", name, "-l", f"{name}.toml")
        run_ok("add", "-l", f"{name}.toml", "we", "n2", "o", "t160", "they", "m1", "t90", "h15")
        run_ok("export", "-l", f"{name}.toml", "-o", f"{name}.csv")
        run_ok("import", "-v", name, f"{name}.csv", "-l", f"{name}-2.toml")
        before, after = read_ledger(f"{name}.toml"), read_ledger(f"{name}-2.toml")
        assert (after.totals, after.rules) == (before.totals, before.rules)
        heads = next(csv.reader(io.StringIO((game_folder / f"{name}.csv").read_text(encoding="utf-8"))))
        assert len(heads) == 4 + len(before.variant.facts) + 6
