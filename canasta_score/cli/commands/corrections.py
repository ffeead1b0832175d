"""`canasta-score fix`: correct a recorded hand."""

import re
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
    SideArgument,
    parse_hand_number,
    split_words,
)
from canasta_score.cli.prompt.questions import choose_meanings, confirm_unlikely_hand, read_terminal_line, resolve_side
from canasta_score.cli.recording import (
    check_game_goes_on,
    print_hints_if_game_over,
    print_with_standing,
    record,
    record_change,
)
from canasta_score.cli.terminal import get_terminal_width, is_interactive
from canasta_score.cli.usage_errors import usage_error
from canasta_score.clock import get_local_time
from canasta_score.game.audit import find_newly_unlikely_problems
from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import strip_quotes
from canasta_score.game.storage.ledger_files import complete_entry, read_ledger
from canasta_score.game.storage.ledger_reader import remember_readings
from canasta_score.hand.facts import (
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
from canasta_score.report.text.entries import describe_change, format_correction, iter_consequences
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.model.facts import DEFAULT_SIDES, DIRECT_FACTS, TOTAL
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
    from canasta_score.cli.prompt.slip_entry import CorrectionEntry

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


def void(hand: HandArgument, *, why: ReasonOption = "", ledger: LedgerOption = None, json: JsonOption = False) -> None:
    """Cancel a hand.

    The hand keeps its number and counts nothing.
    """
    before, game = record_change(ledger, EntryKind.VOID, hand=hand, text=why)
    print_with_standing(f"Hand {hand} canceled.", game, before, json=json)


def undo(*, ledger: LedgerOption = None, json: JsonOption = False) -> None:
    """Undo the last entry.

    Type it again to undo the entry before. Nothing is erased: "redo" brings the entry back.
    """
    before, game = record_change(ledger, EntryKind.UNDO)
    print_with_standing(f"Undone: {describe_change(before, before.applied_changes[-1])}.", game, before, json=json)


def redo(*, ledger: LedgerOption = None, json: JsonOption = False) -> None:
    """Bring back the entry that was undone.

    This works until something else is recorded.
    """
    before, game = record_change(ledger, EntryKind.REDO)
    print_with_standing(f"Redone: {describe_change(game, game.applied_changes[-1])}.", game, before, json=json)


_LEADING_HAND = re.compile(r"(?:hand\s+)?(?P<number>\d{1,6})[\s:,]+(?P<text>.+)", re.IGNORECASE)
_TRAILING_HAND = re.compile(r"(?P<text>.+?)\s+-*hand\s+(?P<number>\d{1,6})", re.IGNORECASE)
_NoteTextArgument = Annotated[
    list[str], typer.Argument(metavar="TEXT...", help="The text of the note.", show_default=False)
]
_NoteHandOption = Annotated[
    int | None,
    typer.Option("--hand", metavar="HAND", parser=parse_hand_number, help="The hand that the note is about."),
]


def note(
    text: _NoteTextArgument,
    *,
    hand: _NoteHandOption = None,
    ledger: LedgerOption = None,
    json: JsonOption = False,
) -> None:
    """Write a note about the game or about a hand."""
    words = " ".join(text).strip()
    if not words:
        raise usage_error("the note is empty", "for example", "note", "Bob dealt twice")
    _, game = record_change(ledger, EntryKind.NOTE, hand=hand, text=words)
    print_with_standing("Note added." if hand is None else f"Note added to hand {hand}.", game, json=json)
    if hand is None:
        _print_hint_if_hand_was_meant(words, game)


def _print_hint_if_hand_was_meant(text: str, game: Ledger) -> None:
    # `note 2 Cy dealt twice` and `note misdeal -- --hand 4` look as if a hand had been meant.
    match = _LEADING_HAND.fullmatch(text) or _TRAILING_HAND.fullmatch(text)
    if match and int(match["number"]) in {hand.number for hand in game.hands}:
        number, rest = match["number"], match["text"]
        message = f"this note is about the whole game, not about hand {number}"
        print_note(message, "if you meant the hand, type undo and then", "note", "--hand", number, rest)


_NewNameArgument = Annotated[list[str], typer.Argument(metavar="NAME...", help="Its new name.", show_default=False)]


@remember_readings()
def rename(
    side: SideArgument, name: _NewNameArgument, *, ledger: LedgerOption = None, json: JsonOption = False
) -> None:
    """Change the name of a side."""
    new_name = strip_quotes(" ".join(" ".join(name).split()))
    path = resolve_ledger_path(ledger)
    word = resolve_side(side, read_ledger(path).side_names)

    def build_entry(game: Ledger) -> Entry:
        if game.side_names[word] == new_name:
            raise usage_error(f'"{new_name}" is the name of this side already', "enter a different name")
        return Entry(recorded_at=get_local_time(), kind=EntryKind.RENAME, side=word, text=new_name)

    before, game = record(path, build_entry)
    print_with_standing(f"Renamed: {before.side_names[word]} is now {game.side_names[word]}.", game, json=json)


def end(*, why: ReasonOption = "", ledger: LedgerOption = None, json: JsonOption = False) -> None:
    """End the game now.

    The higher total wins; equal totals are a tie. "undo" lets the game go on.
    """

    def build_entry(game: Ledger) -> Entry:
        check_game_goes_on(game)
        last_hand = len(game.hands) or None
        return Entry(recorded_at=get_local_time(), kind=EntryKind.END, hand=last_hand, text=why)

    before, game = record(resolve_ledger_path(ledger), build_entry)
    print_with_standing("Game ended.", game, json=json)
    if not json:
        print_hints_if_game_over(before, game)


@remember_readings()
def failed(side: SideArgument, *, ledger: LedgerOption = None, json: JsonOption = False) -> None:
    """Record an opening that fell short.

    By some rules the side then needs more points for the rest of the hand.
    """
    path = resolve_ledger_path(ledger)
    before = read_ledger(path)
    check_game_goes_on(before)
    word = resolve_side(side, before.side_names)

    def build_entry(game: Ledger) -> Entry:
        check_game_goes_on(game)
        hand = game.standing().next_hand
        return Entry(recorded_at=get_local_time(), kind=EntryKind.FAILED_OPENING, side=word, hand=hand)

    _, game = record(path, build_entry)
    print_with_standing(f"Failed opening of {game.side_names[word]} recorded.", game, json=json)
    if not game.variant.need.failed_attempt:
        print_note("in these rules, a failed opening does not change the need")
