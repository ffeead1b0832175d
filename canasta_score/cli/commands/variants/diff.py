"""`canasta-score variants diff`: the differences between two variants."""

from typing import Annotated

import typer

from canasta_score.cli.options import JsonOption
from canasta_score.cli.terminal import get_terminal_width, print_json, print_result
from canasta_score.game.storage.ledger_files import inspect_ledger
from canasta_score.report.json.rules import build_rule_comparison_json
from canasta_score.report.rules.differences import compare_rules
from canasta_score.report.rules.differences_table import format_rule_comparison
from canasta_score.rules.catalog.loading import load_variant, load_variants
from canasta_score.rules.catalog.lookup import is_ledger_file
from canasta_score.rules.model.variant import Variant

_FirstVariantArgument = Annotated[
    str, typer.Argument(metavar="VARIANT", help="The name of the rules, a rule file, or a game file.")
]
_SecondVariantArgument = Annotated[str, typer.Argument(metavar="VARIANT", help="The rules to compare them with.")]


def diff(name: _FirstVariantArgument, other: _SecondVariantArgument, *, json: JsonOption = False) -> None:
    """Compare two sets of rules.

    It lists only what is different, in the words of the rule card. A game file has the rules of its game.
    """
    first, second = _load_both((name, other))
    comparison = compare_rules(first, second)
    if json:
        print_json(build_rule_comparison_json(first, second, comparison))
        return
    names = (first.name, second.name) if first.name != second.name else (name, other)
    print_result(format_rule_comparison(comparison, names, (first.title, second.title), get_terminal_width()))


def _load_both(names: tuple[str, str]) -> list[Variant]:
    if not any(map(is_ledger_file, names)):
        return load_variants(names)  # with the mistakes of both
    return [inspect_ledger(name).ledger.variant if is_ledger_file(name) else load_variant(name) for name in names]
