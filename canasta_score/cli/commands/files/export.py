"""`canasta-score export`: a game as a spreadsheet, as data, as a page, as text."""

from enum import StrEnum
from typing import Annotated

import typer

from canasta_score.cli.commands.files.export_target import TEXT_PAGE_WIDTH, ForceOption, OutputOption, export_text
from canasta_score.cli.game_sequence import find_free_dated_page_path, resolve_ledger_path
from canasta_score.cli.messages import is_prompt_mode
from canasta_score.cli.options import LedgerOption
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.report.export.csv import format_game_csv
from canasta_score.report.export.markdown import format_game_markdown
from canasta_score.report.html.page import render_page
from canasta_score.report.text.score_sheet import format_score_sheet


class _ExportFormat(StrEnum):
    CSV = "csv"
    JSON = "json"
    MD = "md"
    HTML = "html"
    TXT = "txt"


_ExportFormatOption = Annotated[
    _ExportFormat | None,
    typer.Option(
        "--format",
        "-f",
        case_sensitive=False,
        help="Spreadsheet, everything, Markdown, web page, or plain score sheet.",
    ),
]


def export(
    *,
    output: OutputOption = None,
    form: _ExportFormatOption = None,
    ledger: LedgerOption = None,
    force: ForceOption = False,
) -> None:
    """Write the game to a file for others.

    html is a page to look at and to print. csv is for a spreadsheet, and json has everything. md is a table for a
    web forum, and txt is the score sheet. "import" reads csv and json. Without a file, the game is printed as csv;
    in play, it is written as a page.
    """
    path = resolve_ledger_path(ledger)
    if output is None and form is None and is_prompt_mode():  # a page, for nobody reads csv at the prompt
        output = str(find_free_dated_page_path(path))
    export_text(
        lambda chosen: _render_game(read_ledger(path), chosen),
        path,
        "the game file",
        output=output,
        form=form,
        default=_ExportFormat.CSV,
        force=force,
    )


def _render_game(game: Ledger, form: _ExportFormat) -> str:
    match form:
        case _ExportFormat.CSV:
            return format_game_csv(game)
        case _ExportFormat.JSON:
            from canasta_score.report.export.json import format_game_json

            return format_game_json(game)
        case _ExportFormat.MD:
            return format_game_markdown(game)
        case _ExportFormat.HTML:
            return render_page(game)
        case _ExportFormat.TXT:
            return format_score_sheet(game, TEXT_PAGE_WIDTH) + "\n"
