"""The base of every value of this program: frozen, slotted, told by the names of its fields.

A plain dataclass with slots is made twice and generates five methods, for each of some hundred classes. Measured
against an empty Typer app, `score` then starts in 1.38 times its time and `meld check` in 1.58. `Value` has the methods
of all classes, and its metaclass makes each class once.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar, dataclass_transform

_ValueT = TypeVar("_ValueT", bound="Value")


class _Factory:
    def __init__(self, make: Callable[[], object]) -> None:
        self.make = make


if TYPE_CHECKING:  # mypy holds what these two are given against the fields of the value
    from dataclasses import field as field
    from dataclasses import replace as replace
else:  # start-up: `dataclasses` itself, 0.6 ms, for those who call its functions

    def field(*, default_factory: Callable[[], object]) -> _Factory:
        """Return a default that is made anew for every value."""
        return _Factory(default_factory)

    def replace(value: _ValueT, /, **changes: object) -> _ValueT:
        """Return a value with some fields changed."""
        return type(value)(**{name: getattr(value, name) for name in value.field_names} | changes)


class _DataclassFields:
    """What the functions of `dataclasses` ask a class for, made when one of them does."""

    def __get__(self, _value: object, cls: type["Value"]) -> dict[str, Any]:
        return _build_dataclass_fields(cls)


@cache
def _build_dataclass_fields(cls: type["Value"]) -> dict[str, Any]:
    from dataclasses import field, make_dataclass

    defaults = {
        name: field(default_factory=default.make) if isinstance(default, _Factory) else default
        for name, default in cls.field_defaults.items()
    }
    # Without a docstring, `dataclass` would write one, which takes longer than all else that it does.
    namespace = {"__doc__": cls.__doc__ or cls.__name__, **defaults}
    types = cls.field_types.items()
    bare: Any = make_dataclass(cls.__name__, types, namespace=namespace, init=False, repr=False, eq=False, kw_only=True)
    return dict(bare.__dataclass_fields__)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class _ValueType(type):
    """Makes a class with a slot for each field that is annotated in it, and keeps the defaults apart."""

    field_types: Mapping[str, Any] = {}  # those of `Value`, which has no base
    field_defaults: Mapping[str, object] = {}

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> "_ValueType":
        # From Python 3.14 on, a class has to be made before its annotations can be asked for.
        annotations = namespace.get("__annotations__") or type(name, (), dict(namespace)).__annotations__
        own = annotations if bases else {}  # those of `Value` are of the class
        base: Any = bases[0] if bases else cls
        stated = {key: namespace.pop(key) for key in own if key in namespace}
        namespace |= {
            "__slots__": own.keys() - base.field_types.keys(),
            "field_types": {**base.field_types, **own},
            "field_names": (*base.field_types, *own),
            "field_defaults": {**base.field_defaults, **stated},
        }
        return super().__new__(cls, name, bases, namespace)


class Value(metaclass=_ValueType):
    """A value that compares, hashes and prints by its fields, and cannot be changed."""

    __dataclass_fields__ = _DataclassFields()
    field_types: ClassVar[Mapping[str, Any]]
    field_names: ClassVar[tuple[str, ...]]
    field_defaults: ClassVar[Mapping[str, Any]]  # or a factory
    shown_names: ClassVar[tuple[str, ...]] = ()  # what `repr` shows of a value with pages of fields

    def __init__(self, **values: object) -> None:
        """Set every field; raises TypeError if one is missing or unknown."""
        if values.keys() != self.field_types.keys():
            values = self._complete(values)
        set_field = object.__setattr__  # because `Value.__setattr__` refuses
        for name, value in values.items():
            set_field(self, name, value)
        self.__post_init__()

    def _complete(self, values: dict[str, object]) -> dict[str, object]:
        complete = {**self.field_defaults, **values}
        if complete.keys() != self.field_types.keys():
            missing = [name for name in self.field_names if name not in complete]
            unknown = [name for name in complete if name not in self.field_names]
            raise TypeError(f"{type(self).__qualname__}() " + (f"misses {missing}" if missing else f"has no {unknown}"))
        return {name: value.make() if isinstance(value, _Factory) else value for name, value in complete.items()}

    def __post_init__(self) -> None:
        """Check the fields, where a class has something to check."""

    def _field_values(self) -> tuple[object, ...]:
        return tuple(map(self.__getattribute__, self.field_names))

    def __eq__(self, other: object) -> bool:
        """Return whether the other value is of the same class and has equal fields."""
        return isinstance(other, type(self)) and other._field_values() == self._field_values()

    def __hash__(self) -> int:
        """Return the hash of the fields; raises TypeError where one is a mapping, as in games, hands and rules."""
        return hash(self._field_values())

    def __repr__(self) -> str:
        """Return the class and its fields as in source code; of a value with pages of fields, a few."""
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.shown_names or self.field_names)
        return f"{type(self).__name__}({shown}{', ...' if self.shown_names else ''})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Raise FrozenInstanceError."""
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field '{name}'")

    def __delattr__(self, name: str) -> NoReturn:
        """Raise FrozenInstanceError."""
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot delete field '{name}'")

    def __reduce__(self) -> tuple[Callable[..., "Value"], tuple[object, ...]]:
        """Return how to copy or unpickle the value: through `__init__`, because its fields cannot be set later."""
        return _build_value, (type(self), *self._field_values())  # `deepcopy` copies what stands here

    __replace__ = replace  # for `copy.replace` of Python 3.13


def _build_value(cls: type[_ValueT], *values: object) -> _ValueT:
    return cls(**dict(zip(cls.field_names, values, strict=True)))


class FastStrEnum(StrEnum):
    """A StrEnum whose members are looked up for every hand: hashing them as text is ten times as fast."""

    __hash__ = str.__hash__


def fast_init(cls: type[_ValueT]) -> type[_ValueT]:
    """Generate an `__init__` that is more than twice as fast, for a class of which each hand of a game makes values."""
    namespace: dict[str, Any] = {"__name__": cls.__module__}  # help() asks for the module
    lines = []
    for name in cls.field_names:
        namespace[f"set_{name}"] = getattr(cls, name).__set__  # of the slot, for `Value.__setattr__` refuses to
        argument = name
        if isinstance(default := cls.field_defaults.get(name), _Factory):
            namespace[f"factory_of_{name}"] = default
            argument = f"factory_of_{name}.make() if {name} is factory_of_{name} else {name}"
        lines.append(f"    set_{name}(self, {argument})")
    source = "\n".join([f"def __init__(self, *, {', '.join(cls.field_names)}):", *lines])
    exec(source, namespace)  # noqa: S102 -- made of the names of fields only
    init = namespace["__init__"]
    init.__kwdefaults__ = dict(cls.field_defaults)
    init.__qualname__ = f"{cls.__qualname__}.__init__"  # as Python names it when an argument is missing
    cls.__init__ = init  # type: ignore[method-assign]  # in place of that of Value
    return cls
