"""What comes from a table in a game: slips and hands, whether they agree, and which totals count."""

from collections.abc import Mapping
from typing import NamedTuple

from canasta_score.event.errors import event_error
from canasta_score.event.seating.tables import Direction
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.opening.need import opening_need
from canasta_score.rules.frozen import FastStrEnum, Value, fast_init, field, replace
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.limits import MAX_TOTAL


class SlipState(FastStrEnum):
    """What is known of the slip of a table; JSON shows the values."""

    MISSING = "missing"
    ENTERED = "entered"
    VERIFIED = "verified"
    DISPUTED = "disputed"


_USUAL_HANDS = 3


class Score(NamedTuple):
    """The totals of a game on a slip, in points."""

    ns: int
    ew: int


@fast_init
class ScoredHand(Value):
    """A hand of a table: its facts as they were entered, and what each pair scored, in points."""

    facts: HandFacts
    score: Score


@fast_init
class TableResult(Value):
    """What is known of a table in a game."""

    reports: tuple[Score, ...] = ()  # the different totals that were entered, in their order; the first one counts
    sources: tuple[str, ...] = ()  # where each comes from: the phone of a pair, a file, or "" for the director
    is_verified: bool = False  # the same totals came twice, or the director decided
    hands: Mapping[int, ScoredHand] = field(default_factory=dict)  # that were entered one by one, by their number
    is_done: bool = False  # no more hands come

    @property
    def score(self) -> Score | None:
        """Return the totals that count, or None while there are none."""
        return self.reports[0] if self.reports else None

    @property
    def entered(self) -> list[tuple[Score, str]]:
        """Return the totals with where each comes from."""
        return [*zip(self.reports, self.sources, strict=True)]

    @property
    def is_disputed(self) -> bool:
        """Return whether different totals came; of totals that are verified, the others are not kept."""
        return len(self.reports) > 1

    @property
    def state(self) -> SlipState:
        """Return what is known of the slip of the table."""
        if self.is_disputed:
            return SlipState.DISPUTED
        if self.is_verified:
            return SlipState.VERIFIED
        return SlipState.ENTERED if self.reports else SlipState.MISSING

    @property
    def next_hand(self) -> int:
        """Return the number of the first hand that is not entered."""
        return next(number for number in range(1, len(self.hands) + 2) if number not in self.hands)

    @property
    def waits_for(self) -> Direction | None:
        """Return the pair that has not confirmed yet what the other one entered on its phone."""
        if self.state is not SlipState.ENTERED:
            return None
        opponents = ((Direction.NS, Direction.EW), (Direction.EW, Direction.NS))
        return next((pair for pair, other in opponents if self.is_only_from(other)), None)

    def is_only_from(self, pair: Direction) -> bool:
        """Return whether the totals came from the phone of a pair, and nothing from anybody else."""
        return self.sources == (get_phone_source(pair),)

    def add_report(self, score: Score, source: str = "", *, replaces_own: bool = False) -> "TableResult":
        """Return the result with one more slip, which verifies the same totals if they came before from elsewhere."""
        # With `replaces_own` the totals of a phone or a file take the place of those before.
        entered = self.entered
        others = [each for each in entered if not source or each[1] != source]
        came_before = score in dict(others) if entered else not source and self._is_sum_of_hands(score)
        if came_before:
            return self.decide(score)
        if len(others) < len(entered) and score in self.reports:
            return self
        kept = others if replaces_own else entered
        reports, sources = zip(*kept, (score, source), strict=True)
        return replace(self, reports=reports, sources=sources, is_verified=False)

    def add_hand(self, number: int, hand: ScoredHand, hands_in_game: int | None, source: str = "") -> "TableResult":
        """Return the result with a hand; once all hands of a game are there, their sum is a slip."""
        result = replace(self, hands={**self.hands, number: hand})
        if len(result.hands) != hands_in_game and not self.is_done:
            return result
        total = sum_hands(result.hands)
        if self.is_verified or not all(map(self._is_sum_of_hands, self.reports)):  # there is another slip
            return result.add_report(total, source, replaces_own=bool(source))
        return replace(result, reports=(total,), sources=(source,))

    def finish(self, source: str = "") -> "TableResult":
        """Return the result of a table that plays no more hands: those that are there are its slip."""
        return replace(self, reports=(sum_hands(self.hands),), sources=(source,), is_done=True)

    def _is_sum_of_hands(self, score: Score) -> bool:
        return bool(self.hands) and score == sum_hands(self.hands)

    def decide(self, score: Score) -> "TableResult":
        """Return the result with totals that the director decided."""
        return replace(self, reports=(score,), sources=("",), is_verified=True)


def get_phone_source(pair: Direction) -> str:
    """Return what names the phone of a pair among the sources of totals."""
    return f"phone {pair}"


def sum_hands(hands: Mapping[int, ScoredHand]) -> Score:
    """Return what the hands of a table add up to."""
    scores = [hand.score for hand in hands.values()]
    return Score(sum(score.ns for score in scores), sum(score.ew for score in scores))


def find_needs(variant: Variant, hands: Mapping[int, ScoredHand], number: int) -> dict[str, int]:
    """Return the points that each pair needs to open a hand, by its total before; the lowest if a hand is missing."""
    before = {earlier: hand for earlier, hand in hands.items() if earlier < number}
    totals = sum_hands(before) if len(before) == number - 1 else Score(-MAX_TOTAL, -MAX_TOTAL)
    return {str(way): opening_need(variant, total, number) for way, total in zip(Direction, totals, strict=True)}


def count_hands(variant: Variant) -> int:
    """Return how many hands a game has, or usually has where the rules do not say."""
    return variant.game.hands or _USUAL_HANDS


def require_hand_number(variant: Variant, number: int | None) -> int:
    """Return the number of a hand; raises EventError for none, and for one after the last hand of a game."""
    hands = variant.game.hands
    if number is None:
        raise event_error("the number of the hand is missing", "count from 1")
    if hands is not None and number > hands:
        raise event_error(f"there is no hand {number}", f"in these rules a game has {hands} hands")
    return number
