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
def test_who_holds_a_ledger_for_long_is_named_and_nothing_is_written(
    word: bytes, who: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_seconds(monkeypatch, 0.01, 0.01)
    ledger, words = game_in(tmp_path), list[str]()
    with held(tmp_path / LOCK, word), pytest.raises(LedgerError) as caught:
        record_entry(ledger, lambda _: hand_of(5), words.append)
    assert words == [f"waiting for {who}, which is writing '{ledger}'"]
    assert sentence_of(caught.value) == (
        f"{ledger}: is being written by {who}; nothing is written; let it finish, or end it, and try again"
    )
    assert ledger.read_bytes() == new_game()
    add(ledger)


def test_whoever_waits_says_so_once_and_writes_when_the_other_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_seconds(monkeypatch, 0.01, 60.0)
    ledger, words = game_in(tmp_path), list[str]()
    with held(tmp_path / LOCK) as enough:

        def let_it_finish(word: str) -> None:
            words.append(word)
            enough.set()

        record_entry(ledger, lambda _: hand_of(5), let_it_finish)
    assert words == [f"waiting for another program, which is writing '{ledger}'"]
    assert points_in(ledger) == [5]


def test_whoever_waits_goes_on_waiting_while_others_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert words == [f"waiting for process 1, which is writing '{ledger}'"]
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
    with locks.lock_ledger(tmp_path / "canasta.toml", nobody_waits) as target:
        assert locks.read_lock_owner(target) == f"process {os.getpid()}"


def test_a_lock_in_which_no_word_can_be_left_is_still_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = game_in(tmp_path)

    def fail(*_: object) -> int:
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", fail)
        add(ledger)
    assert points_in(ledger) == [5]


def test_a_lock_that_is_a_link_harms_nothing_it_leads_to(tmp_path: Path) -> None:
    ledger, other = game_in(tmp_path), tmp_path / "letter.txt"
    other.write_bytes(b"Dear Di")
    (tmp_path / LOCK).symlink_to(other)
    assert "cannot be written" in refuse_hand(ledger)
    assert other.read_bytes() == b"Dear Di"


def test_a_folder_in_the_place_of_the_lock_is_a_sentence(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    (tmp_path / LOCK).mkdir()
    said = refuse_hand(ledger)
    assert "cannot be written" in said
    assert "not a folder" not in said, "the ledger is named rightly; what is in the way is its lock"


def test_who_may_write_the_ledger_from_now_on_may_take_its_lock(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    ledger.chmod(0o600)
    add(ledger)
    assert stat.S_IMODE((tmp_path / LOCK).stat().st_mode) == 0o600
    ledger.chmod(0o664)
    add(ledger, 10)
    assert stat.S_IMODE((tmp_path / LOCK).stat().st_mode) == 0o664
