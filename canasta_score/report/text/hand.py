"""The score of one hand as a table, and notes on what scored nothing or counted against a side."""

from collections.abc import Iterator, Mapping, Sequence

from canasta_score.game.columns import TOTAL
from canasta_score.hand.scoring.lines import ScoreLine
from canasta_score.hand.scoring.score import HandScore, SideScore
from canasta_score.report.labels import LABELS, list_parts
from canasta_score.report.text.layout import INDENT, TextRow, format_side_table, wrap_text
from canasta_score.report.text.line_rules import NO_CANASTA, describe_threes_condition
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.facts import DIRECT_FACTS, ScorePart
from canasta_score.rules.model.threes import ALL_THREES, ThreesOfColor
from canasta_score.rules.model.variant import Variant

_PointsRow = tuple[str, Sequence[int | None]]


def format_hand_table(
    variant: Variant, score: HandScore, names: Mapping[str, str], width: int, below: Sequence[TextRow] = ()
) -> str:
    """Return the score of a hand as a table with a column for each side.

    The rows `below`, after an empty line, use the same columns.
    """
    sides = list(score.sides.values())
    rows = [*iter_base_rows(variant, sides), *_iter_part_rows(sides)]
    cells: list[TextRow] = [["", *(names[side] for side in score.sides)]]
    cells += [[label, *(f"{figure:,}" if figure else "" for figure in points)] for label, points in rows if any(points)]
    cells.append([LABELS[TOTAL], *(f"{side.total:,}" for side in sides)])
    if below:
        cells += [[""] * len(cells[0]), *below]
    return "\n".join(format_side_table(cells, width))


def _iter_part_rows(sides: Sequence[SideScore]) -> Iterator[_PointsRow]:
    parts = [list_parts(side) for side in sides]
    for part in parts[0]:
        yield LABELS[part], [of_side[part] for of_side in parts]


def iter_base_rows(variant: Variant, sides: Sequence[SideScore]) -> Iterator[_PointsRow]:
    """Yield the label and each side's points for the rows above the base.

    First come all threes, then all canastas, then each special hand and bonus by its own label.
    """
    base_lines = [line for side in sides for line in side.lines if line.part is ScorePart.BASE]
    labels = {line.fact: _find_base_label(variant, line) for line in base_lines if line.fact not in DIRECT_FACTS}
    bonuses = [bonus.name for bonus in variant.bonuses]
    others = (name for name in variant.facts if name not in bonuses)
    order = (ALL_THREES, *others, *bonuses, *(canasta_set.name for canasta_set in variant.sets))
    facts_by_label: dict[str, list[str]] = {}
    for fact in sorted(labels, key=order.index):
        facts_by_label.setdefault(labels[fact], []).append(fact)
    for label, facts in facts_by_label.items():
        yield label, [sum(line.points for line in side.lines if line.fact in facts) for side in sides]


def _find_base_label(variant: Variant, line: ScoreLine) -> str:
    fact = variant.facts.get(line.fact)
    if line.fact == ALL_THREES or isinstance(fact, ThreesOfColor):
        return "Threes"
    return "Canastas" if isinstance(fact, Canasta) else line.label


def format_hand_notes(variant: Variant, score: HandScore, names: Mapping[str, str], width: int) -> str:
    """Return a note for each thing that a side entered and that scores nothing or less, or an empty text."""
    special_facts = {hand.name for hand in variant.specials.hands}
    specials = [
        (side, line) for side, of_side in score.sides.items() for line in of_side.lines if line.fact in special_facts
    ]
    notes: list[str] = []
    for side, of_side in score.sides.items():
        special = next((f"{line.label.lower()} of {names[owner]}" for owner, line in specials if owner != side), "")
        notes += iter_unscored_notes(names[side], of_side.lines, special)
        notes += _iter_negative_notes(variant, names[side], of_side.lines)
    return "\n".join(line for note in notes for line in wrap_text(note, width, INDENT, at_hyphens=False))


def iter_unscored_notes(name: str, lines: Sequence[ScoreLine], special: str = "") -> Iterator[str]:
    """Yield a note for the lines of a side that score nothing; `special` names a special hand of another side."""
    aside = [line for line in lines if line.part is ScorePart.SET_ASIDE]
    nothing = [line for line in lines if not line.points and line not in aside]
    if nothing:
        yield f"{name}: no points for {_format_quantities(nothing)}"
    if aside:
        yield f"{name}: not scored{f' because of the {special}' if special else ''}: {_format_quantities(aside)}"


def _iter_negative_notes(variant: Variant, name: str, lines: Sequence[ScoreLine]) -> Iterator[str]:
    threes = {ALL_THREES, *(color.name for color in variant.threes.colours)}
    facts = {line.fact: line.quantity for line in lines}
    lines_by_reason: dict[str, list[ScoreLine]] = {}
    for line in lines:
        if line.points < 0 and line.fact in threes:
            lines_by_reason.setdefault(describe_threes_condition(variant, facts), []).append(line)
        elif line.points < 0 and line.fact == variant.count.table.name:
            lines_by_reason.setdefault(NO_CANASTA, []).append(line)
    for reason, negative in lines_by_reason.items():
        yield f"{name}: {reason}, so these points are subtracted: {_format_quantities(negative)}"


def _format_quantities(lines: Sequence[ScoreLine]) -> str:
    # The label for all threes says how many there are.
    quantities = ("" if line.fact == ALL_THREES else f" ({line.quantity:,})" for line in lines)
    return ", ".join(f"{line.label.lower()}{quantity}" for line, quantity in zip(lines, quantities, strict=True))
