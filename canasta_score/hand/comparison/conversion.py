"""A hand that was played and told by some rules, in the facts of others: what is sure, and what may be so or so.

What the first rules know and nobody told is none. What only the others know and nobody told may have been: where the
cards do not settle it, it is a doubt, with every way in which it can be and the fact that would tell.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product, starmap

from canasta_score.hand.comparison.ambiguities import IN_THESE_WORDS, Doubt, Missing, which_of
from canasta_score.hand.comparison.card_points import Counting
from canasta_score.hand.comparison.matching import (
    MOST_WAYS,
    Choice,
    Kind,
    all_told,
    choice_of,
    is_beside,
    kinds_of,
    largest_of,
    spread,
)
from canasta_score.hand.comparison.threes import ThreesInHand, of_threes, told_in_times
from canasta_score.hand.facts import BASE, COUNT, HandFacts, Told, canastas_of, special_hands_of
from canasta_score.hand.tally.interview import how_impossible, least_of
from canasta_score.hand.tally.parser import NamedCards
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.penalties import Penalty
from canasta_score.rules.model.special_hands import SpecialHand
from canasta_score.rules.model.threes import ThreesOfColour
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import listed

BY_NAME = (ThreesOfColour, Bonus, SpecialHand)


@frozen
class Retold(Value):
    """A side's facts by other rules: those that are sure, and the doubts."""

    sure: Told
    doubts: tuple[Doubt, ...]


def words_of_all(variants: Sequence[Variant]) -> Variant:
    """Give the first rules with the words of all: what only others know may be told, too; the first keep their letters.

    >>> from canasta_score import load_variant
    >>> list(words_of_all([load_variant("nvso"), load_variant("wca")]).facts)[-3:]
    ['triples', 'deuces', 'blast-off']
    """
    first, *others = variants
    facts, letters = dict(first.facts), set(first.short_names)
    for fact in (fact for other in others for fact in other.facts.values()):
        if fact.name not in facts:
            facts[fact.name] = replace(fact, short="") if fact.short in letters else fact
            letters.add(fact.short)
    return replace(first, facts=facts)


def not_in_rules(words: Variant, rules: Variant, told: Told) -> list[Fact]:
    """List what a side has told that some rules do not know, not even as a canasta or a penalty of another name."""
    return [fact for name, fact in words.facts.items() if told.get(name) and not is_known(words, rules, fact)]


def is_known(words: Variant, rules: Variant, fact: Fact) -> bool:
    """Tell whether some rules know a fact, or a kind of canasta or penalty that it can be."""
    if type(rules.facts.get(fact.name)) is type(fact):
        return True
    if not isinstance(fact, Canasta | Penalty):
        return False
    largest = max(fact.cards.size if fact.cards else 0, largest_of([rules]))
    things = rules.canastas if isinstance(fact, Canasta) else rules.penalties
    (kind,) = kinds_of([fact], words.deck, largest).values()
    return any(kind.can_be(other) for other in kinds_of(things, words.deck, largest).values())


def special_hand_not_there(first: Variant, other: Variant, facts: HandFacts) -> str:
    """Name a special hand that was laid and is none by other rules; nothing where there is no such hand."""
    laid = [name for told in facts.values() for name in special_hands_of(first, told)]
    return next((name for name in laid if not isinstance(other.facts.get(name), SpecialHand)), "")


class Retelling:
    """Retelling one side's part of a hand, room after room; what is settled leaves less for those that follow."""

    def __init__(self, first: Variant, other: Variant, facts: HandFacts, side: str, cards: NamedCards) -> None:
        """Take the two rules and the facts; a word that only the others know, told by anybody, is told for all.

        `cards` are those that the side's words name one and all.
        """
        self.first, self.other, self.side, self.cards = first, other, side, cards
        self.finer = {name for told in facts.values() for name in told if name in other.facts} - first.facts.keys()
        self.told = facts[side]
        self.sure = {one: self.by_name(told) for one, told in facts.items()}
        count = {fact.name: self.told.get(fact.name, 0) for fact in (first.count.table, first.count.hand)}
        self.beside: Sequence[Told] = [all_told(self.sure[side], count)]
        self.threes_left = ThreesInHand(first, other, self.told, self.finer)
        self.judge = replace(other, deck=first.deck)

    def retold(self) -> Retold:
        """Give the side's facts by the other rules."""
        base = self.base_as_one_figure() if BASE in self.told else [*self.threes(), *self.canastas(), *self.bonuses()]
        doubts = [*base, *self.count(), *self.penalties()]
        return Retold(sure=self.sure[self.side], doubts=tuple(doubts))

    def by_name(self, told: Told) -> Told:
        """Give the facts that are the same by both rules, or told in the words of the others."""
        names = [fact.name for fact in self.other.facts.values() if isinstance(fact, BY_NAME) and self.is_told(fact)]
        return {name: told[name] for name in names if name in told}

    def is_told(self, fact: Fact) -> bool:
        """Tell whether a fact of the other rules is told, if it is there: in the words of the first, or in its own."""
        return fact.name in self.finer or type(self.first.facts.get(fact.name)) is type(fact)

    def base_as_one_figure(self) -> list[Doubt]:
        """Give the doubt about a base that is given as one figure: of another size, and with a canasta or without."""
        least = max((canasta.points for canasta in self.other.canastas), default=0)
        figure = least if canastas_of(self.first, self.told) else -2
        return [given_as_one_figure(BASE, figure)]

    def threes(self) -> Iterator[Doubt]:
        """Go through the threes on the table of which nobody told, and those of which there are too many here."""
        for colour in self.other.threes.colours:
            number = self.told.get(colour.name, 0)
            if not self.is_told(colour):
                numbers = range(self.first.deck.threes_of_a_colour + 1)
                yield self.untold(colour, [{colour.name: one} for one in numbers])
            elif number > len(colour.values):
                has = f"these rules have {len(colour.values)} of them"
                message = f"what {colour.name}={number} gives cannot be known, for {has}"
                yield Doubt(ways=({}, {colour.name: -number}), missing=(Missing(fact=colour.name, message=message),))

    def bonuses(self) -> Iterator[Doubt]:
        """Go through the bonuses that nobody told."""
        for bonus in self.other.bonuses:
            if not self.is_told(bonus):
                yield self.untold(bonus, [{}, {bonus.name: 1}])

    def canastas(self) -> Iterator[Doubt]:
        """Go through what the canastas can be by the other rules; one that can be none of their kinds is none."""
        kinds = kinds_of(self.first.canastas, self.first.deck, 0)
        others = kinds_of(self.other.canastas, self.first.deck, 0)
        any_canasta = max(self.other.canastas, key=lambda canasta: canasta.points, default=None)
        instead = any_canasta.name if any_canasta else BASE
        choices = self.choices(kinds, others)
        for choice in choices:
            if choice.number and not choice.kinds:
                no_such = "these rules have no such canasta: the hand could not be played so"
                message = f"what {told_as(choice)} gives cannot be known, for {no_such}"
                missing = Missing(fact=choice.kind.name, message=message)
                yield Doubt(ways=({}, {instead: choice.number}), missing=(missing,))
        yield self.shared([choice for choice in choices if choice.kinds], kinds, others, instead)

    def penalties(self) -> Iterator[Doubt]:
        """Go through what the penalties can be by the other rules, and those that nobody told."""
        largest = largest_of([self.first, self.other])
        kinds = kinds_of(no_threes(self.first.penalties), self.first.deck, largest)
        others = kinds_of(no_threes(self.other.penalties), self.first.deck, largest)
        yield self.shared(self.choices(kinds, others), kinds, others, "")
        for penalty in no_threes(self.other.penalties):
            if penalty.name not in self.finer and is_beside(others[penalty.name], kinds.values()):
                least = {penalty.name: least_of(self.first, penalty)}
                yield self.untold(penalty, [{}, least])
        if self.threes_left.here:
            yield self.threes_in_hand()

    def threes_in_hand(self) -> Doubt:
        """Give the doubt about the penalties for threes left in hand."""
        left, ways = self.threes_left, self.threes_left.ways()
        if not ways:
            name = left.here[0].name
            told = listed([f"{one.name}={self.told.get(one.name, 0)}" for one in left.known])
            message = f"threes in hand cannot be known, for {told} do not fit one another; {IN_THESE_WORDS}"
            return Doubt(ways=({}, {name: 1}), missing=(Missing(fact=name, message=message),))
        doubt, if_none = self.doubt(ways, []), left.ways_if_none()
        untold = len(if_none) == 1 and doubt.ways[0] == if_none[0]
        return replace(doubt, missing=tuple(left.missing(doubt.ways)), untold=untold)

    def choices(self, kinds: Mapping[str, Kind], others: Mapping[str, Kind]) -> list[Choice]:
        """List what the things told of some kinds can be."""
        return [choice_of(kind, self.told.get(name, 0), others, kinds) for name, kind in kinds.items()]

    def shared(
        self, choices: Sequence[Choice], kinds: Mapping[str, Kind], others: Mapping[str, Kind], instead: str
    ) -> Doubt:
        """Give the doubt about the kinds that things are of, which may be none; `instead` stands for what is not known.

        The ways that are left are those beside which all that follows is.
        """
        finer = {name: self.told.get(name, 0) for name in others if name in self.finer}
        beside = [name for name in finer if is_beside(others[name], kinds.values())]
        ways = spread(choices, finer, beside)
        if not ways:
            return Doubt(ways=({}, {instead or next(iter(others)): 1}), missing=(no_way(choices, finer),))
        doubt = self.doubt(ways, [])
        self.beside = [*starmap(all_told, product(self.beside, doubt.ways))][:MOST_WAYS]
        return replace(doubt, missing=tuple(self.missing_of(choices, doubt.ways)))

    def missing_of(self, choices: Sequence[Choice], ways: Sequence[Told]) -> Iterator[Missing]:
        """Go through what would tell which of some ways it was: the finer facts that are not told yet."""
        for choice in choices:
            numbers = {name: {way.get(name, 0) for way in ways} for name in kinds_open_to(choice)}
            varying = {name: max(some) for name, some in numbers.items() if len(some) > 1}
            untold_yet = [name for name in varying if name not in self.first.facts and name not in self.finer]
            for name in untold_yet:
                yield how_to_tell_kind(choice, choices, name, varying[name])
            if varying and not untold_yet:
                message = f"what {told_as(choice)} is by these rules cannot be known; {IN_THESE_WORDS}"
                yield Missing(fact=choice.kind.name, message=message)

    def count(self) -> Iterator[Doubt]:
        """Go through what is not known of the count: it is given as one figure, or cards are worth other points."""
        if COUNT in self.told:
            yield given_as_one_figure(COUNT, 1 if self.told[COUNT] > 0 else -2)
            return
        counting = Counting(self.first, self.other, self.told, self.cards, self.threes_left)
        yield counting.table()
        yield counting.hand()

    def untold(self, fact: Fact, ways: Sequence[Told]) -> Doubt:
        """Give the doubt about a fact of which nobody told; the first way is that there was none."""
        doubt = self.doubt(ways, [how_to_tell(fact, self.first)])
        return replace(doubt, untold=doubt.ways[0] == ways[0])

    def doubt(self, ways: Sequence[Told], missing: Sequence[Missing]) -> Doubt:
        """Give a doubt with those of its ways that can be beside all that is known: the least impossible ones."""
        problems = [self.problems(way) for way in ways]
        left = tuple(way for way, number in zip(ways, problems, strict=True) if number == min(problems))
        return Doubt(ways=left, missing=tuple(missing) if len(left) > 1 else ())

    def problems(self, way: Told) -> int:
        """Count what is impossible in a way beside what is known, where that is least."""
        least = -1
        for beside in self.beside:
            number = how_impossible(self.judge, {**self.sure, self.side: all_told(beside, way)})
            least = number if least < 0 else min(least, number)
            if not least:
                break
        return least


def no_threes(penalties: Sequence[Penalty]) -> list[Penalty]:
    """List penalties without those that count threes left in hand."""
    threes = told_in_times(of_threes(penalties))
    return [one for one in penalties if one not in threes]


def given_as_one_figure(part: str, figure: int) -> Doubt:
    """Give the doubt about a part that a side gives as one figure, by the rules that it knows."""
    message = f"{part} cannot be known, for it is given as one figure by the first rules; tell what it is made of"
    return Doubt(ways=({part: figure}, {part: figure + 1}), missing=(Missing(fact=part, message=message),))


def how_to_tell(fact: Fact, first: Variant) -> Missing:
    """Say that nobody told of a fact, and how to tell it; a word of the first rules means what it means there."""
    remedy = IN_THESE_WORDS if fact.name in first.facts else f"tell {fact.name}=0 if there was none"
    return Missing(fact=fact.name, message=f"{fact.label.lower()} cannot be known; {remedy}")


def how_to_tell_kind(choice: Choice, choices: Sequence[Choice], name: str, most: int) -> Missing:
    """Say that nobody told how many things of a choice are of a kind, and how to tell it."""
    is_shared = sum(name in kinds_open_to(one) for one in choices) > 1
    remedy = f", or {IN_THESE_WORDS}" if is_shared else ""
    doubt = which_of(told_as(choice), choice.number, name, min(choice.number, most))
    return Missing(fact=name, message=f"{doubt}{remedy}")


def no_way(choices: Iterable[Choice], finer: Told) -> Missing:
    """Say that there is no way in which things can be by the other rules, or too many to be gone through."""
    wide = [told_as(choice) for choice in choices if choice.number]
    told = [f"{name}={number}" for name, number in finer.items() if number]
    message = f"what {listed(wide or told)} is by these rules cannot be known"
    if wide and told:
        message = f"{message}: {listed(told)} does not fit it"
    return Missing(fact=(told or wide)[0].partition("=")[0], message=message)


def kinds_open_to(choice: Choice) -> list[str]:
    """Name the kinds that the things told of a choice can be."""
    return [kind.name for kind in choice.kinds] if choice.number else []


def told_as(choice: Choice) -> str:
    """Give things as they are told."""
    return f"{choice.kind.name}={choice.number}"
