"""The line editor of the desk, with its toolbar and bell."""

from collections.abc import Iterator
from functools import partial

from canasta_score.cli.prompt.clock_screen import EventWatch
from canasta_score.cli.prompt.desk_lines import list_desk_candidates
from canasta_score.cli.prompt.line_editor import LineEditor, fit_toolbar
from canasta_score.cli.prompt.questions import print_above
from canasta_score.cli.typer_internals import Command
from canasta_score.clock import get_local_time
from canasta_score.event.event import Event
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.status import compute_status, find_clock
from canasta_score.report.event.countdown import BELL_STATES, CLOCK_LABELS, format_time_left
from canasta_score.report.event.text import describe_bell, format_table_names
from canasta_score.rules.text import escape_unprintable, format_count, name_numbers, parse_digits

_REFRESH_SECONDS = 0.5
_MAX_TABLE = 9999
_TOTALS_WIDTH = len("12345 -12345 ")  # with the cursor


def iter_toolbar_sentences(event: Event, typed: str) -> Iterator[str]:
    """Yield what the toolbar says: whose table is typed, how many slips are in, and the clock."""
    if not event.is_drawn:
        yield f"{format_count(len(event.pairs), 'pair')}, not drawn yet. help lists what you can type."
        return
    game = event.current_game
    number = parse_digits(typed.split(" ", maxsplit=1)[0], _MAX_TABLE)
    for table in find_seating(event, game):
        if table.number == number and table.is_played:
            yield f"Table {number}: {format_table_names(event, game, table)}"
    status = compute_status(event, game)
    tables, waiting = len(status.tables), len(status.missing) + len(status.unverified) + len(status.disputed)
    disputed = f", {len(status.disputed)} disputed" if status.disputed else ""
    yield f"Game {game}: {tables - len(status.missing)} of {tables} slips in, {tables - waiting} verified{disputed}."
    entries = (change.entry for change in event.applied_changes)
    phones = {entry.table for entry in entries if entry.phone and entry.game == game}
    if phones:
        waits = f", {name_numbers('table', [*status.waiting])} to be confirmed" if status.waiting else ""
        yield f"From phones: {format_count(len(phones), 'slip')}{waits}."
    clock, now = find_clock(event), get_local_time()
    state = clock.get_state(now, event.settings.warn)
    yield f"Clock of game {clock.game}: {format_time_left(clock.count_left(now))}, {CLOCK_LABELS[state]}."
    if state in BELL_STATES:
        yield describe_bell(event.settings)


class DeskEditor(LineEditor):
    """The editor of the desk."""

    def __init__(self, program: Command, watch: EventWatch) -> None:
        """Set up the prompt, whose toolbar and bell follow an event."""
        super().__init__(_REFRESH_SECONDS)
        self._program, self._watch = program, watch
        self._session.app.after_render += watch.ring

    def read_line(self, prompt: str, draft: str, /) -> str:
        """Return the next line, which begins as a draft; raises EOFError for Ctrl-C or Ctrl-D on an empty line."""
        return self.prompt(
            print_above(prompt, _TOTALS_WIDTH),
            partial(list_desk_candidates, self._program, self._watch.event),
            lambda typed: fit_toolbar(map(escape_unprintable, iter_toolbar_sentences(self._watch.refresh(), typed))),
            draft,
        )
