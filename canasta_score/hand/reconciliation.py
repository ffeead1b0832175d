"""Reconciliation: the mistakes that explain why another sheet has a different total for a side.

A mistake is in the facts, such as a red three too many, or in counting, such as threes with the wrong sign. Every
single mistake is tried, and then every pair.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum
from itertools import combinations, permutations

from canasta_score.hand import scoring
from canasta_score.hand.facts import (
    HandFacts,
    SideFacts,
    apply_corrections,
    find_direct_part,
    has_stated_total,
    is_set_aside,
    list_special_hands,
)
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.referee.problems import Problem
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.rules.diagnostics import Severity
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.cards import NATURAL_RANKS
from canasta_score.rules.model.facts import BASE, COUNT, DIRECT_FACTS, Fact
from canasta_score.rules.model.rewards import Bonus, SpecialHand, SpecialHandScoring
from canasta_score.rules.model.threes import ALL_THREES, SIGN_WORDS, Sign, ThreesRules
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.limits import MAX_NUMBER

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


_Mistakes = tuple[Mistake, ...]
_IMPLAUSIBILITIES = {kind: place for place, kind in enumerate(MistakeKind)}


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


@frozen
class MistakeExplanation(Value):
    """Mistakes that explain a disputed total, and the facts and the tally of the hand with them.

    `problems` are why the hand is impossible with them, or against the rules, unless it is as recorded, too.
    """

    mistakes: _Mistakes
    facts: HandFacts
    tally: str
    problems: tuple[Problem, ...]

    @property
    def is_impossible(self) -> bool:
        """Return whether such a hand is impossible."""
        return any(problem.is_impossible for problem in self.problems)


def find_explanations(
    disputed: DisputedHand, *, pairs: bool = False, singles: list[MistakeExplanation] | None = None
) -> list[MistakeExplanation]:
    """Return what explains a disputed total: single mistakes, then pairs, the most plausible first.

    Pairs are searched if no single mistake explains it, or if `pairs` is set. `singles` are those of
    `find_single_explanations`, if they are known.

    >>> from canasta_score import load_variant
    >>> facts = {"we": {"red": 1, "mixed": 1, "table": 180, "hand": 35}, "they": {"mixed": 2, "out": 1, "table": 270}}
    >>> names = {"we": "Ann & Bob", "they": "Cy & Di"}
    >>> disputed = DisputedHand(variant=load_variant("nvso"), facts=facts, names=names, side="we", total=345)
    >>> for explanation in find_explanations(disputed):
    ...     print(explanation.mistakes[0].description, "|", explanation.tally)
    threes subtracted instead of not counted | we base=200 count=145 they m2 o t270
    100 less on the table | we r1 m1 t80 h35 they m2 o t270
    100 more left in hand | we r1 m1 t180 h135 they m2 o t270
    """
    relevant = _drop_irrelevant_sides(disputed)
    if _is_total_explained(relevant, ()):
        return []
    singles = find_single_explanations(disputed) if singles is None else singles
    if singles and not pairs:
        return singles
    known_tallies = {single.tally for single in singles}
    explaining = [
        mistakes
        for mistakes in _iter_mistake_pairs(disputed)
        if _is_total_explained(relevant, mistakes)
        and not any(_is_total_explained(relevant, (mistake,)) for mistake in mistakes)
    ]
    found = _build_explanations(disputed, explaining)
    return [*singles, *(explanation for explanation in found if explanation.tally not in known_tallies)]


def find_single_explanations(disputed: DisputedHand) -> list[MistakeExplanation]:
    """Return the single mistakes that explain a total, the most plausible first."""
    relevant = _drop_irrelevant_sides(disputed)
    singles = [(mistake,) for mistake in (*iter_fact_mistakes(disputed), *iter_counting_mistakes(disputed))]
    return _build_explanations(disputed, [single for single in singles if _is_total_explained(relevant, single)])


def iter_fact_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    """Yield the possible mistakes in facts."""
    variant = disputed.variant
    yield from _iter_special_hand_mistakes(disputed)
    yield from _iter_off_by_one(disputed, MistakeKind.THREES, variant.threes.colors)
    yield from _iter_canasta_kind_mistakes(disputed)
    yield from _iter_bonus_mistakes(disputed)
    yield from _iter_hand_card_mistakes(disputed)
    yield from _iter_part_sign_mistakes(disputed)
    yield from _iter_penalty_mistakes(disputed)
    yield from _iter_digit_mistakes(disputed)
    yield from _iter_hundreds_mistakes(disputed)
    yield from _iter_single_card_mistakes(disputed)
    yield from _iter_off_by_one(disputed, MistakeKind.CANASTA_COUNT, variant.canastas)


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


def iter_counting_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    """Yield the possible mistakes in counting; a side whose items are set aside by a special hand has none."""
    if not disputed.is_set_aside:
        yield from _iter_three_sign_mistakes(disputed)
        yield from _iter_three_color_mistakes(disputed)
        yield from _iter_table_sign_mistakes(disputed)
        yield from _iter_hand_sign_mistakes(disputed)


def _drop_irrelevant_sides(disputed: DisputedHand) -> DisputedHand:
    # Scoring takes most of the time of the search, and other sides matter only if they have a special hand, even one
    # that was left out by mistake.
    variant, specials = disputed.variant, disputed.variant.specials
    if specials.hands and specials.opponents is SpecialHandScoring.NOTHING:
        return disputed
    relevant = {
        side: side_facts
        for side, side_facts in disputed.facts.items()
        if side == disputed.side or list_special_hands(variant, side_facts)
    }
    return replace(disputed, facts=relevant)


def _is_total_explained(disputed: DisputedHand, mistakes: _Mistakes) -> bool:
    facts = _apply_mistakes(disputed, mistakes)
    score = scoring.score_hand(disputed.variant, facts).sides[disputed.side]
    return score.total == disputed.total and all(abs(number) <= MAX_NUMBER for number in facts[disputed.side].values())


def _apply_mistakes(disputed: DisputedHand, mistakes: _Mistakes) -> HandFacts:
    facts = disputed.facts
    for mistake in mistakes:
        facts = apply_corrections(facts, mistake.changes)
    side_facts = _apply_counting_mistakes(disputed.variant, facts[disputed.side], mistakes)
    if not any(facts.values()):
        side_facts = {disputed.variant.card_points.on_table.name: 0}  # a tally has at least one item
    return {**facts, disputed.side: side_facts}


def _apply_counting_mistakes(variant: Variant, side_facts: SideFacts, mistakes: Iterable[Mistake]) -> SideFacts:
    """Return facts with the same score that some mistakes in counting lead to.

    The part that changes is one figure in place of its items. Without these, the other part may lose the canastas
    that decide its sign; then it is one figure, too.
    """
    signs: dict[str, Sign] = {}
    threes: ThreesRules | None = None
    for mistake in mistakes:
        signs |= mistake.signs
        threes = mistake.threes or threes
    if not (signs or threes):
        return side_facts
    rules = replace(variant, threes=threes) if threes else variant
    lines = [
        replace(line, points=signs[line.fact].factor * line.quantity) if line.fact in signs else line
        for line in scoring.score_side(rules, side_facts, set_aside=False)
    ]
    wanted = scoring.sum_lines(lines)
    if threes:
        side_facts = _replace_with_part_total(variant, side_facts, BASE, wanted.base)
    if _score(variant, side_facts).count != wanted.count:
        side_facts = _replace_with_part_total(variant, side_facts, COUNT, wanted.count)
    if _score(variant, side_facts).base != wanted.base:
        side_facts = _replace_with_part_total(variant, side_facts, BASE, wanted.base)
    return side_facts


def _replace_with_part_total(variant: Variant, side_facts: SideFacts, part: str, points: int | None) -> SideFacts:
    others = {
        name: number
        for name, number in side_facts.items()
        if name in DIRECT_FACTS or find_direct_part(variant, name) != part
    }
    return {**others, part: points or 0}  # a stated total has no signs to change, so points are never None


def _score(variant: Variant, side_facts: SideFacts) -> scoring.SideScore:
    return scoring.sum_lines(scoring.score_side(variant, side_facts, set_aside=False))


def _iter_mistake_pairs(disputed: DisputedHand) -> Iterator[_Mistakes]:
    """Yield pairs of mistakes about different items; a mistake in counting comes after one in a fact."""
    # A single card and one more mistake could explain nearly any total.
    in_facts = [mistake for mistake in iter_fact_mistakes(disputed) if mistake.kind is not MistakeKind.SINGLE_CARD]
    for first, second in combinations(in_facts, 2):
        if first.changed_facts.isdisjoint(second.changed_facts):
            yield first, second
    for first in (*in_facts, *iter_counting_mistakes(disputed)):
        changed = replace(disputed, facts=apply_corrections(disputed.facts, first.changes))
        for second in iter_counting_mistakes(changed):
            if second.kind is not first.kind:
                yield first, second


def _build_explanations(disputed: DisputedHand, explaining: Sequence[_Mistakes]) -> list[MistakeExplanation]:
    if not explaining:
        return []
    best_by_tally: dict[str, _Mistakes] = {}
    for mistakes in explaining:
        tally = format_tally(disputed.variant, _apply_mistakes(disputed, mistakes))
        known = best_by_tally.get(tally)
        if known is None or _compute_implausibility(mistakes) < _compute_implausibility(known):
            best_by_tally[tally] = mistakes
    recorded = {problem.severity for problem in find_problems(disputed.variant, disputed.facts, disputed.names)}
    explanations = [_build_explanation(disputed, best, tally, recorded) for tally, best in best_by_tally.items()]
    return sorted(
        explanations,
        key=lambda found: (found.is_impossible, bool(found.problems), _compute_implausibility(found.mistakes)),
    )


def _compute_implausibility(mistakes: _Mistakes) -> int:
    return sum(_IMPLAUSIBILITIES[mistake.kind] for mistake in mistakes)


def _build_explanation(
    disputed: DisputedHand, mistakes: _Mistakes, tally: str, recorded: Collection[Severity]
) -> MistakeExplanation:
    facts = _apply_mistakes(disputed, mistakes)
    # Problems that the recorded hand has too say nothing about a mistake, nor do those of parts entered as one figure.
    is_counting = any(mistake.is_counting_mistake for mistake in mistakes)
    ignored = {*recorded, Severity.IRREGULAR} if is_counting else recorded
    found = find_problems(disputed.variant, facts, disputed.names)
    problems = tuple(problem for problem in found if problem.severity not in ignored)
    return MistakeExplanation(mistakes=mistakes, facts=facts, tally=tally, problems=problems)


def _iter_special_hand_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    kind, hands = MistakeKind.SPECIAL_HANDS, disputed.variant.specials.hands
    entered = [
        (side, hand) for side, side_facts in disputed.facts.items() for hand in hands if side_facts.get(hand.name)
    ]
    for side, hand in entered:
        yield Mistake(kind=kind, description=f"{_name(hand)} not entered", changes={side: {hand.name: 0}})
        for taker in disputed.facts:
            if taker != side and disputed.can_enter(hand.name, taker):
                yield _build_wrong_side_mistake(disputed, kind, hand, side, taker)
        for instead, similar in _iter_distinct_values(hands):
            if instead.points != hand.points:
                words = f"{_name(instead)}{similar} entered instead of {_name(hand)}"
                yield Mistake(kind=kind, description=words, changes={side: {hand.name: 0, instead.name: 1}})
    if not entered:
        yield from _iter_forgotten_special_hands(disputed)


def _name(fact: Fact) -> str:
    return fact.label.lower()


def _build_wrong_side_mistake(disputed: DisputedHand, kind: MistakeKind, fact: Fact, giver: str, taker: str) -> Mistake:
    """Build the mistake of entering an item for the wrong side."""
    words = _describe_entered(fact, disputed.names[taker], instead_of=disputed.names[giver])
    return Mistake(kind=kind, description=words, changes={giver: {fact.name: 0}, taker: {fact.name: 1}})


def _describe_entered(fact: Fact, name: str, *, instead_of: str = "", similar: str = "") -> str:
    """Return the words for an item that was entered for a side, perhaps in place of a different side."""
    return f"{_name(fact)}{similar} entered for {name}{f' instead of {instead_of}' if instead_of else ''}"


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
            matters = side == disputed.side or specials.opponents is SpecialHandScoring.NOTHING
            if matters and disputed.can_enter(hand.name, side):
                words = _describe_entered(hand, disputed.names[side], similar=similar)
                changes = {**not_out, side: {**not_out[side], hand.name: 1}}
                yield Mistake(kind=MistakeKind.SPECIAL_HANDS, description=words, changes=changes)


def _iter_off_by_one(disputed: DisputedHand, kind: MistakeKind, facts: Iterable[Fact]) -> Iterator[Mistake]:
    for fact in facts:
        if disputed.can_enter(fact.name):
            number = disputed.get_number(fact.name)
            yield disputed.build_mistake(kind, f"{_name(fact)}: 1 more", {fact.name: number + 1})
            if number:
                yield disputed.build_mistake(kind, f"{_name(fact)}: 1 fewer", {fact.name: number - 1})


def _iter_canasta_kind_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    for more, fewer in permutations(disputed.variant.canastas, 2):
        if number := disputed.get_number(fewer.name):
            kind = MistakeKind.SIMILAR_CANASTAS if _are_similar(more, fewer) else MistakeKind.DIFFERENT_CANASTAS
            words = f"{_name(more)}: 1 more; {_name(fewer)}: 1 fewer"
            numbers = {more.name: disputed.get_number(more.name) + 1, fewer.name: number - 1}
            yield disputed.build_mistake(kind, words, numbers)


def _are_similar(first: Canasta, second: Canasta) -> bool:
    most_naturals = first.cards.natural_range[1], second.cards.natural_range[1]
    if not all(most_naturals):
        return not any(most_naturals)
    ranks = set(first.cards.ranks or NATURAL_RANKS)
    return not ranks.isdisjoint(second.cards.ranks or NATURAL_RANKS) or first.counts_as == second.counts_as


def _iter_bonus_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    for bonus in disputed.variant.bonuses:
        if not (bonus.one_side or bonus.ends_play):
            yield from _iter_off_by_one(disputed, MistakeKind.BONUSES, [bonus])
        elif disputed.can_enter(bonus.name):
            yield from _iter_one_side_bonus_mistakes(disputed, bonus)


def _iter_one_side_bonus_mistakes(disputed: DisputedHand, bonus: Bonus) -> Iterator[Mistake]:
    kind, side = MistakeKind.BONUSES, disputed.side
    holders = [holder for holder, side_facts in disputed.facts.items() if side_facts.get(bonus.name)]
    if side in holders:
        yield disputed.build_mistake(kind, f"{_name(bonus)} not entered", {bonus.name: 0})
        for taker in disputed.facts:
            if taker not in holders and disputed.can_enter(bonus.name, taker):
                yield _build_wrong_side_mistake(disputed, kind, bonus, side, taker)
    elif holders:
        for holder in holders:
            yield _build_wrong_side_mistake(disputed, kind, bonus, holder, side)
    else:
        yield disputed.build_mistake(kind, _describe_entered(bonus, disputed.names[side]), {bonus.name: 1})


def _iter_hand_card_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    in_hand = disputed.variant.card_points.in_hand
    if points := disputed.get_number(in_hand.name):
        kind, cards = MistakeKind.HAND_CARDS, f"cards {_name(in_hand)}"
        yield disputed.build_mistake(kind, f"{cards} subtracted twice", {in_hand.name: 2 * points})
        if points % 2 == 0:
            yield disputed.build_mistake(kind, f"only half of the {cards} subtracted", {in_hand.name: points // 2})
        yield disputed.build_mistake(kind, f"{cards} not subtracted", {in_hand.name: 0})


def _iter_part_sign_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    for part in DIRECT_FACTS:
        if points := disputed.get_number(part):
            words = f"{-points:,} instead of {points:,} in the {part}"
            yield disputed.build_mistake(MistakeKind.PART_SIGN, words, {part: -points})


def _iter_penalty_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    for penalty in disputed.variant.penalties:
        if not penalty.is_in_points:
            yield from _iter_off_by_one(disputed, MistakeKind.PENALTIES, [penalty])
        elif disputed.get_number(penalty.name):
            yield disputed.build_mistake(MistakeKind.PENALTIES, f"{_name(penalty)} not entered", {penalty.name: 0})


def _iter_digit_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    variant = disputed.variant
    for name in (*DIRECT_FACTS, *(fact.name for fact in variant.facts.values() if fact.is_in_points)):
        points = disputed.get_number(name)
        for swapped in iter_digit_swaps(points):
            words = f"{swapped:,} instead of {points:,} {_name_place(variant, name)} (two digits swapped)"
            yield disputed.build_mistake(MistakeKind.SWAPPED_DIGITS, words, {name: swapped})


def _name_place(variant: Variant, name: str) -> str:
    return f"in the {name}" if name in DIRECT_FACTS else _name(variant.facts[name])


def _iter_hundreds_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    kind, card_points = MistakeKind.HUNDREDS, disputed.variant.card_points
    names = [fact.name for fact in (card_points.on_table, card_points.in_hand) if disputed.can_enter(fact.name)]
    for name in (*names, *(part for part in DIRECT_FACTS if part in disputed.side_facts)):
        points, place = disputed.get_number(name), _name_place(disputed.variant, name)
        yield disputed.build_mistake(kind, f"{_PILE_POINTS} more {place}", {name: points + _PILE_POINTS})
        if points >= _PILE_POINTS or name in DIRECT_FACTS:
            yield disputed.build_mistake(kind, f"{_PILE_POINTS} less {place}", {name: points - _PILE_POINTS})


def _iter_single_card_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    card_points, points_by_rank = disputed.variant.card_points, disputed.variant.deck.points
    for fact in (card_points.on_table, card_points.in_hand):
        points = disputed.get_number(fact.name)
        for card in sorted({card for card in points_by_rank.values() if card}) if points else ():
            for changed in (points + card, points - card):
                if changed >= 0:
                    description = f"one {'more' if changed > points else 'fewer'} {card}-point card {_name(fact)}"
                    yield disputed.build_mistake(MistakeKind.SINGLE_CARD, description, {fact.name: changed})


def _iter_three_sign_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    rules = disputed.variant.threes
    if any(disputed.get_number(color.name) for color in rules.colors):
        right_sign = scoring.find_threes_sign(disputed.variant, disputed.side_facts)
        for sign in Sign:
            if sign in rules.signs and sign is not right_sign:
                words = _describe_sign("threes", sign, right_sign)
                yield Mistake(kind=MistakeKind.THREES_COUNTING, description=words, threes=replace(rules, signs=(sign,)))


def _describe_sign(what: str, sign: Sign, right_sign: Sign) -> str:
    """Return the words for points that were counted with the wrong sign."""
    return f"{what} {SIGN_WORDS[sign]} instead of {SIGN_WORDS[right_sign]}"


def _iter_three_color_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    """Yield the mistake of counting all threes by their colors, where all threes together have points of their own."""
    for line in scoring.score_threes(disputed.variant, disputed.side_facts):
        if line.fact == ALL_THREES:
            words = f"{line.label.lower()} counted by color"
            by_color = replace(disputed.variant.threes, all_points=None)
            yield Mistake(kind=MistakeKind.THREES_COUNTING, description=words, threes=by_color)


def _iter_table_sign_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    card_points = disputed.variant.card_points
    if disputed.get_number(card_points.on_table.name):
        right_sign = scoring.find_table_sign(disputed.variant, disputed.side_facts)
        for sign in dict.fromkeys((Sign.PLUS, Sign.MINUS, card_points.no_canasta)):
            if sign is not right_sign:
                words = _describe_sign(f"cards {card_points.on_table.label.lower()}", sign, right_sign)
                yield Mistake(kind=MistakeKind.TABLE_SIGN, description=words, signs={card_points.on_table.name: sign})


def _iter_hand_sign_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    in_hand = disputed.variant.card_points.in_hand
    if disputed.get_number(in_hand.name):
        words = _describe_sign(f"cards {in_hand.label.lower()}", Sign.PLUS, Sign.MINUS)
        yield Mistake(kind=MistakeKind.HAND_CARDS, description=words, signs={in_hand.name: Sign.PLUS})
