"""What every value of this program is: a frozen, slotted, keyword-only dataclass.

Comparing, hashing and printing are written once in `Value`: to have them generated for each class would double
what the classes add to the start of every command.
"""

from dataclasses import dataclass, fields
from typing import TypeVar, dataclass_transform

Kind = TypeVar("Kind")


class Value:
    """Compares, hashes and prints by its fields."""

    __slots__ = ()

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        """Tell whether the other is of the same class with equal fields."""
        return isinstance(other, type(self)) and other._fields() == self._fields()

    def __hash__(self) -> int:
        """Hash the fields."""
        return hash(self._fields())

    def __repr__(self) -> str:
        """Give the class and its fields as they are written."""
        shown = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(self))  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join(shown)})"


@dataclass_transform(frozen_default=True, kw_only_default=True)
def frozen(cls: type[Kind]) -> type[Kind]:
    """Make a class derived from Value a frozen, slotted, keyword-only dataclass."""
    return dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False, match_args=False)(cls)
