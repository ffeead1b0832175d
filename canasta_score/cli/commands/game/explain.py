"""`canasta-score explain`: every line of a hand and the rule that gave it."""

from typing import Annotated

import typer

from canasta_score.cli.options import AsJson, LedgerFile, hand_number, ledger_at_hand
from canasta_score.cli.terminal import say_json, say_table, width
from canasta_score.game.errors import ledger_error
from canasta_score.game.storage.transactions import read_ledger
from canasta_score.report.text.explanation import explanation

Which = Annotated[
    int | None,
    typer.Argument(metavar="[HAND]", parser=hand_number, help="The hand's number; else the last that counts."),
]


def explain(hand: Which = None, *, ledger: LedgerFile = None, json: AsJson = False) -> None:
    """Explain a hand line by line.

    Every line of its score, with the rule that gave it.
    """
    game = read_ledger(ledger_at_hand(ledger))
    if not game.hands:
        raise ledger_error(game.file, "no hand is recorded yet", "record one with 'canasta-score add'")
    last = next((one for one in reversed(game.hands) if not one.struck), game.hands[-1])
    chosen = last if hand is None else game.hand(hand)
    if json:
        from canasta_score.report.json.ledger import explained_json  # noqa: PLC0415 -- start-up

        say_json(explained_json(game, chosen))
    else:
        say_table(explanation(game, chosen, width()))
