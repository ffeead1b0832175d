"""The page of a game, in a real browser: it says what `show --json` says, to everybody, and does nothing else."""

import re
import shlex
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, cast

import pytest
from support.browser import Scheme, Window
from support.command_line import run
from support.contrast import Color, contrast, cover, luminance, parse_browser_color, parse_hex_color
from support.paths import ROOT, TEN_HANDS
from support.randomness import is_night

from canasta_score.game.entries import LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.report.html.page import build_page_sheet, render_page, split_into_bands
from canasta_score.report.json import build_explanation_json, build_sheet_json

if TYPE_CHECKING:  # a quarter of a second, also where these tests are left out
    from playwright.sync_api import Browser, FloatRect, Page

pytestmark = pytest.mark.end_to_end

REPORT = ROOT / "canasta_score" / "report"
SIDES = {
    "ann": "Ann",
    "bob": "Bob",
    "cyr": "Cyrus",
    "dia": "Diana",
    "eve": "Eve",
    "flo": "Flora",
    "gus": "Gus",
    "hal": "Hal",
}
PAIRS = {"we": "Ann & Bob", "they": "Cy & Di"}
HOSTILE = {
    "ann": "<script>alert(1)</script>",
    "bob": '"><img src=x onerror=alert(2)>',
    "cyr": "{{ 7*7 }}{% x %}</style>",
    "dia": "=1+1",
    "eve": "آمنة & بدر 7",
    "flo": "👩\u200d👩\u200d👧 Zoë",
}
LONG_NAMES = ("Bartholomew & Christopher Montgomery-Smith", "آمنة & بدر", "王小明和李小龙")
LONG = {"we": "W" * 60, "they": "<" + "x" * 59}
SMALLEST = 12  # pixels of text on a phone
CELLS = """
sheets => Object.fromEntries(sheets.flatMap(sheet => {
    const bare = one => [...one.childNodes].filter(node => node.nodeType == 3).map(node => node.data.trim()).join('')
    const rows = [...sheet.querySelectorAll('.row:has(.side)')]
    return [...sheet.querySelectorAll('.heads .name')].map((name, place) => [name.innerText, rows.map(row => [
        bare(row.querySelector('.hand')),
        Object.fromEntries([...row.querySelectorAll('.side')[place].querySelectorAll(':scope > :not(.aloud)')]
            .map(cell => [cell.classList[0], bare(cell)])),
    ])])
}))
"""
CARDS = """
cards => cards.map(card => ({
    name: card.querySelector('bdi').innerText,
    total: card.querySelector('.total').innerText,
    needs: card.querySelector('.needs')?.innerText,
    all: card.innerText,
}))
"""
FOLDED = """
all => all.map(one => [...one.querySelectorAll('tbody')].map(body => [...body.rows].map(row => [
    row.cells[0].firstChild.data.trim(), row.cells[1].textContent, row.cells[2].textContent,
    row.cells[0].querySelector('small')?.textContent ?? '',
])))
"""
# Of every text on the drawing: the boxes of its lines, a little smaller; and each part of the lines of the sides.
DRAWN = """
chart => {
    const texts = [...chart.querySelectorAll('tspan, .numbers text, .end b, .end bdi')].flatMap((one, number) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        const seen = one.closest('p')?.getBoundingClientRect().bottom ?? Infinity  // a long name is cut below
        return [...range.getClientRects()].filter(box => box.width > 1 && box.top + 4 < seen)
            .map(box => [box.left + 1, box.top + 2, box.right - 1, Math.min(box.bottom, seen) - 2, number])
    })
    const lines = [...chart.querySelectorAll('polyline')].flatMap(line => {
        const places = [...line.points].map(point => {
            const seen = point.matrixTransform(line.getScreenCTM())
            return [seen.x, seen.y]
        })
        return places.slice(1).map((place, at) => [...places[at], ...place])
    })
    return [texts, lines]
}
"""
SMALL = """
smallest => [...document.querySelectorAll('main *, svg text')].filter(one =>
    [...one.childNodes].some(child => child.nodeType == 3 && child.data.trim())
    && one.getBoundingClientRect().width > 1
    && parseFloat(getComputedStyle(one).fontSize) < smallest).map(one => one.outerHTML)
"""
COLORS = """
selectors => selectors.map(selector => {
    const one = document.querySelector(selector)
    let behind = one
    while (getComputedStyle(behind).backgroundColor == 'rgba(0, 0, 0, 0)') behind = behind.parentElement
    const style = getComputedStyle(one)
    return [one instanceof SVGElement ? style.fill : style.color, getComputedStyle(behind).backgroundColor]
})
"""
# How many lines the text of each cell takes; and labels less than 3 pixels from the one before.
LINES = """
cells => cells.map(cell => {
    const range = document.createRange()
    range.selectNodeContents(cell.lastChild ?? cell)
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size
})
"""
GAPS = """
rows => rows.flatMap(row => {
    const boxes = [...row.children].filter(cell => cell.checkVisibility() && cell.innerText).map(cell => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return range.getBoundingClientRect()
    })
    return boxes.filter((box, place) => place && box.left < boxes[place - 1].right + 3).map(box => box.left)
})
"""
HEADINGS = "all => all.map(one => Number(one.tagName[1]))"


def played(folder: Path, names: dict[str, str], *commands: str | Sequence[str]) -> Ledger:
    """Play a game: its sides, what else is said when it begins, then command after command."""
    sides = [word for side, name in names.items() for word in ("--side", f"{side}={name}")]
    begun, *others = [shlex.split(command) if isinstance(command, str) else command for command in commands]
    for words in (["new", *sides, *begun], *others):
        done = run(*words)
        assert done.code == 0, done.err
    return read_ledger(folder / "canasta.toml")


def hands(names: dict[str, str], number: int) -> Iterator[str]:
    """Yield hands in which the sides differ, some of them with penalties."""
    for hand in range(number):
        told = (
            f"{side} base={(hand + 2 * place) % 7 * 300} count={(hand * 7 + place * 5) % 90 * 5 - 150}"
            + (" open-sevens" if (hand + place) % 5 == 0 else "")
            for place, side in enumerate(names)
        )
        yield f"add --anyway {' '.join(told)}"


def twelve_hands(folder: Path, sides: int, target: int = 60000) -> Ledger:
    """Play as much as a sheet of paper holds, with totals brought forward, house rules, a struck hand and notes."""
    names = PAIRS if sides == 2 else dict(list(SIDES.items())[:sides])
    first = next(iter(names))
    house = f"--set game.target={target} --set bonuses.out.points=200 --set penalties.open-sevens.points=1500"
    return played(
        folder,
        names,
        f"--start {first}=-500 {house}",
        *hands(names, 13),
        "void 5",
        f"fix 2 --anyway {first} count=25 --why 'two kings counted twice'",
        "note 'The lights went out in the fourth hand'",
        "note --hand 3 'a card lay under the table'",
    )


def written(ledger: Ledger, folder: Path) -> Path:
    """Write the page of a game to a file."""
    file = folder / "game.html"
    file.write_text(render_page(ledger), "utf-8")
    return file


def boxes(document: "Page", selector: str) -> list["FloatRect"]:
    return [cast("FloatRect", found.bounding_box()) for found in document.locator(selector).all()]


def overlap(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether two boxes, each with its left, top, right, bottom and text, are on each other."""
    return one[4] != other[4] and one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def crosses(box: Sequence[float], line: Sequence[float]) -> bool:
    """Return whether a line from one place to another goes through a box."""
    left, top, right, bottom, _ = box
    x, y, last_x, last_y = line
    first, last = 0.0, 1.0  # the part of the line that is in the box
    for place, step, least, most in ((x, last_x - x, left, right), (y, last_y - y, top, bottom)):
        if step:
            ends = sorted(((least - place) / step, (most - place) / step))
            first, last = max(first, ends[0]), min(last, ends[1])
        elif not least < place < most:
            return False
    return first < last


def random_game(folder: Path, chance: Random) -> Ledger:
    """Play a game of any number of sides, with short and long names, far below zero or far above the target."""
    sides = dict(list(SIDES.items())[: chance.choice((2, 2, 3, 4, 6, 8))])
    names = {side: chance.choice((name, *(f"{long} {name}" for long in LONG_NAMES))) for side, name in sides.items()}
    variant = chance.choice(("nvso", "classic", "brazilian", "catawba", "wca"))
    low, high = chance.choice(((-300, 1500), (-2000, 800), (0, 200), (0, 6000)))
    plays = [
        ["add", "--anyway", *(word for side in sides for word in (side, f"base={chance.randrange(low, high, 100)}"))]
        for _ in range(chance.choice((1, 2, 7, 12, 25)))
    ]
    (folder / "canasta.toml").unlink(missing_ok=True)
    return played(folder, names, f"-v {variant}", *plays)


def points(text: str) -> int:
    return int(text.replace(",", ""))


def figures_of(text: dict[str, str]) -> dict[str, int | None]:
    return {label: points(shown) if shown else None for label, shown in text.items()}


def assert_sheet(sheet: dict[str, Any], game: dict[str, Any]) -> None:
    """Compare the sheet with the hands of `show --json`, number by number."""
    for side, of_side in game["sides"].items():
        rows = [row for row in sheet[of_side["name"]] if row[0] not in {"Start", "Adj."}]
        assert [number for number, _ in rows] == [str(hand["hand"]) for hand in game["hands"]]
        for hand, (_, texts) in zip(game["hands"], rows, strict=True):
            shown = figures_of(texts)
            needs = shown.pop("needs")
            told = {label: number for label, number in hand["sides"][side].items() if label != "facts"}
            assert {label: number or 0 for label, number in ({"penalties": 0} | shown).items()} == told
            assert game["over"] or needs is not None
        assert needs == (None if game["over"] else of_side["needs"])


def assert_results(document: "Page", game: dict[str, Any]) -> None:
    """Compare the standing with that of `show --json`."""
    cards = document.locator(".standing li").evaluate_all(CARDS)
    for card, (side, of_side) in zip(cards, game["sides"].items(), strict=True):
        assert (card["name"], points(card["total"])) == (of_side["name"], of_side["total"])
        assert ("Winner" in card["all"]) == (side == game["winner"])
        assert game["over"] or points(card["needs"]) == of_side["needs"]


def assert_explained(document: "Page", ledger: Ledger) -> None:
    """Compare what is folded under each hand with `explain --json`."""
    for hand, tables in zip(ledger.hands, document.locator("details").evaluate_all(FOLDED), strict=True):
        told = cast("dict[str, Any]", build_explanation_json(ledger, hand)["sides"])
        for rows, of_side in zip(tables, told.values(), strict=True):
            lines = [[label, points(told), points(given), rule] for label, told, given, rule in rows if told]
            assert sorted(lines) == sorted(
                [line["label"], line["quantity"], line["points"], line["rule"]] for line in of_side["lines"]
            )
            assert points(rows[-1][2]) == of_side["total"]


class TestAgreement:
    """Every number of the page is that of `show --json`."""

    def test_ten_hands_agree_in_every_number(self, window: Window, tmp_path: Path) -> None:
        ledger = read_ledger(TEN_HANDS)
        game = build_sheet_json(ledger)
        with window.showing(written(ledger, tmp_path), width=1280) as document:
            assert_sheet(document.locator(".sheet").evaluate_all(CELLS), game)
            assert_results(document, game)
            assert_explained(document, ledger)
            assert document.locator(".outcome").inner_text() == "Ann & Bob won in hand 10: 9,810 to 8,665."
            assert document.locator("header time").get_attribute("datetime") == "2026-11-21"
            assert document.locator(".footnote").all_inner_texts() == [
                "* corrected § special hand",
                "Next need: what a side must meld, after this hand, to open the next one.",
                "Special hand: pairs in hand 7 (Cy & Di).",
            ]
            assert document.locator("h3:has(.mark)").all_text_contents() == [
                "Hand 2*, corrected",
                "Hand 6*, corrected",
                "Hand 7§, special hand",
            ]

    @pytest.mark.parametrize("sides", [2, 8])
    def test_a_game_that_goes_on_agrees_too(self, window: Window, game_folder: Path, sides: int) -> None:
        names = dict(list(SIDES.items())[:sides])
        ledger = played(
            game_folder, names, "--start ann=2995 --start bob=-145", *hands(names, 3), "void 2", "note 'late'"
        )
        game = build_sheet_json(ledger)
        with window.showing(written(ledger, game_folder), width=375) as document:
            sheet = document.locator(".sheet").evaluate_all(CELLS)
            assert_sheet(sheet, game)
            assert_results(document, game)
            assert [sheet[name][0][1]["running"] for name in ("Ann", "Bob")] == ["2,995", "-145"]
            assert [sheet[name][0][1]["needs"] for name in ("Ann", "Bob")] == ["125", "125"]
            assert {*document.locator(".canceled h3").all_text_contents()} == {"Hand 2 canceled"}
            assert document.locator(".notes li").all_inner_texts() == ["late"]

    def test_after_the_end_nothing_is_needed(self, window: Window, game_folder: Path) -> None:
        ledger = played(game_folder, PAIRS, "", "add we base=8500", "add --anyway they base=9000 count=5")
        with window.showing(written(ledger, game_folder)) as document:
            sheet = document.locator(".sheet").evaluate_all(CELLS)
            assert {row["needs"] for rows in sheet.values() for _, row in rows} == {""}
            said = document.locator(".outcome").inner_text()
            assert (
                said
                == "Ann & Bob won in hand 1: 8,500 to 0. The standing includes 1 hand recorded after the game ended."
            )

    def test_the_race_is_told_to_who_cannot_see_it(self, window: Window, game_folder: Path) -> None:
        ledger = played(game_folder, PAIRS, "", "add we base=300 they base=100", "add they base=800")
        with window.showing(written(ledger, game_folder)) as document:
            said = (
                "The race: running totals after each hand After 2 hands: Ann & Bob 300 and Cy & Di 900. "
                "Ann & Bob led after 1 of 2 hands and Cy & Di led after 1 of 2 hands. "
                "The biggest lead was 600, by Cy & Di after hand 2."
            )
            assert document.get_by_role("img", name=said, exact=True).count() == 1
            ends = document.locator(".marks use:last-child title").all_text_contents()
            assert ends == ["Ann & Bob, Hand 2: 300", "Cy & Di, Hand 2: 900"]
            labels = document.locator(".chart .labels text").all_text_contents()
            assert labels == ["needs 125", "3,000", "0", "1,000", "2,000"]

    def test_no_text_of_the_race_is_on_a_line_or_on_another_text(self, window: Window, game_folder: Path) -> None:
        for seed in range(200 if is_night() else 15):  # two seconds each
            with window.showing(written(random_game(game_folder, Random(seed)), game_folder)) as document:
                for width in (320, 375, 768, 1280, 1920):
                    document.set_viewport_size({"width": width, "height": 800})
                    texts, lines = document.locator(".chart").evaluate(DRAWN)
                    assert len(texts) > 4
                    assert (seed, width, [pair for pair in combinations(texts, 2) if overlap(*pair)]) == (
                        seed,
                        width,
                        [],
                    )
                    assert (seed, width, [pair for pair in product(texts, lines) if crosses(*pair)]) == (
                        seed,
                        width,
                        [],
                    )
                    assert document.evaluate("document.documentElement.scrollWidth") <= width

    def test_before_the_first_hand_there_is_no_race(self, window: Window, game_folder: Path) -> None:
        ledger = played(game_folder, PAIRS, "")
        with window.showing(written(ledger, game_folder)) as document:
            assert document.locator(".chart, .sheet").count() == 0
            assert document.get_by_text("The race starts with the first hand.").is_visible()
            assert_results(document, build_sheet_json(ledger))

    def test_a_need_that_goes_by_the_hand_stands_behind_the_hand_before(self, game_folder: Path) -> None:
        plays = ["add ann base=500", "add bob base=300", "void 1", "add ann base=100"]
        bands = build_page_sheet(played(game_folder, {"ann": "Ann", "bob": "Bob"}, "-v catawba --start ann=5", *plays))[
            "bands"
        ]
        needs = [(row.label, [of_side[-1] for of_side in row.sides]) for row in bands[0]["rows"] if row.sides]
        # Hand 2 was played for 90, hand 3 for the 50 of the canceled one.
        assert needs == [("Start", ["90", "90"]), ("2", ["50", "50"]), ("3", ["120", "120"])]

    @pytest.mark.parametrize(
        ("sides", "beside"), [(2, [2]), (3, [3]), (4, [2, 2]), (5, [3, 2]), (6, [3, 3]), (8, [3, 3, 2])]
    )
    def test_no_more_than_three_sides_stand_beside_each_other(self, sides: int, beside: list[int]) -> None:
        assert [len(band) for band in split_into_bands(sides)] == beside

    def test_the_same_ledger_gives_the_same_page(self) -> None:
        assert render_page(read_ledger(TEN_HANDS)) == render_page(read_ledger(TEN_HANDS))


class TestHarm:
    """Whatever stands in a ledger is shown, and nothing of it is obeyed."""

    def test_hostile_words_are_shown_as_they_are(self, window: Window, game_folder: Path) -> None:
        notes = ["<script>alert(3)</script></style><b>x", "{{ 7*7 }}", "مرحبا 12 بالعالم"]
        ledger = played(
            game_folder, HOSTILE, "", *hands(HOSTILE, 2), *(["note", "--hand", "1", words] for words in notes)
        )
        names = [*HOSTILE.values()]
        with window.showing(written(ledger, game_folder), width=375) as document:
            assert_sheet_of_hostile(document, names)
            assert document.locator(".notes bdi").all_inner_texts() == notes
            assert document.evaluate("document.scripts.length + document.images.length") == 0
            assert document.locator("b:has-text('x')").count() == 0
            assert all(name in document.title() for name in names)
            assert document.evaluate("document.documentElement.scrollWidth") <= 375

    def test_no_escape_sequence_gets_as_far_as_the_page(self, game_folder: Path) -> None:
        played(game_folder, PAIRS, "")
        ledger = game_folder / "canasta.toml"
        ledger.write_text(ledger.read_text().replace("Ann & Bob", r"\u001b[31mAnn"))
        with pytest.raises(LedgerError, match="cannot be shown"):
            read_ledger(ledger)

    def test_a_figure_beside_an_arabic_name_stays_on_its_side(self, window: Window, game_folder: Path) -> None:
        names = {"we": "آمنة & بدر", "they": "Di"}
        ledger = played(game_folder, names, "", "add we base=8500")
        with window.showing(written(ledger, game_folder)) as document:
            said = document.locator(".outcome").inner_text()
            assert said == "\u2068آمنة & بدر\u2069 won in hand 1: 8,500 to 0."
            row = document.locator(".row").first
            boxes = [row.locator(part).first.bounding_box() for part in (".hand", ".total", ".running")]
            assert [box["x"] for box in boxes if box] == sorted(box["x"] for box in boxes if box)

    def test_the_page_allows_its_own_style_and_nothing_else(self, window: Window, tmp_path: Path) -> None:
        file = written(read_ledger(TEN_HANDS), tmp_path)
        allowed = re.search(r'Content-Security-Policy" content="([^"]*)"', file.read_text())
        assert allowed
        assert re.fullmatch(
            r"default-src 'none'; style-src 'sha256-[^']{44}'; img-src data:; base-uri 'none'; form-action 'none'",
            allowed[1],
        )
        with window.showing(file) as document:
            assert document.evaluate("getComputedStyle(document.body).margin") == "0px"

    def test_it_works_without_script(self, browser: "Browser", tmp_path: Path) -> None:
        file = written(read_ledger(TEN_HANDS), tmp_path)
        with Window(browser, script=False).showing(file) as document:
            hand = document.locator("details").nth(1)
            assert not hand.get_by_text("two kings counted twice").is_visible()
            hand.locator("summary").click()
            assert hand.get_by_text("two kings counted twice").is_visible()


def assert_sheet_of_hostile(document: "Page", names: list[str]) -> None:
    """Find every name where it belongs, letter by letter."""
    for place in (
        "h1 bdi",
        ".standing bdi",
        ".end bdi",
        ".signature bdi",
        ".heads .name",
        "#sheets details:first-child caption bdi",
    ):
        shown = [text.strip("\u2068\u2069") for text in document.locator(place).all_text_contents()]
        assert (place, shown) == (place, names)


def assert_legible(document: "Page") -> None:
    """Find all of a page on a phone, with every hand unfolded, and no letter that is too small."""
    document.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    for width in (375, 320):
        document.set_viewport_size({"width": width, "height": 800})
        assert document.evaluate("document.documentElement.scrollWidth") <= width
        assert document.evaluate(SMALL, SMALLEST) == []


class TestReading:
    """Everybody can read it: with a phone, in the dark, with other eyes, by ear, on paper."""

    def test_headings_go_down_step_by_step_and_rows_say_whose_figures_they_have(
        self, window: Window, game_folder: Path
    ) -> None:
        with window.showing(written(twelve_hands(game_folder, 3), game_folder), width=375) as document:
            levels = document.locator("h1, h2, h3, h4").evaluate_all(HEADINGS)
            assert levels == [1, 2, *[3] * 13, 2, 2]
            assert document.locator("th:not([scope]), table:not(:has(caption))").count() == 0
            row = document.locator("#row-1-2 summary")
            assert " ".join(row.inner_text().split()) == (
                "Hand 2* , corrected , Ann: Total 325 Running -1,825 , Bob: Total 810 Running 1,285 , "
                "Cyrus: Total 1,435 Running 2,535"
            )

    def test_a_row_opens_by_touch_and_by_key_and_its_heads_stay_in_sight(self, window: Window, tmp_path: Path) -> None:
        with window.showing(written(read_ledger(TEN_HANDS), tmp_path), width=375) as document:
            first, second = (document.locator("#sheets details").nth(place) for place in (0, 1))
            first.locator("summary").click()
            document.keyboard.press("Tab")
            document.keyboard.press("Enter")
            assert first.get_by_text("Natural canastas").first.is_visible()
            assert second.get_by_text("two kings counted twice").is_visible()
            document.locator("#row-1-8").scroll_into_view_if_needed()
            heads = document.locator(".heads").bounding_box()
            assert heads
            assert -1 <= heads["y"] <= 800 - heads["height"]

    def test_a_phone_shows_the_sheet_and_the_chart_of_twelve_hands_on_two_screens(
        self, window: Window, game_folder: Path
    ) -> None:
        plays = [play.replace(" open-sevens", "") for play in hands(PAIRS, 13)]
        begun = "--set game.target=20000"
        ledger = played(game_folder, PAIRS, begun, *plays, "void 5", "adjust they -100 --why 'exposed a card'")
        with window.showing(written(ledger, game_folder), width=375) as document:
            rows = boxes(document, ".row summary")
            assert len(rows) == 14
            assert max(row["height"] for row in rows) <= 48
            assert (
                boxes(document, ".numbers")[0]["y"] + boxes(document, ".numbers")[0]["height"]
                <= 1150 + 2 * rows[0]["height"]
            )
            assert document.locator(".words, .canceled").locator("h3").all_text_contents() == ["Hand 5 canceled"]
            assert document.locator(".row:not(:has(h3)) .side").nth(1).inner_text().split()[-3:] == [
                "-100",
                "Running",
                "11,490",
            ]

    def test_a_phone_shows_a_game_whole_in_letters_that_can_be_read(self, window: Window, tmp_path: Path) -> None:
        with window.showing(written(read_ledger(TEN_HANDS), tmp_path), width=375) as document:
            assert_legible(document)

    def test_a_phone_has_room_for_long_names_and_large_totals(self, window: Window, game_folder: Path) -> None:
        begun = "--set game.target=9999999 --start we=8888888 --start they=-7777777"
        ledger = played(game_folder, LONG, begun, *hands(LONG, 3), ["note", "n" * 200])
        with window.showing(written(ledger, game_folder), width=375) as document:
            assert_legible(document)

    @pytest.mark.parametrize("penalties", [True, False])
    def test_as_soon_as_a_hand_has_one_row_there_is_room_for_it(
        self, window: Window, game_folder: Path, *, penalties: bool
    ) -> None:
        plays = [told if penalties else told.replace("open-sevens", "") for told in hands(SIDES, 2)]
        ledger = played(game_folder, SIDES, "", *plays)
        wide = build_page_sheet(ledger)["wide_layout_width"] * 16
        with window.showing(written(ledger, game_folder), width=wide - 1) as document:
            assert document.locator(".row .base").first.is_hidden()
            document.set_viewport_size({"width": wide, "height": 800})
            assert document.locator(".row .base").first.is_visible()
            assert document.evaluate("document.documentElement.scrollWidth") <= wide
            cells = document.locator(".sheet .cells > span, .sheet .side > span:not(.aloud)")
            assert cells.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length") == 0

    @pytest.mark.parametrize(("number", "largest"), [(12, 90_000), (40, 260_000)])
    def test_a_page_is_small_and_shown_at_once(
        self, window: Window, game_folder: Path, number: int, largest: int
    ) -> None:
        """On a machine that others use, only the time of the processor tells how long the browser takes."""
        hand = "add --anyway we r3 b2 n2 m1 o t325 they r1 b2 n1 m3 t305 h30 open-sevens"
        file = written(played(game_folder, PAIRS, "--set game.target=200000", *[hand] * number), game_folder)
        assert file.stat().st_size < largest
        measuring = window.page.context.new_cdp_session(window.page)
        measuring.send("Performance.enable", {"timeDomain": "threadTicks"})
        seconds = []
        for _ in range(5):
            with window.showing(file, width=375) as document:
                document.evaluate("new Promise(painted => requestAnimationFrame(() => requestAnimationFrame(painted)))")
                found = {each["name"]: each["value"] for each in measuring.send("Performance.getMetrics")["metrics"]}
                seconds.append(found["TaskDuration"])
        measuring.detach()
        assert min(seconds) < 0.1

    @pytest.mark.parametrize(("sides", "width", "beside"), [(3, 768, 3), (6, 375, 3), (8, 412, 3), (5, 320, 3)])
    def test_sides_are_in_columns_beside_each_other(
        self, window: Window, game_folder: Path, sides: int, width: int, beside: int
    ) -> None:
        with window.showing(written(twelve_hands(game_folder, sides), game_folder), width=width) as document:
            totals = document.locator("#row-1-1 .running").evaluate_all(
                "all => all.map(one => one.getBoundingClientRect().y)"
            )
            assert len(totals) == beside
            assert len(set(totals)) == 1
            assert max(row["height"] for row in boxes(document, ".row summary")) <= 48

    @pytest.mark.parametrize("sides", [2, 3, 8])
    def test_no_figure_is_torn_and_no_label_touches_another(
        self, window: Window, game_folder: Path, sides: int
    ) -> None:
        with window.showing(written(twelve_hands(game_folder, sides), game_folder)) as document:
            for width in (320, 375, 412, 768, 1280, 1920):
                document.set_viewport_size({"width": width, "height": 800})
                lines = document.locator(".sheet .side > span:not(.aloud)").evaluate_all(LINES)
                assert (width, {count for count in lines if count > 1}) == (width, set())
                assert (width, document.locator(".labels").evaluate_all(GAPS)) == (width, [])
                arrow = document.locator("#row-1-1 summary").evaluate("one => getComputedStyle(one, '::after').content")
                assert (width, arrow) == (width, '""')

    def test_in_an_opened_row_figures_and_headings_stay_on_one_line(self, window: Window, game_folder: Path) -> None:
        """Where nothing is melded, classic rules have a long note below the red threes."""
        ledger = played(game_folder, PAIRS, "-v classic", "add we r1 h95 they n1 m1 o t300", "add we r4 t1000 they h95")
        with window.showing(written(ledger, game_folder)) as document:
            document.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
            for width in (320, 375, 500, 1000, 1400):
                document.set_viewport_size({"width": width, "height": 800})
                lines = document.locator(".explained td:not(:empty), .explained thead th").evaluate_all(LINES)
                assert (width, {*lines}) == (width, {1})
                assert document.evaluate("document.documentElement.scrollWidth") <= width

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_what_is_written_stands_out(self, window: Window, tmp_path: Path, scheme: Scheme) -> None:
        parts = (
            "h1", ".rules", ".outcome", ".won .total", ".won .more", ".standing li:not(.won) .total", ".labels .base",
            ".row .base", ".row .total", ".row .running", ".row .loss", ".footnote", ".chart .labels text",
            ".numbers text", ".end b", ".end bdi", "h3", ".signature bdi",
        )  # fmt: skip
        with window.showing(written(read_ledger(TEN_HANDS), tmp_path), scheme=scheme) as document:
            found = document.evaluate(COLORS, list(parts))
        contrasts = {
            part: contrast(*map(parse_browser_color, colors)) for part, colors in zip(parts, found, strict=True)
        }
        assert {part: ratio for part, ratio in contrasts.items() if ratio < 4.5} == {}
        assert (luminance(parse_browser_color(found[0][1])) > 0.5) == (scheme == "light")

    @pytest.mark.parametrize(("sides", "target"), [(2, 60000), (3, 4000), (6, 4000), (8, 40000)])
    def test_twelve_hands_are_printed_on_one_sheet(
        self, window: Window, game_folder: Path, sides: int, target: int
    ) -> None:
        hands_of_eight = (f"--set game.target={target}", *hands(SIDES, 12))  # their notes would need another sheet
        ledger = played(game_folder, SIDES, *hands_of_eight) if sides == 8 else twelve_hands(game_folder, sides, target)
        with window.showing(written(ledger, game_folder), scheme="dark") as document:
            for paper in ("A4", "Letter"):
                printed = document.pdf(format=paper, landscape=sides == 3, print_background=True)
                assert (paper, len(re.findall(rb"/Type\s*/Page\b", printed))) == (paper, 1)
            assert_legible(document)
            document.emulate_media(media="print")
            document.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
            assert document.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
            assert document.locator(".folded").first.is_hidden()
            assert document.locator(".signature").count() == sides


SCHEMES = ("light", "dark", "print")
MACHADO = {  # what dichromats see of red, green and blue: Machado, Oliveira and Fernandes, 2009, severity 1
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
    "all colors": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}  # fmt: skip
OKLAB = (
    ((0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566),
     (0.0883024619, 0.2817188376, 0.6299787005)),
    ((0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099),
     (0.0259040371, 0.7827717662, -0.8086757660)),
)  # fmt: skip
APART, FIRST_APART = 0.10, 0.20  # distances in Oklab; 0.02 is what one just sees


def colors_of(scheme: str) -> dict[str, Color]:
    """Read the colors of the style: those of print and of the dark stand over the light ones."""
    templates = REPORT / "html" / "templates"
    style = "".join((templates / f"{name}.css.jinja").read_text("utf-8") for name in ("base", "page"))
    roots = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    assert len(roots) == len(SCHEMES)
    layers = [roots[0]] if scheme == "light" else [roots[0], roots[SCHEMES.index(scheme)]]
    found = (re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{3,6});", layer) for layer in layers)
    return {name: parse_hex_color(code) for layer in found for name, code in layer}


def times(matrix: Sequence[Sequence[float]], color: Color) -> Color:
    return tuple(sum(factor * part for factor, part in zip(row, color, strict=True)) for row in matrix)


def apart(one: Color, other: Color, eyes: str) -> float:
    """Return how far apart two colors look, in Oklab."""
    seen = []
    for color in (one, other):
        light = tuple(min(1.0, max(0.0, part)) for part in times(MACHADO[eyes], color))
        seen.append(times(OKLAB[1], tuple(part ** (1 / 3) for part in times(OKLAB[0], light))))
    return float(sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_colors_stand_out_from_the_ground(scheme: str) -> None:
    colors = colors_of(scheme)
    for ground in (colors["ground"], colors["raised"]):
        for text in ("ink", "muted", "loss"):
            assert contrast(colors[text], ground) >= 4.5, text
    for line in ("rule", *(f"side-{place}" for place in range(1, 9))):
        assert contrast(colors[line], colors["ground"]) >= 3, line


@pytest.mark.parametrize("scheme", SCHEMES)
def test_labels_and_lines_stand_out_from_the_darkest_band_of_the_chart(scheme: str) -> None:
    colors = colors_of(scheme)
    style = (REPORT / "html" / "templates" / "page.css.jinja").read_text("utf-8")
    darkest = max(float(opacity) for opacity in re.findall(r"fill-opacity: ([0-9.]+)", style))
    band = cover(colors["rule"], colors["ground"], darkest)
    assert contrast(colors["muted"], band) >= 4.5
    assert min(contrast(colors[f"side-{place}"], band) for place in (1, 2)) >= 3
    # What surrounds the lines and marks of all sides is the ground, from which they stand out.
    for shape in (".casing { fill: none; stroke: var(--ground);", ".marks { fill: var(--side); stroke: var(--ground);"):
        assert shape in style


@pytest.mark.parametrize("eyes", MACHADO)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_lines_can_be_told_apart_by_all_eyes(scheme: str, eyes: str) -> None:
    colors = colors_of(scheme)
    sides = [colors[f"side-{place}"] for place in range(1, 9)]
    assert min(apart(one, other, eyes) for one, other in combinations(sides, 2)) >= APART
    assert apart(sides[0], sides[1], eyes) >= FIRST_APART
