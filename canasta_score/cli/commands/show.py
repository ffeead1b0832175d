"""`canasta-score show`: the score sheet."""

import sys
from typing import Annotated

import typer

from canasta_score.cli import game_files, options, paths, terminal
from canasta_score.cli.invocation import usage_error
from canasta_score.disk.files import path_exists
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.report.text.score_sheet import format_score_sheet
from canasta_score.report.text.standing import format_game_heading, format_standing, format_standing_line
from canasta_score.rules.diagnostics import format_known_names, format_suggestion
from canasta_score.rules.text import escape_unprintable

_SHELL_PROMPT_HEIGHT = 2
_USUAL_TABLE_FORMATS = ("github", "grid", "html", "pretty", "tsv")
_SPREADSHEET_WORDS = ("csv", "excel", "numbers", "spreadsheet", "xls", "xlsx")


def show(
    game_file: options.GameFileArgument = None,
    *,
    ledger: options.LedgerOption = None,
    form: Annotated[
        str | None, options.value_option("--format", "FORMAT", "Another form of table: github, grid, html, tsv ...")
    ] = None,
    chart: Annotated[bool, typer.Option("--chart", help="Draw the running totals as a chart.")] = False,
    line: Annotated[bool, typer.Option("--line", help="Print one line, for the prompt of a shell.")] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Also list every entry: corrections, canceled hands, undone entries.")
    ] = False,
    json: options.JsonOption = False,
) -> None:
    """Show the score sheet.

    It has every hand, the running totals, what each side needs to open, and who has won.
    """
    used_alone = {"--line": line, "--chart": chart, "--format": form is not None}
    given = [option for option, is_given in {**used_alone, "--json": json, "--all": everything}.items() if is_given]
    if len(given) > 1 and given[0] in used_alone:
        raise usage_error(f"{given[0]} cannot be used with {given[1]}", "use only one of them")
    named = options.pick_game_file(game_file, ledger)
    if line:
        # A prompt shows this in every folder: nothing where there is no game, and no note on which game it is.
        path = paths.get_ledger_path(named)
        if named is not None or path_exists(path):
            terminal.print_result(format_standing_line(read_ledger(path).standing()))
        return
    if form is not None:
        _check_table_format(form)
    game = read_ledger(game_files.resolve_ledger_path(named))
    if form is not None:
        from canasta_score.report.export.tabulate import format_tabulated_sheet

        lines = format_tabulated_sheet(game, form).split("\n")  # in which columns may be separated by tabs
        typer.echo("\n".join("\t".join(map(escape_unprintable, line.split("\t"))) for line in lines))
    elif chart:
        _print_race(game)
    elif json:
        entries = {"entries": terminal.json_report.build_journal_json(game)} if everything else {}
        terminal.print_json({**terminal.json_report.build_sheet_json(game), **entries})
    else:
        width = terminal.get_terminal_width()
        terminal.print_table(format_score_sheet(game, width, more="" if everything else "show --all"))
        if everything:
            from canasta_score.report.text.entries import format_entries

            terminal.print_result(f"\n{format_entries(game, width)}")


def _check_table_format(form: str) -> None:
    from canasta_score.report.export.tabulate import TABLE_FORMATS

    if form not in TABLE_FORMATS:
        message = f'unknown form of table "{form}"'
        if form.lower() in _SPREADSHEET_WORDS:
            raise usage_error(message, "for a spreadsheet", "export", "-o", "evening.csv", option="--format")
        usual = format_known_names(_USUAL_TABLE_FORMATS)
        raise usage_error(message, format_suggestion(form, TABLE_FORMATS, fallback=usual), option="--format")


def _print_race(game: Ledger) -> None:
    from canasta_score.report.charts.race import build_race
    from canasta_score.report.charts.terminal import SAMPLE, describe_race_levels, render_race_chart

    race, width = build_race(game), terminal.get_terminal_width()
    heading = terminal.wrap_to_terminal(format_game_heading(game))
    standing = format_standing(game.variant, game.standing(), width)
    if not race.hands:
        terminal.print_table(f"{heading}\n\n{standing}\n\nThe chart begins with the first hand.")
        return
    below = "\n\n".join(filter(None, (terminal.wrap_to_terminal(describe_race_levels(race)), standing)))
    height = terminal.get_terminal_height() - len(f"{heading}\n\n{below}\n".split("\n")) - _SHELL_PROMPT_HEIGHT
    is_colored, is_ascii = terminal.should_use_color(sys.stdout), not terminal.can_be_printed(SAMPLE)
    terminal.print_result(f"{heading}\n")
    chart = render_race_chart(race, game.side_names, width, height, colored=is_colored, is_ascii=is_ascii)
    typer.echo(chart, color=is_colored)  # the names in it are printable already
    terminal.print_table(f"\n{below}")
