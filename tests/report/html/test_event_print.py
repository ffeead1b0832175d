"""What is printed of an event: guide cards, slips, seating, standings and seasons."""

import re
from dataclasses import replace
from html import unescape
from math import ceil
from typing import Any

import pytest
from support.event_days import TEN, VARIANT, Day

from canasta_score.event.entries import EventEntryKind
from canasta_score.event.ranking.season import compute_season
from canasta_score.event.settings import Settings
from canasta_score.report.html.event_page import PageLink
from canasta_score.report.html.event_print import (
    PrintKind,
    describe_paper,
    find_print_marks,
    render_print,
    render_season,
)


def _text(html: str) -> str:
    return unescape(re.sub("<.*?>", "", html))


def printed(day: Day, kind: PrintKind, **options: Any) -> str:  # noqa: ANN401 -- those of the print
    sheets = render_print(day.event, kind, **options)
    assert sheets.text.count("<article") + sheets.text.count("<section") == sheets.count
    return sheets.text


def drawn_day(pairs: int, variant: str = VARIANT) -> Day:
    day = Day(pairs, variant=variant)
    day.draw()
    return day


def test_a_print_says_of_which_event_it_is() -> None:
    for started_at, start in ((TEN, "2026-11-22T10:00:00+00:00"), (None, "undated")):
        event = replace(drawn_day(4).event, started_at=started_at, name="Club day 11/22")
        sheets = render_print(event, PrintKind.SLIPS, game=1)
        assert f'<meta name="canasta-score-event" content="{start}/Club%20day%2011%2F22">' in sheets.text


def test_a_slip_has_all_that_a_table_writes() -> None:
    slip = printed(drawn_day(4), PrintKind.SLIPS, game=1).partition("<article")[2].partition("</article>")[0]
    assert [_text(head) for head in re.findall("<h2>.*?</h2>|<span class=.big.*?</span>", slip)] == [
        "Game 1",
        "Table 1",
    ]
    assert "Club day</bdi>, Nov 22, 2026" in slip
    assert re.findall(r"Hand (\d)<br><span class=\"small\">needs<br>(\d+)", slip) == [
        ("1", "125"),
        ("2", "155"),
        ("3", "180"),
    ]
    lines = [_text(line) for line in re.findall('<th scope="row".*?</th>', slip)]
    assert lines == ["Base", "Count", "Penalties", "Total"] * 3 + ["Game total"]
    assert "<b>1</b> <bdi>P1 &amp; Q1</bdi>" in slip
    assert "<b>2</b> <bdi>P2 &amp; Q2</bdi>" in slip
    assert "North keeps the score." in slip
    assert "At the bell, stop playing." in slip
    assert slip.partition('class="signatures"')[2].count("<span>") == 2


def test_the_labels_of_a_slip_stay_whole() -> None:
    """In a wide font such as DejaVu Sans, "Penalties" broke within the word."""
    assert ".lines tbody th { overflow-wrap: normal; }" in printed(drawn_day(4), PrintKind.SLIPS)


def test_a_slip_says_the_needs_by_the_total_in_words() -> None:
    slips = printed(drawn_day(4, "nvso"), PrintKind.SLIPS)
    assert "To open: 125; 155 from 3,000; 180 over 5,000." in slips
    assert ">needs<" not in slips


@pytest.mark.parametrize(("variant", "layout"), [("nvso-tournament", "landscape"), ("catawba", "portrait")])
def test_slips_of_many_hands_are_printed_in_portrait(variant: str, layout: str) -> None:
    assert f"size: {layout};" in printed(drawn_day(4, variant), PrintKind.SLIPS)
    assert "size: portrait;" in printed(drawn_day(4, variant), PrintKind.GUIDE_CARDS)


def test_a_guide_card_tells_a_pair_to_wait_and_where_it_sits() -> None:
    day = drawn_day(5)
    day.record(EventEntryKind.WITHDRAW, pair=4, game=2)
    cards = printed(day, PrintKind.GUIDE_CARDS).split("<article")[1:]
    assert [re.findall("<h2><bdi>(.*?)</bdi>", card) for card in cards] == [[f"P{n} &amp; Q{n}"] for n in (1, 2, 3, 5)]
    assert all("Wait for the director's word to start." in card for card in cards)
    assert all("To open: 125; 155 from hand 2; 180 from hand 3." in card for card in cards)
    one_game = printed(day, PrintKind.GUIDE_CARDS, game=2).split("<article")[1]
    assert one_game.count("<tr>") == 2  # the heads, and the game


def test_cards_and_slips_have_a_place_for_links() -> None:
    links = {2: PageLink(address="http://192.168.1.20:8484/key/", code="<svg>link of pair 2</svg>")}
    day = drawn_day(4)
    cards = printed(day, PrintKind.GUIDE_CARDS, links=links)
    assert cards.count("link of pair 2") == cards.count(">http://192.168.1.20:8484/key/<") == 1
    slips = printed(day, PrintKind.SLIPS, links=links)
    assert slips.count("link of pair 2") == 3  # in each game
    assert "size: portrait;" in slips  # there is room for the codes


def test_seating_is_printed_by_table_and_by_name() -> None:
    day = Day()
    names = ("Ruth Klein & Al Hoffman", "bob & Cy", "Mary Ann de Zúñiga & Di Ápice", "The Jokers", "Ed & Flo Lee")
    day.record(EventEntryKind.PAIRS, names=names)
    day.draw()
    by_table, by_name = printed(day, PrintKind.SEATING, game=1).split("<section")[1:]
    assert "Ruth Klein &amp; Al Hoffman" in by_table
    assert by_table.count("sits out") == 1
    rows = re.findall('<tr><td><bdi>(.*?)</bdi></td><td class="number muted">(.)</td><td', by_name)
    in_order = "Ápice, Di:3 bob:2 Cy:2 Ed:5 Hoffman, Al:1 Klein, Ruth:1 Lee, Flo:5 The Jokers:4 Zúñiga, Mary Ann de:3"
    assert " ".join(":".join(row) for row in rows) == in_order


def test_fewer_rows_are_printed_in_larger_type() -> None:
    sizes = [
        [int(size) for size in re.findall(r"wall size-(\d+)", printed(drawn_day(pairs), PrintKind.SEATING, game=1))]
        for pairs in (4, 40, 400)
    ]
    assert min(sizes[0]) > 110
    assert 39 <= sizes[2][0] < sizes[0][0]
    assert sizes[0] > sizes[1]


@pytest.mark.parametrize("pairs", [30, 40, 70, 120])
def test_rows_fill_as_few_pages_as_the_smallest_type_would(pairs: int) -> None:
    """A row is 1.6 times as high as its type: a line of 1.25, 0.15 above and below it, and its rule."""
    for part in printed(drawn_day(pairs), PrintKind.SEATING, game=1).split("<section")[1:]:
        millimeters = int(re.findall(r"wall size-(\d+)", part)[0]) / 10
        rows = part.partition("<tbody>")[2].count("<tr")
        pages = ceil((rows + 1) * 1.6 * 3.9 / 246)  # 3.9 mm are 11 points; 246 mm are left on A4 and Letter
        # Where a row does not fit, a page ends with room for a line.
        assert (rows * 1.6 + pages * 1.25) * millimeters <= 246 * pages
        assert (rows + 3 * pages) * 1.6 * (millimeters + 0.1) > 246 * pages, "larger type would fit"


def test_what_has_not_changed_is_not_printed_again() -> None:
    day = drawn_day(8)
    before = {kind: printed(day, kind) for kind in PrintKind}
    assert [render_print(day.event, kind, before=before[kind]).count for kind in PrintKind] == [0] * len(PrintKind)
    day.record(EventEntryKind.WITHDRAW, pair=8, game=3)
    cards = printed(day, PrintKind.GUIDE_CARDS, before=before[PrintKind.GUIDE_CARDS])
    assert 0 < cards.count("<article") < 7
    # Pairs at other tables than pair 8 in game 3 have the cards that they had.
    rest = printed(day, PrintKind.GUIDE_CARDS)
    assert rest.count("<article") == 7
    assert render_print(day.event, PrintKind.GUIDE_CARDS, before=cards).count == 0  # it remembers all cards
    assert find_print_marks(cards, PrintKind.SLIPS) is None
    assert find_print_marks("", PrintKind.SLIPS) is None
    # The table of pair 8 in game 3 has no slip any more, and the others are as they were.
    slips = render_print(day.event, PrintKind.SLIPS, before=before[PrintKind.SLIPS])
    assert (slips.count, slips.gone) == (0, ("3.2",))  # from table 4, two tables up
    # Who has not printed the file yet still finds in it all slips but that one.
    assert slips.text.count("<article") == before[PrintKind.SLIPS].count("<article") - 1
    assert render_print(day.event, PrintKind.SLIPS, game=1, before=before[PrintKind.SLIPS]).text.count("<article") > 4
    day.play(1, *[(500, 300)] * 4)
    assert render_print(day.event, PrintKind.SLIPS).count == render_print(drawn_day(8).event, PrintKind.SLIPS).count - 1
    day.record(EventEntryKind.RENAME, pair=1, names=("Ann & Bob",))
    # Its own card, and that of pair 6, which it meets in game 3; pair 2 of game 1 looks it up no more.
    assert render_print(day.event, PrintKind.GUIDE_CARDS, before=rest).count == 2
    assert 0 < render_print(day.event, PrintKind.SLIPS, before=before[PrintKind.SLIPS]).count < 3


def test_a_substitute_is_on_no_paper_of_earlier_games() -> None:
    day = drawn_day(8)
    cards, lists = printed(day, PrintKind.GUIDE_CARDS), printed(day, PrintKind.SEATING)
    day.record(EventEntryKind.RENAME, pair=1, names=("Ann & Bob",), game=2)
    # Its own card, and those of pairs 8 and 6, which it meets in games 2 and 3: not that of pair 2.
    changed = printed(day, PrintKind.GUIDE_CARDS, before=cards)
    assert re.findall('class="big">([0-9])<', changed) == ["1", "6", "8"]
    assert re.findall("game ([0-9]), by table", printed(day, PrintKind.SEATING, before=lists)) == ["2", "3"]
    assert "<bdi>P1 &amp; Q1</bdi>" in printed(day, PrintKind.GUIDE_CARDS)  # whom pair 2 met in game 1
    for name, game in (("&", 1), ("Ann & Bob", 2)):  # a name without players is listed whole
        day.record(EventEntryKind.RENAME, pair=1, names=(name,), game=game)
    assert "Ann" not in render_print(day.event, PrintKind.SEATING, game=1).text


def test_lists_of_games_that_are_over_are_not_printed_again() -> None:
    day = drawn_day(8)
    before = printed(day, PrintKind.SEATING)
    day.play(1, *[(500, 300)] * 4)
    day.record(EventEntryKind.RENAME, pair=8, names=("Oz & Pam",))
    lists = printed(day, PrintKind.SEATING, before=before)
    assert re.findall("game ([0-9]), by ([a-z]+)", lists) == [(game, by) for game in "23" for by in ("table", "name")]
    assert render_print(day.event, PrintKind.SEATING, before=lists).count == 0
    one_game = printed(day, PrintKind.SEATING, game=2, before=before)
    assert one_game.count("<section") == 2
    kept, all_marks = (find_print_marks(text, PrintKind.SEATING) or {} for text in (one_game, before))
    assert kept.keys() == all_marks.keys()


def test_paper_that_nothing_replaces_is_named() -> None:
    day = drawn_day(8)
    before = {kind: printed(day, kind) for kind in PrintKind}
    for pair in (7, 8):
        day.record(EventEntryKind.WITHDRAW, pair=pair, game=2)

    def name_gone(kind: PrintKind) -> str:
        gone = render_print(day.event, kind, before=before[kind]).gone
        return describe_paper(kind, gone) if gone else ""

    # Pair 7 stays at table 4, and pair 8 moves to tables 1 and 2. Pair 6 takes the place of pair 8 at the latter.
    assert name_gone(PrintKind.SLIPS).startswith("the slips of game 2 table")
    assert name_gone(PrintKind.GUIDE_CARDS) == "guide cards 7 and 8"
    assert name_gone(PrintKind.SEATING) == name_gone(PrintKind.STANDINGS) == ""
    assert (
        describe_paper(PrintKind.SLIPS, ["2.28", "3.29", "3.2"])
        == "the slips of game 2 table 28 and game 3 tables 2 and 29"
    )
    assert describe_paper(PrintKind.SLIPS, ["2.28"]) == "the slip of game 2 table 28"
    assert describe_paper(PrintKind.STANDINGS, ["North-South"]) == "the standings"  # of an event with two fields
    other = '<meta name="canasta-score-print" content="slips 0123456789ab">'  # as version 0.3 began
    assert find_print_marks(other, PrintKind.SLIPS) == {}
    assert describe_paper(PrintKind.SEATING, ["3.table", "3.pair"]) == "the lists of game 3"


def test_each_page_of_a_list_says_which_game_it_is_of() -> None:
    """The head of a table is printed again on each page; what is below a ranking is in its table, too."""
    day = drawn_day(5)
    assert "In parentheses" not in printed(day, PrintKind.STANDINGS)  # who sits out has no points yet
    day.play(1, (500, 300), (400, 300))
    for kind, title in ((PrintKind.SEATING, "game 1, by table"), (PrintKind.STANDINGS, "After game 1")):
        parts = printed(day, kind).split("<section")[1:]
        assert title in parts[0].partition("</thead>")[0]
        assert all(_text(part.partition("<thead>")[2].partition("</tr>")[0]).startswith("Club day: ") for part in parts)
        columns = parts[0].partition("</thead>")[0].count("<th ") - 1
        assert f'colspan="{columns}" class="title"' in parts[0]
    assert "In parentheses" in parts[0].partition("<tbody>")[2].partition("</tbody>")[0]


def test_standings_on_paper_are_those_that_are_announced() -> None:
    day = drawn_day(4)
    assert "Rank" not in printed(day, PrintKind.STANDINGS)
    day.play(1, (500, 300), (400, 200))
    day.play(2, (5000, 0), (4000, 0), announce=False)
    sheet = printed(day, PrintKind.STANDINGS)
    assert "After game 1</th>" in sheet
    assert "5,000" not in sheet


def test_the_page_of_a_season_ranks_pairs_and_players() -> None:
    days = [Day(settings=Settings(games=1)), Day(settings=Settings(games=1))]
    for day, names in zip(days, (("A<b> & Bo", "Cy & Di"), ("Bo & A<b>", "Cy & Ed")), strict=True):
        day.record(EventEntryKind.PAIRS, names=names)
        day.draw()
        day.play(1, (1500, 300))
    text = render_season(compute_season(day.event for day in days))
    assert find_print_marks(text, PrintKind.SLIPS) is None  # although it is printed in the folder of an event
    assert "<title>Season of 2 events</title>" in text
    assert "<h1><bdi>Season of 2 events</bdi></h1>" in text
    assert "Season of 2 events: pairs" in text
    assert "Season of 2 events: players" in text
    assert "Club day (Nov 22, 2026) and Club day (Nov 22, 2026)." in text
    ranked = [[_text(cell) for cell in re.findall("<td.*?</td>", row)] for row in re.findall("<tr><td.*?</tr>", text)]
    by_name = {cells[1]: cells[0] + " " + " ".join(cells[2:]) for cells in ranked if cells[1:]}
    assert by_name["A<b> & Bo"] == "1 2 4 2.00 3,000 2 1"
    assert by_name["Cy & Di"] == "2 1 1 1.00 300 0 2"
    assert by_name["Bo"] == by_name["A<b>"] == "1 2 4 2.00 3,000 2 1"
    assert by_name["Cy"] == "3 2 2 1.00 600 0 2"
