"""`fix`, `void`, `undo`, `redo` and `note`: what is written when someone notices a slip. Nothing is erased."""

from dataclasses import replace
from typing import Annotated

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.hand_input import has_impossible_problem, report_and_check_refusal
from canasta_score.cli.options import (
    AnywayOption,
    HandArgument,
    LedgerOption,
    TallyArgument,
    format_ledger_option,
    resolve_ledger_path,
    split_tally_words,
)
from canasta_score.cli.terminal import (
    PROGRAM,
    build_usage_error,
    get_local_time,
    get_terminal_width,
    print_message,
    print_table,
    tolerate_output_error,
)
from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.transactions import complete_entry, record_entry
from canasta_score.hand.facts import HandFacts, TallyError, apply_corrections, find_direct_part
from canasta_score.hand.referee.checks import referee
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.report.text.correction import describe_change, format_correction
from canasta_score.report.text.standing import format_standing
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.model.variant import Variant

_SENTENCE_ENDINGS = (".", "!", "?", "\N{HORIZONTAL ELLIPSIS}")  # of a sentence
_NoteTextArgument = Annotated[
    list[str], typer.Argument(metavar="TEXT...", help="What is to be remembered.", show_default=False)
]
_NoteHandOption = Annotated[int | None, typer.Option("--hand", metavar="HAND", help="The hand that the note is about.")]
_ReasonOption = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for those who look later.")]


def fix(
    hand: HandArgument,
    tally: TallyArgument,
    *,
    why: _ReasonOption = "",
    ledger: LedgerOption = None,
    anyway: AnywayOption = False,
) -> None:
    """Correct some facts of a hand.

    Those that are not named stay, and fact=0 takes one back. Shows the hand before and after, and the new standing.
    """
    words = split_tally_words(tally)

    def entry_of_fix(game: Ledger) -> Entry:
        changes = _drop_empty_sides(parse_tally(game.variant, words, list(game.side_names), correcting=True))
        try:
            entry = complete_entry(
                game, Entry(recorded_at=get_local_time(), kind=EntryKind.FIX, hand=hand, facts=changes, text=why)
            )
        except TallyError as error:
            raise TallyError([_adapt_refusal_to_fix(game.variant, no) for no in error.diagnostics], words) from None
        facts = apply_corrections(game.get_hand(hand).facts, changes)
        if facts == game.get_hand(hand).facts:
            raise TallyError([_build_no_change_refusal(hand, next(iter(game.side_names)))], words)
        problems = referee(game.variant, facts)
        if report_and_check_refusal(problems, anyway=anyway, done="corrected"):
            raise typer.Exit(ExitCode.INVALID_TALLY)
        return replace(entry, accepted_anyway=has_impossible_problem(problems))

    before, after = record_entry(resolve_ledger_path(ledger), entry_of_fix, print_message)
    print_with_standing(format_correction(after, before.get_hand(hand), after.get_hand(hand)), after)


def _adapt_refusal_to_fix(variant: Variant, no: Diagnostic) -> Diagnostic:
    """Give a refusal of what a hand would be with a correction, with a remedy that a correction has."""
    return replace(no, hint=f"take one of the two back: {no.fact}=0, or {find_direct_part(variant, no.fact)}=0")


def _build_no_change_refusal(hand: int, side: str) -> Diagnostic:
    """Make the refusal of a correction that corrects nothing; the example is of a side."""
    hint = f"state what changes, such as {side} table=335"
    return Diagnostic(message=f"hand {hand} says so already", hint=hint)


def _drop_empty_sides(facts: HandFacts) -> HandFacts:
    """Give the facts of those sides that a tally names."""
    return {side: told for side, told in facts.items() if told}


def void(hand: HandArgument, *, why: _ReasonOption = "", ledger: LedgerOption = None) -> None:
    """Strike a hand.

    It keeps its number and counts nothing; its entry stays in the ledger.
    """
    _record_entry(
        ledger, Entry(recorded_at=get_local_time(), kind=EntryKind.VOID, hand=hand, text=why), f"Struck: hand {hand}."
    )


def undo(*, ledger: LedgerOption = None) -> None:
    """Take back the newest entry that stands.

    Once more takes back the one before it. Nothing is erased: redo brings it back.
    """
    before, after = record_entry(
        resolve_ledger_path(ledger), lambda _: Entry(recorded_at=get_local_time(), kind=EntryKind.UNDO), print_message
    )
    print_with_standing(f"Taken back: {describe_change(before.applied_changes[-1], before)}.", after)


def redo(*, ledger: LedgerOption = None) -> None:
    """Bring back what was taken back.

    As long as nothing else has been written since.
    """
    _, after = record_entry(
        resolve_ledger_path(ledger), lambda _: Entry(recorded_at=get_local_time(), kind=EntryKind.REDO), print_message
    )
    print_with_standing(f"Brought back: {describe_change(after.applied_changes[-1], after)}.", after)


def note(text: _NoteTextArgument, *, hand: _NoteHandOption = None, ledger: LedgerOption = None) -> None:
    """Write a note into the ledger.

    Of the game, or with --hand of one hand.
    """
    words = " ".join(text).strip()
    if not words:
        raise build_usage_error("the note is empty; write what is to be remembered", hint="TEXT")
    _, after = record_entry(
        resolve_ledger_path(ledger),
        lambda _: Entry(recorded_at=get_local_time(), kind=EntryKind.NOTE, hand=hand, text=words),
        print_message,
    )
    about = "" if hand is None else f" of hand {hand}"
    print_with_standing(f"Noted{about}: {words}{'' if words.endswith(_SENTENCE_ENDINGS) else '.'}", after)
    if hand is None:
        _print_note_hand_hint(words, after)


def _print_note_hand_hint(text: str, game: Ledger) -> None:
    """Say how a note is written of a hand, where its text names one at its end as if that were an option."""
    *_, word, number = ["", *text.lower().split()]
    if word.strip("-") == "hand" and number in {str(hand.number) for hand in game.hands}:
        named = format_ledger_option(game.file)
        way = f"{PROGRAM} undo{named}, then {PROGRAM} note{named} --hand {number}"
        print_message(f"it is a note of the game; for one of hand {number}: {way}")


def _record_entry(ledger: str | None, entry: Entry, done: str) -> None:
    """Add an entry that is the same whatever the ledger says, and print what is done and the standing."""
    _, after = record_entry(resolve_ledger_path(ledger), lambda _: entry, print_message)
    print_with_standing(done, after)


def print_with_standing(done: str, game: Ledger) -> None:
    """Print what was done, and the standing below it."""
    with tolerate_output_error("this"):
        print_table(f"{done}\n\n{format_standing(game.variant, game.standing(), get_terminal_width())}")
