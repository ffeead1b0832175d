"""The names and labels of figures that tables, page, CSV and JSON have in common."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from canasta_score.hand.scoring.score import SideScore

BASE, COUNT, PENALTIES, TOTAL, RUNNING = SHEET_COLUMNS = ("base", "count", "penalties", "total", "running")
LABELS = {column: column.capitalize() for column in SHEET_COLUMNS}
SHORT_LABELS = {**LABELS, PENALTIES: "Pen."}
STANDING_LABEL, WINNER_LABEL = "Standing", "Won by"
OPENS_LABEL, DOES_NOT_OPEN_LABEL = "Opens", "Does not open"
# A terminal shows lines that begin with one of these in bold.
RESULT_LABELS = (LABELS[TOTAL], STANDING_LABEL, WINNER_LABEL, OPENS_LABEL, DOES_NOT_OPEN_LABEL)


def list_parts(score: "SideScore") -> dict[str, int]:
    """Return the parts of a side's score, in points."""
    return {BASE: score.base, COUNT: score.count, PENALTIES: score.penalties}


def list_figures(score: "SideScore") -> dict[str, int]:
    """Return the parts of a side's score and their sum, in points."""
    return {**list_parts(score), TOTAL: score.total}
