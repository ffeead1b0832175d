"""Imports: an exported game comes back whole, an old score sheet is read row by row, and nothing wrong gets in.

The catalogue of tables that are refused: `data/imports/bad/NAME.csv` with `NAME.txt`, word for word. Changes of an
exported game that are refused: `data/imports/changes.toml`.
"""

import csv
import io
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from support.command_line import run, run_ok
from support.paths import DATA
from support.randomness import chance
from support.strategies.games import EVENINGS, Game, Wish, games, written
from support.variants import SHIPPED
from support.wording import Case, Wording, load_cases, load_wordings

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
CHANGES = load_cases(DATA / "imports" / "changes.toml", "change")
NO_GAMES = {
    "an empty file": b"",
    "a list": b"[1, 2]",
    "null": b"null",
    "half a character": b'"\\ud800"',
    "not UTF-8": b'{"\xff": 1}',
    "many open lists": b"[" * 100_000,
    "many tables": b'{"a":' * 30 + b"1" + b"}" * 30,
    "many digits": b'{"format": ' + b"1" * 5000 + b"}",
}
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
    """Every mistake of a table is listed row by row, and nothing is written."""

    @pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
    def test_a_bad_table_answers_with_its_text(self, path: Path, game_folder: Path, wording: Wording) -> None:
        (game_folder / path.name).write_bytes(path.read_bytes())
        done = run("import", path.name)
        assert done.out == ""
        assert done.code in {3, 4}
        assert [file.name for file in game_folder.iterdir()] == [path.name]
        wording.check_text(path.with_suffix(".txt"), done.err)

    def test_the_catalog_has_a_text_for_each(self) -> None:
        texts = sorted((DATA / "imports" / "bad").glob("*.txt"))
        assert [path.stem for path in BAD] == [path.stem for path in texts]

    @pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
    def test_every_mistake_has_a_remedy_and_can_be_printed(self, path: Path) -> None:
        with pytest.raises((LedgerError, TallyError)) as caught:
            parse_game_csv(path.read_bytes(), NVSO, path.name, anyway=False)
        for diagnostic in caught.value.diagnostics:
            assert diagnostic.message.strip()
            assert diagnostic.hint.strip()
            assert str(diagnostic).isprintable()


def test_the_number_of_canceled_hands_is_shown_apart(wording: Wording) -> None:
    run_ok("new")
    for _ in range(3):
        run_ok("add", "we", "n1", "t100")
    run_ok("void", "2")
    run_ok("export", "-o", "evening.json")
    wording.check_wording("imports", ["canceled hands"], run_ok("import", "evening.json", "-l", "again.toml"))


class TestAnOldScoreSheet:
    """Base and count of each hand, as they stand on paper."""

    SHEET = (
        "hand,side,name,base,count\n1,we,Ann & Bob,2200,325\n1,they,Cy & Di,1800,275\n2,we,,300,145\n2,they,,800,250\n"
    )

    def test_it_is_scored_as_it_was(self) -> None:
        Path("old.csv").write_text(self.SHEET, encoding="utf-8")
        words = run_ok("import", "old.csv").split()
        assert {"2", "old.csv", "canasta.toml."} <= {*words}
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
        (refusal,) = refused(text)
        assert "row 2" in refusal
        assert "'0001-01-01T00:00:00+00:09:21'" in refusal

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
        assert {"2", "OLD.CSV", "canasta.toml."} <= {*run_ok("import", "OLD.CSV").split()}

    def test_hands_after_the_end_of_the_game_are_reported_once(self, wording: Wording) -> None:
        rows = [f"{hand},{side},{9000 if side == 'we' else 0},0" for hand in (1, 2, 3) for side in ("we", "they")]
        Path("old.csv").write_text("\n".join(["hand,side,base,count", *rows]), encoding="utf-8")
        done = run("import", "old.csv")
        assert len(done.err.splitlines()) == 1
        wording.check_wording("imports", ["hands after the end"], done.err)

    def test_running_totals_show_what_was_brought_forward(self, wording: Wording) -> None:
        text = "hand,side,base,count,running\n1,we,500,100,3000\n1,they,0,-50,-50\n2,we,0,-5,2995\n2,they,300,60,310\n"
        assert taken(text).starting_totals == {"we": 2400, "they": 0}
        Path("old.csv").write_text(text, encoding="utf-8")
        done = run("import", "old.csv")
        assert "2,400" in done.err
        wording.check_wording("imports", ["brought forward"], done.err)
        assert read_ledger("canasta.toml").totals == {"we": 2995, "they": 310}

    def test_missing_hands_are_reported_and_the_others_numbered_anew(self, wording: Wording) -> None:
        Path("old.csv").write_text(
            "hand,side,base,count\n2,we,500,100\n2,they,0,-50\n5,they,300,60\n5,we,0,0\n", encoding="utf-8"
        )
        done = run("import", "old.csv")
        assert done.code == 0
        wording.check_wording("imports", ["missing hands"], done.err)
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

    def test_a_hand_against_the_rules_is_reported_and_taken(self, wording: Wording) -> None:
        Path("old.csv").write_text("hand,side,natural,out,table\n1,we,1,1,90\n1,they,,,\n", encoding="utf-8")
        done = run("import", "old.csv")
        assert done.code == 0
        assert len(read_ledger("canasta.toml").hands) == 1
        wording.check_wording("imports", ["against the rules"], done.err)


class TestAnExportedGame:
    """What was exported comes back."""

    @given(games(), EVENINGS)
    def test_json_comes_back_without_loss(self, game: Game, wishes: list[Wish]) -> None:
        before = whole(game, wishes)
        value = format_game_json(before).encode()
        after = parse_game_json(value, before.file).ledger
        assert after == before
        again = parse_ledger_text(format_whole_ledger(after), before.file)
        assert (again.ledger, again.diagnostics) == (before, ())
        assert format_game_json(again.ledger).encode() == value

    @given(games(), EVENINGS)
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
    def test_the_first_mistake_is_reported_with_its_place(self, change: Case, wording: Wording) -> None:
        value = exported(read_ledger(TEN_HANDS))
        put(value, change["key"], change["value"])
        with pytest.raises(LedgerError) as caught:
            parse_game_json(json.dumps(value).encode(), "game.json")
        first = caught.value.diagnostics[0]
        assert first.file == "game.json"
        change.check(wording, f"{first.where}: {first.message}; {first.hint}")

    @pytest.mark.parametrize("key", ["format", "variant", "sides", "rules", "entries"])
    def test_a_file_that_lacks_a_part_of_a_game_is_refused(self, key: str, wording: Wording) -> None:
        value = exported(read_ledger(TEN_HANDS))
        del value[key]
        with pytest.raises(LedgerError) as caught:
            parse_game_json(json.dumps(value).encode(), "game.json")
        wording.check_wording("imports", ["json", "a missing part"], caught.value.sentences, key=f"'{key}'")

    @pytest.mark.parametrize("name", NO_GAMES)
    def test_a_file_that_is_no_game_at_all_is_refused(self, name: str, wording: Wording) -> None:
        with pytest.raises(LedgerError) as caught:
            parse_game_json(NO_GAMES[name], "game.json")
        wording.check_wording("imports", ["json", name], caught.value.sentences)

    def test_a_file_that_is_no_json_is_refused_with_the_place(self) -> None:
        with pytest.raises(LedgerError) as caught:
            parse_game_json(b'{"a": 1,}', "game.json")
        (sentence,) = caught.value.sentences
        assert "JSON" in sentence
        assert re.search(r"line 1, column [89]", sentence), "newer Pythons point at the comma"

    def test_a_mark_of_utf_8_is_passed_over(self) -> None:
        data = format_game_json(read_ledger(TEN_HANDS)).encode()
        assert parse_game_json(b"\xef\xbb\xbf" + data, "game.json").ledger == parse_game_json(data, "game.json").ledger

    @pytest.mark.parametrize(
        "key", ["summary", "game.target", "bonuses.out.points", "bonuses.out.short", "threes.red.0"]
    )
    def test_a_null_in_the_rules_is_reported_with_its_place(self, key: str, wording: Wording) -> None:
        value = exported(read_ledger(TEN_HANDS))
        put(value, f"rules.{key}", None)
        with pytest.raises(LedgerError) as caught:
            parse_game_json(json.dumps(value).encode(), "game.json")
        assert [diagnostic.where for diagnostic in caught.value.diagnostics] == [f"rules.{key}"]
        wording.check_wording("imports", ["json", "a null"], caught.value.sentences, key=key)

    def test_a_repeated_key_is_refused(self, wording: Wording) -> None:
        text = format_game_json(read_ledger(TEN_HANDS)).rstrip().removesuffix("}") + ', "entries": []}'
        with pytest.raises(LedgerError) as caught:
            parse_game_json(text.encode(), "game.json")
        wording.check_wording("imports", ["json", "a repeated key"], caught.value.sentences)

    def test_times_in_zones_that_are_apart_by_seconds_are_taken_in_another(self) -> None:
        value = exported(read_ledger(TEN_HANDS))
        value["entries"][0]["at"] = "1870-01-01T12:00:00+00:09:21"
        entry = parse_game_json(json.dumps(value).encode(), "game.json").ledger.entries[0]
        assert entry.recorded_at.isoformat() == "1870-01-01T11:50:39+00:00"

    def test_a_time_that_no_other_zone_can_tell_is_no_time(self) -> None:
        value = exported(read_ledger(TEN_HANDS))
        value["entries"][0]["at"] = "0001-01-01T00:00:00+00:09:21"
        with pytest.raises(LedgerError) as caught:
            parse_game_json(json.dumps(value).encode(), "game.json")
        (diagnostic,) = caught.value.diagnostics
        assert "0001-01-01" in diagnostic.message
        assert diagnostic.where.endswith("at")


class TestTheCommand:
    """Which files it takes, and where the game goes."""

    def test_a_ledger_that_is_there_is_never_overwritten(self, game_folder: Path) -> None:
        run_ok("new")
        before = (game_folder / "canasta.toml").read_bytes()
        (game_folder / "old.csv").write_text(TestAnOldScoreSheet.SHEET, encoding="utf-8")
        done = run("import", "old.csv")
        assert (done.code, done.out) == (4, "")
        assert "canasta.toml" in done.err
        assert (game_folder / "canasta.toml").read_bytes() == before

    @pytest.mark.parametrize("case", load_wordings("imports", "refused"), ids=lambda case: case["command"])
    def test_what_cannot_be_imported_is_refused(self, case: Case, game_folder: Path, wording: Wording) -> None:
        for name in ("old.csv", "game.json", "old.txt"):
            (game_folder / name).write_text(TestAnOldScoreSheet.SHEET, encoding="utf-8")
        (game_folder / "folder.csv").mkdir()
        done = run(*case["command"].split(), "-l", "new.toml")
        assert (done.code, done.out) == (case["code"], "")
        assert not (game_folder / "new.toml").exists()
        case.check(wording, done.err)

    def test_an_unmarked_impossible_hand_of_an_exported_game_is_reported(
        self, game_folder: Path, wording: Wording
    ) -> None:
        value = exported(replace(read_ledger(TEN_HANDS), entries=read_ledger(TEN_HANDS).entries[:1]))
        value["entries"][0]["facts"]["they"]["red"] = 2  # with our three that makes five
        value["entries"][0]["totals"]["they"] = 2275
        (game_folder / "game.json").write_text(json.dumps(value), encoding="utf-8")
        done = run("import", "game.json")
        assert done.code == 0
        wording.check_wording("imports", ["json", "an impossible hand"], done.err)


def test_what_is_only_against_the_rules_is_not_said_of_an_exported_game() -> None:
    run_ok("new", "-l", "first.toml")
    assert run("add", "-l", "first.toml", "we", "n1", "o", "t90").err
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
