"""Files written whole or not at all: what is kept of the old file, what is said of it, and what nothing can stop."""

import fcntl
import os
import signal
import stat
import struct
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from errno import EIO, ENOTSUP, EPERM
from pathlib import Path

import pytest

from canasta_score.rules.catalog import atomic
from canasta_score.rules.catalog.atomic import ACCESS_LIST, ATTRIBUTES, SECOND_NAME, UnsyncedError, write_atomically

ACCESS_LIST_KEY = "system.posix_acl_access"
EVERYBODY = 0xFFFFFFFF
needs_attributes = pytest.mark.skipif(not hasattr(os, "setxattr"), reason="Python reads them on Linux alone")


def access_list(*, group: int) -> bytes:
    """Return an access list by which one more person may read and write, and the group has some rights."""
    entries = [
        (0x01, 6, EVERYBODY),
        (0x02, 6, 12345),
        (0x04, group, EVERYBODY),
        (0x10, 6, EVERYBODY),
        (0x20, 0, EVERYBODY),
    ]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


def failing(number: int) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """Return a file that is there already."""
    path = tmp_path / "page.html"
    path.write_bytes(b"old")
    return path


# What is kept of the old file


@needs_attributes
def test_access_rights_and_attributes_stay(page: Path) -> None:
    os.setxattr(page, ACCESS_LIST_KEY, access_list(group=0))
    os.setxattr(page, "user.note", b"mine")
    assert write_atomically(page, b"new", overwrite=True) == ()
    assert os.getxattr(page, ACCESS_LIST_KEY) == access_list(group=0)
    assert os.getxattr(page, "user.note") == b"mine"
    assert page.read_bytes() == b"new"


@needs_attributes
def test_access_rights_that_cannot_be_kept_are_named_and_nobody_gains_any(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.setxattr(page, ACCESS_LIST_KEY, access_list(group=0))
    assert mode_of(page) == 0o660, "the mode shows the rights of the other person as those of the group"
    monkeypatch.setattr(os, "setxattr", failing(ENOTSUP))
    assert write_atomically(page, b"new", overwrite=True) == (ACCESS_LIST,)
    assert mode_of(page) == 0o600


@needs_attributes
def test_attributes_that_cannot_be_kept_are_named_once(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("user.one", "user.two"):
        os.setxattr(page, name, b"mine")
    monkeypatch.setattr(os, "setxattr", failing(ENOTSUP))
    assert write_atomically(page, b"new", overwrite=True) == (ATTRIBUTES,)


@needs_attributes
def test_attributes_of_the_system_itself_are_no_loss(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "listxattr", lambda _: ["security.selinux"])
    monkeypatch.setattr(os, "getxattr", failing(EPERM))
    assert write_atomically(page, b"new", overwrite=True) == ()


@needs_attributes
def test_rights_that_only_the_folder_would_give_are_not_taken(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.setxattr(page.parent, "system.posix_acl_default", access_list(group=6))
    assert write_atomically(page, b"new", overwrite=True) == ()
    assert ACCESS_LIST_KEY not in os.listxattr(page)


@pytest.mark.parametrize("name", ["listxattr", "fchmod", "fchown"])
def test_a_system_that_cannot_keep_them_writes_all_the_same(
    name: str, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, name, raising=False)
    assert write_atomically(page, b"new", overwrite=True) == ()
    assert page.read_bytes() == b"new"


@pytest.mark.parametrize("name", ["listxattr", "fchmod"])
def test_a_file_system_that_refuses_them_is_written_all_the_same(
    name: str, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, name, failing(EPERM), raising=False)
    assert write_atomically(page, b"new", overwrite=True) == ()
    assert page.read_bytes() == b"new"


def test_a_mode_that_a_bad_disk_cannot_keep_leaves_the_old_file(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fchmod", failing(EIO))
    with pytest.raises(OSError, match=os.strerror(EIO)):
        write_atomically(page, b"new", overwrite=True)
    assert page.read_bytes() == b"old"
    assert names_in(page.parent) == {"page.html"}


def test_a_second_name_keeps_the_old_text_and_is_named(page: Path) -> None:
    second = page.with_name("second.html")
    second.hardlink_to(page)
    assert write_atomically(page, b"new", overwrite=True) == (SECOND_NAME,)
    assert (page.read_bytes(), second.read_bytes()) == (b"new", b"old")


def test_owner_and_mode_go_to_the_open_file_and_not_to_what_has_its_name_by_then(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.chmod(0o644)
    secret = page.with_name("secret")
    secret.touch(0o600)
    temporary = page.with_name("temporary")
    give_owner = os.fchown

    def swap_first(number: int, user: int, group: int) -> None:
        temporary.rename(page.with_name("aside"))
        secret.rename(temporary)
        give_owner(number, user, group)

    monkeypatch.setattr(os, "fchown", swap_first)
    modes: list[int] = []
    move = os.replace

    def look_and_move(new: Path, target: Path) -> None:
        modes.append(mode_of(new))
        move(new, target)

    monkeypatch.setattr(os, "replace", look_and_move)
    write_atomically(page, b"new", overwrite=True, temporary=temporary)
    assert modes == [0o600]
    assert mode_of(page.with_name("aside")) == 0o644


# A name that is taken


@pytest.mark.parametrize("links", ["as ever", "refused", "none"])
def test_a_file_that_appears_while_another_is_written_is_not_overwritten(
    links: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.html"
    if links == "refused":
        monkeypatch.setattr(os, "link", failing(EPERM))
    elif links == "none":
        monkeypatch.delattr(os, "link")
    write_atomically(page, b"first", overwrite=False)
    assert page.read_bytes() == b"first"
    page.unlink()
    monkeypatch.setattr(os, "fsync", lambda _: page.write_bytes(b"theirs"))
    with pytest.raises(FileExistsError):
        write_atomically(page, b"mine", overwrite=False)
    assert page.read_bytes() == b"theirs"
    assert names_in(tmp_path) == {"page.html"}


# What a kill leaves


def test_what_killed_programs_left_is_removed_and_what_others_are_writing_stays(page: Path) -> None:
    killed, odd, running = (page.with_name(f".page.html.new-{name}") for name in ("999999999999", "x", os.getppid()))
    for path in (killed, odd, running, page.with_name(".letter.html.new-999999999999")):
        path.touch()
    write_atomically(page, b"new", overwrite=True)
    assert names_in(page.parent) == {"page.html", running.name, ".letter.html.new-999999999999"}


@pytest.mark.parametrize(
    ("error", "stays"), [(ProcessLookupError, False), (PermissionError, True)], ids=["gone", "someone else's"]
)
def test_a_process_is_asked_for_without_harm(
    error: type[OSError], page: Path, monkeypatch: pytest.MonkeyPatch, *, stays: bool
) -> None:
    other, signals = page.with_name(".page.html.new-4711"), list[tuple[int, int]]()
    other.touch()

    def kill(process: int, number: int) -> None:
        signals.append((process, number))
        raise error

    monkeypatch.setattr(os, "kill", kill)
    write_atomically(page, b"new", overwrite=True)
    assert other.exists() is stays
    assert signals == [(4711, 0)]


def test_a_file_that_is_open_on_windows_cannot_be_removed_and_stays(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = page.with_name(".page.html.new-4711")
    other.touch()
    monkeypatch.setattr(os, "kill", failing(EPERM))  # which would end the process there
    monkeypatch.setattr(atomic, "_SYSTEM", "nt")
    monkeypatch.setattr(Path, "unlink", failing(EPERM))
    with pytest.raises(PermissionError):
        write_atomically(page, b"new", overwrite=True)
    assert other.exists()


# The disk


def test_on_macos_the_drive_is_told_to_keep_the_data(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", lambda _, command: calls.append(command))
    monkeypatch.setattr(os, "fsync", failing(EIO))
    write_atomically(page, b"new", overwrite=True)
    assert calls == [51, 51]  # the file, then the folder


def test_a_macos_disk_that_cannot_is_synced_as_elsewhere(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", failing(ENOTSUP))
    monkeypatch.setattr(os, "fsync", calls.append)
    write_atomically(page, b"new", overwrite=True)
    assert len(calls) == 2


@pytest.mark.parametrize("refusals", [0, 3, 20, 21])
def test_on_windows_a_move_that_a_reader_stops_is_tried_again_for_two_seconds(
    refusals: int, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    move, slept, refused = os.replace, list[float](), list[Path]()

    def refuse_some(new: Path, target: Path) -> None:
        if len(refused) < refusals:
            refused.append(target)
            raise PermissionError(EPERM, "The process cannot access the file")
        move(new, target)

    monkeypatch.setattr(os, "replace", refuse_some)
    monkeypatch.setattr("time.sleep", slept.append)
    monkeypatch.setattr(atomic, "_SYSTEM", "nt")
    if refusals > 20:
        with pytest.raises(PermissionError):
            write_atomically(page, b"new", overwrite=True)
        assert page.read_bytes() == b"old"
    else:
        write_atomically(page, b"new", overwrite=True)
        assert page.read_bytes() == b"new"
    assert sum(slept) == pytest.approx(0.1 * min(refusals, 20))
    assert names_in(page.parent) == {"page.html"}


def test_elsewhere_a_move_that_is_refused_is_not_tried_again(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "replace", failing(EPERM))
    monkeypatch.setattr("time.sleep", failing(EIO))
    with pytest.raises(PermissionError):
        write_atomically(page, b"new", overwrite=True)


def test_a_folder_that_a_bad_disk_does_not_keep_is_an_error_after_the_file_is_written(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sync(number: int) -> None:
        if stat.S_ISDIR(os.fstat(number).st_mode):
            raise OSError(EIO, os.strerror(EIO))

    written: list[bytes] = []
    monkeypatch.setattr(os, "fsync", sync)
    with pytest.raises(UnsyncedError) as caught:
        write_atomically(page, b"new", overwrite=True, on_written=lambda: written.append(page.read_bytes()))
    assert caught.value.errno == EIO
    assert written == [b"new"]


def interrupt_after_moving(patch: pytest.MonkeyPatch) -> None:
    move = os.replace

    def interrupted_move(new: Path, target: Path) -> None:
        move(new, target)
        signal.raise_signal(signal.SIGINT)

    patch.setattr(os, "replace", interrupted_move)


@pytest.mark.usefixtures("hears_ctrl_c")
def test_an_interruption_comes_only_after_it_is_known_that_the_file_is_written(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[bytes] = []
    interrupt_after_moving(monkeypatch)
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(page, b"new", overwrite=True, on_written=lambda: written.append(page.read_bytes()))
    assert written == [b"new"]
    assert signal.getsignal(signal.SIGINT) is handler
    assert names_in(page.parent) == {"page.html"}


def test_whoever_ignores_interruptions_still_does(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after_moving(monkeypatch)
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        write_atomically(page, b"new", overwrite=True)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, handler)


def test_another_thread_than_the_main_one_can_write(page: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(write_atomically, page, b"new", overwrite=True).result() == ()
    assert page.read_bytes() == b"new"
