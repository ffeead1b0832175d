"""What every value of this program is: a frozen, slotted, keyword-only dataclass.

Comparing, hashing, printing and refusing to be changed are written once in `Value`, and each class is given its
`__init__` alone: to have all of it made for every class would treble what the classes add to the start of a command.
"""

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from types import FunctionType

_ValueT = TypeVar("_ValueT", bound="Value")


class Value:
    """Compares, hashes and prints by its fields, and cannot be changed."""

    __slots__ = ()
    field_names: ClassVar[tuple[str, ...]] = ()

    def _field_values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.field_names)

    def __eq__(self, other: object) -> bool:
        """Tell whether the other is of the same class with equal fields."""
        return isinstance(other, type(self)) and other._field_values() == self._field_values()

    def __hash__(self) -> int:
        """Hash the fields."""
        return hash(self._field_values())

    def __repr__(self) -> str:
        """Give the class and its fields as they are written."""
        shown = (f"{name}={getattr(self, name)!r}" for name in self.field_names)
        return f"{type(self).__name__}({', '.join(shown)})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse a change; raises FrozenInstanceError."""
        raise FrozenInstanceError(f"cannot assign to field '{name}'")

    def __delattr__(self, name: str) -> NoReturn:
        """Refuse a change; raises FrozenInstanceError."""
        raise FrozenInstanceError(f"cannot delete field '{name}'")

    def __reduce__(self) -> tuple[Callable[..., "Value"], tuple[type["Value"], tuple[object, ...]]]:
        """Say how a copy is made: of the fields, for they cannot be set afterwards."""
        return _rebuild_value, (type(self), self._field_values())


def _rebuild_value(kind: type[_ValueT], values: tuple[object, ...]) -> _ValueT:
    """Make a value of its fields, in their order."""
    return kind(**dict(zip(kind.field_names, values, strict=True)))


class FastStrEnum(StrEnum):
    """A closed set of words that every hand looks up: they hash as text does, ten times as fast as an enum."""

    __hash__ = str.__hash__


@dataclass_transform(frozen_default=True, kw_only_default=True)
def frozen(cls: type[_ValueT]) -> type[_ValueT]:
    """Make a class derived from Value a frozen, slotted, keyword-only dataclass."""
    made = dataclass(slots=True, kw_only=True, init=False, eq=False, repr=False, match_args=False)(cls)
    made.field_names = tuple(field.name for field in fields(made))  # type: ignore[arg-type]  # a dataclass now
    made.__init__ = _build_init(made)  # type: ignore[method-assign]  # in place of that of object
    return made


def _build_init(cls: type[_ValueT]) -> Callable[..., None]:
    """Make the `__init__` of a class, which puts each field, told by its name, straight into its slot."""
    known: dict[str, Any] = {"MISSING": MISSING}  # what the code below names: setters, makers, at last `__init__`
    lines, defaults = [], {}
    for field in fields(cls):  # type: ignore[arg-type]  # a dataclass by now
        name = field.name
        known[f"set_{name}"] = getattr(cls, name).__set__
        told = name
        if field.default is not MISSING:
            defaults[name] = field.default
        elif field.default_factory is not MISSING:
            defaults[name], known[f"make_{name}"] = MISSING, field.default_factory
            told = f"make_{name}() if {name} is MISSING else {name}"
        lines.append(f"    set_{name}(self, {told})")
    if hasattr(cls, "__post_init__"):
        lines.append("    self.__post_init__()")
    names = ", ".join(cls.field_names)
    exec("\n".join([f"def __init__(self, *, {names}):", *lines]), known)  # noqa: S102 -- of names of fields only
    made: FunctionType = known["__init__"]
    made.__kwdefaults__ = defaults
    made.__qualname__ = f"{cls.__qualname__}.__init__"  # what is said where an argument is missing
    return made
