"""The format of a file: older programs name the version that they need, and go on reading what they know."""

import tomllib
from pathlib import Path

import pytest
from support.command_line import run, run_ok
from support.game_files import as_0_2_wrote_it

from canasta_score.game.storage.formats import NEW_FORMAT_KEYS

NEWEST = {"format": 2, "needs": "0.3"}
FILES = {
    "game": ("canasta.toml", ["new"], ["show"], ["add", "we", "n1", "t90"]),
    "event": ("event.toml", ["event", "new", "Tuesday"], ["event", "standings"], ["event", "pair", "Ann & Bob"]),
}


def stated_in(file: Path) -> dict[str, object]:
    keys = tomllib.loads(file.read_text())
    return {key: keys[key] for key in ("format", "needs") if key in keys}


@pytest.mark.parametrize("what", FILES)
def test_a_new_file_states_the_newest_format(what: str, game_folder: Path) -> None:
    name, new, show, _ = FILES[what]
    file = game_folder / name
    run_ok(*new)
    assert stated_in(file) == NEWEST == NEW_FORMAT_KEYS
    run_ok(*show)
    file.write_text(file.read_text().replace('format = 2\nneeds = "0.3"', 'format = 3\nneeds = "0.9"'))
    refused = run(*show)
    assert (refused.code, "has format 3, which needs canasta-score 0.9 or later" in refused.err) == (4, True)


@pytest.mark.parametrize("what", FILES)
def test_an_older_file_keeps_its_format_until_something_new_is_in_it(what: str, game_folder: Path) -> None:
    name, new, _, enter = FILES[what]
    file = game_folder / name
    run_ok(*new)
    file.write_bytes(as_0_2_wrote_it(file.read_bytes()))
    before = file.read_bytes()
    run_ok(*enter)
    run_ok(*([] if what == "game" else ["event"]), "note", "late start")
    assert file.read_bytes().startswith(before)
    assert stated_in(file) == {"format": 1}
    assert "totals = []" not in file.read_text()  # which 0.2 takes for a mistake
    if what == "game":
        run_ok("adjust", "we", "5")
        assert stated_in(file) == NEWEST
