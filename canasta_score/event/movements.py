"""The movements: who sits where in each game. A new one is a name, a section with its rule, and a row at the end."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from canasta_score.event.errors import event_error
from canasta_score.event.matching import find_largest_matching
from canasta_score.event.seating import tables
from canasta_score.event.seating.tables import Meeting, Seating, Table, iter_meetings, list_pairs, list_sit_outs
from canasta_score.rules.frozen import FastStrEnum, Value, field
from canasta_score.rules.text import name_numbers

PointsByPair = Mapping[int, int]
_Places = Sequence[int | None]  # of pairs and phantoms
_Couple = tuple[int, int]
_LAST_THREE = 3


class MovementName(FastStrEnum):
    """The names of the movements, as settings have them."""

    EAST_WEST_UP = "east-west-up"
    ROUND_ROBIN = "round-robin"
    WINNERS_UP = "winners-up"
    KNOCKOUT = "knockout"
    GIVEN = "given"
    DANISH = "danish"


class Situation(Value):
    """The event before a game: who is there, how they sat in the games before, and what they scored there."""

    game: int
    present: tuple[int, ...]  # the numbers of the pairs that play, ascending
    rounds: tuple[Seating, ...]
    may_turn: bool  # a pair may change its direction, because all pairs are ranked together
    points: Mapping[int, PointsByPair] = field(default_factory=dict)  # by game; pairs without a result are missing
    drawn: Mapping[int, Seating] = field(default_factory=dict)  # what the draw settles: game 1, or all games by a file
    ranking: tuple[int, ...] = ()  # the pairs by their ranks, if the movement goes by them

    def list_meetings(self) -> set[Meeting]:
        """Return who has met whom, in both orders."""
        return {meeting for seating in self.rounds for meeting in iter_meetings(seating)}


class Movement(Value):
    """How pairs move from game to game."""

    seat_first: Callable[[Sequence[int], int], Seating] | None  # by pairs and draw; None: a file seats all
    seat: Callable[[Situation], Seating]  # a later game; raises EventError while a result that it needs is missing
    eliminates: bool = False  # the loser is out, nobody joins after the draw, and ranks go by how far a pair comes
    keeps_directions: bool = False  # a pair stays North-South or East-West, so that these can be ranked apart
    goes_by_ranks: bool = False  # who meets whom follows from the standings

    @property
    def is_given(self) -> bool:
        """Return whether a file gives the seats of every game."""
        return self.seat_first is None


def rank_at_table(table: Table, points: PointsByPair) -> tuple[int | None, int | None]:
    """Return winner and loser of a table with a result; after a tie the lower number wins. The phantom loses."""
    if table.ns is None or table.ew is None:
        return (table.pairs or (None,))[0], None
    winner, loser = sorted((table.ns, table.ew), key=lambda pair: (-points[pair], pair))
    return winner, loser


def count_knockout_games(pairs: int) -> int:
    """Return how many games a knockout of some pairs takes until one is left: 3 for five pairs, or for eight."""
    return max(1, (pairs - 1).bit_length())


# the first game: a draw


def _draw_seats(pairs: Sequence[int], seed: int) -> Seating:
    """Return the tables of the first game; the same seed always gives the same draw."""
    from hashlib import sha256

    # A hash, because the results of `random` may differ between versions of Python.
    return tables.seat_in_order(sorted(pairs, key=lambda pair: sha256(f"{seed} {pair}".encode()).digest()))


# east-west-up: North-South stays, East-West moves to the next higher table


def _seat_east_west_up(situation: Situation) -> Seating:
    # Where moving up by one table would repeat a meeting, which happens only after pairs came or left, East-West moves
    # by the fewest tables that repeat none, or else as everybody meets someone new.
    seating = tables.seat_present(situation.rounds[-1], situation.present)
    seating = tables.merge_lonely_tables(seating, may_turn=situation.may_turn)
    met = situation.list_meetings()
    north_south, east_west = [table.ns for table in seating], [table.ew for table in seating]

    def count_repeats(places: _Places) -> int:
        return sum(meeting in met for meeting in zip(north_south, places, strict=True))

    best: _Places = [*east_west[-1:], *east_west[:-1]]
    for step in range(2, len(east_west)):
        if not count_repeats(best):
            break
        best = min(best, [*east_west[-step:], *east_west[:-step]], key=count_repeats)
    if count_repeats(best):
        best = min(best, _match_strangers(north_south, east_west, met), key=count_repeats)
    return tuple(Table(table.number, table.ns, pair) for table, pair in zip(seating, best, strict=True))


def _match_strangers(north_south: _Places, east_west: _Places, met: set[Meeting]) -> _Places:
    """Return East-West in an order in which as many as possible have not met the pair North-South there."""
    size = len(north_south)
    strangers = [[size + place for place in range(size) if (pair, east_west[place]) not in met] for pair in north_south]
    # Of two sides, a search from one finds the largest matching.
    mates = find_largest_matching([*strangers, *([] for _ in east_west)])[:size]
    left = [place for place in range(size) if size + place not in mates]
    return [east_west[left.pop(0) if mate is None else mate - size] for mate in mates]


# round-robin: everybody meets everybody, as far as the games go


def _seat_round_robin(situation: Situation) -> Seating:
    # While the same pairs play, one place of the circle, as it was drawn, is fixed and the others rotate. Once pairs
    # have come or left, each game is seated separately: no pair sits out twice before all others have, and as few as
    # possible meet again.
    present = {*situation.present}
    if present and all({*list_pairs(seating)} == present for seating in situation.rounds):
        drawn = situation.drawn.get(1, ())
        first = drawn if {*list_pairs(drawn)} == present else situation.rounds[0]  # in the draw nobody changed places
        fixed, *others = [*(table.ns for table in first), *(table.ew for table in reversed(first))]
        turn = -(situation.game - 1) % len(others)
        circle = [fixed, *others[turn:], *others[:turn]]
        return tuple(Table(number, circle[number - 1], circle[-number]) for number in range(1, len(first) + 1))
    return _seat_strangers(situation)


def _seat_strangers(situation: Situation) -> Seating:
    met = situation.list_meetings()
    best: list[_Couple] = []
    most = -1
    sits_out = None
    for candidate in _list_sit_out_candidates(situation):
        couples, strangers = _couple_strangers([pair for pair in situation.present if pair != candidate], met)
        if strangers > most:
            best, most, sits_out = couples, strangers, candidate
        if most == len(best):
            break
    return tables.seat_in_order([*chain(*best), *([] if sits_out is None else [sits_out])])


def _list_sit_out_candidates(situation: Situation) -> Sequence[int | None]:
    """Return the pairs that may sit out: with the fewest sit-outs, those with the most games before the others."""
    if len(situation.present) % 2 == 0:
        return [None]
    sat_out = Counter(pair for seating in situation.rounds for pair in list_sit_outs(seating))
    played = Counter(pair for seating in situation.rounds for pair in list_pairs(seating))
    fewest = min(sat_out[pair] for pair in situation.present)
    candidates = [pair for pair in situation.present if sat_out[pair] == fewest]
    return sorted(candidates, key=lambda pair: (-played[pair], -pair))


def _couple_strangers(players: Sequence[int], met: set[Meeting]) -> tuple[list[_Couple], int]:
    """Return couples of all players, and how many of them have not met before, which is as many as can be."""
    known = {*met, *zip(players, players, strict=True)}  # nobody plays against themselves
    strangers = [[place for place, other in enumerate(players) if (pair, other) not in known] for pair in players]
    mates = find_largest_matching(strangers)
    couples = [(players[place], players[mate]) for place, mate in enumerate(mates) if mate is not None and place < mate]
    left = [players[place] for place, mate in enumerate(mates) if mate is None]
    return [*couples, *zip(left[::2], left[1::2], strict=True)], len(couples)


# winners-up: winners move one table toward the first, losers one away


def _seat_winners_up(situation: Situation) -> Seating:
    # The winner at the first table and the loser at the last one stay where they are. Who stays or comes from above
    # sits North-South.
    game = situation.game - 1
    _check_results(situation, game)
    before, points = situation.rounds[-1], situation.points.get(game, {})
    ranked = [rank_at_table(table, points) for table in before]
    winners, losers = [winner for winner, _ in ranked], [loser for _, loser in ranked]
    stay_or_come_down = [*winners[:1], *losers[:-1]]
    moved = zip(before, stay_or_come_down, [*winners[1:], *losers[-1:]], strict=True)
    seating = tuple(Table(table.number, ns, ew) for table, ns, ew in moved)
    return tables.merge_lonely_tables(tables.seat_present(seating, situation.present), may_turn=True)


def _check_results(situation: Situation, game: int) -> None:
    points = situation.points.get(game, {})
    if missing := [table.number for table in situation.rounds[game - 1] if table.is_played and table.ns not in points]:
        where = name_numbers("table", missing)
        message = f"game {situation.game} depends on game {game}, which has no slip yet from {where}"
        raise event_error(message, "to enter the next one", "slip", str(game), str(missing[0]), "NS", "EW")


# knockout: the loser is out, by a bracket in which the first pair meets the last


def _seat_knockout(situation: Situation) -> Seating:
    # A pair that left loses to its next opponent, who sits out. The bracket is that of the draw.
    bracket = _build_bracket(sorted(list_pairs(situation.drawn[1])))
    for game in range(1, situation.game):
        _check_results(situation, game)
        points = situation.points.get(game, {})
        seated = {*list_pairs(situation.rounds[game - 1])}
        couples = _list_couples([pair if pair in seated else None for pair in bracket])
        bracket = [rank_at_table(couple, points)[0] for couple in couples]
    return _seat_bracket([pair if pair in situation.present else None for pair in bracket])


def _list_couples(bracket: _Places) -> list[Table]:
    return [Table(0, *couple) for couple in zip(bracket[::2], bracket[1::2], strict=True)]


def _build_bracket(pairs: Sequence[int]) -> _Places:
    """Return the places of the first game, in which the winners of neighboring couples meet in the next one."""
    order = [0]
    for _ in range(count_knockout_games(len(pairs))):
        size = 2 * len(order)
        order = [place for seed in order for place in (seed, size - 1 - seed)]
    return [pairs[seed] if seed < len(pairs) else None for seed in order]


def _seat_bracket(bracket: _Places) -> Seating:
    """Return a table for each couple of a bracket, byes at the end."""
    couples = [table for table in _list_couples(bracket) if table.pairs]
    couples.sort(key=lambda table: not table.is_played)
    return tuple(table._replace(number=number) for number, table in enumerate(couples, 1))


# danish: by the standings, the first meets the second, the third the fourth


def _seat_danish(situation: Situation) -> Seating:
    # Pairs that met in the game before do not meet again, unless there are only two. Of those that sat out least often,
    # the one with the lowest rank sits out.
    for game in range(1, situation.game):
        _check_results(situation, game)
    order, sits_out = [*situation.ranking], []
    if len(order) % 2:
        sat_out = Counter(pair for seating in situation.rounds for pair in list_sit_outs(seating))
        sits_out = [min(reversed(order), key=sat_out.__getitem__)]
        order.remove(*sits_out)
    met = {*iter_meetings(situation.rounds[-1])}
    seats: list[int] = []
    while order:
        pair = order.pop(0)
        opponents = [other for other in order if (pair, other) not in met]
        if len(order) == _LAST_THREE:  # of whom two must be left that may meet
            opponents = [other for other in opponents if tuple(left for left in order if left != other) not in met]
        opponent = (opponents or order)[0]
        order.remove(opponent)
        seats += pair, opponent
    return tables.seat_in_order([*seats, *sits_out])


MOVEMENTS: Mapping[MovementName, Movement] = {
    MovementName.EAST_WEST_UP: Movement(seat_first=_draw_seats, seat=_seat_east_west_up, keeps_directions=True),
    MovementName.ROUND_ROBIN: Movement(seat_first=_draw_seats, seat=_seat_round_robin),
    MovementName.WINNERS_UP: Movement(seat_first=_draw_seats, seat=_seat_winners_up),
    # By the numbers of the pairs, the lowest of which have byes in the first game.
    MovementName.KNOCKOUT: Movement(
        seat_first=lambda pairs, _: _seat_bracket(_build_bracket(sorted(pairs))), seat=_seat_knockout, eliminates=True
    ),
    # A pair that the file of seats does not have takes the place of a phantom, or else a new table.
    MovementName.GIVEN: Movement(
        seat_first=None,
        seat=lambda situation: tables.seat_present(situation.drawn[situation.game], situation.present),
        keeps_directions=True,
    ),
    MovementName.DANISH: Movement(seat_first=_draw_seats, seat=_seat_danish, goes_by_ranks=True),
}
