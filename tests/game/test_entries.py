"""What a hand adds to the totals, and the moment at which an entry was made."""

from datetime import UTC, datetime
from pathlib import Path

from canasta_score import new_ledger, record_hand, void_hand
from canasta_score.game.entries import get_hand_points, get_seconds

FILE = "canasta.toml"


def test_a_hand_adds_points_and_a_canceled_hand_none(game_folder: Path) -> None:
    del game_folder
    new_ledger(FILE, "nvso", {"we": "Ann & Bob", "they": "Cy & Di"})
    game = record_hand(FILE, {"we": {"natural": 1, "table": 160, "hand": 10}, "they": {"hand": 85}})
    assert get_hand_points(game.hands[0]) == {"we": 500 + 160 - 10, "they": -85}
    assert get_hand_points(void_hand(FILE, 1).hands[0]) == {}


def test_a_moment_in_the_first_or_last_year_of_the_calendar_has_seconds() -> None:
    first, last = datetime(1, 1, 1), datetime(9999, 12, 31)  # noqa: DTZ001 -- a file may have times without an offset
    assert get_seconds(first) <= get_seconds(datetime(2, 1, 1, tzinfo=UTC))
    assert get_seconds(last) >= get_seconds(datetime(9999, 12, 30, tzinfo=UTC))
