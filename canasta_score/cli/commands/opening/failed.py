"""`canasta-score meld failed`: record an attempt to open that fell short."""

from canasta_score.cli.game_sequence import resolve_ledger_path
from canasta_score.cli.messages import print_note
from canasta_score.cli.options import JsonOption, LedgerOption, SideArgument
from canasta_score.cli.prompt.ambiguities import resolve_side
from canasta_score.cli.recording import check_game_goes_on, print_with_standing, record
from canasta_score.clock import get_local_time
from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.game.storage.ledger_reader import remember_readings


@remember_readings()
def failed(side: SideArgument, *, ledger: LedgerOption = None, json: JsonOption = False) -> None:
    """Record an opening that fell short.

    By some rules the side then needs more points for the rest of the hand.
    """
    path = resolve_ledger_path(ledger)
    before = read_ledger(path)
    check_game_goes_on(before)
    word = resolve_side(side, before.side_names)

    def build_entry(game: Ledger) -> Entry:
        check_game_goes_on(game)
        hand = game.standing().next_hand
        return Entry(recorded_at=get_local_time(), kind=EntryKind.FAILED_OPENING, side=word, hand=hand)

    _, game = record(path, build_entry)
    print_with_standing(f"Failed opening of {game.side_names[word]} recorded.", game, json=json)
    if not game.variant.need.failed_attempt:
        print_note("in these rules, a failed opening does not change the need")
