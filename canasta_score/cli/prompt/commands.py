"""What can be typed at the prompt of `play`: the words of a line, the command they mean, and how they can go on."""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from textwrap import fill, indent
from typing import TYPE_CHECKING

from canasta_score.cli.completion.candidates import list_candidates
from canasta_score.cli.completion.parsing import CompletionCandidate, build_candidates, filter_candidates
from canasta_score.cli.options import ANYWAY_FLAG
from canasta_score.cli.paths import expand_path
from canasta_score.cli.registry import END_OF_OPTIONS, QUIT_COMMANDS, ROOT_COMMANDS, list_summaries
from canasta_score.cli.shells import quote_prompt_word
from canasta_score.cli.typer_internals import Command
from canasta_score.hand.facts import PAIR_SIGN
from canasta_score.hand.tally.names import match_sides
from canasta_score.hand.tally.tokens import tokenize
from canasta_score.rules.diagnostics import PROGRAM
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.text import is_ascii_digits

if TYPE_CHECKING:
    from pathlib import Path

PROMPT_SUMMARIES = {"help": "List what you can type here.", "quit": "Leave, like Ctrl-C or Ctrl-D."}
_REASON_OPTION, _HAND_OPTION, _LEDGER_FLAG = "--why", "--hand", "-l"
_TEXT_COMMANDS = ("new", "note", "rename")  # their last word may end in a full stop: Ann Jr.
_NOTE_OPTIONS = (_HAND_OPTION, "--ledger", _LEDGER_FLAG, "--help")
# The command, what is typed, and what it does.
# With the keys below them, the line that is typed and the line below it, they fill 24 lines of 80 columns.
_EXAMPLES = (
    ("", "we r3 n2 o t335 they t60 h85", "record a hand; its score shows while you type"),
    ("", "Enter", "record a hand, one question at a time"),
    ("score", "score we r3 n2 they h85", "try a hand out without recording it"),
    ("fix", "fix 2 they table=250", "correct a hand; without a number, the last one"),
    ("void", "void 2", "cancel a hand"),
    ("undo", "undo", "cancel the last entry; redo brings it back"),
    ("meld", "meld", "show what each side needs to open"),
    ("", "meld check 10,10,10 Q,Q,JK", "say whether these groups open"),
    ("show", "show", "show the score sheet; --chart draws it"),
    ("explain", "explain 2", "explain the score of a hand line by line"),
    ("reconcile", "reconcile 2 we 545", "find the mistake when your own total is 545"),
    ("adjust", "adjust they -100", "add or take points between hands"),
    ("rules", "rules --set game.target=5000", "change a rule; variants show prints the card"),
    ("rename", "rename they Cy & Flo", "give a side another name"),
    ("note", "note Cy dealt twice", "write a note about the game"),
    ("end", "end", "end the game now; the higher total wins"),
    ("export", "export", "write a page; -o FILE.csv or .txt for others"),
    ("stats", "stats", "show statistics of all games beside this one"),
    ("new", "new", "start another game with the same sides"),
    ("help", "help meld", "show the help of a command"),
    ("quit", "quit", "leave, like Ctrl-C or Ctrl-D"),
)
# A no-break space inside a number ends no word.
_NOBODY_WENT_OUT = re.compile(r"(?i)^\s*no(body| ?one) (went |goes )?out[.,;:]* +(?=\S)")  # says nothing before a hand
_WORD_PATTERN = re.compile(
    r"""(?P<name>[^\s"'=]+=)?(?P<quote>["'])(?P<quoted>.*?)(?P=quote)(?=\s|$)"""
    r"""|(?P<plain>(?:\S|(?<=\d)[^\S ](?=\d{3}))+)"""
)


def split_line(line: str) -> list[str]:
    """Split a line into words; those in quotes are one word, and an apostrophe inside a word is no quote.

    After `note` or `--why` comes one text, as it is typed, up to the next option; after `note`, only `--hand` ends it.
    """
    tokens = list(_WORD_PATTERN.finditer(line))
    words = [token["plain"] or f"{token['name'] or ''}{token['quoted']}" for token in tokens]
    join = _join_note if "".join(words[:1]).lower() == "note" else _join_reason
    return join(line, tokens, words)


def _join_note(line: str, tokens: Sequence[re.Match[str]], words: Sequence[str]) -> list[str]:
    if len(words) == 1 or words[1].partition("=")[0].lower() in _NOTE_OPTIONS:
        return list(words)
    end = len(words)
    for first in (end - 1, end - 2):
        option, _, number = " ".join(words[first:]).replace("=", " ").partition(" ")
        if option.lower() == _HAND_OPTION and is_ascii_digits(number):
            end = first
    text = line[tokens[1].start() : tokens[end - 1].end()]
    whole = _WORD_PATTERN.fullmatch(text)
    if whole and whole["quote"] and not whole["name"]:
        text = whole["quoted"]
    return ["note", *words[end:], END_OF_OPTIONS, text]


def _join_reason(line: str, tokens: Sequence[re.Match[str]], words: Sequence[str]) -> list[str]:
    options = [index for index, word in enumerate(words) if word.partition("=")[0].lower() == _REASON_OPTION]
    if not options:
        return list(words)
    index = options[0]
    first = index if "=" in words[index] else index + 1  # the word in which the text begins
    if first == len(words) or tokens[first]["quote"]:
        return list(words)
    start = tokens[first].start() + (len(f"{_REASON_OPTION}=") if first == index else 0)
    ends = (end for end in range(first + 1, len(words)) if re.match(f"--[A-Za-z]|{_LEDGER_FLAG}$", words[end]))
    end = next(ends, len(words))
    return [*words[:index], _REASON_OPTION, line[start : tokens[end - 1].end()], *words[end:]]


def parse_prompt_line(names: Mapping[str, str], line: str) -> list[str]:
    """Return the words of the command that a line means: `add` for a tally, `show` for the program's name alone."""
    words = [word for word in split_line(_NOBODY_WENT_OUT.sub("", line)) if word]
    if words and words[0].lower() not in _TEXT_COMMANDS and words[-1][-2:-1].isalnum() and _REASON_OPTION not in words:
        words[-1] = words[-1].removesuffix(".")  # the full stop of a sentence
    if words[:1] == [PROGRAM]:
        words = words[1:] or ["show"]
    if _is_tally(names, words):
        return ["add", *words]
    return [words[0].lower(), *words[1:]] if words else []


def _is_tally(names: Mapping[str, str], words: Sequence[str]) -> bool:
    """Return whether words begin with a side, or with what looks like an item."""
    texts = [token.text for token in tokenize([word for word in words if word != ANYWAY_FLAG])]
    first = texts[0].lower() if texts else ""
    is_command = first in (*ROOT_COMMANDS, *PROMPT_SUMMARIES, *QUIT_COMMANDS)
    if first in names:  # a side may have the name of a command: it is meant where anything follows it
        return len(texts) > 1 or not is_command
    if is_command or not first:
        return False
    looks_like_item = not first.startswith("-") and ("=" in first or any(map(is_ascii_digits, first)))
    return looks_like_item or any(match_sides(player, names) for player in first.split(PAIR_SIGN))


def format_prompt_help(sides: Collection[str], width: int) -> str:
    """Return the list of what can be typed in a game of some sides, within a width."""
    keys = "TAB completes words and files. Up brings back a line. Everything is saved."
    return format_examples([(_name_sides(typed, sides), purpose) for _, typed, purpose in _EXAMPLES], keys, width)


def _name_sides(typed: str, sides: Collection[str]) -> str:
    ids = dict(zip(DEFAULT_SIDES, sides, strict=False))
    return " ".join(ids.get(word, word) for word in typed.split(" "))


def format_examples(examples: Sequence[tuple[str, str]], keys: str, width: int) -> str:
    """Return what can be typed beside what it does, or above it on a narrow screen, and a sentence about the keys."""
    column = max(len(typed) for typed, _ in examples) + 2
    if width < 2 * column:
        lines = [line for typed, purpose in examples for line in (typed, indent(fill(purpose, width - 4), "    "))]
    else:
        hanging = " " * (column + 2)
        lines = [fill(f"  {typed:{column}}{purpose}", width, subsequent_indent=hanging) for typed, purpose in examples]
    return "\n".join([*lines, fill(keys, width)])


def describe_command(command: str, sides: Collection[str]) -> str:
    """Return what a command does, with an example of a game of some sides; empty for an unknown command."""
    for name, typed, purpose in _EXAMPLES:
        if name == command:
            example = f" For example: {_name_sides(typed, sides)}" if typed != command else ""
            return f"{purpose[0].upper()}{purpose[1:]}.{example}"
    return list_summaries(ROOT_COMMANDS).get(command, "")


def list_prompt_candidates(
    program: Command, names: Mapping[str, str], words: Sequence[str], current_word: str
) -> list[CompletionCandidate]:
    """Return what the current word can become, after the whole words of a line; `names` are those of the sides."""
    if not words and PAIR_SIGN in current_word:  # a tally may begin with two partners
        return list_candidates(program, ["add"], current_word)
    if not words or words[0] == "help":
        summaries = list_summaries(ROOT_COMMANDS) | PROMPT_SUMMARIES
        del summaries["play"]
        sides = () if words else build_candidates(names)
        return filter_candidates((*sides, *build_candidates(summaries)), current_word)
    command = parse_prompt_line(names, " ".join(words))
    return expand_file_candidates(list_candidates(program, command, current_word), current_word)


def expand_file_candidates(candidates: Sequence[CompletionCandidate], current_word: str) -> list[CompletionCandidate]:
    """Return the candidates with the files that match their patterns in place of these."""
    found = [candidate for candidate in candidates if candidate.word]
    patterns = [candidate.label for candidate in candidates if not candidate.word]
    option, sign, typed = current_word.rpartition("=")
    folder, slash, beginning = typed.rpartition("/")
    paths: list[Path] = []
    with suppress(OSError):  # no such folder
        paths = sorted(expand_path(folder + slash or ".").iterdir()) if patterns else []
    for path in paths:
        if not path.name.startswith(beginning) or (path.name.startswith(".") and not beginning):
            continue
        word = f"{option}{sign}{folder}{slash}{path.name}"
        if path.is_dir():
            found.append(CompletionCandidate(word=f"{word}/", label="folder"))
        elif any(path.match(pattern) for pattern in patterns):
            found.append(CompletionCandidate(word=quote_prompt_word(word)))
    return found
