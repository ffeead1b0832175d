"""The score sheet: every hand's base, count, penalties and total, side by side, with the running totals."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from canasta_score.game.entries import Entry, EntryKind, GameRules, Hand, PointsBySide
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import list_special_hands
from canasta_score.hand.partners import name_holder
from canasta_score.report.labels import LABELS, SHORT_LABELS, list_figures, list_house_rules
from canasta_score.report.text import layout
from canasta_score.report.text.standing import describe_rules, format_game_heading, format_standing
from canasta_score.rules.frozen import Value
from canasta_score.rules.model.facts import PENALTIES, RUNNING, SHEET_COLUMNS, TOTAL
from canasta_score.rules.text import join_words, name_numbers

START_LABEL, ADJUSTMENT_LABEL = "Start", "Adj."
_UNBROKEN_BLANK = "\x1f"  # for a blank within a command, where no line may end; it is ASCII, as the rest of its line
# Tried in this order to give each hand one line: the gap between columns, and the labels.
_WIDE_LAYOUTS = ((layout.COLUMN_GAP, LABELS), ("  ", LABELS), ("  ", SHORT_LABELS), (" ", SHORT_LABELS))
_MOST_SIDES_IN_DETAIL = 2  # where there is no room for all columns beside each other


class _SheetRow(Value):
    """The points of each side, by column, in one hand or adjustment; `label` is the number of the hand, or a word."""

    label: str
    sides: Mapping[str, Mapping[str, int]]

    def format_cell(self, side: str, column: str) -> str:
        """Return the figure of a side, or an empty text if it has none in this column."""
        figures = self.sides.get(side, {})
        return f"{figures[column]:,}" if column in figures else ""


def format_score_sheet(ledger: Ledger, width: int, *, more: str = "") -> str:
    """Return the score sheet; the command `more` shows what happened to corrected and canceled hands."""
    standing = ledger.standing()
    parts = [
        layout.fill_text(format_game_heading(ledger), width),
        _format_sheet_hands(ledger, width),
        format_standing(ledger.variant, standing, width),
        layout.fill_text("\n".join(list_sheet_remarks(ledger, more)), width).replace(_UNBROKEN_BLANK, " "),
    ]
    return "\n\n".join(part for part in parts if part)


def _format_sheet_hands(ledger: Ledger, width: int) -> str:
    rows = list(_iter_sheet_rows(ledger))
    if not rows:
        return ""
    hands = ["", "Hand", *(f"{row.label:>4}" for row in rows)]
    hand_width = layout.measure_widest(hands)
    for gap, labels in _WIDE_LAYOUTS:
        blocks = []
        for side, name in ledger.side_names.items():
            header, *figures = _format_figures(rows, side, _select_side_columns(rows, side), gap, labels, name)
            centered = " " * ((len(header) - layout.measure_width(name)) // 2) + name
            blocks.append([layout.pad_text(centered, -len(header)), header, *figures])
        lines = [
            f"{hand:<{hand_width}}{gap}{(gap * 2).join(figures)}".rstrip()
            for hand, *figures in zip(hands, *blocks, strict=True)
        ]
        if layout.measure_widest(lines) <= width:
            return "\n".join(lines)
    if len(ledger.side_names) <= _MOST_SIDES_IN_DETAIL:
        return "\n".join(layout.format_side_table(_build_tall_sheet(ledger, rows), width))
    # Each hand has a line with its total and the running total of each side; `explain` has the rest.
    columns = [
        [name, *_format_figures(rows, side, (TOTAL, RUNNING), "  ", LABELS)] for side, name in ledger.side_names.items()
    ]
    return "\n".join(layout.format_side_table([*zip(hands, *columns, strict=True)], width))


def _iter_sheet_rows(ledger: Ledger) -> Iterator[_SheetRow]:
    """Yield the starting totals, if there are any, the hands that count and the adjustments."""
    if any(ledger.starting_totals.values()):
        yield _SheetRow(
            label=START_LABEL, sides={side: {RUNNING: total} for side, total in ledger.starting_totals.items()}
        )
    for step, totals in ledger.iter_steps():
        if isinstance(step, Entry):
            figures = {step.side: {TOTAL: step.points, RUNNING: totals[step.side]}}
            yield _SheetRow(label=ADJUSTMENT_LABEL, sides=figures)
        else:
            figures = {side: list_hand_figures(step, side, totals) for side in ledger.side_names}
            yield _SheetRow(label=str(step.number), sides=figures)


def list_hand_figures(hand: Hand, side: str, totals: PointsBySide) -> dict[str, int]:
    """Return a side's figures of a hand by column, in points: those that are known, and penalties if any."""
    figures = {**list_figures(hand.score.sides[side]), RUNNING: totals[side]}
    return {
        column: points for column, points in figures.items() if points is not None and (points or column != PENALTIES)
    }


def build_flat_sheet(ledger: Ledger, names: Mapping[str, str]) -> tuple[list[str], list[list[str]]]:
    """Return the sheet as one table, with the columns of the sides next to each other: its header, and its rows."""
    rows = list(_iter_sheet_rows(ledger))
    columns = [(side, column) for side in ledger.side_names for column in _select_side_columns(rows, side)]
    header = ["Hand", *(f"{names[side]} {LABELS[column]}" for side, column in columns)]
    cells = [[row.label, *(row.format_cell(side, column) for side, column in columns)] for row in rows]
    return header, cells


def _select_side_columns(rows: Sequence[_SheetRow], side: str) -> list[str]:
    """Return the columns that a side needs: penalties only if it has any."""
    has_penalties = any(PENALTIES in row.sides.get(side, {}) for row in rows)
    return [column for column in SHEET_COLUMNS if has_penalties or column != PENALTIES]


def _format_figures(
    rows: Sequence[_SheetRow], side: str, columns: Sequence[str], gap: str, labels: Mapping[str, str], name: str = ""
) -> list[str]:
    """Return the header and the figures of some columns of a side, at least as wide as `name`."""
    cells = [[labels[column] for column in columns]]
    cells += ([row.format_cell(side, column) for column in columns] for row in rows)
    widths = layout.measure_columns(cells)
    widths[0] += max(0, layout.measure_width(name) - sum(widths) - len(gap) * (len(columns) - 1))
    return [gap.join(map(layout.pad_text, row, widths)) for row in cells]


def _build_tall_sheet(ledger: Ledger, rows: Sequence[_SheetRow]) -> list[list[str]]:
    cells = [["", *ledger.side_names.values()]]
    for row in rows:
        label = f"{row.label:>2}"
        for column in SHEET_COLUMNS:
            if any(column in figures for figures in row.sides.values()):
                name = f"{label} {LABELS[column]}" if row.label != START_LABEL else f"   {START_LABEL}"
                cells.append([name, *(row.format_cell(side, column) for side in ledger.side_names)])
                label = "  "
    return cells


def list_sheet_remarks(ledger: Ledger, more: str = "") -> list[str]:
    """Return notes, special hands, and what happened to hands, with the command that shows `more` about it."""
    remarks = [
        f"Note: {note.text}" if note.hand is None else f"Note on hand {note.hand}: {note.text}"
        for note in iter_notes(ledger)
    ]
    remarks += [sentence for _, sentence in iter_changes(ledger, ledger.side_names)]
    remarks += list_named_remarks(ledger, ledger.side_names)
    counting = [hand for hand in ledger.hands if not hand.voided]
    hands = {
        "corrected": [hand.number for hand in counting if hand.fixes],
        "canceled": [hand.number for hand in ledger.hands if hand.voided],
        "recorded despite an error": [hand.number for hand in counting if hand.accepted_anyway],
    }
    hand_remarks = [
        f"{name_numbers('hand', numbers).capitalize()} {'was' if len(numbers) == 1 else 'were'} {what}."
        for what, numbers in hands.items()
        if numbers
    ]
    if hand_remarks and more:
        hand_remarks.append(f"To see how: {more.replace(' ', _UNBROKEN_BLANK)}")
    return [*remarks, " ".join(hand_remarks)] if hand_remarks else remarks


def iter_notes(ledger: Ledger) -> Iterator[Entry]:
    """Yield the notes that are not undone."""
    return (change.entry for change in ledger.applied_changes if change.entry.kind is EntryKind.NOTE)


def iter_changes(ledger: Ledger, names: Mapping[str, str]) -> Iterator[tuple[Entry, str]]:
    """Yield each adjustment and each change of the rules, the last of several after one another, with a sentence."""
    rules = ledger.starting_rules
    changes = [entry for entry in ledger.game_entries if entry.kind is EntryKind.ADJUST or entry.rules]
    for entry, following in zip_longest(changes, changes[1:]):
        if entry.rules and following and following.rules and following.hand == entry.hand:
            continue
        when = f"after hand {entry.hand}" if entry.hand else "before the first hand"
        reason = f" ({entry.text})" if entry.text else ""
        if entry.kind is EntryKind.ADJUST:
            yield entry, f"Adjusted {when}: {names[entry.side]} {entry.points:+,}{reason}."
        if entry.rules and entry.rules != rules:
            yield entry, f"Rules changed {when}: {_describe_rule_change(rules, entry.rules)}."
            rules = entry.rules


def _describe_rule_change(before: GameRules, after: GameRules) -> str:
    old, new = (list_house_rules(rules.variant, rules.house_rules) for rules in (before, after))
    changes = {"now": [rule for rule in new if rule not in old], "no longer": [rule for rule in old if rule not in new]}
    if before.variant.title != after.variant.title or not any(changes.values()):
        return f"from {describe_rules(before)} to {describe_rules(after)}"
    return "; ".join(f"{words} {', '.join(rules)}" for words, rules in changes.items() if rules)


def list_named_remarks(ledger: Ledger, names: Mapping[str, str]) -> list[str]:
    """Return who were partners in which hands that count, and the special hands, a sentence each if there are any."""
    counting = [hand for hand in ledger.hands if not hand.voided]
    numbers_by_partners: dict[tuple[str, ...], list[int]] = {}
    for hand in counting:
        numbers_by_partners.setdefault(hand.partners, []).append(hand.number)
    partners = [
        f"{' & '.join(names[side] for side in pair)} in {name_numbers('hand', numbers)}"
        for pair, numbers in numbers_by_partners.items()
        if pair
    ]
    specials = [
        f"{ledger.variant.facts[name].label.lower()} in hand {hand.number} ({name_holder(side, names)})"
        for hand in counting
        for side, facts in hand.facts.items()
        for name in list_special_hands(ledger.variant, facts)
    ]
    title = "Special hand" if len(specials) == 1 else "Special hands"
    remarks = [f"Partners: {'; '.join(partners)}."] if partners else []
    return remarks + ([f"{title}: {join_words(specials)}."] if specials else [])
