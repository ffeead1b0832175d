"""A club day at a real terminal."""

from pathlib import Path

import pytest
from support.at_a_terminal import AtTheTable
from support.command_line import run_process
from support.randomness import chance

from canasta_score.event.event import Event
from canasta_score.event.slips import Score
from canasta_score.event.storage.event_files import read_event

pytestmark = pytest.mark.end_to_end


class SmallTerminal(AtTheTable):
    """The least size that the desk is made for, but for phones."""

    rows, columns = 24, 80


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


def test_forty_tables_are_typed_and_verified_in_twelve_keys_a_slip_and_pass(tmp_path: Path) -> None:
    names = [f"Ann{number} & Bob{number}" for number in range(80)]
    for words in (("new", "Club day"), ("pair", *names), ("draw", "--seed", "1")):
        assert run_process("event", *words, folder=tmp_path).code == 0
    random = chance("desk")
    slips = {table: Score(5 * random.randint(200, 1900), 5 * random.randint(-99, 1900)) for table in range(1, 41)}
    pile = random.sample(sorted(slips), 40)
    keys = 0

    def type_line(line: str, answer: str) -> None:
        nonlocal keys
        keys += len(line) + 1  # with Enter
        terminal.type(f"{line}\r")
        terminal.see(answer)

    with SmallTerminal(tmp_path, "event", "desk") as terminal:
        terminal.see("0 of 40 slips in")
        for table in pile:
            type_line(f"{table} {slips[table].ns} {slips[table].ew}", f"table {table}: Ann")
        terminal.see("40 of 40 slips in, 0 verified")
        type_line("", f"table {pile[0]}, again,")
        for table in pile:
            type_line(f"{slips[table].ns} {slips[table].ew}", f"{slips[table].ew:,} (verified)")
        terminal.see("All slips of game 1 are in and verified.")
        terminal.see_line("game 1 >")
        terminal.press("ctrl-d")
        terminal.see("everything you entered is saved")
        assert terminal.end() == 0
    assert keys <= 12 * 2 * len(slips)
    results = event_in(tmp_path).results
    assert {table: result.score for (_, table), result in results.items()} == slips
    assert all(result.is_verified for result in results.values())


def test_an_unlikely_line_comes_back_to_be_edited_and_ctrl_c_leaves(folder: Path) -> None:
    with AtTheTable(folder, "event", "slip") as terminal:
        terminal.see("table 1,")
        terminal.line("2 2875 28750", "Record it anyway? [y/N/edit]")
        assert "hint: " not in terminal.text
        terminal.line("edit", "table 1,")
        terminal.until(lambda _: terminal.at_cursor.endswith("2 2875 28750"))
        terminal.press("backspace", "enter")
        terminal.see("Cy & Di 2,875")
        terminal.line("", "table 2,")
        terminal.type("Gus")
        terminal.press("tab")
        terminal.until(lambda _: terminal.at_cursor.endswith("> 2"))
        terminal.press("ctrl-c")
        terminal.until(lambda _: terminal.at_cursor.endswith(">"))
        terminal.press("ctrl-c")
        terminal.see("everything you entered is saved")
        assert terminal.end() == 0
    assert [result.score for result in event_in(folder).results.values()] == [Score(2875, 2875)]


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
