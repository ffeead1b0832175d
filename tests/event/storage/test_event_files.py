"""Event files: written and read again, refused when they are wrong, whole after a kill and with two writers."""

import re
import tomllib
from dataclasses import replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.event_days import TEN, Day, new_event
from support.game_files import begun_game
from support.journals import check_cuts, create_event, record_event_entry
from support.randomness import chance, rounds
from support.wording import Case, Wording, load_wordings

from canasta_score.event.entries import ClockAction, EventEntry, EventEntryKind
from canasta_score.event.errors import EventError
from canasta_score.event.event import Event
from canasta_score.event.movements import MovementName
from canasta_score.event.settings import (
    Fields,
    RankBy,
    Settings,
    SitOutCredit,
    TieBreaker,
    UnfinishedHand,
)
from canasta_score.event.slips import Score
from canasta_score.event.storage.event_files import EventJournal, format_event, read_event, read_game_or_event
from canasta_score.event.storage.event_reader import parse_event_text
from canasta_score.game.entries import FileError, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import format_ledger, read_ledger
from canasta_score.rules.diagnostics import CanastaError, DiagnosticCode
from canasta_score.rules.text import is_printable_line

pytestmark = pytest.mark.usefixtures("sentences")


def whole_day() -> Day:
    """Return a day with an entry of every kind."""
    day = Day(5)
    day.draw()
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.START)
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=5, table=2)
    day.record(EventEntryKind.HAND, game=1, table=1, hand=1, facts={"ns": {"red": 1}, "ew": {}}, accepted_anyway=True)
    day.record(EventEntryKind.SLIP, game=1, table=1, score=Score(2875, -145), text="table1.toml")
    day.slip(1, 2, 100, 200)
    day.slip(1, 2, 200, 100)
    day.fix(1, 2, 300, 100)
    day.record(EventEntryKind.ADJUST, pair=5, points=-100, text="late")
    day.record(EventEntryKind.ANNOUNCE, game=1)
    day.record(EventEntryKind.LATE, names=("Late & Later",))
    day.record(EventEntryKind.WITHDRAW, pair=2)
    day.record(EventEntryKind.RETURN, pair=2, game=3)
    day.record(EventEntryKind.NOTE, text="the hall closes at five")
    day.undo()
    day.redo()
    return day


@cache
def whole_text() -> bytes:
    """Return the text of a day with an entry of every kind."""
    return whole_day().text()


def message_of(text: bytes) -> list[str]:
    """Return what is wrong with a text, each with its place and a remedy that can be printed."""
    try:
        diagnostics = parse_event_text(text, "event.toml").diagnostics
    except CanastaError as error:
        diagnostics = error.diagnostics
    for diagnostic in diagnostics:
        assert diagnostic.hint
        assert is_printable_line(str(diagnostic))
        assert diagnostic.file == "event.toml"
    return [str(diagnostic) for diagnostic in diagnostics]


def test_a_day_reads_as_it_was_written() -> None:
    day = whole_day()
    parsed = parse_event_text(day.text(), "")
    assert parsed.diagnostics == ()
    assert replace(parsed.state, file="") == day.event


@pytest.mark.parametrize(
    "settings",
    [
        Settings(games=20, minutes=30, warn=0, rank=RankBy.VICTORY_POINTS, ties=(TieBreaker.TOTAL,)),
        Settings(movement=MovementName.ROUND_ROBIN, ties=(), sit_out=SitOutCredit.NONE),
        Settings(fields=Fields.TWO, rank=RankBy.WINS),
        Settings(unfinished=UnfinishedHand.COUNT),
        Settings(games=1, minutes=1, warn=0),
        Settings(games=1000, minutes=1000, warn=1000),
    ],
)
def test_settings_read_as_they_were_written(settings: Settings) -> None:
    event = new_event(settings)
    assert parse_event_text(format_event(event), "").state.settings == settings


def test_an_event_from_before_the_bell_was_settled_drops_an_unfinished_hand() -> None:
    text = format_event(new_event())
    assert text.count(b'unfinished = "drop"\n') == 1
    assert parse_event_text(text.replace(b'unfinished = "drop"\n', b""), "").state.settings == Settings()


@pytest.mark.parametrize("case", load_wordings("event-files", "changed"), ids=lambda case: case["new"] or case["old"])
def test_a_changed_file_is_refused_with_its_place(case: Case, wording: Wording) -> None:
    old, new = case["old"].encode(), case["new"].encode()
    assert old in whole_text()
    messages = message_of(whole_text().replace(old, new, 1))
    case.check(wording, [re.sub(r"line \d+", "line N", message) for message in messages])


def test_an_event_that_is_cut_anywhere_is_refused_or_the_event_after_an_earlier_entry() -> None:
    event = whole_day().event
    ends = range(len(event.entries) + 1)
    check_cuts(parse_event_text, [format_event(replace(event, entries=event.entries[:end])) for end in ends], step=47)


def test_entries_that_are_no_entries() -> None:
    head = format_event(new_event())
    assert message_of(head.replace(b"\n[settings]", b"\nentry = 5\n[settings]", 1))
    assert message_of(head.replace(b"\n[settings]", b"\nentry = [5]\n[settings]", 1))[0] == (
        "event.toml: entry 1: must be a table, not 5; put each entry under its own [[entry]]"
    )
    assert message_of(head + b'\n[[entry]]\nat = 2026-11-22T10:00:00+00:00\nwhat = "undo"\n')
    assert message_of(head + b'\n[[entry]]\nat = 2026-11-22T10:00:00+00:00\nwhat = "redo"\n')


def test_an_entry_without_its_totals_was_cut_off() -> None:
    day = Day(4)
    day.record(EventEntryKind.NOTE, text="the hall closes at five")
    whole = day.text()
    assert message_of(whole) == []
    hint = "this entry was cut off; delete it, and enter it again"
    (said,) = message_of(whole.removesuffix(b"totals = []\n"))
    assert re.sub(r"line \d+", "line N", said) == f"event.toml: entry 2 (line N), totals: are missing; {hint}"


def test_a_wrong_figure_is_reported_once_and_nothing_after_it() -> None:
    text = whole_day().text().replace(b"ns = 2875", b"ns = 2880", 1)
    parsed = parse_event_text(text, "event.toml")
    assert [diagnostic.code for diagnostic in parsed.diagnostics] == [DiagnosticCode.TOTAL_MISMATCH]
    line = text.split(b"\n").index(b"ns = 2880") + 1
    assert f"entry 6 (line {line - 5})" in parsed.diagnostics[0].where


@pytest.mark.parametrize(
    ("old", "new", "stated", "correct"),
    [
        (b"totals = [5, 10]\n", b"totals = []\n", "nothing", "5, 10"),
        (b"totals = [5, 10]\n", b"totals = [5, 15]\n", "5, 15", "5, 10"),
        (b'late start"\ntotals = []', b'late start"\ntotals = [5]', "5", "nothing"),
    ],
)
def test_wrong_totals_are_told_beside_those_that_the_slips_add_up_to(
    old: bytes, new: bytes, stated: str, correct: str
) -> None:
    day = Day(2)
    day.draw()
    day.slip(1, 1, 5, 10)
    day.record(EventEntryKind.NOTE, text="late start")
    text = day.text()
    assert text.count(old) == 1
    (message,) = message_of(text.replace(old, new))
    number = 4 if b"late" in old else 3
    assert message.startswith(f"event.toml: entry {number} (line ")
    assert message.endswith(
        f"), totals: the file says {stated}, but the slips add up to {correct}; "
        "someone changed the file here or above; change it back, then use event fix"
    )


@pytest.mark.parametrize("number", range(rounds(per_hundred=150)))
def test_no_change_of_a_file_breaks_the_reader(number: int) -> None:
    random = chance("mutated event", number)
    text = bytearray(whole_day().text())
    start = text.index(b"[[entry]]")
    for _ in range(random.randint(1, 4)):
        place = random.choice([random.randrange(len(text)), random.randrange(start, len(text))])
        match random.randrange(3):
            case 0:
                text[place] = random.randrange(256)
            case 1:
                del text[place : place + random.randint(1, 40)]
            case _:
                text[place:place] = random.choice(
                    [b"0", b"-", b"9" * 30, b"[[", b'"', b"\n", b"entry", b"\x00", b"={}"]
                )
    message_of(bytes(text))


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    assert message_of(data)


def make(path: Path, pairs: int = 4) -> None:
    create_event(path, new_event(), print)
    record_event_entry(
        path,
        lambda _: EventEntry(recorded_at=TEN, kind=EventEntryKind.PAIRS, names=tuple(f"P{n}" for n in range(pairs))),
        print,
    )


def note(text: str) -> EventEntry:
    return EventEntry(recorded_at=TEN, kind=EventEntryKind.NOTE, text=text)


def test_entries_are_appended_and_no_byte_changes(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    make(path)
    before = path.read_bytes()
    old, new = record_event_entry(path, lambda _: note("hello"), print)
    assert path.read_bytes().startswith(before)
    assert (len(old.entries), len(new.entries)) == (1, 2)
    assert read_event(path) == new
    assert tomllib.loads(path.read_text("utf-8"))["entry"][-1]["text"] == "hello"


def test_what_is_refused_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    make(path)
    before = path.read_bytes()
    with pytest.raises(EventError):
        record_event_entry(path, lambda _: note("\x07"), print)
    with pytest.raises(EventError):
        record_event_entry(
            path, lambda _: EventEntry(recorded_at=TEN, kind=EventEntryKind.ADJUST, pair=1, points=10**9), print
        )
    with pytest.raises(FileError):
        create_event(path, new_event(), print)
    assert path.read_bytes() == before


def test_an_event_that_is_not_there_or_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(EventError) as missing:
        read_event(tmp_path / "event.toml")
    assert missing.value.diagnostics[0].code is DiagnosticCode.NO_SUCH_EVENT
    with pytest.raises(FileError, match="folder"):
        read_event(tmp_path)
    path = tmp_path / "event.toml"
    make(path)
    path.write_bytes(path.read_bytes().replace(b'"P0"', b'"P\\u0007"'))
    assert EventJournal(path).inspect().diagnostics
    with pytest.raises(EventError):
        read_event(path)
    with pytest.raises(EventError):
        record_event_entry(path, lambda _: note("hello"), print)


def test_entries_in_a_list_take_no_more(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    data = format_event(new_event()).replace(b"\n[settings]", b"\nentry = []\n[settings]", 1)
    path.write_bytes(data)
    with pytest.raises(EventError, match="nothing can be added"):
        record_event_entry(path, lambda _: note("hello"), print)
    assert path.read_bytes() == data


def add_notes(path: Path, name: str, number: int) -> None:
    for index in range(number):
        entry = note(f"{name} {index}")
        record_event_entry(path, lambda _: entry, lambda _: None)  # noqa: B023 -- called before the next one


@pytest.mark.slow
def test_two_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    make(path)
    context = get_context("spawn")
    writers = [context.Process(target=add_notes, args=(path, name, 8)) for name in ("a", "b")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    texts = [entry.text for entry in read_event(path).entries if entry.kind is EventEntryKind.NOTE]
    assert sorted(texts) == sorted(f"{name} {index}" for name in "ab" for index in range(8))


def test_of_very_many_entries_none_is_parsed_and_of_very_many_mistakes_the_first_are_listed() -> None:
    text = whole_day().text()
    (message,) = message_of(text + b"[[entry]]\n" * 30_001)
    assert "30,000 entries" in message
    assert len(message_of(text + b"[[entry]]\n" * 300)) <= 201


def test_the_keys_of_a_file_say_whether_it_is_a_game_or_an_event(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_bytes(format_event(whole_day().event))
    assert isinstance(read_game_or_event(tmp_path / "event.toml"), Event)
    game = begun_game({"event": "Ann", "they": 'Bob"'})  # a side whose row looks like the name of an event
    (tmp_path / "game.toml").write_bytes(format_ledger(game))
    assert isinstance(read_game_or_event(tmp_path / "game.toml"), Ledger)
    (tmp_path / "game.toml").write_bytes(format_ledger(game).replace(b"[sides]", b"[side]"))
    with pytest.raises(LedgerError, match="sides"):
        read_game_or_event(tmp_path / "game.toml")
    with pytest.raises(LedgerError, match="is an event file"):
        read_ledger(tmp_path / "event.toml")
    (tmp_path / "house.toml").write_text('name = "event"\n')
    with pytest.raises(LedgerError, match="is not a game file"):
        read_game_or_event(tmp_path / "house.toml")
    (tmp_path / "event.toml").write_text("event = 1\n")
    with pytest.raises(EventError, match="is missing"):
        read_game_or_event(tmp_path / "event.toml")
