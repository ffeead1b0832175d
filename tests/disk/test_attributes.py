"""What is kept of an old file beside its text, and what is said if it cannot be kept."""

import ctypes
import os
import struct
import sys
from errno import EIO, ENOTSUP, EPERM
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.disk import failing, mode_of, names_in

from canasta_score.disk.atomic import ACCESS_LIST, ATTRIBUTES, SECOND_NAME, write_atomically

ACCESS_LIST_KEY = "system.posix_acl_access"
EVERYBODY = 0xFFFFFFFF
needs_attributes = pytest.mark.skipif(not hasattr(os, "setxattr"), reason="Python reads them on Linux alone")


def access_list(*, group: int, others: int = 0) -> bytes:
    """Return an access list by which one more person may read and write, and the group and others have some rights."""
    entries = [
        (0x01, 6, EVERYBODY),
        (0x02, 6, 12345),
        (0x04, group, EVERYBODY),
        (0x10, 6, EVERYBODY),
        (0x20, others, EVERYBODY),
    ]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


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
    os.setxattr(page, ACCESS_LIST_KEY, access_list(group=0, others=4))
    assert mode_of(page) == 0o664, "the mode shows the rights of the other person as those of the group"
    monkeypatch.setattr(os, "setxattr", failing(ENOTSUP))
    assert write_atomically(page, b"new", overwrite=True) == (ACCESS_LIST,)
    assert mode_of(page) == 0o600, "neither the group nor everybody else"


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


class TestMacOS:
    """There, the system copies access lists and attributes from one open file to another."""

    @pytest.mark.parametrize("lost", [(), (ACCESS_LIST,), (ATTRIBUTES,), (ACCESS_LIST, ATTRIBUTES)])
    def test_what_the_system_cannot_copy_is_named(
        self, lost: tuple[str, ...], page: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        flags = {1: ACCESS_LIST, 4: ATTRIBUTES}
        copied: list[tuple[bytes, int, str]] = []

        def copy(old: int, new: int, state: None, flag: int) -> int:
            assert state is None
            copied.append((os.pread(old, 9, 0), os.fstat(new).st_size, flags[flag]))
            return -1 if flags[flag] in lost else 0

        page.chmod(0o664)
        monkeypatch.setattr(sys, "platform", "darwin")
        monkeypatch.setattr(ctypes, "CDLL", lambda name: SimpleNamespace(fcopyfile=copy if name is None else None))
        monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace(F_FULLFSYNC=51, fcntl=lambda *_: 0))
        assert write_atomically(page, b"newer", overwrite=True) == lost
        assert copied == [(b"old", 5, ACCESS_LIST), (b"old", 5, ATTRIBUTES)]
        assert mode_of(page) == (0o600 if ACCESS_LIST in lost else 0o664)
        assert page.read_bytes() == b"newer"


class FakeSecurity:
    """The functions of Windows for the rights of files, by their names."""

    def __init__(self, rights: dict[str, bytes], *, can_write: bool) -> None:
        self._rights, self._can_write = rights, can_write
        self.set: list[tuple[str, int, bytes]] = []

    def GetFileSecurityW(self, name: str, kind: int, buffer: Any, length: Any, needed: Any) -> int:  # noqa: N802, ANN401
        rights = self._rights.get(name, b"")
        needed._obj.value = len(rights)  # noqa: SLF001 -- where `byref` points
        if kind != 4 or not rights or buffer is None or length.value < len(rights):
            return 0
        buffer.raw = rights
        return 1

    def SetFileSecurityW(self, name: str, kind: int, rights: Any) -> int:  # noqa: N802, ANN401
        self.set.append((Path(name).name, kind, rights.raw))
        return int(self._can_write)


class TestWindows:
    """There, a new file has the rights of its folder, until it gets those of the old one."""

    @pytest.mark.parametrize(
        ("rights", "can_write", "lost"),
        [(b"for Ann alone", True, ()), (b"for Ann alone", False, (ACCESS_LIST,)), (b"", True, ())],
        ids=["kept", "lost", "none"],
    )
    def test_the_rights_of_the_old_file_go_to_the_new_one(
        self, rights: bytes, lost: tuple[str, ...], page: Path, monkeypatch: pytest.MonkeyPatch, *, can_write: bool
    ) -> None:
        security = FakeSecurity({str(page): rights}, can_write=can_write)
        monkeypatch.setattr(sys, "platform", "win32")
        monkeypatch.delattr(os, "listxattr", raising=False)
        monkeypatch.setattr(ctypes, "WinDLL", {"advapi32": security}.__getitem__, raising=False)
        assert write_atomically(page, b"new", overwrite=True, temporary=page.with_name("new")) == lost
        assert security.set == ([("new", 4, rights)] if rights else [])
        assert page.read_bytes() == b"new"
