"""What goes to the terminal: results to standard out, everything else to standard error, nothing that it would obey."""

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from textwrap import fill
from typing import TYPE_CHECKING

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.hand.facts import TallyError
from canasta_score.rules.diagnostics import CanastaError
from canasta_score.rules.text import escape_unprintable

if TYPE_CHECKING:
    from canasta_score.hand.referee.checks import Problem

PROGRAM = "canasta-score"
_MESSAGE_PREFIXES = [f"{PROGRAM}: "]  # the last one speaks
_PROMPT_MODES = [False]  # whether commands are typed at the prompt of `play`, without the program's name
_PROGRAM_NAME_PATTERN = rf"{PROGRAM} (?!play\b)"
MESSAGE_INDENT = "    "
_MAX_TALLY_LINE_WIDTH = 72
_MAX_TERMINAL_SIZE = 1000  # columns or lines; COLUMNS and LINES may say anything
_NEGATIVE_NUMBER_PATTERN = r"(?<=  )-[0-9][0-9,]*$|(?<=  )-[0-9][0-9,]*(?=  )"
_TOTAL_ROW_LABELS = ("Total", "Standing", "Won by", "Opens", "Does not open")
_RED, _BOLD, _DEFAULT_COLOR, _RESET_STYLE = "\x1b[31m", "\x1b[1m", "\x1b[39m", "\x1b[0m"


def get_local_time() -> datetime:
    """Give the time at the table, to the second."""
    from canasta_score.game.timestamps import normalize_utc_offset  # noqa: PLC0415 -- start-up

    return normalize_utc_offset(datetime.now().astimezone().replace(microsecond=0))


def prepare_streams() -> None:
    """Let a terminal that lacks a character show its code in place of a traceback, and closed streams lead nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 -- until the end
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def print_result(text: str) -> None:
    """Print a result of one line or more."""
    typer.echo("\n".join(map(escape_unprintable, text.split("\n"))))


def print_tab_separated(text: str) -> None:
    """Print a result whose columns are set apart by tabs, or that has none."""
    typer.echo("\n".join("\t".join(map(escape_unprintable, line.split("\t"))) for line in text.split("\n")))


def print_table(table: str) -> None:
    """Print a table; on a terminal that shows colours, negative figures in red and sums in bold."""
    lines = map(escape_unprintable, table.split("\n"))
    typer.echo("\n".join(map(colorize_line, lines) if should_use_color() else lines))


def should_use_color() -> bool:
    """Tell whether standard out is a terminal whose owner wants colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_interactive() -> bool:
    """Tell whether someone at a terminal can be asked, and sees what is asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def colorize_line(line: str) -> str:
    """Give a line of a table with its colours, which say nothing that the line does not."""
    line = re.sub(_NEGATIVE_NUMBER_PATTERN, f"{_RED}\\g<0>{_DEFAULT_COLOR}", line)
    return f"{_BOLD}{line}{_RESET_STYLE}" if line.startswith(_TOTAL_ROW_LABELS) else line


@contextmanager
def tolerate_output_error(what: str) -> Iterator[None]:
    """Say that something is recorded where only the output could not be written, lest it be recorded twice."""
    try:
        yield
    except OSError as error:
        print_message(f"{what} is recorded; only the output could not be written: {error.strerror}")
        raise typer.Exit(ExitCode.SUCCESS) from None


def get_terminal_width() -> int:
    """Give the columns of the terminal, as far as a text can use them."""
    return min(shutil.get_terminal_size().columns, _MAX_TERMINAL_SIZE)


def get_terminal_height() -> int:
    """Give the lines of the terminal, as far as a text can use them."""
    return min(shutil.get_terminal_size().lines, _MAX_TERMINAL_SIZE)


def print_chart(chart: str) -> None:
    """Print a chart, which may carry its own colours and holds no text of anybody else."""
    typer.echo(chart)


def print_json(value: object) -> None:
    """Print a result as JSON."""
    import json  # noqa: PLC0415 -- start-up

    typer.echo(json.dumps(value, indent=2))


def print_file_text(text: str) -> None:
    """Print the text of a file as it is: in UTF-8 where it goes to a file or a pipe, whatever the terminal has."""
    typer.echo(text if sys.stdout.isatty() or not hasattr(sys.stdout, "buffer") else text.encode(), nl=False)


def build_usage_error(message: str, option: str | None = None) -> typer.BadParameter:
    """Return the error of a wrong option or argument."""
    return typer.BadParameter(escape_unprintable(message), param_hint=option)


def print_message(sentence: str) -> None:
    """Print a sentence to standard error, on one line with the program's name in front where that is not known."""
    line = f"{_MESSAGE_PREFIXES[-1]}{escape_unprintable(_strip_program_name(sentence))}"
    folded = (
        fill(line, get_terminal_width(), subsequent_indent=MESSAGE_INDENT, break_on_hyphens=False)
        if sys.stderr.isatty()
        else line
    )
    _print_to_stderr(folded)


def _print_to_stderr(text: str) -> None:
    """Print to standard error; where it takes no more, nothing that matters is lost but the words."""
    with suppress(OSError):
        typer.echo(text, err=True)


@contextmanager
def dialogue_mode() -> Iterator[None]:
    """Leave out the program's name in front of what is said to somebody who talks with it."""
    _MESSAGE_PREFIXES.append("")
    try:
        yield
    finally:
        _MESSAGE_PREFIXES.pop()


@contextmanager
def prompt_mode() -> Iterator[None]:
    """Tell of commands as they are typed at the prompt of `play`."""
    _PROMPT_MODES.append(True)
    try:
        yield
    finally:
        _PROMPT_MODES.pop()


def is_prompt_mode() -> bool:
    """Tell whether commands are typed at the prompt of `play`."""
    return _PROMPT_MODES[-1]


def _strip_program_name(sentence: str) -> str:
    """Give a sentence with the commands in it as they are typed here: at the prompt without the program's name."""
    return re.sub(_PROGRAM_NAME_PATTERN, "", sentence) if is_prompt_mode() else sentence


def print_problems(problems: Sequence["Problem"]) -> None:
    """Print the problems of a hand."""
    for problem in problems:
        print_message(f"{problem.severity}: {problem}")


def print_error(error: CanastaError) -> None:
    """Print what was wrong, and for a tally the line with marks under the words that were not taken."""
    for sentence in error.sentences:
        print_message(sentence)
    if isinstance(error, TallyError):
        places = {refusal.word_index for refusal in error.diagnostics if refusal.word_index is not None}
        for line in _iter_marked_lines(error.words, places):
            _print_to_stderr(MESSAGE_INDENT + line)


def _iter_marked_lines(words: Sequence[str], places: set[int]) -> Iterator[str]:
    """Show the tally with marks under the words at some places; of a long tally, only the lines with marks."""
    line, marks = "", ""
    for place, word in enumerate(map(escape_unprintable, words)):
        if line and len(line) + len(word) > _MAX_TALLY_LINE_WIDTH:
            yield from _format_marked_line(line, marks)
            line, marks = "", ""
        line += f"{word} "
        marks += ("^" if place in places else " ") * len(word) + " "
    yield from _format_marked_line(line, marks)


def _format_marked_line(line: str, marks: str) -> tuple[str, ...]:
    """Give a line and its marks, or nothing where it has none."""
    return (line.rstrip(), marks.rstrip()) if marks.strip() else ()
