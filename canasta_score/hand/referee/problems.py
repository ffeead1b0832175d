"""What the referee reports: one diagnostic for each thing that is wrong with a hand."""

from collections.abc import Collection, Iterable, Sequence

from canasta_score.hand.facts import PAIR_SIGN, TallyError
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, Severity
from canasta_score.rules.model.facts import DEFAULT_SIDES

Problem = Diagnostic  # one with a side, and with a fact if it is about one


class SideNames(dict[str, str]):
    """The names by which problems call the sides; a side without a name is called by its id, such as We."""

    def __missing__(self, side: str) -> str:
        """Return what to call a side that has no name, or two partners."""
        if PAIR_SIGN in side:
            return " & ".join(self[partner] for partner in side.split(PAIR_SIGN))
        return side.capitalize() if side in DEFAULT_SIDES else side


def format_nearest(name: str, amount: int, owner: str = "") -> str:
    """Format the hint that gives the possible amount nearest to one that is impossible."""
    return f"the nearest possible is {name}={amount}" + (f" for {owner}" if owner else "")


def build_impossible_problem(side: str, fact: str, message: str, hint: str) -> Problem:
    """Build the problem of a fact that cannot have happened."""
    code, severity = DiagnosticCode.IMPOSSIBLE_HAND, Severity.IMPOSSIBLE
    return Diagnostic(code=code, severity=severity, message=message, hint=hint, side=side, fact=fact)


def build_irregular_problem(side: str, fact: str, message: str, hint: str) -> Problem:
    """Build the problem of a fact that is against the rules."""
    return Diagnostic(severity=Severity.IRREGULAR, message=message, hint=hint, side=side, fact=fact)


def build_unlikely_problem(
    side: str, fact: str, message: str, hint: str, *, code: DiagnosticCode = DiagnosticCode.OTHER
) -> Problem:
    """Build the problem of a fact that is more likely a mistake than not."""
    return Diagnostic(code=code, severity=Severity.UNLIKELY, message=message, hint=hint, side=side, fact=fact)


def has_impossible_problem(problems: Iterable[Problem]) -> bool:
    """Return whether a hand with these problems cannot have happened."""
    return any(problem.is_impossible for problem in problems)


def is_doubtful(problems: Collection[Problem]) -> bool:
    """Return whether a hand with some problems could have happened, but should be looked at before it is recorded."""
    return bool(problems) and not has_impossible_problem(problems)


class HandRefusedError(TallyError):
    """A hand that cannot have happened; `problems` are all that it has, its diagnostics those that keep it out."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        """Keep the problems."""
        super().__init__(problem for problem in problems if problem.is_impossible)
        self.problems = tuple(problems)


def refuse_impossible(problems: Sequence[Problem], *, anyway: bool, is_from_phone: bool = False) -> bool:
    """Return whether a hand is accepted although it is impossible; raises HandRefusedError unless `anyway`."""
    is_impossible = has_impossible_problem(problems)
    if (is_impossible or (is_from_phone and problems)) and not anyway:  # on a phone, who typed it is asked once more
        raise HandRefusedError(problems)
    return is_impossible
