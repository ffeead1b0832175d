"""The same hand by several sets of rules: what each side scores by each of them, as far as the facts tell."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from canasta_score.hand.comparison.ambiguities import Ambiguity, MissingItem, sum_facts
from canasta_score.hand.comparison.conversion import FactConverter
from canasta_score.hand.comparison.matching import list_facts_not_in_rules, merge_vocabularies
from canasta_score.hand.facts import HandFacts, is_set_aside, list_special_hands
from canasta_score.hand.scoring.lines import ScoreLine
from canasta_score.hand.scoring.score import SideScore, score_side, sum_lines
from canasta_score.hand.tally.parser import CardsByFact
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import ScorePart
from canasta_score.rules.model.special_hands import SpecialHand
from canasta_score.rules.model.variant import Variant


@frozen
class ComparedSide(Value):
    """All scores that a side can have by one set of rules; a figure is known if it is the same in all of them.

    Without scores, no figure is known. `scores_if_none` are those if the side had none of the items that nobody
    entered. `facts_not_in_rules` are the labels and numbers of entered items that these rules do not have.
    """

    scores: Sequence[SideScore] = ()
    scores_if_none: Sequence[SideScore] = ()
    unknown: Sequence[MissingItem] = ()
    facts_not_in_rules: Sequence[tuple[str, int]] = ()

    def get_figures(self, *, if_none: bool = False) -> dict[str, int | None]:
        """Return base, count, penalties and total in points, by these names; None for what is unknown."""
        scores = self.scores_if_none if if_none else self.scores
        figures = {
            "base": get_agreed_value(score.base for score in scores),
            "count": get_agreed_value(score.count for score in scores),
            "penalties": get_agreed_value(score.penalties for score in scores),
        }
        known = [points for points in figures.values() if points is not None]
        if scores and scores[0].base is None:
            return {**figures, "total": get_agreed_value(score.total for score in scores)}
        return {**figures, "total": sum(known) if len(known) == len(figures) else None}

    @property
    def known_lines(self) -> list[ScoreLine]:
        """Return the lines that are the same in all scores."""
        lines = [score.lines for score in self.scores]
        return [line for line in lines[0] if all(line in others for others in lines)] if lines else []


@frozen
class VariantResult(Value):
    """A hand by one set of rules."""

    variant: Variant
    sides: Mapping[str, ComparedSide]


def compare_hand(
    variants: Sequence[Variant], facts: HandFacts, cards: Mapping[str, CardsByFact] | None = None
) -> list[VariantResult]:
    """Score a hand by several sets of rules; it was played by the first, and may be entered in the words of all.

    `cards` are the cards of each side's facts that name all their cards, such as `table=7xK`.
    """
    return [
        VariantResult(variant=rules, sides=_compare_sides(variants, rules, facts, cards or {})) for rules in variants
    ]


def _compare_sides(
    variants: Sequence[Variant], target: Variant, facts: HandFacts, cards: Mapping[str, CardsByFact]
) -> Mapping[str, ComparedSide]:
    source, vocabulary = variants[0], merge_vocabularies(variants)
    for name in (name for side_facts in facts.values() for name in list_special_hands(source, side_facts)):
        if not isinstance(target.facts.get(name), SpecialHand):
            message = f"the hand cannot be scored, because {name} is not a special hand in these rules"
            return dict.fromkeys(facts, ComparedSide(unknown=[MissingItem(fact=name, message=message)]))
    converted = {side: FactConverter(source, target, facts, side).convert(cards.get(side, {})) for side in facts}
    first_readings = {side: sum_facts(*(each.readings[0] for each in converted[side])) for side in facts}
    compared: dict[str, ComparedSide] = {}
    for side, ambiguities in converted.items():
        set_aside = is_set_aside(target, first_readings, side)
        scores, unknown = _score_readings(target, ambiguities, set_aside=set_aside)
        if_none = [replace(each, readings=each.readings[:1]) if each.is_not_entered else each for each in ambiguities]
        compared[side] = ComparedSide(
            scores=scores,
            scores_if_none=_score_readings(target, if_none, set_aside=set_aside)[0],
            unknown=unknown,
            facts_not_in_rules=list_facts_not_in_rules(vocabulary, target, facts[side]),
        )
    return compared


def _score_readings(
    variant: Variant, ambiguities: Sequence[Ambiguity], *, set_aside: bool
) -> tuple[list[SideScore], list[MissingItem]]:
    # Each reading is scored with the first readings of all other ambiguities, and again with their last ones. The first
    # have the fewest of every item and the last have the most. That is enough: where points depend on several items, as
    # the sign of threes depends on canastas, they depend on having enough of them.
    scores: dict[SideScore, None] = {}
    unknown: list[MissingItem] = []
    for ambiguity in ambiguities:
        changed: set[str] = set()
        for index in (0, -1):
            others = [other.readings[index] for other in ambiguities if other is not ambiguity]
            readings = [sum_facts(*others, reading) for reading in ambiguity.readings]
            possible = [sum_lines(score_side(variant, reading, set_aside=set_aside)) for reading in readings]
            changed |= {part for part, points in ComparedSide(scores=possible).get_figures().items() if points is None}
            scores |= dict.fromkeys(possible)
        part = next((part for part in ScorePart if part in changed), None)
        unknown += [replace(item, part=part) for item in ambiguity.missing_items if part]
    return list(scores), unknown


def get_agreed_value(points: Iterable[int | None]) -> int | None:
    """Return the points if they are all the same, or None if they differ or there are none."""
    different = set(points)
    return different.pop() if len(different) == 1 else None
