"""Questions that are answered with a line."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from canasta_score.cli import terminal
from canasta_score.cli.invocation import usage_error
from canasta_score.cli.messages import print_diagnostics
from canasta_score.cli.terminal import is_interactive
from canasta_score.hand.facts import WordError
from canasta_score.hand.referee.problems import Problem
from canasta_score.hand.tally.names import find_side, names_fact, normalize_word, spell_choices
from canasta_score.hand.tally.tokens import NO_WORDS, YES_WORDS, tokenize
from canasta_score.report.text.layout import fill_text
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.frozen import replace
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import DIGITS, escape_unprintable, join_words, split_before

BACK_REPLY = "<"
HELP_REPLY = "?"
EDIT_REPLIES = ("e", "edit")
LEAVING_KEYS = "Ctrl-C or Ctrl-D to leave"  # everywhere, and nothing is lost
_LEAVING_WORDS = ("quit", "exit", "cancel", "stop")  # `q` may be a queen
RECORD_ANYWAY_QUESTION = "Record it anyway? [y/N/edit] "
_MIN_REPLY_WIDTH = 8  # columns

# What TAB completes, perhaps with what each word means; a function finds them out once TAB is pressed.
Words = Sequence[str] | Mapping[str, str] | Callable[[], Mapping[str, str]]


class AskFunction(Protocol):
    """Shows a prompt and returns the line that is typed; TAB completes some words."""

    def __call__(self, prompt: str, words: Words = (), /) -> str:
        """Return the reply; raises EOFError or KeyboardInterrupt if the person leaves."""


def show_in_pages(ask: AskFunction, text: str, prompt: str = "Press Enter for more, or type your answer: ") -> str:
    """Print a text a page at a time; return what is typed between two pages in place of Enter, which ends it."""
    lines, page = text.split("\n"), max(terminal.get_terminal_height() - 2, 1)
    while len(lines) > page:
        terminal.print_result("\n".join(lines[:page]))
        if reply := ask(prompt).strip():
            return reply
        lines = lines[page:]
    terminal.print_result("\n".join(lines))
    return ""


def ask_yes_no(ask: AskFunction, prompt: str, *, default: bool) -> bool:
    """Ask until the reply is yes, no or Enter for the default."""
    while (answer := parse_yes_no(ask(prompt), default=default)) is None:
        terminal.print_result(f"{terminal.MESSAGE_INDENT}Please answer y or n.")
    return answer


def parse_yes_no(reply: str, *, default: bool) -> bool | None:
    """Return whether a reply means yes or no, Enter the default; None if it means neither."""
    word = reply.strip(" .").lower()
    if not word:
        return default
    return word in YES_WORDS if word in (*YES_WORDS, *NO_WORDS) else None


def read_terminal_line(prompt: str, words: Words = ()) -> str:
    """Return a line typed at the terminal, where TAB completes some words; raises EOFError for Ctrl-D."""

    def complete(text: str, state: int) -> str | None:
        matches = [f"{word} " for word in (words() if callable(words) else words) if word.startswith(text.lower())]
        return matches[state] if state < len(matches) else None

    with suppress(ImportError):  # not every system has it
        import readline

        # Loaded, it lets `input` edit lines.
        readline.parse_and_bind("tab: complete")
        readline.set_completer_delims(" ")
        readline.set_completer(complete)
    try:
        return interpret_reply(input(print_above(escape_unprintable(prompt))))
    except (KeyboardInterrupt, EOFError):
        terminal.print_result("")  # the cursor is still behind the prompt
        raise


def interpret_reply(reply: str) -> str:
    """Return a reply, or `?` for help; raises KeyboardInterrupt, as Ctrl-C does, for a word that leaves."""
    word = reply.strip().lower()
    if word in _LEAVING_WORDS:
        raise KeyboardInterrupt
    return HELP_REPLY if word == "help" else reply


def print_above(prompt: str, reply_width: int = _MIN_REPLY_WIDTH) -> str:
    """Return the prompt, or its last line after printing the others if it leaves no room for a reply."""
    width = terminal.get_terminal_width()
    if len(prompt) + reply_width <= width:
        return prompt
    *lines, last = fill_text(prompt, max(width - reply_width, 1), terminal.MESSAGE_INDENT).split("\n")
    if lines:
        terminal.print_result("\n".join(lines))
    return f"{last} "


def ask_about_ambiguous_words(
    variant: Variant, words: Sequence[str], names: Mapping[str, str], ask: AskFunction = read_terminal_line
) -> list[str]:
    """Return the words of a tally with a name for each that fits several, as the person chooses at a terminal.

    Enter leaves a word as it is; so does everything else that is wrong with the words, which is for others to say.
    """
    chosen = list(words)
    while is_interactive() and (ambiguity := _find_ambiguity(variant, chosen, names)):
        first, last = ambiguity.first_word_index or 0, ambiguity.word_index or 0
        around = " ".join(chosen[max(first - 1, 0) : last + 2])
        context = f' in "{around}"' if words.count(chosen[last]) > 1 else ""
        phrase = " ".join(chosen[first : last + 1]).rstrip(",;:")
        ambiguity = replace(ambiguity, message=f"{ambiguity.message}{context}")
        name = _ask_which(ambiguity, names, ask, variant, phrase)
        if not name:
            break
        if ambiguity.replacements:
            chosen[last] = dict(zip(ambiguity.choices, ambiguity.replacements, strict=True))[name]
        else:
            number = chosen[first][: -len(chosen[first].lstrip(DIGITS))]
            after = split_before(chosen[last].rstrip(":").lstrip(DIGITS), f"=:,;{DIGITS}")[1]
            chosen[first : last + 1] = [f"{number}{name}{after}"]
    return chosen


def _find_ambiguity(variant: Variant, words: Sequence[str], names: Mapping[str, str]) -> Diagnostic | None:
    """Return what is wrong with the first word that fits several names, or None if anything else is wrong."""
    from canasta_score.hand.tally.parser import parse_partial_tally

    errors = parse_partial_tally(variant, words, names, correcting=True).errors
    index = errors[0].word_index if errors else None
    is_one_word = index is not None and len(tokenize(words[index : index + 1])) == 1
    return errors[0] if is_one_word and all(error.choices for error in errors) else None


def _ask_which(
    ambiguity: Diagnostic, names: Mapping[str, str], ask: AskFunction, variant: Variant | None = None, phrase: str = ""
) -> str:
    words = spell_choices(variant, ambiguity.choices, names)
    while reply := ask(f"{ambiguity.message}. Which one? ", words if variant else ambiguity.choices).strip():
        matches = _match_choices(reply, dict(zip(ambiguity.choices, words, strict=True)), variant, phrase)
        if len(matches) == 1:
            return matches[0]
        text = f"{terminal.MESSAGE_INDENT}Please type {join_words(words, 'or')}, or press Enter to stop."
        terminal.print_result(terminal.wrap_to_terminal(text, terminal.MESSAGE_INDENT))
    return ""


def _match_choices(reply: str, words: Mapping[str, str], variant: Variant | None, phrase: str) -> list[str]:
    """Return the choices that a reply names, by their names or by the words that are shown: in full, or in part."""
    typed = normalize_word("-".join(reply.split()))
    singulars = [word.removesuffix("s") for word in reply.lower().split()]  # mixed wilds
    facts = variant.facts if variant else {}
    named = (
        [choice for choice in words if variant and choice in facts and names_fact(variant, facts[choice], text)]
        for text in (f"{phrase} {reply}", reply)  # `four jokers` after `wild canasta`
    )
    return (
        [choice for choice, word in words.items() if typed in (choice, word)]
        or [choice for choice, word in words.items() if choice.startswith(typed) or word.startswith(typed)]
        or next(filter(None, named), [])
        or [choice for choice, word in words.items() if all(each in word.lower() for each in singulars)]
    )


def resolve_side(word: str, names: Mapping[str, str]) -> str:
    """Return the id of the side that a word means, asking at a terminal if it fits several; raises a usage error."""
    try:
        return find_side(word, names)
    except WordError as error:
        diagnostic = error.diagnostic
    can_choose = diagnostic.choices and is_interactive()
    if can_choose and (side := _ask_which(diagnostic, names, read_terminal_line)):
        return side
    raise usage_error(diagnostic.message, diagnostic.hint)


def print_without_hints(problems: Sequence[Problem]) -> None:
    """Print problems before a question: a hint above it would be typed as its answer."""
    print_diagnostics([replace(problem, hint="", command=()) for problem in problems])
