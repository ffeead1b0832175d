"""Rules inside a game file: all of them are there, and they extend no other rules."""

import pytest

from canasta_score import RuleError, load_variant
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.model.variant import read_variant


def test_the_rules_of_a_game_read_as_those_of_their_file() -> None:
    values, _ = load_with_overrides("nvso")
    assert read_variant(values, "game.toml", {}, table="rules") == load_variant("nvso")


@pytest.mark.parametrize("key", ["extends", "without"])
def test_the_rules_of_a_game_extend_nothing(key: str) -> None:
    values, _ = load_with_overrides("nvso")
    with pytest.raises(RuleError) as caught:
        read_variant({**values, key: "wca"}, "game.toml", {}, table="rules")
    assert [(found.file, found.where, found.message) for found in caught.value.diagnostics] == [
        ("game.toml", f"rules.{key}", "unknown key")
    ]
