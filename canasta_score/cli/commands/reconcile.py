"""`canasta-score reconcile`: the mistakes that explain a different total on another paper."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer

from canasta_score.cli.game_sequence import resolve_ledger_path
from canasta_score.cli.messages import format_command
from canasta_score.cli.options import (
    TYPER_SETTINGS,
    HandArgument,
    JsonOption,
    LedgerOption,
    SideArgument,
)
from canasta_score.cli.prompt.questions import resolve_side
from canasta_score.cli.terminal import get_terminal_width, print_json, print_result
from canasta_score.cli.usage_errors import usage_error
from canasta_score.game.entries import Hand, ledger_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.reconciliation import reconcile_hand
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.hand.facts import WordError
from canasta_score.hand.reconciliation import MistakeExplanation
from canasta_score.hand.tally.words import parse_integer
from canasta_score.report.text.mistakes import format_reconciliation

_MAX_EXPLANATIONS = 10  # beyond them, only those by a single mistake are listed


def _parse_disputed_total(text: str) -> int:
    plain = text.removeprefix("+").replace("\N{MINUS SIGN}", "-")
    try:
        total = parse_integer("TOTAL", plain.replace(",", ""), negative=True)
    except WordError:
        raise usage_error(f'"{text}" is not a total', "enter a number, such as 2525 or -145") from None
    if "," in text and plain != f"{total:,}":
        raise usage_error(f'"{text}" is not a total', f"did you mean {total:,}?")
    return total


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
    counted_hand = _get_counted_hand(game, hand)
    result = reconcile_hand(game, counted_hand, resolve_side(side, game.side_names), total, pairs=every)
    explanations = result.explanations if every else _drop_impossible(result.explanations)
    listed = explanations if every else _limit_explanations(explanations)
    result, omitted = replace(result, explanations=tuple(listed)), len(explanations) - len(listed)

    if json:
        from canasta_score.report.json import build_reconciliation_json

        print_json(build_reconciliation_json(game, result, format_command, more=omitted))
    else:
        print_result(format_reconciliation(game, result, format_command, get_terminal_width(), more=omitted))


def _get_counted_hand(game: Ledger, number: int) -> Hand:
    hand = game.get_hand(number)
    if hand.voided:
        raise ledger_error(game.file, f"hand {number} was canceled", "choose a hand that counts")
    return hand


def _drop_impossible(explanations: Sequence[MistakeExplanation]) -> Sequence[MistakeExplanation]:
    return [explanation for explanation in explanations if not explanation.is_impossible] or explanations


def _limit_explanations(explanations: Sequence[MistakeExplanation]) -> Sequence[MistakeExplanation]:
    further = explanations[_MAX_EXPLANATIONS:]
    return [
        *explanations[:_MAX_EXPLANATIONS],
        *(explanation for explanation in further if len(explanation.mistakes) == 1),
    ]
