"""The setup of a club day: the event, its pairs, the draw, who plays whom, and pairs that come late or leave."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import chain, repeat
from secrets import randbelow
from typing import Annotated, Any

import typer

from canasta_score.cli import options
from canasta_score.cli.event.options import (
    DEFAULT_EVENT_VARIANT,
    EventOption,
    FromGameOption,
    OptionalGameArgument,
    PairArgument,
    parse_game,
)
from canasta_score.cli.event.recording import load_event, open_event, print_changed_paper, read_table, record_in_event
from canasta_score.cli.invocation import usage_error
from canasta_score.cli.messages import print_diagnostics, print_hint, print_note, print_warning
from canasta_score.cli.paths import expand_path, resolve_event_path
from canasta_score.cli.prompt.questions import ask_yes_no, read_terminal_line
from canasta_score.cli.terminal import get_terminal_width, is_interactive, print_json, print_sentences, print_table
from canasta_score.clock import get_local_time
from canasta_score.event.errors import EventError
from canasta_score.event.event import FIRST_GAME, Event, find_pair, label_pair
from canasta_score.event.movements import MOVEMENTS, MovementName
from canasta_score.event.seating.csv_tables import parse_pairs
from canasta_score.event.seating.rounds import find_repeats, list_known_seatings, list_seatings
from canasta_score.event.seating.tables import list_pairs, list_sit_outs
from canasta_score.event.settings import (
    MAX_GAMES,
    MAX_MINUTES,
    Fields,
    LastGame,
    RankBy,
    Settings,
    Show,
    SitOutCredit,
    TieBreaker,
    UnfinishedHand,
)
from canasta_score.event.status import find_own_table
from canasta_score.game.sides import find_side_name_errors, join_spaces
from canasta_score.recording import events
from canasta_score.report.event.grids import format_round
from canasta_score.report.event.json import build_round_json
from canasta_score.report.event.text import format_numbered_name, list_event_rules
from canasta_score.report.labels import format_date
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, format_suggestion
from canasta_score.rules.frozen import replace
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import escape_unprintable, join_words, name_numbers

_DEFAULT = Settings()
# Where wins are the points already, total points say most about the day.
_DEFAULT_TIES = {RankBy.WINS: (TieBreaker.TOTAL, TieBreaker.HEAD_TO_HEAD, TieBreaker.BEST_GAME)}
_GamesOption = Annotated[int, options.number_option("--games", "How many games are played.", least=1, most=MAX_GAMES)]
_MinutesOption = Annotated[int, options.number_option("--minutes", "Minutes for each game.", least=1, most=MAX_MINUTES)]
_WarnOption = Annotated[
    int | None, options.number_option("--warn", "Minutes from the warning to the end (default: 10).", most=MAX_MINUTES)
]
_MovementOption = Annotated[MovementName, typer.Option("--movement", help="How pairs move from game to game.")]
_LastGameOption = Annotated[LastGame | None, typer.Option("--last-game", help="Another movement before the last game.")]
_TiesOption = Annotated[
    str | None, options.value_option("--ties", "WORD,WORD", 'What breaks ties, in this order; "" for nothing.')
]
_SitOutOption = Annotated[SitOutCredit, typer.Option("--sit-out", help="What a pair gets for sitting out.")]
_FieldsOption = Annotated[Fields, typer.Option("--fields", help="One ranking, or one for each direction.")]
_UnfinishedOption = Annotated[
    UnfinishedHand, typer.Option("--unfinished", help="What happens to an unfinished hand at the bell.")
]
_EventHouseRulesOption = Annotated[
    list[str] | None, options.house_rules_option("A house rule, such as game.hands=4; repeat for each rule.")
]


def _parse_day(text: str) -> datetime:
    """Parse the day of an event, at the time that it is now: two events of one day are different."""
    try:
        return datetime.combine(date.fromisoformat(text), get_local_time().timetz())
    except ValueError:
        message = f'"{options.restore_hyphens(text)}" is not a day'
        raise usage_error(message, "enter a day such as 2026-12-05", option="--date") from None


_DayOption = Annotated[
    datetime | None, options.value_option("--date", "DAY", "The day of the event (default: today).", _parse_day)
]


def new(  # noqa: PLR0913 -- an option for each setting
    name: Annotated[str, options.word_argument("NAME", "What the day is called.")],
    *,
    day: _DayOption = None,
    variant: Annotated[str, options.variant_option("The rules: a name or a rule file.")] = DEFAULT_EVENT_VARIANT,
    games: _GamesOption = _DEFAULT.games,
    minutes: _MinutesOption = _DEFAULT.minutes,
    warn: _WarnOption = None,
    movement: _MovementOption = _DEFAULT.movement,
    last_game: _LastGameOption = None,
    rank: Annotated[RankBy, typer.Option("--rank", help="What decides the ranks.")] = _DEFAULT.rank,
    ties: _TiesOption = None,
    sit_out: _SitOutOption = _DEFAULT.sit_out,
    fields: _FieldsOption = _DEFAULT.fields,
    unfinished: _UnfinishedOption = _DEFAULT.unfinished,
    show: Annotated[Show, typer.Option("--show", help="Which results screens and prints show.")] = _DEFAULT.show,
    house: _EventHouseRulesOption = None,
    event: EventOption = None,
) -> None:
    """Start a club day.

    The event file keeps all the rules of the day. An existing file is never replaced.
    """
    if not name.strip():
        raise usage_error("the name is empty", "give the day a name", "event", "new", "Club day")
    for error in find_side_name_errors("", name):
        raise usage_error(error.message, error.hint)
    _check_movement(movement, last_game, fields, rank)
    if warn is not None and warn >= minutes:
        raise usage_error("the warning must come in the game", f"enter less than {minutes} minutes", option="--warn")
    settings = Settings(
        games=games,
        minutes=minutes,
        warn=min(_DEFAULT.warn, minutes - 1) if warn is None else warn,
        movement=movement,
        last_game=last_game,
        rank=rank,
        ties=_DEFAULT_TIES.get(rank, _DEFAULT.ties) if ties is None else _parse_tie_breakers(ties),
        sit_out=sit_out,
        fields=fields,
        unfinished=unfinished,
        show=show,
    )
    path, house_rules = resolve_event_path(event), tuple(house or ())
    raw_rules, rules = load_with_overrides(variant, house_rules)
    _check_rules(rules)
    started = Event(
        name=name,
        started_at=day or get_local_time(),
        variant=rules,
        house_rules=house_rules,
        settings=settings,
        raw_rules=raw_rules,
    )
    created = open_event(path, done=f"{path} is written").create(started)
    when = f"The event is on {format_date(day)}. " if day else ""
    described = f"{created.name}: " + "\n".join(list_event_rules(created))
    print_sentences(f"{described}\n\n{when}The event file is {escape_unprintable(str(path))}.")
    print_hint("add the pairs", "event", "pair", "Ann & Bob", "Cy & Di")


def _check_rules(rules: Variant) -> None:
    if rules.game.is_won_by_lowest:
        message = "in these rules the lowest total wins, but an event ranks the highest first"
        raise usage_error(message, "choose other rules, or add --set game.wins=highest", option="--variant")
    if rules.has_partners_by_hand:
        message = "at a table of an event, two pairs play; these rules are for three players"
        raise usage_error(message, "choose other rules", option="--variant")


def _check_movement(movement: MovementName, last_game: LastGame | None, fields: Fields, rank: RankBy) -> None:
    if MOVEMENTS[movement].eliminates and rank is not _DEFAULT.rank:
        raise usage_error("in a knockout, pairs are ranked by how far they come", "leave out --rank", option="--rank")
    if MOVEMENTS[movement].eliminates and last_game:
        raise usage_error("in a knockout, the bracket says who meets", "leave out --last-game", option="--last-game")
    turning = last_game or (None if MOVEMENTS[movement].keeps_directions else movement)
    if fields is Fields.TWO and turning:
        message = f"with {turning}, pairs change between North-South and East-West"
        hint = f"choose --movement {MovementName.EAST_WEST_UP}, or one field"
        raise usage_error(message, hint, option="--fields")


def _parse_tie_breakers(text: str) -> tuple[TieBreaker, ...]:
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    for word in words:
        if word not in tuple(TieBreaker):
            hint = format_suggestion(word, TieBreaker) if word else "enter words with commas between them"
            raise usage_error(f'unknown tie-breaker "{word}"', hint, option="--ties")
    return tuple(dict.fromkeys(map(TieBreaker, words)))


def pair(
    names: Annotated[
        list[str] | None, options.word_argument("[NAME...]", 'The name of each pair: "Ann & Bob".', join_spaces)
    ] = None,
    *,
    source: Annotated[
        str | None, options.value_option("--from", options.Metavar.FILE, "A CSV file with a pair in each row.")
    ] = None,
    event: EventOption = None,
) -> None:
    """Add pairs before the draw.

    Pairs are numbered 1, 2, 3 in this order. A file has one column, or a column for each player.
    """
    rows = _parse_or_ask(read_table(expand_path(source)), source) if source else {}
    given = [*(names or []), *rows.values()]
    if not given:
        raise usage_error("no pair entered", "for example", "event", "pair", "Ann & Bob", "Cy & Di")
    places = [*repeat({}, len(given) - len(rows)), *({"file": source, "row": row} for row in rows)]
    try:
        recorded = record_in_event(event, events.AddPairs(names=tuple(given)))
    except EventError as error:
        raise EventError(_locate_names(error.diagnostics, places)) from None
    for number, added in recorded.after.pairs.items():
        if number not in recorded.before.pairs:
            print_sentences(f"Pair {number}: {added.name}")
    print_diagnostics(_locate_names(recorded.problems, places))  # below a list that may be longer than the screen


def _locate_names(diagnostics: Iterable[Diagnostic], places: Sequence[Mapping[str, Any]]) -> list[Diagnostic]:
    """Return what is wrong with names, each with the place of its name."""
    return [each if each.word_index is None else replace(each, **places[each.word_index]) for each in diagnostics]


def _parse_or_ask(data: bytes, file: str) -> dict[int, str]:
    """Parse pairs; where the first row may be headings, ask, or raise EventError where nobody can answer."""
    try:
        return parse_pairs(data, file)
    except EventError as error:
        if error.diagnostics[0].code is not DiagnosticCode.UNCLEAR_HEADINGS or not is_interactive():
            raise
        print_warning(error.diagnostics[0].headline)
    is_heading = ask_yes_no(read_terminal_line, "Is the first row a heading? [Y/n] ", default=True)
    return parse_pairs(data, file, has_headings=is_heading)


def draw(
    *,
    seed: Annotated[int | None, options.number_option("--seed", "Repeat a draw by its number.")] = None,
    seats: Annotated[
        str | None,
        options.value_option("--seats", options.Metavar.FILE, "A CSV file with columns table, ns, ew; no draw."),
    ] = None,
    event: EventOption = None,
) -> None:
    """Draw the tables of the first game.

    The draw says who sits North-South and East-West. Its number is kept, so that the draw can be repeated. A file of
    seats for several games has a column "game" as well.
    """
    if seed is not None and seats is not None:
        raise usage_error("--seed and --seats cannot be used together", "use only one of them")
    if seats is None:
        request = events.draw_seats(seed=randbelow(1_000_000) if seed is None else seed)
    else:
        path = expand_path(seats)
        request = events.set_seats(data=read_table(path), file=str(path))
    drawn = record_in_event(event, request).after
    print_table(format_round(drawn, [drawn.seatings[FIRST_GAME]], get_terminal_width()))
    rounds = list_known_seatings(drawn)
    games = sorted({repeated for repeated, _ in find_repeats(rounds)})
    if games:
        # Pairs of one direction never meet: there are enough opponents for every game, if they may.
        has_others = drawn.movement.keeps_directions and not drawn.movement.is_given and len(drawn.pairs) > drawn.games
        hint = f"to avoid that, start the event with --movement {MovementName.ROUND_ROBIN}" if has_others else ""
        print_note(f"some pairs meet a second time in {name_numbers('game', games)}", hint)
    sit_outs = [list_sit_outs(seating) for seating in rounds]
    again = [game for game, pairs in enumerate(sit_outs, 1) if {*pairs} & {*chain(*sit_outs[: game - 1])}]
    if again:
        print_note(f"a pair sits out a second time in {name_numbers('game', again)}")


def round_(game: OptionalGameArgument = None, *, event: EventOption = None, json: options.JsonOption = False) -> None:
    """Show who plays whom in a game.

    It shows the tables, who sits out, and pairs that meet again.
    """
    loaded = load_event(event)
    number = loaded.current_game if game is None else game
    loaded.require_game(number)
    rounds = list_seatings(loaded, number)
    if json:
        print_json(build_round_json(loaded, rounds))
    else:
        print_table(format_round(loaded, rounds, get_terminal_width()))


_NewPairArgument = Annotated[str, options.word_argument("NAME", 'The name of the pair: "Ann & Bob".', join_spaces)]


def rename(
    pair: PairArgument,
    name: _NewPairArgument,
    *,
    from_game: Annotated[
        int | None,
        options.value_option("--from", options.Metavar.GAME, "A substitute plays from this game on.", parse_game),
    ] = None,
    event: EventOption = None,
) -> None:
    """Give a pair another name, or a substitute.

    The pair keeps its number, its seats and its points. With --from, earlier games keep the old name, and in a season
    the day counts for those who began it. Without it, the new name is that of the whole day.
    """
    recorded = record_in_event(event, events.rename_pair(pair=pair, name=name, game=from_game))
    after = recorded.after
    number = after.entries[-1].pair or 0
    renamed, old = after.pairs[number], recorded.before.pairs[number].name
    since = f" from game {from_game} on" if from_game else ""
    print_sentences(f"Pair {number}: {name}{since} (was {old})")
    begun_by = renamed.get_name(renamed.spells[0][0])
    if begun_by != name:
        print_sentences(f"In a season, this day counts for {begun_by}.")
    elif after.has_results(FIRST_GAME):
        game = min(after.find_open_game(), after.games)
        words = ("event", "rename", f"{number}", name, "--from", f"{game}")
        message = "all games of the day have the new name, and in a season the day counts for it"
        print_note(message, f"if a substitute plays from game {game} on, undo this; then", *words)
    print_changed_paper(recorded)


def remove(pair: PairArgument, *, event: EventOption = None) -> None:
    """Take a pair out before the draw.

    The other pairs keep their numbers. After the draw, use "event withdraw".
    """
    before = record_in_event(event, events.remove_pair(pair=pair)).before
    print_sentences(f"Removed: pair {label_pair(find_pair(before.pairs, pair))}.")


def late(name: _NewPairArgument, *, from_game: FromGameOption = None, event: EventOption = None) -> None:
    """Add a pair that comes late.

    The pair plays from the next game on. It takes the place of the pair that sits out, or a new table.
    """
    recorded = record_in_event(event, events.add_late_pair(name=name, game=from_game))
    _print_presence(recorded, "is in")


def withdraw(pair: PairArgument, *, from_game: FromGameOption = None, event: EventOption = None) -> None:
    """Take out a pair that leaves.

    It leaves after the game that is played now, or before game 1 if it does not come at all. Its results stay, and its
    next opponent sits out.
    """
    recorded = record_in_event(event, events.withdraw_pair(pair=pair, game=from_game))
    _print_presence(recorded, "is out")
    entry, game = recorded.after.entries[-1], recorded.after.current_game
    own = find_own_table(recorded.after, entry.pair or 0)
    if own and from_game is None and (game, own[0].number) not in recorded.after.results:
        words = ("event", "withdraw", f"{entry.pair}", "--from", f"{game}")
        print_hint(f"if the pair does not play in game {game} either", *words)


def return_(pair: PairArgument, *, from_game: FromGameOption = None, event: EventOption = None) -> None:
    """Take a pair back in.

    The pair plays from the next game on. The games that it missed give nothing.
    """
    recorded = record_in_event(event, events.return_pair(pair=pair, game=from_game))
    _print_presence(recorded, "is back")


def _print_presence(recorded: events.RecordedEvent, change: str) -> None:
    """Print what has changed from a game on, and who sits out in that game or no longer does, as far as it is known."""
    event = recorded.after
    entry = event.entries[-1]
    game, own = entry.game or 0, entry.pair or max(event.pairs)  # a late pair has the last number
    name = f"Pair {own}: {entry.names[0]}" if entry.names else format_numbered_name(event, own, game)
    # Of a game that is not known yet, nobody sits out.
    before = dict(enumerate(list_known_seatings(recorded.before), 1)).get(game, ())
    seating = dict(enumerate(list_known_seatings(event), 1)).get(game, ())
    sit_outs = list_sit_outs(seating)
    too = f", and sits out in game {game}" if own in sit_outs else ""
    print_sentences(f"{name} {change} from game {game} on{too}.")
    others = [pair for pair in sit_outs if pair != own]
    back = [pair for pair in list_sit_outs(before) if pair in {*list_pairs(seating)} - {*sit_outs}]
    for label, pairs in ((f"Sits out in game {game}", others), (f"Plays in game {game} after all", back)):
        if pairs:
            names = join_words(format_numbered_name(event, pair, game) for pair in pairs)
            print_sentences(f"{label}: {names}.")
    if seating:
        print_changed_paper(recorded)
