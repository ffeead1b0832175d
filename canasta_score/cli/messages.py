"""Messages to standard error: everything that is not a result."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from enum import IntEnum

import typer

from canasta_score.cli.terminal import MESSAGE_INDENT, PROGRAM, print_json, wrap_text
from canasta_score.hand.facts import TallyError
from canasta_score.rules.diagnostics import CanastaError, Diagnostic, Severity
from canasta_score.rules.text import escape_unprintable

_PROGRAM_NAME_PATTERN = rf"{PROGRAM} (?!play\b)"
_MAX_TALLY_LINE_WIDTH = 72


class OutputMode(IntEnum):
    """Who reads the messages."""

    COMMAND = 0  # whoever called the program: each message begins with its name
    DIALOGUE = 1  # a person who answers questions
    PROMPT = 2  # a person at the prompt of `play`, who types commands without the program's name


_output_mode: ContextVar[OutputMode] = ContextVar("output_mode", default=OutputMode.COMMAND)


@contextmanager
def output_mode(mode: OutputMode) -> Iterator[None]:
    """Print messages for this reader; guided entry at the prompt of `play` stays at the prompt."""
    token = _output_mode.set(max(mode, _output_mode.get()))
    try:
        yield
    finally:
        _output_mode.reset(token)


def is_prompt_mode() -> bool:
    """Return whether commands are typed at the prompt of `play`."""
    return _output_mode.get() is OutputMode.PROMPT


def format_command(command: str) -> str:
    """Return a command as it is typed here: in a shell with the program's name before it."""
    return command if is_prompt_mode() else f"{PROGRAM} {command}"


def build_usage_error(message: str, option: str | None = None) -> typer.BadParameter:
    """Return the error of a wrong option or argument."""
    return typer.BadParameter(escape_unprintable(message), param_hint=option)


def print_message(sentence: str) -> None:
    """Print a sentence to standard error."""
    prefix = f"{PROGRAM}: " if _output_mode.get() is OutputMode.COMMAND else ""
    line = f"{prefix}{escape_unprintable(_strip_program_name(sentence))}"
    _print_to_stderr(wrap_text(line, hanging_indent=MESSAGE_INDENT) if sys.stderr.isatty() else line)


def _strip_program_name(sentence: str) -> str:
    return re.sub(_PROGRAM_NAME_PATTERN, "", sentence) if is_prompt_mode() else sentence


def _print_to_stderr(text: str) -> None:
    with suppress(OSError):  # nobody reads it, but the exit code says what happened
        typer.echo(text, err=True)


def print_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Print what is wrong, a sentence for each diagnostic, the same sentence only once."""
    for sentence in dict.fromkeys(map(_format_diagnostic, diagnostics)):
        print_message(sentence)


def _format_diagnostic(diagnostic: Diagnostic) -> str:
    # A problem of a hand in a file names its severity itself, after its place.
    has_severity = diagnostic.severity is Severity.ERROR or bool(diagnostic.file)
    return str(diagnostic) if has_severity else f"{diagnostic.severity}: {diagnostic}"


def print_error(error: CanastaError) -> None:
    """Print what is wrong; for a tally also its words, with marks under those that cannot be used."""
    print_diagnostics(error.diagnostics)
    if isinstance(error, TallyError):
        marked = {diagnostic.word_index for diagnostic in error.diagnostics if diagnostic.word_index is not None}
        for line in _iter_marked_lines(error.words, marked):
            _print_to_stderr(MESSAGE_INDENT + line)


def _iter_marked_lines(words: Sequence[str], marked: set[int]) -> Iterator[str]:
    line, marks = "", ""
    for index, word in enumerate(map(escape_unprintable, words)):
        if line and len(line) + len(word) > _MAX_TALLY_LINE_WIDTH:
            yield from _format_marked_line(line, marks)
            line, marks = "", ""
        line += f"{word} "
        marks += ("^" if index in marked else " ") * len(word) + " "
    yield from _format_marked_line(line, marks)


def _format_marked_line(line: str, marks: str) -> tuple[str, ...]:
    # Of a long tally, only the lines with marks are shown.
    return (line.rstrip(), marks.rstrip()) if marks.strip() else ()


@contextmanager
def print_tally_error_as_json(build_json: Callable[[Sequence[Diagnostic]], object], *, wanted: bool) -> Iterator[None]:
    """Print a TallyError as JSON, if that is wanted, and raise it again."""
    try:
        yield
    except TallyError as error:
        if wanted:
            print_json(build_json(error.diagnostics))
        raise
