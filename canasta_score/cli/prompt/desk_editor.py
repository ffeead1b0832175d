"""The line editor of the desk: editing, completion, the lines typed before, the toolbar and the bell."""

from collections.abc import Iterator
from textwrap import wrap

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Always
from prompt_toolkit.styles import Style

from canasta_score.cli.prompt.clock_screen import EventWatch
from canasta_score.cli.prompt.desk_lines import list_desk_candidates
from canasta_score.cli.prompt.questions import Words, print_above
from canasta_score.cli.terminal import get_terminal_width
from canasta_score.cli.typer_internals import Command
from canasta_score.clock import get_local_time
from canasta_score.event.event import Event
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.status import compute_status, find_clock
from canasta_score.report.event.countdown import BELL_STATES, CLOCK_LABELS, format_time_left
from canasta_score.report.event.text import describe_bell, format_table_names
from canasta_score.rules.text import escape_unprintable, format_count, name_numbers, parse_digits

_REFRESH_SECONDS = 0.5
_MAX_TOOLBAR_LINES = 5
_MAX_TABLE = 9999


def iter_toolbar_sentences(event: Event, typed: str) -> Iterator[str]:
    """Yield what the toolbar says: whose table is typed, how many slips are in, and the clock."""
    if not event.is_drawn:
        yield f"{format_count(len(event.pairs), 'pair')}, not drawn yet. help lists what you can type."
        return
    game = event.current_game
    number = parse_digits(typed.split(" ", maxsplit=1)[0], _MAX_TABLE)
    for table in find_seating(event, game):
        if table.number == number and table.is_played:
            yield f"Table {number}: {format_table_names(event, table)}"
    status = compute_status(event, game)
    tables, waiting = len(status.tables), len(status.missing) + len(status.unverified) + len(status.disputed)
    disputed = f", {len(status.disputed)} disputed" if status.disputed else ""
    yield f"Game {game}: {tables - len(status.missing)} of {tables} slips in, {tables - waiting} verified{disputed}."
    results = [(table.number, result) for table, result in event.iter_played_tables(game)]
    phones = sum(any(source.startswith("phone") for source in result.sources) for _, result in results)
    if phones:
        waiting_for = [number for number, result in results if result.waits_for]
        waits = f", {name_numbers('table', waiting_for)} to be confirmed" if waiting_for else ""
        yield f"From phones: {format_count(phones, 'slip')}{waits}."
    clock, now = find_clock(event), get_local_time()
    state = clock.get_state(now, event.settings.warn)
    yield f"Clock of game {clock.game}: {format_time_left(clock.count_left(now))}, {CLOCK_LABELS[state]}."
    if state in BELL_STATES:
        yield describe_bell(event.settings)


class DeskEditor:
    """Reads what the director types, line by line."""

    can_answer = True

    def __init__(self, program: Command, watch: EventWatch) -> None:
        """Set up the prompt, whose toolbar follows an event."""
        self._program, self._watch = program, watch
        self._session: PromptSession[str] = PromptSession(
            complete_while_typing=False,
            style=Style.from_dict({"bottom-toolbar": "noreverse"}),
            completer=_DeskCompleter(program, watch),
            bottom_toolbar=self._format_toolbar,
            refresh_interval=_REFRESH_SECONDS,
        )
        # Without it, the line takes the whole screen and the toolbar is at the bottom, far from what it is about.
        self._session.layout.current_window.dont_extend_height = Always()
        self._session.app.after_render += watch.ring
        self._answer_session: PromptSession[str] = PromptSession(complete_while_typing=False)

    def read_line(self, prompt: str, draft: str, /) -> str:
        """Return the next line; raises EOFError for Ctrl-D and KeyboardInterrupt for Ctrl-C."""
        return self._session.prompt(print_above(escape_unprintable(prompt)), default=draft)

    def ask_question(self, prompt: str, _words: Words = (), /) -> str:
        """Return the answer to a question; raises EOFError for Ctrl-D and KeyboardInterrupt for Ctrl-C."""
        return self._answer_session.prompt(prompt)

    def _format_toolbar(self) -> str:
        width = max(1, get_terminal_width() - 1)
        sentences = iter_toolbar_sentences(self._watch.refresh(), self._session.default_buffer.text)
        lines = [line for sentence in sentences for line in wrap(escape_unprintable(sentence), width)]
        return "\n".join(lines[:_MAX_TOOLBAR_LINES])


class _DeskCompleter(Completer):
    def __init__(self, program: Command, watch: EventWatch) -> None:
        self._program, self._watch = program, watch

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        del complete_event
        current = document.get_word_before_cursor(WORD=True)
        words = document.text_before_cursor.removesuffix(current).split()
        for candidate in list_desk_candidates(self._program, self._watch.event, words, current):
            text = candidate.word if candidate.word.endswith(("=", "/")) else f"{candidate.word} "
            yield Completion(text, start_position=-len(current), display=candidate.word, display_meta=candidate.label)
