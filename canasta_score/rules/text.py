"""Plain text: what can be shown on one line without a terminal obeying any of it."""

_JOINERS = "\u200c\u200d"


def is_printable_line(text: str) -> bool:
    """Tell whether a text has no characters that a terminal would obey; the joiners of some scripts are none."""
    return text.isprintable() or all(char.isprintable() or char in _JOINERS for char in text)


def escape_unprintable(text: str) -> str:
    """Give a text without characters that a terminal would obey, each shown as its code."""
    if text.isprintable():
        return text
    return "".join(
        char if is_printable_line(char) else char.encode("unicode_escape", "surrogatepass").decode() for char in text
    )
