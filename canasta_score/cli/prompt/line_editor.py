"""The line editor of `play`: editing, completion, the lines typed before, and the toolbar below the line."""

import sys
from collections.abc import Iterator, Mapping, Sequence

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, WordCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Always
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.search import stop_search
from prompt_toolkit.styles import Style

from canasta_score.cli.options import ANYWAY_FLAG, split_words
from canasta_score.cli.prompt.commands import describe_command, list_prompt_candidates, parse_prompt_line
from canasta_score.cli.prompt.questions import Words, print_above
from canasta_score.cli.terminal import colorize_message, colorize_prompt, get_terminal_width, should_use_color
from canasta_score.cli.typer_internals import Command
from canasta_score.game.ledger import Ledger
from canasta_score.report.text.hand_entry import preview_line
from canasta_score.report.text.layout import COLUMN_GAP, measure_width, wrap_text
from canasta_score.rules.text import escape_unprintable

MAX_TOOLBAR_LINES = 6
_EMPTY_LINE_HINT = "Press Enter for one question at a time. TAB completes words. help lists all."


def format_toolbar_lines(game: Ledger, typed: str) -> list[str]:
    """Return the lines to show below what is typed so far, at most `MAX_TOOLBAR_LINES`."""
    width = max(1, get_terminal_width() - 1)
    sentences = _list_sentences(game, typed, width)
    lines = [line for sentence in sentences for line in wrap_text(sentence, width, at_hyphens=False)]
    lines = lines if len(lines) <= MAX_TOOLBAR_LINES else [*lines[: MAX_TOOLBAR_LINES - 1], "…"]
    return [*map(colorize_message, lines)] if should_use_color(sys.stdout) else lines


def _list_sentences(game: Ledger, typed: str, width: int) -> Sequence[str]:
    command, *arguments = parse_prompt_line(game.side_names, typed) or [""]
    if command != "add" and not (command == "score" and arguments):
        return [describe_command(command) if command else _EMPTY_LINE_HINT]
    tally = split_words([word for word in arguments if word != ANYWAY_FLAG])
    if not tally or any(word.startswith("-") for word in tally):  # into another game file, or not to be recorded
        return []
    preview = preview_line(game, tally, typing=not typed[-1].isspace())
    lines: list[str] = []
    for side in map(escape_unprintable, preview.sides):
        together = f"{lines[-1]}{COLUMN_GAP}{side}" if lines else ""
        if lines and measure_width(together) <= width:
            lines[-1] = together
        else:
            lines.append(side)
    return [*lines, *map(escape_unprintable, preview.problems)]


class LineEditor:
    """Reads what the person types, line by line."""

    def __init__(self, program: Command) -> None:
        """Set up the prompt, which completes the commands of the program."""
        self._program = program
        self._history = InMemoryHistory()
        self._session: PromptSession[str] = PromptSession(
            history=self._history,
            complete_while_typing=False,
            key_bindings=_build_key_bindings(),
            style=Style.from_dict({"bottom-toolbar": "noreverse"}),
        )
        # Without it, the line takes the whole screen and the toolbar is at the bottom, far from what it is about.
        self._session.layout.current_window.dont_extend_height = Always()
        self._answer_session: PromptSession[str] = PromptSession(complete_while_typing=False)

    def add_to_history(self, line: str) -> None:
        """Add a line to those that the Up key brings back, unless it is the last of them already."""
        if line and [line] != self._history.get_strings()[-1:]:
            self._history.append_string(line)

    def read_line(self, game: Ledger) -> str:
        """Return the next line; raises EOFError for Ctrl-C or Ctrl-D on an empty line."""
        return self._session.prompt(
            ANSI(colorize_prompt("game over > " if game.standing().over else f"hand {len(game.hands) + 1} > ")),
            completer=_PromptCompleter(self._program, game),
            bottom_toolbar=lambda: ANSI("\n".join(format_toolbar_lines(game, self._session.default_buffer.text))),
        )

    def ask_question(self, prompt: str, words: Words = ()) -> str:
        """Return the answer to a question; raises EOFError for Ctrl-D and KeyboardInterrupt for Ctrl-C."""
        question = ANSI(colorize_prompt(print_above(escape_unprintable(prompt))))
        return self._answer_session.prompt(question, completer=_build_completer(words))


def _build_completer(words: Words) -> Completer:
    # Each word with what it means, if that is known.
    return WordCompleter([*words], meta_dict=dict(words) if isinstance(words, Mapping) else None, WORD=True)


def _build_key_bindings() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("c-c", eager=True)
    @keys.add("c-d", eager=True)
    def clear_line_or_leave(event: KeyPressEvent) -> None:
        if event.app.layout.is_searching:
            stop_search()
        buffer = event.app.current_buffer
        if not buffer.text:
            event.app.exit(exception=EOFError)
        buffer.reset(append_to_history=True)  # the Up key brings the line back

    @keys.add(Keys.Vt100MouseEvent, eager=True)  # prompt_toolkit would show the mouse as text
    def ignore(event: KeyPressEvent) -> None:
        del event

    return keys


class _PromptCompleter(Completer):
    def __init__(self, program: Command, game: Ledger) -> None:
        self._program, self._game = program, game

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        del complete_event
        current = document.get_word_before_cursor(WORD=True)
        words = document.text_before_cursor.removesuffix(current).split()
        for candidate in list_prompt_candidates(self._program, self._game.side_names, words, current):
            text = candidate.word if candidate.word.endswith(("=", "/")) else f"{candidate.word} "
            yield Completion(text, start_position=-len(current), display=candidate.word, display_meta=candidate.label)
