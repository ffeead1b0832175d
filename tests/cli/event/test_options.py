"""Numbers on the command line of a club day."""

import pytest

from canasta_score.cli.event.options import parse_points, protect_negative_numbers
from canasta_score.cli.usage_errors import CommandLineError


@pytest.mark.parametrize(
    ("text", "points"),
    [("2875", 2875), ("2,875", 2875), ("-145", -145), ("\N{MINUS SIGN}145", -145), ("+50", 50), ("0", 0)],
)
def test_points_may_have_commas_and_one_sign(text: str, points: int) -> None:
    assert parse_points(text) == points


@pytest.mark.parametrize("text", ["", "-", "+", ",", "--5", "+-5", "-+5", "++5", "5-", "1e3", "9" * 30])
def test_points_that_are_no_number_are_refused(text: str) -> None:
    with pytest.raises(CommandLineError):
        parse_points(text)


def test_only_negative_numbers_are_no_options() -> None:
    words = ["1", "-145", "-1,145", "-e", "--why", "-"]
    assert protect_negative_numbers(words) == ["1", "\N{MINUS SIGN}145", "\N{MINUS SIGN}1,145", "-e", "--why", "-"]
