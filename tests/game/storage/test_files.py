"""What becomes of the file: every byte kept, links and modes too, and a refusal leaves all as it was."""

import os
import stat
from errno import EACCES, EINVAL, EIO, ENOSPC, EPERM
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.disk import wait_seconds
from support.game_files import (
    LOCK,
    NEW,
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
from support.journals import create_ledger, preview_entry, record_entry
from support.wording import Wording

from canasta_score.disk import files as storage
from canasta_score.disk import replacement
from canasta_score.disk.atomic import UnsyncedError
from canasta_score.disk.files import DiskError
from canasta_score.game.entries import Entry, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import read_ledger

pytestmark = pytest.mark.usefixtures("sentences")

if TYPE_CHECKING:
    from collections.abc import Callable


def fail_at_syncing(patch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Make fsync fail."""

    def fsync(_: int) -> None:
        raise error

    patch.setattr(os, "fsync", fsync)


# What stands in the file stays


# What may not be written is not


# Beginning


# Links


@pytest.fixture
def away(tmp_path: Path) -> Path:
    """Return the folder of the ledger."""
    folder = tmp_path / "away"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("relative", [False, True])
def test_a_link_to_a_ledger_stays_one_and_its_target_gets_the_entry(
    tmp_path: Path, away: Path, *, relative: bool
) -> None:
    ledger, link = game_in(away, "game.toml"), tmp_path / "canasta.toml"
    link.symlink_to(Path("away/game.toml") if relative else ledger)
    add(link)
    assert link.is_symlink()
    assert points_in(ledger) == points_in(link) == [5]
    assert files_in(tmp_path) == {"away", "canasta.toml"}
    assert files_in(away) == {"game.toml", ".game.toml.lock"}


def test_a_chain_of_links_is_followed_to_its_end(tmp_path: Path, away: Path) -> None:
    ledger = game_in(away, "game.toml")
    for name, target in (("one", ledger), ("two", Path("one")), ("canasta.toml", Path("two"))):
        (tmp_path / name).symlink_to(target)
    add(tmp_path / "canasta.toml")
    assert points_in(ledger) == [5]
    assert all((tmp_path / name).is_symlink() for name in ("one", "two", "canasta.toml"))


def test_a_linked_folder_is_followed(tmp_path: Path, away: Path) -> None:
    ledger = game_in(away)
    (tmp_path / "here").symlink_to("away")
    add(tmp_path / "here" / "canasta.toml")
    assert points_in(ledger) == [5]
    assert (tmp_path / "here").is_symlink()


def test_a_game_begun_by_a_link_that_leads_nowhere_yet_begins_where_it_leads(tmp_path: Path, away: Path) -> None:
    link = tmp_path / "canasta.toml"
    link.symlink_to("away/game.toml")
    create_ledger(link, new_game(), nobody_waits)
    assert link.is_symlink()
    assert (away / "game.toml").read_bytes() == new_game()


def test_a_link_that_leads_to_no_ledger_takes_no_hand(tmp_path: Path) -> None:
    link = tmp_path / "canasta.toml"
    link.symlink_to("game.toml")
    assert "canasta-score new" in refuse_hand(link)
    assert files_in(tmp_path) == {"canasta.toml"}


def test_those_who_write_by_a_link_wait_for_those_who_write_by_the_file(
    tmp_path: Path, away: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_seconds(monkeypatch, 0.01, 0.01)
    ledger, link = game_in(away), tmp_path / "canasta.toml"
    link.symlink_to(ledger)
    with held(away / LOCK), pytest.raises(LedgerError, match=r"canasta\.toml: "):
        record_entry(link, lambda _: hand_of(5), lambda _: None)
    assert ledger.read_bytes() == new_game()


# Mode and owner


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664], ids=oct)
def test_a_ledger_keeps_its_mode(mode: int, tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    ledger.chmod(mode)
    add(ledger)
    assert stat.S_IMODE(ledger.stat().st_mode) == mode


def test_a_ledger_keeps_its_owner(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    owner = (12345, 12346) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    os.chown(ledger, *owner)
    add(ledger)
    assert (ledger.stat().st_uid, ledger.stat().st_gid) == owner


def test_a_ledger_keeps_its_group_where_its_owner_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = game_in(tmp_path)
    kept: list[int] = []

    def as_for_a_member_of_the_group(_: object, user: int, group: int) -> None:
        if user != -1:
            raise PermissionError(EPERM, "Operation not permitted")
        kept.append(group)

    monkeypatch.setattr(os, "fchown", as_for_a_member_of_the_group)
    add(ledger)
    assert kept == [ledger.stat().st_gid]


def test_a_system_without_owners_keeps_the_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = game_in(tmp_path)
    ledger.chmod(0o640)
    monkeypatch.delattr(os, "fchown")
    add(ledger)
    assert stat.S_IMODE(ledger.stat().st_mode) == 0o640


def test_a_disk_that_keeps_no_owners_keeps_the_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = game_in(tmp_path)
    ledger.chmod(0o640)

    def fail(*_: object) -> None:
        raise OSError(EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "fchown", fail)
    add(ledger)
    assert stat.S_IMODE(ledger.stat().st_mode) == 0o640


def test_what_only_its_owner_may_read_is_at_no_time_open_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = game_in(tmp_path)
    ledger.chmod(0o600)
    modes: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: modes.append(os.fstat(file).st_mode))
    add(ledger)
    assert [oct(stat.S_IMODE(mode)) for mode in modes if stat.S_ISREG(mode)] == ["0o600"]


def test_what_cannot_be_kept_of_the_old_file_is_said(tmp_path: Path, wording: Wording) -> None:
    ledger, said = game_in(tmp_path), list[str]()
    (tmp_path / "backup.toml").hardlink_to(ledger)
    record_entry(ledger, lambda _: hand_of(5), said.append)
    wording.check_wording("game_files", ["lost", "a second name"], said, place=str(ledger))
    assert points_in(ledger) == [5]
    assert (tmp_path / "backup.toml").read_bytes() == new_game()


# Permission


def test_a_ledger_that_the_system_lets_nobody_write_takes_no_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    ledger = game_in(tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    wording.check_wording("game_files", ["not written", "without permission"], refuse_hand(ledger), place=str(ledger))


# A disk that fails


@pytest.mark.parametrize("number", [ENOSPC, EIO], ids=os.strerror)
def test_a_disk_that_cannot_keep_the_file_keeps_the_old_ledger(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = game_in(tmp_path)
    reason = os.strerror(number)
    with monkeypatch.context() as patch:
        fail_at_syncing(patch, OSError(number, reason))
        assert reason[1:] in refuse_hand(ledger)
        with pytest.raises(LedgerError, match=reason[1:]):
            create_ledger(tmp_path / "other.toml", new_game(), nobody_waits)
    assert files_in(tmp_path) == {"canasta.toml", LOCK, ".other.toml.lock"}
    add(ledger)


def test_a_file_that_cannot_be_moved_to_its_place_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    ledger = game_in(tmp_path)

    def fail(*_: object) -> None:
        raise OSError(EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        wording.check_wording("game_files", ["not written", "a bad disk"], refuse_hand(ledger), place=str(ledger))
    assert files_in(tmp_path) == {"canasta.toml", LOCK}
    add(ledger)


def test_the_disk_has_the_file_before_it_takes_the_ledgers_place_and_the_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = game_in(tmp_path)
    move, done = os.replace, []

    def sync(file: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(file).st_mode) else "file")

    def moved(old: Path, new: Path) -> None:
        done.append("moved")
        move(old, new)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "replace", moved)
    add(ledger)
    assert done == ["file", "moved", "folder"]


def test_a_folder_that_cannot_be_synced_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = game_in(tmp_path)

    def sync(file: int) -> None:
        if stat.S_ISDIR(os.fstat(file).st_mode):
            raise OSError(EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", sync)
    add(ledger)
    assert points_in(ledger) == [5]


def test_an_interruption_in_the_middle_of_writing_leaves_the_old_ledger_and_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = game_in(tmp_path)
    with monkeypatch.context() as patch:
        fail_at_syncing(patch, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            add(ledger)
    assert ledger.read_bytes() == new_game()
    assert files_in(tmp_path) == {"canasta.toml", LOCK}
    add(ledger)


# Places that are no ledger


def test_a_missing_folder_is_named(tmp_path: Path, wording: Wording) -> None:
    ledger = tmp_path / "gone" / "canasta.toml"
    attempts: list[Callable[[], Ledger]] = [lambda: read_ledger(ledger), lambda: add(ledger)]
    for attempt in attempts:
        with pytest.raises(LedgerError) as caught:
            attempt()
        wording.check_wording("game_files", ["missing", "a ledger"], sentence_of(caught.value), folder=str(tmp_path))
    with pytest.raises(LedgerError) as caught:
        create_ledger(ledger, new_game(), nobody_waits)
    wording.check_wording("game_files", ["missing", "a folder"], sentence_of(caught.value), folder=str(tmp_path))


def test_a_link_into_a_missing_folder_is_reported_with_that_folder(tmp_path: Path) -> None:
    link = tmp_path / "canasta.toml"
    link.symlink_to(tmp_path / "gone" / "evening.toml")
    with pytest.raises(LedgerError) as caught:
        create_ledger(link, new_game(), nobody_waits)
    assert sentence_of(caught.value).startswith(f"{link}: ")
    assert f'"{tmp_path / "gone"}"' in sentence_of(caught.value)


def test_what_is_there_when_a_game_is_begun_is_left_without_a_lock(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_bytes(b"Dear Di")
    with pytest.raises(LedgerError, match=r"letter\.txt: "):
        create_ledger(tmp_path / "letter.txt", new_game(), nobody_waits)
    assert files_in(tmp_path) == {"letter.txt"}


def test_a_folder_that_vanishes_while_a_hand_is_entered_is_reported(tmp_path: Path, wording: Wording) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    ledger = game_in(folder)

    def pulled_out(_: Ledger) -> Entry:
        folder.rename(tmp_path / "gone")
        return hand_of(5)

    with pytest.raises(LedgerError) as caught:
        record_entry(ledger, pulled_out, nobody_waits)
    wording.check_wording(
        "game_files", ["missing", "a folder that vanished"], sentence_of(caught.value), folder=str(folder)
    )
    assert (tmp_path / "gone" / "canasta.toml").read_bytes() == new_game()


def test_a_folder_in_place_of_the_ledger_is_refused(tmp_path: Path, wording: Wording) -> None:
    place = tmp_path / "canasta.toml"
    place.mkdir()
    wording.check_wording("game_files", ["not a file", "a folder"], refuse_hand(place), place=str(place))
    with pytest.raises(LedgerError, match=str(place)):
        create_ledger(place, new_game(), nobody_waits)


def test_a_pipe_is_not_waited_for(tmp_path: Path, wording: Wording) -> None:
    pipe = tmp_path / "canasta.toml"
    os.mkfifo(pipe)
    wording.check_wording("game_files", ["not a file", "a pipe"], refuse_hand(pipe), place=str(pipe))
    with pytest.raises(LedgerError, match=str(pipe)):
        create_ledger(pipe, new_game(), nobody_waits)
    assert pipe.is_fifo()


@pytest.mark.parametrize("device", ["/dev/full", "/dev/zero", "/dev/null"])
def test_a_device_is_no_ledger(device: str) -> None:
    with pytest.raises(LedgerError) as caught:
        read_ledger(device)
    assert sentence_of(caught.value).startswith(f"{device}: ")
    with pytest.raises(LedgerError):
        preview_entry(Path(device), lambda _: hand_of(5))


def test_links_in_a_circle_are_reported(tmp_path: Path) -> None:
    one, other = tmp_path / "canasta.toml", tmp_path / "other.toml"
    one.symlink_to(other)
    other.symlink_to(one)
    assert refuse_hand(one).startswith(f"{one}: ")
    with pytest.raises(LedgerError) as caught:
        create_ledger(one, new_game(), nobody_waits)
    assert sentence_of(caught.value).startswith(f"{one}: ")
    assert one.is_symlink()


@pytest.mark.parametrize("name", ["a" * 300, "a\0b", "a/" * 3000], ids=["too long", "with a NUL", "many folders"])
def test_a_name_that_no_file_can_have_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    attempts: list[Callable[[], Ledger]] = [
        lambda: read_ledger(path),
        lambda: add(path),
        lambda: create_ledger(path, new_game(), nobody_waits),
    ]
    for attempt in attempts:
        with pytest.raises(LedgerError) as caught:
            attempt()
        assert sentence_of(caught.value).isprintable()
    assert not storage.path_exists(path)
    assert files_in(tmp_path) == set()


def test_a_file_that_is_too_large_is_not_read_to_its_end(tmp_path: Path, wording: Wording) -> None:
    ledger = game_in(tmp_path)
    ledger.write_bytes(new_game() + b"\n" * (8_000_000 - len(new_game())))
    read_ledger(ledger)
    with ledger.open("ab") as file:
        file.write(b"\n")
    wording.check_wording("game_files", ["not a file", "too large"], refuse_hand(ledger), place=str(ledger))


@pytest.mark.parametrize("name", ["con.toml", "NUL", "aux.2026.toml", "com1.toml"])
def test_a_name_that_is_a_device_on_windows_is_refused(name: str, tmp_path: Path, wording: Wording) -> None:
    with pytest.raises(LedgerError) as caught:
        create_ledger(tmp_path / name, new_game(), nobody_waits)
    wording.check_wording(
        "game_files", ["not a file", "a device of Windows"], sentence_of(caught.value), name=str(tmp_path / name)
    )
    with pytest.raises(DiskError):
        replacement.write_file(tmp_path / name, b"", overwrite=True)
    assert files_in(tmp_path) == set()


def test_a_name_that_only_begins_like_a_device_is_taken(tmp_path: Path) -> None:
    for name in ("console.toml", "nuldas.toml", "com10.toml", "lpt10"):
        create_ledger(tmp_path / name, new_game(), nobody_waits)


# The lock


# What a kill leaves


def test_what_a_killed_program_left_is_overwritten(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    (tmp_path / NEW).write_bytes(b"half a led")
    (tmp_path / NEW).chmod(0o400)
    add(ledger)
    assert points_in(ledger) == [5]
    assert files_in(tmp_path) == {"canasta.toml", LOCK}


@pytest.mark.parametrize("target", ["letter.txt", "nowhere", "canasta.toml"])
def test_a_link_in_the_place_of_the_temporary_file_harms_nothing_it_leads_to(target: str, tmp_path: Path) -> None:
    ledger, other = game_in(tmp_path), tmp_path / "letter.txt"
    other.write_bytes(b"Dear Di")
    (tmp_path / NEW).symlink_to(target)
    add(ledger)
    assert points_in(ledger) == [5]
    assert not ledger.is_symlink()
    assert other.read_bytes() == b"Dear Di"
    assert files_in(tmp_path) == {"canasta.toml", "letter.txt", LOCK}


def test_a_folder_in_place_of_the_temporary_file_is_reported(tmp_path: Path, wording: Wording) -> None:
    ledger = game_in(tmp_path)
    (tmp_path / NEW).mkdir()
    sentence = refuse_hand(ledger)  # which does not blame the name of the ledger: a folder next to it is in the way
    key = ["not written", "a folder in place of the new file"]
    wording.check_wording("game_files", key, sentence, folder=str(tmp_path))


def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = game_in(tmp_path)
    before = ledger.read_bytes()

    def refuse(path: Path, *_: object) -> int:
        raise PermissionError(EACCES, "Permission denied", str(path))

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(match=f'"{tmp_path}"'):
        replacement.replace_file(ledger, b"", str(ledger), overwrite=True)
    assert ledger.read_bytes() == before


def test_a_file_that_is_there_is_replaced_only_if_asked(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("mine")
    with pytest.raises(DiskError):
        replacement.write_file(file, b"new", overwrite=False)
    assert file.read_text() == "mine"
    replacement.write_file(file, b"new", overwrite=True)
    assert file.read_text() == "new"


def test_a_file_that_the_disk_may_not_keep_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write_unsynced(*_: object, **__: object) -> None:
        raise UnsyncedError(EIO, os.strerror(EIO))

    monkeypatch.setattr(replacement, "write_atomically", write_unsynced)
    with pytest.raises(DiskError) as reported:
        replacement.write_file(tmp_path / "page.html", b"new", overwrite=True)
    assert "another disk" in (reported.value.hint)


def test_a_new_file_gets_no_name_that_means_something_else_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("com\xb9.toml", "CONIN$.toml"):
        with pytest.raises(LedgerError, match="on Windows"):
            create_ledger(tmp_path / name, new_game(), nobody_waits)
    create_ledger(tmp_path / "19:30.toml", new_game(), nobody_waits)
    monkeypatch.setattr(storage, "_SYSTEM", "nt")
    with pytest.raises(LedgerError, match="on Windows"):
        create_ledger(tmp_path / "a.toml:b", new_game(), nobody_waits)
