"""The list of the entries of a game."""

from pathlib import Path

import pytest
from support.command_line import run_ok

from canasta_score import read_ledger
from canasta_score.report.text.entries import format_entries

pytestmark = pytest.mark.usefixtures("game_folder")


def test_what_was_undone_is_marked() -> None:
    for words in ("new", "add we total=100", "add we total=200", "undo", "note late"):
        run_ok(*words.split())
    marked = [line.endswith("(undone)") for line in format_entries(read_ledger("canasta.toml"), 100).splitlines()]
    assert marked == [False, False, True, False, False]


def test_no_line_is_broken_in_a_name() -> None:
    run_ok("new")
    run_ok("add", "--anyway", *"we open-sevens=1 stuck-sevens=1 open-aces=1 stuck-aces=1 open-wilds=1 t60".split())
    game = read_ledger(Path("canasta.toml"))
    for width in range(24, 60):
        text = format_entries(game, width)
        assert all(name in text for name in ("open-sevens=1", "stuck-sevens=1", "open-aces=1", "stuck-aces=1"))


def test_an_entry_says_what_it_does_to_which_hand() -> None:
    run_ok("new")
    for words in ("add we t100 they t50", "note --hand 1 late", "void 1", "meld failed they", "end"):
        run_ok(*words.split())
    lines = format_entries(read_ledger("canasta.toml"), 100).splitlines()
    said = [line.partition(":")[2][2:].strip() for line in lines]
    assert said[1:] == [
        "hand 1 (We -100, They -50) we table=100 they table=50",
        'note on hand 1 "late"',
        "void 1",
        "failed-opening they in hand 2",
        "end after hand 1",
    ]
