"""What TAB completes at a question: with the line editor of `play`, and at a plain terminal; what Ctrl-C does."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer
from prompt_toolkit.document import Document
from prompt_toolkit.keys import Keys

from canasta_score.cli.prompt.line_editor import LineEditor
from canasta_score.cli.prompt.questions import read_terminal_line

RULES = {"good-sams": "Good Sams", "nvso": "NVSO", "goulash": "Goulash"}


def test_the_editor_completes_a_name_with_hyphens(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Completer] = []

    def prompt(_: object, question: object, *, completer: Completer) -> str:
        del question
        given.append(completer)
        return "nvso"

    monkeypatch.setattr(PromptSession, "prompt", prompt)
    assert LineEditor().ask_question("Rules: ", lambda: RULES) == "nvso"
    (offered,) = given[0].get_completions(Document("good-s"), CompleteEvent(completion_requested=True))
    assert (offered.text, offered.start_position, offered.display_meta_text) == ("good-sams", -6, "Good Sams")


def test_a_plain_terminal_completes_one_word_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    completers: list[Any] = []
    readline = SimpleNamespace(
        parse_and_bind=lambda _: None, set_completer_delims=lambda _: None, set_completer=completers.append
    )
    monkeypatch.setitem(sys.modules, "readline", readline)
    monkeypatch.setattr("builtins.input", lambda _: "nvso")
    assert read_terminal_line("Rules: ", RULES) == "nvso"
    assert [completers[0]("Go", state) for state in range(3)] == ["good-sams ", "goulash ", None]


def test_ctrl_c_waits_for_no_second_key(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[Any] = []

    def prompt(session: PromptSession[str], *_: object, **__: object) -> str:
        used.append(session.key_bindings)
        return ""

    monkeypatch.setattr(PromptSession, "prompt", prompt)
    LineEditor().prompt("> ", lambda *_: (), lambda _: ())
    (bindings,) = used
    # Where text is selected, Ctrl-C begins two commands of Emacs.
    assert bindings.get_bindings_for_keys((Keys.ControlC,))[-1].eager()
