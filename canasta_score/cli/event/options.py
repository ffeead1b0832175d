"""Options and arguments of the commands of a club day, and the event file that they mean."""

from collections.abc import Callable
from typing import Annotated

import typer

from canasta_score.cli.invocation import usage_error
from canasta_score.cli.options import Metavar, parse_points, restore_hyphens, value_option, word_argument
from canasta_score.cli.paths import DEFAULT_EVENT, remember_event
from canasta_score.rules.schema.limits import MAX_ORDINAL
from canasta_score.rules.text import parse_digits

DEFAULT_EVENT_VARIANT = "nvso-tournament"
TOTALS_ON_SLIP = 2


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
        "--event", "-e", metavar=Metavar.FILE, callback=remember_event, help=f"Event file (default: {DEFAULT_EVENT})."
    ),
]
GameArgument = Annotated[int, word_argument(Metavar.GAME, "The number of the game.", parse_game)]
OptionalGameArgument = Annotated[int | None, word_argument(f"[{Metavar.GAME}]", "The number of the game.", parse_game)]
TableArgument = Annotated[int, word_argument(Metavar.TABLE, "The number of the table.", parse_table)]
PairArgument = Annotated[str, word_argument(Metavar.PAIR, "The number of the pair, or a word of its names.")]
FromGameOption = Annotated[
    int | None, value_option("--from", Metavar.GAME, "From this game on (default: the next).", parse_game)
]
WhyOption = Annotated[str, value_option("--why", "TEXT", "The reason, for the director only.", restore_hyphens)]
