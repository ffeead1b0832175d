"""`canasta-score variants diff`: what two variants play otherwise."""

from typing import Annotated

import typer

from canasta_score.cli.options import JsonOption
from canasta_score.cli.terminal import get_terminal_width, print_json, print_result
from canasta_score.rules.catalog.lookup import load_variants

_FirstVariantArgument = Annotated[
    str, typer.Argument(metavar="VARIANT", help="A variant's name, or the path of a rule file.")
]
_SecondVariantArgument = Annotated[str, typer.Argument(metavar="VARIANT", help="The one to compare it with.")]


def diff(name: _FirstVariantArgument, other: _SecondVariantArgument, *, json: JsonOption = False) -> None:
    """Say what two variants play otherwise.

    In the words of the rule card: need, opening, canastas, bonuses, penalties, special hands; only what differs.
    """
    from canasta_score.report.rules.differences import compare_rules  # noqa: PLC0415 -- start-up

    a, b = load_variants((name, other))
    comparison = compare_rules(a, b)
    if json:
        from canasta_score.report.json.values import build_rule_comparison_json  # noqa: PLC0415 -- start-up

        print_json(build_rule_comparison_json(a, b, comparison))
        return
    from canasta_score.report.rules.differences_table import format_rule_comparison  # noqa: PLC0415 -- start-up

    names = (a.name, b.name) if a.name != b.name else (name, other)
    print_result(format_rule_comparison(comparison, names, (a.title, b.title), get_terminal_width()))
