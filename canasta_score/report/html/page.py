"""The page of a game: one file for a browser and for paper, with the sheet, the race and every hand.

The page loads nothing and runs nothing: whatever a ledger says is shown as text.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from math import ceil

from canasta_score.game.entries import RUNNING, SHEET_COLUMNS, Entry
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import SideStanding, Standing
from canasta_score.report.charts.race import RaceDrawing, build_race, describe_race, draw_race
from canasta_score.report.html.templating import HtmlParts, render, render_with_style
from canasta_score.report.labels import LABELS, SHORT_LABELS, format_date
from canasta_score.report.text.explanation import ExplainedRow, iter_explained_rows, iter_hand_history
from canasta_score.report.text.score_sheet import (
    ADJUSTMENT_LABEL,
    START_LABEL,
    iter_change_remarks,
    iter_hand_remarks,
    iter_notes,
    list_adjustment_figures,
    list_hand_figures,
    list_named_remarks,
)
from canasta_score.report.text.standing import describe_game, describe_game_state, format_need, iter_next_needs
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import DEFAULT_SIDES, PENALTIES

_PARTS = ("title", "header", "result", "sheets", "race", "notes")
_MAX_REMEMBERED_PARTS = 2_000
_ISOLATED_NAME = "\u2068{}\u2069"  # first strong isolate: the text between keeps its direction, and so does the rest
_NEEDS_FOOTNOTE = "Next need: what a side must meld to open the next hand."
_CORRECTED_MARK = "*"
_MAX_SIDES_PER_BAND = 3
_CELL_GAP, _HAND_COLUMN_WIDTH = 1.5, 5  # characters
_CHARACTER_WIDTH = 0.48  # rem, so that a figure is read without effort


@frozen
class PageTime(Value):
    """A day, or a day and time: as people read it, and in ISO form."""

    text: str
    iso: str


@frozen
class _ExplainedSide(Value):
    """What a side scored in a hand: its total in points, and every line."""

    name: str
    total: int
    lines: tuple[ExplainedRow, ...]


@frozen
class _ExplainedHand(Value):
    """A hand: when it was recorded, what happened to it since, the notes on it, and its sides."""

    number: int
    voided: bool
    recorded: PageTime
    history: tuple[str, ...]
    notes: tuple[str, ...]
    sides: tuple[_ExplainedSide, ...]


@frozen
class _PageColumn(Value):
    """A column of each side: its CSS class, its label, a shorter one for narrow screens, its width in characters."""

    key: str
    label: str
    short_label: str
    min_width: int


@frozen
class _PageCell(Value):
    """One figure, whose text can be empty; `column` is its CSS class."""

    column: str
    text: str
    is_loss: bool = False


@frozen
class _PageRow(Value):
    """A hand or the starting totals: the number or word, the mark of a corrected hand, and the cells of each side."""

    hand: str
    is_start: bool = False
    mark: str = ""
    sides: tuple[tuple[_PageCell, ...], ...]


@frozen
class _PageBand(Value):
    """Sides that are next to each other: their names, and their cells in every row."""

    names: tuple[str, ...]
    rows: tuple[_PageRow, ...]


@frozen
class _PageSheet(Value):
    """The sheet: its bands, the columns of a side with their widths in characters, and its footnotes."""

    bands: tuple[_PageBand, ...]
    columns: tuple[_PageColumn, ...]
    widths: tuple[int, ...]
    footnotes: tuple[str, ...]

    @property
    def sides_per_band(self) -> int:
        """Return the largest number of sides next to each other."""
        return len(self.bands[0].names)

    @property
    def side_width(self) -> int:
        """Return the width of one side's figures, in characters, with the smallest gaps."""
        return ceil(sum(self.widths) + len(self.widths) / 2)

    @property
    def row_width(self) -> int:
        """Return the width of a row, in characters."""
        return _HAND_COLUMN_WIDTH + self.sides_per_band * ceil(sum(self.widths) + _CELL_GAP * len(self.widths))

    @property
    def wide_layout_width(self) -> int:
        """Return the smallest page width, in rem with its margins, at which each hand has one row."""
        return ceil(self.row_width * _CHARACTER_WIDTH) + 4


@frozen
class _SideResult(Value):
    """The standing of a side: its total, what it needs until the game is over, and the points left to the target.

    `last_hand` says what it scored in the last hand, such as "Hand 4: +1,510", or is empty.
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
    sheet: _PageSheet
    race: RaceDrawing | None
    race_description: str
    hands: tuple[_ExplainedHand, ...]
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
    for band_number, band in enumerate(page.sheet.bands, 1):
        for number, row in enumerate(band.rows):
            id_ = f"row-{band_number}-{number}"
            parts[id_] = _render_row(id_, row, band.names)
    return {**parts, **{f"hand-{hand.number}": _render_hand(hand) for hand in page.hands}}


def build_page(ledger: Ledger) -> Page:
    """Build everything that the page of a game shows."""
    standing, race = ledger.standing(), build_race(ledger)
    started = ledger.started_at or next((hand.recorded_at for hand in ledger.hands), None)
    in_sentences = replace(ledger, side_names={side: _isolate_name(name) for side, name in ledger.side_names.items()})
    return Page(
        names=tuple(ledger.side_names.values()),
        rules=describe_game(ledger),
        house=ledger.house_rules,
        played=build_page_day(started) if started else None,
        over=standing.over,
        outcome=describe_game_state(ledger.variant, in_sentences.standing()),
        results=tuple(_iter_side_results(ledger, standing)),
        sheet=build_page_sheet(ledger, in_sentences.side_names),
        race=draw_race(race) if race.hands else None,
        race_description=describe_race(race, in_sentences.side_names) if race.hands else "",
        hands=tuple(_iter_explained_hands(ledger, in_sentences)),
        notes=tuple(iter_notes(ledger)),
    )


def build_page_sheet(ledger: Ledger, names: Mapping[str, str] | None = None) -> _PageSheet:
    """Build the sheet of a game; `names` are those of the sides in sentences, if they differ."""
    scores = [score for hand in ledger.hands if not hand.voided for score in hand.score.sides.values()]
    has_penalties = any(score.penalties for score in scores)
    keys = [key for key in SHEET_COLUMNS if has_penalties or key != PENALTIES]
    columns = [
        _PageColumn(key=key, label=LABELS[key], short_label=SHORT_LABELS[key], min_width=len(SHORT_LABELS[key]))
        for key in keys
    ]
    columns.append(_NEED_COLUMN)
    bands = tuple(
        _PageBand(
            names=tuple(ledger.side_names[side] for side in sides), rows=tuple(_iter_page_rows(ledger, sides, keys))
        )
        for sides in split_into_bands(list(ledger.side_names))
    )
    footnotes = [*iter_hand_remarks(ledger, corrected_mark=f"{_CORRECTED_MARK} ")]
    footnotes += iter_change_remarks(ledger, names or ledger.side_names)
    footnotes += list_named_remarks(ledger, names or ledger.side_names)
    footnotes += [_NEEDS_FOOTNOTE] if bands[0].rows else []
    cells = [side for band in bands for row in band.rows for side in row.sides]
    widths = (max(column.min_width, *(len(side[i].text) for side in cells), 0) for i, column in enumerate(columns))
    return _PageSheet(bands=bands, columns=tuple(columns), widths=tuple(widths), footnotes=tuple(footnotes))


def split_into_bands(sides: Sequence[str]) -> list[Sequence[str]]:
    """Return the sides in bands of about the same size."""
    band_count = ceil(len(sides) / _MAX_SIDES_PER_BAND)
    size = ceil(len(sides) / band_count)
    return [sides[first : first + size] for first in range(0, len(sides), size)]


def build_page_day(at: datetime) -> PageTime:
    """Return a day, such as Nov 22, 2026."""
    return PageTime(text=format_date(at), iso=f"{at:%Y-%m-%d}")


# The live page renders the same game again after each entry, and only a few of its parts change.
@lru_cache(_MAX_REMEMBERED_PARTS)
def _render_row(id_: str, row: _PageRow, names: tuple[str, ...]) -> str:
    return render("page_row.html.jinja", id=id_, row=row, names=names)


@lru_cache(_MAX_REMEMBERED_PARTS)
def _render_hand(hand: _ExplainedHand) -> str:
    return render("page_hand.html.jinja", hand=hand)


def _isolate_name(name: str) -> str:
    # Without isolation, a name written from right to left would also reverse the figures next to it.
    return name if name.isascii() else _ISOLATED_NAME.format(name)


def _iter_side_results(ledger: Ledger, standing: Standing) -> Iterator[_SideResult]:
    target = ledger.variant.game.target
    last = next((hand for hand in reversed(ledger.hands) if not hand.voided), None)
    for side, own in standing.sides.items():
        yield _SideResult(
            name=own.name,
            total=own.total,
            needs="" if standing.over else format_need(own.needs, own.canasta),
            to_go=None if target is None else max(0, target - own.total),
            won=side == standing.winner,
            last_hand=f"Hand {last.number}: {last.score.sides[side].total:+,}" if last else "",
        )


def _iter_explained_hands(ledger: Ledger, in_sentences: Ledger) -> Iterator[_ExplainedHand]:
    """Yield the hands of a game, voided ones too; `in_sentences` is the game with its names isolated for sentences."""
    notes: dict[int | None, list[str]] = {}
    for note in iter_notes(ledger):
        notes.setdefault(note.hand, []).append(note.text)
    for hand in ledger.hands:
        yield _ExplainedHand(
            number=hand.number,
            voided=hand.voided,
            recorded=PageTime(
                text=f"{format_date(hand.recorded_at)}, {hand.recorded_at:%H:%M}",
                iso=hand.recorded_at.isoformat(timespec="seconds"),
            ),
            history=tuple(iter_hand_history(in_sentences, hand)),
            notes=tuple(notes.get(hand.number, ())),
            sides=tuple(
                _ExplainedSide(
                    name=ledger.side_names[side],
                    total=score.total,
                    lines=tuple(iter_explained_rows(in_sentences, hand, side)),
                )
                for side, score in hand.score.sides.items()
            ),
        )


# The label wraps, so the column can be narrower.
_NEED_COLUMN = _PageColumn(key="needs", label="Next need", short_label="Next need", min_width=5)


def _iter_page_rows(ledger: Ledger, sides: Sequence[str], keys: Sequence[str]) -> Iterator[_PageRow]:
    start = ledger.starting_totals
    needs_after = {hand.number if hand else 0: needs for hand, needs in iter_next_needs(ledger)}
    if any(start.values()):
        cells = tuple(_build_cells(keys, {RUNNING: start[side]}, needs_after[0].get(side)) for side in sides)
        yield _PageRow(hand=START_LABEL, is_start=True, sides=cells)
    for step, totals in ledger.iter_steps():
        if isinstance(step, Entry):
            figures = {step.side: list_adjustment_figures(step, totals)}
            cells = tuple(_build_cells(keys, figures.get(side, {}), None) for side in sides)
            yield _PageRow(hand=ADJUSTMENT_LABEL, is_start=True, sides=cells)
            continue
        needs = needs_after[step.number]
        yield _PageRow(
            hand=f"{step.number:,}",
            mark=_CORRECTED_MARK if step.fixes else "",
            sides=tuple(_build_cells(keys, list_hand_figures(step, side, totals), needs.get(side)) for side in sides),
        )


def _build_cells(
    keys: Sequence[str], figures: Mapping[str, int], standing: SideStanding | None
) -> tuple[_PageCell, ...]:
    cells = [
        _PageCell(column=key, text=f"{figures[key]:,}" if key in figures else "", is_loss=figures.get(key, 0) < 0)
        for key in keys
    ]
    need = format_need(standing.needs, standing.canasta) if standing else ""
    return (*cells, _PageCell(column=_NEED_COLUMN.key, text=need))
