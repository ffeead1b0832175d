"""What is known of the command that runs, in one value for everything that it calls."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from canasta_score.game.evening import CurrentLedger


class Invocation:
    """A command that runs, or a prompt, which runs many.

    `words` are those that were typed, without the program's name. `ledger` and `event` are the game file and the event
    file of every command that names none: those of the prompt of `play` and of the desk. `named_ledger` and
    `named_event` are the files that this command names. `folder_ledger` is the game of this folder, once it was looked
    for. `game` is the game under way at the desk. `owes_json`: JSON was asked for, and nothing is printed yet; until
    then, results are not printed as text. `build_json` returns what was recorded, for commands that print nothing else.
    `done` says what is on the disk already, such as "Hand 4 recorded": nothing that fails later may hide it.
    """

    named_ledger: str | None = None
    named_event: str | None = None
    folder_ledger: "CurrentLedger | None" = None
    game = 0
    owes_json = False
    build_json: Callable[[], object]
    done = ""

    def __init__(
        self, words: Sequence[str] = (), ledger: Path | None = None, event: Path | None = None, *, is_at_prompt: bool
    ) -> None:
        """Start with no file named and nothing done."""
        self.words, self.ledger, self.event, self.is_at_prompt = words, ledger, event, is_at_prompt

    def mark_done(self, sentence: str) -> None:
        """Remember what is on the disk from now on."""
        self.done = sentence


_current: ContextVar[Invocation] = ContextVar("invocation")


def get_invocation() -> Invocation:
    """Return the command that runs; a new one outside every command, so that nothing is kept there."""
    return _current.get(None) or Invocation(is_at_prompt=False)


@contextmanager
def invoke(
    words: Sequence[str] = (),
    *,
    ledger: Path | None = None,
    event: Path | None = None,
    is_at_prompt: bool | None = None,
) -> Iterator[Invocation]:
    """Run a command in this block; the files in use and the prompt are those of the command around it."""
    outer = get_invocation()
    invocation = Invocation(
        words,
        ledger or outer.ledger,
        event or outer.event,
        is_at_prompt=outer.is_at_prompt if is_at_prompt is None else is_at_prompt,
    )
    invocation.game = outer.game
    token = _current.set(invocation)
    try:
        yield invocation
    finally:
        _current.reset(token)
