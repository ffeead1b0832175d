"""The results of a club day: slips, corrections, adjustments, who is missing, the ranks."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from canasta_score.cli import hand_input, messages, paths
from canasta_score.cli.event import recording
from canasta_score.cli.event.options import (
    TOTALS_ON_SLIP,
    EventOption,
    GameArgument,
    OptionalGameArgument,
    PairArgument,
    TableArgument,
    WhyOption,
    parse_game,
    parse_hand,
    parse_table,
)
from canasta_score.cli.invocation import ExitCode, get_invocation, usage_error
from canasta_score.cli.options import (
    ANYWAY_FLAG,
    JsonOption,
    Metavar,
    parse_points,
    split_words,
    value_option,
    word_argument,
)
from canasta_score.cli.prompt.questions import ask_yes_no, read_terminal_line
from canasta_score.cli.terminal import (
    get_terminal_height,
    get_terminal_width,
    is_interactive,
    print_json,
    print_result,
    print_sentences,
    print_table,
)
from canasta_score.disk.files import path_exists
from canasta_score.event.errors import EventError, event_error
from canasta_score.event.event import Event
from canasta_score.event.ranking import standings as ranking
from canasta_score.event.seating.rounds import find_repeats, find_table, list_known_seatings
from canasta_score.event.slips import Score, require_hand_number
from canasta_score.event.status import GameStatus, compute_status, list_later_decisions
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.recording import events
from canasta_score.report.event import text as event_text
from canasta_score.report.event.grids import format_standings, list_hidden_games
from canasta_score.report.event.json import build_correction_json, build_standings_json, build_status_json
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.frozen import replace
from canasta_score.rules.text import escape_unprintable, format_count, name_numbers


def _print_slip(recorded: events.RecordedEvent, *, anyway: bool = False) -> None:
    """Print what is known of the table of the last entry, and which slips are missing."""
    event = recorded.after
    entry = event.entries[-1]
    game, table = entry.game or 0, entry.table or 0
    seats, result = find_table(event, game, table), event.results[game, table]
    print_sentences(f"Game {game}, {event_text.describe_result(event, game, seats, result)}.")
    if result.is_disputed:
        hint = "look at the paper and enter the slip again; the totals entered twice count"
        messages.print_warning(event_text.describe_dispute(game, table, result.reports), hint)
    messages.print_diagnostics(recorded.problems, is_accepted=anyway)
    print_sentences(event_text.describe_missing_slips(compute_status(event, game)))


def fix(
    game: GameArgument,
    table: TableArgument,
    ns: Annotated[int, word_argument("NS", "The total of North-South.", parse_points)],
    ew: Annotated[int, word_argument("EW", "The total of East-West.", parse_points)],
    *,
    why: WhyOption,
    event: EventOption = None,
    json: JsonOption = False,
) -> None:
    """Correct a slip, also after announcing.

    It shows which pairs changed their rank. Before the game is announced, it shows only how many.
    """
    recorded = recording.record_in_event(event, events.fix_slip(game=game, table=table, score=Score(ns, ew), why=why))
    before, after = recorded.before, recorded.after
    are_public = game in before.announced
    changes = ranking.find_rank_changes(before, after, are_public=are_public)
    old = before.results[game, table].score or Score(0, 0)
    if json:
        print_json(build_correction_json(after, game, table, (old, Score(ns, ew)), changes))
        return
    seats = find_table(after, game, table)
    is_settled = old == (ns, ew)  # a dispute, with the totals that counted before
    verb, was = ("settled", "") if is_settled else ("corrected", f" (was {event_text.format_score(old)})")
    totals = f"{event_text.format_table_names(after, game, seats)}, {event_text.format_score(Score(ns, ew))}{was}"
    sentence = f"Game {game}, table {table} {verb}: {totals}."
    _print_decision(after, sentence, changes, about=seats.pairs, are_public=are_public)


def _print_decision(
    event: Event, sentence: str, changes: Mapping[int, tuple[int, int]], *, about: Sequence[int], are_public: bool
) -> None:
    """Print what was decided and who has another rank, or only how many pairs where nobody was shown the old ranks."""
    print_sentences(sentence)
    if changes and are_public:
        # The pairs that it is about come first. If a screen does not show all, they and the decision come last.
        is_long = is_interactive() and len(changes) > get_terminal_height() // 2
        ordered = sorted(changes.items(), key=lambda change: (change[0] in about) == is_long)
        lines = [f"{event.pairs[pair].name}: now rank {new}, was {old}" for pair, (old, new) in ordered]
        print_sentences("\n".join([*lines, *([sentence] if is_long else [])]))
        shown = ranking.compute_public_standings(event).after
        if shown != ranking.compute_standings(event).after:
            print_sentences(f"These are the ranks after game {shown}.")
    else:
        print_result(f"Ranks changed: {format_count(len(changes), 'pair')}." if changes else "No ranks changed.")


def adjust(
    pair: PairArgument,
    points: Annotated[int, word_argument("POINTS", "Points to add, or a negative number to take off.", parse_points)],
    *,
    why: WhyOption,
    public: Annotated[bool, typer.Option("--public", help="Show the reason to everybody.")] = False,
    event: EventOption = None,
) -> None:
    """Add points to a pair, or take some off.

    Points below zero are a penalty. They count in the total, and the ranks show them.
    """
    if not points:
        raise usage_error("0 points change nothing", "enter points such as -100 or 50")
    recorded = recording.record_in_event(event, events.adjust_pair(pair=pair, points=points, why=why, is_public=public))
    after, are_public = recorded.after, bool(recorded.before.announced)
    number = after.entries[-1].pair or 0
    reason = why if public else f"{why}; only you see the reason"
    sentence = f"{event_text.format_numbered_name(after, number, after.games)}: {points:+,} points ({reason})."
    changes = ranking.find_rank_changes(recorded.before, after, are_public=are_public)
    _print_decision(after, sentence, changes, about=(number,), are_public=are_public)


def status(
    game: OptionalGameArgument = None,
    *,
    reasons: Annotated[
        bool, typer.Option("--reasons", help="List corrections, adjustments and notes, and why.")
    ] = False,
    event: EventOption = None,
    json: JsonOption = False,
) -> None:
    """Show which slips are missing, unverified or disputed.

    It also shows which tables of the next game may start. The reasons are for the director only.
    """
    if reasons and json:
        raise usage_error("--reasons and --json cannot be used together", "use only one of them")
    loaded = recording.load_event(event)
    if reasons:
        print_sentences("\n".join(event_text.iter_reasons(loaded)) or "No corrections, adjustments or notes so far.")
        return
    result = compute_status(loaded, loaded.current_game if game is None else game)
    if json:
        print_json(build_status_json(loaded, result))
        return
    print_sentences("\n".join(event_text.iter_status_lines(result)))
    if game is None:
        for announced in loaded.announced:
            if announced != result.game:
                _print_announced_disputes(compute_status(loaded, announced))


def _print_announced_disputes(slips: GameStatus) -> None:
    for table, reports in slips.disputed.items():
        message = event_text.describe_dispute(slips.game, table, reports)
        words = ("event", "fix", str(slips.game), str(table), "NS", "EW", "--why", "TEXT")
        messages.print_warning(message, "the first slip counts; to correct it", *words)


def standings(
    *,
    after: Annotated[
        int | None, value_option("--after", Metavar.GAME, "The ranks after this game.", parse_game)
    ] = None,
    event: EventOption = None,
    json: JsonOption = False,
) -> None:
    """Show the ranks.

    They go by all slips that are in. In parentheses: the points for a game in which a pair sat out.
    """
    loaded = recording.load_event(event)
    result = ranking.compute_standings(loaded, after)
    if json:
        print_json(build_standings_json(loaded, result))
        return
    _print_standings(loaded, result)
    if after in loaded.announced and (later := list_later_decisions(loaded, after or 0)):
        message = f"{format_count(len(later), 'decision')} since game {after} was announced can move these ranks"
        messages.print_note(message, "to list all decisions", "event", "status", "--reasons")


def _print_standings(event: Event, standings: ranking.Standings) -> None:
    """Print standings; below those that are longer than the screen, the first places once more."""
    width = get_terminal_width()
    table = format_standings(event, standings, width)
    print_table(table)
    if is_interactive() and table.count("\n") >= get_terminal_height():
        print_sentences("\n".join(["", *event_text.iter_first_places(standings)]))
    if hidden := list_hidden_games(standings, width):
        message = f"there is no room for the points of {name_numbers('game', hidden)}"
        command = ("event", "export", "-f", "pairs", "-o", "ranks.csv")
        messages.print_note(message, "make the window wider, or write them to a file", *command)


def announce(game: OptionalGameArgument = None, *, event: EventOption = None, json: JsonOption = False) -> None:
    """Close a game and show the ranks.

    Every table must have a slip. Afterward a slip is corrected with "event fix".
    """
    recorded = recording.record_in_event(event, events.AnnounceGame(game=game))
    after = recorded.after
    number = after.entries[-1].game or 0
    slips, ranks = compute_status(after, number), ranking.compute_standings(after, number)
    if json:
        print_json(build_standings_json(after, ranks))
    else:
        print_result(f"Game {number} is announced.\n")
        _print_standings(after, ranks)
    # Below the ranks, which may be longer than the screen.
    messages.print_diagnostics(recorded.problems)
    _print_announced_disputes(slips)
    if slips.unverified:
        were = "was" if len(slips.unverified) == 1 else "were"
        message = f"{format_count(len(slips.unverified), 'slip')} {were} entered only once"
        messages.print_note(message, "to list them", "event", "status", str(number))
    if json:
        return
    if number < after.games:
        messages.print_hint("to see the tables of the next game", "event", "round", str(number + 1))
    else:
        messages.print_hint("to print the ranks for the wall", "event", "print", "standings", "-o", "wall.html")
        messages.print_hint("to write a page to send", "event", "export", "-o", "results.html")


def void(game: GameArgument, table: TableArgument, *, why: WhyOption, event: EventOption = None) -> None:
    """Take a slip away, so that its table is missing again.

    It is for a slip that was typed for the wrong table.
    """
    after = recording.record_in_event(event, events.void_slip(game=game, table=table, why=why)).after
    print_sentences(f"Game {game}, table {table}: the slip is taken away ({why}).")
    print_sentences(event_text.describe_missing_slips(compute_status(after, game)))


def swap(
    game: GameArgument,
    table: TableArgument,
    *,
    other: Annotated[
        int | None, value_option("--with", Metavar.TABLE, "Exchange East-West of these two tables.", parse_table)
    ] = None,
    event: EventOption = None,
) -> None:
    """Let North-South and East-West change places at a table.

    The totals of a slip stay those of North-South and East-West. --with is for East-West pairs that sat at each other's
    table; they change places in this game only.
    """
    recorded = recording.record_in_event(event, events.swap_table(game=game, table=table, other=other))
    before, after = recorded.before, recorded.after
    numbers = [number for number in (table, other) if number]
    for seats in (find_table(after, game, number) for number in numbers):
        result = after.results.get((game, seats.number))
        names = f"table {seats.number}: {event_text.format_table_names(after, game, seats)}"
        print_sentences(f"Game {game}, {event_text.describe_result(after, game, seats, result) if result else names}.")
    old, new = list_known_seatings(before), list_known_seatings(after)
    changed = [later for later in range(game + 1, len(new) + 1) if new[later - 1] != old[later - 1]]
    if changed:
        print_sentences(f"The seats of {name_numbers('game', changed)} change, too.")
    if other is None and (score := after.get_result(game, table).score):
        words = ("event", "fix", str(game), str(table), str(score.ew), str(score.ns), "--why", "TEXT")
        messages.print_hint("if each pair should keep its own total", *words)
    if again := sorted({game for game, _ in find_repeats(new)} - {game for game, _ in find_repeats(old)}):
        moved = {find_table(after, game, number).ew for number in numbers}
        there = [f"{seats.number}" for seats in new[again[0] - 1] if seats.is_played and seats.ew in moved]
        way_out = ("to exchange them there, too", "event", "swap", f"{again[0]}", there[0], "--with", there[-1])
        message = f"some pairs meet a second time in {name_numbers('game', again)}"
        messages.print_note(message, *(way_out if len(there) > 1 and again[0] > game else ()))
    if changed or not any((game, number) in after.results for number in numbers):
        recording.print_changed_paper(recorded)


_AnywayOption = Annotated[
    bool, typer.Option(ANYWAY_FLAG, help="Accept hands that look impossible, or slips of a later game.")
]


def slip(
    context: typer.Context,
    game: OptionalGameArgument = None,
    table: Annotated[int | None, word_argument(f"[{Metavar.TABLE}]", "The number of the table.", parse_table)] = None,
    figures: Annotated[
        list[str] | None,
        word_argument(f"[{Metavar.SLIP}...]", "The totals of North-South and East-West, or the items of a hand."),
    ] = None,
    *,
    hand: Annotated[
        int | None, value_option("--hand", Metavar.HAND, "Enter this hand by its items: ns r3 n2 ew b1.", parse_hand)
    ] = None,
    source: Annotated[
        str | None, value_option("--from", Metavar.FILE, "A CSV file with columns game,table,ns,ew.")
    ] = None,
    done: Annotated[bool, typer.Option("--done", help="No more hands will be entered for this table.")] = False,
    anyway: _AnywayOption = False,
    event: EventOption = None,
) -> None:
    """Enter the totals of a table, or a hand.

    First the total of North-South, then of East-West. The same totals entered again verify the slip; different ones
    make it disputed. Without arguments, the desk asks for one table after another. A file is entered as a
    whole, or not at all.
    """
    if source is not None:
        if game is not None:
            raise usage_error("--from takes all slips of a file", "leave out the game, the table and the totals")
        _enter_slips(recording.open_event(paths.resolve_event_path(event)), paths.expand_path(source), anyway=anyway)
        return
    if game is None:
        if not is_interactive():
            raise usage_error("no slip entered", "for example", "event", "slip", "1", "3", "2875", "-145")
        _open_desk(context, event, proposes_table=True)
    words = split_words(figures or [])
    recorder = recording.open_event(paths.resolve_event_path(event))
    finish = [events.FinishTable(game=game, table=table or 0)] if done else []
    if finish and not words:
        _print_slip(recorder.record(*finish))
        return
    if table is None or (hand is None and (done or len(words) != TOTALS_ON_SLIP)) or not words:
        example = ("event", "slip", str(game), str(table or 1), "2875", "-145")
        raise usage_error("enter the game, the table and two totals", "for example", *example)
    if hand is None:
        slip = events.EnterSlip(game=game, table=table, score=Score(*map(parse_points, words)), anyway=anyway)
        _print_slip(_record_or_ask(recorder, slip))
        return
    current = recorder.read()
    seats = find_table(current, game, table)
    require_hand_number(current.variant, hand)
    names = events.name_sides(current, game, seats)
    with hand_input.explain_refused_hand(current.variant):
        facts = parse_tally(current.variant, words, names)
        request = events.EnterHand(game=game, table=table, hand=hand, facts=facts, anyway=anyway)
        recorded = recorder.record(request, *finish)
    _print_slip(recorded, anyway=anyway)


def desk(context: typer.Context, *, event: EventOption = None) -> None:
    """Run a club day at one prompt, with a slip in each line.

    Type the slips as they come: 14 2875 -145 is table 14, North-South, East-West. Typed again, a slip is verified.
    Enter alone asks for the next table. Commands are typed without "event": status, fix 14 2880 -145, announce. "help"
    lists them, TAB completes them, and Ctrl-D leaves.
    """
    _open_desk(context, event)


def _open_desk(context: typer.Context, event: str | None, *, proposes_table: bool = False) -> NoReturn:
    """Answer lines until the person leaves, or until the end of a pipe, and raise typer.Exit."""
    from canasta_score.cli.prompt.clock_screen import EventWatch
    from canasta_score.cli.prompt.desk import Desk, DeskEditor, PipeReader

    program, watch = context.find_root().command, EventWatch(paths.resolve_event_path(event))
    reader = DeskEditor(program, watch) if is_interactive() else PipeReader()
    with suppress(EOFError):
        Desk(program, watch, reader).run(proposes_table=proposes_table)
    if reader.ask_question:
        messages.print_note(f"you left the desk; everything you entered is saved in {watch.path}")
    raise typer.Exit


def _enter_slips(recorder: events.EventRecorder, path: Path, *, anyway: bool) -> None:
    """Enter the slips of a file that another laptop has written, all of them or none."""
    event = recorder.read()
    slips = events.list_new_slips(event, recording.read_table(path), str(path), anyway=anyway)
    if not slips:
        get_invocation().build_json = partial(recording.build_json, events.RecordedEvent(before=event, after=event))
        print_sentences(f"Nothing new in {escape_unprintable(str(path))}.")
        return
    recorded = recorder.record(*slips)
    before, after = recorded.before.results, recorded.after.results
    keys = [(slip.game, slip.table) for slip in slips]
    verified = sum(after[key].is_verified for key in keys)
    disputed = [key for key in keys if after[key].is_disputed]
    counts = f"{sum(key not in before for key in keys)} new, {verified} verified, {len(disputed)} disputed"
    print_sentences(f"{format_count(len(slips), 'slip')} entered from {escape_unprintable(str(path))}: {counts}.")
    for key in disputed:
        message = event_text.describe_dispute(*key, after[key].reports)
        messages.print_warning(message, "look at the paper and enter the slip again")
    messages.print_diagnostics(recorded.problems)
    print_sentences(event_text.describe_missing_slips(compute_status(recorded.after, recorded.after.current_game)))


def take(
    game: GameArgument,
    table: TableArgument,
    file: Annotated[str, word_argument(Metavar.FILE, "The game file of the table.")],
    *,
    anyway: _AnywayOption = False,
    event: EventOption = None,
) -> None:
    """Enter the totals of a table from its game file.

    Sides are matched by the names of the pairs. If the file has other names, its first side is North-South.

    An evening at one table can count in a season, too. Start an event with the rules of the game and --games 1. Then
    add both pairs, draw, and take the game.
    """
    path = paths.expand_path(file)
    if not path_exists(path):
        hint, code = "enter the game file of the table", DiagnosticCode.NO_SUCH_GAME
        raise event_error("there is no such file", hint, file=str(path), code=code)
    ledger = read_ledger(path)
    request = events.TakeTable(game=game, table=table, ledger=ledger, source=file, anyway=anyway)
    _print_slip(_record_or_ask(recording.open_event(paths.resolve_event_path(event)), request))


def _record_or_ask(
    recorder: events.EventRecorder, request: events.EnterSlip | events.TakeTable
) -> events.RecordedEvent:
    """Record a slip; for a game that is not under way yet, ask first, or raise EventError where nobody can answer."""
    try:
        return recorder.record(request)
    except EventError as error:
        if error.diagnostics[0].code is not DiagnosticCode.LATER_GAME or not is_interactive():
            raise
        messages.print_warning(error.diagnostics[0].message)
        if not ask_yes_no(read_terminal_line, "Record it anyway? [y/N] ", default=False):
            messages.print_note("nothing recorded")
            raise typer.Exit(ExitCode.INVALID_LEDGER) from None
    return recorder.record(replace(request, anyway=True))
