"""The totals that no game brings."""

from dataclasses import replace

import pytest
from support.event_days import Day, rules_of

from canasta_score.event.event import Event
from canasta_score.event.slip_totals import find_largest_likely_total
from canasta_score.event.slips import Score, TableResult
from canasta_score.recording.events import list_doubts
from canasta_score.rules.catalog.loading import load_with_overrides

pytestmark = pytest.mark.usefixtures("sentences")


def test_every_canasta_three_bonus_and_card_of_the_deck_counts_once() -> None:
    """Count it for NVSO by its rules.

    The deck makes 9 natural canastas (4 to king, without sevens) at 500, or 10 mixed ones (aces too) at 300, or one of
    aces or sevens at 2,500, or of wild cards one at 3,000, one at 2,500 or one at 2,000: together 20,000. Eight threes
    are 2,000, going out is 100, and the cards are 8 x (4 x 5 + 6 x 10 + 2 x 20) + 4 x 50 = 1,160.
    """
    assert find_largest_likely_total(rules_of("nvso-tournament")[1]) == 20000 + 2000 + 100 + 1160


@pytest.mark.parametrize(("hands", "times"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3)])
def test_more_hands_bring_more(hands: int, times: int) -> None:
    variant = load_with_overrides("nvso-tournament", [f"game.hands={hands}"])[1]
    assert find_largest_likely_total(variant) == 23260 * times


@pytest.mark.parametrize(("ns", "ew", "doubts"), [(23260, -23260, 0), (23265, 5, 1), (28750, -28750, 2)])
def test_what_is_beyond_is_unlikely_on_both_sides_of_zero(ns: int, ew: int, doubts: int) -> None:
    day = Day(2, variant="nvso-tournament")
    day.draw()
    assert len([*list_doubts(day.event, 1, 1, Score(ns, ew))]) == doubts


def test_canastas_that_are_worth_more_together_count_together() -> None:
    """Nine natural canastas at 500 are 4,500; here one is worth 500 and each of the other eight 1,000."""
    house_rules = ["game.hands=3", "canastas.natural.points=[500, 1500]"]
    variant = load_with_overrides("nvso-tournament", house_rules)[1]
    assert find_largest_likely_total(variant) == 23260 + 8 * 500


def test_the_largest_points_of_a_canasta_by_the_hand_count() -> None:
    points = "canastas.natural.points={ by = 'hand', steps = [500, 700, 600] }"
    variant = load_with_overrides("nvso-tournament", [points])[1]
    assert find_largest_likely_total(variant) == 23260 + 9 * 200


def test_the_slips_of_a_large_event_are_not_all_looked_up_at_each(monkeypatch: pytest.MonkeyPatch) -> None:
    day = Day(80, variant="nvso-tournament")
    day.draw()
    day.play(1, *((5 * table, 1000) for table in range(1, 41)))
    event, looked_up = day.event, list[int]()
    get_result = Event.get_result

    def count_result(self: Event, game: int, table: int) -> TableResult:
        looked_up.append(table)
        return get_result(self, game, table)

    monkeypatch.setattr(Event, "get_result", count_result)
    event = replace(event, seatings={**event.seatings, 2: event.seatings[1]})
    (doubt,) = list_doubts(event, 2, 3, Score(15, 1000))
    assert doubt.message.startswith("table 3 had these totals in game 1")
    assert [*list_doubts(event, 2, 4, Score(15, 1000))] == []
    assert len(looked_up) < 10
