"""Words that fit several names: at a terminal the person is asked, elsewhere they stay as they are."""

from pathlib import Path

import pytest
from support.command_line import run, run_ok
from support.typist import answering

from canasta_score import load_variant
from canasta_score.cli.invocation import ExitCode, get_invocation
from canasta_score.cli.prompt.questions import ask_about_ambiguous_words
from canasta_score.game.storage.ledger_files import read_ledger

NVSO = load_variant("nvso")
NAMES = {"we": "Ann & Nat", "they": "Anna & Cy"}


@pytest.fixture(autouse=True)
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("canasta_score.cli.prompt.questions.is_interactive", lambda: True)


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
        ("we 2wild, n1", ["jokers"], "we 2wild-jokers, n1"),
        ("we wild,n1", [], "we wild,n1"),  # to type the line again is clearer than to break up a word
        ("we wild canasta, 1 natural", ["wild mixed"], "we wild-mixed, 1 natural"),
        ("we wild canasta, 1 natural", ["four jokers"], "we wild-jokers, 1 natural"),
        ("we four jokers", ["four jokers", "open"], "we open-wilds-jokers"),  # either has four jokers
        ("we 2 wild canastas 1 natural", ["mixed wilds"], "we 2 wild-mixed 1 natural"),
        ("we aces 4 black out", ["black"], "we aces ,4 black out"),
        ("we aces 4 black out", ["aces"], "we aces 4, black out"),
        ("we aces 1 black 2 red", ["red"], "we aces 1 black ,2 red"),
        ("we h K K A", ["hand"], "we h K K 1xA"),
        ("we h K K A", ["aces"], "we h K K aces"),
        ("we h K K 2 n", ["hand"], "we h K K 1x2 n"),
        ("we h K K 2 n", ["natural"], "we h K K ,2 n"),
    ],
)
def test_the_person_chooses(typed: str, answers: list[str], meant: str) -> None:
    assert ask_about_ambiguous_words(NVSO, typed.split(), NAMES, answering(*answers)) == meant.split()


@pytest.mark.parametrize(
    ("rules", "typed", "answers", "meant"),
    [
        ("hand-and-foot", "we 3 books t600", ["clean"], "we 3 natural t600"),
        ("hand-and-foot", "we 3 books t600", ["red books"], "we 3 natural t600"),
        ("hand-and-foot", "we 3 books t600", ["black"], "we 3 books t600"),
        ("hand-and-foot", "we 3 books t600", ["d"], "we 3 mixed t600"),
        ("hand-and-foot", "we 3 red 2 black books", ["clean"], "we 3 natural 2 black books"),
        ("hand-and-foot", "we 3 red 2 black books", ["red threes"], "we 3 red-threes 2 black books"),
        ("hand-and-foot", "they: 3red 2 black books", ["clean"], "they: 3natural 2 black books"),
        ("ponytail", "we 3 red 310 table", ["red books"], "we 3 natural 310 table"),
        ("hand-and-foot", "we 3 reds t600", ["red books"], "we 3 natural t600"),
        ("hand-and-foot", "we 3reds 1 dirty t600", ["red threes"], "we 3red-threes 1 dirty t600"),
        ("hand-and-foot", "we reds 3 1 dirty t600", ["clean"], "we natural 3 1 dirty t600"),
        ("hand-and-foot", "we 2 blacks 3 red t600", ["red books"], "we 2 blacks 3 natural t600"),
        ("good-sams", "we 3 reds t600", ["red", "red books"], "we 3 natural t600"),
        ("good-sams", "we 3 red t600", ["red", "red books"], "we 3 natural t600"),
        ("good-sams", "we 3 red t600", ["natural"], "we 3 natural t600"),
        ("good-sams", "we 3 red t600", ["clean"], "we 3 natural t600"),
        ("good-sams", "we 3 red t600", ["red-in"], "we 3 red-in-hand t600"),
    ],
)
def test_every_word_of_an_item_chooses_it(rules: str, typed: str, answers: list[str], meant: str) -> None:
    asked = ask_about_ambiguous_words(load_variant(rules), typed.split(), NAMES, answering(*answers, ""))
    assert asked == meant.split()


def test_elsewhere_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("canasta_score.cli.prompt.questions.is_interactive", lambda: False)
    assert ask_about_ambiguous_words(NVSO, ["an", "r3"], NAMES, answering()) == ["an", "r3"]


@pytest.fixture
def replies(game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of replies to come at the terminal, in a folder with a game of one hand and similar names."""
    replies: list[str] = []
    run_ok("new", "--we", "Ann & Nat", "--they", "Anna & Cy")
    run_ok("add", *"they natural=1 table=150 hand=5 we hand=5".split())
    for module in ("add", "corrections", "score"):
        monkeypatch.setattr(
            f"canasta_score.cli.commands.{module}.is_interactive", lambda: not get_invocation().owes_json
        )
    monkeypatch.setattr("builtins.input", lambda _: replies.pop(0))
    return replies


@pytest.mark.parametrize("command", ["add", "fix 1", "score -l canasta.toml"])
def test_a_command_at_a_terminal_asks_whom_a_word_means(replies: list[str], command: str) -> None:
    replies.append("they")
    done = run(*command.split(), *"an natural=2 table=200 hand=15 we hand=10".split())
    assert (done.code, replies) == (0, [])
    if not command.startswith("score"):
        hand = read_ledger("canasta.toml").hands[-1]
        assert hand.facts == {"we": {"hand": 10}, "they": {"natural": 2, "table": 200, "hand": 15}}


@pytest.mark.parametrize("command", ["add", "fix 1", "score -l canasta.toml"])
def test_a_command_that_prints_json_asks_nothing(replies: list[str], command: str) -> None:
    replies.append("they")
    done = run(*command.split(), "--json", *"an natural=2 table=200 hand=15 we hand=10".split())
    assert (done.code, replies) == (ExitCode.INVALID_TALLY, ["they"])
