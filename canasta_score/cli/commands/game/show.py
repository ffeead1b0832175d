"""`canasta-score show`: the score sheet."""

from typing import Annotated

import typer

from canasta_score.cli.options import AsJson, LedgerFile, ledger_at_hand
from canasta_score.cli.terminal import (
    height,
    say,
    say_chart,
    say_columns,
    say_json,
    say_table,
    shows_colours,
    width,
    wrong_use,
)
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.transactions import read_ledger
from canasta_score.rules.diagnostics import did_you_mean

LINES_OF_THE_PROMPT = 2
NO_RACE = "The race begins with the first hand."
Form = Annotated[
    str | None,
    typer.Option("--format", metavar="FORMAT", help="The table as tabulate writes it: github, grid, html, tsv …"),
]
Chart = Annotated[bool, typer.Option("--chart", help="The race: the running totals, the needs and the target, drawn.")]
All = Annotated[bool, typer.Option("--all", help="Also every entry, with what was struck, corrected and taken back.")]


def show(
    *, ledger: LedgerFile = None, form: Form = None, chart: Chart = False, everything: All = False, json: AsJson = False
) -> None:
    """Show the score sheet.

    Every hand, the running totals, what each side needs to open, how far it is to the target, and who has won.
    """
    if form is not None:
        check_form(form)
        if json or everything:
            raise wrong_use("it goes with neither --json nor --all", hint="--format")
    if chart and (json or everything or form is not None):
        raise wrong_use("it stands alone, without --json, --all and --format", hint="--chart")
    game = read_ledger(ledger_at_hand(ledger))
    if chart:
        show_chart(game)
    elif json:
        from canasta_score.report.json.ledger import journal_json, show_json  # noqa: PLC0415 -- start-up

        say_json(show_json(game) | ({"entries": journal_json(game)} if everything else {}))
    else:
        show_sheet(game, form, everything=everything)
    if ledger is None and game.standing().over:
        from canasta_score.cli.game_sequence import tell_of_open_game  # noqa: PLC0415 -- start-up

        tell_of_open_game(game.file)


def show_sheet(game: Ledger, form: str | None, *, everything: bool) -> None:
    """Show the score sheet of a game, in the form that is named, or with every entry below it."""
    from canasta_score.report.text.score_sheet import formatted_sheet, score_sheet  # noqa: PLC0415 -- start-up

    if form is not None:
        say_columns(formatted_sheet(game, form))
    else:
        say_table(score_sheet(game, width(), more="" if everything else "(show --all says how)"))
    if everything:
        from canasta_score.report.text.journal import journal_list  # noqa: PLC0415 -- start-up

        say(f"\n{journal_list(game, width())}")


def show_chart(game: Ledger) -> None:
    """Show the race of a game above its standing, as large as there is room."""
    from canasta_score.report.charts.race import race_of  # noqa: PLC0415 -- start-up
    from canasta_score.report.charts.terminal import legend, race_chart  # noqa: PLC0415 -- as above
    from canasta_score.report.text.layout import within  # noqa: PLC0415 -- as above
    from canasta_score.report.text.standing import heading, standing_table  # noqa: PLC0415 -- as above

    race = race_of(game)
    head = within(heading(game), width())
    standing = standing_table(game.variant, game.standing(), width())
    if race.hands:
        below = f"{legend(game.names.values(), width())}\n\n{standing}"
        room = height() - len(f"{head}\n\n{below}".split("\n")) - LINES_OF_THE_PROMPT
        say(f"{head}\n")
        say_chart(race_chart(race, width(), room, coloured=shows_colours()))
        say_table(below)
    else:
        say_table(f"{head}\n\n{standing}\n\n{NO_RACE}")


def check_form(form: str) -> None:
    """Refuse a form that tabulate does not know."""
    from tabulate import tabulate_formats  # noqa: PLC0415 -- start-up

    if form not in tabulate_formats:
        raise wrong_use(f"'{form}' is no form of table; {did_you_mean(form, tabulate_formats)}", hint="--format")
