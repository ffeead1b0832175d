"""Drafts of hands: what can be used of one, and whether its writer still works."""

import json
import os
import stat
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from canasta_score.game.entries import LedgerError
from canasta_score.game.storage.drafts import Draft, Writer, drop_draft, is_at_work, load_draft, save_draft

pytestmark = pytest.mark.usefixtures("sentences")

HERE = Writer(name="Ann", host="table", process=100)
DRAFT = Draft(
    hand=3,
    facts={"we": {"red": 1}, "they": {}},
    position=4,
    started_at=datetime(2026, 11, 22, 21, 14, tzinfo=UTC),
    writer=HERE,
)


KEYS = {
    "hand": 3,
    "facts": {"we": {"red": 1}},
    "position": 4,
    "started": "2026-11-22T21:14+00:00",
    "writer": ["Ann", "table", 100],
}


def text_with(key: str, value: object) -> bytes:
    return json.dumps({**KEYS, key: value}).encode()


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """Return a game file that only its owner can read."""
    path = tmp_path / "canasta.toml"
    path.touch(0o600)
    return path


def draft_of(ledger: Path) -> Path:
    return ledger.with_name(".canasta.toml.draft")


def test_a_draft_is_read_as_it_was_kept_and_by_nobody_else(ledger: Path) -> None:
    assert load_draft(ledger) is None
    for mode in (0o600, 0o640, 0o400):
        ledger.chmod(mode)
        save_draft(ledger, DRAFT)
        assert load_draft(ledger) == DRAFT
        assert stat.S_IMODE(draft_of(ledger).stat().st_mode) == mode


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"[]", b"null", b"{}", b"{" * 100_000, bytes(range(256)), b" " * 100_001, b"9" * 5_000),
        *(text_with("hand", wrong) for wrong in (float("inf"), -1, "3", True, None)),
        *(text_with("position", wrong) for wrong in (-1, 1.5)),
        *(text_with("started", wrong) for wrong in ("9999-99-99", 5, "")),
        *(text_with("writer", wrong) for wrong in ("Ann", ["Ann\033[2J", "table", 100], ["Ann", "table", "100"])),
        *(text_with("facts", wrong) for wrong in ({"we": 1}, {"we": {"red": 1e999}}, {"we": {"red": 10**12}})),
    ],
)
def test_a_file_that_is_no_draft_is_refused_and_replaced(content: bytes, ledger: Path) -> None:
    draft_of(ledger).write_bytes(content)
    with pytest.raises(LedgerError, match="cannot be read"):
        load_draft(ledger)
    save_draft(ledger, DRAFT)
    assert load_draft(ledger) == DRAFT


def test_a_draft_is_never_written_through_what_someone_else_put_there(ledger: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("precious")
    draft_of(ledger).symlink_to(other)
    save_draft(ledger, DRAFT)
    assert (other.read_text(), draft_of(ledger).is_symlink()) == ("precious", False)
    assert load_draft(ledger) == DRAFT


@pytest.mark.skipif(os.name != "posix", reason="Windows has no named pipes in folders")
def test_a_pipe_in_its_place_is_not_waited_for(ledger: Path) -> None:
    os.mkfifo(draft_of(ledger))
    with pytest.raises(LedgerError, match="cannot be read"):
        load_draft(ledger)
    save_draft(ledger, DRAFT)
    assert load_draft(ledger) == DRAFT


def test_a_folder_in_its_place_stays(ledger: Path) -> None:
    draft_of(ledger).mkdir()
    with pytest.raises(LedgerError, match="cannot be read"):
        load_draft(ledger)
    save_draft(ledger, DRAFT)
    drop_draft(ledger)
    assert draft_of(ledger).is_dir()


def test_a_draft_that_is_dropped_is_gone_and_may_be_dropped_again(ledger: Path) -> None:
    save_draft(ledger, DRAFT)
    for _ in range(2):
        drop_draft(ledger)
        assert list(ledger.parent.iterdir()) == [ledger]


@pytest.mark.skipif(os.name != "posix", reason="processes are looked up on POSIX alone")
@pytest.mark.parametrize(
    ("failure", "at_work"),
    [(None, True), (ProcessLookupError, False), (OverflowError, False), (PermissionError, True)],
)
def test_a_writer_is_at_work_while_its_process_runs(
    monkeypatch: pytest.MonkeyPatch, failure: type[Exception] | None, *, at_work: bool
) -> None:
    def kill(_process: int, _signal: int) -> None:
        if failure:
            raise failure

    monkeypatch.setattr(os, "kill", kill)
    assert is_at_work(replace(HERE, process=200), HERE) is at_work
    assert not is_at_work(replace(HERE, process=200, host="elsewhere"), HERE)
    assert not is_at_work(HERE, HERE)
