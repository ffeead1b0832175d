"""`canasta-score event slip`: enter the totals of a table, or a hand."""

from collections.abc import Sequence
from typing import Annotated

import typer

from canasta_score.cli.commands.event.results.output import print_slip
from canasta_score.cli.event.options import (
    TOTALS_ON_SLIP,
    EventOption,
    OptionalGameArgument,
    parse_hand,
    parse_points,
    parse_table,
)
from canasta_score.cli.event.recording import build_entry, build_slip_entry, record_built_entry
from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.hand_input import has_impossible_problem, is_refused, refuse_hand
from canasta_score.cli.messages import print_diagnostics
from canasta_score.cli.options import HAND_METAVAR, SLIP_METAVAR, TABLE_METAVAR, AnywayOption, split_words
from canasta_score.cli.paths.event import resolve_event_path
from canasta_score.cli.prompt.questions import read_terminal_line
from canasta_score.cli.prompt.slip_entry import SlipEntry
from canasta_score.cli.terminal import is_interactive
from canasta_score.cli.usage_errors import usage_error
from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.seating.tables import Direction, require_table
from canasta_score.event.slips.results import Score
from canasta_score.event.slips.scores import require_hand_number
from canasta_score.hand.referee.checks import referee
from canasta_score.hand.tally.parser import parse_tally

_OptionalTableArgument = Annotated[
    int | None,
    typer.Argument(
        metavar=f"[{TABLE_METAVAR}]", parser=parse_table, help="The number of the table.", show_default=False
    ),
]
_FiguresArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar=f"[{SLIP_METAVAR}...]",
        help="The totals of North-South and East-West, or the items of a hand.",
        show_default=False,
    ),
]
_HandOption = Annotated[
    int | None,
    typer.Option(
        "--hand", metavar=HAND_METAVAR, parser=parse_hand, help="Enter this hand by its items: ns r3 n2 ew b1."
    ),
]


def slip(
    game: OptionalGameArgument = None,
    table: _OptionalTableArgument = None,
    figures: _FiguresArgument = None,
    *,
    hand: _HandOption = None,
    anyway: AnywayOption = False,
    event: EventOption = None,
) -> None:
    """Enter the totals of a table, or a hand.

    First the total of North-South, then of East-West. The same totals entered again verify the slip; different ones
    make it disputed. Without arguments, the program asks for one table after another.
    """
    if game is None:
        _run_guided_entry(event)
        return
    words = split_words(figures or [])
    if table is None or (hand is None and len(words) != TOTALS_ON_SLIP) or not words:
        example = ("event", "slip", str(game), str(table or 1), "2875", "-145")
        raise usage_error("enter the game, the table and two totals", "for example", *example)

    def build_slip(current: Event) -> EventEntry:
        if hand is not None:
            return _build_hand(current, game, table, hand, words, anyway=anyway)
        return build_slip_entry(current, game, table, Score(*map(parse_points, words)))

    _, after = record_built_entry(event, build_slip)
    print_slip(after)


def _build_hand(event: Event, game: int, table: int, hand: int, words: Sequence[str], *, anyway: bool) -> EventEntry:
    seats = require_table(find_seating(event, game), game, table)
    require_hand_number(event.variant, hand)
    names = dict(zip(map(str, Direction), (event.pairs[pair].name for pair in seats.pairs), strict=True))
    facts = parse_tally(event.variant, words, names)
    problems = referee(event.variant, facts, names)
    print_diagnostics(problems, is_accepted=anyway)
    if is_refused(problems, anyway=anyway):
        refuse_hand(event.variant, names, problems, json=False)
    is_anyway = has_impossible_problem(problems)
    return build_entry(EventEntryKind.HAND, game=game, table=table, hand=hand, facts=facts, accepted_anyway=is_anyway)


def _run_guided_entry(event: str | None) -> None:
    if not is_interactive():
        example = ("event", "slip", "1", "3", "2875", "-145")
        raise usage_error("no slip entered", "for example", *example)

    try:
        SlipEntry(resolve_event_path(event), read_terminal_line).run()
    except (KeyboardInterrupt, EOFError):
        raise typer.Exit(ExitCode.INTERRUPTED) from None
