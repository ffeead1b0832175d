"""Plain text: what can be shown on one line without a terminal obeying any of it."""

JOINERS = "\u200c\u200d"


def is_plain(text: str) -> bool:
    """Tell whether a text has no characters that a terminal would obey; the joiners of some scripts are none."""
    return text.isprintable() or all(char.isprintable() or char in JOINERS for char in text)


def printable(text: str) -> str:
    """Give a text without characters that a terminal would obey, each shown as its code."""
    if text.isprintable():
        return text
    return "".join(char if is_plain(char) else char.encode("unicode_escape", "surrogatepass").decode() for char in text)
