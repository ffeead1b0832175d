"""The possible mistakes on a score sheet: each with a description, and with the facts that it changes.

A mistake is a difference between two sheets; either of them may be the wrong one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from itertools import combinations, permutations

from canasta_score.hand.facts import HandFacts, SideFacts, find_direct_part, has_stated_total, is_set_aside
from canasta_score.hand.reconciliation.descriptions import (
    describe_card,
    describe_difference,
    describe_entered,
    describe_entered_hand,
    describe_exchange,
    describe_fewer,
    describe_missing,
    describe_more,
    describe_not_subtracted,
    describe_part_sign,
    describe_similar_hands,
    describe_subtracted_half,
    describe_subtracted_twice,
    describe_swapped_digits,
)
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.cards import NATURAL_RANKS
from canasta_score.rules.model.facts import DIRECT_FACTS, Fact
from canasta_score.rules.model.special_hands import OpponentScoring, SpecialHand
from canasta_score.rules.model.threes import Sign, ThreesRules
from canasta_score.rules.model.variant import Variant

_PILE_POINTS = 100  # people count cards in piles of this many points


class MistakeKind(StrEnum):
    """The kinds of mistakes, the most plausible first."""

    SPECIAL_HANDS = "special hands"
    THREES = "threes"
    SIMILAR_CANASTAS = "similar canastas"
    BONUSES = "bonuses"
    THREES_COUNTING = "threes counting"
    TABLE_SIGN = "table sign"
    HAND_CARDS = "hand cards"
    PART_SIGN = "part sign"
    PENALTIES = "penalties"
    SWAPPED_DIGITS = "swapped digits"
    HUNDREDS = "hundreds"
    SINGLE_CARD = "single card"
    DIFFERENT_CANASTAS = "different canastas"
    CANASTA_COUNT = "canasta count"


@frozen
class Mistake(Value):
    """One mistake: its kind, its description, and what it changes in a hand.

    `changes` are the facts that differ, 0 for one that was left out. `signs` are the wrong signs of the points on the
    table or in hand, by the names of these facts. `threes` are the wrong rules by which the threes were counted.
    """

    kind: MistakeKind
    description: str
    changes: HandFacts = field(default_factory=dict)
    signs: Mapping[str, Sign] = field(default_factory=dict)
    threes: ThreesRules | None = None

    @property
    def is_counting_mistake(self) -> bool:
        """Return whether the items are right, and their points were counted wrong."""
        return bool(self.signs or self.threes)

    @property
    def changed_facts(self) -> set[str]:
        """Return the facts that differ."""
        return {name for side_facts in self.changes.values() for name in side_facts}


@frozen
class DisputedHand(Value):
    """A hand in which another sheet has a different total, in points, for one side."""

    variant: Variant
    facts: HandFacts
    names: Mapping[str, str]
    side: str
    total: int

    @property
    def side_facts(self) -> SideFacts:
        """Return the facts of the side."""
        return self.facts[self.side]

    @property
    def is_set_aside(self) -> bool:
        """Return whether a special hand sets aside the items of the side."""
        return is_set_aside(self.variant, self.facts, self.side)

    def get_number(self, name: str) -> int:
        """Return the side's number for a fact."""
        return self.side_facts.get(name, 0)

    def can_enter(self, name: str, side: str = "") -> bool:
        """Return whether a side can have a fact: its part was not entered as one figure."""
        side_facts = self.facts[side or self.side]
        is_one_number = has_stated_total(self.variant, side_facts)
        return not is_one_number and find_direct_part(self.variant, name) not in side_facts

    def build_mistake(self, kind: MistakeKind, description: str, numbers: SideFacts) -> Mistake:
        """Build a mistake in some facts of the side."""
        return Mistake(kind=kind, description=description, changes={self.side: numbers})


def iter_fact_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    """Yield the possible mistakes in facts."""
    for iter_mistakes in _FACT_MISTAKE_ITERATORS:
        yield from iter_mistakes(disputed)


def _iter_three_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    for color in disputed.variant.threes.colors:
        yield from _iter_off_by_one(disputed, MistakeKind.THREES, color)


def _iter_off_by_one(disputed: DisputedHand, kind: MistakeKind, fact: Fact) -> Iterator[Mistake]:
    if disputed.can_enter(fact.name):
        number = disputed.get_number(fact.name)
        yield disputed.build_mistake(kind, describe_more(fact), {fact.name: number + 1})
        if number:
            yield disputed.build_mistake(kind, describe_fewer(fact), {fact.name: number - 1})


def _iter_canasta_kind_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    for more, fewer in permutations(disputed.variant.canastas, 2):
        if number := disputed.get_number(fewer.name):
            kind = MistakeKind.SIMILAR_CANASTAS if _are_similar(more, fewer) else MistakeKind.DIFFERENT_CANASTAS
            words = describe_exchange(more, fewer)
            yield disputed.build_mistake(
                kind, words, {more.name: disputed.get_number(more.name) + 1, fewer.name: number - 1}
            )


def _are_similar(first: Canasta, second: Canasta) -> bool:
    most_naturals = first.cards.natural_range[1], second.cards.natural_range[1]
    if not all(most_naturals):
        return not any(most_naturals)
    ranks = set(first.cards.ranks or NATURAL_RANKS)
    return not ranks.isdisjoint(second.cards.ranks or NATURAL_RANKS) or first.counts_as == second.counts_as


def _iter_canasta_count_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    for canasta in disputed.variant.canastas:
        yield from _iter_off_by_one(disputed, MistakeKind.CANASTA_COUNT, canasta)


def _iter_bonus_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    for bonus in disputed.variant.bonuses:
        if not (bonus.one_side or bonus.ends_play):
            yield from _iter_off_by_one(disputed, MistakeKind.BONUSES, bonus)
        elif disputed.can_enter(bonus.name):
            yield from _iter_one_side_bonus_mistakes(disputed, bonus)


def _iter_one_side_bonus_mistakes(disputed: DisputedHand, bonus: Bonus) -> Iterator[Mistake]:
    kind, side = MistakeKind.BONUSES, disputed.side
    holders = [holder for holder, side_facts in disputed.facts.items() if side_facts.get(bonus.name)]
    if side in holders:
        yield disputed.build_mistake(kind, describe_missing(bonus), {bonus.name: 0})
        for taker in disputed.facts:
            if taker not in holders and disputed.can_enter(bonus.name, taker):
                yield _build_wrong_side_mistake(disputed, kind, bonus, side, taker)
    elif holders:
        for holder in holders:
            yield _build_wrong_side_mistake(disputed, kind, bonus, holder, side)
    else:
        yield disputed.build_mistake(kind, describe_entered(bonus, disputed.names[side]), {bonus.name: 1})


def _build_wrong_side_mistake(disputed: DisputedHand, kind: MistakeKind, fact: Fact, giver: str, taker: str) -> Mistake:
    """Build the mistake of entering an item for the wrong side."""
    words = describe_entered(fact, disputed.names[taker], instead_of=disputed.names[giver])
    return Mistake(kind=kind, description=words, changes={giver: {fact.name: 0}, taker: {fact.name: 1}})


def _iter_special_hand_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    kind, hands = MistakeKind.SPECIAL_HANDS, disputed.variant.specials.hands
    entered = [
        (side, hand) for side, side_facts in disputed.facts.items() for hand in hands if side_facts.get(hand.name)
    ]
    for side, hand in entered:
        yield Mistake(kind=kind, description=describe_missing(hand), changes={side: {hand.name: 0}})
        for taker in disputed.facts:
            if taker != side and disputed.can_enter(hand.name, taker):
                yield _build_wrong_side_mistake(disputed, kind, hand, side, taker)
        for instead, similar in _iter_distinct_values(hands):
            if instead.points != hand.points:
                words = describe_entered_hand(instead, hand, similar=similar)
                yield Mistake(kind=kind, description=words, changes={side: {hand.name: 0, instead.name: 1}})
    if not entered:
        yield from _iter_forgotten_special_hands(disputed)


def _iter_forgotten_special_hands(disputed: DisputedHand) -> Iterator[Mistake]:
    """Yield the special hands that could have been left out: of the side, or of another that leaves it nothing."""
    specials = disputed.variant.specials
    play_ends = {bonus.name for bonus in disputed.variant.bonuses if bonus.ends_play}
    # Nobody goes out in a hand with a special hand.
    not_out = {side: dict.fromkeys(play_ends & side_facts.keys(), 0) for side, side_facts in disputed.facts.items()}
    for hand, similar in _iter_distinct_values(specials.hands):
        for side in disputed.facts:
            matters = side == disputed.side or specials.opponents is OpponentScoring.NOTHING
            if matters and disputed.can_enter(hand.name, side):
                words = describe_entered(hand, disputed.names[side], similar=similar)
                changes = {**not_out, side: {**not_out[side], hand.name: 1}}
                yield Mistake(kind=MistakeKind.SPECIAL_HANDS, description=words, changes=changes)


def _iter_distinct_values(hands: Sequence[SpecialHand]) -> Iterator[tuple[SpecialHand, str]]:
    """Yield the first hand of each value, with words for the others."""
    for points in dict.fromkeys(hand.points for hand in hands):
        first, *others = (hand for hand in hands if hand.points == points)
        yield first, describe_similar_hands(points) if others else ""


def _iter_hand_card_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    in_hand = disputed.variant.card_points.in_hand
    if points := disputed.get_number(in_hand.name):
        kind = MistakeKind.HAND_CARDS
        yield disputed.build_mistake(kind, describe_subtracted_twice(in_hand), {in_hand.name: 2 * points})
        if points % 2 == 0:
            yield disputed.build_mistake(kind, describe_subtracted_half(in_hand), {in_hand.name: points // 2})
        yield disputed.build_mistake(kind, describe_not_subtracted(in_hand), {in_hand.name: 0})


def _iter_penalty_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    for penalty in disputed.variant.penalties:
        if not penalty.is_in_points:
            yield from _iter_off_by_one(disputed, MistakeKind.PENALTIES, penalty)
        elif disputed.get_number(penalty.name):
            yield disputed.build_mistake(MistakeKind.PENALTIES, describe_missing(penalty), {penalty.name: 0})


def _iter_digit_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    variant = disputed.variant
    for name in (*DIRECT_FACTS, *(fact.name for fact in variant.facts.values() if fact.is_in_points)):
        points = disputed.get_number(name)
        for swapped in iter_digit_swaps(points):
            words = describe_swapped_digits(variant, name, points, swapped)
            yield disputed.build_mistake(MistakeKind.SWAPPED_DIGITS, words, {name: swapped})


def iter_digit_swaps(number: int) -> Iterator[int]:
    """Yield a number with two of its digits swapped, neighbors first, never with a leading zero.

    >>> [*iter_digit_swaps(2525)], [*iter_digit_swaps(-135)], [*iter_digit_swaps(105)]
    ([5225, 2255, 2552, 5522], [-315, -153, -531], [150, 501])
    """
    digits = str(abs(number))
    for left, right in sorted(combinations(range(len(digits)), 2), key=lambda pair: pair[1] - pair[0]):
        swapped = [*digits]
        swapped[left], swapped[right] = digits[right], digits[left]
        if digits[left] != digits[right] and swapped[0] != "0":
            yield int("".join(swapped)) * (-1 if number < 0 else 1)


def _iter_hundreds_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    kind, card_points = MistakeKind.HUNDREDS, disputed.variant.card_points
    names = [fact.name for fact in (card_points.on_table, card_points.in_hand) if disputed.can_enter(fact.name)]
    for name in (*names, *(part for part in DIRECT_FACTS if part in disputed.side_facts)):
        points, variant = disputed.get_number(name), disputed.variant
        yield disputed.build_mistake(
            kind, describe_difference(variant, name, _PILE_POINTS), {name: points + _PILE_POINTS}
        )
        if points >= _PILE_POINTS or name in DIRECT_FACTS:
            yield disputed.build_mistake(
                kind, describe_difference(variant, name, -_PILE_POINTS), {name: points - _PILE_POINTS}
            )


def _iter_single_card_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    card_points, points_by_rank = disputed.variant.card_points, disputed.variant.deck.points
    for fact in (card_points.on_table, card_points.in_hand):
        points = disputed.get_number(fact.name)
        for card in sorted({card for card in points_by_rank.values() if card}) if points else ():
            for changed in (points + card, points - card):
                if changed >= 0:
                    description = describe_card(fact, card, is_more=changed > points)
                    yield disputed.build_mistake(MistakeKind.SINGLE_CARD, description, {fact.name: changed})


def _iter_part_sign_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    for part in DIRECT_FACTS:
        if points := disputed.get_number(part):
            yield disputed.build_mistake(MistakeKind.PART_SIGN, describe_part_sign(part, points), {part: -points})


_FACT_MISTAKE_ITERATORS = (
    _iter_special_hand_mistakes,
    _iter_three_mistakes,
    _iter_canasta_kind_mistakes,
    _iter_bonus_mistakes,
    _iter_hand_card_mistakes,
    _iter_part_sign_mistakes,
    _iter_penalty_mistakes,
    _iter_digit_mistakes,
    _iter_hundreds_mistakes,
    _iter_single_card_mistakes,
    _iter_canasta_count_mistakes,
)
