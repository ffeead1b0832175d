"""Slips of the pen in TOML: the line that has one, and the remedy for just that slip. Loaded where a file is none."""

import re
import tomllib

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.text import escape_unprintable

_GENERAL_HINT = (
    "write key = value, one on a line: texts in straight quotes, numbers without commas, each [heading] once"
)
_MAX_SHOWN_LENGTH = 40
_MAX_LINE_LENGTH = 1000  # characters of a line that a person wrote
_HEADING_TUPLE_RE = re.compile(r"\((?:'[^']*',? ?)+\)")  # as Python shows the names of a heading
_QUOTED_NAME_RE = re.compile(r"'([^']*)'")
_POSITION_RE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_STRING_RE = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
_GROUPED_NUMBER_RE = re.compile(r"=\s*([+-]?\d{1,3}(?:[, ]\d{3})+)(?!\d)")
_CURLY_QUOTE_RE = re.compile("[“”„«»\u2018\u2019]")
_STRING_PLACEHOLDER = "\x1a"  # stands for a whole text in a bare line
_TEXT_AFTER_STRING_RE = re.compile(rf"{_STRING_PLACEHOLDER}\w")
_NAME_WITH_SPACES_RE = re.compile(r"\[*\s*(\w[\w.-]*(?: +\w[\w.-]*)+)\s*[=\]]")
_UNQUOTED_WORD_RE = re.compile(r"[^\W\d_][^,\]}#\"]*")
_TRAILING_DIGITS_RE = re.compile(r"(?<![\w\"\'])\d+$")  # with no blank behind it
_BOOLEAN_WORDS = {"true": "true", "yes": "true", "false": "false", "no": "false"}


@frozen
class _SyntaxMistake(Value):
    """What is no TOML: why, in the words of its reader, the line without remark, and the column (0: not known).

    `bare` is the line with every whole text emptied (and no line that nobody wrote); `above` are the lines before it.
    """

    reason: str
    line: str
    masked_line: str
    column: int
    lines_above: tuple[str, ...]


def explain_syntax_error(error: tomllib.TOMLDecodeError, text: str) -> tuple[str, str]:
    """Say which line is no TOML, and the remedy; why, in the words of its reader, where the slip is not known."""
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    said = _HEADING_TUPLE_RE.sub(lambda names: f"[{'.'.join(_QUOTED_NAME_RE.findall(names[0]))}]", str(error))
    place = _POSITION_RE.search(said)
    number, column = (int(place[1] or len(lines)), int(place[2] or 0)) if place else (len(lines), 0)
    line = lines[min(number, len(lines)) - 1]
    slip = _build_mistake(said.removesuffix(place[0] if place else ""), line, column, tuple(lines[: number - 1]))
    at = f"line {number}, column {column}" if column else f"end of document, line {number}"
    of_line = f": '{_shorten_line(line)}'" if line.strip() else ""
    if remedy := next(filter(None, (remedy(slip) for remedy in _HINTS)), ""):
        return f"is no TOML at {at}{of_line}", remedy
    return f"is no TOML: {slip.reason} (at {at}{of_line})", _GENERAL_HINT


def _build_mistake(reason: str, line: str, column: int, above: tuple[str, ...]) -> _SyntaxMistake:
    """Give a slip in a line."""
    bare = _STRING_RE.sub(_STRING_PLACEHOLDER, line).partition("#")[0].strip() if len(line) <= _MAX_LINE_LENGTH else ""
    return _SyntaxMistake(reason=reason, line=line, masked_line=bare, column=column, lines_above=above)


def _shorten_line(line: str) -> str:
    """Give a line as a message shows it: its beginning, printable."""
    line = line.strip()
    return escape_unprintable(line if len(line) <= _MAX_SHOWN_LENGTH else f"{line[:_MAX_SHOWN_LENGTH].rstrip()}…")


def _hint_duplicate(slip: _SyntaxMistake) -> str:
    """Tell a key that stands there twice, or a heading twice or beside keys with dots."""
    if slip.reason.startswith("Cannot overwrite"):
        return "this stands there twice: keep one"
    if not slip.reason.startswith(("Cannot declare", "Cannot redefine", "Cannot mutate")):
        return ""
    path = slip.reason.partition("[")[2].partition("]")[0]
    table, _, name = path.rpartition(".")
    first = path.partition(".")[0]
    if table and f"[[{first}]]" in slip.lines_above:
        return f"[{path}] stands once below each [[{first}]]"
    if slip.masked_line == f"[{path}]" and slip.masked_line in slip.lines_above:
        return f"[{path}] stands there twice: keep one, with the lines of both below it"
    dotted = re.search(
        rf"^\s*{re.escape(name)}\s*\.\s*([\w-]+)", "\n".join((*slip.lines_above, slip.line)), re.MULTILINE
    )
    key, place = dotted[1] if dotted else "points", f"below [{table}]" if table else "at the top"
    return f"say it in one way: {name}.{key} {place}, or {key} below [{path}]"


def _hint_grouped_number(slip: _SyntaxMistake) -> str:
    """Tell a number with commas or blanks in it."""
    number = _GROUPED_NUMBER_RE.search(slip.masked_line)
    if not number:
        return ""
    parts = "commas" if "," in number[1] else "blanks"
    return f"numbers have no {parts}: write {re.sub('[, ]', '', number[1])}"


def _hint_quotes(slip: _SyntaxMistake) -> str:
    """Tell quotes that are curly, and one that is missing."""
    if curly := _CURLY_QUOTE_RE.search(slip.masked_line):
        return f'write straight quotes: " in place of {curly[0]}'
    if slip.reason.startswith("Expected newline") and _TEXT_AFTER_STRING_RE.search(slip.masked_line):
        return "a text has one kind of quotes around it and may have the other within: \"the 'big' club\""
    return "a quote is missing: a text stands between two" if re.search("[\"']", slip.masked_line) else ""


def _hint_heading_brackets(slip: _SyntaxMistake) -> str:
    """Tell a heading without one of its brackets."""
    bare = slip.masked_line
    is_begun, is_ended = bare.startswith("["), bare.endswith("]")
    if "=" in bare or not (is_begun or is_ended) or bare.count("[") == bare.count("]"):
        return ""
    begin, end = ("[[", "]]") if "[[" in bare or "]]" in bare else ("[", "]")
    return f"a heading stands in brackets: {begin}{_shorten_line(bare.strip('[] ')) or 'game'}{end}"


def _hint_unclosed_list(slip: _SyntaxMistake) -> str:
    """Tell a list that is not closed, here or above, or that lacks a comma; and the same of braces."""
    if "{" in slip.masked_line and slip.reason.startswith(("Unclosed inline table", "Invalid initial character")):
        return "braces close on the line that opens them, with commas between what they hold"
    is_within = slip.reason.startswith("Invalid value") and 0 < slip.column <= len("[x")  # no key has room before it
    is_torn = is_within or slip.reason.startswith("Unclosed array")
    return 'a list ends with ] and has commas between what it holds: ["4", "5"]' if is_torn else ""


def _hint_spaces_in_name(slip: _SyntaxMistake) -> str:
    """Tell a key or heading of several words."""
    is_name = slip.reason.startswith(("Expected '='", "Expected ']'"))
    name = _NAME_WITH_SPACES_RE.match(slip.masked_line) if is_name else None
    return f"a name has no blanks: write {_shorten_line(re.sub(' +', '-', name[1]))}" if name else ""


def _hint_missing_equals(slip: _SyntaxMistake) -> str:
    """Tell a line with a colon in place of the equals sign, or with neither."""
    bare = slip.masked_line
    if re.match(r"[\w.\"-]+\s*:", bare):
        return "write = in place of :"
    is_key = bare and "=" not in bare and bare[0] not in "[]{}"
    return "write = between key and value; a remark begins with #" if is_key else ""


def _hint_unquoted_text(slip: _SyntaxMistake) -> str:
    """Tell a text without quotes, and a value that is missing."""
    if re.fullmatch("[^=]+=", slip.masked_line):
        return "write a value behind the ="
    is_value = slip.reason.startswith("Invalid value") and slip.column
    word = _UNQUOTED_WORD_RE.match(slip.line, slip.column - 1) if is_value else None
    if not word:
        return ""
    text = word[0].strip()
    yes_or_no = _BOOLEAN_WORDS.get(text.lower())
    return f"write {yes_or_no}" if yes_or_no else f'a text stands in quotes: "{_shorten_line(text)}"'


def _hint_trailing_text(slip: _SyntaxMistake) -> str:
    """Tell what stands behind a value or heading that was complete."""
    rest = slip.line[slip.column - 1 :].partition("#")[0].strip()
    is_behind = slip.reason.startswith("Expected newline") and slip.column
    if not is_behind or rest[:1].isdigit() or rest[:1] in "+-*/.":
        return ""
    if rest[:1].isalpha() and (begun := _TRAILING_DIGITS_RE.search(slip.line[: slip.column - 1])):
        return f"'{begun[0]}{_shorten_line(rest)}' is no number; write it in digits alone"
    return (
        "write one key = value on a line"
        if "=" in rest
        else f"take '{_shorten_line(rest)}' away; a remark begins with #"
    )


_HINTS = (
    _hint_duplicate,
    _hint_grouped_number,
    _hint_quotes,
    _hint_heading_brackets,
    _hint_unclosed_list,
    _hint_spaces_in_name,
    _hint_missing_equals,
    _hint_unquoted_text,
    _hint_trailing_text,
)
