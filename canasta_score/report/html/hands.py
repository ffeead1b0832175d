"""The hands of the page, one by one: every line with the rule that gave it, and what became of the hand."""

from collections.abc import Iterator
from datetime import datetime

from canasta_score.game.entries import What
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.report.text.explanation import history, rows_of, rule_of
from canasta_score.rules.frozen import Value, frozen


@frozen
class ShownTime(Value):
    """A day, or a day and time: as a person reads it, and as a program does."""

    text: str
    iso: str


@frozen
class ExplainedLine(Value):
    """A line of a score: its label, how many were told, the points and the rule; a sum has only label and points."""

    label: str
    number: str
    points: str
    rule: str


@frozen
class ExplainedSide(Value):
    """What a side scored in a hand, in all and line by line."""

    name: str
    total: str
    lines: tuple[ExplainedLine, ...]


@frozen
class ExplainedHand(Value):
    """A hand: its number, whether it is struck, when it was recorded, what became of it, notes on it, and its sides."""

    number: str
    struck: bool
    recorded: ShownTime
    history: tuple[str, ...]
    notes: tuple[str, ...]
    sides: tuple[ExplainedSide, ...]


def explained_hands(ledger: Ledger, in_sentences: Ledger) -> Iterator[ExplainedHand]:
    """Go through the hands of a game, struck ones too; `in_sentences` has the names as they stand in sentences."""
    for hand in ledger.hands:
        yield ExplainedHand(
            number=f"{hand.number:,}",
            struck=hand.struck,
            recorded=day_and_time(hand.at),
            history=tuple(history(in_sentences, hand)),
            notes=tuple(notes_on(ledger, hand)),
            sides=tuple(explained_side(ledger.names[side], in_sentences, hand, side) for side in ledger.names),
        )


def explained_side(name: str, ledger: Ledger, hand: Hand, side: str) -> ExplainedSide:
    """Give the lines of a side part by part, each part's sum below them, and the total."""
    score = hand.score.sides[side]
    rows = rows_of(score, [rule_of(ledger, line, side, hand) for line in score.lines])
    lines = (
        ExplainedLine(label=label.strip(), number=number, points=points, rule=rule)
        for (label, number, points), rule in rows
    )
    return ExplainedSide(name=name, total=f"{score.total:,}", lines=tuple(lines))


def notes_on(ledger: Ledger, hand: Hand) -> Iterator[str]:
    """Go through the notes on a hand."""
    for change in ledger.done:
        if change.entry.what is What.NOTE and change.entry.hand == hand.number:
            yield change.entry.text


def day(at: datetime) -> ShownTime:
    """Give a day, such as 21 November 2026."""
    return ShownTime(text=f"{at.day} {at:%B} {at.year}", iso=f"{at:%Y-%m-%d}")


def day_and_time(at: datetime) -> ShownTime:
    """Give a day and time, by the clock of who wrote it."""
    return ShownTime(text=f"{day(at).text}, {at:%H:%M}", iso=at.isoformat(timespec="seconds"))
