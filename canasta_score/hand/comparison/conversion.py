"""Facts that were entered by the source rules, as facts of the target rules: the certain ones, and all possible others.

A side may have had any item that only the target rules know and nobody entered, unless the referee rules it out.
"""

from collections.abc import Sequence
from dataclasses import replace

from canasta_score.hand.comparison import matching
from canasta_score.hand.comparison.ambiguities import Ambiguity, build_mismatch, build_unknown, list_missing, sum_facts
from canasta_score.hand.comparison.card_points import convert_points
from canasta_score.hand.comparison.threes import ThreesInHand, is_counted_for_threes
from canasta_score.hand.facts import (
    BASE,
    COUNT,
    TOTAL,
    HandFacts,
    SideFacts,
    find_smallest_amount,
    has_canasta,
    has_stated_total,
)
from canasta_score.hand.referee.checks import count_impossible
from canasta_score.hand.tally.parser import CardsByFact
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.penalties import Penalty
from canasta_score.rules.model.threes import Color, ThreesOfColor
from canasta_score.rules.model.variant import Variant


class FactConverter:
    """The conversion of one side's facts; what one step settles leaves fewer readings in the steps after it."""

    def __init__(self, source: Variant, target: Variant, facts: HandFacts, side: str) -> None:
        """Take the facts of all sides; an item that only one of them has counts as entered for all, as zero."""
        self._source, self._target, self._side, self._facts = source, target, side, facts[side]
        entered = {name for side_facts in facts.values() for name in side_facts}
        self._target_only = (entered & target.facts.keys()) - source.facts.keys()
        self._referee_rules = replace(target, deck=source.deck)  # the cards that were played with
        self._threes_on_table = {
            name: {color.value: side_facts.get(color.value, 0) for color in Color} for name, side_facts in facts.items()
        }
        names = (source.card_points.on_table.name, source.card_points.in_hand.name)
        self._certain_facts: SideFacts = {name: self._facts.get(name, 0) for name in names}
        self._ambiguities: list[Ambiguity] = []

    def convert(self, cards: CardsByFact) -> Sequence[Ambiguity]:
        """Return all facts of the side; `cards` are those of each fact that names all its cards."""
        if self._source is self._target:
            return [Ambiguity(readings=[matching.filter_known_facts(self._source, self._facts)])]
        if has_stated_total(self._source, self._facts):
            self._add_total(TOTAL, 0)
            return self._ambiguities
        self._convert_adjustments()
        threes = ThreesInHand(self._source, self._target, self._facts, self._target_only)
        self._convert_base()
        self._convert_count(cards, threes)
        self._convert_penalties(threes)
        return self._ambiguities

    def _convert_adjustments(self) -> None:
        names = {adjustment.name for adjustment in self._source.adjustments if adjustment in self._target.adjustments}
        self._add_possible([{name: number for name, number in self._facts.items() if name in names}])

    def _convert_base(self) -> None:
        source, target = self._source, self._target
        if BASE in self._facts:
            # A base as high as the best canasta means that the side has one; a base below zero means that it has none.
            points = max((canasta.points for canasta in target.canastas), default=0)
            self._add_total(BASE, points if has_canasta(source, self._facts) else -2)
            return
        self._convert_items(source.specials.hands, target.specials.hands)
        self._convert_items(source.threes.colors, target.threes.colors)
        for color in target.threes.colors:
            number = self._certain_facts.get(color.name, 0)
            if number > len(color.values):
                reason = f"these rules have only {len(color.values)}"
                self._add_unknown(color.name, number, reason, {color.name: -number})
        self._convert_items(source.canastas, target.canastas)
        self._convert_items(source.bonuses, target.bonuses)

    def _convert_count(self, cards: CardsByFact, threes: ThreesInHand) -> None:
        if COUNT in self._facts:
            self._add_total(COUNT, 1 if self._facts[COUNT] > 0 else -2)
            return
        card_points = self._source.card_points
        for fact, left_in_hand in ((card_points.on_table.name, None), (card_points.in_hand.name, threes)):
            points, named, rules = self._facts.get(fact, 0), cards.get(fact, {}), (self._source, self._target)
            self._ambiguities.append(convert_points(fact, points, named, rules, left_in_hand))

    def _convert_penalties(self, threes: ThreesInHand) -> None:
        source, target = (
            [penalty for penalty in variant.penalties if not is_counted_for_threes(penalty)]
            for variant in (self._source, self._target)
        )
        self._convert_items(source, target)
        if threes.readings:
            self._add_possible(threes.readings, is_not_entered=threes.is_not_entered)
        elif threes.target_names:
            self._ambiguities.append(build_mismatch(threes.entered, threes.target_names[0]))

    def _convert_items(self, source_items: Sequence[Fact], target_items: Sequence[Fact]) -> None:
        # Nobody enters which meld was the first. So an item of the source rules can be from any meld, and may be
        # nothing by target rules that ask for the first meld.
        source = matching.build_shapes(source_items, self._source.deck)
        target = matching.build_shapes(target_items, self._source.deck, of_first_meld=True)
        items = {name: number for name in source if (number := self._facts.get(name))}
        candidates = {name: matching.find_candidates(name, source, target) for name in items}
        # The most valuable canasta or penalty stands for any that cannot be known.
        values = [(item.points, item.name) for item in target_items if isinstance(item, Canasta | Penalty)]
        _, placeholder = max(values, default=(0, BASE))
        for item in source_items:
            if isinstance(item, Canasta) and candidates.get(item.name) == [matching.NO_KIND]:
                reason = "these rules have no such canasta"
                self._add_unknown(item.name, items[item.name], reason, {placeholder: items[item.name]})
        entered = {name: self._facts.get(name, 0) for name in target if name in self._target_only}
        can_be_more = [name for name in entered if not matching.is_covered(target[name], source)]
        if readings := matching.assign_kinds(items, candidates, entered, can_be_more):
            self._add_possible(readings)
        else:
            given = {name: number for name, number in (entered | items).items() if number}
            self._ambiguities.append(build_mismatch(given, placeholder))
        for item in target_items:
            is_asked = isinstance(item, ThreesOfColor | Bonus | Penalty) and item.name not in self._target_only
            if is_asked and not matching.is_covered(target[item.name], source):
                most = self._source.deck.threes_per_color if isinstance(item, ThreesOfColor) else 1
                least = find_smallest_amount(self._source, item)
                self._add_possible([{item.name: number * least} for number in range(most + 1)], is_not_entered=True)

    def _add_possible(self, readings: Sequence[SideFacts], *, is_not_entered: bool = False) -> None:
        """Add the readings with the fewest impossible problems; what all of them have becomes certain."""
        hands = [self._threes_on_table | {self._side: sum_facts(self._certain_facts, reading)} for reading in readings]
        problems = [count_impossible(self._referee_rules, facts) for facts in hands]
        possible = [reading for reading, number in zip(readings, problems, strict=True) if number == min(problems)]
        numbers = {name: {reading.get(name, 0) for reading in possible} for name in sum_facts(*possible)}
        self._certain_facts = sum_facts(self._certain_facts, {name: min(numbers[name]) for name in numbers})
        varying = {name: several for name, several in numbers.items() if len(several) > 1}
        taken_words = {*self._source.facts, *self._target_only}
        missing = list_missing(varying, self._target, taken_words, is_not_entered=is_not_entered)
        self._ambiguities.append(Ambiguity(readings=possible, missing_items=missing, is_not_entered=is_not_entered))

    def _add_unknown(self, name: str, number: int, reason: str, reading: SideFacts) -> None:
        message = f"{name}={number} cannot be scored, because {reason}"
        self._ambiguities.append(build_unknown(name, message, {}, reading))

    def _add_total(self, part: str, figure: int) -> None:
        # The figure and the one above it stand for all others, so the rules must not treat these two differently.
        message = f"{part}= was entered as one number; enter its items instead"
        self._ambiguities.append(build_unknown(part, message, {part: figure}, {part: figure + 1}))
