"""Scores real games of Canasta, played with real cards, by the rules the table plays.

    >>> import canasta_score
    >>> nvso = canasta_score.load_variant("nvso")
    >>> score = canasta_score.score_hand(nvso, {"we": {"natural": 2, "table": 160}, "they": {"hand": 45}})
    >>> score.sides["we"].total, score.sides["they"].total
    (1160, -45)

What is offered here is loaded when it is first used, so that importing the package stays cheap.
"""

TYPE_CHECKING = False  # that of typing costs its import
if TYPE_CHECKING:
    from canasta_score.game.errors import LedgerError
    from canasta_score.game.ledger import Ledger
    from canasta_score.game.standing import Standing
    from canasta_score.game.storage.transactions import read_ledger
    from canasta_score.hand.facts import TallyError
    from canasta_score.hand.opening.check import Opening, check_opening
    from canasta_score.hand.opening.need import canasta_to_open, opening_need
    from canasta_score.hand.opening.search import find_opening
    from canasta_score.hand.referee.checks import referee
    from canasta_score.hand.referee.problems import Problem
    from canasta_score.hand.scoring.score import HandScore, SideScore, score_hand
    from canasta_score.rules.catalog.loading import load_variant
    from canasta_score.rules.diagnostics import CanastaError, RuleError
    from canasta_score.rules.model.variant import Variant

__all__ = [
    "CanastaError",
    "HandScore",
    "Ledger",
    "LedgerError",
    "Opening",
    "Problem",
    "RuleError",
    "SideScore",
    "Standing",
    "TallyError",
    "Variant",
    "canasta_to_open",
    "check_opening",
    "find_opening",
    "load_variant",
    "opening_need",
    "read_ledger",
    "referee",
    "score_hand",
]
__version__ = "0.1.0"

_PUBLIC_MODULES = {
    "CanastaError": "rules.diagnostics",
    "HandScore": "hand.scoring.score",
    "Ledger": "game.ledger",
    "LedgerError": "game.errors",
    "Opening": "hand.opening.check",
    "Problem": "hand.referee.problems",
    "RuleError": "rules.diagnostics",
    "SideScore": "hand.scoring.score",
    "Standing": "game.standing",
    "TallyError": "hand.facts",
    "Variant": "rules.model.variant",
    "canasta_to_open": "hand.opening.need",
    "check_opening": "hand.opening.check",
    "find_opening": "hand.opening.search",
    "load_variant": "rules.catalog.loading",
    "opening_need": "hand.opening.need",
    "read_ledger": "game.storage.transactions",
    "referee": "hand.referee.checks",
    "score_hand": "hand.scoring.score",
}


def __getattr__(name: str) -> object:
    """Load one of the offered names from its module at first use."""
    if name not in _PUBLIC_MODULES:
        message = f"module 'canasta_score' has no attribute '{name}'"
        raise AttributeError(message)
    from importlib import import_module

    value: object = getattr(import_module(f"canasta_score.{_PUBLIC_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the offered names, loaded or not."""
    return sorted({*globals(), *__all__})
