"""`canasta-score export`: a game for others: a spreadsheet, a program, a page."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from canasta_score.cli.options import LedgerFile, ledger_at_hand, path_of
from canasta_score.cli.terminal import say, say_file, wrong_use
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.files import is_folder, is_same, is_taken, write_out
from canasta_score.game.storage.transactions import read_ledger
from canasta_score.rules.schema.reader import listed
from canasta_score.rules.text import printable

STANDARD_OUT = "-"
WIDTH_OF_A_PAGE = 80


class Form(StrEnum):
    """The forms that a game can have."""

    CSV = "csv"
    JSON = "json"
    MD = "md"
    HTML = "html"
    TXT = "txt"


UTF_8 = "utf-8"
ENCODINGS = {Form.CSV: "utf-8-sig"}  # the mark by which a spreadsheet knows it
OTHER_ENDINGS = {"markdown": Form.MD, "htm": Form.HTML, "text": Form.TXT}
Output = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="The file to write, in the form of its ending; - is standard out."
    ),
]
As = Annotated[
    Form | None,
    typer.Option(
        "--format",
        "-f",
        case_sensitive=False,
        help="The form: a spreadsheet, all of the ledger, Markdown, a page, the sheet.",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")]


def export(*, output: Output = None, form: As = None, ledger: LedgerFile = None, force: Force = False) -> None:
    """Write a game for others.

    csv has a row for each hand and side, json all of the ledger ("import" reads both), html is a page to look at and
    to print, md a table for a code host, txt the score sheet. Without a file it goes to standard out, as csv unless
    another form is named.
    """
    path = ledger_at_hand(ledger)
    target = None if output in {None, STANDARD_OUT} else path_of(output or "")
    if target:
        check_target(target, path, force=force)
    chosen = form or (form_of(target) if target else Form.CSV)
    text = text_of(read_ledger(path), chosen)
    if target:
        write_out(target, text.encode(UTF_8 if text.isascii() else ENCODINGS.get(chosen, UTF_8)), overwrite=force)
        say(f"Written to {printable(str(target))}.")
    else:
        say_file(text)


def form_of(target: Path) -> Form:
    """Give the form that a file's ending means."""
    ending = target.suffix.removeprefix(".").lower()
    if ending in OTHER_ENDINGS:
        return OTHER_ENDINGS[ending]
    if ending not in [*Form]:
        endings = listed((f".{form}" for form in Form), "or")
        raise wrong_use(f"the ending of '{target}' says no form; end it in {endings}, or name one with -f", hint="-o")
    return Form(ending)


def check_target(target: Path, ledger: Path, *, force: bool) -> None:
    """Refuse a folder, the ledger itself, and another file that is there unless it may be overwritten."""
    if is_folder(target):
        raise wrong_use(f"'{target}' is a folder; name a file in it", hint="-o")
    if is_same(target, ledger):
        raise wrong_use(f"'{target}' is the ledger itself; choose another file", hint="-o")
    if is_taken(target) and not force:
        raise wrong_use(f"'{target}' is there already; choose another file, or overwrite it with --force", hint="-o")


def text_of(game: Ledger, form: Form) -> str:
    """Give a game in a form."""
    match form:
        case Form.CSV:
            from canasta_score.report.export.csv import csv_of  # noqa: PLC0415 -- each form loads only its own

            return csv_of(game)
        case Form.JSON:
            from canasta_score.report.export.json import game_json_text  # noqa: PLC0415 -- as above

            return game_json_text(game)
        case Form.MD:
            from canasta_score.report.export.markdown import markdown  # noqa: PLC0415 -- as above

            return markdown(game)
        case Form.HTML:
            from canasta_score.report.html.page import page  # noqa: PLC0415 -- as above

            return page(game)
        case Form.TXT:
            from canasta_score.report.text.score_sheet import score_sheet  # noqa: PLC0415 -- as above

            return score_sheet(game, WIDTH_OF_A_PAGE) + "\n"
