"""`canasta-score new`: start a game."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from canasta_score.cli import hand_input, options, paths, recording, terminal
from canasta_score.cli.invocation import ExitCode, get_invocation, usage_error
from canasta_score.cli.messages import change_ledger, format_command, print_note, print_warning
from canasta_score.cli.prompt.first_game import ask_for_game, ask_for_next_game, list_players_in_turn
from canasta_score.cli.prompt.game_answers import choose_side_ids, note_other_rules, renew_rules
from canasta_score.cli.prompt.questions import read_terminal_line
from canasta_score.cli.shells import detect_shell, quote_words
from canasta_score.clock import get_local_time
from canasta_score.disk.files import path_exists
from canasta_score.game import sides
from canasta_score.game.entries import LedgerError, ledger_error
from canasta_score.game.evening import find_free_path
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import inspect_ledger, read_ledger
from canasta_score.game.storage.recent_games import remember_game
from canasta_score.hand.amounts import parse_integer
from canasta_score.hand.facts import WordError
from canasta_score.hand.partners import NUMBER_OF_SIDES
from canasta_score.hand.tally.names import find_side
from canasta_score.recording.rule_changes import load_rules, override_rules
from canasta_score.report.text.standing import format_game_heading, format_standing
from canasta_score.rules.diagnostics import CanastaError, DiagnosticCode, format_suggestion
from canasta_score.rules.frozen import replace
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.inheritance import OPEN_TABLES, find_new_names
from canasta_score.rules.text import escape_unprintable, join_words

_NewGameVariantOption = Annotated[
    str | None, options.variant_option(f"The rules: a name or a rule file (default: {options.DEFAULT_VARIANT}).")
]
_LikeOption = Annotated[
    str | None,
    options.value_option(
        "--like", options.Metavar.FILE, "Same rules and sides as another game; options you add override them."
    ),
]
_SidesOption = Annotated[
    list[str] | None, options.value_option("--side", "ID=NAME", "A side's id and name; repeat for two to eight sides.")
]
_StartTotalsOption = Annotated[
    list[str] | None,
    options.value_option("--start", options.Metavar.START_TOTAL, "Points a side starts with; repeat for each side."),
]
_SeatsOption = Annotated[
    str | None, options.value_option("--seats", "NAMES", "Who sits where, in the order of play: Ann, Cy, Bob, Di")
]
_DealerOption = Annotated[
    str | None, options.value_option("--dealer", "NAME", "Who deals the first hand (default: the first in --seats).")
]


def new(
    *,
    variant: _NewGameVariantOption = None,
    like: _LikeOption = None,
    we: Annotated[str | None, options.value_option("--we", "NAME", "The name of the first side.")] = None,
    they: Annotated[str | None, options.value_option("--they", "NAME", "The name of the second side.")] = None,
    side: _SidesOption = None,
    start: _StartTotalsOption = None,
    house: options.HouseRulesOption = None,
    seats: _SeatsOption = None,
    dealer: _DealerOption = None,
    ledger: options.LedgerOption = None,
) -> None:
    """Start a game.

    The game file keeps all the rules of the game. An existing game file is never replaced.
    """
    path = paths.get_ledger_path(ledger)
    before = None if ledger is not None or paths.get_chosen_ledger() else _read_game_at(path)
    finished = before if before and before.entries and before.standing().over else None
    if finished:  # the new game follows it
        path = find_free_path(Path(paths.DEFAULT_LEDGER))
    is_plain = not (variant or like or we or they or side or start or house or seats or dealer)
    at_prompt = get_invocation().is_at_prompt
    may_ask = is_plain and ledger is None and terminal.is_interactive() and not (at_prompt or path_exists(path))
    if may_ask:
        try:
            ask = partial(ask_for_next_game, finished) if finished else ask_for_game
            choice = ask(path, read_terminal_line)
        except (EOFError, KeyboardInterrupt):
            raise typer.Exit(ExitCode.INTERRUPTED) from None
        if choice:
            is_plain, variant, side, house = False, choice.variant, choice.list_sides(), [*choice.house_rules]
            seats, dealer = (", ".join(choice.order), choice.dealer) if choice.order else (None, None)
    elif finished and variant is None and like is None:
        finished = replace(finished, rules=renew_rules(finished).rules)
    model = finished if like is None else inspect_ledger(like).state  # with its totals it may be at odds
    if variant is not None or model is None:
        base = load_rules(options.DEFAULT_VARIANT if variant is None else variant)
    else:
        base = model.rules
        if like is not None:
            note_other_rules(model)
    rules = override_rules(base, house or [])
    names = _choose_side_names(model, we, they, side or [])
    if seats is not None and not (model or we or they or side):
        names = _name_seated_sides(rules.variant, sides.parse_players(seats)) or names
    _validate_sides(rules.variant, variant or rules.variant.name, names)
    _check_ledger_is_free(path, is_plain=is_plain)
    totals = _parse_start_totals(names, start or ())
    game = Ledger(
        file=str(path),
        rules=rules,
        started_at=get_local_time(),
        side_names=names,
        starting_totals=totals,
        totals=totals,
        seats=_choose_seats(seats, dealer, names, model if model and model.side_names == names else None),
    )
    _start_game(game, find_new_names(base.keys, rules.keys))


def _start_game(game: Ledger, new_names: Sequence[tuple[str, str]]) -> None:
    path = Path(game.file)
    if errors := [
        error.at(game.file, f"sides.{side}")
        for side, name in game.side_names.items()
        for error in sides.find_side_name_errors(side, name)
    ]:
        raise LedgerError(errors)
    game = recording.open_game(path, done=f"A new game is written to {path}").create(game)
    remember_game(path)
    get_invocation().folder_ledger = None  # there is a new one
    if game.variant.game.target and max(game.starting_totals.values()) >= game.variant.game.target:
        print_warning("a side starts at the target or above it, so the next hand may end the game")
    terminal.print_result(terminal.wrap_to_terminal(format_game_heading(game)))
    terminal.print_result(f"Game started in {escape_unprintable(game.file)}.")
    at_prompt = get_invocation().is_at_prompt
    if named := "" if at_prompt else quote_words(paths.list_ledger_words(), detect_shell()):
        text = f"Add {named} to every command, or set {paths.LEDGER_VARIABLE}."
        terminal.print_result(terminal.wrap_to_terminal(text))
    terminal.print_table("\n" + format_standing(game.variant, game.standing(), terminal.get_terminal_width()))
    hand = hand_input.build_example_hand(game.variant, *game.side_names)
    command = hand if at_prompt else format_command("add", *hand.split())
    terminal.print_result(f"\nTo record a hand, for example:\n{terminal.MESSAGE_INDENT}{command}")
    for table, name in new_names:
        message = f"{name} is a new {OPEN_TABLES[table]} in this game"
        print_note(message, "to see all items", "variants", "show", *paths.list_ledger_words()[1:])
    if get_invocation().words[1:] and not at_prompt:  # where questions were asked, so was this one
        names = list(game.side_names.values())
        if game.seats and (partners := sides.find_adjacent_partners(game.seats.order, names)):
            usual = f'--seats "{", ".join(list_players_in_turn(names))}"'
            message = f"{join_words(partners)} are partners, but they play one after the other"
            print_warning(message, f"if that is wrong, delete {game.file} and start again with {usual}")
        players = game.seats.order if game.seats and not game.seats.turns else ()
        if len(players) > 2 * len(names) and len(players) % len(names):  # two against one of three all play
            side, team = [*game.side_names][-1], ", ".join(players[1 :: len(names)])
            message = "who sits out is known once the names of the sides name all players"
            print_note(message, "to name those of a side, for example", "rename", side, f"{team} & {players[-1]}")


def _read_game_at(path: Path) -> Ledger | None:
    try:
        return read_ledger(path) if path_exists(path) else None
    except CanastaError:  # any other file that is there is refused when the game is written
        return None


def _check_ledger_is_free(path: Path, *, is_plain: bool) -> None:
    game = _read_game_at(path)
    if not game:
        return
    message, hint = 'this game is not over; "end" ends it', "to play another game as well"
    command = tuple(change_ledger(get_invocation().words, str(find_free_path(path))))
    if not game.entries:
        message, command = "this game has already been started", ()
        hint = "nothing is recorded in it yet: change a name by rename, or delete the file to start over"
    elif game.standing().over:
        message, hint = "this game is over", "to start the next game"
        # Without options, a game like this one is meant; with options, the person knows which.
        command = paths.build_next_game_command(game.file) if is_plain else command
    raise ledger_error(str(path), message, hint, *command, code=DiagnosticCode.UNREADABLE)


def _choose_side_names(model: Ledger | None, we: str | None, they: str | None, texts: Sequence[str]) -> dict[str, str]:
    """Return the names of the sides by their ids; a text is `ann=Ann & Bob`, or an id alone."""
    stated = zip(DEFAULT_SIDES, (we, they), strict=True)
    given = {side: sides.strip_quotes(name) for side, name in stated if name is not None}
    if not texts and model:
        for side in given:
            if side not in model.side_names:
                words = [word for new, name in given.items() for word in ("--side", f"{new}={name}")]
                hint = f"its sides are {join_words(model.side_names)}; to play with other sides, name each: "
                hint += quote_words(words, detect_shell())
                raise usage_error(f'"{side}" is not a side of that game', hint, option=f"--{side}")
        return {**model.side_names, **given}
    if not texts:
        return {side: given.get(side, side.capitalize()) for side in DEFAULT_SIDES}
    for text in texts:
        word, sign, name = text.partition("=")
        side = word.lower()
        if side in given:
            raise usage_error(f'the side "{word}" is there twice', "give each side its own id", option="--side")
        given[side] = sides.strip_quotes(name) if sign else word.capitalize()
    return given


def _name_seated_sides(variant: Variant, order: Sequence[str]) -> dict[str, str]:
    """Return the sides of players: of three everyone is one, else partners sit opposite; none for other odd numbers."""
    if len(order) == NUMBER_OF_SIDES:
        return dict(choose_side_ids(variant, order))
    if len(order) % len(DEFAULT_SIDES):
        return {}
    names = dict[str, str]()
    for place, side in enumerate(DEFAULT_SIDES):
        *others, last = order[place :: len(DEFAULT_SIDES)]
        names[side] = " & ".join(filter(None, (", ".join(others), last)))
    return names


def _validate_sides(variant: Variant, rules_name: str, names: Mapping[str, str]) -> None:
    """Raise a usage error for sides that no game can have: duplicates, empty names, ids that rules give a meaning."""
    for diagnostic in sides.find_duplicate_name_errors(names):
        raise usage_error(diagnostic.message, diagnostic.hint)
    if not all(name.strip() for name in names.values()):
        raise usage_error("a side has an empty name", "give each side a name")
    if variant.has_partners_by_hand and len(names) != NUMBER_OF_SIDES:
        message = f"{variant.title} is for exactly {NUMBER_OF_SIDES} players"
        players = [word for name in ("ann=Ann", "bob=Bob", "cy=Cy") for word in ("--side", name)]
        raise usage_error(message, "name them", "new", "-v", rules_name, *players)
    for diagnostic in sides.find_side_list_errors(variant, names):
        raise usage_error(diagnostic.message, diagnostic.hint, option="--side")


def _choose_seats(
    seats: str | None, dealer: str | None, names: Mapping[str, str], model: Ledger | None
) -> sides.Seats | None:
    """Return the seats that are given, or those of the game before with its next dealer; None if none are known."""
    known = model.current_seats if model else None
    if known and model:
        known = known.go_on(model.next_place - 1)
    if seats is not None:
        order = sides.parse_players(seats)
        known = sides.Seats(order=order, dealer=order[0])
    if known is None:
        if dealer is not None:
            raise usage_error("the dealer needs the players", 'add --seats "Ann, Cy, Bob, Di"', option="--dealer")
        return None
    if dealer is not None:
        known = replace(known, dealer=sides.match_player(dealer, known.order))
    turns = sides.find_turns(known.order, names.values())
    sitting = sides.find_sitting_dealer_error(replace(known, turns=turns))
    for diagnostic in (*sides.find_seat_errors(known.order, known.dealer), *filter(None, [sitting])):
        option = "--dealer" if diagnostic.where == sides.DEALER_KEY else "--seats"
        raise usage_error(diagnostic.message, diagnostic.hint, option=option)
    return known


def _parse_start_totals(names: Mapping[str, str], texts: Sequence[str]) -> dict[str, int]:
    """Parse the totals brought forward, such as `we=1200` or `Ann=1200`; sides that none is given for start at 0."""
    given: dict[str, int] = {}
    for text in texts:
        word, _, number = text.partition("=")
        try:
            side = find_side(word, names, unknown_hint=format_suggestion(word, names))
            total = parse_integer(side, number, negative=True)
        except WordError as error:
            raise usage_error(error.diagnostic.message, error.diagnostic.hint, option="--start") from None
        if side in given:
            raise usage_error(f'the total of "{side}" is there twice', "enter it once", option="--start")
        given[side] = total
    return {**dict.fromkeys(names, 0), **given}
