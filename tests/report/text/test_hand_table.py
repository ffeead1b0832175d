"""What stands below a hand: what of it counts nothing or minus, and why, on as many lines as a terminal needs."""

import pytest
from support.command_line import run_ok


@pytest.mark.parametrize(
    ("words", "notes"),
    [
        # without a canasta threes and the table are minus; with one, threes are nothing
        (
            "-v nvso we r1 n1 t100 they b2 t60 h85",
            [
                "We, counts for nothing: red threes 1",
                "They, counts minus with no canasta: black threes 2, on the table 60",
            ],
        ),
        ("-v wca we r4 b4 t60", ["We, counts minus with no canasta: all 8 threes, on the table 60"]),
        ("-v classic we r2 they n1 t70", ["We, counts minus because nothing is melded: red threes 2"]),
        ("-v samba we r2 n1 t100", ["We, counts minus with 1 canasta: red threes 2"]),
        # the table is always a plus
        ("-v catawba we t60 h85", []),
        ("-v nvso we n2 r2 t200 they h85", []),
    ],
)
def test_what_counts_nothing_or_minus_is_said(words: str, notes: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    _, *below = run_ok("score", *words.split()).rstrip("\n").split("\n\n")
    assert "\n".join(below).split("\n") == (notes or [""])


def test_a_note_is_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    shown = run_ok("score", "-v", "nvso", *"we b2 t60 they r1 n1 t100".split())
    assert shown.endswith(
        "\n\nWe, counts minus with no canasta: black\n"
        "  threes 2, on the table 60\n"
        "They, counts for nothing: red threes 1\n"
    )
