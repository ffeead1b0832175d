"""Numbers on the command line of a club day."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.command_line import run

from canasta_score.cli.event.options import parse_game, parse_hand, parse_minutes, parse_table
from canasta_score.cli.invocation import CommandLineError
from canasta_score.cli.options import parse_points, protect_negative_numbers

pytestmark = pytest.mark.usefixtures("sentences")


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


@pytest.mark.parametrize("parse", [parse_points, parse_minutes, parse_game, parse_table, parse_hand])
def test_what_is_no_number_is_answered_with_what_is_counted(parse: Callable[[str], int]) -> None:
    with pytest.raises(CommandLineError):
        parse("five")


@pytest.mark.parametrize(("name", "least", "most"), [("games", 1, 1000), ("minutes", 1, 1000)])
def test_an_option_takes_both_ends_of_its_range_and_nothing_beyond(
    name: str, least: int, most: int, game_folder: Path
) -> None:
    for number in (least - 1, least, most, most + 1):
        assert run("event", "new", "Club day", "-e", f"{number}.toml", f"--{name}={number}").code == (
            0 if least <= number <= most else 2
        )


def test_only_negative_numbers_are_no_options() -> None:
    words = ["1", "-145", "-1,145", "-e", "--why", "-"]
    assert protect_negative_numbers(words) == ["1", "\N{MINUS SIGN}145", "\N{MINUS SIGN}1,145", "-e", "--why", "-"]
