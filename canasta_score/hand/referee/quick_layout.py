"""A quick layout of the cards of a hand, which proves for nearly every hand that the deck holds them.

Each group of natural cards gets a slot of its own: the cards of one rank have as many slots as the largest group fits
into them. The groups that fit the fewest ranks choose first, so that a group is always left as many slots as it fits,
less those that are taken; it never costs more than the next of its slots, counted from the cheapest. So the points of
the layout are an upper bound of the fewest points that the cards can have.
"""

from collections.abc import Collection

from canasta_score.hand.facts import SideFacts, list_card_patterns
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import CardPattern
from canasta_score.rules.model.cards import NATURAL_RANKS, Deck, Rank
from canasta_score.rules.model.penalties import CardPlace
from canasta_score.rules.model.variant import Variant


@frozen
class _FactGroup(Value):
    """The group of cards that a fact implies each time: its fewest wild cards, and its natural cards.

    `points` are those of its wild cards, or of a sequence as cheap as can be; `slot_points` those of its natural cards
    in each slot that it fits, in rising order.
    """

    fact: str
    place: CardPlace | None
    jokers: int
    twos: int
    is_sequence: bool
    needs_slot: bool
    points: int
    slot_points: tuple[int, ...]


class QuickLayout:
    """Lays out the cards that facts of a variant imply; all that can be is worked out once for all hands."""

    def __init__(self, variant: Variant) -> None:
        """Work out the slots of every fact that implies cards."""
        deck, patterns = variant.deck, list_card_patterns(variant)
        cards_of_rank = deck.count_rank(NATURAL_RANKS[0])
        naturals = [pattern.natural_range[1] for _, _, pattern in patterns if not pattern.sequence]
        self._jokers, self._twos = deck.count_rank(Rank.JOKER), deck.count_rank(Rank.TWO)
        # What the slots leave of each rank is for sequences, which take one card of a rank each.
        slots_of_rank, self._most_sequences = divmod(cards_of_rank, max([1, *naturals]))
        groups = [_build_fact_group(deck, fact, place, pattern, slots_of_rank) for fact, place, pattern in patterns]
        self._groups = sorted(groups, key=lambda group: len(group.slot_points))
        self._groups_by_place = {
            place: [group for group in self._groups if group.place is place] for place in CardPlace
        }

    def has_groups(self, side_facts: SideFacts, place: CardPlace) -> bool:
        """Return whether a side's facts imply cards on the table or in hand."""
        return any(side_facts.get(group.fact, 0) > 0 for group in self._groups_by_place[place])

    def find_points(self, facts: Collection[SideFacts], place: CardPlace | None = None) -> int | None:
        """Return the points of a layout of all cards that the facts of some sides imply, or None if it fails.

        With `place`, only of the cards on the table or in hand. None does not mean that the deck lacks the cards.
        """
        numbers: dict[str, int] = {}
        for side_facts in facts:
            for fact, number in side_facts.items():
                if number > 0:
                    numbers[fact] = numbers.get(fact, 0) + number
        points = jokers = twos = sequences = slots = 0
        for group in self._groups_by_place[place] if place else self._groups:
            if group.fact not in numbers:
                continue
            number = numbers[group.fact]
            points += number * group.points
            jokers += number * group.jokers
            twos += number * group.twos
            sequences += number * group.is_sequence
            if group.needs_slot:
                points += sum(group.slot_points[slots : slots + number])
                slots += number
                if slots > len(group.slot_points):
                    return None
        if jokers > self._jokers or twos > self._twos or sequences > self._most_sequences:
            return None
        return points


def _build_fact_group(
    deck: Deck, fact: str, place: CardPlace | None, pattern: CardPattern, slots_of_rank: int
) -> _FactGroup:
    jokers, twos, naturals = pattern.jokers[0], pattern.wilds[0] - pattern.jokers[0], pattern.natural_range[1]
    points = jokers * deck.points[Rank.JOKER] + twos * deck.points[Rank.TWO]
    slot_points: list[int] = []
    if pattern.sequence:
        points = min(sum(deck.points[rank] for rank in ranks) for ranks in pattern.iter_sequences())
    elif naturals:
        for rank in pattern.ranks or NATURAL_RANKS:
            slot_points += [naturals * deck.points[rank]] * slots_of_rank
    return _FactGroup(
        fact=fact,
        place=place,
        jokers=jokers,
        twos=twos,
        is_sequence=pattern.sequence,
        needs_slot=bool(naturals) and not pattern.sequence,
        points=points,
        slot_points=tuple(sorted(slot_points)),
    )
