"""Facts: what a side reports of a hand, each by a name that the rule file gives it."""

from typing import Any

from canasta_score.rules.frozen import FastStrEnum, Value
from canasta_score.rules.schema.reader import TableReader

# What a side may enter as one number, in place of the items.
BASE, COUNT, TOTAL = DIRECT_FACTS = ("base", "count", "total")
PENALTIES = "penalties"  # the third part of the score, which is always entered by its items
RUNNING = "running"  # the total of the game after the hand
SHEET_COLUMNS = (BASE, COUNT, PENALTIES, TOTAL, RUNNING)
DEFAULT_SIDES = ("we", "they")


class ScorePart(FastStrEnum):
    """The part of the score that a line belongs to; a line that is set aside scores nothing."""

    BASE = "base"
    COUNT = "count"
    PENALTIES = "penalties"
    SET_ASIDE = "set aside"
    TOTAL = "total"  # of a side whose hand is entered as one number: its parts are not known


# Every line of every hand has a part. On Python 3.11 `ScorePart.BASE` takes 120 ns, a name of a module 11 ns.
BASE_PART = ScorePart.BASE
COUNT_PART = ScorePart.COUNT
PENALTIES_PART = ScorePart.PENALTIES
SET_ASIDE_PART = ScorePart.SET_ASIDE
TOTAL_PART = ScorePart.TOTAL


class Fact(Value):
    """What every fact has: its name, label, one-letter short name, explanation, and the most that a side can report."""

    name: str
    label: str
    short_name: str = ""
    about: str = ""
    most: int | None = None

    @property
    def is_in_points(self) -> bool:
        """Return whether a side reports points, not a number of things."""
        return isinstance(self, Adjustment | CardPoints)


class Adjustment(Fact):
    """Points that people agree on or a director rules, in every variant and whatever the cards."""

    part: ScorePart  # of the score
    sign: int  # 1 or -1


ADJUSTMENTS = (
    Adjustment(name="extra", label="Extra points", about="points added by agreement", part=ScorePart.BASE, sign=1),
    Adjustment(
        name="penalty", label="Penalty points", about="points subtracted by a ruling", part=ScorePart.PENALTIES, sign=-1
    ),
)


class CardPoints(Fact):
    """The points of a side's cards, on the table or left in hand."""


def read_fact_fields(table: TableReader, name: str, *, most: int | None = None) -> dict[str, Any]:
    """Read the fields of a `Fact`, to be passed on to a class derived from it; `most` is the default of `max`."""
    limit = table.optional_integer("max", least=1)
    return {
        "name": name,
        "label": read_label(table, name),
        "short_name": read_short_name(table, "short"),
        "about": table.text("about", ""),
        "most": most if limit is None else limit,
    }


def read_label(table: TableReader, name: str) -> str:
    """Read the label for the score sheet; the default is the name as words."""
    return table.text("label", name.replace("-", " ").capitalize())


def read_short_name(table: TableReader, key: str, default: str = "") -> str:
    """Read a one-letter short name; the default if the key is absent."""
    letter = table.text(key, default)
    if letter and not (len(letter) == 1 and letter.isascii() and letter.islower()):
        table.add_error(key, f'"{letter}" cannot be a short name', "use one small letter, a to z")
    return letter
