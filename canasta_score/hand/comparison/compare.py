"""The same hand by several rules, side by side: what each side scores, where that can be known."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from canasta_score.hand.comparison.ambiguities import Ambiguity
from canasta_score.hand.comparison.conversion import (
    ConvertedFacts,
    FactConverter,
    find_facts_not_in_rules,
    find_missing_special_hand,
    merge_vocabularies,
)
from canasta_score.hand.comparison.matching import sum_facts
from canasta_score.hand.facts import HandFacts, SideFacts, list_special_hands
from canasta_score.hand.scoring.lines import ScoreLine
from canasta_score.hand.scoring.score import SideScore, score_hand, score_side, sum_lines
from canasta_score.hand.tally.parser import CardsByFact
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import BASE_PART, COUNT_PART, DIRECT_FACTS, PENALTIES_PART, ScorePart
from canasta_score.rules.model.special_hands import OpponentScoring
from canasta_score.rules.model.variant import Variant

_PART_GETTERS: Mapping[ScorePart, Callable[[SideScore], int]] = {
    BASE_PART: lambda score: score.base,
    COUNT_PART: lambda score: score.count,
    PENALTIES_PART: lambda score: score.penalties,
}


@frozen
class UnknownFigure(Value):
    """What cannot be known of a side's score: the part that hangs on it, the fact, and a sentence that says so."""

    part: ScorePart
    fact: str
    message: str


_Scores = tuple[SideScore, ...]
_ScoresAndUnknown = tuple[
    _Scores, tuple[UnknownFigure, ...], _Scores
]  # what can have been scored, what is not known, what if nothing more


@frozen
class PossibleScores(Value):
    """All that a side can have scored, none where nothing is known: a figure is known where all agree.

    `if_none` is what it can have scored if there was none of what nobody told. `left_out` lists what was told and is
    not in the rules: the labels and the numbers.
    """

    scores: _Scores
    unknown: tuple[UnknownFigure, ...]
    scores_if_none: _Scores
    facts_not_in_rules: tuple[tuple[str, int], ...]

    def get_figure(self, part: ScorePart) -> int | None:
        """Give the points of a part, or None where they cannot be known."""
        return get_agreed_value(map(_PART_GETTERS[part], self.scores))

    @property
    def total(self) -> int | None:
        """Add up base, count and penalties; None where one of them cannot be known."""
        return _sum_if_known([self.get_figure(part) for part in _PART_GETTERS])

    def get_figure_if_none(self, part: ScorePart) -> int | None:
        """Give the points of a part if there was none of what nobody told, or None where they cannot be known."""
        return get_agreed_value(map(_PART_GETTERS[part], self.scores_if_none))

    @property
    def total_if_none(self) -> int | None:
        """Add up the parts if there was none of what nobody told; None where one of them cannot be known."""
        return _sum_if_known([self.get_figure_if_none(part) for part in _PART_GETTERS])

    @property
    def known_lines(self) -> tuple[ScoreLine, ...]:
        """Give the lines that are known."""
        first, *others = self.scores or (None,)
        return tuple(one for one in first.lines if all(one in other.lines for other in others)) if first else ()


@frozen
class VariantResult(Value):
    """A hand by one set of rules."""

    variant: Variant
    sides: Mapping[str, PossibleScores]


def compare_hand(
    variants: Sequence[Variant], facts: HandFacts, cards: Mapping[str, CardsByFact] | None = None
) -> list[VariantResult]:
    """Score a hand by several rules; it was played by the first, and is told in the words of all.

    `cards` are those of each side's facts that name all their cards.

    >>> from canasta_score import load_variant
    >>> facts = {"we": {"natural": 2, "out": 1, "table": 200}, "they": {"natural": 1, "table": 60, "cut": 0}}
    >>> for by_rules in compare_hand([load_variant("nvso"), load_variant("wca")], facts):
    ...     print(by_rules.variant.name, {side: scores.total for side, scores in by_rules.sides.items()})
    nvso {'we': 1300, 'they': 560}
    wca {'we': 1400, 'they': 560}
    """
    first, *others = variants
    words = merge_vocabularies(variants)
    own = {side: filter_known_facts(first, told) for side, told in facts.items()}
    scored = score_hand(first, own).sides
    by_first = {
        side: PossibleScores(
            scores=(score,),
            unknown=(),
            scores_if_none=(score,),
            facts_not_in_rules=_list_labels_not_in_rules(words, first, facts[side]),
        )
        for side, score in scored.items()
    }
    return [
        VariantResult(variant=first, sides=by_first),
        *(_score_by_other_rules(words, first, other, facts, cards or {}) for other in others),
    ]


def filter_known_facts(variant: Variant, told: SideFacts) -> SideFacts:
    """Give those of a side's facts that some rules know, and the parts given as one figure."""
    return {name: number for name, number in told.items() if name in variant.facts or name in DIRECT_FACTS}


def _list_labels_not_in_rules(words: Variant, rules: Variant, told: SideFacts) -> tuple[tuple[str, int], ...]:
    """Give the labels and the numbers of what a side has told that is not in some rules."""
    return tuple((fact.label, told[fact.name]) for fact in find_facts_not_in_rules(words, rules, told))


def _score_by_other_rules(
    words: Variant, first: Variant, other: Variant, facts: HandFacts, cards: Mapping[str, CardsByFact]
) -> VariantResult:
    """Score a hand by other rules than those it was played by."""
    strange = find_missing_special_hand(first, other, facts)
    scores = (
        {side: ((), _mark_hand_unknown(strange), ()) for side in facts}
        if strange
        else _find_possible_scores(first, other, facts, cards)
    )
    sides = {
        side: PossibleScores(
            scores=possible,
            unknown=unknown,
            scores_if_none=if_none,
            facts_not_in_rules=() if strange else _list_labels_not_in_rules(words, other, facts[side]),
        )
        for side, (possible, unknown, if_none) in scores.items()
    }
    return VariantResult(variant=other, sides=sides)


def _mark_hand_unknown(name: str) -> tuple[UnknownFigure, ...]:
    """Say that nothing is known of a hand in which a special hand was laid that the rules have not."""
    message = f"the hand cannot be known, for '{name}' is no special hand of these rules"
    return (UnknownFigure(part=BASE_PART, fact=name, message=message),)


def _find_possible_scores(
    first: Variant, other: Variant, facts: HandFacts, cards: Mapping[str, CardsByFact]
) -> dict[str, _ScoresAndUnknown]:
    """Give what each side can have scored by other rules, and what is not known."""
    retold = {side: FactConverter(first, other, facts, side, cards.get(side, {})).convert() for side in facts}
    special = [side for side, told in retold.items() if list_special_hands(other, told.known_facts)]
    nothing_beside = bool(special) and other.specials.opponents is OpponentScoring.NOTHING
    known: dict[str, _ScoresAndUnknown] = {}
    for side, told in retold.items():
        aside = nothing_beside or side in special
        if_none = _score_all_readings(other, _assume_none_missing(told), set_aside=aside)[0]
        known[side] = (*_score_all_readings(other, told, set_aside=aside), if_none)
    return known


def _assume_none_missing(retold: ConvertedFacts) -> ConvertedFacts:
    """Give a side's facts as if there was none of what nobody told."""
    doubts = [replace(one, readings=one.readings[:1]) if one.is_not_entered else one for one in retold.ambiguities]
    return replace(retold, ambiguities=tuple(doubts))


def _score_all_readings(
    variant: Variant, retold: ConvertedFacts, *, set_aside: bool
) -> tuple[_Scores, tuple[UnknownFigure, ...]]:
    """Score a side in every way in which one or two of its doubts can be, and say which doubts matter."""
    scores: dict[SideScore, None] = {}
    unknown: list[UnknownFigure] = []
    for doubt in retold.ambiguities:
        changed: set[ScorePart] = set()
        for beside in _iter_contexts(doubt, retold.ambiguities):
            told = (sum_facts(retold.known_facts, *beside, way) for way in doubt.readings)
            possible = [sum_lines(score_side(variant, one, set_aside=set_aside)) for one in told]
            changed |= {part for part in _PART_GETTERS if get_agreed_value(map(_PART_GETTERS[part], possible)) is None}
            scores |= dict.fromkeys(possible)
        part = next((part for part in _PART_GETTERS if part in changed), None)
        if part:
            unknown += [
                UnknownFigure(part=part, fact=missing.fact, message=missing.message) for missing in doubt.missing_items
            ]
    return tuple(scores), tuple(unknown)


def _iter_contexts(doubt: Ambiguity, doubts: Sequence[Ambiguity]) -> Iterator[list[SideFacts]]:
    """Go through the ways of the other doubts: each at its first way, and one after the other at all its ways."""
    others = [other for other in doubts if other is not doubt]
    first = [other.readings[0] for other in others]
    yield first
    for place, other in enumerate(others):
        for way in other.readings[1:]:
            yield [*first[:place], way, *first[place + 1 :]]


def _sum_if_known(points: Sequence[int | None]) -> int | None:
    """Add up points; None where some are not known."""
    known = [one for one in points if one is not None]
    return sum(known) if len(known) == len(points) else None


def get_agreed_value(points: Iterable[int]) -> int | None:
    """Give the points that all agree on, or None."""
    different = set(points)
    return different.pop() if len(different) == 1 else None
