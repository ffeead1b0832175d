"""`fix`, `void`, `undo`, `redo` and `note`: what is written when someone notices a slip. Nothing is erased."""

from dataclasses import replace
from typing import Annotated

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.hand_input import has_impossible, is_refused
from canasta_score.cli.options import Anyway, HandNumber, LedgerFile, TallyWords, ledger_at_hand, option_of, words_of
from canasta_score.cli.terminal import PROGRAM, now, say_table, told_though_recorded, warn, width, wrong_use
from canasta_score.game.entries import Entry, What
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.transactions import next_entry, record
from canasta_score.hand.facts import HandFacts, Refusal, TallyError, corrected, part_of
from canasta_score.hand.referee.checks import referee
from canasta_score.hand.tally.parser import read_tally
from canasta_score.report.text.correction import correction_tables, in_a_word
from canasta_score.report.text.standing import standing_table
from canasta_score.rules.model.variant import Variant

ENDS = (".", "!", "?", "\N{HORIZONTAL ELLIPSIS}")  # of a sentence
Text = Annotated[list[str], typer.Argument(metavar="TEXT...", help="What is to be remembered.", show_default=False)]
OfHand = Annotated[int | None, typer.Option("--hand", metavar="HAND", help="The hand that the note is about.")]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for those who look later.")]


def fix(
    hand: HandNumber, tally: TallyWords, *, why: Why = "", ledger: LedgerFile = None, anyway: Anyway = False
) -> None:
    """Correct some facts of a hand.

    Those that are not named stay, and fact=0 takes one back. Shows the hand before and after, and the new standing.
    """
    words = words_of(tally)

    def entry_of_fix(game: Ledger) -> Entry:
        changes = only_told(read_tally(game.variant, words, list(game.names), correcting=True))
        try:
            entry = next_entry(game, Entry(at=now(), what=What.FIX, hand=hand, facts=changes, text=why))
        except TallyError as error:
            raise TallyError([in_a_fix(game.variant, no) for no in error.refusals], words) from None
        facts = corrected(game.hand(hand).facts, changes)
        if facts == game.hand(hand).facts:
            raise TallyError([nothing_changes(hand, next(iter(game.names)))], words)
        problems = referee(game.variant, facts)
        if is_refused(problems, anyway=anyway, done="corrected"):
            raise typer.Exit(ExitCode.TALLY)
        return replace(entry, anyway=has_impossible(problems))

    before, after = record(ledger_at_hand(ledger), entry_of_fix, warn)
    say_done(correction_tables(after, before.hand(hand), after.hand(hand)), after)


def in_a_fix(variant: Variant, no: Refusal) -> Refusal:
    """Give a refusal of what a hand would be with a correction, with a remedy that a correction has."""
    return replace(no, hint=f"take one of the two back: {no.fact}=0, or {part_of(variant, no.fact)}=0")


def nothing_changes(hand: int, side: str) -> Refusal:
    """Make the refusal of a correction that corrects nothing; the example is of a side."""
    hint = f"state what changes, such as {side} table=335"
    return Refusal(message=f"hand {hand} says so already", hint=hint)


def only_told(facts: HandFacts) -> HandFacts:
    """Give the facts of those sides that a tally names."""
    return {side: told for side, told in facts.items() if told}


def void(hand: HandNumber, *, why: Why = "", ledger: LedgerFile = None) -> None:
    """Strike a hand.

    It keeps its number and counts nothing; its entry stays in the ledger.
    """
    write(ledger, Entry(at=now(), what=What.VOID, hand=hand, text=why), f"Struck: hand {hand}.")


def undo(*, ledger: LedgerFile = None) -> None:
    """Take back the newest entry that stands.

    Once more takes back the one before it. Nothing is erased: redo brings it back.
    """
    before, after = record(ledger_at_hand(ledger), lambda _: Entry(at=now(), what=What.UNDO), warn)
    say_done(f"Taken back: {in_a_word(before.done[-1], before)}.", after)


def redo(*, ledger: LedgerFile = None) -> None:
    """Bring back what was taken back.

    As long as nothing else has been written since.
    """
    _, after = record(ledger_at_hand(ledger), lambda _: Entry(at=now(), what=What.REDO), warn)
    say_done(f"Brought back: {in_a_word(after.done[-1], after)}.", after)


def note(text: Text, *, hand: OfHand = None, ledger: LedgerFile = None) -> None:
    """Write a note into the ledger.

    Of the game, or with --hand of one hand.
    """
    words = " ".join(text).strip()
    if not words:
        raise wrong_use("the note is empty; write what is to be remembered", hint="TEXT")
    _, after = record(ledger_at_hand(ledger), lambda _: Entry(at=now(), what=What.NOTE, hand=hand, text=words), warn)
    about = "" if hand is None else f" of hand {hand}"
    say_done(f"Noted{about}: {words}{'' if words.endswith(ENDS) else '.'}", after)
    if hand is None:
        ask_whether_of_hand(words, after)


def ask_whether_of_hand(text: str, game: Ledger) -> None:
    """Say how a note is written of a hand, where its text names one at its end as if that were an option."""
    *_, word, number = ["", *text.lower().split()]
    if word.strip("-") == "hand" and number in {str(hand.number) for hand in game.hands}:
        named = option_of(game.file)
        way = f"{PROGRAM} undo{named}, then {PROGRAM} note{named} --hand {number}"
        warn(f"it is a note of the game; for one of hand {number}: {way}")


def write(ledger: str | None, entry: Entry, done: str) -> None:
    """Add an entry that is the same whatever the ledger says, and print what is done and the standing."""
    _, after = record(ledger_at_hand(ledger), lambda _: entry, warn)
    say_done(done, after)


def say_done(done: str, game: Ledger) -> None:
    """Print what was done, and the standing below it."""
    with told_though_recorded("this"):
        say_table(f"{done}\n\n{standing_table(game.variant, game.standing(), width())}")
