"""Points of cards by other rules: cards may be worth other points there, and a penalty may stand in their place.

Black threes left in hand that a penalty tells of have no card points beside it: they are not told in `hand` as well.
"""

from collections.abc import Iterable, Mapping, Sequence

from canasta_score.hand.comparison.ambiguities import IN_THESE_WORDS, Doubt, Missing
from canasta_score.hand.comparison.threes import ThreesInHand, none_beside, of_threes
from canasta_score.hand.facts import Told
from canasta_score.hand.tally.parser import NamedCards
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.facts import CardPoints
from canasta_score.rules.model.penalties import Penalty
from canasta_score.rules.model.threes import Colour
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import listed

SUCH_AS = {"table": "table=7xK+3x4", "hand": "hand=2xA+1x9"}


class Counting:
    """Counting a side's cards by other rules than those they were told by."""

    def __init__(self, first: Variant, other: Variant, told: Told, cards: NamedCards, left: ThreesInHand) -> None:
        """Take the two rules, what a side told, the cards that it names, and the threes left in its hands."""
        self.first, self.other, self.told, self.cards, self.left = first, other, told, cards, left
        self.points, self.points_here = first.deck.points, other.deck.points

    def table(self) -> Doubt:
        """Give the points of the cards on the table."""
        fact = self.first.count.table
        if named := self.cards.get(fact.name):
            return known(fact, self.other.deck.worth(named))
        return self.told_in_points(fact)

    def told_in_points(self, fact: CardPoints) -> Doubt:
        """Give points of which nobody told the cards: not known where some ranks are worth other points."""
        points = self.told.get(fact.name, 0)
        ranks = [rank for rank in Rank if rank is not Rank.THREE and self.points[rank] != self.points_here[rank]]
        if ranks and (points or not all(self.points[rank] for rank in ranks)):
            remedy = f"tell the cards, such as {SUCH_AS[fact.name]}"
            return not_known(
                fact, (points, points + 1), f"what {fact.name}={points} gives", self.other_points(ranks), remedy
            )
        return known(fact, points)

    def other_points(self, ranks: Iterable[Rank]) -> str:
        """Say which ranks are worth other points."""
        words = ", ".join(f"{rank}: {self.points[rank]}, here {self.points_here[rank]}" for rank in ranks)
        return f"cards have other points ({words})"

    def hand(self) -> Doubt:
        """Give the points of the cards left in hand."""
        fact = self.first.count.hand
        doubt = self.told_in_points(fact)
        if fact.name not in self.cards and doubt.missing:
            return doubt
        ways = tuple(dict.fromkeys(self.points_in_hand()))
        if len(ways) == 1:
            return known(fact, ways[0])
        points = self.told.get(fact.name, 0)
        what = f"what {fact.name}={points} gives"
        if not ways:
            return not_known(fact, (points, points + 1), what, "the threes left in hand do not fit it", IN_THESE_WORDS)
        return not_known(fact, ways, what, self.why(), self.remedy(), untold=bool(self.untold()))

    def points_in_hand(self) -> Sequence[int]:
        """List what the cards in hand can come to; first if nobody had any black threes that are not told."""
        left, each, here = self.left.black(), self.each_three(self.first), self.each_three(self.other)
        named = self.cards.get(self.first.count.hand.name)
        if named is not None:
            return self.points_of_named(named)
        points = self.told.get(self.first.count.hand.name, 0)
        if not points and each:
            return [0]
        return [points + number * (here - each) for number in left if number * each <= points or here == each]

    def points_of_named(self, named: Mapping[Rank, int]) -> Sequence[int]:
        """List what cards in hand that are told one by one can come to, beside black threes that a penalty tells of."""
        left, each, here = self.left.black(), self.each_three(self.first), self.each_three(self.other)
        total, worth, threes = self.other.deck.worth(named), self.points_here[Rank.THREE], named.get(Rank.THREE, 0)
        if not each:
            return [total + number * here for number in left if not (number and threes)]
        if worth == here:
            return [total]
        return [total - number * worth for number in left if number <= threes]

    def each_three(self, variant: Variant) -> int:
        """Give the points that a black three has in `hand`: none where a penalty tells of it."""
        return 0 if telling(variant.penalties) else variant.deck.points[Rank.THREE]

    def why(self) -> str:
        """Say why black threes left in hand make points that are not known."""
        if told := self.left.as_told() if telling(self.first.penalties) else []:
            worth = self.points_here[Rank.THREE]
            return f"how many of {listed(told)} are black, with card points here (3: {worth}), is not told"
        if self.points[Rank.THREE] != self.points_here[Rank.THREE]:
            return self.other_points([Rank.THREE])
        return (
            f"black threes left in hand are told by {listed([one.name for one in telling(self.other.penalties)])} here"
        )

    def remedy(self) -> str:
        """Say what would tell of black threes left in hand."""
        least = self.left.counted(*min(self.left.pairs))
        remedies = [none_beside(name, least[name]) for name in self.untold()[:1]]
        is_settled = not self.points_here[Rank.THREE] or not telling(self.other.penalties)
        if is_settled and self.each_three(self.first) and self.first.count.hand.name not in self.cards:
            remedies.append(f"the cards, such as {SUCH_AS[self.first.count.hand.name]}")
        return f"tell {', or '.join(remedies)}" if remedies else IN_THESE_WORDS

    def untold(self) -> list[str]:
        """Name the facts that nobody told and that would tell of black threes left in hand."""
        names = [one.name for one in telling(self.left.here) if Colour.BLACK in self.left.unseen]
        return [name for name in names if name not in self.first.facts]


def telling(penalties: Iterable[Penalty]) -> list[Penalty]:
    """List the penalties for black threes left in hand, alone or with red ones."""
    return [one for one in of_threes(penalties) if Colour.BLACK in one.threes]


def known(fact: CardPoints, points: int) -> Doubt:
    """Give points that are sure."""
    return Doubt(ways=({fact.name: points},), missing=())


def not_known(
    fact: CardPoints, ways: Iterable[int], what: str, why: str, remedy: str, *, untold: bool = False
) -> Doubt:
    """Give the doubt about points that can be so or so."""
    missing = Missing(fact=fact.name, message=f"{what} cannot be known, for {why}; {remedy}")
    return Doubt(ways=tuple({fact.name: points} for points in ways), missing=(missing,), untold=untold)
