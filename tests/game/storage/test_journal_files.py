"""A journal that is no game file: text that grows under the same lock, whole or not at all."""

from pathlib import Path

import pytest
from support.game_files import files_in, nobody_waits

from canasta_score.game.errors import FileError
from canasta_score.game.storage.journal_files import create, transaction


def test_a_transaction_replaces_the_text_and_returns_what_comes_of_it(tmp_path: Path) -> None:
    journal = tmp_path / "diary.txt"
    create(journal, b"one\n", nobody_waits)
    assert transaction(journal, lambda text: (text + b"two\n", len(text)), nobody_waits) == 4
    assert journal.read_bytes() == b"one\ntwo\n"
    assert files_in(tmp_path) == {"diary.txt", ".diary.txt.lock"}


def test_a_transaction_that_is_given_up_leaves_the_text(tmp_path: Path) -> None:
    journal = tmp_path / "diary.txt"
    create(journal, b"one\n", nobody_waits)

    def give_up(_: bytes) -> tuple[bytes, None]:
        raise KeyError

    with pytest.raises(KeyError):
        transaction(journal, give_up, nobody_waits)
    assert journal.read_bytes() == b"one\n"


def test_a_journal_is_never_created_twice(tmp_path: Path) -> None:
    journal = tmp_path / "diary.txt"
    create(journal, b"one\n", nobody_waits)
    with pytest.raises(FileError, match=r"diary\.txt: "):
        create(journal, b"two\n", nobody_waits)
    assert journal.read_bytes() == b"one\n"


def test_a_transaction_needs_a_journal(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"diary\.txt: "):
        transaction(tmp_path / "diary.txt", lambda text: (text, None), nobody_waits)
