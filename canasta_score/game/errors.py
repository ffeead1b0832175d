"""What can be wrong with a ledger."""

from collections.abc import Iterable

from canasta_score.rules.diagnostics import CanastaError, FileProblem
from canasta_score.rules.frozen import frozen


@frozen
class LedgerProblem(FileProblem):
    """One mistake in a ledger; `about_totals` where stated totals do not hold and restating them is a way out."""

    about_totals: bool = False


class LedgerError(CanastaError):
    """A ledger that cannot be used, with every mistake found in it."""

    def __init__(self, problems: Iterable[LedgerProblem]) -> None:
        """Keep all the problems."""
        self.problems = tuple(problems)
        super().__init__(map(str, self.problems))


class NotALedgerError(LedgerError):
    """A file that does not even mean to be a ledger."""


def ledger_error(file: str, message: str, hint: str, where: str = "") -> LedgerError:
    """Make the error of a ledger with one mistake."""
    return LedgerError([LedgerProblem(file=file, where=where, message=message, hint=hint)])
