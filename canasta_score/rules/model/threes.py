"""Threes on the table: what one, two, three … of a color are worth, and what decides their sign."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Self

from canasta_score.rules.frozen import FastStrEnum, Value
from canasta_score.rules.model.facts import Fact, read_short_name
from canasta_score.rules.schema.reader import TableReader
from canasta_score.rules.text import format_count

ALL_THREES = "threes"
SIGN_BY_CANASTAS = "canastas"
SIGN_BY_MELDED = "melded"
FIXED_SIGNS = (SIGN_BY_CANASTAS, SIGN_BY_MELDED)  # besides these, a kind of canasta can decide the sign


class Color(StrEnum):
    """The two colors of threes, by the names of their facts."""

    RED = "red"
    BLACK = "black"


class Sign(FastStrEnum):
    """Whether points are added, are subtracted, or do not count."""

    MINUS = "minus", -1
    NOTHING = "nothing", 0
    PLUS = "plus", 1

    factor: int  # what the points are multiplied by

    def __new__(cls, word: str, factor: int) -> Self:
        """Build the sign of a word in rule files."""
        sign = str.__new__(cls, word)
        sign._value_, sign.factor = word, factor
        return sign


# Every hand has signs. On Python 3.11 `Sign.PLUS` takes ten times as long as the name of a constant; see BASE_PART.
MINUS_SIGN = Sign.MINUS
PLUS_SIGN = Sign.PLUS
SIGN_WORDS = {Sign.MINUS: "subtracted", Sign.NOTHING: "not counted", Sign.PLUS: "added"}


class ThreesOfColor(Fact):
    """The threes of one color."""

    values: tuple[int, ...]  # the points of one, two, three … of them together
    turns: bool  # their sign can change
    from_pile: bool  # only those count that a side took with the pile
    minus_each: int | None  # the points of each where they count minus, in place of `values`


class ThreesRules(Value):
    """What a rule file says of threes on the table."""

    colors: tuple[ThreesOfColor, ...]
    all_points: int | None  # of every three of the deck, in place of the sum of the colors
    minus_each: int | None  # of both colors, if one number is stated for them
    sign_by: str  # canastas, one kind of canasta, or having melded
    signs: tuple[Sign, ...]  # with none, one, two … of what `sign_by` names


def read_threes(root: TableReader, threes_per_color: int) -> ThreesRules:
    """Read `[threes]`; the deck has `threes_per_color` red threes and as many black ones."""
    table = root.table("threes")
    short_names = table.table("short")
    stated = table.words("turning", Color)
    turning = stated if "turning" in table else tuple(Color)
    from_pile = table.words("from_pile", Color)
    expected = None if root.has_error("deck.packs") else threes_per_color
    minus_each, minus_by_color = _read_minus(table)
    colors = [
        ThreesOfColor(
            name=color.value,
            label=f"{color.capitalize()} threes",
            short_name=read_short_name(short_names, color),
            values=_read_values(table, color, expected),
            turns=color in turning,
            from_pile=color in from_pile,
            minus_each=minus_by_color[color],
        )
        for color in Color
    ]
    short_names.report_unknown_keys()
    signs = table.words("sign", Sign)
    if "sign" in table and not signs and not table.has_error("sign"):
        table.add_error("sign", "is empty", 'list the signs for none, 1, 2 ..., such as ["minus", "nothing", "plus"]')
    threes = ThreesRules(
        colors=tuple(color for color in colors if color.values),
        all_points=table.optional_integer("all"),
        minus_each=minus_each,
        sign_by=table.text("sign_by", SIGN_BY_CANASTAS),
        signs=(signs if turning else ()) or (PLUS_SIGN,),
    )
    table.report_unknown_keys()
    return threes


def _read_values(table: TableReader, color: Color, expected: int | None) -> tuple[int, ...]:
    """Read the values of a color: as many as `expected`, or none, or one number for each of these threes."""
    values = table.integers(color, accept_one=True)
    if values and expected and not isinstance(table.raw_value(color), list):
        return tuple(values[0] * count for count in range(1, expected + 1))
    if values and expected and len(values) != expected and not table.has_error(color):
        message = f"has {format_count(len(values), 'number')}, but the deck has {expected} {color} threes"
        hint = f"enter the points for 1, for 2 ... for {expected} of them, or one number for each, without brackets"
        table.add_error(color, message, hint)
    return values


def _read_minus(table: TableReader) -> tuple[int | None, Mapping[Color, int | None]]:
    """Read the points of each three that counts minus: one number, and those by color."""
    if not table.is_table("minus"):
        each = table.optional_integer("minus")
        return each, dict.fromkeys(Color, each)
    by_color = table.table("minus")
    numbers = {color: by_color.optional_integer(color) for color in Color}
    by_color.report_unknown_keys()
    return None, numbers
