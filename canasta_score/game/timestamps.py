"""The times of entries, in the form that a game file can hold."""

from datetime import UTC, datetime, timedelta


def normalize_utc_offset(time: datetime) -> datetime:
    """Return the same moment in UTC if its offset is not in whole minutes, which TOML cannot write."""
    offset = time.utcoffset()
    return time.astimezone(UTC) if offset and offset % timedelta(minutes=1) else time


def parse_timestamp(text: str) -> datetime | None:
    """Parse a time in ISO form; None if it is none."""
    try:
        return normalize_utc_offset(datetime.fromisoformat(text))
    except (ValueError, OverflowError):  # the latter at the ends of the calendar, where UTC is in another year
        return None
