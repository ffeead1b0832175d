"""The base of every value of this program: a frozen, slotted, keyword-only dataclass.

Plain dataclasses generate five methods for each of some hundred classes. Measured against an empty Typer app, `score`
then starts in 1.38 times its time and `meld check` in 1.58. `Value` has the methods of all classes: to generate no more
than `__init__` for each of them costs 0.06.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from types import FunctionType

_ValueT = TypeVar("_ValueT", bound="Value")


class Value:
    """A value that compares, hashes and prints by its fields, and cannot be changed."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    field_names: ClassVar[tuple[str, ...]] = ()
    shown_names: ClassVar[tuple[str, ...]] = ()  # what `repr` shows of a value with pages of fields
    field_defaults: ClassVar[Mapping[str, object]] = {}
    default_factories: ClassVar[Mapping[str, Callable[[], object]]] = {}

    def __init__(self, **values: object) -> None:
        """Set every field; raises TypeError if one is missing or unknown."""
        complete = {**self.field_defaults, **values}
        for name, make in self.default_factories.items():
            if name not in values:
                complete[name] = make()
        if complete.keys() != self.__dataclass_fields__.keys():
            missing = [name for name in self.field_names if name not in complete]
            unknown = [name for name in complete if name not in self.field_names]
            raise TypeError(f"{type(self).__qualname__}() " + (f"misses {missing}" if missing else f"has no {unknown}"))
        for name, value in complete.items():
            object.__setattr__(self, name, value)  # because `Value.__setattr__` refuses
        self.__post_init__()

    def __post_init__(self) -> None:
        """Check the fields, where a class has something to check."""

    def _field_values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.field_names)

    def __eq__(self, other: object) -> bool:
        """Return whether the other value is of the same class and has equal fields."""
        return isinstance(other, type(self)) and other._field_values() == self._field_values()

    def __hash__(self) -> int:
        """Return the hash of the fields."""
        return hash(self._field_values())

    def __repr__(self) -> str:
        """Return the class and its fields as in source code; of a value with pages of fields, a few."""
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.shown_names or self.field_names)
        return f"{type(self).__name__}({shown}{', ...' if self.shown_names else ''})"

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
    slotted.field_names = tuple(slotted.__dataclass_fields__)
    described = slotted.__dataclass_fields__.values()
    slotted.field_defaults = {field.name: field.default for field in described if field.default is not MISSING}
    slotted.default_factories = {
        field.name: field.default_factory for field in described if field.default_factory is not MISSING
    }
    return slotted


def fast_init(cls: type[_ValueT]) -> type[_ValueT]:
    """Generate a fast `__init__` for a frozen class: every hand of a long game makes values of it.

    It takes a quarter of the time that the one of `Value` takes, and checks only the names.
    """
    namespace: dict[str, Any] = {"MISSING": MISSING, "__name__": cls.__module__}  # help() asks for the module
    lines, defaults = [], dict(cls.field_defaults)
    for name in cls.field_names:
        namespace[f"set_{name}"] = getattr(cls, name).__set__  # of the slot, for `Value.__setattr__` refuses to
        argument = name
        if name in cls.default_factories:
            defaults[name], namespace[f"make_{name}"] = MISSING, cls.default_factories[name]
            argument = f"make_{name}() if {name} is MISSING else {name}"
        lines.append(f"    set_{name}(self, {argument})")
    source = "\n".join([f"def __init__(self, *, {', '.join(cls.field_names)}):", *lines])
    exec(source, namespace)  # noqa: S102 -- made of the names of fields only
    init: FunctionType = namespace["__init__"]
    init.__kwdefaults__ = defaults
    init.__qualname__ = f"{cls.__qualname__}.__init__"  # as Python names it when an argument is missing
    cls.__init__ = init  # type: ignore[method-assign]  # in place of that of Value
    return cls
