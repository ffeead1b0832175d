"""Completing an entry before it is written: its game, and the seats that it settles."""

from collections.abc import Mapping
from dataclasses import replace

from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.pairs import Pair, get_pair
from canasta_score.event.seating.rounds import list_seatings, reseat
from canasta_score.event.seating.tables import Seating

_PRESENCE_KINDS = {EventEntryKind.LATE, EventEntryKind.WITHDRAW, EventEntryKind.RETURN}


def complete_event_entry(event: Event, entry: EventEntry) -> EventEntry:
    """Return an entry with the number, the game and the seats that follow from the event.

    Seats are settled by the entry that needs them, so that no later version of the program seats pairs differently.
    Raises EventError for a game that does not exist or is not known yet.
    """
    entry = replace(entry, number=len(event.entries) + 1)
    if entry.kind in _PRESENCE_KINDS:
        return _complete_presence(event, entry, entry.game or event.next_game)
    if entry.game is None:
        return entry
    event.require_game(entry.game)
    if entry.kind is EventEntryKind.ANNOUNCE:
        has_next = event.is_complete(entry.game) and entry.game < event.games
        return replace(entry, seats=_list_unsettled(event, entry.game + 1) if has_next else {})
    return replace(entry, seats=_list_unsettled(event, entry.game))


def _list_unsettled(event: Event, last_game: int) -> Mapping[int, Seating]:
    seatings = enumerate(list_seatings(event, last_game), 1)
    return {game: seating for game, seating in seatings if game not in event.seatings}


def build_changed_pair(event: Event, entry: EventEntry, game: int) -> Pair:
    """Return a pair as it is after it comes late, withdraws or returns from a game on."""
    if entry.kind is EventEntryKind.LATE:
        return Pair(number=len(event.pairs) + 1, name=entry.names[0], spells=((game, None),))
    pair = get_pair(event.pairs, entry.pair)
    return pair.withdraw(game) if entry.kind is EventEntryKind.WITHDRAW else pair.come_back(game)


def _complete_presence(event: Event, entry: EventEntry, game: int) -> EventEntry:
    pair = build_changed_pair(event, entry, game)
    changed = replace(event, pairs={**event.pairs, pair.number: pair})
    seats = {settled: reseat(changed, settled) for settled in event.seatings if settled >= game}
    return replace(entry, game=game, seats=seats)
