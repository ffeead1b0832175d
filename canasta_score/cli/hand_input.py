"""What becomes of a hand as it is told: its words read, its problems said, and whether it is taken."""

from collections.abc import Mapping, Sequence

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.terminal import say_json, warn, warn_of
from canasta_score.hand.facts import HandFacts, TallyError
from canasta_score.hand.referee.checks import Problem
from canasta_score.hand.scoring.score import HandScore
from canasta_score.hand.tally.parser import read_tally
from canasta_score.rules.model.variant import Variant


def read_told(variant: Variant, words: Sequence[str], names: Mapping[str, str], *, json: bool) -> HandFacts:
    """Read a tally for some sides; raises TallyError, having said why as JSON too where that is wanted."""
    try:
        return read_tally(variant, words, list(names))
    except TallyError as error:
        if json:
            from canasta_score.report.json.values import refusals_json  # noqa: PLC0415 -- start-up

            say_json(refusals_json(variant, error.refusals))
        raise


def is_refused(problems: Sequence[Problem], *, anyway: bool, done: str, known: Sequence[Problem] = ()) -> bool:
    """Print the problems of a hand, and tell whether it is refused; `done` is what then is not done with it.

    Those that are `known` were said before.
    """
    warn_of([problem for problem in problems if problem not in known])
    refused = not anyway and has_impossible(problems)
    if refused:
        warn(f"nothing is {done}; correct the tally, or take it as it is with --anyway")
    return refused


def has_impossible(problems: Sequence[Problem]) -> bool:
    """Tell whether a hand cannot have happened."""
    return any(problem.is_impossible for problem in problems)


def leave_refused(variant: Variant, names: Mapping[str, str], problems: Sequence[Problem], *, json: bool) -> typer.Exit:
    """Print a refused hand as JSON where that is wanted, and give the way out."""
    if json:
        from canasta_score.report.json.values import hand_json  # noqa: PLC0415 -- start-up

        say_json(hand_json(variant, HandScore(sides={}), names, problems))
    return typer.Exit(ExitCode.TALLY)
