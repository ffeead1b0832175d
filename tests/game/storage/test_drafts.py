"""Drafts of hands: what can be used of one, and whether its writer still works."""

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from canasta_score.game.storage.drafts import Draft, Writer, drop_draft, is_at_work, load_draft, save_draft

HERE = Writer(name="Ann", host="table", process=100)
DRAFT = Draft(
    hand=3,
    facts={"we": {"red": 1}, "they": {}},
    position=4,
    started_at=datetime(2026, 11, 22, 21, 14, tzinfo=UTC),
    writer=HERE,
)


def test_a_draft_is_read_as_it_was_kept(tmp_path: Path) -> None:
    save_draft(tmp_path / "canasta.toml", DRAFT)
    assert load_draft(tmp_path / "canasta.toml") == DRAFT


@pytest.mark.parametrize("text", ["", "[]", '{"writer": 1}', "{" * 100_000, "\x00"])
def test_a_file_that_is_no_draft_is_none(text: str, tmp_path: Path) -> None:
    save_draft(tmp_path / "canasta.toml", DRAFT)
    (file,) = tmp_path.glob(".*draft*")
    file.write_text(text)
    assert load_draft(tmp_path / "canasta.toml") is None


def test_a_draft_that_is_dropped_is_gone_and_may_be_dropped_again(tmp_path: Path) -> None:
    save_draft(tmp_path / "canasta.toml", DRAFT)
    for _ in range(2):
        drop_draft(tmp_path / "canasta.toml")
        assert list(tmp_path.iterdir()) == []


def test_a_draft_without_a_sound_time_is_none(tmp_path: Path) -> None:
    save_draft(tmp_path / "canasta.toml", DRAFT)
    (file,) = tmp_path.glob(".*draft*")
    file.write_text(file.read_text().replace("2026-11-22", "9999-99-99"))
    assert load_draft(tmp_path / "canasta.toml") is None


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
