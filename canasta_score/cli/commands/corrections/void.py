"""`canasta-score void`: take a hand out of the score."""

from canasta_score.cli.options import HandArgument, JsonOption, LedgerOption, ReasonOption
from canasta_score.cli.recording import print_with_standing, record_change
from canasta_score.game.entries import EntryKind


def void(hand: HandArgument, *, why: ReasonOption = "", ledger: LedgerOption = None, json: JsonOption = False) -> None:
    """Cancel a hand.

    The hand keeps its number and counts nothing.
    """
    before, game = record_change(ledger, EntryKind.VOID, hand=hand, text=why)
    print_with_standing(f"Hand {hand} canceled.", game, before, json=json)
