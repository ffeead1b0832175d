"""The slips that explain another total, as JSON: stable keys that other people's programs rest on."""

from collections.abc import Sequence
from dataclasses import asdict

from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.hand.reconcile import Account
from canasta_score.hand.slips import Disputed, swapped
from canasta_score.report.as_json import Json
from canasta_score.report.slips_list import notes


def reconciled_json(ledger: Ledger, hand: Hand, disputed: Disputed, accounts: Sequence[Account], *, more: int) -> Json:
    """Give what accounts for a disputed total, in points; `more` is how many pairs of slips are not among it."""
    recorded = hand.score.sides[disputed.side].total
    return {
        "hand": hand.number,
        "side": disputed.side,
        "name": disputed.names[disputed.side],
        "total": recorded,
        "disputed": disputed.total,
        "difference": disputed.total - recorded,
        "slips": [account_json(account) for account in accounts],
        "more": more,
        "swapped_in_writing": disputed.total in swapped(recorded),
        "notes": [*notes(ledger, hand, disputed)],
    }


def account_json(account: Account) -> Json:
    """Give the one or two slips of an account in words, and the hand with them."""
    return {
        "slips": [slip.words for slip in account.slips],
        "tally": account.tally,
        "facts": {side: dict(told) for side, told in account.facts.items()},
        "problems": [asdict(problem) for problem in account.problems],
    }
