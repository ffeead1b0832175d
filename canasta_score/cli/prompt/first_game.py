"""The start of a game by questions: rules, names, seats and dealer are asked for, and then whether to start it."""

from collections.abc import Sequence
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
from canasta_score.game.storage.files import resolve_path
from canasta_score.hand.tally.sides import split_players
from canasta_score.report.rules.listing import format_variant_titles
from canasta_score.rules.catalog.listing import list_variants
from canasta_score.rules.catalog.loading import load_variant
from canasta_score.rules.diagnostics import NOWHERE, CanastaError
from canasta_score.rules.frozen import Value, frozen

_SEATS_QUESTION = "Seats, in the order of play? [skip] "


@frozen
class GameChoice(Value):
    """What a person answers about a new game."""

    variant: str
    we: str
    they: str
    seats: Seats | None

    def list_options(self) -> list[str]:
        """Return the options of `new` that start the game."""
        words = ["--variant", self.variant, "--we", self.we, "--they", self.they]
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
    we = _ask_side_name(ask, "we")
    while (they := _ask_side_name(ask, "they")) == we:
        print_problem("the two sides need different names")
    choice = GameChoice(variant=variant, we=we, they=they, seats=_ask_seats(ask, we, they))
    print_result("\n" + fill(_describe_choice(choice, path), get_terminal_width()))
    if not ask_yes_no(ask, "Start this game? [Y/n] ", default=True):
        print_note("no game started")
        raise typer.Exit(ExitCode.INTERRUPTED)
    return choice


def _describe_choice(choice: GameChoice, path: Path) -> str:
    rules = load_variant(choice.variant)
    dealer = f" {choice.seats.dealer} deals first." if choice.seats else ""
    return f"{rules.title}: {choice.we} against {choice.they}.{dealer} The game file is {resolve_path(path)}."


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


def _ask_side_name(ask: AskFunction, side: str) -> str:
    while True:
        name = ask(f"Who are {side}? [{side.capitalize()}] ").strip() or side.capitalize()
        if name != HELP_REPLY:
            return name
        print_result(f"{MESSAGE_INDENT}The name of a side, or of the players in it, such as Ann & Bob.")


def _ask_seats(ask: AskFunction, we: str, they: str) -> Seats | None:
    """Ask for the players in the order of play, and who deals first; None if the person skips it."""
    players = _list_players_in_turn(we, they)
    while reply := ask(_SEATS_QUESTION, players).strip():
        if reply == HELP_REPLY:
            example = ", ".join(players) or "Ann, Cy, Bob, Di"
            print_result(f"{MESSAGE_INDENT}The players with commas between them, such as {example}.")
            continue
        order = parse_players(reply)
        errors = list(find_seat_errors(order, order[0]))
        if not errors:
            dealer = match_player(ask(f"Who deals first? [{order[0]}] ", order).strip() or order[0], order)
            errors = list(find_seat_errors(order, dealer))
            if not errors:
                return Seats(order=order, dealer=dealer)
        print_diagnostics(replace(error, location=NOWHERE) for error in errors)
    return None


def _list_players_in_turn(we: str, they: str) -> Sequence[str]:
    # Partners sit opposite each other.
    pairs = zip(split_players(we), split_players(they), strict=False)
    players = [player for pair in pairs for player in pair]
    return players if len(players) > 2 else ()  # noqa: PLR2004 -- two sides of one player have no order
