"""The session of `play`: one line after the other, each a hand or a command."""

from collections.abc import Sequence
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path

import typer

from canasta_score.cli import registry, usage_errors
from canasta_score.cli.command_runner import report_what_is_done, run_command
from canasta_score.cli.completion.parsing import parse_command_line
from canasta_score.cli.invocation import ExitCode, invoke
from canasta_score.cli.messages import print_error, print_note, print_problem
from canasta_score.cli.options import ANYWAY_FLAG
from canasta_score.cli.paths import DEFAULT_LEDGER, build_next_game_command, expand_path, remember_ledger
from canasta_score.cli.prompt import commands
from canasta_score.cli.prompt.first_game import ask_for_next_game
from canasta_score.cli.prompt.guided_entry import GuidedEntry, confirm_despite_new_hand
from canasta_score.cli.prompt.line_editor import LineEditor, format_toolbar_lines
from canasta_score.cli.prompt.questions import HELP_REPLY, ask_yes_no
from canasta_score.cli.recording import open_game
from canasta_score.cli.shells import detect_shell, quote_words
from canasta_score.cli.terminal import get_terminal_width, print_result, print_table, wrap_to_terminal
from canasta_score.cli.typer_internals import Command
from canasta_score.disk.files import path_exists
from canasta_score.game.evening import count_evening_wins, find_current_ledger, find_free_path
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import read_ledger, set_empty_game_aside
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.hand.tally.names import label_side
from canasta_score.hand.tally.tokens import NO_WORDS, YES_WORDS
from canasta_score.report.text.games import format_wins
from canasta_score.report.text.standing import format_standing
from canasta_score.rules.diagnostics import PROGRAM, CanastaError, format_suggestion
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.text import join_words, name_numbers

_WORDS_OF_WRONG_SIDES = ("swap", "exchange", "wrong side")


class PlaySession:
    """An evening at the prompt: the editor, the game file in use, and the game as it was last read."""

    def __init__(self, program: Command, path: Path, editor: LineEditor) -> None:
        """Start with a game; raises CanastaError if its file cannot be read."""
        self._program, self._editor = program, editor
        self._switch_ledger(path)

    def _switch_ledger(self, path: Path) -> None:
        self._path, self._game, self._was_over = path, read_ledger(path), False
        for hand in self._game.hands:
            if not hand.voided:
                self._editor.add_to_history(format_tally(self._game.variant, hand.facts))

    def run(self, first_command: Sequence[str]) -> None:
        """Run a first command, if any, then line after line; raises EOFError when the person leaves."""
        with invoke(is_at_prompt=True):
            if first_command:
                self._run_command(first_command)
            if not self._game.standing().over:
                self._record_guided_hand(only_continue=True)
            while True:
                self._game = _read_again(self._game)
                self._print_end_of_game()
                words = self._read_words()
                try:
                    self._handle_words(words)
                except CanastaError as error:
                    print_error(error)
                except (KeyboardInterrupt, EOFError):  # at a question
                    print_note("nothing recorded")

    def print_farewell(self) -> None:
        """Print that everything is saved, and how to go on another time."""
        if self._game.standing().over:
            print_note("everything is saved", "to start the next game", *build_next_game_command(self._path))
        else:
            with invoke():  # which looks anew for the game of this folder: it may be one of this session now
                remember_ledger(str(self._path))
                print_note("everything is saved", "to continue", "play")

    def _read_words(self) -> list[str]:
        """Return the words of the next command, none for an empty line; raises EOFError when the person leaves."""
        with suppress(KeyboardInterrupt), invoke(ledger=self._path):  # TAB reads the game too
            game = self._game
            line = self._editor.prompt(
                "game over > " if game.standing().over else f"hand {len(game.hands) + 1} > ",
                partial(commands.list_prompt_candidates, self._program, game.side_names),
                lambda typed: format_toolbar_lines(_read_again(game), typed),
            )
            words = commands.parse_prompt_line(game.side_names, line)
            if not words or words[0] not in registry.QUIT_COMMANDS:
                return words
        raise EOFError

    def _run_command(self, words: Sequence[str]) -> None:
        with invoke(ledger=self._path):
            code = run_command(self._program, words)
        if code == ExitCode.INTERRUPTED:
            print_note("stopped")

    def _print_end_of_game(self) -> None:
        was_over, self._was_over = self._was_over, self._game.standing().over
        if self._was_over:
            self._editor.add_to_history("new")
        if self._was_over and not was_over:
            wins = format_wins(self._game.side_names.values(), count_evening_wins(self._game))
            print_result(f"\n{wrap_to_terminal(wins)}")
            print_result("\nTo send the game: export\nTo start the next game: new")

    def _handle_words(self, words: Sequence[str]) -> None:
        if not words and self._reread_game_and_report():
            return
        command, *arguments = words or ["add"]
        if command == "add":
            self._record_hand(arguments)
            return
        self._reread_game_and_report()
        if command in {"help", HELP_REPLY}:
            if arguments:
                self._run_command([*arguments, "--help"])
            else:
                print_result(commands.format_prompt_help(self._game.side_names, get_terminal_width()))
        elif command == "play":
            other = quote_words([PROGRAM, *words], detect_shell())
            print_note("you are playing already", f"for a different game, quit, then type {other}" if arguments else "")
        elif command == "new":
            self._start_another_game(words)
        elif command in registry.ROOT_COMMANDS or command.startswith("-"):
            self._run_command(words)
        elif [*words] == ["save"]:
            print_problem("there is nothing to save", usage_errors.SAVED_HINT, "export")
        else:
            print_problem(f'unknown command "{command}"', self._suggest_word(words))

    def _suggest_word(self, words: Sequence[str]) -> str:
        word = words[0]
        sides = [label_side(side, self._game.side_names) for side in self._game.side_names]
        fallback = f"begin a hand with {join_words(sides, 'or')}, or type help"
        if word.partition("=")[0].lower() in self._game.variant.facts:  # an item, not a command with a typo
            return fallback
        if word.lower() in (*YES_WORDS, *NO_WORDS):
            return f"nothing is asked now; {fallback}"
        hands = [str(hand.number) for hand in self._game.hands if not hand.voided]
        if hands and len(sides) == len(DEFAULT_SIDES) and " ".join(words).lower().startswith(_WORDS_OF_WRONG_SIDES):
            return f'did you mean "fix {words[-1] if words[-1] in hands else hands[-1]} --swap"?'
        if word.lower() in {"seat", "seats"}:
            return "to change the seats before the first hand, type new, then n at the question about the sides"
        if usage_errors.COMMAND_SYNONYMS.get(word.lower()) == "variants":  # such as `rule card`
            return 'did you mean "variants show"?'
        if meant := usage_errors.find_command_in_sentence(words):
            fallback = f'did you mean "{meant}"?'
        known = (*self._game.side_names, *registry.ROOT_COMMANDS, *commands.PROMPT_SUMMARIES)
        return format_suggestion(usage_errors.find_meant_command(words) or word, known, fallback=fallback)

    def _record_hand(self, words: Sequence[str]) -> None:
        tally = [word for word in words if word != ANYWAY_FLAG]
        if any(word.startswith("-") for word in tally):  # into another game file, or not to be recorded
            self._run_command(["add", *words])
            return
        if not tally:
            self._reread_game_and_report()
            self._record_guided_hand(anyway=ANYWAY_FLAG in words)
        elif confirm_despite_new_hand(self._game, open_game(self._path), self._editor.ask_question):
            self._run_command(["add", *words])
        else:
            print_note("nothing recorded")

    def _reread_game_and_report(self) -> bool:
        """Print what others have entered since the prompt was shown, with the standing; return whether they have."""
        before = self._game
        self._game = _read_again(self._game)
        if len(self._game.entries) == len(before.entries):
            return False
        new = range(len(before.hands) + 1, len(self._game.hands) + 1)
        recorded = name_numbers("hand", new) if new else "something that changes the game"
        print_note(f"someone else has just recorded {recorded}")
        print_table(format_standing(self._game.variant, self._game.standing(), get_terminal_width()))
        return True

    def _record_guided_hand(self, *, anyway: bool = False, only_continue: bool = False) -> None:
        with invoke(["add"], ledger=self._path):
            entry = GuidedEntry(open_game(self._path), self._editor.ask_question, anyway=anyway)
            try:
                # What stops it is printed already.
                with suppress(KeyboardInterrupt, EOFError, typer.Exit), report_what_is_done():
                    entry.record(only_continue=only_continue)
            finally:
                self._editor.add_to_history(entry.format_line())

    def _start_another_game(self, words: Sequence[str]) -> None:
        words = usage_errors.name_rules_of_new_game(words) or words
        line = parse_command_line(self._program, words)
        options = line.option_values if line else {}
        if "help" in options:
            self._run_command(words)
            return
        is_over, path_before = self._game.standing().over, self._path
        is_replaced = not (is_over or self._game.entries or "ledger" in options)
        state = "has no hands yet. Start it anew" if is_replaced else "is not over. Start another game"
        question = f"{path_before} {state}? [y/N] "
        if not (is_over or ask_yes_no(self._editor.ask_question, question, default=False)):
            return
        named = line.get_last_value("ledger") if line else None
        path = path_before
        if not is_replaced:
            path = find_free_path(path_before) if named is None else expand_path(named)
        was_there = not is_replaced and path_exists(path)
        answers = ask_for_next_game(self._game, path, self._editor.ask_question) if [*words] == ["new"] else None
        words = [*words, *answers.list_options()] if answers else words
        with set_empty_game_aside(path) if is_replaced else nullcontext(path_before) as model:
            like = [] if (answers and answers.names) or "like" in options else ["--like", str(model)]
            self._run_command([*words, *like, *(["--ledger", str(path)] if named is None else [])])
        if path_exists(path) and not was_there:
            if not (is_over or is_replaced):
                command = quote_words((PROGRAM, "play", "-l", str(path_before)), detect_shell())
                message = f"{path_before} is not over; the new game is in {path}"
                print_note(message, f"to continue it later: {command}")
                if find_current_ledger(Path(DEFAULT_LEDGER)).path != path:
                    command = quote_words((PROGRAM, "serve", str(path)), detect_shell())
                    remedy = "to show the new game, stop serve with Ctrl-C and type, with its options"
                    print_note(f"pages that show {path_before} stay with it", f"{remedy}: {command}")
            self._switch_ledger(path)


def _read_again(game: Ledger) -> Ledger:
    # What is wrong with the file is said by the next command; until then the game is as it was.
    with suppress(CanastaError):
        return read_ledger(game.file)
    return game
