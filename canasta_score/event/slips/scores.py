"""Totals of a slip as they are entered: whether cards can make them."""

from canasta_score.event.event import Event
from canasta_score.event.slips.results import Score
from canasta_score.hand.facts import TallyError
from canasta_score.rules.diagnostics import Diagnostic


def check_score(event: Event, score: Score) -> None:
    """Raise TallyError for totals that are no multiple of the rules' unit."""
    unit = event.variant.deck.point_unit or 1
    wrong = [points for points in score if points % unit]
    if wrong:
        hint = f"every total is a multiple of {unit} by these rules; look at the slip again"
        raise TallyError([Diagnostic(message=f"{points:,} is no total", hint=hint) for points in wrong])
