"""`canasta-score explain`: every line of a hand's score and the rule behind it."""

from typing import Annotated

import typer

from canasta_score.cli import game_files, options, terminal
from canasta_score.cli.hand_input import build_example_hand
from canasta_score.game.entries import ledger_error
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.report.text.explanation import format_explanation
from canasta_score.rules.diagnostics import DiagnosticCode


def _parse_hand_or_file(text: str) -> str:
    if not options.is_game_file_name(text) and text.lower() != options.LAST_HAND:
        options.parse_hand_number(text)
    return text


def explain(
    context: typer.Context,
    hand: Annotated[
        str | None,
        options.word_argument(
            f"[{options.Metavar.HAND}]", "The number of the hand (default: the last one).", _parse_hand_or_file
        ),
    ] = None,
    game_file: options.GameFileArgument = None,
    *,
    ledger: options.LedgerOption = None,
    json: options.JsonOption = False,
) -> None:
    """Explain the score of a hand line by line.

    Each line comes with the rule behind it.
    """
    if hand and options.is_game_file_name(hand):
        game_file, hand = [*options.check_game_file(context, [hand, *(game_file or [])])], None
    game = read_ledger(game_files.resolve_ledger_path(options.pick_game_file(game_file, ledger)))
    if not game.hands:
        example = build_example_hand(game.variant, *game.side_names).split()
        code = DiagnosticCode.NO_SUCH_HAND
        raise ledger_error(game.file, "no hand is recorded yet", "to record one", "add", *example, code=code)
    chosen = game.get_last_hand() if hand is None or hand.lower() == options.LAST_HAND else game.get_hand(int(hand))
    if json:
        terminal.print_json(terminal.json_report.build_explanation_json(game, chosen))
    else:
        terminal.print_table(format_explanation(game, chosen, terminal.get_terminal_width()))
