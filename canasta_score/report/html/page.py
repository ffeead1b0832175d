"""The page of a game: one file for a browser and for paper, with the sheet, the race and every hand.

The page loads nothing and runs nothing: whatever a ledger says is shown as text.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from canasta_score.game.entries import Entry
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import Standing
from canasta_score.report.charts.description import describe_race
from canasta_score.report.charts.drawing import RaceDrawing, draw_race
from canasta_score.report.charts.race import build_race
from canasta_score.report.html.hands import ExplainedHand, PageTime, build_page_day, iter_explained_hands
from canasta_score.report.html.sheet import PageRow, PageSheet, build_page_sheet
from canasta_score.report.html.templating import HtmlParts, render, render_with_style
from canasta_score.report.text.need import format_need
from canasta_score.report.text.score_sheet import iter_notes
from canasta_score.report.text.standing import describe_game, describe_game_state
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import DEFAULT_SIDES

_PARTS = ("title", "header", "result", "sheets", "race", "notes")
_MAX_REMEMBERED_PARTS = 2_000
_ISOLATED_NAME = "\u2068{}\u2069"  # first strong isolate: the text between keeps its direction, and so does the rest


@frozen
class _SideResult(Value):
    """Where a side is: its total, and while it matters what it needs and how many points it lacks to the target.

    `last_hand` has its points in the last hand, such as "Hand 4: +1,510", or is empty.
    """

    name: str
    total: int
    needs: str
    to_go: int | None
    won: bool
    last_hand: str


@frozen
class Page(Value):
    """Everything on the page, in order; without a hand there is no drawing of the race."""

    names: tuple[str, ...]
    rules: str
    house: tuple[str, ...]
    played: PageTime | None
    over: bool
    outcome: str
    results: tuple[_SideResult, ...]
    sheet: PageSheet
    race: RaceDrawing | None
    race_description: str
    hands: tuple[ExplainedHand, ...]
    notes: tuple[Entry, ...]

    @property
    def is_landscape(self) -> bool:
        """Return whether the page is printed in landscape: with more sides than the usual two."""
        return len(self.names) > len(DEFAULT_SIDES)

    @property
    def longest_total(self) -> int:
        """Return how long the totals are, in characters, at least five."""
        return max(len("1,000"), *(len(f"{side.total:,}") for side in self.results))

    @property
    def ticks_width(self) -> float:
        """Return the width of the labels beside the drawing, in rem."""
        longest = max((len(tick.text) for tick in self.race.ticks), default=0) if self.race else 0
        return round(1 + 0.46 * max(longest, len("Hand")), 2)


def render_page(ledger: Ledger) -> str:
    """Return the page of a game as HTML; the same ledger always gives the same page."""
    page = build_page(ledger)
    return render_with_style("page.html.jinja", "page.css.jinja", page=page, parts=render_page_parts(page))


def render_page_parts(page: Page) -> HtmlParts:
    """Return the parts of the page as HTML by the ids of their elements."""
    parts = {name: render(f"page_{name}.html.jinja", page=page) for name in _PARTS}
    return {**parts, **dict(_iter_row_parts(page)), **dict(_iter_hand_parts(page))}


def _iter_row_parts(page: Page) -> Iterator[tuple[str, str]]:
    for band_number, band in enumerate(page.sheet.bands, 1):
        for number, row in enumerate(band.rows):
            id_ = f"row-{band_number}-{number}"
            yield id_, _render_row(id_, row, band.names)


def _iter_hand_parts(page: Page) -> Iterator[tuple[str, str]]:
    for hand in page.hands:
        yield f"hand-{hand.number}", _render_hand(hand)


# The live page builds the same game again and again, and of a long one only a few parts change each time.
@lru_cache(_MAX_REMEMBERED_PARTS)
def _render_row(id_: str, row: PageRow, names: tuple[str, ...]) -> str:
    return render("page_row.html.jinja", id=id_, row=row, names=names)


@lru_cache(_MAX_REMEMBERED_PARTS)
def _render_hand(hand: ExplainedHand) -> str:
    return render("page_hand.html.jinja", hand=hand)


def build_page(ledger: Ledger) -> Page:
    """Build everything that the page of a game shows."""
    standing, race = ledger.standing(), build_race(ledger)
    in_sentences = replace(ledger, side_names={side: _isolate_name(name) for side, name in ledger.side_names.items()})
    return Page(
        names=tuple(ledger.side_names.values()),
        rules=describe_game(ledger),
        house=ledger.house_rules,
        played=_find_day_played(ledger),
        over=standing.over,
        outcome=describe_game_state(ledger.variant, in_sentences.standing()),
        results=tuple(_iter_side_results(ledger, standing)),
        sheet=build_page_sheet(ledger, in_sentences.side_names),
        race=draw_race(race) if race.hands else None,
        race_description=describe_race(race, in_sentences.side_names) if race.hands else "",
        hands=tuple(iter_explained_hands(ledger, in_sentences)),
        notes=tuple(iter_notes(ledger)),
    )


def _isolate_name(name: str) -> str:
    # In a sentence, a name written from right to left would also turn the figures next to it.
    return name if name.isascii() else _ISOLATED_NAME.format(name)


def _find_day_played(ledger: Ledger) -> PageTime | None:
    started = ledger.started_at or next((hand.recorded_at for hand in ledger.hands), None)
    return build_page_day(started) if started else None


def _iter_side_results(ledger: Ledger, standing: Standing) -> Iterator[_SideResult]:
    target = ledger.variant.game.target
    last = next((hand for hand in reversed(ledger.hands) if not hand.voided), None)
    for word, side in standing.sides.items():
        yield _SideResult(
            name=side.name,
            total=side.total,
            needs="" if standing.over else format_need(side.needs, side.canasta),
            to_go=None if target is None else max(0, target - side.total),
            won=word == standing.winner,
            last_hand=f"Hand {last.number}: {last.score.sides[word].total:+,}" if last else "",
        )
