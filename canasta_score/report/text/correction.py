"""What a correction changed, and what an entry did in a word."""

from collections.abc import Iterator

from canasta_score.game.entries import EntryKind
from canasta_score.game.journal import Change, Hand, get_hand_points
from canasta_score.game.ledger import Ledger
from canasta_score.report.text.layout import TextRow, align_columns
from canasta_score.rules.model.facts import DIRECT_FACTS


def format_correction(ledger: Ledger, before: Hand, after: Hand) -> str:
    """Lay out a hand before and after a correction: for each side the facts that changed, then the parts that did."""
    tables = {
        name: list(_iter_correction_rows(ledger, side, before, after)) for side, name in ledger.side_names.items()
    }
    return "\n\n".join(
        "\n".join([f"Hand {after.number}, {name}", *align_columns(rows)])
        for name, rows in tables.items()
        if len(rows) > 1
    )


def _iter_correction_rows(ledger: Ledger, side: str, before: Hand, after: Hand) -> Iterator[TextRow]:
    """Go through what a correction changed for one side."""
    yield "", "Before", "After"
    labels = {name: fact.label for name, fact in ledger.variant.facts.items()}
    labels |= {part: f"{part.capitalize()} as told" for part in DIRECT_FACTS}
    told, tells = before.facts[side], after.facts[side]
    old, new = before.score.sides[side], after.score.sides[side]
    rows = [(f"  {label}", told.get(name, 0), tells.get(name, 0)) for name, label in labels.items()]
    rows += [("Base", old.base, new.base), ("Count", old.count, new.count), ("Penalties", old.penalties, new.penalties)]
    changed = [(label, was, now) for label, was, now in rows if was != now]
    for label, was, now in changed:
        yield label, f"{was:,}", f"{now:,}"
    if changed:
        yield "Total", f"{old.total:,}", f"{new.total:,}"


def describe_change(change: Change, ledger: Ledger) -> str:
    """Say what an entry did."""
    entry = change.entry
    if entry.kind is EntryKind.HAND and change.after:
        return f"hand {entry.hand} ({format_hand_points(ledger, change.after)})"
    if entry.kind is EntryKind.NOTE:
        return f"the note '{entry.text}'"
    return f"the {'correction' if entry.kind is EntryKind.FIX else 'striking'} of hand {entry.hand}"


def format_hand_points(ledger: Ledger, hand: Hand) -> str:
    """Say what each side scored in a hand."""
    points = get_hand_points(hand)
    return ", ".join(f"{name} {points[side]:,}" for side, name in ledger.side_names.items())
