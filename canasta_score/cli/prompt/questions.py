"""Questions that are answered with a line."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from canasta_score.cli.terminal import MESSAGE_INDENT, get_terminal_width, print_result, wrap_to_terminal
from canasta_score.hand.tally.interview import NO_WORDS, YES_WORDS
from canasta_score.rules.text import escape_unprintable

BACK_REPLY = "<"
HELP_REPLY = "?"
_MIN_REPLY_WIDTH = 8  # columns
RECORD_ANYWAY_QUESTION = "Record it anyway? [y/N] "

Words = Sequence[str] | Mapping[str, str]  # that TAB completes, perhaps with what each means


class AskFunction(Protocol):
    """Shows a prompt and returns the line that is typed; TAB completes some words."""

    def __call__(self, prompt: str, words: Words = (), /) -> str:
        """Return the reply; raises EOFError or KeyboardInterrupt if the person leaves."""


def ask_yes_no(ask: AskFunction, prompt: str, *, default: bool) -> bool:
    """Ask until the reply is yes, no or Enter for the default."""
    while (answer := parse_yes_no(ask(prompt), default=default)) is None:
        print_result(f"{MESSAGE_INDENT}Please answer y or n.")
    return answer


def parse_yes_no(reply: str, *, default: bool) -> bool | None:
    """Return whether a reply means yes or no, Enter the default; None if it means neither."""
    word = reply.strip().lower()
    if not word:
        return default
    return word in YES_WORDS if word in (*YES_WORDS, *NO_WORDS) else None


def read_terminal_line(prompt: str, words: Words = ()) -> str:
    """Return a line typed at the terminal, where TAB completes some words; raises EOFError for Ctrl-D."""
    with suppress(ImportError):  # not every system has it
        import readline

        # Loaded, it lets `input` edit lines.
        readline.parse_and_bind("tab: complete")
        readline.set_completer_delims(" ")
        readline.set_completer(_build_readline_completer(words))

    try:
        return input(print_above(escape_unprintable(prompt)))
    except (KeyboardInterrupt, EOFError):
        print_result("")  # the cursor is still behind the prompt
        raise


def print_above(prompt: str) -> str:
    """Return the prompt, or print it and return a short one if it leaves no room for a reply."""
    if len(prompt) + _MIN_REPLY_WIDTH <= get_terminal_width():
        return prompt
    print_result(wrap_to_terminal(prompt.rstrip(), MESSAGE_INDENT))
    return "  > "


def _build_readline_completer(words: Words) -> Callable[[str, int], str | None]:
    def complete(text: str, state: int) -> str | None:
        matches = [f"{word} " for word in words if word.startswith(text.lower())]
        return matches[state] if state < len(matches) else None

    return complete
