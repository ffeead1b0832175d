"""The statistics of many games as they are read: a row for each side, its partners' names before its figures."""

from collections.abc import Callable, Sequence
from math import floor

from canasta_score.game.statistics.statistics import FEW, Figure, Highlight, SideStatistics, Statistics
from canasta_score.report.text.layout import Cells, rows_of_names, wrapped
from canasta_score.rules.schema.reader import counted
from canasta_score.rules.text import printable

NONE = "-"
HALF = 0.5  # from which on the next figure is meant
MARK = " *"
MARKED = "* from fewer than five games"
Column = tuple[str, Callable[[SideStatistics], str]]


def statistics_table(statistics: Statistics, width: int) -> str:
    """Lay out statistics for a terminal of some width; a figure from few games is marked."""
    if not statistics.games:
        return "No game was played yet: no ledger has a hand that counts."
    tables = [rows_of_names(table, width) for table in tables_of(statistics)]
    below = [*records(statistics), *([MARKED] if any(MARK in line for lines in tables for line in lines) else [])]
    texts = [wrapped(heading(statistics), width), *tables, [line for text in below for line in wrapped(text, width)]]
    return "\n\n".join("\n".join(lines) for lines in texts)


def heading(statistics: Statistics) -> str:
    """Say how many games there are, how many are over, and by which rules they were played."""
    games = f"{counted(statistics.games, 'game')}, {statistics.over:,} over"
    if len(statistics.played) == 1:
        return f"{games}: {statistics.played[0].title}"
    return f"{games}: {', '.join(f'{one.title} {one.games:,}' for one in statistics.played)}"


def tables_of(statistics: Statistics) -> list[Sequence[Cells]]:
    """Give the tables: games, canastas where there are any, and what was lost."""
    tables = [table_of("", COLUMNS_OF_GAMES, statistics.sides)]
    if statistics.canastas:
        kinds = [canasta_column(fact, label) for fact, label in statistics.canastas.items()]
        tables.append(table_of("Canastas per hand", [("All kinds", all_canastas), *kinds], statistics.sides))
    return [*tables, table_of("", COLUMNS_OF_LOSSES, statistics.sides)]


def table_of(title: str, columns: Sequence[Column], sides: Sequence[SideStatistics]) -> list[Cells]:
    """Give a table with its heads; where a column has marks, what is not marked leaves the room for them."""
    cells = [[side.name for side in sides]]
    for _, figure in columns:
        column = [figure(side) for side in sides]
        room = " " * len(MARK) if any(cell.endswith(MARK) for cell in column) else ""
        cells.append([cell if cell.endswith(MARK) else cell + room for cell in column])
    return [[title, *(head for head, _ in columns)], *zip(*cells, strict=True)]


def marked(text: str, games: int) -> str:
    """Give a figure with its mark where it comes from few games."""
    return text + MARK if games < FEW else text


def won(side: SideStatistics) -> str:
    """Say how many of the games that are over a side won."""
    return f"{side.won:,} of {side.over:,}"


def share_won(side: SideStatistics) -> str:
    """Give the share of the games that are over which a side won."""
    return NONE if side.share_won is None else marked(f"{rounded(side.share_won, 2):.0%}", side.over)


def average(side: SideStatistics) -> str:
    """Give the average hand."""
    return marked(f"{rounded(side.points.per_hand or 0):,.0f}", side.points.games)


def best(side: SideStatistics) -> str:
    """Give the best hand."""
    return marked(points_of(side.best), side.games)


def comeback(side: SideStatistics) -> str:
    """Give the biggest comeback, which the games that were won tell of."""
    return marked(points_of(side.comeback), side.won) if side.comeback else NONE


def points_of(highlight: Highlight | None) -> str:
    """Give the points of a highlight."""
    return f"{highlight.points:,}" if highlight else NONE


def all_canastas(side: SideStatistics) -> str:
    """Give the canastas of all kinds per hand."""
    return per_hand(side.all_canastas)


def canasta_column(fact: str, label: str) -> Column:
    """Give the column of a kind of canasta."""
    return label, lambda side: per_hand(side.canastas[fact])


def per_hand(figure: Figure) -> str:
    """Give what a side has in a hand."""
    return NONE if figure.per_hand is None else marked(f"{rounded(figure.per_hand, 2):.2f}", figure.games)


def rounded(number: float, places: int = 0) -> float:
    """Round a number as people do: a half goes up.

    >>> rounded(1562.5), rounded(0.125, 2)
    (1563.0, 0.13)
    """
    scale = float(10**places)
    return floor(number * scale + HALF) / scale


def sum_of(figure: Figure) -> str:
    """Give a sum of all hands that tell of it."""
    return marked(f"{figure.total:,}", figure.games) if figure.hands else NONE


def going_out(side: SideStatistics) -> str:
    """Say how often a side went out, and in which share of the hands that tell of it."""
    out = side.out
    return NONE if out.per_hand is None else marked(f"{out.total:,} ({rounded(out.per_hand, 2):.0%})", out.games)


COLUMNS_OF_GAMES: Sequence[Column] = (
    ("Games", lambda side: f"{side.games:,}"),
    ("Won", won),
    ("Share won", share_won),
    ("Hands", lambda side: f"{side.points.hands:,}"),
    ("Average hand", average),
    ("Best hand", best),
    ("Biggest comeback", comeback),
)
COLUMNS_OF_LOSSES: Sequence[Column] = (
    ("Going out", going_out),
    ("Special hands", lambda side: sum_of(side.all_specials)),
    ("Lost in penalties", lambda side: sum_of(side.penalties)),
    ("Lost in hand cards", lambda side: sum_of(side.hand_cards)),
)


def records(statistics: Statistics) -> list[str]:
    """Say where the best hand of all and the biggest comeback are to be found."""
    told = []
    side, highlight = highest([(side, side.best) for side in statistics.sides])
    if highlight:
        told.append(
            f"Best hand: {highlight.points:,} by {side.name}, hand {highlight.hand} of {printable(highlight.file)}."
        )
    side, highlight = highest([(side, side.comeback) for side in statistics.sides])
    if highlight:
        when = f"after hand {highlight.hand}" if highlight.hand else "at the start"
        behind = f"{highlight.points:,} behind {when} of {printable(highlight.file)}"
        told.append(f"Biggest comeback: {side.name}, {behind}.")
    return told


def highest(highlights: Sequence[tuple[SideStatistics, Highlight | None]]) -> tuple[SideStatistics, Highlight | None]:
    """Give the highlight of the most points, with its side; none where there is none."""
    return max(highlights, key=lambda one: one[1].points if one[1] else 0)
