"""Recording in a game from the command line: which file, what is printed of it, and what comes next."""

from collections.abc import Collection, Sequence
from pathlib import Path

from canasta_score.cli import game_files, messages, paths
from canasta_score.cli.invocation import get_invocation
from canasta_score.cli.terminal import get_terminal_width, json_report, print_result, print_table
from canasta_score.clock import get_local_time
from canasta_score.game.ledger import Ledger
from canasta_score.hand.referee.problems import Problem
from canasta_score.recording.games import GameRecorder, GameRequest, RecordedGame
from canasta_score.report.text.standing import confirm_entry, describe_moved_deal, format_standing
from canasta_score.rules.diagnostics import DiagnosticCode


def open_game(path: Path, done: str = "", *, accepted: Collection[DiagnosticCode] = ()) -> GameRecorder:
    """Return what records in a game file; `done` is what is said if anything fails after an entry is on the disk."""
    invocation = get_invocation()

    def mark_done(recorded: RecordedGame) -> None:
        invocation.done = done or confirm_entry(recorded.after.entries[-1])
        invocation.build_json = lambda: json_report.build_sheet_json(recorded.after)

    return GameRecorder(path, get_local_time, messages.print_note, mark_done, accepted=accepted)


def record_in_game(ledger: str | None, request: GameRequest) -> RecordedGame:
    """Record a request in the game that a command means."""
    return open_game(game_files.resolve_ledger_path(ledger)).record(request)


def print_problems(recorded: RecordedGame, known: Sequence[Problem] = (), *, anyway: bool) -> None:
    """Print the problems of a hand that was recorded, except those that the person knows already."""
    messages.print_diagnostics((problem for problem in recorded.problems if problem not in known), is_accepted=anyway)


def print_hints_if_game_over(before: Ledger, game: Ledger) -> None:
    """Print what comes next if the last entry has ended the game; the prompt of `play` prints that itself."""
    if game.standing().over and not before.standing().over and not get_invocation().is_at_prompt:
        export = messages.format_command("export", "-o", game_files.find_free_page("evening.html"))
        next_game = messages.format_command(*paths.build_next_game_command(game.file))
        print_result(f"\nTo send the game: {export}\nTo start the next game: {next_game}")


def print_with_standing(message: str, game: Ledger, before: Ledger | None = None) -> None:
    """Print what was done, who deals now if that is different from `before`, and the standing."""
    moved = describe_moved_deal(before.standing(), game.standing()) if before else ""
    print_table(f"{message}{moved}\n\n{format_standing(game.variant, game.standing(), get_terminal_width())}")
