"""`canasta-score play`: the whole evening at one prompt."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import fill

import typer

from canasta_score.cli.app import ROOT_COMMANDS, app
from canasta_score.cli.completion.parsing import parse_command_line
from canasta_score.cli.exit_codes import ExitCode, get_exit_code
from canasta_score.cli.game_sequence import (
    choose_ledger_to_continue,
    find_free_ledger_path,
    find_free_page_path,
    is_default_ledger,
)
from canasta_score.cli.options import DEFAULT_VARIANT, LEDGER_VARIABLE, LedgerOption, expand_path, resolve_ledger_path
from canasta_score.cli.prompt.commands import (
    ADD_COMMAND,
    ANYWAY_FLAG,
    HELP_COMMAND,
    NEW_COMMAND,
    PLAY_COMMAND,
    PROMPT_SUMMARIES,
    QUIT_COMMANDS,
    SHOW_COMMAND,
    format_prompt_help,
    parse_prompt_line,
    quote_word,
)
from canasta_score.cli.prompt.guided_entry import (
    HELP_REPLY,
    GuidedEntry,
    ask_yes_no,
    confirm_despite_new_hand,
    record_guided_entry,
)
from canasta_score.cli.prompt.line_editor import LineEditor
from canasta_score.cli.terminal import (
    MESSAGE_INDENT,
    PROGRAM,
    build_usage_error,
    dialogue_mode,
    get_terminal_width,
    is_interactive,
    print_error,
    print_message,
    print_result,
    prompt_mode,
)
from canasta_score.game.storage.files import path_exists
from canasta_score.game.storage.transactions import read_ledger
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.rules.catalog.lookup import load_variant
from canasta_score.rules.diagnostics import CanastaError, format_suggestion
from canasta_score.rules.text import join_words


def play(*, ledger: LedgerOption = None) -> None:
    """Keep the score of a whole evening at one prompt.

    Type a hand in one line, such as we r3 n2 o t335 they t60 h85, and see its score while you type; TAB completes.
    Enter alone asks for the hand, question by question. "help" lists the rest, Ctrl-D leaves. Without a ledger a game
    is begun; where canasta.toml is over, it goes on with the newest game beside it.
    """
    if not is_interactive():
        raise build_usage_error(f"play needs a terminal; where there is none, record a hand with {PROGRAM} add")
    path = resolve_ledger_path(ledger)
    reader = LineEditor()
    with dialogue_mode(), suppress(EOFError):
        if path_exists(path):
            if ledger is None and is_default_ledger(path):
                path = choose_ledger_to_continue(path)
            PlaySession(path, reader).run([SHOW_COMMAND])
        else:
            start_first_game(path, reader)
            PlaySession(path, reader).run([])


class PlaySession:
    """An evening at the prompt: whoever types, the ledger that is played in, and the game as it stood last."""

    def __init__(self, path: Path, reader: LineEditor) -> None:
        """Sit down to a game; raises CanastaError where its ledger cannot be read."""
        self.reader = reader
        self._switch_ledger(path)

    def _switch_ledger(self, path: Path) -> None:
        """Play in some ledger, which every command of the evening then means."""
        os.environ[LEDGER_VARIABLE] = str(path)
        self.path, self.game, self.was_over = path, read_ledger(path), False
        for hand in self.game.hands:
            if not hand.voided:
                self.reader.add_to_history(format_tally(self.game.variant, hand.facts))

    def run(self, first: Sequence[str]) -> None:
        """Obey a first command, then line after line, until one says to leave, which raises EOFError."""
        with prompt_mode():
            if first:
                _run_command(first)
            while True:
                with suppress(CanastaError):  # which the next command says; till then the game is as it stood
                    self.game = read_ledger(self.path)
                self._print_game_over_hint()
                try:
                    line = self.reader.read_line(self.game)
                except KeyboardInterrupt:  # from a terminal that cannot clear the line
                    print_result("")
                    continue
                try:
                    self._handle_line(line)
                except CanastaError as error:
                    print_error(error)
                except KeyboardInterrupt:  # at a question
                    print_message("nothing is recorded")

    def _print_game_over_hint(self) -> None:
        """Say, once the game is over, what comes after it; Up brings the line that begins the next one."""
        is_over = self.game.standing().over
        if is_over:
            self.reader.add_to_history(NEW_COMMAND)
        if is_over and not self.was_over:
            print_result(
                f"\nSend it: export -o {find_free_page_path()}\nThe next game with the same sides: {NEW_COMMAND}"
            )
        self.was_over = is_over

    def _handle_line(self, line: str) -> None:
        """Do what a line says."""
        words = parse_prompt_line([*self.game.side_names], line)
        command, *others = words or [ADD_COMMAND]
        if command in QUIT_COMMANDS:
            raise EOFError
        if command == ADD_COMMAND:
            self._record_hand(others)
            return
        self._reload_game()
        if command in {HELP_COMMAND, HELP_REPLY}:
            _print_prompt_help(others)
        elif command == PLAY_COMMAND:
            print_message("you are playing already")
        elif command == NEW_COMMAND:
            self._start_another_game(words)
        elif command in ROOT_COMMANDS or command.startswith("-"):
            _run_command(words)
        else:
            print_message(f"there is no command '{command}'; {self._suggest_word(command)}")

    def _suggest_word(self, word: str) -> str:
        """Say what may have been meant by a word that is none."""
        for side, name in self.game.side_names.items():
            if name.casefold().startswith(word.casefold()):
                return f"in a tally {name} is '{side}'"
        hint = format_suggestion(word, (*self.game.side_names, *ROOT_COMMANDS, *PROMPT_SUMMARIES))
        sides = join_words(self.game.side_names, "or")
        return hint if hint.startswith("did you mean") else f"a hand begins with {sides}; help lists the rest"

    def _record_hand(self, words: Sequence[str]) -> None:
        """Record a hand that is told or asked for; behind the end of the game only if that is meant."""
        told = [word for word in words if word != ANYWAY_FLAG]
        if any(word.startswith("-") for word in told):  # of another ledger, or not to be recorded
            _run_command([ADD_COMMAND, *words])
            return
        if self.game.standing().over and not self._confirm("The game is over. Record a hand all the same? [n] "):
            print_message(f"nothing is recorded; the next game: {NEW_COMMAND}")
        elif not told:
            self._reload_game()
            self._record_guided_hand(anyway=ANYWAY_FLAG in words)
        elif confirm_despite_new_hand(self.game, self.reader.ask_question):
            _run_command([ADD_COMMAND, *words])
        else:
            print_message("nothing is recorded")

    def _confirm(self, question: str) -> bool:
        """Ask for yes or no, which Enter is."""
        return bool(ask_yes_no(self.reader.ask_question, question, otherwise=False))

    def _reload_game(self) -> None:
        """Say whether somebody else has recorded a hand since the prompt was shown."""
        before = len(self.game.hands)
        with suppress(CanastaError):  # as above
            self.game = read_ledger(self.path)
        if len(self.game.hands) > before:
            print_message(f"meanwhile hand {len(self.game.hands)} was recorded")

    def _record_guided_hand(self, *, anyway: bool) -> None:
        """Ask for a hand question by question; what was told is among the lines before, whatever becomes of it."""
        hand = GuidedEntry(self.game, self.reader.ask_question, anyway=anyway)
        try:
            record_guided_entry(hand)
        except (KeyboardInterrupt, EOFError, typer.Exit):
            pass  # it has said so
        finally:
            self.reader.add_to_history(hand.format_line())

    def _start_another_game(self, words: Sequence[str]) -> None:
        """Begin another game, as this one was but for what is told, beside it or in the ledger that is named."""
        typed = parse_command_line(app, words)
        given = typed.option_values if typed else {}
        if "help" in given:
            _run_command(words)
            return
        is_over, before = self.game.standing().over, self.path
        question = f"Hand {len(self.game.hands) + 1} of {before} is next. Leave it and begin another game? [n] "
        if not (is_over or self._confirm(question)):
            return
        path = (
            expand_path(typed.get_last_value("ledger") or "")
            if typed and "ledger" in given
            else find_free_ledger_path(before)
        )
        was_there = path_exists(path)
        like = [] if "like" in given else ["--like", self.game.file]
        _run_command([*words, *like, *([] if "ledger" in given else ["--ledger", str(path)])])
        if path_exists(path) and not was_there:
            if not is_over:
                one, other = quote_word(str(before)), quote_word(str(path))
                print_message(
                    f"{before} is not over; to go on with it: {PROGRAM} play -l {one}, with the new one: -l {other}"
                )
            self._switch_ledger(path)


def _run_command(words: Sequence[str]) -> int:
    """Run a command of the program, and give its exit code; whatever it says, the evening goes on."""
    try:
        app(list(words), prog_name=PROGRAM)
    except SystemExit as leaving:
        if leaving.code == ExitCode.INTERRUPTED:
            print_message("stopped")
        return int(leaving.code or ExitCode.SUCCESS)
    except CanastaError as error:
        print_error(error)
        return get_exit_code(error)
    return ExitCode.SUCCESS


def _print_prompt_help(words: Sequence[str]) -> None:
    """Say what can be typed, or all about one command."""
    if words:
        _run_command([*words, "--help"])
    else:
        print_result(format_prompt_help(get_terminal_width()))


def start_first_game(path: Path, reader: LineEditor) -> None:
    """Ask for the rules and the names, and begin a game; raises EOFError where someone leaves."""
    print_result(
        fill(f"A new game in {path}. Enter takes what stands in brackets, Ctrl-D leaves.", get_terminal_width())
    )
    variant = _ask_variant_name(reader)
    we, they = _ask_side_name(reader, "we"), _ask_side_name(reader, "they")
    while they == we:
        print_message("the two sides need two names")
        they = _ask_side_name(reader, "they")
    os.environ[LEDGER_VARIABLE] = str(path)
    with prompt_mode():
        if code := _run_command([NEW_COMMAND, "--variant", variant, "--we", we, "--they", they]):
            raise typer.Exit(code)


def _ask_side_name(reader: LineEditor, side: str) -> str:
    """Ask for the name of a side, and say what is wanted where that is asked back; its word where none is given."""
    while True:
        name = reader.ask_setup_question(f"Who are {side}? [{side.capitalize()}] ") or side.capitalize()
        if name != HELP_REPLY:
            return name
        print_result(f"{MESSAGE_INDENT}The name of a side or of who plays in it, such as Ann & Bob.")


def _ask_variant_name(reader: LineEditor) -> str:
    """Ask by which rules a game is played, until they can be read."""
    while True:
        name = reader.ask_setup_variant(f"Whose rules? [{DEFAULT_VARIANT}] (? lists them) ") or DEFAULT_VARIANT
        if name == "?":
            from canasta_score.report.rules.listing import format_variant_titles  # noqa: PLC0415 -- start-up
            from canasta_score.rules.catalog.listing import list_variants  # noqa: PLC0415 -- start-up

            print_result(format_variant_titles(list_variants(), get_terminal_width()))
            continue
        try:
            load_variant(name)
        except CanastaError as error:
            print_error(error)
        else:
            return name
