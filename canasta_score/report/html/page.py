"""The page of a game: one file for a browser and for paper, which loads nothing and runs nothing."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import compress
from math import ceil
from typing import Any

from canasta_score.game.entries import Entry, Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import SideStanding
from canasta_score.hand.facts import list_special_hands
from canasta_score.report.charts.race import build_race, describe_race, draw_race
from canasta_score.report.html.templating import HtmlParts, render, render_with_style
from canasta_score.report.labels import LABELS, SHORT_LABELS, format_need, list_house_rules
from canasta_score.report.text import score_sheet
from canasta_score.report.text.explanation import ExplainedRow, iter_explained_rows, iter_hand_history
from canasta_score.report.text.standing import describe_game, describe_game_state, iter_next_needs
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model.facts import DEFAULT_SIDES, PENALTIES, RUNNING, SHEET_COLUMNS, TOTAL

Page = Mapping[str, Any]  # for templates
_PARTS = ("title", "header", "result", "sheets", "race", "notes")
_ISOLATED_NAME = "\u2068{}\u2069"  # first strong isolate: the text between keeps its direction, and so does the rest
_MARKS = {"*": "corrected", "†": "recorded despite an error", "§": "special hand"}
_NEED = "needs"
_PAGE_LABELS = {**LABELS, _NEED: "Next need"}
_SHORT_PAGE_LABELS = {**_PAGE_LABELS, **SHORT_LABELS}
_MAX_SIDES_PER_BAND, _MIN_COLUMN_WIDTH = 3, 5
_CELL_GAP, _HAND_COLUMN_WIDTH = 1.5, 8  # characters
_CHARACTER_WIDTH = 0.48  # rem, so that a figure is read without effort
_LABEL_CHARACTER_WIDTH = 0.67  # rem, at which "Penalties" does not touch the label before it
_MAX_CARDS_PER_ROW = 4


class _PageRow(Value):
    """A row of the sheet, which opens to the lines of each side, sentences and notes, if it has any."""

    label: str  # the number of the hand, or words for the start, an adjustment or other rules
    is_hand: bool = False
    is_canceled: bool = False
    marks: str = ""  # the signs behind the label
    sides: tuple[tuple[str, ...], ...] = ()
    explained: tuple[tuple[str, tuple[ExplainedRow, ...]], ...] = ()  # by the names of the sides
    sentences: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    recorded: datetime | None = None


def render_page(ledger: Ledger) -> str:
    """Return the page of a game as HTML; the same ledger always gives the same page."""
    page = build_page(ledger)
    return render_with_style("page.html.jinja", "page.css.jinja", page=page, parts=render_page_parts(page))


def render_page_parts(page: Page) -> HtmlParts:
    """Return the parts of the page as HTML by the ids of their elements."""
    parts = {name: render(f"page_{name}.html.jinja", page=page) for name in _PARTS}
    for band_number, band in enumerate(page["sheet"]["bands"], 1):
        for number, row in enumerate(band["rows"]):
            id_ = f"row-{band_number}-{number}"
            values = {"names": band["names"], "columns": page["sheet"]["columns"], "meanings": _MARKS}
            parts[id_] = render("page_row.html.jinja", id=id_, row=row, **values)
    return parts


def build_page(ledger: Ledger) -> Page:
    """Build everything that the page of a game shows, in order."""
    standing, race, in_sentences = ledger.standing(), build_race(ledger), _isolate_names(ledger)
    names, sheet = tuple(ledger.side_names.values()), build_page_sheet(ledger)
    drawing = draw_race(race, names) if race.hands else None
    ticks = [line for label in drawing["labels"] for line in label["lines"]] if drawing else []
    target, last = ledger.variant.game.target, next((hand for hand in reversed(ledger.hands) if not hand.voided), None)
    started = ledger.started_at or next((hand.recorded_at for hand in ledger.hands), None)
    return {
        "names": names,
        "rules": describe_game(ledger),
        "house": list_house_rules(ledger.variant, ledger.house_rules),
        "played": started,
        "over": standing.over,
        "outcome": describe_game_state(ledger.variant, in_sentences.standing()),
        "results": [
            {
                "name": own.name,
                "total": own.total,
                "needs": "" if standing.over else format_need(own.needs, own.canasta),
                "to_go": None if target is None else max(0, target - own.total),
                "won": side == standing.winner,
                "last_hand": f"Hand {last.number}: {last.score.sides[side].total:+,}" if last else "",
            }
            for side, own in standing.sides.items()
        ],
        "sheet": sheet,
        "race": drawing,  # if there is a hand
        "race_description": describe_race(race, in_sentences.side_names) if race.hands else "",
        "notes": list(score_sheet.iter_notes(ledger)),
        "is_landscape": len(DEFAULT_SIDES) < len(names) == sheet["band_sizes"][0],  # one band of more sides than usual
        "cards_per_row": ceil(len(names) / ceil(len(names) / _MAX_CARDS_PER_ROW)),  # of standings, in about equal rows
        "longest_total": max(len("1,000"), *(len(f"{own.total:,}") for own in standing.sides.values())),  # characters
        "ticks_width": round(1 + 0.42 * max(map(len, ("Hand", *ticks))), 2),  # of the labels beside the drawing, in rem
    }


def build_page_sheet(ledger: Ledger) -> Page:
    """Build the sheet of a game."""
    in_sentences = _isolate_names(ledger)
    scores = [score for hand in ledger.hands if not hand.voided for score in hand.score.sides.values()]
    has_penalties = any(score.penalties for score in scores)
    keys = [key for key in SHEET_COLUMNS if has_penalties or key != PENALTIES]
    rows = list(_iter_page_rows(ledger, in_sentences, keys))
    columns, widths = [], []
    for place, key in enumerate((*keys, _NEED)):
        label, short_label = _PAGE_LABELS[key], _SHORT_PAGE_LABELS[key]
        widest = max((len(cells[place]) for row in rows for cells in row.sides if cells), default=0)
        width = max(_MIN_COLUMN_WIDTH, widest, *map(len, short_label.split()))  # a label may take two lines
        widths.append(width + _CELL_GAP)
        columns.append({"key": key, "label": label, "short_label": short_label, "width": width})
    names = tuple(ledger.side_names.values())
    bands = []
    for places in split_into_bands(len(names)):
        band = slice(places.start, places.stop)
        band_rows = tuple(replace(row, sides=row.sides[band], explained=row.explained[band]) for row in rows)
        bands.append({"names": names[band], "rows": band_rows})
    band_sizes = sorted({len(band["names"]) for band in bands})
    row_width = _HAND_COLUMN_WIDTH + band_sizes[-1] * ceil(sum(widths))
    return {
        "bands": bands,
        "columns": columns,  # their keys are classes of CSS; short labels are for narrow screens
        "marks": {mark: meaning for mark, meaning in _MARKS.items() if any(mark in row.marks for row in rows)},
        "footnotes": [
            *(sentence for _, sentence in score_sheet.iter_changes(ledger, in_sentences.side_names)),
            *score_sheet.list_named_remarks(ledger, in_sentences.side_names),
        ],
        "band_sizes": band_sizes,  # each once, the largest last
        "row_width": row_width,  # in characters
        # The smallest page widths, in rem with its margins, for one row a hand, and for full labels.
        "wide_layout_width": ceil(row_width * _CHARACTER_WIDTH) + 4,
        "full_label_width": ceil(row_width * _LABEL_CHARACTER_WIDTH) + 4,
    }


def split_into_bands(sides: int) -> list[range]:
    """Return the places of the sides in bands of about the same size."""
    size = ceil(sides / ceil(sides / _MAX_SIDES_PER_BAND))
    return [range(first, min(first + size, sides)) for first in range(0, sides, size)]


def _isolate_names(ledger: Ledger) -> Ledger:
    """Return the game with isolated names: one written from right to left would reverse the figures next to it."""
    names = ledger.side_names.items()
    isolated = {side: name if name.isascii() else _ISOLATED_NAME.format(name) for side, name in names}
    return replace(ledger, side_names=isolated)


def _iter_page_rows(ledger: Ledger, in_sentences: Ledger, keys: Sequence[str]) -> Iterator[_PageRow]:
    """Yield the rows of the sheet; `in_sentences` is the game with its names isolated for sentences."""
    sides, start = ledger.side_names, ledger.starting_totals
    needs_after = {hand.number if hand else 0: needs for hand, needs in iter_next_needs(ledger)}
    totals_after = {(type(step), step.number): totals for step, totals in ledger.iter_steps()}
    changes = [*score_sheet.iter_changes(ledger, in_sentences.side_names)]
    notes = [*score_sheet.iter_notes(ledger)]
    if any(start.values()):
        cells = _build_cells(keys, {side: {RUNNING: total} for side, total in start.items()}, needs_after[0])
        yield _PageRow(label=score_sheet.START_LABEL, sides=cells)
    for number, hand in enumerate((None, *ledger.hands)):
        if hand:
            totals = totals_after.get((Hand, number))
            figures = {side: score_sheet.list_hand_figures(hand, side, totals) if totals else {} for side in sides}
            cells = _build_cells(keys, figures, needs_after.get(number, {})) if totals else ()
            has_special = any(list_special_hands(hand.variant, facts) for facts in hand.facts.values())
            is_marked = (bool(hand.fixes), hand.accepted_anyway, has_special)
            yield _PageRow(
                label=f"{number:,}",
                is_hand=True,
                is_canceled=hand.voided,
                marks="" if hand.voided else "".join(compress(_MARKS, is_marked)),
                sides=cells,
                explained=tuple(
                    (in_sentences.side_names[side], tuple(iter_explained_rows(in_sentences, hand, side)))
                    for side in hand.score.sides
                ),
                sentences=tuple(iter_hand_history(in_sentences, hand)),
                notes=tuple(note.text for note in notes if note.hand == number),
                recorded=hand.recorded_at,
            )
        for entry, sentence in changes:
            if (entry.hand or 0) == number and entry.rules:
                yield _PageRow(label="Rules changed", sentences=(sentence,))
            elif (entry.hand or 0) == number:
                total = totals_after[Entry, entry.number][entry.side]
                figures = {side: {} for side in sides}
                figures[entry.side] = {TOTAL: entry.points, RUNNING: total}
                yield _PageRow(
                    label=score_sheet.ADJUSTMENT_LABEL, sides=_build_cells(keys, figures, {}), sentences=(sentence,)
                )


def _build_cells(
    keys: Sequence[str], figures: Mapping[str, Mapping[str, int]], needs: Mapping[str, SideStanding]
) -> tuple[tuple[str, ...], ...]:
    """Return the texts of the cells of each side; a side without a standing in `needs` needs nothing next."""
    cells = []
    for side, points in figures.items():
        need = format_need(needs[side].needs, needs[side].canasta) if side in needs else ""
        cells.append((*(f"{points[key]:,}" if key in points else "" for key in keys), need))
    return tuple(cells)
