"""Hints for values of the wrong type: they quote what is short, and never fail on what Python refuses to print."""

import pytest

from canasta_score.rules.schema.reader import INTEGER, LIST, format_type_hint

TOO_LONG_TO_PRINT = 16**5000


@pytest.mark.parametrize(
    ("expected", "value", "hint"),
    [
        (LIST, 150, "put it in square brackets: [150]"),
        (LIST, "150, 300", "put it in square brackets: [150, 300]"),
        (LIST, TOO_LONG_TO_PRINT, "put it in square brackets"),
        (INTEGER, "8,500", "remove the commas: 8500"),
        (INTEGER, [TOO_LONG_TO_PRINT], "use a whole number, in digits only"),
    ],
    ids=["number", "numbers in a text", "very long number", "digits in groups", "list of a very long number"],
)
def test_a_hint_quotes_what_can_be_printed(expected: str, value: object, hint: str) -> None:
    assert format_type_hint(expected, value, "points") == hint
