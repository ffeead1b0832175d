"""Kinds of canastas and of penalties by two sets of rules: which kind of the one a kind of the other can be.

A kind is the set of all shapes that it can have, each told as the cards it takes; what two kinds share is then what
they can both be.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import comb, prod

from canasta_score.hand.facts import Told
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import IN_A_ROW, NO_WILDS, Canasta, CardGroup
from canasta_score.rules.model.cards import NATURAL, Deck, Rank
from canasta_score.rules.model.penalties import Penalty
from canasta_score.rules.model.variant import Variant

MOST_WAYS = 500
Shape = tuple[object, ...]


@frozen
class Kind(Value):
    """A kind of canasta or of penalty: its fact, what it is called, and every shape that it can have."""

    name: str
    label: str
    shapes: frozenset[Shape]

    def can_be(self, other: "Kind") -> bool:
        """Tell whether one of this kind can be one of another, too."""
        return not self.shapes.isdisjoint(other.shapes)


@frozen
class Choice(Value):
    """What some things told by one fact can be by other rules: their number, the kinds, whether also none of them."""

    kind: Kind
    number: int
    kinds: tuple[Kind, ...]
    or_none: bool


def kinds_of(things: Iterable[Canasta | Penalty], deck: Deck, largest: int) -> dict[str, Kind]:
    """Give kinds by their facts, with the shapes that a deck allows; cards of penalties may be up to the `largest`."""
    return {thing.name: kind_of(thing, deck, largest) for thing in things}


def kind_of(thing: Canasta | Penalty, deck: Deck, largest: int) -> Kind:
    """Give the kind of a canasta or a penalty."""
    shapes = shapes_of(thing.cards, deck) if isinstance(thing, Canasta) else shapes_of_penalty(thing, deck, largest)
    return Kind(name=thing.name, label=thing.label, shapes=frozenset(shapes))


def largest_of(variants: Iterable[Variant]) -> int:
    """Give the most cards that a penalty speaks of by some rules."""
    return max((penalty.cards.size for one in variants for penalty in one.penalties if penalty.cards), default=0)


def shapes_of(cards: CardGroup, deck: Deck) -> Iterator[Shape]:
    """Go through the shapes of a group of cards: how many, of which rank, how many wild ones, how many jokers."""
    if cards.sequence:
        yield (cards.size, IN_A_ROW, *NO_WILDS)
        return
    jokers, twos = deck.holds(Rank.JOKER), deck.holds(Rank.TWO)
    for wilds in range(cards.wilds[0], cards.wilds[1] + 1):
        ranks = (cards.ranks or NATURAL) if wilds < cards.size else ("",)
        fewest, most = max(cards.jokers[0], wilds - twos), min(cards.jokers[1], wilds, jokers)
        yield from product((cards.size,), ranks, (wilds,), range(fewest, most + 1))


def shapes_of_penalty(penalty: Penalty, deck: Deck, largest: int) -> Iterator[Shape]:
    """Go through the shapes of a penalty: cards in their place, threes of a colour, or nothing but its name."""
    where = (penalty.unit, penalty.place)
    if penalty.cards:
        for size in range(penalty.cards.size, largest + 1):
            wilds = (size, size) if penalty.is_of_wilds else (0, 0)
            group = CardGroup(size=size, ranks=penalty.cards.ranks, wilds=wilds, jokers=penalty.cards.jokers)
            yield from ((*where, *shape) for shape in shapes_of(group, deck))
    elif penalty.threes:
        yield from ((*where, colour) for colour in penalty.threes)
    else:
        yield (*where, penalty.name)


def choice_of(kind: Kind, number: int, others: Mapping[str, Kind], firsts: Mapping[str, Kind]) -> Choice:
    """Say what things of a kind can be by other rules: any kind that fits.

    Where that of the same name takes them all, the others that fit are those that the first rules do not tell apart.
    """
    kinds = [one for one in others.values() if kind.can_be(one)]
    covered = {shape for one in kinds for shape in one.shapes}
    same = others.get(kind.name)
    if same and kind.shapes <= same.shapes:
        kinds = [one for one in kinds if one is same or not is_told_apart(one, kind, firsts)]
    return Choice(kind=kind, number=number, kinds=tuple(kinds), or_none=not kind.shapes <= covered)


def is_told_apart(one: Kind, kind: Kind, firsts: Mapping[str, Kind]) -> bool:
    """Tell whether what is of a kind by the first rules, and one of another by these, has that name by both."""
    of_that_name = firsts.get(one.name)
    return of_that_name is not None and one.shapes & kind.shapes <= of_that_name.shapes


def is_beside(kind: Kind, others: Iterable[Kind]) -> bool:
    """Tell whether a kind can be what none of some other kinds is."""
    return not kind.shapes <= {shape for other in others for shape in other.shapes}


def spread(choices: Sequence[Choice], finer: Told, beside: Collection[str]) -> list[Told]:
    """List the ways in which things can be of the kinds open to them, so that the finer facts come out as told.

    Of those `beside`, there may be others that the first rules do not know. None where there are too many ways.
    """
    ways = [list(ways_of(choice)) for choice in choices if choice.number] if few_ways(choices) else [[]]
    spread_out: list[Told] = []
    for together in product(*ways):
        told = all_told(*together)
        if all(agrees(told.get(name, 0), number, beside=name in beside) for name, number in finer.items()):
            spread_out.append({**told, **finer})
    return spread_out


def agrees(number: int, told: int, *, beside: bool) -> bool:
    """Tell whether a number is what is told of it, where there may be others beside."""
    return number <= told if beside else number == told


def few_ways(choices: Iterable[Choice]) -> bool:
    """Tell whether the ways of some choices can all be gone through."""
    kinds = ((one.number, max(0, len(one.kinds) + one.or_none - 1)) for one in choices)
    return prod(comb(number + others, others) for number, others in kinds) <= MOST_WAYS


def ways_of(choice: Choice) -> Iterator[Told]:
    """Go through the ways in which the things of a choice can be of its kinds, each with their numbers."""
    names = [kind.name for kind in choice.kinds]
    yield from shared_out(choice.number, [*names, ""] if choice.or_none else names)


def shared_out(number: int, names: Sequence[str]) -> Iterator[Told]:
    """Go through the ways to share a number out among names; what is nobody's has no name.

    >>> list(shared_out(2, ["natural", "aces"]))
    [{'natural': 2}, {'natural': 1, 'aces': 1}, {'aces': 2}]
    """
    first, *others = names
    if not others:
        yield {first: number} if number and first else {}
        return
    for rest in range(number + 1):
        here = {first: number - rest} if number > rest else {}
        yield from ({**here, **there} for there in shared_out(rest, others))


def all_told(*some: Told) -> dict[str, int]:
    """Add up facts by their names."""
    total: dict[str, int] = {}
    for told in some:
        for name, number in told.items():
            total[name] = total.get(name, 0) + number
    return total
