"""Deals real cards: takes a variant's deck card by card, lays it out as a table could, and counts what lies there.

Nothing here asks the referee. Whatever is dealt here can happen with the deck, so no figure counted from it may be
called impossible. Cards are named by their rank, threes by their color.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from hypothesis import strategies as st

from canasta_score import Variant, score_hand
from canasta_score.hand.facts import NamedPoints
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.rewards import Penalty, SpecialHand
from canasta_score.rules.model.threes import Color

Pile = Counter[str]
Facts = dict[str, dict[str, int]]
JOKER, TWO = "JK", "2"
NATURAL = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4")
THREES = {Color.RED: "red three", Color.BLACK: "black three"}
SEVEN = 7
FEWEST = 3
CLOSED_IS_FULL = 2  # packs; with more of them, cards may be laid on completed canastas in going out


@dataclass(kw_only=True)
class Meld:
    """Cards of a rank on the table, or where there is no rank wild cards alone, or cards of one suit in a row.

    `first`: of the side's first meld.
    """

    rank: str
    cards: Pile
    first: bool
    in_a_row: bool = False

    @property
    def wilds(self) -> int:
        return self.cards[JOKER] + self.cards[TWO]

    @property
    def naturals(self) -> int:
        return self.cards.total() - self.wilds

    @property
    def is_canasta(self) -> bool:
        return self.cards.total() >= SEVEN


@dataclass(kw_only=True)
class Side:
    """A side's cards on the table, the threes it laid, its players' hands, and how it ended the hand."""

    melds: list[Meld] = field(default_factory=list)
    threes: Pile = field(default_factory=Counter)
    hands: list[Pile] = field(default_factory=list)
    out: bool = False
    special: str = ""


@dataclass(kw_only=True)
class Way:
    """How a hand is played out: how much is laid, of which ranks, with how many wild cards, and what stays in hand."""

    sides: int
    melds: int
    ranks: str
    wilds: str
    wild_melds: bool
    jokers_last: bool
    open_melds: bool
    lopsided: bool
    extras: bool
    in_hand: str
    threes: str
    end: str


WAYS = st.builds(
    Way,
    sides=st.sampled_from((2, 2, 2, 3)),
    melds=st.sampled_from((0, 1, 2, 4, 7, 10, 15, 25, 80)),
    ranks=st.sampled_from(("cheapest", "dearest", "any")),
    wilds=st.sampled_from(("none", "one", "many", "any")),
    wild_melds=st.booleans(),
    jokers_last=st.booleans(),
    open_melds=st.booleans(),
    lopsided=st.booleans(),
    extras=st.booleans(),
    in_hand=st.sampled_from(("nothing", "some", "all")),
    threes=st.sampled_from(("on the table", "in hand", "any")),
    end=st.sampled_from(("out", "stock", "special")),
)


def hands(variant: Variant, *, named: bool = False) -> st.SearchStrategy[Facts]:
    """Return the facts of hands that were dealt and played with the variant's deck."""
    seeds = st.integers(0, 2**32 - 1)
    return st.builds(lambda way, seed: facts_of(variant, way, Random(seed), named=named), WAYS, seeds)


def facts_of(variant: Variant, way: Way, random: Random, *, named: bool = False) -> Facts:
    """Deal a hand, play it out in a way, and count what each side has; all cards are entered one by one if `named`."""
    table = Table(variant, way, random)
    table.play()
    names = ("we", "they", "others")[: way.sides]
    cut = random.choice(names)
    facts = {
        name: told_of(variant, side, random, named=named) | bonuses_of(variant, side, random, cut=name == cut)
        for name, side in zip(names, table.sides, strict=True)
    }
    return with_parts_given(variant, facts, random)


class Table:
    """A deck, and the sides that play with it."""

    def __init__(self, variant: Variant, way: Way, random: Random) -> None:
        """Put the whole deck in the stock."""
        self.variant, self.way, self.random = variant, way, random
        self.stock = whole_deck(variant)
        self.sides = [Side(hands=[Counter() for _ in range(4 // way.sides)]) for _ in range(way.sides)]

    def play(self) -> None:
        """Lay melds, threes and extra cards on the table, and leave cards in the hands."""
        self.end()
        tried = [side for side in (self.sides[:1] if self.way.lopsided else self.sides) if self.may_meld(side)]
        for _ in range(self.way.melds):
            if not (tried and self.lay(self.random.choice(tried))):
                break
        if self.way.extras and self.variant.deck.packs > CLOSED_IS_FULL:
            self.lay_extras()
        if self.variant.threes.colors:
            self.lay_threes()
        self.fill_hands()

    def may_meld(self, side: Side) -> bool:
        """Return whether a side may have melded by the end of the hand."""
        return not side.special or self.variant.specials.beside_melds

    def end(self) -> None:
        """Choose whether a side goes out, has a special hand of fourteen cards, or the stock runs out."""
        side = self.random.choice(self.sides)
        if self.way.end == "out":
            side.out = True
        elif self.way.end == "special" and self.variant.specials.hands:
            self.deal_special_hand(side, self.random.choice(self.variant.specials.hands))

    def deal_special_hand(self, side: Side, hand: SpecialHand) -> None:
        """Give a side the groups of a special hand, each of another rank, and any other cards up to fourteen."""
        side.special = hand.name
        dealt = self.take(Counter(self.random.choices([*THREES.values()], k=hand.threes)))
        for group in sorted(hand.cards, key=lambda group: len(group.ranks)):
            if group.ranks:
                rank = self.random.choice([str(rank) for rank in group.ranks if not dealt[rank]])
                dealt += self.take(Counter({rank: group.size}))
            else:
                jokers = self.random.choice(group.jokers)
                dealt += self.take(Counter({JOKER: jokers, TWO: group.size - jokers}))
        self.draw(14 - dealt.total())

    def draw(self, number: int) -> Pile:
        """Draw any cards from the stock."""
        return self.take(Counter(self.random.sample([*self.stock.elements()], min(number, self.stock.total()))))

    def take(self, cards: Pile) -> Pile:
        """Draw certain cards, which the stock must have."""
        assert cards <= self.stock
        self.stock -= cards
        return cards

    def lay(self, side: Side) -> bool:
        """Lay a meld of a side; False where nothing more can be laid."""
        size = self.random.randint(FEWEST, SEVEN - 1) if self.way.open_melds and self.random.random() < 0.4 else SEVEN
        if self.way.wild_melds and knows_wild_canastas(self.variant) and self.lay_wild(side, size):
            return True
        if self.way.wild_melds and knows_sequences(self.variant) and self.lay_sequence(side, size):
            return True
        for rank in self.ranks():
            if any(meld.rank == rank and not meld.is_canasta for meld in side.melds):
                continue
            wilds = self.wilds_for(rank, size)
            if wilds is not None:
                cards = self.take(Counter({rank: size - wilds}) + self.wild_cards(wilds))
                first = len(side.melds) < FEWEST and all(meld.rank != rank for meld in side.melds)
                side.melds.append(Meld(rank=rank, cards=cards, first=first))
                return True
        return False

    def lay_wild(self, side: Side, size: int) -> bool:
        """Lay wild cards alone, if a side has none begun."""
        size = min(size, self.stock[JOKER] + self.stock[TWO])
        if size < FEWEST or any(not meld.naturals and not meld.is_canasta for meld in side.melds):
            return False
        side.melds.append(Meld(rank="", cards=self.take(self.wild_cards(size)), first=False))
        return True

    def lay_sequence(self, side: Side, size: int) -> bool:
        """Lay cards in a row; as each rank lasts for as many rows as it has cards, they can be of one suit."""
        rows = [NATURAL[first : first + size] for first in range(len(NATURAL) - size + 1)]
        there = [row for row in rows if all(self.stock[rank] for rank in row)]
        if not there or self.random.random() < 0.5:
            return False
        cards = self.take(Counter(self.random.choice(there)))
        side.melds.append(Meld(rank="", cards=cards, first=False, in_a_row=True))
        return True

    def ranks(self) -> list[str]:
        """Return the ranks in the order in which they are tried."""
        ranks = self.random.sample(NATURAL, len(NATURAL))
        if self.way.ranks == "any":
            return ranks
        return sorted(ranks, key=lambda rank: worth(self.variant, rank), reverse=self.way.ranks == "dearest")

    def wilds_for(self, rank: str, size: int) -> int | None:
        """Choose how many wild cards a meld of a rank has; None where there are not the cards for it."""
        most = max(kind.cards.wilds[1] for kind in self.variant.canastas if rank in kind.cards.ranks)
        most = min(most, size // 2, self.stock[JOKER] + self.stock[TWO])
        can_be = [wilds for wilds in range(most + 1) if size - wilds <= self.stock[rank]]
        if not can_be:
            return None
        chosen = {"none": can_be[0], "one": min(can_be, key=lambda wilds: abs(wilds - 1)), "many": can_be[-1]}
        return chosen.get(self.way.wilds, self.random.choice(can_be))

    def wild_cards(self, number: int) -> Pile:
        """Choose wild cards from the stock."""
        fewest, most = max(0, number - self.stock[TWO]), min(number, self.stock[JOKER])
        jokers = fewest if self.way.jokers_last else self.random.randint(fewest, most)
        return Counter({JOKER: jokers, TWO: number - jokers})

    def lay_extras(self) -> None:
        """Lay natural cards on completed canastas, and any wild ones on those that have some."""
        for meld in (meld for side in self.sides for meld in side.melds if meld.is_canasta):
            naturals = self.random.randint(0, self.stock[meld.rank])
            wilds = self.random.randint(0, self.stock[TWO]) if meld.wilds else 0
            meld.cards += self.take(Counter({meld.rank: naturals, TWO: wilds}))

    def lay_threes(self) -> None:
        """Lay threes on the tables; those left are in the stock, for the hands."""
        for three in THREES.values():
            for _ in range(self.stock[three]):
                if self.way.threes == "on the table" or (self.way.threes == "any" and self.random.random() < 0.5):
                    self.random.choice(self.sides).threes += self.take(Counter({three: 1}))

    def fill_hands(self) -> None:
        """Leave cards in the hands of the players, but for the one who went out."""
        players = [hand for side in self.sides for hand in side.hands[1 if side.out else 0 :]]
        most = 13 if self.variant.deck.packs <= CLOSED_IS_FULL else 22
        for hand in self.random.sample(players, len(players)):
            if self.way.in_hand == "some":
                hand.update(self.draw(self.random.randint(0, most)))
        if self.way.in_hand == "all" and players:
            for card in self.draw(self.stock.total()).elements():
                self.random.choice(players)[card] += 1


def knows_wild_canastas(variant: Variant) -> bool:
    """Return whether wild cards alone are a meld."""
    return any(not kind.cards.ranks and kind.cards.wilds[0] for kind in variant.canastas)


def knows_sequences(variant: Variant) -> bool:
    """Return whether cards in a row are a meld."""
    return any(kind.cards.sequence for kind in variant.canastas)


def whole_deck(variant: Variant) -> Pile:
    """Count every card of the packs: four of each rank in each pack, two of the threes red and two black."""
    deck = variant.deck
    ranks = dict.fromkeys((TWO, *NATURAL), 4 * deck.packs)
    return Counter(ranks | {JOKER: deck.jokers} | dict.fromkeys(THREES.values(), 2 * deck.packs))


def worth(variant: Variant, card: str) -> int:
    """Return the points of a card; a red three has none."""
    if card in THREES.values():
        return variant.deck.points[Rank.THREE] if card == THREES[Color.BLACK] else 0
    return variant.deck.points[Rank(card)]


def points_of(variant: Variant, cards: Pile) -> int:
    """Add up the points of cards."""
    return sum(number * worth(variant, card) for card, number in cards.items())


def told_of(variant: Variant, side: Side, random: Random, *, named: bool = False) -> dict[str, int]:
    """Count what a side has on the table and in hand, as its facts."""
    in_hand = sum(side.hands, Counter[str]())
    side_facts = {color.name: side.threes[THREES[Color(color.name)]] for color in variant.threes.colors}
    for meld in side.melds:
        if meld.is_canasta:
            kind = kind_of(variant, meld)
            side_facts[kind] = side_facts.get(kind, 0) + 1
    cards = {
        "table": sum((meld.cards for meld in side.melds), Counter[str]()),
        "hand": in_hand - counted_by_penalties(variant, in_hand),
    }
    for name, pile in cards.items():
        side_facts[name] = named_points(variant, pile) if named else points_of(variant, pile)
    for penalty in variant.penalties:
        number = times(variant, penalty, side, random)
        side_facts[penalty.name] = number if penalty.most is None else min(number, penalty.most)
    return {name: number for name, number in side_facts.items() if number or random.random() < 0.1}


def named_points(variant: Variant, cards: Pile) -> int:
    """Add up the points of cards that are entered one by one; a red three cannot be."""
    counts = {
        Rank.THREE if card == THREES[Color.BLACK] else Rank(card): number
        for card, number in cards.items()
        if number and worth(variant, card)
    }
    return NamedPoints(points_of(variant, cards), counts) if counts else 0


def counted_by_penalties(variant: Variant, in_hand: Pile) -> Pile:
    """Return the threes in hand that have a penalty; they are not in the points of the hand as well."""
    colors = {color for one in variant.penalties if one.place == "hand" for color in one.threes}
    return Counter({THREES[color]: in_hand[THREES[color]] for color in colors})


def kind_of(variant: Variant, meld: Meld) -> str:
    """Name the kind of a canasta; where two kinds fit, that of one rank is for the first meld."""
    fitting = [canasta for canasta in variant.canastas if makes(meld, canasta)]
    by_ranks = sorted(fitting, key=lambda canasta: len(canasta.cards.ranks))
    return by_ranks[0 if meld.first else -1].name


def makes(meld: Meld, canasta: Canasta) -> bool:
    """Return whether a meld is a canasta of a kind, by its first seven cards."""
    cards = canasta.cards
    if meld.in_a_row or cards.sequence:
        return meld.in_a_row and cards.sequence
    if not meld.rank:
        return not cards.ranks and cards.jokers[0] <= meld.cards[JOKER] <= cards.jokers[1]
    return meld.rank in cards.ranks and cards.wilds[0] <= meld.wilds and (cards.wilds[1] > 0 or not meld.wilds)


def times(variant: Variant, penalty: Penalty, side: Side, random: Random) -> int:
    """Count how often a penalty is due, by the cards that lie there."""
    in_hand = sum(side.hands, Counter[str]())
    if penalty.is_in_points:
        return points_of(variant, Counter(random.choices(NATURAL, k=3))) if random.random() < 0.2 else 0
    if penalty.threes:
        number = sum(in_hand[THREES[color]] for color in penalty.threes)
        return min(number, penalty.most or number)
    if not penalty.cards:
        return int(random.random() < 0.1)
    rank = penalty.cards.ranks[0] if penalty.cards.ranks else ""
    if penalty.place == "hand":
        return sum(hand[rank] >= penalty.cards.size for hand in side.hands)
    begun = [meld for meld in side.melds if is_told_open(variant, meld, rank, penalty)]
    return min(1, len(begun)) if random.random() < 0.9 else 0


def is_told_open(variant: Variant, meld: Meld, rank: str, penalty: Penalty) -> bool:
    """Return whether a meld has a penalty: without wild cards, not completed, and the first if that matters."""
    assert penalty.cards
    if meld.rank != rank or meld.is_canasta or meld.in_a_row:
        return False
    if not rank:
        return penalty.cards.jokers[0] <= meld.cards[JOKER] <= penalty.cards.jokers[1]
    return not meld.wilds and (meld.first or variant.deck.packs <= CLOSED_IS_FULL)


def bonuses_of(variant: Variant, side: Side, random: Random, *, cut: bool) -> dict[str, int]:
    """Return the facts for going out, a special hand and, at random, an exact cut or going out concealed."""
    side_facts = {"out": 1} if side.out else {}
    if side.special:
        side_facts[side.special] = 1
    for bonus in variant.bonuses:
        if bonus.name == "cut" and (cut or not bonus.one_side) and random.random() < 0.5:
            side_facts["cut"] = random.randint(1, bonus.most or 1)
        if side_facts.get(bonus.beside) and random.random() < 0.2:
            side_facts[bonus.name] = 1
    return side_facts


def with_parts_given(variant: Variant, facts: Facts, random: Random) -> Facts:
    """Replace, now and then, the facts of a side's base or count by one figure."""
    score = score_hand(variant, facts)
    given = {}
    for side, side_facts in facts.items():
        given[side] = dict(side_facts)
        for part, names in parts(variant).items():
            scored = {"base": score.sides[side].base, "count": score.sides[side].count}[part]
            if random.random() < 0.08 and scored is not None:
                given[side] = {name: number for name, number in given[side].items() if name not in names}
                given[side][part] = scored
    return given


def parts(variant: Variant) -> Mapping[str, list[str]]:
    """Name the facts that make up the base, and those that make up the count."""
    count = ["table", "hand"]
    penalties = [*(penalty.name for penalty in variant.penalties), "penalty"]
    return {"base": [name for name in variant.facts if name not in (*count, *penalties)], "count": count}


def any_facts(variant: Variant) -> st.SearchStrategy[Facts]:
    """Return facts of two sides that need not have happened in any hand."""
    return st.fixed_dictionaries({"we": any_told(variant), "they": any_told(variant)})


@st.composite
def any_told(draw: st.DrawFn, variant: Variant) -> dict[str, int]:
    """Return any facts of one side; each part by its facts or as one figure, never both."""
    small, points = st.integers(0, 9), st.integers(0, 2000)
    side_facts = {
        name: draw(points if fact.is_in_points else small)
        for name, fact in variant.facts.items()
        if draw(st.integers(0, 3)) == 0
    }
    for part, names in parts(variant).items():
        if draw(st.integers(0, 9)) == 0:
            side_facts = {name: number for name, number in side_facts.items() if name not in names}
            side_facts[part] = draw(st.integers(-5000, 9000))
    return side_facts


def tally_of(variant: Variant, facts: Facts, random: Random) -> list[str]:
    """Write facts as a tally: sides and facts in any order, each in one of the ways in which it may be typed."""
    words: list[str] = []
    unnamed = whole_deck(variant)
    for side in random.sample([*facts], len(facts)):
        words.append(side)
        side_facts = facts[side]
        words += [
            word_of(variant, name, side_facts[name], unnamed, random)
            for name in random.sample([*side_facts], len(side_facts))
        ]
    return words


def word_of(variant: Variant, name: str, number: int, unnamed: Counter[str], random: Random) -> str:
    """Write one fact by its name, a beginning of it or its letter, and a number or a sum."""
    fact = variant.facts.get(name)
    written = written_sum(variant, number, unnamed, random) if name in ("table", "hand") else str(number)
    ways = [f"{name}={written}", f"{random.choice([*beginnings(variant, name)])}={written}"]
    if fact and fact.short_name:
        ways += [f"{fact.short_name}={written}", f"{fact.short_name}{written}", f"{fact.short_name.upper()}{written}"]
    if number == 1 and fact and not fact.is_in_points:
        ways += [name, name.upper()]
    return random.choice(ways)


def beginnings(variant: Variant, name: str) -> Iterator[str]:
    """Yield the beginnings of a name that fit no other word, letter or color of threes; the name comes last."""
    names = [*variant.facts, "base", "count", "we", "they", "others"]
    letters = [fact.short_name for fact in variant.facts.values() if fact.name != name]
    letters += ["red", "black", "r", "b", "three", "threes"]  # `black threes=2` are two black threes
    letters += [word[0].lower() for fact in variant.facts.values() if fact.name != name for word in fact.label.split()]
    for length in range(1, len(name)):
        beginning = name[:length]
        if beginning not in letters and [known for known in names if known.startswith(beginning)] == [name]:
            yield beginning
    yield name


def written_sum(variant: Variant, points: int, unnamed: Counter[str], random: Random) -> str:
    """Write points as a number, or as a sum of numbers and of cards that no word has named yet."""
    terms: list[str] = []
    left = points
    for _ in range(random.choice((0, 0, 1, 2, 5))):
        card = random.choice((JOKER, TWO, *NATURAL))
        most = min(unnamed[card], left // worth(variant, card))
        number = random.randint(0, most)
        if number:
            unnamed[card] -= number
            left -= number * worth(variant, card)
            terms.append(f"{number}{random.choice('xX')}{random.choice((card, card.lower()))}")
    if random.random() < 0.3:
        some = random.randint(0, left)
        left -= some
        terms.append(str(some))
    if left or not terms:
        terms.append(str(left))
    if any("x" in term.lower() for term in terms) and {"2", "3", "4", "6", "7", "8", "9"}.intersection(terms):
        return str(points)  # beside cards that would be a rank
    return "+".join(random.sample(terms, len(terms)))
