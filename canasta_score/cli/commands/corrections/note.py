"""`canasta-score note`: write a note into the game file."""

import re
from typing import Annotated

import typer

from canasta_score.cli.messages import print_note
from canasta_score.cli.options import JsonOption, LedgerOption, parse_hand_number
from canasta_score.cli.recording import print_with_standing, record_change
from canasta_score.cli.usage_errors import usage_error
from canasta_score.game.entries import EntryKind
from canasta_score.game.ledger import Ledger

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
