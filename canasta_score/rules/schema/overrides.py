"""House rules: single keys set to other values than the variant's, such as `game.target=5000`."""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from canasta_score.rules.diagnostics import RuleError, RuleProblem
from canasta_score.rules.schema.inheritance import ALTERNATIVES, Stated, key_paths, laid_over, stated_in
from canasta_score.rules.schema.reader import OPTION, UNKNOWN_KEY, Keys
from canasta_score.rules.schema.toml import NoTomlError, check_depth
from canasta_score.rules.text import is_plain

AN_EXAMPLE = "write a key of the rule file, = and its value, such as game.target=5000"
OPEN_NAMES = ("canastas", "sets", "bonuses", "penalties", "specials")  # below them a rule file may name new things
AS_GOOD_AS_THE_SAME = 0.84  # takes 'outt' for 'out', and 'stuck-tens' beside 'stuck-aces' for a name of its own
NO_RULES = {"name", "title", "aliases", "source", "summary", "extends", "without"}


def with_house_rules(rules: Stated, texts: Sequence[str]) -> Stated:
    """Give the rules with house rules laid over them, each stated by `--set`.

    Raises RuleError for every text that is no key with a value; whether the rules know the key is for their reader.
    """
    problems: list[RuleProblem] = []
    stated: set[str] = set()
    usual = rules.values
    for text in texts:
        try:
            own = stated_in(house_rule(text, stated), OPTION)
        except NoTomlError as error:
            problems.append(RuleProblem(file=OPTION, where="", message=error.message, hint=error.hint))
            continue
        problems += misnamed(usual, own.values)
        stated |= leaves(own.values)
        values = laid_over(rules.values, own.values)
        rules = Stated(values=values, origins={**rules.origins, **own.origins})
    if problems:
        raise RuleError(problems)
    return rules


def house_rule(text: str, stated: set[str]) -> Keys:
    """Read one house rule into a table of rules; a word needs no quotes."""
    key, sign, value = text.partition("=")
    values = toml_line(text) or toml_line(f'{key}="{value}"') if sign and is_plain(text) else None
    if not values:
        raise NoTomlError(f"'{text}' is no house rule", AN_EXAMPLE)
    check_depth(values)
    if values.keys() & NO_RULES:
        raise NoTomlError(f"'{key}' is no rule of the game", "write a rule file for that: see variants/README.md")
    if leaves(values) & stated:
        raise NoTomlError(f"'{key}' is set twice", "set it once")
    if other := other_way(values, stated):
        raise NoTomlError(f"'{key}' is set beside '{other}', which it takes the place of", "set one of the two")
    return values


def those_that_hold(rules: Keys, texts: Iterable[str]) -> Iterator[str]:
    """Go through the house rules that rules are played by: laid over them they change nothing."""
    for text in texts:
        with suppress(NoTomlError):  # of a ledger that somebody wrote into
            if laid_over(rules, house_rule(text, set())) == rules:
                yield text


def misnamed(usual: Keys, own: Keys) -> Iterator[RuleProblem]:
    """Go through the names that a house rule would add to the rules and that are nearly those of things there."""
    from difflib import get_close_matches  # noqa: PLC0415 -- few have house rules

    for path in key_paths(own):
        table, _, rest = path.partition(".")
        name, _, key = rest.partition(".")
        things = usual.get(table)
        if table not in OPEN_NAMES or not isinstance(things, dict) or not key or name in things:
            continue
        for near in get_close_matches(name, things, n=1, cutoff=AS_GOOD_AS_THE_SAME):
            hint = f"did you mean '{table}.{near}.{key}'?"
            yield RuleProblem(file=OPTION, where=f"{table}.{name}", message=UNKNOWN_KEY, hint=hint)


def other_way(values: Keys, stated: set[str]) -> str | None:
    """Name the key, set before, that says the same rule in another way, such as the target where hands are set."""
    for table, ways in ALTERNATIVES.items():
        paths = {f"{table}.{way}" for way in ways}
        if leaves(values) & paths and stated & paths:
            return min(stated & paths)
    return None


def toml_line(text: str) -> dict[str, object] | None:
    """Read a line of TOML; None where it is none."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return None


def leaves(values: Keys) -> set[str]:
    """Give the paths of the keys that are no tables."""
    paths = list(key_paths(values))
    return {path for path in paths if not any(other.startswith(f"{path}.") for other in paths)}
