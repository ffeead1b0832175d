"""`canasta-score variants diff`: the differences between two variants."""

from typing import Annotated

import typer

from canasta_score.cli.options import JsonOption
from canasta_score.cli.terminal import get_terminal_width, print_json, print_result
from canasta_score.report.json.values import build_rule_comparison_json
from canasta_score.report.rules.differences import compare_rules
from canasta_score.report.rules.differences_table import format_rule_comparison
from canasta_score.rules.catalog.loading import load_variants

_FirstVariantArgument = Annotated[str, typer.Argument(metavar="VARIANT", help="The name of the rules, or a rule file.")]
_SecondVariantArgument = Annotated[str, typer.Argument(metavar="VARIANT", help="The rules to compare them with.")]


def diff(name: _FirstVariantArgument, other: _SecondVariantArgument, *, json: JsonOption = False) -> None:
    """Compare two sets of rules.

    It lists only what is different, in the words of the rule card.
    """
    first, second = load_variants((name, other))
    comparison = compare_rules(first, second)
    if json:
        print_json(build_rule_comparison_json(first, second, comparison))
        return
    names = (first.name, second.name) if first.name != second.name else (name, other)
    print_result(format_rule_comparison(comparison, names, (first.title, second.title), get_terminal_width()))
