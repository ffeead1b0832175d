"""The games of an evening: which of the games in a folder are counted, and for whom."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from support.command_line import run_ok

from canasta_score import read_ledger
from canasta_score.game.evening import CurrentLedger, count_evening_wins, find_current_ledger

EVENING = datetime.fromisoformat("2026-11-21T19:00:00+00:00")
SIDES = ("Ann & Bob", "Cy & Di")


def play_game(file: str, hours: float, *, hand: str = "we n1 t200", names: tuple[str, str] = SIDES) -> Path:
    """Write a game of one hand that ended some hours into the evening."""
    run_ok("new", "-l", file, "--we", names[0], "--they", names[1], "--set", "game.hands=1", "--set", "game.target=99")
    run_ok("add", "--anyway", "-l", file, *hand.split())
    path = Path(file)
    ended = read_ledger(path).entries[-1].recorded_at.isoformat()
    path.write_text(path.read_text().replace(ended, (EVENING + timedelta(hours=hours)).isoformat()))
    return path


@pytest.mark.usefixtures("game_folder")
def test_games_of_the_same_sides_within_twelve_hours_are_counted() -> None:
    play_game("canasta.toml", -13)
    play_game("canasta-2.toml", -12, hand="they n1 t200")
    play_game("canasta-3.toml", -1, names=("bob and ann", "Di & Cy"))
    play_game("canasta-4.toml", -1, names=("Di & Cy", "Ann & Bob"))
    play_game("canasta-5.toml", -1, names=("Ann & Bob", "Ed & Flo"))
    play_game("canasta-6.toml", -1, hand="they h5 we h5")
    play_game("other.toml", -1)
    for file, year in (("canasta-11.toml", "0001"), ("canasta-12.toml", "9999")):
        path = play_game(file, 0)
        path.write_text(path.read_text().replace(EVENING.isoformat(), f"{year}-11-21T19:00:00"))
    Path("canasta-7.toml").write_text("damaged")
    run_ok("new", "-l", "canasta-8.toml", "--we", SIDES[0], "--they", SIDES[1])
    last = play_game("canasta-9.toml", 0)
    play_game("canasta-10.toml", 1)
    assert dict(count_evening_wins(read_ledger(last))) == {"Ann & Bob": 2, "Cy & Di": 2, None: 1}


@pytest.mark.usefixtures("game_folder")
def test_a_number_that_belongs_to_the_name_hides_no_game() -> None:
    path = play_game("game-2026.toml", 0)
    assert dict(count_evening_wins(read_ledger(path))) == {"Ann & Bob": 1}
    play_game("game.toml", -1, hand="they n1 t200")
    assert dict(count_evening_wins(read_ledger(path))) == {"Ann & Bob": 1, "Cy & Di": 1}


@pytest.mark.usefixtures("game_folder")
def test_damaged_games_are_named_and_the_first_one_stays_the_current_game() -> None:
    first = play_game("canasta.toml", 0)
    play_game("canasta-2.toml", 1)
    Path("canasta-3.toml").write_text("damaged")
    found = find_current_ledger(first)
    assert (found.path, found.is_over) == (Path("canasta-2.toml"), True)
    assert [diagnostic.file for diagnostic in found.diagnostics] == ["canasta-3.toml"]
    first.write_text("damaged")
    assert find_current_ledger(first) == CurrentLedger(path=first)
