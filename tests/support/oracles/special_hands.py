"""Special hands as the rules' texts describe them: which cards are one, and cards dealt for one.

Written from the texts, without a look at the rule files. Cards are counted by rank; threes of both colors are one rank.
"""

from collections import Counter
from collections.abc import Callable
from random import Random

Hand = Counter[str]
NATURAL = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4")
THREE, TWO, JOKER = "3", "2", "JK"
WILD = (TWO, JOKER)
ALL_RANKS = (*NATURAL, THREE, *WILD)
CARDS_OF_RANK = {JOKER: 4}  # of two packs; eight of the others

# The sizes of the groups. The dream hand of the league has a second form, with five wild cards of any rank.
GROUPS = {
    "straight": (1,) * 14,
    "pairs": (2,) * 7,
    "wild-pairs": (2,) * 7,
    "miami-pairs": (2,) * 7,
    "zip-code": (4, 3, 3, 2, 2),
    "dream-hand": (5, 5, 4),
    "quads": (4, 4, 4, 2),
    "triples": (3, 3, 3, 3, 2),
    "garbage": (4, 4, 3, 3),
    "deuces": (4, 2, 2, 2, 2, 2),
    "blast-off": (5, 4, 3, 2),
}


def has_groups(name: str) -> Callable[[Hand], bool]:
    """Return the check of the sizes of all groups."""
    return lambda hand: sorted(hand.values(), reverse=True) == [*GROUPS[name]]


def wild_ranks(hand: Hand) -> list[str]:
    return [rank for rank in WILD if hand[rank]]


def is_pairs(hand: Hand) -> bool:
    return has_groups("pairs")(hand) and not wild_ranks(hand)


def is_wild_pairs(hand: Hand) -> bool:
    return has_groups("pairs")(hand) and len(wild_ranks(hand)) == 1 and {"A", "7"} <= hand.keys()


def is_miami_pairs(hand: Hand) -> bool:
    return has_groups("pairs")(hand) and len(wild_ranks(hand)) == 2 and {"A", "7"} <= hand.keys()


def is_with_one_wild_group_at_most(name: str) -> Callable[[Hand], bool]:
    return lambda hand: has_groups(name)(hand) and len(wild_ranks(hand)) <= 1


def is_with_wild_pair(name: str) -> Callable[[Hand], bool]:
    return lambda hand: has_groups(name)(hand) and [hand[rank] for rank in wild_ranks(hand)] == [2]


def is_without_wild(name: str) -> Callable[[Hand], bool]:
    return lambda hand: has_groups(name)(hand) and not wild_ranks(hand)


def is_deuces(hand: Hand) -> bool:
    return has_groups("deuces")(hand) and hand[TWO] == 4 and not hand[JOKER]


def is_dream_hand_of_the_league(hand: Hand) -> bool:
    naturals = sorted(number for rank, number in hand.items() if rank in NATURAL)
    return (naturals == [5, 5] and [hand[rank] for rank in wild_ranks(hand)] == [4]) or (
        naturals == [4, 5] and hand[TWO] + hand[JOKER] == 5
    )


def without_threes(check: Callable[[Hand], bool]) -> Callable[[Hand], bool]:
    return lambda hand: not hand[THREE] and check(hand)


STRAIGHT = has_groups("straight")
PLAIN_HANDS = {
    "pairs": without_threes(is_pairs),
    "wild-pairs": without_threes(is_wild_pairs),
    "garbage": without_threes(is_without_wild("garbage")),
}
NVSO = {**PLAIN_HANDS, "straight": lambda hand: hand == Counter({*ALL_RANKS} - {THREE})}
MODERN = {**PLAIN_HANDS, "straight": STRAIGHT}
LEAGUE = {
    **MODERN,
    "miami-pairs": without_threes(is_miami_pairs),
    "zip-code": without_threes(is_with_one_wild_group_at_most("zip-code")),
    "blast-off": without_threes(is_with_one_wild_group_at_most("blast-off")),
    "triples": without_threes(is_with_wild_pair("triples")),
    "quads": without_threes(is_with_wild_pair("quads")),
    "dream-hand": without_threes(is_dream_hand_of_the_league),
}
WCA = {
    "straight": STRAIGHT,
    "pairs": is_pairs,
    "wild-pairs": is_wild_pairs,
    "miami-pairs": is_miami_pairs,
    "zip-code": is_with_one_wild_group_at_most("zip-code"),
    "dream-hand": is_without_wild("dream-hand"),
    "quads": is_with_wild_pair("quads"),
    "triples": is_with_wild_pair("triples"),
    "garbage": is_without_wild("garbage"),
    "deuces": is_deuces,
    "blast-off": is_with_one_wild_group_at_most("blast-off"),
}
SPECIAL_HANDS: dict[str, dict[str, Callable[[Hand], bool]]] = {
    "nvso": NVSO,
    "nvso-tournament": NVSO,
    "modern-american": MODERN,
    "canasta-league": LEAGUE,
    "wca": WCA,
}


def deal_special_hand(variant: str, name: str, random: Random) -> Hand:
    """Deal cards at random until they are a special hand of some rules."""
    while True:
        sizes, left_over = GROUPS[name], Counter[str]()
        if variant == "nvso" and name == "straight":
            sizes = sizes[1:]
        if (variant, name) == ("canasta-league", "dream-hand") and random.random() < 0.5:
            sizes, left_over = (5, 4), Counter(random.choices(WILD, k=5))
        ranks = random.sample(ALL_RANKS, len(sizes))
        hand = Counter(dict(zip(ranks, sizes, strict=True))) + left_over
        enough = all(number <= CARDS_OF_RANK.get(rank, 8) for rank, number in hand.items())
        if enough and SPECIAL_HANDS[variant][name](hand):
            return hand


def recognize(variant: str, hand: Hand, name: str) -> str:
    """Return which special hand of some rules the cards are, if possible the one with a name; else an empty text."""
    names = [known for known, check in SPECIAL_HANDS.get(variant, {}).items() if check(hand)]
    return name if name in names else next(iter(names), "")
