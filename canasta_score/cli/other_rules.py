"""`canasta-score variants diff`: what two variants play otherwise."""

from typing import Annotated

import typer

from canasta_score.cli.options import AsJson
from canasta_score.cli.terminal import say, say_json, width
from canasta_score.rules.errors import RuleError, RuleProblem
from canasta_score.rules.finding import load_variant
from canasta_score.rules.variant import Variant

OneVariant = Annotated[str, typer.Argument(metavar="VARIANT", help="A variant's name, or the path of a rule file.")]
OtherVariant = Annotated[str, typer.Argument(metavar="VARIANT", help="The one to compare it with.")]


def diff(name: OneVariant, other: OtherVariant, *, json: AsJson = False) -> None:
    """Say what two variants play otherwise.

    In the words of the rule card: need, opening, canastas, bonuses, penalties, special hands; only what differs.
    """
    from canasta_score.report.rule_differences import compared  # noqa: PLC0415 -- start-up

    a, b = both(name, other)
    comparison = compared(a, b)
    if json:
        from canasta_score.report.as_json import comparison_json  # noqa: PLC0415 -- start-up

        say_json(comparison_json(a, b, comparison))
        return
    from canasta_score.report.differences_table import differences_table  # noqa: PLC0415 -- start-up

    names = (a.name, b.name) if a.name != b.name else (name, other)
    say(differences_table(comparison, names, (a.title, b.title), width()))


def both(*named: str) -> list[Variant]:
    """Load variants; raises RuleError with the mistakes of all of them, each once."""
    problems: dict[RuleProblem, None] = {}
    loaded: list[Variant] = []
    for name in named:
        try:
            loaded.append(load_variant(name))
        except RuleError as error:
            problems |= dict.fromkeys(error.problems)
    if problems:
        raise RuleError(problems)
    return loaded
