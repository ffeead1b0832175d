"""`canasta-score variants list`, `show` and `check`: the rule files that can be played by."""

from collections.abc import Sequence
from textwrap import fill
from typing import Annotated

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.options import JsonOption
from canasta_score.cli.terminal import get_terminal_width, print_error, print_json, print_message, print_result
from canasta_score.rules.catalog.lookup import (
    find_rule_file,
    get_user_folder,
    index_rule_files,
    is_ledger_file,
    load_variant,
    scan_rule_folder,
)
from canasta_score.rules.diagnostics import RuleError
from canasta_score.rules.model.variant import Variant


def list_(*, json: JsonOption = False) -> None:
    """List the variants that can be named, the shipped ones and your own."""
    from canasta_score.rules.catalog.listing import list_variants  # noqa: PLC0415 -- start-up

    listed = list_variants()
    if json:
        from canasta_score.report.json.values import build_listed_variant_json  # noqa: PLC0415 -- start-up

        print_json({"variants": [build_listed_variant_json(one) for one in listed]})
        return
    from canasta_score.report.rules.listing import format_variants  # noqa: PLC0415 -- start-up

    print_result(format_variants(listed, get_terminal_width()))


def show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="VARIANT", help="A variant's name, the path of a rule file, or that of a game's ledger."
        ),
    ],
    *,
    json: JsonOption = False,
) -> None:
    """Show a variant's rules on a card to lay beside the table.

    Of a ledger, the rules of its game, house rules included.
    """
    variant, house = _load_rules_and_house_rules(name)
    if json:
        from canasta_score.report.json.values import build_variant_json  # noqa: PLC0415 -- start-up

        print_json(build_variant_json(variant))
        return
    from canasta_score.report.rules.card import CARD_WIDTH, format_rule_card  # noqa: PLC0415 -- start-up

    print_result(format_rule_card(variant))
    if house:
        in_figures = fill(f"House rules, in the figures above: {', '.join(house)}", CARD_WIDTH, break_on_hyphens=False)
        print_result(f"\n{in_figures}")


def _load_rules_and_house_rules(named: str) -> tuple[Variant, Sequence[str]]:
    """Give the rules that are named, or those of the game whose ledger is, with its house rules."""
    if not is_ledger_file(named):
        return load_variant(named), ()
    from canasta_score.game.storage.transactions import inspect_ledger  # noqa: PLC0415 -- few look at the rules of a game

    game = inspect_ledger(named).ledger
    return game.variant, game.house_rules


def check(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="VARIANT...",
            help="Rule files, or names of variants; else all files in your own folder.",
            show_default=False,
        ),
    ] = None,
    *,
    json: JsonOption = False,
) -> None:
    """Check rule files, or all of yours: silent when all is well, else every mistake and exit code 5."""
    files = files or [str(path) for path in scan_rule_folder(get_user_folder()).values()]
    mistakes: dict[str, RuleError] = {}
    for file in files:
        try:
            _warn_about_shadowed_names(file, load_variant(file))
        except RuleError as error:
            mistakes[file] = error
    if json:
        from canasta_score.report.json.values import build_rule_check_json  # noqa: PLC0415 -- start-up

        print_json(build_rule_check_json(files, {file: error.problems for file, error in mistakes.items()}))
    for mistake in mistakes.values():
        print_error(mistake)
    if mistakes:
        raise typer.Exit(ExitCode.INVALID_RULES)


def _warn_about_shadowed_names(file: str, variant: Variant) -> None:
    """Say by which names, stated in a file of the user's folder, another one is found; that is no mistake."""
    from canasta_score.report.rules.listing import iter_shadowed_names  # noqa: PLC0415 -- start-up
    from canasta_score.rules.catalog.listing import find_shadowed_names  # noqa: PLC0415 -- start-up

    path = find_rule_file(file).resolve()
    if path.parent == get_user_folder().resolve():
        for sentence in iter_shadowed_names(find_shadowed_names(path, variant, index_rule_files())):
            print_message(f"{path.name}: {sentence}")
