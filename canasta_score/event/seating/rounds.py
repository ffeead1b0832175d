"""Who plays whom in each game: as it is settled, or as it will be if nobody comes or leaves."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from canasta_score.event.errors import EventError
from canasta_score.event.event import Event, list_present
from canasta_score.event.movements import Situation
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.event.seating import tables
from canasta_score.event.settings import Fields


def find_seating(event: Event, game: int) -> tables.Seating:
    """Return the seating of a game; raises EventError if there is no such game, or it depends on missing results."""
    event.require_game(game)
    return list_seatings(event, game)[-1]


def find_table(event: Event, game: int, number: int | None) -> tables.Table:
    """Return the table of a game at which two pairs meet; raises EventError for an unknown game or table."""
    return tables.require_table(find_seating(event, game), game, number)


def list_seatings(event: Event, last_game: int) -> list[tables.Seating]:
    """Return the seatings of the games up to one; raises EventError if they depend on missing results."""
    return [*_iter_seatings(event, last_game)]


def list_known_seatings(event: Event) -> list[tables.Seating]:
    """Return the seatings of the games that are known by now: after the draw all, unless they depend on results."""
    rounds: list[tables.Seating] = []
    with suppress(EventError):
        for seating in _iter_seatings(event, event.games if event.is_drawn else 0):
            rounds.append(seating)  # noqa: PERF402 -- those before an error are kept
    return rounds


def _iter_seatings(event: Event, last_game: int) -> Iterator[tables.Seating]:
    rounds: list[tables.Seating] = []
    for game in range(1, last_game + 1):
        seating = event.seatings.get(game)
        if seating is None:
            movement, ranking = event.get_movement(game), []
            if movement.goes_by_ranks:
                (field,) = compute_standings(event, game - 1).fields
                ranking = [ranked.record.pair for ranked in field.ranking]
            situation = Situation(
                game=game,
                present=list_present(event.pairs, game),
                rounds=tuple(rounds),
                points={before: event.get_points(before) for before in range(1, game)},
                drawn=event.drawn,
                may_turn=event.settings.fields is Fields.ONE,
                ranking=tuple(pair.number for pair in ranking if pair.plays_in(game)),
            )
            seating = movement.seat(situation)
        rounds.append(seating)
        yield seating


def reseat(event: Event, game: int) -> tables.Seating:
    """Return the settled seating of a game with the pairs that play in it now; results that are there stay."""
    settled = event.seatings[game]
    seating = tables.seat_present(settled, event.list_expected(game, settled))
    movement = event.get_movement(game)
    if movement.is_given or movement.eliminates or event.has_results(game):  # by a file, or a bracket
        return seating
    return tables.merge_lonely_tables(seating, may_turn=event.settings.fields is Fields.ONE)


def find_repeats(rounds: Sequence[tables.Seating]) -> list[tuple[int, int]]:
    """Return the games and tables at which two pairs meet that have met before, in their order."""
    met: set[tables.Meeting] = set()
    repeats: list[tuple[int, int]] = []
    for game, seating in enumerate(rounds, 1):
        repeats += [(game, table.number) for table in seating if table.is_played and (table.ns, table.ew) in met]
        met.update(tables.iter_meetings(seating))
    return repeats
