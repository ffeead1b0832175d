"""Guided entry of slips: one table after another, for a director with a pile of paper."""

from canasta_score.cli.event.options import TOTALS_ON_SLIP, parse_points
from canasta_score.cli.messages import print_diagnostics, print_error, print_note, print_warning
from canasta_score.cli.prompt.questions import BACK_REPLY, HELP_REPLY, AskFunction
from canasta_score.cli.terminal import print_result
from canasta_score.cli.usage_errors import CommandLineError
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.seating.tables import Table
from canasta_score.event.slips import Score
from canasta_score.event.status import compute_status
from canasta_score.recording.events import EnterSlip, EventRecorder
from canasta_score.report.event.text import describe_dispute, describe_missing_slips, format_table_names
from canasta_score.rules.diagnostics import CanastaError

_QUIT_REPLIES = {"q", "quit", "exit"}
_HELP = """Type the totals of North-South and East-West, such as 2875 -145.
Enter skips the table. < goes back one table. q stops."""


class SlipEntry:
    """Asks for the slips of a game whose totals are missing or disputed, and records each as soon as it is typed."""

    def __init__(self, recorder: EventRecorder, ask: AskFunction) -> None:
        """Start with the game that is played now; raises EventError if there is none."""
        self._recorder, self._ask = recorder, ask
        self._event = recorder.read()
        self._game = self._event.current_game

    def run(self) -> None:
        """Ask for one table after another, then print what is missing."""
        status = compute_status(self._event, self._game)
        numbers = [*status.missing, *status.disputed]
        tables = [table for table in find_seating(self._event, self._game) if table.number in numbers]
        if tables:
            print_result(f"Game {self._game} of {self._event.games}\n{_HELP}")
        index = 0
        while 0 <= index < len(tables):
            step = self._ask_table(tables[index])
            if not step:
                break
            index = max(0, index + step)
        print_result(describe_missing_slips(compute_status(self._event, self._game)))

    def _ask_table(self, table: Table) -> int:
        """Ask for the slip of a table until it is typed or passed over; return how many tables to go on."""
        while True:
            reply = self._ask(f"Table {table.number}, {format_table_names(self._event, table)}: ").strip()
            if not reply:
                return 1
            if reply == BACK_REPLY:
                return -1
            if reply.lower() in _QUIT_REPLIES:
                return 0
            if reply == HELP_REPLY:
                print_result(_HELP)
            elif self._record(table, reply):
                return 1

    def _record(self, table: Table, reply: str) -> bool:
        """Record a slip; print why not if it cannot be."""
        words = reply.replace("/", " ").split()
        if len(words) != TOTALS_ON_SLIP:
            print_note("enter two totals, such as 2875 -145", "Enter alone goes on to the next table")
            return False
        try:
            slip = EnterSlip(game=self._game, table=table.number, score=Score(*map(parse_points, words)))
            recorded = self._recorder.record(slip)
        except CommandLineError as error:
            print_diagnostics([error.diagnostic])
            return False
        except CanastaError as error:
            print_error(error)
            return False
        self._event = recorded.after
        print_diagnostics(recorded.problems)
        result = self._event.results[self._game, table.number]
        if result.is_disputed:
            dispute = describe_dispute(self._game, table.number, result.reports)
            print_warning(dispute, "look at the paper, then type it again")
        return not result.is_disputed
