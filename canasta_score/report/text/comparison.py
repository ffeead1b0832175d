"""The same hand by several rules: a table with a column for each, and notes on what is unknown."""

from collections.abc import Iterator, Mapping, Sequence

from canasta_score.hand.comparison.compare import ComparedSide, VariantResult, get_agreed_value
from canasta_score.report.labels import LABELS
from canasta_score.report.text.hand import iter_base_rows, iter_unscored_notes
from canasta_score.report.text.layout import INDENT, TextRow, format_side_table, wrap_text
from canasta_score.rules.model.facts import TOTAL
from canasta_score.rules.model.threes import ALL_THREES
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words


def format_hand_comparison(
    results: Sequence[VariantResult], titles: Sequence[str], names: Mapping[str, str], width: int
) -> str:
    """Return a hand by several rules as a table with a column for each of them, the sides one below the other."""
    empty = [""] * len(titles)
    rows: list[TextRow] = [["", *titles]]
    for side, name in names.items():
        rows += [["", *empty]] if len(rows) > 1 else []
        rows += [[name, *empty], *_build_side_rows([(result.variant, result.sides[side]) for result in results])]
    return "\n".join(format_side_table(rows, width))


def _build_side_rows(columns: Sequence[tuple[Variant, ComparedSide]]) -> list[TextRow]:
    base_rows = [dict(iter_base_rows(variant, compared.scores)) for variant, compared in columns]
    labels = dict.fromkeys(label for by_label in base_rows for label in by_label)
    rows = [
        [label, *(_format_points(get_agreed_value(by_label.get(label, [0]))) for by_label in base_rows)]
        for label in sorted(labels, key=lambda label: label != ALL_THREES.capitalize())
    ]
    for figure in columns[0][1].get_figures():
        pairs = [(side.get_figures()[figure], side.get_figures(if_none=True)[figure]) for _, side in columns]
        cells = [_format_points(points, if_none) or ("0" if figure == TOTAL else "") for points, if_none in pairs]
        rows.append([LABELS[figure], *cells])
    return [[label, *cells] for label, *cells in rows if any(cells)]


def _format_points(points: int | None, if_none: int | None = None) -> str:
    if points is None:
        return "unknown" if if_none is None else f"{if_none:,} if none"
    return f"{points:,}" if points else ""


def format_comparison_notes(
    results: Sequence[VariantResult], titles: Sequence[str], names: Mapping[str, str], width: int
) -> str:
    """Return notes on what cannot be known, counts for nothing, or is not in the rules; empty if there are none."""
    pairs = zip(titles, results, strict=True)
    notes = (f"{title}: {note}" for title, result in pairs for note in _iter_notes(result.sides, names))
    return "\n".join(line for note in notes for line in wrap_text(note, width, INDENT))


def _iter_notes(sides: Mapping[str, ComparedSide], names: Mapping[str, str]) -> Iterator[str]:
    sides_by_message: dict[str, list[str]] = {}
    for side, compared in sides.items():
        for item in compared.unknown:
            sides_by_message.setdefault(item.message, []).append(names[side])
    yield from (f"{join_words(several)}: {message}" for message, several in sides_by_message.items())
    for side, compared in sides.items():
        yield from iter_unscored_notes(names[side], compared.known_lines)
        if compared.facts_not_in_rules:
            items = ", ".join(f"{label.lower()} ({number:,})" for label, number in compared.facts_not_in_rules)
            yield f"{names[side]}: not scored in these rules: {items}"
