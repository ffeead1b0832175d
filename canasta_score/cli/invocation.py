"""Run a command and turn whatever stops it into an exit code."""

import sys
from collections.abc import Sequence

from typer._click.core import Command
from typer._click.exceptions import UsageError

from canasta_score.cli.exit_codes import ExitCode, get_exit_code
from canasta_score.cli.messages import print_diagnostics, print_error, remember_typed_words
from canasta_score.cli.usage_errors import describe_usage_error
from canasta_score.rules.diagnostics import PROGRAM, CanastaError


def run_command(program: Command, words: Sequence[str] | None = None) -> int:
    """Run a command line, that of the process if `words` is None, and return its exit code.

    What a person can put right is printed. An OSError is raised: the output could not be written.
    """
    typed = sys.argv[1:] if words is None else words
    with remember_typed_words(typed):
        try:
            # With standalone_mode, Typer would exit with 1 where standard error takes no usage error.
            code = program.main(words, prog_name=PROGRAM, standalone_mode=False)
        except UsageError as error:
            print_diagnostics([describe_usage_error(error, typed)])
            return error.exit_code
        except CanastaError as error:
            print_error(error)
            return get_exit_code(error)
    return int(code or ExitCode.SUCCESS)
