"""Lines typed at the prompt of `play`: edited, completed, remembered, with their score below while they are typed."""

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from canasta_score.cli.prompt.commands import ADD, ANYWAY, command_meant, offered_at_prompt, what_it_does
from canasta_score.cli.terminal import width
from canasta_score.game.ledger import Ledger
from canasta_score.report.text.preview import score_so_far
from canasta_score.rules.text import printable

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

MOST_LINES = 6
THE_NEXT = "new begins the next one"
HINT = "Enter: asked question by question. TAB completes. help lists what can be typed."


class LineReader:
    """Whoever types at the table: gives one line after the other, and knows those that were typed before."""

    def __init__(self) -> None:
        """Set up the prompt."""
        from prompt_toolkit import PromptSession  # noqa: PLC0415 -- start-up
        from prompt_toolkit.filters import Always  # noqa: PLC0415 -- as above
        from prompt_toolkit.history import InMemoryHistory  # noqa: PLC0415 -- as above
        from prompt_toolkit.styles import Style  # noqa: PLC0415 -- as above

        self.history = InMemoryHistory()
        self.session: PromptSession[str] = PromptSession(
            history=self.history,
            complete_while_typing=False,
            key_bindings=keys_of_the_prompt(),
            style=Style.from_dict({"bottom-toolbar": "noreverse"}),
        )
        self.session.layout.current_window.dont_extend_height = Always()  # what stands below it is right below
        self.answers: PromptSession[str] = PromptSession(complete_while_typing=False)

    def remember(self, line: str) -> None:
        """Have a line among those that were typed before."""
        if line and [line] != self.history.get_strings()[-1:]:
            self.history.append_string(line)

    def line(self, game: Ledger) -> str:
        """Give the next line; raises EOFError where it is Ctrl-D."""
        return self.session.prompt(
            "game over > " if game.standing().over else f"hand {len(game.hands) + 1} > ",
            completer=completer_at_prompt(game),
            bottom_toolbar=lambda: "\n".join(lines_below(game, self.session.default_buffer.text)),
        )

    def answer(self, question: str) -> str:
        """Give the answer to a question; raises EOFError for Ctrl-D and KeyboardInterrupt for Ctrl-C."""
        return self.answers.prompt(printable(question))

    def first_answer(self, question: str, completer: "Completer | None" = None) -> str:
        """Give the answer to a question that begins a game; raises EOFError for Ctrl-D, and Ctrl-C clears the line."""
        from prompt_toolkit import prompt  # noqa: PLC0415 -- start-up

        return prompt(printable(question), completer=completer, key_bindings=keys_of_the_prompt()).strip()

    def variant(self, question: str) -> str:
        """Give the name of a variant, completed."""
        from prompt_toolkit.completion import WordCompleter  # noqa: PLC0415 -- start-up

        from canasta_score.rules.catalog.listing import list_variants  # noqa: PLC0415 -- as above

        titles = {one.name: one.title for one in list_variants()}
        return self.first_answer(question, WordCompleter([*titles], meta_dict=titles))


def keys_of_the_prompt() -> "KeyBindings":
    """Have Ctrl-C clear the line, and nothing happen where the terminal tells of a mouse."""
    from prompt_toolkit.key_binding import KeyBindings  # noqa: PLC0415 -- start-up
    from prompt_toolkit.keys import Keys  # noqa: PLC0415 -- as above
    from prompt_toolkit.search import stop_search  # noqa: PLC0415 -- as above

    keys = KeyBindings()

    @keys.add("c-c", eager=True)
    def clear(event: "KeyPressEvent") -> None:
        if event.app.layout.is_searching:
            stop_search()
        event.app.current_buffer.reset()

    @keys.add(Keys.Vt100MouseEvent, eager=True)
    def ignore(event: "KeyPressEvent") -> None:
        del event

    return keys


def completer_at_prompt(game: Ledger) -> "Completer":
    """Complete what can be typed in a game."""
    from prompt_toolkit.completion import Completer, Completion  # noqa: PLC0415 -- start-up

    class AtPrompt(Completer):
        """Completes sides, facts and commands, with what they mean."""

        def get_completions(self, document: "Document", complete_event: "CompleteEvent") -> Iterator["Completion"]:
            """Go through the words that go on from what is typed before the cursor."""
            del complete_event
            begun = document.get_word_before_cursor(WORD=True)
            words = document.text_before_cursor.removesuffix(begun).split()
            for one in offered_at_prompt(game.names, words, begun):
                whole = one.word if one.word.endswith("=") else f"{one.word} "
                yield Completion(whole, start_position=-len(begun), display=one.word, display_meta=one.label)

    return AtPrompt()


def lines_below(game: Ledger, typed: str) -> list[str]:
    """List the lines that stand below what is typed: its score so far, or what its command does."""
    room = max(1, width() - 1)
    command, *words = command_meant([*game.names], typed) or [""]
    if command == ADD:
        told = [one for word in words if word != ANYWAY for one in word.split()]
        if any(word.startswith("-") for word in told):
            return []  # of another ledger, or not to be recorded
        said = [*score_so_far(game, told, typing=not typed[-1].isspace(), way_on=lambda _: THE_NEXT)] if told else []
    else:
        said = [what_it_does(command) if command else HINT]
    lines = [line for one in said for line in wrap(printable(one), room, break_on_hyphens=False)]
    return lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], "…"]
