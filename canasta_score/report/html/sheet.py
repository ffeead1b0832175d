"""The score sheet of the page: what stands in each cell, and how wide the columns must be."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import ceil

from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import running_totals
from canasta_score.report.text.need import need_at
from canasta_score.report.text.score_sheet import (
    LABELS,
    PENALTIES,
    RUNNING,
    SHORT,
    figures,
    hands_in_words,
    special_hands_in_words,
)
from canasta_score.rules.frozen import Value, frozen

NEEDS = "Needs"
WHAT_IS_NEEDED = "Next need: what a side must lay down to open its next hand."
CORRECTED = "*"
MOST_BESIDE = 3  # more sides than these stand below each other, as they do in a terminal
GAP, HAND = 1.5, 5  # the room between columns and that of the hands' numbers, in characters
WIDTH_OF_CHARACTER = 0.48  # in rem, so that a figure is read without effort


@frozen
class Cell(Value):
    """One figure: the label of its column, and its text, which is empty where there is none."""

    label: str
    text: str


@frozen
class Row(Value):
    """A hand, or what was brought forward: its number or word, its mark, and the cells of each side."""

    hand: str
    mark: str
    sides: tuple[tuple[Cell, ...], ...]


@frozen
class Band(Value):
    """The sides that stand beside each other: their names, and every row."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]


@frozen
class Sheet(Value):
    """The sheet: its bands, the labels of a side's columns, the width of each in characters, and its footnotes."""

    bands: tuple[Band, ...]
    labels: tuple[str, ...]
    widths: tuple[int, ...]
    footnotes: tuple[str, ...]

    @property
    def beside(self) -> int:
        """Give how many sides stand beside each other at most."""
        return len(self.bands[0].names)

    @property
    def across_side(self) -> int:
        """Give how wide the figures of one side are, in characters, with no more room between them than is needed."""
        return ceil(sum(self.widths) + len(self.widths) / 2)

    @property
    def across(self) -> int:
        """Give how wide a row is, in characters."""
        return HAND + self.beside * ceil(sum(self.widths) + GAP * len(self.widths))

    @property
    def wide(self) -> int:
        """Give the width from which on a hand has one row, in rem, with the margins of the page."""
        return ceil(self.across * WIDTH_OF_CHARACTER) + 4


def sheet_of(ledger: Ledger, names: Mapping[str, str] | None = None) -> Sheet:
    """Set out the sheet of a game; `names` are those of the sides as they stand in sentences, where these differ."""
    some = any(score.penalties for hand in standing_hands(ledger) for score in hand.score.sides.values())
    labels = tuple(label for label in (*LABELS, NEEDS) if some or label != PENALTIES)
    bands = tuple(
        Band(names=tuple(ledger.names[side] for side in sides), rows=tuple(rows_of(ledger, sides, labels)))
        for sides in bands_of(list(ledger.names))
    )
    footnotes = [f"{CORRECTED} {words}" if words.startswith("Corrected") else words for words in hands_in_words(ledger)]
    footnotes += special_hands_in_words(ledger, names or ledger.names)
    below = (*footnotes, WHAT_IS_NEEDED) if bands[0].rows else tuple(footnotes)
    return Sheet(bands=bands, labels=labels, widths=tuple(widths_of(bands, labels)), footnotes=below)


def standing_hands(ledger: Ledger) -> Iterator[Hand]:
    """Go through the hands that count."""
    return (hand for hand in ledger.hands if not hand.struck)


def bands_of(sides: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Go through the sides in bands of about the same size."""
    rest, beside = iter(sides), ceil(len(sides) / ceil(len(sides) / MOST_BESIDE))
    while band := tuple(islice(rest, beside)):
        yield band


def rows_of(ledger: Ledger, sides: Sequence[str], labels: Sequence[str]) -> Iterator[Row]:
    """Go through what was brought forward, if anything was, and the hands that count, for some of the sides."""
    ending = ledger.standing().ending
    if any(ledger.start.values()):
        begun = ledger.start.items()
        start = {side: {RUNNING: f"{total:,}", NEEDS: need_at(ledger.variant, total, 1)} for side, total in begun}
        yield Row(hand="Start", mark="", sides=tuple(cells(start[side], labels) for side in sides))
    for played, (hand, running) in enumerate(running_totals(ledger.start, ledger.hands), 1):
        goes_on = not ending or played < ending.played
        needs = {side: need_at(ledger.variant, running[side], played + 1) for side in sides if goes_on}
        yield Row(
            hand=f"{hand.number:,}",
            mark=CORRECTED if hand.fixes else "",
            sides=tuple(cells(figures(hand, side, running) | need(needs, side), labels) for side in sides),
        )


def need(needs: Mapping[str, str], side: str) -> dict[str, str]:
    """Give what a side needs for its next hand by the label of the sheet; nothing once the game is over."""
    return {NEEDS: needs[side]} if side in needs else {}


def cells(texts: dict[str, str], labels: Sequence[str]) -> tuple[Cell, ...]:
    """Give the cells of a side in the order of the columns."""
    return tuple(Cell(label=label, text=texts.get(label, "")) for label in labels)


def widths_of(bands: Sequence[Band], labels: Sequence[str]) -> Iterator[int]:
    """Go through the widths of a side's columns, which are the same for every side, in characters."""
    rows = [of_side for band in bands for row in band.rows for of_side in row.sides]
    for place, label in enumerate(labels):
        yield max(len(SHORT.get(label, label)), *(len(row[place].text) for row in rows), 0)
