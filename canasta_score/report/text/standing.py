"""The standing of a game as it is read across the table: the rules, the totals, what each side needs, who has won."""

from collections.abc import Iterator, Mapping, Sequence

from canasta_score.game.entries import Entry, EntryKind, GameRules, Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import Deal
from canasta_score.game.standing import SideStanding, Standing, compute_side_standing, has_reached_game_limit
from canasta_score.report.labels import STANDING_LABEL, format_house_rules, format_need, list_house_rules
from canasta_score.report.text.layout import TextRow, fill_text, format_side_table
from canasta_score.rules.model.variant import GameEnd, Variant
from canasta_score.rules.text import format_count

_CONFIRMATIONS = {
    EntryKind.HAND: "Hand {} recorded",
    EntryKind.FIX: "Hand {} corrected",
    EntryKind.VOID: "Hand {} canceled",
    EntryKind.NOTE: "Note added",
    EntryKind.UNDO: "The last entry was undone",
    EntryKind.REDO: "The last entry was restored",
    EntryKind.END: "The game was ended",
    EntryKind.RENAME: "A side was renamed",
    EntryKind.FAILED_OPENING: "Failed opening recorded",
    EntryKind.ADJUST: "Adjustment recorded",
    EntryKind.RULES: "The rules were changed",
}


def confirm_entry(entry: Entry) -> str:
    """Return what has been recorded, such as "Hand 4 recorded", to stand before the standing."""
    return _CONFIRMATIONS[entry.kind].format(entry.hand)


def format_standing(variant: Variant, standing: Standing, width: int) -> str:
    """Return the standing as a table with a column for each side, and the next hand or the result below it."""
    below = describe_game_state(variant, standing)
    return _format_with_names(standing, build_standing_rows(variant, standing), below, width)


def format_needs(variant: Variant, standing: Standing, width: int, *, in_next: bool = True) -> str:
    """Return what each side has and needs to open the next hand, or another hand if not `in_next`."""
    if in_next:
        below = describe_game_state(variant, standing)
    elif variant.need.steps_by_hand:
        below = f"This is what it takes to open in hand {standing.next_hand}."
    else:
        below = "In these rules, the need depends only on the total."
    rows = _list_rows(variant, standing)
    return _format_with_names(standing, rows[: 1 if in_next and standing.over else 2], below, width)


def format_standing_line(standing: Standing) -> str:
    """Return the total and the need of each side as one line; after the game, the totals alone."""
    texts = [
        f"{side.name} {side.total:,}" + ("" if standing.over else f" (needs {format_need(side.needs, side.canasta)})")
        for side in standing.sides.values()
    ]
    return " | ".join([*texts, "game over"] if standing.over else texts)


def build_standing_rows(variant: Variant, standing: Standing) -> list[TextRow]:
    """Return the rows of the standing: totals and, until the game is over, needs and the points left to the target."""
    rows = _list_rows(variant, standing)
    return rows[:1] if standing.over else rows


def _list_rows(variant: Variant, standing: Standing) -> list[TextRow]:
    sides, target = standing.sides.values(), variant.game.target
    rows: list[TextRow] = [
        [STANDING_LABEL, *(f"{side.total:,}" for side in sides)],
        ["Needs", *(format_need(side.needs, side.canasta) for side in sides)],
    ]
    return rows if target is None else [*rows, ["To go", *(f"{max(0, target - side.total):,}" for side in sides)]]


def describe_game_state(variant: Variant, standing: Standing) -> str:
    """Return how the game ended, or which hand is next."""
    result = standing.result
    if not result:
        return _describe_next_hand(variant, standing)
    best = variant.game.pick_best(result.totals.values())
    by_rank = sorted(result.totals, key=lambda side: (side != result.winner, abs(result.totals[side] - best)))
    score = " to ".join(f"{result.totals[side]:,}" for side in by_rank)
    special = f" with {result.special_hand.lower()}" if result.special_hand else ""
    outcome = f"{result.winner_name} won{special}" if result.winner else "A tie"
    more, late = standing.hands_played - result.hands_played, ""
    if more:
        late = f" The standing includes {format_count(more, 'hand')} recorded after the game ended."
    elif any(side.total != result.totals[name] for name, side in standing.sides.items()):
        late = " An adjustment after the end does not count."
    if not result.was_ended:
        return f"{outcome} in hand {result.last_hand}: {score}.{late}"
    when = f"after hand {result.last_hand}" if result.last_hand else "before the first hand"
    return f"{outcome}: {score}. The game was ended {when}.{late}"


def _describe_next_hand(variant: Variant, standing: Standing) -> str:
    deal = f": {describe_deal(standing.deal)}" if standing.deal else " is next."
    totals = [side.total for side in standing.sides.values()]
    if standing.hands_played and has_reached_game_limit(variant.game, totals, standing.hands_played):
        best = variant.game.pick_best(totals)
        why = f"Tied at {best:,}, so" if totals.count(best) > 1 else "An adjustment does not end a game:"
        return f"{why} the game continues. Hand {standing.next_hand}{deal}"
    hands, position = variant.game.hands, ""
    if hands:
        # After a voided hand, the number of the next hand is not its place among the hands that count.
        is_place = standing.hands_played + 1 == standing.next_hand
        position = f" of {hands}" if is_place else f" ({standing.hands_played} of {hands} hands played)"
    return f"Hand {standing.next_hand}{position}{deal}"


def describe_deal(deal: Deal) -> str:
    """Return who deals a hand, who plays first in it, and who sits out."""
    sits_out = f", {deal.sits_out} sits out" if deal.sits_out else ""
    return f"{deal.dealer} deals, {deal.first} plays first{sits_out}."


def describe_moved_deal(before: Standing, after: Standing) -> str:
    """Return a line that names the new dealer if another of the hands comes next now, or an empty text."""
    if not (before.deal and after.deal) or before.place == after.place:
        return ""
    return f"\n{after.deal.dealer} deals the next hand now, not {before.deal.dealer}."


def format_game_heading(ledger: Ledger) -> str:
    """Return a line with the rules and when the game ends, and a line with the house rules if there are any."""
    if not ledger.house_rules:
        return describe_game(ledger)
    title = "House rule" if len(ledger.house_rules) == 1 else "House rules"
    return f"{describe_game(ledger)}\n{title}: {', '.join(list_house_rules(ledger.variant, ledger.house_rules))}"


def describe_game(ledger: Ledger) -> str:
    """Return the rules of a game, with the number of house rules, and when the game ends."""
    game = ledger.variant.game
    lowest = ", the lowest total wins" if game.is_won_by_lowest else ""
    return f"{format_rules_title(ledger.rules)}, {format_game_end(game)}{lowest}"


def format_game_end(game: GameEnd) -> str:
    """Return when a game ends, such as `to 8,500` or `to 5,000 or 4 hands`."""
    target = "" if game.target is None else f"to {game.target:,}"
    hands = "" if game.hands is None else format_count(game.hands, "hand")
    return " or ".join(filter(None, (target, hands)))


def format_rules_title(rules: GameRules) -> str:
    """Return the title of the rules, with the number of house rules."""
    house = f", {format_count(len(rules.house_rules), 'house rule')}" if rules.house_rules else ""
    return f"{rules.variant.title}{house}"


def describe_rules(rules: GameRules) -> str:
    """Return the title of the rules with all house rules."""
    return rules.variant.title + format_house_rules(rules.variant, rules.house_rules)


def iter_next_needs(ledger: Ledger) -> Iterator[tuple[Hand | None, Mapping[str, SideStanding]]]:
    """Yield None and each hand that counts, with each side's standing before the next hand, or {} after the last."""
    result = ledger.standing().result
    played = list(ledger.iter_totals_between_hands())
    places = [*(hand.place for hand, _ in played if hand), ledger.next_place]
    for index, ((hand, totals), place) in enumerate(zip(played, places, strict=True)):
        goes_on = not result or index < result.hands_played
        names = ledger.side_names.items() if goes_on else ()
        yield hand, {side: compute_side_standing(ledger.variant, name, totals[side], place) for side, name in names}


def _format_with_names(standing: Standing, rows: Sequence[TextRow], below: str, width: int) -> str:
    names = ["", *(side.name for side in standing.sides.values())]
    return "\n".join([*format_side_table([names, *rows], width), fill_text(below, width)])
