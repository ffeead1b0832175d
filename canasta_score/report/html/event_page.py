"""The page of an event for a browser: the ranks, and each pair's line opens to its games."""

from canasta_score.event.event import Event
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.report.event.entries import list_notes
from canasta_score.report.event.text import build_heading, list_event_rules
from canasta_score.report.html.event_views import FieldView, build_field_views, get_points_label
from canasta_score.report.html.hands import PageTime, build_page_day
from canasta_score.report.html.templating import render_with_style
from canasta_score.rules.frozen import Value, frozen


@frozen
class EventPage(Value):
    """Everything on the page, in order."""

    name: str
    rules: str
    played: PageTime | None
    heading: str
    points_label: str
    fields: tuple[FieldView, ...]
    notes: tuple[str, ...]


def render_event_page(event: Event) -> str:
    """Return the page of an event as HTML; the same event always gives the same page."""
    return render_with_style("event_page.html.jinja", "event_page.css.jinja", page=build_event_page(event))


def build_event_page(event: Event) -> EventPage:
    """Build everything that the page of an event shows."""
    standings = compute_standings(event)
    return EventPage(
        name=event.name,
        rules=" ".join(list_event_rules(event)),
        played=build_page_day(event.started_at) if event.started_at else None,
        heading=build_heading(standings),
        points_label=get_points_label(event),
        fields=build_field_views(event, standings),
        notes=list_notes(event),
    )
