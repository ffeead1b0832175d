"""Slips: what may be other on one sheet than on another, each in words and with what it makes of a hand.

A slip belongs to neither sheet: it says what the one has beside the other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from enum import IntEnum
from itertools import combinations, permutations

from canasta_score.hand.facts import HandFacts, Told, part_of, special_hands_of
from canasta_score.hand.scoring.card_points import lines_of_count
from canasta_score.hand.scoring.threes import lines_of_threes, sign_of_threes
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.cards import NATURAL
from canasta_score.rules.model.facts import DIRECT, Fact
from canasta_score.rules.model.special_hands import Opponents, SpecialHand
from canasta_score.rules.model.threes import ALL_THREES, Sign, Threes
from canasta_score.rules.model.variant import Variant

PILE = 100


class SlipKind(IntEnum):
    """The kinds of slips, the most plausible first."""

    SPECIAL_HANDS = 0
    THREES = 1
    LIKE_CANASTAS = 2
    BONUSES = 3
    COUNTING_OF_THREES = 4
    SIGN_OF_TABLE = 5
    HAND_CARDS = 6
    FIGURES = 7
    PENALTIES = 8
    DIGITS = 9
    PILES = 10
    CARDS = 11
    UNLIKE_CANASTAS = 12
    CANASTAS = 13


@frozen
class Slip(Value):
    """One slip: its kind, what it is in words, and what it makes of a hand.

    `changes` are facts that are told otherwise, 0 for one that is no longer told. `signs` are those with which the
    table or the hand count otherwise, by their names; `threes` are the rules by which the threes do.
    """

    kind: SlipKind
    words: str
    changes: HandFacts = field(default_factory=dict)
    signs: Mapping[str, Sign] = field(default_factory=dict)
    threes: Threes | None = None

    @property
    def is_of_counting(self) -> bool:
        """Tell whether what is told counts otherwise than by the rules."""
        return bool(self.signs or self.threes)

    @property
    def facts(self) -> set[str]:
        """Name the facts that are told otherwise."""
        return {name for told in self.changes.values() for name in told}


@frozen
class Disputed(Value):
    """A hand of which one side is said to have another total, in points: the rules, and all sides' facts and names."""

    variant: Variant
    facts: HandFacts
    names: Mapping[str, str]
    side: str
    total: int

    @property
    def told(self) -> Told:
        """Give the facts of the side."""
        return self.facts[self.side]

    @property
    def is_set_aside(self) -> bool:
        """Tell whether a special hand sets aside what the side tells: its own, or one that leaves others nothing."""
        leaves_nothing = self.variant.specials.opponents is Opponents.NOTHING
        sides = self.facts.values() if leaves_nothing else (self.told,)
        return any(special_hands_of(self.variant, told) for told in sides)

    def number(self, name: str) -> int:
        """Give the number that the side tells of a fact."""
        return self.told.get(name, 0)

    def can_tell(self, name: str, side: str = "") -> bool:
        """Tell whether the side, or another one, can tell a fact: one of no part that it gives as one figure."""
        return part_of(self.variant, name) not in self.facts[side or self.side]

    def slip(self, kind: SlipKind, words: str, numbers: Told) -> Slip:
        """Make a slip by which the side tells some facts otherwise."""
        return Slip(kind=kind, words=words, changes={self.side: numbers})


def slips_of_facts(disputed: Disputed) -> Iterator[Slip]:
    """Go through the slips by which facts are told otherwise."""
    for slips in SLIPS_OF_FACTS:
        yield from slips(disputed)


def slips_of_signs(disputed: Disputed) -> Iterator[Slip]:
    """Go through the slips by which points count with another sign; none does that a special hand sets aside."""
    if not disputed.is_set_aside:
        for slips in (signs_of_threes, threes_by_colour, signs_of_table, sign_of_hand):
            yield from slips(disputed)


def threes(disputed: Disputed) -> Iterator[Slip]:
    """Go through a three of a colour too many or too few."""
    for colour in disputed.variant.threes.colours:
        yield from one_more_or_fewer(disputed, SlipKind.THREES, colour)


def one_more_or_fewer(disputed: Disputed, kind: SlipKind, fact: Fact) -> Iterator[Slip]:
    """Go through one thing more and one fewer than the side tells."""
    if disputed.can_tell(fact.name):
        number = disputed.number(fact.name)
        yield disputed.slip(kind, f"{fact.label.lower()} 1 more", {fact.name: number + 1})
        if number:
            yield disputed.slip(kind, f"{fact.label.lower()} 1 fewer", {fact.name: number - 1})


def kinds_of_canastas(disputed: Disputed) -> Iterator[Slip]:
    """Go through a canasta of one kind in place of one of another kind."""
    for more, fewer in permutations(disputed.variant.canastas, 2):
        if number := disputed.number(fewer.name):
            kind = SlipKind.LIKE_CANASTAS if are_alike(more, fewer) else SlipKind.UNLIKE_CANASTAS
            words = f"{more.label.lower()} 1 more, {fewer.label.lower()} 1 fewer"
            yield disputed.slip(kind, words, {more.name: disputed.number(more.name) + 1, fewer.name: number - 1})


def are_alike(one: Canasta, other: Canasta) -> bool:
    """Tell whether a canasta is soon taken for one of another kind: by its cards, or because it counts as that."""
    most_naturals = one.cards.naturals[1], other.cards.naturals[1]
    if not all(most_naturals):
        return not any(most_naturals)
    ranks = set(one.cards.ranks or NATURAL)
    return not ranks.isdisjoint(other.cards.ranks or NATURAL) or one.counts_as == other.counts_as


def numbers_of_canastas(disputed: Disputed) -> Iterator[Slip]:
    """Go through a canasta too many or too few."""
    for canasta in disputed.variant.canastas:
        yield from one_more_or_fewer(disputed, SlipKind.CANASTAS, canasta)


def bonuses(disputed: Disputed) -> Iterator[Slip]:
    """Go through going out and other bonuses, told or not told."""
    for bonus in disputed.variant.bonuses:
        if not (bonus.one_side or bonus.ends_play):
            yield from one_more_or_fewer(disputed, SlipKind.BONUSES, bonus)
        elif disputed.can_tell(bonus.name):
            yield from bonus_of_one_side(disputed, bonus)


def bonus_of_one_side(disputed: Disputed, bonus: Bonus) -> Iterator[Slip]:
    """Go through a bonus that one side alone has: told or not told, and told of one side in place of another."""
    name, label, side = bonus.name, bonus.label.lower(), disputed.side
    holders = [other for other, told in disputed.facts.items() if told.get(name)]
    if side in holders:
        yield disputed.slip(SlipKind.BONUSES, f"{label} not told", {name: 0})
        for other in disputed.facts:
            if other not in holders and disputed.can_tell(name, other):
                yield handed_over(disputed, SlipKind.BONUSES, bonus, side, other)
    elif holders:
        for holder in holders:
            yield handed_over(disputed, SlipKind.BONUSES, bonus, holder, side)
    else:
        yield disputed.slip(SlipKind.BONUSES, f"{label} told of {disputed.names[side]}", {name: 1})


def handed_over(disputed: Disputed, kind: SlipKind, fact: Fact, giver: str, taker: str) -> Slip:
    """Make the slip by which a thing is told of one side in place of another."""
    words = f"{fact.label.lower()} told of {disputed.names[taker]} in place of {disputed.names[giver]}"
    return Slip(kind=kind, words=words, changes={giver: {fact.name: 0}, taker: {fact.name: 1}})


def special_hands(disputed: Disputed) -> Iterator[Slip]:
    """Go through special hands not told, told of another side or as another one, and where none is, told."""
    rules, kind = disputed.variant.specials, SlipKind.SPECIAL_HANDS
    laid = [(side, hand) for side, told in disputed.facts.items() for hand in rules.hands if told.get(hand.name)]
    for side, hand in laid:
        label = hand.label.lower()
        yield Slip(kind=kind, words=f"{label} not told", changes={side: {hand.name: 0}})
        for other in disputed.facts:
            if other != side and disputed.can_tell(hand.name, other):
                yield handed_over(disputed, kind, hand, side, other)
        for other_hand, others in one_of_each_value(rules.hands):
            if other_hand.points != hand.points:
                words = f"{other_hand.label.lower()} told in place of {label}{others}"
                yield Slip(kind=kind, words=words, changes={side: {hand.name: 0, other_hand.name: 1}})
    if not laid:
        yield from special_hands_forgotten(disputed)


def special_hands_forgotten(disputed: Disputed) -> Iterator[Slip]:
    """Go through special hands told, where none is: of the side, or of another that leaves it nothing.

    Nobody goes out beside one.
    """
    leaves_nothing = disputed.variant.specials.opponents is Opponents.NOTHING
    ends = {bonus.name for bonus in disputed.variant.bonuses if bonus.ends_play}
    not_out = {side: dict.fromkeys(ends.intersection(told), 0) for side, told in disputed.facts.items()}
    for hand, others in one_of_each_value(disputed.variant.specials.hands):
        for side in disputed.facts:
            if disputed.can_tell(hand.name, side) and (side == disputed.side or leaves_nothing):
                words = f"{hand.label.lower()} told of {disputed.names[side]}{others}"
                changes = {**not_out, side: {**not_out[side], hand.name: 1}}
                yield Slip(kind=SlipKind.SPECIAL_HANDS, words=words, changes=changes)


def one_of_each_value(hands: Sequence[SpecialHand]) -> Iterator[tuple[SpecialHand, str]]:
    """Go through special hands, one for each value, and say whether there are others of it."""
    for points in dict.fromkeys(hand.points for hand in hands):
        first, *others = (hand for hand in hands if hand.points == points)
        yield first, f", or another of {points:,}" if others else ""


def hand_cards(disputed: Disputed) -> Iterator[Slip]:
    """Go through the cards left in hand deducted twice, by half, or not at all."""
    hand = disputed.variant.count.hand
    if points := disputed.number(hand.name):
        cards = f"the cards {hand.label.lower()}"
        yield disputed.slip(SlipKind.HAND_CARDS, f"{cards} deducted twice", {hand.name: 2 * points})
        if points % 2 == 0:
            yield disputed.slip(SlipKind.HAND_CARDS, f"half of {cards} deducted", {hand.name: points // 2})
        yield disputed.slip(SlipKind.HAND_CARDS, f"{cards} not deducted", {hand.name: 0})


def penalties(disputed: Disputed) -> Iterator[Slip]:
    """Go through a penalty left out, or told once too often."""
    for penalty in disputed.variant.penalties:
        if not penalty.in_points:
            yield from one_more_or_fewer(disputed, SlipKind.PENALTIES, penalty)
        elif disputed.number(penalty.name):
            yield disputed.slip(SlipKind.PENALTIES, f"{penalty.label.lower()} not told", {penalty.name: 0})


def digits(disputed: Disputed) -> Iterator[Slip]:
    """Go through points told with two of their digits swapped."""
    variant = disputed.variant
    for name in (*DIRECT, *(fact.name for fact in variant.facts.values() if fact.in_points)):
        points = disputed.number(name)
        for other in swapped(points):
            words = f"{place_of(variant, name)} {other:,} in place of {points:,}, two digits swapped"
            yield disputed.slip(SlipKind.DIGITS, words, {name: other})


def swapped(number: int) -> Iterator[int]:
    """Go through what a number is with two of its digits swapped, neighbouring ones first; nobody writes 0 in front.

    >>> [*swapped(2525)], [*swapped(-135)], [*swapped(105)]
    ([5225, 2255, 2552, 5522], [-315, -153, -531], [150, 501])
    """
    written = str(abs(number))
    places = sorted(combinations(range(len(written)), 2), key=lambda two: two[1] - two[0])
    for one, other in places:
        if written[one] != written[other]:
            swap = [*written]
            swap[one], swap[other] = written[other], written[one]
            if swap[0] != "0":
                yield int("".join(swap)) * (-1 if number < 0 else 1)


def piles(disputed: Disputed) -> Iterator[Slip]:
    """Go through a pile of 100 points more or less among the cards, or in a part given as one figure."""
    count = disputed.variant.count
    cards = [fact.name for fact in (count.table, count.hand) if disputed.can_tell(fact.name)]
    for name in (*cards, *(part for part in DIRECT if part in disputed.told)):
        points, place = disputed.number(name), place_of(disputed.variant, name)
        yield disputed.slip(SlipKind.PILES, f"{PILE} more {place}", {name: points + PILE})
        if points >= PILE or name in DIRECT:
            yield disputed.slip(SlipKind.PILES, f"{PILE} less {place}", {name: points - PILE})


def cards(disputed: Disputed) -> Iterator[Slip]:
    """Go through one card more or fewer on the table or left in hand, by what it is worth."""
    count, deck = disputed.variant.count, disputed.variant.deck
    for fact in (count.table, count.hand):
        points = disputed.number(fact.name)
        for worth in sorted({worth for worth in deck.points.values() if worth}) if points else ():
            for other, words in ((points + worth, "more"), (points - worth, "fewer")):
                if other >= 0:
                    card = f"one card of {worth} {words} {fact.label.lower()}"
                    yield disputed.slip(SlipKind.CARDS, card, {fact.name: other})


def place_of(variant: Variant, name: str) -> str:
    """Say where points are: on the table, left in hand, in a penalty, or in a part given as one figure."""
    return f"in the {name}" if name in DIRECT else variant.facts[name].label.lower()


def figures(disputed: Disputed) -> Iterator[Slip]:
    """Go through parts given as one figure, with the other sign."""
    for part in DIRECT:
        if points := disputed.number(part):
            yield disputed.slip(SlipKind.FIGURES, f"in the {part} {-points:,} in place of {points:,}", {part: -points})


SLIPS_OF_FACTS = (
    special_hands,
    threes,
    kinds_of_canastas,
    bonuses,
    hand_cards,
    figures,
    penalties,
    digits,
    piles,
    cards,
    numbers_of_canastas,
)


def signs_of_threes(disputed: Disputed) -> Iterator[Slip]:
    """Go through the other signs that the rules know for threes, where the side has some."""
    rules = disputed.variant.threes
    stands = sign_of_threes(disputed.variant, disputed.told)
    if any(disputed.number(colour.name) for colour in rules.colours):
        for sign in Sign:
            if sign in rules.signs and sign is not stands:
                words = f"the threes counted as {sign} in place of {stands}"
                yield Slip(kind=SlipKind.COUNTING_OF_THREES, words=words, threes=replace(rules, signs=(sign,)))


def threes_by_colour(disputed: Disputed) -> Iterator[Slip]:
    """Go through every three of the deck, which has points of its own, counted by its colour."""
    for line in lines_of_threes(disputed.variant, disputed.told):
        if line.fact == ALL_THREES:
            by_colour = replace(disputed.variant.threes, all_points=None)
            words = f"{line.label.lower()} counted by their colours"
            yield Slip(kind=SlipKind.COUNTING_OF_THREES, words=words, threes=by_colour)


def signs_of_table(disputed: Disputed) -> Iterator[Slip]:
    """Go through the other signs with which the cards on the table may be counted."""
    count = disputed.variant.count
    if points := disputed.number(count.table.name):
        of_table, *_ = lines_of_count(disputed.variant, disputed.told)
        stands = next(sign for sign in Sign if sign.factor * points == of_table.points)
        for sign in dict.fromkeys((Sign.PLUS, Sign.MINUS, count.no_canasta)):
            if sign is not stands:
                words = f"the cards {count.table.label.lower()} counted as {sign} in place of {stands}"
                yield Slip(kind=SlipKind.SIGN_OF_TABLE, words=words, signs={count.table.name: sign})


def sign_of_hand(disputed: Disputed) -> Iterator[Slip]:
    """Go through the cards left in hand added."""
    hand = disputed.variant.count.hand
    if disputed.number(hand.name):
        words = f"the cards {hand.label.lower()} added in place of deducted"
        yield Slip(kind=SlipKind.HAND_CARDS, words=words, signs={hand.name: Sign.PLUS})
