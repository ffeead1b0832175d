"""The score of one hand as a table that is read across the kitchen table."""

from collections.abc import Iterator, Mapping, Sequence

from canasta_score.hand.scoring.lines import ScoreLine
from canasta_score.hand.scoring.score import HandScore, SideScore
from canasta_score.report.text.layout import INDENT, TextRow, format_side_table, wrap_text
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.facts import DIRECT_FACTS, ScorePart
from canasta_score.rules.model.threes import ALL_THREES, ThreesOfColor
from canasta_score.rules.model.variant import Variant

_PointsRow = tuple[str, list[int]]


def format_hand_table(
    variant: Variant, score: HandScore, names: Mapping[str, str], width: int, below: Sequence[TextRow] = ()
) -> str:
    """Lay out a hand's score within a width: a column for each side, the rows of the score sheet.

    Rows `below` stand under the score, in the same columns.
    """
    sides = score.sides
    rows = [
        *iter_base_rows(variant, list(sides.values())),
        ("Base", [side.base for side in sides.values()]),
        ("Count", [side.count for side in sides.values()]),
        ("Penalties", [side.penalties for side in sides.values()]),
    ]
    cells: list[TextRow] = [["", *(names[side] for side in sides)]]
    cells += [[label, *(f"{one:,}" if one else "" for one in points)] for label, points in rows if any(points)]
    cells.append(["Total", *(f"{side.total:,}" for side in sides.values())])
    cells += [[""] * len(cells[0]), *below] if below else []
    return "\n".join(format_side_table(cells, width))


def format_hand_notes(variant: Variant, score: HandScore, names: Mapping[str, str], width: int) -> str:
    """Say what the sides have told that scores nothing or minus, within a width; empty where there is no such thing."""
    special = {hand.name for hand in variant.specials.hands}
    laid = [(side, line) for side, of_side in score.sides.items() for line in of_side.lines if line.fact in special]
    notes: list[str] = []
    for side, of_side in score.sides.items():
        beside = next((f" beside {line.label} of {names[layer]}" for layer, line in laid if layer != side), "")
        notes += (
            *iter_unscored_notes(names[side], of_side, beside),
            *_iter_negative_notes(variant, names[side], of_side),
        )
    return "\n".join(line for note in notes for line in wrap_text(note, width, INDENT, at_hyphens=False))


def iter_base_rows(variant: Variant, sides: Sequence[SideScore]) -> Iterator[_PointsRow]:
    """Go through the rows above the base: threes, canastas, then each special hand and bonus by its own label."""
    labels = {
        line.fact: _find_base_label(variant, line)
        for side in sides
        for line in side.lines
        if line.part is ScorePart.BASE
    }
    bonuses = [bonus.name for bonus in variant.bonuses]
    others = (name for name in variant.facts if name not in bonuses)
    order = (ALL_THREES, *others, *bonuses, *(one.name for one in variant.sets))
    shown = sorted((fact for fact in labels if fact not in DIRECT_FACTS), key=order.index)
    for label in dict.fromkeys(labels[fact] for fact in shown):
        facts = [fact for fact in shown if labels[fact] == label]
        yield label, [_sum_fact_points(side, facts) for side in sides]


def _find_base_label(variant: Variant, line: ScoreLine) -> str:
    """Give the row that a line of the base belongs to."""
    fact = variant.facts.get(line.fact)
    if line.fact == ALL_THREES or isinstance(fact, ThreesOfColor):
        return "Threes"
    return "Canastas" if isinstance(fact, Canasta) else line.label


def _sum_fact_points(side: SideScore, facts: Sequence[str]) -> int:
    """Add up what some facts give a side."""
    return sum(line.points for line in side.lines if line.fact in facts)


def _iter_negative_notes(variant: Variant, name: str, side: SideScore) -> Iterator[str]:
    """Say which threes and cards on the table of a side count minus, and why."""
    threes = {ALL_THREES, *(colour.name for colour in variant.threes.colours)}
    minus = [line for line in side.lines if line.points < 0 and line.fact in {*threes, variant.count.table.name}]
    if not minus:
        return
    from canasta_score.report.text.explanation import describe_card_points_sign, describe_threes_sign  # noqa: PLC0415 -- start-up

    told = {line.fact: line.quantity for line in side.lines}
    by_reason: dict[str, list[ScoreLine]] = {}
    for line in minus:
        reason = (
            describe_threes_sign(variant, told)[2:]
            if line.fact in threes
            else describe_card_points_sign(variant, line.fact, told)
        )
        by_reason.setdefault(reason, []).append(line)
    for reason, lines in by_reason.items():
        yield f"{name}, counts {reason}: {_format_quantities(lines)}"


def iter_unscored_notes(name: str, side: SideScore, beside: str = "") -> Iterator[str]:
    """Say what a side has told that scores nothing, and `beside` which special hand of another side."""
    aside = [line for line in side.lines if line.part is ScorePart.SET_ASIDE]
    nothing = [line for line in side.lines if not line.points and line not in aside]
    for what, lines in (("counts for nothing", nothing), (f"set aside{beside}", aside)):
        if lines:
            yield f"{name}, {what}: {_format_quantities(lines)}"


def _format_quantities(lines: Sequence[ScoreLine]) -> str:
    """Name what some lines are of, with how many were told."""
    numbers = ("" if line.fact == ALL_THREES else f" {line.quantity:,}" for line in lines)  # its label has the number
    return ", ".join(f"{line.label.lower()}{number}" for line, number in zip(lines, numbers, strict=True))
