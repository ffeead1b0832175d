"""Options and arguments of the commands of a club day, and the event file that they mean."""

from collections.abc import Callable
from typing import Annotated

import typer

from canasta_score.cli.options import FILE_METAVAR, GAME_METAVAR, PAIR_METAVAR, TABLE_METAVAR
from canasta_score.cli.paths import DEFAULT_EVENT, remember_event
from canasta_score.cli.usage_errors import usage_error
from canasta_score.hand.amounts import remove_separators
from canasta_score.rules.schema.limits import MAX_NUMBER, MAX_ORDINAL
from canasta_score.rules.text import is_ascii_digits, parse_digits

DEFAULT_EVENT_VARIANT = "nvso-tournament"
_MINUS_SIGN = "\N{MINUS SIGN}"  # takes the place of a hyphen, which would begin an option
_MINUS_SIGNS = ("-", _MINUS_SIGN)
_LONGEST_NUMBER = len(str(MAX_NUMBER))
TOTALS_ON_SLIP = 2


def protect_negative_numbers(words: list[str]) -> list[str]:
    """Return the words of a command line, in which a negative number is no option."""
    return [f"{_MINUS_SIGN}{word[1:]}" if word.startswith("-") and is_points(word) else word for word in words]


def restore_hyphens(text: str) -> str:
    """Return a text of a command line as it was typed."""
    return text.replace(_MINUS_SIGN, "-")


def is_points(text: str) -> bool:
    """Return whether a text can be points: a number, perhaps with a sign and commas."""
    return is_ascii_digits(remove_separators(_drop_sign(text)))


def _drop_sign(text: str) -> str:
    return text[1:] if text.startswith((*_MINUS_SIGNS, "+")) else text


def parse_points(text: str, noun: str = "points", example: str = "2875 or -145") -> int:
    """Parse points, which may be negative and have commas; raises a usage error for anything else."""
    if not is_points(text):
        message = f'"{restore_hyphens(text)}" is not a number of {noun}'
        raise usage_error(message, f"enter a number such as {example}")
    value = remove_separators(_drop_sign(text))
    if len(value) > _LONGEST_NUMBER:
        raise usage_error(f'"{_drop_sign(text)}" is too large', f"{noun} have at most {_LONGEST_NUMBER} digits")
    return -int(value) if text.startswith(_MINUS_SIGNS) else int(value)


def _build_number_parser(noun: str) -> Callable[[str], int]:
    def parse(text: str) -> int:
        number = parse_digits(text, MAX_ORDINAL)
        if number is not None:
            return number
        message = f'"{restore_hyphens(text)}" is not the number of a {noun}'
        raise usage_error(message, f"a {noun} is a number such as 1")

    return parse


parse_game, parse_table, parse_hand = map(_build_number_parser, ("game", "table", "hand"))


def parse_minutes(text: str) -> int:
    """Parse minutes, which may be negative; raises a usage error for anything else."""
    return parse_points(text, "minutes", "5")


EventOption = Annotated[
    str | None,
    typer.Option(
        "--event", "-e", metavar=FILE_METAVAR, callback=remember_event, help=f"Event file (default: {DEFAULT_EVENT})."
    ),
]
GameArgument = Annotated[
    int, typer.Argument(metavar=GAME_METAVAR, parser=parse_game, help="The number of the game.", show_default=False)
]
OptionalGameArgument = Annotated[
    int | None,
    typer.Argument(metavar=f"[{GAME_METAVAR}]", parser=parse_game, help="The number of the game.", show_default=False),
]
TableArgument = Annotated[
    int, typer.Argument(metavar=TABLE_METAVAR, parser=parse_table, help="The number of the table.", show_default=False)
]
PairArgument = Annotated[
    str, typer.Argument(metavar=PAIR_METAVAR, help="The number or the name of the pair.", show_default=False)
]
FromGameOption = Annotated[
    int | None,
    typer.Option("--from", metavar=GAME_METAVAR, parser=parse_game, help="From this game on (default: the next)."),
]
PointsArgument = Annotated[int, typer.Argument(metavar="POINTS", parser=parse_points, show_default=False)]
WhyOption = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for the director only.")]
