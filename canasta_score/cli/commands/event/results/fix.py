"""`canasta-score event fix`: correct a slip, also after announcing."""

from typing import Annotated

import typer

from canasta_score.cli.event.options import EventOption, GameArgument, TableArgument, WhyOption, parse_points
from canasta_score.cli.event.recording import build_slip_entry, record_built_entry
from canasta_score.cli.options import JsonOption
from canasta_score.cli.terminal import print_json, print_result
from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.ranking.standings import RankChange, compute_standings, find_rank_changes
from canasta_score.event.seating.tables import require_table
from canasta_score.event.slips.results import Score
from canasta_score.report.event.json import build_correction_json
from canasta_score.report.event.slips import format_score
from canasta_score.report.event.text import format_table_names, iter_rank_changes


def fix(
    game: GameArgument,
    table: TableArgument,
    ns: Annotated[int, typer.Argument(metavar="NS", parser=parse_points, help="North-South.", show_default=False)],
    ew: Annotated[int, typer.Argument(metavar="EW", parser=parse_points, help="East-West.", show_default=False)],
    *,
    why: WhyOption,
    event: EventOption = None,
    json: JsonOption = False,
) -> None:
    """Correct a slip, also after announcing.

    It shows which pairs have another rank now.
    """

    def build_fix(current: Event) -> EventEntry:
        return build_slip_entry(current, game, table, Score(ns, ew), why, EventEntryKind.FIX)

    before, after = record_built_entry(event, build_fix)
    changes = find_rank_changes(compute_standings(before), compute_standings(after))
    old = before.results[game, table].score or Score(0, 0)
    if json:
        print_json(build_correction_json(after, game, table, (old, Score(ns, ew)), changes))
    else:
        _print_correction(after, game, table, (old, Score(ns, ew)), changes)


def _print_correction(
    event: Event, game: int, table: int, scores: tuple[Score, Score], changes: list[RankChange]
) -> None:
    names = format_table_names(event, require_table(event.seatings[game], game, table))
    before, after = map(format_score, scores)
    print_result(f"Game {game}, table {table} corrected: {names}, {after} (was {before}).")
    for line in iter_rank_changes(event, changes):
        print_result(line)
    if not changes:
        print_result("No ranks changed.")
