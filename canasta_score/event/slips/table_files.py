"""A table's own game file: which of its sides sits North-South."""

from canasta_score.event.errors import event_error
from canasta_score.event.event import Event
from canasta_score.event.seating.tables import Table
from canasta_score.event.slips.results import Score
from canasta_score.game.ledger import Ledger
from canasta_score.game.statistics.player_names import parse_partners

_SIDES = 2


def find_table_score(event: Event, table: Table, ledger: Ledger) -> tuple[Score, bool]:
    """Return the totals of a game at a table, and whether the names of its sides say which pair each is.

    Without names, the first side is North-South: the player in the North keeps the score, and calls the own side We.
    Raises EventError for a game that cannot have been played at the table.
    """
    totals = list(ledger.totals.values())
    if len(totals) != _SIDES:
        raise event_error(
            f"this game has {len(totals)} sides, but a table has two pairs", "choose another file", file=ledger.file
        )
    if ledger.variant.name != event.variant.name:
        message = f"the rules of this game are {ledger.variant.title}, those of the event {event.variant.title}"
        raise event_error(
            message,
            "if the game counts anyway, enter its totals with event slip",
            "slip",
            "GAME",
            "TABLE",
            "NS",
            "EW",
            file=ledger.file,
        )
    numbers = {parse_partners(pair.name): pair.number for pair in event.pairs.values()}
    sides = [numbers.get(parse_partners(name)) for name in ledger.side_names.values()]
    for side in sides:
        if side is not None and side not in table.pairs:
            message = f"{event.pairs[side].name} does not play at table {table.number}"
            raise event_error(message, "choose the game file of this table", file=ledger.file)
    is_exchanged = sides[0] == table.ew or sides[1] == table.ns
    return Score(*(reversed(totals) if is_exchanged else totals)), sides != [None, None]
