"""Run a command and turn whatever stops it into an exit code."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

import typer

from canasta_score.cli.exit_codes import ExitCode, get_exit_code
from canasta_score.cli.messages import print_diagnostics, print_error, print_warning, remember_typed_words
from canasta_score.cli.paths import remember_folder_ledger
from canasta_score.cli.typer_internals import Command, UsageError
from canasta_score.cli.usage_errors import describe_usage_error
from canasta_score.rules.diagnostics import PROGRAM, CanastaError

_done: ContextVar[str] = ContextVar("done", default="")


def mark_done(sentence: str) -> None:
    """Remember what is on the disk already, such as "Hand 4 recorded": nothing that fails from now on may hide it."""
    _done.set(sentence)


def is_done() -> bool:
    """Return whether what the command writes is on the disk already."""
    return bool(_done.get())


@contextmanager
def report_what_is_done() -> Iterator[None]:
    """Print what is already on the disk if anything fails after it, so that nobody records it again.

    Raises typer.Exit then.
    """
    token = _done.set("")
    try:
        yield
    except (OSError, KeyboardInterrupt, CanastaError) as error:
        if not (done := _done.get()):
            raise
        print_warning(f"{done}, but {_describe_failure(error)}")
        raise typer.Exit(ExitCode.FAILURE) from None
    finally:
        _done.reset(token)


def _describe_failure(error: BaseException) -> str:
    match error:
        case CanastaError():
            return error.diagnostics[0].message
        case OSError():
            return f"the output cannot be written: {error.strerror}"
    return "the program was interrupted before it could show it"


def run_command(program: Command, words: Sequence[str] | None = None) -> int:
    """Run a command line, that of the process if `words` is None, and return its exit code.

    What a person can put right is printed. An OSError is raised: the output could not be written.
    """
    typed = sys.argv[1:] if words is None else words
    with remember_typed_words(typed), remember_folder_ledger():
        try:
            # With standalone_mode, Typer would exit with 1 where standard error takes no usage error.
            code = program.main(words, prog_name=PROGRAM, standalone_mode=False)
        except UsageError as error:
            print_diagnostics([describe_usage_error(error, typed)])
            return error.exit_code
        except CanastaError as error:
            print_error(error)
            return get_exit_code(error)
        except typer.Abort:  # Typer's name for Ctrl-D at a question
            return ExitCode.INTERRUPTED
    return int(code or ExitCode.SUCCESS)
