"""`canasta-score variants list`, `show` and `check`: the rule files that can be played by."""

from collections.abc import Sequence
from textwrap import fill
from typing import Annotated

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.options import AsJson
from canasta_score.cli.terminal import explain_error, say, say_json, warn, width
from canasta_score.rules.catalog.lookup import find, is_ledger, known_names, load_variant, rule_files_in, user_folder
from canasta_score.rules.diagnostics import RuleError
from canasta_score.rules.model.variant import Variant


def list_(*, json: AsJson = False) -> None:
    """List the variants that can be named, the shipped ones and your own."""
    from canasta_score.rules.catalog.listing import list_variants  # noqa: PLC0415 -- start-up

    listed = list_variants()
    if json:
        from canasta_score.report.json.values import listed_json  # noqa: PLC0415 -- start-up

        say_json({"variants": [listed_json(one) for one in listed]})
        return
    from canasta_score.report.rules.listing import variants_list  # noqa: PLC0415 -- start-up

    say(variants_list(listed, width()))


def show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="VARIANT", help="A variant's name, the path of a rule file, or that of a game's ledger."
        ),
    ],
    *,
    json: AsJson = False,
) -> None:
    """Show a variant's rules on a card to lay beside the table.

    Of a ledger, the rules of its game, house rules included.
    """
    variant, house = rules_and_house(name)
    if json:
        from canasta_score.report.json.values import variant_json  # noqa: PLC0415 -- start-up

        say_json(variant_json(variant))
        return
    from canasta_score.report.rules.card import WIDTH, rule_card  # noqa: PLC0415 -- start-up

    say(rule_card(variant))
    if house:
        in_figures = fill(f"House rules, in the figures above: {', '.join(house)}", WIDTH, break_on_hyphens=False)
        say(f"\n{in_figures}")


def rules_and_house(named: str) -> tuple[Variant, Sequence[str]]:
    """Give the rules that are named, or those of the game whose ledger is, with its house rules."""
    if not is_ledger(named):
        return load_variant(named), ()
    from canasta_score.game.storage.transactions import examine_ledger  # noqa: PLC0415 -- few look at the rules of a game

    game = examine_ledger(named).ledger
    return game.variant, game.house


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
    json: AsJson = False,
) -> None:
    """Check rule files, or all of yours: silent when all is well, else every mistake and exit code 5."""
    files = files or [str(path) for path in rule_files_in(user_folder()).values()]
    mistakes: dict[str, RuleError] = {}
    for file in files:
        try:
            warn_of_names(file, load_variant(file))
        except RuleError as error:
            mistakes[file] = error
    if json:
        from canasta_score.report.json.values import checked_json  # noqa: PLC0415 -- start-up

        say_json(checked_json(files, {file: error.problems for file, error in mistakes.items()}))
    for mistake in mistakes.values():
        explain_error(mistake)
    if mistakes:
        raise typer.Exit(ExitCode.RULES)


def warn_of_names(file: str, variant: Variant) -> None:
    """Say by which names, stated in a file of the user's folder, another one is found; that is no mistake."""
    from canasta_score.report.rules.listing import said_of_names  # noqa: PLC0415 -- start-up
    from canasta_score.rules.catalog.listing import names_elsewhere  # noqa: PLC0415 -- start-up

    path = find(file).resolve()
    if path.parent == user_folder().resolve():
        for sentence in said_of_names(names_elsewhere(path, variant, known_names())):
            warn(f"{path.name}: {sentence}")
