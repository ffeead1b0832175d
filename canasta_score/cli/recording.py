"""What every command does that adds an entry: record it, then print what was done and the new standing."""

from collections.abc import Callable, Sequence
from pathlib import Path

from canasta_score.cli.game_sequence import add_next_game_hint, print_next_steps, resolve_ledger_path
from canasta_score.cli.hand_input import has_impossible_problem, is_refused, refuse_hand
from canasta_score.cli.invocation import mark_done
from canasta_score.cli.messages import is_prompt_mode, print_diagnostics, print_note
from canasta_score.cli.terminal import get_terminal_width, print_json, print_table
from canasta_score.clock import get_local_time
from canasta_score.game.audit import find_next_hand_problems, find_unlikely_next_hand_problems
from canasta_score.game.entries import Entry, EntryKind, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import record_entry
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.referee.problems import Problem
from canasta_score.report.text.standing import describe_moved_deal, format_standing
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode

_KINDS_ABOUT_A_HAND = (EntryKind.HAND, EntryKind.FIX, EntryKind.VOID)
_CONFIRMATIONS = {
    EntryKind.HAND: "recorded",
    EntryKind.FIX: "corrected",
    EntryKind.VOID: "canceled",
    EntryKind.NOTE: "Note added",
    EntryKind.UNDO: "Undone",
    EntryKind.REDO: "Redone",
    EntryKind.END: "Game ended",
    EntryKind.RENAME: "Renamed",
    EntryKind.FAILED_OPENING: "Failed opening recorded",
}


def record_change(
    ledger: str | None, kind: EntryKind, *, hand: int | None = None, text: str = ""
) -> tuple[Ledger, Ledger]:
    """Append an entry without facts, and return the game before and after it."""
    return record(
        resolve_ledger_path(ledger), lambda _: Entry(recorded_at=get_local_time(), kind=kind, hand=hand, text=text)
    )


def record(path: Path, build_entry: Callable[[Ledger], Entry]) -> tuple[Ledger, Ledger]:
    """Append an entry, and return the game before and after it."""
    return record_entry(path, build_entry, print_note, lambda game: mark_done(_describe_entry(game.entries[-1])))


def _describe_entry(entry: Entry) -> str:
    description = _CONFIRMATIONS.get(entry.kind, "Recorded")
    return f"Hand {entry.hand} {description}" if entry.kind in _KINDS_ABOUT_A_HAND else description


def build_hand_entry(
    game: Ledger, facts: HandFacts, *, anyway: bool, json: bool = False, known: Sequence[Problem] = ()
) -> Entry:
    """Build the entry of the next hand and print its problems, except those already `known`.

    Raises typer.Exit if the hand is refused.
    """
    problems = list_whole_hand_problems(game, facts)
    if not anyway:  # what else is wrong after the end does not matter before the next game is started
        problems = [problem for problem in problems if problem.code is DiagnosticCode.GAME_OVER] or problems
    print_diagnostics((problem for problem in problems if problem not in known), is_accepted=anyway)
    if is_refused(problems, anyway=anyway):
        refuse_hand(game.variant, game.side_names, problems, json=json)
    return Entry(
        recorded_at=get_local_time(), kind=EntryKind.HAND, facts=facts, accepted_anyway=has_impossible_problem(problems)
    )


def list_next_hand_problems(game: Ledger, facts: HandFacts) -> list[Problem]:
    """Return what is impossible or against the rules in the next hand of a game, as far as it is entered."""
    return [
        add_next_game_hint(problem, game.file) if problem.code is DiagnosticCode.GAME_OVER else problem
        for problem in find_next_hand_problems(game, facts)
    ]


def list_whole_hand_problems(game: Ledger, facts: HandFacts) -> list[Problem]:
    """Return the problems that facts would have as the next hand of a game, and what is unlikely in it."""
    problems = list_next_hand_problems(game, facts)
    return [*problems, *find_unlikely_next_hand_problems(game, facts, problems)]


def refuse_if_game_is_over(game: Ledger) -> None:
    """Print that a game is over and raise typer.Exit, before anybody is asked for one more hand of it."""
    problems = list_next_hand_problems(game, {})
    if has_impossible_problem(problems):
        print_diagnostics(problems)
        refuse_hand(game.variant, game.side_names, problems, json=False)


def check_game_goes_on(game: Ledger) -> None:
    """Raise LedgerError with the way to the next game if a game is over."""
    if game.standing().over:
        over = Diagnostic(code=DiagnosticCode.GAME_OVER, message="the game is already over")
        raise LedgerError([add_next_game_hint(over, game.file)])


def print_hints_if_game_over(before: Ledger, game: Ledger) -> None:
    """Print what comes next if the last entry has ended the game; the prompt of `play` prints that itself."""
    if game.standing().over and not before.standing().over and not is_prompt_mode():
        print_next_steps(game)


def print_with_standing(message: str, game: Ledger, before: Ledger | None = None, *, json: bool = False) -> None:
    """Print what was done, who deals now if that is different from `before`, and the standing; or the game as JSON."""
    if json:
        from canasta_score.report.json import build_sheet_json

        print_json(build_sheet_json(game))
        return
    moved = describe_moved_deal(before.standing(), game.standing()) if before else ""
    print_table(f"{message}{moved}\n\n{format_standing(game.variant, game.standing(), get_terminal_width())}")
