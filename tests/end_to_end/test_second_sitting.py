"""What a new user meets at the table: in terminals of 100 and of 40 columns, and in one that knows no cursor."""

from pathlib import Path
from random import Random

import pytest
from support.at_a_terminal import AtTheTable
from support.command_line import run_ok, run_process
from support.game_files import PUBLISHED_HAND
from support.randomness import rounds

from canasta_score import read_ledger
from canasta_score.game.entries import EntryKind
from canasta_score.game.storage.drafts import load_draft

pytestmark = pytest.mark.end_to_end

WE = ["3", "2", "2", "1", "y", "325", "", ""]
THEY = ["1", "2", "1", "3", "", "305", "30", ""]
NEXT = ["Black", "Natural", "Mixed", "Going", "On the", "Left", "Anything", "Red"]


class Wide(AtTheTable):
    """A terminal of 100 columns."""

    columns = 100


class Narrow(AtTheTable):
    """A terminal of 40 columns, such as on a phone."""

    columns = 40


class Dumb(Wide):
    """A terminal that cannot move its cursor."""

    term = "dumb"


@pytest.fixture(params=[Wide, Narrow, Dumb], ids=["100 columns", "40 columns", "TERM=dumb"])
def table(request: pytest.FixtureRequest) -> type[AtTheTable]:
    kind: type[AtTheTable] = request.param
    return kind


def answer(terminal: AtTheTable, reply: str, then: str) -> None:
    """Type a reply, and wait until one of the last lines of the screen asks the next question."""
    terminal.type(reply)
    terminal.press("enter")
    if then:
        terminal.until(lambda lines: any(then in line for line in lines[-3:]))


def test_new_asks_and_starts_what_it_shows(tmp_path: Path, table: type[AtTheTable]) -> None:
    with table(tmp_path, "new") as terminal:
        terminal.see("Which rules?")
        answer(terminal, "wca", "Who are we?")
        answer(terminal, "Ann & Bob", "Who are they?")
        answer(terminal, "Cy & Di", "Seats, in")
        answer(terminal, "Ann, Cy, Bob, Di", "Who deals first?")
        answer(terminal, "Cy", "Start this game? [Y/n]")
        answer(terminal, "", "")
        assert terminal.end() == 0
    game = read_ledger(tmp_path / "canasta.toml")
    assert (game.variant.name, *game.side_names.values()) == ("wca", "Ann & Bob", "Cy & Di")
    assert game.seats
    assert game.seats.dealer == "Cy"


def test_a_hand_is_asked_for_in_one_order(tmp_path: Path, table: type[AtTheTable]) -> None:
    run_ok("new", "-l", str(tmp_path / "canasta.toml"), "--seats", "Ann, Cy, Bob, Di")
    with table(tmp_path, "add") as terminal:
        terminal.see("Ann deals")
        for reply, then in zip([*WE, *THEY], [*NEXT, *NEXT[:-1], "Record this hand?"], strict=True):
            answer(terminal, reply, then)
        answer(terminal, "they hand=35", "Record this hand?")
        answer(terminal, "", "")
        assert terminal.end() == 0
    assert read_ledger(tmp_path / "canasta.toml").totals == {"we": 2525, "they": 2070}


def test_fix_asks_with_the_present_values(tmp_path: Path, table: type[AtTheTable]) -> None:
    game = str(tmp_path / "canasta.toml")
    run_ok("new", "-l", game)
    run_ok("add", "-l", game, *"we r3 b2 n2 m1 o t325 they r1 b2 n1 m3 t305 h30".split())
    with table(tmp_path, "fix", "1") as terminal:
        terminal.see("Red threes [3]:")
        for then in (*NEXT, *NEXT[:-1], "Correct this hand?"):
            answer(terminal, "", then)
        answer(terminal, "they table=300", "Correct this hand?")
        answer(terminal, "", "")
        assert terminal.end() == 0
    assert read_ledger(game).totals == {"we": 2525, "they": 2070}


def test_typed_bytes_that_a_code_page_lacks_become_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    with Dumb(tmp_path, "new") as terminal:
        terminal.see("Which rules?")
        terminal.send(b"\x81")
        terminal.press("enter")
        terminal.see('"\\x81"')
        terminal.press("ctrl-c")
        assert terminal.end() == 130


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["rename", "an", "Ann & Rob"], EntryKind.RENAME),
        (["meld", "failed", "an"], EntryKind.FAILED_OPENING),
        (["reconcile", "1", "an", "2500"], None),
        (["meld", "check", "--side", "an", "3xK", "3xQ", "3xJ"], None),
    ],
)
def test_a_side_that_could_be_two_is_asked_about(
    tmp_path: Path, table: type[AtTheTable], words: list[str], kind: EntryKind | None
) -> None:
    game = tmp_path / "canasta.toml"
    run_ok("new", "-l", str(game), "--we", "Ann & Bob", "--they", "Cy & Andy")
    run_ok("add", "-l", str(game), *PUBLISHED_HAND.split())
    refused = run_process(*words, folder=tmp_path)
    assert (refused.code, refused.out) == (2, "")
    with table(tmp_path, *words) as terminal:
        terminal.see("Which one?")
        answer(terminal, "x", "Which one?")
        answer(terminal, "they", "")
        assert terminal.end() == (1 if "check" in words else 0)
        assert kind or "Cy & Andy" in terminal.text
    if kind:
        last = read_ledger(game).entries[-1]
        assert (last.kind, last.side) == (kind, "they")


@pytest.mark.slow
def test_a_kill_at_any_moment_loses_at_most_the_answer_being_typed(tmp_path: Path) -> None:
    game = tmp_path / "canasta.toml"
    run_ok("new", "-l", str(game))
    random = Random(7)
    for _ in range(rounds(40)):
        answered = random.randint(1, len(WE) - 1)
        with Wide(tmp_path, "add") as terminal:
            terminal.see("Red threes:")
            for reply, then in zip(WE[:answered], NEXT, strict=False):
                answer(terminal, reply, then)
            terminal.type("1" * random.randint(0, 3))  # and then it is killed
        draft = load_draft(game)
        assert draft
        assert draft.position in (answered, answered - 1)
        names = ["red", "black", "natural", "mixed", "out", "table"][: draft.position]
        values = [3, 2, 2, 1, 1, 325]
        assert draft.facts["we"] == dict(zip(names, values, strict=False))
        assert not read_ledger(game).hands
        (tmp_path / ".canasta.toml.draft").unlink()
