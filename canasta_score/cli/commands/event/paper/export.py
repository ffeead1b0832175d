"""`canasta-score event export`: an event as a spreadsheet, as data, as a page, as text."""

from enum import StrEnum
from typing import Annotated

import typer

from canasta_score.cli.commands.files.export_target import TEXT_PAGE_WIDTH, ForceOption, OutputOption, export_text
from canasta_score.cli.event.options import EventOption
from canasta_score.cli.paths.event import resolve_event_path
from canasta_score.event.event import Event
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.event.storage.event_files import read_event
from canasta_score.report.event.json import build_event_json
from canasta_score.report.export.event_csv import format_event_csv
from canasta_score.report.html.event_page import render_event_page


class _EventFormat(StrEnum):
    CSV = "csv"
    JSON = "json"
    HTML = "html"
    TXT = "txt"


_EventFormatOption = Annotated[
    _EventFormat | None,
    typer.Option("--format", "-f", case_sensitive=False, help="Spreadsheet, everything, web page, or plain ranks."),
]


def export(
    *,
    output: OutputOption = None,
    form: _EventFormatOption = None,
    event: EventOption = None,
    force: ForceOption = False,
) -> None:
    """Write the event to a file for others.

    html is a page to look at, csv is for a spreadsheet, json has everything, and txt has the ranks. Without a file, the
    event is printed as csv.
    """
    path = resolve_event_path(event)
    export_text(
        lambda chosen: _render_event(read_event(path), chosen),
        path,
        "the event file",
        output=output,
        form=form,
        default=_EventFormat.CSV,
        force=force,
    )


def _render_event(event: Event, form: _EventFormat) -> str:
    match form:
        case _EventFormat.CSV:
            return format_event_csv(event)
        case _EventFormat.JSON:
            import json

            return json.dumps(build_event_json(event), indent=2) + "\n"
        case _EventFormat.HTML:
            return render_event_page(event)
        case _EventFormat.TXT:
            from canasta_score.report.event.tables import format_standings

            return format_standings(event, compute_standings(event), TEXT_PAGE_WIDTH) + "\n"
