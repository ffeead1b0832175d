r"""Small changes to a text, written as `diff` writes them, so that a case states only what is different in it.

Lines begin with a blank (stays), `-` (goes) or `+` (comes); `@@` stands between two places. Lines that only come are
put at the end. `\ No newline at end of file` stands below a last line that has none.
"""

_BETWEEN_PLACES = "@@"
_NO_NEWLINE = "\\ No newline at end of file"


def apply_patch(text: str, patch: str) -> str:
    """Return a text with the changes of a patch; the lines of each place must be in the text exactly once."""
    lines = patch.splitlines()
    ends_in_newline = _NO_NEWLINE not in lines
    for place in "\n".join(line for line in lines if line != _NO_NEWLINE).split(f"\n{_BETWEEN_PLACES}\n"):
        changes = [(line[:1] or " ", line[1:]) for line in place.split("\n")]
        old = "".join(f"{line}\n" for mark, line in changes if mark != "+")
        new = "".join(f"{line}\n" for mark, line in changes if mark != "-")
        text = _replace_lines(text, old, new) if old else text + new
    return text if ends_in_newline else text.removesuffix("\n")


def _replace_lines(text: str, old: str, new: str) -> str:
    whole = f"\n{text}"  # so that a line is only found from its beginning
    assert whole.count(f"\n{old}") == 1, f"these lines must be in the text exactly once:\n{old}"
    return whole.replace(f"\n{old}", f"\n{new}").removeprefix("\n")
