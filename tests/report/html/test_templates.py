"""The templates of pages: what a person wrote is escaped in all of them, and nothing is fetched from elsewhere."""

import re
from html import escape
from pathlib import Path

import pytest
from support.hostile_names import HOSTILE, hostile_game
from support.paths import PACKAGE

from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.report.html.live import render_game_views, render_messages
from canasta_score.report.html.page import render_page

TEMPLATES = sorted((PACKAGE / "report" / "html" / "templates").glob("*.jinja"))
RENDERED_ELSEWHERE = re.compile(
    r"parts\.[a-z]+|parts\[part\]|part|style|code"
)  # by a template, which escapes values, or drawn
FETCHED = re.compile(r"(?<!xmlns=['\"])https?:|@import|url\(|<script(?! src=\"(?:live|entry)\.js\" )|\bon[a-z]+=")


def test_only_what_another_template_rendered_is_marked_as_safe() -> None:
    marked = {text for file in TEMPLATES for text in re.findall(r"([^{\s]+)\s*\|\s*safe", file.read_text("utf-8"))}
    assert {"style", "parts.notes"} < marked
    assert [text for text in sorted(marked) if not RENDERED_ELSEWHERE.fullmatch(text)] == []


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_no_template_fetches_anything_or_turns_escaping_off(file: Path) -> None:
    text = file.read_text("utf-8")
    assert FETCHED.findall(text) == []
    assert "autoescape" not in text


def test_every_part_of_a_page_shows_hostile_names_as_text(game_folder: Path) -> None:
    ledger = read_ledger(hostile_game())
    words = [*HOSTILE.values(), "=cmd|' /C calc'!A0 <b>bold</b>"]
    markup = [word for word in words if "<" in word]
    pages = [render_page(ledger), *render_messages(*markup[:2]).values()]
    pages += [part for view in render_game_views(ledger).values() for part in view.parts.values()]
    assert len(pages) > 10
    assert [(word, page) for word in markup for page in pages if word in page] == []
    assert all(escape(word, quote=False).split("'")[0] in pages[0] for word in markup)
