"""The journal as a list: every entry of a ledger, also those that were taken back."""

from collections.abc import Iterator
from datetime import datetime
from textwrap import fill

from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.journal import Change
from canasta_score.game.ledger import Ledger
from canasta_score.report.text.correction import format_hand_points
from canasta_score.report.text.explanation import format_fact_list

_CONTINUATION_INDENT = "      "


def format_journal(ledger: Ledger, width: int) -> str:
    """List every entry with its day and time, what it says, and whether it was taken back."""
    kept, changes = ledger.effective_entry_numbers(), {change.entry.number: change for change in ledger.applied_changes}
    lines = ["Entries"]
    for entry in ledger.entries:
        start = f"{entry.number:>{len(str(len(ledger.entries)))}}  {_format_timestamp(entry.recorded_at)}  "
        words = " ".join(_iter_entry_words(ledger, entry, changes.get(entry.number)))
        of = f" of entry {ledger.undo_targets[entry.number]}" if entry.number in ledger.undo_targets else ""
        taken_back = "" if entry.number in kept else " (taken back)"
        line = f"{start}{words}{of}{taken_back}"
        lines.append(
            fill(line, width, subsequent_indent=_CONTINUATION_INDENT, break_long_words=False, break_on_hyphens=False)
        )
    return "\n".join(lines)


def _format_timestamp(at: datetime) -> str:
    """Give a day and time as people at a table read it."""
    return f"{at:%Y-%m-%d %H:%M}"


def _iter_entry_words(ledger: Ledger, entry: Entry, change: Change | None) -> Iterator[str]:
    """Go through the words for an entry."""
    yield str(entry.kind)
    if entry.hand is not None:
        yield f"on hand {entry.hand}" if entry.kind is EntryKind.NOTE else str(entry.hand)
    if entry.kind is EntryKind.HAND and change and change.after:
        yield f"({format_hand_points(ledger, change.after)})"
    yield from (f"{side} {format_fact_list(told)}" for side, told in entry.facts.items() if told)
    if entry.accepted_anyway:
        yield "(taken anyway)"
    if entry.text:
        yield f'"{entry.text}"'
