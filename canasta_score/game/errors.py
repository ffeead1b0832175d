"""Errors of the files that the program keeps."""

from canasta_score.rules.diagnostics import CanastaError, DiagnosticCode, build_file_diagnostic


class FileError(CanastaError):
    """A file that cannot be read, written or used."""


class LedgerError(FileError):
    """A game file that cannot be used, or an entry that cannot follow those in it."""


def file_error(file: str, message: str, hint: str, *command: str) -> FileError:
    """Build the error of a file with one thing that is wrong; `command` are the words that the hint proposes."""
    return FileError([build_file_diagnostic(file, "", message, hint, *command)])


def ledger_error(
    file: str,
    message: str,
    hint: str,
    *command: str,
    where: str = "",
    code: DiagnosticCode = DiagnosticCode.OTHER,
) -> LedgerError:
    """Build the error of a game file with one mistake; `command` are the words that the hint proposes."""
    return LedgerError([build_file_diagnostic(file, where, message, hint, *command, code=code)])
