"""`canasta-score fix`: correct a recorded hand."""

from dataclasses import replace

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.game_sequence import resolve_ledger_path
from canasta_score.cli.hand_input import has_impossible_problem, is_refused, print_refusal
from canasta_score.cli.messages import print_diagnostics
from canasta_score.cli.options import (
    AnywayOption,
    HandArgument,
    LedgerOption,
    ReasonOption,
    TallyArgument,
    split_words,
)
from canasta_score.cli.recording import print_with_standing, record
from canasta_score.cli.terminal import get_local_time
from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.transactions import complete_entry
from canasta_score.hand.facts import HandFacts, TallyError, apply_corrections, find_direct_part
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.report.text.journal import format_correction
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.model.variant import Variant


def fix(
    hand: HandArgument,
    tally: TallyArgument,
    *,
    why: ReasonOption = "",
    ledger: LedgerOption = None,
    anyway: AnywayOption = False,
) -> None:
    """Correct a hand.

    Enter only what changes; red=0 removes an item. It shows the hand before and after, and the new standing.
    """
    words = split_words(tally)

    def build_entry(game: Ledger) -> Entry:
        changes = _drop_empty_sides(parse_tally(game.variant, words, game.side_names, correcting=True))
        try:
            entry = complete_entry(
                game, Entry(recorded_at=get_local_time(), kind=EntryKind.FIX, hand=hand, facts=changes, text=why)
            )
        except TallyError as error:
            diagnostics = [_replace_hint(game.variant, diagnostic) for diagnostic in error.diagnostics]
            raise TallyError(diagnostics, words) from None
        before = game.get_hand(hand).facts
        facts = apply_corrections(before, changes)
        if facts == before:
            raise TallyError([_build_no_change_diagnostic(hand)], words)
        problems = find_problems(game.variant, facts, game.side_names)
        print_diagnostics(problems, is_accepted=anyway)
        if is_refused(problems, anyway=anyway):
            print_refusal(problems)
            raise typer.Exit(ExitCode.INVALID_TALLY)
        return replace(entry, accepted_anyway=has_impossible_problem(problems))

    before, after = record(resolve_ledger_path(ledger), build_entry)
    correction = format_correction(after, before.get_hand(hand), after.get_hand(hand))
    print_with_standing(f"Hand {hand} corrected.\n\n{correction}", after)


def _drop_empty_sides(facts: HandFacts) -> HandFacts:
    return {side: side_facts for side, side_facts in facts.items() if side_facts}


def _replace_hint(variant: Variant, diagnostic: Diagnostic) -> Diagnostic:
    # The item contradicts one that the hand has already: either may be the one to take back.
    fact = diagnostic.fact
    return replace(diagnostic, hint=f"remove one of the two: {fact}=0, or {find_direct_part(variant, fact)}=0")


def _build_no_change_diagnostic(hand: int) -> Diagnostic:
    message = f"hand {hand} is already recorded like this"
    return Diagnostic(message=message, hint="to see it line by line", command=("explain", str(hand)))
