"""What several commands take, and the ledger they mean."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from canasta_score.cli.terminal import wrong_use
from canasta_score.hand.tally.amounts import WrongWordError, is_in_digits, whole_number
from canasta_score.rules.model.facts import SIDES
from canasta_score.rules.schema.reader import LARGEST

DEFAULT_VARIANT = "nvso"
COMMA = ","  # stands between the variants where several are named
DEFAULT_LEDGER = "canasta.toml"
LEDGER = "CANASTA_LEDGER"
NAMES = {side: side.capitalize() for side in SIDES}
PLAIN: dict[str, Any] = {"rich_markup_mode": None, "pretty_exceptions_enable": False, "add_completion": False}


def hand_number(text: str, least: int = 0) -> int:
    """Read the number of a hand."""
    if is_in_digits(text) and len(text) < len(str(LARGEST)) and int(text) >= least:
        return int(text)
    raise wrong_use(f"'{text}' is no number of a hand; hands are counted from 1")


def counted_from_1(text: str) -> int:
    """Read the number of a hand that need not be in the ledger, which refuses what is not there."""
    return hand_number(text, least=1)


def number_of(option: str, *, negative: bool = False) -> Callable[[str], int]:
    """Give the reader of an option's number."""

    def number(text: str) -> int:
        try:
            return whole_number(option, text, negative=negative)
        except WrongWordError as wrong:
            raise wrong_use(str(wrong)) from None

    return number


TALLY = typer.Argument(
    metavar="TALLY...",
    help="What each side has: we red=3 natural=2 out table=335 they table=60 hand=85",
    show_default=False,
)
TallyWords = Annotated[list[str], TALLY]
LedgerFile = Annotated[
    str | None,
    typer.Option(
        "--ledger", "-l", metavar="FILE", help=f"The game's ledger; else what {LEDGER} names, else {DEFAULT_LEDGER}."
    ),
]
Anyway = Annotated[bool, typer.Option("--anyway", help="Take a hand that cannot have happened as it is told.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
HandNumber = Annotated[int, typer.Argument(metavar="HAND", parser=hand_number, help="The number of the hand.")]


def ledger_at_hand(named: str | None) -> Path:
    """Give the path of the ledger that is named, by an option or by the environment, or of the one in this folder."""
    if named == "":
        raise wrong_use("the name of the ledger is empty", hint="--ledger")
    return path_of(named or os.environ.get(LEDGER) or DEFAULT_LEDGER)


def option_of(file: str) -> str:
    """Give the option that names a ledger in a command, with a space before it; nothing where it goes without."""
    from shlex import quote  # noqa: PLC0415 -- start-up

    return "" if file == str(ledger_at_hand(None)) else f" -l {quote(file)}"


def path_of(named: str) -> Path:
    """Give the path that is named, from the home folder on where it begins with ~."""
    return Path(os.path.expanduser(named))  # noqa: PTH111 -- that of Path fails for ~nobody


def has_ledger() -> bool:
    """Tell whether there is a ledger at hand."""
    from canasta_score.game.storage.files import is_there  # noqa: PLC0415 -- start-up

    return is_there(ledger_at_hand(None))


def words_of(tally: list[str]) -> list[str]:
    """Give the words of a tally, which may stand in quotes together."""
    return [word for part in tally for word in part.split()]
