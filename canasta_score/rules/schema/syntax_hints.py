"""Hints for mistakes in the syntax of TOML. Imported only for a file with such a mistake."""

import re
from collections.abc import Callable

import tomli

from canasta_score.rules.schema.reader import BOOLEAN_HINT, STEPS_OF_NEED
from canasta_score.rules.text import escape_unprintable

_GENERAL_HINT = (
    "each line is key = value, with text in straight quotes and numbers without commas; each [heading] appears once"
)
_REPEATED_HINT = "[{path}] appears twice, as a heading or in keys with dots; put all its lines below one heading"
_BRACES_HINT = "close the braces on the same line, and put commas between the values"
_DIGITS_HINT = 'use only digits; "{digits}{rest}" is not a number'
_LIST_HINT = 'a list ends with ] and has commas between its values: ["4", "5"]'
_NUMBER_LISTS = ("red", "black", "group", "wilds", "jokers", "points")
_NUMBERS = "points|target|hands|max|need|at_least|over"
_ITEM_KEYS = ("points", "needs", "label", "short", "about", "max", "forbids", "cards")
_TABLES = (
    *("game", "deck", "cards", "need", "opening", "threes", "count"),
    *("canastas", "sets", "bonuses", "penalties", "specials"),
)
_MAX_SHOWN_LENGTH = 40
_MAX_MATCHED_LENGTH = 1000  # the patterns are tried on lines that a person may have written
_STRING = "\x1a"  # stands for a whole quoted string in a masked line
_HERE = "\x1b"  # stands before the character at which tomli stopped
_REPEATED = r"Cannot (?:declare|redefine|mutate)[^\[]*\["
_LISTED = rf"(?:\d+|{_STRING})"
_WHOLE_STRING_RE = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
_HEADING_TUPLE_RE = re.compile(r"\((?:'[^']*',? ?)+\)")  # tomli shows the parts of a heading as Python does
_QUOTED_NAME_RE = re.compile(r"'([^']*)'")


def explain_syntax_error(error: tomli.TOMLDecodeError, text: str) -> tuple[str, str]:
    """Return a message with the line of the mistake, in the words of tomli if it is not known, and a hint."""
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    reason = _HEADING_TUPLE_RE.sub(lambda names: f"[{'.'.join(_QUOTED_NAME_RE.findall(names[0]))}]", error.msg)
    line_number, column = (error.lineno, error.colno) if error.pos < len(error.doc) else (len(lines), 0)
    line = lines[line_number - 1]
    place = f"on line {line_number}, column {column}" if column else f"at the end of the file, line {line_number}"
    shown = f': "{_shorten(line)}"' if line.strip() else ""
    if hint := _find_hint(reason, line, column):
        return f"there is a typo {place}{shown}", hint
    return f"there is a typo {place} ({reason}){shown}", _GENERAL_HINT


def _shorten(text: str) -> str:
    text = text.strip()
    return escape_unprintable(text if len(text) <= _MAX_SHOWN_LENGTH else f"{text[:_MAX_SHOWN_LENGTH].rstrip()}…")


def _find_hint(reason: str, line: str, column: int) -> str:
    """Return the hint for a line at which tomli stopped, with its reason, or an empty text."""
    masked = _WHOLE_STRING_RE.sub(_STRING, line).partition("#")[0].strip() if len(line) <= _MAX_MATCHED_LENGTH else ""
    marked = f"{line[: column - 1]}{_HERE}{line[column - 1 :]}" if column else line
    for *patterns, hint in _MISTAKES:
        matches = [re.search(*searched) for searched in zip(patterns, (reason, masked, marked), strict=True)]
        groups: dict[str, str] = {}
        for match in filter(None, matches):
            groups |= {group: _format_match(group, text) for group, text in match.groupdict().items()}
        if all(matches) and (found := hint.format(**groups) if isinstance(hint, str) else hint(masked, line)):
            return found
    return ""


def _hint_brackets(masked: str, line: str) -> str:
    """Format the hint for several values without the brackets of a list."""
    key, _, value = (part.strip() for part in masked.partition("="))
    name, listed = key.rpartition(".")[2], ", ".join(re.findall(r"\d+", value))
    if name == "steps":
        return f"enter {_shorten(key)} = {STEPS_OF_NEED}"
    if _STRING in value:
        listed = _shorten(line.partition("=")[2].partition("#")[0].strip(" \t(){}"))
    elif name not in _NUMBER_LISTS or re.fullmatch(r"\d{1,2},\d{3}|\d(,\d{3}){2}", value):
        return ""
    return f"enter {_shorten(key)} = [{listed}]"


def _hint_heading_brackets(heading: str, _line: str) -> str:
    """Format the hint for a heading without one of its brackets."""
    is_heading = heading.startswith("[") or heading.endswith("]")
    if not is_heading or heading.count("[") == heading.count("]"):
        return ""
    is_double = "[[" in heading or "]]" in heading
    name = _shorten(heading.strip("[] ")) or "game"
    return f"put the heading in brackets: {f'[[{name}]]' if is_double else f'[{name}]'}"


def _hint_name_with_spaces(_masked: str, line: str) -> str:
    """Format the hint for a name with spaces: a dot before a key of an item, or else hyphens."""
    name, equals_sign, value = (part.strip() for part in line.partition("="))
    words = name.strip("[] ").split()
    if equals_sign and not name.startswith("[") and words[-1] in _ITEM_KEYS:
        return f"enter {_shorten('-'.join(words[:-1]))}.{words[-1]} = {_shorten(value.partition('#')[0])}"
    dot = "." if name.startswith("[") and words[0] in _TABLES else "-"
    return f"names have no spaces: {_shorten(words[0] + dot + '-'.join(words[1:])).lower()}"


# For each mistake: what the reason, the masked line (without its remark, `_STRING` for each string) and the marked line
# (`_HERE` at the column) look like, and the hint, in which the groups of the patterns are put in. The first one that
# fits is taken, so the more certain ones come first.
_MISTAKES: tuple[tuple[str, str, str, str | Callable[[str, str], str]], ...] = (
    ("Cannot overwrite", "", "", "the same key appears twice; keep one"),
    ("Invalid statement", r"^\{\\rtf", "", "save the file as plain text, not as rich text (RTF)"),
    ("Unescaped|Invalid hex", "", "", "write / instead of \\"),
    # Mostly a line [[entry]] was lost above the second heading.
    (rf"{_REPEATED}(?P<path>entry\.[^\]]*)", "", "", "[{path}] can appear only once below each [[entry]]"),
    (rf"{_REPEATED}(?P<path>[^\]]*)", "", "", _REPEATED_HINT),
    ("", rf"\b(?:{_NUMBERS})\s*=\s*(?P<whole>\d+), ?\d\d?(?![\d,])", "", "use a whole number, such as {whole}"),
    ("", rf"=[\s({{]*{_LISTED}(?:[\s,;]+{_LISTED})+[\s)}},]*$", "", _hint_brackets),
    ("", r"=\s*(?P<number>[+-]?\d{1,3}(?:(?:, ?| )\d{3})+)(?!\d)", "", "use only digits: {number}"),
    ("", "(?P<quote>[“”„«»\u2018\u2019])", "", 'use straight quotes: " instead of {quote}'),
    ("Expected newline", rf"{_STRING}\w", "", "use a different kind of quotes inside: \"the 'big' club\""),
    ("", "[\"']", "", "a quotation mark is missing; text needs one at each end"),
    ("", "^[^=]+$", "", _hint_heading_brackets),
    ("Unclosed inline|Invalid initial", r"\{", "", _BRACES_HINT),
    ("", "", rf",\s*0{_HERE}\d\d", "write numbers without commas: 1500, not 1,500"),
    ("Expected newline", r"^steps\s*=\s*\{", "", _hint_brackets),
    ("Invalid value", "", rf"^.?{_HERE}", _LIST_HINT),  # there is no room for a key, so it is in a list
    ("Unclosed array", "", "", _LIST_HINT),
    ("Expected ('='|']')", r"^\[*\s*\w[\w.-]*(?: +\w[\w.-]*)+\s*[=\]]", "", _hint_name_with_spaces),
    ("", rf"^(?P<heading>(?i:{'|'.join(_TABLES)})(?:\.[\w-]+)*):?$", "", "put the heading in brackets: [{heading}]"),
    ("", r"^[\w.\"-]+\s*:", "", "use = instead of :"),
    ("", r"^[^=\[\]{}][^=]*$", "", "put = between the key and its value; a comment starts with #"),
    ("", "^[^=]+=$", "", "enter a value after the ="),
    ("Invalid value", "", rf"{_HERE}(?i:true|yes|y)\s*(?:[,\]}}#\"]|$)", BOOLEAN_HINT.format("true")),
    ("Invalid value", "", rf"{_HERE}(?i:false|no|n)\s*(?:[,\]}}#\"]|$)", BOOLEAN_HINT.format("false")),
    ("Invalid value", rf"\b(?:{_NUMBERS})\s*=", rf"{_HERE}[^\W\d_]", "write the number in digits, such as 200"),
    ("Invalid value", "", rf"{_HERE}(?P<text>[^\W\d_][^,\]}}#\"]*)", 'put text in quotes: "{text}"'),
    ("Expected newline", "", rf"(?<![\w\"'])(?P<digits>\d+){_HERE}\s*(?P<rest>[^\W\d_][^#]*)", _DIGITS_HINT),
    ("Expected newline", "", rf"{_HERE}\s*(?![\d\s+\-*/.])[^#]*=", "put only one heading or key = value on each line"),
    ("Expected newline", "", rf"{_HERE}\s*(?P<rest>[^\d\s+\-*/.#][^#]*)", 'remove "{rest}"; a comment starts with #'),
)


def _format_match(group: str, text: str) -> str:
    return re.sub("[, ]", "", text) if group == "number" else _shorten(text.lower() if group == "heading" else text)
