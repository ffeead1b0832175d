"""A hand that was played and told by some rules, in the facts of others: what is sure, and what may be so or so.

What the first rules know and nobody told is none. What only the others know and nobody told may have been: where the
cards do not settle it, it is a doubt, with every way in which it can be and the fact that would tell.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product, starmap

from canasta_score.hand.comparison.ambiguities import REENTER_HINT, Ambiguity, MissingItem, format_which_kind
from canasta_score.hand.comparison.card_points import CardPointsConverter
from canasta_score.hand.comparison.matching import (
    MAX_ASSIGNMENTS,
    ItemKind,
    KindChoice,
    build_choice,
    build_item_kinds,
    enumerate_assignments,
    find_largest_penalty_group,
    has_unmatched_shapes,
    sum_facts,
)
from canasta_score.hand.comparison.threes import ThreesInHand, select_counted_penalties, select_three_penalties
from canasta_score.hand.facts import (
    BASE,
    COUNT,
    HandFacts,
    SideFacts,
    count_canastas,
    find_smallest_amount,
    list_special_hands,
)
from canasta_score.hand.referee.checks import count_impossible
from canasta_score.hand.tally.parser import CardsByFact
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.penalties import Penalty
from canasta_score.rules.model.special_hands import SpecialHand
from canasta_score.rules.model.threes import ThreesOfColor
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_MATCHED_BY_NAME = (ThreesOfColor, Bonus, SpecialHand)


@frozen
class ConvertedFacts(Value):
    """A side's facts by other rules: those that are sure, and the doubts."""

    known_facts: SideFacts
    ambiguities: tuple[Ambiguity, ...]


def merge_vocabularies(variants: Sequence[Variant]) -> Variant:
    """Give the first rules with the words of all: what only others know may be told, too; the first keep their letters.

    >>> from canasta_score import load_variant
    >>> list(merge_vocabularies([load_variant("nvso"), load_variant("wca")]).facts)[-3:]
    ['triples', 'deuces', 'blast-off']
    """
    first, *others = variants
    facts, letters = dict(first.facts), set(first.short_names)
    for fact in (fact for other in others for fact in other.facts.values()):
        if fact.name not in facts:
            facts[fact.name] = replace(fact, short="") if fact.short in letters else fact
            letters.add(fact.short)
    return replace(first, facts=facts)


def find_facts_not_in_rules(words: Variant, rules: Variant, told: SideFacts) -> list[Fact]:
    """List what a side has told that some rules do not know, not even as a canasta or a penalty of another name."""
    return [fact for name, fact in words.facts.items() if told.get(name) and not _is_fact_known(words, rules, fact)]


def _is_fact_known(words: Variant, rules: Variant, fact: Fact) -> bool:
    """Tell whether some rules know a fact, or a kind of canasta or penalty that it can be."""
    if type(rules.facts.get(fact.name)) is type(fact):
        return True
    if not isinstance(fact, Canasta | Penalty):
        return False
    largest = max(fact.cards.size if fact.cards else 0, find_largest_penalty_group([rules]))
    things = rules.canastas if isinstance(fact, Canasta) else rules.penalties
    (kind,) = build_item_kinds([fact], words.deck, largest).values()
    return any(kind.can_be(other) for other in build_item_kinds(things, words.deck, largest).values())


def find_missing_special_hand(first: Variant, other: Variant, facts: HandFacts) -> str:
    """Name a special hand that was laid and is none by other rules; nothing where there is no such hand."""
    laid = [name for told in facts.values() for name in list_special_hands(first, told)]
    return next((name for name in laid if not isinstance(other.facts.get(name), SpecialHand)), "")


class FactConverter:
    """Retelling one side's part of a hand, room after room; what is settled leaves less for those that follow."""

    def __init__(self, first: Variant, other: Variant, facts: HandFacts, side: str, cards: CardsByFact) -> None:
        """Take the two rules and the facts; a word that only the others know, told by anybody, is told for all.

        `cards` are those that the side's words name one and all.
        """
        self._source, self._target, self._side, self._named_cards = first, other, side, cards
        self._target_only_facts = {
            name for told in facts.values() for name in told if name in other.facts
        } - first.facts.keys()
        self._side_facts = facts[side]
        self._known_facts = {one: self._match_by_name(told) for one, told in facts.items()}
        count = {fact.name: self._side_facts.get(fact.name, 0) for fact in (first.count.table, first.count.hand)}
        self._possible_facts: Sequence[SideFacts] = [sum_facts(self._known_facts[side], count)]
        self._threes_in_hand = ThreesInHand(first, other, self._side_facts, self._target_only_facts)
        self._referee_rules = replace(other, deck=first.deck)

    def convert(self) -> ConvertedFacts:
        """Give the side's facts by the other rules."""
        base = (
            self._convert_base_total()
            if BASE in self._side_facts
            else [*self._convert_threes(), *self._convert_canastas(), *self._convert_bonuses()]
        )
        doubts = [*base, *self._convert_count(), *self._convert_penalties()]
        return ConvertedFacts(known_facts=self._known_facts[self._side], ambiguities=tuple(doubts))

    def _match_by_name(self, told: SideFacts) -> SideFacts:
        """Give the facts that are the same by both rules, or told in the words of the others."""
        names = [
            fact.name
            for fact in self._target.facts.values()
            if isinstance(fact, _MATCHED_BY_NAME) and self._is_entered(fact)
        ]
        return {name: told[name] for name in names if name in told}

    def _is_entered(self, fact: Fact) -> bool:
        """Tell whether a fact of the other rules is told, if it is there: in the words of the first, or in its own."""
        return fact.name in self._target_only_facts or type(self._source.facts.get(fact.name)) is type(fact)

    def _convert_base_total(self) -> list[Ambiguity]:
        """Give the doubt about a base that is given as one figure: of another size, and with a canasta or without."""
        least = max((canasta.points for canasta in self._target.canastas), default=0)
        figure = least if count_canastas(self._source, self._side_facts) else -2
        return [_build_part_ambiguity(BASE, figure)]

    def _convert_threes(self) -> Iterator[Ambiguity]:
        """Go through the threes on the table of which nobody told, and those of which there are too many here."""
        for colour in self._target.threes.colours:
            number = self._side_facts.get(colour.name, 0)
            if not self._is_entered(colour):
                numbers = range(self._source.deck.threes_per_color + 1)
                yield self._build_not_entered(colour, [{colour.name: one} for one in numbers])
            elif number > len(colour.values):
                has = f"these rules have {len(colour.values)} of them"
                message = f"what {colour.name}={number} gives cannot be known, for {has}"
                yield Ambiguity(
                    readings=({}, {colour.name: -number}),
                    missing_items=(MissingItem(fact=colour.name, message=message),),
                )

    def _convert_bonuses(self) -> Iterator[Ambiguity]:
        """Go through the bonuses that nobody told."""
        for bonus in self._target.bonuses:
            if not self._is_entered(bonus):
                yield self._build_not_entered(bonus, [{}, {bonus.name: 1}])

    def _convert_canastas(self) -> Iterator[Ambiguity]:
        """Go through what the canastas can be by the other rules; one that can be none of their kinds is none."""
        kinds = build_item_kinds(self._source.canastas, self._source.deck, 0)
        others = build_item_kinds(self._target.canastas, self._source.deck, 0)
        any_canasta = max(self._target.canastas, key=lambda canasta: canasta.points, default=None)
        instead = any_canasta.name if any_canasta else BASE
        choices = self._build_choices(kinds, others)
        for choice in choices:
            if choice.number and not choice.candidates:
                no_such = "these rules have no such canasta: the hand could not be played so"
                message = f"what {_format_choice(choice)} gives cannot be known, for {no_such}"
                missing = MissingItem(fact=choice.kind.name, message=message)
                yield Ambiguity(readings=({}, {instead: choice.number}), missing_items=(missing,))
        yield self._convert_kinds([choice for choice in choices if choice.candidates], kinds, others, instead)

    def _convert_penalties(self) -> Iterator[Ambiguity]:
        """Go through what the penalties can be by the other rules, and those that nobody told."""
        largest = find_largest_penalty_group([self._source, self._target])
        kinds = build_item_kinds(_exclude_three_penalties(self._source.penalties), self._source.deck, largest)
        others = build_item_kinds(_exclude_three_penalties(self._target.penalties), self._source.deck, largest)
        yield self._convert_kinds(self._build_choices(kinds, others), kinds, others, "")
        for penalty in _exclude_three_penalties(self._target.penalties):
            if penalty.name not in self._target_only_facts and has_unmatched_shapes(
                others[penalty.name], kinds.values()
            ):
                least = {penalty.name: find_smallest_amount(self._source, penalty)}
                yield self._build_not_entered(penalty, [{}, least])
        if self._threes_in_hand.target_penalties:
            yield self._convert_threes_in_hand()

    def _convert_threes_in_hand(self) -> Ambiguity:
        """Give the doubt about the penalties for threes left in hand."""
        left, ways = self._threes_in_hand, self._threes_in_hand.list_readings()
        if not ways:
            name = left.target_penalties[0].name
            told = join_words([f"{one.name}={self._side_facts.get(one.name, 0)}" for one in left.known_penalties])
            message = f"threes in hand cannot be known, for {told} do not fit one another; {REENTER_HINT}"
            return Ambiguity(readings=({}, {name: 1}), missing_items=(MissingItem(fact=name, message=message),))
        doubt, if_none = self._build_ambiguity(ways, []), left.list_readings_if_none()
        untold = len(if_none) == 1 and doubt.readings[0] == if_none[0]
        return replace(doubt, missing_items=tuple(left.iter_missing_items(doubt.readings)), is_not_entered=untold)

    def _build_choices(self, kinds: Mapping[str, ItemKind], others: Mapping[str, ItemKind]) -> list[KindChoice]:
        """List what the things told of some kinds can be."""
        return [build_choice(kind, self._side_facts.get(name, 0), others, kinds) for name, kind in kinds.items()]

    def _convert_kinds(
        self, choices: Sequence[KindChoice], kinds: Mapping[str, ItemKind], others: Mapping[str, ItemKind], instead: str
    ) -> Ambiguity:
        """Give the doubt about the kinds that things are of, which may be none; `instead` stands for what is not known.

        The ways that are left are those beside which all that follows is.
        """
        finer = {name: self._side_facts.get(name, 0) for name in others if name in self._target_only_facts}
        beside = [name for name in finer if has_unmatched_shapes(others[name], kinds.values())]
        ways = enumerate_assignments(choices, finer, beside)
        if not ways:
            return Ambiguity(
                readings=({}, {instead or next(iter(others)): 1}), missing_items=(_build_no_match(choices, finer),)
            )
        doubt = self._build_ambiguity(ways, [])
        self._possible_facts = [*starmap(sum_facts, product(self._possible_facts, doubt.readings))][:MAX_ASSIGNMENTS]
        return replace(doubt, missing_items=tuple(self._iter_missing_kinds(choices, doubt.readings)))

    def _iter_missing_kinds(self, choices: Sequence[KindChoice], ways: Sequence[SideFacts]) -> Iterator[MissingItem]:
        """Go through what would tell which of some ways it was: the finer facts that are not told yet."""
        for choice in choices:
            numbers = {name: {way.get(name, 0) for way in ways} for name in _list_candidate_names(choice)}
            varying = {name: max(some) for name, some in numbers.items() if len(some) > 1}
            untold_yet = [
                name for name in varying if name not in self._source.facts and name not in self._target_only_facts
            ]
            for name in untold_yet:
                yield _build_missing_kind(choice, choices, name, varying[name])
            if varying and not untold_yet:
                message = f"what {_format_choice(choice)} is by these rules cannot be known; {REENTER_HINT}"
                yield MissingItem(fact=choice.kind.name, message=message)

    def _convert_count(self) -> Iterator[Ambiguity]:
        """Go through what is not known of the count: it is given as one figure, or cards are worth other points."""
        if COUNT in self._side_facts:
            yield _build_part_ambiguity(COUNT, 1 if self._side_facts[COUNT] > 0 else -2)
            return
        counting = CardPointsConverter(
            self._source, self._target, self._side_facts, self._named_cards, self._threes_in_hand
        )
        yield counting.convert_table()
        yield counting.convert_hand()

    def _build_not_entered(self, fact: Fact, ways: Sequence[SideFacts]) -> Ambiguity:
        """Give the doubt about a fact of which nobody told; the first way is that there was none."""
        doubt = self._build_ambiguity(ways, [_build_missing_fact(fact, self._source)])
        return replace(doubt, is_not_entered=doubt.readings[0] == ways[0])

    def _build_ambiguity(self, ways: Sequence[SideFacts], missing: Sequence[MissingItem]) -> Ambiguity:
        """Give a doubt with those of its ways that can be beside all that is known: the least impossible ones."""
        problems = [self._count_problems(way) for way in ways]
        left = tuple(way for way, number in zip(ways, problems, strict=True) if number == min(problems))
        return Ambiguity(readings=left, missing_items=tuple(missing) if len(left) > 1 else ())

    def _count_problems(self, way: SideFacts) -> int:
        """Count what is impossible in a way beside what is known, where that is least."""
        least = -1
        for beside in self._possible_facts:
            number = count_impossible(self._referee_rules, {**self._known_facts, self._side: sum_facts(beside, way)})
            least = number if least < 0 else min(least, number)
            if not least:
                break
        return least


def _exclude_three_penalties(penalties: Sequence[Penalty]) -> list[Penalty]:
    """List penalties without those that count threes left in hand."""
    threes = select_counted_penalties(select_three_penalties(penalties))
    return [one for one in penalties if one not in threes]


def _build_part_ambiguity(part: str, figure: int) -> Ambiguity:
    """Give the doubt about a part that a side gives as one figure, by the rules that it knows."""
    message = f"{part} cannot be known, for it is given as one figure by the first rules; tell what it is made of"
    return Ambiguity(
        readings=({part: figure}, {part: figure + 1}), missing_items=(MissingItem(fact=part, message=message),)
    )


def _build_missing_fact(fact: Fact, first: Variant) -> MissingItem:
    """Say that nobody told of a fact, and how to tell it; a word of the first rules means what it means there."""
    remedy = REENTER_HINT if fact.name in first.facts else f"tell {fact.name}=0 if there was none"
    return MissingItem(fact=fact.name, message=f"{fact.label.lower()} cannot be known; {remedy}")


def _build_missing_kind(choice: KindChoice, choices: Sequence[KindChoice], name: str, most: int) -> MissingItem:
    """Say that nobody told how many things of a choice are of a kind, and how to tell it."""
    is_shared = sum(name in _list_candidate_names(one) for one in choices) > 1
    remedy = f", or {REENTER_HINT}" if is_shared else ""
    doubt = format_which_kind(_format_choice(choice), choice.number, name, min(choice.number, most))
    return MissingItem(fact=name, message=f"{doubt}{remedy}")


def _build_no_match(choices: Iterable[KindChoice], finer: SideFacts) -> MissingItem:
    """Say that there is no way in which things can be by the other rules, or too many to be gone through."""
    wide = [_format_choice(choice) for choice in choices if choice.number]
    told = [f"{name}={number}" for name, number in finer.items() if number]
    message = f"what {join_words(wide or told)} is by these rules cannot be known"
    if wide and told:
        message = f"{message}: {join_words(told)} does not fit it"
    return MissingItem(fact=(told or wide)[0].partition("=")[0], message=message)


def _list_candidate_names(choice: KindChoice) -> list[str]:
    """Name the kinds that the things told of a choice can be."""
    return [kind.name for kind in choice.candidates] if choice.number else []


def _format_choice(choice: KindChoice) -> str:
    """Give things as they are told."""
    return f"{choice.kind.name}={choice.number}"
