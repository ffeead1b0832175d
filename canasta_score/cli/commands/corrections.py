"""The commands that change what is recorded: correct, cancel, undo, note, rename, end."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from canasta_score.cli import game_files, hand_input, messages, options, recording, terminal
from canasta_score.cli.invocation import ExitCode, get_invocation, usage_error
from canasta_score.cli.prompt import questions
from canasta_score.cli.terminal import is_interactive
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import strip_quotes
from canasta_score.hand.facts import PAIR_SIGN, find_corrections
from canasta_score.hand.partners import name_holder
from canasta_score.hand.referee.problems import Problem
from canasta_score.hand.tally.names import match_sides
from canasta_score.hand.tally.parser import parse_partial_tally, parse_tally
from canasta_score.hand.tally.tokens import tokenize
from canasta_score.recording import games
from canasta_score.report.text.entries import describe_change, format_correction, iter_consequences
from canasta_score.rules.model.cards import HAND_FACT
from canasta_score.rules.model.facts import DEFAULT_SIDES, DIRECT_FACTS


def fix(
    first: Annotated[
        str | None,
        options.word_argument(f"[{options.Metavar.FIXED_HAND}]", "The number of the hand (default: the last one)."),
    ] = None,
    tally: options.OptionalTallyArgument = None,
    *,
    swap: Annotated[bool, typer.Option("--swap", help="Exchange the two sides.")] = False,
    why: options.ReasonOption = "",
    ledger: options.LedgerOption = None,
    anyway: options.AnywayOption = False,
) -> None:
    """Correct a hand.

    Enter only what changes; red=0 removes an item. Without items, the program asks, with the present values filled in.
    It shows the hand before and after, the new standing, and what changes in later hands.
    """
    if first and first[:1].isdecimal():
        options.parse_hand_number(first)
    recorder = recording.open_game(game_files.resolve_ledger_path(ledger))
    game = recorder.read()
    hand, words = _choose_hand(game, options.split_words([*filter(None, [first]), *(tally or [])]))
    if swap and words:
        raise usage_error("--swap cannot be used with items", "leave out the items, or leave out --swap")
    if swap:
        sides = len(game.get_hand(hand).facts)
        if sides != len(DEFAULT_SIDES):
            message = f"--swap needs two sides, and this game has {sides}"
            raise usage_error(message, "enter what changes", "fix", str(hand), "SIDE", "ITEM=NUMBER")
        _record_correction(recorder, games.SwapSides(hand=hand, why=why, anyway=anyway))
    elif words:
        if is_interactive():
            words = questions.ask_about_ambiguous_words(game.variant, words, game.side_names)
        with hand_input.explain_refused_hand(game.variant):
            changes = parse_tally(game.variant, words, game.side_names, correcting=True)
        _record_correction(recorder, games.FixHand(hand=hand, changes=changes, why=why, anyway=anyway))
        for side in parse_partial_tally(game.variant, words, game.side_names, correcting=True).feet:
            left, in_foot = game.get_hand(hand).facts.get(side, {}).get(HAND_FACT, 0), changes[side][HAND_FACT]
            if left and left != in_foot:
                name = name_holder(side, game.side_names)
                message = f"{name} had {left:,} points left in hand, and the {in_foot:,} in the foot replace them"
                messages.print_note(message, "if both count", "fix", str(hand), side, f"{HAND_FACT}={left}+{in_foot}")
    else:
        _ask_for_changes(recorder, hand, why=why, anyway=anyway)


def _choose_hand(game: Ledger, words: Sequence[str]) -> tuple[int, Sequence[str]]:
    """Return the hand to correct, the last one if the words begin with a side, and the words that correct it."""
    if words and words[0].lower() == "hand" and options.is_hand_reference("".join(words[1:2])):
        words = words[1:]
    first = words[0] if words else options.LAST_HAND
    if options.is_hand_reference(first):
        number = game.get_last_hand().number if first.lower() == options.LAST_HAND else options.parse_hand_number(first)
        return number, words[1:]
    if any(match_sides(side, game.side_names) for side in tokenize(words)[0].text.split(PAIR_SIGN)):
        return game.get_last_hand().number, words
    return options.parse_hand_number(first), ()  # which refuses it


def _ask_for_changes(recorder: games.GameRecorder, hand: int, *, why: str, anyway: bool) -> None:
    game = recorder.read()
    facts = game.get_hand(hand).facts
    side = next(iter(game.side_names))
    stated = [part for side_facts in facts.values() for part in DIRECT_FACTS if part in side_facts]
    if stated or not is_interactive():
        reason = f"hand {hand} was entered with {stated[0]}=" if stated else "no items entered"
        example = f"{stated[0]}=0" if stated else "table=335"
        raise usage_error(reason, "enter what changes, for example", "fix", str(hand), side, example)
    from canasta_score.cli.prompt.guided_entry import CorrectionEntry

    correction = CorrectionEntry(recorder, hand, questions.read_terminal_line, anyway=anyway)
    with _say_nothing_changed_if_left():
        changes = correction.ask()
    if changes:
        request = games.FixHand(hand=hand, changes=changes, why=why, anyway=anyway)
        _record_correction(recorder, request, known=correction.known_problems)
    else:
        messages.print_note("nothing changed")


@contextmanager
def _say_nothing_changed_if_left() -> Iterator[None]:
    try:
        yield
    except (KeyboardInterrupt, EOFError):
        messages.print_note("nothing changed")
        raise typer.Exit(ExitCode.INTERRUPTED) from None


_Correction = games.FixHand | games.SwapSides


def _confirm_correction(recorder: games.GameRecorder, request: _Correction) -> tuple[_Correction, Sequence[Problem]]:
    """Ask whether to correct a hand if new problems come of it; return the request, and the problems that are known."""
    from canasta_score.cli.prompt.guided_entry import CorrectionEntry

    preview, hand = recorder.preview(request), request.hand
    correction = CorrectionEntry(recorder, hand, questions.read_terminal_line)
    new = [problem for problem in preview.problems if problem not in correction.known_problems]
    if not new:  # what is impossible was refused by the preview
        return request, ()
    with _say_nothing_changed_if_left():
        facts = correction.confirm_line(preview.after.get_hand(hand).facts, new)
    changes = find_corrections(preview.before.get_hand(hand).facts, facts)
    return games.FixHand(hand=hand, changes=changes, why=request.why), correction.known_problems


def _record_correction(recorder: games.GameRecorder, request: _Correction, *, known: Sequence[Problem] = ()) -> None:
    hand = request.hand
    with hand_input.explain_refused_hand(recorder.read().variant):
        if is_interactive() and not (request.anyway or known):
            request, known = _confirm_correction(recorder, request)
        recorded = recorder.record(request)
    recording.print_problems(recorded, known, anyway=request.anyway)
    before, after = recorded.before, recorded.after
    table = format_correction(after, before.get_hand(hand), after.get_hand(hand), terminal.get_terminal_width())
    consequences = "".join(f"\n{line}" for line in iter_consequences(before, after))
    recording.print_with_standing(f"Hand {hand} corrected.\n\n{table}{consequences}", after)
    if is_interactive() and not recorded.problems:
        hand_input.print_note_if_nobody_went_out(after.variant, after.get_hand(hand).facts, str(hand))

    result = after.standing().result
    late = [other.number for other in after.hands if result and other.number > result.last_hand and not other.voided]
    if late and not get_invocation().owes_json:
        text = f"to cancel hand {late[-1]}, which was recorded after the game ended"
        messages.print_hint(text, "void", str(late[-1]))


def void(
    hand: options.HandArgument,
    game_file: options.GameFileArgument = None,
    *,
    why: options.ReasonOption = "",
    ledger: options.LedgerOption = None,
) -> None:
    """Cancel a hand.

    The hand keeps its number, and scores nothing.
    """
    recorded = recording.record_in_game(options.pick_game_file(game_file, ledger), games.void_hand(hand=hand, why=why))
    recording.print_with_standing(f"Hand {hand} canceled.", recorded.after, recorded.before)


def undo(game_file: options.GameFileArgument = None, *, ledger: options.LedgerOption = None) -> None:
    """Undo the last entry.

    Type it again to undo the entry before. Nothing is erased: "redo" brings the entry back.
    """
    recorded = recording.record_in_game(options.pick_game_file(game_file, ledger), games.undo())
    undone = describe_change(recorded.before, recorded.before.applied_changes[-1])
    recording.print_with_standing(f"Undone: {undone}.", recorded.after, recorded.before)


def redo(game_file: options.GameFileArgument = None, *, ledger: options.LedgerOption = None) -> None:
    """Bring back the entry that was undone.

    This works until something else is recorded.
    """
    recorded = recording.record_in_game(options.pick_game_file(game_file, ledger), games.redo())
    redone = describe_change(recorded.after, recorded.after.applied_changes[-1])
    recording.print_with_standing(f"Redone: {redone}.", recorded.after, recorded.before)


_LEADING_HAND = r"(?i)(?:hand\s+)?(?P<number>\d{1,6})[\s:,]+(?P<text>.+)"
_TRAILING_HAND = r"(?i)(?P<text>.+?)\s+-*hand\s+(?P<number>\d{1,6})"


def note(
    text: Annotated[list[str], options.word_argument("TEXT...", "The text of the note.")],
    *,
    hand: Annotated[
        int | None,
        options.value_option("--hand", "HAND", "The hand that the note is about.", options.parse_hand_number),
    ] = None,
    ledger: options.LedgerOption = None,
) -> None:
    """Write a note about the game or about a hand."""
    words = " ".join(text).strip()
    *before, last = text
    if before and options.is_game_file_name(last) and Path(last).is_file():
        raise usage_error(f'"{last}" is a game file', "did you mean", "note", "-l", last, *before)
    if not words:
        raise usage_error("the note is empty", "for example", "note", "Bob dealt twice")
    game = recording.record_in_game(ledger, games.add_note(text=words, hand=hand)).after
    recording.print_with_standing("Note added." if hand is None else f"Note added to hand {hand}.", game)
    # `note 2 Cy dealt twice` and `note misdeal -- --hand 4` look as if a hand had been meant.
    match = re.fullmatch(_LEADING_HAND, words) or re.fullmatch(_TRAILING_HAND, words)
    if hand is None and match and int(match["number"]) in {recorded.number for recorded in game.hands}:
        number, rest = match["number"], match["text"]
        message = f"this note is about the whole game, not about hand {number}"
        messages.print_note(message, "if you meant the hand, type undo and then", "note", "--hand", number, rest)


def rename(
    side: options.SideArgument,
    name: Annotated[list[str], options.word_argument("NAME...", "Its new name.")],
    *,
    ledger: options.LedgerOption = None,
) -> None:
    """Change the name of a side."""
    *words, last = name
    if words and options.is_game_file_name(last) and Path(last).is_file():
        raise usage_error(f'"{last}" is a game file, and no name', "did you mean", "rename", "-l", last, side, *words)
    recorder = recording.open_game(game_files.resolve_ledger_path(ledger))
    names = recorder.read().side_names
    typed_name = " ".join(name)
    text = f"{side} {typed_name}"
    for sign in re.finditer(r"(?i)\s*=\s*|\s+to\s+", text):  # `they = Cy & Flo`, `Cy & Di to Cy & Flo`
        if match_sides(text[: sign.start()], names):
            side, typed_name = text[: sign.start()], text[sign.end() :]
            break
    new_name = strip_quotes(" ".join(typed_name.split()))
    renamed = questions.resolve_side(side, names)
    if names[renamed] == new_name:
        raise usage_error(f'"{new_name}" is the name of this side already', "enter a different name")
    recorded = recorder.record(games.rename_side(side=renamed, name=new_name))
    old_name = recorded.before.side_names[renamed]
    recording.print_with_standing(f"Renamed: {old_name} is now {new_name}.", recorded.after)


def end(
    game_file: options.GameFileArgument = None, *, why: options.ReasonOption = "", ledger: options.LedgerOption = None
) -> None:
    """End the game now.

    The higher total wins; equal totals are a tie. "undo" lets the game go on. If you forgot a hand, type undo, add the
    hand, and end the game again.
    """
    recorded = recording.record_in_game(options.pick_game_file(game_file, ledger), games.end_game(why=why))
    recording.print_with_standing("Game ended.", recorded.after)
    recording.print_hints_if_game_over(recorded.before, recorded.after)


def failed(
    side: options.SideArgument, game_file: options.GameFileArgument = None, *, ledger: options.LedgerOption = None
) -> None:
    """Record an opening that fell short.

    By some rules the side then needs more points for the rest of the hand.
    """
    recorder = recording.open_game(game_files.resolve_ledger_path(options.pick_game_file(game_file, ledger)))
    before = recorder.read()
    games.check_game_goes_on(before)
    short = questions.resolve_side(side, before.side_names)
    game = recorder.record(games.fail_opening(side=short)).after
    recording.print_with_standing(f"Failed opening of {game.side_names[short]} recorded.", game)
    if not game.variant.need.failed_attempt:
        messages.print_note("in these rules, a failed opening does not change the need")
