"""What the program says to the shell."""


class ExitCode:
    """The exit codes, which scripts rest on; plain numbers, because an enumeration takes longer to build."""

    SUCCESS = 0
    FAILURE = 1
    USAGE_ERROR = 2
    INVALID_TALLY = 3
    INVALID_LEDGER = 4
    INVALID_RULES = 5
    INTERRUPTED = 130
