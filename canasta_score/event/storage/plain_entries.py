"""Slips and announcements in the form in which the program writes them, read without the TOML parser.

They are nearly all of a large event: of 10,000 slips, `tomllib` alone takes longer than everything else together.
Whatever looks different in any way is left to it.
"""

import re
from contextlib import suppress
from datetime import datetime

from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.slips.results import Score
from canasta_score.event.storage.entry_format import build_seating

_HEADING = b"\n[[entry]]\n"
_TEXTS_OF_SEVERAL_LINES = (b'"""', b"'''")  # in which a heading may be no heading
_NUMBER = rb"([1-9]\d{0,6})"
_POINTS = rb"(0|-?[1-9]\d{0,6})"
_TIME = rb"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)"
_PLAIN_SLIP = re.compile(
    rb'at = %b\nwhat = "slip"\ngame = %b\ntable = %b\nns = %b\new = %b\ntotals = \[%b, %b\]\n'
    % (_TIME, _NUMBER, _NUMBER, _POINTS, _POINTS, _POINTS, _POINTS)
)
_ROW = rb"\[[1-9]\d{0,6}, (?:0|[1-9]\d{0,6}), (?:0|[1-9]\d{0,6})\]"
_PLAIN_ANNOUNCEMENT = re.compile(
    rb'at = %b\nwhat = "announce"\ngame = %b\n\n\[entry\.seats\]\n%b = \[(%b(?:, %b)*)\]\n'
    % (_TIME, _NUMBER, _NUMBER, _ROW, _ROW)
)
_DIGITS = re.compile(rb"\d+")


def split_plain_entries(data: bytes) -> tuple[bytes, list[EventEntry | None]]:
    """Return a text without its plain entries, and for each entry what was read, or None if it is still in the text."""
    if any(quotes in data for quotes in _TEXTS_OF_SEVERAL_LINES):
        return data, []
    head, *chunks = data.split(_HEADING)
    entries = [_parse_plain_entry(chunk, number) for number, chunk in enumerate(chunks, 1)]
    others = [chunk for chunk, entry in zip(chunks, entries, strict=True) if entry is None]
    return _HEADING.join([head, *others]), entries


def _parse_plain_entry(chunk: bytes, number: int) -> EventEntry | None:
    for pattern, parse in ((_PLAIN_SLIP, _parse_slip), (_PLAIN_ANNOUNCEMENT, _parse_announcement)):
        if match := pattern.fullmatch(chunk):
            with suppress(ValueError):  # there is no such date
                return parse(number, *match.groups())
    return None


def _parse_slip(number: int, time: bytes, *figures: bytes) -> EventEntry:
    game, table, ns, ew, *totals = map(int, figures)
    return EventEntry(
        number=number,
        recorded_at=datetime.fromisoformat(time.decode()),
        kind=EventEntryKind.SLIP,
        game=game,
        table=table,
        score=Score(ns, ew),
        totals=tuple(totals),
    )


def _parse_announcement(number: int, time: bytes, game: bytes, next_game: bytes, rows: bytes) -> EventEntry:
    numbers = map(int, _DIGITS.findall(rows))  # three for each table: `zip` takes them from one iterator in turn
    return EventEntry(
        number=number,
        recorded_at=datetime.fromisoformat(time.decode()),
        kind=EventEntryKind.ANNOUNCE,
        game=int(game),
        seats={int(next_game): build_seating(zip(numbers, numbers, numbers, strict=True))},
    )
