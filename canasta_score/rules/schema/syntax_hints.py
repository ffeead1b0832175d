"""Slips of the pen in TOML: the line that has one, and the remedy for just that slip. Loaded where a file is none."""

import re
import tomllib

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.text import printable

HOW_IT_IS_WRITTEN = (
    "write key = value, one on a line: texts in straight quotes, numbers without commas, each [heading] once"
)
MOST_SHOWN = 40
LONGEST_READ = 1000  # characters of a line that a person wrote
HEADING = re.compile(r"\((?:'[^']*',? ?)+\)")  # as Python shows the names of a heading
NAME = re.compile(r"'([^']*)'")
PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
A_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
NUMBER_IN_PARTS = re.compile(r"=\s*([+-]?\d{1,3}(?:[, ]\d{3})+)(?!\d)")
CURLY = re.compile("[“”„«»\u2018\u2019]")
EMPTIED = "\x1a"  # stands for a whole text in a bare line
WITHIN_A_TEXT = re.compile(rf"{EMPTIED}\w")
A_NAME_WITH_BLANKS = re.compile(r"\[*\s*(\w[\w.-]*(?: +\w[\w.-]*)+)\s*[=\]]")
A_WORD = re.compile(r"[^\W\d_][^,\]}#\"]*")
A_BEGUN_NUMBER = re.compile(r"(?<![\w\"\'])\d+$")  # with no blank behind it
YES_OR_NO = {"true": "true", "yes": "true", "false": "false", "no": "false"}


@frozen
class Slip(Value):
    """What is no TOML: why, in the words of its reader, the line without remark, and the column (0: not known).

    `bare` is the line with every whole text emptied (and no line that nobody wrote); `above` are the lines before it.
    """

    reason: str
    line: str
    bare: str
    column: int
    above: tuple[str, ...]


def place_and_remedy(error: tomllib.TOMLDecodeError, text: str) -> tuple[str, str]:
    """Say which line is no TOML, and the remedy; why, in the words of its reader, where the slip is not known."""
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    said = HEADING.sub(lambda names: f"[{'.'.join(NAME.findall(names[0]))}]", str(error))
    place = PLACE.search(said)
    number, column = (int(place[1] or len(lines)), int(place[2] or 0)) if place else (len(lines), 0)
    line = lines[min(number, len(lines)) - 1]
    slip = slip_in(said.removesuffix(place[0] if place else ""), line, column, tuple(lines[: number - 1]))
    at = f"line {number}, column {column}" if column else f"end of document, line {number}"
    of_line = f": '{shown(line)}'" if line.strip() else ""
    if remedy := next(filter(None, (remedy(slip) for remedy in REMEDIES)), ""):
        return f"is no TOML at {at}{of_line}", remedy
    return f"is no TOML: {slip.reason} (at {at}{of_line})", HOW_IT_IS_WRITTEN


def slip_in(reason: str, line: str, column: int, above: tuple[str, ...]) -> Slip:
    """Give a slip in a line."""
    bare = A_TEXT.sub(EMPTIED, line).partition("#")[0].strip() if len(line) <= LONGEST_READ else ""
    return Slip(reason=reason, line=line, bare=bare, column=column, above=above)


def shown(line: str) -> str:
    """Give a line as a message shows it: its beginning, printable."""
    line = line.strip()
    return printable(line if len(line) <= MOST_SHOWN else f"{line[:MOST_SHOWN].rstrip()}…")


def thing_twice(slip: Slip) -> str:
    """Tell a key that stands there twice, or a heading twice or beside keys with dots."""
    if slip.reason.startswith("Cannot overwrite"):
        return "this stands there twice: keep one"
    if not slip.reason.startswith(("Cannot declare", "Cannot redefine", "Cannot mutate")):
        return ""
    path = slip.reason.partition("[")[2].partition("]")[0]
    table, _, name = path.rpartition(".")
    first = path.partition(".")[0]
    if table and f"[[{first}]]" in slip.above:
        return f"[{path}] stands once below each [[{first}]]"
    if slip.bare == f"[{path}]" and slip.bare in slip.above:
        return f"[{path}] stands there twice: keep one, with the lines of both below it"
    dotted = re.search(rf"^\s*{re.escape(name)}\s*\.\s*([\w-]+)", "\n".join((*slip.above, slip.line)), re.MULTILINE)
    key, place = dotted[1] if dotted else "points", f"below [{table}]" if table else "at the top"
    return f"say it in one way: {name}.{key} {place}, or {key} below [{path}]"


def number_in_parts(slip: Slip) -> str:
    """Tell a number with commas or blanks in it."""
    number = NUMBER_IN_PARTS.search(slip.bare)
    if not number:
        return ""
    parts = "commas" if "," in number[1] else "blanks"
    return f"numbers have no {parts}: write {re.sub('[, ]', '', number[1])}"


def wrong_quotes(slip: Slip) -> str:
    """Tell quotes that are curly, and one that is missing."""
    if curly := CURLY.search(slip.bare):
        return f'write straight quotes: " in place of {curly[0]}'
    if slip.reason.startswith("Expected newline") and WITHIN_A_TEXT.search(slip.bare):
        return "a text has one kind of quotes around it and may have the other within: \"the 'big' club\""
    return "a quote is missing: a text stands between two" if re.search("[\"']", slip.bare) else ""


def torn_heading(slip: Slip) -> str:
    """Tell a heading without one of its brackets."""
    bare = slip.bare
    is_begun, is_ended = bare.startswith("["), bare.endswith("]")
    if "=" in bare or not (is_begun or is_ended) or bare.count("[") == bare.count("]"):
        return ""
    begin, end = ("[[", "]]") if "[[" in bare or "]]" in bare else ("[", "]")
    return f"a heading stands in brackets: {begin}{shown(bare.strip('[] ')) or 'game'}{end}"


def torn_list(slip: Slip) -> str:
    """Tell a list that is not closed, here or above, or that lacks a comma; and the same of braces."""
    if "{" in slip.bare and slip.reason.startswith(("Unclosed inline table", "Invalid initial character")):
        return "braces close on the line that opens them, with commas between what they hold"
    is_within = slip.reason.startswith("Invalid value") and 0 < slip.column <= len("[x")  # no key has room before it
    is_torn = is_within or slip.reason.startswith("Unclosed array")
    return 'a list ends with ] and has commas between what it holds: ["4", "5"]' if is_torn else ""


def name_with_blanks(slip: Slip) -> str:
    """Tell a key or heading of several words."""
    is_name = slip.reason.startswith(("Expected '='", "Expected ']'"))
    name = A_NAME_WITH_BLANKS.match(slip.bare) if is_name else None
    return f"a name has no blanks: write {shown(re.sub(' +', '-', name[1]))}" if name else ""


def no_equals_sign(slip: Slip) -> str:
    """Tell a line with a colon in place of the equals sign, or with neither."""
    bare = slip.bare
    if re.match(r"[\w.\"-]+\s*:", bare):
        return "write = in place of :"
    is_key = bare and "=" not in bare and bare[0] not in "[]{}"
    return "write = between key and value; a remark begins with #" if is_key else ""


def bare_word(slip: Slip) -> str:
    """Tell a text without quotes, and a value that is missing."""
    if re.fullmatch("[^=]+=", slip.bare):
        return "write a value behind the ="
    is_value = slip.reason.startswith("Invalid value") and slip.column
    word = A_WORD.match(slip.line, slip.column - 1) if is_value else None
    if not word:
        return ""
    text = word[0].strip()
    yes_or_no = YES_OR_NO.get(text.lower())
    return f"write {yes_or_no}" if yes_or_no else f'a text stands in quotes: "{shown(text)}"'


def something_behind(slip: Slip) -> str:
    """Tell what stands behind a value or heading that was complete."""
    rest = slip.line[slip.column - 1 :].partition("#")[0].strip()
    is_behind = slip.reason.startswith("Expected newline") and slip.column
    if not is_behind or rest[:1].isdigit() or rest[:1] in "+-*/.":
        return ""
    if rest[:1].isalpha() and (begun := A_BEGUN_NUMBER.search(slip.line[: slip.column - 1])):
        return f"'{begun[0]}{shown(rest)}' is no number; write it in digits alone"
    return "write one key = value on a line" if "=" in rest else f"take '{shown(rest)}' away; a remark begins with #"


REMEDIES = (
    thing_twice,
    number_in_parts,
    wrong_quotes,
    torn_heading,
    torn_list,
    name_with_blanks,
    no_equals_sign,
    bare_word,
    something_behind,
)
