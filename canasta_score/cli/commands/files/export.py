"""`canasta-score export`: a game as a spreadsheet, as data, as a page, as text."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from canasta_score.cli.game_sequence import resolve_ledger_path
from canasta_score.cli.invocation import mark_done
from canasta_score.cli.messages import add_option, get_typed_words, print_warning
from canasta_score.cli.options import FILE_METAVAR, LedgerOption, expand_path
from canasta_score.cli.terminal import print_file_text, print_result
from canasta_score.cli.usage_errors import build_usage_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.files import is_folder, is_occupied, is_same_file, write_file
from canasta_score.game.storage.transactions import read_ledger
from canasta_score.rules.text import escape_unprintable, join_words

_STDOUT_NAME = "-"
_TEXT_PAGE_WIDTH = 80
_OUTPUT_OPTION = "-o"


class _ExportFormat(StrEnum):
    CSV = "csv"
    JSON = "json"
    MD = "md"
    HTML = "html"
    TXT = "txt"


_UTF_8 = "utf-8"
_ENCODINGS_BY_FORMAT = {_ExportFormat.CSV: "utf-8-sig"}  # a spreadsheet recognizes UTF-8 by the mark
_SUFFIX_ALIASES = {"markdown": _ExportFormat.MD, "htm": _ExportFormat.HTML, "text": _ExportFormat.TXT}
_OutputOption = Annotated[
    str | None,
    typer.Option(
        "--output",
        _OUTPUT_OPTION,
        metavar=FILE_METAVAR,
        help="The file to write; its ending chooses the format.",
    ),
]
_ExportFormatOption = Annotated[
    _ExportFormat | None,
    typer.Option(
        "--format",
        "-f",
        case_sensitive=False,
        help="Spreadsheet, everything, Markdown, web page, or plain score sheet.",
    ),
]
_ForceOption = Annotated[bool, typer.Option("--force", help="Replace an existing file.")]


def export(
    *,
    output: _OutputOption = None,
    form: _ExportFormatOption = None,
    ledger: LedgerOption = None,
    force: _ForceOption = False,
) -> None:
    """Write the game to a file for others.

    html is a page to look at and to print. csv is for a spreadsheet, and json has everything. md is a table for a
    web forum, and txt is the score sheet. "import" reads csv and json. Without a file, the game is printed as csv.
    """
    path = resolve_ledger_path(ledger)
    if output is None or output == _STDOUT_NAME:
        print_file_text(_render_game(read_ledger(path), form or _ExportFormat.CSV))
        return
    target = expand_path(output)
    _check_export_target(target, path, force=force)
    form = form or _detect_format(target)
    text = _render_game(read_ledger(path), form)
    encoding = _UTF_8 if text.isascii() else _ENCODINGS_BY_FORMAT.get(form, _UTF_8)
    written = f"Written to {escape_unprintable(str(target))}"
    write_file(
        target, text.encode(encoding), overwrite=force, notify=print_warning, on_written=lambda: mark_done(written)
    )
    print_result(f"{written}.")


def _check_export_target(target: Path, ledger: Path, *, force: bool) -> None:
    if is_folder(target):
        raise build_usage_error(f'"{target}" is a folder', _OUTPUT_OPTION, "name a file in it")
    if is_same_file(target, ledger):
        raise build_usage_error(f'"{target}" is the game file', _OUTPUT_OPTION, "choose another file")
    if is_occupied(target) and not force:
        command = add_option(get_typed_words(), "--force")
        raise build_usage_error(f'"{target}" already exists', _OUTPUT_OPTION, "to replace it", *command)


def _detect_format(target: Path) -> _ExportFormat:
    suffix = target.suffix.removeprefix(".").lower()
    if suffix in _SUFFIX_ALIASES:
        return _SUFFIX_ALIASES[suffix]
    if suffix in list(_ExportFormat):
        return _ExportFormat(suffix)
    known = join_words((f".{form}" for form in _ExportFormat), "or")
    message = f'"{target}" does not end in a known format'
    raise build_usage_error(message, _OUTPUT_OPTION, f"end the name in {known}")


def _render_game(game: Ledger, form: _ExportFormat) -> str:
    match form:
        case _ExportFormat.CSV:
            from canasta_score.report.export.csv import format_game_csv

            return format_game_csv(game)
        case _ExportFormat.JSON:
            from canasta_score.report.export.json import format_game_json

            return format_game_json(game)
        case _ExportFormat.MD:
            from canasta_score.report.export.markdown import format_game_markdown

            return format_game_markdown(game)
        case _ExportFormat.HTML:
            from canasta_score.report.html.page import render_page

            return render_page(game)
        case _ExportFormat.TXT:
            from canasta_score.report.text.score_sheet import format_score_sheet

            return format_score_sheet(game, _TEXT_PAGE_WIDTH) + "\n"
