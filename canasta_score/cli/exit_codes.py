"""What the program says to the shell."""

from enum import IntEnum

from canasta_score.game.errors import LedgerError
from canasta_score.hand.facts import TallyError
from canasta_score.rules.diagnostics import CanastaError


class ExitCode(IntEnum):
    """The exit codes, which scripts rest on."""

    GOOD = 0
    FOUND = 1
    USAGE = 2
    TALLY = 3
    LEDGER = 4
    RULES = 5
    INTERRUPTED = 130


def exit_code_of(error: CanastaError) -> ExitCode:
    """Give the exit code of something a person can put right."""
    if isinstance(error, LedgerError):
        return ExitCode.LEDGER
    return ExitCode.TALLY if isinstance(error, TallyError) else ExitCode.RULES
