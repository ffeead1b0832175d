"""The command `games`: its list, its JSON, and which commands remember a game."""

import os
from datetime import datetime
from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok

from canasta_score import read_ledger
from canasta_score.game.storage.recent_games import load_recent_paths

pytestmark = pytest.mark.usefixtures("sentences")


@pytest.fixture(autouse=True)
def elsewhere(game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep a finished game in one folder, and work in another; return the file of the game."""
    path = game_folder / "club" / "tuesday.toml"
    (path.parent / "home").mkdir(parents=True)
    names = ["--we", "Ann & Bob", "--they", "Cy & Di"]
    run_ok("new", "-l", str(path), "-v", "classic", *names, "--set", "game.hands=1")
    run_ok("add", "-l", str(path), *"we n1 o t100 they t60 h85".split())
    monkeypatch.chdir(path.parent / "home")
    return path


def test_json_has_what_is_known_of_each_game(elsewhere: Path) -> None:
    run_ok("new", "--we", "Ed & Flo")
    here, there = run_json("games", "--json")["games"]
    assert (here["file"], here["variant"], here["title"]) == ("canasta.toml", "nvso", "NVSO Canasta")
    assert [(side["side"], side["name"], side["total"]) for side in here["sides"]] == [
        ("we", "Ed & Flo", 0),
        ("they", "They", 0),
    ]
    assert (here["hands"], here["over"], here["here"]) == (0, False, True)
    assert datetime.fromisoformat(here["played"]) == read_ledger("canasta.toml").started_at
    assert datetime.fromisoformat(there["played"]) == read_ledger(elsewhere).entries[-1].recorded_at
    assert (there["file"], there["variant"], there["hands"]) == (str(elsewhere), "classic", 1)
    assert [side["total"] for side in there["sides"]] == [700, -25]
    assert (there["over"], there["here"]) == (True, False)
    assert set(here) == {"file", "variant", "title", "sides", "hands", "played", "over", "here"}


def test_a_game_below_the_home_folder_has_a_short_path(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(elsewhere.parent))
    monkeypatch.setenv("USERPROFILE", str(elsewhere.parent))
    shown = run_ok("games").splitlines()
    assert shown[0].startswith(f"~{os.sep}tuesday.toml: Classic Canasta, ")
    assert shown[0].endswith(", over after 1 hand")
    assert shown[1:] == ["    Ann & Bob 700, Cy & Di -25"]


def test_a_game_beside_the_home_folder_has_its_whole_path(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = str(elsewhere.parent)[:-1]
    monkeypatch.setenv("HOME", home)
    monkeypatch.setenv("USERPROFILE", home)
    assert run_ok("games", COLUMNS="500").startswith(f"{elsewhere}: ")


def test_a_person_without_a_home_sees_whole_paths(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", fail)
    assert str(elsewhere) in run_ok("games", COLUMNS="500")


def test_the_newest_game_that_is_not_over_can_be_continued_as_the_hint_says(elsewhere: Path) -> None:
    assert run("games").err == ""
    run_ok("undo", "-l", str(elsewhere))
    assert run("games").err.endswith(f": canasta-score play -l {elsewhere}\n")
    run_ok("new")
    assert run("games").err.endswith(": canasta-score play\n")


def test_a_damaged_game_is_named_and_the_others_are_listed(elsewhere: Path) -> None:
    Path("canasta.toml").write_text(elsewhere.read_text().replace("we = 700", "we = 705"))
    done = run("games", COLUMNS="500")
    assert done.code == 0
    assert "tuesday.toml" in done.out
    assert done.err.startswith("warning: canasta.toml is not listed: ")
    assert "canasta-score check canasta.toml\n" in done.err


def test_only_new_and_play_remember_a_game(elsewhere: Path) -> None:
    known = load_recent_paths()
    other = Path("other.toml").absolute()
    other.write_text(elsewhere.read_text())
    for words in (["undo"], ["add", "we", "t50"], ["show"], ["games"], ["note", "late"]):
        run_ok(*words[:1], *([] if words == ["games"] else ["-l", str(other)]), *words[1:])
    assert load_recent_paths() == known == [elsewhere]
    run_ok("new", "-l", "third.toml", "--like", str(other))
    assert load_recent_paths() == [Path("third.toml").absolute(), elsewhere]
