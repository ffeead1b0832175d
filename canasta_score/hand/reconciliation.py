"""Reconciliation: the mistakes that explain why another score sheet has a different total for a side in a hand."""

from collections.abc import Iterable, Iterator
from itertools import combinations, islice

from canasta_score.hand import scoring
from canasta_score.hand.facts import HandFacts, SideFacts, apply_corrections, find_direct_part
from canasta_score.hand.mistakes import (
    DisputedHand,
    Mistake,
    MistakeKind,
    find_few_cards,
    iter_differences,
    iter_mistakes,
    iter_wrong_signs,
)
from canasta_score.hand.referee.checks import Referee
from canasta_score.hand.referee.problems import Problem, has_impossible_problem
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.rules.diagnostics import Severity
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model.facts import BASE, COUNT, DIRECT_FACTS
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.limits import MAX_NUMBER

_FEW = 6  # explanations are listed unless all are asked for

_ADJUSTMENT_NAMES = {"extra", "penalty"}
_Mistakes = tuple[Mistake, ...]


class MistakeExplanation(Value):
    """Mistakes that explain a disputed total, and the facts and the tally of the hand with them."""

    mistakes: _Mistakes
    facts: HandFacts
    changes: HandFacts  # the facts to correct if the other sheet is right; none if it was added up wrong
    tally: str
    problems: tuple[Problem, ...]  # impossible or irregular with the mistakes, but not as recorded

    @property
    def is_impossible(self) -> bool:
        """Return whether such a hand is impossible."""
        return has_impossible_problem(self.problems)


def find_explanations(
    disputed: DisputedHand, *, every: bool = False, is_explained: bool = False
) -> tuple[list[MistakeExplanation], int]:
    """Return what explains a disputed total, and how many explanations of it are left out.

    Single mistakes come first, then pairs, then the plain difference, and last what is impossible. Unless `every` is
    set, these are a few. With `is_explained`, pairs and points that no card makes are left out.
    """
    if disputed.score().total == disputed.total:
        return [], 0
    builder = _ExplanationBuilder(disputed)
    single_mistakes, amounts = _find_single_mistakes(disputed), list(iter_differences(disputed))
    singles = sorted(builder.build((mistake,) for mistake in single_mistakes), key=_rank)
    # What is impossible is a difference only if a few cards make it: somebody may have counted these all the same.
    differences = [
        explanation
        for explanation in builder.build((mistake,) for mistake in amounts)
        if not explanation.is_impossible or explanation.mistakes[0].kind is not MistakeKind.DIFFERENCE
    ]
    # In a pair with a mistake that explains the total alone, the other one would change nothing.
    alone = {mistake.description for mistake in (*single_mistakes, *amounts)}
    found = (pair for pair in _iter_pairs(disputed) if alone.isdisjoint(mistake.description for mistake in pair))
    pairs = list(builder.build(sorted(found, key=lambda pair: sum(mistake.kind for mistake in pair))))
    listed = [*singles, *pairs] if every else singles[:_FEW]
    is_everyday = any(not single.problems and single.mistakes[0].is_everyday for single in singles)
    if not (every or is_explained or is_everyday):
        likely = (pair for pair in pairs if not pair.problems and pair.mistakes[1].kind is not MistakeKind.CARD_SET)
        listed += islice(likely, _FEW - len(listed))
    more = len(singles) + len(pairs) - len(listed)
    # Points by agreement or by a ruling are the last resort, where no card can make the difference.
    in_cards = [each for each in differences if each.mistakes[0].changed_facts.isdisjoint(_ADJUSTMENT_NAMES)]
    differences = in_cards if in_cards or listed or is_explained else differences[:1]
    return sorted([*listed, *differences], key=_rank), more


def find_likely_mistakes(disputed: DisputedHand) -> list[Mistake]:
    """Return the mistakes that explain a total alone, the most everyday first, if the hand is possible with them."""
    singles = _ExplanationBuilder(disputed).build((mistake,) for mistake in _find_single_mistakes(disputed))
    return [single.mistakes[0] for single in singles if not single.problems]


def _find_single_mistakes(disputed: DisputedHand) -> list[Mistake]:
    explaining = [mistake for mistake in iter_mistakes(disputed) if disputed.score_with(mistake) == disputed.total]
    return sorted(explaining, key=lambda mistake: mistake.kind)


def _rank(explanation: MistakeExplanation) -> tuple[bool, bool, int, bool]:
    """Return what is less likely about an explanation, the most important first."""
    mistakes = explanation.mistakes
    is_in_adding_up = all(mistake.is_in_adding_up for mistake in mistakes)  # then the items may be right
    is_difference = mistakes[0].kind is MistakeKind.DIFFERENCE
    is_against_rules = bool(explanation.problems) and not is_in_adding_up
    return explanation.is_impossible and is_against_rules, is_difference, len(mistakes), is_against_rules


def _iter_pairs(disputed: DisputedHand) -> Iterator[_Mistakes]:
    """Yield the pairs of everyday mistakes that explain a total; the second one may also be a few cards."""
    everyday = sorted((each for each in iter_mistakes(disputed) if each.is_everyday), key=lambda each: each.kind)
    for first, second in combinations([mistake for mistake in everyday if mistake.changes], 2):
        is_apart = first.changed_facts.isdisjoint(second.changed_facts)
        if is_apart and disputed.score(_merge_changes((first, second))).total == disputed.total:
            yield first, second
    for first, second in combinations([mistake for mistake in everyday if mistake.points], 2):
        if first.kind is not second.kind and disputed.score_with(first) + sum(second.points.values()) == disputed.total:
            yield first, second
    for first in everyday:
        facts = apply_corrections(disputed.facts, first.changes)
        rest = replace(disputed, facts=facts, total=disputed.total - sum(first.points.values()))
        missing = rest.total - rest.score().total
        for second in iter_wrong_signs(rest) if missing and first.changes else ():
            if second.kind is not first.kind and sum(second.points.values()) == missing:
                yield first, second
        for cards in iter_differences(rest) if missing and find_few_cards(rest.variant, abs(missing)) else ():
            if cards.kind is not MistakeKind.DIFFERENCE and first.changed_facts.isdisjoint(cards.changed_facts):
                yield first, cards


def _merge_changes(mistakes: _Mistakes) -> HandFacts:
    merged: dict[str, dict[str, int]] = {}
    for mistake in mistakes:
        for side, side_changes in mistake.changes.items():
            merged.setdefault(side, {}).update(side_changes)
    return {side: side_changes for side, side_changes in merged.items() if side_changes}


class _ExplanationBuilder:
    """Builds explanations of one disputed hand, each tally once, but each mistake in adding up."""

    def __init__(self, disputed: DisputedHand) -> None:
        self._disputed, self._referee = disputed, Referee(disputed.variant, disputed.names)
        self._recorded = {problem.severity for problem in self._referee.find_problems(disputed.facts)}
        self._known: set[str] = set()

    def build(self, explaining: Iterable[_Mistakes]) -> Iterator[MistakeExplanation]:
        """Yield an explanation of each of some mistakes that explain the total, unless it is known already."""
        for mistakes in explaining:
            changes = _merge_changes(mistakes)
            facts = self._apply(mistakes, changes)
            tally = format_tally(self._disputed.variant, facts)
            is_typed = all(abs(number) <= MAX_NUMBER for number in facts[self._disputed.side].values())
            is_counting = any(mistake.points for mistake in mistakes)
            # The same figure in place of items can have several reasons; that a part lost its sign is the last of them.
            is_reason = is_counting and mistakes[-1].kind is not MistakeKind.PART_SIGN
            key = " ".join(mistake.description for mistake in mistakes) if is_reason else tally
            if is_typed and key not in self._known:
                self._known |= {key, tally}
                # Problems that the recorded hand has too say nothing about a mistake, nor do parts as one figure.
                ignored = {*self._recorded, *([Severity.IRREGULAR] if is_counting else [])}
                problems = self._referee.find_problems(facts)
                yield MistakeExplanation(
                    mistakes=mistakes,
                    facts=facts,
                    changes={} if is_counting else changes,
                    tally=tally,
                    problems=tuple(problem for problem in problems if problem.severity not in ignored),
                )

    def _apply(self, mistakes: _Mistakes, changes: HandFacts) -> HandFacts:
        variant, side = self._disputed.variant, self._disputed.side
        facts = apply_corrections(self._disputed.facts, changes)
        if any(mistake.points for mistake in mistakes):
            score = replace(self._disputed, facts=facts).score()
            added = {part: sum(mistake.points.get(part, 0) for mistake in mistakes) for part in (BASE, COUNT)}
            base, count = (score.base or 0) + added[BASE], (score.count or 0) + added[COUNT]
            facts = {**facts, side: _replace_parts(variant, facts[side], base, count)}
        if not any(facts.values()):
            facts = {**facts, side: {variant.card_points.on_table.name: 0}}  # a tally has at least one item
        return facts


def _replace_parts(variant: Variant, side_facts: SideFacts, base: int, count: int) -> SideFacts:
    """Return facts with another base or count: the part that is different is one figure in place of its items."""
    for _ in (BASE, COUNT):  # without its items, the other part may lose the canastas that decide its sign
        for part, points in ((BASE, base), (COUNT, count)):
            score = scoring.sum_lines(scoring.score_side(variant, side_facts, set_aside=False))
            if points != (score.base if part == BASE else score.count):
                others = {
                    name: number
                    for name, number in side_facts.items()
                    if name in DIRECT_FACTS or find_direct_part(variant, name) != part
                }
                side_facts = {**others, part: points}
    return side_facts
