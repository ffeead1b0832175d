"""Options and arguments that several commands take, and the rules that they choose."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import typer

from canasta_score.cli.invocation import get_invocation, usage_error
from canasta_score.cli.paths import DEFAULT_LEDGER, get_ledger_path, has_current_ledger, remember_ledger
from canasta_score.hand.amounts import join_separated_numbers, parse_integer, remove_separators
from canasta_score.hand.facts import WordError
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.limits import MAX_NUMBER, MAX_ORDINAL
from canasta_score.rules.schema.reader import SET_OPTION
from canasta_score.rules.text import is_ascii_digits, parse_digits

TYPER_SETTINGS: dict[str, Any] = {
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "add_completion": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}
DEFAULT_VARIANT = "nvso"
VARIANT_SEPARATOR = ","  # between the variants where several are named
DEFAULT_SIDE_NAMES = {side: side.capitalize() for side in DEFAULT_SIDES}
ANYWAY_FLAG = "--anyway"
LAST_HAND = "last"
_MINUS_SIGN = "\N{MINUS SIGN}"  # takes the place of a hyphen, which would begin an option
_MINUS_SIGNS = ("-", _MINUS_SIGN)
_LONGEST_NUMBER = len(str(MAX_NUMBER))
DEFAULT_PORT, LAST_PORT = 8484, 65535  # of the live page


class Metavar:
    """What a value is, as help shows it: by this, TAB knows what to offer. An enumeration takes longer to build."""

    CARD = "CARD"
    COMMAND = "COMMAND"
    FILE = "FILE"
    FIXED_HAND = "HAND|last"
    GAME = "GAME"
    GROUP = "GROUP"
    HAND = "HAND"
    HOUSE_RULE = "KEY=VALUE"
    PAIR = "PAIR"
    RANK = "RANK"
    SEVERAL_VARIANTS = f"VARIANT{VARIANT_SEPARATOR}"
    SHELL = "SHELL"
    SIDE = "SIDE"
    SLIP = "SLIP"
    START_TOTAL = "ID=N"
    TABLE = "TABLE"
    TALLY = "TALLY"
    VARIANT = "VARIANT"


def parse_hand_number(text: str, minimum: int = 0) -> int:
    """Parse the number of a hand; raises a usage error if it is none."""
    number = parse_digits(text, MAX_ORDINAL, least=minimum)
    if number is not None:
        return number
    raise usage_error(f'"{restore_hyphens(text)}" is not the number of a hand', "enter the number of a hand, such as 1")


def protect_negative_numbers(words: list[str]) -> list[str]:
    """Return the words of a command line, in which a negative number is no option."""
    return [f"{_MINUS_SIGN}{word[1:]}" if word.startswith("-") and is_points(word) else word for word in words]


def join_house_rules(words: list[str]) -> list[str]:
    """Return the words of a command line, in which a house rule such as `red threes=200` is one word."""
    joined: list[str] = []
    for word in words:
        if joined[-2:-1] == [SET_OPTION] and "=" not in joined[-1][:-1] and not word.startswith("-"):
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return joined


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


def is_hand_reference(word: str) -> bool:
    """Return whether a word after `fix` means a hand, not the side with which the items for the last hand begin."""
    return word.isdecimal() or word.lower() == LAST_HAND


def word_argument(metavar: str, help_text: str, parser: Callable[[str], object] | None = None) -> Any:  # noqa: ANN401 -- as Typer annotates it
    """Return an argument; TAB offers what its metavar stands for."""
    return typer.Argument(metavar=metavar, parser=parser, help=help_text)


def value_option(
    name: str, metavar: str, help_text: str, parser: Callable[[str], object] | None = None, *, short: str = ""
) -> Any:  # noqa: ANN401 -- as Typer annotates it
    """Return an option with a value; TAB offers what its metavar stands for."""
    return typer.Option(*filter(None, (name, short)), metavar=metavar, parser=parser, help=help_text)


def number_option(name: str, help_text: str, *, negative: bool = False, least: int = 0, most: int = MAX_NUMBER) -> Any:  # noqa: ANN401 -- as Typer annotates it
    """Return an option whose value is a whole number, from `least` to `most` unless it may be negative."""

    def parse(text: str | int) -> int:  # a default comes as a number
        try:
            number = parse_integer(name, str(text), negative=True)
        except WordError as error:
            diagnostic = error.diagnostic
            raise usage_error(diagnostic.message, diagnostic.hint, option=name) from None
        if not (negative or least <= number <= most):
            raise usage_error(f"{number:,} is not possible", f"enter a number from {least} to {most:,}", option=name)
        return number

    return value_option(name, "N", help_text, parse)


def port_option(help_text: str, *, least: int) -> Any:  # noqa: ANN401 -- as Typer annotates it
    """Return the option `--port` of a command that takes `least` and higher ports."""

    def parse(value: str | int) -> int:  # a default comes as a number
        port = parse_digits(str(value), LAST_PORT, least=least)
        if port is None:
            raise usage_error(f'"{value}" is not a port', f"enter a number, such as {DEFAULT_PORT}", option="--port")
        return port

    return typer.Option("--port", metavar="N", parser=parse, help=help_text, show_default=False)


def variant_option(help_text: str, metavar: str = Metavar.VARIANT) -> Any:  # noqa: ANN401 -- as Typer annotates it
    """Return the option `--variant` with the help of one command."""
    return value_option("--variant", metavar, help_text, short="-v")


def house_rules_option(help_text: str) -> Any:  # noqa: ANN401 -- as Typer annotates it
    """Return the option `--set` with the help of one command."""
    return value_option(SET_OPTION, Metavar.HOUSE_RULE, help_text)


def ledger_option(help_text: str) -> Any:  # noqa: ANN401 -- as Typer annotates it
    """Return the option `--ledger` with the help of one command."""
    return value_option("--ledger", Metavar.FILE, help_text, remember_ledger, short="-l")


def is_game_file_name(text: str) -> bool:
    """Return whether a word can only mean a game file, wherever it is."""
    return text.lower().endswith(".toml")


def check_game_file(context: typer.Context, words: Sequence[str] | None) -> Sequence[str]:
    """Check and remember the game file that is named without an option, if any; raises a usage error."""
    if not words:
        return ()
    if not all(map(is_game_file_name, words)):
        from canasta_score.cli.usage_errors import build_extra_words_error  # start-up: for a wrong line alone

        raise build_extra_words_error(words, context.command_path, get_invocation().words)
    if len(words) > 1 or (context.params.get("ledger") or context.lookup_default("ledger")) is not None:
        raise usage_error("several game files are named", "name only one")
    remember_ledger(words[0])
    return words


_TALLY_HELP = "What each side has: we red=3 natural=2 out table=335 they table=60 hand=85"
OptionalTallyArgument = Annotated[list[str] | None, word_argument(f"{Metavar.TALLY}...", _TALLY_HELP)]
HandArgument = Annotated[int, word_argument(Metavar.HAND, "The number of the hand.", parse_hand_number)]
SideArgument = Annotated[str, word_argument(Metavar.SIDE, "The side, such as we, or its name.")]
GameFileArgument = Annotated[
    list[str] | None,  # so that a second file, or any other word, is refused in our own words
    typer.Argument(metavar=f"[{Metavar.FILE}]", callback=check_game_file, help="Game file, as with --ledger."),
]
LedgerOption = Annotated[str | None, ledger_option(f"Game file (default: {DEFAULT_LEDGER}).")]
HouseRulesOption = Annotated[
    list[str] | None, house_rules_option("A house rule, such as game.target=5000; repeat for each rule.")
]
AnywayOption = Annotated[bool, typer.Option(ANYWAY_FLAG, help="Accept hands that look impossible.")]
ReasonOption = Annotated[str, value_option("--why", "TEXT", "The reason, kept in the game file.", restore_hyphens)]


def remember_json(wanted: bool) -> bool:  # noqa: FBT001 -- as Typer calls it
    """Remember whether a command has to print JSON."""
    get_invocation().owes_json = wanted
    return wanted


JsonOption = Annotated[bool, typer.Option("--json", callback=remember_json, help="Print JSON.")]


def pick_game_file(words: Sequence[str] | None, ledger: str | None) -> str | None:
    """Return the game file that is named without an option or with one, or None."""
    return words[0] if words else ledger


def split_words(arguments: Sequence[str]) -> list[str]:
    """Return the words of arguments, some of which may be quoted together."""
    return [word for argument in arguments for word in join_separated_numbers(restore_hyphens(argument)).split()]


def load_several_variants(text: str) -> Mapping[str, Variant]:
    """Load the variants named between commas, by these names; raises a usage error if one is empty or named twice."""
    from canasta_score.rules.catalog.loading import load_variants

    # A Path would drop the ./ that makes a name a path.
    names = [os.path.expanduser(name.strip()) for name in text.split(VARIANT_SEPARATOR)]  # noqa: PTH111
    if not all(names):
        hint = f"write names and commas, such as one{VARIANT_SEPARATOR}other"
        raise usage_error(f'a name is missing in "{text}"', hint, option="--variant")
    variants = load_variants(names)
    for index, variant in enumerate(variants):
        if variant in variants[:index]:
            raise usage_error(f'"{names[index]}" is named twice', "name each set of rules once", option="--variant")
    return dict(zip(names, variants, strict=True))


def load_rules_and_names(
    variant: str | None, ledger: str | None, words: Sequence[str] = ()
) -> tuple[Variant, Mapping[str, str]]:
    """Return the rules and the names of the sides: those of the variant that is named, of the game, or the defaults."""
    if variant is None and (ledger is not None or has_current_ledger()):
        from canasta_score.game.storage.ledger_files import read_ledger

        game = read_ledger(get_ledger_path(ledger))
        return game.rules_of_next_hand(), game.side_names
    from canasta_score.rules.catalog.loading import load_variant

    rules = load_variant(DEFAULT_VARIANT if variant is None else variant)
    return rules, choose_side_names(rules, words)


def choose_side_names(rules: Variant, words: Sequence[str]) -> Mapping[str, str]:
    """Return the names of the sides of a hand of no game: by rules for three players, those that its words name."""
    if not rules.has_partners_by_hand:
        return DEFAULT_SIDE_NAMES
    from canasta_score.hand.tally.parser import guess_sides

    return guess_sides(rules, words) or DEFAULT_SIDE_NAMES
