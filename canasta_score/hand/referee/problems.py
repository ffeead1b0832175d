"""What the referee reports: one diagnostic for each thing that is wrong with a hand."""

from canasta_score.rules.diagnostics import Diagnostic, Location, Severity

Problem = Diagnostic  # one whose location is a side and a fact


def build_impossible_problem(side: str, fact: str, message: str, hint: str) -> Problem:
    """Build the problem of a fact that cannot have happened."""
    return Diagnostic(severity=Severity.IMPOSSIBLE, message=message, hint=hint, location=Location(side=side, fact=fact))


def build_irregular_problem(side: str, fact: str, message: str, hint: str) -> Problem:
    """Build the problem of a fact that is against the rules."""
    return Diagnostic(severity=Severity.IRREGULAR, message=message, hint=hint, location=Location(side=side, fact=fact))
