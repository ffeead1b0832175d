"""New rule files in a person's own folder: what they extend, and what is said where one cannot be written."""

import os
import stat
from errno import EIO
from pathlib import Path

import pytest

from canasta_score import RuleError, load_variant
from canasta_score.rules.catalog.listing import resolve_extends_value, write_rule_file

pytestmark = pytest.mark.usefixtures("sentences")

OURS = 'extends = "nvso"\ntitle = "Ours"\n'


def test_a_shipped_variant_and_a_file_of_the_own_folder_are_extended_by_their_names(own_variants: Path) -> None:
    (own_variants / "ours.toml").write_text(OURS)
    assert resolve_extends_value("nvso") == "nvso"
    assert resolve_extends_value(str(own_variants / "ours.toml")) == "ours"


def test_a_file_elsewhere_is_extended_by_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert resolve_extends_value("./ours.toml") == (tmp_path / "ours.toml").resolve().as_posix()


def test_what_is_written_can_be_played(own_variants: Path) -> None:
    written = write_rule_file("ours", OURS)
    assert written == own_variants / "ours.toml"
    assert load_variant("ours").title == "Ours"


def test_a_file_that_is_there_stays_as_it_is(own_variants: Path) -> None:
    (own_variants / "ours.toml").write_text("mine")
    with pytest.raises(RuleError):
        write_rule_file("ours", OURS)
    assert (own_variants / "ours.toml").read_text() == "mine"


def test_a_name_that_no_file_can_have_is_refused_with_a_remedy(own_variants: Path) -> None:
    with pytest.raises(RuleError) as refused:
        write_rule_file("a\0b", OURS)
    assert refused.value.diagnostics[0].hint
    assert list(own_variants.iterdir()) == []


def test_a_file_in_place_of_the_own_folder_is_an_error_and_stays(own_variants: Path) -> None:
    own_variants.rmdir()
    own_variants.write_text("mine")
    with pytest.raises(RuleError) as refused:
        write_rule_file("ours", OURS)
    assert refused.value.diagnostics[0].hint
    assert own_variants.read_text() == "mine"


def test_a_rule_file_that_the_disk_may_not_keep_is_written_and_reported(
    own_variants: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flush_no_folder(number: int) -> None:
        if stat.S_ISDIR(os.fstat(number).st_mode):
            raise OSError(EIO, os.strerror(EIO))

    monkeypatch.setattr(os, "fsync", flush_no_folder)
    with pytest.raises(RuleError) as reported:
        write_rule_file("ours", OURS)
    assert "another disk" in (reported.value.diagnostics[0].hint or "")
    assert (own_variants / "ours.toml").read_text() == OURS
