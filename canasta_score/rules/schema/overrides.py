"""House rules: single keys set to other values than the variant's, such as `game.target=5000`."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from canasta_score.rules.diagnostics import (
    CanastaError,
    Diagnostic,
    DiagnosticCode,
    RuleError,
    build_file_diagnostic,
    build_rule_error,
)
from canasta_score.rules.schema.inheritance import EXCLUSIVE_KEYS, RawRules, build_raw_rules, deep_merge, merge_rules
from canasta_score.rules.schema.limits import check_depth
from canasta_score.rules.schema.raw_tables import RawTable, collect_names_and_labels, iter_key_paths
from canasta_score.rules.schema.reader import INHERITANCE_KEYS, METADATA_KEYS, SET_OPTION, UNKNOWN_KEY
from canasta_score.rules.schema.toml import parse_toml
from canasta_score.rules.text import TYPO_SIMILARITY, find_closest, is_printable_line

OPEN_TABLES = {  # the tables below which a rule file may name new things, and what they are called
    "bonuses": "bonus",
    "canastas": "kind of canasta",
    "penalties": "penalty",
    "sets": "set of canastas",
    "specials": "special hand",
}


def apply_overrides(rules: RawRules, overrides: Sequence[str]) -> RawRules:
    """Merge house rules over the rules, each with `--set` as its origin.

    Raises RuleError, with all mistakes, for each override that is not a key with a value. Whether the rules know the
    key is left to their reader.
    """
    diagnostics: list[Diagnostic] = []
    stated: set[str] = set()
    merged: RawTable = {}
    for override in overrides:
        try:
            values = _parse_override(override, stated)
        except CanastaError as error:
            diagnostics += (diagnostic.at(SET_OPTION) for diagnostic in error.diagnostics)
            continue
        diagnostics += _find_misspelled_names(rules.values, values)
        stated |= _collect_leaf_paths(values)
        merged = deep_merge(merged, values)
    if diagnostics:
        raise RuleError(diagnostics)
    return merge_rules(rules, build_raw_rules(merged, SET_OPTION))


def effective_overrides(values: RawTable, overrides: Iterable[str]) -> Iterator[str]:
    """Yield the house rules that are in effect: merged over the rules, they change nothing."""
    for override in overrides:
        with suppress(CanastaError):  # in a ledger that someone edited
            if deep_merge(values, _parse_override(override, set())) == values:
                yield override


def find_new_names(values: RawTable, changed: RawTable) -> list[tuple[str, str]]:
    """Return what changed rules have and the first ones do not: the table of each new thing, and its name."""
    known = set(iter_key_paths(values))
    return [
        (table, name)
        for table, things in changed.items()
        if table in OPEN_TABLES and isinstance(things, dict)
        for name, keys in things.items()
        if isinstance(keys, dict) and f"{table}.{name}" not in known  # a key such as `specials.opponents` is no thing
    ]


def _parse_override(override: str, stated: set[str]) -> RawTable:
    """Parse a house rule as rules; raises CanastaError if it is not one, or conflicts with the `stated` key paths."""
    key, sign, value = override.partition("=")
    values = None
    if sign and is_printable_line(override):
        values = _parse_toml_line(override) or _parse_toml_line(f'{key}="{value}"')  # a word needs no quotes
    if not values:
        hint = "enter the key of a rule, an equals sign and the value, such as game.target=5000"
        raise build_rule_error(SET_OPTION, f'"{override}" is not a house rule', hint)
    check_depth(values)
    if values.keys() & {*METADATA_KEYS, *INHERITANCE_KEYS}:
        message = f"{key} can be changed only in a rule file"
        raise build_rule_error(SET_OPTION, message, "to make a rule file", "variants", "new", "--help")
    if _collect_leaf_paths(values) & stated:
        raise build_rule_error(SET_OPTION, f"{key} is set twice", "set it once")
    if excluded := _find_exclusive_key(values, stated):
        message = f"{key} cannot be set together with {excluded}"
        raise build_rule_error(SET_OPTION, message, "set only one of the two")
    return values


def _find_misspelled_names(variant_values: RawTable, values: RawTable) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each new name that is nearly a name or a label of the variant."""
    for key_path in sorted(_collect_leaf_paths(values)):
        table, _, rest = key_path.partition(".")
        name, _, key = rest.partition(".")
        named_tables = variant_values.get(table)
        if table not in OPEN_TABLES or not isinstance(named_tables, dict) or not name or name in named_tables:
            continue
        names = collect_names_and_labels(named_tables)
        if nearest := find_closest(name, names, min_similarity=TYPO_SIMILARITY):
            hint = f'did you mean "{table}.{names[nearest]}.{key or "points"}"?'
            yield build_file_diagnostic(
                SET_OPTION, f"{table}.{name}", UNKNOWN_KEY, hint, code=DiagnosticCode.UNKNOWN_KEY
            )


def _find_exclusive_key(values: RawTable, stated: set[str]) -> str | None:
    """Return the stated key that excludes one of these, such as `game.hands` for `game.target`."""
    for table, keys in EXCLUSIVE_KEYS.items():
        exclusive = {f"{table}.{key}" for key in keys}
        if _collect_leaf_paths(values) & exclusive and stated & exclusive:
            return min(stated & exclusive)
    return None


def _parse_toml_line(line: str) -> dict[str, object] | None:
    try:
        return parse_toml(line.encode())
    except CanastaError:
        return None


def _collect_leaf_paths(values: RawTable) -> set[str]:
    key_paths = list(iter_key_paths(values))
    return {path for path in key_paths if not any(other.startswith(f"{path}.") for other in key_paths)}
