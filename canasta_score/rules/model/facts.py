"""A fact: one thing that a side reports of a hand, by a name that the rule file gives it."""

from typing import TypedDict

from canasta_score.rules.frozen import FastStrEnum, Value, frozen
from canasta_score.rules.schema.reader import TableReader

DIRECT_FACTS = ("base", "count")
DEFAULT_SIDES = ("we", "they")


class ScorePart(FastStrEnum):
    """The part of the score that a line belongs to; what is set aside scores nothing."""

    BASE = "base"
    COUNT = "count"
    PENALTIES = "penalties"
    SET_ASIDE = "set aside"


BASE_PART, COUNT_PART, PENALTIES_PART, SET_ASIDE_PART = (
    ScorePart  # looked up once, for every line of every hand has one
)


@frozen
class Fact(Value):
    """What every fact has: its name, label, one-letter short name, explanation, and most a side can report."""

    name: str
    label: str
    short: str = ""
    about: str = ""
    most: int | None = None

    @property
    def is_in_points(self) -> bool:
        """Tell whether the number reported is points of cards, not a number of things."""
        return False


@frozen
class CardPoints(Fact):
    """The points of a side's cards, on the table or left in hand."""

    @property
    def is_in_points(self) -> bool:
        """Card points are points."""
        return True


class _FactFields(TypedDict):
    """The keys that every fact of a rule file may have."""

    name: str
    label: str
    short: str
    about: str
    most: int | None


def read_fact_fields(table: TableReader, name: str, *, most: int | None = None) -> _FactFields:
    """Read what every fact has; the label is the name in words unless the file says otherwise."""
    limit = table.optional_integer("max", least=1)
    return _FactFields(
        name=name,
        label=read_label(table, name),
        short=read_short_name(table, "short"),
        about=table.text("about", ""),
        most=most if limit is None else limit,
    )


def read_label(table: TableReader, name: str) -> str:
    """Read what the score sheet calls a thing: its name in words unless the file says otherwise."""
    return table.text("label", name.replace("-", " ").capitalize())


def read_short_name(table: TableReader, key: str) -> str:
    """Read a one-letter short name; none where the key is absent."""
    letter = table.text(key, "")
    if letter and not (len(letter) == 1 and letter.isascii() and letter.islower()):
        table.add_error(key, f"'{letter}' is no short name", "it is one small letter, a to z")
    return letter
