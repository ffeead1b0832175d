"""`canasta-score reconcile`: the slips that explain another total of a side, which may stand on another paper."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer

from canasta_score.cli.need_options import side_called
from canasta_score.cli.options import PLAIN, AsJson, HandNumber, LedgerFile, ledger_at_hand, option_of
from canasta_score.cli.terminal import PROGRAM, is_at_prompt, say, say_json, width, wrong_use
from canasta_score.game.errors import ledger_error
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.reconciliation import reconciled
from canasta_score.game.storage.transactions import read_ledger
from canasta_score.hand.reconciliation.explain import Account
from canasta_score.hand.tally.amounts import WrongWordError, whole_number

MOST_PAIRS = 10


def disputed_total(text: str) -> int:
    """Read a total, which may be less than none and have commas between its thousands."""
    plain = text.removeprefix("+").replace("\N{MINUS SIGN}", "-")
    try:
        total = whole_number("TOTAL", plain.replace(",", ""), negative=True)
    except WrongWordError:
        raise wrong_use(f"'{text}' is no total; write it in digits, such as 2525 or -145") from None
    if "," in text and plain != f"{total:,}":
        raise wrong_use(f"'{text}' is no total; is it {total:,}?")
    return total


Side = Annotated[str, typer.Argument(metavar="SIDE", help="The side: its word, its name, or a beginning of them.")]
Total = Annotated[
    int,
    typer.Argument(
        metavar="TOTAL",
        parser=disputed_total,
        help="What the other paper has for the side in this hand, or as the running total after it.",
    ),
]
All = Annotated[bool, typer.Option("--all", help="Also two slips together, and all of them, even what no hand can be.")]

reconcile = typer.Typer(**PLAIN)


@reconcile.command("reconcile", context_settings={"ignore_unknown_options": True})  # lest -145 be taken for an option
def explain_other_total(
    hand: HandNumber, side: Side, total: Total, *, ledger: LedgerFile = None, every: All = False, json: AsJson = False
) -> None:
    """Find the slips that explain another total.

    Someone's paper has another total for a side in a hand: here are the smallest slips that make the difference, by the
    values of your rules, each with the tally as it would have been. Single slips first; where none explains it, two
    together. On whose paper the slip is, it does not say.
    """
    game = read_ledger(ledger_at_hand(ledger))
    chosen = hand_that_counts(game, hand)
    found = reconciled(game, chosen, side_called(side, game.names), total, pairs=every)
    accounts = found.accounts if every else possible_ones(found.accounts)
    listed = [one for place, one in enumerate(accounts) if every or place < MOST_PAIRS or len(one.slips) == 1]
    found, more = replace(found, accounts=tuple(listed)), len(accounts) - len(listed)
    command = "reconcile" if is_at_prompt() else f"{PROGRAM} reconcile{option_of(game.file)}"
    if json:
        from canasta_score.report.json.mistakes import reconciled_json  # noqa: PLC0415 -- start-up

        say_json(reconciled_json(game, found, command=command, more=more))
    else:
        from canasta_score.report.text.mistakes import slips_list  # noqa: PLC0415 -- start-up

        say(slips_list(game, found, width(), command=command, more=more))


def possible_ones(accounts: Sequence[Account]) -> Sequence[Account]:
    """Leave out the accounts that no hand can have, unless there are no others."""
    return [account for account in accounts if not account.is_impossible] or accounts


def hand_that_counts(game: Ledger, number: int) -> Hand:
    """Give a hand of a game; raises LedgerError where there is none of that number, or where it is struck."""
    hand = game.hand(number)
    if hand.struck:
        raise ledger_error(game.file, f"hand {number} is struck", "name one that counts, or undo what struck it")
    return hand
