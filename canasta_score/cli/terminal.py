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
from canasta_score.rules.text import printable

if TYPE_CHECKING:
    from canasta_score.hand.referee.checks import Problem

PROGRAM = "canasta-score"
SPEAKERS = [f"{PROGRAM}: "]  # the last one speaks
AT_PROMPT = [False]  # whether commands are typed at the prompt of `play`, without the program's name
NAMED = rf"{PROGRAM} (?!play\b)"
INDENT = "    "
LONGEST_LINE = 72
LARGEST_TERMINAL = 1000  # columns or lines; COLUMNS and LINES may say anything
NEGATIVE = r"(?<=  )-[0-9][0-9,]*$|(?<=  )-[0-9][0-9,]*(?=  )"
SUMS = ("Total", "Standing", "Won by", "Opens", "Does not open")
RED, BOLD, NO_RED, PLAIN = "\x1b[31m", "\x1b[1m", "\x1b[39m", "\x1b[0m"


def now() -> datetime:
    """Give the time at the table, to the second."""
    from canasta_score.game.storage.writer import in_whole_minutes  # noqa: PLC0415 -- start-up

    return in_whole_minutes(datetime.now().astimezone().replace(microsecond=0))


def prepare() -> None:
    """Let a terminal that lacks a character show its code in place of a traceback, and closed streams lead nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 -- until the end
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def say(text: str) -> None:
    """Print a result of one line or more."""
    typer.echo("\n".join(map(printable, text.split("\n"))))


def say_columns(text: str) -> None:
    """Print a result whose columns are set apart by tabs, or that has none."""
    typer.echo("\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n")))


def say_table(table: str) -> None:
    """Print a table; on a terminal that shows colours, negative figures in red and sums in bold."""
    lines = map(printable, table.split("\n"))
    typer.echo("\n".join(map(painted, lines) if shows_colours() else lines))


def shows_colours() -> bool:
    """Tell whether standard out is a terminal whose owner wants colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_at_terminal() -> bool:
    """Tell whether someone at a terminal can be asked, and sees what is asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def painted(line: str) -> str:
    """Give a line of a table with its colours, which say nothing that the line does not."""
    line = re.sub(NEGATIVE, f"{RED}\\g<0>{NO_RED}", line)
    return f"{BOLD}{line}{PLAIN}" if line.startswith(SUMS) else line


@contextmanager
def told_though_recorded(what: str) -> Iterator[None]:
    """Say that something is recorded where only the output could not be written, lest it be recorded twice."""
    try:
        yield
    except OSError as error:
        warn(f"{what} is recorded; only the output could not be written: {error.strerror}")
        raise typer.Exit(ExitCode.GOOD) from None


def width() -> int:
    """Give the columns of the terminal, as far as a text can use them."""
    return min(shutil.get_terminal_size().columns, LARGEST_TERMINAL)


def height() -> int:
    """Give the lines of the terminal, as far as a text can use them."""
    return min(shutil.get_terminal_size().lines, LARGEST_TERMINAL)


def say_chart(chart: str) -> None:
    """Print a chart, which may carry its own colours and holds no text of anybody else."""
    typer.echo(chart)


def say_json(value: object) -> None:
    """Print a result as JSON."""
    import json  # noqa: PLC0415 -- start-up

    typer.echo(json.dumps(value, indent=2))


def say_file(text: str) -> None:
    """Print the text of a file as it is: in UTF-8 where it goes to a file or a pipe, whatever the terminal has."""
    typer.echo(text if sys.stdout.isatty() or not hasattr(sys.stdout, "buffer") else text.encode(), nl=False)


def wrong_use(sentence: str, hint: str | None = None) -> typer.BadParameter:
    """Make the error of a wrong option or argument; `hint` names it."""
    return typer.BadParameter(printable(sentence), param_hint=hint)


def warn(sentence: str) -> None:
    """Print a sentence to standard error, on one line with the program's name in front where that is not known."""
    line = f"{SPEAKERS[-1]}{printable(as_typed(sentence))}"
    folded = fill(line, width(), subsequent_indent=INDENT, break_on_hyphens=False) if sys.stderr.isatty() else line
    say_aside(folded)


def say_aside(text: str) -> None:
    """Print to standard error; where it takes no more, nothing that matters is lost but the words."""
    with suppress(OSError):
        typer.echo(text, err=True)


@contextmanager
def in_a_dialogue() -> Iterator[None]:
    """Leave out the program's name in front of what is said to somebody who talks with it."""
    SPEAKERS.append("")
    try:
        yield
    finally:
        SPEAKERS.pop()


@contextmanager
def at_the_prompt() -> Iterator[None]:
    """Tell of commands as they are typed at the prompt of `play`."""
    AT_PROMPT.append(True)
    try:
        yield
    finally:
        AT_PROMPT.pop()


def is_at_prompt() -> bool:
    """Tell whether commands are typed at the prompt of `play`."""
    return AT_PROMPT[-1]


def as_typed(sentence: str) -> str:
    """Give a sentence with the commands in it as they are typed here: at the prompt without the program's name."""
    return re.sub(NAMED, "", sentence) if is_at_prompt() else sentence


def warn_of(problems: Sequence["Problem"]) -> None:
    """Print the problems of a hand."""
    for problem in problems:
        warn(f"{problem.severity}: {problem}")


def explain_error(error: CanastaError) -> None:
    """Print what was wrong, and for a tally the line with marks under the words that were not taken."""
    for sentence in error.sentences:
        warn(sentence)
    if isinstance(error, TallyError):
        places = {refusal.word for refusal in error.refusals if refusal.word is not None}
        for line in marked(error.words, places):
            say_aside(INDENT + line)


def marked(words: Sequence[str], places: set[int]) -> Iterator[str]:
    """Show the tally with marks under the words at some places; of a long tally, only the lines with marks."""
    line, marks = "", ""
    for place, word in enumerate(map(printable, words)):
        if line and len(line) + len(word) > LONGEST_LINE:
            yield from marked_line(line, marks)
            line, marks = "", ""
        line += f"{word} "
        marks += ("^" if place in places else " ") * len(word) + " "
    yield from marked_line(line, marks)


def marked_line(line: str, marks: str) -> tuple[str, ...]:
    """Give a line and its marks, or nothing where it has none."""
    return (line.rstrip(), marks.rstrip()) if marks.strip() else ()
