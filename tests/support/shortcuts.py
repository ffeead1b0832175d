"""What the commands of most tests need not do: parse one text again and again, and wait for the disk."""

import os
import tomllib
from functools import lru_cache
from typing import Any

import pytest

_LONGEST_REMEMBERED = 50_000  # characters
_parse = tomllib.loads
_parse_once = lru_cache(maxsize=512)(_parse)


def take_shortcuts(patch: pytest.MonkeyPatch) -> None:
    """Parse each text of TOML once in a process, and leave it to the system when a file reaches the disk.

    To parse the same rules and games was a fifth of the time of all tests. What a test wants of `os.fsync` it sets
    itself, and what outlives a kill is tested on processes, which take no shortcuts.
    """
    patch.setattr(tomllib, "loads", _load)
    patch.setattr(os, "fsync", lambda _: None)


def _load(text: str) -> dict[str, Any]:
    if len(text) > _LONGEST_REMEMBERED:
        return _parse(text)
    return {key: _copy(value) for key, value in _parse_once(text).items()}


def _copy(value: object) -> object:
    if isinstance(value, dict):
        return {key: _copy(each) for key, each in value.items()}
    return [_copy(each) for each in value] if isinstance(value, list) else value
