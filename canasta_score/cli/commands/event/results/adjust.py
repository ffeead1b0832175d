"""`canasta-score event adjust`: give a pair points, or take some off."""

from canasta_score.cli.event.options import EventOption, PairArgument, PointsArgument, WhyOption
from canasta_score.cli.event.recording import build_entry, record_built_entry
from canasta_score.cli.terminal import print_result
from canasta_score.cli.usage_errors import usage_error
from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.pairs import find_pair
from canasta_score.event.ranking.standings import compute_standings, find_rank_changes
from canasta_score.report.event.text import format_numbered_name, iter_rank_changes


def adjust(pair: PairArgument, points: PointsArgument, *, why: WhyOption, event: EventOption = None) -> None:
    """Add points to a pair, or take some off.

    Points below zero are a penalty. They count in the total, and the ranks show them.
    """
    if not points:
        raise usage_error("0 points change nothing", "enter points such as -100 or 50")

    def build_adjustment(current: Event) -> EventEntry:
        return build_entry(EventEntryKind.ADJUST, pair=find_pair(current.pairs, pair).number, points=points, text=why)

    before, after = record_built_entry(event, build_adjustment)
    number = after.entries[-1].pair or 0
    print_result(f"{format_numbered_name(after, number)}: {points:+,} points ({why}).")
    for line in iter_rank_changes(after, find_rank_changes(compute_standings(before), compute_standings(after))):
        print_result(line)
