"""The score sheet as a table in one of the formats of the library tabulate, such as github, html or tsv."""

from tabulate import tabulate, tabulate_formats

from canasta_score.game.csv_columns import escape_formula
from canasta_score.game.ledger import Ledger
from canasta_score.report.text.score_sheet import build_flat_sheet

TABLE_FORMATS = tuple(tabulate_formats)
_ESCAPED_BARS = {"github": r"\|", "pipe": r"\|", "jira": "/", "orgtbl": "/", "textile": "/"}  # where | ends a cell


def format_tabulated_sheet(ledger: Ledger, table_format: str) -> str:
    """Return the sheet with a row for each hand and the columns of each side."""
    bar = _ESCAPED_BARS.get(table_format, "|")
    names = {side: name.replace("|", bar) for side, name in ledger.side_names.items()}
    headers, cells = build_flat_sheet(ledger, names)
    if table_format == "tsv":
        return "\n".join("\t".join(row) for row in ([escape_formula(header) for header in headers], *cells))
    alignment = ["right"] * len(headers)
    return tabulate(cells, headers, tablefmt=table_format, disable_numparse=True, colalign=alignment if cells else None)
