"""The journal as a list: every entry of a ledger, also those that were taken back."""

from collections.abc import Iterator
from datetime import datetime

from canasta_score.game.entries import Entry, What
from canasta_score.game.journal import Change
from canasta_score.game.ledger import Ledger
from canasta_score.report.correction import points_in_words
from canasta_score.report.explanation import facts_in_words


def journal_list(ledger: Ledger) -> str:
    """List every entry with its day and time, what it says, and whether it was taken back."""
    standing = {change.entry.number: change for change in ledger.done}
    lines = [f"{day_and_time(entry.at)}  {entry_in_words(ledger, entry, standing)}" for entry in ledger.entries]
    width = len(str(len(lines)))
    return "\n".join(["Entries", *(f"{number:>{width}}  {line}" for number, line in enumerate(lines, 1))])


def day_and_time(at: datetime) -> str:
    """Give a day and time as people at a table read it."""
    return f"{at:%Y-%m-%d %H:%M}"


def entry_in_words(ledger: Ledger, entry: Entry, standing: dict[int, Change]) -> str:
    """Say what an entry says, and whether it was taken back."""
    words = " ".join(parts_of(ledger, entry, standing.get(entry.number)))
    stands = entry.number in standing or entry.what in {What.UNDO, What.REDO} or entry.restate
    return words if stands else f"{words} [taken back]"


def parts_of(ledger: Ledger, entry: Entry, change: Change | None) -> Iterator[str]:
    """Go through the words for an entry."""
    yield str(entry.what)
    if entry.hand is not None:
        yield str(entry.hand)
    if entry.what is What.HAND and change and change.after:
        yield f"({points_in_words(ledger, change.after)})"
    yield from (f"{side} {facts_in_words(told)}" for side, told in entry.facts.items() if told)
    if entry.anyway:
        yield "(taken anyway)"
    if entry.text:
        yield f'"{entry.text}"'
