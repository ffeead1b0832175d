"""Threes on the table: what one, two, three … of a colour are worth, and what turns their sign."""

from enum import StrEnum

from canasta_score.rules.diagnostics import format_suggestion
from canasta_score.rules.frozen import FastStrEnum, Value, frozen
from canasta_score.rules.model.facts import Fact, read_short_name
from canasta_score.rules.schema.reader import TableReader

ALL_THREES = "threes"
SIGN_BY_CANASTAS = "canastas"
SIGN_BY_MELDED = "melded"


class Color(StrEnum):
    """The two colours of threes, by the names of their facts."""

    RED = "red"
    BLACK = "black"


class Sign(FastStrEnum):
    """Which way points count."""

    MINUS = "minus"
    NOTHING = "nothing"
    PLUS = "plus"

    @property
    def factor(self) -> int:
        """Give what the points are multiplied by."""
        return _SIGN_FACTORS[self]


_SIGN_FACTORS = {Sign.MINUS: -1, Sign.NOTHING: 0, Sign.PLUS: 1}


@frozen
class ThreesOfColor(Fact):
    """The threes of one colour: points of holding one, two, three … of them; `turns`: they can count minus."""

    values: tuple[int, ...]
    turns: bool


@frozen
class ThreesRules(Value):
    """All that a rule file says of threes on the table.

    `all_points` are the points of every three of the deck, in place of the sum of the colours. `signs` tells the
    sign with none, one, two … of what `sign_by` names: canastas, one kind of canasta, or having melded. `minus_each`
    are the points of each three where they count minus, in place of the values.
    """

    colours: tuple[ThreesOfColor, ...]
    all_points: int | None
    minus_each: int | None
    sign_by: str
    signs: tuple[Sign, ...]


def read_threes(root: TableReader, of_a_colour: int) -> ThreesRules:
    """Read `[threes]`; the deck holds `of_a_colour` red and as many black ones."""
    table = root.table("threes")
    short = table.table("short")
    turning = _read_turning_colors(table)
    colours = []
    for colour in Color:
        values, letter = table.integers(colour), read_short_name(short, colour)
        if len(values) not in {0, of_a_colour} and not (table.has_error(colour) or root.has_error("deck.packs")):
            table.add_error(colour, f"gives {len(values)} values", f"give {of_a_colour}, as many as the packs hold")
        if values:
            label = f"{colour.capitalize()} threes"
            turns = colour in turning
            colours.append(ThreesOfColor(name=colour.value, label=label, short=letter, values=values, turns=turns))
    short.report_unknown_keys()
    signs, all_points = _read_signs(table), table.optional_integer("all")
    threes = ThreesRules(
        colours=tuple(colours),
        all_points=all_points,
        minus_each=table.optional_integer("minus"),
        sign_by=table.text("sign_by", SIGN_BY_CANASTAS),
        signs=signs if turning else (Sign.PLUS,),
    )
    table.report_unknown_keys()
    return threes


def _read_turning_colors(table: TableReader) -> tuple[str, ...]:
    """Read the colours whose sign turns; without the key all do."""
    turning = table.texts("turning")
    for word in turning:
        if word not in tuple(Color):
            table.add_error("turning", f"'{word}' is no colour", format_suggestion(word, Color))
    return turning if "turning" in table else tuple(Color)


def _read_signs(table: TableReader) -> tuple[Sign, ...]:
    """Read the signs with none, one, two …; without the key threes always count."""
    if "sign" not in table:
        table.texts("sign")
        return (Sign.PLUS,)
    words = table.texts("sign")
    for word in words:
        if word not in tuple(Sign):
            table.add_error("sign", f"'{word}' is not known", format_suggestion(word, Sign))
    if not words and not table.has_error("sign"):
        table.add_error("sign", "is empty", 'list the signs with none, one, two, such as ["minus", "nothing", "plus"]')
    return tuple(Sign(word) for word in words if word in tuple(Sign)) or (Sign.PLUS,)
