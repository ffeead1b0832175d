"""The errors of an event: a file that cannot be used, or an entry that cannot follow those in it."""

from canasta_score.game.entries import FileError
from canasta_score.rules.diagnostics import DiagnosticCode, build_file_diagnostic


class EventError(FileError):
    """An event file that cannot be used, or an entry that cannot follow those in it."""


def event_error(
    message: str, hint: str, *command: str, file: str = "", code: DiagnosticCode = DiagnosticCode.OTHER
) -> EventError:
    """Build the error of an event with one mistake; `command` are the words that the hint proposes, after `event`."""
    words = ("event", *command) if command else ()
    return EventError([build_file_diagnostic(file, "", message, hint, *words, code=code)])


def no_draw_error() -> EventError:
    """Build the error of an event whose tables are not drawn yet."""
    return event_error("the tables are not drawn yet", "draw them", "draw")
