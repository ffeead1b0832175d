"""What can be typed at the prompt of `play`: its words, and how the one that is begun can go on."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from canasta_score.cli.app import COMMANDS
from canasta_score.game.ledger import Ledger
from canasta_score.hand.next_words import next_words
from canasta_score.hand.numbers import WrongWordError
from canasta_score.hand.tally import full_side
from canasta_score.report.correction import points_in_words

HELP, QUIT, PLAY = "help", "quit", "play"
WAYS = {  # how each is typed, and what it does
    "add": ("we r3 n2 o t335 they t60 h85", "record a hand told in one line; the score shows below while you type"),
    "": ("Enter", "record a hand, asked for question by question"),
    "fix": ("fix 2 they table=250", "correct facts of a hand; the others stay"),
    "void": ("void 2", "strike a hand"),
    "undo": ("undo", "take back what was written last"),
    "redo": ("redo", "bring it back"),
    "meld": ("meld", "what each side needs to open"),
    "check": ("meld check 10,10,10 Q,Q,JK", "is this an opening?"),
    "find": ("meld find 10 10 10 Q Q JK 7", "the best opening in these cards"),
    "show": ("show", "the score sheet; show --all with every entry"),
    "explain": ("explain 2", "every line of a hand, and the rule that gave it"),
    "note": ("note Cy dealt twice", "remember a word"),
    HELP: ("help fix", "all about a command"),
    QUIT: ("quit", "leave, as Ctrl-D does; every hand is in the ledger already"),
}
WITH_A_HAND = {"fix", "void", "explain", "reconcile"}
Next = tuple[str, str]  # a word, and what it means


def ways() -> str:
    """List what can be typed."""
    width = max(len(typed) for typed, _ in WAYS.values())
    lines = [f"  {typed:{width}}  {done}" for typed, done in WAYS.values()]
    return "\n".join([*lines, "TAB completes sides, facts and commands. Ctrl-C clears the line."])


def next_at_prompt(game: Ledger, words: Sequence[str], begun: str) -> list[Next]:
    """List the words that can come behind others at the prompt, for the one of which the beginning is typed."""
    command, *others = words or [""]
    if command in game.names or command in {"add", "score"}:
        return of_tally(game, others if command in COMMANDS else words, begun)
    if command == "fix" and others:
        return of_tally(game, others[1:], begun, correcting=True)
    return [(word, means) for word, means in of_command(game, command, len(others)) if word.startswith(begun.lower())]


def of_tally(game: Ledger, words: Sequence[str], begun: str, *, correcting: bool = False) -> list[Next]:
    """List the words with which a tally can go on; one that wants no number is a whole word."""
    found = next_words(game.variant, game.names, words, begun, correcting=correcting)
    return [(one.word if one.word.endswith("=") else f"{one.word} ", one.label) for one in found]


def of_command(game: Ledger, command: str, place: int) -> Iterator[Next]:
    """Go through what can stand at a place behind a command, or first of all."""
    if not command:
        yield from ((f"{side} ", name) for side, name in game.names.items())
        yield from ((f"{word} ", meaning_of(word)) for word in (*COMMANDS, HELP, QUIT) if word != PLAY)
    elif command in WITH_A_HAND and not place:
        yield from ((f"{hand.number} ", points_in_words(game, hand)) for hand in game.hands if not hand.struck)
    elif command == "reconcile" and place == 1:
        yield from ((f"{side} ", name) for side, name in game.names.items())
    elif command == "meld" and not place:
        yield from ((f"{word} ", meaning_of(word)) for word in ("check", "find"))
    elif command == HELP and not place:
        yield from ((word, meaning_of(word)) for word in COMMANDS)


def meaning_of(word: str) -> str:
    """Say what a word does, as far as it is listed."""
    return WAYS[word][1] if word in WAYS else ""


def split(text: str) -> tuple[list[str], str]:
    """Split what is typed into whole words and the one that is begun."""
    words = text.split()
    return (words[:-1], words[-1]) if words and not text[-1:].isspace() else (words, "")


def is_tally(game: Ledger, words: Iterable[str]) -> bool:
    """Tell whether words are meant as a tally: they begin with a side, or with what looks like a fact."""
    first = next(iter(words), "").lower()
    if first in (*COMMANDS, HELP, QUIT):
        return False
    with suppress(WrongWordError):
        return bool(full_side(first, [*game.names]))
    return "=" in first or any(map(str.isdigit, first))
