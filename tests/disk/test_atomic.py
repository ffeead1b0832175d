"""Files written whole or not at all: what is kept of the old file, what is said of it, and what nothing can stop."""

import ctypes
import os
import signal
import stat
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from errno import EBADF, EIO, ENOTSUP, EPERM
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.disk import failing, names_in

from canasta_score.disk import atomic
from canasta_score.disk.atomic import UnsyncedError, write_atomically

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


@pytest.mark.skipif(sys.platform == "win32", reason="Windows opens no folder")
def test_the_folder_is_closed_after_it_was_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []
    open_file = os.open

    def note(*arguments: Any, **options: Any) -> int:  # noqa: ANN401 -- those of os.open
        opened.append(open_file(*arguments, **options))
        return opened[-1]

    monkeypatch.setattr(os, "open", note)
    write_atomically(tmp_path / "page.html", b"whole", overwrite=True)
    assert opened
    for number in opened:
        with pytest.raises(OSError, match=os.strerror(EBADF)):
            os.fstat(number)


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


def write_on_macos(page: Path, monkeypatch: pytest.MonkeyPatch, control: Callable[[int, int], object]) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace(fcopyfile=lambda *_: 0))
    monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace(F_FULLFSYNC=51, fcntl=control))
    write_atomically(page, b"new", overwrite=True)


def test_on_macos_the_drive_is_told_to_keep_the_data(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.setattr(os, "fsync", failing(EIO))
    write_on_macos(page, monkeypatch, lambda _, command: calls.append(command))
    assert calls == [51, 51]  # the file, then the folder


def test_a_macos_disk_that_cannot_is_synced_as_elsewhere(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.setattr(os, "fsync", calls.append)
    write_on_macos(page, monkeypatch, failing(ENOTSUP))
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
