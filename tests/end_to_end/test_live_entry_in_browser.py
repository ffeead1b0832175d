"""Hands and slips entered on phones, by touch, in a real browser: what the people at a table do all evening."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.browser import COLORS, Scheme
from support.command_line import run_ok
from support.contrast import contrast, parse_browser_color
from support.live import Served, entering
from support.live import serving_prepared as serving

from canasta_score.cli.live.address import Address, FileKeys
from canasta_score.event.storage.event_files import read_event
from canasta_score.game.storage.ledger_files import read_ledger

if TYPE_CHECKING:  # a quarter of a second, also where these tests are left out
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.end_to_end

PATIENCE = 20_000  # milliseconds
TARGETS = """
all => all.filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 44 &&
    !(one.type == "checkbox" && one.closest("label").getBoundingClientRect().height >= 44)).map(one => one.outerHTML)
"""

KEEP_PARTS = """() => {
    window.listParts = () => ["standing", "form", "undo"].map(id => document.getElementById(id))
    window.seen = window.listParts().map(part => part.cloneNode(true))
}"""
ECHO_PARTS = """async () => {
    const parts = window.listParts()
    const show = (fresh) => window.listParts().forEach((part, place) => part.replaceWith(fresh[place]))
    show(window.seen)
    await new Promise(resolve => setTimeout(resolve, 100))
    show(parts.map(part => part.cloneNode(true)))
}"""

COUNT_MESSAGES = """() => {
    const { dataset } = document.documentElement
    const count = () => (dataset.messages = Number(dataset.messages ?? 0) + 1)
    new EventSource(document.body.dataset.stream).addEventListener("parts", count)
}"""


class Phones:
    """Phones that lie ready: one that is put back is taken again, for to open a window takes most of a short test."""

    def __init__(self, browser: "Browser") -> None:
        """Buy none before it is needed."""
        self._browser = browser
        self._ready: list[Page] = []

    def _buy(self, *, script: bool = True) -> "Page":
        context = self._browser.new_context(has_touch=True, is_mobile=True, java_script_enabled=script)
        return context.new_page()

    @contextmanager
    def __call__(
        self, url: str, *, width: int = 360, scheme: Scheme = "light", script: bool = True, impatient: bool = False
    ) -> Iterator["Page"]:
        """Open a page on a phone, which must say nothing in the console that it does not expect.

        One that is impatient sends again after a tenth of the time.
        """
        page = self._ready.pop() if script and self._ready else self._buy(script=script)
        page.set_viewport_size({"width": width, "height": 760})
        page.emulate_media(color_scheme=scheme)
        page.set_default_timeout(PATIENCE)
        errors: list[str] = []

        def note(error: object) -> None:
            errors.append(str(error))

        page.on("pageerror", note)
        if impatient:
            page.route("**/entry.js", answer_with_short_pauses)
        page.goto(url)
        yield page
        assert errors == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.remove_listener("pageerror", note)
        if script:
            page.unroute_all()
            page.evaluate("localStorage.clear(), sessionStorage.clear()")
            page.goto("about:blank")
            self._ready.append(page)


def answer_with_short_pauses(route: "Route") -> None:
    """Answer with the script of the form, which waits three tenths of a second before it sends again."""
    text = route.fetch().text()
    assert "RETRY = 3000;" in text
    route.fulfill(body=text.replace("RETRY = 3000;", "RETRY = 300;"), content_type="text/javascript")


@pytest.fixture(scope="module")
def phone(browser: "Browser") -> Phones:
    return Phones(browser)


def enter(page: "Page", side: str, table: str, hand: str = "", *, naturals: int = 0, out: bool = False) -> None:
    fields = page.locator("#hand")
    for _ in range(naturals):
        fields.locator(f'.stepper:has([name="{side}.natural"]) [data-step="1"]').tap()
    if out:
        fields.locator(f'[name="{side}.out"]').tap()
    fields.locator(f'[name="{side}.table"]').fill(table)
    fields.locator(f'[name="{side}.hand"]').fill(hand)


def record(page: "Page") -> None:
    page.locator(".record").tap()
    page.locator("#outcome.done").wait_for()


def test_a_total_is_whole_beside_a_long_name(game_folder: Path, phone: Phones) -> None:
    run_ok("new", "--we", "Bartholomew & Christopher Montgomery-Smith", "--they", "Di")
    run_ok(*"add --anyway we base=6170 they base=5720".split())
    with (
        serving(game_folder, "--enter") as served,
        entering(served) as entry,
        phone(entry.url, width=320) as page,
    ):
        cells = page.locator("#standing td")
        lines = cells.evaluate_all("""cells => cells.map(cell => {
            const range = document.createRange()
            range.selectNodeContents(cell)
            return range.getClientRects().length
        })""")
        assert cells.all_inner_texts() == ["6,170", "180", "5,720", "180"]
        assert set(lines) == {1}


def test_an_evening_of_eight_hands_is_kept_by_two_phones(new_game: Path, phone: Phones) -> None:
    with (
        serving(new_game.parent, "--enter") as served,
        entering(served) as entry,
        phone(entry.url) as first,
        phone(entry.url, width=412, scheme="dark") as second,
        phone(served.url, width=412) as viewer,
    ):
        for number in range(1, 9):
            page = (first, second)[number % 2]
            page.get_by_role("heading", name=f"Enter hand {number}").wait_for()
            winner, loser = ("we", "they") if number % 2 else ("they", "we")
            enter(page, winner, f"300+{30 + 5 * number}", naturals=2, out=True)
            enter(page, loser, "160", "85", naturals=1)
            # 1,000, 100 and 335, 340, ... 370; 500 and 160 - 85.
            page.locator("#preview").filter(has_text=f"{1430 + 5 * number:,}").wait_for()
            page.locator("#preview").filter(has_text="575").wait_for()
            record(page)
        viewer.locator("#result").filter(has_text="8,120").wait_for()
        assert dict(read_ledger(new_game).totals) == {"we": 8100, "they": 8120}
        assert all(entry.is_from_phone for entry in read_ledger(new_game).entries)
        first.locator("#undo summary").tap()
        first.get_by_role("button", name="Undo hand 8").tap()
        second.get_by_role("heading", name="Enter hand 8").wait_for()
    assert len(read_ledger(new_game).hands) == 7


def test_a_reload_and_a_lost_network_lose_nothing(new_game: Path, phone: Phones) -> None:
    with (
        serving(new_game.parent, "--enter") as served,
        entering(served) as entry,
        phone(entry.url, impatient=True) as page,
    ):
        enter(page, "we", "335", naturals=2, out=True)
        page.reload()
        page.locator("#kept").filter(has_text="was kept").wait_for()
        assert page.locator('[name="we.natural"]').input_value() == "2"
        assert page.locator('[name="we.out"]').is_checked()
        enter(page, "they", "160", "85")
        page.context.set_offline(True)
        page.locator(".record").tap()
        page.locator("#kept").filter(has_text="Not sent yet").wait_for()
        assert read_ledger(new_game).hands == ()
        page.context.set_offline(False)
        page.locator("#outcome.done").wait_for()
        assert dict(read_ledger(new_game).totals) == {"we": 1435, "they": -245}
        assert page.locator('[name="we.natural"]').input_value() == ""


def test_what_is_below_the_form_never_contradicts_what_is_typed(new_game: Path, phone: Phones) -> None:
    with (
        serving(new_game.parent, "--enter") as served,
        entering(served) as entry,
        phone(entry.url, impatient=True) as page,
    ):
        preview = page.locator("#preview")
        held: list[Route] = []

        def hold(route: "Route") -> None:
            held.append(route)

        enter(page, "we", "160", naturals=2, out=True)
        preview.get_by_role("button", name="Record it anyway").wait_for()  # nothing is entered for the others
        page.route("**/preview", hold)
        with page.expect_request("**/preview"):
            enter(page, "they", "75")
        assert preview.evaluate("box => box.inert && getComputedStyle(box).opacity") == "0.4"
        enter(page, "they", "80")
        held.pop().fulfill(content_type="text/html", body='<div id="preview">75 points</div>')  # no longer typed
        page.wait_for_timeout(100)
        assert preview.evaluate("box => box.inert && getComputedStyle(box).opacity") == "0.4"
        page.unroute("**/preview")
        for route in held:
            route.continue_()
        page.context.set_offline(True)
        page.locator("#connection").filter(has_text="Not up to date").wait_for()
        enter(page, "they", "85")
        preview.filter(has_text="Not checked: no connection.").wait_for()
        assert preview.inner_text() == "Not checked: no connection."
        page.context.set_offline(False)
        preview.filter(has_text="85").wait_for()  # it is checked again without a tap
        page.route("**/preview", lambda route: route.fulfill(status=503, body="The disk is full.\nGo back."))
        enter(page, "they", "95")
        preview.filter(has_text="Not checked: the computer says “The disk is full.”.").wait_for()
    with (
        serving(new_game.parent, "--enter") as served,
        entering(served) as entry,
        phone(entry.url, impatient=True) as page,
    ):
        served.process.kill()
        enter(page, "we", "335")
        preview = page.locator("#preview").filter(has_text="Not checked: no connection.")
        preview.wait_for()


def test_a_number_that_is_corrected_offline_is_not_sent_as_it_was(new_game: Path, phone: Phones) -> None:
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        enter(page, "we", "310", naturals=2, out=True)
        enter(page, "they", "160", "85")
        page.context.set_offline(True)
        button, kept = page.locator(".record"), page.locator("#kept")
        button.tap()
        kept.filter(has_text="Trying again").wait_for()
        page.wait_for_function("document.getElementById('kept').getBoundingClientRect().top >= 0")
        assert button.is_disabled()
        assert float(button.evaluate("button => getComputedStyle(button).opacity")) < 0.5
        page.locator('[name="we.table"]').fill("320")
        kept.filter(has_text="You changed it, so it is not sent any more.").wait_for()
        assert button.is_enabled()
        page.context.set_offline(False)
        page.locator("#preview").filter(has_text="1,420").wait_for()
        assert read_ledger(new_game).hands == ()
        record(page)
        assert dict(read_ledger(new_game).totals) == {"we": 1420, "they": -245}


def test_a_reload_while_it_is_sent_waits_for_a_tap(new_game: Path, phone: Phones) -> None:
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        enter(page, "we", "310", naturals=2, out=True)
        page.context.set_offline(True)
        page.locator(".record").tap()
        page.locator("#kept").filter(has_text="Trying again").wait_for()
        page.context.set_offline(False)
        page.reload()
        page.locator("#kept").filter(has_text="Nothing is sent until you tap “Record hand 1”.").wait_for()
        assert page.locator('[name="we.table"]').input_value() == "310"


def test_the_box_goes_when_the_game_has_changed(new_game: Path, phone: Phones) -> None:
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        for number in (1, 2):
            page.get_by_role("heading", name=f"Enter hand {number}").wait_for()
            enter(page, "we", f"{300 + 5 * number}", naturals=2, out=True)
            enter(page, "they", "160", "85")
            page.locator(".record").tap()
            page.locator("#outcome").filter(has_text=f"Hand {number} is recorded").wait_for()
        page.wait_for_timeout(1500)  # until the page has heard of its own hand
        assert page.locator("#outcome").is_visible()
        enter(page, "we", "335", naturals=2)
        run_ok("undo")
        page.locator("#kept").filter(has_text="Hand 2 was undone meanwhile").wait_for()
        assert page.locator("#outcome").is_hidden()
        run_ok(*"add we n2 o t310 they t160 h85".split())
        page.get_by_role("heading", name="Enter hand 3").wait_for()
        page.locator("#kept").wait_for(state="hidden")
        assert page.locator('[name="we.table"]').input_value() == "335"


def test_a_form_that_came_with_the_answer_is_not_replaced_under_the_finger(new_game: Path, phone: Phones) -> None:
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        page.evaluate(COUNT_MESSAGES)
        page.locator('html[data-messages="1"]').wait_for()
        enter(page, "we", "310", naturals=2, out=True)
        enter(page, "they", "160", "85")
        page.locator(".record").tap()
        page.locator("#outcome").filter(has_text="Hand 1 is recorded").wait_for()
        page.evaluate("window.form = document.getElementById('form')")
        page.locator('html[data-messages="2"]').wait_for()
        page.wait_for_timeout(300)  # until the page's own stream has brought it, too
        assert page.evaluate("window.form.isConnected")


def test_a_hand_is_sent_again_after_an_answer_that_says_nothing_of_it(new_game: Path, phone: Phones) -> None:
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        page.route("**/hands", lambda route: route.fulfill(status=503, body="The disk is full."), times=2)
        enter(page, "we", "310", naturals=2, out=True)
        enter(page, "they", "160", "85")
        page.locator(".record").tap()
        page.locator("#kept").filter(has_text="Not sent yet: the computer says “The disk is full.”.").wait_for()
        page.wait_for_timeout(7000)  # three seconds, and then six
        assert page.locator("#outcome").is_hidden()
        page.locator("#outcome").filter(has_text="Hand 1 is recorded").wait_for()
        assert len(read_ledger(new_game).hands) == 1


def test_what_was_typed_for_a_game_is_not_taken_for_the_next(new_game: Path, phone: Phones) -> None:
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        enter(page, "we", "335", naturals=2)
        run_ok(*"add --anyway we base=9000 they base=100".split())
        page.get_by_role("heading", name="The game is over").wait_for()
        run_ok("new")
        page.get_by_role("heading", name="Enter hand 1").wait_for()
        assert page.locator('[name="we.table"]').input_value() == ""
        assert page.locator("#kept").is_hidden()


def test_what_came_too_late_can_be_cleared_also_while_it_is_sent_again(new_game: Path, phone: Phones) -> None:
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        enter(page, "we", "335", naturals=2)
        page.context.set_offline(True)
        page.locator(".record").tap()
        page.locator("#kept").filter(has_text="Trying again").wait_for()
        run_ok(*"add we n1 m1 o t200 they m1 t160 h85".split())
        page.context.set_offline(False)
        page.locator("#outcome").filter(has_text="If not, clear it.").wait_for()
        assert page.locator('[name="we.table"]').input_value() == "335"
        page.context.set_offline(True)
        page.locator(".record").tap()
        page.locator("#kept").filter(has_text="Trying again").wait_for()
        page.get_by_role("button", name="Clear").tap()
        page.locator("#kept").filter(has_text="You changed it, so it is not sent any more.").wait_for()
        assert page.locator('[name="we.table"]').input_value() == ""
        page.context.set_offline(False)


def test_one_figure_of_the_last_hand_is_mended_by_undo(new_game: Path, phone: Phones) -> None:
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        enter(page, "we", "310", naturals=2, out=True)
        enter(page, "they", "160", "85")
        record(page)
        page.locator("#undo summary").tap()
        page.evaluate(KEEP_PARTS)
        page.get_by_role("button", name="Yes, undo hand 1").tap()
        page.locator("#outcome .detail").filter(has_text="is in the form again").wait_for()
        page.evaluate(ECHO_PARTS)  # as when the stream brings the hand after its undo
        page.wait_for_timeout(1500)  # until the page has heard of its own undo, if there is news
        assert page.locator("#outcome .detail").is_visible()
        page.reload()
        page.locator("#kept").filter(has_text="was kept").wait_for()
        assert page.locator('[name="we.out"]').is_checked()
        page.locator('[name="we.table"]').fill("320")
        page.locator("#preview").filter(has_text="1,420").wait_for()
        record(page)
        assert dict(read_ledger(new_game).totals) == {"we": 1420, "they": -245}


def test_hands_that_are_undone_one_after_the_other_come_back_in_their_order(new_game: Path, phone: Phones) -> None:
    for number in (300, 310, 320):
        run_ok(*f"add we n2 o t{number} they t160 h85".split())
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        table = page.locator('[name="we.table"]')
        enter(page, "we", "330")  # hand 4 is half typed
        for number, points in ((3, "320"), (2, "310")):
            page.locator("#undo summary").tap()
            page.get_by_role("button", name=f"Yes, undo hand {number}").tap()
            page.locator("#kept").filter(has_text=f"It comes back after hand {number}.").wait_for()
            assert table.input_value() == points
            assert "meanwhile" not in page.locator("#kept").inner_text()
        page.wait_for_timeout(1500)  # until the page has heard of its own undo, if there is news
        page.reload()
        page.locator("#kept").filter(has_text="was kept").wait_for()
        assert table.input_value() == "310"
        table.fill("315")
        for number, points in ((2, "320"), (3, "330")):
            page.get_by_role("heading", name=f"Enter hand {number}").wait_for()
            page.locator(".record").tap()
            page.locator("#kept").filter(has_text=f"Hand {number + 1} again.").wait_for()
            assert table.input_value() == points
        assert [hand.facts["we"]["table"] for hand in read_ledger(new_game).hands] == [300, 315, 320]
        page.get_by_role("button", name="Clear").tap()
        assert table.input_value() == ""


def test_an_undo_of_a_hand_of_partners_says_so(game_folder: Path, phone: Phones) -> None:
    run_ok("new", "-v", "cutthroat", "--side", "ann=Ann", "--side", "bob=Bob", "--side", "cy=Cy")
    run_ok(*"add ann+cy n1 o t300 cy red=1 bob h45".split())
    with serving(game_folder, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        page.locator("#undo summary").tap()
        page.get_by_role("button", name="Yes, undo hand 1").tap()
        page.wait_for_timeout(1500)  # until the page has heard of its own undo
        assert "What was entered is in the form again." in page.locator("#outcome").inner_text()
        assert page.locator('[name="ann+cy.table"]').input_value() == "300"
        page.locator('[name="bob.hand"]').fill("50")
        page.reload()
        page.locator("#kept").filter(has_text="What you typed was kept in this phone.").wait_for()


class TestPartnersOfOneHand:
    """Three players, of whom two are partners in a hand: their phones, where somebody else is faster."""

    @pytest.fixture
    def entry(self, game_folder: Path) -> Iterator[str]:
        run_ok("new", "-v", "cutthroat", "--side", "ann=Ann", "--side", "bob=Bob", "--side", "cy=Cy")
        with serving(game_folder, "--enter") as served, entering(served) as entry:
            yield entry.url

    def choose(self, page: "Page", label: str) -> None:
        page.locator(".partners").get_by_role("button", name=label).tap()
        page.locator('.partners [aria-pressed="true"]').filter(has_text=label).wait_for()

    def test_what_was_typed_before_a_choice_is_kept_when_somebody_else_records(self, entry: str, phone: Phones) -> None:
        with phone(entry) as page:
            page.locator('[name="ann.table"]').fill("285")
            page.locator('[name="bob.table"]').fill("220")
            self.choose(page, "Ann & Cy")
            kept, table = page.locator("#kept"), page.locator('[name="ann.table"]')
            assert kept.inner_text() == "What you typed is below and under “Each plays alone”."
            assert page.locator('[name="bob.table"]').input_value() == "220"
            assert table.count() == 0
            self.choose(page, "Each plays alone")
            assert table.input_value() == "285"
            assert kept.is_hidden()
            self.choose(page, "Ann & Cy")
            run_ok(*"add ann n1 o t300 bob t100 cy t50".split())
            text = "What you typed is below and under “Each plays alone”. Is it hand 2?"
            kept.filter(has_text="Hand 1 was recorded meanwhile").filter(has_text=text).wait_for()
            page.reload()
            kept.filter(has_text=text).wait_for()
            assert page.locator('[name="bob.table"]').input_value() == "220"
            kept.get_by_role("button", name="Clear").tap()
            page.locator('.partners [aria-pressed="true"]').filter(has_text="Each plays alone").wait_for()
            run_ok(*"add ann n1 o t310 bob t100 cy t50".split())
            page.get_by_role("heading", name="Enter hand 3").wait_for()
            self.choose(page, "Ann & Cy")
            assert page.locator("#hand input[inputmode]").evaluate_all("all => all.filter(one => one.value)") == []

    def test_the_next_hand_begins_without_partners_on_every_phone(self, entry: str, phone: Phones) -> None:
        with phone(entry) as first, phone(entry) as second:
            self.choose(second, "Ann & Cy")
            second.reload()
            second.locator('.partners [aria-pressed="true"]').filter(has_text="Ann & Cy").wait_for()
            self.choose(first, "Ann & Cy")
            first.locator('[name="ann+cy.table"]').fill("300")
            first.locator('[name="bob.table"]').fill("100")
            first.locator("#preview").get_by_role("button", name="Record it anyway").tap()
            for page in (first, second):
                page.get_by_role("heading", name="Enter hand 2").wait_for()
                page.wait_for_timeout(500)
                assert page.locator('.partners [aria-pressed="true"]').inner_text() == "Each plays alone"
                page.reload()
                assert page.locator('.partners [aria-pressed="true"]').inner_text() == "Each plays alone"
            run_ok("undo")
            second.get_by_role("heading", name="Enter hand 1").wait_for()
            second.wait_for_timeout(500)
            assert second.locator('.partners [aria-pressed="true"]').inner_text() == "Each plays alone"

    def test_a_choice_without_a_connection_waits_for_it(self, entry: str, phone: Phones) -> None:
        with phone(entry, impatient=True) as page:
            page.locator('[name="bob.table"]').fill("220")
            page.context.set_offline(True)
            page.locator(".partners").get_by_role("button", name="Ann & Cy").tap()
            page.locator("#kept").filter(has_text="The partners are not changed yet: no connection.").wait_for()
            page.locator('[name="bob.hand"]').fill("15")
            page.locator(".record").tap()  # which would record it with other partners
            page.context.set_offline(False)
            page.locator('.partners [aria-pressed="true"]').filter(has_text="Ann & Cy").wait_for()
            assert page.locator('[name="bob.table"]').input_value() == "220"
            assert page.locator('[name="bob.hand"]').input_value() == "15"
            page.locator("#kept").wait_for(state="hidden")
            assert read_ledger("canasta.toml").hands == ()

    def test_a_choice_before_the_script_came_and_quick_ones_hold(self, entry: str, phone: Phones) -> None:
        with phone(f"{entry}?partners=ann%2Bcy") as page:
            pressed = page.locator('.partners [aria-pressed="true"]')
            assert pressed.inner_text() == "Ann & Cy"
            assert page.url == entry
            buttons = page.locator(".partners button")  # each alone, and the three pairs
            buttons.evaluate_all("all => [1, 0, 3].forEach(place => all[place].click())")
            last = buttons.nth(3).inner_text()
            pressed.filter(has_text=last).wait_for()
            page.wait_for_timeout(500)
            assert pressed.inner_text() == last


def test_the_slower_phone_hears_of_the_last_hand_and_keeps_its_own(new_game: Path, phone: Phones) -> None:
    run_ok(*"add --anyway we base=8000 they base=100".split())
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        enter(page, "we", "480", naturals=2)
        run_ok(*"add we n2 o t460 they t160 h85".split())
        page.get_by_role("heading", name="The game is over").wait_for()
        kept = page.locator("#kept").filter(has_text="Hand 2 was recorded meanwhile:")
        kept.filter(has_text="What you typed for hand 2 is not entered. It is kept in this phone").wait_for()
        page.reload()
        kept.wait_for()
        run_ok("undo")
        page.locator("#kept").filter(has_text="Hand 2 again. What was in the form before is below.").wait_for()
        assert page.locator('[name="we.table"]').input_value() == "480"


def test_what_became_of_a_hand_that_was_not_sent_stays_after_a_restart(new_game: Path, phone: Phones) -> None:
    run_ok(*"add --anyway we base=8000 they base=100".split())
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        enter(page, "we", "480", naturals=2)
        served.process.kill()
        served.process.wait()
        page.locator(".record").tap()
        page.locator("#kept").filter(has_text="Not sent yet").wait_for()
        run_ok(*"add we n2 o t460 they t160 h85".split())
        with serving(new_game.parent, "--enter", "--port", f"{served.place[1]}"):
            page.locator("#outcome").filter(has_text="Hand 2 was recorded meanwhile").wait_for()
            page.wait_for_timeout(4000)  # until the page has heard of the new server
            assert page.locator("#connection").inner_text() == ""
            assert "what you typed is not recorded" in page.locator("#outcome").inner_text()
            page.reload()
            page.locator("#kept").filter(has_text="What you typed for hand 2 is not entered.").wait_for()


def test_an_undo_sets_aside_what_was_typed(new_game: Path, phone: Phones) -> None:
    run_ok(*"add we n1 m1 o t200 they m1 t160 h85".split())
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        enter(page, "we", "335", naturals=2)
        page.locator("#undo summary").tap()
        page.get_by_role("button", name="Undo hand 1").tap()
        page.locator("#outcome").filter(has_text="Undone: hand 1.").wait_for()
        page.locator("#kept").filter(has_text="It comes back after hand 1.").wait_for()
        assert page.locator('[name="we.table"]').input_value() == "200"
        run_ok("redo")
        page.locator("#kept").filter(has_text="Hand 1 was recorded meanwhile").wait_for()
        page.get_by_role("button", name="Clear").tap()
        page.locator("#kept").filter(has_text="Hand 2 again.").wait_for()
        assert page.locator('[name="we.table"]').input_value() == "335"


def test_a_long_sum_is_seen_whole(new_game: Path, phone: Phones) -> None:
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        table = page.locator('[name="we.table"]')
        table.fill("100+100+65")
        table.blur()
        assert table.evaluate("input => input.scrollWidth <= input.clientWidth")
        page.reload()
        page.locator("#kept").filter(has_text="was kept").wait_for()
        assert table.evaluate("input => input.scrollWidth <= input.clientWidth")
        table.fill("265")
        assert table.evaluate("input => input.clientWidth") < 130


def test_what_was_typed_stays_when_somebody_else_is_faster(new_game: Path, phone: Phones) -> None:
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        enter(page, "we", "335", naturals=2, out=True)
        enter(page, "they", "160", "85")
        run_ok(*"add we n1 m1 o t200 they m1 t160 h85".split())
        points = f"{read_ledger(new_game).side_names['we']} 1,100, {read_ledger(new_game).side_names['they']} 375."
        page.locator("#kept").filter(has_text=f"Hand 1 was recorded meanwhile: {points}").wait_for()
        table = page.locator('[name="we.table"]')
        assert table.input_value() == "335"
        page.get_by_role("button", name="Clear").tap()
        assert table.input_value() == ""
        page.get_by_role("button", name="Put it back").tap()
        assert table.input_value() == "335"
        enter(page, "we", "345")  # it is still a question which hand it is
        page.reload()
        for answer in ("No, clear it", "Yes, record hand 2"):
            page.get_by_role("button", name="Record hand 2", exact=True).tap()
            page.locator("#meanwhile").filter(has_text=f"{points} Is what you typed hand 2?").wait_for()
            assert len(read_ledger(new_game).hands) == 1
            page.get_by_role("button", name=answer).tap()
            if answer.startswith("No"):
                assert table.input_value() == ""
                page.get_by_role("button", name="Put it back").tap()
        page.locator("#outcome.done").filter(has_text="Hand 2 is recorded").wait_for()


def test_the_last_hand_that_somebody_else_recorded_is_not_asked_about(game_folder: Path, phone: Phones) -> None:
    run_ok("event", "new", "Club day", "--games", "1")
    run_ok("event", "pair", "Ann & Bob", "Cy & Di")
    run_ok("event", "draw", "--seed", "1")
    for number in (1, 2):
        run_ok(*f"event slip 1 1 --hand {number} ns n2 o t200 ew t160 h85".split())
    path = game_folder / "event.toml"
    with serving(game_folder, "--enter", "event.toml") as served:
        url = Address(host=served.place[0], port=served.place[1]).build_url(FileKeys(path).derive_token(1))
        with phone(url) as page:
            enter(page, "ns", "330", naturals=2, out=True)
            run_ok(*"event slip 1 1 --hand 3 ns n2 o t320 ew t160 h85".split())
            kept = page.locator("#kept")
            kept.filter(has_text="Hand 3 was recorded meanwhile: North-South 1,420, East-West -245.").wait_for()
            assert "What you typed for hand 3 is not entered." in kept.inner_text()
            assert "Is it hand" not in kept.inner_text()
            page.get_by_text("Correct a hand").tap()
            with page.expect_navigation():
                page.get_by_role("button", name="Correct hand 3").tap()
            assert page.locator('[name="ns.table"]').input_value() == "320"


def test_an_impossible_hand_is_recorded_only_anyway(new_game: Path, phone: Phones) -> None:
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        enter(page, "we", "335", naturals=1, out=True)
        page.locator('[name="we.red"]').fill("7")
        page.locator("#preview .error").filter(has_text="7 red threes").wait_for()
        page.locator(".record").tap()
        page.locator("#outcome").filter(has_text="Nothing is recorded yet").wait_for()
        question = page.locator(".refused").filter(has_text="Hand 1 is not recorded yet.")
        assert question.evaluate("one => Math.abs(one.getBoundingClientRect().top - innerHeight / 2)") < 100
        assert read_ledger(new_game).hands == ()
        page.get_by_role("button", name="Record it anyway").tap()
        page.locator("#outcome.done").wait_for()
        assert read_ledger(new_game).entries[0].accepted_anyway


def test_a_tap_right_after_typing_says_what_is_wrong_until_it_is_mended(new_game: Path, phone: Phones) -> None:
    with serving(new_game.parent, "--enter") as served, entering(served) as entry, phone(entry.url) as page:
        page.locator('[name="we.red"]').fill("7")
        page.locator(".record").tap()
        page.locator(".refused").wait_for()
        page.wait_for_timeout(600)  # a preview that was asked for at the typing would have come by now
        assert page.locator(".refused").is_visible()


def test_without_scripts_plain_forms_do_it(new_game: Path, phone: Phones) -> None:
    with (
        serving(new_game.parent, "--enter") as served,
        entering(served) as entry,
        phone(entry.url, script=False) as page,
    ):
        page.locator('[name="we.natural"]').fill("1")
        page.locator('[name="we.table"]').fill("200")
        page.locator('[name="we.hand"]').fill("5")
        page.locator('[name="they.out"]').check()
        page.locator('[name="they.natural"]').fill("2")
        page.locator('[name="they.table"]').fill("300")
        page.get_by_role("button", name="Show the score").click()
        page.locator("#preview").filter(has_text="695").wait_for()
        assert page.locator('[name="we.table"]').input_value() == "200"
        page.locator(".record").click()
        page.locator("#outcome.done").wait_for()
        page.locator("#undo summary").click()
        page.get_by_role("button", name="Undo hand 1").click()
        page.locator("#outcome").filter(has_text="Undone: hand 1.").wait_for()
    assert [entry.is_from_phone for entry in read_ledger(new_game).entries] == [True, True]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("variant", ["nvso", "hand-and-foot"])
def test_thumbs_find_everything_and_eyes_too(game_folder: Path, phone: Phones, variant: str, scheme: Scheme) -> None:
    run_ok("new", "-v", variant)
    with (
        serving(game_folder, "--enter") as served,
        entering(served) as entry,
        phone(entry.url, scheme=scheme) as page,
    ):
        page.locator(".record").wait_for()
        for summary in page.locator("summary").all():
            summary.tap()
        page.locator('[name="we.red"]').fill("30")
        page.locator("#preview .error").wait_for()
        assert page.locator("button, input:not([type=hidden]), summary").evaluate_all(TARGETS) == []
        found = page.locator("body *").evaluate_all(COLORS)
    weak = [text for text, color, ground in found if contrast(*map(parse_browser_color, (color, ground))) < 4.5]
    assert weak == []


class TestClubDay:
    """Six tables are entered by their pairs, with three accidents, and nobody looks at the laptop."""

    @pytest.fixture
    def event(self, game_folder: Path) -> Path:
        run_ok("event", "new", "Club day", "--games", "1")
        run_ok("event", "pair", *(f"Player {number} & Partner {number}" for number in range(1, 13)))
        run_ok("event", "draw", "--seed", "1")
        run_ok("event", "clock", "start")
        return game_folder / "event.toml"

    def url(self, served: Served, event: Path, pair: int) -> str:
        host, port = served.place
        return Address(host=host, port=port).build_url(FileKeys(event).derive_token(pair))

    def test_a_hand_of_a_slip_is_corrected_by_the_other_pair(self, event: Path, phone: Phones) -> None:
        from playwright.sync_api import expect  # noqa: PLC0415 -- a quarter of a second for all other tests

        table, north, east = read_event(event).seatings[1][0]
        assert north
        assert east
        with (
            serving(event.parent, "--enter", "event.toml") as served,
            phone(self.url(served, event, north)) as first,
            phone(self.url(served, event, east), width=412, scheme="dark") as second,
        ):
            first.get_by_text("Or enter hand 1 alone").tap()
            enter(first, "ns", "200", naturals=2, out=True)
            enter(first, "ew", "160", "85")
            first.locator("#hand .record").tap()
            first.locator("#outcome.done").filter(has_text="Hand 1 is entered.").wait_for()
            enter(first, "ns", "130", "25")
            second.get_by_text("Correct a hand").tap()
            with second.expect_navigation():  # until its script keeps what is typed
                second.get_by_role("button", name="Correct hand 1").tap()
            second.locator('[name="ns.table"]').fill("210")
            second.reload()
            assert second.locator('[name="ns.table"]').input_value() == "210"
            second.locator("#preview").filter(has_text="1,310").wait_for()
            second.locator("#hand .record").tap()
            second.locator("#outcome.done").wait_for()
            assert second.url.endswith("/")  # what comes next does not load the form of the correction again
            first.get_by_role("cell", name="1,310").wait_for()
            expect(first.locator('[name="ns.table"]')).to_have_value("130")
            first.get_by_text("Correct a hand").tap()
            with first.expect_navigation():
                first.get_by_role("button", name="Correct hand 1").tap()
            assert first.locator('[name="ns.table"]').input_value() == "210"
            first.get_by_role("button", name="Back, without a correction").tap()
            first.get_by_role("heading", name="Hand 2").wait_for()
        assert read_event(event).results[1, table].hands[1].score == (1310, -245)

    def test_the_pairs_enter_and_confirm(self, event: Path, phone: Phones) -> None:
        accidents = {2: "different totals", 3: "a digit too many", 4: "no network", 5: "a reload"}
        with serving(event.parent, "--enter", "event.toml") as served:
            for table, north, east in read_event(event).seatings[1]:
                assert north
                assert east
                with (
                    phone(self.url(served, event, north), impatient=True) as first,
                    phone(self.url(served, event, east), width=412, scheme="dark") as second,
                ):
                    first.get_by_text(f"Table {table}, North-South").wait_for()
                    first.locator('[name="ew"]').fill("145")
                    first.locator('.field:has([name="ew"]) [data-sign]').tap()
                    assert first.locator('[name="ew"]').input_value() == "-145"
                    if accidents.get(table) == "a digit too many":
                        first.locator('[name="ns"]').fill("28750")
                        first.get_by_role("button", name="Enter these totals").tap()
                        first.get_by_role("button", name="Enter them anyway").wait_for()
                    first.locator('[name="ns"]').fill("2,875")
                    assert first.locator(".doubts").count() == 0
                    if accidents.get(table) == "a reload":
                        first.reload()
                        first.locator("#kept").filter(has_text="was kept").wait_for()
                    first.context.set_offline(accidents.get(table) == "no network")
                    first.get_by_role("button", name="Enter these totals").tap()
                    if accidents.get(table) == "no network":
                        first.locator("#kept").filter(has_text="Not sent yet").wait_for()
                        first.context.set_offline(False)
                    first.locator("#outcome.done").wait_for()
                    second.get_by_text("They entered 2,875 to -145. Right?").wait_for()
                    if accidents.get(table) == "different totals":
                        second.get_by_text("No, we have different totals").tap()
                        second.locator('[name="ns"]:visible').fill("2785")
                        second.locator('[name="ew"]:visible').fill("-145")
                        second.get_by_role("button", name="Enter our totals").tap()
                        second.locator("#outcome").filter(has_text="call the director").wait_for()
                        first.get_by_text("If your totals were wrong, enter the right ones below.").wait_for()
                        first.locator("#outcome").wait_for(state="hidden")
                        continue
                    second.get_by_role("button", name="Yes, that is right").tap()
                    second.locator("#outcome.done").wait_for()
                    first.get_by_text(re.compile("The slip is verified")).wait_for()
        status = json.loads(run_ok("event", "status", "--json"))
        assert (status["missing"], status["unverified"], status["disputed"]) == ([], [], [2])
        run_ok("event", "slip", "1", "2", "2875", "-145")
        run_ok("event", "announce")
