"""The slips that explain another total, as JSON: stable keys that other people's programs rest on."""

from dataclasses import asdict

from canasta_score.game.ledger import Ledger
from canasta_score.game.reconciliation import Reconciled
from canasta_score.hand.reconciliation.explain import Account
from canasta_score.hand.reconciliation.mistakes import swapped
from canasta_score.report.json.values import Json
from canasta_score.report.text.mistakes import notes, what_it_is


def reconciled_json(ledger: Ledger, found: Reconciled, *, command: str, more: int) -> Json:
    """Give what accounts for a disputed total, in points; `more` is how many pairs of slips are not among it."""
    hand, disputed = found.hand, found.disputed
    return {
        "hand": hand.number,
        "side": disputed.side,
        "name": disputed.names[disputed.side],
        "total": hand.score.sides[disputed.side].total,
        "disputed": found.written,
        "as_total": disputed.total,
        "difference": found.apart,
        "slips": [account_json(account) for account in found.accounts],
        "more": more,
        "swapped_in_writing": found.written in swapped(found.recorded),
        "notes": [*what_it_is(ledger, found), *notes(ledger, found, command)],
    }


def account_json(account: Account) -> Json:
    """Give the one or two slips of an account in words, and the hand with them."""
    return {
        "slips": [slip.words for slip in account.slips],
        "tally": account.tally,
        "facts": {side: dict(told) for side, told in account.facts.items()},
        "problems": [asdict(problem) for problem in account.problems],
    }
