"""The search for one or two mistakes that explain a different total of one side in a hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from canasta_score.hand.facts import (
    BASE,
    COUNT,
    HandFacts,
    SideFacts,
    apply_corrections,
    find_direct_part,
    list_special_hands,
)
from canasta_score.hand.reconciliation.mistakes import (
    DisputedHand,
    Mistake,
    MistakeKind,
    iter_fact_mistakes,
    iter_sign_mistakes,
)
from canasta_score.hand.referee.checks import referee
from canasta_score.hand.referee.problems import Problem
from canasta_score.hand.scoring.lines import ScoreLine
from canasta_score.hand.scoring.score import score_hand, score_side, sum_lines
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.rules.diagnostics import Severity
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import COUNT_PART, DIRECT_FACTS
from canasta_score.rules.model.special_hands import OpponentScoring
from canasta_score.rules.model.threes import Sign, ThreesRules
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.raw_tables import MAX_NUMBER

_Mistakes = tuple[Mistake, ...]


@frozen
class MistakeExplanation(Value):
    """Mistakes that explain a disputed total, and the facts and the tally of the hand with them.

    `problems` say why no hand can be so, where the hand as recorded can, or what is told that is against the rules,
    where nothing of the hand as recorded is.
    """

    mistakes: _Mistakes
    facts: HandFacts
    tally: str
    problems: tuple[Problem, ...]

    @property
    def is_impossible(self) -> bool:
        """Return whether such a hand is impossible."""
        return any(problem.is_impossible for problem in self.problems)


def find_explanations(disputed: DisputedHand, *, pairs: bool = False) -> list[MistakeExplanation]:
    """Return what explains a disputed total: single mistakes, then pairs, the most plausible first.

    Pairs are searched if no single mistake explains it, or if `pairs` is set.

    >>> from canasta_score import load_variant
    >>> facts = {"we": {"red": 1, "mixed": 1, "table": 180, "hand": 35}, "they": {"mixed": 2, "out": 1, "table": 270}}
    >>> names = {"we": "Ann & Bob", "they": "Cy & Di"}
    >>> disputed = DisputedHand(variant=load_variant("nvso"), facts=facts, names=names, side="we", total=345)
    >>> for account in find_explanations(disputed):
    ...     print(account.mistakes[0].description, "|", account.tally)
    the threes counted as minus in place of nothing | we base=200 count=145 they m2 o t270
    100 less on the table | we r1 m1 t80 h35 they m2 o t270
    100 more left in hand | we r1 m1 t180 h135 they m2 o t270
    """
    alone = _drop_irrelevant_sides(disputed)
    if _is_total_explained(alone, ()):
        return []
    singles = find_single_explanations(disputed)
    if singles and not pairs:
        return singles
    known = {account.tally for account in singles}
    twos = [
        two for two in _iter_mistake_pairs(disputed) if _is_total_explained(alone, two) and _are_all_needed(alone, two)
    ]
    return singles + [account for account in _build_explanations(disputed, twos) if account.tally not in known]


def find_single_explanations(disputed: DisputedHand) -> list[MistakeExplanation]:
    """Return the single mistakes that explain a total, the most plausible first."""
    alone = _drop_irrelevant_sides(disputed)
    slips = (*iter_fact_mistakes(disputed), *iter_sign_mistakes(disputed))
    return _build_explanations(disputed, [(slip,) for slip in slips if _is_total_explained(alone, (slip,))])


def _drop_irrelevant_sides(disputed: DisputedHand) -> DisputedHand:
    """Return the hand without the sides that cannot change the score of the disputed side.

    All matter where a special hand that one of them may have leaves the others nothing.
    """
    specials, facts = disputed.variant.specials, disputed.facts.items()
    if specials.hands and specials.opponents is OpponentScoring.NOTHING:
        return disputed
    matter = {side: told for side, told in facts if side == disputed.side or list_special_hands(disputed.variant, told)}
    return replace(disputed, facts=matter)


def _is_total_explained(disputed: DisputedHand, slips: _Mistakes) -> bool:
    facts = _apply_mistakes(disputed, slips)
    score = score_hand(disputed.variant, facts).sides[disputed.side]
    return score.total == disputed.total and all(abs(number) <= MAX_NUMBER for number in facts[disputed.side].values())


def _are_all_needed(disputed: DisputedHand, slips: _Mistakes) -> bool:
    return not any(_is_total_explained(disputed, (slip,)) for slip in slips)


def _iter_mistake_pairs(disputed: DisputedHand) -> Iterator[_Mistakes]:
    """Yield pairs of mistakes about different items; a mistake in a sign comes after one in a fact.

    A single card is too small a thing for one of two: with it, almost any total could be explained.
    """
    of_facts = [slip for slip in iter_fact_mistakes(disputed) if slip.kind is not MistakeKind.SINGLE_CARD]
    for one, other in combinations(of_facts, 2):
        if one.changed_facts.isdisjoint(other.changed_facts):
            yield one, other
    for first in (*of_facts, *iter_sign_mistakes(disputed)):
        changed = replace(disputed, facts=apply_corrections(disputed.facts, first.changes))
        for second in iter_sign_mistakes(changed):
            if second.kind is not first.kind:
                yield first, second


def _build_explanations(disputed: DisputedHand, fitting: Sequence[_Mistakes]) -> list[MistakeExplanation]:
    recorded = {problem.severity for problem in referee(disputed.variant, disputed.facts)} if fitting else set()
    by_tally: dict[str, MistakeExplanation] = {}
    for slips in sorted(fitting, key=_compute_implausibility):
        facts = _apply_mistakes(disputed, slips)
        tally = format_tally(disputed.variant, facts)
        if tally not in by_tally:
            passed = recorded | ({Severity.IRREGULAR} if any(slip.is_counting_mistake for slip in slips) else set())
            problems = tuple(one for one in referee(disputed.variant, facts) if one.severity not in passed)
            by_tally[tally] = MistakeExplanation(mistakes=slips, facts=facts, tally=tally, problems=problems)
    return sorted(by_tally.values(), key=lambda account: (account.is_impossible, bool(account.problems)))


def _compute_implausibility(slips: _Mistakes) -> int:
    return sum(slip.kind for slip in slips)


def _apply_mistakes(disputed: DisputedHand, slips: _Mistakes) -> HandFacts:
    facts = disputed.facts
    signs: dict[str, Sign] = {}
    threes: ThreesRules | None = None
    for slip in slips:
        facts = apply_corrections(facts, slip.changes)
        signs |= slip.signs
        threes = slip.threes or threes
    told = facts[disputed.side]
    if signs or threes:
        told = _apply_counting_changes(disputed.variant, told, signs, threes)
    if not any(facts.values()):
        told = {disputed.variant.count.table.name: 0}
    return {**facts, disputed.side: told}


def _apply_counting_changes(
    variant: Variant, told: SideFacts, signs: Mapping[str, Sign], threes: ThreesRules | None
) -> SideFacts:
    """Return a side's facts with base or count as one figure, where a sign was mistaken.

    The count is given too where the base as one figure would turn the sign of the table, and the base where the count
    as one figure would turn that of the threes.
    """
    rules = replace(variant, threes=threes) if threes else variant
    score = sum_lines([_apply_sign(one, signs) for one in score_side(rules, told, set_aside=False)])
    if threes:
        told = _replace_with_part_total(variant, told, BASE, score.base)
    if sum_lines(score_side(variant, told, set_aside=False)).count != score.count:
        told = _replace_with_part_total(variant, told, COUNT, score.count)
    if sum_lines(score_side(variant, told, set_aside=False)).base != score.base:
        told = _replace_with_part_total(variant, told, BASE, score.base)
    return told


def _apply_sign(one: ScoreLine, signs: Mapping[str, Sign]) -> ScoreLine:
    if one.part is COUNT_PART and one.fact in signs:
        return replace(one, points=signs[one.fact].factor * one.quantity)
    return one


def _replace_with_part_total(variant: Variant, told: SideFacts, part: str, points: int) -> SideFacts:
    others = {
        name: number for name, number in told.items() if name in DIRECT_FACTS or find_direct_part(variant, name) != part
    }
    return {**others, part: points}
