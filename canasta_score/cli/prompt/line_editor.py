"""The line editors: editing, completion, the lines typed before, and the toolbar below the line."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, DynamicCompleter, WordCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Always
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.search import stop_search
from prompt_toolkit.styles import Style

from canasta_score.cli import terminal
from canasta_score.cli.completion.parsing import CompletionCandidate
from canasta_score.cli.options import ANYWAY_FLAG, split_words
from canasta_score.cli.prompt.commands import describe_command, parse_prompt_line
from canasta_score.cli.prompt.questions import Words, interpret_reply, print_above
from canasta_score.game.ledger import Ledger
from canasta_score.report.text.layout import COLUMN_GAP, measure_width, wrap_text
from canasta_score.rules.text import escape_unprintable

MAX_TOOLBAR_LINES = 6
CompleteFunction = Callable[[Sequence[str], str], Sequence[CompletionCandidate]]  # from whole words and the current one
ToolbarFunction = Callable[[str], Sequence[str]]  # from what is typed
_EMPTY_LINE_HINT = "Press Enter for one question at a time. TAB completes words. help lists all."
_GAME_OVER_HINT = "new starts the next game. export writes the page of this one. help lists all."


def format_toolbar_lines(game: Ledger, typed: str) -> list[str]:
    """Return the lines to show below what is typed so far, at most `MAX_TOOLBAR_LINES`."""
    command, *arguments = parse_prompt_line(game.side_names, typed) or [""]
    if command != "add" and not (command == "score" and arguments):
        on_empty_line = _GAME_OVER_HINT if game.standing().over else _EMPTY_LINE_HINT
        return fit_toolbar([describe_command(command, game.side_names) if command else on_empty_line])
    tally = split_words([word for word in arguments if word != ANYWAY_FLAG])
    if not tally or any(word.startswith("-") for word in tally):  # into another game file, or not to be recorded
        return []
    from canasta_score.report.text.hand_entry import preview_line

    sides, problems = preview_line(game, tally, typing=not typed[-1].isspace())
    lines: list[str] = []
    for side in map(escape_unprintable, sides):
        together = f"{lines[-1]}{COLUMN_GAP}{side}" if lines else ""
        if lines and measure_width(together) < terminal.get_terminal_width():
            lines[-1] = together
        else:
            lines.append(side)
    return fit_toolbar([*lines, *map(escape_unprintable, problems)])


def fit_toolbar(sentences: Iterable[str]) -> list[str]:
    """Return sentences as lines that fit below the line that is typed, at most `MAX_TOOLBAR_LINES`."""
    width = max(1, terminal.get_terminal_width() - 1)
    lines = [line for sentence in sentences for line in wrap_text(sentence, width)]
    lines = lines if len(lines) <= MAX_TOOLBAR_LINES else [*lines[: MAX_TOOLBAR_LINES - 1], "…"]
    if terminal.should_use_color(sys.stdout):
        lines = [terminal.colorize_message(terminal.colorize_table(line)) for line in lines]
    return lines


class LineEditor:
    """Reads what the person types, line by line."""

    def __init__(self, refresh_seconds: float = 0) -> None:
        """Set up a prompt whose toolbar is written again after some seconds, or only when something is typed."""
        self._history, self._refresh_seconds = InMemoryHistory(), refresh_seconds
        self._answer_session: PromptSession[str] = PromptSession(complete_while_typing=False)

    @cached_property
    def _session(self) -> PromptSession[str]:
        # Built for the first line: the questions of a new game, which come before it, do not wait for this.
        session: PromptSession[str] = PromptSession(
            history=self._history,
            complete_while_typing=False,
            key_bindings=_build_key_bindings(),
            style=Style.from_dict({"bottom-toolbar": "noreverse"}),
            refresh_interval=self._refresh_seconds,
        )
        # Without it, the line takes the whole screen and the toolbar is at the bottom, far from what it is about.
        session.layout.current_window.dont_extend_height = Always()
        return session

    def prompt(self, prompt: str, complete: CompleteFunction, list_lines: ToolbarFunction, draft: str = "") -> str:
        """Return the next line, which begins as a draft; raises EOFError for Ctrl-C or Ctrl-D on an empty line."""
        return self._session.prompt(
            ANSI(terminal.colorize_prompt(prompt)),
            completer=_LineCompleter(complete),
            bottom_toolbar=lambda: ANSI("\n".join(list_lines(self._session.default_buffer.text))),
            default=draft,
        )

    def add_to_history(self, line: str) -> None:
        """Add a line to those that the Up key brings back, unless it is the last of them already."""
        if line and [line] != self._history.get_strings()[-1:]:
            self._history.append_string(line)

    def ask_question(self, prompt: str, words: Words = ()) -> str:
        """Return the answer to a question; raises EOFError for Ctrl-D and KeyboardInterrupt for Ctrl-C and `quit`."""
        question = ANSI(terminal.colorize_prompt(print_above(escape_unprintable(prompt))))
        return interpret_reply(self._answer_session.prompt(question, completer=_build_completer(words)))


def _build_completer(words: Words) -> Completer:
    if callable(words):
        return DynamicCompleter(lambda: _build_completer(words()))
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

    keys.add(Keys.Vt100MouseEvent, eager=True)(lambda _: None)  # prompt_toolkit would show the mouse as text
    return keys


class _LineCompleter(Completer):
    def __init__(self, complete: CompleteFunction) -> None:
        self._complete = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        del complete_event
        current = document.get_word_before_cursor(WORD=True)
        words = document.text_before_cursor.removesuffix(current).split()
        for candidate in self._complete(words, current):
            text = candidate.word if candidate.word.endswith(("=", "/")) else f"{candidate.word} "
            yield Completion(text, start_position=-len(current), display=candidate.word, display_meta=candidate.label)
