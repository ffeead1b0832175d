"""`canasta-score new`: begin a game."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from canasta_score.cli.hand_input import build_example_hand
from canasta_score.cli.options import (
    DEFAULT_VARIANT,
    LEDGER_VARIABLE,
    LedgerOption,
    format_ledger_option,
    resolve_ledger_path,
)
from canasta_score.cli.terminal import (
    MESSAGE_INDENT,
    PROGRAM,
    build_usage_error,
    get_local_time,
    get_terminal_width,
    is_prompt_mode,
    print_message,
    print_result,
    print_table,
)
from canasta_score.game.errors import LedgerError, ledger_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import find_duplicate_name_errors, find_side_list_errors, find_side_name_errors
from canasta_score.game.storage.files import path_exists
from canasta_score.game.storage.transactions import create_ledger, inspect_ledger, read_ledger
from canasta_score.game.storage.writer import format_new_ledger
from canasta_score.hand.facts import WordError
from canasta_score.hand.tally.amounts import parse_integer
from canasta_score.report.text.layout import fill_text
from canasta_score.report.text.standing import format_game_heading, format_standing
from canasta_score.rules.catalog.loading import load_with_overrides, read_with_overrides
from canasta_score.rules.diagnostics import CanastaError, format_suggestion
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.raw_tables import RawTable
from canasta_score.rules.text import join_words

_NewGameVariantOption = Annotated[
    str | None,
    typer.Option(
        "--variant", "-v", metavar="VARIANT", help=f"Whose rules: a name, or a rule file; else {DEFAULT_VARIANT}."
    ),
]
_LikeOption = Annotated[
    str | None,
    typer.Option(
        "--like",
        metavar="FILE",
        help="The rules, house rules and sides of another game, by its ledger; what is told beside it is other.",
    ),
]
_WeOption = Annotated[str | None, typer.Option("--we", metavar="NAME", help="Who we are.")]
_TheyOption = Annotated[str | None, typer.Option("--they", metavar="NAME", help="Who they are.")]
_SidesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--side", metavar="ID=NAME", help="A side's word in a tally and its name; once for each of two to six sides."
    ),
]
_StartTotalsOption = Annotated[
    list[str] | None,
    typer.Option("--start", metavar="ID=N", help="A side's total brought forward from paper; once for each side."),
]
_HouseRulesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="A house rule, by its key in the rule file: game.target=5000; once for each rule.",
    ),
]


def new(
    *,
    variant: _NewGameVariantOption = None,
    like: _LikeOption = None,
    we: _WeOption = None,
    they: _TheyOption = None,
    side: _SidesOption = None,
    start: _StartTotalsOption = None,
    house: _HouseRulesOption = None,
    ledger: LedgerOption = None,
) -> None:
    """Begin a game.

    Its ledger carries the whole rules it is played by, house rules included. One that is there is never overwritten.
    """
    path = resolve_ledger_path(ledger)
    given = {word: name for word, name in zip(DEFAULT_SIDES, (we, they), strict=True) if name is not None}
    if like is None:
        rules, played = load_with_overrides(DEFAULT_VARIANT if variant is None else variant, house or ())
        names, house = _parse_side_options(played, given, side or ()), house or []
    else:
        rules, played, names, house = _copy_game_settings(like, variant, house or [], given, side or [])
    _check_ledger_is_free(path, plain=not (variant or like or given or side or start or house))
    text = format_new_ledger(
        variant=played.name,
        started=get_local_time(),
        house=house,
        names=_validate_side_names(str(path), names),
        start={**dict.fromkeys(names, 0), **_parse_start_totals(names, start or ())},
        rules=rules,
    )
    game = create_ledger(path, text, print_message)
    if game.variant.game.target and max(game.starting_totals.values()) >= game.variant.game.target:
        print_message("a side begins at the target or above it: the next hand may end the game")
    _print_started_game(game)


def _print_started_game(game: Ledger) -> None:
    """Show a new game, and say how a hand is recorded in it, as it is typed here."""
    named = "" if is_prompt_mode() else format_ledger_option(game.file)
    print_result(f"{fill_text(format_game_heading(game), get_terminal_width())}\nA new game in {game.file}.")
    if named:
        print_result(
            fill(
                f"Name it in every command,{named}, or set {LEDGER_VARIABLE}.",
                get_terminal_width(),
                break_on_hyphens=False,
            )
        )
    print_result("")
    print_table(format_standing(game.variant, game.standing(), get_terminal_width()))
    hand = build_example_hand(game.variant, *game.side_names)
    print_result(
        f"\nRecord a hand, such as\n{MESSAGE_INDENT}{hand if is_prompt_mode() else f'{PROGRAM} add{named} {hand}'}"
    )


def _check_ledger_is_free(path: Path, *, plain: bool) -> None:
    """Refuse the place of a game that is over, or of one without a hand, with what is to be done there.

    Whoever says nothing of the next game, as is `plain`, means one like it; what else was typed stays as it is.
    """
    try:
        there = read_ledger(path) if path_exists(path) else None
    except CanastaError:
        return  # it is refused when the game is to be written
    message = "is there already"
    if there and not there.entries:
        hint = "nothing is recorded in it: delete it, or change the names under [sides] in it"
    elif there and there.standing().over:
        from canasta_score.cli.game_sequence import find_free_ledger_path, format_next_game_command  # noqa: PLC0415 -- start-up

        message = "is there already, and that game is over"
        way = (
            f": {format_next_game_command(there.file)}"
            if plain
            else f" name another file:{format_ledger_option(str(find_free_ledger_path(path)))}"
        )
        hint = f"for the next one{way}"
    else:
        return
    raise ledger_error(str(path), message, hint)


def _copy_game_settings(
    like: str, variant: str | None, house: list[str], given: Mapping[str, str], side: Sequence[str]
) -> tuple[RawTable, Variant, dict[str, str], list[str]]:
    """Give the rules of another game, as keys and as read, its sides and its house rules, but for those that are given.

    Its entries do not matter, even where their totals do not hold.
    """
    game = inspect_ledger(like).ledger
    if variant is not None:
        rules, played = load_with_overrides(variant, house)
    elif house:
        from canasta_score.rules.schema.overrides import effective_overrides  # noqa: PLC0415 -- few have house rules

        rules, played = read_with_overrides(game.rules, house)
        set_anew = {_get_house_rule_key(text) for text in house}
        kept = (
            text for text in effective_overrides(rules, game.house_rules) if _get_house_rule_key(text) not in set_anew
        )
        house = [*kept, *house]
    else:
        rules, played, house = game.rules, game.variant, list(game.house_rules)
    if side:
        return rules, played, _parse_side_options(played, given, side), house
    if others := [word for word in given if word not in game.side_names]:
        raise build_usage_error(
            f"'{others[0]}' is no side of that game; its sides are {join_words(game.side_names)}", f"--{others[0]}"
        )
    return rules, played, _validate_sides(played, {**game.side_names, **given}), house


def _get_house_rule_key(house: str) -> str:
    """Give the key that a house rule sets."""
    return house.partition("=")[0].strip()


def _parse_side_options(variant: Variant, given: Mapping[str, str], others: Sequence[str]) -> dict[str, str]:
    """Give the sides by their words: those that are named, else we and they."""
    names = dict(given)
    if not others:
        names = {word: names.get(word, word.capitalize()) for word in DEFAULT_SIDES}
    for text in others:
        word, sign, name = text.partition("=")
        if word.lower() in names:
            raise build_usage_error(f"the side '{word}' is named twice", "--side")
        names[word.lower()] = name if sign else word.capitalize()
    return _validate_sides(variant, names)


def _validate_sides(variant: Variant, names: dict[str, str]) -> dict[str, str]:
    """Give the sides by their words; refuses names and words that cannot be those of sides by some rules."""
    _validate_distinct_names(names)
    for diagnostic in find_side_list_errors(variant, names):
        raise build_usage_error(str(diagnostic), "--side")
    return names


def _validate_distinct_names(names: dict[str, str]) -> dict[str, str]:
    """Give the names of the sides; refuses empty ones, and one that two sides have."""
    for diagnostic in find_duplicate_name_errors(names):
        raise build_usage_error(str(diagnostic))
    if not all(name.strip() for name in names.values()):
        raise build_usage_error("a side has an empty name; give each side a name")
    return names


def _validate_side_names(file: str, names: Mapping[str, str]) -> Mapping[str, str]:
    """Give the names of the sides; raises LedgerError for those that cannot be written."""
    diagnostics = [
        diagnostic.in_file(file, f"sides.{side}")
        for side, name in names.items()
        for diagnostic in find_side_name_errors(side, name)
    ]
    if diagnostics:
        raise LedgerError(diagnostics)
    return names


def _parse_start_totals(names: Mapping[str, str], texts: Sequence[str]) -> dict[str, int]:
    """Read the totals brought forward, in points."""
    totals: dict[str, int] = {}
    for text in texts:
        word, _, number = text.partition("=")
        side = word.lower()
        if side not in names:
            raise build_usage_error(f"'{word}' is no side; {format_suggestion(side, names)}", "--start")
        if side in totals:
            raise build_usage_error(f"the total of '{side}' is given twice", "--start")
        try:
            totals[side] = parse_integer(side, number, negative=True)
        except WordError as error:
            raise build_usage_error(str(error), "--start") from None
    return totals
