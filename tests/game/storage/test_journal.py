"""A journal that is no game file: text that grows under the same lock, whole or not at all."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.game_files import files_in, nobody_waits

from canasta_score.disk.files import DiskError
from canasta_score.game.entries import FileError, describe_disk_error
from canasta_score.game.storage.journal import Journal, ParsedJournal, Recorded

pytestmark = pytest.mark.usefixtures("sentences")


class Diary(Journal[int, str]):
    """A text whose state is the number of its lines, and whose entries are lines."""

    error_type = FileError

    def __init__(self, path: Path) -> None:
        super().__init__(path, notify=nobody_waits)
        self.parsed: list[bytes] = []

    def parse(self, data: bytes) -> ParsedJournal[int]:
        self.parsed.append(data)
        return ParsedJournal(keys={}, state=data.count(b"\n"))

    def append(self, old: ParsedJournal[int], data: bytes, entry: str) -> tuple[bytes, ParsedJournal[int]]:
        return data + entry.encode() + b"\n", replace(old, state=old.state + 1)

    def explain_unreadable(self, error: DiskError) -> FileError:
        return FileError([describe_disk_error(error)])


@pytest.fixture
def diary(tmp_path: Path) -> Diary:
    """Return a diary of one line."""
    (tmp_path / "diary.txt").write_bytes(b"one\n")
    return Diary(tmp_path / "diary.txt")


def test_an_entry_is_on_the_disk_when_it_is_recorded(diary: Diary) -> None:
    assert diary.record(lambda lines: f"line {lines + 1}") == Recorded(before=1, after=2)
    assert diary.path.read_bytes() == b"one\nline 2\n"
    assert files_in(diary.path.parent) == {"diary.txt", ".diary.txt.lock"}


def test_several_entries_are_written_together_or_not_at_all(diary: Diary) -> None:
    assert diary.record(lambda lines: f"line {lines + 1}", lambda lines: f"line {lines + 1}").after == 3
    with pytest.raises(ZeroDivisionError):
        diary.record(lambda _: "more", lambda lines: str(lines // 0))
    assert diary.path.read_bytes() == b"one\nline 2\nline 3\n"


def test_an_entry_follows_what_another_writer_has_added_before_the_lock(diary: Diary) -> None:
    def parse_while_another_writes(data: bytes) -> ParsedJournal[int]:
        if not diary.parsed:
            diary.path.write_bytes(b"one\ntwo\n")
        return Diary.parse(diary, data)

    diary.parse = parse_while_another_writes  # type: ignore[method-assign]
    assert diary.record(lambda _: "more") == Recorded(before=2, after=3)
    assert diary.parsed == [b"one\n", b"one\ntwo\n"]
    assert diary.path.read_bytes() == b"one\ntwo\nmore\n"


def test_a_journal_that_nobody_changed_is_parsed_once(diary: Diary) -> None:
    diary.record(lambda _: "more")
    assert diary.parsed == [b"one\n"]


def test_an_entry_that_is_refused_leaves_the_text(diary: Diary) -> None:
    def refuse(_: int) -> str:
        raise KeyError

    with pytest.raises(KeyError):
        diary.record(refuse)
    assert diary.path.read_bytes() == b"one\n"


def test_a_preview_writes_nothing_and_locks_nothing(diary: Diary) -> None:
    assert diary.preview(lambda _: "more") == Recorded(before=1, after=2)
    assert diary.path.read_bytes() == b"one\n"
    assert files_in(diary.path.parent) == {"diary.txt"}


def test_a_journal_is_never_created_twice(tmp_path: Path) -> None:
    journal = Diary(tmp_path / "diary.txt")
    assert journal.create(b"one\n") == Recorded(before=1, after=1)
    with pytest.raises(FileError, match=r"diary\.txt: "):
        journal.create(b"two\n")
    assert journal.path.read_bytes() == b"one\n"


def test_a_file_that_is_not_there_leaves_no_lock(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"diary\.txt: "):
        Diary(tmp_path / "diary.txt").record(lambda _: "more")
    assert files_in(tmp_path) == set()


def test_the_same_text_is_parsed_only_once(diary: Diary) -> None:
    for line in ("two", "three"):
        diary.record(lambda _, line=line: line)  # type: ignore[misc]
        assert diary.read() == diary.path.read_bytes().count(b"\n")
    assert diary.parsed == [b"one\n"]
    diary.path.write_bytes(b"other\n")
    assert diary.read() == 1
    assert diary.parsed == [b"one\n", b"other\n"]
