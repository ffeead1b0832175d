"""Questions that are answered with a line."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from canasta_score.cli.terminal import MESSAGE_INDENT, print_result
from canasta_score.hand.tally.interview import NO_WORDS, YES_WORDS
from canasta_score.rules.text import escape_unprintable

BACK_REPLY = "<"
HELP_REPLY = "?"
RECORD_ANYWAY_QUESTION = "Record it anyway? [y/N] "
AskFunction = Callable[[str], str]  # shows a prompt and returns the line that is typed


def ask_yes_no(ask: AskFunction, prompt: str, *, default: bool, other_replies: Sequence[str] = ()) -> bool | None:
    """Ask until the reply is yes, no or Enter for the default; return None for one of the other replies."""
    while True:
        reply = ask(prompt).strip().lower()
        if not reply:
            return default
        if reply in (*YES_WORDS, *NO_WORDS):
            return reply in YES_WORDS
        if reply in other_replies:
            return None
        back = f", or {BACK_REPLY} to go back" if BACK_REPLY in other_replies else ""
        print_result(f"{MESSAGE_INDENT}Please answer y or n{back}.")


def read_terminal_line(prompt: str) -> str:
    """Return a line typed at the terminal; raises EOFError for Ctrl-D."""
    with suppress(ImportError):
        import readline  # noqa: F401 -- loaded, it lets `input` edit lines; not every system has it

    try:
        return input(escape_unprintable(prompt))
    except (KeyboardInterrupt, EOFError):
        print_result("")  # the cursor is still behind the prompt
        raise
