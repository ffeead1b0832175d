"""The lines of the `play` prompt: how they are split and parsed, what help says of them, and what TAB offers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from textwrap import fill

from typer._click.core import Command

from canasta_score.cli.completion.candidates import CompletionCandidate, filter_candidates, list_candidates
from canasta_score.cli.options import ANYWAY_FLAG
from canasta_score.cli.registry import ROOT_COMMANDS
from canasta_score.cli.terminal import PROGRAM
from canasta_score.hand.facts import WordError
from canasta_score.hand.tally.parser import resolve_first_side, strip_punctuation
from canasta_score.rules.text import is_ascii_digits

ADD_COMMAND, HELP_COMMAND, NEW_COMMAND, _NOTE_COMMAND, PLAY_COMMAND, _QUIT_COMMAND, SHOW_COMMAND = (
    "add",
    "help",
    "new",
    "note",
    "play",
    "quit",
    "show",
)
QUIT_COMMANDS = (_QUIT_COMMAND, "exit", "q")
PROMPT_SUMMARIES = {HELP_COMMAND: "List what can be typed here.", _QUIT_COMMAND: "Leave, as Ctrl-D does."}
_PROMPT_EXAMPLES = (  # how something is typed, and what it does
    ("we r3 n2 o t335 they t60 h85", "record a hand; its score shows while you type"),
    ("Enter", "record a hand, asked for question by question"),
    ("fix 2 they table=250", "correct facts of a hand; the others stay"),
    ("void 2", "strike a hand"),
    ("undo", "take back what was written last"),
    ("redo", "bring it back"),
    ("meld", "what each side needs to open"),
    ("meld check 10,10,10 Q,Q,JK", "is this an opening?"),
    ("meld find --side we 10 10 10 Q Q JK 7", "the best opening in these cards"),
    ("show", "the score sheet; show --all with every entry"),
    ("explain 2", "every line of a hand, and the rule that gave it"),
    ("reconcile 2 we 545", "the slips that explain another total of a side"),
    ("show --chart", "the race of the running totals"),
    ("export -o evening.html", "the game as a page; .csv, .json, .md and .txt too"),
    ("note Cy dealt twice", "remember a word"),
    ("stats", "what all games in this folder come to"),
    ("new", "begin another game with the same sides, beside this one"),
    ("help fix", "all about a command"),
    ("quit", "leave, as Ctrl-D does; all is in the ledger, and play goes on from there"),
)
_WORD_PATTERN = re.compile(r"""(?P<name>[^\s"'=]+=)?(?P<quote>["'])(?P<quoted>.*?)(?P=quote)(?=\s|$)|(?P<plain>\S+)""")
_NOTE_PATTERN = re.compile(
    r"\s*note\s+(?!(--hand|--ledger|-l|--help)\b)(?P<text>\S.*?)(?P<behind>\s+--hand[\s=]\s*\d+)?\s*", re.IGNORECASE
)
_REASON_PATTERN = re.compile(
    r"(?P<before>\s*(fix|void)\s.*?\s--why)[\s=]\s*(?P<text>[^\s\"'].*?)(?P<behind>\s(--[a-z]|-l\s).*)?", re.IGNORECASE
)


def split_line(line: str) -> list[str]:
    """Split a line into words; quotes keep words together, and an apostrophe inside a word is not a quote.

    The text after `note` or `--why` is one word, as typed, up to the next option (after `note`, only `--hand` is one).

    >>> split_line("fix 2 they h25 --why 'recounted twice' --anyway")
    ['fix', '2', 'they', 'h25', '--why', 'recounted twice', '--anyway']
    >>> split_line("note Bob's and Cy's deal"), split_line("void 1 --why Bob's mistake")
    (['note', '--', "Bob's and Cy's deal"], ['void', '1', '--why', "Bob's mistake"])
    """
    if remembered := _NOTE_PATTERN.fullmatch(line):
        return [_NOTE_COMMAND, *split_line(remembered["behind"] or ""), "--", _strip_quotes(remembered["text"])]
    if reason := _REASON_PATTERN.fullmatch(line):
        return [*split_line(reason["before"]), reason["text"].strip(), *split_line(reason["behind"] or "")]
    found = _WORD_PATTERN.finditer(line)
    return [word["plain"] or f"{word['name'] or ''}{word['quoted']}" for word in found]


def _strip_quotes(text: str) -> str:
    whole = _WORD_PATTERN.fullmatch(text)
    return whole["quoted"] if whole and whole["quote"] and not whole["name"] else text


def quote_word(word: str) -> str:
    """Return a word as it has to be typed, in quotes if it has spaces or quotes."""
    if word and not re.search(r"[\s\"']", word):
        return word
    return f'"{word}"' if '"' not in word else f"'{word}'"


def parse_prompt_line(sides: Sequence[str], line: str) -> list[str]:
    """Parse a line into the words of a command; a tally becomes `add`, and the program's name alone becomes `show`."""
    words = [word for word in split_line(line) if word]
    if words[:1] == [PROGRAM]:
        words = words[1:] or [SHOW_COMMAND]
    if _is_tally(sides, words):
        return [ADD_COMMAND, *words]
    return [words[0].lower(), *words[1:]] if words else []


def _is_tally(sides: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether words are a tally: they start with a side, or with something that looks like an item.

    A side that is named like a command needs at least one more word to be a side.
    """
    told = [word.lower() for word in strip_punctuation(words, sides) if word != ANYWAY_FLAG]
    if not told or told[0] in sides:
        return len(told) > 1 or bool(told and not _is_prompt_command(told[0]))
    if _is_prompt_command(told[0]):
        return False
    with suppress(WordError):
        return bool(resolve_first_side(told[0], sides))
    return not told[0].startswith("-") and ("=" in told[0] or any(map(is_ascii_digits, told[0])))


def _is_prompt_command(word: str) -> bool:
    return word in ROOT_COMMANDS or word in PROMPT_SUMMARIES or word in QUIT_COMMANDS


def format_prompt_help(width: int) -> str:
    """Return the help of the prompt, wrapped to a width."""
    column = max(len(typed) for typed, _ in _PROMPT_EXAMPLES)
    below = " " * (column + 4)
    lines = [fill(f"  {typed:{column}}  {done}", width, subsequent_indent=below) for typed, done in _PROMPT_EXAMPLES]
    keys = "TAB completes sides, facts and commands. Up brings lines back, Ctrl-C clears the line."
    return "\n".join([*lines, fill(keys, width)])


def describe_command(command: str) -> str:
    """Return an example of a command and what it does, or an empty text."""
    examples = (f"{typed}: {done}" for typed, done in _PROMPT_EXAMPLES if typed.split()[0] == command)
    return next(examples, ROOT_COMMANDS[command].summary if command in ROOT_COMMANDS else "")


def list_prompt_candidates(
    program: Command, names: Mapping[str, str], words: Sequence[str], begun: str
) -> list[CompletionCandidate]:
    """Return what TAB offers after the complete words of a line, for the beginning of the next word."""
    if not words:
        return filter_candidates((*_iter_prompt_side_candidates(names), *_iter_prompt_command_candidates()), begun)
    if words[0] == HELP_COMMAND:
        return filter_candidates(_iter_prompt_command_candidates(), begun)
    return [one for one in list_candidates(program, parse_prompt_line([*names], " ".join(words)), begun) if one.word]


def _iter_prompt_side_candidates(names: Mapping[str, str]) -> Iterator[CompletionCandidate]:
    return (CompletionCandidate(word=side, label=name) for side, name in names.items())


def _iter_prompt_command_candidates() -> Iterator[CompletionCandidate]:
    summaries = {name: spec.summary for name, spec in ROOT_COMMANDS.items()}
    return (
        CompletionCandidate(word=name, label=done)
        for name, done in {**summaries, **PROMPT_SUMMARIES}.items()
        if name != PLAY_COMMAND
    )
