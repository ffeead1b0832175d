"""`canasta-score undo`: cancel the last entry."""

from canasta_score.cli.options import LedgerOption
from canasta_score.cli.recording import print_with_standing, record_change
from canasta_score.game.entries import EntryKind
from canasta_score.report.text.journal import describe_change


def undo(*, ledger: LedgerOption = None) -> None:
    """Take back the newest entry that stands.

    Once more takes back the one before it. Nothing is erased: redo brings it back.
    """
    before, game = record_change(ledger, EntryKind.UNDO)
    print_with_standing(f"Taken back: {describe_change(before.applied_changes[-1], before)}.", game)
