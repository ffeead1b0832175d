"""The same hand by several rules: a table with a column for each of them, and below what is not known."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from canasta_score.hand.comparison.compare import PossibleScores, VariantResult, get_agreed_value
from canasta_score.report.text.hand import iter_base_rows, iter_unscored_notes
from canasta_score.report.text.layout import INDENT, TextRow, format_side_table
from canasta_score.rules.model.facts import ScorePart
from canasta_score.rules.model.threes import ALL_THREES
from canasta_score.rules.text import join_words

_UNKNOWN_TEXT = "cannot be known"
_IF_NONE_SUFFIX = "if none"
_PARTS_BY_LABEL = {"Base": ScorePart.BASE, "Count": ScorePart.COUNT, "Penalties": ScorePart.PENALTIES}
_THREES_LABEL = ALL_THREES.capitalize()
_KnownPoints = int | None
_ComparisonRow = Sequence[_KnownPoints]


def format_hand_comparison(
    hand: Sequence[VariantResult], titles: Sequence[str], names: Mapping[str, str], width: int
) -> str:
    """Lay out a hand by several rules within a width: a column for each of them, one side below the other."""
    nothing = [""] * len(titles)
    cells: list[TextRow] = [["", *titles]]
    for side, name in names.items():
        between = [["", *nothing]] if len(cells) > 1 else []
        cells += [*between, [name, *nothing], *_build_side_rows([one.sides[side] for one in hand], hand)]
    return "\n".join(format_side_table(cells, width))


def _build_side_rows(scores: Sequence[PossibleScores], hand: Sequence[VariantResult]) -> list[TextRow]:
    """Give the rows of one side, those of the score sheet."""
    rows = _build_base_rows(scores, hand)
    cells: list[TextRow] = [
        [label, *map(_format_known_points, points)] for label, points in rows.items() if any(p != 0 for p in points)
    ]
    for label, part in _PARTS_BY_LABEL.items():
        if any(one.get_figure(part) != 0 for one in scores):
            cells.append(
                [label, *(_format_known_sum(one.get_figure(part), one.get_figure_if_none(part)) for one in scores)]
            )
    return [*cells, ["Total", *(_format_known_sum(one.total, one.total_if_none) or "0" for one in scores)]]


def _build_base_rows(scores: Sequence[PossibleScores], hand: Sequence[VariantResult]) -> dict[str, _ComparisonRow]:
    """Give the rows above the parts: threes, canastas, bonuses and special hands."""
    columns = [_collect_base_points(one, by_rules) for one, by_rules in zip(scores, hand, strict=True)]
    labels = dict.fromkeys(label for column in columns for label in column)
    threes_first = sorted(labels, key=lambda label: label != _THREES_LABEL)
    return {label: [column.get(label, 0) for column in columns] for label in threes_first}


def _collect_base_points(scores: PossibleScores, by_rules: VariantResult) -> dict[str, _KnownPoints]:
    """Give the rows of the base by their labels, as far as they are known."""
    return {label: get_agreed_value(points) for label, points in iter_base_rows(by_rules.variant, scores.scores)}


def _format_known_points(points: _KnownPoints) -> str:
    """Give a figure as it stands in a row."""
    return _UNKNOWN_TEXT if points is None else f"{points:,}" if points else ""


def _format_known_sum(points: _KnownPoints, if_none: _KnownPoints) -> str:
    """Give a sum as it stands in a row; where it cannot be known, what it is if there was none of what nobody told."""
    return _format_known_points(points) if points is not None or if_none is None else f"{if_none:,} {_IF_NONE_SUFFIX}"


def disambiguate_titles(hand: Sequence[VariantResult], words: Sequence[str]) -> list[str]:
    """Give the titles of some rules; two of the same title have the words they were named by behind it."""
    titles = [one.variant.title for one in hand]
    return [
        f"{title} ({word})" if titles.count(title) > 1 else title for title, word in zip(titles, words, strict=True)
    ]


def format_comparison_notes(
    hand: Sequence[VariantResult], titles: Sequence[str], names: Mapping[str, str], width: int
) -> str:
    """Say what cannot be known, what counts for nothing, and what is not in the rules, within a width."""
    notes = [note for one, title in zip(hand, titles, strict=True) for note in _iter_rules_notes(one, title, names)]
    return "\n".join(line for note in notes for line in _wrap_note(note, width))


def _wrap_note(note: str, width: int) -> list[str]:
    """Give a sentence on as many lines as it takes, without a fact torn apart."""
    return wrap(note, width, subsequent_indent=INDENT, break_on_hyphens=False)


def _iter_rules_notes(by_rules: VariantResult, title: str, names: Mapping[str, str]) -> Iterator[str]:
    """Go through the sentences below the tables on one set of rules; what is so for several sides stands once."""
    sides: dict[str, list[str]] = {}
    for side, scores in by_rules.sides.items():
        for unknown in scores.unknown:
            sides.setdefault(unknown.message, []).append(names[side])
    for message, of_sides in sides.items():
        yield f"{title}: {join_words(of_sides)}: {message}"
    for side, scores in by_rules.sides.items():
        yield from (f"{title}: {note}" for note in iter_unscored_notes(names[side], scores.known_lines))
        if scores.facts_not_in_rules:
            told = ", ".join(f"{label.lower()} {number:,}" for label, number in scores.facts_not_in_rules)
            yield f"{title}: {names[side]}, not in these rules: {told}"
