"""The columns of a score sheet: the figures of one side in one hand, by the names that every format shares."""

BASE, COUNT, PENALTIES, TOTAL, RUNNING = SHEET_COLUMNS = ("base", "count", "penalties", "total", "running")
