"""`canasta-score variants diff`: what two variants play otherwise."""

from typing import Annotated

import typer

from canasta_score.cli.options import AsJson
from canasta_score.cli.terminal import say, say_json, width
from canasta_score.rules.catalog.lookup import load_variants

OneVariant = Annotated[str, typer.Argument(metavar="VARIANT", help="A variant's name, or the path of a rule file.")]
OtherVariant = Annotated[str, typer.Argument(metavar="VARIANT", help="The one to compare it with.")]


def diff(name: OneVariant, other: OtherVariant, *, json: AsJson = False) -> None:
    """Say what two variants play otherwise.

    In the words of the rule card: need, opening, canastas, bonuses, penalties, special hands; only what differs.
    """
    from canasta_score.report.rules.differences import compared  # noqa: PLC0415 -- start-up

    a, b = load_variants((name, other))
    comparison = compared(a, b)
    if json:
        from canasta_score.report.json.values import comparison_json  # noqa: PLC0415 -- start-up

        say_json(comparison_json(a, b, comparison))
        return
    from canasta_score.report.rules.differences_table import differences_table  # noqa: PLC0415 -- start-up

    names = (a.name, b.name) if a.name != b.name else (name, other)
    say(differences_table(comparison, names, (a.title, b.title), width()))
