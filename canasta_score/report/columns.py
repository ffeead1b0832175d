"""The figures of a side in a hand: the names and labels that tables, page, CSV and JSON have in common."""

from canasta_score.hand.scoring.score import SideScore

BASE, COUNT, PENALTIES, TOTAL, RUNNING = SHEET_COLUMNS = ("base", "count", "penalties", "total", "running")
LABELS = {column: column.capitalize() for column in SHEET_COLUMNS}
SHORT_LABELS = {**LABELS, PENALTIES: "Pen."}


def list_parts(score: SideScore) -> dict[str, int]:
    """Return the parts of a side's score, in points."""
    return {BASE: score.base, COUNT: score.count, PENALTIES: score.penalties}


def list_figures(score: SideScore) -> dict[str, int]:
    """Return the parts of a side's score and their sum, in points."""
    return {**list_parts(score), TOTAL: score.total}
