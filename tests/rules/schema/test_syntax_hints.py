"""What is shown of a line with a typo."""

import pytest

from canasta_score.rules.schema.limits import TomlError
from canasta_score.rules.schema.toml import parse_toml


@pytest.mark.parametrize(("length", "shown"), [(40, "a" * 40), (41, "a" * 40 + "…")])
def test_of_a_line_of_more_than_forty_characters_the_beginning_is_shown(length: int, shown: str) -> None:
    with pytest.raises(TomlError) as caught:
        parse_toml(("a" * length).encode())
    assert f'"{shown}"' in caught.value.diagnostics[0].message
