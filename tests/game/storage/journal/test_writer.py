"""A journal that is no game file: text that grows under the same lock, whole or not at all."""

from pathlib import Path

import pytest
from support.game_files import files_in, nobody_waits

from canasta_score.disk.files import DiskError, read_bytes
from canasta_score.game.storage.journal_writer import create_journal, write_entry


def count_lines(text: bytes) -> int:
    return text.count(b"\n")


def add_line(lines: int, text: bytes) -> tuple[bytes, int, int]:
    return text + b"more\n", lines, lines + 1


def test_an_entry_is_on_the_disk_when_it_is_written(tmp_path: Path) -> None:
    journal = tmp_path / "diary.txt"
    create_journal(journal, b"one\n", nobody_waits)
    seen: list[int] = []
    assert write_entry(journal, read_bytes, count_lines, add_line, nobody_waits, seen.append) == (1, 2)
    assert seen == [2]
    assert journal.read_bytes() == b"one\nmore\n"
    assert files_in(tmp_path) == {"diary.txt", ".diary.txt.lock"}


def test_an_entry_follows_what_another_writer_has_added_before_the_lock(tmp_path: Path) -> None:
    journal = tmp_path / "diary.txt"
    create_journal(journal, b"one\n", nobody_waits)
    parsed: list[bytes] = []

    def parse_while_another_writes(text: bytes) -> int:
        if not parsed:
            journal.write_bytes(b"one\ntwo\n")
        parsed.append(text)
        return count_lines(text)

    assert write_entry(journal, read_bytes, parse_while_another_writes, add_line, nobody_waits) == (2, 3)
    assert parsed == [b"one\n", b"one\ntwo\n"]
    assert journal.read_bytes() == b"one\ntwo\nmore\n"


def test_a_journal_that_nobody_changed_is_parsed_once(tmp_path: Path) -> None:
    journal = tmp_path / "diary.txt"
    create_journal(journal, b"one\n", nobody_waits)
    parsed: list[bytes] = []

    def parse(text: bytes) -> int:
        parsed.append(text)
        return count_lines(text)

    write_entry(journal, read_bytes, parse, add_line, nobody_waits)
    assert parsed == [b"one\n"]


def test_an_entry_that_is_refused_leaves_the_text(tmp_path: Path) -> None:
    journal = tmp_path / "diary.txt"
    create_journal(journal, b"one\n", nobody_waits)

    def refuse(_: int, __: bytes) -> tuple[bytes, int, int]:
        raise KeyError

    with pytest.raises(KeyError):
        write_entry(journal, read_bytes, count_lines, refuse, nobody_waits)
    assert journal.read_bytes() == b"one\n"


def test_a_journal_is_never_created_twice(tmp_path: Path) -> None:
    journal = tmp_path / "diary.txt"
    create_journal(journal, b"one\n", nobody_waits)
    with pytest.raises(DiskError, match=r"diary\.txt: "):
        create_journal(journal, b"two\n", nobody_waits)
    assert journal.read_bytes() == b"one\n"


def test_a_file_that_is_not_there_leaves_no_lock(tmp_path: Path) -> None:
    with pytest.raises(DiskError, match=r"diary\.txt: "):
        write_entry(tmp_path / "diary.txt", read_bytes, count_lines, add_line, nobody_waits)
    assert files_in(tmp_path) == set()
