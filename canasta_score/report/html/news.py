"""What has just changed in a game or an event, for those who hear the page and do not see it."""

from canasta_score.game.entries import EntryKind
from canasta_score.game.ledger import Ledger
from canasta_score.report.html.event_page import EventPage
from canasta_score.report.text.standing import describe_game_state
from canasta_score.rules.text import join_words

_ENTRY_NEWS = {
    EntryKind.HAND: "Hand {hand} recorded.",
    EntryKind.FIX: "Hand {hand} corrected.",
    EntryKind.VOID: "Hand {hand} canceled.",
    EntryKind.NOTE: "Note added.",
    EntryKind.UNDO: "The last entry was undone.",
    EntryKind.REDO: "The last entry was restored.",
    EntryKind.END: "The game was ended.",
    EntryKind.RENAME: "A side was renamed.",
    EntryKind.FAILED_OPENING: "An opening failed.",
}


def describe_game_news(before: Ledger, after: Ledger) -> str:
    """Return what the newest entry did, and the standing; the standing alone if the file has another game."""
    standing = after.standing()
    totals = join_words(f"{side.name} {side.total:,}" for side in standing.sides.values())
    entries = after.entries[len(before.entries) :] if after.started_at == before.started_at else ()
    news = _ENTRY_NEWS[entries[-1].kind].format(hand=entries[-1].hand) if entries else ""
    return f"{news} {totals}. {describe_game_state(after.variant, standing)}".strip()


def describe_event_news(page: EventPage) -> str:
    """Return who leads in each ranking."""
    leads = (
        f"{field.label or 'In the lead'}: "
        + join_words(f"{pair.name} with {pair.points:,}" for pair in field.pairs if pair.rank == 1)
        for field in page.fields
        if field.pairs
    )
    return " ".join([f"{page.heading}.", *(f"{lead}." for lead in leads)])
