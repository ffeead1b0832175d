"""`canasta-score add`: record a hand."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.hand_input import build_example_hand, parse_hand_words
from canasta_score.cli.options import (
    TALLY_ARGUMENT,
    AnywayOption,
    JsonOption,
    LedgerOption,
    format_ledger_option,
    resolve_ledger_path,
    split_words,
)
from canasta_score.cli.recording import (
    build_entry_from_facts,
    list_next_hand_problems,
    print_hints_if_game_over,
    record_hand,
    warn_about_empty_sides,
)
from canasta_score.cli.terminal import (
    PROGRAM,
    build_usage_error,
    dialogue_mode,
    get_terminal_width,
    is_interactive,
    print_json,
    print_message,
    print_result,
    print_table,
    tolerate_output_error,
)
from canasta_score.game.entries import Entry
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.transactions import preview_entry, read_ledger
from canasta_score.hand.facts import TallyError
from canasta_score.report.text.hand import format_hand_notes, format_hand_table
from canasta_score.report.text.standing import build_standing_rows, describe_game_state
from canasta_score.rules.diagnostics import CanastaError, Diagnostic

_OptionalTallyArgument = Annotated[list[str] | None, TALLY_ARGUMENT]
_DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Show what it would be, and write nothing.")]


def add(
    tally: _OptionalTallyArgument = None,
    *,
    ledger: LedgerOption = None,
    anyway: AnywayOption = False,
    dry_run: _DryRunOption = False,
    json: JsonOption = False,
) -> None:
    """Record a hand.

    Shows its score and the new standing. Without a tally you are asked, question by question.

    Name a side, then what it has: red=3, or red alone for 1. Beginnings of names will do (nat=2), and one-letter
    short names (r3 n2 o t335 h5). Points of cards may be sums and cards: table=100+100+35, hand=1xJK+3xA.

    "variants show" lists what a side can have.
    """
    words = split_words(tally or [])
    path = resolve_ledger_path(ledger)

    def entry(game: Ledger) -> Entry:
        return _build_entry_from_words(game, words, anyway=anyway, json=json)

    if not words:
        _add_guided_hand(path, anyway=anyway, may_ask=not (dry_run or json))
        return
    if dry_run:
        before, game = preview_entry(path, entry)
        _print_recorded_hand(before, game, json=json, recorded=False)
        print_message("nothing is recorded: this is a dry run")
        return
    before, game = record_hand(path, entry)
    with tolerate_output_error(f"hand {len(game.hands)}"):
        _print_recorded_hand(before, game, json=json, recorded=True)
        warn_about_empty_sides(game)
        if not json:
            print_hints_if_game_over(before, game)


def _add_guided_hand(path: Path, *, anyway: bool, may_ask: bool) -> None:
    """Ask for the hand at a terminal; anywhere else a tally is missing."""
    if not (may_ask and is_interactive()):
        told = "tell the hand" if may_ask else "with --dry-run or --json tell the hand in words"
        raise build_usage_error(f"{told}, such as: {PROGRAM} add {_build_example_tally(path)}")
    from canasta_score.cli.prompt.guided_entry import GuidedEntry, record_guided_entry  # noqa: PLC0415 -- start-up
    from canasta_score.cli.prompt.questions import read_terminal_line  # noqa: PLC0415 -- start-up

    command = f"{PROGRAM} add{format_ledger_option(str(path))} "
    try:
        with dialogue_mode():
            record_guided_entry(GuidedEntry(read_ledger(path), read_terminal_line, command=command, anyway=anyway))
    except (KeyboardInterrupt, EOFError):
        raise typer.Exit(ExitCode.INTERRUPTED) from None


def _build_example_tally(path: Path) -> str:
    """Tell a hand by the rules and the sides of a game, or by those of most games where it cannot be read."""
    try:
        game = read_ledger(path)
    except CanastaError:
        return "we red=3 natural=2 out table=335 they table=60"
    return build_example_hand(game.variant, *game.side_names)


def _build_entry_from_words(game: Ledger, words: Sequence[str], *, anyway: bool, json: bool) -> Entry:
    """Make the entry of a hand as it is told in words; leaves where it is refused."""
    facts = parse_hand_words(game.variant, words, game.side_names, json=json)
    if not any(facts.values()):
        raise TallyError([_build_empty_tally_refusal()], words)
    return build_entry_from_facts(game, facts, anyway=anyway, json=json)


def _build_empty_tally_refusal() -> Diagnostic:
    """Make the refusal of a tally that names sides and nothing that they have."""
    return Diagnostic(message="no side has anything", hint="for a hand that gives nothing, say table=0")


def _print_recorded_hand(before: Ledger, game: Ledger, *, json: bool, recorded: bool) -> None:
    """Print the score of the newest hand and the standing after it, as JSON with the problems it had before it."""
    hand, standing = game.hands[-1], game.standing()
    if json:
        from canasta_score.report.json.ledger import build_recorded_hand_json  # noqa: PLC0415 -- start-up

        problems = list_next_hand_problems(before, hand.facts)
        print_json(build_recorded_hand_json(game, hand, problems, recorded=recorded))
        return
    rows = build_standing_rows(game.variant, standing)
    print_result(f"Hand {hand.number}")
    print_table(format_hand_table(game.variant, hand.score, game.side_names, get_terminal_width(), rows))
    print_table(fill(describe_game_state(game.variant, standing), get_terminal_width()))
    if notes := format_hand_notes(game.variant, hand.score, game.side_names, get_terminal_width()):
        print_result(f"\n{notes}")
