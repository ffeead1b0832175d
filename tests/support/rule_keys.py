"""The keys of rule files: those that the reader asks for, and those that are rules."""

import re
from functools import cache
from pathlib import Path

from canasta_score.rules.catalog.files import scan_rule_folder
from canasta_score.rules.catalog.loading import load_raw_rules
from canasta_score.rules.model.variant import Variant, read_rule_tables
from canasta_score.rules.schema.reader import DiagnosticCollector, TableReader
from support.paths import VARIANTS

NO_RULES = {"name", "title", "aliases", "source", "summary", "extends", "without"}

# The names that rule files choose stand for each other where they are keys, and so do the rows of a list.
_CHOSEN_NAME = re.compile(
    r"(?<=^canastas\.)[^.]+|(?<=^sets\.)[^.]+|(?<=^bonuses\.)[^.]+|(?<=^penalties\.)[^.]+"
    r"|(?<=^specials\.)(?!(?:opponents|beside_melds)$)[^.]+|(?<=\.needs\.).+|(?<=\.canastas\.).+"
)
_ROW = re.compile(r"\[\d+\]")


def _keys_requested_by(path: Path) -> set[str]:
    """Return the patterns of all keys that the reader asks for, tables included."""
    _, rules = load_raw_rules(path)
    collector = DiagnosticCollector(path.name, rules.origins)
    read_rule_tables(TableReader(rules.values, collector))
    assert not collector.diagnostics
    requested = [f"{table}.{key}".lstrip(".") for table, keys in collector.requested_keys.items() for key in keys]
    return {_CHOSEN_NAME.sub("*", _ROW.sub("", key)) for key in requested}


@cache
def requested_keys() -> set[str]:
    """Return the key patterns that the reader asks for in all the shipped rule files."""
    return set[str]().union(*map(_keys_requested_by, scan_rule_folder(VARIANTS).values()))


def lines_in(keys: set[str]) -> set[str]:
    """Leave out the tables: keys that hold other keys and have no value of their own."""
    return {key for key in keys if not any(other.startswith(f"{key}.") for other in keys)}


def rules_in_play(variant: Variant) -> tuple[object, ...]:
    """Return all fields of a variant that are rules."""
    return tuple(getattr(variant, field) for field in variant.field_names if field not in NO_RULES)
