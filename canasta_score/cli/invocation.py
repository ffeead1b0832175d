"""What is known of the command that runs, in one value for everything that it calls, and how it may end."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from canasta_score.rules.diagnostics import Diagnostic

if TYPE_CHECKING:
    from canasta_score.game.evening import CurrentLedger


class ExitCode:
    """The exit codes, which scripts rest on; plain numbers, because an enumeration takes longer to build."""

    SUCCESS = 0
    FAILURE = 1
    USAGE_ERROR = 2
    INVALID_TALLY = 3
    INVALID_LEDGER = 4
    INVALID_RULES = 5
    INTERRUPTED = 130


class CommandLineError(typer.BadParameter):
    """A wrong option or argument, with what to do about it."""

    def __init__(self, message: str, hint: str, command: Sequence[str], option: str) -> None:
        """Keep the hint and the words of the command that it proposes."""
        super().__init__(message)
        self._option, self._hint, self._command = option, hint, tuple(command)

    @property
    def diagnostic(self) -> Diagnostic:
        """Return what is wrong, after the name of the option if it is one."""
        option = self._option or next(iter(getattr(self.param, "opts", ())), "")
        message = f"{option}: {self.message}" if option.startswith("-") else self.message
        return Diagnostic(message=message, hint=self._hint, command=self._command)


def usage_error(message: str, hint: str = "", *command: str, option: str = "") -> CommandLineError:
    """Build the error of a wrong option or argument; `command` are the words that the hint proposes."""
    return CommandLineError(message, hint, command, option)


class Invocation:
    """A command that runs, or a prompt, which runs many."""

    words: Sequence[str] = ()  # those that were typed, without the program's name
    # The game file and the event file of every command that names none: those of the prompt of `play` and of the desk.
    ledger: Path | None = None
    event: Path | None = None
    is_at_prompt = False
    named_ledger: str | None = None  # by this command
    named_event: str | None = None
    folder_ledger: "CurrentLedger | None" = None  # the game of this folder, once it was looked for
    game = 0  # the one under way at the desk
    owes_json = False  # JSON was asked for, and nothing is printed yet; until then, results are not printed as text
    build_json: Callable[[], object]  # what was recorded, for commands that print nothing else
    done = ""  # what is on the disk already, such as "Hand 4 recorded": nothing that fails later may hide it

    def mark_done(self, sentence: str) -> None:
        """Remember what is on the disk from now on."""
        self.done = sentence


_running: list[Invocation] = []  # the innermost last


def get_invocation() -> Invocation:
    """Return the command that runs; a new one outside every command, so that nothing is kept there."""
    return _running[-1] if _running else Invocation()


@contextmanager
def invoke(
    words: Sequence[str] = (), *, ledger: Path | None = None, event: Path | None = None, is_at_prompt: bool = False
) -> Iterator[Invocation]:
    """Run a command in this block; the files in use and the prompt are those of the command around it."""
    outer, invocation = get_invocation(), Invocation()
    invocation.words, invocation.game = words, outer.game
    invocation.ledger, invocation.event = ledger or outer.ledger, event or outer.event
    invocation.is_at_prompt = is_at_prompt or outer.is_at_prompt
    _running.append(invocation)
    try:
        yield invocation
    finally:
        _running.pop()
