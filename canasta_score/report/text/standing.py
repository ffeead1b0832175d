"""The standing as it is read across the table: totals, what each side needs, how far it is, who has won."""

from collections.abc import Sequence
from textwrap import fill

from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import GameResult, Standing, has_reached_game_limit
from canasta_score.report.text.layout import TextRow, format_side_table
from canasta_score.report.text.need import format_need
from canasta_score.rules.model.game_end import GameEnd
from canasta_score.rules.model.need import NeedBasis
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import format_count


def format_standing(variant: Variant, standing: Standing, width: int) -> str:
    """Lay out the standing, a column for each side, and say what comes next."""
    return _format_under_names(
        standing, build_standing_rows(variant, standing), describe_game_state(variant, standing), width
    )


def format_needs(variant: Variant, standing: Standing, width: int, *, in_next: bool = True) -> str:
    """Lay out what each side needs to open the next hand, or another one that was asked for, and what it has."""
    if in_next:
        return _format_under_names(
            standing, build_standing_rows(variant, standing)[:2], describe_game_state(variant, standing), width
        )
    of_hand = f"These are the needs of the hand that counts as number {standing.next_hand}."
    below = of_hand if variant.need.by is NeedBasis.HAND else "The need goes by the total, whatever hand it is."
    return _format_under_names(standing, [_build_total_row(standing), _build_needs_row(standing)], below, width)


def _format_under_names(standing: Standing, rows: Sequence[TextRow], below: str, width: int) -> str:
    """Set rows under the names of the sides, and a sentence below."""
    names = ["", *(side.name for side in standing.sides.values())]
    return "\n".join([*format_side_table([names, *rows], width), fill(below, width)])


def _build_total_row(standing: Standing) -> TextRow:
    """Give the row of the totals."""
    return ["Standing", *(f"{side.total:,}" for side in standing.sides.values())]


def _build_needs_row(standing: Standing) -> TextRow:
    """Give the row of the needs."""
    return ["Needs", *(format_need(side.needs, side.canasta) for side in standing.sides.values())]


def build_standing_rows(variant: Variant, standing: Standing) -> list[TextRow]:
    """Give the rows of the standing; once the game is over only the totals are left."""
    sides = standing.sides.values()
    if standing.over:
        return [_build_total_row(standing)]
    rows = [_build_total_row(standing), _build_needs_row(standing)]
    target = variant.game.target
    if target is not None:
        rows.append(["To go", *(f"{max(0, target - side.total):,}" for side in sides)])
    return rows


def describe_game_state(variant: Variant, standing: Standing) -> str:
    """Say which hand comes next, or how the game ended."""
    if standing.result:
        return _describe_ending(standing, standing.result)
    totals = [side.total for side in standing.sides.values()]
    if standing.hands_played and has_reached_game_limit(variant.game, totals, standing.hands_played):
        return f"A tie at {max(totals):,}: play on. Hand {standing.next_hand} is next."
    return f"Hand {standing.next_hand}{_format_hand_position(variant.game, standing)} next."


def _format_hand_position(game: GameEnd, standing: Standing) -> str:
    """Say which of a set number of hands is next; after a struck one that is not its own number."""
    if not game.hands:
        return " is"
    place = standing.hands_played + 1
    return f" of {game.hands} is" if place == standing.next_hand else f", number {place} of {game.hands}, is"


def _describe_ending(standing: Standing, ending: GameResult) -> str:
    """Say who has won and with which score, and what was recorded behind the end."""
    by_rank = sorted(ending.totals, key=lambda side: (side != ending.winner, -ending.totals[side]))
    score = " to ".join(f"{ending.totals[side]:,}" for side in by_rank)
    special = f" with {ending.special_hand.lower()}" if ending.special_hand else ""
    winner = f"Won by {standing.sides[ending.winner].name}{special}" if ending.winner else "A tie without a winner"
    more = standing.hands_played - ending.hands_played
    after = " One hand was" if more == 1 else f" {more} hands were"
    return f"{winner} in hand {ending.last_hand}, {score}." + (f"{after} recorded after the end." if more else "")


def format_game_heading(ledger: Ledger) -> str:
    """Say what is played, and below it the house rules."""
    played = describe_game(ledger)
    if not ledger.house_rules:
        return played
    return (
        f"{played}\n{'House rule' if len(ledger.house_rules) == 1 else 'House rules'}: {', '.join(ledger.house_rules)}"
    )


def describe_game(ledger: Ledger) -> str:
    """Say what is played, with how many house rules, and when it ends."""
    return f"{format_rules_title(ledger)}, {_format_game_end(ledger.variant.game)}"


def format_rules_title(ledger: Ledger) -> str:
    """Say by whose rules a game is played, with how many of the house."""
    house = f", {format_count(len(ledger.house_rules), 'house rule')}" if ledger.house_rules else ""
    return f"{ledger.variant.title}{house}"


def _format_game_end(game: GameEnd) -> str:
    """Say when the game ends, behind its title."""
    return f"to {game.target:,}" if game.target is not None else "1 hand" if game.hands == 1 else f"{game.hands} hands"
