"""What the commands of most tests need not do: read one text or signature again and again, and wait for the disk."""

import os
import tomllib
from functools import lru_cache
from typing import Any

import pytest
import typer.main

from canasta_score.game.storage import journal_format
from canasta_score.game.storage.journal_format import VariantCache
from canasta_score.rules.model.variant import Variant

_variants: dict[str, Variant] = {}
_begin_cache = VariantCache.__init__
_LONGEST_REMEMBERED = 50_000  # characters
_parse = tomllib.loads
_parse_once = lru_cache(maxsize=512)(_parse)
_read_parameters = lru_cache(typer.main.get_params_convertors_ctx_param_name_from_function)


def take_shortcuts(patch: pytest.MonkeyPatch) -> None:
    """Read each text of TOML, the rules of each game and the options of each command once; nothing waits for the disk.

    To read the same rules and games was a third of the time of all tests. What a test wants of `os.fsync` it sets
    itself, and what outlives a kill is tested on processes, which take no shortcuts.
    """
    patch.setattr(tomllib, "loads", _load)
    patch.setattr(VariantCache, "__init__", _share_variants)
    patch.setattr(typer.main, "get_params_convertors_ctx_param_name_from_function", _read_parameters)
    patch.setattr(os, "fsync", lambda _: None)


def _share_variants(cache: VariantCache) -> None:
    """Begin a cache with the rules that earlier tests have read, unless it would be full with them."""
    if len(_variants) >= journal_format._MAX_CACHED_VARIANTS:  # noqa: SLF001 -- what a test may change
        _variants.clear()
    _begin_cache(cache)
    cache._variants = _variants  # noqa: SLF001 -- the program shares no rules between commands


def _load(text: str) -> dict[str, Any]:
    if len(text) > _LONGEST_REMEMBERED:
        return _parse(text)
    return {key: _copy(value) for key, value in _parse_once(text).items()}


def _copy(value: object) -> object:
    if isinstance(value, dict):
        return {key: _copy(each) for key, each in value.items()}
    return [_copy(each) for each in value] if isinstance(value, list) else value
