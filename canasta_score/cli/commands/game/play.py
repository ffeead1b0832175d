"""`canasta-score play`: the whole evening at one prompt."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import fill

import typer

from canasta_score.cli.app import COMMANDS, app
from canasta_score.cli.completion.parsing import read_command_line
from canasta_score.cli.exit_codes import ExitCode, exit_code_of
from canasta_score.cli.game_sequence import free_page, game_to_go_on_with, is_unnamed, next_free
from canasta_score.cli.options import DEFAULT_VARIANT, LEDGER, LedgerFile, ledger_at_hand, path_of
from canasta_score.cli.prompt.commands import (
    ADD,
    ANYWAY,
    HELP,
    LEAVING,
    NEW,
    OF_THE_PROMPT,
    PLAY,
    SHOW,
    as_typed,
    command_meant,
    what_can_be_typed,
)
from canasta_score.cli.prompt.guided_entry import WHAT, GuidedHand, agreed, record_guided, still_wanted
from canasta_score.cli.prompt.line_editor import LineReader
from canasta_score.cli.terminal import (
    INDENT,
    PROGRAM,
    at_the_prompt,
    explain_error,
    in_a_dialogue,
    is_at_terminal,
    say,
    warn,
    width,
    wrong_use,
)
from canasta_score.game.storage.files import is_there
from canasta_score.game.storage.transactions import read_ledger
from canasta_score.hand.tally.formatter import tally_of
from canasta_score.rules.catalog.lookup import load_variant
from canasta_score.rules.diagnostics import CanastaError, did_you_mean
from canasta_score.rules.schema.reader import listed


def play(*, ledger: LedgerFile = None) -> None:
    """Keep the score of a whole evening at one prompt.

    Type a hand in one line, such as we r3 n2 o t335 they t60 h85, and see its score while you type; TAB completes.
    Enter alone asks for the hand, question by question. "help" lists the rest, Ctrl-D leaves. Without a ledger a game
    is begun; where canasta.toml is over, it goes on with the newest game beside it.
    """
    if not is_at_terminal():
        raise wrong_use(f"play needs a terminal; where there is none, record a hand with {PROGRAM} add")
    path = ledger_at_hand(ledger)
    reader = LineReader()
    with in_a_dialogue(), suppress(EOFError):
        if is_there(path):
            if ledger is None and is_unnamed(path):
                path = game_to_go_on_with(path)
            Evening(path, reader).spend([SHOW])
        else:
            begin_game(path, reader)
            Evening(path, reader).spend([])


class Evening:
    """An evening at the prompt: whoever types, the ledger that is played in, and the game as it stood last."""

    def __init__(self, path: Path, reader: LineReader) -> None:
        """Sit down to a game; raises CanastaError where its ledger cannot be read."""
        self.reader = reader
        self.go_on_in(path)

    def go_on_in(self, path: Path) -> None:
        """Play in some ledger, which every command of the evening then means."""
        os.environ[LEDGER] = str(path)
        self.path, self.game, self.was_over = path, read_ledger(path), False
        for hand in self.game.hands:
            if not hand.struck:
                self.reader.remember(tally_of(self.game.variant, hand.facts))

    def spend(self, first: Sequence[str]) -> None:
        """Obey a first command, then line after line, until one says to leave, which raises EOFError."""
        with at_the_prompt():
            if first:
                obey(first)
            while True:
                with suppress(CanastaError):  # which the next command says; till then the game is as it stood
                    self.game = read_ledger(self.path)
                self.say_the_end()
                try:
                    line = self.reader.line(self.game)
                except KeyboardInterrupt:  # from a terminal that cannot clear the line
                    say("")
                    continue
                try:
                    self.take(line)
                except CanastaError as error:
                    explain_error(error)
                except KeyboardInterrupt:  # at a question
                    warn("nothing is recorded")

    def say_the_end(self) -> None:
        """Say, once the game is over, what comes after it; Up brings the line that begins the next one."""
        is_over = self.game.standing().over
        if is_over:
            self.reader.remember(NEW)
        if is_over and not self.was_over:
            say(f"\nSend it: export -o {free_page()}\nThe next game with the same sides: {NEW}")
        self.was_over = is_over

    def take(self, line: str) -> None:
        """Do what a line says."""
        words = command_meant([*self.game.names], line)
        command, *others = words or [ADD]
        if command in LEAVING:
            raise EOFError
        if command == ADD:
            self.record(others)
            return
        self.hear_of_others()
        if command in {HELP, WHAT}:
            give_help(others)
        elif command == PLAY:
            warn("you are playing already")
        elif command == NEW:
            self.begin_another(words)
        elif command in COMMANDS or command.startswith("-"):
            obey(words)
        else:
            warn(f"there is no command '{command}'; {self.nearest(command)}")

    def nearest(self, word: str) -> str:
        """Say what may have been meant by a word that is none."""
        for side, name in self.game.names.items():
            if name.casefold().startswith(word.casefold()):
                return f"in a tally {name} is '{side}'"
        hint = did_you_mean(word, (*self.game.names, *COMMANDS, *OF_THE_PROMPT))
        sides = listed(self.game.names, "or")
        return hint if hint.startswith("did you mean") else f"a hand begins with {sides}; help lists the rest"

    def record(self, words: Sequence[str]) -> None:
        """Record a hand that is told or asked for; behind the end of the game only if that is meant."""
        told = [word for word in words if word != ANYWAY]
        if any(word.startswith("-") for word in told):  # of another ledger, or not to be recorded
            obey([ADD, *words])
            return
        if self.game.standing().over and not self.agreed("The game is over. Record a hand all the same? [n] "):
            warn(f"nothing is recorded; the next game: {NEW}")
        elif not told:
            self.hear_of_others()
            self.guide(anyway=ANYWAY in words)
        elif still_wanted(self.game, self.reader.answer):
            obey([ADD, *words])
        else:
            warn("nothing is recorded")

    def agreed(self, question: str) -> bool:
        """Ask for yes or no, which Enter is."""
        return bool(agreed(self.reader.answer, question, otherwise=False))

    def hear_of_others(self) -> None:
        """Say whether somebody else has recorded a hand since the prompt was shown."""
        before = len(self.game.hands)
        with suppress(CanastaError):  # as above
            self.game = read_ledger(self.path)
        if len(self.game.hands) > before:
            warn(f"meanwhile hand {len(self.game.hands)} was recorded")

    def guide(self, *, anyway: bool) -> None:
        """Ask for a hand question by question; what was told is among the lines before, whatever becomes of it."""
        hand = GuidedHand(self.game, self.reader.answer, anyway=anyway)
        try:
            record_guided(hand)
        except (KeyboardInterrupt, EOFError, typer.Exit):
            pass  # it has said so
        finally:
            self.reader.remember(hand.line())

    def begin_another(self, words: Sequence[str]) -> None:
        """Begin another game, as this one was but for what is told, beside it or in the ledger that is named."""
        typed = read_command_line(app, words)
        given = typed.given if typed else {}
        if "help" in given:
            obey(words)
            return
        is_over, before = self.game.standing().over, self.path
        question = f"Hand {len(self.game.hands) + 1} of {before} is next. Leave it and begin another game? [n] "
        if not (is_over or self.agreed(question)):
            return
        path = path_of(typed.last("ledger") or "") if typed and "ledger" in given else next_free(before)
        was_there = is_there(path)
        like = [] if "like" in given else ["--like", self.game.file]
        obey([*words, *like, *([] if "ledger" in given else ["--ledger", str(path)])])
        if is_there(path) and not was_there:
            if not is_over:
                one, other = as_typed(str(before)), as_typed(str(path))
                warn(f"{before} is not over; to go on with it: {PROGRAM} play -l {one}, with the new one: -l {other}")
            self.go_on_in(path)


def obey(words: Sequence[str]) -> int:
    """Run a command of the program, and give its exit code; whatever it says, the evening goes on."""
    try:
        app(list(words), prog_name=PROGRAM)
    except SystemExit as leaving:
        if leaving.code == ExitCode.INTERRUPTED:
            warn("stopped")
        return int(leaving.code or ExitCode.GOOD)
    except CanastaError as error:
        explain_error(error)
        return exit_code_of(error)
    return ExitCode.GOOD


def give_help(words: Sequence[str]) -> None:
    """Say what can be typed, or all about one command."""
    if words:
        obey([*words, "--help"])
    else:
        say(what_can_be_typed(width()))


def begin_game(path: Path, reader: LineReader) -> None:
    """Ask for the rules and the names, and begin a game; raises EOFError where someone leaves."""
    say(fill(f"A new game in {path}. Enter takes what stands in brackets, Ctrl-D leaves.", width()))
    variant = ask_for_rules(reader)
    we, they = ask_for_name(reader, "we"), ask_for_name(reader, "they")
    while they == we:
        warn("the two sides need two names")
        they = ask_for_name(reader, "they")
    os.environ[LEDGER] = str(path)
    with at_the_prompt():
        if code := obey([NEW, "--variant", variant, "--we", we, "--they", they]):
            raise typer.Exit(code)


def ask_for_name(reader: LineReader, side: str) -> str:
    """Ask for the name of a side, and say what is wanted where that is asked back; its word where none is given."""
    while True:
        name = reader.first_answer(f"Who are {side}? [{side.capitalize()}] ") or side.capitalize()
        if name != WHAT:
            return name
        say(f"{INDENT}The name of a side or of who plays in it, such as Ann & Bob.")


def ask_for_rules(reader: LineReader) -> str:
    """Ask by which rules a game is played, until they can be read."""
    while True:
        name = reader.variant(f"Whose rules? [{DEFAULT_VARIANT}] (? lists them) ") or DEFAULT_VARIANT
        if name == "?":
            from canasta_score.report.rules.listing import titles_list  # noqa: PLC0415 -- start-up
            from canasta_score.rules.catalog.listing import list_variants  # noqa: PLC0415 -- start-up

            say(titles_list(list_variants(), width()))
            continue
        try:
            load_variant(name)
        except CanastaError as error:
            explain_error(error)
        else:
            return name
