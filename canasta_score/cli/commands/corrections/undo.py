"""`canasta-score undo`: cancel the last entry."""

from canasta_score.cli.options import JsonOption, LedgerOption
from canasta_score.cli.recording import print_with_standing, record_change
from canasta_score.game.entries import EntryKind
from canasta_score.report.text.entries import describe_change


def undo(*, ledger: LedgerOption = None, json: JsonOption = False) -> None:
    """Undo the last entry.

    Type it again to undo the entry before. Nothing is erased: "redo" brings the entry back.
    """
    before, game = record_change(ledger, EntryKind.UNDO)
    print_with_standing(f"Undone: {describe_change(before, before.applied_changes[-1])}.", game, before, json=json)
