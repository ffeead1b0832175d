"""What every value of this program is: a frozen, slotted, keyword-only dataclass.

Comparing, hashing and printing are written once in `Value`: to have them generated for each class would double
what the classes add to the start of every command.
"""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import ClassVar, TypeVar, dataclass_transform

Kind = TypeVar("Kind", bound="Value")


class Value:
    """Compares, hashes and prints by its fields."""

    __slots__ = ()
    field_names: ClassVar[tuple[str, ...]] = ()

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.field_names)

    def __eq__(self, other: object) -> bool:
        """Tell whether the other is of the same class with equal fields."""
        return isinstance(other, type(self)) and other._fields() == self._fields()

    def __hash__(self) -> int:
        """Hash the fields."""
        return hash(self._fields())

    def __repr__(self) -> str:
        """Give the class and its fields as they are written."""
        shown = (f"{name}={getattr(self, name)!r}" for name in self.field_names)
        return f"{type(self).__name__}({', '.join(shown)})"


class Words(StrEnum):
    """A closed set of words that every hand looks up: they hash as text does, ten times as fast as an enum."""

    __hash__ = str.__hash__


@dataclass_transform(frozen_default=True, kw_only_default=True)
def frozen(cls: type[Kind]) -> type[Kind]:
    """Make a class derived from Value a frozen, slotted, keyword-only dataclass."""
    made = dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False, match_args=False)(cls)
    made.field_names = tuple(field.name for field in fields(made))  # type: ignore[arg-type]  # a dataclass now
    return made
