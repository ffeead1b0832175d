"""Words that fit several names: at a terminal the person is asked, elsewhere they stay as they are."""

import pytest
from support.typist import answering

from canasta_score import load_variant
from canasta_score.cli.prompt import questions as ambiguities
from canasta_score.cli.prompt.questions import ask_about_ambiguous_words

NVSO = load_variant("nvso")
NAMES = {"we": "Ann & Nat", "they": "Anna & Cy"}


@pytest.fixture(autouse=True)
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ambiguities, "is_interactive", lambda: True)


@pytest.mark.parametrize(
    ("typed", "answers", "meant"),
    [
        ("an r3 they h5", ["we"], "we r3 they h5"),
        ("an: r3 cy h5", ["th"], "they r3 cy h5"),
        ("we wild=2 nat", ["wild-j", "nat", "natural"], "we wild-jokers=2 natural"),
        ("we wild2", ["wild-twos"], "we wild-twos2"),
        ("we wild=2", [""], "we wild=2"),
        ("we open", ["x", "sevens"], "we open-sevens"),
        ("an r3 they h5", ["cy"], "they r3 they h5"),
        ("we wild=2 rde=1", [], "we wild=2 rde=1"),
        ("we r3 they h5", [], "we r3 they h5"),
    ],
)
def test_the_person_chooses(typed: str, answers: list[str], meant: str) -> None:
    assert ask_about_ambiguous_words(NVSO, typed.split(), NAMES, answering(*answers)) == meant.split()


def test_elsewhere_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ambiguities, "is_interactive", lambda: False)
    assert ask_about_ambiguous_words(NVSO, ["an", "r3"], NAMES, answering()) == ["an", "r3"]
