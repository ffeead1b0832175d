"""Slips that are read without the TOML parser: the event is the same as by the parser, whatever is in the file."""

import pytest
from support.event_days import Day
from support.randomness import chance, rounds

from canasta_score.event.errors import EventError
from canasta_score.event.storage import event_reader
from canasta_score.event.storage.event_reader import split_plain_entries
from canasta_score.rules.diagnostics import CanastaError


def day_text() -> bytes:
    day = Day(6)
    day.draw()
    day.play(1, (2875, -145), (0, 5), (100, 200))
    day.play(2, (5, 10), (15, 20), (25, 30), announce=False)
    day.undo()
    return day.text()


def read(text: bytes) -> object:
    """Return the event of a text, or what is wrong with it."""
    try:
        parsed = event_reader.parse_event_text(text, "event.toml")
    except CanastaError as error:
        return error.diagnostics
    return parsed.diagnostics or parsed.state


def read_by_the_parser(text: bytes, monkeypatch: pytest.MonkeyPatch) -> object:
    with monkeypatch.context() as patch:
        patch.setattr(event_reader, "split_plain_entries", lambda data: (data, []))
        return read(text)


def test_plain_slips_are_taken_out() -> None:
    text, slips = split_plain_entries(day_text())
    assert b'"slip"' not in text
    assert sum(slip is not None for slip in slips) == 7  # and one announcement
    assert slips[2] is not None
    assert (slips[2].number, slips[2].score) == (3, (2875, -145))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"", b""),
        (b"\n", b"\r\n"),
        (b"2875", b"2_875"),
        (b"2875", b"02875"),
        (b"ns = 0", b"ns = -0"),
        (b"2026-11-22", b"2026-13-22"),
        (b"2026-11-22T", b"2026-11-22 "),
        (b"game = 1\ntable", b"game = 0\ntable"),
        (b"ew = 200", b"ew = 200 # seen twice"),
        (b"ew = 200", b"ew = 205"),
        (b"ew = 200\n", b"ew = 200\new = 200\n"),
        (b"ew = 200\n", b"ew = 200\nfrom = 'table3.toml'\n"),
        (b"[settings]", b"[entry]\n[settings]"),
        (b"house = []", b"house = []\nentry = []"),
        (b"house = []", b"house = []\nentry = [{}]"),
        (b"house = []", b'house = ["""\n[[entry]]\n"""]'),
        (b"house = []", b"house = [\n[[entry]]\n]"),
        (b"\n2 = [[1, ", b"\n2 = [[01, "),
        (b"\n2 = [[1, ", b"\n2 = [[0, "),
        (b"\n2 = [[1, ", b"\n2 = [[12345678, "),
        (b"\n2 = [[1, ", b"\n2 = [ [1, "),
        (b"\n2 = [[1, ", b"\n3 = []\n2 = [[1, "),
        (b'"announce"\ngame = 1', b'"announce"\ngame = 2'),
        (b'event = "Club day"', b'event = "Club day'),
        (b'event = "Club day"', b'event = "Club \xff day"'),
    ],
)
def test_what_is_unusual_is_read_as_the_parser_reads_it(
    old: bytes, new: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = day_text()
    assert old in text
    changed = text.replace(old, new) if old else text
    assert read(changed) == read_by_the_parser(changed, monkeypatch)


@pytest.mark.parametrize("number", range(rounds(per_hundred=150)))
def test_any_change_is_read_as_the_parser_reads_it(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = chance("plain slips", number)
    text = bytearray(day_text())
    start = text.index(b"[[entry]]")
    for _ in range(random.randint(1, 3)):
        place = random.randrange(start, len(text))
        match random.randrange(3):
            case 0:
                text[place] = random.choice(b'0123456789-\n[]=" ')
            case 1:
                del text[place : place + random.randint(1, 60)]
            case _:
                text[place:place] = random.choice([b"0", b"-", b"\n[[entry]]\n", b'"""', b"#", b"\n", b"[entry]\n"])
    assert read(bytes(text)) == read_by_the_parser(bytes(text), monkeypatch)


def test_an_event_whose_entries_are_all_plain_is_refused_by_the_journal_alone() -> None:
    text = day_text()
    head, *entries = text.split(b"\n[[entry]]\n")
    only = b"\n[[entry]]\n".join([head, entries[2]])
    with pytest.raises(EventError):
        raise EventError(event_reader.parse_event_text(only, "event.toml").diagnostics)
