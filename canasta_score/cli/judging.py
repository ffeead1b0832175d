"""What becomes of a hand with problems."""

from collections.abc import Sequence

from canasta_score.cli.terminal import warn, warn_of
from canasta_score.hand.referee import Problem, Severity


def is_refused(problems: Sequence[Problem], *, anyway: bool, done: str) -> bool:
    """Print the problems of a hand, and tell whether it is refused; `done` is what then is not done with it."""
    warn_of(problems)
    refused = not anyway and has_impossible(problems)
    if refused:
        warn(f"nothing is {done}; correct the tally, or take it as it is with --anyway")
    return refused


def has_impossible(problems: Sequence[Problem]) -> bool:
    """Tell whether a hand cannot have happened."""
    return any(problem.severity is Severity.IMPOSSIBLE for problem in problems)
