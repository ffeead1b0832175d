"""Errors of game files."""

from canasta_score.rules.diagnostics import CanastaError, build_file_diagnostic


class LedgerError(CanastaError):
    """A game file that cannot be used."""


class NotALedgerError(LedgerError):
    """A file that is not meant to be a game file."""


def ledger_error(file: str, message: str, hint: str, where: str = "") -> LedgerError:
    """Build the error of a game file with one mistake."""
    return LedgerError([build_file_diagnostic(file, where, message, hint)])
