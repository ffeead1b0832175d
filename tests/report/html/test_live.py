"""The views of a game as parts: each is one element that a browser can replace."""

import re
from collections.abc import Mapping
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from support.command_line import run_ok
from support.paths import TEN_HANDS

from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.report.html.live import LiveView, render_document, render_game_views, render_messages
from canasta_score.report.html.page import build_page, render_page

VOID_TAGS = {"link", "meta", "circle", "rect", "path", "line", "use", "polyline", "br"}


class Roots(HTMLParser):
    """The elements of a text that are in no other, with their ids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str | None]] = []
        self.depth = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.depth:
            self.found.append((tag, dict(attrs).get("id")))
        self.depth += tag not in VOID_TAGS

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.depth:
            self.found.append((tag, dict(attrs).get("id")))

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag not in VOID_TAGS


def views() -> Mapping[str, LiveView]:
    return render_game_views(read_ledger(TEN_HANDS))


def with_messages(view: LiveView, news: str = "", trouble: str = "") -> LiveView:
    return replace(view, parts={**view.parts, **render_messages(news, trouble)})


@pytest.mark.parametrize("name", ["page", "board"])
def test_each_part_is_one_element_with_its_name_as_id(name: str) -> None:
    parts = {**views()[name].parts, **render_messages("Hand 1 recorded.", "")}
    assert {part: [element for _, element in Roots(html).found] for part, html in parts.items()} == {
        part: [part] for part in parts
    }


@pytest.mark.parametrize("name", ["page", "board"])
def test_the_document_has_every_part_once(name: str) -> None:
    view = with_messages(views()[name])
    parts, document = view.parts, render_document(name, view, "run.1")
    ids = re.findall(r' id="([^"]+)"', document)
    assert len(ids) == len(set(ids))
    assert {*parts} <= {*ids}
    assert {"connection", *(["sheets"] if name == "page" else [])} <= {*ids}
    assert f'data-stream="{name}.events"' in document
    assert "<noscript>" in document
    assert 'aria-live="polite"' in document


@pytest.mark.parametrize("name", ["page", "board"])
def test_a_document_asks_for_nothing_but_its_style_and_its_script(name: str) -> None:
    document = render_document(name, with_messages(views()[name]), "run.1")
    asked = [link for link in re.findall(r'(?:href|src)="([^"]+)"', document) if not link.startswith(("#", "data:"))]
    assert [link.partition("?")[0] for link in asked] == [f"{name}.css", "live.js"]
    assert "style=" not in document
    assert not re.search(r"\son[a-z]+=", document)


def test_the_address_of_a_style_changes_with_the_style(game_folder: Path) -> None:
    run_ok("new")
    before = render_game_views(read_ledger("canasta.toml"))["page"]
    run_ok("add", "--anyway", "we", "base=1000000", "they", "base=5")
    after = render_game_views(read_ledger("canasta.toml"))["page"]
    assert (before.style == after.style) == (before.parts["style"] == after.parts["style"]) == False  # noqa: E712


@pytest.mark.parametrize("name", ["page", "board"])
def test_names_are_shown_as_text(game_folder: Path, name: str) -> None:
    run_ok("new", "--we", "<script>alert(1)</script>", "--they", '"><img src=x onerror=alert(2)>')
    run_ok("add", "--anyway", "we", "base=5", "they", "base=5")
    run_ok("note", "</section><script>alert(3)</script>")
    view = with_messages(render_game_views(read_ledger("canasta.toml"))[name], "<b>", "<i>")
    document = render_document(name, view, "run.1")
    assert re.findall(r"<script[^>]*>", document) == ['<script src="live.js" defer>']
    assert "<img" not in document
    assert "&lt;b&gt;" in document
    assert "&lt;i&gt;" in document


def board_of(*words: str) -> Mapping[str, str]:
    run_ok("new", *words)
    return render_game_views(read_ledger("canasta.toml"))["board"].parts


def test_before_the_first_hand_the_board_says_what_players_ask_for(game_folder: Path) -> None:
    race = board_of("--we", "Ann & Bob", "--they", "Cy & Di", "--seats", "Ann, Cy, Bob, Di")["race"]
    assert re.findall("<dt>(.*?)</dt>", race) == ["Game", "Need to open", "Going out", "Seats"]
    assert "<dd>125; 155 from 3,000; 180 over 5,000</dd>" in race
    run_ok("add", "--anyway", "we", "base=5", "they", "base=5")
    assert "<dt>" not in render_game_views(read_ledger("canasta.toml"))["board"].parts["race"]


@pytest.mark.parametrize(
    ("wins", "order"), [("highest", ["1 C", "2 A", "2 D", "4 B"]), ("lowest", ["1 B", "2 A", "2 D", "4 C"])]
)
def test_after_the_game_the_board_shows_the_ranks_alone(game_folder: Path, wins: str, order: list[str]) -> None:
    board_of(
        *(word for name in "ABCD" for word in ("--side", f"side{name.lower()}={name}")), "--set", f"game.wins={wins}"
    )
    run_ok("add", "--anyway", "sidea", "base=50", "sideb", "base=5", "sidec", "base=100", "sided", "base=50")
    run_ok("end", "--why", "time")
    parts = render_game_views(read_ledger("canasta.toml"))["board"].parts
    found = re.findall(r'<b class="rank">(\d)</b>.*?<bdi>(.*?)</bdi>', parts["result"], re.DOTALL)
    assert [f"{rank} {name}" for rank, name in found] == order
    assert "needs" not in parts["result"]
    assert "<svg" not in parts["race"]


def test_the_exported_page_neither_loads_nor_runs_anything() -> None:
    page = render_page(read_ledger(TEN_HANDS))
    assert "<script" not in page
    assert "stylesheet" not in page
    assert "aria-live" not in page


def test_a_list_of_the_page_holds_the_parts_whose_names_begin_as_it_says() -> None:
    page = render_page(read_ledger(TEN_HANDS))
    assert '<div class="rows" data-items="row-1-"><details id="row-1-0"' in page


def test_the_sheet_of_a_page_says_how_wide_its_rows_are() -> None:
    """Six columns of 5, 5, 8, 6, 7 and 5 characters for each of two sides, their gaps, and the number of the hand."""
    page = build_page(read_ledger(TEN_HANDS))
    assert [column["width"] for column in page["sheet"]["columns"]] == [5, 5, 6, 6, 7, 5]
    assert page["sheet"]["row_width"] == 8 + 2 * (34 + 9)
    assert page["sheet"]["wide_layout_width"] == 46 + 4  # 94 characters of 0.48 rem, and the margins
    assert page["sheet"]["full_label_width"] == 63 + 4  # 94 characters of 0.67 rem, and the margins
    assert page["ticks_width"] == pytest.approx(1 + 0.42 * len("needs 180"))
    assert (page["longest_total"], page["is_landscape"]) == (5, False)
