"""Paper that was printed: which file has it, and what an entry has changed on it."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from canasta_score.cli.messages import print_hint, print_note
from canasta_score.cli.terminal import print_sentences
from canasta_score.disk.files import DiskError, read_regular_file
from canasta_score.disk.replacement import write_file
from canasta_score.event.entries import EventEntryKind
from canasta_score.event.event import Event
from canasta_score.recording.events import RecordedEvent
from canasta_score.report.html.event_print import (
    PrintKind,
    describe_paper,
    is_print_of,
    list_print_keys,
    mark_as_void,
    render_print,
)

_KINDS_FOR_TABLES = (PrintKind.GUIDE_CARDS, PrintKind.SLIPS, PrintKind.SEATING)
_HEAD_BYTES = 1_000_000  # in which a print says what it is
_PRESENCE_KINDS = (EventEntryKind.LATE, EventEntryKind.WITHDRAW, EventEntryKind.RETURN)


def print_paper_hints(recorded: RecordedEvent, cause: EventEntryKind) -> None:
    """Print which paper an entry has made void, and how to print what has changed of everything that was printed."""
    before, after = recorded.before, recorded.after
    prints = find_prints(after)
    printed = {kind: prints[kind] for kind in _KINDS_FOR_TABLES if kind in prints}
    is_over = len(after.announced) == after.games
    if not after.is_drawn or is_over or not (printed or cause in _PRESENCE_KINDS):
        return
    void = []
    for kind, page in printed.items():
        stays = {*list_print_keys(after, kind)}
        if gone := [key for key in list_print_keys(before, kind) if key not in stays]:
            void.append(describe_paper(kind, gone))
            with suppress(OSError, UnicodeError, DiskError):  # the entry is recorded, and paper is named all the same
                write_file(page, mark_as_void(page.read_bytes().decode(), kind, gone).encode(), overwrite=True)
    if void:
        print_sentences(f"Throw away: {', '.join(void)}.")
    print_note("a name on paper has changed" if cause is EventEntryKind.RENAME else "the seats have changed")
    for kind, path in printed.items():
        # Cards and lists always change where pairs come or leave, and take long to build.
        is_sure = cause in _PRESENCE_KINDS and kind is not PrintKind.SLIPS
        if is_sure or render_print(after, kind, before=path.read_text("utf-8", errors="replace")).count:
            print_hint(f"to print new {kind.replace('-', ' ')}", "event", "print", kind, "-o", str(path), "--changed")
    if not printed:
        print_hint("to print guide cards", "event", "print", PrintKind.GUIDE_CARDS, "-o", "cards.html")


def find_prints(event: Event) -> Mapping[PrintKind, Path]:
    """Return the files beside an event file that were printed of it last, by the kind of their sheets."""
    pages: list[tuple[int, Path, str]] = []
    for page in Path(event.file).parent.glob("*.html"):
        with suppress(OSError, ValueError):  # what cannot be read was not printed here
            head = read_regular_file(page, _HEAD_BYTES).decode(errors="replace")
            pages.append((page.stat().st_mtime_ns, page, head))
    return {kind: page for _, page, head in sorted(pages) for kind in PrintKind if is_print_of(head, kind, event)}
