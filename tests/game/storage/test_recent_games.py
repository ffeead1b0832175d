"""The games played lately: what is remembered, and that a state folder in any condition stops nothing."""

import json
import os
from pathlib import Path

import pytest
from platformdirs import user_state_path
from support.command_line import run, run_ok
from support.paths import TEN_HANDS

from canasta_score.game.storage.recent_games import (
    MAX_RECENT_GAMES,
    find_games,
    iter_recent_games,
    load_answers,
    load_recent_paths,
    remember_answers,
    remember_game,
)


@pytest.fixture
def state(game_folder: Path) -> Path:
    """Return the file with the games played lately, which is not there yet."""
    return Path(os.environ["CANASTA_STATE"]) / "recent.json"


def test_the_last_twenty_games_are_remembered_the_last_one_first(game_folder: Path, state: Path) -> None:
    paths = [game_folder / f"{number}.toml" for number in range(MAX_RECENT_GAMES + 2)]
    for path in (*paths, paths[5]):
        remember_game(path)
    assert load_recent_paths() == [paths[5], *reversed(paths[6:]), paths[4], paths[3], paths[2]][:MAX_RECENT_GAMES]
    assert state.stat().st_mode & 0o077 == 0 or state.parent.stat().st_mode & 0o077 == 0


def test_a_link_is_remembered_as_the_file_that_it_leads_to(game_folder: Path) -> None:
    (game_folder / "game.toml").touch()
    (game_folder / "link.toml").symlink_to("game.toml")
    remember_game(Path("link.toml"))
    remember_game(Path("game.toml"))
    assert load_recent_paths() == [game_folder / "game.toml"]


def test_the_last_game_is_not_written_again(game_folder: Path, state: Path) -> None:
    remember_game(Path("a.toml"))
    state.chmod(0o600)
    before = state.stat()
    remember_game(Path("a.toml"))
    assert state.stat() == before


HOSTILE = {
    "no JSON": b"[",
    "a list": b"[]",
    "deep": b'{"games":' + b"[" * 90_000,
    "games of a wrong kind": b'{"games": {"a": 1}, "answers": ["variant"]}',
    "paths of a wrong kind": b'{"games": [5, null, "canasta.toml", "/a\\u0000b", "/no/such", "/dev/null", "/", ["x"]]}',
    "no UTF-8": b'{"games": ["\xff"]}',
    "too large": b" " * 200_000 + b'{"games": ["/x"]}',
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_a_file_of_any_content_is_as_if_it_were_empty(content: bytes, state: Path) -> None:
    state.parent.mkdir()
    state.write_bytes(content)
    assert [*iter_recent_games()] == []
    assert all(path.is_absolute() for path in load_recent_paths())
    assert load_answers() == {}
    done = run("games")
    assert done.code == 0
    assert done.out == "No games in this folder, and none played lately elsewhere.\n"
    run_ok("new")
    assert json.loads(state.read_text())["games"][0].endswith("canasta.toml")


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_link(path: Path) -> None:
    Path("letter.txt").write_text("Dear Ann")
    path.symlink_to(Path("letter.txt").absolute())


def make_dead_link(path: Path) -> None:
    path.symlink_to("nowhere")


def make_circle(path: Path) -> None:
    path.symlink_to(path)


@pytest.mark.skipif(os.name != "posix", reason="pipes and links")
@pytest.mark.parametrize("make", [make_pipe, make_link, make_dead_link, make_circle, Path.mkdir])
def test_what_is_no_file_of_its_own_is_neither_read_nor_written(make: object, state: Path) -> None:
    state.parent.mkdir()
    assert callable(make)
    make(state)
    inode = state.lstat().st_ino
    assert not remember_answers({"variant": "wca"})
    assert run("new").code == 0
    assert run("games").code == 0
    assert state.lstat().st_ino == inode
    assert not Path("letter.txt").exists() or Path("letter.txt").read_text() == "Dear Ann"


@pytest.mark.parametrize("folder", ["/dev/null/state", "a\0b", "canasta.toml"])
def test_a_folder_that_cannot_be_made_stops_nothing(
    folder: str, game_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_ok("new")
    if "\0" in folder:  # no environment has such a value
        monkeypatch.setattr(os, "environ", {**os.environ, "CANASTA_STATE": folder})
    else:
        monkeypatch.setenv("CANASTA_STATE", folder)
    remember_game(Path("canasta.toml"))
    assert load_recent_paths() == []


def test_without_the_variable_the_folder_is_that_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CANASTA_STATE")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    remember_game(Path("canasta.toml"))
    assert (user_state_path("canasta-score") / "recent.json").is_file()
    assert load_recent_paths() == [Path("canasta.toml").absolute()]


def test_games_are_found_here_and_elsewhere_the_newest_first(game_folder: Path, tmp_path_factory: object) -> None:
    old = game_folder / "old.toml"
    old.write_bytes(TEN_HANDS.read_bytes())
    (game_folder / ".hidden.toml").write_bytes(TEN_HANDS.read_bytes())
    (game_folder / "rules.toml").write_text('extends = "nvso"\n')
    (game_folder / "damaged.toml").write_bytes(TEN_HANDS.read_bytes()[:-40])
    below = game_folder / "below"
    below.mkdir()
    for path in (below / "far.toml", below / "gone.toml", old):
        run_ok("new", "-l", str(path)) if path != old else remember_game(old)
    (below / "gone.toml").unlink()
    for name in ("canasta.toml", "canasta-2.toml"):
        (game_folder / name).write_text((below / "far.toml").read_text())
    found, diagnostics = find_games()
    assert [(one.game.file, one.is_here) for one in found] == [
        ("canasta-2.toml", True),
        ("canasta.toml", True),
        (str(below / "far.toml"), False),
        ("old.toml", True),
    ]
    assert {diagnostic.file for diagnostic in diagnostics} == {"damaged.toml"}


def test_a_game_without_a_time_is_the_oldest(new_game: Path) -> None:
    text = new_game.read_text()
    untimed = [line for line in text.splitlines() if not line.startswith("started")]
    Path("untimed.toml").write_text("\n".join(untimed) + "\n")
    found, _ = find_games()
    assert [(one.game.file, one.played_at is None) for one in found] == [
        (new_game.name, False),
        ("untimed.toml", True),
    ]
    assert "untimed.toml: NVSO Canasta, no hand yet\n" in run_ok("games")


def test_a_folder_that_may_not_be_listed_has_only_remembered_games(
    new_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(path)

    remember_game(new_game)
    monkeypatch.setattr(Path, "iterdir", refuse)
    assert [one.game.file for one in find_games()[0]] == [str(new_game.resolve())]
