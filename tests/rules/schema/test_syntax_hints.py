"""What is shown of a line with a typo."""

import pytest

from canasta_score.rules.schema.limits import TomlError
from canasta_score.rules.schema.toml import parse_toml


@pytest.mark.parametrize(("length", "shown"), [(40, "a" * 40), (41, "a" * 40 + "…")])
def test_of_a_line_of_more_than_forty_characters_the_beginning_is_shown(length: int, shown: str) -> None:
    with pytest.raises(TomlError) as caught:
        parse_toml(("a" * length).encode())
    assert f'"{shown}"' in caught.value.diagnostics[0].message


@pytest.mark.parametrize("above", ["[game]\npoints = 1", "[game]  # when a game is over\npoints = 1", "[game]"])
def test_a_heading_that_is_there_twice_is_named(above: str) -> None:
    with pytest.raises(TomlError) as caught:
        parse_toml(f"{above}\n[game] # again\n".encode())
    assert caught.value.diagnostics[0].hint.startswith("[game] appears twice")


@pytest.mark.parametrize("heading", ["[[entry]", "[entry]]", "[[entry", "entry]]"])
def test_a_heading_with_two_brackets_at_either_end_is_put_in_two(heading: str) -> None:
    with pytest.raises(TomlError) as caught:
        parse_toml(f"{heading}\n".encode())
    assert caught.value.diagnostics[0].hint == "put the heading in brackets: [[entry]]"


@pytest.mark.parametrize(("length", "hint"), [(1000, "use only digits: 5000"), (1001, 'remove ",000"')])
def test_a_typo_is_looked_for_in_lines_of_up_to_a_thousand_characters(length: int, hint: str) -> None:
    with pytest.raises(TomlError) as caught:
        parse_toml("target = 5,000".ljust(length).encode())
    assert caught.value.diagnostics[0].hint.startswith(hint)
