"""Entries that change a game beside its hands: its end, the names of its sides, openings that fell short."""

from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok
from support.game_files import WHEN, game_in, nobody_waits
from support.journals import record_entry

from canasta_score import Ledger, LedgerError, read_ledger
from canasta_score.game.entries import Entry, EntryKind

pytestmark = pytest.mark.usefixtures("sentences")

HAND = Entry(recorded_at=WHEN, kind=EntryKind.HAND, facts={"we": {"natural": 1, "table": 130}, "they": {"hand": 5}})
UNDO = Entry(recorded_at=WHEN, kind=EntryKind.UNDO)
REDO = Entry(recorded_at=WHEN, kind=EntryKind.REDO)
END = Entry(recorded_at=WHEN, kind=EntryKind.END, text="time")


def rename(side: str, name: str) -> Entry:
    return Entry(recorded_at=WHEN, kind=EntryKind.RENAME, side=side, text=name)


def fail(side: str, hand: int = 1) -> Entry:
    return Entry(recorded_at=WHEN, kind=EntryKind.FAILED_OPENING, side=side, hand=hand)


def record(path: Path, *entries: Entry) -> Ledger:
    """Record entries, and see that the game that was written is the game that is read."""
    for entry in entries:
        _, game = record_entry(path, lambda _, entry=entry: entry, nobody_waits)  # type: ignore[misc]
    read = read_ledger(path)
    assert (read.side_names, read.standing(), read.entries) == (game.side_names, game.standing(), game.entries)
    return read


def test_names_follow_renames_undo_and_redo(tmp_path: Path) -> None:
    path = game_in(tmp_path)
    assert record(path, rename("we", "Ann & Eve"), rename("we", "Eve")).side_names["we"] == "Eve"
    assert record(path, UNDO).side_names == {"we": "Ann & Eve", "they": "Cy & Di"}
    assert record(path, UNDO).side_names["we"] == "Ann & Bob"
    assert record(path, REDO, HAND, rename("they", "Flo")).side_names == {
        "we": "Ann & Eve",
        "they": "Flo",
    }
    assert read_ledger(path).first_names == {"we": "Ann & Bob", "they": "Cy & Di"}


@pytest.mark.parametrize(
    "entry", [rename("we", "Cy & Di"), rename("we", ""), rename("we", "x" * 61), rename("east", "Eve"), fail("east")]
)
def test_a_name_that_cannot_be_is_refused(entry: Entry, tmp_path: Path) -> None:
    path = game_in(tmp_path)
    before = path.read_bytes()
    with pytest.raises(LedgerError):
        record(path, entry)
    assert path.read_bytes() == before


def test_a_name_that_differs_from_another_only_in_case_is_refused_but_read(tmp_path: Path) -> None:
    path = game_in(tmp_path)
    refused = run("rename", "they", "ann & BOB", folder=tmp_path)
    assert (refused.code, 'two sides are called "ann & BOB"' in refused.err) == (4, True)
    assert record(path, rename("they", "ann & BOB")).side_names == {"we": "Ann & Bob", "they": "ann & BOB"}  # as of old
    assert run("rename", "they", "Cy & Di", folder=tmp_path).code == 0
    assert run("rename", "we", "ANN & Bob", folder=tmp_path).code == 0  # its own name


def test_a_side_may_have_a_word_that_is_a_key_of_other_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_ok("new", "--side", "side=Ann", "--side", "name=Bob")
    run_ok("add", "side", "n1", "t130", "h5", "name", "h5")
    run_ok("rename", "name", "Cy")
    run_ok("meld", "failed", "side")
    game = read_ledger("canasta.toml")
    assert game.hands[0].facts == {"side": {"natural": 1, "table": 130, "hand": 5}, "name": {"hand": 5}}
    assert game.side_names == {"side": "Ann", "name": "Cy"}


def test_the_end_holds_where_it_was_entered(tmp_path: Path) -> None:
    path = game_in(tmp_path)
    result = record(path, HAND, Entry(recorded_at=WHEN, kind=EntryKind.END, hand=1), HAND).standing().result
    assert result is not None
    assert (result.last_hand, result.hands_played, result.winner, result.was_ended) == (1, 1, "we", True)
    assert record(path, UNDO, UNDO).standing().result is None


def test_an_ended_game_without_a_hand_is_a_tie(tmp_path: Path) -> None:
    result = record(game_in(tmp_path), END).standing().result
    assert result is not None
    assert (result.last_hand, result.winner) == (0, None)


def test_a_failed_opening_counts_in_its_hand_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_ok("new", "-v", "wca", "--set", "need.failed_attempt=25")
    run_ok("meld", "failed", "they")
    assert read_ledger("canasta.toml").standing().sides["they"].needs == 150
    assert run_json("meld", "--side", "they", "--short", "1", "--json")["sides"]["they"]["needs"] == 175
    run_ok("add", "we", "n1", "t130", "h5", "they", "h5")
    assert read_ledger("canasta.toml").standing().sides["they"].needs == 125


def test_a_game_with_all_kinds_of_entries_comes_back_from_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = game_in(tmp_path)
    record(path, fail("we"), HAND, rename("we", "Eve"), END)
    run_ok("export", "-o", "game.json")
    run_ok("import", "game.json", "-l", "again.toml")
    game, again = read_ledger(path), read_ledger("again.toml")
    assert (again.side_names, again.standing(), again.entries) == (game.side_names, game.standing(), game.entries)


@pytest.mark.parametrize(
    ("key", "version"), [("", "newer than"), ('needs = "0.7"\n', "0.7"), ("needs = 7\n", "newer than")]
)
def test_a_file_of_a_newer_program_is_refused_with_the_version_it_needs(key: str, version: str, tmp_path: Path) -> None:
    path = game_in(tmp_path)
    path.write_text(path.read_text().replace('format = 2\nneeds = "0.3"\n', f"format = 3\n{key}"))
    with pytest.raises(LedgerError, match=version):
        read_ledger(path)


def test_an_entry_of_a_newer_program_is_refused_with_the_version_it_needs(tmp_path: Path) -> None:
    path = game_in(tmp_path)
    entry = '\n[[entry]]\nat = 2026-11-21T19:30:00Z\nwhat = "swap"\nneeds = "0.7"\n'
    path.write_text(path.read_text() + entry)
    with pytest.raises(LedgerError, match="'swap' needs canasta-score 0"):
        read_ledger(path)


def test_a_side_is_not_given_the_name_that_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_ok("new", "--we", "Ann & Bob")
    before = Path("canasta.toml").read_bytes()
    assert run("rename", "we", "Ann & Bob").code == 2
    assert Path("canasta.toml").read_bytes() == before
