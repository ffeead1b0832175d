"""Kinds of canastas and of penalties by two sets of rules: which kind of the one a kind of the other can be.

A kind is the set of all shapes that it can have, each told as the cards it takes; what two kinds share is then what
they can both be.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import comb, prod

from canasta_score.hand.facts import SideFacts
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import NONE_ALLOWED, SEQUENCE_RANKS, Canasta, CardPattern
from canasta_score.rules.model.cards import NATURAL_RANKS, Deck, Rank
from canasta_score.rules.model.penalties import Penalty
from canasta_score.rules.model.variant import Variant

MAX_ASSIGNMENTS = 500
_Shape = tuple[object, ...]


@frozen
class ItemKind(Value):
    """A kind of canasta or of penalty: its fact, what it is called, and every shape that it can have."""

    name: str
    label: str
    shapes: frozenset[_Shape]

    def can_be(self, other: "ItemKind") -> bool:
        """Tell whether one of this kind can be one of another, too."""
        return not self.shapes.isdisjoint(other.shapes)


@frozen
class KindChoice(Value):
    """What some things told by one fact can be by other rules: their number, the kinds, whether also none of them."""

    kind: ItemKind
    number: int
    candidates: tuple[ItemKind, ...]
    can_be_none: bool


def build_item_kinds(things: Iterable[Canasta | Penalty], deck: Deck, largest: int) -> dict[str, ItemKind]:
    """Give kinds by their facts, with the shapes that a deck allows; cards of penalties may be up to the `largest`."""
    return {thing.name: _build_item_kind(thing, deck, largest) for thing in things}


def _build_item_kind(thing: Canasta | Penalty, deck: Deck, largest: int) -> ItemKind:
    """Give the kind of a canasta or a penalty."""
    shapes = (
        _iter_group_shapes(thing.cards, deck)
        if isinstance(thing, Canasta)
        else _iter_penalty_shapes(thing, deck, largest)
    )
    return ItemKind(name=thing.name, label=thing.label, shapes=frozenset(shapes))


def find_largest_penalty_group(variants: Iterable[Variant]) -> int:
    """Give the most cards that a penalty speaks of by some rules."""
    return max((penalty.cards.size for one in variants for penalty in one.penalties if penalty.cards), default=0)


def _iter_group_shapes(cards: CardPattern, deck: Deck) -> Iterator[_Shape]:
    """Go through the shapes of a group of cards: how many, of which rank, how many wild ones, how many jokers."""
    if cards.sequence:
        yield (cards.size, SEQUENCE_RANKS, *NONE_ALLOWED)
        return
    jokers, twos = deck.count_rank(Rank.JOKER), deck.count_rank(Rank.TWO)
    for wilds in range(cards.wilds[0], cards.wilds[1] + 1):
        ranks = (cards.ranks or NATURAL_RANKS) if wilds < cards.size else ("",)
        fewest, most = max(cards.jokers[0], wilds - twos), min(cards.jokers[1], wilds, jokers)
        yield from product((cards.size,), ranks, (wilds,), range(fewest, most + 1))


def _iter_penalty_shapes(penalty: Penalty, deck: Deck, largest: int) -> Iterator[_Shape]:
    """Go through the shapes of a penalty: cards in their place, threes of a colour, or nothing but its name."""
    where = (penalty.unit, penalty.place)
    if penalty.cards:
        for size in range(penalty.cards.size, largest + 1):
            wilds = (size, size) if penalty.is_wild_only else (0, 0)
            group = CardPattern(size=size, ranks=penalty.cards.ranks, wilds=wilds, jokers=penalty.cards.jokers)
            yield from ((*where, *shape) for shape in _iter_group_shapes(group, deck))
    elif penalty.threes:
        yield from ((*where, colour) for colour in penalty.threes)
    else:
        yield (*where, penalty.name)


def build_choice(
    kind: ItemKind, number: int, others: Mapping[str, ItemKind], firsts: Mapping[str, ItemKind]
) -> KindChoice:
    """Say what things of a kind can be by other rules: any kind that fits.

    Where that of the same name takes them all, the others that fit are those that the first rules do not tell apart.
    """
    kinds = [one for one in others.values() if kind.can_be(one)]
    covered = {shape for one in kinds for shape in one.shapes}
    same = others.get(kind.name)
    if same and kind.shapes <= same.shapes:
        kinds = [one for one in kinds if one is same or not _is_distinguished(one, kind, firsts)]
    return KindChoice(kind=kind, number=number, candidates=tuple(kinds), can_be_none=not kind.shapes <= covered)


def _is_distinguished(one: ItemKind, kind: ItemKind, firsts: Mapping[str, ItemKind]) -> bool:
    """Tell whether what is of a kind by the first rules, and one of another by these, has that name by both."""
    of_that_name = firsts.get(one.name)
    return of_that_name is not None and one.shapes & kind.shapes <= of_that_name.shapes


def has_unmatched_shapes(kind: ItemKind, others: Iterable[ItemKind]) -> bool:
    """Tell whether a kind can be what none of some other kinds is."""
    return not kind.shapes <= {shape for other in others for shape in other.shapes}


def enumerate_assignments(choices: Sequence[KindChoice], finer: SideFacts, beside: Collection[str]) -> list[SideFacts]:
    """List the ways in which things can be of the kinds open to them, so that the finer facts come out as told.

    Of those `beside`, there may be others that the first rules do not know. None where there are too many ways.
    """
    ways = (
        [list(_iter_choice_assignments(choice)) for choice in choices if choice.number]
        if _has_few_assignments(choices)
        else [[]]
    )
    spread_out: list[SideFacts] = []
    for together in product(*ways):
        told = sum_facts(*together)
        if all(_is_consistent(told.get(name, 0), number, beside=name in beside) for name, number in finer.items()):
            spread_out.append({**told, **finer})
    return spread_out


def _is_consistent(number: int, told: int, *, beside: bool) -> bool:
    """Tell whether a number is what is told of it, where there may be others beside."""
    return number <= told if beside else number == told


def _has_few_assignments(choices: Iterable[KindChoice]) -> bool:
    """Tell whether the ways of some choices can all be gone through."""
    kinds = ((one.number, max(0, len(one.candidates) + one.can_be_none - 1)) for one in choices)
    return prod(comb(number + others, others) for number, others in kinds) <= MAX_ASSIGNMENTS


def _iter_choice_assignments(choice: KindChoice) -> Iterator[SideFacts]:
    """Go through the ways in which the things of a choice can be of its kinds, each with their numbers."""
    names = [kind.name for kind in choice.candidates]
    yield from _iter_distributions(choice.number, [*names, ""] if choice.can_be_none else names)


def _iter_distributions(number: int, names: Sequence[str]) -> Iterator[SideFacts]:
    """Go through the ways to share a number out among names; what is nobody's has no name.

    >>> list(_iter_distributions(2, ["natural", "aces"]))
    [{'natural': 2}, {'natural': 1, 'aces': 1}, {'aces': 2}]
    """
    first, *others = names
    if not others:
        yield {first: number} if number and first else {}
        return
    for rest in range(number + 1):
        here = {first: number - rest} if number > rest else {}
        yield from ({**here, **there} for there in _iter_distributions(rest, others))


def sum_facts(*some: SideFacts) -> dict[str, int]:
    """Add up facts by their names."""
    total: dict[str, int] = {}
    for told in some:
        for name, number in told.items():
            total[name] = total.get(name, 0) + number
    return total
