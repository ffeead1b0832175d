"""The mistakes that explain a different total, as JSON: stable keys that other people's programs rely on."""

from canasta_score.game.ledger import Ledger
from canasta_score.game.reconciliation import Reconciliation
from canasta_score.hand.reconciliation.explain import MistakeExplanation
from canasta_score.hand.reconciliation.mistakes import iter_digit_swaps
from canasta_score.report.json.values import JsonObject, build_problem_json
from canasta_score.report.text.mistakes import FormatCommand, iter_disputed_total_notes, iter_running_total_notes


def build_reconciliation_json(
    ledger: Ledger, found: Reconciliation, format_command: FormatCommand, *, more: int
) -> JsonObject:
    """Return what explains a disputed total, in points; `more` is how many pairs of mistakes are left out."""
    hand, disputed = found.hand, found.disputed
    return {
        "hand": hand.number,
        "side": disputed.side,
        "name": disputed.names[disputed.side],
        "total": hand.score.sides[disputed.side].total,
        "disputed": found.paper_total,
        "as_total": disputed.total,
        "difference": found.difference,
        "slips": [_build_explanation_json(explanation) for explanation in found.explanations],
        "more": more,
        "swapped_in_writing": found.paper_total in iter_digit_swaps(found.recorded_total),
        "notes": [*iter_running_total_notes(ledger, found), *iter_disputed_total_notes(ledger, found, format_command)],
    }


def _build_explanation_json(explanation: MistakeExplanation) -> JsonObject:
    return {
        "slips": [mistake.description for mistake in explanation.mistakes],
        "tally": explanation.tally,
        "facts": {side: dict(facts) for side, facts in explanation.facts.items()},
        "problems": list(map(build_problem_json, explanation.problems)),
    }
