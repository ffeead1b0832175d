"""What the program says to the shell."""

from enum import IntEnum

from canasta_score.hand.facts import TallyError
from canasta_score.rules.diagnostics import CanastaError


class ExitCode(IntEnum):
    """The exit codes, which scripts rest on."""

    SUCCESS = 0
    FAILURE = 1
    USAGE_ERROR = 2
    INVALID_TALLY = 3
    INVALID_LEDGER = 4
    INVALID_RULES = 5
    INTERRUPTED = 130


def get_exit_code(error: CanastaError) -> ExitCode:
    """Return the exit code for an error of the user."""
    from canasta_score.game.entries import FileError

    if isinstance(error, FileError):
        return ExitCode.INVALID_LEDGER
    return ExitCode.INVALID_TALLY if isinstance(error, TallyError) else ExitCode.INVALID_RULES
