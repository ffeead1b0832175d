"""The keys of rule files: those that the reader asks for, and those that are rules."""

import re
from functools import cache
from pathlib import Path

from canasta_score.rules.catalog.lookup import load_with_parents, scan_rule_folder
from canasta_score.rules.model.variant import Variant, read_rule_tables
from canasta_score.rules.schema.reader import DiagnosticCollector, TableReader
from support.paths import VARIANTS

NO_RULES = {"name", "title", "aliases", "source", "summary", "extends", "without"}

# The names of a variant's own canastas stand for each other where they are keys.
NAME_OF_CANASTA = re.compile(r"(?<=^bonuses\.\*\.needs\.).+$|(?<=^sets\.\*\.canastas\.).+$")


def _keys_requested_by(path: Path) -> set[str]:
    """Give the key patterns that the reader asks a rule file for, tables and what stands in them."""
    stated = load_with_parents(path, (), [])
    notes = DiagnosticCollector(path.name, stated.origins)
    read_rule_tables(TableReader({"name": path.stem, **stated.values}, notes))
    assert not notes.problems
    return {NAME_OF_CANASTA.sub("*", key) for key in notes.requested_keys}


@cache
def requested_keys() -> set[str]:
    """Return the key patterns that the reader asks for in all the shipped rule files."""
    return set[str]().union(*map(_keys_requested_by, scan_rule_folder(VARIANTS).values()))


def lines_in(keys: set[str]) -> set[str]:
    """Leave out the tables: keys that hold other keys and have no value of their own."""
    return {key for key in keys if not any(other.startswith(f"{key}.") for other in keys)}


def rules_in_play(variant: Variant) -> tuple[object, ...]:
    """Give all fields of a variant that are rules."""
    return tuple(getattr(variant, field) for field in variant.field_names if field not in NO_RULES)
