"""Knockout: the loser is out. The bracket goes by the numbers of the pairs: the first meets the last."""

from collections.abc import Sequence

from canasta_score.event.movements.situation import Situation, check_results, rank_at_table
from canasta_score.event.seating.tables import Seating, Table, list_pairs

_Bracket = list[int | None]


def seat_first(pairs: Sequence[int]) -> Seating:
    """Return the seating of the first game, in which the pairs with the lowest numbers have byes."""
    return _seat_bracket(_build_bracket(sorted(pairs)))


def seat(situation: Situation) -> Seating:
    """Return the seating of a game after the first; raises EventError while a result before it is missing.

    A pair that left loses to its next opponent, who sits out.
    """
    bracket = _build_bracket(sorted(list_pairs(situation.rounds[0])))
    for game in range(1, situation.game):
        check_results(situation, game)
        points = situation.points.get(game, {})
        bracket = [rank_at_table(Table(0, *couple), points)[0] for couple in _list_couples(bracket, situation, game)]
    return _seat_bracket([pair if pair in situation.present else None for pair in bracket])


def count_games(pairs: int) -> int:
    """Return how many games it takes until one of some pairs is left.

    >>> [count_games(pairs) for pairs in (2, 3, 4, 5, 8, 9)]
    [1, 2, 2, 3, 3, 4]
    """
    return max(1, (pairs - 1).bit_length())


def _list_couples(bracket: _Bracket, situation: Situation, game: int) -> list[tuple[int | None, int | None]]:
    seated = {*list_pairs(situation.rounds[game - 1])}
    places = [pair if pair in seated else None for pair in bracket]
    return [*zip(places[::2], places[1::2], strict=True)]


def _build_bracket(pairs: Sequence[int]) -> _Bracket:
    """Return the places of the first game, in which the winners of neighboring couples meet in the next one."""
    order = [0]
    for _ in range(count_games(len(pairs))):
        size = 2 * len(order)
        order = [place for seed in order for place in (seed, size - 1 - seed)]
    return [pairs[seed] if seed < len(pairs) else None for seed in order]


def _seat_bracket(bracket: _Bracket) -> Seating:
    """Return a table for each couple of a bracket, byes at the end."""
    couples = [Table(0, *couple) for couple in zip(bracket[::2], bracket[1::2], strict=True)]
    tables = sorted((table for table in couples if table.pairs), key=lambda table: not table.is_played)
    return tuple(table._replace(number=number) for number, table in enumerate(tables, 1))
