"""The page of a game: one file for a browser and for paper, with the sheet, the race and every hand.

Nothing in it is fetched and nothing in it runs: what a ledger says is shown, whatever it is.
"""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

from canasta_score.game.entries import EntryKind
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import Standing
from canasta_score.report.charts.description import describe_race
from canasta_score.report.charts.drawing import RaceDrawing, draw_race
from canasta_score.report.charts.race import build_race
from canasta_score.report.html.hands import ExplainedHand, PageTime, build_page_day, iter_explained_hands
from canasta_score.report.html.sheet import PageSheet, build_page_sheet
from canasta_score.report.text.need import format_need
from canasta_score.report.text.standing import describe_game, describe_game_state
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import DEFAULT_SIDES

_PAGE_TEMPLATE, _STYLE_TEMPLATE = "page.html.jinja", "page.css.jinja"
_ISOLATED_NAME = "\u2068{}\u2069"  # what is between these keeps its direction of writing, and its neighbours theirs


@frozen
class _SideResult(Value):
    """Where a side stands: its total, what it needs and how far it is to the target, where these still matter."""

    name: str
    total: str
    needs: str
    to_go: str
    won: bool


@frozen
class _PageNote(Value):
    """A note, and the number of the hand that it is about; empty where it is about the game."""

    hand: str
    text: str


@frozen
class _Page(Value):
    """All that the page says, in the order in which it says it; there is no drawing of a race without hands."""

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
    notes: tuple[_PageNote, ...]

    @property
    def is_landscape(self) -> bool:
        """Tell whether the paper lies on its side, for more sides than the usual two."""
        return len(self.names) > len(DEFAULT_SIDES)

    @property
    def longest_total(self) -> int:
        """Give how long the totals are, in characters; none is taken to be shorter than five."""
        return max(len("1,000"), *(len(side.total) for side in self.results))

    @property
    def ticks_width(self) -> float:
        """Give the room that the labels beside the drawing take, in rem."""
        longest = max((len(tick.text) for tick in self.race.ticks), default=0) if self.race else 0
        return round(1 + 0.46 * max(longest, len("Hand")), 2)


def render_page(ledger: Ledger) -> str:
    """Write the page of a game, as HTML; the same ledger gives the same page."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 -- start-up

    templates = Environment(
        loader=PackageLoader("canasta_score.report.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    templates.tests["loss"] = _is_negative
    content = _build_page(ledger)
    style = templates.get_template(_STYLE_TEMPLATE).render(page=content)
    return templates.get_template(_PAGE_TEMPLATE).render(page=content, style_hash=_hash_style(style))


def _is_negative(figure: str) -> bool:
    """Tell whether a figure is below nought."""
    return figure.startswith("-")


def _isolate_name(name: str) -> str:
    """Give a name such that one written from right to left turns no figure beside it round."""
    return name if name.isascii() else _ISOLATED_NAME.format(name)


def _hash_style(style: str) -> str:
    """Give the hash by which a browser knows the one style that it may apply."""
    return "sha256-" + b64encode(sha256(style.encode()).digest()).decode()


def _build_page(ledger: Ledger) -> _Page:
    """Gather what the page says of a game; in sentences, names are told apart from what stands around them."""
    standing, race = ledger.standing(), build_race(ledger)
    in_sentences = replace(ledger, side_names={side: _isolate_name(name) for side, name in ledger.side_names.items()})
    return _Page(
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
        notes=tuple(_iter_page_notes(ledger)),
    )


def _find_day_played(ledger: Ledger) -> PageTime | None:
    """Give the day on which a game was begun; None where nobody wrote it down."""
    first = ledger.started_at or next((hand.recorded_at for hand in ledger.hands), None)
    return build_page_day(first) if first else None


def _iter_side_results(ledger: Ledger, standing: Standing) -> Iterator[_SideResult]:
    """Go through the sides with their totals."""
    target = ledger.variant.game.target
    for word, side in standing.sides.items():
        to_go = "" if target is None or standing.over else f"{max(0, target - side.total):,}"
        yield _SideResult(
            name=side.name,
            total=f"{side.total:,}",
            needs="" if standing.over else format_need(side.needs, side.canasta),
            to_go=to_go,
            won=word == standing.winner,
        )


def _iter_page_notes(ledger: Ledger) -> Iterator[_PageNote]:
    """Go through the notes that stand."""
    for change in ledger.applied_changes:
        if change.entry.kind is EntryKind.NOTE:
            hand = change.entry.hand
            yield _PageNote(hand="" if hand is None else f"{hand:,}", text=change.entry.text)
