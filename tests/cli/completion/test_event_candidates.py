"""What TAB offers on a club day: pairs, games and tables that miss a slip, the items of a hand."""

import pytest
from support.command_line import run_ok
from support.completion import offered, words_offered
from support.event_commands import enter, start_drawn

pytestmark = pytest.mark.usefixtures("day")


@pytest.fixture
def day(game_folder: object) -> None:
    start_drawn("--games", "2", seed=1)
    enter("slip", "1", "1", "5", "10")


def test_pairs_are_offered_with_their_names() -> None:
    assert offered("event", "withdraw", "") == [
        ("1", "Ann & Bob"), ("2", "Cy & Di"), ("3", "Ed & Flo"), ("4", "Gus & Hal"), ("5", "Ian & Jo"),
    ]  # fmt: skip


def test_a_slip_is_offered_games_and_tables_that_miss_one() -> None:
    assert words_offered("event slip ") == ["1", "2"]
    assert words_offered("event slip 1 ") == ["2"]
    assert words_offered("event fix 1 ") == ["1", "2"]
    run_ok("event", "slip", "1", "2", "5", "10")
    assert words_offered("event slip ") == ["2"]
    assert words_offered("event round ") == ["1", "2"]
    assert len(words_offered("event slip 2 ")) == 2


def test_a_game_has_the_number_of_slips_that_it_misses() -> None:
    assert offered("event", "slip", "") == [("1", "1 slip missing"), ("2", "")]  # game 2 has no seats yet
    run_ok("event", "slip", "1", "2", "5", "10")
    assert offered("event", "fix", "") == [("1", ""), ("2", "")]


def test_a_hand_is_offered_the_items_of_the_rules() -> None:
    assert "red=" in words_offered("event slip 1 2 --hand 1 ns ")
    assert {("ns", "North-South"), ("ew", "East-West")} <= {*offered("event", "slip", "1", "2", "--hand", "1", "")}
    assert words_offered("event slip 1 2 ") == []


def test_words_of_the_settings_are_offered() -> None:
    assert words_offered("event new --movement r") == ["round-robin"]
    assert words_offered("event print s") == ["slips", "seating", "standings"]
    assert words_offered("event clock add 5 --table ") == ["1", "2"]


def test_a_missing_event_offers_nothing() -> None:
    assert words_offered("event withdraw -e none.toml ") == []
