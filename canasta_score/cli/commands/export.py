"""`canasta-score export`: a game as a spreadsheet, as data, as a page, as text."""

import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import typer

from canasta_score.cli import game_files, messages, options, paths, terminal
from canasta_score.cli.invocation import get_invocation, usage_error
from canasta_score.clock import get_local_time
from canasta_score.disk.files import is_folder, is_same_file, is_stream, path_exists
from canasta_score.disk.replacement import write_file
from canasta_score.game.entries import FileError, disk_errors_as
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.report.export.csv import format_game_csv
from canasta_score.report.export.markdown import format_game_markdown
from canasta_score.report.html.page import render_page
from canasta_score.report.text.score_sheet import format_score_sheet
from canasta_score.rules.text import escape_unprintable, join_words

TEXT_PAGE_WIDTH = 80
_OUTPUT_FLAG = "-o"
_SUFFIX_ALIASES = {"markdown": "md", "htm": "html", "text": "txt"}
_DataT = TypeVar("_DataT")

_OUTPUT_HELP = "The file to write; its ending chooses the format."
_FORMAT_HELP = "Spreadsheet, everything, Markdown, web page, or plain score sheet."
OutputOption = Annotated[
    str | None, options.value_option("--output", options.Metavar.FILE, _OUTPUT_HELP, short=_OUTPUT_FLAG)
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace an existing file.")]


def check_export_target(target: Path, source: Path, source_noun: str, *, force: bool) -> None:
    """Raise a usage error if a file may not be written there: over a folder, over its source, or over another file."""
    if is_folder(target):
        raise usage_error(f'"{target}" is a folder', "name a file in it", option=_OUTPUT_FLAG)
    if is_same_file(target, source):
        raise usage_error(f'"{target}" is {source_noun}', "choose another file", option=_OUTPUT_FLAG)
    if path_exists(target) and not (is_stream(target) or force):
        command = messages.add_option(get_invocation().words, "--force")
        raise usage_error(f'"{target}" already exists', "to replace it", *command, option=_OUTPUT_FLAG)


def write_text_file(target: Path, text: str, *, is_spreadsheet: bool = False, force: bool) -> None:
    """Write a text and print where it is; a spreadsheet recognizes UTF-8 by the mark before it."""
    encoding = "utf-8-sig" if is_spreadsheet and not text.isascii() else "utf-8"
    written = f"Written to {escape_unprintable(str(target))}"
    data, invocation = text.encode(encoding), get_invocation()
    with disk_errors_as(FileError):
        notes = write_file(target, data, overwrite=force, on_written=lambda: invocation.mark_done(written))
    for note in notes:
        messages.print_warning(note)
    terminal.print_result(f"{written}.")


def export_text(
    renderers: Mapping[str, Callable[[_DataT], str]],
    load: Callable[[], _DataT],
    source: Path,
    source_noun: str,
    output: str | None,
    form: str | None,
    *,
    force: bool,
) -> None:
    """Write what the renderer of a format makes of the data to a file, or print it, as csv, if no file is named."""
    if output is None or output == "-":
        text = renderers[form or "csv"](load())
        # Into a file or a pipe as UTF-8, whatever the encoding of the terminal.
        typer.echo(text if sys.stdout.isatty() or not hasattr(sys.stdout, "buffer") else text.encode(), nl=False)
        return
    target = paths.expand_path(output)
    check_export_target(target, source, source_noun, force=force)
    if form is None:
        suffix = target.suffix.removeprefix(".").lower()
        form = _SUFFIX_ALIASES.get(suffix, suffix)
        if form not in renderers:
            known = join_words((f".{known}" for known in renderers), "or")
            message = f'"{target}" does not end in a known format'
            raise usage_error(message, f"end the name in {known}", option=_OUTPUT_FLAG)
    write_text_file(target, renderers[form](load()), is_spreadsheet=form in {"csv", "pairs"}, force=force)


def _format_json(game: Ledger) -> str:
    from canasta_score.report.export.json import format_game_json

    return format_game_json(game)


_RENDERERS = {
    "csv": format_game_csv,
    "json": _format_json,
    "md": format_game_markdown,
    "html": render_page,
    "txt": lambda game: format_score_sheet(game, TEXT_PAGE_WIDTH) + "\n",
}


def export(
    game_file: options.GameFileArgument = None,
    *,
    output: OutputOption = None,
    form: Annotated[
        Literal["csv", "json", "md", "html", "txt"] | None,
        typer.Option("--format", "-f", case_sensitive=False, help=_FORMAT_HELP),
    ] = None,
    ledger: options.LedgerOption = None,
    force: ForceOption = False,
) -> None:
    """Write the game to a file for others.

    html is a page to look at and to print. csv is for a spreadsheet, and json has everything. md is a table for a
    web forum, and txt is the score sheet. "import" reads csv and json. Without options, a page is written at a
    terminal, and csv is printed into a pipe.
    """
    path = game_files.resolve_ledger_path(options.pick_game_file(game_file, ledger))
    is_at_prompt = get_invocation().is_at_prompt
    if output is None and form is None and (is_at_prompt or sys.stdout.isatty()):  # where nobody reads csv
        folder = path.parent if is_at_prompt else ""  # beside the game that is played
        output = game_files.find_free_page(str(Path.cwd() / folder / f"{path.stem}-{get_local_time():%Y-%m-%d}.html"))
    export_text(_RENDERERS, partial(read_ledger, path), path, "the game file", output, form, force=force)
