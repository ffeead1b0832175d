"""Statistics across games: what each side made of the hands it played, by the names of its partners."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import NamedTuple

from canasta_score.game.entries import PointsBySide
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import GameResult, iter_running_totals
from canasta_score.game.statistics.player_names import normalize_name, parse_partners
from canasta_score.hand.facts import BASE, COUNT, SideFacts
from canasta_score.hand.scoring.score import SideScore
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import SET_ASIDE_PART, Fact
from canasta_score.rules.model.variant import Variant

FEW_GAMES = 5  # games; what rests on fewer of them says little
_BEFORE_FIRST_HAND = 0


@frozen
class HandSum(Value):
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
    games_over: int
    games_won: int
    points: HandSum
    penalties: HandSum
    hand_cards: HandSum
    going_out: HandSum
    all_canastas: HandSum
    all_special_hands: HandSum
    canastas: Mapping[str, HandSum]
    special_hands: Mapping[str, HandSum]
    best_hand: Highlight | None
    comeback: Highlight | None

    @property
    def win_rate(self) -> float | None:
        """Give the share of the games that are over which it won; None where none is over."""
        return self.games_won / self.games_over if self.games_over else None


@frozen
class VariantGames(Value):
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
    games_over: int
    games_by_variant: tuple[VariantGames, ...] = ()
    canastas: Mapping[str, str] = field(default_factory=dict)
    special_hands: Mapping[str, str] = field(default_factory=dict)
    sides: tuple[SideStatistics, ...] = ()


def compute_statistics(ledgers: Iterable[Ledger]) -> Statistics:
    """Give the statistics of games, one after the other; one in which no hand counts was not played."""
    season = _StatisticsBuilder()
    for ledger in ledgers:
        season.add_game(ledger)
    return season.build()


class _StatisticsBuilder:
    """Games that are added one after the other, of which only the figures are kept."""

    def __init__(self) -> None:
        """Begin with none."""
        self.games_over = 0
        self.games_by_variant: Counter[tuple[str, str]] = Counter()
        self.side_builders: defaultdict[tuple[str, ...], _SideStatisticsBuilder] = defaultdict(_SideStatisticsBuilder)
        self.canastas: dict[str, str] = {}
        self.special_hands: dict[str, str] = {}

    def add_game(self, ledger: Ledger) -> None:
        """Add a game."""
        hands = [hand for hand in ledger.hands if not hand.voided]
        if not hands:
            return
        variant, ending = ledger.variant, ledger.standing().result
        self.games_over += ending is not None
        self.games_by_variant[variant.name, variant.title] += 1
        _collect_labels(self.canastas, variant.canastas)
        _collect_labels(self.special_hands, variant.specials.hands)
        sides: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
        for side, name in ledger.side_names.items():
            sides[parse_partners(name)].append(side)
        for partners, theirs in sides.items():
            self.side_builders[partners].add_game(ledger, hands, theirs, ending)

    def build(self) -> Statistics:
        """Give what the games come to."""
        results = self.side_builders.values()
        canastas = {fact: name for fact, name in self.canastas.items() if any(one.canastas[fact] for one in results)}
        specials = {
            fact: name for fact, name in self.special_hands.items() if any(one.special_hands[fact] for one in results)
        }
        sides = [one.build(canastas, specials) for one in results]
        return Statistics(
            games=self.games_by_variant.total(),
            games_over=self.games_over,
            games_by_variant=tuple(
                VariantGames(variant=name, title=title, games=games)
                for (name, title), games in self.games_by_variant.most_common()
            ),
            canastas=canastas,
            special_hands=specials,
            sides=tuple(sorted(sides, key=_get_sort_key)),
        )


def _collect_labels(labels: dict[str, str], facts: Iterable[Fact]) -> None:
    """Keep the labels of facts by their names; the first variant that has a fact names it."""
    for fact in facts:
        labels.setdefault(fact.name, fact.label)


def _get_sort_key(side: SideStatistics) -> tuple[float, float]:
    """Give what sides are sorted by: the share of games won, where none is over behind all others; then the average."""
    share, average = side.win_rate, side.points.per_hand or 0
    return (1 if share is None else -share), -average


class _HandSumBuilder:
    """A sum over the hands of one game after the other."""

    def __init__(self) -> None:
        """Begin with none."""
        self.total = self.hands = self.games = 0

    def add(self, total: int, hands: int) -> None:
        """Add what the hands of a game sum up to; those that do not tell of it are none of them."""
        self.total += total
        self.hands += hands
        self.games += hands > 0

    def build(self) -> HandSum:
        """Give the sum so far."""
        return HandSum(total=self.total, hands=self.hands, games=self.games)


class _SideStatisticsBuilder:
    """What the games of some partners come to so far."""

    def __init__(self) -> None:
        """Begin with none."""
        self.spellings: Counter[str] = Counter()
        self.games_over = self.games_won = 0
        self.points, self.penalties, self.hand_cards, self.going_out = (
            _HandSumBuilder(),
            _HandSumBuilder(),
            _HandSumBuilder(),
            _HandSumBuilder(),
        )
        self.canastas: Counter[str] = Counter()
        self.special_hands: Counter[str] = Counter()
        self.best_hand: Highlight | None = None
        self.comeback: Highlight | None = None

    def add_game(self, ledger: Ledger, hands: Sequence[Hand], sides: list[str], ending: GameResult | None) -> None:
        """Add the hands of a game in which they are these sides, one unless they play against themselves."""
        self.spellings.update(normalize_name(ledger.side_names[side]) for side in sides)
        own = [_SideHand(hand.number, hand.facts[side], hand.score.sides[side]) for side in sides for hand in hands]
        self._add_points(own, ledger.file)
        self._add_facts(own, ledger.variant)
        if ending:
            self.games_over += 1
            if (winner := ending.winner) in sides:
                self.games_won += 1
                self.comeback = _pick_higher(self.comeback, _find_furthest_behind(ledger, winner, ending))

    def _add_points(self, own: Sequence["_SideHand"], file: str) -> None:
        """Add the points of hands, and see whether one of them is the best."""
        totals = [hand.score.total for hand in own]
        best = max(totals)
        self.best_hand = _pick_higher(
            self.best_hand, Highlight(points=best, file=file, hand=own[totals.index(best)].number)
        )
        self.points.add(sum(totals), len(own))
        self.penalties.add(sum(hand.score.penalties for hand in own), len(own))

    def _add_facts(self, own: Sequence["_SideHand"], variant: Variant) -> None:
        """Add what hands tell by facts that scored: canastas, special hands, going out, cards left in hand."""
        numbers: Counter[str] = Counter()
        ends = {bonus.name for bonus in variant.bonuses if bonus.ends_play}
        out = based = counted = 0
        for hand in own:
            based += BASE not in hand.facts
            counted += COUNT not in hand.facts
            scored = [line for line in hand.score.lines if line.part is not SET_ASIDE_PART]
            out += not ends.isdisjoint([line.fact for line in scored])
            for line in scored:
                numbers[line.fact] += line.quantity
        self.going_out.add(out, based)
        self.hand_cards.add(-numbers[variant.count.hand.name], counted)
        self.canastas.update({one.name: numbers[one.name] for one in variant.canastas if one.name in numbers})
        self.special_hands.update(
            {one.name: numbers[one.name] for one in variant.specials.hands if one.name in numbers}
        )

    def build(self, canastas: Iterable[str], specials: Iterable[str]) -> SideStatistics:
        """Give what their games come to, with some kinds of canastas and special hands."""
        out = self.going_out.build()
        return SideStatistics(
            name=max(self.spellings, key=self.spellings.__getitem__),
            games=self.points.games,
            games_over=self.games_over,
            games_won=self.games_won,
            points=self.points.build(),
            penalties=self.penalties.build(),
            hand_cards=self.hand_cards.build(),
            going_out=out,
            all_canastas=replace(out, total=self.canastas.total()),
            all_special_hands=replace(out, total=self.special_hands.total()),
            canastas={kind: replace(out, total=self.canastas[kind]) for kind in canastas},
            special_hands={kind: replace(out, total=self.special_hands[kind]) for kind in specials},
            best_hand=self.best_hand,
            comeback=self.comeback,
        )


class _SideHand(NamedTuple):
    """A hand as one side has it: its number, what the side told, and its score; made too often to be a value."""

    number: int
    facts: SideFacts
    score: SideScore


def _pick_higher(one: Highlight | None, other: Highlight | None) -> Highlight | None:
    """Give the highlight of more points, the first of equal ones."""
    return one if other is None or (one and one.points >= other.points) else other


def _find_furthest_behind(ledger: Ledger, winner: str, ending: GameResult) -> Highlight | None:
    """Give when the winner was the most points behind the leading side, before the end; None where it never was."""
    after = ((hand.number, totals) for hand, totals in iter_running_totals(ledger.starting_totals, ledger.hands))
    before_the_end = [
        (_BEFORE_FIRST_HAND, ledger.starting_totals),
        *((hand, totals) for hand, totals in after if hand < ending.last_hand),
    ]
    hand, totals = max(before_the_end, key=lambda one: _count_points_behind(winner, one[1]))
    points = _count_points_behind(winner, totals)
    return Highlight(points=points, file=ledger.file, hand=hand) if points else None


def _count_points_behind(side: str, totals: PointsBySide) -> int:
    """Give how many points a side is behind the leading one, 0 where it leads."""
    return max(totals.values()) - totals[side]
