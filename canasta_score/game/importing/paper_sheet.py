"""The usual score sheet: a row for each hand, a column for each side. It becomes a row for each hand and side."""

from collections.abc import Callable, Collection, Sequence
from itertools import accumulate, pairwise

from canasta_score.game.entries import ledger_error
from canasta_score.game.standing import has_reached_game_limit
from canasta_score.hand.facts import TallyError
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.model.facts import RUNNING, TOTAL
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

Record = tuple[int, Sequence[str]]  # its row in the file, and its cells
_LABELS_OF_LAST_ROW = ("", "total", "totals", "sum", "final", "score")
_MIN_SIDES = 2
_MAX_FALLS = 0.25  # of the steps of running totals; a hand below zero is rare
_Points = Sequence[Sequence[int]]  # of each row, by the columns of the sides


def is_score_sheet(headings: Sequence[str], known: Collection[str]) -> bool:
    """Return whether headings are those of a score sheet: the hand, and two sides or more."""
    first, *sides = map(str.lower, headings)
    return first == "hand" and len(sides) >= _MIN_SIDES and all(side and side not in known for side in sides)


def unfold_score_sheet(
    variant: Variant,
    records: Sequence[Record],
    file: str,
    parse_number: Callable[[str], int | None],
    *,
    is_running: bool | None,
) -> tuple[list[Record], bool]:
    """Return a record for each hand and side, and whether the totals run on; raises LedgerError or TallyError."""
    (first, headings), *rows = records
    _check_columns_are_sides(headings[1:], file)
    last_row = rows.pop() if rows and rows[-1][1][0].lower() in _LABELS_OF_LAST_ROW else None
    points = [[parse_number(cell) for cell in cells[1:]] for _, cells in rows]
    numbers = [[number for number in row if number is not None] for row in points]
    if not rows or numbers != points:  # bad cells are refused row by row, as in any table
        return _fold_out(first, headings, rows), False
    totals = None if last_row is None else [parse_number(cell) for cell in last_row[1][1:]]
    if is_running is None:
        is_running = _are_running_totals(variant, numbers, totals, file)
    expected = numbers[-1] if is_running else _add_up(numbers)[-1]
    if last_row is not None and totals != expected:
        message = f"the totals are {join_words(f'{total:,}' for total in expected)}"
        hint = "correct a number, or remove this row"
        raise TallyError([Diagnostic(message=message, hint=hint, row=last_row[0]).at(file)])
    by_hand: list[list[int]] = []
    if is_running:
        steps = pairwise([[0] * len(headings[1:]), *numbers])
        by_hand = [[total - last for last, total in zip(before, row, strict=True)] for before, row in steps]
    return _fold_out(first, headings, rows, by_hand), is_running


def _check_columns_are_sides(headings: Sequence[str], file: str) -> None:
    """Raise LedgerError for sides that each have the same words after them: We base, We count, They base ..."""
    parts = {name: name.rpartition(" ")[::2] for name in map(str.lower, headings)}
    alone = {side for side, _ in parts.values()} & parts.keys()  # We, next to We total
    words: dict[str, set[str]] = {}
    for name, (side, word) in parts.items():
        words.setdefault(name if name in alone else side, set()).add("" if name in alone else word)
    first, *others = words.values()
    if others and len(first) > 1 and all(other == first for other in others):
        hint = "keep one for each side, or make a row for each hand and side: hand,side,base,count; "
        hint += "if each is a side, rename one"
        raise ledger_error(file, f"has several columns for each side: {', '.join(headings)}", hint)


def _fold_out(first: int, headings: Sequence[str], rows: Sequence[Record], by_hand: _Points = ()) -> list[Record]:
    """Return a record for each hand and side; with the points `by_hand`, the numbers of the rows are running totals."""
    records: list[Record] = [(first, ["hand", "side", *([RUNNING] if by_hand else []), TOTAL])]
    for (number, (hand, *cells)), points in zip(rows, by_hand or [()] * len(rows), strict=True):
        columns = (headings[1:], cells, *([map(str, points)] if points else []))
        records += [(number, [hand, *own]) for own in zip(*columns, strict=True)]
    return records


def _are_running_totals(variant: Variant, numbers: _Points, totals: Sequence[int | None] | None, file: str) -> bool:
    # Either is recognized only where the other cannot be: by a last row of totals, by a game that would have ended
    # before its last hand, or by totals that fall again and again.
    sums = _add_up(numbers)
    if len(numbers) == 1:
        return False
    if totals is not None and totals in (numbers[-1], sums[-1]):
        can_run, can_add = totals == numbers[-1], totals == sums[-1]
    else:
        falls = [later < now for row in pairwise(numbers) for now, later in zip(*row, strict=True)]
        can_run, can_add = (  # if no row before the last one ends the game
            not any(has_reached_game_limit(variant.game, row, played) for played, row in enumerate(rows[:-1], 1))
            for rows in (numbers, sums)
        )
        can_run = can_run and sum(falls) <= _MAX_FALLS * len(falls)
    if can_run == can_add:
        message = "the numbers can be the points of each hand or running totals"
        raise ledger_error(file, message, "add --by-hand if they are points of each hand, --running if they are totals")
    return can_run


def _add_up(numbers: _Points) -> _Points:
    totals_by_side = [accumulate(column) for column in zip(*numbers, strict=True)]
    return [[*row] for row in zip(*totals_by_side, strict=True)]
