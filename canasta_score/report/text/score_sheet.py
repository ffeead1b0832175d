"""The score sheet: every hand's base, count, penalties and total, side by side, with the running totals."""

from collections.abc import Iterator, Mapping, Sequence

from canasta_score.game.entries import Entry, EntryKind, PointsBySide
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import iter_running_totals
from canasta_score.hand.facts import list_special_hands
from canasta_score.report.text.layout import (
    COLUMN_GAP,
    TextRow,
    align_columns,
    fill_text,
    format_side_table,
    measure_columns,
    measure_width,
    pad_text,
)
from canasta_score.report.text.standing import format_game_heading, format_standing
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.text import join_words

PENALTIES_LABEL, RUNNING_LABEL = "Penalties", "Running"
SHEET_LABELS = ("Base", "Count", PENALTIES_LABEL, "Total", RUNNING_LABEL)
_ESCAPED_BARS = {
    "github": r"\|",
    "pipe": r"\|",
    "jira": "/",
    "orgtbl": "/",
    "textile": "/",
}  # where a bar sets cells apart
SHORT_LABELS = {PENALTIES_LABEL: "Pen."}
_WIDE_LAYOUTS = (
    (COLUMN_GAP, False),
    ("  ", False),
    ("  ", True),
    (" ", True),
)  # what is tried to have a line for each hand


@frozen
class _SheetRow(Value):
    """What a hand gives one side, by the labels of the sheet; what was brought forward has only a running total."""

    hand: str
    sides: Mapping[str, Mapping[str, str]]


def format_score_sheet(ledger: Ledger, width: int, *, more: str = "") -> str:
    """Lay out the game for a terminal of some width: a line for each hand where there is room, else some lines.

    Behind what was corrected or struck stands `more`, which says where to find more of it.
    """
    standing = ledger.standing()
    parts = [
        fill_text(format_game_heading(ledger), width),
        _format_sheet_hands(ledger, width),
        format_standing(ledger.variant, standing, width),
        fill_text(format_sheet_remarks(ledger, more), width),
    ]
    return "\n\n".join(part for part in parts if part)


def _format_sheet_hands(ledger: Ledger, width: int) -> str:
    """Lay out the hands as wide as the terminal allows; nothing where there are none."""
    rows = list(iter_sheet_rows(ledger))
    if not rows:
        return ""
    for gap, short in _WIDE_LAYOUTS:
        wide = list(_iter_wide_sheet(ledger, rows, gap, short=short))
        if max(map(measure_width, wide)) <= width:
            return "\n".join(wide)
    return "\n".join(_format_tall_sheet(ledger, rows, width))


def iter_sheet_rows(ledger: Ledger) -> Iterator[_SheetRow]:
    """Go through what was brought forward, if anything was, and the hands that count."""
    if any(ledger.starting_totals.values()):
        yield _SheetRow(
            hand="", sides={side: {RUNNING_LABEL: f"{total:,}"} for side, total in ledger.starting_totals.items()}
        )
    for hand, running in iter_running_totals(ledger.starting_totals, ledger.hands):
        yield _SheetRow(
            hand=str(hand.number), sides={side: format_hand_figures(hand, side, running) for side in ledger.side_names}
        )


def format_hand_figures(hand: Hand, side: str, running: PointsBySide) -> dict[str, str]:
    """Give a side's figures of a hand in points, by the labels of the sheet; no penalties where there are none."""
    score = hand.score.sides[side]
    given = {"Base": score.base, "Count": score.count, PENALTIES_LABEL: score.penalties, "Total": score.total}
    shown = {label: f"{points:,}" for label, points in given.items() if points or label != PENALTIES_LABEL}
    return {**shown, RUNNING_LABEL: f"{running[side]:,}"}


def select_side_labels(rows: Sequence[_SheetRow], side: str) -> list[str]:
    """Give the labels that a side needs: penalties only where it has any."""
    some = any(PENALTIES_LABEL in row.sides[side] for row in rows)
    return [label for label in SHEET_LABELS if some or label != PENALTIES_LABEL]


def flatten_sheet_row(row: _SheetRow, labels: Mapping[str, Sequence[str]], between: TextRow = ()) -> list[str]:
    """Give a hand as one row, with the labels that each side has and some cells between the sides."""
    cells = [f"{row.hand:>4}" if row.hand else "Start"]
    for place, (side, of_side) in enumerate(labels.items()):
        cells += between if place else ()
        cells += (row.sides[side].get(label, "") for label in of_side)
    return cells


def _iter_wide_sheet(ledger: Ledger, rows: Sequence[_SheetRow], gap: str, *, short: bool) -> Iterator[str]:
    """Lay out a line for each hand, under the name of each side its figures; short heads take less room."""
    labels = {side: select_side_labels(rows, side) for side in ledger.side_names}
    shown = {label: SHORT_LABELS.get(label, label) if short else label for label in SHEET_LABELS}
    heads = _SheetRow(hand="Hand", sides={side: {label: shown[label] for label in own} for side, own in labels.items()})
    cells = [flatten_sheet_row(row, labels, [""]) for row in (heads, *rows)]
    first, *widths = measure_columns(cells)
    names, place = [" " * first], 1
    for side, own in labels.items():
        name, across = ledger.side_names[side], widths[place - 1 : place - 1 + len(own)]
        lacking = max(0, measure_width(name) - sum(across) - len(gap) * (len(own) - 1))
        cells[0][place] = pad_text(cells[0][place], across[0] + lacking)
        names += [_center_name(name, sum(across) + lacking + len(gap) * (len(own) - 1)), ""]
        place += len(own) + 1
    yield gap.join(names).rstrip()
    yield from align_columns(cells, gap)


def _center_name(name: str, width: int) -> str:
    """Set a name in the middle of the columns that are its side's."""
    return pad_text(" " * ((width - measure_width(name)) // 2) + name, -width)


def _format_tall_sheet(ledger: Ledger, rows: Sequence[_SheetRow], width: int) -> list[str]:
    """Lay out some lines for each hand, as many sides beside each other as there is room for."""
    cells = [["", *ledger.side_names.values()]]
    for row in rows:
        cells += _iter_tall_rows(row, list(ledger.side_names))
    return format_side_table(cells, width)


def _iter_tall_rows(row: _SheetRow, sides: Sequence[str]) -> Iterator[list[str]]:
    """Give a hand as some rows, its number before the first."""
    labels = [label for label in SHEET_LABELS if any(label in row.sides[side] for side in sides)]
    number = f"{row.hand:>2}" if row.hand else "  "
    for label in labels:
        yield [f"{number} {label if row.hand else 'Start'}", *(row.sides[side].get(label, "") for side in sides)]
        number = "  "


def format_sheet_remarks(ledger: Ledger, more: str) -> str:
    """Say what else there is: notes, special hands, and which hands were corrected or struck."""
    lines = [_format_note(change.entry) for change in ledger.applied_changes if change.entry.kind is EntryKind.NOTE]
    lines += format_special_hands(ledger, ledger.side_names)
    if told := " ".join(iter_hand_remarks(ledger)):
        lines.append(f"{told} {more}".rstrip())
    return "\n".join(lines)


def format_special_hands(ledger: Ledger, names: Mapping[str, str]) -> list[str]:
    """Say which special hands were laid in hands that count, and by whom by their names; nothing where none was."""
    facts = ledger.variant.facts
    laid = [
        f"{facts[name].label.lower()} in hand {hand.number} ({names[side]})"
        for hand in ledger.hands
        for side, told in hand.facts.items()
        for name in ([] if hand.voided else list_special_hands(ledger.variant, told))
    ]
    return [f"{'Special hand' if len(laid) == 1 else 'Special hands'}: {join_words(laid)}."] if laid else []


def iter_hand_remarks(ledger: Ledger) -> Iterator[str]:
    """Go through what became of hands: which were corrected, struck, or taken although they cannot have happened."""
    corrected = [str(hand.number) for hand in ledger.hands if hand.fixes and not hand.voided]
    struck = [str(hand.number) for hand in ledger.hands if hand.voided]
    anyway = [str(hand.number) for hand in ledger.hands if hand.accepted_anyway and not hand.voided]
    for what, hands in (("Corrected", corrected), ("Struck", struck), ("Taken as told, though impossible", anyway)):
        if hands:
            yield f"{what}: {'hand' if len(hands) == 1 else 'hands'} {join_words(hands)}."


def _format_note(note: Entry) -> str:
    """Give a note with the hand it is about."""
    return f"Note: {note.text}" if note.hand is None else f"Note on hand {note.hand}: {note.text}"


def format_tabulated_sheet(ledger: Ledger, form: str) -> str:
    """Lay out a row for each hand in one of the forms that tabulate knows."""
    from tabulate import tabulate  # noqa: PLC0415 -- start-up

    rows = list(iter_sheet_rows(ledger))
    labels = {side: select_side_labels(rows, side) for side in ledger.side_names}
    names = {side: name.replace("|", _ESCAPED_BARS.get(form, "|")) for side, name in ledger.side_names.items()}
    headers = ["Hand", *(f"{names[side]} {label}" for side in labels for label in labels[side])]
    cells = [[cell.strip() for cell in flatten_sheet_row(row, labels)] for row in rows]
    if form == "tsv":
        return "\n".join("\t".join(row) for row in ([_escape_formula(head) for head in headers], *cells))
    alignment = ["right"] * len(headers)
    return tabulate(cells, headers, tablefmt=form, disable_numparse=True, colalign=alignment if cells else None)


def _escape_formula(text: str) -> str:
    """Give a text that a spreadsheet does not run as a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
