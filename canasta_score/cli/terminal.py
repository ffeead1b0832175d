"""Printing results, and the size and colors of the terminal; no text controls it: its characters become codes."""

import os
import re
import shutil
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, TextIO

import typer

from canasta_score.cli.invocation import get_invocation
from canasta_score.rules.text import escape_unprintable

MESSAGE_INDENT = "    "
_MAX_TERMINAL_SIZE = 1000  # columns or lines; COLUMNS and LINES can have any value
_NEGATIVE_NUMBER_PATTERN = r"(?<![^\s(])-[0-9][0-9,]*(?![^\s.,;)])"
_MAX_SENTENCE_LINES = 6  # of a result, in a narrow terminal
_HELP_HEADING_PATTERN = r"(?m)^ *(?:Usage|Arguments|Options|Commands|Examples):"
_MARKS_PATTERN = r" *\^+"
_WHITE_ON_BLACK = "\x1b[97;40m"
_RED, _BOLD, _DEFAULT_COLOR, _RESET_STYLE = "\x1b[31m", "\x1b[1m", "\x1b[39m", "\x1b[0m"
_MESSAGE_STYLES = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "hint": "\x1b[36m"}


def prepare_streams() -> None:
    """Make the standard streams safe: a closed one becomes the null device, and unencodable characters become codes."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 -- until the end
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")


def is_interactive() -> bool:
    """Return whether a person at a terminal can be asked, and sees the question; with --json nothing is asked."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not get_invocation().owes_json


def get_terminal_width() -> int:
    """Return the number of columns of the terminal that a text can use."""
    return min(shutil.get_terminal_size().columns, _MAX_TERMINAL_SIZE)


def get_terminal_height() -> int:
    """Return the number of lines of the terminal that a text can use."""
    return min(shutil.get_terminal_size().lines, _MAX_TERMINAL_SIZE)


def wrap_to_terminal(text: str, hanging_indent: str = "") -> str:
    """Return a text in lines no wider than the terminal, names of files and commands unbroken."""
    from canasta_score.report.text.layout import fill_text  # start-up: `check` has nothing to wrap

    return fill_text(text, get_terminal_width(), hanging_indent)


def should_use_color(stream: TextIO) -> bool:
    """Return whether a standard stream takes colors: if it is a terminal, unless the environment says otherwise."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


def can_be_printed(text: str) -> bool:
    """Return whether standard output has all characters of a text in its encoding."""
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def print_result(text: str) -> None:
    """Print a result of one or more lines, unless JSON takes its place."""
    if not get_invocation().owes_json:
        typer.echo("\n".join(map(escape_unprintable, text.split("\n"))))


def print_sentences(text: str) -> None:
    """Print a result in lines that fit the terminal; elsewhere as it is, for programs."""
    print_result(wrap_to_terminal(text, MESSAGE_INDENT) if sys.stdout.isatty() else text)


def print_table(table: str) -> None:
    """Print a table; with colors, negative numbers are red, and totals and results bold."""
    if get_invocation().owes_json:
        return
    text = "\n".join(map(escape_unprintable, table.split("\n")))
    uses_color = should_use_color(sys.stdout)
    typer.echo(colorize_table(text) if uses_color else text, color=uses_color)


def colorize_table(table: str) -> str:
    """Return a table in color, which adds no meaning: negative numbers, results, and sentences with a result."""
    from canasta_score.report import labels  # start-up: for colors alone

    lines, before = table.split("\n"), ""
    colored = []
    for index, line in enumerate(lines):
        sentence = " ".join(lines[index : index + _MAX_SENTENCE_LINES])
        is_result = line.startswith(labels.RESULT_ROWS) or re.match(labels.RESULT_SENTENCE, sentence)
        before = line if is_result or (before and _continues_sentence(before, line)) else ""
        text = re.sub(_NEGATIVE_NUMBER_PATTERN, f"{_RED}\\g<0>{_DEFAULT_COLOR}", line)
        colored.append(_make_bold(text) if before else text)
    return "\n".join(colored)


def _continues_sentence(before: str, line: str) -> bool:
    from canasta_score.report.labels import DOES_NOT_OPEN_LABEL, OPENS_LABEL, RESULT_ROWS

    if before.startswith(RESULT_ROWS) or before.endswith("."):
        return False
    # Below the verdict on an opening, its own lines are indented, and those of the groups have gaps between columns.
    is_verdict = before.startswith((OPENS_LABEL, DOES_NOT_OPEN_LABEL, " "))
    return line.startswith(" ") and "  " not in line.strip() if is_verdict else bool(line)


def colorize_message(text: str) -> str:
    """Return a message with its label in color, or typed words with the marks below them in red."""
    label, colon, rest = text.partition(":")
    if colon and label in _MESSAGE_STYLES:
        return f"{_MESSAGE_STYLES[label]}{label}:{_RESET_STYLE}{rest}"
    return f"{_RED}{text}{_DEFAULT_COLOR}" if re.fullmatch(_MARKS_PATTERN, text) else text


def colorize_help(text: str) -> str:
    """Return the help of a command with its headings in bold."""
    return re.sub(_HELP_HEADING_PATTERN, _make_bold(r"\g<0>"), text)


def colorize_prompt(prompt: str) -> str:
    """Return the prompt of a line that is typed at a terminal: bold where colors are wanted."""
    return _make_bold(prompt) if should_use_color(sys.stdout) else prompt


def _make_bold(text: str) -> str:
    return f"{_BOLD}{text}{_RESET_STYLE}"


def print_qr_code(drawing: str) -> None:
    """Print a QR code in which light is drawn; nothing if the terminal has no characters for it."""
    if can_be_printed(drawing):
        # Phones want dark on light, whatever the colors of the terminal are.
        lines = (f"{_WHITE_ON_BLACK}{line}{_RESET_STYLE}" for line in drawing.split("\n"))
        uses_color = should_use_color(sys.stdout)
        typer.echo("\n".join(lines) if uses_color else drawing, color=uses_color)


class _LazyModule:
    """`report/json.py`, loaded when its first function is called: it takes 15 ms, and few commands print JSON."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- mypy sees the module itself
        return getattr(import_module("canasta_score.report.json"), name)


if TYPE_CHECKING:
    from canasta_score.report import json as report_json

    json_report = report_json
else:
    json_report = _LazyModule()


def print_json(value: object) -> None:
    """Print a result as JSON."""
    import json

    typer.echo(json.dumps(value, indent=2))
    get_invocation().owes_json = False
