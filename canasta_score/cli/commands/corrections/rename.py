"""`canasta-score rename`: give a side another name."""

from typing import Annotated

import typer

from canasta_score.cli.game_sequence import resolve_ledger_path
from canasta_score.cli.options import JsonOption, LedgerOption, SideArgument
from canasta_score.cli.prompt.ambiguities import resolve_side
from canasta_score.cli.recording import print_with_standing, record
from canasta_score.cli.usage_errors import usage_error
from canasta_score.clock import get_local_time
from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import strip_quotes
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.game.storage.ledger_reader import remember_readings

_NewNameArgument = Annotated[list[str], typer.Argument(metavar="NAME...", help="Its new name.", show_default=False)]


@remember_readings()
def rename(
    side: SideArgument, name: _NewNameArgument, *, ledger: LedgerOption = None, json: JsonOption = False
) -> None:
    """Change the name of a side."""
    new_name = strip_quotes(" ".join(" ".join(name).split()))
    path = resolve_ledger_path(ledger)
    word = resolve_side(side, read_ledger(path).side_names)

    def build_entry(game: Ledger) -> Entry:
        if game.side_names[word] == new_name:
            raise usage_error(f'"{new_name}" is the name of this side already', "enter a different name")
        return Entry(recorded_at=get_local_time(), kind=EntryKind.RENAME, side=word, text=new_name)

    before, game = record(path, build_entry)
    print_with_standing(f"Renamed: {before.side_names[word]} is now {game.side_names[word]}.", game, json=json)
