"""Rule files for laws of openings: those of houses, and any that can be thought up."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from support.oracles.openings import ALL, CATAWBA, NOTHING, NVSO, PAIR, POINTS, WCA, Law, Made
from support.strategies.hands import JOKER, NATURAL, TWO

KINDS = ("natural", "mixed", "aces", "sevens", "wild")
DEAR_TWOS = {TWO: 60}
ODD = {JOKER: 7, TWO: 40, "A": 0, "K": 13, "Q": 12, "J": 11, "4": 60}
HOUSES = {
    "two wild groups": (
        replace(WCA, wild_groups=2, wilds_together=False),
        'extends = "wca"\n[opening]\nwild_groups = 2\nwilds_together = false',
    ),
    "wild cards apart": (replace(WCA, wilds_together=False), 'extends = "wca"\n[opening]\nwilds_together = false'),
    "two wild groups together": (
        replace(WCA, wild_groups=2, wilds_together=True),
        'extends = "wca"\n[opening]\nwild_groups = 2\nwilds_together = true',
    ),
    "wild group never alone": (
        replace(WCA, wild_groups_alone=False),
        'extends = "wca"\n[opening]\nwild_groups_alone = false',
    ),
    "small groups": (
        replace(WCA, group=(3, 5), naturals=1, wild_groups=2, canastas={}),
        'extends = "wca"\n[opening]\ngroup = [3, 5]\nnaturals = 1\nwild_groups = 2\nnatural_canasta = false',
    ),
    "small wild group full": (
        replace(WCA, group=(3, 4), naturals=1, wilds_together=True),
        'extends = "wca"\n[opening]\ngroup = [3, 4]\nnaturals = 1\nwilds_together = true',
    ),
    "no natural group": (
        replace(NVSO, natural_group=False, never_wild=frozenset()),
        'extends = "nvso"\n[opening]\nnatural_group = false\nnatural_only = []',
    ),
    "groups of four": (replace(CATAWBA, group=(4, 6)), 'extends = "catawba"\n[opening]\ngroup = [4, 6]'),
    "dear twos": (replace(WCA, points=POINTS | DEAR_TWOS), 'extends = "wca"\n[cards]\n2 = 60'),
    "odd points": (
        replace(WCA, points=POINTS | ODD),
        'extends = "wca"\n[cards]\nJK = 7\n2 = 40\nA = 0\nK = 13\nQ = 12\nJ = 11\n4 = 60',
    ),
    "little canastas": (
        replace(NVSO, canastas=dict.fromkeys(NATURAL, 5) | {"A": 7, "7": 7}),
        'extends = "nvso"\n[canastas.natural]\ncards = 5',
    ),
    "no canasta of sevens": (
        replace(NVSO, canastas={rank: 7 for rank in NATURAL if rank != "7"}),
        'extends = "nvso"\nwithout = ["canastas.sevens"]',
    ),
    "canasta of wild cards": (
        replace(NVSO, wild_groups=2, wild_canasta=7, group=(3, 8)),
        'extends = "nvso"\n[opening]\nwild_groups = 2\nwild_canasta = true\ngroup = [3, 8]',
    ),
    "no canasta of wild cards": (
        replace(WCA, mixed_canasta=False, group=(3, 5), canastas={}),
        'extends = "wca"\n[opening]\nmixed_canasta = false\ngroup = [3, 5]\nnatural_canasta = false',
    ),
    "two groups of wild cards and none full": (
        replace(WCA, mixed_canasta=False, group=(2, 5), canastas={}, wild_groups=2, wilds_together=False),
        (
            'extends = "wca"\n[opening]\nmixed_canasta = false\ngroup = [2, 5]\nnatural_canasta = false\n'
            "wild_groups = 2\nwilds_together = false"
        ),
    ),
    "two groups of wild cards together and none full": (
        replace(WCA, mixed_canasta=False, group=(2, 5), canastas={}, wild_groups=2),
        'extends = "wca"\n[opening]\nmixed_canasta = false\ngroup = [2, 5]\nnatural_canasta = false\nwild_groups = 2',
    ),
    "pair of the pile and eight cards": (replace(WCA, group=(3, 8)), 'extends = "wca"\n[opening]\ngroup = [3, 8]'),
    "whole pile": (replace(NVSO, top=ALL), 'extends = "nvso"\n[opening]\npile = "all"'),
    "pair of the pile": (replace(CATAWBA, top=PAIR), 'extends = "catawba"\n[opening]\npile = "pair"'),
    "pile beside": (replace(WCA, top=NOTHING), 'extends = "wca"\n[opening]\npile = "nothing"'),
}


def file_of(law: Law) -> str:
    """Write a rule file with a law's opening, over the rules of a variant with two packs."""
    points = "\n".join(f"{card} = {worth}" for card, worth in law.points.items())
    sizes = {"natural": law.canastas.get("4", 7), "aces": law.canastas.get("A", 7), "sevens": law.canastas.get("7", 7)}
    canastas = "\n".join(f"[canastas.{name}]\ncards = {size}" for name, size in sizes.items())
    return f"""
extends = "nvso"
[cards]
{points}
[opening]
group = {list(law.group)}
naturals = {law.naturals}
wilds = {law.wilds}
wilds_up_to_naturals = {word(law.no_more_wilds_than_naturals)}
natural_only = {sorted(law.never_wild)}
natural_group = {word(law.natural_group)}
wild_groups = {law.wild_groups}
wild_groups_alone = {word(law.wild_groups_alone)}
wilds_together = {word(law.wilds_together)}
natural_canasta = {word(law.canastas)}
wild_canasta = {word(law.wild_canasta)}
pile = "{law.top}"
wilds_below_naturals = {word(law.more_naturals_than_wilds)}
{f"wilds_per_natural = [1, {law.naturals_for_each_wild}]" if law.naturals_for_each_wild else ""}
mixed_canasta = {word(law.mixed_canasta)}
keep = {law.keep}
{canastas}
"""


def word(yes: object) -> str:
    """Write a flag."""
    return "true" if yes else "false"


def any_law(random: Random) -> Law:
    """Think up rules for an opening. Where wild cards lie together, there is one group of them at most."""
    fewest = random.choice((2, 3, 3, 3, 4))
    most = fewest + random.choice((0, 1, 2, 3, 4, 5))
    wilds_together = random.choice((True, False))
    canasta = random.choice((None, 5, 6, 7))
    law = Law(
        points={card: random.choice((0, 5, 5, 10, 10, 11, 20, 50, 60)) for card in (*NATURAL, JOKER, TWO)},
        group=(fewest, most),
        naturals=min(most, random.choice((1, 1, 2, 2, 3))),
        wilds=random.choice((0, 1, 2, 2, 3, 9)),
        no_more_wilds_than_naturals=random.choice((True, False)),
        never_wild=frozenset(random.sample(NATURAL, random.choice((0, 1, 5)))),
        natural_group=random.choice((True, False)),
        wild_groups=random.choice((0, 1, 1) if wilds_together else (0, 1, 2, 3)),
        wild_groups_alone=random.choice((True, False)),
        wilds_together=wilds_together,
        canastas=dict.fromkeys(NATURAL, canasta) | {"A": 7, "7": 6} if canasta else {},
        top=random.choice((ALL, PAIR, NOTHING) if fewest <= 3 else (ALL, PAIR)),
        holds_threes=False,
        more_naturals_than_wilds=random.random() < 0.3,
        naturals_for_each_wild=random.choice((0, 0, 1, 2, 3)),
        mixed_canasta=random.random() < 0.8,
        wild_canasta=random.choice((0, 0, 7)),
        keep=random.choice((0, 1, 1, 2)),
    )
    return replace(law, points=dict(law.points) | {JOKER: random.choice((5, 20, 50)), TWO: random.choice((5, 20, 60))})


def canastas_made(size: int) -> Mapping[str, Made]:
    """Return the cards of each kind of canasta, for canastas of `size` cards."""
    plain = frozenset(NATURAL) - {"A", "7"}
    return {
        "natural": Made(plain, size, 0, 0),
        "mixed": Made(plain | {"A"}, size, 1, 2),
        "aces": Made(frozenset({"A"}), size, 0, 0),
        "sevens": Made(frozenset({"7"}), size, 0, 0),
        "wild": Made(frozenset(), size, size, size),
    }


def file_with_canastas(law: Law, size: int, bonuses: Mapping[str, int]) -> str:
    """Write a rule file with a law's opening, and canastas of so many cards with some bonuses."""
    opening, _, _ = file_of(law).partition("[canastas.natural]")
    text = opening.replace('extends = "nvso"', 'extends = "nvso"\nwithout = ["canastas", "bonuses", "penalties"]')
    text += '[threes]\nsign_by = "melded"\nsign = ["plus"]\n'
    for name, made in canastas_made(size).items():
        ranks = ", ".join(f'"{rank}"' for rank in sorted(made.ranks))
        wilds = [made.fewest, made.most]
        text += f"[canastas.{name}]\npoints = {bonuses[name]}\ncards = {size}\nranks = [{ranks}]\nwilds = {wilds}\n"
    return text
