"""The notes below a hand: what counts nothing or minus, and why, on as many lines as a terminal needs."""

from pathlib import Path

import pytest
from support.command_line import run_ok
from support.wording import Case, Wording, load_wordings

from canasta_score.report.text.layout import format_side_table


@pytest.mark.parametrize("case", load_wordings("hand_notes", "notes"), ids=lambda case: case["hand"])
def test_facts_that_count_nothing_or_minus_are_noted(case: Case, wording: Wording) -> None:
    _, *below = run_ok("score", *case["hand"].split(), COLUMNS="100").rstrip("\n").split("\n\n")
    case.check(wording, "\n".join(below))


def test_threes_that_are_worth_nothing_lack_no_canasta(game_folder: Path) -> None:
    (game_folder / "ours.toml").write_text('extends = "nvso"\n[threes]\nturning = ["red"]\nblack = [0, 0, 0, 0]\n')
    notes = " ".join(run_ok("score", "-v", "./ours.toml", *"we b2 r1 t60".split()).split("\n\n")[-1].split())
    assert notes.startswith("We: no points for black threes (2) We: no canasta, so these points are subtracted: red ")


@pytest.mark.parametrize("columns", [40, 30])
def test_a_note_is_broken_between_words(columns: int) -> None:
    shown = run_ok("score", "-v", "nvso", *"we b2 t60 they r1 n1 t100".split(), COLUMNS=str(columns))
    wide = run_ok("score", "-v", "nvso", *"we b2 t60 they r1 n1 t100".split(), COLUMNS="200")
    notes, whole = (text.rstrip("\n").split("\n\n")[-1] for text in (shown, wide))
    assert notes.split() == whole.split()
    assert max(map(len, notes.split("\n"))) <= columns
    assert len(notes.split("\n")) > len(whole.split("\n"))


def test_a_table_as_wide_as_the_terminal_stays_in_one_piece() -> None:
    rows = [("", "Ann", "Bartholomew"), ("Red threes", "1", "2")]
    assert format_side_table(rows, 30) == ["             Ann   Bartholomew", "Red threes     1             2"]
    assert format_side_table(rows, 29)[0] == "             Ann"
