"""CSV files that a director brings: a list of pairs, who sits where, or slips."""

import csv
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import zip_longest
from typing import TypeVar

from canasta_score.event.errors import EventError, event_error
from canasta_score.event.event import Pair, find_pair
from canasta_score.event.seating.tables import Seating, Table
from canasta_score.event.slips import Score
from canasta_score.game.csv_columns import parse_csv_rows
from canasta_score.game.sides import join_spaces
from canasta_score.hand.amounts import parse_integer
from canasta_score.rules.diagnostics import CanastaError, Diagnostic, DiagnosticCode
from canasta_score.rules.frozen import replace
from canasta_score.rules.text import parse_digits, split_players

RowT = TypeVar("RowT")
_HEADER_NOUNS = {"pair", "pairs", "team", "teams", "name", "names", "player", "players", "partner", "partners"}
_HEADER_WORDS = _HEADER_NOUNS | {"first", "second", "last", "north", "south", "east", "west", "one", "two", "1", "2"}
_SEAT_HEADERS = ("game", "table", "ns", "ew")
_PLAYERS_OF_PAIR = 2
_PHANTOM = ("", "0", "-")
_MAX_NUMBER = 99_999  # of a game or a table


def parse_pairs(data: bytes, file: str, *, has_headings: bool | None = None) -> dict[int, str]:
    """Return the names of pairs by their rows: one pair in each, in one column or with a column for each player."""
    # Columns of numbers are left out, and others if the first row names those of the players. Raises EventError
    # without a pair, for a column that is no player, and for what may be headings while `has_headings` is None.
    numbered = dict(_parse_numbered_rows(data, file))
    numbers, rows = [*numbered], [*numbered.values()]
    first = [*filter(None, rows[0])] if rows else []
    columns, signs = _find_player_columns(rows[0]) if rows else [], _find_heading_signs(first)
    if columns:
        rows = [[row[place] for place in columns if place < len(row)] for row in rows[1:]]
    elif has_headings:
        rows = rows[1:]
    elif has_headings is None and rows[1:] and signs.difference(*map(_find_heading_signs, rows[1:])):
        message = f'the first row may be headings: "{", ".join(first)}"'
        hint = 'write "player" in place of each; if it is a pair, write "player,player" in a row above it'
        raise event_error(message, hint, file=file, code=DiagnosticCode.UNCLEAR_HEADINGS)
    filled = [cells for cells in zip_longest(*rows, fillvalue="") if not all(map(_is_number, cells))]
    cells_of_pairs = zip(numbers[len(numbers) - len(rows) :], zip(*filled, strict=True), strict=False)
    pairs = {number: players for number, row in cells_of_pairs if (players := [*filter(None, row)])}
    most_players = max((len(split_players("".join(row))) for row in pairs.values()), default=0)
    has_half_pairs = len(first) > 1 and len(columns) == 1 and most_players == 1
    has_more = not columns and any(
        len(row) > 1 and len(split_players(cell.replace(",", " "))) > 1 for row in pairs.values() for cell in row
    )
    if has_half_pairs or has_more or any(len(row) > _PLAYERS_OF_PAIR for row in pairs.values()):
        message = "has columns that are not players"
        hint = 'name the columns of the players "player" in the first row, or keep only these columns'
        raise event_error(message, hint, file=file)
    if not pairs:
        raise event_error("has no pairs", 'write one pair in each row, such as "Ann,Bob"', file=file)
    return {number: join_spaces(" & ".join(players)) for number, players in pairs.items()}


def _find_player_columns(first: Sequence[str]) -> list[int]:
    """Return the places of the players' columns, if a row is of headings."""
    if any(cell and _is_header_cell(cell) for cell in first):
        return [place for place, cell in enumerate(first) if _is_header_cell(cell)]
    # In any language, such as "Joueur 1,Joueur 2": one name with different numbers.
    stems = [cell.casefold().rstrip("0123456789").strip() if cell[-1:].isdecimal() else "" for cell in first]
    twice = [place for place, stem in enumerate(stems) if stem and stems.count(stem) == _PLAYERS_OF_PAIR]
    return twice if len({first[place] for place in twice}) == _PLAYERS_OF_PAIR else []


def _find_heading_signs(row: Sequence[str]) -> set[str]:
    """Return what a row has in common with headings, in any language."""
    words = [word for cell in row for word in {*cell.casefold().split()}]
    names = [cell for cell in row if not _is_number(cell)]
    signs = {
        "repeats a word": len({*words}) < len(words),
        "is in lower case": all(name[0].islower() for name in names),
        "is no pair": len(split_players(" & ".join(names))) != _PLAYERS_OF_PAIR,
    }
    return {sign for sign, is_there in signs.items() if is_there}


def _is_number(cell: str) -> bool:
    return not cell or cell.rstrip(".").isdecimal()


def _is_header_cell(cell: str) -> bool:
    heading = cell.casefold()
    words = {*(heading.rstrip("12") or cell).split()}
    # `Player A` is a heading, but `Team A` may be a team.
    return heading[:-1] == "player " or not words or bool(words <= _HEADER_WORDS and words & _HEADER_NOUNS)


def parse_seats(data: bytes, file: str, pairs: Mapping[int, Pair]) -> dict[int, Seating]:
    """Return the seats of each game in a file of tables with their pairs; raises EventError with every mistake."""

    def parse_row(_: int, cells: Mapping[str, str]) -> tuple[int, Table]:
        game = _parse_number("game", cells.get("game", "1"))
        table = _parse_number("table", cells.get("table", ""))
        texts = [cells.get(side, "") for side in ("ns", "ew")]
        return game, Table(table, *(None if text in _PHANTOM else find_pair(pairs, text).number for text in texts))

    seats: dict[int, list[Table]] = {}
    for game, table in _parse_rows(data, file, {"table", "ns", "ew"}, parse_row):
        seats.setdefault(game, []).append(table)
    return {game: tuple(sorted(tables, key=lambda table: table.number)) for game, tables in seats.items()}


def parse_slips(data: bytes, file: str, build: Callable[[int, int, int, Score], RowT]) -> list[RowT]:
    """Return what is built of each slip in a file (row, game, table, points); raises EventError with every mistake."""
    seen: set[tuple[int, int]] = set()

    def parse_row(row: int, cells: Mapping[str, str]) -> RowT:
        game, table = (_parse_number(column, cells.get(column, "")) for column in ("game", "table"))
        if (game, table) in seen:
            raise event_error(f"table {table} of game {game} is in the file twice", "leave only one of the two rows")
        seen.add((game, table))
        if empty := [side for side in ("ns", "ew") if not cells.get(side)]:
            raise event_error(f"the column {empty[0]} is empty", "enter a total such as 2875 or -145")
        totals = (parse_integer(side, cells[side], negative=True) for side in ("ns", "ew"))
        return build(row, game, table, Score(*totals))

    return _parse_rows(data, file, {*_SEAT_HEADERS}, parse_row)


def _parse_rows(
    data: bytes, file: str, required: Collection[str], parse_row: Callable[[int, Mapping[str, str]], RowT]
) -> list[RowT]:
    """Return what is parsed of each row below the names of the columns, which come in any order."""
    rows = _parse_numbered_rows(data, file)
    headers = [cell.casefold() for cell in rows[0][1]] if rows else []
    if not {*required} <= {*headers} <= {*_SEAT_HEADERS}:
        hint = "the first row must be: game,table,ns,ew"
        raise event_error("the first row does not have the names of the columns", hint, file=file)
    parsed: list[RowT] = []
    errors: list[Diagnostic] = []
    for number, row in rows[1:]:
        try:
            parsed.append(parse_row(number, dict(zip(headers, row, strict=False))))
        except CanastaError as error:
            errors += [replace(each, file=file, row=number) for each in error.diagnostics]
    if errors:
        raise EventError(errors)
    return parsed


def _parse_number(column: str, text: str) -> int:
    number = parse_digits(text, _MAX_NUMBER)
    if number is not None:
        return number
    raise event_error(f'"{text}" in the column {column} is not a number', "enter a number such as 1")


def _parse_numbered_rows(data: bytes, file: str) -> list[tuple[int, list[str]]]:
    try:
        return parse_csv_rows(data)
    except (UnicodeDecodeError, csv.Error):
        hint = 'in the spreadsheet, save it as "CSV UTF-8"'
        raise event_error("is not a CSV file in UTF-8", hint, file=file) from None
