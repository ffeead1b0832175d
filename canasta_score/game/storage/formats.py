"""The format of a game file or an event file: the lowest that can say what is in it.

Older programs go on reading files that use nothing new, and name the version that they need for all others.
"""

import re
from collections.abc import Iterable, Iterator

from canasta_score import __version__
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.schema.reader import RawTable, describe_value, iter_key_paths
from canasta_score.rules.text import is_printable_line, join_words

FORMAT_KEY = "format"
NEEDS_KEY = "needs"  # the version that a newer program states in a file or an entry that older ones cannot read
_NEEDED_VERSIONS = {1: "", 2: "0.3"}  # format 1 is read by every version
_FORMATS = tuple(_NEEDED_VERSIONS)
_SIDES_OF_FORMAT_1 = 6
_KINDS_OF_FORMAT_2 = {"adjust", "rules"}
_KEYS_OF_FORMAT_2 = (
    r"game\.(partners|wins)|need\.hand_steps|opening\.(wild_canasta|wilds_per_natural)"
    r"|threes\.from_pile|bonuses\.[^.]+\.(exactly|opens_at_any_need)|penalties\.[^.]+\.when_out|specials\.[^.]+\.own"
)


_CARDS_OF_FORMAT_2 = r".*/.*|or|.*wilds"  # groups of the cards of special hands


def build_format_keys(
    rules: RawTable, kinds: Iterable[str] = (), *, sides: int = 2, least: int = 1
) -> dict[str, object]:
    """Return the keys at the top of a file that state its format: from rules, kinds of entries and sides.

    `least` is what the rest of the file needs.
    """
    number = max(least, *_iter_formats(rules, kinds, sides))
    needed = _NEEDED_VERSIONS[number]
    return {FORMAT_KEY: number, NEEDS_KEY: needed} if needed else {FORMAT_KEY: number}


def state_format(data: bytes, keys: RawTable) -> bytes:
    """Return the text of a file with these keys for its format in place of the one that it states."""
    rows = [f"{FORMAT_KEY} = {keys[FORMAT_KEY]}", f'{NEEDS_KEY} = "{keys[NEEDS_KEY]}"']
    line_end = "\r\n" if b"\r\n" in data else "\n"
    return re.sub(rb"^format[ \t]*=[ \t]*\d+", line_end.join(rows).encode(), data, count=1, flags=re.MULTILINE)


def find_format_error(keys: RawTable) -> Diagnostic | None:
    """Return what is wrong with the format that a file states, or None if this program can read it."""
    stated, write_it = keys.get(FORMAT_KEY), f"change it to {FORMAT_KEY} = {_FORMATS[0]}"
    described = describe_value(stated)
    if stated is None:
        hint = f"add {FORMAT_KEY} = {_FORMATS[0]} as the first line"
        return Diagnostic(where=FORMAT_KEY, message="is missing", hint=hint)
    if type(stated) is not int:
        return Diagnostic(where=FORMAT_KEY, message=f"must be a number, not {described}", hint=write_it)
    if stated > max(_FORMATS):
        message = f"has format {described}, which needs {describe_needed_version(keys.get(NEEDS_KEY))}"
        hint = f"get a newer canasta-score; version {__version__} reads only formats {join_words(map(str, _FORMATS))}"
        return Diagnostic(message=message, hint=hint)
    if stated not in _FORMATS:
        return Diagnostic(message=f"has the unknown format {described}", hint=write_it)
    return None


def describe_needed_version(needs: object) -> str:
    """Return which program a newer file or entry needs: the version that it states, or any newer one."""
    if isinstance(needs, str) and is_printable_line(needs):
        return f"canasta-score {needs} or later"
    return f"a version of canasta-score newer than {__version__}"


def _iter_formats(rules: RawTable, kinds: Iterable[str], sides: int) -> Iterator[int]:
    """Yield the formats that parts of the rules, kinds of entries and the number of sides need."""
    yield _FORMATS[0]
    if not _KINDS_OF_FORMAT_2.isdisjoint(kinds) or sides > _SIDES_OF_FORMAT_1:
        yield 2
    if any(re.fullmatch(_KEYS_OF_FORMAT_2, path) for path in iter_key_paths(rules)):
        yield 2
    game, canastas = rules.get("game"), rules.get("canastas")
    if isinstance(game, dict) and {"target", "hands"} <= game.keys():
        yield 2
    for canasta in canastas.values() if isinstance(canastas, dict) else ():
        if isinstance(canasta, dict) and isinstance(canasta.get("points"), list):
            yield 2
    specials = rules.get("specials")
    for hand in specials.values() if isinstance(specials, dict) else ():
        groups = hand.get("cards") if isinstance(hand, dict) else None
        if isinstance(groups, list) and any(re.fullmatch(_CARDS_OF_FORMAT_2, str(group)) for group in groups):
            yield 2
