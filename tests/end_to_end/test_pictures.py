"""The pictures of the documents show what the program shows: each has its text beside it."""

import re
import runpy
from pathlib import Path

import pytest
from support.documents import document_paths, iter_links
from support.paths import ROOT

pytestmark = pytest.mark.end_to_end

PICTURES = ROOT / "docs" / "pictures"
WRITE_ANEW = "run: PYTHONPATH=tests .venv/bin/python packaging/generate_pictures.py"


def test_every_picture_shows_what_the_program_shows_now(tmp_path: Path) -> None:
    runpy.run_path(str(ROOT / "packaging" / "generate_pictures.py"))["main"](tmp_path)
    texts = {file.name: file.read_text("utf-8") for file in tmp_path.glob("*.txt")}
    assert {file.name: file.read_text("utf-8") for file in PICTURES.glob("*.txt")} == texts, WRITE_ANEW
    assert len(texts) > 5
    assert {file.name for file in tmp_path.iterdir()} <= {file.name for file in PICTURES.iterdir()}
    drawn = re.findall(r"<text[^>]*>([^<]*)</text>", (PICTURES / "play.svg").read_text("utf-8"))
    assert "hand 8 &gt;" in drawn


def test_every_picture_is_in_a_document_and_has_its_text() -> None:
    linked = {Path(link).name for path in document_paths() for link in iter_links(path)}
    pictures = {file for ending in ("png", "svg") for file in PICTURES.glob(f"*.{ending}")}
    assert {file.name for file in pictures} <= linked
    assert {file.with_suffix(".txt").name for file in pictures} == {file.name for file in PICTURES.glob("*.txt")}
    assert list((ROOT / "docs").glob("*.png")) == []
