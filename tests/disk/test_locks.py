"""The lock of a ledger: who waits, and for how long."""

import os
import signal
import stat
import time
from collections.abc import Callable
from errno import ENOLCK, ENOSPC, EWOULDBLOCK
from pathlib import Path
from threading import Event

import pytest
from filelock import FileLock, Timeout
from support.disk import failing, refuse_locks, refuse_unlocking, wait_seconds
from support.game_files import (
    LOCK,
    add,
    files_in,
    game_in,
    hand_of,
    held,
    new_game,
    nobody_waits,
    points_in,
    refuse_hand,
    sentence_of,
)
from support.journals import record_entry
from support.wording import Wording

from canasta_score.disk import locks
from canasta_score.disk.files import DiskError
from canasta_score.game.entries import Entry, LedgerError
from canasta_score.game.ledger import Ledger


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


class Naps:
    """How long whoever waits for a lock sleeps each time; after some naps, the lock is let go."""

    def __init__(self, patch: pytest.MonkeyPatch, most: int, enough: Event, on_nap: Callable[[int], object]) -> None:
        self.lengths: list[float] = []
        self._most, self._enough, self._on_nap, self._sleep = most, enough, on_nap, time.sleep
        patch.setattr(time, "sleep", self.nap)

    def nap(self, seconds: float) -> None:
        self.lengths.append(seconds)
        self._on_nap(len(self.lengths))
        if len(self.lengths) > self._most:
            self._enough.set()
            self._sleep(0.001)


@pytest.mark.parametrize("name", ["process {}", "process 1"])
def test_a_waiting_program_waits_on_while_others_take_turns(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_seconds(monkeypatch, 0.01, 0.01)
    ledger, lock, words = game_in(tmp_path), tmp_path / LOCK, list[str]()

    def sign_next_turn(turn: int) -> None:
        lock.write_text(name.format(turn))
        os.utime(lock, (turn, turn))

    with held(lock) as enough:
        Naps(monkeypatch, 4, enough, sign_next_turn)
        record_entry(ledger, lambda _: hand_of(5), words.append)
    assert len(words) == 1
    assert points_in(ledger) == [5]


def test_who_waits_longer_tries_more_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wait_seconds(monkeypatch, 2.0, 1e9)
    ledger = game_in(tmp_path)
    with held(tmp_path / LOCK) as enough:
        naps = Naps(monkeypatch, 2000, enough, lambda _: None)
        with locks.lock(ledger):
            pass
    assert naps.lengths == sorted(naps.lengths, reverse=True)
    assert naps.lengths[0] == 0.05
    assert naps.lengths[2000] < 0.005


def test_a_lock_that_is_removed_again_and_again_is_waited_for_no_longer_than_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_seconds(monkeypatch, 0.01, 0.01)
    ledger, lock = game_in(tmp_path), tmp_path / LOCK

    def remove(*_: int) -> None:
        lock.unlink()
        raise BlockingIOError(EWOULDBLOCK, os.strerror(EWOULDBLOCK))

    monkeypatch.setattr(pytest.importorskip("fcntl"), "flock", remove)
    with pytest.raises(DiskError, match="is in use by another program"), locks.lock(ledger):
        pass


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
    with locks.lock(tmp_path / "canasta.toml", nobody_waits) as held_lock:
        assert locks.read_lock_owner(held_lock.target) == f"process {os.getpid()}"


def test_a_lock_without_the_name_of_its_owner_still_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = game_in(tmp_path)

    def fail(*_: object) -> int:
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "ftruncate", fail)
        add(ledger)
    assert points_in(ledger) == [5]


def _make_link(lock: Path, other: Path) -> None:
    lock.symlink_to(other)


def _make_dead_link(lock: Path, _: Path) -> None:
    lock.symlink_to("nowhere")


def _make_second_name(lock: Path, other: Path) -> None:
    lock.hardlink_to(other)


def _make_pipe(lock: Path, _: Path) -> None:
    os.mkfifo(lock)


def _make_folder(lock: Path, _: Path) -> None:
    lock.mkdir()


@pytest.mark.parametrize(
    ("make", "key"),
    [
        (_make_link, "a link"),
        (_make_dead_link, "a link"),
        (_make_second_name, "a second name"),
        (_make_pipe, "a pipe"),
        (_make_folder, "a folder"),
    ],
)
def test_what_is_no_lock_is_named_and_not_waited_for_and_harms_no_other_file(
    make: Callable[[Path, Path], None], key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    wait_seconds(monkeypatch, 60.0, 60.0)
    ledger, other = game_in(tmp_path), tmp_path / "letter.txt"
    other.write_bytes(b"Dear Di")
    make(tmp_path / LOCK, other)
    sentence = refuse_hand(ledger)  # which does not blame the name of the ledger
    wording.check_wording("game_files", ["not written", f"{key} in place of the lock"], sentence, folder=str(tmp_path))
    assert other.read_bytes() == b"Dear Di"


@pytest.mark.parametrize("make", [_make_second_name, _make_pipe])
def test_what_takes_the_place_of_the_lock_after_it_was_looked_at_is_refused_too(
    make: Callable[[Path, Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, other, open_file = game_in(tmp_path), tmp_path / "letter.txt", os.open
    other.write_bytes(b"Dear Di")

    def make_before_opening(path: Path, *arguments: int) -> int:
        if path == tmp_path / LOCK and not path.exists():
            make(path, other)
        return open_file(path, *arguments)

    monkeypatch.setattr(os, "open", make_before_opening)
    assert "where its lock should be" in refuse_hand(ledger)
    assert other.read_bytes() == b"Dear Di"


def test_a_lock_that_is_removed_while_it_is_taken_is_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, lock, open_file = game_in(tmp_path), tmp_path / LOCK, os.open
    removals = iter(["", "before it is made", "", "after it is made"])

    def remove(path: Path, *arguments: int) -> int:
        if path != lock:
            return open_file(path, *arguments)
        removal = next(removals, "")
        if removal == "before it is made":
            raise FileExistsError
        number = open_file(path, *arguments)
        if removal:
            lock.unlink()
        return number

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", remove)
        add(ledger)
    assert lock.read_text() == f"process {os.getpid()}\n"


def test_a_file_system_that_refuses_the_lock_gets_no_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = game_in(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(pytest.importorskip("fcntl"), "flock", failing(ENOLCK))
        assert os.strerror(ENOLCK)[1:] in refuse_hand(ledger)
    add(ledger)


@pytest.mark.parametrize("system", ["posix", "nt"])
def test_a_program_that_locks_with_filelock_as_version_0_2_does_is_kept_out(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = game_in(tmp_path)
    monkeypatch.setattr(locks, "_SYSTEM", system)
    with locks.lock(ledger, nobody_waits), pytest.raises(Timeout):
        FileLock(tmp_path / LOCK).acquire(blocking=False)
    with FileLock(tmp_path / LOCK).acquire(blocking=False):
        wait_seconds(monkeypatch, 0.01, 0.01)
        with pytest.raises(DiskError, match="is in use by"), locks.lock(ledger):
            pass


@pytest.mark.usefixtures("hears_ctrl_c")
def test_whoever_waits_for_the_lock_hears_an_interruption_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "_SECONDS_BEFORE_MESSAGE", 0.05)
    ledger = game_in(tmp_path)
    with (
        held(tmp_path / LOCK),
        pytest.raises(KeyboardInterrupt),
        locks.lock(ledger, lambda _: signal.raise_signal(signal.SIGINT)),
    ):
        pass
    with held(tmp_path / LOCK), pytest.raises(KeyboardInterrupt):
        record_entry(ledger, lambda _: hand_of(5), lambda _: signal.raise_signal(signal.SIGINT))
    assert points_in(ledger) == []


@pytest.mark.parametrize("make", [_make_link, _make_second_name, _make_pipe])
def test_what_takes_the_place_of_the_lock_later_is_neither_written_nor_waited_for(
    make: Callable[[Path, Path], None], tmp_path: Path
) -> None:
    ledger, other = game_in(tmp_path), tmp_path / "letter.txt"
    other.write_bytes(b"Dear Di")
    other.chmod(0o600)
    with locks.lock(ledger, nobody_waits):
        (tmp_path / LOCK).unlink()
        make(tmp_path / LOCK, other)
        assert locks.read_lock_owner(ledger) == "another program"
    assert other.read_bytes() == b"Dear Di"
    assert stat.S_IMODE(other.stat().st_mode) == 0o600


def test_where_a_file_system_has_no_locks_another_kind_is_used_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = game_in(tmp_path)

    refuse_locks(monkeypatch)
    with locks.lock(ledger, nobody_waits):
        signed = (tmp_path / LOCK).read_text()
        assert "process" not in signed, "its text says whether it is still held"
        wait_seconds(monkeypatch, 0.01, 0.01)
        with pytest.raises(LedgerError):
            record_entry(ledger, lambda _: hand_of(5), lambda _: None)
    assert files_in(tmp_path) == {"canasta.toml"}
    add(ledger)


def test_a_lock_that_cannot_be_released_is_an_error_after_the_hand_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    ledger, recorded = game_in(tmp_path), list[Ledger]()
    with monkeypatch.context() as patch:
        refuse_unlocking(patch)
        with pytest.raises(LedgerError) as caught:
            record_entry(ledger, lambda _: hand_of(5), nobody_waits, recorded.append)
    assert [len(game.hands) for game in recorded] == [1]
    assert points_in(ledger) == [5]
    wording.check_wording("game_files", ["lock", "not released"], sentence_of(caught.value), place=str(ledger))


def test_a_lock_that_cannot_be_released_hides_no_other_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = game_in(tmp_path)

    def give_up(_: Ledger) -> Entry:
        raise KeyError

    with monkeypatch.context() as patch:
        refuse_unlocking(patch)
        with pytest.raises(KeyError):
            record_entry(ledger, give_up, nobody_waits)


def test_the_lock_of_a_file_that_is_still_to_come_is_no_program(tmp_path: Path) -> None:
    with locks.lock(tmp_path / "canasta.toml", nobody_waits):
        assert stat.S_IMODE((tmp_path / LOCK).stat().st_mode) & 0o111 == 0


def test_the_lock_has_the_permissions_of_the_ledger(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    ledger.chmod(0o600)
    add(ledger)
    assert stat.S_IMODE((tmp_path / LOCK).stat().st_mode) == 0o600
    ledger.chmod(0o664)
    add(ledger, 10)
    assert stat.S_IMODE((tmp_path / LOCK).stat().st_mode) == 0o664
