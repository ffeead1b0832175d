"""Mistakes in counting: threes or cards scored with another sign, or threes by other rules."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from canasta_score.hand.facts import BASE, COUNT, SideFacts, find_direct_part
from canasta_score.hand.reconciliation.descriptions import describe_color_count, describe_sign
from canasta_score.hand.reconciliation.mistakes import DisputedHand, Mistake, MistakeKind
from canasta_score.hand.scoring.card_points import find_table_sign
from canasta_score.hand.scoring.lines import ScoreLine
from canasta_score.hand.scoring.score import SideScore, score_side, sum_lines
from canasta_score.hand.scoring.threes import find_threes_sign, score_threes
from canasta_score.rules.model.facts import COUNT_PART, DIRECT_FACTS
from canasta_score.rules.model.threes import ALL_THREES, Sign, ThreesRules
from canasta_score.rules.model.variant import Variant


def iter_counting_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    """Yield the possible mistakes in counting; a side whose items are set aside by a special hand has none."""
    if not disputed.is_set_aside:
        yield from _iter_three_sign_mistakes(disputed)
        yield from _iter_three_color_mistakes(disputed)
        yield from _iter_table_sign_mistakes(disputed)
        yield from _iter_hand_sign_mistakes(disputed)


def _iter_three_sign_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    rules = disputed.variant.threes
    if any(disputed.get_number(color.name) for color in rules.colors):
        right_sign = find_threes_sign(disputed.variant, disputed.side_facts)
        for sign in Sign:
            if sign in rules.signs and sign is not right_sign:
                words = describe_sign("threes", sign, right_sign)
                yield Mistake(kind=MistakeKind.THREES_COUNTING, description=words, threes=replace(rules, signs=(sign,)))


def _iter_three_color_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    """Yield the mistake of counting every three of the deck, which has points of its own, by its color."""
    for line in score_threes(disputed.variant, disputed.side_facts):
        if line.fact == ALL_THREES:
            words = describe_color_count(line.label)
            by_color = replace(disputed.variant.threes, all_points=None)
            yield Mistake(kind=MistakeKind.THREES_COUNTING, description=words, threes=by_color)


def _iter_table_sign_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    card_points = disputed.variant.card_points
    if disputed.get_number(card_points.on_table.name):
        right_sign = find_table_sign(disputed.variant, disputed.side_facts)
        for sign in dict.fromkeys((Sign.PLUS, Sign.MINUS, card_points.no_canasta)):
            if sign is not right_sign:
                words = describe_sign(f"cards {card_points.on_table.label.lower()}", sign, right_sign)
                yield Mistake(kind=MistakeKind.TABLE_SIGN, description=words, signs={card_points.on_table.name: sign})


def _iter_hand_sign_mistakes(disputed: DisputedHand) -> Iterator[Mistake]:
    in_hand = disputed.variant.card_points.in_hand
    if disputed.get_number(in_hand.name):
        words = describe_sign(f"cards {in_hand.label.lower()}", Sign.PLUS, Sign.MINUS)
        yield Mistake(kind=MistakeKind.HAND_CARDS, description=words, signs={in_hand.name: Sign.PLUS})


def apply_counting_mistakes(variant: Variant, side_facts: SideFacts, mistakes: Iterable[Mistake]) -> SideFacts:
    """Return the facts with which a side scores what it does with some mistakes in counting.

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
    wanted = sum_lines([_apply_sign(line, signs) for line in score_side(rules, side_facts, set_aside=False)])
    if threes:
        side_facts = _replace_with_part_total(variant, side_facts, BASE, wanted.base)
    if _score(variant, side_facts).count != wanted.count:
        side_facts = _replace_with_part_total(variant, side_facts, COUNT, wanted.count)
    if _score(variant, side_facts).base != wanted.base:
        side_facts = _replace_with_part_total(variant, side_facts, BASE, wanted.base)
    return side_facts


def _score(variant: Variant, side_facts: SideFacts) -> SideScore:
    return sum_lines(score_side(variant, side_facts, set_aside=False))


def _apply_sign(line: ScoreLine, signs: Mapping[str, Sign]) -> ScoreLine:
    if line.part is COUNT_PART and line.fact in signs:
        return replace(line, points=signs[line.fact].factor * line.quantity)
    return line


def _replace_with_part_total(variant: Variant, side_facts: SideFacts, part: str, points: int | None) -> SideFacts:
    others = {
        name: number
        for name, number in side_facts.items()
        if name in DIRECT_FACTS or find_direct_part(variant, name) != part
    }
    return {**others, part: points or 0}  # a stated total has no signs to change, so points are never None
