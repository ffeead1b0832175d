"""What every command does that adds an entry: record it, then print what was done and the new standing."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.game_sequence import build_next_game_hint, print_next_steps
from canasta_score.cli.hand_input import has_impossible_problem, is_refused, refuse_hand
from canasta_score.cli.messages import format_command, is_prompt_mode, print_diagnostics, print_message
from canasta_score.cli.options import format_ledger_option, resolve_ledger_path
from canasta_score.cli.terminal import get_local_time, get_terminal_width, print_table
from canasta_score.game.audit import find_next_hand_problems
from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.transactions import EntryFactory, record_entry
from canasta_score.hand.facts import HandFacts, is_set_aside
from canasta_score.hand.referee.problems import Problem
from canasta_score.report.text.standing import format_standing
from canasta_score.rules.text import join_words


def record_change(
    ledger: str | None, kind: EntryKind, *, hand: int | None = None, text: str = ""
) -> tuple[Ledger, Ledger]:
    """Append an entry without facts, and return the game before and after it."""
    return record_entry(
        resolve_ledger_path(ledger),
        lambda _: Entry(recorded_at=get_local_time(), kind=kind, hand=hand, text=text),
        print_message,
    )


def record_hand(path: Path, build_entry: EntryFactory) -> tuple[Ledger, Ledger]:
    """Record a hand, warn if it is identical to the one before, and return the game before and after it."""
    before, game = record_entry(path, build_entry, print_message)
    if before.hands and before.hands[-1].facts == game.hands[-1].facts:
        number = len(game.hands)
        undo = format_command(f"undo{format_ledger_option(game.file)}")
        print_message(f"hand {number} is told as hand {number - 1} was; if it was recorded twice: {undo}")
    return before, game


def build_hand_entry(
    game: Ledger, facts: HandFacts, *, anyway: bool, json: bool = False, known: Sequence[Problem] = ()
) -> Entry:
    """Build the entry of the next hand and print its problems, except those already `known`.

    Raises typer.Exit if the hand is refused.
    """
    problems = list_next_hand_problems(game, facts)
    print_diagnostics(problem for problem in problems if problem not in known)
    if is_refused(problems, anyway=anyway):
        refuse_hand(game.variant, game.side_names, problems, "recorded", json=json)
    return Entry(
        recorded_at=get_local_time(), kind=EntryKind.HAND, facts=facts, accepted_anyway=has_impossible_problem(problems)
    )


def list_next_hand_problems(game: Ledger, facts: HandFacts) -> list[Problem]:
    """Return the problems that facts would have as the next hand of a game."""
    return find_next_hand_problems(game, facts, build_next_game_hint)


def warn_about_empty_sides(game: Ledger) -> None:
    """Warn about the sides for which nothing was entered in the last hand, unless a special hand explains it."""
    facts = game.hands[-1].facts
    empty = [
        game.side_names[side]
        for side, side_facts in facts.items()
        if not side_facts and not is_set_aside(game.variant, facts, side)
    ]
    if empty:
        undo = format_command(f"undo{format_ledger_option(game.file)}")
        print_message(f"nothing is told of {join_words(empty)}; if that was Enter too soon: {undo}")


def print_hints_if_game_over(before: Ledger, game: Ledger) -> None:
    """Print what comes next if the last entry has ended the game; the prompt of `play` prints that itself."""
    if game.standing().over and not before.standing().over and not is_prompt_mode():
        print_next_steps(game)


def print_with_standing(message: str, game: Ledger) -> None:
    """Print what was done, and the standing below it."""
    with tolerate_output_error("this"):
        print_table(f"{message}\n\n{format_standing(game.variant, game.standing(), get_terminal_width())}")


@contextmanager
def tolerate_output_error(entry: str) -> Iterator[None]:
    """Exit with success if only the output of a recorded entry cannot be written: nobody should record it again."""
    try:
        yield
    except OSError as error:
        print_message(f"{entry} is recorded; only the output could not be written: {error.strerror}")
        raise typer.Exit(ExitCode.SUCCESS) from None
