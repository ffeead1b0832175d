"""The lock of a ledger: who waits, and for how long."""

import os
import stat
from errno import ENOSPC
from itertools import count
from pathlib import Path

import pytest
from support.game_files import (
    LOCK,
    add,
    game_in,
    hand_of,
    held,
    new_game,
    nobody_waits,
    points_in,
    refuse_hand,
    sentence_of,
)
from support.wording import Wording

from canasta_score.game.errors import LedgerError
from canasta_score.game.storage import locks
from canasta_score.game.storage.transactions import (
    record_entry,
)


def wait_seconds(patch: pytest.MonkeyPatch, before_message: float, for_each_owner: float) -> None:
    """Let those who wait for a lock wait for other times than they do at a table."""
    patch.setattr(locks, "_SECONDS_BEFORE_MESSAGE", before_message)
    patch.setattr(locks, "_SECONDS_FOR_EACH_OWNER", for_each_owner)


def test_the_lock_is_as_open_as_the_ledger_so_that_others_can_write_it_too(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    ledger.chmod(0o666)
    mask = os.umask(0o022)
    try:
        add(ledger)
    finally:
        os.umask(mask)
    assert oct(stat.S_IMODE((tmp_path / LOCK).stat().st_mode)) == "0o666"


@pytest.mark.parametrize(
    ("word", "who"),
    [
        (b"process 4711\n", "process 4711"),
        (b"", "another program"),
        (b"\x1b[2J", "another program"),
        (b"\xff", "another program"),
    ],
)
def test_a_program_that_holds_the_ledger_too_long_is_named_and_nothing_is_written(
    word: bytes, who: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    wait_seconds(monkeypatch, 0.01, 0.01)
    ledger, words = game_in(tmp_path), list[str]()
    with held(tmp_path / LOCK, word), pytest.raises(LedgerError) as caught:
        record_entry(ledger, lambda _: hand_of(5), words.append)
    wording.check_wording("game_files", ["lock", who], [*words, sentence_of(caught.value)], place=str(ledger))
    assert ledger.read_bytes() == new_game()
    add(ledger)


def test_a_waiting_program_says_so_once_and_writes_when_the_other_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_seconds(monkeypatch, 0.01, 60.0)
    ledger, words = game_in(tmp_path), list[str]()
    with held(tmp_path / LOCK) as enough:

        def let_it_finish(word: str) -> None:
            words.append(word)
            enough.set()

        record_entry(ledger, lambda _: hand_of(5), let_it_finish)
    assert len(words) == 1
    assert str(ledger) in words[0]
    assert points_in(ledger) == [5]


def test_a_waiting_program_waits_on_while_others_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wait_seconds(monkeypatch, 0.01, 0.01)
    ledger, words, turns = game_in(tmp_path), list[str](), count(1)
    with held(tmp_path / LOCK) as enough:

        def next_writer(_: Path) -> str:
            turn = next(turns)
            if turn == 3:
                enough.set()
            return f"process {turn}"

        monkeypatch.setattr(locks, "read_lock_owner", next_writer)
        record_entry(ledger, lambda _: hand_of(5), words.append)
    assert len(words) == 1
    assert "process 1" in words[0]
    assert points_in(ledger) == [5]


def test_an_entry_is_made_of_the_ledger_as_the_other_left_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wait_seconds(monkeypatch, 0.01, 60.0)
    ledger, other = game_in(tmp_path), tmp_path / "other.toml"
    other.write_bytes(new_game())
    add(other, 10)
    with held(tmp_path / LOCK) as enough:

        def other_writes(_: str) -> None:
            ledger.write_bytes(other.read_bytes())
            enough.set()

        record_entry(ledger, lambda game: hand_of(len(game.hands) + 100), other_writes)
    assert points_in(ledger) == [10, 101]


def test_whoever_writes_leaves_word_in_the_lock(tmp_path: Path) -> None:
    with locks.lock(tmp_path / "canasta.toml", nobody_waits) as target:
        assert locks.read_lock_owner(target) == f"process {os.getpid()}"


def test_a_lock_without_the_name_of_its_owner_still_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = game_in(tmp_path)

    def fail(*_: object) -> int:
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", fail)
        add(ledger)
    assert points_in(ledger) == [5]


def test_a_link_in_place_of_the_lock_harms_no_other_file(tmp_path: Path) -> None:
    ledger, other = game_in(tmp_path), tmp_path / "letter.txt"
    other.write_bytes(b"Dear Di")
    (tmp_path / LOCK).symlink_to(other)
    assert refuse_hand(ledger).startswith(f"{ledger}: ")
    assert other.read_bytes() == b"Dear Di"


def test_a_folder_in_place_of_the_lock_is_reported(tmp_path: Path, wording: Wording) -> None:
    ledger = game_in(tmp_path)
    (tmp_path / LOCK).mkdir()
    sentence = refuse_hand(ledger)  # which does not blame the name of the ledger: its lock is in the way
    wording.check_wording(
        "game_files", ["not written", "a folder in place of the lock"], sentence, folder=str(tmp_path)
    )


def test_the_lock_has_the_permissions_of_the_ledger(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    ledger.chmod(0o600)
    add(ledger)
    assert stat.S_IMODE((tmp_path / LOCK).stat().st_mode) == 0o600
    ledger.chmod(0o664)
    add(ledger, 10)
    assert stat.S_IMODE((tmp_path / LOCK).stat().st_mode) == 0o664
