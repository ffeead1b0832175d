"""A game as Markdown: the score sheet as a table that a code host shows."""

import re
from collections.abc import Iterator, Sequence

from canasta_score.game.ledger import Ledger
from canasta_score.report.text.layout import TextRow
from canasta_score.report.text.score_sheet import (
    flatten_sheet_row,
    format_sheet_remarks,
    iter_sheet_rows,
    select_side_labels,
)
from canasta_score.report.text.standing import build_standing_rows, describe_game, describe_game_state

_MARKUP_CHARACTERS = re.compile(r"[\\`*_\[\]<>|~$]|&(?=[#\w])|^[#+=-]")


def format_game_markdown(ledger: Ledger) -> str:
    """Give the names, what was played and when, the sheet, the standing and the remarks."""
    variant, standing = ledger.variant, ledger.standing()
    names = [escape_markdown(side.name) for side in standing.sides.values()]
    played = describe_game(ledger)
    parts = [
        f"# {', '.join(names)}",
        escape_markdown(f"{played}, begun on {ledger.started_at:%Y-%m-%d}" if ledger.started_at else played),
        "\n".join(f"- House rule: {escape_markdown(rule)}" for rule in ledger.house_rules),
        "\n".join(_iter_markdown_sheet(ledger)),
        "\n".join(_iter_markdown_table([["", *names], *build_standing_rows(variant, standing)])),
        escape_markdown(describe_game_state(variant, standing)),
        "\n".join(f"- {escape_markdown(line)}" for line in format_sheet_remarks(ledger, "").split("\n") if line),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _iter_markdown_sheet(ledger: Ledger) -> Iterator[str]:
    """Lay out a row for each hand, each column headed by its side and label; nothing where there is no hand."""
    hands = list(iter_sheet_rows(ledger))
    if hands:
        labels = {side: select_side_labels(hands, side) for side in ledger.side_names}
        heads = (
            f"{escape_markdown(ledger.side_names[side])} {label}"
            for side, of_side in labels.items()
            for label in of_side
        )
        yield from _iter_markdown_table([["Hand", *heads], *(flatten_sheet_row(hand, labels) for hand in hands)])


def _iter_markdown_table(cells: Sequence[TextRow]) -> Iterator[str]:
    """Lay out a table: heads, then rows, figures to the right."""
    heads, *others = cells
    for row in (heads, ["---:"] * len(heads), *others):
        yield f"| {' | '.join(cell.strip() for cell in row)} |"


def escape_markdown(text: str) -> str:
    r"""Give a text that Markdown shows as it is.

    >>> escape_markdown("<b>*A* | B_c"), escape_markdown("Ann & Bob, 8,500 to -20"), escape_markdown("# &lt;")
    ('\\<b\\>\\*A\\* \\| B\\_c', 'Ann & Bob, 8,500 to -20', '\\# \\&lt;')
    """
    return _MARKUP_CHARACTERS.sub(r"\\\g<0>", text)
