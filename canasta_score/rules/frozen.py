"""The base of every value of this program: a frozen, slotted, keyword-only dataclass.

Plain dataclasses generate five methods for each of some hundred classes. Measured against an empty Typer app, `score`
then starts in 1.38 times its time and `meld check` in 1.58; with `Value`, where only `__init__` is generated for each
class, in 1.22 and 1.27.
"""

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from types import FunctionType

_ValueT = TypeVar("_ValueT", bound="Value")


class Value:
    """A value that compares, hashes and prints by its fields, and cannot be changed."""

    __slots__ = ()
    field_names: ClassVar[tuple[str, ...]] = ()

    def _field_values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.field_names)

    def __eq__(self, other: object) -> bool:
        """Return whether the other value is of the same class and has equal fields."""
        return isinstance(other, type(self)) and other._field_values() == self._field_values()

    def __hash__(self) -> int:
        """Return the hash of the fields."""
        return hash(self._field_values())

    def __repr__(self) -> str:
        """Return the class and its fields as in source code."""
        shown = (f"{name}={getattr(self, name)!r}" for name in self.field_names)
        return f"{type(self).__name__}({', '.join(shown)})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Raise FrozenInstanceError."""
        raise FrozenInstanceError(f"cannot assign to field '{name}'")

    def __delattr__(self, name: str) -> NoReturn:
        """Raise FrozenInstanceError."""
        raise FrozenInstanceError(f"cannot delete field '{name}'")

    def __reduce__(self) -> tuple[Callable[..., "Value"], tuple[type["Value"], tuple[object, ...]]]:
        """Return how to copy or unpickle the value: through `__init__`, because its fields cannot be set later."""
        return _rebuild_value, (type(self), self._field_values())


def _rebuild_value(cls: type[_ValueT], values: tuple[object, ...]) -> _ValueT:
    return cls(**dict(zip(cls.field_names, values, strict=True)))


class FastStrEnum(StrEnum):
    """A StrEnum whose members are looked up for every hand: hashing them as text is ten times as fast."""

    __hash__ = str.__hash__


@dataclass_transform(frozen_default=True, kw_only_default=True)
def frozen(cls: type[_ValueT]) -> type[_ValueT]:
    """Make a class derived from `Value` a frozen, slotted, keyword-only dataclass."""
    slotted = dataclass(slots=True, kw_only=True, init=False, eq=False, repr=False, match_args=False)(cls)
    slotted.field_names = tuple(field.name for field in fields(slotted))  # type: ignore[arg-type]  # a dataclass by now
    slotted.__init__ = _build_init(slotted)  # type: ignore[method-assign]  # in place of that of object
    return slotted


def _build_init(cls: type[_ValueT]) -> Callable[..., None]:
    """Build `__init__`, which puts each field straight into its slot, because `Value.__setattr__` refuses to."""
    namespace: dict[str, Any] = {"MISSING": MISSING}
    lines, defaults = [], {}
    for field in fields(cls):  # type: ignore[arg-type]  # a dataclass by now
        name = field.name
        namespace[f"set_{name}"] = getattr(cls, name).__set__
        argument = name
        if field.default is not MISSING:
            defaults[name] = field.default
        elif field.default_factory is not MISSING:
            defaults[name], namespace[f"make_{name}"] = MISSING, field.default_factory
            argument = f"make_{name}() if {name} is MISSING else {name}"
        lines.append(f"    set_{name}(self, {argument})")
    if hasattr(cls, "__post_init__"):
        lines.append("    self.__post_init__()")
    source = "\n".join([f"def __init__(self, *, {', '.join(cls.field_names)}):", *lines])
    exec(source, namespace)  # noqa: S102 -- made of the names of fields only
    init: FunctionType = namespace["__init__"]
    init.__kwdefaults__ = defaults
    init.__qualname__ = f"{cls.__qualname__}.__init__"  # as Python names it when an argument is missing
    return init
