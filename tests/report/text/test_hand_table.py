"""The notes below a hand: what counts nothing or minus, and why, on as many lines as a terminal needs."""

import pytest
from support.command_line import run_ok
from support.wording import Case, Wording, load_wordings


@pytest.mark.parametrize("case", load_wordings("hand_notes", "notes"), ids=lambda case: case["hand"])
def test_facts_that_count_nothing_or_minus_are_noted(case: Case, wording: Wording) -> None:
    _, *below = run_ok("score", *case["hand"].split(), COLUMNS="100").rstrip("\n").split("\n\n")
    case.check(wording, "\n".join(below))


@pytest.mark.parametrize("columns", [40, 30])
def test_a_note_is_broken_between_words(columns: int) -> None:
    shown = run_ok("score", "-v", "nvso", *"we b2 t60 they r1 n1 t100".split(), COLUMNS=str(columns))
    wide = run_ok("score", "-v", "nvso", *"we b2 t60 they r1 n1 t100".split(), COLUMNS="200")
    notes, whole = (text.rstrip("\n").split("\n\n")[-1] for text in (shown, wide))
    assert notes.split() == whole.split()
    assert max(map(len, notes.split("\n"))) <= columns
    assert len(notes.split("\n")) > len(whole.split("\n"))
