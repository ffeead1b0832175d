"""A game as Markdown: the score sheet as a table that a code host shows."""

import re
from collections.abc import Iterator, Sequence

from canasta_score.game.ledger import Ledger
from canasta_score.report.text.layout import Cells
from canasta_score.report.text.score_sheet import flat_row, labels_of, remarks, sheet_rows
from canasta_score.report.text.standing import standing_rows, what_is_next, what_is_played

OBEYED = re.compile(r"[\\`*_\[\]<>|~$]|&(?=[#\w])|^[#+=-]")


def markdown(ledger: Ledger) -> str:
    """Give the names, what was played and when, the sheet, the standing and the remarks."""
    variant, standing = ledger.variant, ledger.standing()
    names = [plain(side.name) for side in standing.sides.values()]
    played = what_is_played(ledger)
    parts = [
        f"# {', '.join(names)}",
        plain(f"{played}, begun on {ledger.started:%Y-%m-%d}" if ledger.started else played),
        "\n".join(f"- House rule: {plain(rule)}" for rule in ledger.house),
        "\n".join(sheet(ledger)),
        "\n".join(rows([["", *names], *standing_rows(variant, standing)])),
        plain(what_is_next(variant, standing)),
        "\n".join(f"- {plain(line)}" for line in remarks(ledger, "").split("\n") if line),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def sheet(ledger: Ledger) -> Iterator[str]:
    """Lay out a row for each hand, each column headed by its side and label; nothing where there is no hand."""
    hands = list(sheet_rows(ledger))
    if hands:
        labels = {side: labels_of(hands, side) for side in ledger.names}
        heads = (f"{plain(ledger.names[side])} {label}" for side, of_side in labels.items() for label in of_side)
        yield from rows([["Hand", *heads], *(flat_row(hand, labels) for hand in hands)])


def rows(cells: Sequence[Cells]) -> Iterator[str]:
    """Lay out a table: heads, then rows, figures to the right."""
    heads, *others = cells
    for row in (heads, ["---:"] * len(heads), *others):
        yield f"| {' | '.join(cell.strip() for cell in row)} |"


def plain(text: str) -> str:
    r"""Give a text that Markdown shows as it is.

    >>> plain("<b>*A* | B_c"), plain("Ann & Bob, 8,500 to -20"), plain("# &lt;")
    ('\\<b\\>\\*A\\* \\| B\\_c', 'Ann & Bob, 8,500 to -20', '\\# \\&lt;')
    """
    return OBEYED.sub(r"\\\g<0>", text)
