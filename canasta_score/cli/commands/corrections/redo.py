"""`canasta-score redo`: bring back the entry that was canceled last."""

from canasta_score.cli.options import JsonOption, LedgerOption
from canasta_score.cli.recording import print_with_standing, record_change
from canasta_score.game.entries import EntryKind
from canasta_score.report.text.entries import describe_change


def redo(*, ledger: LedgerOption = None, json: JsonOption = False) -> None:
    """Bring back the entry that was undone.

    This works until something else is recorded.
    """
    before, game = record_change(ledger, EntryKind.REDO)
    print_with_standing(f"Redone: {describe_change(game, game.applied_changes[-1])}.", game, before, json=json)
