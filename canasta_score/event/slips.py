"""The result of a table: the slips that came from it, whether they agree, and what counts."""

from collections.abc import Mapping
from dataclasses import field, replace
from typing import NamedTuple

from canasta_score.hand.facts import HandFacts
from canasta_score.rules.frozen import Value, fast_init, frozen


class Score(NamedTuple):
    """The totals of a game on a slip, in points."""

    ns: int
    ew: int


@fast_init
@frozen
class ScoredHand(Value):
    """A hand of a table: its facts as they were entered, and what each side scored, in points."""

    facts: HandFacts
    score: Score


@fast_init
@frozen
class TableResult(Value):
    """What is known of a table in a game.

    `reports` are the different totals that were entered, in their order; the first one counts. `is_verified`: the same
    totals came twice, or the director decided. `hands` are hands that were entered one by one.
    """

    reports: tuple[Score, ...] = ()
    is_verified: bool = False
    hands: Mapping[int, ScoredHand] = field(default_factory=dict)

    @property
    def score(self) -> Score | None:
        """Return the totals that count, or None while there are none."""
        return self.reports[0] if self.reports else None

    @property
    def is_disputed(self) -> bool:
        """Return whether different totals came and none of them is verified."""
        return len(self.reports) > 1

    def add_report(self, score: Score) -> "TableResult":
        """Return the result with the totals of one more slip; totals that came before are verified by it."""
        if score in (self.reports or sum_hands(self.hands)):
            return self.decide(score)
        return TableResult(reports=(*self.reports, score), hands=self.hands)

    def add_hand(self, number: int, hand: ScoredHand, hands_in_game: int | None) -> "TableResult":
        """Return the result with a hand; once all hands of a game are there, their sum is a slip."""
        hands = {**self.hands, number: hand}
        result = replace(self, hands=hands)
        if len(hands) != hands_in_game:
            return result
        total = sum_hands(hands)
        is_correction = self.reports == sum_hands(self.hands) and not self.is_verified
        return replace(result, reports=total) if is_correction or not self.reports else result.add_report(*total)

    def decide(self, score: Score) -> "TableResult":
        """Return the result with totals that the director decided."""
        return replace(self, reports=(score,), is_verified=True)


def sum_hands(hands: Mapping[int, ScoredHand]) -> tuple[Score, ...]:
    """Return the one sum of hands; nothing without a hand."""
    scores = [hand.score for hand in hands.values()]
    return (Score(sum(score.ns for score in scores), sum(score.ew for score in scores)),) if scores else ()
