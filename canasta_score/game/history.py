"""What entries change, in games and in events, and how it is undone and redone."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from canasta_score.rules.diagnostics import CanastaError, DiagnosticCode
from canasta_score.rules.frozen import Value

_EntryT = TypeVar("_EntryT")
# The name of a table, a key in it, and the values before and after; None stands for no value.
Edit = tuple[str, Any, Any, Any]


class AppliedEntry(Value, Generic[_EntryT]):
    """An entry, and what it changed."""

    entry: _EntryT
    edits: tuple[Edit, ...] = ()


_AppliedT = TypeVar("_AppliedT", bound=AppliedEntry[Any])
_Tables = Mapping[str, dict[Any, Any]]


class History(Generic[_AppliedT]):
    """Tables that change entry by entry, each step as long as what it changes, with what undo and redo need."""

    def __init__(
        self, tables: _Tables, applied_type: type[_AppliedT], applied: Iterable[_AppliedT], undone: Iterable[_AppliedT]
    ) -> None:
        """Go on where the tables are: they are changed in place."""
        self._tables = tables
        self._applied_type = applied_type
        self.edits: list[Edit] = []  # what the next entry changes so far
        self.applied = list(applied)  # the entries in effect that can be undone, in order
        self.undone = list(undone)  # those that can be redone, the newest last

    def put(self, table: str, key: Hashable, value: object) -> None:
        """Put a value into a table, as part of the next entry; None takes the key out."""
        self.edits.append((table, key, self._tables[table].get(key), value))
        self._set(table, key, value)

    def commit(self, entry: object) -> None:
        """Add the entry that made the changes; what was undone before can no longer be redone."""
        self.applied.append(self._applied_type(entry=entry, edits=tuple(self.edits)))
        self.edits.clear()
        self.undone.clear()

    def roll_back(self) -> None:
        """Take back the changes of an entry that cannot follow."""
        self._put_back(self.edits)
        self.edits.clear()

    def undo_or_redo(self, kind: str, build_error: Callable[..., CanastaError]) -> _AppliedT:
        """Take back the newest entry, or apply again the one undone last, and return it; raises if there is none."""
        is_undo = kind == "undo"
        source, target = (self.applied, self.undone) if is_undo else (self.undone, self.applied)
        if not source:
            hint, code = "redo works only right after undo", DiagnosticCode.NOTHING_TO_REDO
            if is_undo:
                hint, code = "undo cancels the last entry, and there is none left", DiagnosticCode.NOTHING_TO_UNDO
            raise build_error(f"there is nothing to {kind}", hint, code=code)
        change = source.pop()
        target.append(change)
        if is_undo:
            self._put_back(change.edits)
        else:
            for table, key, _, after in change.edits:
                self._set(table, key, after)
        return change

    def _put_back(self, edits: Iterable[Edit]) -> None:
        for table, key, before, _ in reversed([*edits]):
            self._set(table, key, before)

    def _set(self, table: str, key: Hashable, value: object) -> None:
        if value is None:
            self._tables[table].pop(key, None)
        else:
            self._tables[table][key] = value
