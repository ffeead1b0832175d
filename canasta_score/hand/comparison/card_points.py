"""Points of cards by other rules: cards may be worth other points there, and a penalty may stand in their place.

Black threes left in hand that a penalty tells of have no card points beside it: they are not told in `hand` as well.
"""

from collections.abc import Iterable, Mapping, Sequence

from canasta_score.hand.comparison.ambiguities import REENTER_HINT, Ambiguity, MissingItem
from canasta_score.hand.comparison.threes import ThreesInHand, format_none_hint, select_three_penalties
from canasta_score.hand.facts import SideFacts
from canasta_score.hand.tally.parser import CardsByFact
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.facts import CardPoints
from canasta_score.rules.model.penalties import Penalty
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_CARD_EXAMPLES = {"table": "table=7xK+3x4", "hand": "hand=2xA+1x9"}


class CardPointsConverter:
    """Counting a side's cards by other rules than those they were told by."""

    def __init__(self, first: Variant, other: Variant, told: SideFacts, cards: CardsByFact, left: ThreesInHand) -> None:
        """Take the two rules, what a side told, the cards that it names, and the threes left in its hands."""
        self._source, self._target, self._side_facts, self._named_cards, self._threes_in_hand = (
            first,
            other,
            told,
            cards,
            left,
        )
        self._source_points, self._target_points = first.deck.points, other.deck.points

    def convert_table(self) -> Ambiguity:
        """Give the points of the cards on the table."""
        fact = self._source.count.table
        if named := self._named_cards.get(fact.name):
            return _build_known_points(fact, self._target.deck.sum_points(named))
        return self._convert_points(fact)

    def _convert_points(self, fact: CardPoints) -> Ambiguity:
        """Give points of which nobody told the cards: not known where some ranks are worth other points."""
        points = self._side_facts.get(fact.name, 0)
        ranks = [
            rank for rank in Rank if rank is not Rank.THREE and self._source_points[rank] != self._target_points[rank]
        ]
        if ranks and (points or not all(self._source_points[rank] for rank in ranks)):
            remedy = f"tell the cards, such as {_CARD_EXAMPLES[fact.name]}"
            return _build_unknown_points(
                fact,
                (points, points + 1),
                f"what {fact.name}={points} gives",
                self._format_point_differences(ranks),
                remedy,
            )
        return _build_known_points(fact, points)

    def _format_point_differences(self, ranks: Iterable[Rank]) -> str:
        """Say which ranks are worth other points."""
        words = ", ".join(f"{rank}: {self._source_points[rank]}, here {self._target_points[rank]}" for rank in ranks)
        return f"cards have other points ({words})"

    def convert_hand(self) -> Ambiguity:
        """Give the points of the cards left in hand."""
        fact = self._source.count.hand
        doubt = self._convert_points(fact)
        if fact.name not in self._named_cards and doubt.missing_items:
            return doubt
        ways = tuple(dict.fromkeys(self._list_hand_points()))
        if len(ways) == 1:
            return _build_known_points(fact, ways[0])
        points = self._side_facts.get(fact.name, 0)
        what = f"what {fact.name}={points} gives"
        if not ways:
            return _build_unknown_points(
                fact, (points, points + 1), what, "the threes left in hand do not fit it", REENTER_HINT
            )
        return _build_unknown_points(
            fact,
            ways,
            what,
            self._explain_unknown_points(),
            self._build_black_three_hint(),
            untold=bool(self._list_missing_facts()),
        )

    def _list_hand_points(self) -> Sequence[int]:
        """List what the cards in hand can come to; first if nobody had any black threes that are not told."""
        left, each, here = (
            self._threes_in_hand.list_black_counts(),
            self._get_black_three_points(self._source),
            self._get_black_three_points(self._target),
        )
        named = self._named_cards.get(self._source.count.hand.name)
        if named is not None:
            return self._list_named_card_points(named)
        points = self._side_facts.get(self._source.count.hand.name, 0)
        if not points and each:
            return [0]
        return [points + number * (here - each) for number in left if number * each <= points or here == each]

    def _list_named_card_points(self, named: Mapping[Rank, int]) -> Sequence[int]:
        """List what cards in hand that are told one by one can come to, beside black threes that a penalty tells of."""
        left, each, here = (
            self._threes_in_hand.list_black_counts(),
            self._get_black_three_points(self._source),
            self._get_black_three_points(self._target),
        )
        total, worth, threes = (
            self._target.deck.sum_points(named),
            self._target_points[Rank.THREE],
            named.get(Rank.THREE, 0),
        )
        if not each:
            return [total + number * here for number in left if not (number and threes)]
        if worth == here:
            return [total]
        return [total - number * worth for number in left if number <= threes]

    def _get_black_three_points(self, variant: Variant) -> int:
        """Give the points that a black three has in `hand`: none where a penalty tells of it."""
        return 0 if _select_black_three_penalties(variant.penalties) else variant.deck.points[Rank.THREE]

    def _explain_unknown_points(self) -> str:
        """Say why black threes left in hand make points that are not known."""
        if told := self._threes_in_hand.list_entered() if _select_black_three_penalties(self._source.penalties) else []:
            worth = self._target_points[Rank.THREE]
            return f"how many of {join_words(told)} are black, with card points here (3: {worth}), is not told"
        if self._source_points[Rank.THREE] != self._target_points[Rank.THREE]:
            return self._format_point_differences([Rank.THREE])
        names = [one.name for one in _select_black_three_penalties(self._target.penalties)]
        return f"black threes left in hand are told by {join_words(names)} here"

    def _build_black_three_hint(self) -> str:
        """Say what would tell of black threes left in hand."""
        least = self._threes_in_hand.count_by_penalty(*min(self._threes_in_hand.possible_counts))
        remedies = [format_none_hint(name, least[name]) for name in self._list_missing_facts()[:1]]
        is_settled = not self._target_points[Rank.THREE] or not _select_black_three_penalties(self._target.penalties)
        if (
            is_settled
            and self._get_black_three_points(self._source)
            and self._source.count.hand.name not in self._named_cards
        ):
            remedies.append(f"the cards, such as {_CARD_EXAMPLES[self._source.count.hand.name]}")
        return f"tell {', or '.join(remedies)}" if remedies else REENTER_HINT

    def _list_missing_facts(self) -> list[str]:
        """Name the facts that nobody told and that would tell of black threes left in hand."""
        names = [
            one.name
            for one in _select_black_three_penalties(self._threes_in_hand.target_penalties)
            if Color.BLACK in self._threes_in_hand.unreported_colors
        ]
        return [name for name in names if name not in self._source.facts]


def _select_black_three_penalties(penalties: Iterable[Penalty]) -> list[Penalty]:
    """List the penalties for black threes left in hand, alone or with red ones."""
    return [one for one in select_three_penalties(penalties) if Color.BLACK in one.threes]


def _build_known_points(fact: CardPoints, points: int) -> Ambiguity:
    """Give points that are sure."""
    return Ambiguity(readings=({fact.name: points},), missing_items=())


def _build_unknown_points(
    fact: CardPoints, ways: Iterable[int], what: str, why: str, remedy: str, *, untold: bool = False
) -> Ambiguity:
    """Give the doubt about points that can be so or so."""
    missing = MissingItem(fact=fact.name, message=f"{what} cannot be known, for {why}; {remedy}")
    return Ambiguity(
        readings=tuple({fact.name: points} for points in ways), missing_items=(missing,), is_not_entered=untold
    )
