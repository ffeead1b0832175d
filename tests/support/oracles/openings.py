"""Lays cards down to open in every way there is, by the words of the rules, and picks the best way.

Nothing here knows how the program goes about it, nor reads a rule file: what the rules say is stated anew. Cards are
named by their rank. Jokers and twos are laid in every mixture.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from support.strategies.hands import JOKER, NATURAL, TWO

THREE = "3"
TAKERS = 2
TOP = 1
ALL, PAIR, NOTHING = "all", "pair", "nothing"
POINTS = dict.fromkeys(NATURAL, 10) | {JOKER: 50, TWO: 20, "A": 20, "7": 5, "6": 5, "5": 5, "4": 5}


class Made(NamedTuple):
    """A canasta: the ranks that it can be of, none for wild cards alone, its cards, and the wild ones among them."""

    ranks: frozenset[str]
    cards: int
    fewest: int
    most: int


@dataclass(frozen=True, kw_only=True)
class Law:
    """What a table plays by.

    `canastas`: how many natural cards of a rank open at any level; `wild_canasta`: how many wild cards alone do, 0 if
    none. `top`: what counts of a pile that is taken. `holds_threes`: black threes stay in a hand. `keep`: the cards
    that stay in it, unless a pile is taken.
    """

    packs: int = 2
    jokers: int = 4
    points: Mapping[str, int]
    group: tuple[int, int]
    naturals: int
    wilds: int
    no_more_wilds_than_naturals: bool
    never_wild: frozenset[str]
    natural_group: bool
    wild_groups: int
    wild_groups_alone: bool
    wilds_together: bool
    canastas: Mapping[str, int]
    top: str
    holds_threes: bool = True
    more_naturals_than_wilds: bool = False
    naturals_for_each_wild: int = 0
    mixed_canasta: bool = True
    wild_canasta: int = 0
    keep: int = 1
    repeated_ranks: bool = False

    def deck(self) -> Counter[str]:
        """Return the cards that may be in a hand; of the threes only the black ones."""
        threes = 2 * self.packs if self.holds_threes else 0
        return Counter(dict.fromkeys((*NATURAL, TWO), 4 * self.packs) | {JOKER: self.jokers, THREE: threes})


NVSO = Law(
    points=POINTS,
    group=(3, 7),
    naturals=2,
    wilds=2,
    no_more_wilds_than_naturals=False,
    never_wild=frozenset({"7"}),
    natural_group=True,
    wild_groups=0,
    wild_groups_alone=False,
    wilds_together=False,
    canastas=dict.fromkeys(NATURAL, 7),
    top=NOTHING,
    holds_threes=False,
)
WCA = replace(NVSO, wild_groups=1, wild_groups_alone=True, wilds_together=True, top=PAIR)
CATAWBA = Law(
    packs=5,
    jokers=10,
    points=POINTS,
    group=(3, 7),
    naturals=2,
    wilds=3,
    no_more_wilds_than_naturals=True,
    never_wild=frozenset(),
    natural_group=False,
    wild_groups=0,
    wild_groups_alone=False,
    wilds_together=False,
    canastas={},
    top=ALL,
    keep=0,
)
CLASSIC = replace(
    NVSO,
    group=(3, 11),
    wilds=3,
    never_wild=frozenset[str](),
    natural_group=False,
    canastas={},
    top=ALL,
    holds_threes=True,
)
URUGUAY = replace(CLASSIC, wild_groups=1)
MODERN = replace(NVSO, wild_groups=1, wild_groups_alone=True, wilds_together=True, wild_canasta=7)
HAND_AND_FOOT = replace(CATAWBA, no_more_wilds_than_naturals=False, wild_groups=1)
PENNIES = replace(HAND_AND_FOOT, packs=4, jokers=8, keep=1)
GOOD_SAMS = replace(
    CATAWBA,
    packs=4,
    jokers=8,
    points=POINTS | {"9": 5, "8": 5},
    no_more_wilds_than_naturals=False,
    more_naturals_than_wilds=True,
)
LAWS = {
    "nvso": NVSO,
    "nvso-tournament": NVSO,
    "wca": WCA,
    "catawba": CATAWBA,
    "classic": CLASSIC,
    "uruguay": URUGUAY,
    "cuban": replace(URUGUAY, group=(3, 7)),
    "modern-american": MODERN,
    "canasta-league": replace(MODERN, wild_groups_alone=False, canastas={}, wild_canasta=0, mixed_canasta=False),
    "hand-and-foot": HAND_AND_FOOT,
    "pennies-from-heaven": PENNIES,
    "good-sams": GOOD_SAMS,
}
# The games with sequences: `find_opening` looks for groups of one rank alone, and so do these laws.
SAMBA = replace(CLASSIC, packs=3, jokers=6, group=(3, 7), wilds=2, naturals_for_each_wild=2, repeated_ranks=True)
BOLIVIA = replace(SAMBA, wild_groups=1, naturals_for_each_wild=0)
LAWS_WITHOUT_PILE = {
    "samba": SAMBA,
    "bolivia": BOLIVIA,
    "brazilian": BOLIVIA,
    "italian": replace(SAMBA, wilds=0, naturals_for_each_wild=0),
    "two-handed": CLASSIC,
    "cutthroat": CLASSIC,
    "six-handed": replace(CLASSIC, packs=3, jokers=6, group=(3, 15)),
    "ponytail": replace(
        CLASSIC, packs=6, jokers=12, group=(3, 5), wilds=2, more_naturals_than_wilds=True, wild_groups=1
    ),
}


class Laid(NamedTuple):
    """A group: its rank, or none where it is of wild cards alone, and how many cards of each kind it has."""

    rank: str
    naturals: int
    jokers: int
    twos: int

    @property
    def wilds(self) -> int:
        """Count the wild cards."""
        return self.jokers + self.twos

    @property
    def cards(self) -> int:
        """Count the cards."""
        return self.naturals + self.wilds

    def points(self, law: Law) -> int:
        """Add up the points of the cards."""
        naturals = self.naturals * law.points[self.rank] if self.rank else 0
        return naturals + self.jokers * law.points[JOKER] + self.twos * law.points[TWO]


class Way(NamedTuple):
    """Groups laid down together, what they come to, and what the rules ask of them.

    `has_asked`: they have a canasta that is asked for, or none is.
    """

    groups: tuple[Laid, ...]
    cards: int
    wilds: int
    points: int
    from_hand: int
    with_pile: bool
    has_natural_group: bool
    has_canasta: bool
    has_wild_canasta: bool
    has_asked: bool
    points_of_wild_groups: int | None
    wilds_lie_well: bool


def laid_of(cards: Sequence[str]) -> Laid:
    """Return a group of natural cards of one rank and wild cards."""
    ranks = {card for card in cards if card not in {JOKER, TWO}}
    assert len(ranks) <= 1, cards
    rank = ranks.pop() if ranks else ""
    return Laid(rank, sum(card == rank for card in cards), cards.count(JOKER), cards.count(TWO))


def is_well_made(law: Law, group: Laid) -> bool:
    """Return whether a group of a rank may be melded."""
    return (
        law.group[0] <= group.cards <= law.group[1]
        and group.naturals >= law.naturals
        and group.wilds <= law.wilds
        and not (group.wilds and group.rank in law.never_wild)
        and not (group.wilds > group.naturals and law.no_more_wilds_than_naturals)
        and not (0 < group.wilds >= group.naturals and law.more_naturals_than_wilds)
        and not (law.naturals_for_each_wild and group.wilds > group.naturals // law.naturals_for_each_wild)
        and not (group.wilds and group.cards >= law.group[1] and not law.mixed_canasta)
    )


def sets_of_groups(law: Law, held: Counter[str]) -> Iterator[tuple[Laid, ...]]:
    """Yield every set of legal groups in some cards: usually at most one of each rank, and wild groups."""
    of_ranks = [
        [
            group
            for naturals in range(1, held[rank] + 1)
            for jokers in range(held[JOKER] + 1)
            for twos in range(held[TWO] + 1)
            if is_well_made(law, group := Laid(rank, naturals, jokers, twos))
        ]
        for rank in NATURAL
    ]
    left = [(held[groups[0].rank], groups) for groups in of_ranks if groups]
    yield from with_ranks(law, left, held[JOKER], held[TWO])


def with_ranks(
    law: Law, of_ranks: Sequence[tuple[int, Sequence[Laid]]], jokers: int, twos: int
) -> Iterator[tuple[Laid, ...]]:
    """Lay the first rank in every way or not at all, and the others beside it with the wild cards that are left."""
    if not of_ranks:
        yield from wild_groups(law, law.wild_groups, jokers, twos)
        return
    (held, first), *others = of_ranks
    yield from with_ranks(law, others, jokers, twos)
    for number, group in enumerate(first):
        if group.naturals <= held and group.jokers <= jokers and group.twos <= twos:
            again = [(held - group.naturals, first[number:])] if law.repeated_ranks else []
            for beside in with_ranks(law, [*again, *others], jokers - group.jokers, twos - group.twos):
                yield group, *beside


def wild_groups(law: Law, most: int, jokers: int, twos: int) -> Iterator[tuple[Laid, ...]]:
    """Lay so many groups of wild cards alone, or fewer."""
    yield ()
    if not most:
        return
    for of_jokers in range(jokers + 1):
        for of_twos in range(twos + 1):
            full = of_jokers + of_twos == law.group[1]
            if law.group[0] <= of_jokers + of_twos <= law.group[1] and not (full and not law.mixed_canasta):
                for beside in wild_groups(law, most - 1, jokers - of_jokers, twos - of_twos):
                    yield Laid("", 0, of_jokers, of_twos), *beside


def every_way(law: Law, cards: Sequence[str], top: str | None = None) -> list[Way]:
    """Return every way to meld cards, with or without the top card of a pile, for any need."""
    held = Counter(cards)
    if top is None:
        return [way_of(law, groups) for groups in sets_of_groups(law, held) if groups]
    if law.top == NOTHING:  # the top card and two from the hand lie beside the opening, and no group has too many cards
        held[top] -= TAKERS
        room = law.group[1] - TAKERS - TOP
        return [
            way_of(law, groups, beside=TAKERS)
            for groups in sets_of_groups(law, held)
            if groups and all(group.cards <= room for group in groups if group.rank == top)
        ]
    held[top] += TOP
    return [
        way_of(law, groups, taken=top)
        for groups in sets_of_groups(law, held)
        if any(group.rank == top and group.naturals >= TAKERS + TOP for group in groups)
    ]


def way_of(law: Law, groups: Sequence[Laid], *, beside: int = 0, taken: str = "") -> Way:
    """Return the figures of groups; `beside`: other cards melded from the hand, `taken`: the rank of the pile."""
    wild = [group for group in groups if not group.rank]
    cards = sum(group.cards for group in groups)
    uncounted = law.points[taken] if taken and law.top == PAIR else 0
    return Way(
        groups=tuple(sorted(groups)),
        cards=cards,
        wilds=sum(group.wilds for group in groups),
        points=sum(group.points(law) for group in groups) - uncounted,
        from_hand=cards + beside - (TOP if taken else 0),
        with_pile=bool(beside or taken),
        has_natural_group=any(not group.wilds for group in groups),
        has_canasta=any(opens_always(law, group, taken) for group in groups),
        has_wild_canasta=any(opens_always(law, group, taken) for group in wild),
        has_asked=True,
        points_of_wild_groups=sum(group.points(law) for group in wild) if wild else None,
        wilds_lie_well=not law.wilds_together or all(is_alone(law, group, groups) for group in wild),
    )


def opens_always(law: Law, group: Laid, taken: str) -> bool:
    """Return whether a group opens at any level; a top card that does not count is no part of its canasta."""
    if not group.rank:
        return 0 < law.wild_canasta <= group.wilds
    counted = group.naturals - (TOP if taken == group.rank and law.top == PAIR else 0)
    return not group.wilds and group.rank in law.canastas and counted >= law.canastas[group.rank]


def is_made(made: Made, group: Laid) -> bool:
    """Return whether a group is a canasta of a kind, or more than that."""
    if not group.rank:
        return not made.ranks and group.cards >= made.cards
    return group.rank in made.ranks and group.cards >= made.cards and made.fewest <= group.wilds <= made.most


def is_alone(law: Law, wild: Laid, groups: Sequence[Laid]) -> bool:
    """Return whether a group of wild cards is full, or no other group has wild cards."""
    return wild.cards == law.group[1] or all(not group.wilds for group in groups if group is not wild)


def is_legal(law: Law, need: int, way: Way) -> bool:
    """Return whether groups may be melded together to open at a need."""
    alone = way.points_of_wild_groups if law.wild_groups_alone else None
    clean = not law.natural_group or way.has_natural_group or (alone is not None and alone >= need)
    return (clean or way.has_wild_canasta) and way.wilds_lie_well


def is_enough(need: int, way: Way) -> bool:
    """Return whether groups meet a need, or open for any need."""
    return (way.points >= need and way.has_asked) or way.has_canasta


class Best(NamedTuple):
    """Whether the best of all ways opens, and all ways that are as good; none where nothing can be laid down."""

    opens: bool
    ways: tuple[Way, ...]

    @property
    def way(self) -> Way | None:
        """Return one of the best ways to meld."""
        return self.ways[0] if self.ways else None

    def figures(self) -> tuple[bool, bool, int, int, int]:
        """Return whether it is legal and opens, its cards, its wild cards and its points."""
        way = self.way
        return (way is not None, self.opens, *((way.cards, way.wilds, way.points) if way else (0, 0, 0)))


def best_of(law: Law, need: int, ways: Sequence[Way], hand: int, *, keep: int | None = None) -> Best:
    """Pick the best opening of ways to lay down cards of a hand, or where none opens the most points."""
    kept = law.keep if keep is None else keep
    legal = [
        way
        for way in ways
        if way.from_hand + (0 if way.with_pile and keep is None else kept) <= hand and is_legal(law, need, way)
    ]
    opening = [way for way in legal if is_enough(need, way)]
    if opening:
        fewest = min((way.cards, way.wilds, -way.points) for way in opening)
        return Best(opens=True, ways=tuple(w for w in opening if (w.cards, w.wilds, -w.points) == fewest))
    most = min(((-way.points, way.cards, way.wilds) for way in legal), default=None)
    return Best(opens=False, ways=tuple(w for w in legal if (-w.points, w.cards, w.wilds) == most))


def deal(law: Law, random: Random, number: int) -> list[str]:
    """Deal a hand of few ranks, or of many wild cards, as hands are with which openings are near."""
    few = random.sample(NATURAL, random.choice((1, 1, 2, 2, 3, 3, 4, 5, 8)))
    wild = random.choice((0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9))
    jokers = random.choice((0.2, 0.4, 0.7))
    left = law.deck()
    hand: list[str] = []
    while len(hand) < number:
        if random.random() < wild:
            card = JOKER if random.random() < jokers else TWO
        else:
            card = random.choice(few) if random.random() < 0.9 else random.choice((*NATURAL, THREE))
        if left[card]:
            left[card] -= 1
            hand.append(card)
    return hand
