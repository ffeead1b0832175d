"""The line editor of `play`: it edits, completes and remembers lines, and shows the score below while you type."""

from collections.abc import Iterator
from textwrap import wrap

from prompt_toolkit import PromptSession, prompt
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, WordCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Always
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.search import stop_search
from prompt_toolkit.styles import Style
from typer._click.core import Command

from canasta_score.cli.options import ANYWAY_FLAG
from canasta_score.cli.prompt.commands import (
    ADD_COMMAND,
    describe_command,
    list_prompt_candidates,
    parse_prompt_line,
)
from canasta_score.cli.terminal import get_terminal_width
from canasta_score.game.ledger import Ledger
from canasta_score.report.text.hand_entry import iter_score_preview
from canasta_score.rules.catalog.listing import list_variants
from canasta_score.rules.text import escape_unprintable

MAX_TOOLBAR_LINES = 6
_TOOLBAR_NEXT_GAME_HINT = "new begins the next one"
_EMPTY_LINE_HINT = "Enter: asked question by question. TAB completes. help lists what can be typed."


class LineEditor:
    """The prompts of `play`, and the lines typed so far."""

    def __init__(self, program: Command) -> None:
        """Set up the prompts."""
        self._program = program
        self.history = InMemoryHistory()
        self.session: PromptSession[str] = PromptSession(
            history=self.history,
            complete_while_typing=False,
            key_bindings=_build_key_bindings(),
            style=Style.from_dict({"bottom-toolbar": "noreverse"}),
        )
        self.session.layout.current_window.dont_extend_height = Always()  # so that the toolbar is right below the line
        self.answer_session: PromptSession[str] = PromptSession(complete_while_typing=False)

    def add_to_history(self, line: str) -> None:
        """Add a line to the history, unless it is the same as the last one."""
        if line and [line] != self.history.get_strings()[-1:]:
            self.history.append_string(line)

    def read_line(self, game: Ledger) -> str:
        """Return the next line; raise EOFError for Ctrl-D."""
        return self.session.prompt(
            "game over > " if game.standing().over else f"hand {len(game.hands) + 1} > ",
            completer=_build_completer(self._program, game),
            bottom_toolbar=lambda: "\n".join(format_toolbar_lines(game, self.session.default_buffer.text)),
        )

    def ask_question(self, question: str) -> str:
        """Return the answer to a question; raise EOFError for Ctrl-D and KeyboardInterrupt for Ctrl-C."""
        return self.answer_session.prompt(escape_unprintable(question))

    def ask_setup_question(self, question: str, completer: Completer | None = None) -> str:
        """Return the answer to a question about a new game; raise EOFError for Ctrl-D. Ctrl-C clears the line."""
        return prompt(escape_unprintable(question), completer=completer, key_bindings=_build_key_bindings()).strip()

    def ask_setup_variant(self, question: str) -> str:
        """Return the name of a variant; TAB completes it."""
        titles = {one.name: one.title for one in list_variants()}
        return self.ask_setup_question(question, WordCompleter([*titles], meta_dict=titles))


def _build_key_bindings() -> KeyBindings:

    keys = KeyBindings()

    @keys.add("c-c", eager=True)
    def clear(event: KeyPressEvent) -> None:
        if event.app.layout.is_searching:
            stop_search()
        event.app.current_buffer.reset()

    @keys.add(Keys.Vt100MouseEvent, eager=True)
    def ignore(event: KeyPressEvent) -> None:
        del event

    return keys


def _build_completer(program: Command, game: Ledger) -> Completer:
    """Complete what can be typed in a game."""

    class AtPrompt(Completer):
        """Completes sides, facts and commands, with what they mean."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            """Yield the words that can complete the text before the cursor."""
            del complete_event
            begun = document.get_word_before_cursor(WORD=True)
            words = document.text_before_cursor.removesuffix(begun).split()
            for one in list_prompt_candidates(program, game.side_names, words, begun):
                whole = one.word if one.word.endswith("=") else f"{one.word} "
                yield Completion(whole, start_position=-len(begun), display=one.word, display_meta=one.label)

    return AtPrompt()


def format_toolbar_lines(game: Ledger, typed: str) -> list[str]:
    """Return the lines below the prompt: the score so far of a tally, or what a command does."""
    room = max(1, get_terminal_width() - 1)
    command, *words = parse_prompt_line([*game.side_names], typed) or [""]
    if command == ADD_COMMAND:
        told = [one for word in words if word != ANYWAY_FLAG for one in word.split()]
        if any(word.startswith("-") for word in told):
            return []  # of another ledger, or not to be recorded
        said = (
            [*iter_score_preview(game, told, typing=not typed[-1].isspace(), way_on=lambda _: _TOOLBAR_NEXT_GAME_HINT)]
            if told
            else []
        )
    else:
        said = [describe_command(command) if command else _EMPTY_LINE_HINT]
    lines = [line for one in said for line in wrap(escape_unprintable(one), room, break_on_hyphens=False)]
    return lines if len(lines) <= MAX_TOOLBAR_LINES else [*lines[: MAX_TOOLBAR_LINES - 1], "…"]
