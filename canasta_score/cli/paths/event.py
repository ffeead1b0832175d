"""Which event file a command means: the one that it names, that of the environment, or that of this folder."""

import os
from contextvars import ContextVar
from pathlib import Path

from canasta_score.cli.paths.expansion import expand_path
from canasta_score.cli.usage_errors import usage_error

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
