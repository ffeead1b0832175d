"""Diagnostics: what is wrong with something a person wrote, in one form for every layer, and the errors with them."""

import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum

from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.text import escape_unprintable, find_closest

PROGRAM = "canasta-score"
_LIST_VALUE_PATTERN = r"(?P<key>[\w-]+)\[(?P<index>\d+)\](?P<dot>\.?)"  # compiled only where there is one
MAX_LISTED_DIAGNOSTICS = 200  # nobody reads more, and a hostile file may have a million


class Severity(StrEnum):
    """How bad a diagnostic is; JSON shows the values."""

    ERROR = "error"  # cannot be used as it is: a file, a word, a request
    IMPOSSIBLE = "impossible"  # cannot have happened with this deck, or breaks arithmetic
    IRREGULAR = "irregular"  # possible, but against the rules
    UNLIKELY = "unlikely"  # possible and within the rules, but more likely a mistake
    WARNING = "warning"  # done, but look at it
    NOTE = "note"  # good to know

    @property
    def label(self) -> str:
        """Return the word that a message with this severity begins with: error, warning or note."""
        if self in {Severity.ERROR, Severity.IMPOSSIBLE}:
            return Severity.ERROR
        return Severity.NOTE if self is Severity.NOTE else Severity.WARNING


class DiagnosticCode(StrEnum):
    """What kind of thing is wrong; add one, below its layer, only if a program decides by it or a test asks for it."""

    OTHER = "other"  # no program decides by this one

    # rule files
    UNKNOWN_RULES = "unknown-rules"
    UNKNOWN_KEY = "unknown-key"
    WRONG_TYPE = "wrong-type"
    MISSING_KEY = "missing-key"

    # hands
    UNKNOWN_SIDE = "unknown-side"
    UNKNOWN_ITEM = "unknown-item"
    UNKNOWN_CARD = "unknown-card"
    IMPOSSIBLE_HAND = "impossible-hand"  # cannot have happened, but can be recorded anyway
    NO_CHANGE = "no-change"
    UNKNOWN_WORD = "unknown-word"  # and no known word resembles it
    AMBIGUOUS_WORD = "ambiguous-word"
    INCOMPLETE_ITEM = "incomplete-item"  # a number without its item, or an item without its number
    INVALID_POINTS = "invalid-points"
    REPEATED_ITEM = "repeated-item"
    FACT_NOT_ASKED = "fact-not-asked"
    REPEATED_HAND = "repeated-hand"  # the hand before is identical
    BELOW_NEED = "below-need"
    GAME_OVER = "game-over"

    # game files
    UNREADABLE = "unreadable"  # the disk refuses it; what is in it may be good
    NO_SUCH_FILE = "no-such-file"
    NO_SUCH_GAME = "no-such-game"
    NO_SUCH_EVENT = "no-such-event"
    NOT_A_GAME_FILE = "not-a-game-file"
    DAMAGED_FILE = "damaged-file"
    NEWER_FORMAT = "newer-format"
    NO_SUCH_HAND = "no-such-hand"
    TOTAL_MISMATCH = "total-mismatch"
    CONFLICTED_COPY = "conflicted-copy"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_TO_REDO = "nothing-to-redo"
    HAND_IS_VOIDED = "hand-is-voided"
    NOT_NEXT_HAND = "not-next-hand"
    NOT_LAST_ENTRY = "not-last-entry"

    # events
    LATER_GAME = "later-game"
    UNCLEAR_HEADINGS = "unclear-headings"

    # tables that a game is imported from
    WRONG_FIGURE = "wrong-figure"
    UNREADABLE_TIME = "unreadable-time"


class Diagnostic(Value):
    """One thing that is wrong: what kind, how bad, what to read, what to do about it, and where it is."""

    code: DiagnosticCode = DiagnosticCode.OTHER
    severity: Severity = Severity.ERROR
    message: str
    hint: str = ""
    command: tuple[str, ...] = ()  # the words of a whole command, without the program and the option for the game file
    choices: tuple[str, ...] = ()  # what ambiguous words could be, from `first_word_index` on
    replacements: tuple[str, ...] = ()  # or what can be typed in place of the last of them, for each choice
    file: str = ""
    row: int | None = None  # of a table in the file
    line: int | None = None  # of the file, counted from 1
    where: str = ""  # the path of a key, or an entry
    side: str = ""  # whose item is wrong
    fact: str = ""
    word_index: int | None = None  # among the typed words, from 0
    first_word_index: int | None = None

    def at(self, file: str, where: str | None = None) -> "Diagnostic":
        """Return the same diagnostic in a file; the key or entry is kept unless another is given."""
        return replace(self, file=file, where=self.where if where is None else where)

    @property
    def is_impossible(self) -> bool:
        """Return whether it cannot have happened."""
        return self.severity is Severity.IMPOSSIBLE

    @property
    def headline(self) -> str:
        """Return the file, the row or line, the key or entry, and the message."""
        file = self.file if self.row is None else f"{self.file}, row {self.row}"
        line = "" if self.line is None else f"line {self.line}"
        # "need.steps, step 2, over" for `need.steps[1].over`
        where = re.sub(_LIST_VALUE_PATTERN, _name_list_value, self.where) if "[" in self.where else self.where
        return ": ".join(filter(None, (file, line, where, self.message)))

    @property
    def hint_line(self) -> str:
        """Return the hint with its command, quoted for a POSIX shell, or an empty text."""
        from shlex import join

        return ": ".join(filter(None, (self.hint, join((PROGRAM, *self.command)) if self.command else "")))

    def __str__(self) -> str:
        """Return the diagnostic on one line, with its place and its hint."""
        return escape_unprintable("; ".join(filter(None, (self.headline, self.hint_line))))


def limit_diagnostics(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the first diagnostics; if there are more, the last one says so."""
    for number, diagnostic in enumerate(diagnostics):
        if number == MAX_LISTED_DIAGNOSTICS:
            message = f"there are more mistakes than these {MAX_LISTED_DIAGNOSTICS}"
            yield build_file_diagnostic(diagnostic.file, "", message, "correct these first")
            return
        yield diagnostic


class CanastaError(Exception):
    """Something that a person wrote and that cannot be used, with all reasons, or the first 200."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Build the error; its text has one line for each diagnostic, the same line only once."""
        self.diagnostics = tuple(limit_diagnostics(diagnostics))
        super().__init__("\n".join(self.sentences))

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...], dict[str, object]]:
        """Return how to copy or unpickle the error: without `__init__`, which takes other arguments in other layers."""
        return type(self).__new__, (type(self), *self.args), self.__dict__

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return each diagnostic on one line, the same line only once."""
        return tuple(dict.fromkeys(map(str, self.diagnostics)))


class RuleError(CanastaError):
    """A rule file that cannot be used."""


def build_file_diagnostic(
    file: str, where: str, message: str, hint: str = "", *command: str, code: DiagnosticCode = DiagnosticCode.OTHER
) -> Diagnostic:
    """Build the diagnostic of a place in a file: the path of a key, an entry, a row."""
    return Diagnostic(code=code, message=message, hint=hint, command=command, file=file, where=where)


def build_rule_error(
    file: str, message: str, hint: str, *command: str, where: str = "", code: DiagnosticCode = DiagnosticCode.OTHER
) -> RuleError:
    """Build the error of a rule file with one mistake; `command` are the words that the hint proposes."""
    return RuleError([build_file_diagnostic(file, where, message, hint, *command, code=code)])


def suggest_name(word: str, known: Iterable[str], *, min_similarity: float = 0.6) -> str | None:
    """Return the known name that an unknown word most likely stands for, or None."""
    if not word:
        return None
    names = list(dict.fromkeys(known))
    for name in names:  # a word and its beginning are more alike than any other spelling
        if name.startswith(word) or word.startswith(name):
            return name
    beginnings = {name[: len(word)]: name for name in reversed(names)}
    closest = find_closest(word, names, min_similarity=min_similarity)
    return closest or beginnings.get(find_closest(word, beginnings, min_similarity=min_similarity) or "")


def format_suggestion(word: str, known: Iterable[str], *, fallback: str | None = None) -> str:
    """Format the hint for an unknown word: the nearest known name, or else the `fallback`, or else all names."""
    names = list(known)
    if nearest := suggest_name(word, names):
        return f'did you mean "{nearest}"?'
    return format_known_names(names) if fallback is None else fallback


def format_known_names(names: Iterable[str]) -> str:
    """Format the hint that lists all known names; an empty text if there are none."""
    listed = ", ".join(dict.fromkeys(names))
    return listed and f"choose from: {listed}"


def _name_list_value(match: re.Match[str]) -> str:
    noun = "step" if match["key"].endswith("steps") else "value"
    return f"{match['key']}, {noun} {int(match['index']) + 1}{', ' if match['dot'] else ''}"
