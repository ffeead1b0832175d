"""What the commands of most tests need not do: read one text or signature again and again, and wait for the disk."""

import os
import pickle
from functools import lru_cache
from typing import Any

import pytest
import tomli
import typer.main
from typer.utils import get_params_from_function

from canasta_score.rules.model import variant
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import TableReader

_LONGEST_REMEMBERED = 50_000  # characters
_MOST_REMEMBERED = 512  # rules; a test that changes keys at random reads thousands, each once
_ENTRY, _LONG_STRINGS = "\n[[entry]]", ('"""', "'''")
_parse = tomli.loads
_read_rules = variant.read_rule_tables
_read_parameters = lru_cache(typer.main.get_params_convertors_ctx_param_name_from_function)
_read_signature = lru_cache(get_params_from_function)
_rules: dict[tuple[str, bool], Variant] = {}
_patch = pytest.MonkeyPatch()


def take_shortcuts() -> None:
    """Read each text of TOML, the rules of each game and the options of each command once; nothing waits for the disk.

    To read the same rules and games was a third of the time of all tests. What a test wants of `os.fsync` it sets
    itself, and what outlives a kill is tested on processes, which take no shortcuts.
    """
    _patch.setattr(tomli, "loads", _load)
    _patch.setattr(variant, "read_rule_tables", _read_rules_once)
    _patch.setattr(typer.main, "get_params_convertors_ctx_param_name_from_function", _read_parameters)
    _patch.setattr(typer.main, "get_params_from_function", _read_signature)
    _patch.setattr(os, "fsync", lambda _: None)


def leave_shortcuts() -> None:
    """Go the whole way, where time is measured."""
    _patch.undo()


def _read_rules_once(root: TableReader) -> Variant:
    """Read rules, unless equal rules were read without a mistake before; mistakes are found anew each time."""
    collector = root._collector  # noqa: SLF001 -- which has the mistakes
    try:
        key = (ascii(collector.rules), collector.can_extend)  # 1 and true are equal, but not the same rule
    except (ValueError, RecursionError):  # an integer of thousands of digits
        return _read_rules(root)
    if len(_rules) >= _MOST_REMEMBERED:
        _rules.clear()
    if key in _rules:
        return _rules[key]
    rules = _read_rules(root)
    if not collector.diagnostics:
        _rules[key] = rules
    return rules


def _load(text: str) -> dict[str, Any]:
    if len(text) > _LONGEST_REMEMBERED:
        return _parse(text)
    head, *entries = text.split(_ENTRY)
    if entries and not any(sign in text for sign in _LONG_STRINGS):  # in which such a line may be text
        try:
            parts = [_parse_once(head), *(_parse_once(f"{_ENTRY}{entry}") for entry in entries)]
        except ValueError:
            return _parse(text)  # for the line of the mistake
        tables: list[dict[str, Any]] = [pickle.loads(part) for part in parts]  # noqa: S301 -- made here
        if "entry" not in tables[0] and all(table.keys() == {"entry"} for table in tables[1:]):
            return tables[0] | {"entry": [entry for table in tables[1:] for entry in table["entry"]]}
    values: dict[str, Any] = pickle.loads(_parse_once(text))  # noqa: S301 -- made here
    return values


@lru_cache(maxsize=4096)
def _parse_once(text: str) -> bytes:
    return pickle.dumps(_parse(text), pickle.HIGHEST_PROTOCOL)
