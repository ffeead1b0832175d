"""The hands of the page, one by one: every line with the rule that gave it, and what happened to the hand."""

from collections.abc import Iterator
from datetime import datetime

from canasta_score.game.ledger import Ledger
from canasta_score.report.labels import format_date
from canasta_score.report.text.explanation import ExplainedRow, iter_explained_rows, iter_hand_history
from canasta_score.report.text.score_sheet import iter_notes
from canasta_score.rules.frozen import Value, frozen


@frozen
class PageTime(Value):
    """A day, or a day and time: for a person, and for a program."""

    text: str
    iso: str


@frozen
class _ExplainedSide(Value):
    """What a side scored in a hand: its total in points, and every line."""

    name: str
    total: int
    lines: tuple[ExplainedRow, ...]


@frozen
class ExplainedHand(Value):
    """A hand: when it was recorded, what happened to it since, the notes on it, and its sides."""

    number: int
    voided: bool
    recorded: PageTime
    history: tuple[str, ...]
    notes: tuple[str, ...]
    sides: tuple[_ExplainedSide, ...]


def iter_explained_hands(ledger: Ledger, in_sentences: Ledger) -> Iterator[ExplainedHand]:
    """Yield the hands of a game, voided ones too; `in_sentences` is the game with the names as sentences need them."""
    notes: dict[int | None, list[str]] = {}
    for note in iter_notes(ledger):
        notes.setdefault(note.hand, []).append(note.text)
    for hand in ledger.hands:
        yield ExplainedHand(
            number=hand.number,
            voided=hand.voided,
            recorded=_build_page_time(hand.recorded_at),
            history=tuple(iter_hand_history(in_sentences, hand)),
            notes=tuple(notes.get(hand.number, ())),
            sides=tuple(
                _ExplainedSide(
                    name=ledger.side_names[side],
                    total=score.total,
                    lines=tuple(iter_explained_rows(in_sentences, hand, side)),
                )
                for side, score in hand.score.sides.items()
            ),
        )


def build_page_day(at: datetime) -> PageTime:
    """Return a day, such as Nov 22, 2026."""
    return PageTime(text=format_date(at), iso=f"{at:%Y-%m-%d}")


def _build_page_time(at: datetime) -> PageTime:
    return PageTime(text=f"{build_page_day(at).text}, {at:%H:%M}", iso=at.isoformat(timespec="seconds"))
