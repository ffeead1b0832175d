"""What several commands take, and the ledger they mean."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from canasta_score.cli.terminal import build_usage_error
from canasta_score.hand.tally.amounts import WrongWordError, parse_integer
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.schema.reader import MAX_NUMBER
from canasta_score.rules.text import is_ascii_digits

DEFAULT_VARIANT = "nvso"
VARIANT_SEPARATOR = ","  # stands between the variants where several are named
DEFAULT_LEDGER = "canasta.toml"
LEDGER_VARIABLE = "CANASTA_LEDGER"
DEFAULT_SIDE_NAMES = {side: side.capitalize() for side in DEFAULT_SIDES}
TYPER_SETTINGS: dict[str, Any] = {"rich_markup_mode": None, "pretty_exceptions_enable": False, "add_completion": False}


def parse_hand_number(text: str, least: int = 0) -> int:
    """Read the number of a hand."""
    if is_ascii_digits(text) and len(text) < len(str(MAX_NUMBER)) and int(text) >= least:
        return int(text)
    raise build_usage_error(f"'{text}' is no number of a hand; hands are counted from 1")


def parse_positive_hand_number(text: str) -> int:
    """Read the number of a hand that need not be in the ledger, which refuses what is not there."""
    return parse_hand_number(text, least=1)


def build_number_parser(option: str, *, negative: bool = False) -> Callable[[str], int]:
    """Give the reader of an option's number."""

    def number(text: str) -> int:
        try:
            return parse_integer(option, text, negative=negative)
        except WrongWordError as wrong:
            raise build_usage_error(str(wrong)) from None

    return number


TALLY_ARGUMENT = typer.Argument(
    metavar="TALLY...",
    help="What each side has: we red=3 natural=2 out table=335 they table=60 hand=85",
    show_default=False,
)
TallyArgument = Annotated[list[str], TALLY_ARGUMENT]
LedgerOption = Annotated[
    str | None,
    typer.Option(
        "--ledger",
        "-l",
        metavar="FILE",
        help=f"The game's ledger; else what {LEDGER_VARIABLE} names, else {DEFAULT_LEDGER}.",
    ),
]
AnywayOption = Annotated[bool, typer.Option("--anyway", help="Take a hand that cannot have happened as it is told.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
HandArgument = Annotated[int, typer.Argument(metavar="HAND", parser=parse_hand_number, help="The number of the hand.")]


def resolve_ledger_path(named: str | None) -> Path:
    """Give the path of the ledger that is named, by an option or by the environment, or of the one in this folder."""
    if named == "":
        raise build_usage_error("the name of the ledger is empty", hint="--ledger")
    return expand_path(named or os.environ.get(LEDGER_VARIABLE) or DEFAULT_LEDGER)


def format_ledger_option(file: str) -> str:
    """Give the option that names a ledger in a command, with a space before it; nothing where it goes without."""
    from shlex import quote  # noqa: PLC0415 -- start-up

    return "" if file == str(resolve_ledger_path(None)) else f" -l {quote(file)}"


def expand_path(named: str) -> Path:
    """Give the path that is named, from the home folder on where it begins with ~."""
    return Path(os.path.expanduser(named))  # noqa: PTH111 -- that of Path fails for ~nobody


def has_current_ledger() -> bool:
    """Tell whether there is a ledger at hand."""
    from canasta_score.game.storage.files import path_exists  # noqa: PLC0415 -- start-up

    return path_exists(resolve_ledger_path(None))


def split_tally_words(tally: list[str]) -> list[str]:
    """Give the words of a tally, which may stand in quotes together."""
    return [word for part in tally for word in part.split()]
