"""`canasta-score play`: the whole evening at one prompt."""

import os
import shlex
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from canasta_score.cli.app import COMMANDS, app
from canasta_score.cli.at_the_prompt import ADD, HELP, NEW, OF_THE_PROMPT, PLAY, QUIT, is_tally, ways
from canasta_score.cli.guided import GuidedHand, record_guided
from canasta_score.cli.line_reading import LineReader
from canasta_score.cli.options import DEFAULT_VARIANT, LEDGER, LedgerFile, has_ledger, ledger_at_hand
from canasta_score.cli.terminal import PROGRAM, explain_error, is_at_terminal, say, warn, wrong_use
from canasta_score.game.ledger import Ledger
from canasta_score.game.record import read_ledger
from canasta_score.hand.telling import tally_of
from canasta_score.report.next_game import next_game_line
from canasta_score.rules.errors import CanastaError, did_you_mean

SIDES_ASKED = (("Who are we?", "We"), ("Who are they?", "They"))
LEAVING = (QUIT, "exit", "q")


def play(*, ledger: LedgerFile = None) -> None:
    """Keep the score of a whole evening at one prompt.

    Type a hand in one line, we r3 n2 o t335 they t60 h85, and see its score while you type; TAB completes. Enter alone
    asks for the hand, question by question. "help" lists the rest, Ctrl-D leaves. Without a ledger a game is begun.
    """
    if not is_at_terminal():
        raise wrong_use(f"play needs a terminal; where there is none, record a hand with {PROGRAM} add")
    os.environ[LEDGER] = str(ledger_at_hand(ledger))  # for every command of the evening
    try:
        spend_the_evening(LineReader())
    except EOFError:
        say("")


def spend_the_evening(reader: LineReader) -> None:
    """Take line after line until someone leaves; raises EOFError then."""
    if not has_ledger(None):
        begin_game(reader)
    game = read_ledger(ledger_at_hand(None))
    for hand in game.hands:
        reader.remember(tally_of(game.variant, hand.facts))
    obey(["show"])
    was_over = False
    while True:
        game = read_ledger(ledger_at_hand(None))
        is_over = game.standing().over
        if is_over and not was_over:
            offer_another(reader, game)
        was_over = is_over
        with suppress(KeyboardInterrupt):  # a terminal that cannot clear the line gives a new one
            take(reader, game, reader.line(game))


def offer_another(reader: LineReader, game: Ledger) -> None:
    """Say how to begin the next game, and have that among the lines before."""
    line = next_game_line(game, next_free(Path(game.file)))
    reader.remember(line)
    say(f"\nThe next game with the same sides: Up and Enter, or\n    {line}")


def take(reader: LineReader, game: Ledger, line: str) -> None:
    """Do what a line says; raises EOFError where it says to leave."""
    words = words_in(line)
    if words[:1] == [PROGRAM]:
        del words[0]
    command = words[0].lower() if words else ""
    if not words:
        guide(reader, game)
    elif command in LEAVING:
        raise EOFError
    elif command in {HELP, "?"}:
        give_help(words[1:])
    elif command == PLAY:
        warn("you are playing already")
    elif command == NEW:
        begin_another(game, words)
    elif command in COMMANDS:
        obey([command, *words[1:]])
    elif is_tally(game, words):
        obey([ADD, *words])
    else:
        warn(f"there is no command '{words[0]}'; {did_you_mean(command, (*game.names, *COMMANDS, *OF_THE_PROMPT))}")


def words_in(line: str) -> list[str]:
    """Split a line as a shell does; where a quote is left open, such as that of Bob's, at its spaces."""
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()


def guide(reader: LineReader, game: Ledger) -> None:
    """Ask for a hand question by question; who leaves in the middle has what was told among the lines before."""
    hand = GuidedHand(game, reader.answer)
    try:
        record_guided(hand)
    except (KeyboardInterrupt, EOFError):
        reader.remember(hand.tally())
    except CanastaError as error:
        explain_error(error)


def give_help(words: Sequence[str]) -> None:
    """Say what can be typed, or all about one command."""
    if words:
        obey([*words, "--help"])
    else:
        say(ways())


def obey(words: Sequence[str]) -> None:
    """Run a command of the program; whatever it says, the evening goes on."""
    try:
        app(list(words), prog_name=PROGRAM)
    except SystemExit:
        pass
    except KeyboardInterrupt:
        warn("stopped")
    except CanastaError as error:
        explain_error(error)


def begin_another(game: Ledger, words: Sequence[str]) -> None:
    """Begin another game, in the ledger that is named or else beside this one, and go on with it."""
    parts = [part for word in words for part in (word.split("=", 1) if word.startswith("--ledger=") else [word])]
    named = [after for word, after in pairwise(parts) if word in {"--ledger", "-l"}]
    path = Path(named[-1]) if named else next_free(Path(game.file))
    was_there = path.exists()
    obey(words if named else [*words, "--ledger", str(path)])
    if path.exists() and not was_there:
        os.environ[LEDGER] = str(path)


def next_free(path: Path) -> Path:
    """Give the path of a ledger for the next game: that of this one with the next number that is not taken."""
    stem, _, number = path.stem.rpartition("-")
    if not (stem and number.isdecimal()):
        stem, number = path.stem, "1"
    place = int(number) + 1
    while (free := path.with_name(f"{stem}-{place}{path.suffix}")).exists():
        place += 1
    return free


def begin_game(reader: LineReader) -> None:
    """Ask for the rules and the names, and begin a game; asks again where they are refused. EOFError leaves."""
    path = ledger_at_hand(None)
    say(f"A new game in {path}. Enter takes what stands in brackets, Ctrl-D leaves.")
    while not has_ledger(None):
        variant = reader.variant(f"Whose rules? [{DEFAULT_VARIANT}] (? lists them) ")
        if variant == "?":
            obey(["variants", "list"])
            continue
        we, they = (reader.answer(f"{question} [{name}] ").strip() or name for question, name in SIDES_ASKED)
        obey(["new", "--variant", variant or DEFAULT_VARIANT, "--we", we, "--they", they])
