"""Every page, looked at by axe-core as it is opened: whole, on a phone, in the dark, live and for an event."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.browser import Scheme, Window, find_axe_violations
from support.command_line import run_ok
from support.live import entering
from support.live import serving_prepared as serving
from support.paths import TEN_HANDS

from canasta_score.cli.live.address import Address, FileKeys
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.report.html.event_print import PrintKind
from canasta_score.report.html.page import render_page

if TYPE_CHECKING:  # a quarter of a second, also where these tests are left out
    from playwright.sync_api import Browser

pytestmark = pytest.mark.end_to_end

OPEN_ALL = "all => all.forEach(one => { one.open = true })"


def play(*commands: str) -> None:
    for command in commands:
        run_ok(*shlex.split(command))


@pytest.mark.parametrize(("width", "scheme"), [(375, "light"), (375, "dark"), (1280, "light"), (1280, "dark")])
def test_the_page_of_a_game_has_no_finding(window: Window, tmp_path: Path, width: int, scheme: Scheme) -> None:
    file = tmp_path / "game.html"
    file.write_text(render_page(read_ledger(TEN_HANDS)), "utf-8")
    with window.showing(file, width=width, scheme=scheme) as document:
        assert find_axe_violations(document) == []
        document.locator("details").evaluate_all(OPEN_ALL)
        assert find_axe_violations(document) == []
        assert document.locator("main, h1").count() == 2


def test_rows_of_every_kind_in_several_bands_have_no_finding(window: Window, game_folder: Path) -> None:
    play(
        "new --side ann=آمنة --side bob=Bob --side cy=王小明 --side di=Di --start ann=-500",
        "add ann r1 n1 t200 o bob h30 cy n1 t90 di h15",
        "fix 1 bob h40",
        "adjust di -100 --why 'exposed a card'",
        "rules -v wca",
        "add --anyway ann r5 t200 n1 bob pairs cy h5 di h15",
        "add ann n1 t200 o bob h30 cy n1 t90 di h15",
        "void 3",
        "note --hand 1 'a card lay under the table'",
    )
    file = game_folder / "game.html"
    file.write_text(render_page(read_ledger("canasta.toml")), "utf-8")
    with window.showing(file, width=375) as document:
        document.locator("details").evaluate_all(OPEN_ALL)
        assert find_axe_violations(document) == []


def test_the_page_where_phones_enter_a_hand_has_no_finding(ten_hands: Path, browser: "Browser") -> None:
    run_ok("undo")
    with serving(ten_hands.parent, "--enter") as served:
        context = browser.new_context(viewport={"width": 375, "height": 720})
        document = context.new_page()
        document.goto(served.printed.partition("To enter hands: ")[2].split()[0])
        document.locator("details").evaluate_all(OPEN_ALL)
        assert find_axe_violations(document) == []
        context.close()


@pytest.mark.parametrize("path", ["", "board"])
def test_live_views_of_a_game_have_no_finding(ten_hands: Path, browser: "Browser", path: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 720} if path else {"width": 375, "height": 720})
    with serving(ten_hands.parent) as served:
        document = context.new_page()
        document.goto(served.url + path)
        assert find_axe_violations(document) == []
    context.close()


CLUB_DAY = (
    "event new 'Thanksgiving Canasta' --minutes 50",
    "event pair 'Ann & Bob' 'Cy & Di' 'Eve & Flo' 'Gus & Hal'",
    "event draw --seed 1",
    "event clock start",
    "event slip 1 1 2525 2075",
    "event slip 1 2 1525 3075",
    "event announce",
)


@pytest.mark.parametrize("command", ["export", *(f"print {kind}" for kind in PrintKind)])
def test_pages_of_an_event_have_no_finding(window: Window, game_folder: Path, command: str) -> None:
    play(*CLUB_DAY, f"event {command} -o out.html")
    with window.showing(game_folder / "out.html", width=1280) as document:
        document.locator("details").evaluate_all(OPEN_ALL)
        assert find_axe_violations(document) == []


@pytest.mark.parametrize("path", ["", "board"])
def test_live_views_of_an_event_have_no_finding(game_folder: Path, browser: "Browser", path: str) -> None:
    play(*CLUB_DAY)
    context = browser.new_context(viewport={"width": 1280, "height": 720} if path else {"width": 375, "height": 720})
    with serving(game_folder) as served:
        document = context.new_page()
        document.goto(served.url + path)
        assert find_axe_violations(document) == []
    context.close()


def test_the_pages_on_which_phones_enter_have_no_finding(new_game: Path, browser: "Browser") -> None:
    play(*CLUB_DAY)
    run_ok(*"add we n1 m1 o t200 they m1 t160 h85".split())
    context = browser.new_context(viewport={"width": 360, "height": 720})
    with serving(new_game.parent, "--enter") as game, serving(new_game.parent, "--enter", "event.toml") as event:
        host, port = event.place
        pair = Address(host=host, port=port).build_url(FileKeys(Path("event.toml")).derive_token(1))
        with entering(game) as entry:
            for url in (entry.url, pair):
                document = context.new_page()
                document.goto(url)
                document.locator("details").evaluate_all(OPEN_ALL)
                assert find_axe_violations(document) == []
    context.close()
