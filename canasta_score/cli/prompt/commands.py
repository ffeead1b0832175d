"""What can be typed at the prompt of `play`: how a line is read, what it means, and how its last word can go on."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from textwrap import fill

from canasta_score.cli.app import COMMANDS, SUMMARIES, app
from canasta_score.cli.completion.candidates import Offer, fitting, offers
from canasta_score.cli.terminal import PROGRAM
from canasta_score.hand.tally.amounts import WrongWordError, is_in_digits
from canasta_score.hand.tally.parser import bare_words, full_side

ADD, HELP, NEW, NOTE, PLAY, QUIT, SHOW = "add", "help", "new", "note", "play", "quit", "show"
LEAVING = (QUIT, "exit", "q")
OF_THE_PROMPT = {HELP: "List what can be typed here.", QUIT: "Leave, as Ctrl-D does."}
EXAMPLES = (  # how something is typed, and what it does
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
WORD = re.compile(r"""(?P<name>[^\s"'=]+=)?(?P<quote>["'])(?P<quoted>.*?)(?P=quote)(?=\s|$)|(?P<plain>\S+)""")
REMEMBERED = re.compile(
    r"\s*note\s+(?!(--hand|--ledger|-l|--help)\b)(?P<text>\S.*?)(?P<behind>\s+--hand[\s=]\s*\d+)?\s*", re.IGNORECASE
)
REASON = re.compile(
    r"(?P<before>\s*(fix|void)\s.*?\s--why)[\s=]\s*(?P<text>[^\s\"'].*?)(?P<behind>\s(--[a-z]|-l\s).*)?", re.IGNORECASE
)
ANYWAY = "--anyway"


def words_of_line(line: str) -> list[str]:
    """Read the words of a line; those in quotes are one, and an apostrophe inside a word is no quote.

    What is behind `note` or `--why` is one text, as it is typed, up to the next option; behind `note`, `--hand` alone.

    >>> words_of_line("fix 2 they h25 --why 'recounted twice' --anyway")
    ['fix', '2', 'they', 'h25', '--why', 'recounted twice', '--anyway']
    >>> words_of_line("note Bob's and Cy's deal"), words_of_line("void 1 --why Bob's mistake")
    (['note', '--', "Bob's and Cy's deal"], ['void', '1', '--why', "Bob's mistake"])
    """
    if remembered := REMEMBERED.fullmatch(line):
        return [NOTE, *words_of_line(remembered["behind"] or ""), "--", unquoted(remembered["text"])]
    if reason := REASON.fullmatch(line):
        return [*words_of_line(reason["before"]), reason["text"].strip(), *words_of_line(reason["behind"] or "")]
    found = WORD.finditer(line)
    return [word["plain"] or f"{word['name'] or ''}{word['quoted']}" for word in found]


def unquoted(text: str) -> str:
    """Give a text without the quotes that stand around all of it."""
    whole = WORD.fullmatch(text)
    return whole["quoted"] if whole and whole["quote"] and not whole["name"] else text


def as_typed(word: str) -> str:
    """Give a word as it is typed: in quotes where it has spaces or quotes."""
    if word and not re.search(r"[\s\"']", word):
        return word
    return f'"{word}"' if '"' not in word else f"'{word}'"


def command_meant(sides: Sequence[str], line: str) -> list[str]:
    """Give the command that a line means, as words: a tally means that it is added, the program's name the sheet."""
    words = [word for word in words_of_line(line) if word]
    if words[:1] == [PROGRAM]:
        words = words[1:] or [SHOW]
    if is_tally(sides, words):
        return [ADD, *words]
    return [words[0].lower(), *words[1:]] if words else []


def is_tally(sides: Sequence[str], words: Sequence[str]) -> bool:
    """Tell whether words are meant as a tally: they begin with a side, or with what looks like a fact.

    A side that has the name of a command is meant where something stands behind it.
    """
    told = [word.lower() for word in bare_words(words, sides) if word != ANYWAY]
    if not told or told[0] in sides:
        return len(told) > 1 or bool(told and not is_command(told[0]))
    if is_command(told[0]):
        return False
    with suppress(WrongWordError):
        return bool(full_side(told[0], sides))
    return not told[0].startswith("-") and ("=" in told[0] or any(map(is_in_digits, told[0])))


def is_command(word: str) -> bool:
    """Tell whether a word is one that the prompt obeys."""
    return word in COMMANDS or word in OF_THE_PROMPT or word in LEAVING


def what_can_be_typed(width: int) -> str:
    """List what can be typed, within a width."""
    column = max(len(typed) for typed, _ in EXAMPLES)
    below = " " * (column + 4)
    lines = [fill(f"  {typed:{column}}  {done}", width, subsequent_indent=below) for typed, done in EXAMPLES]
    keys = "TAB completes sides, facts and commands. Up brings lines back, Ctrl-C clears the line."
    return "\n".join([*lines, fill(keys, width)])


def what_it_does(command: str) -> str:
    """Say how a command is typed and what it does; nothing where it is none."""
    examples = (f"{typed}: {done}" for typed, done in EXAMPLES if typed.split()[0] == command)
    return next(examples, SUMMARIES.get(command, ""))


def offered_at_prompt(names: Mapping[str, str], words: Sequence[str], begun: str) -> list[Offer]:
    """List what can come behind the whole words of a line, where a beginning of the next one is typed."""
    if not words:
        return fitting((*offered_sides(names), *offered_commands()), begun)
    if words[0] == HELP:
        return fitting(offered_commands(), begun)
    return [one for one in offers(app, command_meant([*names], " ".join(words)), begun) if one.word]


def offered_sides(names: Mapping[str, str]) -> Iterator[Offer]:
    """Go through the sides, each with its name."""
    return (Offer(word=side, label=name) for side, name in names.items())


def offered_commands() -> Iterator[Offer]:
    """Go through the commands, each with what it does."""
    return (Offer(word=name, label=done) for name, done in {**SUMMARIES, **OF_THE_PROMPT}.items() if name != PLAY)
