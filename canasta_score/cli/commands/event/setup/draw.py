"""`canasta-score event draw`: draw the tables of the first game."""

from pathlib import Path
from secrets import randbelow
from typing import Annotated

import typer

from canasta_score.cli.event.options import EventOption
from canasta_score.cli.event.recording import build_entry, record_built_entry
from canasta_score.cli.messages import print_note
from canasta_score.cli.options import FILE_METAVAR, number_option
from canasta_score.cli.paths.expansion import expand_path
from canasta_score.cli.terminal import get_terminal_width, print_table
from canasta_score.cli.usage_errors import usage_error
from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.errors import event_error
from canasta_score.event.event import FIRST_GAME, Event
from canasta_score.event.pairs import list_present
from canasta_score.event.seating.csv_tables import parse_seats
from canasta_score.event.seating.draw import draw_seating
from canasta_score.event.seating.rounds import find_repeats, find_second_sit_outs, list_known_seatings
from canasta_score.event.settings import MovementName
from canasta_score.game.storage.files import read_bytes
from canasta_score.report.event.tables import format_round
from canasta_score.rules.text import name_numbers

_SEEDS = 1_000_000
_SeedOption = Annotated[int | None, number_option("--seed", "Repeat a draw by its number.")]
_SeatsFileOption = Annotated[
    str | None, typer.Option("--seats", metavar=FILE_METAVAR, help="A CSV file with columns table, ns, ew; no draw.")
]


def draw(*, seed: _SeedOption = None, seats: _SeatsFileOption = None, event: EventOption = None) -> None:
    """Draw the tables of the first game.

    The draw says who sits North-South and East-West. Its number is kept, so that the draw can be repeated. A file of
    seats for several games has a column "game" as well.
    """
    if seed is not None and seats is not None:
        raise usage_error("--seed and --seats cannot be used together", "use only one of them")
    chosen = randbelow(_SEEDS) if seed is None else seed

    _, after = record_built_entry(
        event, lambda current: _build_given_draw(current, expand_path(seats)) if seats else _build_draw(current, chosen)
    )
    _print_draw(after)


def _build_draw(event: Event, seed: int) -> EventEntry:
    if event.settings.movement is MovementName.GIVEN:
        raise event_error("the pairings of this event come from a file", "to read it", "draw", "--seats", "seats.csv")
    seating = draw_seating(event.settings.movement, list_present(event.pairs, FIRST_GAME), seed)
    return build_entry(EventEntryKind.DRAW, seed=seed, seats={FIRST_GAME: seating})


def _build_given_draw(event: Event, path: Path) -> EventEntry:
    if event.settings.movement is MovementName.KNOCKOUT:
        raise event_error("in a knockout the numbers of the pairs decide who meets", "to draw without a file", "draw")
    seats = parse_seats(read_bytes(path), str(path), event.pairs)
    is_given = event.settings.movement is MovementName.GIVEN
    wanted = [*range(FIRST_GAME, event.games + 1)] if is_given else [FIRST_GAME]
    if sorted(seats) != wanted:
        message = f"the file must have the seats of {name_numbers('game', wanted)}"
        raise event_error(message, "look at the column game", file=str(path))
    return build_entry(EventEntryKind.DRAW, seats=seats)


def _print_draw(event: Event) -> None:
    print_table(format_round(event, [event.seatings[FIRST_GAME]], get_terminal_width()))
    rounds = list_known_seatings(event)
    games = sorted({repeat.game for repeat in find_repeats(rounds)})
    if games:
        movement = event.settings.movement
        is_movement_up = movement is MovementName.EAST_WEST_UP and len(event.pairs) > event.games
        hint = f"to avoid that, start the event with --movement {MovementName.ROUND_ROBIN}" if is_movement_up else ""
        print_note(f"some pairs meet a second time in {name_numbers('game', games)}", hint)
    again = sorted({game for game, _ in find_second_sit_outs(rounds)})
    if again:
        print_note(f"a pair sits out a second time in {name_numbers('game', again)}")
