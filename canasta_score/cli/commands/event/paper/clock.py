"""`canasta-score event clock`: the clock of a game."""

from datetime import datetime
from typing import Annotated

import typer

from canasta_score.cli.event.options import EventOption, parse_minutes, parse_table
from canasta_score.cli.event.recording import build_clock_entry, load_event, record_built_entry
from canasta_score.cli.options import TABLE_METAVAR, JsonOption
from canasta_score.cli.paths.event import resolve_event_path
from canasta_score.cli.terminal import get_terminal_width, is_interactive, print_json, print_result
from canasta_score.cli.usage_errors import usage_error
from canasta_score.clock import get_local_time
from canasta_score.event.entries import ClockAction
from canasta_score.event.event import Event
from canasta_score.event.timing.current_clock import find_clock
from canasta_score.report.event.clock import iter_clock_lines
from canasta_score.report.event.json import build_clock_json
from canasta_score.report.text.layout import fill_text

_ActionArgument = Annotated[
    ClockAction | None, typer.Argument(metavar="[start|pause|add]", help="Without a word, the clock is shown.")
]
_MinutesArgument = Annotated[
    int | None, typer.Argument(metavar="[MINUTES]", parser=parse_minutes, help="The minutes to add.")
]
_TableOption = Annotated[
    int | None, typer.Option("--table", metavar=TABLE_METAVAR, parser=parse_table, help="Only for this table.")
]


def clock(
    action: _ActionArgument = None,
    minutes: _MinutesArgument = None,
    *,
    table: _TableOption = None,
    event: EventOption = None,
    json: JsonOption = False,
) -> None:
    """Show the clock, start or stop it, or add time.

    At a terminal it shows large figures, and rings at the warning and at the end. The event file has the start, so the
    clock goes on when the program or the laptop is started again.
    """
    if (action is ClockAction.ADD) != (minutes is not None) or minutes == 0:
        raise usage_error(
            "clock add needs minutes; start and pause take none", "for example", "event", "clock", "add", "5"
        )
    if table is not None and action is not ClockAction.ADD:
        raise usage_error(
            "--table can be used only with add", "for example", "event", "clock", "add", "5", "--table", "3"
        )
    if action is None and is_interactive() and not json:
        from canasta_score.cli.prompt.clock_screen import show_clock

        show_clock(resolve_event_path(event))
        return
    if action is None:
        loaded = load_event(event)
    else:
        _, loaded = record_built_entry(event, lambda current: build_clock_entry(current, action, minutes, table))
    _print_clock(loaded, get_local_time(), json=json)


def _print_clock(event: Event, now: datetime, *, json: bool) -> None:
    current = find_clock(event)
    if json:
        print_json(build_clock_json(current, now, event.settings.warn))
    else:
        print_result(fill_text("\n".join(iter_clock_lines(current, now, event.settings)), get_terminal_width()))
