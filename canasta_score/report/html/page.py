"""The page of a game: one file for a browser and for paper, with the sheet, the race and every hand.

Nothing in it is fetched and nothing in it runs: what a ledger says is shown, whatever it is.
"""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

from canasta_score.game.entries import What
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import Standing
from canasta_score.report.charts.description import race_in_words
from canasta_score.report.charts.drawing import Drawing, drawing_of
from canasta_score.report.charts.race import race_of
from canasta_score.report.html.hands import ExplainedHand, ShownTime, day, explained_hands
from canasta_score.report.html.sheet import Sheet, sheet_of
from canasta_score.report.text.need import need_in_words
from canasta_score.report.text.standing import what_is_next, what_is_played
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import SIDES

TEMPLATE, STYLE = "page.html.jinja", "page.css.jinja"
ISOLATED = "\u2068{}\u2069"  # what is between these keeps its direction of writing, and its neighbours theirs


@frozen
class SideResult(Value):
    """Where a side stands: its total, what it needs and how far it is to the target, where these still matter."""

    name: str
    total: str
    needs: str
    to_go: str
    won: bool


@frozen
class Note(Value):
    """A note, and the number of the hand that it is about; empty where it is about the game."""

    hand: str
    text: str


@frozen
class Page(Value):
    """All that the page says, in the order in which it says it; there is no drawing of a race without hands."""

    names: tuple[str, ...]
    rules: str
    house: tuple[str, ...]
    played: ShownTime | None
    over: bool
    outcome: str
    results: tuple[SideResult, ...]
    sheet: Sheet
    race: Drawing | None
    race_in_words: str
    hands: tuple[ExplainedHand, ...]
    notes: tuple[Note, ...]

    @property
    def landscape(self) -> bool:
        """Tell whether the paper lies on its side, for more sides than the usual two."""
        return len(self.names) > len(SIDES)

    @property
    def longest_total(self) -> int:
        """Give how long the totals are, in characters; none is taken to be shorter than five."""
        return max(len("1,000"), *(len(side.total) for side in self.results))

    @property
    def ticks_width(self) -> float:
        """Give the room that the labels beside the drawing take, in rem."""
        longest = max((len(tick.text) for tick in self.race.ticks), default=0) if self.race else 0
        return round(1 + 0.46 * max(longest, len("Hand")), 2)


def page(ledger: Ledger) -> str:
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
    templates.tests["loss"] = is_loss
    content = content_of(ledger)
    style = templates.get_template(STYLE).render(page=content)
    return templates.get_template(TEMPLATE).render(page=content, style_hash=hash_of(style))


def is_loss(figure: str) -> bool:
    """Tell whether a figure is below nought."""
    return figure.startswith("-")


def isolated(name: str) -> str:
    """Give a name such that one written from right to left turns no figure beside it round."""
    return name if name.isascii() else ISOLATED.format(name)


def hash_of(style: str) -> str:
    """Give the hash by which a browser knows the one style that it may apply."""
    return "sha256-" + b64encode(sha256(style.encode()).digest()).decode()


def content_of(ledger: Ledger) -> Page:
    """Gather what the page says of a game; in sentences, names are told apart from what stands around them."""
    standing, race = ledger.standing(), race_of(ledger)
    in_sentences = replace(ledger, names={side: isolated(name) for side, name in ledger.names.items()})
    return Page(
        names=tuple(ledger.names.values()),
        rules=what_is_played(ledger),
        house=ledger.house,
        played=day_played(ledger),
        over=standing.over,
        outcome=what_is_next(ledger.variant, in_sentences.standing()),
        results=tuple(results(ledger, standing)),
        sheet=sheet_of(ledger, in_sentences.names),
        race=drawing_of(race) if race.hands else None,
        race_in_words=race_in_words(race, in_sentences.names) if race.hands else "",
        hands=tuple(explained_hands(ledger, in_sentences)),
        notes=tuple(notes_of(ledger)),
    )


def day_played(ledger: Ledger) -> ShownTime | None:
    """Give the day on which a game was begun; None where nobody wrote it down."""
    first = ledger.started or next((hand.at for hand in ledger.hands), None)
    return day(first) if first else None


def results(ledger: Ledger, standing: Standing) -> Iterator[SideResult]:
    """Go through the sides with their totals."""
    target = ledger.variant.game.target
    for word, side in standing.sides.items():
        to_go = "" if target is None or standing.over else f"{max(0, target - side.total):,}"
        yield SideResult(
            name=side.name,
            total=f"{side.total:,}",
            needs="" if standing.over else need_in_words(side.needs, side.canasta),
            to_go=to_go,
            won=word == standing.winner,
        )


def notes_of(ledger: Ledger) -> Iterator[Note]:
    """Go through the notes that stand."""
    for change in ledger.done:
        if change.entry.what is What.NOTE:
            hand = change.entry.hand
            yield Note(hand="" if hand is None else f"{hand:,}", text=change.entry.text)
