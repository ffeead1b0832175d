"""`canasta-score fix`: correct a recorded hand."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.game_sequence import resolve_ledger_path
from canasta_score.cli.hand_input import has_impossible_problem, is_refused, refuse_hand
from canasta_score.cli.messages import print_diagnostics, print_note
from canasta_score.cli.options import (
    AnywayOption,
    HandArgument,
    JsonOption,
    LedgerOption,
    OptionalTallyArgument,
    ReasonOption,
    split_words,
)
from canasta_score.cli.prompt.ambiguities import choose_meanings, confirm_unlikely_hand
from canasta_score.cli.prompt.questions import read_terminal_line
from canasta_score.cli.recording import print_with_standing, record
from canasta_score.cli.terminal import get_terminal_width, is_interactive
from canasta_score.cli.usage_errors import usage_error
from canasta_score.clock import get_local_time
from canasta_score.game.audit import find_newly_unlikely_problems
from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import complete_entry, read_ledger
from canasta_score.game.storage.ledger_reader import remember_readings
from canasta_score.hand.facts import (
    TOTAL,
    HandFacts,
    TallyError,
    apply_corrections,
    find_corrections,
    find_direct_part,
    has_stated_total,
)
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.referee.problems import Problem
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.report.text.entries import format_correction, iter_consequences
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.model.facts import DEFAULT_SIDES, DIRECT_FACTS
from canasta_score.rules.model.variant import Variant

_SwapOption = Annotated[bool, typer.Option("--swap", help="Exchange the two sides.")]


def fix(
    hand: HandArgument,
    tally: OptionalTallyArgument = None,
    *,
    swap: _SwapOption = False,
    why: ReasonOption = "",
    ledger: LedgerOption = None,
    anyway: AnywayOption = False,
    json: JsonOption = False,
) -> None:
    """Correct a hand.

    Enter only what changes; red=0 removes an item. Without items, the program asks, with the present values filled in.
    It shows the hand before and after, the new standing, and what changes in later hands.
    """
    path, words = resolve_ledger_path(ledger), split_words(tally or [])
    if swap and words:
        raise usage_error("--swap cannot be used with items", "leave out the items, or leave out --swap")
    if swap:
        _record_changes(path, hand, lambda game: _swap_sides(game, hand), why=why, anyway=anyway, json=json)
    elif words:
        words = words if json else choose_meanings(path, words)
        _record_changes(
            path, hand, lambda game: _parse_changes(game, words), why=why, anyway=anyway, json=json, words=words
        )
    else:
        _ask_for_changes(path, hand, why=why, anyway=anyway, may_ask=not json)


def _parse_changes(game: Ledger, words: Sequence[str]) -> HandFacts:
    changes = parse_tally(game.variant, words, game.side_names, correcting=True)
    return {side: side_facts for side, side_facts in changes.items() if side_facts}


def _swap_sides(game: Ledger, hand: int) -> HandFacts:
    facts = game.get_hand(hand).facts
    if len(facts) != len(DEFAULT_SIDES):
        message = f"--swap needs two sides, and this game has {len(facts)}"
        raise usage_error(message, "enter what changes", "fix", str(hand), "SIDE", "ITEM=NUMBER")
    one, other = facts
    return find_corrections(facts, {one: facts[other], other: facts[one]})


def _ask_for_changes(path: Path, hand: int, *, why: str, anyway: bool, may_ask: bool) -> None:
    game = read_ledger(path)
    facts = game.get_hand(hand).facts
    side = next(iter(game.side_names))
    stated = [part for side_facts in facts.values() for part in DIRECT_FACTS if part in side_facts]
    if stated or not (may_ask and is_interactive()):
        reason = f"hand {hand} was entered with {stated[0]}=" if stated else "no items entered"
        example = f"{stated[0]}=0" if stated else "table=335"
        raise usage_error(reason, "enter what changes, for example", "fix", str(hand), side, example)
    from canasta_score.cli.prompt.correction_entry import CorrectionEntry

    def correct(changes: HandFacts, known: Sequence[Problem]) -> None:
        _record_changes(path, hand, lambda _: changes, why=why, anyway=anyway, known=known)

    try:
        CorrectionEntry(game, hand, read_terminal_line, correct, anyway=anyway).record()
    except (KeyboardInterrupt, EOFError):
        print_note("nothing changed")
        raise typer.Exit(ExitCode.INTERRUPTED) from None


def _record_changes(
    path: Path,
    hand: int,
    find_changes: Callable[[Ledger], HandFacts],
    *,
    why: str,
    anyway: bool,
    json: bool = False,
    words: Sequence[str] = (),
    known: Sequence[Problem] = (),
) -> None:
    def build_entry(game: Ledger) -> Entry:
        entry, problems = _build_fix(game, hand, find_changes(game), why=why, words=words)
        print_diagnostics((problem for problem in problems if problem not in known), is_accepted=anyway)
        if is_refused(problems, anyway=anyway):
            refuse_hand(game.variant, game.side_names, problems, json=json)
        return replace(entry, accepted_anyway=has_impossible_problem(problems))

    with remember_readings():
        if not (anyway or known or json):
            game = read_ledger(path)  # not yet locked: nobody else waits for the answer
            known = confirm_unlikely_hand(_build_fix(game, hand, find_changes(game), why=why, words=words)[1])
        before, after = record(path, build_entry)
    correction = format_correction(after, before.get_hand(hand), after.get_hand(hand), get_terminal_width())
    consequences = "".join(f"\n{line}" for line in iter_consequences(before, after))
    print_with_standing(f"Hand {hand} corrected.\n\n{correction}{consequences}", after, json=json)


def _build_fix(
    game: Ledger, hand: int, changes: HandFacts, *, why: str, words: Sequence[str]
) -> tuple[Entry, list[Problem]]:
    """Build the entry of a correction, and list the problems of the corrected hand."""
    try:
        entry = complete_entry(
            game, Entry(recorded_at=get_local_time(), kind=EntryKind.FIX, hand=hand, facts=changes, text=why)
        )
    except TallyError as error:
        facts = apply_corrections(game.get_hand(hand).facts, changes)
        diagnostics = [_replace_hint(game.variant, facts, diagnostic) for diagnostic in error.diagnostics]
        raise TallyError(diagnostics, words) from None
    before = game.get_hand(hand)
    facts = apply_corrections(before.facts, changes)
    if facts == before.facts:
        raise TallyError([_build_no_change_diagnostic(hand)], words)
    problems = find_problems(game.variant.at_hand(before.place), facts, game.side_names)
    unlikely = [] if has_impossible_problem(problems) else find_newly_unlikely_problems(game, before, facts)
    return entry, [*problems, *unlikely]


def _replace_hint(variant: Variant, facts: HandFacts, diagnostic: Diagnostic) -> Diagnostic:
    # The item contradicts one that the hand has already: either may be the one to take back.
    fact = diagnostic.fact
    part = TOTAL if has_stated_total(variant, facts.get(diagnostic.side, {})) else find_direct_part(variant, fact)
    return replace(diagnostic, hint=f"remove one of the two: {fact}=0, or {part}=0")


def _build_no_change_diagnostic(hand: int) -> Diagnostic:
    message = f"hand {hand} is already recorded like this"
    return Diagnostic(message=message, hint="to see it line by line", command=("explain", str(hand)))
