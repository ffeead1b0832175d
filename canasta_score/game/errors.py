"""Errors of game files."""

from canasta_score.rules.diagnostics import CanastaError, DiagnosticCode, build_file_diagnostic


class LedgerError(CanastaError):
    """A game file that cannot be used, or an entry that cannot follow those in it."""


def ledger_error(
    file: str, message: str, hint: str, where: str = "", *, code: DiagnosticCode = DiagnosticCode.OTHER
) -> LedgerError:
    """Build the error of a game file with one mistake."""
    return LedgerError([build_file_diagnostic(file, where, message, hint, code=code)])
