"""Printing to the terminal: its streams, its size and its colors. Results go to standard output.

Control characters in names and files are printed as codes, so that no text can control the terminal.
"""

import os
import re
import shutil
import sys

import typer

from canasta_score.report.labels import RESULT_LABELS
from canasta_score.report.text.layout import wrap_text
from canasta_score.rules.text import escape_unprintable

MESSAGE_INDENT = "    "
_FRAME_IN_ASCII = str.maketrans("┌┬┐├┼┤└┴┘─│", "+++++++++-|")
_MAX_TERMINAL_SIZE = 1000  # columns or lines; COLUMNS and LINES can have any value
_NEGATIVE_NUMBER_PATTERN = r"(?<=  )-[0-9][0-9,]*$|(?<=  )-[0-9][0-9,]*(?=  )"
_WHITE_ON_BLACK = "\x1b[97;40m"
_RED, _BOLD, _DEFAULT_COLOR, _RESET_STYLE = "\x1b[31m", "\x1b[1m", "\x1b[39m", "\x1b[0m"


def prepare_streams() -> None:
    """Make the standard streams safe: a closed one becomes the null device, and unencodable characters become codes."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 -- until the end
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def is_interactive() -> bool:
    """Return whether a person at a terminal can be asked, and sees the question."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def get_terminal_width() -> int:
    """Return the number of columns of the terminal that a text can use."""
    return min(shutil.get_terminal_size().columns, _MAX_TERMINAL_SIZE)


def get_terminal_height() -> int:
    """Return the number of lines of the terminal that a text can use."""
    return min(shutil.get_terminal_size().lines, _MAX_TERMINAL_SIZE)


def wrap_to_terminal(text: str, hanging_indent: str = "") -> str:
    """Return a text in lines no wider than the terminal, names of files and commands unbroken."""
    return "\n".join(wrap_text(text, get_terminal_width(), hanging_indent, at_hyphens=False))


def should_use_color() -> bool:
    """Return whether standard output is a terminal whose owner wants colors."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_result(text: str) -> None:
    """Print a result of one or more lines."""
    typer.echo("\n".join(map(escape_unprintable, text.split("\n"))))


def print_table(table: str) -> None:
    """Print a table; with colors, negative numbers are red and totals bold."""
    lines = map(escape_unprintable, table.split("\n"))
    typer.echo("\n".join(map(colorize_line, lines) if should_use_color() else lines))


def colorize_line(line: str) -> str:
    """Return a line of a table in color; the colors add no meaning."""
    line = re.sub(_NEGATIVE_NUMBER_PATTERN, f"{_RED}\\g<0>{_DEFAULT_COLOR}", line)
    return f"{_BOLD}{line}{_RESET_STYLE}" if line.startswith(RESULT_LABELS) else line


def print_tab_separated(text: str) -> None:
    """Print a result whose columns may be separated by tabs."""
    typer.echo("\n".join("\t".join(map(escape_unprintable, line.split("\t"))) for line in text.split("\n")))


def print_chart(chart: str) -> None:
    """Print a chart, which can have its own colors and contains no text that a person entered."""
    typer.echo(chart if _can_be_printed(chart) else chart.translate(_FRAME_IN_ASCII))


def print_qr_code(drawing: str) -> None:
    """Print a QR code in which light is drawn; nothing if the terminal has no characters for it."""
    if _can_be_printed(drawing):
        # Phones want dark on light, whatever the colors of the terminal are.
        lines = (f"{_WHITE_ON_BLACK}{line}{_RESET_STYLE}" for line in drawing.split("\n"))
        typer.echo("\n".join(lines) if should_use_color() else drawing)


def _can_be_printed(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def print_json(value: object) -> None:
    """Print a result as JSON."""
    import json

    typer.echo(json.dumps(value, indent=2))


def print_file_text(text: str) -> None:
    """Print the text of a file unchanged: as UTF-8 into a file or a pipe, whatever the encoding of the terminal."""
    typer.echo(text if sys.stdout.isatty() or not hasattr(sys.stdout, "buffer") else text.encode(), nl=False)
