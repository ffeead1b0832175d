"""The format of a file is the lowest that can say what it contains, so that older programs read all they can."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support.command_line import run, run_ok
from support.paths import DATA, VARIANTS

from canasta_score.game.storage.formats import build_format_keys

KEYS_OF_0_2 = (DATA / "keys_of_0_2.txt").read_text(encoding="utf-8").split()
DOCUMENTED = re.findall(r"^\| `([^`]+)` \|", (VARIANTS / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
NEWER = {"format": 2, "needs": "0.3"}


def rules_with(key_path: str) -> dict[str, Any]:
    """Return rules with one key, in which every name that a rule file chooses is `own`."""
    rules: Any = 1
    for key in reversed(key_path.replace("*", "own").split(".")):
        rules = {key: rules}
    return dict(rules)


@pytest.mark.parametrize("key_path", DOCUMENTED)
def test_a_key_that_0_2_does_not_know_raises_the_format_and_no_other_does(key_path: str) -> None:
    expected = {"format": 1} if key_path in KEYS_OF_0_2 else NEWER
    assert build_format_keys(rules_with(key_path)) == expected


@pytest.mark.parametrize(
    ("rules", "is_newer"),
    [
        ("game = { target = 5000, hands = 4 }", True),
        ("game = { target = 5000, tie = 'shared' }", False),
        ("canastas.natural.points = [500, 1200]", True),
        ("canastas.natural.points = { by = 'hand', steps = [300, 400] }", False),
        ("specials.straight.cards = ['JK', '2xnatural/three']", True),
        ("specials.straight.cards = ['2xA', 'or', '2xK']", True),
        ("specials.straight.cards = ['5xwilds']", True),
        ("specials.straight.cards = ['2xwild', 'JK', 'three', '4xnatural']", False),
        ("specials = 1", False),
        ("specials = { opponents = 'nothing', straight = { cards = 1 } }", False),
        ("game = 1\ncanastas = [1]", False),
        ("canastas.natural = [1]", False),
    ],
)
def test_a_value_that_0_2_does_not_take_raises_the_format(rules: str, *, is_newer: bool) -> None:
    assert build_format_keys(tomllib.loads(rules)) == (NEWER if is_newer else {"format": 1})


@pytest.mark.parametrize("what", ["game", "event"])
def test_a_file_states_its_format_and_is_read(what: str, game_folder: Path) -> None:
    new = ["new"] if what == "game" else ["event", "new", "Tuesday"]
    show = ["show"] if what == "game" else ["event", "standings"]
    file = game_folder / ("canasta.toml" if what == "game" else "event.toml")
    run_ok(*new)
    assert tomllib.loads(file.read_text())["format"] == 1
    assert '\nneeds = "' not in file.read_text()
    file.write_text(file.read_text().replace("format = 1", 'format = 2\nneeds = "0.3"'))
    run_ok(*show)
    file.write_text(file.read_text().replace('format = 2\nneeds = "0.3"', 'format = 3\nneeds = "0.9"'))
    refused = run(*show)
    assert refused.code == 4
    assert "has format 3, which needs canasta-score 0.9 or later" in refused.err
