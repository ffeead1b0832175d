"""A club day at a real terminal."""

from pathlib import Path

import pytest
from support.at_a_terminal import AtTheTable
from support.command_line import run_process

from canasta_score.event.event import Event
from canasta_score.event.storage.event_files import read_event

pytestmark = pytest.mark.end_to_end


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a day of four pairs that is drawn."""
    for words in (
        ("new", "Club day"),
        ("pair", "Ann & Bob", "Cy & Di", "Ed & Flo", "Gus & Hal"),
        ("draw", "--seed", "1"),
    ):
        assert run_process("event", *words, folder=tmp_path).code == 0
    return tmp_path


def event_in(folder: Path) -> Event:
    return read_event(folder / "event.toml")


def test_slips_are_asked_one_table_after_another(folder: Path) -> None:
    with AtTheTable(folder, "event", "slip") as terminal:
        terminal.see("Table 1,")
        terminal.line("2875 -145", "Table 2,")
        terminal.line("", "")
        assert terminal.end() == 0
        assert "Missing in game 1: table 2." in terminal.text
    assert event_in(folder).get_points(1).keys() == set(event_in(folder).seatings[1][0].pairs)


def test_ctrl_c_leaves_and_keeps_what_is_entered(folder: Path) -> None:
    with AtTheTable(folder, "event", "slip") as terminal:
        terminal.see("Table 1,")
        terminal.line("2875 -145", "Table 2,")
        terminal.press("ctrl-c")
        assert terminal.end() == 130
    assert len(event_in(folder).results) == 1


def test_the_clock_fills_the_screen_and_goes_on_after_a_restart(folder: Path) -> None:
    with AtTheTable(folder, "event", "clock") as terminal:
        terminal.see("STOPPED")
        terminal.type(" ")
        terminal.see("RUNNING")
        terminal.type("+")
        terminal.see("█")
        assert run_process("event", "clock", "add", "5", "--table", "2", folder=folder).code == 0
        terminal.see("Table 2: 5")
        terminal.type("q")
        assert terminal.end() == 0
    with AtTheTable(folder, "event", "clock") as terminal:
        terminal.see("RUNNING")
        terminal.press("ctrl-c")
        assert terminal.end() == 0
