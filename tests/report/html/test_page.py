"""The sheet of the page: a row for each hand, adjustment and change of the rules, and what each of them opens to."""

import shlex

import pytest
from support.command_line import run_ok

from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.report.html.page import Page, build_page, render_page, render_page_parts

pytestmark = pytest.mark.usefixtures("game_folder")


def play(*commands: str) -> Page:
    for command in commands:
        run_ok(*shlex.split(command))
    return build_page(read_ledger("canasta.toml"))


def test_every_kind_of_row_has_its_label_its_marks_and_its_figures() -> None:
    """By the rules of the WCA: natural canasta 500, mixed 300, going out 200; below 3,000 both sides need 125."""
    page = play(
        "new --we 'Ann & Bob' --they 'Cy & Di' --start we=-500",
        "add we n1 m1 o t300 they n1 t100 h30",  # we 1,000 + 300, they 500 + 70
        "add --anyway we r5 n1 t200 they n1 t100 h5",  # a fifth red three
        "add we pairs they h25",
        "fix 1 they t105",
        "adjust they -100 --why 'exposed a card'",
        "add we n1 m1 o t300 they n1 t100 h30",
        "fix 4 they t105",
        "void 4 --why misdeal",
        "note --hand 3 'a card lay under the table'",
        "rules -v wca",
    )
    (band,) = page["sheet"]["bands"]
    rows = {row.label: row for row in band["rows"]}
    assert [*rows] == ["Start", "1", "2", "3", "Adj.", "4", "Rules changed"]
    assert {label: row.marks for label, row in rows.items() if row.marks} == {"1": "*", "2": "†", "3": "§"}
    assert page["sheet"]["marks"] == {"*": "corrected", "†": "recorded despite an error", "§": "special hand"}
    assert [column["key"] for column in page["sheet"]["columns"]] == ["base", "count", "total", "running", "needs"]
    assert [*map(list, rows["Start"].sides)] == [["", "", "", "-500", "125"], ["", "", "", "0", "125"]]
    assert [*map(list, rows["1"].sides)] == [
        ["1,000", "300", "1,300", "800", "125"],
        ["500", "75", "575", "575", "125"],
    ]
    ours, theirs = [*map(list, rows["Adj."].sides)]
    assert (ours, theirs[:2], theirs[2], theirs[4]) == ([""] * 5, ["", ""], "-100", "")
    assert render_page_parts(page)["row-1-4"].count(" loss") == 1
    assert (rows["4"].is_canceled, rows["4"].sides) == (True, ())
    assert [label for label, row in rows.items() if row.is_hand] == ["1", "2", "3", "4"]
    assert rows["3"].notes == ("a card lay under the table",)
    assert rows["4"].sentences[0] == "Canceled: it does not count (misdeal)."
    assert rows["Adj."].sentences == ("Adjusted after hand 3: Cy & Di -100 (exposed a card).",)
    assert rows["Rules changed"].sentences == tuple(page["sheet"]["footnotes"][1:2])
    assert "Start" in render_page(read_ledger("canasta.toml"))


def test_a_row_opens_to_the_lines_of_the_sides_in_its_band() -> None:
    sides = " ".join(f"--side {name}={name.capitalize()}" for name in ("ann", "bob", "cy", "di", "ed"))
    page = play(f"new {sides}", "add ann r1 t200 n1 o bob h30 cy h5 di h15 ed h20")
    assert [band["names"] for band in page["sheet"]["bands"]] == [("Ann", "Bob", "Cy"), ("Di", "Ed")]
    assert [[name for name, _ in band["rows"][0].explained] for band in page["sheet"]["bands"]] == [
        ["Ann", "Bob", "Cy"],
        ["Di", "Ed"],
    ]
    assert [line.label for line in page["sheet"]["bands"][0]["rows"][0].explained[0][1]][:2] == [
        "Red threes",
        "Natural canastas",
    ]
    recorded = page["sheet"]["bands"][0]["rows"][0].recorded
    assert recorded
    assert (page["sheet"]["band_sizes"], page["is_landscape"], page["cards_per_row"]) == ([2, 3], False, 3)


def test_what_is_changed_before_the_first_hand_is_above_it() -> None:
    page = play("new", "rules -v wca", "adjust we 100", "add we n1 m1 o t300 they n1 t100 h30")
    assert [row.label for row in page["sheet"]["bands"][0]["rows"]] == ["Rules changed", "Adj.", "1"]


def test_changes_of_the_rules_one_after_the_other_are_one_row() -> None:
    page = play(
        "new", "rules --set game.target=8000", "rules --set bonuses.out.points=300", "add we n1 o t300 they h30"
    )
    first, _ = page["sheet"]["bands"][0]["rows"]
    assert first.sentences == ("Rules changed before the first hand: now to 8,000, Going out 300.",)
    assert page["house"] == ["to 8,000", "Going out 300"]


def test_a_house_rule_that_is_gone_is_named() -> None:
    page = play("new --set game.target=8000", "rules -v nvso --set game.hands=9", "add we n1 o t300 they h30")
    first, _ = page["sheet"]["bands"][0]["rows"]
    assert first.sentences == ("Rules changed before the first hand: now 9 hands; no longer to 8,000.",)


def test_rules_that_are_changed_and_changed_back_have_no_row() -> None:
    page = play("new", "rules -v wca", "rules -v nvso", "add we n1 o t300 they h30")
    assert [row.label for row in page["sheet"]["bands"][0]["rows"]] == ["1"]


def test_names_from_right_to_left_do_not_turn_the_sentences_around() -> None:
    page = play("new --we آمنة --they Di", "add we n1 m1 o t300 they n1 t100 h30", "adjust we -100")
    assert page["names"] == ("آمنة", "Di")
    assert page["sheet"]["footnotes"] == ["Adjusted after hand 1: \u2068آمنة\u2069 -100."]
    assert "\u2068آمنة\u2069 1,100 and Di 570" in page["race_description"]
