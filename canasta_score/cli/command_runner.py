"""Run a command and turn whatever stops it into an exit code."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import typer

from canasta_score.cli.invocation import ExitCode, get_invocation, invoke
from canasta_score.cli.messages import complete_for_json, print_diagnostics, print_error, print_warning
from canasta_score.cli.terminal import json_report, print_json
from canasta_score.cli.typer_internals import Command, UsageError
from canasta_score.hand.facts import TallyError
from canasta_score.rules.diagnostics import PROGRAM, CanastaError


def run_command(program: Command, words: Sequence[str] | None = None) -> int:
    """Run a command line (default: that of the process); return its exit code. Raises OSError if output is lost."""
    typed = sys.argv[1:] if words is None else words
    with invoke(typed) as invocation:
        try:
            # With standalone_mode, Typer would exit with 1 where standard error takes no usage error.
            code = program.main(words, prog_name=PROGRAM, standalone_mode=False)
        except UsageError as error:
            from canasta_score.cli.usage_errors import describe_usage_error  # start-up: for a wrong line alone

            print_diagnostics([describe_usage_error(error, typed)])
            return error.exit_code
        except CanastaError as error:
            print_error(error)
            if invocation.owes_json:
                print_json(json_report.build_refusal_json(complete_for_json(error.diagnostics)))
            from canasta_score.game.entries import FileError

            if isinstance(error, FileError):
                return ExitCode.INVALID_LEDGER
            return ExitCode.INVALID_TALLY if isinstance(error, TallyError) else ExitCode.INVALID_RULES
        except typer.Abort:  # Typer's name for Ctrl-D at a question
            return ExitCode.INTERRUPTED
    return int(code or ExitCode.SUCCESS)


@contextmanager
def report_what_is_done() -> Iterator[None]:
    """Print what is on the disk if anything fails after it, so that nobody records it again; raise typer.Exit."""
    invocation = get_invocation()
    invocation.done = ""
    try:
        yield
    except (OSError, KeyboardInterrupt, CanastaError) as error:
        if not invocation.done:
            raise
        reason = "the program was interrupted before it could show it"
        if isinstance(error, CanastaError):
            reason = error.diagnostics[0].message
        elif isinstance(error, OSError):
            reason = f"the output cannot be written: {error.strerror}"
        print_warning(f"{invocation.done}, but {reason}")
        raise typer.Exit(ExitCode.FAILURE) from None
