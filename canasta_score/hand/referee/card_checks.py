"""Checks of cards: threes, canastas and points that the deck does not have."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING, get_args

from canasta_score.hand.facts import HandFacts, NamedPoints, SideFacts, is_set_aside_by_own, list_card_patterns
from canasta_score.hand.referee.problems import Problem, SideNames, build_impossible_problem, format_nearest
from canasta_score.rules.frozen import Value
from canasta_score.rules.model.cards import NATURAL_RANKS, Rank
from canasta_score.rules.model.facts import BASE, COUNT, TOTAL, Adjustment
from canasta_score.rules.model.rewards import COLORS_OF_THREES, CardPlace
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant

if TYPE_CHECKING:
    from canasta_score.hand.referee.exact import ExactCardChecker

_FactAmounts = Mapping[tuple[str, str], int]  # by side and fact


class CardChecker:
    """Checks cards by one variant; the exact search is not even loaded where a quick layout rules a problem out."""

    def __init__(self, variant: Variant, names: SideNames) -> None:
        """Build the tables for the checks, once for all hands."""
        self._variant, self._names = variant, names
        self._deck = variant.deck
        self._quick_layout = QuickLayout(variant)
        self._card_points = variant.deck.total_points
        self._table, self._hand = variant.card_points.on_table.name, variant.card_points.in_hand.name
        kinds = sorted(COLORS_OF_THREES.items(), key=lambda kind: len(kind[1]))  # those of any color come last
        self._three_facts = [(f"{name}s", colors, _list_three_facts(variant, colors)) for name, colors in kinds]
        in_points = (fact for fact in variant.facts.values() if fact.is_in_points)
        facts_in_points = [fact.name for fact in in_points if not isinstance(fact, Adjustment)]
        self._units = dict.fromkeys((*facts_in_points, COUNT), variant.deck.point_unit)
        self._least_points = {penalty.name: penalty.least for penalty in variant.penalties}
        self._units[BASE] = _find_base_unit(variant)
        if TOTAL not in variant.facts:
            self._units[TOTAL] = find_total_unit(variant)

    def check_threes(self, facts: HandFacts) -> Iterator[Problem]:
        """Check that the deck has the threes on tables and in hands, of each color and of both."""
        of_known_color = 0
        for threes, colors, names in self._three_facts:
            amounts = {
                (side, name): number for name in names for side in facts if (number := facts[side].get(name, 0)) > 0
            }
            if not amounts:
                continue
            most = len(colors) * self._deck.threes_per_color
            counted = of_known_color if len(colors) > 1 else 0
            of_known_color += min(most, sum(amounts.values()))
            for (side, name), total, nearest in _iter_excess_amounts(amounts, most - counted):
                message = f"{total + counted} {threes} in all, but the deck has only {most}"
                yield build_impossible_problem(side, name, message, format_nearest(name, nearest, self._names[side]))

    def check_card_demands(self, facts: HandFacts) -> Iterator[Problem]:
        """Check that the deck, and points entered card by card, have the cards for the items beside them."""
        if self._quick_layout.find_points(facts.values()) is None:
            yield from self._exact_checker.find_conflicts(facts)
        for side_facts in facts.values():  # no call of `any`: this runs for every hand of every game
            if NamedPoints in (type(side_facts.get(self._table)), type(side_facts.get(self._hand))):
                yield from self._exact_checker.find_named_card_conflicts(facts)
                return

    def check_points(self, facts: HandFacts) -> Iterator[Problem]:
        """Check that points are enough for the cards that imply them, and are a sum that cards or bonuses can have."""
        too_few = list(self._find_too_few_points(facts))
        yield from too_few
        # Points with both mistakes get one problem, so that only one possible amount is proposed.
        found = {(problem.side, problem.fact) for problem in too_few}
        for side, side_facts in facts.items():
            for name, unit in self._units.items():  # by the usual rules everything is a multiple of 5
                points = side_facts.get(name, 0)
                is_multiple = not unit or points % unit == 0
                if is_multiple or (side, name) in found or 0 < points < self._least_points.get(name, 0):
                    continue
                lower, what = points - points % unit, {BASE: "bonuses", TOTAL: "all points"}.get(name, "cards")
                message = f"{name}={points} for {self._names[side]} is impossible; {what} are worth multiples of {unit}"
                hint = f"the nearest possible are {name}={lower} and {name}={lower + unit}"
                yield build_impossible_problem(side, name, message, hint)

    def _find_too_few_points(self, facts: HandFacts) -> Iterator[Problem]:
        # The tables are checked one by one, and together only if each is worth enough. Sides with a special hand that
        # scores nothing else, or with a count entered as one figure, are left out.
        counting = {
            side: side_facts
            for side, side_facts in facts.items()
            if COUNT not in side_facts and not is_set_aside_by_own(self._variant, side_facts)
        }
        are_tables_possible = True
        places: tuple[tuple[CardPlace, str], ...] = (("table", self._table), ("hand", self._hand))
        for side, side_facts in counting.items():
            for place, name in places:
                if self._is_enough(side_facts.get(name, 0), [side_facts], place):
                    continue
                for problem in self._exact_checker.find_too_few_points(side, side_facts, place, name):
                    are_tables_possible &= place == "hand"
                    yield problem
        points = {
            side: side_facts.get(self._table, 0)
            for side, side_facts in counting.items()
            if self._quick_layout.has_groups(side_facts, "table")
        }
        if are_tables_possible and not self._is_enough(sum(points.values()), counting.values(), "table"):
            yield from self._exact_checker.find_too_few_points_together(counting, points)

    def _is_enough(self, points: int, facts: Collection[SideFacts], place: CardPlace | None = None) -> bool:
        upper_bound = self._quick_layout.find_points(facts, place)
        return upper_bound is not None and upper_bound <= points

    def check_deck_points(self, facts: HandFacts) -> Iterator[Problem]:
        """Check that the cards on tables and in hands are worth no more than the deck."""
        amounts = {
            (side, name): points
            for side, side_facts in facts.items()
            for name in (self._table, self._hand, COUNT)
            if (points := side_facts.get(name, 0))
        }
        beyond = 0  # the cards of a side are worth its count as one figure, or what its canastas hold at least
        for side, count in ((side, abs(facts[side][COUNT])) for side in facts if COUNT in facts[side]):
            if not self._is_enough(count, [facts[side]]):
                beyond += self._exact_checker.find_points_beyond(count, side, facts[side])
        beyond = min(self._card_points, beyond)
        absolute_amounts = {key: abs(points) for key, points in amounts.items()}
        for (side, name), total, nearest in _iter_excess_amounts(absolute_amounts, self._card_points - beyond):
            points = amounts[side, name]
            message = f"{total + beyond:,} points of cards in all, but the whole deck is worth {self._card_points:,}"
            possible = nearest - nearest % (self._deck.point_unit or 1)
            hint = format_nearest(name, possible if points > 0 else -possible, self._names[side])
            yield build_impossible_problem(side, name, message, hint)

    @cached_property
    def _exact_checker(self) -> "ExactCardChecker":
        from canasta_score.hand.referee.exact import ExactCardChecker

        return ExactCardChecker(self._variant, self._names)


class _FactGroup(Value):
    """The group of cards that a fact implies each time: its fewest wild cards, and its natural cards."""

    fact: str
    place: CardPlace | None
    jokers: int
    twos: int
    is_sequence: bool
    needs_slot: bool
    points: int  # of its wild cards, or of a sequence as cheap as can be
    slot_points: Sequence[int]  # of its natural cards in each slot that it fits, in rising order


class QuickLayout:
    """Lays out the cards that facts of a variant imply; the slots for them are worked out once for all hands."""

    def __init__(self, variant: Variant) -> None:
        """Work out the slots of every fact that implies cards."""
        deck, self._patterns = variant.deck, list_card_patterns(variant)
        self._card_points, self._specials = deck.points, variant.specials.names
        naturals = [pattern.natural_range[1] for _, _, pattern in self._patterns if not pattern.sequence]
        self._jokers, self._twos = deck.count_rank(Rank.JOKER), deck.count_rank(Rank.TWO)
        # The cards of each rank beyond the slots are for sequences, which take one card of a rank each.
        self._slots_of_rank, self._most_sequences = divmod(deck.count_rank(NATURAL_RANKS[0]), max([1, *naturals]))
        groups = self._placed_groups = self._build_groups(has_special=False)
        self._groups_by_place = {
            place: [group for group in groups if group.place == place] for place in get_args(CardPlace)
        }

    @cached_property
    def _all_groups(self) -> list[_FactGroup]:  # start-up: most hands have no special hand
        return self._build_groups(has_special=True)

    def _build_groups(self, *, has_special: bool) -> list[_FactGroup]:
        groups: list[_FactGroup] = []
        for fact, place, pattern in self._patterns:
            if not (place or has_special):
                continue
            jokers, twos, naturals = pattern.jokers[0], pattern.wilds[0] - pattern.jokers[0], pattern.natural_range[1]
            points = jokers * self._card_points[Rank.JOKER] + twos * self._card_points[Rank.TWO]
            if pattern.sequence:
                points = min(sum(self._card_points[rank] for rank in ranks) for ranks in pattern.iter_sequences())
            needs_slot = bool(naturals) and not pattern.sequence
            slots = [*(pattern.ranks or NATURAL_RANKS)] * self._slots_of_rank if needs_slot else []
            group = _FactGroup(
                fact=fact,
                place=place,
                jokers=jokers,
                twos=twos,
                is_sequence=pattern.sequence,
                needs_slot=needs_slot,
                points=points,
                slot_points=sorted(naturals * self._card_points[rank] for rank in slots),
            )
            groups.append(group)
        return sorted(groups, key=lambda group: len(group.slot_points))

    def has_groups(self, side_facts: SideFacts, place: CardPlace) -> bool:
        """Return whether a side's facts imply cards on the table or in hand."""
        return any(side_facts.get(group.fact, 0) > 0 for group in self._groups_by_place[place])

    def find_points(self, facts: Collection[SideFacts], place: CardPlace | None = None) -> int | None:
        """Return the points of all cards, or those in one place, that facts imply; None if not easily laid out."""
        numbers: dict[str, int] = {}
        for side_facts in facts:
            for fact, number in side_facts.items():
                if number > 0:
                    numbers[fact] = numbers.get(fact, 0) + number
        points = jokers = twos = sequences = slots = 0
        groups = self._placed_groups if self._specials.isdisjoint(numbers) else self._all_groups
        for group in self._groups_by_place[place] if place else groups:
            if group.fact not in numbers:
                continue
            number = numbers[group.fact]
            points += number * group.points
            jokers += number * group.jokers
            twos += number * group.twos
            sequences += number * group.is_sequence
            if group.needs_slot:
                points += sum(group.slot_points[slots : slots + number])
                slots += number
                if slots > len(group.slot_points):
                    return None
        if jokers > self._jokers or twos > self._twos or sequences > self._most_sequences:
            return None
        return points


def _list_three_facts(variant: Variant, colors: tuple[Color, ...]) -> list[str]:
    """Return the facts that count threes of certain colors: a color on the table, and penalties for threes in hand."""
    on_table = [color.value for color in colors if len(colors) == 1 and color in variant.facts]
    penalties = [penalty for penalty in variant.penalties if penalty.threes == colors and not penalty.is_in_points]
    specials = [hand.name for hand in variant.specials.hands if hand.threes and len(colors) > 1]
    return specials + on_table + [penalty.name for penalty in penalties]


def find_total_unit(variant: Variant) -> int:
    """Return the largest number that divides every possible total of a hand without points by agreement."""
    penalties = [penalty.points for penalty in variant.penalties if not penalty.is_in_points]
    return gcd(_find_base_unit(variant), variant.deck.point_unit, *penalties)


def _find_base_unit(variant: Variant) -> int:
    """Return the largest number that divides every possible base."""
    threes = [value for color in variant.threes.colors for value in (*color.values, color.minus_each or 0)]
    points = [
        *(points for canasta in variant.canastas for points in (canasta.points, *canasta.values)),
        *(canasta_set.points for canasta_set in variant.sets),
        *(bonus.points for bonus in variant.bonuses),
        *(hand.points for hand in variant.specials.hands),
    ]
    return gcd(*threes, variant.threes.all_points or 0, *points)


def _iter_excess_amounts(amounts: _FactAmounts, most: int) -> Iterator[tuple[tuple[str, str], int, int]]:
    """Yield the amounts that are too high, each with the sum of all and the nearest possible amount."""
    left = dict(amounts)  # without those that are blamed: one that is too high alone, or else the last one
    while (total := sum(left.values())) > most:
        too_much_alone = [key for key in left if left[key] > most]
        blamed = too_much_alone[0] if too_much_alone else [*left][-1]
        others = total - left.pop(blamed)
        yield blamed, total, max(0, most - others)
