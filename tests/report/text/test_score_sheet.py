"""The sheet for the table: legible in narrow and in wide terminals, whatever the names."""

from pathlib import Path

import pytest
from support.command_line import run, run_ok
from support.paths import TEN_HANDS
from wcwidth import wcswidth

pytestmark = pytest.mark.usefixtures("game_folder")

TOTALS = "2,525 2,970 2,725 4,235 4,665 6,345 6,750 6,615 7,945 9,810".split()
LONG = "Margaretha von Hohenstein & Bartholomew Featherstonehaugh"


def told(*words: str, columns: int = 80) -> str:
    return run_ok(*words, COLUMNS=str(columns))


def widest(text: str) -> int:
    return max(wcswidth(line) for line in text.split("\n"))


@pytest.mark.parametrize("columns", [40, 60, 80, 120, 200])
def test_a_whole_game_fits_every_terminal_and_says_the_same(columns: int) -> None:
    sheet = told("show", "-l", str(TEN_HANDS), columns=columns)
    assert widest(sheet) <= columns
    words = sheet.split()
    assert [*dict.fromkeys(word for word in words if word in TOTALS)] == TOTALS
    assert "-2,500" in words
    assert "Ann & Bob won in hand 10: 9,810 to 8,665." in " ".join(words)


def test_a_terminal_of_eighty_columns_has_a_line_for_each_hand() -> None:
    lines = told("show", "-l", str(TEN_HANDS)).split("\n")
    hand = next(line for line in lines if line.split()[:1] == ["6"])
    assert hand.split() == ["6", "1,400", "280", "1,680", "6,345", "300", "95", "-2,500", "-2,105", "2,010"]


def test_penalties_have_a_column_only_where_there_are_any() -> None:
    heads = next(line for line in told("show", "-l", str(TEN_HANDS)).split("\n") if line.startswith("Hand"))
    assert heads.split() == ["Hand", *"Base Count Total Running".split(), *"Base Count Penalties Total Running".split()]


NAMES = {
    "two long": ["--we", LONG, "--they", "Di"],
    "wide characters": ["--we", "陳大文 & 李小明", "--they", "마르가레타"],
    "signs": ["--we", "🂡 Ann 👩‍👩‍👧", "--they", "آمنة & بدر"],
    "six": [
        word for name in ("ann", "bob", "cy", "di", "eve", "fay") for word in ("--side", f"{name}={name} of {LONG[:9]}")
    ],
}


@pytest.mark.parametrize("columns", [40, 80, 200])
@pytest.mark.parametrize("names", NAMES)
def test_whatever_the_names_every_table_fits(names: str, columns: int) -> None:
    sides = ("we", "they") if names != "six" else ("ann", "fay")
    others = [word for side in ("bob", "cy", "di", "eve") for word in (side, "h5")] if names == "six" else []
    said = told("new", *NAMES[names], "--start", f"{sides[0]}=-300", columns=columns)
    tables = [said.partition("\n\nTo record a hand")[0]]
    tables.append(told("add", sides[0], "n1", "m1", "o", "t200", sides[1], "t95", "h250", *others, columns=columns))
    tables.append(told("fix", "1", sides[0], "t210", columns=columns).split("\n\n", 2)[2])
    tables += [told(command, columns=columns) for command in ("show", "meld", "undo")]
    assert [text for text in tables if widest(text) > columns] == []


@pytest.mark.parametrize("columns", [40, 80])
def test_sentences_below_the_sheet_fit_too(columns: int) -> None:
    told("new", *NAMES["wide characters"])
    told("add", "we", "n1", "t90", "they", "h5")
    told("note", "陳大文李小明" * 10)
    told("adjust", "they", "-100", "--why", "마르가레타" * 9)
    told("fix", "1", "we", "t95", "--why", "陳大文 李小明 " * 9)
    for words in (["show"], ["show", "--all"], ["explain"], ["undo"]):
        assert widest(told(*words, columns=columns)) <= columns


@pytest.mark.parametrize("columns", range(40, 56))
def test_the_command_below_the_sheet_is_in_one_line(columns: int) -> None:
    assert "show --all" in told("show", "-l", str(TEN_HANDS), columns=columns).split("Hands 2 and 6")[1]


def test_a_name_wider_than_its_figures_stands_over_them() -> None:
    told("new", "--we", LONG, "--they", "Di")
    told("add", "we", "n1", "t90", "they", "h5")
    names, heads, figures = told("show", columns=200).split("\n")[2:5]
    end_of_ours = heads.index("Running") + len("Running")
    assert names.index(LONG) + len(LONG) == end_of_ours
    assert names.index("Di") > end_of_ours
    assert len(heads) == len(figures)


def test_numbers_stand_under_each_other_beside_wide_names() -> None:
    told("new", "--we", "陳大文", "--they", "Di")
    lines = told("add", "we", "n1", "t90", "they", "h5").split("\n")
    ends = {wcswidth(line.rstrip()) for line in lines if line.startswith(("Total", "Standing", "To go"))}
    assert len(ends) == 1


@pytest.mark.parametrize(("sides", "columns", "bands"), [(3, 80, 1), (4, 80, 1), (8, 80, 2), (3, 40, 2), (8, 200, 1)])
def test_many_sides_have_one_line_for_each_hand_in_every_band(sides: int, columns: int, bands: int) -> None:
    names = ("ann", "bob", "cy", "di", "ed", "flo", "gus", "hal")[:sides]
    told("new", "--set", "game.target=100000", *(word for name in names for word in ("--side", name)))
    for _hand in range(3):
        told("add", *(word for place, name in enumerate(names, 1) for word in (name, f"total={1000 * place}")))
    sheet = told("show", columns=columns).split("\n\nStanding")[0]
    rows = [line.split()[1:] for line in sheet.split("\n") if line.split()[:1] == ["2"]]
    assert len(rows) == bands
    figures = [figure for row in rows for figure in row]
    assert figures == [text for place in range(1, sides + 1) for text in (f"{place},000", f"{2 * place},000")]
    assert widest(sheet) <= columns


class TestForms:
    """`show --format`: tables as tabulate writes them, that hostile names do not break."""

    @pytest.fixture(autouse=True)
    def hostile(self, game_folder: Path) -> None:
        told("new", "--we", "A|B", "--they", "=1+1 <script>")
        told("add", "we", "n1", "t90", "they", "h25")

    def test_a_bar_in_a_name_does_not_begin_a_cell(self) -> None:
        head, rule, *_ = told("show", "--format", "github").split("\n")
        assert head.replace(r"\|", "").count("|") == rule.count("|") == 10
        assert r"A\|B Base" in head

    def test_markup_in_a_name_is_escaped(self) -> None:
        page = told("show", "--format", "html")
        assert "<script>" not in page
        assert "=1+1 &lt;script&gt; Base" in page

    def test_tabs_set_cells_apart_and_no_cell_is_a_formula(self) -> None:
        heads, row = (line.split("\t") for line in told("show", "--format", "tsv").rstrip("\n").split("\n"))
        assert row == ["1", "500", "90", "590", "590", "0", "-25", "-25", "-25"]
        assert heads[1] == "A|B Base"
        assert heads[5] == "'=1+1 <script> Base"

    def test_a_name_that_looks_like_a_number_stays_as_it_is(self) -> None:
        told("new", "-l", "other.toml", "--we", "1e3", "--they", "Di")
        told("add", "-l", "other.toml", "we", "n1", "t90")
        assert "1e3 Base" in told("show", "-l", "other.toml", "--format", "plain")

    @pytest.mark.parametrize("other", ["--json", "--all"])
    def test_a_form_goes_with_nothing_that_is_none(self, other: str) -> None:
        assert run("show", "--format", "github", other).code == 2
