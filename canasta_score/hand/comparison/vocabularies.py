"""Items of several sets of rules: their common vocabulary, and which items of one set are also items of another.

Each kind of item, such as mixed canastas, has shapes: the numbers of cards and wild cards that it can be made of. An
item can be of any kind that has one of its shapes.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations_with_replacement, product
from math import comb, prod

from canasta_score.hand.facts import SideFacts
from canasta_score.rules.frozen import replace
from canasta_score.rules.model.canastas import MAX_CANASTA_SIZE, NONE_ALLOWED, SEQUENCE_RANKS, Canasta, CardPattern
from canasta_score.rules.model.cards import NATURAL_RANKS, Deck, Rank
from canasta_score.rules.model.facts import DIRECT_FACTS, Fact
from canasta_score.rules.model.rewards import Bonus, CardGroup, Penalty, SpecialHand
from canasta_score.rules.model.threes import ThreesOfColor
from canasta_score.rules.model.variant import Variant

NO_KIND = ""
_MAX_ASSIGNMENTS = 500  # only hands entered with --anyway have more, and they would take seconds
Shapes = frozenset[tuple[object, ...]]


def merge_vocabularies(variants: Sequence[Variant]) -> Variant:
    """Return the first rules with the items of all; if two items have the same short name, the first one keeps it."""
    first, *others = variants
    facts, letters = dict(first.facts), set(first.short_names)
    for fact in (fact for variant in others for fact in variant.facts.values()):
        if fact.name not in facts:
            facts[fact.name] = replace(fact, short_name="") if fact.short_name in letters else fact
            letters.add(fact.short_name)
    return replace(first, facts=facts)


def filter_known_facts(variant: Variant, facts: SideFacts) -> SideFacts:
    """Return the facts of a side that a variant knows, and the parts that were entered as one number."""
    return {name: number for name, number in facts.items() if name in variant.facts or name in DIRECT_FACTS}


def list_facts_not_in_rules(vocabulary: Variant, variant: Variant, facts: SideFacts) -> list[tuple[str, int]]:
    """Return the label and number of each item that a variant does not have, not even by another name."""
    hands = variant.specials.hands
    items = [fact for name, fact in vocabulary.facts.items() if facts.get(name)]
    shapes, known = (build_shapes(facts, vocabulary.deck) for facts in (items, variant.facts.values()))
    known_shapes = frozenset(chain.from_iterable(known.values()))
    return [
        (item.label, facts[item.name])
        for item in items
        if not (shapes[item.name] & known_shapes or (isinstance(item, SpecialHand) and find_special_hand(item, hands)))
    ]


def find_special_hand(hand: SpecialHand, hands: Iterable[SpecialHand]) -> SpecialHand | None:
    """Return the one of some hands that any cards of a special hand make, best that of its name; None if unsure."""
    certain = [
        other
        for other in hands
        if hand.layouts and all(any(_includes(wider, layout) for wider in other.layouts) for layout in hand.layouts)
    ]
    certain = [other for other in certain if other.name == hand.name] or certain
    return certain[0] if len(certain) == 1 else None


_Layout = Sequence[CardGroup]


def _includes(wider: _Layout, layout: _Layout) -> bool:
    """Return whether each group of a layout is one of the groups of a wider layout, and none is left over."""
    if not layout:
        return not wider
    # A group that fits fewest places is placed first. Equal places need to be tried only once.
    fitting = {
        group: [other for other in wider if group.size == other.size and group.ranks <= other.ranks] for group in layout
    }
    first = min(layout, key=lambda group: len(fitting[group]))
    others = _without(layout, first)
    return any(_includes(_without(wider, place), others) for place in dict.fromkeys(fitting[first]))


def _without(layout: _Layout, group: CardGroup) -> _Layout:
    index = layout.index(group)
    return [*layout[:index], *layout[index + 1 :]]


def build_shapes(items: Iterable[Fact], deck: Deck, *, of_first_meld: bool = False) -> dict[str, Shapes]:
    """Return the shapes of each item, by its name; `of_first_meld` leaves out later melds where the item does."""
    return {item.name: frozenset(_iter_shapes(item, deck, of_first_meld=of_first_meld)) for item in items}


def find_candidates(name: str, source: Mapping[str, Shapes], target: Mapping[str, Shapes]) -> list[str]:
    """Return the target kinds that an item of a source kind can be of, and NO_KIND if it can be of none."""
    shapes = source[name]
    kinds = [kind for kind in target if shapes & target[kind]]
    if shapes <= target.get(name, frozenset()):
        # All can be of the kind with the same name. They are of another kind only if the source rules do not have that
        # kind as well: then they would have been entered by its name.
        return [kind for kind in kinds if kind == name or not shapes & target[kind] <= source.get(kind, frozenset())]
    return kinds if is_covered(shapes, target) else [*kinds, NO_KIND]


def is_covered(shapes: Shapes, kinds: Mapping[str, Shapes]) -> bool:
    """Return whether the kinds together have all of these shapes."""
    return shapes <= frozenset(chain.from_iterable(kinds.values()))


def assign_kinds(
    items: SideFacts, candidates: Mapping[str, Sequence[str]], entered: SideFacts, can_be_more: Collection[str]
) -> list[SideFacts]:
    """Return how many items of each kind there are in every assignment; none if there are too many.

    Numbers that are `entered` by the names of kinds hold, but for those in `can_be_more`, which may be larger.
    """
    sizes = (comb(number + len(candidates[name]) - 1, number) for name, number in items.items())
    if prod(sizes) > _MAX_ASSIGNMENTS:
        return []
    ways = product(*(combinations_with_replacement(candidates[name], number) for name, number in items.items()))
    counts = (Counter(kind for kind in chain.from_iterable(way) if kind != NO_KIND) for way in ways)
    allowed = {kind: range(0 if kind in can_be_more else number, number + 1) for kind, number in entered.items()}
    return [{**count, **entered} for count in counts if all(count[kind] in allowed[kind] for kind in allowed)]


def _iter_shapes(item: Fact, deck: Deck, *, of_first_meld: bool) -> Iterator[tuple[object, ...]]:
    if isinstance(item, Canasta):
        yield from _iter_card_shapes(item.cards, deck)
    elif isinstance(item, Penalty) and item.cards:
        for size in range(item.cards.size, MAX_CANASTA_SIZE + 1):  # the penalty is due for more cards, too
            wilds = (size, size) if item.is_wild_only else NONE_ALLOWED
            cards = CardPattern(size=size, ranks=item.cards.ranks, wilds=wilds, jokers=item.cards.jokers)
            melds = (True,) if item.first_meld and of_first_meld else (True, False)  # the first one, or a later one
            shapes = product(melds, _iter_card_shapes(cards, deck))
            yield from ((item.unit, item.place, is_of_first_meld, *shape) for is_of_first_meld, shape in shapes)
    elif isinstance(item, Penalty):
        yield from ((item.unit, item.place, color) for color in item.threes or [item.name])
    elif isinstance(item, ThreesOfColor):
        yield from ((item.name, is_from_pile) for is_from_pile in ((True,) if item.from_pile else (True, False)))
    elif isinstance(item, Bonus):
        yield (item.name, item.exactly, item.ends_play, item.beside)
    else:
        yield (type(item), item.name)


def _iter_card_shapes(cards: CardPattern, deck: Deck) -> Iterator[tuple[object, ...]]:
    # A shape is the number of cards, their rank, the number of wild cards, and the number of jokers among those.
    if cards.sequence:
        yield (cards.size, SEQUENCE_RANKS, *NONE_ALLOWED)
        return
    for wilds in range(cards.wilds[0], cards.wilds[1] + 1):
        ranks = (cards.ranks or NATURAL_RANKS) if wilds < cards.size else ("",)
        fewest, most = max(cards.jokers[0], wilds - deck.count_rank(Rank.TWO)), min(cards.jokers[1], wilds, deck.jokers)
        yield from product((cards.size,), ranks, (wilds,), range(fewest, most + 1))
