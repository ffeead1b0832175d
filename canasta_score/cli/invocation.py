"""Run a command and turn whatever stops it into an exit code."""

from collections.abc import Sequence
from contextlib import suppress

from typer._click.core import Command
from typer._click.exceptions import UsageError

from canasta_score.cli.exit_codes import ExitCode, get_exit_code
from canasta_score.cli.messages import print_error
from canasta_score.cli.terminal import PROGRAM
from canasta_score.rules.diagnostics import CanastaError


def run_command(program: Command, words: Sequence[str] | None = None) -> int:
    """Run a command line, that of the process if `words` is None, and return its exit code.

    What a person can put right is printed. An OSError is raised: the output could not be written.
    """
    try:
        # With standalone_mode, Typer would exit with 1 where standard error takes no usage error.
        code = program.main(words, prog_name=PROGRAM, standalone_mode=False)
    except UsageError as error:
        with suppress(OSError):
            error.show()
        return error.exit_code
    except CanastaError as error:
        print_error(error)
        return get_exit_code(error)
    return int(code or ExitCode.SUCCESS)
