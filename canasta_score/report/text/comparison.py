"""The same hand by several rules: a table with a column for each of them, and below what is not known."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from canasta_score.hand.comparison.compare import ByRules, PossibleScores, the_one
from canasta_score.hand.scoring.score import SideScore
from canasta_score.report.text.hand import base_rows, notes_of_side
from canasta_score.report.text.layout import INDENT, Cells, table
from canasta_score.rules.model.facts import Part
from canasta_score.rules.model.threes import ALL_THREES
from canasta_score.rules.schema.reader import listed

NOT_KNOWN = "cannot be known"
IF_NONE = "if none"
PARTS = {"Base": Part.BASE, "Count": Part.COUNT, "Penalties": Part.PENALTIES}
THREES = ALL_THREES.capitalize()
Figure = int | None
Row = Sequence[Figure]


def side_by_side_table(hand: Sequence[ByRules], titles: Sequence[str], names: Mapping[str, str], width: int) -> str:
    """Lay out a hand by several rules within a width: a column for each of them, one side below the other."""
    nothing = [""] * len(titles)
    cells: list[Cells] = [["", *titles]]
    for side, name in names.items():
        between = [["", *nothing]] if len(cells) > 1 else []
        cells += [*between, [name, *nothing], *cells_of([one.sides[side] for one in hand], hand)]
    return "\n".join(table(cells, width))


def cells_of(scores: Sequence[PossibleScores], hand: Sequence[ByRules]) -> list[Cells]:
    """Give the rows of one side, those of the score sheet."""
    rows = rows_above(scores, hand)
    cells: list[Cells] = [[label, *map(shown, points)] for label, points in rows.items() if any(p != 0 for p in points)]
    for label, part in PARTS.items():
        if any(one.figure(part) != 0 for one in scores):
            cells.append([label, *(sum_shown(one.figure(part), one.figure_if_none(part)) for one in scores)])
    return [*cells, ["Total", *(sum_shown(one.total, one.total_if_none) or "0" for one in scores)]]


def rows_above(scores: Sequence[PossibleScores], hand: Sequence[ByRules]) -> dict[str, Row]:
    """Give the rows above the parts: threes, canastas, bonuses and special hands."""
    columns = [base_of(one, by_rules) for one, by_rules in zip(scores, hand, strict=True)]
    labels = dict.fromkeys(label for column in columns for label in column)
    threes_first = sorted(labels, key=lambda label: label != THREES)
    return {label: [column.get(label, 0) for column in columns] for label in threes_first}


def base_of(scores: PossibleScores, by_rules: ByRules) -> dict[str, Figure]:
    """Give the rows of the base by their labels, as far as they are known."""
    return {label: the_one(points) for label, points in base_rows(by_rules.variant, scores.scores)}


def shown(points: Figure) -> str:
    """Give a figure as it stands in a row."""
    return NOT_KNOWN if points is None else f"{points:,}" if points else ""


def sum_shown(points: Figure, if_none: Figure) -> str:
    """Give a sum as it stands in a row; where it cannot be known, what it is if there was none of what nobody told."""
    return shown(points) if points is not None or if_none is None else f"{if_none:,} {IF_NONE}"


def titles_of(hand: Sequence[ByRules], words: Sequence[str]) -> list[str]:
    """Give the titles of some rules; two of the same title have the words they were named by behind it."""
    titles = [one.variant.title for one in hand]
    return [
        f"{title} ({word})" if titles.count(title) > 1 else title for title, word in zip(titles, words, strict=True)
    ]


def notes_side_by_side(hand: Sequence[ByRules], titles: Sequence[str], names: Mapping[str, str], width: int) -> str:
    """Say what cannot be known, what counts for nothing, and what is not in the rules, within a width."""
    notes = [note for one, title in zip(hand, titles, strict=True) for note in notes_of(one, title, names)]
    return "\n".join(line for note in notes for line in folded(note, width))


def folded(note: str, width: int) -> list[str]:
    """Give a sentence on as many lines as it takes, without a fact torn apart."""
    return wrap(note, width, subsequent_indent=INDENT, break_on_hyphens=False)


def notes_of(by_rules: ByRules, title: str, names: Mapping[str, str]) -> Iterator[str]:
    """Go through the sentences below the tables on one set of rules; what is so for several sides stands once."""
    sides: dict[str, list[str]] = {}
    for side, scores in by_rules.sides.items():
        for unknown in scores.unknown:
            sides.setdefault(unknown.message, []).append(names[side])
    for message, of_sides in sides.items():
        yield f"{title}: {listed(of_sides)}: {message}"
    for side, scores in by_rules.sides.items():
        known = SideScore(lines=scores.lines, base=0, count=0, penalties=0)
        yield from (f"{title}: {note}" for note in notes_of_side(names[side], known))
        if scores.not_here:
            told = ", ".join(f"{label.lower()} {number:,}" for label, number in scores.not_here)
            yield f"{title}: {names[side]}, not in these rules: {told}"
