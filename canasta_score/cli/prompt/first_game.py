"""The start of a game by questions: rules, names, seats and dealer are asked for, and then whether to start it."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill

import typer
from typer._click.core import Command

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.invocation import run_command
from canasta_score.cli.messages import print_diagnostics, print_error, print_note, print_problem, prompt_mode
from canasta_score.cli.options import DEFAULT_VARIANT
from canasta_score.cli.paths.game import use_ledger
from canasta_score.cli.prompt.questions import HELP_REPLY, AskFunction, ask_yes_no
from canasta_score.cli.terminal import MESSAGE_INDENT, get_terminal_width, print_result
from canasta_score.game.seats import Seats, find_seat_errors, match_player, parse_players
from canasta_score.game.sides import MAX_SIDES, find_side_word_errors, strip_quotes
from canasta_score.game.storage.files import resolve_path
from canasta_score.hand.tally.sides import split_players
from canasta_score.report.rules.listing import format_variant_titles
from canasta_score.rules.catalog.listing import list_variants
from canasta_score.rules.catalog.loading import load_variant
from canasta_score.rules.diagnostics import NOWHERE, CanastaError
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import fold_text, join_words

_NUMBERS_OF_SIDES = tuple(map(str, range(len(DEFAULT_SIDES) + 1, MAX_SIDES + 1)))
_SEATS_QUESTION = "Players in the order of play? [skip] "


@frozen
class GameChoice(Value):
    """What a person answers about a new game."""

    variant: str
    names: Mapping[str, str]
    seats: Seats | None

    def list_sides(self) -> list[str]:
        """Return the values of `--side` that name the sides."""
        return [f"{side}={name}" for side, name in self.names.items()]

    def list_options(self) -> list[str]:
        """Return the options of `new` that start the game."""
        words = ["--variant", self.variant, *(word for side in self.list_sides() for word in ("--side", side))]
        if self.seats:
            words += ["--seats", ", ".join(self.seats.order), "--dealer", self.seats.dealer]
        return words


def start_first_game(program: Command, path: Path, ask: AskFunction) -> None:
    """Ask for a game and start it in `path`; raises EOFError for Ctrl-D, and typer.Exit if no game is started."""
    choice = ask_for_game(path, ask)
    with prompt_mode(), use_ledger(path):
        code = run_command(program, ["new", *choice.list_options()])
    if code:
        raise typer.Exit(code)


def ask_for_game(path: Path, ask: AskFunction) -> GameChoice:
    """Ask for the rules, the names, the seats and the dealer, and at the end whether to start the game.

    Raises typer.Exit if not; then nothing is started.
    """
    heading = f"A new game in {path}. Press Enter to accept the answer in brackets, Ctrl-D to leave."
    print_result(fill(heading, get_terminal_width()))
    variant = _ask_variant_name(ask)
    names = _ask_side_names(ask, load_variant(variant))
    choice = GameChoice(variant=variant, names=names, seats=_ask_seats(ask, _list_players_in_turn(names)))
    print_result("\n" + fill(_describe_choice(choice, path), get_terminal_width()))
    if not ask_yes_no(ask, "Start this game? [Y/n] ", default=True):
        print_note("no game started")
        raise typer.Exit(ExitCode.INTERRUPTED)
    return choice


def _describe_choice(choice: GameChoice, path: Path) -> str:
    rules = load_variant(choice.variant)
    dealer = f" {choice.seats.dealer} deals first." if choice.seats else ""
    sides = " against ".join(choice.names.values())
    return f"{rules.title}: {sides}.{dealer} The game file is {resolve_path(path)}."


def _ask_variant_name(ask: AskFunction) -> str:
    titles = {variant.name: variant.title for variant in list_variants()}
    while True:
        name = ask(f"Which rules? [{DEFAULT_VARIANT}] (? lists them) ", titles).strip() or DEFAULT_VARIANT
        if name == HELP_REPLY:
            print_result(format_variant_titles(list_variants(), get_terminal_width()))
            continue
        try:
            load_variant(name)
        except CanastaError as error:
            print_error(error)
        else:
            return name


def _ask_side_names(ask: AskFunction, variant: Variant) -> Mapping[str, str]:
    """Ask for the name of each side, two unless the number of more is typed first; return them by their ids."""
    we, they = DEFAULT_SIDES
    first = _ask_side_name(ask, "Name of the first side? [We] (3 to 6 for more sides) ", "We", {})
    if first not in _NUMBERS_OF_SIDES:
        names = {we: first}
        return {**names, they: _ask_side_name(ask, "Name of the second side? [They] ", "They", names)}
    names = {}
    for number in range(1, int(first) + 1):
        default = f"Side {number}"
        name = _ask_side_name(ask, f"Name of side {number} of {first}? [{default}] ", default, names)
        word = "" if name == default else _choose_side_word(variant, name, names)
        names[word or f"side{number}"] = name
    return names


def _ask_side_name(ask: AskFunction, question: str, default: str, names: Mapping[str, str]) -> str:
    while True:
        name = strip_quotes(ask(question).strip()) or default
        if name == HELP_REPLY:
            print_result(f"{MESSAGE_INDENT}The name of a side, or of the players in it, such as Ann & Bob.")
        elif name in names.values():
            print_problem("each side needs its own name")
        else:
            return name


def _choose_side_word(variant: Variant, name: str, taken: Collection[str]) -> str:
    # People type the first name for a side.
    first = re.search("[a-z]+", fold_text(name))
    if first is None or first[0] in taken or any(find_side_word_errors(variant, first[0])):
        return ""
    return first[0]


def _ask_seats(ask: AskFunction, players: Sequence[str]) -> Seats | None:
    """Ask for the players in the order of play, and who deals first; None if the person skips it."""
    while reply := ask(_SEATS_QUESTION, players).strip():
        if reply == HELP_REPLY:
            example = ", ".join(players) or "Ann, Cy, Bob, Di"
            print_result(f"{MESSAGE_INDENT}The players with commas between them, such as {example}.")
            continue
        order = parse_players(reply)
        missing = [player for player in players if player not in order]
        if not _print_seat_errors(order, order[0]):
            if not missing or len(order) >= len(players):
                return Seats(order=order, dealer=_ask_dealer(ask, order))
            print_problem(f"no seat for {join_words(missing)}", "enter all players")
    return None


def _ask_dealer(ask: AskFunction, order: Sequence[str]) -> str:
    while True:
        reply = ask(f"Who deals first? [{order[0]}] ", order).strip() or order[0]
        dealer = match_player(reply, order)
        if not _print_seat_errors(order, dealer):
            return dealer


def _print_seat_errors(order: Sequence[str], dealer: str) -> bool:
    errors = [replace(error, location=NOWHERE) for error in find_seat_errors(order, dealer)]
    print_diagnostics(errors)
    return bool(errors)


def _list_players_in_turn(names: Mapping[str, str]) -> Sequence[str]:
    # Partners sit opposite each other.
    rounds = zip(*map(split_players, names.values()), strict=False)
    players = [player for turn in rounds for player in turn]
    return players if len(players) > 2 else ()  # noqa: PLR2004 -- two sides of one player have no order
