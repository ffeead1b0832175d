"""A hand that was entered by some rules, as facts of others: what is certain, and what the entered facts leave open.

What the source rules know and nobody entered is none. What only the target rules know and nobody entered may have been
there: it is an ambiguity, unless the referee rules it out beside the rest.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from canasta_score.hand.comparison import matching
from canasta_score.hand.comparison.ambiguities import (
    Ambiguity,
    MissingItem,
    build_mismatch,
    build_missing_item,
    build_unknown,
    sum_facts,
)
from canasta_score.hand.comparison.card_points import convert_hand, convert_table
from canasta_score.hand.comparison.threes import ThreesInHand, is_counted_for_threes
from canasta_score.hand.facts import BASE, COUNT, HandFacts, SideFacts, count_canastas, find_smallest_amount
from canasta_score.hand.referee.checks import count_impossible
from canasta_score.hand.tally.parser import CardsByFact
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.penalties import Penalty
from canasta_score.rules.model.threes import Color, ThreesOfColor
from canasta_score.rules.model.variant import Variant


class FactConverter:
    """The conversion of one side's facts; what is certain is an ambiguity with one reading.

    Certain facts grow with each step, so that what is settled leaves less room for what follows. They have the card
    points of the source rules, by which the referee judges what can be on the table.
    """

    def __init__(self, source: Variant, target: Variant, facts: HandFacts, side: str) -> None:
        """Take the facts of all sides; an item of the target rules is entered for all if one side has it."""
        self._source, self._target, self._side, self._facts = source, target, side, facts[side]
        entered = {name for side_facts in facts.values() for name in side_facts}
        self._target_only = (entered & target.facts.keys()) - source.facts.keys()
        self._referee_rules = replace(target, deck=source.deck)
        self._tables = {
            name: {color.value: side_facts.get(color.value, 0) for color in Color} for name, side_facts in facts.items()
        }
        count = (source.count.table.name, source.count.hand.name)
        self._certain_facts: SideFacts = {name: self._facts.get(name, 0) for name in count}
        self._ambiguities: list[Ambiguity] = []

    def convert(self, cards: CardsByFact) -> Sequence[Ambiguity]:
        """Return all facts of the side; `cards` are those of each fact that names all its cards."""
        source, target, facts = self._source, self._target, self._facts
        if BASE in facts:
            points = max((canasta.points for canasta in target.canastas), default=0)
            self._add_total(BASE, points if count_canastas(source, facts) else -2)
        else:
            self._convert_items(source.specials.hands, target.specials.hands)
            self._convert_items(source.threes.colours, target.threes.colours)
            self._limit_threes()
            self._convert_items(source.canastas, target.canastas)
            self._convert_items(source.bonuses, target.bonuses)
        threes = ThreesInHand(source, target, facts, self._target_only)
        if COUNT in facts:
            self._add_total(COUNT, 1 if facts[COUNT] > 0 else -2)
        else:
            rules = (source, target, facts, cards)
            self._ambiguities += [convert_table(*rules), convert_hand(*rules, threes)]
        penalties = [[one for one in rules.penalties if not is_counted_for_threes(one)] for rules in (source, target)]
        self._convert_items(*penalties)
        self._convert_threes_in_hand(threes)
        return self._ambiguities

    def _convert_items(self, source_items: Sequence[Fact], target_items: Sequence[Fact]) -> None:
        source, target = (matching.build_shapes(items, self._source.deck) for items in (source_items, target_items))
        items = {name: number for name in source if (number := self._facts.get(name))}
        candidates = {name: matching.find_candidates(name, source, target) for name in items}
        # The canasta or penalty that is worth most stands for one that cannot be known.
        values = [(item.points, item.name) for item in target_items if isinstance(item, Canasta | Penalty)]
        _, placeholder = max(values, default=(0, BASE))
        for item in source_items:
            if isinstance(item, Canasta) and candidates.get(item.name) == [matching.NO_KIND]:
                reason = "these rules have no such canasta: the hand could not be played so"
                self._add_unknown(item.name, items[item.name], reason, {placeholder: items[item.name]})
        entered = {name: self._facts.get(name, 0) for name in target if name in self._target_only}
        can_be_more = [name for name in entered if not matching.is_covered(target[name], source)]
        if readings := matching.assign_kinds(items, candidates, entered, can_be_more):
            self._add(readings, candidates.values())
        else:
            given = {name: number for name, number in (entered | items).items() if number}
            self._ambiguities.append(build_mismatch(given, next(iter(given)), placeholder))
        for item in target_items:
            is_asked = isinstance(item, ThreesOfColor | Bonus | Penalty) and item.name not in self._target_only
            if is_asked and not matching.is_covered(target[item.name], source):
                self._add_not_entered(item)

    def _limit_threes(self) -> None:
        for color in self._target.threes.colours:
            number = self._certain_facts.get(color.name, 0)
            if number > len(color.values):
                reason = f"these rules have {len(color.values)} of them"
                self._add_unknown(color.name, number, reason, {color.name: -number})

    def _add_not_entered(self, item: Fact) -> None:
        most = self._source.deck.threes_per_color if isinstance(item, ThreesOfColor) else 1
        least = find_smallest_amount(self._source, item)
        readings = [{item.name: number * least} for number in range(most + 1)]
        self._add(readings, [[item.name]], if_none=readings[0])

    def _convert_threes_in_hand(self, threes: ThreesInHand) -> None:
        names = [penalty.name for penalty in threes.target_penalties]
        if readings := threes.list_readings():
            self._add(readings, [[name] for name in names], threes.get_reading_if_none())
        elif names:
            self._ambiguities.append(build_mismatch(threes.entered, names[0], names[0]))

    def _add(
        self, readings: Sequence[SideFacts], choices: Iterable[Sequence[str]], if_none: SideFacts | None = None
    ) -> None:
        sides = [self._tables | {self._side: sum_facts(self._certain_facts, reading)} for reading in readings]
        problems = [count_impossible(self._referee_rules, facts) for facts in sides]
        possible = [reading for reading, number in zip(readings, problems, strict=True) if number == min(problems)]
        certain = {name: min(reading.get(name, 0) for reading in possible) for name in possible[0]}
        self._certain_facts = sum_facts(self._certain_facts, certain)
        missing: dict[str, MissingItem] = {}
        for names in choices:
            numbers = {name: sorted({reading.get(name, 0) for reading in possible}) for name in names}
            varying = [name for name in names if len(numbers[name]) > 1]
            unused = [name for name in varying if name not in self._source.facts and name not in self._target_only]
            for name in unused or varying:
                missing[name] = build_missing_item(
                    self._target.facts[name],
                    numbers[name],
                    can_be_entered=bool(unused),
                    is_not_entered=if_none is not None,
                )
        self._ambiguities.append(
            Ambiguity(readings=possible, missing_items=[*missing.values()], is_not_entered=possible[0] == if_none)
        )

    def _add_unknown(self, name: str, number: int, reason: str, reading: SideFacts) -> None:
        message = f"what {name}={number} gives cannot be known, for {reason}"
        self._ambiguities.append(build_unknown(name, message, {}, reading))

    def _add_total(self, part: str, figure: int) -> None:
        message = f"{part} cannot be known, for it is given as one figure by the first rules; tell what it is made of"
        self._ambiguities.append(build_unknown(part, message, {part: figure}, {part: figure + 1}))
