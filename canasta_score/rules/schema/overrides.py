"""House rules: single keys set to other values than the variant's, such as `game.target=5000`."""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from canasta_score.rules.diagnostics import Diagnostic, RuleError, build_file_diagnostic
from canasta_score.rules.schema.inheritance import EXCLUSIVE_KEYS, RawRules, build_raw_rules, deep_merge, iter_key_paths
from canasta_score.rules.schema.reader import SET_OPTION, UNKNOWN_KEY, RawTable
from canasta_score.rules.schema.toml import NoTomlError, check_depth
from canasta_score.rules.text import is_printable_line

_OVERRIDE_HINT = "write a key of the rule file, = and its value, such as game.target=5000"
_OPEN_TABLES = ("canastas", "sets", "bonuses", "penalties", "specials")  # below them a rule file may name new things
_TYPO_CUTOFF = 0.84  # takes 'outt' for 'out', and 'stuck-tens' beside 'stuck-aces' for a name of its own
_METADATA_KEYS = {"name", "title", "aliases", "source", "summary", "extends", "without"}


def apply_overrides(rules: RawRules, texts: Sequence[str]) -> RawRules:
    """Give the rules with house rules laid over them, each stated by `--set`.

    Raises RuleError for every text that is no key with a value; whether the rules know the key is for their reader.
    """
    problems: list[Diagnostic] = []
    stated: set[str] = set()
    usual = rules.values
    for text in texts:
        try:
            own = build_raw_rules(_parse_override(text, stated), SET_OPTION)
        except NoTomlError as error:
            problems.append(build_file_diagnostic(SET_OPTION, "", error.message, error.hint))
            continue
        problems += _find_misspelled_names(usual, own.values)
        stated |= _collect_leaf_paths(own.values)
        values = deep_merge(rules.values, own.values)
        rules = RawRules(values=values, origins={**rules.origins, **own.origins})
    if problems:
        raise RuleError(problems)
    return rules


def _parse_override(text: str, stated: set[str]) -> RawTable:
    """Read one house rule into a table of rules; a word needs no quotes."""
    key, sign, value = text.partition("=")
    values = (
        _parse_toml_line(text) or _parse_toml_line(f'{key}="{value}"') if sign and is_printable_line(text) else None
    )
    if not values:
        raise NoTomlError(f"'{text}' is no house rule", _OVERRIDE_HINT)
    check_depth(values)
    if values.keys() & _METADATA_KEYS:
        raise NoTomlError(f"'{key}' is no rule of the game", "write a rule file for that: see variants/README.md")
    if _collect_leaf_paths(values) & stated:
        raise NoTomlError(f"'{key}' is set twice", "set it once")
    if other := _find_exclusive_key(values, stated):
        raise NoTomlError(f"'{key}' is set beside '{other}', which it takes the place of", "set one of the two")
    return values


def effective_overrides(rules: RawTable, texts: Iterable[str]) -> Iterator[str]:
    """Go through the house rules that rules are played by: laid over them they change nothing."""
    for text in texts:
        with suppress(NoTomlError):  # of a ledger that somebody wrote into
            if deep_merge(rules, _parse_override(text, set())) == rules:
                yield text


def _find_misspelled_names(usual: RawTable, own: RawTable) -> Iterator[Diagnostic]:
    """Go through the names that a house rule would add to the rules and that are nearly those of things there."""
    from difflib import get_close_matches  # noqa: PLC0415 -- few have house rules

    for path in iter_key_paths(own):
        table, _, rest = path.partition(".")
        name, _, key = rest.partition(".")
        things = usual.get(table)
        if table not in _OPEN_TABLES or not isinstance(things, dict) or not key or name in things:
            continue
        for near in get_close_matches(name, things, n=1, cutoff=_TYPO_CUTOFF):
            hint = f"did you mean '{table}.{near}.{key}'?"
            yield build_file_diagnostic(SET_OPTION, f"{table}.{name}", UNKNOWN_KEY, hint)


def _find_exclusive_key(values: RawTable, stated: set[str]) -> str | None:
    """Name the key, set before, that says the same rule in another way, such as the target where hands are set."""
    for table, ways in EXCLUSIVE_KEYS.items():
        paths = {f"{table}.{way}" for way in ways}
        if _collect_leaf_paths(values) & paths and stated & paths:
            return min(stated & paths)
    return None


def _parse_toml_line(text: str) -> dict[str, object] | None:
    """Read a line of TOML; None where it is none."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return None


def _collect_leaf_paths(values: RawTable) -> set[str]:
    """Give the paths of the keys that are no tables."""
    paths = list(iter_key_paths(values))
    return {path for path in paths if not any(other.startswith(f"{path}.") for other in paths)}
