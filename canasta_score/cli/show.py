"""`canasta-score show`: the score sheet."""

from typing import Annotated

import typer

from canasta_score.cli.options import AsJson, LedgerFile, ledger_at_hand
from canasta_score.cli.terminal import say, say_columns, say_json, say_table, width, wrong_use
from canasta_score.game.record import read_ledger
from canasta_score.rules.errors import did_you_mean

Form = Annotated[
    str | None,
    typer.Option("--format", metavar="FORMAT", help="The table as tabulate writes it: github, grid, html, tsv …"),
]
All = Annotated[bool, typer.Option("--all", help="Also every entry, with what was struck, corrected and taken back.")]


def show(*, ledger: LedgerFile = None, form: Form = None, everything: All = False, json: AsJson = False) -> None:
    """Show the score sheet.

    Every hand, the running totals, what each side needs to open, how far it is to the target, and who has won.
    """
    if form is not None:
        check_form(form)
        if json or everything:
            raise wrong_use("it goes with neither --json nor --all", hint="--format")
    game = read_ledger(ledger_at_hand(ledger))
    if json:
        from canasta_score.report.ledger_as_json import journal_json, show_json  # noqa: PLC0415 -- start-up

        say_json(show_json(game) | ({"entries": journal_json(game)} if everything else {}))
        return
    from canasta_score.report.score_sheet import formatted_sheet, score_sheet  # noqa: PLC0415 -- start-up

    if form is not None:
        say_columns(formatted_sheet(game, form))
    else:
        say_table(score_sheet(game, width(), more="" if everything else "(show --all says how)"))
    if everything:
        from canasta_score.report.journal_list import journal_list  # noqa: PLC0415 -- start-up

        say(f"\n{journal_list(game, width())}")


def check_form(form: str) -> None:
    """Refuse a form that tabulate does not know."""
    from tabulate import tabulate_formats  # noqa: PLC0415 -- start-up

    if form not in tabulate_formats:
        raise wrong_use(f"'{form}' is no form of table; {did_you_mean(form, tabulate_formats)}", hint="--format")
