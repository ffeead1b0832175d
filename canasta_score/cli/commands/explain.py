"""`canasta-score explain`: every line of a hand's score and the rule behind it."""

from typing import Annotated

import typer

from canasta_score.cli.game_files import resolve_ledger_path
from canasta_score.cli.hand_input import build_example_hand
from canasta_score.cli.options import HAND_METAVAR, JsonOption, LedgerOption, parse_hand_number
from canasta_score.cli.terminal import get_terminal_width, print_json, print_table
from canasta_score.game.entries import ledger_error
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.report.text.explanation import format_explanation

_OptionalHandArgument = Annotated[
    int | None,
    typer.Argument(
        metavar=f"[{HAND_METAVAR}]", parser=parse_hand_number, help="The number of the hand (default: the last one)."
    ),
]


def explain(hand: _OptionalHandArgument = None, *, ledger: LedgerOption = None, json: JsonOption = False) -> None:
    """Explain the score of a hand line by line.

    Each line comes with the rule behind it.
    """
    game = read_ledger(resolve_ledger_path(ledger))
    if not game.hands:
        example = build_example_hand(game.variant, *game.side_names).split()
        raise ledger_error(game.file, "no hand is recorded yet", "to record one", "add", *example)
    if hand is None:
        counted = [recorded for recorded in game.hands if not recorded.voided]
        chosen = (counted or game.hands)[-1]
    else:
        chosen = game.get_hand(hand)
    if json:
        from canasta_score.report.json import build_explanation_json

        print_json(build_explanation_json(game, chosen))
    else:
        print_table(format_explanation(game, chosen, get_terminal_width()))
