"""What it takes to open, in words."""


def format_need(points: int, canasta: str) -> str:
    """Return what it takes to open: points, a canasta of the kind `canasta` if it is not empty, or both.

    >>> format_need(1255, ""), format_need(0, "natural"), format_need(200, "mixed")
    ('1,255', 'natural canasta', 'mixed canasta and 200')
    """
    if not canasta:
        return f"{points:,}"
    return f"{canasta} canasta" + (f" and {points:,}" if points else "")
