"""Threes on the table: what one, two, three … of a colour are worth, and what turns their sign."""

from enum import StrEnum

from canasta_score.rules.diagnostics import did_you_mean
from canasta_score.rules.frozen import Value, Words, frozen
from canasta_score.rules.model.facts import Fact, read_short
from canasta_score.rules.schema.reader import Table

ALL_THREES = "threes"
BY_CANASTAS = "canastas"
BY_MELDED = "melded"


class Colour(StrEnum):
    """The two colours of threes, by the names of their facts."""

    RED = "red"
    BLACK = "black"


class Sign(Words):
    """Which way points count."""

    MINUS = "minus"
    NOTHING = "nothing"
    PLUS = "plus"

    @property
    def factor(self) -> int:
        """Give what the points are multiplied by."""
        return FACTORS[self]


FACTORS = {Sign.MINUS: -1, Sign.NOTHING: 0, Sign.PLUS: 1}


@frozen
class ThreesOfColour(Fact):
    """The threes of one colour: points of holding one, two, three … of them; `turns`: they can count minus."""

    values: tuple[int, ...]
    turns: bool


@frozen
class Threes(Value):
    """All that a rule file says of threes on the table.

    `all_points` are the points of every three of the deck, in place of the sum of the colours. `signs` tells the
    sign with none, one, two … of what `sign_by` names: canastas, one kind of canasta, or having melded. `minus_each`
    are the points of each three where they count minus, in place of the values.
    """

    colours: tuple[ThreesOfColour, ...]
    all_points: int | None
    minus_each: int | None
    sign_by: str
    signs: tuple[Sign, ...]


def read_threes(root: Table, of_a_colour: int) -> Threes:
    """Read `[threes]`; the deck holds `of_a_colour` red and as many black ones."""
    table = root.table("threes")
    short = table.table("short")
    turning = read_turning(table)
    colours = []
    for colour in Colour:
        values, letter = table.wholes(colour), read_short(short, colour)
        if len(values) not in {0, of_a_colour} and not (table.doubtful(colour) or root.doubtful("deck.packs")):
            table.wrong(colour, f"gives {len(values)} values", f"give {of_a_colour}, as many as the packs hold")
        if values:
            label = f"{colour.capitalize()} threes"
            turns = colour in turning
            colours.append(ThreesOfColour(name=colour.value, label=label, short=letter, values=values, turns=turns))
    short.close()
    signs, all_points = read_signs(table), table.optional("all")
    threes = Threes(
        colours=tuple(colours),
        all_points=all_points,
        minus_each=table.optional("minus"),
        sign_by=table.text("sign_by", BY_CANASTAS),
        signs=signs if turning else (Sign.PLUS,),
    )
    table.close()
    return threes


def read_turning(table: Table) -> tuple[str, ...]:
    """Read the colours whose sign turns; without the key all do."""
    turning = table.texts("turning")
    for word in turning:
        if word not in tuple(Colour):
            table.wrong("turning", f"'{word}' is no colour", did_you_mean(word, Colour))
    return turning if "turning" in table else tuple(Colour)


def read_signs(table: Table) -> tuple[Sign, ...]:
    """Read the signs with none, one, two …; without the key threes always count."""
    if "sign" not in table:
        table.texts("sign")
        return (Sign.PLUS,)
    words = table.texts("sign")
    for word in words:
        if word not in tuple(Sign):
            table.wrong("sign", f"'{word}' is not known", did_you_mean(word, Sign))
    if not words and not table.doubtful("sign"):
        table.wrong("sign", "is empty", 'list the signs with none, one, two, such as ["minus", "nothing", "plus"]')
    return tuple(Sign(word) for word in words if word in tuple(Sign)) or (Sign.PLUS,)
