"""The start of a game by questions: rules, names, seats and dealer are asked for, and then whether to start it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill

import typer

from canasta_score.cli.command_runner import run_command
from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.invocation import invoke
from canasta_score.cli.messages import print_diagnostics, print_note, print_problem
from canasta_score.cli.options import DEFAULT_VARIANT
from canasta_score.cli.prompt.questions import BACK_REPLY, HELP_REPLY, AskFunction, Words, ask_yes_no
from canasta_score.cli.terminal import MESSAGE_INDENT, get_terminal_width, print_result
from canasta_score.cli.typer_internals import Command
from canasta_score.disk.files import resolve_path
from canasta_score.game.sides import (
    MAX_SIDES,
    Seats,
    find_adjacent_partners,
    find_seat_errors,
    find_side_id_errors,
    match_player,
    parse_players,
    strip_quotes,
)
from canasta_score.hand.partners import NUMBER_OF_SIDES
from canasta_score.hand.tally.names import split_players
from canasta_score.report.rules.listing import format_variant_titles
from canasta_score.rules.catalog.files import SHOW_ALL_RULES
from canasta_score.rules.catalog.listing import list_variants
from canasta_score.rules.catalog.loading import load_variant
from canasta_score.rules.diagnostics import CanastaError, Diagnostic
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.text import fold_text, join_words

_NUMBERS_OF_SIDES = tuple(map(str, range(len(DEFAULT_SIDES), MAX_SIDES + 1)))
NO_GAME_STARTED = "no game started"


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
    try:
        choice = ask_for_game(path, ask)
    except EOFError:
        print_note(NO_GAME_STARTED)
        raise
    with invoke(ledger=path, is_at_prompt=True):
        code = run_command(program, ["new", *choice.list_options()])
    if code:
        raise typer.Exit(code)


def ask_for_game(path: Path, ask: AskFunction) -> GameChoice:
    """Ask for the rules, the names, the seats and the dealer, and at the end whether to start the game.

    Raises typer.Exit if not; then nothing is started.
    """
    keys = f"Press Enter to accept the answer in brackets, {BACK_REPLY} to go back, Ctrl-D to leave."
    print_result(fill(f"A new game in {path}. {keys}", get_terminal_width()))
    answers = _Answers(path)
    while answers.is_confirmed is None:
        try:
            answers.ask_next(_raise_at_back_reply(ask))
        except _BackError:
            answers.drop_last()
    if not answers.is_confirmed:
        print_note(NO_GAME_STARTED)
        raise typer.Exit(ExitCode.INTERRUPTED)
    return answers.build_choice()


class _BackError(Exception):
    """The person wants the question before."""


def _raise_at_back_reply(ask: AskFunction) -> AskFunction:
    def answer(prompt: str, words: Words = ()) -> str:
        reply = ask(prompt, words)
        if reply.strip() == BACK_REPLY:
            raise _BackError
        return reply

    return answer


class _Answers:
    """The answers so far, each of which decides what is asked next."""

    def __init__(self, path: Path) -> None:
        self.is_confirmed: bool | None = None
        self._path, self._variant, self._sides = path, "", 0
        self._names: list[str] = []
        self._order: tuple[str, ...] | None = None
        self._dealer = ""

    def ask_next(self, ask: AskFunction) -> None:
        if not self._variant:
            self._variant = _ask_variant_name(ask)
            if load_variant(self._variant).has_partners_by_hand:
                self._sides = NUMBER_OF_SIDES
        elif not self._sides:
            self._sides = _ask_number_of_sides(ask)
        elif len(self._names) < self._sides:
            self._names.append(_ask_side_name(ask, self._names, self._sides))
        elif self._order is None:
            self._order = _ask_order(ask, self._names)
        elif self._order and not self._dealer:
            self._dealer = _ask_dealer(ask, self._order)
        else:
            print_result("\n" + fill(_describe_choice(self.build_choice(), self._path), get_terminal_width()))
            self.is_confirmed = ask_yes_no(ask, "Start this game? [Y/n] ", default=True)

    def drop_last(self) -> None:
        if self._dealer:
            self._dealer = ""
        elif self._order is not None:
            self._order = None
        elif self._names:
            self._names.pop()
        elif self._sides and not load_variant(self._variant).has_partners_by_hand:
            self._sides = 0
        else:
            self._variant, self._sides = "", 0

    def build_choice(self) -> GameChoice:
        seats = Seats(order=self._order, dealer=self._dealer) if self._order else None
        return GameChoice(variant=self._variant, names=_choose_side_ids(self._variant, self._names), seats=seats)


def _describe_choice(choice: GameChoice, path: Path) -> str:
    rules = load_variant(choice.variant)
    seats = choice.seats
    dealer = f" Order of play: {', '.join(seats.order)}; {seats.dealer} deals first." if seats else ""
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
            print_diagnostics(map(_hint_help_reply, error.diagnostics))
        else:
            return name


def _hint_help_reply(error: Diagnostic) -> Diagnostic:
    is_listed = error.command == SHOW_ALL_RULES[1:]
    return replace(error, hint=f"{error.hint}: {HELP_REPLY}", command=()) if is_listed else error


def _ask_number_of_sides(ask: AskFunction) -> int:
    default = str(len(DEFAULT_SIDES))
    while (reply := ask(f"How many sides? [{default}] ").strip() or default) not in _NUMBERS_OF_SIDES:
        print_result(f"{MESSAGE_INDENT}Partners are one side together. Please type a number from 2 to {MAX_SIDES}.")
    return int(reply)


def _ask_side_name(ask: AskFunction, names: Sequence[str], sides: int) -> str:
    place, default = f"side {len(names) + 1} of {sides}", f"Side {len(names) + 1}"
    if sides == len(DEFAULT_SIDES):
        place, default = ("the first side", "We") if not names else ("the second side", "They")
    while True:
        name = strip_quotes(ask(f"Name of {place}? [{default}] ").strip()) or default
        if name == HELP_REPLY:
            print_result(f"{MESSAGE_INDENT}The name of a side, or of the players in it, such as Ann & Bob.")
        elif name in names:
            print_problem("each side needs its own name")
        else:
            return name


def _choose_side_ids(variant: str, names: Sequence[str]) -> Mapping[str, str]:
    if len(names) == len(DEFAULT_SIDES):
        return dict(zip(DEFAULT_SIDES, names, strict=True))
    rules, names_by_id = load_variant(variant), {}
    for number, name in enumerate(names, start=1):
        # People type the first name for a side.
        side = next(iter(re.findall("[a-z]+", fold_text(name))), "")
        if name == f"Side {number}" or not side or side in names_by_id or any(find_side_id_errors(rules, side)):
            side = f"side{number}"
        names_by_id[side] = name
    return names_by_id


def _ask_order(ask: AskFunction, names: Sequence[str]) -> tuple[str, ...]:
    """Ask for the players in the order of play; there are none if the person skips it."""
    players = list_players_in_turn(names)
    while reply := ask("Players in the order of play? [skip] ", players).strip():
        if reply == HELP_REPLY:
            example = ", ".join(players) or "Ann, Cy, Bob, Di"
            print_result(f"{MESSAGE_INDENT}The players with commas between them, such as {example}.")
            continue
        order = parse_players(reply)
        missing = [player for player in players if player not in order]
        if _print_seat_errors(order, order[0]) or not _confirm_more_players(ask, order, names):
            continue
        if _confirm_neighbors(ask, order, names):
            if not missing or len(order) >= len(players):
                return order
            print_problem(f"no seat for {join_words(missing)}", "enter all players")
    return ()


def _confirm_more_players(ask: AskFunction, order: Sequence[str], names: Sequence[str]) -> bool:
    players = [player for name in names for player in split_players(name)]
    others = [player for player in order if player not in players]
    if len(order) <= len(players) or not list_players_in_turn(names):
        return True
    question = f"No side has {join_words(others, 'or')} in its name. Is that right? [y/N] "
    return ask_yes_no(ask, question, default=False)


def _confirm_neighbors(ask: AskFunction, order: Sequence[str], names: Sequence[str]) -> bool:
    if not (partners := find_adjacent_partners(order, names)):
        return True
    question = f"{join_words(partners)} are partners, but they would play one after the other. Is that right? [y/N] "
    return ask_yes_no(ask, question, default=False)


def _ask_dealer(ask: AskFunction, order: Sequence[str]) -> str:
    while True:
        reply = ask(f"Who deals first? [{order[0]}] ", order).strip() or order[0]
        dealer = match_player(reply, order)
        if not _print_seat_errors(order, dealer):
            return dealer


def _print_seat_errors(order: Sequence[str], dealer: str) -> bool:
    errors = [replace(error, where="") for error in find_seat_errors(order, dealer)]
    print_diagnostics(errors)
    return bool(errors)


def list_players_in_turn(names: Sequence[str]) -> Sequence[str]:
    """Return the players of the sides in turn, as partners sit opposite each other; none where there is one order."""
    rounds = zip(*map(split_players, names), strict=False)
    players = [player for turn in rounds for player in turn]
    return players if len(players) > 2 else ()  # noqa: PLR2004 -- two sides of one player have no order
