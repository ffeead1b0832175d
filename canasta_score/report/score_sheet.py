"""The score sheet: every hand's base, count, penalties and total, side by side, with the running totals."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap

from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import running_totals
from canasta_score.hand.facts import Told
from canasta_score.report.columns import GAP, Cells, aligned, padded, width_of, widths_of
from canasta_score.report.standing_table import heading, standing_table
from canasta_score.rules.keys import listed
from canasta_score.rules.values import Value, frozen

PENALTIES, RUNNING = "Penalties", "Running"
LABEL = 12  # a hand's number and the longest label beside it
NARROWEST = 10  # what a side's column takes with its gap


@frozen
class SheetRow(Value):
    """What a hand gives one side, by the labels of the sheet; what was brought forward has only a running total."""

    hand: str
    sides: Mapping[str, Mapping[str, str]]


def score_sheet(ledger: Ledger, width: int) -> str:
    """Lay out the game for a terminal of some width: a line for each hand where there is room, else some lines."""
    standing = ledger.standing()
    parts = [heading(ledger), table_of(ledger, width), standing_table(ledger.variant, standing), remarks(ledger)]
    return "\n\n".join(part for part in parts if part)


def table_of(ledger: Ledger, width: int) -> str:
    """Lay out the hands as wide as the terminal allows; nothing where there are none."""
    rows = list(sheet_rows(ledger))
    if not rows:
        return ""
    wide = list(wide_sheet(ledger, rows))
    if max(map(width_of, wide)) <= width:
        return "\n".join(wide)
    return "\n\n".join(tall_sheet(ledger, rows, width))


def sheet_rows(ledger: Ledger) -> Iterator[SheetRow]:
    """Go through what was brought forward, if anything was, and the hands that count."""
    if any(ledger.start.values()):
        yield SheetRow(hand="", sides={side: {RUNNING: f"{total:,}"} for side, total in ledger.start.items()})
    for hand, running in running_totals(ledger.start, ledger.hands):
        yield SheetRow(hand=str(hand.number), sides={side: figures(hand, side, running) for side in ledger.names})


def figures(hand: Hand, side: str, running: Told) -> dict[str, str]:
    """Give a side's figures of a hand in points, by the labels of the sheet; no penalties where there are none."""
    score = hand.score.sides[side]
    given = {"Base": score.base, "Count": score.count, PENALTIES: score.penalties, "Total": score.total}
    shown = {label: f"{points:,}" for label, points in given.items() if points or label != PENALTIES}
    return {**shown, RUNNING: f"{running[side]:,}"}


def labels_of(rows: Sequence[SheetRow]) -> list[str]:
    """Give the labels that a sheet needs: penalties only where there are any."""
    some = any(PENALTIES in figures for row in rows for figures in row.sides.values())
    return ["Base", "Count", *([PENALTIES] if some else []), "Total", RUNNING]


def flat_rows(rows: Sequence[SheetRow], labels: Sequence[str]) -> list[list[str]]:
    """Give each hand as one row."""
    return [
        [
            f"{row.hand:>4}" if row.hand else "Start",
            *(of_side.get(label, "") for of_side in row.sides.values() for label in labels),
        ]
        for row in rows
    ]


def wide_sheet(ledger: Ledger, rows: Sequence[SheetRow]) -> Iterator[str]:
    """Lay out a line for each hand, under the name of each side its figures."""
    labels = labels_of(rows)
    cells = [["Hand", *labels * len(ledger.names)], *flat_rows(rows, labels)]
    first, *widths = widths_of(cells)
    group = [
        sum(widths[at : at + len(labels)]) + len(GAP) * (len(labels) - 1) for at in range(0, len(widths), len(labels))
    ]
    names = [centred(name, width) for name, width in zip(ledger.names.values(), group, strict=True)]
    yield GAP.join([" " * first, *names]).rstrip()
    yield from aligned(cells)


def centred(name: str, width: int) -> str:
    """Set a name in the middle of the columns that are its side's."""
    left = max(0, width - width_of(name)) // 2
    return padded(" " * left + name, -max(width, width_of(name)))


def tall_sheet(ledger: Ledger, rows: Sequence[SheetRow], width: int) -> Iterator[str]:
    """Lay out some lines for each hand, as many sides beside each other as there is room for."""
    sides = list(ledger.names)
    beside = max(1, (width - LABEL) // NARROWEST)
    for at in range(0, len(sides), beside):
        band = sides[at : at + beside]
        room = (width - LABEL) // len(band) - len(GAP)
        cells = [["", *names] for names in wrapped([ledger.names[side] for side in band], room)]
        for row in rows:
            cells += tall_rows(row, band)
        yield "\n".join(aligned(cells))


def wrapped(names: Sequence[str], room: int) -> list[Cells]:
    """Give names over narrow columns, long ones on several lines, all ending on the last."""
    lines = [list(reversed(wrap(name, max(room, 1)))) for name in names]
    return list(reversed(list(zip_longest(*lines, fillvalue=""))))


def tall_rows(row: SheetRow, sides: Sequence[str]) -> Iterator[list[str]]:
    """Give a hand as some rows, its number before the first."""
    labels = dict.fromkeys(
        label for label in ("Base", "Count", PENALTIES, "Total", RUNNING) for side in sides if label in row.sides[side]
    )
    number = f"{row.hand:>2}" if row.hand else "  "
    for label in labels:
        yield [f"{number} {label if row.hand else 'Start'}", *(row.sides[side].get(label, "") for side in sides)]
        number = "  "


def remarks(ledger: Ledger) -> str:
    """Say what else there is: notes, and which hands were corrected or struck."""
    lines = [
        note_line(change.entry.hand, change.entry.text)
        for change in ledger.done
        if change.entry.text and not change.after
    ]
    for what, hands in (
        ("Corrected", [hand for hand in ledger.hands if hand.fixes]),
        ("Struck", [hand for hand in ledger.hands if hand.struck]),
    ):
        if hands:
            lines.append(f"{what}: hand {listed(str(hand.number) for hand in hands)}.")
    return "\n".join(lines)


def note_line(hand: int | None, text: str) -> str:
    """Give a note with the hand it is about."""
    return f"Note: {text}" if hand is None else f"Note on hand {hand}: {text}"


def formatted_sheet(ledger: Ledger, form: str) -> str:
    """Lay out a row for each hand in one of the forms that tabulate knows."""
    from tabulate import tabulate  # noqa: PLC0415 -- start-up

    rows = list(sheet_rows(ledger))
    labels = labels_of(rows)
    headers = ["Hand", *(f"{name} {label}" for name in ledger.names.values() for label in labels)]
    alignment = ["right"] * len(headers)
    return tabulate(flat_rows(rows, labels), headers, tablefmt=form, disable_numparse=True, colalign=alignment)
