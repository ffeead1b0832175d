"""The standing as it is read across the table: totals, what each side needs, how far it is, who has won."""

from collections.abc import Sequence
from textwrap import fill

from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import Ending, Standing, has_come_to_its_end
from canasta_score.report.text.layout import Cells, table
from canasta_score.report.text.need import need_in_words
from canasta_score.rules.model.game_end import GameEnd
from canasta_score.rules.model.need import NeedBy
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import counted


def standing_table(variant: Variant, standing: Standing, width: int) -> str:
    """Lay out the standing, a column for each side, and say what comes next."""
    return under_names(standing, standing_rows(variant, standing), what_is_next(variant, standing), width)


def needs_table(variant: Variant, standing: Standing, width: int, *, in_next: bool = True) -> str:
    """Lay out what each side needs to open the next hand, or another one that was asked for, and what it has."""
    if in_next:
        return under_names(standing, standing_rows(variant, standing)[:2], what_is_next(variant, standing), width)
    of_hand = f"These are the needs of the hand that counts as number {standing.hand}."
    below = of_hand if variant.need.by is NeedBy.HAND else "The need goes by the total, whatever hand it is."
    return under_names(standing, [total_row(standing), needs_row(standing)], below, width)


def under_names(standing: Standing, rows: Sequence[Cells], below: str, width: int) -> str:
    """Set rows under the names of the sides, and a sentence below."""
    names = ["", *(side.name for side in standing.sides.values())]
    return "\n".join([*table([names, *rows], width), fill(below, width)])


def total_row(standing: Standing) -> Cells:
    """Give the row of the totals."""
    return ["Standing", *(f"{side.total:,}" for side in standing.sides.values())]


def needs_row(standing: Standing) -> Cells:
    """Give the row of the needs."""
    return ["Needs", *(need_in_words(side.needs, side.canasta) for side in standing.sides.values())]


def standing_rows(variant: Variant, standing: Standing) -> list[Cells]:
    """Give the rows of the standing; once the game is over only the totals are left."""
    sides = standing.sides.values()
    if standing.over:
        return [total_row(standing)]
    rows = [total_row(standing), needs_row(standing)]
    target = variant.game.target
    if target is not None:
        rows.append(["To go", *(f"{max(0, target - side.total):,}" for side in sides)])
    return rows


def what_is_next(variant: Variant, standing: Standing) -> str:
    """Say which hand comes next, or how the game ended."""
    if standing.ending:
        return how_it_ended(standing, standing.ending)
    totals = [side.total for side in standing.sides.values()]
    if standing.played and has_come_to_its_end(variant.game, totals, standing.played):
        return f"A tie at {max(totals):,}: play on. Hand {standing.hand} is next."
    return f"Hand {standing.hand}{of_how_many(variant.game, standing)} next."


def of_how_many(game: GameEnd, standing: Standing) -> str:
    """Say which of a set number of hands is next; after a struck one that is not its own number."""
    if not game.hands:
        return " is"
    place = standing.played + 1
    return f" of {game.hands} is" if place == standing.hand else f", number {place} of {game.hands}, is"


def how_it_ended(standing: Standing, ending: Ending) -> str:
    """Say who has won and with which score, and what was recorded behind the end."""
    by_rank = sorted(ending.totals, key=lambda side: (side != ending.winner, -ending.totals[side]))
    score = " to ".join(f"{ending.totals[side]:,}" for side in by_rank)
    special = f" with {ending.special.lower()}" if ending.special else ""
    winner = f"Won by {standing.sides[ending.winner].name}{special}" if ending.winner else "A tie without a winner"
    more = standing.played - ending.played
    after = " One hand was" if more == 1 else f" {more} hands were"
    return f"{winner} in hand {ending.hand}, {score}." + (f"{after} recorded after the end." if more else "")


def heading(ledger: Ledger) -> str:
    """Say what is played, and below it the house rules."""
    played = what_is_played(ledger)
    if not ledger.house:
        return played
    return f"{played}\n{'House rule' if len(ledger.house) == 1 else 'House rules'}: {', '.join(ledger.house)}"


def what_is_played(ledger: Ledger) -> str:
    """Say what is played, with how many house rules, and when it ends."""
    return f"{rules_played(ledger)}, {end_in_words(ledger.variant.game)}"


def rules_played(ledger: Ledger) -> str:
    """Say by whose rules a game is played, with how many of the house."""
    house = f", {counted(len(ledger.house), 'house rule')}" if ledger.house else ""
    return f"{ledger.variant.title}{house}"


def end_in_words(game: GameEnd) -> str:
    """Say when the game ends, behind its title."""
    return f"to {game.target:,}" if game.target is not None else "1 hand" if game.hands == 1 else f"{game.hands} hands"
