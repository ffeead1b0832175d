"""Cards that are entered one by one allow the items beside them, in whatever way a hand is entered."""

import tomllib
from copy import copy
from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok, run_refused
from support.typist import answering

from canasta_score import read_ledger
from canasta_score.cli.prompt.guided_entry import GuidedEntry
from canasta_score.cli.recording import open_game
from canasta_score.game.storage.drafts import load_draft
from canasta_score.hand.facts import NamedPoints
from canasta_score.rules.model.cards import Rank

pytestmark = pytest.mark.usefixtures("sentences")

OTHERS = ("they", "table=130", "hand=85")
TOO_FEW = ("we", "natural=1", "table=5xK+3x4", "hand=5", *OTHERS)
ENOUGH = ("we", "natural=1", "table=7xK+3x4", "hand=1xA", *OTHERS)
RECORDED = {"we": {"natural": 1, "table": 85, "hand": 20}, "they": {"table": 130, "hand": 85}}


def facts_in(ledger: Path) -> list[object]:
    return [hand.facts for hand in read_ledger(ledger).hands]


@pytest.mark.parametrize("command", [["score", "-v", "nvso"], ["add"], ["add", "--dry-run"]])
def test_a_hand_is_refused_and_not_recorded(command: list[str], new_game: Path) -> None:
    run_refused(3, *command, *TOO_FEW)
    run_ok(*command, *ENOUGH)
    run_ok(*command, *TOO_FEW, "--anyway")
    assert facts_in(new_game) == (
        [RECORDED, RECORDED | {"we": {"natural": 1, "table": 65, "hand": 5}}] * (command == ["add"])
    )


def test_a_copy_has_the_points_alone() -> None:
    points = NamedPoints(10, {Rank.KING: 1})
    assert (type(points), points.cards) == (NamedPoints, {Rank.KING: 1})
    assert (type(copy(points)), copy(points)) == (int, 10)


def test_json_has_the_points_alone(new_game: Path) -> None:
    score = run_json("score", "-v", "nvso", "--json", *ENOUGH)
    assert [line["quantity"] for line in score["sides"]["we"]["lines"]] == [1, 85, 20]
    assert run_json("add", "--json", *ENOUGH)["sides"]["we"]["total"] == 565
    assert facts_in(new_game) == [RECORDED]


def test_a_correction_is_refused_and_not_recorded(new_game: Path) -> None:
    run_ok("add", *ENOUGH)
    run_refused(3, "fix", "1", "we", "table=5xK+3x4")
    run_ok("fix", "1", "we", "table=7xQ")
    run_ok("fix", "1", "we", "natural=2", "table=110")  # by then, only the points are known
    assert facts_in(new_game) == [RECORDED | {"we": {"natural": 2, "table": 110, "hand": 20}}]


def test_guided_entry_asks_again(new_game: Path) -> None:
    we, they = ["", "", "1", "", "", "5xK+3x4", "7xK+3x4", "1xA"], ["", "", "", "", "", "130", "85"]
    hand = GuidedEntry(open_game(Path(new_game.name)), answering(*we, *they, "y"))
    hand.record()
    assert facts_in(new_game) == [RECORDED]


def test_a_draft_keeps_the_points(new_game: Path) -> None:
    hand = GuidedEntry(open_game(Path(new_game.name)), answering("", "", "1", "", "", "7xK+3x4", EOFError))
    with pytest.raises(EOFError):
        hand.record()
    draft = load_draft(new_game)
    assert draft
    assert draft.facts == {"we": {"natural": 1, "table": 85}, "they": {}}


def test_a_slip_of_an_event_is_refused_and_not_recorded(game_folder: Path) -> None:
    for words in ("new Monday", "pair Ann_Bob Cy_Di Ed_Flo Gil_Hal", "draw --seed 1"):
        run_ok("event", *(word.replace("_", " & ") for word in words.split()))
    run_refused(3, "event", "slip", "1", "1", "--hand", "1", "ns", *TOO_FEW[1:4], "ew", *OTHERS[1:])
    assert run("event", "slip", "1", "1", "--hand", "1", "ns", *ENOUGH[1:4], "ew", *OTHERS[1:]).code == 0
    *_, entry = tomllib.loads((game_folder / "event.toml").read_text())["entry"]
    assert {side: entry[side] for side in ("ns", "ew")} == {"ns": RECORDED["we"], "ew": RECORDED["they"]}
