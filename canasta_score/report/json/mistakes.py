"""The slips that explain another total, as JSON: stable keys that other people's programs rest on."""

from canasta_score.game.ledger import Ledger
from canasta_score.game.reconciliation import Reconciliation
from canasta_score.hand.reconciliation.explain import MistakeExplanation
from canasta_score.hand.reconciliation.mistakes import iter_digit_swaps
from canasta_score.report.json.values import JsonObject, build_problem_json
from canasta_score.report.text.mistakes import iter_disputed_total_notes, iter_running_total_notes


def build_reconciliation_json(ledger: Ledger, found: Reconciliation, *, command: str, more: int) -> JsonObject:
    """Give what accounts for a disputed total, in points; `more` is how many pairs of slips are not among it."""
    hand, disputed = found.hand, found.disputed
    return {
        "hand": hand.number,
        "side": disputed.side,
        "name": disputed.names[disputed.side],
        "total": hand.score.sides[disputed.side].total,
        "disputed": found.paper_total,
        "as_total": disputed.total,
        "difference": found.difference,
        "slips": [_build_account_json(account) for account in found.accounts],
        "more": more,
        "swapped_in_writing": found.paper_total in iter_digit_swaps(found.recorded_total),
        "notes": [*iter_running_total_notes(ledger, found), *iter_disputed_total_notes(ledger, found, command)],
    }


def _build_account_json(account: MistakeExplanation) -> JsonObject:
    """Give the one or two slips of an account in words, and the hand with them."""
    return {
        "slips": [slip.description for slip in account.mistakes],
        "tally": account.tally,
        "facts": {side: dict(told) for side, told in account.facts.items()},
        "problems": [build_problem_json(problem) for problem in account.problems],
    }
