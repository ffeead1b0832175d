"""Limits on the texts of rule files and game files, on both sides of each."""

import pytest

from canasta_score.rules.diagnostics import (
    MAX_LISTED_DIAGNOSTICS,
    Diagnostic,
    RuleError,
    build_file_diagnostic,
    limit_diagnostics,
)
from canasta_score.rules.model.variant import read_variant
from canasta_score.rules.schema.limits import MAX_LIST_LENGTH, TomlError, check_keys, is_too_deep
from canasta_score.rules.schema.toml import parse_toml

pytestmark = pytest.mark.usefixtures("sentences")


def nested(depth: int) -> object:
    """Return lists within one another, with a number in the innermost."""
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "text",
    [
        ".".join(["a"] * 100) + " = 1",
        "[" + ".".join(["heading"] * 100) + "]",
        f'key = "{"." * 300}"  # {"." * 300}',
        f"key = '{'.' * 300}'",
        f'key = "{chr(92)}"{"." * 300}"',
        f'"{"a" * 200}" = 1',
        f'key = "{"a" * 99_000}"',
        f"key = [{', '.join(['1.5'] * 300)}]",
    ],
)
def test_a_text_within_the_limits_is_parsed(text: str) -> None:
    assert parse_toml(text.encode())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (".".join(["a"] * 101) + " = 1", "names"),
        (" . ".join(['"a"'] * 101) + " = 1", "names"),
        ("[" + ".".join(["heading"] * 101) + "]", "names"),
        ("key = { " + ".".join(["inner"] * 101) + " = 1 }", "names"),
        (f'a = 1\n"{"." * 201}" = 1', "201 characters"),
        (f'a = [{{ "{"a" * 201}" = 1 }}]', "201 characters"),
        (f'\nkey = "{"a" * 100_000}"', "line 2"),
    ],
)
def test_a_text_beyond_the_limits_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(TomlError, match=reason):
        parse_toml(text.encode())


def test_tables_and_lists_may_be_nested_twenty_deep() -> None:
    assert not is_too_deep(nested(20))
    assert is_too_deep(nested(21))
    assert not is_too_deep(1)
    check_keys(nested(1000))


def rule_diagnostics(**values: object) -> tuple[Diagnostic, ...]:
    with pytest.raises(RuleError) as caught:
        read_variant(values, "ours.toml", {})
    return caught.value.diagnostics


def test_a_table_of_very_many_names_is_one_mistake() -> None:
    canastas = {f"c{number}": {"points": 1} for number in range(MAX_LIST_LENGTH + 1)}
    found = [each.message for each in rule_diagnostics(canastas=canastas, deck={}) if each.where == "canastas"]
    assert found == ["has 1,001 names"]


def test_a_list_of_very_many_values_is_one_mistake() -> None:
    aliases = [str(number) for number in range(MAX_LIST_LENGTH + 1)]
    found = [each.message for each in rule_diagnostics(aliases=aliases, deck={}) if each.where == "aliases"]
    assert found == ["has 1,001 values"]


def test_of_very_many_mistakes_the_first_are_listed() -> None:
    unknown = {f"key-{number}": 1 for number in range(1000)}
    assert len(rule_diagnostics(deck={}, **unknown)) == MAX_LISTED_DIAGNOSTICS + 1


@pytest.mark.parametrize("number", [0, MAX_LISTED_DIAGNOSTICS, MAX_LISTED_DIAGNOSTICS + 5])
def test_a_last_diagnostic_says_that_there_are_more(number: int) -> None:
    found = [build_file_diagnostic("game.toml", str(each), "is wrong") for each in range(number)]
    listed = list(limit_diagnostics(found))
    assert listed[:MAX_LISTED_DIAGNOSTICS] == found[:MAX_LISTED_DIAGNOSTICS]
    assert len(listed) == min(number, MAX_LISTED_DIAGNOSTICS + 1)
    if number > MAX_LISTED_DIAGNOSTICS:
        assert (listed[-1].file, listed[-1].where) == ("game.toml", "")
