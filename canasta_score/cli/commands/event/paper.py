"""The clock of a club day, its paper, its exports, and the season of many days."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from canasta_score.cli import terminal
from canasta_score.cli.commands import export as exports
from canasta_score.cli.event.options import EventOption, parse_game, parse_minutes, parse_table
from canasta_score.cli.event.recording import load_event, record_in_event
from canasta_score.cli.event.void_paper import find_prints
from canasta_score.cli.invocation import ExitCode, usage_error
from canasta_score.cli.messages import print_left_out, print_problem, print_warning
from canasta_score.cli.options import JsonOption, Metavar, number_option, port_option, value_option, word_argument
from canasta_score.cli.paths import expand_path, resolve_event_path
from canasta_score.clock import get_local_time
from canasta_score.disk.files import describe_missing_file, is_existing_file, read_bytes
from canasta_score.event.entries import ClockAction, EventEntryKind
from canasta_score.event.errors import EventError, event_error, no_draw_error
from canasta_score.event.event import Event
from canasta_score.event.ranking.season import compute_season
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.status import find_clock
from canasta_score.event.storage.event_files import read_event
from canasta_score.game.entries import FileError, disk_errors_as
from canasta_score.game.storage.discovery import FoundLedgers, find_ledgers, has_key
from canasta_score.recording.events import set_clock
from canasta_score.report.event.countdown import iter_clock_lines
from canasta_score.report.event.csv import format_event_csv, format_pairs_csv, format_season_csv
from canasta_score.report.event.grids import format_season, format_standings
from canasta_score.report.event.json import build_clock_json, build_event_json, build_season_json
from canasta_score.report.html import event_print
from canasta_score.report.html.event_page import PageLink, render_event_page
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.text import escape_unprintable, format_count


def clock(
    word: Annotated[
        Literal["start", "pause", "add", "stop"] | None,  # people say stop for pause
        word_argument("[start|pause|add]", "Without a word, the clock is shown."),
    ] = None,
    minutes: Annotated[int | None, word_argument("[MINUTES]", "The minutes to add.", parse_minutes)] = None,
    *,
    table: Annotated[int | None, value_option("--table", Metavar.TABLE, "Only for this table.", parse_table)] = None,
    event: EventOption = None,
    json: JsonOption = False,
) -> None:
    """Show the clock, start or stop it, or add time.

    At a terminal it shows large figures, and rings at the warning and at the end. The event file has the start, so the
    clock goes on when the program or the laptop is started again.
    """
    action = ClockAction("pause" if word == "stop" else word) if word else None
    if (action is ClockAction.ADD) != (minutes is not None) or minutes == 0:
        message = "clock add needs minutes; start and pause take none"
        raise usage_error(message, "for example", "event", "clock", "add", "5")
    if table is not None and action is not ClockAction.ADD:
        message = "--table can be used only with add"
        raise usage_error(message, "for example", "event", "clock", "add", "5", "--table", "3")
    if action is None and terminal.is_interactive() and not json:
        from canasta_score.cli.prompt.clock_screen import show_clock

        show_clock(resolve_event_path(event))
        return
    if action is None:
        loaded = load_event(event)
    else:
        loaded = record_in_event(event, set_clock(action=action, minutes=minutes, table=table)).after
    current, now = find_clock(loaded), get_local_time()
    if json:
        terminal.print_json(build_clock_json(current, now, loaded.settings.warn))
    else:
        lines = iter_clock_lines(current, now, loaded.settings)
        terminal.print_result(terminal.wrap_to_terminal("\n".join(lines)))


_MAX_PRINT_BYTES = 100_000_000  # 10,000 slips, of 1,000 pairs and 20 games, take 20 MB
_FORMAT_HELP = "Spreadsheet (by game or by pair), everything, page, ranks."
_NOUNS_WITH_LINKS = {event_print.PrintKind.GUIDE_CARDS: "guide card", event_print.PrintKind.SLIPS: "slip"}


def print_(
    kind: Annotated[event_print.PrintKind, word_argument("WHAT", "guide-cards, slips, seating or standings.")],
    *,
    output: Annotated[
        str, value_option("--output", Metavar.FILE, "The file to write, such as slips.html.", short="-o")
    ],
    game: Annotated[
        int | None, value_option("--game", Metavar.GAME, "Only this game (default: all).", parse_game)
    ] = None,
    changed: Annotated[
        bool, typer.Option("--changed", help="Only what has changed since the file was written; replaces it.")
    ] = False,
    links: Annotated[
        bool, typer.Option("--links", help="Add the code of each pair's page, for serve --enter.")
    ] = False,
    port: Annotated[int | None, port_option("The port of serve, for --links (default: the last).", least=1)] = None,
    event: EventOption = None,
    force: exports.ForceOption = False,
) -> None:
    """Write guide cards, slips, seating or standings for paper.

    Open the file in a browser and print it, on A4 or Letter. A guide card tells a pair where it sits in each game.
    """
    path, target, is_standings = resolve_event_path(event), expand_path(output), kind is event_print.PrintKind.STANDINGS
    if target.suffix.lower() not in {".html", ".htm"}:
        raise usage_error(f'"{output}" must end in .html', "open the file in a browser to print it", option="-o")
    if links and kind not in _NOUNS_WITH_LINKS:
        raise usage_error("only guide cards and slips can have links", "leave it out", option="--links")
    if port and not links:
        raise usage_error("--port needs --links", "add --links for codes, or leave it out", option="--port")
    loaded = read_event(path)
    written = ""
    with disk_errors_as(FileError):
        if (changed or is_standings) and is_existing_file(target):
            written = read_bytes(target, _MAX_PRINT_BYTES).decode(errors="replace")
    before = written if changed else ""
    if changed and not event_print.is_print_of(before, kind, loaded):
        printed = find_prints(loaded).get(kind)
        hint = f"name the file that was printed: {printed}" if printed else "to print all, leave out --changed"
        is_print = event_print.find_print_marks(before, kind) is not None
        wrong = "was not printed for this event" if is_print else f"has no {kind} in it"
        message = f'"{output}" {wrong}' if is_existing_file(target) else describe_missing_file(target)
        raise usage_error(message, hint, option="-o")
    # Standings are printed anew after each game; of other paper the file knows which is out of date.
    force = force or changed or (is_standings and event_print.is_print_of(written, kind, loaded))
    exports.check_export_target(target, path, "the event file", force=force)
    if not (is_standings or loaded.is_drawn):
        raise no_draw_error()
    if game is not None:
        find_seating(loaded, game)  # which raises an error if the game is not known yet
    pages = _build_links(path, loaded, port) if links else {}
    sheets = event_print.render_print(loaded, kind, game, before=before, links=pages)
    if not before:
        exports.write_text_file(target, sheets.text, force=force)
    else:
        _replace_print(target, kind, sheets, game)


def _replace_print(target: Path, kind: event_print.PrintKind, sheets: event_print.Print, game: int | None) -> None:
    """Write what has changed in place of an earlier print, and print which paper is void."""
    old = sheets.replaced and event_print.describe_paper(kind, sheets.replaced)
    void = [f"the old {old.removeprefix('the ')}"] if old else []
    void += [event_print.describe_paper(kind, sheets.gone)] if sheets.gone else []
    if not (sheets.count or void):
        terminal.print_sentences(f"Nothing has changed since {escape_unprintable(str(target))} was written.")
        return
    exports.write_text_file(target, sheets.text, force=True)
    count = format_count(sheets.count, _NOUNS_WITH_LINKS.get(kind, "list"))
    terminal.print_result(f"It has only what has changed: {count}." if sheets.count else "It has nothing new to print.")
    if void:
        left_out = "" if sheets.count or game else " This paper is no longer in the file."
        terminal.print_sentences(f"Throw away: {', '.join(void)}.{left_out}")


def _build_links(path: Path, event: Event, port: int | None) -> Mapping[int, PageLink]:
    """Return what leads to the pages of all pairs; raises typer.Exit if there can be none."""
    from canasta_score.cli.commands.serve import explain_missing_packages

    with explain_missing_packages():
        from canasta_score.cli.live.address import build_pair_links

        try:
            return build_pair_links(path, event.pairs, port)
        except OSError:
            print_problem("this computer is not on a network", "connect it first: the codes have its address")
            raise typer.Exit(ExitCode.FAILURE) from None


def _format_json(event: Event) -> str:
    import json

    return json.dumps(build_event_json(event), indent=2) + "\n"


_RENDERERS = {
    "csv": format_event_csv,
    "json": _format_json,
    "html": render_event_page,
    "txt": lambda event: format_standings(event, compute_standings(event), exports.TEXT_PAGE_WIDTH) + "\n",
    "pairs": format_pairs_csv,
}


def export(
    *,
    output: exports.OutputOption = None,
    form: Annotated[
        Literal["csv", "json", "html", "txt", "pairs"] | None,
        typer.Option("--format", "-f", case_sensitive=False, help=_FORMAT_HELP),
    ] = None,
    event: EventOption = None,
    force: exports.ForceOption = False,
) -> None:
    """Write the event to a file for others.

    html is a page to look at, csv is for a spreadsheet, json has everything, and txt has the ranks. Without a file, the
    event is printed as csv.
    """
    path = resolve_event_path(event)
    exports.export_text(_RENDERERS, partial(read_event, path), path, "the event file", output, form, force=force)


def season(
    files: Annotated[
        list[str], word_argument(f"{Metavar.FILE}...", "Event files, folders, or patterns such as 'season/*.toml'.")
    ],
    *,
    best: Annotated[int | None, number_option("--best", "Count only the best N events of each.", least=1)] = None,
    average: Annotated[bool, typer.Option("--average", help="Rank by the average points of an event.")] = False,
    min_events: Annotated[
        int, number_option("--min-events", "Rank only those who came to at least N events.", least=1)
    ] = 1,
    output: exports.OutputOption = None,
    force: exports.ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Rank pairs and players over many events.

    In each event the last pair gets one point, the one before it two, and so on. Partners may be named in either order.
    With -o, the ranking is written to a web page or a spreadsheet.
    """
    found = find_ledgers(files, missing=DiagnosticCode.NO_SUCH_EVENT)
    if found.diagnostics:
        raise EventError(found.diagnostics)
    games: set[Path] = set()
    result = compute_season(_iter_events(found, games), best, by_average=average, min_events=min_events)
    hint = "a game counts once an event takes it"
    print_left_out(sorted(games), "a season counts only events", hint, "event", "take", "--help")
    for file in result.incomplete:
        print_warning(f"{file} is not complete; its results so far count")
    for file in result.unplayed:
        print_warning(f"{file} is left out: nothing has been played yet")
    if not result.events:
        hint = "enter results first, or name other event files or folders"
        raise event_error("there are no results to rank", hint, code=DiagnosticCode.NO_SUCH_EVENT)
    if json:
        terminal.print_json(build_season_json(result))
        return
    if output:
        renderers = {"csv": format_season_csv, "html": event_print.render_season}
        exports.export_text(renderers, lambda: result, found.paths[0], "an event file", output, None, force=force)
    else:
        terminal.print_table(format_season(result, terminal.get_terminal_width()))


def _iter_events(found: FoundLedgers, games: set[Path]) -> Iterator[Event]:
    """Yield the events that were found, and collect the games beside them that none of them has taken."""
    taken = set[Path]()
    for path in found.paths:
        try:
            event = read_event(path)
        except EventError as error:
            if not found.is_other_file(path, error.diagnostics):
                raise
            if has_key(path, "sides"):
                games.add(path)
            continue
        taken |= {path.parent / entry.text for entry in event.entries if entry.kind is EventEntryKind.SLIP}
        yield event
    games -= taken
