"""`canasta-score score`: score a hand without a ledger."""

from typing import Annotated

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.terminal import explain_error, say, say_json, warn, warn_of
from canasta_score.hand.facts import HandFacts, TallyError
from canasta_score.hand.referee import Problem, Severity, referee
from canasta_score.hand.score import HandScore, score_hand
from canasta_score.hand.tally import read_tally
from canasta_score.rules.facts import SIDES
from canasta_score.rules.finding import load_variant
from canasta_score.rules.variant import Variant

DEFAULT_VARIANT = "nvso"
NAMES = {side: side.capitalize() for side in SIDES}

TallyWords = Annotated[
    list[str],
    typer.Argument(
        metavar="TALLY...", help="What each side has: we red=3 natural=2 out table=335 they table=60 hand=85"
    ),
]
VariantName = Annotated[
    str, typer.Option("--variant", "-v", metavar="VARIANT", help="Whose rules: a name, or the path of a rule file.")
]
Anyway = Annotated[bool, typer.Option("--anyway", help="Take a hand that cannot have happened as it is told.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def score(
    tally: TallyWords, *, variant: VariantName = DEFAULT_VARIANT, anyway: Anyway = False, json: AsJson = False
) -> None:
    """Score a hand without a ledger.

    Name a side, then what it has: red=3, or red alone for 1. Beginnings of names will do (nat=2), and one-letter
    short names (r3 n2 o t335 h5). Points of cards may be sums and cards: table=100+100+35, hand=1xJK+3xA.
    Sides that add up themselves give base=2200 count=325.

    "variants show" lists what a side can have.
    """
    rules = load_variant(variant)
    words = [word for part in tally for word in part.split()]
    try:
        facts = read_tally(rules, words)
    except TallyError as error:
        if json:
            from canasta_score.report.as_json import refusals_json  # noqa: PLC0415 -- start-up

            say_json(refusals_json(rules, error.refusals))
        explain_error(error, words)
        raise typer.Exit(ExitCode.TALLY) from None
    problems = referee(rules, facts)
    warn_of(problems)
    refused = not anyway and any(problem.severity is Severity.IMPOSSIBLE for problem in problems)
    print_score(rules, facts, problems, refused=refused, json=json)
    if refused:
        warn("nothing is scored; correct the tally, or take it as it is with --anyway")
        raise typer.Exit(ExitCode.TALLY)


def print_score(variant: Variant, facts: HandFacts, problems: list[Problem], *, refused: bool, json: bool) -> None:
    """Print the score of a hand; of a refused one only its problems, and those only as JSON."""
    result = HandScore(sides={}) if refused else score_hand(variant, facts)
    if json:
        from canasta_score.report.as_json import hand_json  # noqa: PLC0415 -- start-up

        say_json(hand_json(variant, result, NAMES, problems))
    elif not refused:
        from canasta_score.report.hand_table import hand_table  # noqa: PLC0415 -- start-up

        say(hand_table(variant, result, NAMES))
