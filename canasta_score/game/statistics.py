"""The statistics of many games by side, which is the same one if its partners are; and copies of a game."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from operator import attrgetter, itemgetter

from canasta_score.game.entries import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import fold_name, normalize_name, parse_partners
from canasta_score.game.standing import GameResult
from canasta_score.hand.facts import SideFacts
from canasta_score.hand.scoring import SideScore
from canasta_score.rules.frozen import Value, field, replace
from canasta_score.rules.model.facts import BASE, COUNT, SET_ASIDE_PART
from canasta_score.rules.model.variant import GameEnd, Variant
from canasta_score.rules.text import split_players

FEW_GAMES = 5  # figures from fewer games say little


class HandSum(Value):
    """A sum over hands, the number of hands that are known to count for it, and of the games with such hands."""

    total: int = 0
    hands: int = 0
    games: int = 0

    @property
    def per_hand(self) -> float | None:
        """Return the average of the hands; None without any."""
        return self.total / self.hands if self.hands else None

    def __add__(self, other: "HandSum") -> "HandSum":
        """Return the sum over the hands of both, which are of different games."""
        return HandSum(total=self.total + other.total, hands=self.hands + other.hands, games=self.games + other.games)


class Highlight(Value):
    """A record in points, with its file and the hand after which it was reached; hand 0 is before the first."""

    points: int
    file: str
    hand: int


class SideStatistics(Value):
    """The games of a side: how many, how many of them are over, how many of those it won, and its figures in points."""

    name: str
    games: int
    games_over: int
    games_won: int
    points: HandSum
    penalties: HandSum  # subtracted points, zero or less
    hand_cards: HandSum  # subtracted points, zero or less
    # Going out, canastas and special hands are known of hands whose base was entered as facts.
    going_out: HandSum
    all_canastas: HandSum
    all_special_hands: HandSum
    canastas: Mapping[str, HandSum]  # by fact; what a special hand left unscored does not count
    special_hands: Mapping[str, HandSum]
    best_hand: Highlight | None
    comeback: Highlight | None  # the largest deficit in a game that the side won

    @property
    def win_rate(self) -> float | None:
        """Return the share of the finished games that the side won, 0 to 1; None if no game is over."""
        return self.games_won / self.games_over if self.games_over else None


class HeadToHead(Value):
    """How many games two sides played against each other, and how many of them each side won."""

    sides: tuple[str, str]
    games: int = 0
    games_over: int = 0
    games_won: tuple[int, int] = (0, 0)


class VariantGames(Value):
    """How many games were played by the rules of one name and title."""

    variant: str
    title: str
    games: int


class Statistics(Value):
    """Many games: how many, how many are over, by which rules, and the sides, those that won the most first."""

    games: int
    games_over: int
    is_lowest_best: bool = False  # by the rules of the first game
    has_different_rules: bool = False
    games_by_variant: tuple[VariantGames, ...] = ()
    canastas: Mapping[str, str] = field(default_factory=dict)  # the labels of the kinds that any side had, by fact
    special_hands: Mapping[str, str] = field(default_factory=dict)  # the labels of those that any side had, by fact
    sides: tuple[SideStatistics, ...] = ()
    players: tuple[SideStatistics, ...] = ()  # the figures of all sides whose names join them with partners
    head_to_head: tuple[HeadToHead, ...] = ()  # the sides that met, those that met most often first
    dealt: Mapping[str, int] = field(default_factory=dict)  # hands by player, where the seats are known


def compute_statistics(ledgers: Iterable[Ledger]) -> Statistics:
    """Return the statistics of some games in which a hand counts; none is kept in memory, as there may be thousands."""
    builder = _StatisticsBuilder()
    for ledger in ledgers:
        builder.add_game(ledger)
    return builder.build()


_PlayedHands = tuple[object, ...]
_Partners = tuple[str, ...]
_Pair = tuple[_Partners, ...]  # of sides that met


class DuplicateDetector:
    """Finds ledgers in which hands with the same points were recorded at the same times."""

    def __init__(self) -> None:
        """Start without ledgers."""
        self._first_files: dict[_PlayedHands, str] = {}
        self._duplicates: list[tuple[str, str]] = []

    def track(self, ledger: Ledger) -> Ledger:
        """Compare a ledger with the earlier ones, and return it."""
        scored = [(hand.recorded_at, hand.score.sides.values()) for hand in ledger.hands]
        played = tuple((recorded_at, *(score.total for score in scores)) for recorded_at, scores in scored)
        # Hands that were all recorded in one second may be typed from paper, and short games can be equal by chance.
        if len({recorded_at for recorded_at, _ in scored}) > 1:
            first = self._first_files.setdefault(played, ledger.file)
            if first != ledger.file:
                self._duplicates.append((ledger.file, first))
        return ledger

    def format_warnings(self) -> Iterator[str]:
        """Yield one sentence about all copies that were found, if there are any."""
        if self._duplicates:
            copy, first = self._duplicates[0]
            more = f" (and {len(self._duplicates) - 1:,} more)" if len(self._duplicates) > 1 else ""
            yield f"{first} and {copy} look like the same game{more}; both are counted, so leave out copies"


class _StatisticsBuilder:
    def __init__(self) -> None:
        self.games_over = 0
        self.rules: Variant | None = None
        self.has_different_rules = False
        self.games_by_variant: Counter[tuple[str, str]] = Counter()
        self.side_builders: defaultdict[_Partners, _SideStatisticsBuilder] = defaultdict(_SideStatisticsBuilder)
        self.canastas: dict[str, str] = {}
        self.special_hands: dict[str, str] = {}
        self.meetings: Counter[_Pair] = Counter()
        self.finished_meetings: Counter[tuple[_Pair, _Partners | None]] = Counter()  # by who won, None if neither did
        self.dealt: Counter[str] = Counter()
        self.player_names: dict[str, str] = {}

    def add_game(self, ledger: Ledger) -> None:
        hands = [hand for hand in ledger.hands if not hand.voided]
        if not hands:
            return
        variant, result = ledger.variant, ledger.standing().result
        self.games_over += result is not None
        self.rules = self.rules or variant
        # Most games share their rules, and to compare those takes longer than to read a hand.
        self.has_different_rules = self.has_different_rules or (variant is not self.rules and variant != self.rules)
        self.games_by_variant[variant.name, variant.title] += 1
        # Variants may label a fact differently: the first one counts.
        self.canastas = {canasta.name: canasta.label for canasta in variant.canastas} | self.canastas
        self.special_hands = {special.name: special.label for special in variant.specials.hands} | self.special_hands
        sides: defaultdict[_Partners, list[str]] = defaultdict(list)
        for side, name in ledger.side_names.items():
            sides[parse_partners(name)].append(side)
        for partners, own_sides in sides.items():
            self.side_builders[partners].add_game(ledger, hands, own_sides, result)
        winner = next((partners for partners, own in sides.items() if result and result.winner in own), None)
        for pair in combinations(sorted(sides), 2):
            self.meetings[pair] += 1
            self.finished_meetings[pair, winner if winner in pair else None] += result is not None
        if seats := ledger.current_seats:
            for hands_before in range(len(hands)):
                dealer = seats.get_deal(hands_before).dealer
                self.dealt[self.player_names.setdefault(fold_name(dealer), dealer)] += 1

    def build(self) -> Statistics:
        if self.rules is None:
            return Statistics(games=0, games_over=0)
        game, builders = self.rules.game, self.side_builders.values()
        had = {fact for side in builders for fact, number in (side.canastas + side.special_hands).items() if number}
        canastas = {fact: label for fact, label in self.canastas.items() if fact in had}
        special_hands = {fact: label for fact, label in self.special_hands.items() if fact in had}

        def rank(side: SideStatistics) -> tuple[float, float]:
            # The largest share of games won first, then the best average; a side that finished no game comes last.
            average = side.points.per_hand or 0
            return (1 if side.win_rate is None else -side.win_rate), average if game.is_won_by_lowest else -average

        sides = {partners: side.build(canastas, special_hands, game) for partners, side in self.side_builders.items()}
        players: defaultdict[str, _SideStatisticsBuilder] = defaultdict(_SideStatisticsBuilder)
        for partners, side in self.side_builders.items():
            for player in partners if len(partners) > 1 else ():
                players[player].add_side(side, player)
        built = (player.build(canastas, special_hands, game) for player in players.values())
        head_to_head: list[HeadToHead] = []
        for pair, games in self.meetings.most_common():
            won, lost, tied = (self.finished_meetings[pair, winner] for winner in (*pair, None))
            one, other = (sides[partners].name for partners in pair)
            over = won + lost + tied
            head_to_head.append(HeadToHead(sides=(one, other), games=games, games_over=over, games_won=(won, lost)))
        return Statistics(
            games=self.games_by_variant.total(),
            games_over=self.games_over,
            is_lowest_best=game.is_won_by_lowest,
            has_different_rules=self.has_different_rules,
            games_by_variant=tuple(
                VariantGames(variant=name, title=title, games=games)
                for (name, title), games in self.games_by_variant.most_common()
            ),
            canastas=canastas,
            special_hands=special_hands,
            sides=tuple(sorted(sides.values(), key=rank)),
            players=tuple(sorted(built, key=rank)),
            head_to_head=tuple(head_to_head),
            dealt=dict(self.dealt.most_common()),
        )


class _SideStatisticsBuilder:
    def __init__(self) -> None:
        self.spellings: Counter[str] = Counter()
        self.games_over = 0
        self.games_won = 0
        self.sums = dict.fromkeys(("points", "penalties", "hand_cards", "going_out"), HandSum())  # as in SideStatistics
        self.canastas: Counter[str] = Counter()
        self.special_hands: Counter[str] = Counter()
        self.best_hands: list[Highlight] = []  # of each game
        self.comebacks: list[Highlight] = []

    def add_game(self, ledger: Ledger, hands: Sequence[Hand], sides: list[str], result: GameResult | None) -> None:
        """Add a game in which the partners are these sides: several if they play against themselves."""
        self.spellings.update(normalize_name(ledger.side_names[side]) for side in sides)
        own = [(hand.get_facts(side), hand.score.sides[side]) for side in sides for hand in hands]
        numbers, totals = [hand.number for hand in hands] * len(sides), [score.total for _, score in own]
        best = ledger.variant.game.pick_best(totals)
        self.best_hands.append(Highlight(points=best, file=ledger.file, hand=numbers[totals.index(best)]))
        penalties = [score.penalties for _, score in own if score.penalties is not None]
        self._add("points", sum(totals), len(own))
        self._add("penalties", sum(penalties), len(penalties))
        self._add_facts(own, ledger.variant)
        if result:
            self.games_over += 1
            if (winner := result.winner) in sides:
                self.games_won += 1
                steps = [(played.number, totals) for played, totals in ledger.iter_running_totals()]
                before_end = [(0, ledger.starting_totals), *(step for step in steps if step[0] < result.last_hand)]
                pick_best = ledger.variant.game.pick_best
                behind = [(abs(pick_best(totals.values()) - totals[winner]), hand) for hand, totals in before_end]
                points, hand = max(behind, key=itemgetter(0))
                self.comebacks.append(Highlight(points=points, file=ledger.file, hand=hand))

    def add_side(self, side: "_SideStatisticsBuilder", player: str) -> None:
        """Add all games of a side of which a player is one of the partners."""
        for spelling, times in side.spellings.items():
            self.spellings.update({name: times for name in split_players(spelling) if fold_name(name) == player})
        self.games_over += side.games_over
        self.games_won += side.games_won
        for figure, own in side.sums.items():
            self.sums[figure] += own
        self.canastas.update(side.canastas)
        self.special_hands.update(side.special_hands)
        self.best_hands += side.best_hands
        self.comebacks += side.comebacks

    def _add_facts(self, own: Sequence[tuple[SideFacts, SideScore]], variant: Variant) -> None:
        """Add the facts that scored; a base or a count that was entered as one figure says nothing about them."""
        numbers: Counter[str] = Counter()
        endings = {bonus.name for bonus in variant.bonuses if bonus.ends_play}
        out = hands_with_base_facts = hands_with_count_facts = 0
        for facts, score in own:
            is_one_number = score.base is None
            hands_with_base_facts += not is_one_number and BASE not in facts
            hands_with_count_facts += not is_one_number and COUNT not in facts
            scored = [line for line in score.lines if line.part is not SET_ASIDE_PART]
            out += not endings.isdisjoint([line.fact for line in scored])
            for line in scored:
                numbers[line.fact] += line.quantity
        self._add("going_out", out, hands_with_base_facts)
        self._add("hand_cards", -numbers[variant.card_points.in_hand.name], hands_with_count_facts)
        for counter, kinds in ((self.canastas, variant.canastas), (self.special_hands, variant.specials.hands)):
            counter.update({kind.name: numbers[kind.name] for kind in kinds if kind.name in numbers})

    def _add(self, figure: str, total: int, hands: int) -> None:
        self.sums[figure] += HandSum(total=total, hands=hands, games=int(hands > 0))

    def build(self, canastas: Iterable[str], special_hands: Iterable[str], game: GameEnd) -> SideStatistics:
        count_in_same_hands = partial(replace, self.sums["going_out"])
        best = game.pick_best(hand.points for hand in self.best_hands)
        comeback = max(self.comebacks, key=attrgetter("points"), default=None)
        return SideStatistics(
            name=max(self.spellings, key=self.spellings.__getitem__),
            games=self.sums["points"].games,
            games_over=self.games_over,
            games_won=self.games_won,
            **self.sums,
            all_canastas=count_in_same_hands(total=self.canastas.total()),
            all_special_hands=count_in_same_hands(total=self.special_hands.total()),
            canastas={kind: count_in_same_hands(total=self.canastas[kind]) for kind in canastas},
            special_hands={kind: count_in_same_hands(total=self.special_hands[kind]) for kind in special_hands},
            best_hand=next(hand for hand in self.best_hands if hand.points == best),
            comeback=comeback if comeback and comeback.points else None,
        )
