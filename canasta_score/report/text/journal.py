"""The journal as a list: every entry of a ledger, also those that were taken back."""

from collections.abc import Iterator
from datetime import datetime
from textwrap import fill

from canasta_score.game.entries import Entry, What
from canasta_score.game.journal import Change
from canasta_score.game.ledger import Ledger
from canasta_score.report.text.correction import points_in_words
from canasta_score.report.text.explanation import facts_in_words

INDENT = "      "


def journal_list(ledger: Ledger, width: int) -> str:
    """List every entry with its day and time, what it says, and whether it was taken back."""
    kept, changes = ledger.numbers_that_stand(), {change.entry.number: change for change in ledger.done}
    lines = ["Entries"]
    for entry in ledger.entries:
        start = f"{entry.number:>{len(str(len(ledger.entries)))}}  {day_and_time(entry.at)}  "
        words = " ".join(parts_of(ledger, entry, changes.get(entry.number)))
        of = f" of entry {ledger.meant[entry.number]}" if entry.number in ledger.meant else ""
        taken_back = "" if entry.number in kept else " (taken back)"
        line = f"{start}{words}{of}{taken_back}"
        lines.append(fill(line, width, subsequent_indent=INDENT, break_long_words=False, break_on_hyphens=False))
    return "\n".join(lines)


def day_and_time(at: datetime) -> str:
    """Give a day and time as people at a table read it."""
    return f"{at:%Y-%m-%d %H:%M}"


def parts_of(ledger: Ledger, entry: Entry, change: Change | None) -> Iterator[str]:
    """Go through the words for an entry."""
    yield str(entry.what)
    if entry.hand is not None:
        yield f"on hand {entry.hand}" if entry.what is What.NOTE else str(entry.hand)
    if entry.what is What.HAND and change and change.after:
        yield f"({points_in_words(ledger, change.after)})"
    yield from (f"{side} {facts_in_words(told)}" for side, told in entry.facts.items() if told)
    if entry.anyway:
        yield "(taken anyway)"
    if entry.text:
        yield f'"{entry.text}"'
