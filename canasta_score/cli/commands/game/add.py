"""`canasta-score add`: record a hand."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.hand_input import (
    has_impossible_problem,
    parse_hand_words,
    report_and_check_refusal,
    report_refused_hand,
)
from canasta_score.cli.options import (
    TALLY_ARGUMENT,
    AnywayOption,
    JsonOption,
    LedgerOption,
    format_ledger_option,
    resolve_ledger_path,
    split_tally_words,
)
from canasta_score.cli.terminal import (
    PROGRAM,
    build_usage_error,
    dialogue_mode,
    get_local_time,
    get_terminal_width,
    is_interactive,
    is_prompt_mode,
    print_json,
    print_message,
    print_result,
    print_table,
    tolerate_output_error,
)
from canasta_score.game import audit as checking
from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.transactions import EntryFactory, preview_entry, read_ledger, record_entry
from canasta_score.hand.facts import HandFacts, TallyError, list_special_hands
from canasta_score.hand.referee.checks import Problem
from canasta_score.report.text.hand import format_hand_notes, format_hand_table
from canasta_score.report.text.standing import build_standing_rows, describe_game_state
from canasta_score.rules.diagnostics import CanastaError, Diagnostic
from canasta_score.rules.model.special_hands import OpponentScoring
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

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
    words = split_tally_words(tally or [])
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
        _warn_about_empty_sides(game)
        if not json:
            print_hints_if_game_over(before, game)


def _add_guided_hand(path: Path, *, anyway: bool, may_ask: bool) -> None:
    """Ask for the hand at a terminal; anywhere else a tally is missing."""
    if not (may_ask and is_interactive()):
        told = "tell the hand" if may_ask else "with --dry-run or --json tell the hand in words"
        raise build_usage_error(f"{told}, such as: {PROGRAM} add {_build_example_tally(path)}")
    from canasta_score.cli.prompt.guided_entry import GuidedEntry, read_terminal_line, record_guided_entry  # noqa: PLC0415 -- start-up

    command = f"{PROGRAM} add{format_ledger_option(str(path))} "
    try:
        with dialogue_mode():
            record_guided_entry(GuidedEntry(read_ledger(path), read_terminal_line, command=command, anyway=anyway))
    except (KeyboardInterrupt, EOFError):
        raise typer.Exit(ExitCode.INTERRUPTED) from None


def _build_example_tally(path: Path) -> str:
    """Tell a hand by the rules and the sides of a game, or by those of most games where it cannot be read."""
    from canasta_score.cli.commands.game.new import build_example_hand  # noqa: PLC0415 -- start-up

    try:
        game = read_ledger(path)
    except CanastaError:
        return "we red=3 natural=2 out table=335 they table=60"
    return build_example_hand(game.variant, *game.side_names)


def record_hand(path: Path, make: EntryFactory) -> tuple[Ledger, Ledger]:
    """Record a hand, say where it is the one before it again, and give the ledger before and after it."""
    before, game = record_entry(path, make, print_message)
    if before.hands and before.hands[-1].facts == game.hands[-1].facts:
        last = len(before.hands)
        undo = f"if it was recorded twice: {PROGRAM} undo{format_ledger_option(game.file)}"
        print_message(f"hand {last + 1} is told as hand {last} was; {undo}")
    return before, game


def _warn_about_empty_sides(game: Ledger) -> None:
    """Say of which sides nothing is told in the newest hand, where they can hardly have had nothing."""
    facts = game.hands[-1].facts
    missing = [game.side_names[side] for side, told in facts.items() if not told]
    if missing and not _has_special_hand_against_empty_sides(game.variant, facts):
        undo = f"if that was Enter too soon: {PROGRAM} undo{format_ledger_option(game.file)}"
        print_message(f"nothing is told of {join_words(missing)}; {undo}")


def _has_special_hand_against_empty_sides(variant: Variant, facts: HandFacts) -> bool:
    """Tell whether a hand has a special hand that leaves the other sides nothing to tell."""
    beside_one = any(list_special_hands(variant, told) for told in facts.values())
    return beside_one and variant.specials.opponents is OpponentScoring.NOTHING


def print_hints_if_game_over(before: Ledger, game: Ledger) -> None:
    """Say, where the newest hand has ended the game, what can be done with it; at the prompt of `play` that says it."""
    if game.standing().over and not before.standing().over and not is_prompt_mode():
        from canasta_score.cli.game_sequence import print_next_steps  # noqa: PLC0415 -- start-up

        print_next_steps(game)


def list_next_hand_problems(game: Ledger, facts: HandFacts) -> list[Problem]:
    """List the problems of a hand that would be recorded next, with what is to be done where the game is over."""
    return checking.find_next_hand_problems(game, facts, _next_game_hint)


def _next_game_hint(file: str) -> str:
    """Say where a hand belongs that is told behind the end of a game."""
    from canasta_score.cli.game_sequence import build_next_game_hint  # noqa: PLC0415 -- start-up

    return build_next_game_hint(file)


def _build_entry_from_words(game: Ledger, words: Sequence[str], *, anyway: bool, json: bool) -> Entry:
    """Make the entry of a hand as it is told in words; leaves where it is refused."""
    facts = parse_hand_words(game.variant, words, game.side_names, json=json)
    if not any(facts.values()):
        raise TallyError([_build_empty_tally_refusal()], words)
    return build_entry_from_facts(game, facts, anyway=anyway, json=json)


def build_entry_from_facts(
    game: Ledger, facts: HandFacts, *, anyway: bool, json: bool = False, known: Sequence[Problem] = ()
) -> Entry:
    """Make the entry of a hand and print its problems, but those `known` before; leaves where it is refused."""
    problems = list_next_hand_problems(game, facts)
    if report_and_check_refusal(problems, anyway=anyway, done="recorded", known=known):
        raise report_refused_hand(game.variant, game.side_names, problems, json=json)
    return Entry(
        recorded_at=get_local_time(), kind=EntryKind.HAND, facts=facts, accepted_anyway=has_impossible_problem(problems)
    )


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
