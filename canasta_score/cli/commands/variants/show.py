"""`canasta-score variants show`: the rules of a variant or of a game on one card."""

from collections.abc import Sequence
from textwrap import fill
from typing import Annotated

import typer

from canasta_score.cli.options import DEFAULT_VARIANT, VARIANT_METAVAR, JsonOption
from canasta_score.cli.paths.game import get_ledger_path, has_current_ledger
from canasta_score.cli.terminal import print_json, print_result
from canasta_score.game.storage.ledger_files import inspect_ledger
from canasta_score.report.json.rules import build_variant_json
from canasta_score.report.rules.card import CARD_WIDTH, format_rule_card
from canasta_score.rules.catalog.loading import load_variant
from canasta_score.rules.catalog.lookup import is_ledger_file
from canasta_score.rules.model.variant import Variant

_VariantOrLedgerArgument = Annotated[
    str | None,
    typer.Argument(
        metavar=f"[{VARIANT_METAVAR}]",
        help=f"Rules, or a file (default: the game in this folder, or {DEFAULT_VARIANT}).",
        show_default=False,
    ),
]


def show(name: _VariantOrLedgerArgument = None, *, json: JsonOption = False) -> None:
    """Show a rule card to put on the table.

    For a game file, it shows the rules of that game with its house rules.
    """
    variant, house_rules = _load_rules_and_house_rules(name or _get_default_name())
    if json:
        print_json(build_variant_json(variant))
        return
    print_result(format_rule_card(variant))
    if house_rules:
        sentence = f"House rules, in the figures above: {', '.join(house_rules)}"
        print_result(f"\n{fill(sentence, CARD_WIDTH, break_on_hyphens=False)}")


def _get_default_name() -> str:
    return str(get_ledger_path(None)) if has_current_ledger() else DEFAULT_VARIANT


def _load_rules_and_house_rules(name: str) -> tuple[Variant, Sequence[str]]:
    if not is_ledger_file(name):
        return load_variant(name), ()
    game = inspect_ledger(name).ledger
    return game.variant, game.house_rules
