"""`canasta-score play`: a whole evening at one prompt."""

from contextlib import suppress
from typing import Annotated

import typer

from canasta_score.cli import game_files, options, paths
from canasta_score.cli.invocation import usage_error
from canasta_score.cli.prompt.line_editor import LineEditor
from canasta_score.cli.terminal import is_interactive
from canasta_score.disk.files import path_exists
from canasta_score.game.evening import find_free_path
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.game.storage.recent_games import remember_game
from canasta_score.rules.catalog.loading import load_variant


def play(
    context: typer.Context,
    game_file: options.GameFileArgument = None,
    *,
    variant: Annotated[str | None, options.variant_option("The rules of a new game: a name or a rule file.")] = None,
    house: Annotated[
        list[str] | None, options.house_rules_option("A house rule of a new game; repeat for each rule.")
    ] = None,
    ledger: options.LedgerOption = None,
) -> None:
    """Keep the score of a whole evening at one prompt.

    Type a hand in one line, and see its score while you type. Press Enter alone to be asked for one item after
    another. TAB completes words, "help" lists everything you can type, and Ctrl-C or Ctrl-D leaves. If the game is
    over, the newest game in this folder goes on. Without a game in this folder, you can continue your last one or start
    another.
    """
    if not is_interactive():
        example = "we red=3 natural=2 out table=335 they table=125 hand=85"
        raise usage_error("play needs a terminal", "to record a hand without one", "add", *example.split())
    named = options.pick_game_file(game_file, ledger)
    path = game_files.resolve_ledger_path(named)
    program = context.find_root().command
    editor = LineEditor()
    is_new = not path_exists(path)
    if variant is not None and not is_new:
        rules, game = load_variant(variant), read_ledger(path)
        if rules.name != game.variant.name:
            if not (game.standing().over and paths.is_folder_ledger(path)):
                message = f"the game in {path} is played by {game.variant.title}"
                command = ("new", "-v", variant, "-l", str(find_free_path(path)))
                raise usage_error(message, f"to start a game of {rules.title}", *command)
            path, is_new = find_free_path(path), True
    if house and not is_new:
        change = ("rules", *(word for rule in house for word in ("--set", rule)))
        raise usage_error("the game is started already", "to change its rules", *change, option="--set")
    if house and variant is None:
        variant = options.DEFAULT_VARIANT  # as for a new game
    with suppress(EOFError):
        if is_new:
            from canasta_score.cli.prompt.first_game import offer_recent_game, start_first_game

            if variant is None and named is None and not paths.get_chosen_ledger():
                offered = offer_recent_game(editor.ask_question)
                path, is_new = offered or path, offered is None
            if is_new:
                start_first_game(program, path, editor.ask_question, variant, house or ())
        from canasta_score.cli.prompt.session import PlaySession

        session = PlaySession(program, path, editor)
        remember_game(path)
        with suppress(EOFError):
            session.run([] if is_new else ["show"])
        session.print_farewell()
