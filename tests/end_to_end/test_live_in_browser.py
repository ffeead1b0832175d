"""The live page in a real browser: it follows the game, says when it does not, and does nothing else."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Literal

import pytest
from support.browser import COLORS, SMALL, Scheme
from support.command_line import run_ok
from support.contrast import contrast, parse_browser_color
from support.event_days import Day
from support.live import Served
from support.live import serving_prepared as serving
from support.paths import TEN_HANDS

from canasta_score.event.entries import EventEntryKind
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.storage.event_files import read_event

if TYPE_CHECKING:  # a quarter of a second, also where these tests are left out
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.end_to_end

SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PHONE, TELEVISION = {"width": 390, "height": 844}, {"width": 1920, "height": 1080}
SMALLEST_ON_THE_BOARD = 36  # pixels of a television of 1,080 lines
PATIENCE = 20_000  # milliseconds; a page is waited for by what it shows, so that a slow machine only takes longer
CUT_OFF = """
all => all.filter(one => {
    const box = one.getBoundingClientRect()
    return box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < 0 || box.top < 0
}).map(one => one.outerHTML.slice(0, 80))
"""
WIDER_THAN_ITS_PLACE = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.outerHTML)"
OVERLAPS = """
all => all.flatMap((one, index) => all.slice(index + 1).filter(other => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
    return Math.min(a.right, b.right) > Math.max(a.left, b.left) + 1
        && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top) + 1
}).map(other => one.textContent + other.textContent))
"""
TEXTS = "all => all.map(one => one.textContent)"
COUNT_TONES = """
tones = 0
const start = OscillatorNode.prototype.start
OscillatorNode.prototype.start = function (at) { tones += 1; start.call(this, at) }
"""


def long_names(pairs: int) -> list[str]:
    """Return names of pairs, in which a few are long, of other scripts, or without a space."""
    some = [
        "Wilhelmina Featherstone-Haugh & Bartholomew Montgomery-Smith",
        "王小明 & 陳美麗",
        "محمد علي & فاطمة الزهراء",
        "Ace 🂡 & Joker 🃏",
        "X" * 56 + " & Y",
    ]
    return some + [f"Christopher Nr{pair} & Josephine Nr{pair}" for pair in range(len(some) + 1, pairs + 1)]


def play_game(game: int) -> None:
    """Enter the slips of a game, and announce it."""
    for table in find_seating(read_event("event.toml"), game):
        if table.is_played:
            run_ok("event", "slip", f"{game}", f"{table.number}", "2525", "2075")
    run_ok("event", "announce", f"{game}")


def find_weak_texts(page: "Page") -> list[str]:
    """Return the words that do not stand out from the ground."""
    found = page.locator("body *").evaluate_all(COLORS)
    assert len(found) > 20
    return [text for text, color, ground in found if contrast(*map(parse_browser_color, (color, ground))) < 4.5]


@pytest.fixture
def context(browser: "Browser") -> Iterator["BrowserContext"]:
    opened = browser.new_context(viewport=None, no_viewport=True)
    yield opened
    opened.close()


class Screen:
    """A page that is open somewhere, and all that it said or asked for."""

    def __init__(self, context: "BrowserContext", url: str, size: dict[str, int] = PHONE) -> None:
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page: Page = context.new_page()
        self.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(url)

    def shows(self, text: str, within: str = "main") -> None:
        """Wait until a text is on the page."""
        self.page.locator(within).filter(has_text=text).first.wait_for(timeout=PATIENCE)

    def totals(self) -> list[str]:
        return self.page.locator("#result .total").all_inner_texts()


def test_two_pages_follow_a_game_that_is_recorded_corrected_undone_and_finished(
    new_game: Path, context: "BrowserContext"
) -> None:
    with serving(new_game.parent) as served:
        phone, board = Screen(context, served.url), Screen(context, f"{served.url}board", TELEVISION)
        screens, delays = (phone, board), []
        for words, totals, expected in (
            ("add we n2 m1 o t325 they n1 t105 h30", ["1,725", "575"], "Hand 2 is next."),
            ("fix 1 they t205", ["1,725", "675"], "Hand 2 is next."),
            ("undo", ["1,725", "575"], "Hand 2 is next."),
            ("redo", ["1,725", "675"], "Hand 2 is next."),
            ("add --anyway we base=-300 count=-5 they base=1000", ["1,420", "1,675"], "Hand 3 is next."),
            ("void 2", ["1,725", "675"], "Hand 3 is next."),
            ("add --anyway we base=7000 they base=5", ["8,725", "680"], "Ann & Bob won"),
        ):
            run_ok(*words.split())
            recorded = time.monotonic()
            for screen in screens:
                for side, total in enumerate(totals):
                    screen.shows(total, f"#result li:nth-child({side + 1})")
                screen.shows(expected)
            delays.append(time.monotonic() - recorded)
            assert [screen.totals() for screen in screens] == [totals, totals]
        assert median(delays) < 1
        assert phone.page.locator("#sheets details").count() == 3
        assert phone.page.title() == board.page.title() != ""
        for screen in screens:
            assert screen.said == []
            assert all(url.startswith((served.url, "data:")) for url in screen.asked)
            assert [url for url in screen.asked if "page?" in url or url == served.url] in ([served.url], [])


def test_a_page_that_followed_is_the_page_as_it_is_loaded(new_game: Path, context: "BrowserContext") -> None:
    with serving(new_game.parent) as served:
        followed, heard = Screen(context, served.url), ""
        for words in (
            "add we n2 m1 o t325 they n1 t105 h30",
            "add we n1 t325 they n1 o t205 open-aces=1",  # penalties have a column of their own
            "fix 1 they t205",
            "void 1",
            "rename they Zoe",
            "undo",
            "undo",
        ):
            run_ok(*words.split())
            news = "document.getElementById('news').textContent"
            followed.page.wait_for_function(f"heard => {news} != heard", arg=heard, timeout=PATIENCE)
            heard = followed.page.evaluate(news)
            loaded = Screen(context, served.url)
            assert followed.page.locator("main").inner_text() == loaded.page.locator("main").inner_text()
            loaded.page.close()
        assert followed.page.locator("#row-1-1").count() == 1
        assert followed.said == []


def test_what_is_open_stays_open_and_what_has_the_focus_keeps_it(new_game: Path, context: "BrowserContext") -> None:
    run_ok(*"add we n2 m1 o t325 they n1 t105 h30".split())
    run_ok(*"add we n1 t325 they n1 o t205".split())
    with serving(new_game.parent) as served:
        screen = Screen(context, served.url)
        screen.page.locator("#row-1-0 summary").click()
        run_ok(*"fix 1 they t205".split())
        screen.shows("Corrected", "#row-1-0")
        assert screen.page.locator("#row-1-0[open]").count() == 1
        assert screen.page.locator("#row-1-1[open]").count() == 0
        assert screen.page.evaluate("document.activeElement.closest('details').id") == "row-1-0"
        run_ok("undo")
        run_ok("void", "2")
        run_ok("undo")
        run_ok("undo")
        screen.page.locator("#row-1-1").wait_for(state="detached", timeout=PATIENCE)
        assert screen.page.locator("#row-1-0[open]").count() == 1
        assert screen.said == []


def test_a_change_is_announced_politely(new_game: Path, context: "BrowserContext") -> None:
    with serving(new_game.parent) as served:
        screen = Screen(context, served.url)
        region = screen.page.get_by_role("status")
        assert region.get_attribute("aria-live") == "polite"
        run_ok(*"add we n2 m1 o t325 they n1 t105 h30".split())
        region.filter(has_text=re.compile(r"Hand 1 .*Ann & Bob 1,725.*Cy & Di 575")).wait_for(
            timeout=PATIENCE, state="attached"
        )


def test_a_killed_server_is_noticed_and_one_that_is_back_is_found(new_game: Path, context: "BrowserContext") -> None:
    with serving(new_game.parent) as served:
        port = str(served.place[1])
        screen = Screen(context, served.url)
        screen.shows("Hand 1 is next.")
        served.process.kill()
        screen.shows("Not up to date", "#connection")
    run_ok(*"add we n2 m1 o t325 they n1 t105 h30".split())
    with serving(new_game.parent, "--port", port):
        screen.shows("1,725")
        screen.page.locator("#connection").filter(has_text=re.compile("^$")).wait_for(
            state="attached", timeout=PATIENCE
        )


def test_a_page_that_was_left_open_becomes_that_of_the_event_at_its_port(
    new_game: Path, context: "BrowserContext"
) -> None:
    with serving(new_game.parent) as served:
        page = context.new_page()
        page.goto(served.url)
        port = str(served.place[1])
    run_ok("event", "new", "Club day")
    run_ok("event", "pair", "Ann & Bob", "Cy & Di")
    run_ok("event", "draw")
    with serving(new_game.parent, "event.toml", "--port", port) as served:
        page.get_by_role("heading", name="Club day").wait_for()
        page.locator("#clock").wait_for()
        fresh = context.new_page()
        fresh.goto(served.url)
        assert page.locator("main > *").count() == fresh.locator("main > *").count()


def test_a_broken_file_keeps_the_score_on_the_screen(new_game: Path, context: "BrowserContext") -> None:
    run_ok(*"add we n2 m1 o t325 they n1 t105 h30".split())
    with serving(new_game.parent) as served:
        screen = Screen(context, served.url)
        whole = new_game.read_bytes()
        new_game.write_bytes(b"format = 1\n[")
        screen.shows("mistake", "#trouble")
        assert screen.totals() == ["1,725", "575"]
        new_game.unlink()
        screen.shows("gone", "#trouble")
        new_game.write_bytes(whole)
        screen.page.locator("#trouble").wait_for(state="hidden", timeout=PATIENCE)
        assert screen.totals() == ["1,725", "575"]


def test_a_television_shows_the_board_after_a_restart_with_it(new_game: Path, context: "BrowserContext") -> None:
    with serving(new_game.parent) as served:
        screen, port = Screen(context, served.url, TELEVISION), f"{served.place[1]}"
    with serving(new_game.parent, "--board", "--port", port):
        screen.page.locator("body[data-stream='board.events']").wait_for(state="attached", timeout=PATIENCE)
    with serving(new_game.parent, "--board", "--port", port):
        screen.page.evaluate("window.isSame = true")
        with screen.page.expect_response(served.url, timeout=PATIENCE):
            pass  # it is asked which view is there, and nothing is loaded again
        screen.page.wait_for_timeout(1000)
        assert screen.page.evaluate("window.isSame")


def test_without_scripts_the_page_shows_the_score_and_says_that_it_stays(new_game: Path, browser: "Browser") -> None:
    run_ok(*"add we n2 m1 o t325 they n1 t105 h30".split())
    context = browser.new_context(java_script_enabled=False)
    with serving(new_game.parent) as served:
        for path in ("", "board"):
            page = context.new_page()
            page.goto(served.url + path)
            assert page.locator("#result .total").all_inner_texts() == ["1,725", "575"]
            assert "Reload" in page.locator("noscript").inner_text()
    context.close()


def test_hostile_names_do_nothing(game_folder: Path, context: "BrowserContext") -> None:
    run_ok("new", "--we", "<script>alert(1)</script>", "--they", '"><img src=x onerror=alert(2)>')
    with serving(game_folder) as served:
        screens = [Screen(context, served.url + path) for path in ("", "board")]
        run_ok("add", "--anyway", "we", "base=5", "they", "base=10")
        for screen in screens:
            screen.shows("10", "#result li:nth-child(2) .total")
            assert screen.said == []
            assert screen.page.locator("#result bdi").first.inner_text() == "<script>alert(1)</script>"


def test_the_policy_stops_a_script_that_somebody_got_into_the_page(new_game: Path, context: "BrowserContext") -> None:
    with serving(new_game.parent) as served:
        screen = Screen(context, served.url)
        screen.page.evaluate(
            "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"document.title=1\">')"
        )
        screen.page.evaluate(
            "document.body.append(Object.assign(document.createElement('script'), {text: 'stolen = 1'}))"
        )
        screen.page.wait_for_timeout(200)
        assert any("Content Security Policy" in said for said in screen.said)
        assert screen.page.evaluate("typeof stolen") == "undefined"
        assert screen.page.title() != "1"
        with pytest.raises(Exception, match="Failed to fetch"):
            screen.page.evaluate("fetch('http://localhost:1/')")


def test_every_word_stands_out(ten_hands: Path, browser: "Browser") -> None:
    contexts = [browser.new_context(color_scheme=scheme, reduced_motion="reduce") for scheme in SCHEMES]
    with serving(ten_hands.parent) as served:
        screens = [
            Screen(context, served.url + path, size)
            for context in contexts
            for path, size in (("", PHONE), ("board", TELEVISION))
        ]
        run_ok("undo")
        for screen in screens:
            screen.shows("Hand 10 is next.")
        (ten_hands).write_text("")
        for screen in screens:
            screen.page.locator("#trouble").wait_for(timeout=PATIENCE)
            assert find_weak_texts(screen.page) == []
    for context in contexts:
        context.close()


@pytest.mark.parametrize(("motion", "least", "most"), [("reduce", 0, 0), ("no-preference", 2, 99)])
def test_less_motion_is_no_motion(
    ten_hands: Path, browser: "Browser", motion: Literal["reduce", "no-preference"], least: int, most: int
) -> None:
    context = browser.new_context(reduced_motion=motion)
    with serving(ten_hands.parent) as served:
        screen = Screen(context, served.url)
        run_ok("undo")
        screen.page.locator("#result.changed").wait_for(timeout=PATIENCE)
        assert least <= screen.page.evaluate("document.getAnimations().length") <= most
    context.close()


class TestBoard:
    """The board is read from five meters: nothing is small, and nothing is cut off."""

    def open(self, context: "BrowserContext", served: Served) -> "Page":
        return Screen(context, f"{served.url}board", TELEVISION).page

    @pytest.mark.parametrize("sides", [2, 3, 4, 6, 8])
    def test_all_sides_fit_in_large_type(self, game_folder: Path, context: "BrowserContext", sides: int) -> None:
        names = dict(zip((f"side{number}" for number in range(sides)), long_names(8), strict=False))
        run_ok("new", *[word for side, name in names.items() for word in ("--side", f"{side}={name}")])
        for hand in range(3):
            run_ok("add", "--anyway", *[word for side in names for word in (side, f"base={hand * 700 - 300}")])
        with serving(game_folder) as served:
            for width, height in ((768, 1024), (1920, 1080), (3840, 2160)):
                page = Screen(context, f"{served.url}board", {"width": width, "height": height}).page
                assert page.locator("#result bdi").all_inner_texts() == [*names.values()]
                assert page.locator("#result *").evaluate_all(WIDER_THAN_ITS_PLACE) == []
                parts = page.locator("header, header *, #result li, #result li *, .chart text")
                assert (width, parts.evaluate_all(CUT_OFF)) == (width, [])
                assert page.locator("#result li").evaluate_all(OVERLAPS) == []
                smallest = SMALLEST_ON_THE_BOARD * height / 1080 if width > height else 20
                assert page.locator("h1, #result *").evaluate_all(SMALL, smallest * (1 if sides < 8 else 0.75)) == []
                assert all("-" in total or "," in total for total in page.locator(".total").all_inner_texts())

    def test_totals_are_twice_as_high_as_everything_else(self, ten_hands: Path, context: "BrowserContext") -> None:
        with serving(ten_hands.parent) as served:
            page = self.open(context, served)
            sizes = page.locator("main *").evaluate_all(
                "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
            )
            total = page.locator(".total").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
            assert total == max(sizes)
            assert total >= 140

    def test_before_the_first_hand_and_after_the_last_it_fits_too(
        self, new_game: Path, context: "BrowserContext"
    ) -> None:
        with serving(new_game.parent) as served:
            page = self.open(context, served)
            assert page.locator("header, #result li *").evaluate_all(CUT_OFF) == []
            run_ok("add", "--anyway", "we", "base=1008500", "they", "base=-1002345")
            page.locator(".won").wait_for(timeout=PATIENCE)
            page.wait_for_timeout(200)
            assert page.locator(".rank").all_inner_texts() == ["1", "2"]
            assert page.locator("#race, .code").evaluate_all("all => all.filter(one => one.clientWidth)") == []
            assert page.locator("header, #result li *").evaluate_all(CUT_OFF) == []


def find_rows_of_sheet(page: "Page", size: tuple[int, int]) -> list[str]:
    """Return the rows of the sheet that the board shows, which must be whole and large."""
    width, height = size
    smallest = 2 * min(width, height * 16 / 9) / 100 if width > height else 2 * min(2 * width, 1.5 * height) / 100
    shown = page.locator(".sheet:visible")
    assert (size, shown.count()) == (size, 1)
    assert (size, page.locator(".top *, h2:visible, .sheet:visible *").evaluate_all(CUT_OFF)) == (size, [])
    assert (size, shown.locator("td, th").evaluate_all(WIDER_THAN_ITS_PLACE)) == (size, [])
    assert (size, page.locator("main *").evaluate_all(SMALL, smallest - 0.5)) == (size, [])
    assert shown.locator("thead").count() == shown.locator("table").count()
    return list[str](shown.locator("tbody tr").evaluate_all(TEXTS))


class TestEvent:
    """An event on phones and on the board: ranks and seats follow, the clock counts down, the board turns its pages."""

    @pytest.fixture
    def event(self, game_folder: Path) -> Path:
        run_ok("event", "new", "Thanksgiving Canasta", "--minutes", "50")
        run_ok("event", "pair", *(f"Player {number} & Partner {number}" for number in range(1, 26)))
        run_ok("event", "draw", "--seed", "1")
        return game_folder

    def test_slips_and_the_clock_arrive(self, event: Path, context: "BrowserContext") -> None:
        play_game(1)
        with serving(event) as served:
            phone, board = Screen(context, served.url), Screen(context, f"{served.url}board", TELEVISION)
            run_ok("event", "clock", "start")
            for screen in (phone, board):
                screen.page.locator(".time").filter(has_text=re.compile(r"^(50:00|49:5\d)$")).wait_for(timeout=PATIENCE)
                before = screen.page.locator(".time").inner_text()
                screen.page.locator(".time").filter(has_not_text=before).wait_for(timeout=PATIENCE)
            phone.page.locator("#pair-1 summary").click()
            run_ok("event", "fix", "1", "1", "9005", "75", "--why", "misread")
            phone.shows("9,005", "#standings")
            board.page.locator("#leaves").filter(has_text="9,005").wait_for(state="attached", timeout=PATIENCE)
            assert phone.page.locator("#pair-1[open]").count() == 1
            assert phone.said == board.said == []

    def test_a_phone_keeps_its_pair_on_top(self, event: Path, context: "BrowserContext") -> None:
        with serving(event) as served:
            phone = Screen(context, served.url)
            assert phone.page.locator("#own-line details").count() == 0
            phone.page.select_option("#own-pair", "7")
            phone.shows("Game 1: table", "#own-line")
            phone.page.reload()
            phone.shows("Game 1: table", "#own-line")
            play_game(1)
            phone.shows("Game 2: table", "#own-line")
            assert phone.page.locator("#own-pair").input_value() == "7"
            tops = phone.page.locator("#clock, #pair, #seats, #standings, #rules").evaluate_all(
                "all => all.map(one => one.getBoundingClientRect().top)"
            )
            assert tops == sorted(tops)
            assert phone.page.locator("#rules[open]").count() == 0
            assert phone.said == []

    def test_every_row_is_shown_once_in_a_turn_whole_and_large(
        self, game_folder: Path, context: "BrowserContext"
    ) -> None:
        day = Day()
        day.record(EventEntryKind.PAIRS, names=tuple(long_names(37)))
        day.draw()
        day.play(1, *((5005 - 100 * table, 1000 + 5 * table) for table in range(1, 19)))
        (game_folder / "event.toml").write_bytes(day.text())
        with serving(game_folder) as served:
            for size in ((768, 1024), (1024, 768), (1080, 1920), (1920, 1080), (3840, 2160)):
                page, rows = context.new_page(), list[str]()
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.route("**/board.events*", lambda route: route.abort())  # which would tell the real time
                page.clock.install(time=0)
                page.goto(f"{served.url}board")
                page.locator("#connection").filter(has_text="Not up to date").wait_for(timeout=PATIENCE)
                page.wait_for_timeout(200)  # the rows are set anew below these words
                page.clock.pause_at(60)  # seconds; from here on, a slow machine passes over no sheet
                for _ in range(page.locator(".sheet").count()):
                    page.clock.run_for(10_000)
                    rows += find_rows_of_sheet(page, size)
                everything = page.locator(".leaf > table tbody tr").evaluate_all(TEXTS)
                assert len(everything) == 37 + 18 + 1
                assert (size, sorted(rows)) == (size, sorted(everything))
                page.close()

    def test_names_are_whole_where_one_sheet_has_room_for_them(
        self, game_folder: Path, context: "BrowserContext"
    ) -> None:
        day = Day(12)
        day.draw()
        (game_folder / "event.toml").write_bytes(day.text())
        with serving(game_folder) as served:
            page = Screen(context, f"{served.url}board", {"width": 1280, "height": 720}).page
            size = page.locator(".sheet table").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
            rows = page.locator(".sheet tbody tr").evaluate_all("all => all.map(one => one.offsetHeight)")
        assert len(rows) == 6
        assert max(rows) < 2.2 * size
        assert size >= 40

    def test_before_game_1_the_board_leads_phones_to_the_page(self, event: Path, context: "BrowserContext") -> None:
        with serving(event, "--lan") as served:
            page = Screen(context, f"{served.url}board", TELEVISION).page
            assert page.locator(".code svg").evaluate("code => code.getBoundingClientRect().width") > 400
            assert page.locator(".code, .code *").evaluate_all(CUT_OFF) == []
            play_game(1)
            page.locator(".code").wait_for(state="hidden", timeout=PATIENCE)
        with serving(event) as served:  # no phone reaches this address
            assert Screen(context, f"{served.url}board", TELEVISION).page.locator(".code").count() == 0

    def test_the_warning_and_the_bell_cover_the_board_and_ring(self, event: Path, context: "BrowserContext") -> None:
        run_ok("event", "clock", "start")
        with serving(event) as served:
            page = context.new_page()
            page.add_init_script(COUNT_TONES)
            page.route("**/board.events*", lambda route: route.abort())
            now = time.time()
            page.clock.install(time=now)
            page.clock.pause_at(now + 5)  # from here on, the time of a slow machine does not count
            page.goto(f"{served.url}board")
            page.locator("#sound").click()
            seen = []
            for minutes in (39, 1, 1, 9, 2):
                page.clock.fast_forward((minutes - 1) * 60_000)
                page.clock.run_for(60_000)
                covered = page.locator(".is-loud").count() and page.locator(".is-loud").bounding_box()
                seen.append((bool(covered), page.evaluate("tones")))
            # One tone answers the tap, the warning rings once and the bell three times.
            assert seen == [(False, 1), (True, 2), (False, 2), (True, 5), (False, 5)]
            assert page.locator(".is-over .bell").is_visible()

    def test_every_word_stands_out(self, event: Path, browser: "Browser") -> None:
        run_ok("event", "slip", "1", "1", "-145", "2075")
        with serving(event) as served:
            for scheme in SCHEMES:
                context = browser.new_context(color_scheme=scheme)
                for path in ("", "board"):
                    assert find_weak_texts(Screen(context, served.url + path).page) == []
                context.close()


def test_the_page_fits_its_screen(ten_hands: Path, context: "BrowserContext") -> None:
    with serving(ten_hands.parent) as served:
        for width in (320, 390, 768, 1280):
            page = Screen(context, served.url, {"width": width, "height": 844}).page
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            total = page.locator("#result .total").first
            assert total.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 40


def test_the_signatures_are_for_paper_alone(context: "BrowserContext") -> None:
    with serving(TEN_HANDS.parent, TEN_HANDS.name) as served:
        assert Screen(context, served.url).page.locator(".signature").count() == 0
