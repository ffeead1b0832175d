"""The mistakes that tired people make when they score a hand by pencil: in its items, or in adding them up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum, auto
from itertools import combinations, permutations

from canasta_score.hand import scoring
from canasta_score.hand.facts import (
    HandFacts,
    SideFacts,
    apply_corrections,
    find_direct_part,
    has_stated_total,
    is_set_aside,
)
from canasta_score.rules.frozen import Value, field, replace
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.cards import NATURAL_RANKS
from canasta_score.rules.model.facts import BASE, COUNT, COUNT_PART, DIRECT_FACTS, TOTAL, Fact
from canasta_score.rules.model.rewards import SpecialHand
from canasta_score.rules.model.threes import ALL_THREES, SIGN_WORDS, Sign
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.limits import MAX_NUMBER
from canasta_score.rules.text import format_count, join_words

_FEW_CARDS = (1, *range(3, 8))  # one card, or a set of one rank that was overlooked as a whole
_MOST_MISJUDGED = 2  # canastas of a kind that are taken for another kind at once


class MistakeKind(IntEnum):
    """The kinds of mistakes, the most everyday first."""

    GOING_OUT = auto()
    HAND_CARDS = auto()
    THREES = auto()
    SIMILAR_CANASTAS = auto()
    CANASTA_COUNT = auto()
    THREES_COUNTING = auto()
    TABLE_CARDS = auto()
    BONUSES = auto()
    SPECIAL_HANDS = auto()
    PENALTIES = auto()
    ADJUSTMENTS = auto()
    LINES = auto()
    PART_SIGN = auto()
    DIGITS = auto()
    EXCHANGED_ITEMS = auto()
    DIFFERENT_CANASTAS = auto()
    SINGLE_CARD = auto()
    CARD_SET = auto()
    DIFFERENCE = auto()


class Mistake(Value):
    """One mistake of a score sheet: its kind, its description, and what it changes in a hand."""

    kind: MistakeKind
    description: str
    changes: HandFacts = field(default_factory=dict)  # the facts that differ, 0 for one that was left out
    points: Mapping[str, int] = field(default_factory=dict)  # too many in base or count, added up wrong
    is_in_adding_up: bool = False

    @property
    def is_everyday(self) -> bool:
        """Return whether it is so common that it may come together with another one."""
        return self.kind <= MistakeKind.ADJUSTMENTS

    @property
    def changed_facts(self) -> set[str]:
        """Return the names of the facts that differ."""
        return {name for side_facts in self.changes.values() for name in side_facts}


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

    def score(self, changes: HandFacts | None = None) -> scoring.SideScore:
        """Return the score of the side, perhaps with other facts."""
        facts = apply_corrections(self.facts, changes) if changes else self.facts
        set_aside = is_set_aside(self.variant, facts, self.side)
        return scoring.sum_lines(scoring.score_side(self.variant, facts[self.side], set_aside=set_aside))

    def score_with(self, mistake: Mistake) -> int:
        """Return the total of the side with a mistake, in points."""
        return self.score(mistake.changes).total + sum(mistake.points.values())

    def get_number(self, name: str, side: str = "") -> int:
        """Return the number that a side, or else the disputed one, has of a fact."""
        return self.facts[side or self.side].get(name, 0)

    def can_enter(self, name: str, side: str = "") -> bool:
        """Return whether a side can have a fact: its part was not entered as one figure."""
        side_facts = self.facts[side or self.side]
        return not has_stated_total(self.variant, side_facts) and find_direct_part(self.variant, name) not in side_facts


def iter_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    """Yield every mistake that somebody may have made in a hand, whatever its total."""
    yield from _iter_going_out_mistakes(disputed)
    yield from _iter_off_by_one(disputed)
    yield from _iter_canasta_kind_mistakes(disputed)
    yield from iter_wrong_signs(disputed)
    yield from _iter_part_signs(disputed)
    yield from _iter_line_mistakes(disputed)
    yield from _iter_special_hand_mistakes(disputed)
    yield from _iter_digit_mistakes(disputed)
    yield from _iter_exchanged_items(disputed)


def iter_wrong_signs(disputed: DisputedHand) -> Iterator[Mistake]:
    """Yield the everyday mistakes in adding up threes and cards; none if a special hand sets these aside."""
    if is_set_aside(disputed.variant, disputed.facts, disputed.side):
        return
    in_hand, on_table = disputed.variant.card_points.in_hand, disputed.variant.card_points.on_table
    if points := disputed.get_number(in_hand.name):
        kind = MistakeKind.HAND_CARDS
        yield from _iter_sign_mistakes(disputed, kind, in_hand, Sign.MINUS)
        words = f"{_name_item(disputed.variant, in_hand.name)} subtracted twice"
        yield Mistake(kind=kind, description=words, changes={disputed.side: {in_hand.name: 2 * points}})
        if points % 2 == 0:  # then they are entered twice here
            yield _change(disputed, kind, {in_hand.name: points // 2})
    lines = scoring.score_threes(disputed.variant, disputed.side_facts)
    recorded = sum(line.points for line in lines)
    for words, points, left_out in _iter_wrong_threes(disputed, lines) if lines else ():
        if points != recorded:
            kind = MistakeKind.THREES_COUNTING
            yield _miscount(disputed, kind, words, BASE, points - recorded, left_out=left_out)
    if disputed.get_number(on_table.name):
        right_sign = scoring.find_table_sign(disputed.variant, disputed.side_facts)
        yield from _iter_sign_mistakes(disputed, MistakeKind.TABLE_CARDS, on_table, right_sign)
    for name in {on_table.name, COUNT} & disputed.side_facts.keys():
        yield _change(disputed, MistakeKind.TABLE_CARDS, {name: 0})  # and so with nothing melded, which threes go by


def iter_differences(disputed: DisputedHand) -> Iterator[Mistake]:
    """Yield the plain differences that make the total: in cards or their figure, and in points by agreement."""
    difference = disputed.total - disputed.score().total
    card_points, adjustments = disputed.variant.card_points, disputed.variant.adjustments
    cards, most = [card_points.on_table.name, card_points.in_hand.name], disputed.variant.deck.total_points
    names = [COUNT] if COUNT in disputed.side_facts else cards
    names = [*names, BASE] if BASE in disputed.side_facts else names
    if has_stated_total(disputed.variant, disputed.side_facts):
        names = [TOTAL]
    for name in (*names, *(adjustment.name for adjustment in adjustments if disputed.can_enter(adjustment.name))):
        number = disputed.get_number(name)
        # The first point above 0 can change other signs; what another one adds is 1, -1 or nothing.
        one, two = (disputed.score({disputed.side: {name: points}}).total for points in (1, 2))
        solution = 1 + (disputed.total - one) * (two - one)
        for points in dict.fromkeys((number + difference, number - difference, solution)):
            mistake = _change(disputed, MistakeKind.DIFFERENCE, {name: points})
            is_amount = name in DIRECT_FACTS or 0 <= points <= (most if name in cards else MAX_NUMBER)
            if not is_amount or disputed.score_with(mistake) != disputed.total:
                continue
            is_in_cards = name in (*cards, COUNT)
            if is_in_cards and (few_cards := find_few_cards(disputed.variant, abs(points - number))):
                count, value = few_cards
                kind = MistakeKind.SINGLE_CARD if count == 1 else MistakeKind.CARD_SET
                words = f"{mistake.description} (such as {format_count(count, 'card')} of {value} points)"
                mistake = replace(mistake, kind=kind, description=words)
            yield mistake


def iter_wrong_figures(number: int) -> Iterator[tuple[int, str]]:
    """Yield the ways to write a number wrong, each with what happened."""
    if number:
        yield -number, "without its minus sign" if number < 0 else "with a minus sign"
        yield from ((swapped, "with two digits swapped") for swapped in iter_digit_swaps(number))
        if number % 10 == 0:
            yield number // 10, "without its last zero"
        yield number * 10, "with a zero too many"


def iter_digit_swaps(number: int) -> Iterator[int]:
    """Yield a number with two of its digits swapped, neighbors first, never with a leading zero."""
    digits = str(abs(number))
    for left, right in sorted(combinations(range(len(digits)), 2), key=lambda pair: pair[1] - pair[0]):
        swapped = [*digits]
        swapped[left], swapped[right] = digits[right], digits[left]
        if digits[left] != digits[right] and swapped[0] != "0":
            yield int("".join(swapped)) * (-1 if number < 0 else 1)


def _iter_going_out_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    side = disputed.side
    for bonus in (bonus for bonus in disputed.variant.bonuses if bonus.one_side or bonus.ends_play):
        name, kind = bonus.name, MistakeKind.GOING_OUT if bonus.ends_play else MistakeKind.BONUSES
        holders = [holder for holder in disputed.facts if disputed.get_number(name, holder)]
        if side in holders:
            yield _change(disputed, kind, {name: 0})
        elif disputed.can_enter(name) and not holders:
            yield _change(disputed, kind, {name: 1})
        for giver, taker in permutations(disputed.facts, 2):
            if giver in holders and taker not in holders and side in (giver, taker) and disputed.can_enter(name, taker):
                yield _build_wrong_side_mistake(disputed, kind, bonus, giver, taker)


def _change(disputed: DisputedHand, kind: MistakeKind, numbers: SideFacts) -> Mistake:
    """Build a mistake in facts of the side, described by the numbers of both sheets."""
    words: list[str] = []
    for name, number in numbers.items():
        fact, recorded = disputed.variant.facts.get(name), disputed.get_number(name)
        if fact and fact.most == 1 and {number, recorded} == {0, 1}:
            words.append(f"{fact.label.lower()} {'counted' if number else 'missing'}")
        else:
            words.append(f"{_name_item(disputed.variant, name)}: {number:,} instead of {recorded:,}")
    return Mistake(kind=kind, description="; ".join(words), changes={disputed.side: numbers})


def _name_item(variant: Variant, name: str) -> str:
    fact = variant.facts.get(name)
    if fact in (variant.card_points.on_table, variant.card_points.in_hand):
        return f"cards {fact.label.lower()}"
    return fact.label.lower() if fact else name


def _build_wrong_side_mistake(disputed: DisputedHand, kind: MistakeKind, fact: Fact, giver: str, taker: str) -> Mistake:
    words = f"{fact.label.lower()} counted for {disputed.names[taker]} instead of {disputed.names[giver]}"
    return Mistake(kind=kind, description=words, changes={giver: {fact.name: 0}, taker: {fact.name: 1}})


def _iter_sign_mistakes(disputed: DisputedHand, kind: MistakeKind, fact: Fact, right_sign: Sign) -> Iterator[Mistake]:
    for sign in Sign:
        if sign is not right_sign:
            words = f"{_name_item(disputed.variant, fact.name)} {_describe_sign(sign, right_sign)}"
            points = (sign.factor - right_sign.factor) * disputed.get_number(fact.name)
            yield _miscount(disputed, kind, words, COUNT, points, left_out=(fact.name,) if not sign.factor else ())


def _describe_sign(sign: Sign, right_sign: Sign) -> str:
    return f"{SIGN_WORDS[sign]} instead of {SIGN_WORDS[right_sign]}" if sign.factor else f"not {SIGN_WORDS[right_sign]}"


def _miscount(
    disputed: DisputedHand, kind: MistakeKind, words: str, part: str, points: int, *, left_out: Iterable[str] = ()
) -> Mistake:
    """Build a mistake in adding up; it is one in the facts if these were left out, with the same effect."""
    changes = {disputed.side: dict.fromkeys(left_out, 0)}
    if changes[disputed.side]:
        score = disputed.score()
        if disputed.score(changes).total == score.total + points:
            return Mistake(kind=kind, description=words, changes=changes, is_in_adding_up=True)
    return Mistake(kind=kind, description=words, points={part: points}, is_in_adding_up=True)


def _iter_off_by_one(disputed: DisputedHand) -> Iterator[Mistake]:
    variant = disputed.variant
    counted = [
        *((MistakeKind.THREES, color) for color in variant.threes.colors),
        *((MistakeKind.CANASTA_COUNT, canasta) for canasta in variant.canastas),
        *((MistakeKind.BONUSES, bonus) for bonus in variant.bonuses if not (bonus.one_side or bonus.ends_play)),
        *((MistakeKind.PENALTIES, penalty) for penalty in variant.penalties if not penalty.is_in_points),
    ]
    for kind, fact in counted:
        if disputed.can_enter(fact.name):
            number = disputed.get_number(fact.name)
            yield _change(disputed, kind, {fact.name: number + 1})
            if number:
                yield _change(disputed, kind, {fact.name: number - 1})


def _iter_canasta_kind_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    for more, fewer in permutations(disputed.variant.canastas, 2):
        has_more, has_fewer = disputed.get_number(more.name), disputed.get_number(fewer.name)
        are_similar = has_fewer and _are_similar(more, fewer)
        kind = MistakeKind.SIMILAR_CANASTAS if are_similar else MistakeKind.DIFFERENT_CANASTAS
        for number in range(1, min(has_fewer, _MOST_MISJUDGED if are_similar else 1) + 1):
            yield _change(disputed, kind, {more.name: has_more + number, fewer.name: has_fewer - number})


def _are_similar(first: Canasta, second: Canasta) -> bool:
    most_naturals = first.cards.natural_range[1], second.cards.natural_range[1]
    if not all(most_naturals):
        return not any(most_naturals)
    ranks = set(first.cards.ranks or NATURAL_RANKS)
    return not ranks.isdisjoint(second.cards.ranks or NATURAL_RANKS) or first.counts_as == second.counts_as


def _iter_wrong_threes(
    disputed: DisputedHand, lines: Sequence[scoring.ScoreLine]
) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """Yield the ways to count threes wrong, each with its points and the facts that were left out."""
    variant, rules = disputed.variant, disputed.variant.threes
    colors = [color for color in rules.colors if disputed.get_number(color.name)]
    right_sign = scoring.find_threes_sign(variant, disputed.side_facts)
    for sign in Sign if any(color.turns for color in colors) else ():
        if sign is not right_sign:
            by_sign = replace(variant, threes=replace(rules, signs=(sign,)))
            points = _score_threes(disputed, by_sign) if sign.factor else 0  # also those that count with any sign
            left_out = () if sign.factor else tuple(color.name for color in colors)
            yield f"threes {_describe_sign(sign, right_sign)}", points, left_out
    if lines[0].fact == ALL_THREES:
        by_color = replace(rules, all_points=None)
        words = f"{lines[0].label.lower()} counted by color"
        yield words, _score_threes(disputed, replace(variant, threes=by_color)), ()
    for color in colors:
        each = [color.values[0] * number for number in range(1, len(color.values) + 1)]
        singly = [replace(known, values=tuple(each)) if known is color else known for known in rules.colors]
        by_card = replace(rules, all_points=None, colors=tuple(singly))
        words = f"{color.label.lower()} counted at {color.values[0]:,} each"
        yield words, _score_threes(disputed, replace(variant, threes=by_card)), ()
    if len({color.values for color in colors}) < len(colors):
        number = min(sum(disputed.get_number(color.name) for color in colors), len(colors[0].values))
        yield "threes of both colors counted together", right_sign.factor * colors[0].values[number - 1], ()


def _score_threes(disputed: DisputedHand, rules: Variant) -> int:
    return sum(line.points for line in scoring.score_threes(rules, disputed.side_facts))


def _iter_special_hand_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    kind, hands = MistakeKind.SPECIAL_HANDS, disputed.variant.specials.hands
    entered = [(side, hand) for side in disputed.facts for hand in hands if disputed.get_number(hand.name, side)]
    for side, hand in entered:
        yield Mistake(kind=kind, description=f"{hand.label.lower()} missing", changes={side: {hand.name: 0}})
        for taker in disputed.facts:
            if taker != side and disputed.can_enter(hand.name, taker):
                yield _build_wrong_side_mistake(disputed, kind, hand, side, taker)
        for instead, similar in _iter_distinct_values(hands):
            if instead.points != hand.points:
                words = f"{instead.label.lower()}{similar} instead of {hand.label.lower()}"
                yield Mistake(kind=kind, description=words, changes={side: {hand.name: 0, instead.name: 1}})
    if not entered:
        yield from _iter_forgotten_special_hands(disputed)


def _iter_distinct_values(hands: Sequence[SpecialHand]) -> Iterator[tuple[SpecialHand, str]]:
    """Yield the first hand of each value, with words for the others."""
    for points in dict.fromkeys(hand.points for hand in hands):
        first, *others = (hand for hand in hands if hand.points == points)
        yield first, f" (or another special hand worth {points:,})" if others else ""


def _iter_forgotten_special_hands(disputed: DisputedHand) -> Iterator[Mistake]:
    """Yield the special hands that may have been left out: of the side, or of another one that leaves it nothing."""
    specials = disputed.variant.specials
    play_ends = {bonus.name for bonus in disputed.variant.bonuses if bonus.ends_play}
    # Nobody goes out in a hand with a special hand.
    not_out = {side: dict.fromkeys(play_ends & side_facts.keys(), 0) for side, side_facts in disputed.facts.items()}
    for hand, similar in _iter_distinct_values(specials.hands):
        for side in disputed.facts:
            matters = side == disputed.side or specials.opponents == "nothing"
            if matters and disputed.can_enter(hand.name, side):
                words = f"{hand.label.lower()}{similar} counted for {disputed.names[side]}"
                changes = {**not_out, side: {**not_out[side], hand.name: 1}}
                yield Mistake(kind=MistakeKind.SPECIAL_HANDS, description=words, changes=changes)


def _iter_line_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    """Yield that a whole line of the score was left out, was counted twice, or has the wrong sign."""
    variant = disputed.variant
    subtracted = {fact.name for fact in (*variant.penalties, *variant.adjustments)}
    for line in disputed.score().lines:
        if not line.points or line.fact in (*DIRECT_FACTS, ALL_THREES):
            continue
        part = COUNT if line.part is COUNT_PART else BASE
        kind = MistakeKind.ADJUSTMENTS if line.fact in subtracted else MistakeKind.LINES
        fact = variant.facts.get(line.fact)
        name, left_out = (_name_item(variant, line.fact), (line.fact,)) if fact else (line.label.lower(), ())
        yield _miscount(disputed, kind, f"{name} not counted", part, -line.points, left_out=left_out)
        if line.quantity > 1 or (fact and fact.most == 1):  # a second one of it is another mistake
            yield _miscount(disputed, MistakeKind.LINES, f"{name} counted twice", part, line.points)
        if line.fact in subtracted:
            signs = (Sign.PLUS, Sign.MINUS) if line.points < 0 else (Sign.MINUS, Sign.PLUS)
            yield _miscount(disputed, kind, f"{name} {_describe_sign(*signs)}", part, -2 * line.points)


def _iter_part_signs(disputed: DisputedHand) -> Iterator[Mistake]:
    """Yield that a part of the score has the wrong sign: one that was entered as one figure, or one below zero."""
    if is_set_aside(disputed.variant, disputed.facts, disputed.side):
        return
    score = disputed.score()
    for part, points in ((BASE, score.base), (COUNT, score.count), (TOTAL, score.total)):
        if points and part in disputed.side_facts:
            yield _change(disputed, MistakeKind.PART_SIGN, {part: -points})
        elif points and points < 0 and part != TOTAL:
            words = f"{part}: {-points:,} instead of {points:,}"
            yield _miscount(disputed, MistakeKind.PART_SIGN, words, part, -2 * points)


def _iter_digit_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    for name, number in disputed.side_facts.items():
        if name in DIRECT_FACTS or disputed.variant.facts[name].is_in_points:
            for wrong, how in iter_wrong_figures(number):
                if wrong >= 0 or number < 0:
                    mistake = _change(disputed, MistakeKind.DIGITS, {name: wrong})
                    yield replace(mistake, description=f"{mistake.description} ({how})")


def _iter_exchanged_items(disputed: DisputedHand) -> Iterator[Mistake]:
    card_points = disputed.variant.card_points
    facts = (*disputed.variant.threes.colors, *disputed.variant.canastas, card_points.on_table, card_points.in_hand)
    for fact in facts:
        for other in disputed.facts:
            own, theirs = disputed.get_number(fact.name), disputed.get_number(fact.name, other)
            if own != theirs and disputed.can_enter(fact.name) and disputed.can_enter(fact.name, other):
                names = join_words((disputed.names[disputed.side], disputed.names[other]))
                words = f"{_name_item(disputed.variant, fact.name)} of {names} exchanged"
                changes = {disputed.side: {fact.name: theirs}, other: {fact.name: own}}
                yield Mistake(kind=MistakeKind.EXCHANGED_ITEMS, description=words, changes=changes)


def find_few_cards(variant: Variant, points: int) -> tuple[int, int] | None:
    """Return how many cards of which value some points can be: a single card, or a set that was overlooked."""
    for value in sorted({value for value in variant.deck.points.values() if value}, reverse=True):
        if points % value == 0 and points // value in _FEW_CARDS:
            return points // value, value
    return None
