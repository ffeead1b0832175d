"""Game files that version 0.1.0 has written: they show what it showed, and they are continued."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.command_line import run_json, run_ok
from support.paths import DATA

FILES = sorted((DATA / "ledgers_of_0_1").glob("*.toml"))
NEXT_HAND = {"evening": "", "samba": "a table=90 hand=15", "catawba": "we m1 t300 h40", "wrong": "we n1 t200"}


def assert_shown(shown: Any, expected: Any, place: str = "") -> None:  # noqa: ANN401 -- values of JSON
    """Check that everything expected is shown; new keys may have come."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert_shown(shown[key], value, f"{place}.{key}")
    elif isinstance(expected, list):
        assert len(shown) == len(expected), place
        for index, value in enumerate(expected):
            assert_shown(shown[index], value, f"{place}[{index}]")
    else:
        assert shown == expected, place


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_of_the_first_version_shows_what_it_showed(file: Path) -> None:
    expected = json.loads(file.with_suffix(".json").read_text())
    assert_shown(run_json("show", "--all", "--json", "-l", str(file)), expected)


@pytest.mark.parametrize("file", [file for file in FILES if NEXT_HAND[file.stem]], ids=lambda file: file.stem)
def test_a_file_of_the_first_version_is_continued(file: Path, tmp_path: Path) -> None:
    game = tmp_path / file.name
    game.write_bytes(file.read_bytes())
    before = run_json("show", "--json", "-l", str(game))
    run_ok("add", "-l", str(game), "--anyway", *NEXT_HAND[file.stem].split())
    assert game.read_bytes().startswith(file.read_bytes())
    assert len(run_json("show", "--json", "-l", str(game))["hands"]) == len(before["hands"]) + 1
    run_ok("undo", "-l", str(game))
    assert run_json("show", "--json", "-l", str(game))["sides"] == before["sides"]
