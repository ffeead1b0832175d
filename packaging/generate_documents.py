"""Write docs/commands.md and the man page from the help of the program.

Run it after a change of the help: `python packaging/generate_documents.py`. A test holds that the files are up to date.
"""

import re
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from pathlib import Path

from typer.core import TyperGroup
from typer.main import get_command

from canasta_score import __version__
from canasta_score.cli.app import app
from canasta_score.cli.typer_internals import Command, Context
from canasta_score.rules.diagnostics import PROGRAM

_ROOT = Path(__file__).resolve().parent.parent
_COMMANDS_FILE = _ROOT / "docs" / "commands.md"
_MAN_PAGE = _ROOT / "packaging" / f"{PROGRAM}.1"
_HELP_WIDTH = 78  # what the program takes of a terminal with 80 columns
_INTRODUCTION = """# Commands

[All documents](README.md)

This page shows the help of every command. The program prints the same with `--help` after a command.
"""


def main() -> None:
    """Write both files."""
    _COMMANDS_FILE.write_text(format_command_reference(), encoding="utf-8")
    _MAN_PAGE.write_text(format_man_page(), encoding="utf-8")


def format_command_reference() -> str:
    """Return the text of docs/commands.md."""
    return "\n".join([_INTRODUCTION, *_iter_command_links(), "", *_iter_reference_sections()])


def format_man_page() -> str:
    """Return the man page, in the macros of man(7)."""
    return "\n".join(_iter_man_lines()) + "\n"


def _iter_commands() -> Iterator[tuple[Sequence[str], Command, Context]]:
    """Yield each command with the words that call it, groups before their commands."""
    root = get_command(app)
    context = Context(root, info_name=PROGRAM, terminal_width=_HELP_WIDTH, **root.context_settings)
    yield (PROGRAM,), root, context
    yield from _iter_subcommands((PROGRAM,), root, context)


def _iter_subcommands(
    words: Sequence[str], group: Command, context: Context
) -> Iterator[tuple[Sequence[str], Command, Context]]:
    if not isinstance(group, TyperGroup):
        return
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None:
            continue
        below = Context(command, info_name=name, parent=context, terminal_width=_HELP_WIDTH)
        yield (*words, name), command, below
        yield from _iter_subcommands((*words, name), command, below)


def _iter_command_links() -> Iterator[str]:
    """Yield a line of links for the commands, and one for those of each group."""
    lines: dict[tuple[str, ...], list[str]] = {}
    for words, _, _ in _iter_commands():
        link = f"[{words[-1]}](#{'-'.join(words)})"
        lines.setdefault(tuple(words[1:-1]), []).append(link)
    for group, links in lines.items():
        yield f"- {' '.join(group) or 'commands'}: {', '.join(links)}"


def _iter_reference_sections() -> Iterator[str]:
    for words, command, context in _iter_commands():
        help_text = "\n".join(line.rstrip() for line in command.get_help(context).strip().split("\n"))
        yield f"## {' '.join(words)}\n\n```text\n{help_text}\n```\n"


def _iter_man_lines() -> Iterator[str]:
    yield f'.TH CANASTA\\-SCORE 1 "" "{PROGRAM} {__version__}" "User Commands"'
    for words, command, context in _iter_commands():
        if len(words) == 1:
            yield from _format_man_head(command, context)
        else:
            yield f".SS {_escape_roff(' '.join((*words[1:], *command.collect_usage_pieces(context))))}"
            yield from _format_man_command(command, context)
    yield from (".SH EXIT STATUS", *_iter_exit_codes())


def _format_man_head(command: Command, context: Context) -> Iterator[str]:
    yield from (".SH NAME", f"{_escape_roff(PROGRAM)} \\- keep the score of Canasta games played with real cards")
    yield from (".SH SYNOPSIS", f".B {_escape_roff(PROGRAM)}", _escape_roff("[OPTIONS] COMMAND [ARGS]..."))
    yield from (".SH DESCRIPTION", *_format_man_command(command, context), ".SH COMMANDS")


def _format_man_command(command: Command, context: Context) -> Iterator[str]:
    for number, paragraph in enumerate(re.split(r"\n\s*\n", (command.help or "").strip())):
        if number:
            yield ".PP"
        yield _escape_roff(" ".join(paragraph.split()))
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record:
            yield from (".TP", f".B {_escape_roff(record[0])}", _escape_roff(record[1]) or "\\&")
    if command.epilog:
        yield from (".PP", ".nf", *map(_escape_roff, cleandoc(command.epilog.replace("\b\n", "")).splitlines()), ".fi")


def _iter_exit_codes() -> Iterator[str]:
    meanings = {
        0: "good",
        1: "problems were found, files were skipped, an opening does not open, or the output could not be written",
        2: "a wrong option or command",
        3: "the items or the cards are refused",
        4: "a problem with the game file",
        5: "a problem with a rule file",
        130: "interrupted",
    }
    for code, meaning in meanings.items():
        yield from (".TP", f".B {code}", meaning)


def _escape_roff(text: str) -> str:
    """Return a text as one line of roff: no macro, no escape."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    escaped = "".join(char if char.isascii() else f"\\[u{ord(char):04X}]" for char in escaped)
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    main()
