"""What is shown of a line with a typo."""

import pytest

from canasta_score.rules.schema.limits import TomlError
from canasta_score.rules.schema.toml import parse_toml


@pytest.mark.parametrize(("length", "shown"), [(40, "a" * 40), (41, "a" * 40 + "…")])
def test_of_a_line_of_more_than_forty_characters_the_beginning_is_shown(length: int, shown: str) -> None:
    with pytest.raises(TomlError) as caught:
        parse_toml(("a" * length).encode())
    assert f'"{shown}"' in caught.value.diagnostics[0].message


@pytest.mark.parametrize("first", ["[game]", "[game]  # when a game is over"])
def test_a_heading_that_is_there_twice_is_named(first: str) -> None:
    with pytest.raises(TomlError) as caught:
        parse_toml(f"{first}\npoints = 1\n[game] # again\n".encode())
    assert caught.value.diagnostics[0].hint.startswith("[game] appears twice")
