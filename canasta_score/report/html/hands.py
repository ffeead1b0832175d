"""The hands of the page, one by one: every line with the rule that gave it, and what became of the hand."""

from collections.abc import Iterator
from datetime import datetime

from canasta_score.game.entries import EntryKind
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.report.text.explanation import describe_line_rule, iter_explained_rows, iter_hand_history
from canasta_score.rules.frozen import Value, frozen


@frozen
class PageTime(Value):
    """A day, or a day and time: as a person reads it, and as a program does."""

    text: str
    iso: str


@frozen
class _ExplainedLine(Value):
    """A line of a score: its label, how many were told, the points and the rule; a sum has only label and points."""

    label: str
    number: str
    points: str
    rule: str


@frozen
class _ExplainedSide(Value):
    """What a side scored in a hand, in all and line by line."""

    name: str
    total: str
    lines: tuple[_ExplainedLine, ...]


@frozen
class ExplainedHand(Value):
    """A hand: its number, whether it is struck, when it was recorded, what became of it, notes on it, and its sides."""

    number: str
    voided: bool
    recorded: PageTime
    history: tuple[str, ...]
    notes: tuple[str, ...]
    sides: tuple[_ExplainedSide, ...]


def iter_explained_hands(ledger: Ledger, in_sentences: Ledger) -> Iterator[ExplainedHand]:
    """Go through the hands of a game, struck ones too; `in_sentences` has the names as they stand in sentences."""
    for hand in ledger.hands:
        yield ExplainedHand(
            number=f"{hand.number:,}",
            voided=hand.voided,
            recorded=_build_page_time(hand.recorded_at),
            history=tuple(iter_hand_history(in_sentences, hand)),
            notes=tuple(_iter_notes_on_hand(ledger, hand)),
            sides=tuple(
                _build_explained_side(ledger.side_names[side], in_sentences, hand, side) for side in ledger.side_names
            ),
        )


def _build_explained_side(name: str, ledger: Ledger, hand: Hand, side: str) -> _ExplainedSide:
    """Give the lines of a side part by part, each part's sum below them, and the total."""
    score = hand.score.sides[side]
    rows = iter_explained_rows(score, [describe_line_rule(ledger, line, side, hand) for line in score.lines])
    lines = (
        _ExplainedLine(label=label.strip(), number=number, points=points, rule=rule)
        for (label, number, points), rule in rows
    )
    return _ExplainedSide(name=name, total=f"{score.total:,}", lines=tuple(lines))


def _iter_notes_on_hand(ledger: Ledger, hand: Hand) -> Iterator[str]:
    """Go through the notes on a hand."""
    for change in ledger.applied_changes:
        if change.entry.kind is EntryKind.NOTE and change.entry.hand == hand.number:
            yield change.entry.text


def build_page_day(at: datetime) -> PageTime:
    """Give a day, such as 21 November 2026."""
    return PageTime(text=f"{at.day} {at:%B} {at.year}", iso=f"{at:%Y-%m-%d}")


def _build_page_time(at: datetime) -> PageTime:
    """Give a day and time, by the clock of who wrote it."""
    return PageTime(text=f"{build_page_day(at).text}, {at:%H:%M}", iso=at.isoformat(timespec="seconds"))
