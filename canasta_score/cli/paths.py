"""Which file a command means: as it is typed, as the environment names it, or the one of this folder."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from canasta_score.cli.invocation import get_invocation, usage_error

if TYPE_CHECKING:
    from canasta_score.game.evening import CurrentLedger

DEFAULT_LEDGER = "canasta.toml"
LEDGER_VARIABLE = "CANASTA_LEDGER"
DEFAULT_EVENT = "event.toml"
_EVENT_VARIABLE = "CANASTA_EVENT"


def expand_path(name: str) -> Path:
    """Return a path as it was typed, with ~ as the home folder."""
    return Path(os.path.expanduser(name))  # noqa: PTH111 -- that of Path fails for ~nobody


def remember_ledger(name: str) -> str:
    """Remember the game file that a command line names, for the commands that hints propose."""
    get_invocation().named_ledger = name
    return name


def list_ledger_words() -> tuple[str, ...]:
    """Return the option that names the game file in use, or nothing if a command means that file without it."""
    name = get_invocation().named_ledger
    return () if not name or expand_path(name) == get_ledger_path(None) else ("-l", name)


def find_folder_ledger() -> "CurrentLedger":
    """Return the game of this folder that goes on, which need not exist; each command looks for it once."""
    from canasta_score.game.evening import find_current_ledger

    invocation = get_invocation()
    if invocation.folder_ledger is None:
        invocation.folder_ledger = find_current_ledger(Path(DEFAULT_LEDGER))
    return invocation.folder_ledger


def get_chosen_ledger() -> str:
    """Return the game file that is meant wherever none is named, whatever is in this folder; "" if none is."""
    return str(get_invocation().ledger or os.environ.get(LEDGER_VARIABLE) or "")


def get_ledger_path(name: str | None) -> Path:
    """Return the path of the game file: the one that is named, the one in use, or that of this folder."""
    if name == "":
        raise usage_error("the name of the game file is empty", option="--ledger")
    chosen = name or get_chosen_ledger()
    return expand_path(chosen) if chosen else find_folder_ledger().path


def build_next_game_command(file: str | Path) -> tuple[str, ...]:
    """Return the words of the command that starts the game after the one in a file."""
    from canasta_score.game.evening import find_free_path

    if get_invocation().is_at_prompt or is_folder_ledger(file):
        return ("new",)
    return ("new", "--like", str(file), "-l", str(find_free_path(Path(file))))


def is_folder_ledger(file: str | Path) -> bool:
    """Return whether a game file is that of this folder, which commands find without its name."""
    return Path(file) == get_ledger_path(None) and not get_chosen_ledger()


def has_current_ledger() -> bool:
    """Return whether the game file of a command that names none exists."""
    from canasta_score.disk.files import path_exists

    return path_exists(expand_path(get_chosen_ledger() or DEFAULT_LEDGER))


def remember_event(name: str | None) -> str | None:
    """Remember the event file that a command line names, for the commands that hints propose."""
    get_invocation().named_event = name
    return name


def resolve_event_path(name: str | None) -> Path:
    """Return the path of the event file: the one that is named, the one in use, or that of this folder."""
    if name == "":
        raise usage_error("the name of the event file is empty", "name a file, or leave out --event", option="--event")
    return expand_path(name or str(get_invocation().event or os.environ.get(_EVENT_VARIABLE) or DEFAULT_EVENT))
