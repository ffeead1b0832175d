"""Whole games by the rules' text: after every command the sheet, the needs and the ledger are what a director reckons.

A file of `data/games` is a game. A step states the command, its exit code where it is not 0, what it prints on standard
error (`says`, where that matters), and what holds after it: each side's total and need, the number of the next hand,
whether it is over and who has won ("" for nobody). Where the command has facts of a hand, `of` is its number and
`score` has each side's base, count and penalties.
"""

import json
import shlex
import tomllib
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Completed, run
from support.paths import DATA
from support.wording import Case, Wording, load_cases

from canasta_score import read_ledger
from canasta_score.game.audit import find_hand_problems
from canasta_score.report.json import build_needs_json, build_sheet_json

GAMES = sorted((DATA / "games").glob("*.toml"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_stands_as_reckoned_after_every_command(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    ledger = tmp_path / "canasta.toml"
    monkeypatch.setenv("CANASTA_LEDGER", str(ledger))
    game = tomllib.loads(path.read_text())
    sheet, needs = dict[str, Any](), dict[str, Any]()
    for number, step in enumerate(load_cases(path, "step"), 1):
        before = ledger.read_bytes() if ledger.exists() else b""
        done = run(*shlex.split(step["command"]))
        code, printed, said = done.code, done.out, done.err
        written = ledger.read_bytes() if ledger.exists() else b""
        place = f"step {number}: {step['command']}"
        assert (place, code) == (place, step.get("exit", 0)), said
        if "says" in step.values:
            step.check(wording, said, folder=str(tmp_path))
        assert written.startswith(before), place
        assert (len(written) > len(before)) == (code == 0 and "--dry-run" not in step["command"]), place
        assert_told(step, code, printed, said, place)
        if written == before:
            continue
        read = read_ledger(ledger)
        sheet, needs = dict[str, Any](build_sheet_json(read)), dict[str, Any](build_needs_json(read, read.standing()))
        assert not step.get("winner") or sheet["sides"][step["winner"]]["name"] in printed, place
        assert (place, stated(game, step)) == (place, shown(sheet, needs))
        assert_sums(sheet, step, place)
        assert (place, [*find_hand_problems(read, strict=False)]) == (place, [])
    assert json.loads(run("show", "--json").out) == json.loads(json.dumps(sheet))
    assert json.loads(run("meld", "--json").out) == json.loads(json.dumps(needs))
    assert run("check", "--quiet") == Completed(code=0, out="", err="")


def assert_told(step: Case, code: int, printed: str, said: str, place: str) -> None:
    """Find the new standing in what a command prints, or the reason why there is none."""
    if code:
        assert (place, printed) == (place, "")
        assert said, place
    elif "--dry-run" not in step["command"]:
        figures = printed.replace(",", "").split()
        for figure in (*step["total"].values(), *step["needs"].values()):
            assert step.get("over") or str(figure) in figures, place


def stated(game: dict[str, Any], step: Case) -> dict[str, Any]:
    """Return what a step expects, in the shape of `shown`."""
    sides = {side: (total, step["needs"][side]) for side, total in step["total"].items()}
    return {
        "variant": game["variant"],
        "target": game["target"] or None,
        "sheet": sides,
        "meld": sides,
        "next hand": step["hand"],
        "over": step.get("over", False),
        "winner": step.get("winner", "") or None,
    }


def shown(sheet: dict[str, Any], needs: dict[str, Any]) -> dict[str, Any]:
    """Return what the program shows of the keys that a step expects."""
    return {
        "variant": sheet["variant"],
        "target": sheet["target"],
        "sheet": {side: (of_side["total"], of_side["needs"]) for side, of_side in sheet["sides"].items()},
        "meld": {side: (of_side["total"], of_side["needs"]) for side, of_side in needs["sides"].items()},
        "next hand": needs["hand"],
        "over": sheet["over"],
        "winner": sheet["winner"],
    }


def assert_sums(sheet: dict[str, Any], step: Case, place: str) -> None:
    """Add up the sheet: each hand from its parts, each running total from the hands, and the hand of this step."""
    hands = sheet["hands"]
    for side in step["total"]:
        scores = [hand["sides"][side] for hand in hands]
        assert [one["base"] + one["count"] + one["penalties"] for one in scores] == [one["total"] for one in scores]
        start = step["total"][side] - sum(one["total"] for one in scores)
        running = list(accumulate((one["total"] for one in scores), initial=start))
        assert (place, [one["running"] for one in scores]) == (place, running[1:])
    if "of" in step.values:
        of_hand = next(hand["sides"] for hand in hands if hand["hand"] == step["of"])
        parts = {side: [one["base"], one["count"], one["penalties"]] for side, one in of_hand.items()}
        assert (place, parts) == (place, step["score"])
