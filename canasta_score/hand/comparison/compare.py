"""The same hand by several sets of rules: what each side scores by each of them, as far as the facts show.

The facts are those of the source, the rules by which the hand was played. Facts that could be several things by the
rules of a target are an ambiguity, with a reading for each.
"""

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress

from canasta_score.hand.comparison import vocabularies
from canasta_score.hand.facts import (
    HandFacts,
    NamedPoints,
    SideFacts,
    has_canasta,
    has_stated_total,
    is_set_aside,
    list_special_hands,
)
from canasta_score.hand.referee.checks import Referee
from canasta_score.hand.referee.problems import Problem
from canasta_score.hand.scoring import ScoreLine, SideScore, score_side, sum_lines
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.facts import BASE, COUNT, PENALTIES, TOTAL, Fact, ScorePart
from canasta_score.rules.model.rewards import Bonus, Penalty
from canasta_score.rules.model.threes import Color, ThreesOfColor
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.limits import MAX_NUMBER
from canasta_score.rules.text import join_words

_REENTER_HINT = "name these rules first and enter the hand with their items"
_CARD_HINTS = {"table": "the cards, such as table=7xK+3x4", "hand": "the cards, such as hand=2xA+1x9"}


class MissingItem(Value):
    """An item that would settle an ambiguity, the message that asks for it, and the part of the score it decides."""

    part: ScorePart = ScorePart.BASE
    fact: str
    message: str


class ComparedSide(Value):
    """All scores that a side can have by one set of rules; a figure is known if it is the same in all of them."""

    scores: Sequence[SideScore] = ()  # without these, no figure is known
    scores_if_none: Sequence[SideScore] = ()  # if the side had none of the items that nobody entered
    unknown: Sequence[MissingItem] = ()
    facts_not_in_rules: Sequence[tuple[str, int]] = ()  # the labels and numbers of entered items

    def get_figures(self, *, if_none: bool = False) -> dict[str, int | None]:
        """Return base, count, penalties and total in points, by these names; None for what is unknown."""
        scores = self.scores_if_none if if_none else self.scores
        parts = (BASE, COUNT, PENALTIES)
        figures = {part: get_agreed_value(getattr(score, part) for score in scores) for part in parts}
        known = [points for points in figures.values() if points is not None]
        total = sum(known) if len(known) == len(parts) else None
        if scores and scores[0].base is None:
            total = get_agreed_value(score.total for score in scores)
        return {**figures, TOTAL: total}

    @property
    def known_lines(self) -> list[ScoreLine]:
        """Return the lines that are the same in all scores."""
        lines = [score.lines for score in self.scores]
        return [line for line in lines[0] if all(line in others for others in lines)] if lines else []


class VariantResult(Value):
    """A hand by one set of rules; `problems` are what is certainly against these rules."""

    variant: Variant
    sides: Mapping[str, ComparedSide]
    problems: Sequence[Problem] = ()


def compare_hand(
    variants: Sequence[Variant], facts: HandFacts, names: Mapping[str, str] | None = None
) -> list[VariantResult]:
    """Score a hand by several sets of rules; it was played by the first. Problems call the sides by `names`."""
    vocabulary = vocabularies.merge_vocabularies(variants)
    return [_compare_by(variants[0], target, vocabulary, facts, names or {}) for target in variants]


def get_agreed_value(points: Iterable[int | None]) -> int | None:
    """Return the points if they are all the same, or None if they differ or there are none."""
    different = set(points)
    return different.pop() if len(different) == 1 else None


def _compare_by(
    source: Variant, target: Variant, vocabulary: Variant, facts: HandFacts, names: Mapping[str, str]
) -> VariantResult:
    special_hands: dict[str, str] = {}  # the target's name of each
    hands = {hand.name: hand for hand in source.specials.hands}
    for name in (name for side_facts in facts.values() for name in list_special_hands(source, side_facts)):
        known_as = vocabularies.find_special_hand(hands[name], target.specials.hands)
        if not known_as and source is not target:
            reason = f"{name} is not a special hand in these rules"
            if name in target.specials.names:
                reason = f"the cards of {name} can be different in {source.title}"
            unknown = [MissingItem(fact=name, message=f"the hand cannot be scored, because {reason}")]
            return VariantResult(variant=target, sides=dict.fromkeys(facts, ComparedSide(unknown=unknown)))
        special_hands[name] = known_as.name if known_as else name
    judge = Referee(replace(target, deck=source.deck), names)  # the cards that were played with
    converted = {side: _FactConverter(source, target, facts, side, special_hands, judge).convert() for side in facts}
    first_readings = {side: _sum_facts(*(each.readings[0] for each in converted[side])) for side in facts}
    compared: dict[str, ComparedSide] = {}
    problems: list[Problem] = []
    for side, ambiguities in converted.items():
        set_aside = is_set_aside(target, first_readings, side)
        scores, unknown = _score_readings(target, ambiguities, set_aside=set_aside)
        if_none = [replace(each, readings=each.readings[:1]) if each.is_not_entered else each for each in ambiguities]
        compared[side] = ComparedSide(
            scores=scores,
            scores_if_none=_score_readings(target, if_none, set_aside=set_aside)[0],
            unknown=unknown,
            facts_not_in_rules=vocabularies.list_facts_not_in_rules(vocabulary, target, facts[side]),
        )
        problems += _find_certain_problems(judge, first_readings, side, ambiguities)
    return VariantResult(variant=target, sides=compared, problems=problems)


class _Ambiguity(Value):
    """All readings of some facts by the target rules, and the items that would settle which reading is right."""

    readings: Sequence[SideFacts]  # facts that are certain have one
    missing_items: Sequence[MissingItem] = ()
    is_not_entered: bool = False  # they are about an item that nobody entered: by the first, the side had none


def _score_readings(
    variant: Variant, ambiguities: Sequence[_Ambiguity], *, set_aside: bool
) -> tuple[list[SideScore], list[MissingItem]]:
    scores: dict[SideScore, None] = {}
    unknown: list[MissingItem] = []
    for ambiguity in ambiguities:
        changed: set[str] = set()
        for readings in _iter_whole_readings(ambiguity, ambiguities):
            possible = [sum_lines(score_side(variant, reading, set_aside=set_aside)) for reading in readings]
            changed |= {part for part, points in ComparedSide(scores=possible).get_figures().items() if points is None}
            scores |= dict.fromkeys(possible)
        part = next((part for part in ScorePart if part in changed), None)
        unknown += [replace(item, part=part) for item in ambiguity.missing_items if part]
    return list(scores), unknown


def _iter_whole_readings(ambiguity: _Ambiguity, ambiguities: Sequence[_Ambiguity]) -> Iterator[list[SideFacts]]:
    # Each reading is completed by the first readings of all other ambiguities, and again by their last readings. The
    # first readings have the fewest of every item, and the last have the most. That is enough: where points depend on
    # several items, as the sign of threes depends on canastas, they depend on having enough of them.
    for index in (0, -1):
        others = [other.readings[index] for other in ambiguities if other is not ambiguity]
        yield [_sum_facts(*others, reading) for reading in ambiguity.readings]


def _find_certain_problems(
    judge: Referee, facts: HandFacts, side: str, ambiguities: Sequence[_Ambiguity]
) -> list[Problem]:
    """Return what is against the rules of the judge by all readings of a side; `facts` are readings of all sides."""
    certain = [problem for problem in judge.find_irregular_problems(facts) if problem.side == side]
    for readings in chain.from_iterable(_iter_whole_readings(each, ambiguities) for each in ambiguities):
        for reading in readings if certain else ():
            found = judge.find_irregular_problems({**facts, side: reading})
            certain = [problem for problem in certain if problem in found]
    return certain


class _ThreesInHand:
    """The threes that one side may have left in hand, the fewest first, and the target rules' penalties for them."""

    def __init__(self, source: Variant, target: Variant, facts: SideFacts, target_only: Collection[str]) -> None:
        """Find the threes that agree with all facts; `target_only` are names that only the target rules know."""
        penalties = [*(penalty for penalty in target.penalties if penalty.name in target_only), *source.penalties]
        entered = {penalty: facts.get(penalty.name, 0) for penalty in penalties if _is_for_threes(penalty)}
        open_colors = [color for color in Color if not any(color in penalty.threes for penalty in entered)]
        # If no entered item shows how many threes of a color there are, one stands for any number of them.
        reds, blacks = (range(2 if color in open_colors else source.deck.threes_per_color + 1) for color in Color)
        pairs = [{Color.RED: red, Color.BLACK: black} for red in reds for black in blacks]
        possible = [threes for threes in pairs if all(_agrees(*item, threes) for item in entered.items())]
        counted = [penalty for penalty in target.penalties if _is_counted_for_threes(penalty)]
        counts = [tuple(_count_times(penalty, threes) for penalty in counted) for threes in possible]
        self.entered = {penalty.name: number for penalty, number in entered.items()}
        self.target_names = [penalty.name for penalty in counted]
        distinct = dict.fromkeys(counts)
        self.readings: list[SideFacts] = [dict(zip(self.target_names, numbers, strict=True)) for numbers in distinct]
        none = [not any(threes[color] for color in open_colors) for threes in possible]
        self.is_not_entered = len(set(compress(counts, none))) == 1  # only by the first reading, the side has none
        self.black_counts = sorted({threes[Color.BLACK] for threes in possible})
        black = [penalty.name for penalty in counted if Color.BLACK in penalty.threes and Color.BLACK in open_colors]
        least = self.readings[0] if self.readings else {}
        hinted = [name for name in black[:1] if name in least and name not in source.facts]
        self.black_hints = [_format_none_hint(name, least[name]) for name in hinted]


class _FactConverter:
    """The conversion of one side's facts; each step leaves fewer readings for the steps after it."""

    def __init__(
        self,
        source: Variant,
        target: Variant,
        facts: HandFacts,
        side: str,
        special_hands: Mapping[str, str],
        judge: Referee,
    ) -> None:
        """Take the facts of all sides; an item that one side entered counts as entered by all sides, as zero."""
        self._source, self._target, self._side, self._facts = source, target, side, facts[side]
        entered = {name for side_facts in facts.values() for name in side_facts}
        self._target_only = (entered & target.facts.keys()) - source.facts.keys()
        self._special_hands, self._judge = special_hands, judge
        self._threes_on_table = {
            name: {color.value: side_facts.get(color.value, 0) for color in Color} for name, side_facts in facts.items()
        }
        names = (source.card_points.on_table.name, source.card_points.in_hand.name)
        self._certain_facts: SideFacts = {name: self._facts.get(name, 0) for name in names}
        self._ambiguities: list[_Ambiguity] = []

    def convert(self) -> Sequence[_Ambiguity]:
        """Return all facts of the side."""
        if self._source is self._target:
            return [_Ambiguity(readings=[vocabularies.filter_known_facts(self._source, self._facts)])]
        if has_stated_total(self._source, self._facts):
            self._add_total(TOTAL, 0)
            return self._ambiguities
        adjustments = {own.name for own in self._source.adjustments if own in self._target.adjustments}
        self._add_possible([{name: number for name, number in self._facts.items() if name in adjustments}])
        threes = _ThreesInHand(self._source, self._target, self._facts, self._target_only)
        self._convert_base()
        if COUNT in self._facts:
            self._add_total(COUNT, 1 if self._facts[COUNT] > 0 else -2)
        else:
            rules, card_points = (self._source, self._target), self._source.card_points
            for fact, left_in_hand in ((card_points.on_table.name, None), (card_points.in_hand.name, threes)):
                self._ambiguities.append(_convert_points(fact, self._facts.get(fact, 0), rules, left_in_hand))
        penalties = [
            [penalty for penalty in variant.penalties if not _is_counted_for_threes(penalty)]
            for variant in (self._source, self._target)
        ]
        self._convert_items(*penalties)
        if threes.readings:
            self._add_possible(threes.readings, is_not_entered=threes.is_not_entered)
        elif threes.target_names:
            self._ambiguities.append(_build_mismatch(threes.entered, threes.target_names[0]))
        return self._ambiguities

    def _convert_base(self) -> None:
        source, target = self._source, self._target
        if BASE in self._facts:
            # A base as high as the best canasta means that the side has one; a base below zero means that it has none.
            points = max((canasta.points for canasta in target.canastas), default=0)
            self._add_total(BASE, points if has_canasta(source, self._facts) else -2)
            return
        special_hands = {name: self._special_hands[name] for name in list_special_hands(source, self._facts)}
        entered = [name for name in target.specials.names if name in self._target_only]
        names = special_hands | dict(zip(entered, entered, strict=True))
        self._add_possible([{known_as: self._facts.get(name, 0) for name, known_as in names.items()}])
        self._convert_items(source.threes.colors, target.threes.colors)
        for color in target.threes.colors:
            number = self._certain_facts.get(color.name, 0)
            if number > len(color.values):
                reason = f"these rules have only {len(color.values)}"
                self._add_unknown(color.name, number, reason, {color.name: -number})
        self._convert_items(source.canastas, target.canastas)
        self._convert_items(source.bonuses, target.bonuses)

    def _convert_items(self, source_items: Sequence[Fact], target_items: Sequence[Fact]) -> None:
        """Convert items of one sort, such as all canastas."""
        # Nobody enters which meld was the first. So an item of the source rules can be from any meld, and may be
        # nothing by target rules that ask for the first meld.
        source = vocabularies.build_shapes(source_items, self._source.deck)
        target = vocabularies.build_shapes(target_items, self._source.deck, of_first_meld=True)
        items = {name: number for name in source if (number := self._facts.get(name))}
        candidates = {name: vocabularies.find_candidates(name, source, target) for name in items}
        # The most valuable canasta that always counts, or penalty, stands for any that cannot be known.
        values = [
            (not isinstance(item, Canasta) or (item.counted and not item.scores_with), item.points, item.name)
            for item in target_items
            if isinstance(item, Canasta | Penalty)
        ]
        placeholder = max(values, default=(True, 0, BASE))[-1]
        for item in source_items:
            if isinstance(item, Canasta) and candidates.get(item.name) == [vocabularies.NO_KIND]:
                number = items[item.name]
                self._add_unknown(item.name, number, "these rules have no such canasta", {placeholder: number})
        entered = {name: self._facts.get(name, 0) for name in target if name in self._target_only}
        can_be_more = [name for name in entered if not vocabularies.is_covered(target[name], source)]
        if readings := vocabularies.assign_kinds(items, candidates, entered, can_be_more):
            self._add_possible(readings)
        else:
            given = {name: number for name, number in (entered | items).items() if number}
            self._ambiguities.append(_build_mismatch(given, placeholder))
        # Of items for which the source rules have no item, the side may have any number.
        for fact in target_items:
            is_asked = fact.name in self._target_only or vocabularies.is_covered(target[fact.name], source)
            if not is_asked and isinstance(fact, ThreesOfColor | Bonus | Penalty):
                most = self._source.deck.threes_per_color if isinstance(fact, ThreesOfColor) else 1
                one = (fact.is_in_points and self._source.deck.point_unit) or 1
                least = fact.least if isinstance(fact, Penalty) and fact.least else one
                self._add_possible([{fact.name: number * least} for number in range(most + 1)], is_not_entered=True)

    def _add_possible(self, readings: Sequence[SideFacts], *, is_not_entered: bool = False) -> None:
        """Add the readings with the fewest impossible problems; what all of them have becomes certain."""
        hands = [self._threes_on_table | {self._side: _sum_facts(self._certain_facts, reading)} for reading in readings]
        problems = [sum(problem.is_impossible for problem in self._judge.find_problems(facts)) for facts in hands]
        possible = [reading for reading, number in zip(readings, problems, strict=True) if number == min(problems)]
        numbers = {name: {reading.get(name, 0) for reading in possible} for name in _sum_facts(*possible)}
        self._certain_facts = _sum_facts(self._certain_facts, {name: min(numbers[name]) for name in numbers})
        varying = {name: several for name, several in numbers.items() if len(several) > 1}
        taken_words = {*self._source.facts, *self._target_only}
        missing = _list_missing_items(varying, self._target, taken_words, is_not_entered=is_not_entered)
        self._ambiguities.append(_Ambiguity(readings=possible, missing_items=missing, is_not_entered=is_not_entered))

    def _add_unknown(self, name: str, number: int, reason: str, reading: SideFacts) -> None:
        message = f"{name}={number} cannot be scored, because {reason}"
        self._ambiguities.append(_build_unknown_fact(name, message, {}, reading))

    def _add_total(self, part: str, figure: int) -> None:
        # The figure and the one above it stand for all others, so the rules must not treat these two differently.
        message = f"{part}= was entered as one number; enter its items instead"
        self._ambiguities.append(_build_unknown_fact(part, message, {part: figure}, {part: figure + 1}))


def _is_for_threes(penalty: Penalty) -> bool:
    return penalty.place == "hand" and bool(penalty.threes)


def _agrees(penalty: Penalty, number: int, threes: Mapping[Color, int]) -> bool:
    times = _count_times(penalty, threes)
    return number == times if _is_counted_for_threes(penalty) else number > 0 or times == 0


def _count_times(penalty: Penalty, threes: Mapping[Color, int]) -> int:
    number = sum(threes[color] for color in penalty.threes)
    return min(number, penalty.most or number)


def _is_counted_for_threes(penalty: Penalty) -> bool:
    """Return whether a penalty is for threes left in hand and is entered as a number of times, not in points."""
    return _is_for_threes(penalty) and not penalty.is_in_points


def _format_none_hint(name: str, least: int) -> str:
    """Format what to enter if the side had none of an item, or no more than its other items already say."""
    return f"{name}={least} if there were no{' more' if least else 'ne'}"


def _convert_points(fact: str, points: int, rules: tuple[Variant, Variant], threes: _ThreesInHand | None) -> _Ambiguity:
    """Return the readings of points on the table, or of points in hand with the black threes that may be among them."""
    cards = points.cards if isinstance(points, NamedPoints) else {}
    source, target = (variant.deck.points for variant in rules)
    ranks = [rank for rank in Rank if rank is not Rank.THREE and source[rank] != target[rank]]
    if ranks and not cards and (points or not all(source[rank] for rank in ranks)):
        differences = [f"{rank}: {source[rank]}, here {target[rank]}" for rank in ranks]
        return _build_unknown_points(fact, points, differences, [_CARD_HINTS[fact]])
    old, new = map(_get_three_in_hand, rules)
    # The card points are `base`, and `change` more for each black three that may be among the cards, at most `most`.
    if not cards:
        base, change, most = points, new - old, points // old if old else MAX_NUMBER
    else:
        base, named = sum(number * target[rank] for rank, number in cards.items()), cards.get(Rank.THREE, 0)
        change, most = (new - target[Rank.THREE], named) if old else (new, 0 if named else MAX_NUMBER)
    counts = threes.black_counts if threes and (points or not old) else [0]
    readings = dict.fromkeys(base + count * change for count in counts if count <= most or not change)
    hints = threes.black_hints if threes else []
    by_cards = [_CARD_HINTS[fact]] if old and not cards and new == target[Rank.THREE] else []
    unknown = _build_unknown_points(fact, points, [f"3: {old}, here {new}"], [*hints, *by_cards])
    if not readings:
        return unknown
    return replace(unknown, readings=[{fact: reading} for reading in readings], is_not_entered=bool(hints))


def _build_unknown_points(fact: str, points: int, differences: Sequence[str], hints: Sequence[str]) -> _Ambiguity:
    hint = f"enter {', or '.join(hints)}" if hints else _REENTER_HINT
    reason = f"some cards have different points here ({', '.join(differences)})"
    message = f"{fact}={points} cannot be scored, because {reason}; {hint}"
    return _build_unknown_fact(fact, message, {fact: points}, {fact: points + 1})


def _build_unknown_fact(fact: str, message: str, *readings: SideFacts) -> _Ambiguity:
    """Build the ambiguity of a fact that cannot be scored; a few readings that score differently stand for all."""
    return _Ambiguity(readings=readings, missing_items=[MissingItem(fact=fact, message=message)])


def _get_three_in_hand(variant: Variant) -> int:
    # Black threes left in hand have no card points if there is a penalty for them.
    has_penalty = any(_is_for_threes(penalty) and Color.BLACK in penalty.threes for penalty in variant.penalties)
    return 0 if has_penalty else variant.deck.points[Rank.THREE]


def _build_mismatch(entered: SideFacts, placeholder: str) -> _Ambiguity:
    """Build the ambiguity of items that no reading agrees with; `placeholder` is the item that stands for them."""
    items = join_words([f"{name}={number}" for name, number in entered.items()])
    message = f"{items} cannot be scored together in these rules; {_REENTER_HINT}"
    return _build_unknown_fact(next(iter(entered)), message, {}, {placeholder: 1})


def _sum_facts(*parts: SideFacts) -> dict[str, int]:
    total: Counter[str] = Counter()
    for facts in parts:
        total.update(facts)
    return dict(total)


def _list_missing_items(
    numbers: Mapping[str, Collection[int]], target: Variant, taken_words: Container[str], *, is_not_entered: bool
) -> list[MissingItem]:
    """Return the items with several possible numbers; of these, only words that are not taken, if there are any."""
    free = [name for name in numbers if name not in taken_words]
    items: list[MissingItem] = []
    for name in free or numbers:
        low, high = min(numbers[name]), max(numbers[name])
        between = "or" if high == low + 1 else "to"
        hint = f"add {_format_none_hint(name, low)}" if is_not_entered else f"add {name}={low} {between} {name}={high}"
        label = target.facts[name].label.lower()
        if free:
            message = f"no entry for {label}; {hint}"
        else:
            # What is not entered can be anything that these rules allow, not only the readings that were tried.
            known = "is not known" if is_not_entered else f"can be {low} {between} {high}"
            message = f"{label} {known}; {_REENTER_HINT}"
        items.append(MissingItem(fact=name, message=message))
    return items
