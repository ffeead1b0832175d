"""`canasta-score end`: end the game before a side reaches the target."""

from canasta_score.cli.game_sequence import resolve_ledger_path
from canasta_score.cli.options import JsonOption, LedgerOption, ReasonOption
from canasta_score.cli.recording import check_game_goes_on, print_hints_if_game_over, print_with_standing, record
from canasta_score.clock import get_local_time
from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.ledger import Ledger


def end(*, why: ReasonOption = "", ledger: LedgerOption = None, json: JsonOption = False) -> None:
    """End the game now.

    The higher total wins; equal totals are a tie. "undo" lets the game go on.
    """

    def build_entry(game: Ledger) -> Entry:
        check_game_goes_on(game)
        last_hand = len(game.hands) or None
        return Entry(recorded_at=get_local_time(), kind=EntryKind.END, hand=last_hand, text=why)

    before, game = record(resolve_ledger_path(ledger), build_entry)
    print_with_standing("Game ended.", game, json=json)
    if not json:
        print_hints_if_game_over(before, game)
