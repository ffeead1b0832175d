"""Copies that Dropbox, OneDrive and the like make where two computers wrote one game."""

from pathlib import Path

import pytest
from support.command_line import run
from support.game_files import add, game_in

from canasta_score.game.storage.discovery import find_conflicted_copies, has_key
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.rules.diagnostics import DiagnosticCode


def copies_beside(ledger: Path) -> list[str]:
    """Return the names of the copies that are found, each between the first two quotes of its message."""
    found = list(find_conflicted_copies(ledger, read_ledger(ledger)))
    assert {diagnostic.code for diagnostic in found} <= {DiagnosticCode.CONFLICTED_COPY}
    return [diagnostic.message.split('"')[1] for diagnostic in found]


def fork(ledger: Path, name: str) -> Path:
    """Copy a game, and record another hand in each of the two."""
    copy = ledger.with_name(name)
    copy.write_bytes(ledger.read_bytes())
    add(copy, 100)
    add(ledger, 50)
    return copy


@pytest.mark.parametrize(
    "name",
    [
        "canasta (Ann's conflicted copy 2026-11-22).toml",
        "canasta-LAPTOP-ANN.toml",
        "canasta.sync-conflict-20261122-193000-ABCDEFG.toml",
        "canasta (1).toml",
        "canasta 2.toml",
    ],
)
def test_a_copy_with_another_hand_is_named(name: str, tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    add(ledger)
    fork(ledger, name)
    assert copies_beside(ledger) == [name]


def test_a_copy_that_went_on_is_named(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    copy = tmp_path / "canasta-LAPTOP.toml"
    copy.write_bytes(ledger.read_bytes())
    add(copy)
    assert copies_beside(ledger) == [copy.name]


def test_a_conflicted_copy_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    for name in ("canasta (conflicted copy).toml", "canasta-notes.toml"):
        (tmp_path / name).write_text("half a game")
    assert copies_beside(ledger) == ["canasta (conflicted copy).toml"]


def test_backups_links_next_games_and_other_games_are_no_copies(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    (tmp_path / "canasta-backup.toml").write_bytes(ledger.read_bytes())
    (tmp_path / "canasta-link.toml").symlink_to(ledger)
    add(game_in(tmp_path, "canasta-2.toml"))
    add(game_in(tmp_path, "thursday.toml"))
    other = game_in(tmp_path, "canasta-other.toml")
    other.write_bytes(other.read_bytes().replace(b"started = 2026", b"started = 2025"))
    add(other)
    unnamed = game_in(tmp_path, "canasta-unknown.toml")
    unnamed.write_bytes(
        b"\n".join(line for line in unnamed.read_bytes().split(b"\n") if not line.startswith(b"started"))
    )
    add(unnamed)
    assert copies_beside(ledger) == []
    assert copies_beside(unnamed) == []


def test_a_folder_that_cannot_be_listed_hides_no_other_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = game_in(tmp_path)

    def refuse(_: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert copies_beside(ledger) == []


def test_check_names_the_copy_and_fails(game_folder: Path) -> None:
    ledger = game_in(game_folder)
    fork(ledger, "canasta (conflicted copy).toml")
    done = run("check")
    assert done.code == 1
    assert 'move "canasta (conflicted copy).toml" somewhere else\n' in done.err
    (game_folder / "canasta (conflicted copy).toml").unlink()
    assert run("check").code == 0


def test_a_file_that_cannot_be_read_has_no_key(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text('[sides]\nwe = "We')
    assert not has_key(tmp_path / "broken.toml", "sides")
    assert not has_key(tmp_path / "none.toml", "sides")
    assert has_key(game_in(tmp_path), "sides")
