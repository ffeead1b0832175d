"""What can be typed at the prompt of `play`, and how the word that is begun can go on."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from typer.core import TyperGroup
from typer.main import get_command

from canasta_score.cli.app import COMMANDS, SUMMARIES, app
from canasta_score.cli.offers import Offer, fitting, offers
from canasta_score.game.ledger import Ledger
from canasta_score.hand.numbers import WrongWordError
from canasta_score.hand.tally import full_side

ADD, HELP, NEW, PLAY, QUIT = "add", "help", "new", "play", "quit"
OF_THE_PROMPT = {HELP: "List what can be typed here.", QUIT: "Leave, as Ctrl-D does."}
WAYS = (  # how something is typed, and what it does
    ("we r3 n2 o t335 they t60 h85", "record a hand told in one line; its score shows below while you type"),
    ("Enter", "record a hand, asked for question by question"),
    ("fix 2 they table=250", "correct facts of a hand; the others stay"),
    ("void 2", "strike a hand"),
    ("undo", "take back what was written last"),
    ("redo", "bring it back"),
    ("meld", "what each side needs to open"),
    ("meld check 10,10,10 Q,Q,JK", "is this an opening?"),
    ("meld find 10 10 10 Q Q JK 7", "the best opening in these cards"),
    ("show", "the score sheet; show --all with every entry"),
    ("explain 2", "every line of a hand, and the rule that gave it"),
    ("reconcile 2 we 545", "the slips that explain another total of a side"),
    ("note Cy dealt twice", "remember a word"),
    ("help fix", "all about a command"),
    ("quit", "leave, as Ctrl-D does; every hand is in the ledger already"),
)


def ways() -> str:
    """List what can be typed."""
    width = max(len(typed) for typed, _ in WAYS)
    lines = [f"  {typed:{width}}  {done}" for typed, done in WAYS]
    return "\n".join([*lines, "TAB completes sides, facts and commands. Up brings lines back, Ctrl-C clears the line."])


def way_of(command: str) -> str:
    """Say how a command is typed and what it does; nothing where it is none."""
    return next((f"{typed}: {done}" for typed, done in WAYS if typed.split()[0] == command), SUMMARIES.get(command, ""))


def is_tally(game: Ledger, words: Sequence[str]) -> bool:
    """Tell whether words are meant as a tally: they begin with a side, or with what looks like a fact."""
    first = words[0].lower() if words else ""
    if first in COMMANDS or first in OF_THE_PROMPT:
        return False
    with suppress(WrongWordError):
        return bool(full_side(first, [*game.names]))
    return "=" in first or any(map(str.isdigit, first))


def offered_at_prompt(game: Ledger, words: Sequence[str], begun: str) -> list[Offer]:
    """List what can come behind the whole words of a line, where a beginning of the next one is typed."""
    if not words:
        return fitting((*offered_sides(game), *offered_commands()), begun)
    if words[0] == HELP:
        return fitting(offered_commands(), begun)
    program = get_command(app)
    typed = [ADD, *words] if is_tally(game, words) else words
    return [one for one in offers(program, typed, begun) if one.word] if isinstance(program, TyperGroup) else []


def offered_sides(game: Ledger) -> Iterator[Offer]:
    """Go through the sides, each with its name."""
    return (Offer(word=side, label=name) for side, name in game.names.items())


def offered_commands() -> Iterator[Offer]:
    """Go through the commands, each with what it does."""
    return (Offer(word=name, label=done) for name, done in {**SUMMARIES, **OF_THE_PROMPT}.items() if name != PLAY)
