"""`canasta-score reconcile`: the mistakes that explain a different total on another paper."""

from dataclasses import replace
from typing import Annotated

import typer

from canasta_score.cli.game_files import resolve_ledger_path
from canasta_score.cli.messages import format_command
from canasta_score.cli.options import TYPER_SETTINGS, HandArgument, JsonOption, LedgerOption, SideArgument
from canasta_score.cli.prompt.questions import resolve_side
from canasta_score.cli.terminal import get_terminal_width, print_json, print_result
from canasta_score.cli.usage_errors import usage_error
from canasta_score.game.entries import ledger_error
from canasta_score.game.reconciliation import reconcile_hand
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.hand.amounts import parse_integer
from canasta_score.hand.facts import WordError
from canasta_score.report.text.mistakes import format_reconciliation

_MAX_EXPLANATIONS = 10  # beyond them, only those by a single mistake are listed


def _parse_disputed_total(text: str) -> int:
    plain = text.removeprefix("+").replace("\N{MINUS SIGN}", "-")
    try:
        return parse_integer("TOTAL", plain, negative=True)
    except WordError:
        raise usage_error(f'"{text}" is not a total', "enter a number, such as 2525 or -145") from None


_TotalArgument = Annotated[
    int,
    typer.Argument(
        metavar="TOTAL",
        parser=_parse_disputed_total,
        help="The other sheet's total: of this hand, or the running total after it.",
    ),
]
_AllMistakesOption = Annotated[
    bool, typer.Option("--all", help="List every pair of mistakes too, even impossible ones.")
]

reconcile = typer.Typer(**TYPER_SETTINGS)


@reconcile.command("reconcile", context_settings={"ignore_unknown_options": True})  # a total such as -145 is no option
def reconcile_total(
    hand: HandArgument,
    side: SideArgument,
    total: _TotalArgument,
    *,
    ledger: LedgerOption = None,
    every: _AllMistakesOption = False,
    json: JsonOption = False,
) -> None:
    """Find the mistakes that explain a different total.

    Another score sheet has a different total for a side in a hand. This lists the smallest mistakes that explain
    it, and the hand as it would have been. It does not know which sheet is right.
    """
    game = read_ledger(resolve_ledger_path(ledger))
    counted_hand = game.get_hand(hand)
    if counted_hand.voided:
        raise ledger_error(game.file, f"hand {hand} was canceled", "choose a hand that counts")
    result = reconcile_hand(game, counted_hand, resolve_side(side, game.side_names), total, pairs=every)
    explanations = listed = result.explanations
    if not every:
        explanations = tuple(each for each in explanations if not each.is_impossible) or explanations
        more = (each for each in explanations[_MAX_EXPLANATIONS:] if len(each.mistakes) == 1)
        listed = (*explanations[:_MAX_EXPLANATIONS], *more)
    result, omitted = replace(result, explanations=listed), len(explanations) - len(listed)

    if json:
        from canasta_score.report.json import build_reconciliation_json

        print_json(build_reconciliation_json(game, result, format_command, more=omitted))
    else:
        print_result(format_reconciliation(game, result, format_command, get_terminal_width(), more=omitted))
