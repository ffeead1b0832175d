"""The one place that reads the clock of the table, for the command line and for programs that record hands."""

from datetime import datetime

from canasta_score.game.entries import normalize_utc_offset


def get_local_time() -> datetime:
    """Return the time at the table, to the second."""
    return normalize_utc_offset(datetime.now().astimezone().replace(microsecond=0))
