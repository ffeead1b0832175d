"""The search for one or two mistakes that explain a different total of one side in a hand."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from canasta_score.hand.facts import HandFacts, apply_corrections, list_special_hands
from canasta_score.hand.reconciliation.counting_mistakes import apply_counting_mistakes, iter_counting_mistakes
from canasta_score.hand.reconciliation.mistakes import DisputedHand, Mistake, MistakeKind, iter_fact_mistakes
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.referee.problems import Problem
from canasta_score.hand.scoring.score import score_hand
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.rules.diagnostics import Severity
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.special_hands import OpponentScoring
from canasta_score.rules.schema.raw_tables import MAX_NUMBER

_Mistakes = tuple[Mistake, ...]
_IMPLAUSIBILITIES = {kind: place for place, kind in enumerate(MistakeKind)}


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
        if _is_total_explained(relevant, mistakes) and _are_all_needed(relevant, mistakes)
    ]
    found = _build_explanations(disputed, explaining)
    return [*singles, *(explanation for explanation in found if explanation.tally not in known_tallies)]


def find_single_explanations(disputed: DisputedHand) -> list[MistakeExplanation]:
    """Return the single mistakes that explain a total, the most plausible first."""
    relevant = _drop_irrelevant_sides(disputed)
    singles = [(mistake,) for mistake in (*iter_fact_mistakes(disputed), *iter_counting_mistakes(disputed))]
    return _build_explanations(disputed, [single for single in singles if _is_total_explained(relevant, single)])


def _drop_irrelevant_sides(disputed: DisputedHand) -> DisputedHand:
    # Most of the search is scoring, and of other sides only a special hand can matter, even one left out by mistake.
    variant, specials = disputed.variant, disputed.variant.specials
    if specials.hands and specials.opponents is OpponentScoring.NOTHING:
        return disputed
    relevant = {
        side: side_facts
        for side, side_facts in disputed.facts.items()
        if side == disputed.side or list_special_hands(variant, side_facts)
    }
    return replace(disputed, facts=relevant)


def _is_total_explained(disputed: DisputedHand, mistakes: _Mistakes) -> bool:
    facts = _apply_mistakes(disputed, mistakes)
    score = score_hand(disputed.variant, facts).sides[disputed.side]
    return score.total == disputed.total and all(abs(number) <= MAX_NUMBER for number in facts[disputed.side].values())


def _are_all_needed(disputed: DisputedHand, mistakes: _Mistakes) -> bool:
    return not any(_is_total_explained(disputed, (mistake,)) for mistake in mistakes)


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
    return sorted(explanations, key=_rank_explanation)


def _build_explanation(
    disputed: DisputedHand, mistakes: _Mistakes, tally: str, recorded: Collection[Severity]
) -> MistakeExplanation:
    facts = _apply_mistakes(disputed, mistakes)
    # Problems that the recorded hand has, too, say nothing about a mistake; nor do those of parts given as one number.
    is_counting = any(mistake.is_counting_mistake for mistake in mistakes)
    ignored = {*recorded, Severity.IRREGULAR} if is_counting else recorded
    found = find_problems(disputed.variant, facts, disputed.names)
    problems = tuple(problem for problem in found if problem.severity not in ignored)
    return MistakeExplanation(mistakes=mistakes, facts=facts, tally=tally, problems=problems)


def _rank_explanation(explanation: MistakeExplanation) -> tuple[bool, bool, int]:
    has_problems = bool(explanation.problems)
    return explanation.is_impossible, has_problems, _compute_implausibility(explanation.mistakes)


def _compute_implausibility(mistakes: _Mistakes) -> int:
    return sum(_IMPLAUSIBILITIES[mistake.kind] for mistake in mistakes)


def _apply_mistakes(disputed: DisputedHand, mistakes: _Mistakes) -> HandFacts:
    facts = disputed.facts
    for mistake in mistakes:
        facts = apply_corrections(facts, mistake.changes)
    side_facts = apply_counting_mistakes(disputed.variant, facts[disputed.side], mistakes)
    if not any(facts.values()):
        side_facts = {disputed.variant.card_points.on_table.name: 0}  # a tally has at least one item
    return {**facts, disputed.side: side_facts}
