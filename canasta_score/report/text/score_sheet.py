"""The score sheet: every hand's base, count, penalties and total, side by side, with the running totals."""

from collections.abc import Iterator, Mapping, Sequence

from canasta_score.game.entries import Entry, PointsBySide, What
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import running_totals
from canasta_score.hand.facts import special_hands_of
from canasta_score.report.text.layout import GAP, Cells, aligned, padded, table, width_of, widths_of, within
from canasta_score.report.text.standing import heading, standing_table
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.schema.reader import listed

PENALTIES, RUNNING = "Penalties", "Running"
LABELS = ("Base", "Count", PENALTIES, "Total", RUNNING)
BARS = {"github": r"\|", "pipe": r"\|", "jira": "/", "orgtbl": "/", "textile": "/"}  # where a bar sets cells apart
SHORT = {PENALTIES: "Pen."}
SHAPES = ((GAP, False), ("  ", False), ("  ", True), (" ", True))  # what is tried to have a line for each hand


@frozen
class SheetRow(Value):
    """What a hand gives one side, by the labels of the sheet; what was brought forward has only a running total."""

    hand: str
    sides: Mapping[str, Mapping[str, str]]


def score_sheet(ledger: Ledger, width: int, *, more: str = "") -> str:
    """Lay out the game for a terminal of some width: a line for each hand where there is room, else some lines.

    Behind what was corrected or struck stands `more`, which says where to find more of it.
    """
    standing = ledger.standing()
    parts = [
        within(heading(ledger), width),
        table_of(ledger, width),
        standing_table(ledger.variant, standing, width),
        within(remarks(ledger, more), width),
    ]
    return "\n\n".join(part for part in parts if part)


def table_of(ledger: Ledger, width: int) -> str:
    """Lay out the hands as wide as the terminal allows; nothing where there are none."""
    rows = list(sheet_rows(ledger))
    if not rows:
        return ""
    for gap, short in SHAPES:
        wide = list(wide_sheet(ledger, rows, gap, short=short))
        if max(map(width_of, wide)) <= width:
            return "\n".join(wide)
    return "\n".join(tall_sheet(ledger, rows, width))


def sheet_rows(ledger: Ledger) -> Iterator[SheetRow]:
    """Go through what was brought forward, if anything was, and the hands that count."""
    if any(ledger.start.values()):
        yield SheetRow(hand="", sides={side: {RUNNING: f"{total:,}"} for side, total in ledger.start.items()})
    for hand, running in running_totals(ledger.start, ledger.hands):
        yield SheetRow(hand=str(hand.number), sides={side: figures(hand, side, running) for side in ledger.names})


def figures(hand: Hand, side: str, running: PointsBySide) -> dict[str, str]:
    """Give a side's figures of a hand in points, by the labels of the sheet; no penalties where there are none."""
    score = hand.score.sides[side]
    given = {"Base": score.base, "Count": score.count, PENALTIES: score.penalties, "Total": score.total}
    shown = {label: f"{points:,}" for label, points in given.items() if points or label != PENALTIES}
    return {**shown, RUNNING: f"{running[side]:,}"}


def labels_of(rows: Sequence[SheetRow], side: str) -> list[str]:
    """Give the labels that a side needs: penalties only where it has any."""
    some = any(PENALTIES in row.sides[side] for row in rows)
    return [label for label in LABELS if some or label != PENALTIES]


def flat_row(row: SheetRow, labels: Mapping[str, Sequence[str]], between: Cells = ()) -> list[str]:
    """Give a hand as one row, with the labels that each side has and some cells between the sides."""
    cells = [f"{row.hand:>4}" if row.hand else "Start"]
    for place, (side, of_side) in enumerate(labels.items()):
        cells += between if place else ()
        cells += (row.sides[side].get(label, "") for label in of_side)
    return cells


def wide_sheet(ledger: Ledger, rows: Sequence[SheetRow], gap: str, *, short: bool) -> Iterator[str]:
    """Lay out a line for each hand, under the name of each side its figures; short heads take less room."""
    labels = {side: labels_of(rows, side) for side in ledger.names}
    shown = {label: SHORT.get(label, label) if short else label for label in LABELS}
    heads = SheetRow(hand="Hand", sides={side: {label: shown[label] for label in own} for side, own in labels.items()})
    cells = [flat_row(row, labels, [""]) for row in (heads, *rows)]
    first, *widths = widths_of(cells)
    names, place = [" " * first], 1
    for side, own in labels.items():
        name, across = ledger.names[side], widths[place - 1 : place - 1 + len(own)]
        lacking = max(0, width_of(name) - sum(across) - len(gap) * (len(own) - 1))
        cells[0][place] = padded(cells[0][place], across[0] + lacking)
        names += [centred(name, sum(across) + lacking + len(gap) * (len(own) - 1)), ""]
        place += len(own) + 1
    yield gap.join(names).rstrip()
    yield from aligned(cells, gap)


def centred(name: str, width: int) -> str:
    """Set a name in the middle of the columns that are its side's."""
    return padded(" " * ((width - width_of(name)) // 2) + name, -width)


def tall_sheet(ledger: Ledger, rows: Sequence[SheetRow], width: int) -> list[str]:
    """Lay out some lines for each hand, as many sides beside each other as there is room for."""
    cells = [["", *ledger.names.values()]]
    for row in rows:
        cells += tall_rows(row, list(ledger.names))
    return table(cells, width)


def tall_rows(row: SheetRow, sides: Sequence[str]) -> Iterator[list[str]]:
    """Give a hand as some rows, its number before the first."""
    labels = [label for label in LABELS if any(label in row.sides[side] for side in sides)]
    number = f"{row.hand:>2}" if row.hand else "  "
    for label in labels:
        yield [f"{number} {label if row.hand else 'Start'}", *(row.sides[side].get(label, "") for side in sides)]
        number = "  "


def remarks(ledger: Ledger, more: str) -> str:
    """Say what else there is: notes, special hands, and which hands were corrected or struck."""
    lines = [note_line(change.entry) for change in ledger.done if change.entry.what is What.NOTE]
    lines += special_hands_in_words(ledger, ledger.names)
    if told := " ".join(hands_in_words(ledger)):
        lines.append(f"{told} {more}".rstrip())
    return "\n".join(lines)


def special_hands_in_words(ledger: Ledger, names: Mapping[str, str]) -> list[str]:
    """Say which special hands were laid in hands that count, and by whom by their names; nothing where none was."""
    facts = ledger.variant.facts
    laid = [
        f"{facts[name].label.lower()} in hand {hand.number} ({names[side]})"
        for hand in ledger.hands
        for side, told in hand.facts.items()
        for name in ([] if hand.struck else special_hands_of(ledger.variant, told))
    ]
    return [f"{'Special hand' if len(laid) == 1 else 'Special hands'}: {listed(laid)}."] if laid else []


def hands_in_words(ledger: Ledger) -> Iterator[str]:
    """Go through what became of hands: which were corrected, struck, or taken although they cannot have happened."""
    corrected = [str(hand.number) for hand in ledger.hands if hand.fixes and not hand.struck]
    struck = [str(hand.number) for hand in ledger.hands if hand.struck]
    anyway = [str(hand.number) for hand in ledger.hands if hand.anyway and not hand.struck]
    for what, hands in (("Corrected", corrected), ("Struck", struck), ("Taken as told, though impossible", anyway)):
        if hands:
            yield f"{what}: {'hand' if len(hands) == 1 else 'hands'} {listed(hands)}."


def note_line(note: Entry) -> str:
    """Give a note with the hand it is about."""
    return f"Note: {note.text}" if note.hand is None else f"Note on hand {note.hand}: {note.text}"


def formatted_sheet(ledger: Ledger, form: str) -> str:
    """Lay out a row for each hand in one of the forms that tabulate knows."""
    from tabulate import tabulate  # noqa: PLC0415 -- start-up

    rows = list(sheet_rows(ledger))
    labels = {side: labels_of(rows, side) for side in ledger.names}
    names = {side: name.replace("|", BARS.get(form, "|")) for side, name in ledger.names.items()}
    headers = ["Hand", *(f"{names[side]} {label}" for side in labels for label in labels[side])]
    cells = [[cell.strip() for cell in flat_row(row, labels)] for row in rows]
    if form == "tsv":
        return "\n".join("\t".join(row) for row in ([harmless(head) for head in headers], *cells))
    alignment = ["right"] * len(headers)
    return tabulate(cells, headers, tablefmt=form, disable_numparse=True, colalign=alignment if cells else None)


def harmless(text: str) -> str:
    """Give a text that a spreadsheet does not run as a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
