"""The same hand by several rules, side by side: what each side scores, where that can be known."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from canasta_score.hand.comparison.ambiguities import Doubt
from canasta_score.hand.comparison.conversion import (
    Retelling,
    Retold,
    not_in_rules,
    special_hand_not_there,
    words_of_all,
)
from canasta_score.hand.comparison.matching import all_told
from canasta_score.hand.facts import HandFacts, Told, special_hands_of
from canasta_score.hand.scoring.lines import Line
from canasta_score.hand.scoring.score import SideScore, added_up, lines_of_side, score_hand
from canasta_score.hand.tally.parser import NamedCards
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import DIRECT, OF_BASE, OF_COUNT, OF_PENALTIES, Part
from canasta_score.rules.model.special_hands import Opponents
from canasta_score.rules.model.variant import Variant

FIGURES: Mapping[Part, Callable[[SideScore], int]] = {
    OF_BASE: lambda score: score.base,
    OF_COUNT: lambda score: score.count,
    OF_PENALTIES: lambda score: score.penalties,
}


@frozen
class Unknown(Value):
    """What cannot be known of a side's score: the part that hangs on it, the fact, and a sentence that says so."""

    part: Part
    fact: str
    message: str


Scores = tuple[SideScore, ...]
Known = tuple[Scores, tuple[Unknown, ...], Scores]  # what can have been scored, what is not known, what if nothing more


@frozen
class PossibleScores(Value):
    """All that a side can have scored, none where nothing is known: a figure is known where all agree.

    `if_none` is what it can have scored if there was none of what nobody told. `not_here` lists what was told and is
    not in the rules: the labels and the numbers.
    """

    scores: Scores
    unknown: tuple[Unknown, ...]
    if_none: Scores
    not_here: tuple[tuple[str, int], ...]

    def figure(self, part: Part) -> int | None:
        """Give the points of a part, or None where they cannot be known."""
        return the_one(map(FIGURES[part], self.scores))

    @property
    def total(self) -> int | None:
        """Add up base, count and penalties; None where one of them cannot be known."""
        return added([self.figure(part) for part in FIGURES])

    def figure_if_none(self, part: Part) -> int | None:
        """Give the points of a part if there was none of what nobody told, or None where they cannot be known."""
        return the_one(map(FIGURES[part], self.if_none))

    @property
    def total_if_none(self) -> int | None:
        """Add up the parts if there was none of what nobody told; None where one of them cannot be known."""
        return added([self.figure_if_none(part) for part in FIGURES])

    @property
    def lines(self) -> tuple[Line, ...]:
        """Give the lines that are known."""
        first, *others = self.scores or (None,)
        return tuple(one for one in first.lines if all(one in other.lines for other in others)) if first else ()


@frozen
class ByRules(Value):
    """A hand by one set of rules."""

    variant: Variant
    sides: Mapping[str, PossibleScores]


def side_by_side(
    variants: Sequence[Variant], facts: HandFacts, cards: Mapping[str, NamedCards] | None = None
) -> list[ByRules]:
    """Score a hand by several rules; it was played by the first, and is told in the words of all.

    `cards` are those of each side's facts that name all their cards.

    >>> from canasta_score import load_variant
    >>> facts = {"we": {"natural": 2, "out": 1, "table": 200}, "they": {"natural": 1, "table": 60, "cut": 0}}
    >>> for by_rules in side_by_side([load_variant("nvso"), load_variant("wca")], facts):
    ...     print(by_rules.variant.name, {side: scores.total for side, scores in by_rules.sides.items()})
    nvso {'we': 1300, 'they': 560}
    wca {'we': 1400, 'they': 560}
    """
    first, *others = variants
    words = words_of_all(variants)
    own = {side: facts_of(first, told) for side, told in facts.items()}
    scored = score_hand(first, own).sides
    by_first = {
        side: PossibleScores(
            scores=(score,), unknown=(), if_none=(score,), not_here=not_here(words, first, facts[side])
        )
        for side, score in scored.items()
    }
    return [
        ByRules(variant=first, sides=by_first),
        *(by_other_rules(words, first, other, facts, cards or {}) for other in others),
    ]


def facts_of(variant: Variant, told: Told) -> Told:
    """Give those of a side's facts that some rules know, and the parts given as one figure."""
    return {name: number for name, number in told.items() if name in variant.facts or name in DIRECT}


def not_here(words: Variant, rules: Variant, told: Told) -> tuple[tuple[str, int], ...]:
    """Give the labels and the numbers of what a side has told that is not in some rules."""
    return tuple((fact.label, told[fact.name]) for fact in not_in_rules(words, rules, told))


def by_other_rules(
    words: Variant, first: Variant, other: Variant, facts: HandFacts, cards: Mapping[str, NamedCards]
) -> ByRules:
    """Score a hand by other rules than those it was played by."""
    strange = special_hand_not_there(first, other, facts)
    scores = (
        {side: ((), hand_not_there(strange), ()) for side in facts}
        if strange
        else possible_scores(first, other, facts, cards)
    )
    sides = {
        side: PossibleScores(
            scores=possible,
            unknown=unknown,
            if_none=if_none,
            not_here=() if strange else not_here(words, other, facts[side]),
        )
        for side, (possible, unknown, if_none) in scores.items()
    }
    return ByRules(variant=other, sides=sides)


def hand_not_there(name: str) -> tuple[Unknown, ...]:
    """Say that nothing is known of a hand in which a special hand was laid that the rules have not."""
    message = f"the hand cannot be known, for '{name}' is no special hand of these rules"
    return (Unknown(part=OF_BASE, fact=name, message=message),)


def possible_scores(
    first: Variant, other: Variant, facts: HandFacts, cards: Mapping[str, NamedCards]
) -> dict[str, Known]:
    """Give what each side can have scored by other rules, and what is not known."""
    retold = {side: Retelling(first, other, facts, side, cards.get(side, {})).retold() for side in facts}
    special = [side for side, told in retold.items() if special_hands_of(other, told.sure)]
    nothing_beside = bool(special) and other.specials.opponents is Opponents.NOTHING
    known: dict[str, Known] = {}
    for side, told in retold.items():
        aside = nothing_beside or side in special
        if_none = all_scores(other, with_none_untold(told), set_aside=aside)[0]
        known[side] = (*all_scores(other, told, set_aside=aside), if_none)
    return known


def with_none_untold(retold: Retold) -> Retold:
    """Give a side's facts as if there was none of what nobody told."""
    doubts = [replace(one, ways=one.ways[:1]) if one.untold else one for one in retold.doubts]
    return replace(retold, doubts=tuple(doubts))


def all_scores(variant: Variant, retold: Retold, *, set_aside: bool) -> tuple[Scores, tuple[Unknown, ...]]:
    """Score a side in every way in which one or two of its doubts can be, and say which doubts matter."""
    scores: dict[SideScore, None] = {}
    unknown: list[Unknown] = []
    for doubt in retold.doubts:
        changed: set[Part] = set()
        for beside in ways_beside(doubt, retold.doubts):
            told = (all_told(retold.sure, *beside, way) for way in doubt.ways)
            possible = [added_up(lines_of_side(variant, one, set_aside=set_aside)) for one in told]
            changed |= {part for part in FIGURES if the_one(map(FIGURES[part], possible)) is None}
            scores |= dict.fromkeys(possible)
        part = next((part for part in FIGURES if part in changed), None)
        if part:
            unknown += [Unknown(part=part, fact=missing.fact, message=missing.message) for missing in doubt.missing]
    return tuple(scores), tuple(unknown)


def ways_beside(doubt: Doubt, doubts: Sequence[Doubt]) -> Iterator[list[Told]]:
    """Go through the ways of the other doubts: each at its first way, and one after the other at all its ways."""
    others = [other for other in doubts if other is not doubt]
    first = [other.ways[0] for other in others]
    yield first
    for place, other in enumerate(others):
        for way in other.ways[1:]:
            yield [*first[:place], way, *first[place + 1 :]]


def added(points: Sequence[int | None]) -> int | None:
    """Add up points; None where some are not known."""
    known = [one for one in points if one is not None]
    return sum(known) if len(known) == len(points) else None


def the_one(points: Iterable[int]) -> int | None:
    """Give the points that all agree on, or None."""
    different = set(points)
    return different.pop() if len(different) == 1 else None
