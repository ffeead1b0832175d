"""The totals of a slip before it is recorded: which the cards can make, and what a table's own game file gives."""

from functools import lru_cache
from math import ceil

from canasta_score.event.errors import event_error
from canasta_score.event.event import Event
from canasta_score.event.seating.tables import Direction, Table
from canasta_score.event.slips import Score, count_hands
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import parse_partners
from canasta_score.hand.facts import TallyError
from canasta_score.hand.referee.exact import CardDemand, find_largest_quantity
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.model.canastas import CardPattern
from canasta_score.rules.model.cards import Deck, Rank
from canasta_score.rules.model.variant import Variant

_HANDS_AT_ONCE = 3  # in which no side comes near everything in the deck


def check_points(variant: Variant, *points: int) -> None:
    """Raise TallyError for points that are no multiple of the rules' unit."""
    unit = variant.deck.point_unit or 1
    hint = f"in these rules all points are multiples of {unit}; check the figure"
    if wrong := [Diagnostic(message=f"{each:,} cannot be a total", hint=hint) for each in points if each % unit]:
        raise TallyError(wrong)


def find_largest_likely_total(variant: Variant) -> int:
    """Return the points of every canasta, three, bonus and card of the deck, once for each three hands of a game."""
    deck, canastas = variant.deck, 0
    for canasta in variant.canastas:  # each as if the deck made no other
        quantity = _count_in_deck(canasta.cards, deck.packs, deck.jokers, tuple(deck.points.items()))
        canastas += max(canasta.compute_points(quantity), *(quantity * points for points in canasta.points_by_hand), 0)
    threes = sum(max(color.values) for color in variant.threes.colors)
    bonuses = sum(bonus.points for bonus in variant.bonuses)
    times = ceil(count_hands(variant) / _HANDS_AT_ONCE)
    return (canastas + threes + bonuses + deck.total_points) * times


# A search, and a list of slips asks for it twice a row.
@lru_cache
def _count_in_deck(cards: CardPattern, packs: int, jokers: int, points: tuple[tuple[Rank, int], ...]) -> int:
    deck = Deck(packs=packs, jokers=jokers, points=dict(points))
    most = deck.size_without_threes
    return find_largest_quantity(deck, (), CardDemand(side="", fact="", place=None, pattern=cards, quantity=most))


def find_table_score(event: Event, table: Table, ledger: Ledger) -> tuple[Score, bool]:
    """Return the totals of a game at a table, and if names say which pair each side is; raises EventError if not."""
    # Without names, the first side is North-South: the player in the North keeps the score, and calls the own side We.
    totals = list(ledger.totals.values())
    if len(totals) != len(Direction):
        message = f"this game has {len(totals)} sides, but a table has two pairs"
        raise event_error(message, "choose another file", file=ledger.file)
    if ledger.variant.name != event.variant.name:
        message = f"the rules of this game are {ledger.variant.title}, those of the event {event.variant.title}"
        hint = "if the game counts anyway, enter its totals with event slip"
        raise event_error(message, hint, "slip", "GAME", "TABLE", "NS", "EW", file=ledger.file)
    numbers = {parse_partners(pair.name): pair.number for pair in event.pairs.values()}
    sides = [numbers.get(parse_partners(name)) for name in ledger.side_names.values()]
    for side in sides:
        if side is not None and side not in table.pairs:
            message = f"{event.pairs[side].name} does not play at table {table.number}"
            raise event_error(message, "choose the game file of this table", file=ledger.file)
    if sides[0] == table.ew or sides[1] == table.ns:
        totals.reverse()
    return Score(*totals), sides != [None, None]
