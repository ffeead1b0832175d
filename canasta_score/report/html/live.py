"""The views that viewers follow live: the page of a game, and the board for a television."""

from collections.abc import Iterator, Mapping
from hashlib import sha256

from canasta_score.game.ledger import Ledger
from canasta_score.report.html.page import build_page, render_page_parts
from canasta_score.report.html.templating import HtmlParts, render
from canasta_score.report.rules.descriptions import BONUSES_TITLE, GAME_TITLE, describe_rules
from canasta_score.report.text.standing import confirm_entry, describe_game_state
from canasta_score.rules.frozen import Value
from canasta_score.rules.text import join_words

PAGE, BOARD = "page", "board"
_BOARD_PARTS = ("header", "result", "race")
_FIRST_TOPICS = {"end", "steps", "hand steps", "needs"}


class LiveView(Value):
    """A view: its parts by the ids of elements, which a stream replaces, its style, and its document's template."""

    parts: HtmlParts
    style: str
    template: str


def render_game_views(ledger: Ledger) -> Mapping[str, LiveView]:
    """Return the views of a game by their names."""
    page = build_page(ledger)
    lowest = ledger.variant.game.is_won_by_lowest
    values = {"page": page, "lowest_wins": lowest, "rules": list(_iter_first_rules(ledger))}
    parts = render_page_parts(page)
    board_parts = {name: render(f"board_{name}.html.jinja", **values) for name in _BOARD_PARTS}
    return {
        PAGE: build_view(PAGE, "live_page", page, parts),
        BOARD: build_view(BOARD, "live_board", page, {"title": parts["title"], **board_parts}),
    }


def _iter_first_rules(ledger: Ledger) -> Iterator[tuple[str, str]]:
    """Yield labels and texts that players ask for before the first hand: when the game ends, needs, and the seats."""
    described = describe_rules(ledger.variant)
    for rule in (*described[GAME_TITLE], *described[BONUSES_TITLE]):
        if texts := [phrase.text for phrase in rule.phrases if phrase.topic in _FIRST_TOPICS]:
            yield rule.label, "; ".join(texts)
    if ledger.current_seats:
        yield "Seats", ", ".join(ledger.current_seats.order)


def build_view(name: str, template: str, page: object, parts: HtmlParts) -> LiveView:
    """Build a view from its parts; its style and its document are templates of the same name."""
    style = render(f"{template}.css.jinja", page=page)
    # The browser asks for the style again when its address changes.
    link = render("live_style.html.jinja", name=name, fingerprint=sha256(style.encode()).hexdigest()[:16])
    return LiveView(parts={**parts, "style": link}, style=style, template=f"{template}.html.jinja")


def render_messages(news: str, trouble: str) -> HtmlParts:
    """Return the parts that say what changed and what is wrong with the file; either text may be empty."""
    texts = {"news": news, "trouble": trouble}
    return {name: render("live_message.html.jinja", id=name, text=text) for name, text in texts.items()}


def render_document(name: str, view: LiveView, version: str, code: str = "") -> str:
    """Return a view as a document with the `version` of its parts; `code` is the QR code of phones' page, in SVG."""
    return render(view.template, name=name, parts=view.parts, version=version, code=code)


def describe_game_news(before: Ledger, after: Ledger) -> str:
    """Return what the newest entry did and the standing, or only the standing if the file has a different game."""
    standing = after.standing()
    totals = join_words(f"{side.name} {side.total:,}" for side in standing.sides.values())
    entries = after.entries[len(before.entries) :] if after.started_at == before.started_at else ()
    news = f"{confirm_entry(entries[-1])}. " if entries else ""
    return f"{news}{totals}. {describe_game_state(after.variant, standing)}"
