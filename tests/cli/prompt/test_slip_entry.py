"""Guided entry of slips: table after table, in few keystrokes."""

from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok
from support.event_commands import start_drawn
from support.typist import answering

from canasta_score.cli.event.recording import open_event
from canasta_score.cli.prompt.slip_entry import SlipEntry

PATH = Path("event.toml")
MOST_KEYS = 20 * 14

pytestmark = pytest.mark.usefixtures("game_folder")


def start(pairs: int) -> None:
    start_drawn(names=tuple(f"P{pair} & Q{pair}" for pair in range(pairs)), seed=1)


def test_the_introduction_fits_eighty_columns(capsys: pytest.CaptureFixture[str]) -> None:
    start(4)
    capsys.readouterr()
    SlipEntry(open_event(PATH), answering("q")).run()
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def status() -> dict[str, object]:
    return run_json("event", "status", "--json")


def test_a_round_of_twenty_tables_takes_few_keystrokes() -> None:
    start(40)
    answers = [f"{1000 + 5 * table} {12000 - 5 * table}" for table in range(20)]
    assert sum(len(answer) + 1 for answer in answers) <= MOST_KEYS  # each with Enter
    SlipEntry(open_event(PATH), answering(*answers)).run()
    assert status()["complete"]
    assert len(run_json("event", "standings", "--json")["fields"][0]["ranking"]) == 40


def test_a_figure_too_many_is_warned_of_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    start(2)
    capsys.readouterr()
    SlipEntry(open_event(PATH), answering("28750 2075")).run()
    assert capsys.readouterr().err.startswith("warning: 28,750")
    assert status()["missing"] == []


def test_enter_is_not_yet_and_the_next_time_only_what_is_missing_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    start(6)
    SlipEntry(open_event(PATH), answering("2875 -145", "", "5 10")).run()
    assert status()["missing"] == [2]
    SlipEntry(open_event(PATH), answering("?", "2,000/1,995")).run()
    assert status()["missing"] == []
    SlipEntry(open_event(PATH), answering()).run()
    assert "All slips" in capsys.readouterr().out


def test_what_cannot_be_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    start(4)
    SlipEntry(open_event(PATH), answering("5", "5 x", "5 7", "99999999 5", "5 10", "q")).run()
    assert status()["missing"] == [2]
    assert capsys.readouterr().err.count("error: ") == 3


def test_back_to_the_table_before_verifies_or_disputes_it(capsys: pytest.CaptureFixture[str]) -> None:
    start(4)
    SlipEntry(open_event(PATH), answering("5 10", "<", "10 5", "5 10", "20 25")).run()
    assert "warning: " in capsys.readouterr().err
    assert (status()["disputed"], status()["unverified"]) == ([], [2])
    SlipEntry(open_event(PATH), answering()).run()


def test_leaving_keeps_what_is_entered() -> None:
    start(4)
    with pytest.raises(EOFError):
        SlipEntry(open_event(PATH), answering("5 10", EOFError)).run()
    assert status()["missing"] == [2]


def test_another_program_that_was_faster_is_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    start(4)
    entry = SlipEntry(open_event(PATH), answering("5 10", "5 10", "q"))
    run_ok("event", "slip", "1", "1", "5", "5")
    run_ok("event", "slip", "1", "2", "5", "5")
    run_ok("event", "announce")
    entry.run()
    assert "announced" in capsys.readouterr().err


def test_without_a_terminal_an_example_is_shown() -> None:
    start(4)
    done = run("event", "slip")
    assert (done.code, "event slip 1 3" in done.err) == (2, True)
