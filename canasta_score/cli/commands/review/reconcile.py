"""`canasta-score reconcile`: the slips that explain another total of a side, which may stand on another paper."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer

from canasta_score.cli.hand_input import find_side
from canasta_score.cli.options import (
    TYPER_SETTINGS,
    HandArgument,
    JsonOption,
    LedgerOption,
    format_ledger_option,
    resolve_ledger_path,
)
from canasta_score.cli.terminal import (
    PROGRAM,
    build_usage_error,
    get_terminal_width,
    is_prompt_mode,
    print_json,
    print_result,
)
from canasta_score.game.errors import ledger_error
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.reconciliation import reconcile_hand
from canasta_score.game.storage.transactions import read_ledger
from canasta_score.hand.facts import WordError
from canasta_score.hand.reconciliation.explain import MistakeExplanation
from canasta_score.hand.tally.amounts import parse_integer

_MAX_PAIRS = 10


def _parse_disputed_total(text: str) -> int:
    """Read a total, which may be less than none and have commas between its thousands."""
    plain = text.removeprefix("+").replace("\N{MINUS SIGN}", "-")
    try:
        total = parse_integer("TOTAL", plain.replace(",", ""), negative=True)
    except WordError:
        raise build_usage_error(f"'{text}' is no total; write it in digits, such as 2525 or -145") from None
    if "," in text and plain != f"{total:,}":
        raise build_usage_error(f"'{text}' is no total; is it {total:,}?")
    return total


_SideArgument = Annotated[
    str, typer.Argument(metavar="SIDE", help="The side: its word, its name, or a beginning of them.")
]
_TotalArgument = Annotated[
    int,
    typer.Argument(
        metavar="TOTAL",
        parser=_parse_disputed_total,
        help="What the other paper has for the side in this hand, or as the running total after it.",
    ),
]
_AllMistakesOption = Annotated[
    bool, typer.Option("--all", help="Also two slips together, and all of them, even what no hand can be.")
]

reconcile = typer.Typer(**TYPER_SETTINGS)


@reconcile.command("reconcile", context_settings={"ignore_unknown_options": True})  # lest -145 be taken for an option
def explain_other_total(
    hand: HandArgument,
    side: _SideArgument,
    total: _TotalArgument,
    *,
    ledger: LedgerOption = None,
    every: _AllMistakesOption = False,
    json: JsonOption = False,
) -> None:
    """Find the slips that explain another total.

    Someone's paper has another total for a side in a hand: here are the smallest slips that make the difference, by the
    values of your rules, each with the tally as it would have been. Single slips first; where none explains it, two
    together. On whose paper the slip is, it does not say.
    """
    game = read_ledger(resolve_ledger_path(ledger))
    chosen = _get_counted_hand(game, hand)
    found = reconcile_hand(game, chosen, find_side(side, game.side_names), total, pairs=every)
    accounts = found.accounts if every else _drop_impossible(found.accounts)
    listed = [one for place, one in enumerate(accounts) if every or place < _MAX_PAIRS or len(one.mistakes) == 1]
    found, more = replace(found, accounts=tuple(listed)), len(accounts) - len(listed)
    command = "reconcile" if is_prompt_mode() else f"{PROGRAM} reconcile{format_ledger_option(game.file)}"
    if json:
        from canasta_score.report.json.mistakes import build_reconciliation_json  # noqa: PLC0415 -- start-up

        print_json(build_reconciliation_json(game, found, command=command, more=more))
    else:
        from canasta_score.report.text.mistakes import format_reconciliation  # noqa: PLC0415 -- start-up

        print_result(format_reconciliation(game, found, get_terminal_width(), command=command, more=more))


def _drop_impossible(accounts: Sequence[MistakeExplanation]) -> Sequence[MistakeExplanation]:
    """Leave out the accounts that no hand can have, unless there are no others."""
    return [account for account in accounts if not account.is_impossible] or accounts


def _get_counted_hand(game: Ledger, number: int) -> Hand:
    """Give a hand of a game; raises LedgerError where there is none of that number, or where it is struck."""
    hand = game.get_hand(number)
    if hand.voided:
        raise ledger_error(game.file, f"hand {number} is struck", "name one that counts, or undo what struck it")
    return hand
