"""Slips in the form in which the program writes them, read without the TOML parser.

They are nearly all of a large event: of 10,000 slips, `tomllib` alone takes longer than everything else together.
Whatever looks different in any way is left to it.
"""

import re
from datetime import datetime

from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.slips.results import Score

_HEADING = b"\n[[entry]]\n"
_TEXTS_OF_SEVERAL_LINES = (b'"""', b"'''")  # in which a heading may be no heading
_NUMBER = rb"([1-9]\d{0,6})"
_POINTS = rb"(0|-?[1-9]\d{0,6})"
_TIME = rb"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)"
_PLAIN_SLIP = re.compile(
    rb'at = %b\nwhat = "slip"\ngame = %b\ntable = %b\nns = %b\new = %b\ntotals = \[%b, %b\]\n'
    % (_TIME, _NUMBER, _NUMBER, _POINTS, _POINTS, _POINTS, _POINTS)
)


def split_plain_slips(data: bytes) -> tuple[bytes, list[EventEntry | None]]:
    """Return a text without its plain slips, and for each entry the slip, or None if it is still in the text."""
    if any(quotes in data for quotes in _TEXTS_OF_SEVERAL_LINES):
        return data, []
    head, *chunks = data.split(_HEADING)
    slips = [_parse_plain_slip(chunk, number) for number, chunk in enumerate(chunks, 1)]
    others = [chunk for chunk, slip in zip(chunks, slips, strict=True) if slip is None]
    return _HEADING.join([head, *others]), slips


def _parse_plain_slip(chunk: bytes, number: int) -> EventEntry | None:
    match = _PLAIN_SLIP.fullmatch(chunk)
    if match is None:
        return None
    time, *figures = match.groups()
    try:
        recorded_at = datetime.fromisoformat(time.decode())
    except ValueError:
        return None
    game, table, ns, ew, *totals = map(int, figures)
    return EventEntry(
        number=number,
        recorded_at=recorded_at,
        kind=EventEntryKind.SLIP,
        game=game,
        table=table,
        score=Score(ns, ew),
        totals=tuple(totals),
    )
