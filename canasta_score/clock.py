"""The one place that reads the clock of the table, for the command line and for programs that record hands."""

from datetime import UTC, datetime

from canasta_score.rules.schema.reader import normalize_utc_offset


def get_local_time() -> datetime:
    """Return the time at the table, to the second; in UTC if the time zone is one that cannot be."""
    now = datetime.now(UTC).replace(microsecond=0)
    try:
        return normalize_utc_offset(now.astimezone())
    except (ValueError, OverflowError):  # TZ=XXX+99, or the end of the calendar
        return now
