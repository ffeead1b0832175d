"""What is printed after a slip: what counts now, and what is still missing."""

from canasta_score.cli.event.unlikely_totals import print_unlikely_totals
from canasta_score.cli.messages import print_warning
from canasta_score.cli.terminal import print_result
from canasta_score.event.event import Event
from canasta_score.event.seating.tables import require_table
from canasta_score.event.status import compute_status
from canasta_score.report.event.slips import describe_dispute, describe_missing_slips, describe_slip


def print_slip(event: Event) -> None:
    """Print what is known of the table of the last entry, and which slips are missing."""
    entry = event.entries[-1]
    game, table = entry.game or 0, entry.table or 0
    seats, result = require_table(event.seatings[game], game, table), event.results[game, table]
    print_result(describe_slip(event, game, seats, result))
    if result.is_disputed:
        hint = "look at the paper and enter the slip again; the totals entered twice count"
        print_warning(describe_dispute(game, table, result.reports), hint)
    print_unlikely_totals(event)
    print_result(describe_missing_slips(compute_status(event, game)))
