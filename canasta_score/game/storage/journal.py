"""Journals on the disk, the game file and the event file: read, created, and continued by one writer at a time."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from canasta_score.disk import files
from canasta_score.disk.files import DiskError, Notify
from canasta_score.game.entries import FileError, describe_disk_error, disk_errors_as
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode
from canasta_score.rules.frozen import Value
from canasta_score.rules.schema.reader import RawTable

StateT = TypeVar("StateT")
EntryT = TypeVar("EntryT")
_Built = tuple[bytes, StateT, StateT]  # the text to write, and the states before and after it
_MOST_KEPT = 2  # a journal before the entry that is being added, and with it
_kept: dict[tuple[type, str, bytes], Any] = {}  # what texts of journals read to, the last one read last


def forget_readings() -> None:
    """Parse every journal anew from here on, for a caller who may have changed what an earlier reading returned."""
    _kept.clear()


class ParsedJournal(Value, Generic[StateT]):
    """The text of a journal as it was read: its keys, what they lead to, and what is wrong with its entries."""

    keys: RawTable
    state: StateT
    diagnostics: tuple[Diagnostic, ...] = ()


class Recorded(Value, Generic[StateT]):
    """What a journal held before something was written, or would be; and after, the same for a new journal."""

    before: StateT
    after: StateT
    problems: Sequence[Diagnostic] = ()  # of what was entered that did not keep it out
    notes: tuple[str, ...] = ()  # sentences for the person, such as that the file lost its access list
    failure: FileError | None = None  # after the writing: it is done all the same, so say that first


class Journal(ABC, Generic[StateT, EntryT]):
    """A journal on the disk, with a state that follows from its entries; Ctrl-C is held around lock and write."""

    error_type: ClassVar[type[FileError]]

    def __init__(
        self, path: str | Path, *, notify: Notify = lambda _: None, accepted: Collection[DiagnosticCode] = ()
    ) -> None:
        """Stand for the file at a path; mistakes with the `accepted` codes keep nobody from using it."""
        self.path = Path(path)
        self.notify = notify
        self._accepted = accepted

    @abstractmethod
    def parse(self, data: bytes) -> ParsedJournal[StateT]:
        """Parse the text of a journal; raises an error of its type if it is none."""

    def parse_once(self, data: bytes) -> ParsedJournal[StateT]:
        """Parse the text of a journal, unless it is known what it reads to; `play` does so before every line."""
        return self._keep(data, _kept.get((type(self), str(self.path), data)) or self.parse(data))

    def _keep(self, data: bytes, parsed: ParsedJournal[StateT]) -> ParsedJournal[StateT]:
        key = type(self), str(self.path), data
        _kept.pop(key, None)
        for older in [*_kept][: 1 - _MOST_KEPT]:
            _kept.pop(older, None)  # another thread may have done so
        _kept[key] = parsed
        return parsed

    @abstractmethod
    def append(self, old: ParsedJournal[StateT], data: bytes, entry: EntryT) -> tuple[bytes, ParsedJournal[StateT]]:
        """Return the text with one more entry, completed, and what it reads to; raises if the entry cannot follow."""

    @abstractmethod
    def explain_unreadable(self, error: DiskError) -> FileError:
        """Return the error of a journal that cannot be read, or that is not there."""

    def inspect(self) -> ParsedJournal[StateT]:
        """Read the journal with what is wrong in its entries; raises an error of its type if it is none."""
        return self.parse_once(self._read_bytes())

    def read(self) -> StateT:
        """Read the journal and verify every total in it; raises an error of its type with every mistake."""
        return self._parse_sound(self._read_bytes()).state

    def create(self, text: bytes) -> Recorded[StateT]:
        """Write a new journal; raises an error of its type if something is already there, or the disk refuses it."""
        state = self._parse_sound(text).state
        name = str(self.path)
        with disk_errors_as(self.error_type):
            if files.path_exists(self.path) and not files.is_folder(self.path):
                # Also checked before locking, so that no lock file is left next to a file that is in the way.
                files.check_path_is_free(Path(files.resolve_path(self.path)), name)
            files.check_name(self.path, name)
            return self._write(lambda _: (text, state, state), overwrite=False)

    def record(self, *build_entries: Callable[[StateT], EntryT]) -> Recorded[StateT]:
        """Add an entry, or several together; when this returns, all of them are on the disk, else none."""
        # Each of `build_entries` gets the state while nobody else can write; so it must not print, ask or wait.
        # Read before locking, so that no lock file is left next to a file that is no journal.
        unlocked_data = self._read_bytes()
        unlocked = self._parse_sound(unlocked_data)

        def add_entries(target: Path) -> _Built[StateT]:
            data = files.read_bytes(target)
            # Another program may have added an entry in the meantime.
            old = unlocked if data == unlocked_data else self._parse_sound(data)
            text, new = data, old
            for build_entry in build_entries:
                text, new = self.append(new, text, build_entry(new.state))
            self._keep(text, new)
            return text, old.state, new.state

        with disk_errors_as(self.error_type):
            return self._write(add_entries)

    def preview(self, build_entry: Callable[[StateT], EntryT]) -> Recorded[StateT]:
        """Return what `record` would, and write nothing."""
        data = self._read_bytes()
        old = self._parse_sound(data)
        return Recorded(before=old.state, after=self.append(old, data, build_entry(old.state))[1].state)

    def _write(self, build: Callable[[Path], _Built[StateT]], *, overwrite: bool = True) -> Recorded[StateT]:
        from canasta_score.disk.interruptions import interruptions_held  # start-up: these are for those who write
        from canasta_score.disk.locks import lock
        from canasta_score.disk.replacement import replace_file

        with interruptions_held():
            with lock(self.path, self.notify) as held:
                text, before, after = build(held.target)
                temporary = files.get_hidden_sibling(held.target, "new")
                written = replace_file(held.target, text, str(self.path), overwrite=overwrite, temporary=temporary)
            failed = written.failure or held.failure
            failure = self.error_type([describe_disk_error(failed)]) if failed else None
            return Recorded(before=before, after=after, notes=written.notes, failure=failure)

    def _read_bytes(self) -> bytes:
        try:
            return files.read_bytes(self.path)
        except DiskError as error:
            raise self.explain_unreadable(error) from None

    def _parse_sound(self, data: bytes) -> ParsedJournal[StateT]:
        parsed = self.parse_once(data)
        if serious := [diagnostic for diagnostic in parsed.diagnostics if diagnostic.code not in self._accepted]:
            raise self.error_type(serious)
        return parsed
