"""The desk: one prompt for a club day, where a line is a slip or a command of `event`, and what reads these lines."""

import re
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import takewhile

import typer

from canasta_score.cli.command_runner import report_what_is_done, run_command
from canasta_score.cli.event.options import parse_game, parse_table
from canasta_score.cli.event.recording import open_event
from canasta_score.cli.invocation import CommandLineError, ExitCode, get_invocation, invoke
from canasta_score.cli.messages import print_diagnostics, print_error, print_note, print_problem, print_warning
from canasta_score.cli.options import is_points, parse_points
from canasta_score.cli.prompt import desk_lines, questions
from canasta_score.cli.prompt.clock_screen import EventWatch
from canasta_score.cli.prompt.line_editor import LineEditor, fit_toolbar
from canasta_score.cli.registry import EVENT_COMMANDS, EVENT_GROUP, QUIT_COMMANDS
from canasta_score.cli.terminal import MESSAGE_INDENT, get_terminal_width, print_result, print_sentences
from canasta_score.cli.typer_internals import Command
from canasta_score.cli.usage_errors import EVENT_SYNONYMS
from canasta_score.clock import get_local_time
from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.errors import EventError
from canasta_score.event.event import Event
from canasta_score.event.seating.rounds import find_seating, find_table
from canasta_score.event.slips import Score, TableResult
from canasta_score.event.status import GameStatus, compute_status, find_clock
from canasta_score.hand.referee.problems import Problem
from canasta_score.recording.events import EnterSlip, EventRequest, adjust_pair, fix_slip, undo, void_slip
from canasta_score.report.event import text as event_text
from canasta_score.report.event.countdown import BELL_STATES, CLOCK_LABELS, format_time_left
from canasta_score.rules.diagnostics import CanastaError, Diagnostic, DiagnosticCode, Severity, format_suggestion
from canasta_score.rules.frozen import replace
from canasta_score.rules.text import escape_unprintable, format_count, name_numbers, parse_digits

_REASON_OPTION = "--why"
_COMMANDS_THAT_ONLY_SHOW = ("check", "clock", "export", "print", "round", "season", "standings", "status")
_MOST_CHANGES_SHOWN = 5
_FEWEST_TOTALS_TO_COMPARE = 10
_MOST_TIMES_USUAL = 2.5  # what a total is of the usual one
_REFRESH_SECONDS = 0.5
_MAX_TABLE = 9999
_TOTALS_WIDTH = len("12345 -12345 ")  # with the cursor
_DASH_BEFORE_TOTAL = re.compile(r"\d[-\u2212]\d")


class PipeReader:
    """Reads lines from standard input where no person types them."""

    ask_question: questions.AskFunction | None = None  # nobody answers

    def read_line(self, _prompt: str, _draft: str, /) -> str:
        """Return the next line; raises EOFError at the end."""
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line


def iter_toolbar_sentences(event: Event, typed: str) -> Iterator[str]:
    """Yield what the toolbar says: whose table is typed, how many slips are in, and the clock."""
    if not event.is_drawn:
        yield f"{format_count(len(event.pairs), 'pair')}, not drawn yet. help lists what you can type."
        return
    game = event.current_game
    number = parse_digits(typed.split(" ", maxsplit=1)[0], _MAX_TABLE)
    for table in find_seating(event, game):
        if table.number == number and table.is_played:
            yield f"Table {number}: {event_text.format_table_names(event, game, table)}"
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
        yield event_text.describe_bell(event.settings)


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
            questions.print_above(prompt, _TOTALS_WIDTH),
            partial(desk_lines.list_desk_candidates, self._program, self._watch.event),
            lambda typed: fit_toolbar(map(escape_unprintable, iter_toolbar_sentences(self._watch.refresh(), typed))),
            draft,
        )


class Desk:
    """A club day at one prompt: which table is asked for, which slips were typed, and what is shown already."""

    def __init__(self, program: Command, watch: EventWatch, reader: PipeReader | DeskEditor) -> None:
        """Start with an event as it is now."""
        self._program, self._watch, self._reader = program, watch, reader
        self._recorder = open_event(watch.path)
        self._seen = len(watch.event.entries)
        self._asked_game = self._event.current_game
        self._proposed: int | None = None  # the table of the two totals that are typed next
        self._is_walking = False  # from one proposed table to the next
        self._passed: set[int] = set()  # the tables that were proposed and passed over
        # The slips that were typed here, with the numbers of their entries and what was known of their tables before.
        self._typed: list[tuple[int, EnterSlip, TableResult]] = []
        self._draft = ""

    def run(self, *, proposes_table: bool = False) -> None:
        """Answer line after line; raises EOFError or KeyboardInterrupt when the person leaves."""
        with invoke(event=self._watch.path, is_at_prompt=True):
            if proposes_table:
                self._propose_next_table()
            while True:
                draft, self._draft = self._draft, ""
                line = self._reader.read_line(self._build_prompt(), draft).strip()
                try:
                    with suppress(typer.Exit), report_what_is_done():  # why it ended is printed already
                        self._answer(line)
                except CommandLineError as error:
                    print_diagnostics([error.diagnostic])
                except CanastaError as error:
                    print_error(error)
                except KeyboardInterrupt:  # at a question
                    print_note("nothing recorded")

    @property
    def _event(self) -> Event:
        return self._watch.event

    def _build_prompt(self) -> str:
        event, game, number = self._event, self._event.current_game, self._proposed
        if not event.is_drawn:
            return "desk > "
        with suppress(CanastaError):  # no table is proposed, or others have moved its pairs
            table = find_table(event, game, number)
            again = ", again" if event.get_result(game, table.number).score else ""
            return f"table {number}{again}, {event_text.format_table_names(event, game, table)} > "
        self._proposed = None
        return f"game {game} > "

    def _answer(self, line: str) -> None:
        self._show_changes()
        get_invocation().game = self._event.current_game
        if not line:
            self._propose_next_table()
            return
        if line == questions.BACK_REPLY:
            self._take_back_slip()
            return
        command, *arguments = desk_lines.parse_desk_line(self._event, self._proposed, line)
        match arguments if command == desk_lines.SLIP and all(map(is_points, arguments)) else None:
            case [game, table, ns, ew]:
                score = Score(parse_points(ns), parse_points(ew))
                self._enter_slip(EnterSlip(game=parse_game(game), table=parse_table(table), score=score), line)
            case [table] | [_, table]:
                self._propose_table(parse_table(table))
            case []:
                self._propose_next_table()
            case _ if command in QUIT_COMMANDS:
                raise EOFError
            case _ if command in {"help", questions.HELP_REPLY} and not arguments:
                print_result(desk_lines.format_desk_help(get_terminal_width()))
            case _ if command == "desk":
                print_note("you are already at the desk", "to leave", "quit")
            case _:
                self._run_command(command, arguments)

    # what others do

    def _show_changes(self, own: Collection[int] = ()) -> None:
        """Print what others have entered since the last line; `own` are the numbers of entries that are not theirs."""
        event = self._watch.refresh()
        if event.current_game != self._asked_game:
            self._asked_game, self._proposed, self._is_walking = event.current_game, None, False
            self._passed.clear()
        new = event.entries[self._seen :]
        entries = [entry for entry in new if entry.number not in own and entry.kind is not EventEntryKind.CLOCK]
        self._seen = len(event.entries)
        if len(entries) > _MOST_CHANGES_SHOWN:
            print_result(f"Meanwhile: {len(entries)} entries, these the last of them.")
        shown: list[str] = []
        for entry in entries[-_MOST_CHANGES_SHOWN:]:
            news = self._describe_entry(entry)
            if entry.table is None or news not in shown:  # a slip that was entered and confirmed is as it is now
                print_sentences(f"Meanwhile: {news}.")
            shown.append(news)

    def _describe_entry(self, entry: EventEntry) -> str:
        event, key = self._event, (entry.game or 0, entry.table or 0)
        if entry.kind in {EventEntryKind.UNDO, EventEntryKind.REDO}:
            return entry.kind
        if entry.kind in {EventEntryKind.SLIP, EventEntryKind.HAND} and key in event.results:
            seats = find_table(event, *key)
            phone = " from a phone" if entry.phone else ""
            return f"{event_text.describe_result(event, key[0], seats, event.results[key])}{phone}"
        change = next((change for change in event.applied_changes if change.entry.number == entry.number), None)
        return event_text.describe_change(event, change) if change else "an entry, undone again"

    # slips

    def _enter_slip(self, request: EnterSlip, line: str) -> None:
        game, table, before = request.game, request.table, self._event.get_result(request.game, request.table)
        try:
            doubts = self._recorder.preview(request).problems
        except EventError as error:
            if error.diagnostics[0].code is not DiagnosticCode.LATER_GAME or not self._reader.ask_question:
                raise
            doubts = [replace(each, severity=Severity.WARNING) for each in error.diagnostics]
            request = replace(request, anyway=True)
        if not self._confirm(doubts or _list_doubts(self._event, request, before, line), line):
            return
        recorded = self._recorder.record(request)
        self._watch.event = event = recorded.after
        self._typed.append((len(event.entries), request, before))
        result = event.get_result(game, table)
        print_sentences(event_text.describe_result(event, game, find_table(event, game, table), result))
        self._show_changes(own=[len(event.entries)])
        if not self._reader.ask_question:
            print_diagnostics(recorded.problems)
        if result.is_disputed:
            hint = f"look at the paper and type the slip again; {questions.BACK_REPLY} takes back what you just typed"
            print_warning(event_text.describe_dispute(game, table, result.reports), hint)
        if other := _find_table_with(event, request):
            hint = f"if the slip in your hand is that of table {other}: {questions.BACK_REPLY}"
            print_note(f"table {other} has the same totals", hint)
        status = compute_status(event, game)
        if status.is_complete and before.score is None:
            print_sentences(event_text.describe_missing_slips(status))
        self._print_if_verified(status)
        asked = self._proposed
        if not self._is_walking:
            self._proposed = table if result.is_disputed and table == asked else None
        elif (asked == table) != (asked in status.disputed):  # else its paper is in hand, or it is still to be typed
            self._propose_first(status, asked)

    def _confirm(self, doubts: Sequence[Problem], line: str) -> bool:
        """Return whether to record a slip; a person is asked about what makes it unlikely, and may edit the line."""
        ask = self._reader.ask_question
        if not (doubts and ask):
            return True
        questions.print_without_hints(doubts)
        reply = ask(questions.RECORD_ANYWAY_QUESTION)
        while (answer := questions.parse_yes_no(reply, default=False)) is None:
            if reply.strip().lower() in questions.EDIT_REPLIES:
                self._draft = line
                return False
            print_result(f"{MESSAGE_INDENT}Please answer y, n or edit.")
            reply = ask(questions.RECORD_ANYWAY_QUESTION)
        if not answer:
            print_note("nothing recorded", "press the Up key to bring your line back")
        return answer

    def _take_back_slip(self) -> None:
        """Take back the slip that was typed last as if it had never been there, so that it makes no dispute."""
        applied = {change.entry.number for change in self._event.applied_changes}
        self._typed = [typed for typed in self._typed if typed[0] in applied]
        if not self._typed:
            print_note("nothing was typed here that can be taken back", "to cancel the last entry", "event", "undo")
            return
        number, slip, before = self._typed.pop()
        request, result = undo(entry=number), self._event.get_result(slip.game, slip.table)
        # Others may have entered something since; a slip that is all that is known of its table can still be voided.
        is_last = self._event.applied_changes[-1].entry.number == number
        if not is_last and before == TableResult() and result == before.add_report(slip.score):
            request = void_slip(game=slip.game, table=slip.table, why="typed by mistake")
        after = self._recorder.record(request).after
        self._show_changes(own=[len(after.entries)])
        print_result(f"Taken back: table {slip.table}, {event_text.format_score(slip.score)}.")
        if slip.game == self._event.current_game:
            self._propose_table(slip.table)

    # which table comes next

    def _propose_next_table(self) -> None:
        if self._proposed is not None:
            self._passed.add(self._proposed)
        self._propose_first(compute_status(self._event, self._event.current_game))

    def _propose_first(self, status: GameStatus, seen: int | None = None) -> None:
        """Propose a table that was not passed over: missing, unverified or disputed; one just `seen` comes last."""
        left = [table for table in _list_waiting(self._event, status) if table not in self._passed]
        if left:
            others = [table for table in left if table != seen]
            self._propose_table((others or left)[0])
            self._is_walking = True
            return
        if seen is None or self._passed:
            print_sentences("\n".join(event_text.iter_status_lines(status)))
            self._print_if_verified(status)
        self._proposed, self._is_walking = None, False
        self._passed.clear()

    def _print_if_verified(self, status: GameStatus) -> None:
        if not _list_waiting(self._event, status) and status.game not in self._event.announced:
            print_result(f"All slips of game {status.game} are in and verified. To close the game: announce")

    def _propose_table(self, table: int) -> None:
        game = self._event.current_game
        find_table(self._event, game, table)
        result = self._event.get_result(game, table)
        if result.is_disputed and table != self._proposed:
            print_warning(event_text.describe_dispute(game, table, result.reports))
        self._proposed = table

    # commands of `event`

    def _run_command(self, command: str, arguments: list[str]) -> None:
        if command not in EVENT_COMMANDS and command != "help" and not command.startswith("-"):
            names = [word for word in (command, *arguments) if not is_points(word)]
            table = desk_lines.find_named_table(self._event, names)
            if table and len(names) > len(arguments):
                self._propose_table(table)
                return
            commands = (*EVENT_COMMANDS, *desk_lines.DESK_SUMMARIES)
            fallback = "type a slip such as 14 2875 -145, or help"
            hint = format_suggestion(EVENT_SYNONYMS.get(command, command), commands, fallback=fallback)
            print_problem(f'unknown command "{command}"', hint)
            return
        if command == "help":
            command, arguments = arguments[0], ["--help"]
        elif (ask := self._reader.ask_question) and (request := _build_reasoned(command, arguments)):
            self._recorder.preview(request)  # what is refused whatever the reason is refused before the question
            arguments += [_REASON_OPTION, ask("Why? ").strip()]
        code = run_command(self._program, [EVENT_GROUP, command, *arguments])
        if code == ExitCode.INTERRUPTED:
            print_note("stopped")
        has_entries = code == ExitCode.SUCCESS and command not in _COMMANDS_THAT_ONLY_SHOW
        new = self._watch.refresh().entries[self._seen :] if has_entries else ()
        self._show_changes(own=[entry.number for entry in new if not entry.phone])


def _build_reasoned(command: str, arguments: Sequence[str]) -> EventRequest | None:
    """Return the request of a command that takes a reason, if it has none yet; None for other commands."""
    if _REASON_OPTION in arguments:
        return None
    words = takewhile(lambda word: not word.startswith("--"), arguments)
    match command, *words:
        case "fix", game, table, ns, ew:
            score = Score(parse_points(ns), parse_points(ew))
            return fix_slip(game=parse_game(game), table=parse_table(table), score=score, why="")
        case "adjust", pair, points:
            return adjust_pair(pair=pair, points=parse_points(points), why="")
        case "void", game, table:
            return void_slip(game=parse_game(game), table=parse_table(table), why="")
    return None


def _list_doubts(event: Event, slip: EnterSlip, before: TableResult, line: str) -> list[Problem]:
    """Return what a tired director gets wrong: the sides exchanged, a dash for a space, or a digit too many."""
    score = slip.score
    if score in before.reports:
        return []
    doubts: list[str] = []
    exchanged = Score(score.ew, score.ns)
    known = sorted(abs(points) for result in event.results.values() for points in result.score or ())
    if exchanged in before.reports:
        as_entered = event_text.format_score(exchanged)
        doubts.append(f"table {slip.table} was entered as {as_entered}; maybe the sides are exchanged")
    elif before.reports and (same := _find_table_with(event, slip)):
        first = event_text.format_score(before.reports[0])
        doubts.append(f"table {same} has these totals, and table {slip.table} was entered as {first}")
    elif _DASH_BEFORE_TOTAL.search(line):
        doubts.append(f"the dash is read as a minus: {event_text.format_score(score)}")
    elif len(known) >= _FEWEST_TOTALS_TO_COMPARE:
        usual = known[len(known) // 2]
        unusual = [points for points in score if not -usual <= points <= _MOST_TIMES_USUAL * usual]
        doubts += [f"{points:,} is far from the usual total of the day, {usual:,}" for points in unusual]
    return [Diagnostic(severity=Severity.WARNING, message=doubt) for doubt in doubts]


def _find_table_with(event: Event, slip: EnterSlip) -> int | None:
    """Return another table of the game that has the totals of a slip, if there is one."""
    for table, result in event.iter_played_tables(slip.game):
        if table.number != slip.table and result.score == slip.score:
            return table.number
    return None


def _list_waiting(event: Event, status: GameStatus) -> list[int]:
    """Return the tables without a verified slip, those entered once in the order in which they were entered."""
    entered = [table for game, table in event.results if game == status.game]
    return [*status.missing, *sorted(status.unverified, key=entered.index), *status.disputed]
