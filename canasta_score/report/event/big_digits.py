"""Large figures for a clock that a whole room reads."""

_ROWS = {
    "0": ("█████", "█   █", "█   █", "█   █", "█████"),
    "1": ("  █  ", " ██  ", "  █  ", "  █  ", "█████"),
    "2": ("█████", "    █", "█████", "█    ", "█████"),
    "3": ("█████", "    █", " ████", "    █", "█████"),
    "4": ("█   █", "█   █", "█████", "    █", "    █"),
    "5": ("█████", "█    ", "█████", "    █", "█████"),
    "6": ("█████", "█    ", "█████", "█   █", "█████"),
    "7": ("█████", "    █", "   █ ", "  █  ", "  █  "),
    "8": ("█████", "█   █", "█████", "█   █", "█████"),
    "9": ("█████", "█   █", "█████", "    █", "█████"),
    ":": (" ", "█", " ", "█", " "),
}
_DIGIT_GAP = "  "


def format_big_figures(text: str, scale: int = 1) -> list[str]:
    """Return the lines of figures and colons; from scale 2 on, a dot is twice as many characters wide as high.

    >>> for line in format_big_figures("1:7"):
    ...     print(line)
      █       █████
     ██    █      █
      █          █
      █    █    █
    █████       █
    """
    lines = []
    for parts in zip(*(_ROWS[char] for char in text), strict=True):
        line = _DIGIT_GAP.join(parts)
        wide = line if scale == 1 else "".join(char * 2 * (scale - 1) for char in line)
        lines += [wide.rstrip()] * max(1, scale - 1)
    return lines
