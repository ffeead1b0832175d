"""Paths as they are typed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING

from canasta_score.cli.usage_errors import usage_error

if TYPE_CHECKING:
    from canasta_score.game.sequence import CurrentLedger


def expand_path(name: str) -> Path:
    """Return a path as it was typed, with ~ as the home folder."""
    return Path(os.path.expanduser(name))  # noqa: PTH111 -- that of Path fails for ~nobody


DEFAULT_LEDGER = "canasta.toml"
LEDGER_VARIABLE = "CANASTA_LEDGER"
_used_ledger: ContextVar[Path | None] = ContextVar("used_ledger", default=None)
_folder_ledger: ContextVar["list[CurrentLedger] | None"] = ContextVar("folder_ledger", default=None)
_named_ledger: ContextVar[str | None] = ContextVar("named_ledger", default=None)


def remember_ledger(name: str | None) -> str | None:
    """Remember the game file that a command line names, for the commands that hints propose."""
    _named_ledger.set(name)
    return name


def list_ledger_words() -> tuple[str, ...]:
    """Return the option that names the game file in use, or nothing if a command means that file without it."""
    name = _named_ledger.get()
    return () if not name or expand_path(name) == get_ledger_path(None) else ("-l", name)


@contextmanager
def use_ledger(path: Path) -> Iterator[None]:
    """Have every command that names no game file use this one."""
    token = _used_ledger.set(path)
    try:
        yield
    finally:
        _used_ledger.reset(token)


@contextmanager
def remember_folder_ledger() -> Iterator[None]:
    """Look only once, while a command runs, which game of this folder goes on."""
    token = _folder_ledger.set([])
    try:
        yield
    finally:
        _folder_ledger.reset(token)


def forget_folder_ledger() -> None:
    """Look again which game of this folder goes on: there is a new one."""
    if found := _folder_ledger.get():
        found.clear()


def find_folder_ledger() -> "CurrentLedger":
    """Return the game of this folder that goes on, which need not exist."""
    from canasta_score.game.sequence import find_current_ledger

    found = _folder_ledger.get()
    if found:
        return found[0]
    current = find_current_ledger(Path(DEFAULT_LEDGER))
    if found is not None:
        found.append(current)
    return current


def _get_chosen_ledger() -> str:
    return str(_used_ledger.get() or os.environ.get(LEDGER_VARIABLE) or "")


def is_ledger_chosen() -> bool:
    """Return whether a game file is meant wherever none is named, whatever is in this folder."""
    return bool(_get_chosen_ledger())


def get_ledger_path(name: str | None) -> Path:
    """Return the path of the game file: the one that is named, the one in use, or that of this folder."""
    if name == "":
        raise usage_error("the name of the game file is empty", option="--ledger")
    chosen = name or _get_chosen_ledger()
    return expand_path(chosen) if chosen else find_folder_ledger().path


def is_default_ledger(file: str | Path) -> bool:
    """Return whether a game file is the first one of this folder, and none has been chosen instead."""
    return str(file) == DEFAULT_LEDGER and not is_ledger_chosen()


def has_current_ledger() -> bool:
    """Return whether there is a game file that is meant without being named."""
    from canasta_score.disk.files import path_exists

    return path_exists(expand_path(_get_chosen_ledger() or DEFAULT_LEDGER))


DEFAULT_EVENT = "event.toml"
EVENT_VARIABLE = "CANASTA_EVENT"
_named_event: ContextVar[str | None] = ContextVar("named_event", default=None)


def remember_event(name: str | None) -> str | None:
    """Remember the event file that a command line names, for the commands that hints propose."""
    _named_event.set(name)
    return name


def list_event_words() -> tuple[str, ...]:
    """Return the option that names the event file in use, or nothing if a command means that file without it."""
    name = _named_event.get()
    return () if not name or expand_path(name) == resolve_event_path(None) else ("-e", name)


def resolve_event_path(name: str | None) -> Path:
    """Return the path of the event file: the one that is named, that of the environment, or that of this folder."""
    if name == "":
        raise usage_error("the name of the event file is empty", "name a file, or leave out --event", option="--event")
    return expand_path(name or os.environ.get(EVENT_VARIABLE) or DEFAULT_EVENT)
