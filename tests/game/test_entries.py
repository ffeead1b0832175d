"""What a hand adds to the totals, and the moment at which an entry was made."""

import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.command_line import run_ok

from canasta_score import new_ledger, read_ledger, record_hand, void_hand
from canasta_score.game.entries import parse_timestamp

FILE = "canasta.toml"


def test_a_hand_adds_points_and_a_canceled_hand_none(game_folder: Path) -> None:
    del game_folder
    new_ledger(FILE, "nvso", {"we": "Ann & Bob", "they": "Cy & Di"})
    game = record_hand(FILE, {"we": {"natural": 1, "table": 160, "hand": 10}, "they": {"hand": 85}})
    assert game.totals == {"we": 500 + 160 - 10, "they": -85}
    assert void_hand(FILE, 1).totals == {"we": 0, "they": 0}


@pytest.fixture
def five_hours_west(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if os.name != "posix":
        pytest.skip("the system has no tzset")
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "XXX5")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("five_hours_west", "game_folder")
def test_a_time_without_a_zone_is_that_of_this_computer_and_can_be_compared() -> None:
    Path("sheet.csv").write_text("hand,time,side,base,count\n1,2026-11-05T19:30:00,we,500,5\n1,,they,1000,5\n")
    run_ok("import", "sheet.csv", "-l", FILE)
    assert "\nat = 2026-11-05T19:30:00-05:00\n" in Path(FILE).read_text()
    game = record_hand(FILE, {"we": {"natural": 1, "table": 160, "hand": 10}, "they": {"hand": 85}})
    assert game.started_at == datetime(2026, 11, 6, 0, 30, tzinfo=UTC)
    assert max(entry.recorded_at for entry in game.entries) == game.entries[1].recorded_at
    # A file of 0.2, which wrote such times as they were imported.
    text = Path(FILE).read_text().replace("2026-11-05T19:30:00-05:00", "2026-11-05T19:30:00")
    Path("old.toml").write_text(text)
    assert (read_ledger("old.toml").started_at, read_ledger("old.toml").entries) == (game.started_at, game.entries)
    run_ok("export", "old.toml", "-o", "old.json")
    exported = Path("old.json").read_text()
    assert '"at": "2026-11-05T19:30:00-05:00"' in exported
    Path("old.json").write_text(exported.replace("19:30:00-05:00", "19:30:00"))
    run_ok("import", "old.json", "-l", "again.toml")
    assert read_ledger("again.toml").entries == game.entries


@pytest.mark.parametrize("text", ["0001-01-01", "9999-12-31T23:59:59"])
def test_a_time_in_the_first_or_last_year_of_the_calendar_has_a_zone(text: str) -> None:
    moment = parse_timestamp(text)
    assert moment is not None
    assert moment.tzinfo is not None
