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
