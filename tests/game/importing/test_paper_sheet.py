"""The usual score sheet, one column a side: points of each hand, or running totals; never guessed in silence."""

import json
from pathlib import Path

import pytest
from support.command_line import run, run_ok
from support.variants import variant

from canasta_score import read_ledger
from canasta_score.game.entries import LedgerError
from canasta_score.game.importing.csv import ImportedGame, parse_game_csv
from canasta_score.hand.facts import TallyError

pytestmark = pytest.mark.usefixtures("sentences")

HEADINGS = "Hand,Ann & Bob,Cy & Di\n"
BY_HAND = HEADINGS + "1,1200,300\n2,-145,2525\n3,2000,1800\n"
RUNNING = HEADINGS + "1,1200,300\n2,1055,2825\n3,3055,4625\n"
EITHER = HEADINGS + "1,300,200\n2,900,1000\n"


def parse(text: str, *, is_running: bool | None = None, rules: str = "nvso") -> ImportedGame:
    return parse_game_csv(text.encode(), variant(rules), "old.csv", is_running=is_running)


def scores(game: ImportedGame) -> list[tuple[int, ...]]:
    return [tuple(side.total for side in hand.score.sides.values()) for hand in game.hands]


def refuse(text: str, *, is_running: bool | None = None) -> tuple[str, ...]:
    with pytest.raises((LedgerError, TallyError)) as caught:
        parse(text, is_running=is_running)
    return caught.value.sentences


HANDS = [(1200, 300), (-145, 2525), (2000, 1800)]


def test_running_totals_are_recognized_where_nothing_is_said() -> None:
    sheet = RUNNING + "Total,3055,4625\n"
    assert scores(parse_game_csv(sheet.encode(), variant("nvso"), "old.csv")) == HANDS


@pytest.mark.parametrize(
    ("text", "is_running", "expected"),
    [
        (BY_HAND, None, HANDS),  # half of the running totals would fall
        (BY_HAND, True, [(1200, 300), (-1345, 2225), (2145, -725)]),
        (RUNNING, True, HANDS),
        (RUNNING + "Total,3055,4625\n", None, HANDS),
        (BY_HAND + ",3055,4625\n", None, HANDS),
        (RUNNING + "4,5055,6500\n5,8000,8600\n", None, [*HANDS, (2000, 1875), (2945, 2100)]),  # 14,250 in hand 4
        (HEADINGS + "1,1200,300\n", None, HANDS[:1]),
        ("Tuesday\n\nHAND;Ann;Cy\n1;1.200;300\n2;-145;2.525\nsum;1055;2825\n", None, HANDS[:2]),
        ("Hand;Ann;Cy;\n1;1200;300;;\n2;-145;2525;\n", None, HANDS[:2]),
        ("Hand;Ann;Cy\n1;1200;300;\n", None, HANDS[:1]),
        ("Hand;A;B\n1;2,525;2.000\n2;-1 065;5.0\n3;1,800.00;(265)\n", False, [(2525, 2000), (-1065, 5), (1800, -265)]),
        ("hand,A,B,C\n1,100,200,0\n2,50,60,70\ntotal,150,260,70\n", None, [(100, 200, 0), (50, 60, 70)]),
    ],
)  # fmt: skip
def test_the_numbers_are_recognized_or_stated(text: str, is_running: bool | None, expected: list[object]) -> None:  # noqa: FBT001
    rules = "nvso-tournament" if "A,B,C" in text else "nvso"
    assert scores(parse(text, is_running=is_running, rules=rules)) == expected


def test_a_column_is_a_side() -> None:
    game = parse(BY_HAND)
    assert game.side_names == {"we": "Ann & Bob", "they": "Cy & Di"}
    assert game.has_running_totals is False
    assert parse("hand,side,total\n1,we,500\n1,they,0\n").has_running_totals is None


def test_numbers_that_can_be_both_are_refused_until_they_are_stated() -> None:
    (sentence,) = refuse(EITHER)
    assert "--by-hand" in sentence
    assert "--running" in sentence
    assert scores(parse(EITHER, is_running=False)) == [(300, 200), (900, 1000)]
    assert scores(parse(EITHER, is_running=True)) == [(300, 200), (600, 800)]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (HEADINGS + "1,1200,300\n2,1500\n", ["row 3"]),
        (HEADINGS + "1,1200,300\n2,,1500\n3,5\n", ["row 3", "row 4"]),
        (HEADINGS + "1,1200,300\n2,x,y\n", ["row 3", "row 3"]),
        (HEADINGS + "1,1200,300\none,5,5\n", ["row 3"]),
        (HEADINGS + "1,1200,300,5\n", ["row 2"]),
        (HEADINGS + "1,1200,300\n1,5,5\n", ["row 3", "row 3"]),
        ("hand,side,base,count\n1,we,1200,5\n1,they,120\n", ["row 3"]),
        (BY_HAND + "total,3055,4624\n", ["row 5"]),
    ],
)
def test_a_row_that_is_short_or_wrong_is_refused_with_its_number(text: str, rows: list[str]) -> None:
    sentences = refuse(text, is_running=False)
    assert [row for row, sentence in zip(rows, sentences, strict=True) if row in sentence] == rows


@pytest.mark.parametrize(
    "headings",
    [
        "We base,We count,They base,They count",
        "we Base,They base,We count,they count",
        "We,We total,They,They total",
        "Ann & Bob,Ann & Bob sum,Cy & Di,Cy & Di sum",
        "We base,We count,We total,They base,They count,They total",
    ],
)
def test_several_columns_for_each_side_are_not_taken_for_as_many_sides(headings: str) -> None:
    row = ",100" * (headings.count(",") + 1)
    for is_running in (None, False):
        (sentence,) = refuse(f"Hand,{headings}\n1{row}\n2{row}\n", is_running=is_running)
        assert "several columns" in sentence


@pytest.mark.parametrize(
    "headings", ["Ann,Bob,Cy,Di", "Ann Lee,Bob Lee,Cy Day,Di Day", "Ann,Ann Lee,Bob,Bob Day", "Ann A,Ann B,Bob,Cy"]
)
def test_four_sides_are_four_sides(headings: str) -> None:
    game = parse(f"hand,{headings}\n1,100,200,0,50\n", rules="nvso-tournament")
    assert [*game.side_names.values()] == headings.split(",")


def test_a_column_that_is_no_side_is_to_be_removed() -> None:
    assert "remove those before hand" in refuse("Date,Hand,We,They\n2026-11-05,1,1100,300\n")[0]
    assert "remove a column" in refuse("Hand,We,They,Notes\n1,1100,300,\n")[0]
    assert 'did you mean "time"?' in refuse("Hand,Side,Date,Base,Count\n1,we,,1100,0\n1,they,,300,0\n")[0]


@pytest.mark.parametrize(
    ("is_running", "way_out"),
    [
        (False, "enter 0 if"),
        (True, "repeat the total before"),
        (None, "enter 0 (in running totals the total before"),
    ],
)
def test_a_side_that_had_nothing_has_0_or_the_total_before(is_running: bool | None, way_out: str) -> None:  # noqa: FBT001
    assert way_out in refuse(HEADINGS + "1,1365,435\n2,2045,1925\n3,2550,\n", is_running=is_running)[0]


@pytest.mark.usefixtures("game_folder")
def test_a_running_total_that_falls_to_0_is_unlikely() -> None:
    Path("z.csv").write_text(HEADINGS + "1,0,435\n2,2045,1925\n3,2550,0\n4,2600,0\n", encoding="utf-8")
    assert (
        run("import", "z.csv", "--running").err.count("z.csv, row 4: the total of Cy & Di falls from 1,925 to 0") == 1
    )
    assert "falls" not in run("import", "z.csv", "--by-hand", "-l", "b.toml").err


def test_a_sheet_without_hands_is_refused() -> None:
    assert "no hands" in refuse(HEADINGS)[0]
    assert "no hands" in refuse(HEADINGS + "Total,0,0\n")[0]


@pytest.mark.parametrize(
    ("typed", "named", "possible"),
    [
        ("1,1465,435\n2,3155,2651\n3,5165,3090\n", ["row 3: 2651 for Cy & Di"], ["2650", "2655"]),  # 2216 and 439 more
        ("1,1465,435\n2,3155,2651\n3,5165,3092\n", ["row 3: 2651 for Cy & Di"], ["2650", "2655"]),
        ('1,1463,435\n2,3155,"2,651"\n', ["row 2: 1463 for Ann & Bob", "row 3: 2,651 for Cy & Di"], ["1460", "2655"]),
        ("1,1465,435\n2,1465,-101\n", ["row 3: -101 for Cy & Di"], ["-105", "-100"]),
    ],
    ids=["once", "again later", "on both sides", "below zero"],
)
def test_an_impossible_running_total_is_named_as_typed_and_what_follows_is_not_blamed(
    typed: str, named: list[str], possible: list[str]
) -> None:
    sentences = refuse(HEADINGS + typed, is_running=True)
    assert [words for words, sentence in zip(named, sentences, strict=True) if words in sentence] == named
    assert all(number in "".join(sentences) for number in possible)


def test_an_impossible_running_total_that_is_accepted_keeps_the_totals_of_the_sheet() -> None:
    sheet = (HEADINGS + "1,1465,435\n2,3155,2651\n3,5165,3090\n").encode()
    game = parse_game_csv(sheet, variant("nvso"), "old.csv", anyway=True, is_running=True)
    assert scores(game) == [(1465, 435), (1690, 2216), (2010, 439)]
    assert [bool(hand.impossibilities) for hand in game.hands] == [False, True, True]


@pytest.mark.usefixtures("game_folder")
def test_each_problem_has_its_row_in_json() -> None:
    for name, typed, rows in (
        ("running", "1,1200,300\n2,1055,2826\n", ["row 3"]),
        ("word", "1,1200,300\n2,-145,2O10\n3,5,x\n", ["row 3", "row 4"]),
        ("total", "1,1200,300\n2,-145,2525\ntotal,1055,2824\n", ["row 4"]),
    ):
        Path(f"{name}.csv").write_text(HEADINGS + typed, encoding="utf-8")
        done = run(
            "import", f"{name}.csv", "-l", "new.toml", "--running" if name == "running" else "--by-hand", "--json"
        )
        problems = json.loads(done.out)["problems"]
        assert [problem["where"] for problem in problems] == rows
        assert {problem["file"] for problem in problems} == {f"{name}.csv"}
        assert all(f"{name}.csv, {row}: " in done.err for row in rows)


@pytest.mark.usefixtures("game_folder")
def test_the_command_says_how_it_read_the_numbers() -> None:
    Path("old.csv").write_text(BY_HAND, encoding="utf-8")
    done = run("import", "old.csv")
    assert done.err == "note: the numbers were read as points of each hand\nhint: if they are not, add --running\n"
    assert [side.total for side in read_ledger("canasta.toml").standing().sides.values()] == [3055, 4625]
    assert run("import", "old.csv", "-l", "b.toml", "--by-hand").err == ""
    Path("run.csv").write_text(RUNNING + "total,3055,4625\n", encoding="utf-8")
    assert "--by-hand" in run("import", "run.csv", "-l", "c.toml").err
    assert run_ok("show", "c.toml", "--line") == run_ok("show", "b.toml", "--line")
    Path("either.csv").write_text(EITHER, encoding="utf-8")
    assert run("import", "either.csv", "-l", "d.toml").code == 4
    assert not Path("d.toml").exists()
