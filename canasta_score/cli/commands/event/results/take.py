"""`canasta-score event take`: enter a table by its own game file."""

from typing import Annotated

import typer

from canasta_score.cli.commands.event.results.output import print_slip
from canasta_score.cli.event.options import EventOption, GameArgument, TableArgument
from canasta_score.cli.event.recording import build_slip_entry, record_built_entry
from canasta_score.cli.messages import print_warning
from canasta_score.cli.options import FILE_METAVAR
from canasta_score.cli.paths.expansion import expand_path
from canasta_score.event.entries import EventEntry
from canasta_score.event.event import Event
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.seating.tables import require_table
from canasta_score.event.slips.table_files import find_table_score
from canasta_score.game.storage.ledger_files import read_ledger

_FileArgument = Annotated[
    str, typer.Argument(metavar=FILE_METAVAR, help="The game file of the table.", show_default=False)
]


def take(game: GameArgument, table: TableArgument, file: _FileArgument, *, event: EventOption = None) -> None:
    """Enter a table by its own game file.

    Sides are matched by the names of the pairs. If the file has other names, its first side is North-South.
    """
    ledger = read_ledger(expand_path(file))

    def build_slip(current: Event) -> EventEntry:
        seats = require_table(find_seating(current, game), game, table)
        score, is_sure = find_table_score(current, seats, ledger)
        if not is_sure:
            names = list(ledger.side_names.values())
            print_warning(f"no side in {file} has the name of a pair; {names[0]} is entered as North-South")
        if not ledger.standing().over:
            print_warning(f"the game in {file} is not over; its totals so far are entered")
        return build_slip_entry(current, game, table, score, text=file)

    _, after = record_built_entry(event, build_slip)
    print_slip(after)
