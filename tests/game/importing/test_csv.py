"""Imports: an exported game comes back whole, an old score sheet is read row by row, and nothing wrong gets in.

The catalogue of tables that are refused: `data/imports/bad/NAME.csv` with `NAME.txt`, word for word. Changes of an
exported game that are refused: `data/imports/changes.toml`.
"""

import json
import re
from pathlib import Path

import pytest
from support.command_line import run, run_ok
from support.paths import DATA, ROOT
from support.randomness import chance
from support.variants import variant
from support.wording import Wording

from canasta_score import LedgerError, TallyError, Variant, load_variant, read_ledger
from canasta_score.game.csv_columns import FIGURE_COLUMNS, Column, iter_column_names
from canasta_score.game.importing.csv import ImportedGame, parse_game_csv
from canasta_score.rules.diagnostics import Diagnostic

pytestmark = pytest.mark.usefixtures("game_folder", "sentences")

BAD = sorted((DATA / "imports" / "bad").glob("*.csv"))
FILE = "game.csv"
SHEET = "hand,side,name,base,count\n1,we,Ann & Bob,2200,325\n1,they,Cy & Di,1800,275\n2,we,,300,145\n2,they,,800,250\n"


def taken(text: str, rules: Variant | None = None, *, anyway: bool = False) -> ImportedGame:
    return parse_game_csv(text.encode(), rules or variant("nvso"), FILE, anyway=anyway)


def refused(text: str) -> tuple[str, ...]:
    with pytest.raises((LedgerError, TallyError)) as caught:
        taken(text)
    return caught.value.sentences


def test_a_row_that_is_there_twice_is_refused_once_whatever_its_figures() -> None:
    (sentence,) = refused("hand,side,name,total\n1,we,Ann & Bob,300\n1,they,Cy & Di,200\n1,we,,many\n")
    assert "row 4" in sentence


def test_a_side_called_like_partners_is_refused() -> None:
    rows = "hand,side,name,mixed,table,hand cards,total\n1,00+00,Ann,1,200,25,475\n1,they,Cy,0,100,5,95\n"
    with pytest.raises((LedgerError, TallyError), match="00"):
        taken(rows.replace("hand cards", "left in hand"), variant("hand-and-foot"))


def test_a_label_that_is_a_fixed_column_names_no_item(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "nvso"\n[bonuses.luck]\nlabel = "Need"\npoints = 100\n')
    facts = load_variant(tmp_path / "ours.toml").facts
    assert [*iter_column_names(facts["luck"])] == ["luck"]
    assert [*iter_column_names(facts["out"])] == ["out", "going out"]


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
            parse_game_csv(path.read_bytes(), variant("nvso"), path.name, anyway=False)
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


def test_points_in_place_of_how_many_have_one_hint() -> None:
    Path("points.csv").write_text("hand,side,natural,table\n1,we,500,100\n1,they,1000,100\n", encoding="utf-8")
    done = run("import", "points.csv")
    assert (done.code, done.err.count("error: "), done.err.count("enter how many")) == (3, 2, 1)


def test_a_wrong_row_names_its_side_and_no_word() -> None:
    for cells in ("2x,0", "1,600"):
        Path("w.csv").write_text(
            f"hand,side,table,natural,base\n1,we,100,1,500\n1,they,100,{cells}\n", encoding="utf-8"
        )
        (problem, *_) = json.loads(run("import", "w.csv", "--json").out)["problems"]
        assert (problem["side"], problem["word"], problem["where"]) == ("they", None, "row 3")


def test_the_sides_stand_in_the_order_of_their_first_rows() -> None:
    rows = "hand,side,total\n1,Ann & Bob,600\n1,Cy & Di,-50\n2,Cy & Di,345\n2,Ann & Bob,100\n"
    assert [*taken(rows).side_names.items()] == [("we", "Ann & Bob"), ("they", "Cy & Di")]


def test_totals_alone_are_the_whole_hands() -> None:
    Path("totals.csv").write_text("hand,side,total\n1,we,600\n1,they,-50\n2,we,345\n2,they,0\n", encoding="utf-8")
    run_ok("import", "totals.csv", "-l", "totals.toml")
    game = read_ledger("totals.toml")
    assert game.totals == {"we": 945, "they": -50}
    assert game.hands[0].facts == {"we": {"total": 600}, "they": {"total": -50}}
    run_ok("export", "-l", "totals.toml", "-o", "again.csv")
    run_ok("import", "again.csv", "-l", "again.toml")
    assert [hand.facts for hand in read_ledger("again.toml").hands] == [hand.facts for hand in game.hands]


class TestAnOldScoreSheet:
    """Base and count of each hand, as they stand on paper."""

    def test_it_is_scored_as_it_was(self) -> None:
        Path("old.csv").write_text(SHEET, encoding="utf-8")
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
        Path("old.csv").write_text(SHEET, encoding="utf-8")
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
        head, *rows = SHEET.splitlines()
        shuffled = chance("rows").sample(rows, len(rows))
        assert [hand.facts for hand in taken("\n".join([head, *shuffled])).hands] == [
            hand.facts for hand in taken(SHEET).hands
        ]

    def test_hands_come_in_the_order_of_their_numbers(self) -> None:
        text = "hand,side,base,count\n2,they,500,5\n2,we,1000,5\n1,they,1500,5\n1,we,2000,5\n"
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
        text = "hand,time,side,base,count\n1,1870-01-01T12:00:00+00:09:21,we,500,5\n1,1870-01-02,they,1000,5\n"
        at = taken(text).hands[0].played_at
        assert at is not None
        assert at.isoformat() == "1870-01-01T11:50:39+00:00"

    def test_a_time_before_all_times_is_none(self) -> None:
        text = "hand,time,side,base,count\n1,0001-01-01T00:00:00+00:09:21,we,500,5\n1,,they,1000,5\n"
        (refusal,) = refused(text)
        assert "row 2" in refusal
        assert "0001-01-01T00:00:00+00:09:21" in refusal

    def test_many_wrong_times_are_told_once_and_soon(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A table of the most rows would take half an hour."""
        rows = [f"{hand},{side},at {hand},100,5\n" for hand in range(1, 51) for side in ("we", "they")]
        compared: list[object] = []

        def compare(self: Diagnostic, other: object) -> bool:
            compared.append(other)
            return self is other

        monkeypatch.setattr(Diagnostic, "__eq__", compare)
        (refusal,) = refused("hand,side,time,base,count\n" + "".join(rows))
        assert "the same in 99 other rows" in refusal
        assert len(compared) <= len(rows)

    def test_many_noughts_are_none(self) -> None:
        number = "0" * 150
        assert taken(f"hand,side,base,count\n1,we,{number}500,{number}\n1,they,1000,5\n").hands[0].facts["we"] == {
            "base": 500
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
        Path("OLD.CSV").write_text(SHEET, encoding="utf-8")
        assert {"2", "OLD.CSV", "canasta.toml."} <= {*run_ok("import", "OLD.CSV").split()}

    def test_hands_after_the_end_of_the_game_are_reported_once(self, wording: Wording) -> None:
        rows = [f"{hand},{side},{9000 if side == 'we' else 0},0" for hand in (1, 2, 3) for side in ("we", "they")]
        Path("old.csv").write_text("\n".join(["hand,side,base,count", *rows]), encoding="utf-8")
        done = run("import", "old.csv")
        assert len(done.messages) == 1
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
        assert game.started_at == game.hands[0].recorded_at
        assert game.started_at.replace(tzinfo=None).isoformat() == "1998-03-01T20:15:00"
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


class TestTheLimits:
    """A table that no game fills is refused before it is read row by row."""

    @pytest.mark.parametrize(("columns", "is_refused"), [(497, False), (498, True)])
    def test_at_most_five_hundred_columns_have_heads(self, columns: int, *, is_refused: bool) -> None:
        heads = ",".join(f"c{number}" for number in range(columns))
        sentences = refused(f"hand,side,table,{heads},,,\n1,we,5\n")
        assert any("500 columns" in sentence for sentence in sentences) == is_refused

    def test_at_most_twenty_thousand_rows_are_read(self) -> None:
        (sentence,) = refused("hand,side,table\n" + "1,we,5\n" * 20_001)
        assert "20,000 rows" in sentence


@pytest.mark.parametrize(
    ("ann", "bob", "base"),
    [("1,0,700,300", "2,0,800,300", 600), ("1,0,700,-300", "1,50,750,-300", 600), ("3,0,-300,0", "0,0,0,0", None)],
    ids=["threes of both", "a canasta by the base alone", "threes alone"],
)
def test_partners_come_back_with_the_base_that_they_entered_as_one_figure(ann: str, bob: str, base: int | None) -> None:
    rows = f"1,ann,bob,{ann}\n1,bob,ann,{bob}\n1,cy,,0,0,0,100\n"
    (hand,) = taken(f"hand,side,partner,red,extra,base,count\n{rows}", load_variant("cutthroat")).hands
    assert hand.facts["ann+bob"].get("base") == base
    assert [hand.score.sides[side].base for side in ("ann", "bob")] == [int(ann.split(",")[2]), int(bob.split(",")[2])]


def test_partners_whose_figures_leave_a_different_base_are_refused() -> None:
    rows = "1,ann,bob,1,700,300\n1,bob,ann,2,700,300\n1,cy,,0,0,100\n"
    with pytest.raises(TallyError) as caught:
        taken(f"hand,side,partner,red,base,count\n{rows}", load_variant("cutthroat"))
    assert "base is 700, but the other numbers add up to 100" in caught.value.sentences[0]


def test_the_document_lists_every_column() -> None:
    _, _, table = (ROOT / "docs" / "import-and-stats.md").read_text("utf-8").partition("| column | what is in it |")
    firsts = [row.split(" | ")[0] for row in table.partition("\n\n")[0].split("\n")]
    assert {*re.findall("`([a-z]+)`", " ".join(firsts))} == {*Column, *FIGURE_COLUMNS}
