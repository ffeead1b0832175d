"""A hand by other rules: whatever is printed as sure is what the cards on the table and in hand come to by those rules.

The hands are dealt and played by the first rules. The cards themselves are then counted by the second: melds, threes,
special hands, and what people did, such as cutting exactly 52 cards.
"""

import tomllib
from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.oracles.special_hands import SPECIAL_HANDS, THREE, Hand, deal_special_hand, recognize
from support.paths import DATA
from support.randomness import is_night
from support.strategies.hands import (
    THREES,
    WAYS,
    Meld,
    Pile,
    Side,
    Table,
    Way,
    counted_by_penalties,
    makes,
    points_of,
    told_of,
    worth,
)
from support.variants import SHIPPED, variant

from canasta_score import Variant, load_variant, score_hand
from canasta_score.hand.comparison.compare import compare_hand
from canasta_score.hand.facts import NamedPoints
from canasta_score.report.labels import list_figures
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.rewards import SpecialHand
from canasta_score.rules.model.threes import Color

BLACK_THREE = THREES[Color.BLACK]
EXACT_CUTS = {"wca": 52, "catawba": 22, "good-sams": 26}  # cards that must be taken
ONLY_FROM_THE_PILE = {"cuban"}  # the black threes that count
HANDS_OF_EACH = 600 if is_night() else 40  # of each variant, 15 ms each
SEEDS = st.integers(0, 2**32 - 1)


@dataclass(kw_only=True)
class Played:
    """What a side has, and what it did."""

    side: Side
    special: Hand = field(default_factory=Counter)
    black_of_the_pile: int = 0
    exact_cuts: dict[int, int] = field(default_factory=dict)
    concealed: bool = False


class TableWithSpecialHands(Table):
    """Deals special hands as the texts of the rules describe them."""

    special: Hand

    def deal_special_hand(self, side: Side, hand: SpecialHand) -> None:
        side.special = hand.name
        self.special = deal_special_hand(self.variant.name.replace("nvso-tournament", "nvso"), hand.name, self.random)
        self.take(self.special - Counter({THREE: 8}))
        self.draw_threes(self.special[THREE])

    def draw_threes(self, number: int) -> None:
        threes = [three for three in THREES.values() for _ in range(self.stock[three])]
        self.take(Counter(self.random.sample(threes, number)))


class Even(Random):
    """Leaves nothing to chance where cards are counted: what lies there is entered, and nothing else."""

    def random(self) -> float:
        return 0.5


def play(rules: Variant, way: Way, random: Random) -> dict[str, Played]:
    table = TableWithSpecialHands(rules, way, random)
    table.play()
    names = ("we", "they", "others")[: way.sides]
    hand = {name: Played(side=side) for name, side in zip(names, table.sides, strict=True)}
    cutter = random.choice(names)
    for name, played in hand.items():
        side = played.side
        played.special = table.special if side.special else Counter()
        played.black_of_the_pile = random.randint(0, side.threes[BLACK_THREE])
        played.concealed = side.out and random.random() < 0.3
        whole_deal = int(name == cutter and random.random() < 0.5)
        played.exact_cuts = {52: whole_deal, 22: random.randint(0, 2), 26: random.randint(0, 2)}
    return hand


def count(rules: Variant, played: Played) -> dict[str, int]:
    """Count what a side has by some rules."""
    side = replace(played.side, melds=[meld for meld in played.side.melds if is_known(rules, meld)])
    facts = told_of(rules, side, Even())
    facts["table"] = sum(points_of(rules, meld.cards) for meld in played.side.melds)
    if rules.name in ONLY_FROM_THE_PILE:
        facts["black"] = played.black_of_the_pile
    if rules.name in EXACT_CUTS:
        facts["cut"] = played.exact_cuts[EXACT_CUTS[rules.name]]
    if "concealed" in rules.facts:
        facts["concealed"] = int(played.concealed)
    facts["out"] = int(side.out)
    if name := recognize(rules.name, played.special, side.special):
        facts[name] = 1
    return {name: number for name, number in facts.items() if number}


def has_every_canasta(rules: Variant, side: Side) -> bool:
    return all(is_known(rules, meld) for meld in side.melds)


def is_known(rules: Variant, meld: Meld) -> bool:
    """Return whether a meld is a canasta of some rules, if it has the cards of one: also enough natural ones."""
    naturals = meld.cards.total() - meld.wilds
    fitting = [kind for kind in rules.canastas if makes(meld, kind)]
    return not meld.is_canasta or any(naturals >= kind.cards.size - kind.cards.wilds[1] for kind in fitting)


def name_cards(rules: Variant, side: Side) -> dict[str, dict[Rank, int]]:
    """Name the cards of a side on the table and in hand, as people do: without threes that have no points."""
    in_hand = sum(side.hands, Counter[str]())
    piles: dict[str, Pile] = {
        "table": sum((meld.cards for meld in side.melds), Counter[str]()),
        "hand": in_hand - counted_by_penalties(rules, in_hand),
    }
    ranks = {str(rank): rank for rank in Rank} | {BLACK_THREE: Rank.THREE}
    named = {
        fact: {ranks[card]: number for card, number in pile.items() if number and worth(rules, card)}
        for fact, pile in piles.items()
    }
    return {fact: cards for fact, cards in named.items() if cards}


def check_hand(first: Variant, other: Variant, way: Way, seed: int) -> None:
    random = Random(seed)
    hand = play(first, way, random)
    if not all(has_every_canasta(first, played.side) for played in hand.values()):
        return
    facts = {name: count(first, played) for name, played in hand.items()}
    if random.random() < 0.5:
        for name, played in hand.items():
            cards = name_cards(first, played.side)
            facts[name] |= {fact: NamedPoints(facts[name][fact], named) for fact, named in cards.items()}
    compared = compare_hand([first, other], facts)[1].sides
    figures = {name: side.get_figures() for name, side in compared.items()}
    if any(played.side.special and not recognize(other.name, played.special, "") for played in hand.values()):
        assert {points for side in figures.values() for points in side.values()} == {None}, facts
        return
    score = score_hand(other, {name: count(other, played) for name, played in hand.items()})
    is_special = any(played.side.special for played in hand.values())
    for name, played in hand.items():
        if not has_every_canasta(other, played.side):
            assert is_special or figures[name]["total"] in (None, score.sides[name].total), facts
            continue
        for part, points in list_figures(score.sides[name]).items():
            assert figures[name][part] in (None, points), (part, facts)
        assert set(compared[name].known_lines) <= set(score.sides[name].lines), facts
        assert bool(compared[name].unknown) == (figures[name]["total"] is None), facts


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    """Return simple rules: no wild canastas, and natural canastas of any rank."""
    file = tmp_path_factory.mktemp("plain") / "plain.toml"
    case = tomllib.loads((DATA / "by-other-rules" / "aces-are-natural.toml").read_text())
    file.write_text(case["files"]["plain"])
    return load_variant(file)


@given(names=st.lists(st.sampled_from([*SHIPPED, "plain"]), min_size=2, max_size=2, unique=True), way=WAYS, seed=SEEDS)
def test_what_is_sure_is_what_the_cards_come_to(plain: Variant, names: list[str], way: Way, seed: int) -> None:
    first, other = (plain if name == "plain" else variant(name) for name in names)
    check_hand(first, other, way, seed)


@given(names=st.permutations([*SPECIAL_HANDS]), way=WAYS, seed=SEEDS)
def test_a_special_hand_is_sure_only_if_its_cards_are_one(names: list[str], way: Way, seed: int) -> None:
    check_hand(variant(names[0]), variant(names[1]), replace(way, end="special"), seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", SHIPPED)
def test_what_is_sure_in_hands_at_random(first: str) -> None:
    random = Random(first)
    for number in range(HANDS_OF_EACH):
        other = random.choice([name for name in SHIPPED if name != first])
        check_hand(variant(first), variant(other), random_way(random), number)


def random_way(random: Random) -> Way:
    """Return any way in which a hand can be played, as the strategy does."""
    return Way(
        sides=random.choice((2, 2, 2, 3)),
        melds=random.choice((0, 1, 2, 3, 4, 6)),
        ranks=random.choice(("cheapest", "dearest", "any")),
        wilds=random.choice(("none", "one", "many", "any")),
        wild_melds=random.random() < 0.5,
        jokers_last=random.random() < 0.5,
        open_melds=random.random() < 0.5,
        lopsided=random.random() < 0.5,
        extras=random.random() < 0.5,
        in_hand=random.choice(("nothing", "some", "all")),
        threes=random.choice(("on the table", "in hand", "any")),
        end=random.choice(("out", "stock", "special")),
    )
