"""A game as Markdown: the score sheet as a table that a code host shows."""

import re
from collections.abc import Iterator, Sequence

from canasta_score.game.ledger import Ledger
from canasta_score.report.labels import format_date, list_house_rules
from canasta_score.report.text.layout import TextRow
from canasta_score.report.text.score_sheet import build_flat_sheet, list_sheet_remarks
from canasta_score.report.text.standing import build_standing_rows, describe_game, describe_game_state

_MARKUP_CHARACTERS = re.compile(r"[\\`*_\[\]<>|~$]|&(?=[#\w])|^[#+=-]")


def format_game_markdown(ledger: Ledger) -> str:
    """Return the names, what was played and when, the sheet, the standing and the remarks."""
    variant, standing = ledger.variant, ledger.standing()
    names = {side: escape_markdown(name) for side, name in ledger.side_names.items()}
    started = f", started {format_date(ledger.started_at)}" if ledger.started_at else ""
    header, rows = build_flat_sheet(ledger, names)
    parts = [
        f"# {', '.join(names.values())}",
        escape_markdown(describe_game(ledger) + started),
        "\n".join(f"- House rule: {escape_markdown(rule)}" for rule in list_house_rules(variant, ledger.house_rules)),
        "\n".join(_iter_table_lines([header, *rows])) if rows else "",
        "\n".join(_iter_table_lines([["", *names.values()], *build_standing_rows(variant, standing)])),
        escape_markdown(describe_game_state(variant, standing)),
        "\n".join(f"- {escape_markdown(remark)}" for remark in list_sheet_remarks(ledger)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _iter_table_lines(cells: Sequence[TextRow]) -> Iterator[str]:
    header, *rows = cells
    for row in (header, ["---:"] * len(header), *rows):
        yield f"| {' | '.join(cell.strip() for cell in row)} |"


def escape_markdown(text: str) -> str:
    """Return a text that Markdown shows as it is."""
    return _MARKUP_CHARACTERS.sub(r"\\\g<0>", text)
