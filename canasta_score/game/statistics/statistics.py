"""Statistics across games: what each side made of the hands it played, by the names of its partners."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import NamedTuple

from canasta_score.game.entries import PointsBySide
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import Ending, running_totals
from canasta_score.game.statistics.player_names import partners_in, spelt
from canasta_score.hand.facts import BASE, COUNT, Told
from canasta_score.hand.scoring.score import SideScore
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import SET_ASIDE, Fact
from canasta_score.rules.model.variant import Variant

FEW = 5  # games; what rests on fewer of them says little
AT_THE_START = 0


@frozen
class Figure(Value):
    """A sum over hands, how many hands tell of it, and in how many games they were played."""

    total: int = 0
    hands: int = 0
    games: int = 0

    @property
    def per_hand(self) -> float | None:
        """Give the average of the hands; None where no hand tells of it."""
        return self.total / self.hands if self.hands else None


@frozen
class Highlight(Value):
    """Points that stand out, and where: the ledger, and the hand after which it was so, 0 for the start."""

    points: int
    file: str
    hand: int


@frozen
class SideStatistics(Value):
    """What a side made of its games: how many, how many of them are over, how many of those it won; and its figures.

    Points are those of its totals; penalties and hand cards are points taken off, zero or less. Canastas, special hands
    and going out are told of hands whose base is told by facts, by the names of the facts; what was set aside beside a
    special hand scored nothing and is in none of them. `comeback` is the most that it was behind in a game it won.
    """

    name: str
    games: int
    over: int
    won: int
    points: Figure
    penalties: Figure
    hand_cards: Figure
    out: Figure
    all_canastas: Figure
    all_specials: Figure
    canastas: Mapping[str, Figure]
    specials: Mapping[str, Figure]
    best: Highlight | None
    comeback: Highlight | None

    @property
    def share_won(self) -> float | None:
        """Give the share of the games that are over which it won; None where none is over."""
        return self.won / self.over if self.over else None


@frozen
class Played(Value):
    """How many games were played by the rules of one name and title."""

    variant: str
    title: str
    games: int


@frozen
class Statistics(Value):
    """What many games come to: how many, how many are over, by which rules, and every side, the most winning first.

    `canastas` and `specials` are the labels of those kinds that a side had, by their facts.
    """

    games: int
    over: int
    played: tuple[Played, ...] = ()
    canastas: Mapping[str, str] = field(default_factory=dict)
    specials: Mapping[str, str] = field(default_factory=dict)
    sides: tuple[SideStatistics, ...] = ()


def statistics_of(ledgers: Iterable[Ledger]) -> Statistics:
    """Give the statistics of games, one after the other; one in which no hand counts was not played."""
    season = Season()
    for ledger in ledgers:
        season.add(ledger)
    return season.statistics()


class Season:
    """Games that are added one after the other, of which only the figures are kept."""

    def __init__(self) -> None:
        """Begin with none."""
        self.over = 0
        self.rules: Counter[tuple[str, str]] = Counter()
        self.results: defaultdict[tuple[str, ...], Results] = defaultdict(Results)
        self.canastas: dict[str, str] = {}
        self.specials: dict[str, str] = {}

    def add(self, ledger: Ledger) -> None:
        """Add a game."""
        hands = [hand for hand in ledger.hands if not hand.struck]
        if not hands:
            return
        variant, ending = ledger.variant, ledger.standing().ending
        self.over += ending is not None
        self.rules[variant.name, variant.title] += 1
        keep_labels(self.canastas, variant.canastas)
        keep_labels(self.specials, variant.specials.hands)
        sides: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
        for side, name in ledger.names.items():
            sides[partners_in(name)].append(side)
        for partners, theirs in sides.items():
            self.results[partners].add_game(ledger, hands, theirs, ending)

    def statistics(self) -> Statistics:
        """Give what the games come to."""
        results = self.results.values()
        canastas = {fact: name for fact, name in self.canastas.items() if any(one.canastas[fact] for one in results)}
        specials = {fact: name for fact, name in self.specials.items() if any(one.specials[fact] for one in results)}
        sides = [one.statistics(canastas, specials) for one in results]
        return Statistics(
            games=self.rules.total(),
            over=self.over,
            played=tuple(
                Played(variant=name, title=title, games=games) for (name, title), games in self.rules.most_common()
            ),
            canastas=canastas,
            specials=specials,
            sides=tuple(sorted(sides, key=most_winning_first)),
        )


def keep_labels(labels: dict[str, str], facts: Iterable[Fact]) -> None:
    """Keep the labels of facts by their names; the first variant that has a fact names it."""
    for fact in facts:
        labels.setdefault(fact.name, fact.label)


def most_winning_first(side: SideStatistics) -> tuple[float, float]:
    """Give what sides are sorted by: the share of games won, where none is over behind all others; then the average."""
    share, average = side.share_won, side.points.per_hand or 0
    return (1 if share is None else -share), -average


class Sum:
    """A sum over the hands of one game after the other."""

    def __init__(self) -> None:
        """Begin with none."""
        self.total = self.hands = self.games = 0

    def add(self, total: int, hands: int) -> None:
        """Add what the hands of a game sum up to; those that do not tell of it are none of them."""
        self.total += total
        self.hands += hands
        self.games += hands > 0

    def figure(self) -> Figure:
        """Give the sum so far."""
        return Figure(total=self.total, hands=self.hands, games=self.games)


class Results:
    """What the games of some partners come to so far."""

    def __init__(self) -> None:
        """Begin with none."""
        self.spellings: Counter[str] = Counter()
        self.over = self.won = 0
        self.points, self.penalties, self.hand_cards, self.out = Sum(), Sum(), Sum(), Sum()
        self.canastas: Counter[str] = Counter()
        self.specials: Counter[str] = Counter()
        self.best: Highlight | None = None
        self.comeback: Highlight | None = None

    def add_game(self, ledger: Ledger, hands: Sequence[Hand], sides: list[str], ending: Ending | None) -> None:
        """Add the hands of a game in which they are these sides, one unless they play against themselves."""
        self.spellings.update(spelt(ledger.names[side]) for side in sides)
        own = [OwnHand(hand.number, hand.facts[side], hand.score.sides[side]) for side in sides for hand in hands]
        self.add_points(own, ledger.file)
        self.add_what_was_told(own, ledger.variant)
        if ending:
            self.over += 1
            if (winner := ending.winner) in sides:
                self.won += 1
                self.comeback = higher(self.comeback, furthest_behind(ledger, winner, ending))

    def add_points(self, own: Sequence["OwnHand"], file: str) -> None:
        """Add the points of hands, and see whether one of them is the best."""
        totals = [hand.score.total for hand in own]
        best = max(totals)
        self.best = higher(self.best, Highlight(points=best, file=file, hand=own[totals.index(best)].number))
        self.points.add(sum(totals), len(own))
        self.penalties.add(sum(hand.score.penalties for hand in own), len(own))

    def add_what_was_told(self, own: Sequence["OwnHand"], variant: Variant) -> None:
        """Add what hands tell by facts that scored: canastas, special hands, going out, cards left in hand."""
        numbers: Counter[str] = Counter()
        ends = {bonus.name for bonus in variant.bonuses if bonus.ends_play}
        out = based = counted = 0
        for hand in own:
            based += BASE not in hand.told
            counted += COUNT not in hand.told
            scored = [line for line in hand.score.lines if line.part is not SET_ASIDE]
            out += not ends.isdisjoint([line.fact for line in scored])
            for line in scored:
                numbers[line.fact] += line.quantity
        self.out.add(out, based)
        self.hand_cards.add(-numbers[variant.count.hand.name], counted)
        self.canastas.update({one.name: numbers[one.name] for one in variant.canastas if one.name in numbers})
        self.specials.update({one.name: numbers[one.name] for one in variant.specials.hands if one.name in numbers})

    def statistics(self, canastas: Iterable[str], specials: Iterable[str]) -> SideStatistics:
        """Give what their games come to, with some kinds of canastas and special hands."""
        out = self.out.figure()
        return SideStatistics(
            name=max(self.spellings, key=self.spellings.__getitem__),
            games=self.points.games,
            over=self.over,
            won=self.won,
            points=self.points.figure(),
            penalties=self.penalties.figure(),
            hand_cards=self.hand_cards.figure(),
            out=out,
            all_canastas=replace(out, total=self.canastas.total()),
            all_specials=replace(out, total=self.specials.total()),
            canastas={kind: replace(out, total=self.canastas[kind]) for kind in canastas},
            specials={kind: replace(out, total=self.specials[kind]) for kind in specials},
            best=self.best,
            comeback=self.comeback,
        )


class OwnHand(NamedTuple):
    """A hand as one side has it: its number, what the side told, and its score; made too often to be a value."""

    number: int
    told: Told
    score: SideScore


def higher(one: Highlight | None, other: Highlight | None) -> Highlight | None:
    """Give the highlight of more points, the first of equal ones."""
    return one if other is None or (one and one.points >= other.points) else other


def furthest_behind(ledger: Ledger, winner: str, ending: Ending) -> Highlight | None:
    """Give when the winner was the most points behind the leading side, before the end; None where it never was."""
    after = ((hand.number, totals) for hand, totals in running_totals(ledger.start, ledger.hands))
    before_the_end = [(AT_THE_START, ledger.start), *((hand, totals) for hand, totals in after if hand < ending.hand)]
    hand, totals = max(before_the_end, key=lambda one: lead_over(winner, one[1]))
    points = lead_over(winner, totals)
    return Highlight(points=points, file=ledger.file, hand=hand) if points else None


def lead_over(side: str, totals: PointsBySide) -> int:
    """Give how many points a side is behind the leading one, 0 where it leads."""
    return max(totals.values()) - totals[side]
