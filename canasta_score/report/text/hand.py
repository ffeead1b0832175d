"""The score of one hand: its table, notes on what scored nothing or less, and the rule that gave a line."""

from collections.abc import Iterator, Mapping, Sequence

from canasta_score.hand.facts import SideFacts, count_canastas, has_canasta
from canasta_score.hand.scoring import HandScore, ScoreLine, SideScore, find_threes_sign
from canasta_score.report.labels import LABELS, list_parts, list_points_of_threes
from canasta_score.report.text.layout import INDENT, TextRow, format_side_table, wrap_text
from canasta_score.rules.model.canastas import Canasta, format_canasta_requirements
from canasta_score.rules.model.facts import DIRECT_FACTS, TOTAL, Adjustment, ScorePart
from canasta_score.rules.model.rewards import Bonus, Penalty, SpecialHand
from canasta_score.rules.model.threes import ALL_THREES, SIGN_BY_MELDED, SIGN_WORDS, Sign, ThreesOfColor
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import format_count, join_words

_NO_CANASTA = "no canasta"


def format_hand_table(
    variant: Variant, score: HandScore, names: Mapping[str, str], width: int, below: Sequence[TextRow] = ()
) -> str:
    """Return the score of a hand as a table, with the rows `below` after an empty line in the same columns."""
    sides = list(score.sides.values())
    parts = [list_parts(side) for side in sides]
    rows = [*iter_base_rows(variant, sides), *((LABELS[part], [side[part] for side in parts]) for part in parts[0])]
    header = ["", *(names[side] for side in score.sides)]
    cells = [[label, *(f"{figure:,}" if figure else "" for figure in points)] for label, points in rows if any(points)]
    total = [LABELS[TOTAL], *(f"{side.total:,}" for side in sides)]
    space = [[""] * len(header)] if below else []
    return "\n".join(format_side_table([header, *cells, total, *space, *below], width))


def describe_partners(partners: Sequence[str], names: Mapping[str, str]) -> str:
    """Return the sentence that says who were partners in one hand; an empty text if nobody was."""
    return f"{join_words(names[side] for side in partners)} were partners." if partners else ""


def iter_base_rows(variant: Variant, sides: Sequence[SideScore]) -> Iterator[tuple[str, Sequence[int | None]]]:
    """Yield the rows above the base, a label and each side's points: threes, canastas, special hands, bonuses."""
    base_lines = (line for side in sides for line in side.lines if line.part is ScorePart.BASE)
    labels = {line.fact: line.label for line in base_lines if line.fact not in DIRECT_FACTS}
    bonuses = [bonus.name for bonus in variant.bonuses]
    others = (name for name in variant.facts if name not in bonuses)
    order = (ALL_THREES, *others, *bonuses, *(canasta_set.name for canasta_set in variant.sets))
    facts_by_label: dict[str, list[str]] = {}
    for name in sorted(labels, key=order.index):
        fact = variant.facts.get(name)
        is_three = name == ALL_THREES or isinstance(fact, ThreesOfColor)
        label = "Threes" if is_three else "Canastas" if isinstance(fact, Canasta) else labels[name]
        facts_by_label.setdefault(label, []).append(name)
    for label, facts in facts_by_label.items():
        yield label, [sum(line.points for line in side.lines if line.fact in facts) for side in sides]


def format_hand_notes(variant: Variant, score: HandScore, names: Mapping[str, str], width: int) -> str:
    """Return a note for each item that scores nothing or counts against its side, or an empty text."""
    special_facts = {hand.name for hand in variant.specials.hands}
    specials = [
        (side, line) for side, of_side in score.sides.items() for line in of_side.lines if line.fact in special_facts
    ]
    notes: list[str] = []
    for side, of_side in score.sides.items():
        special = next((f"{line.label.lower()} of {names[owner]}" for owner, line in specials if owner != side), "")
        facts = {line.fact: line.quantity for line in of_side.lines}
        unearned: dict[tuple[str, Sign], list[ScoreLine]] = {}
        others: list[ScoreLine] = []
        for line in of_side.lines:
            sign = Sign.MINUS if line.points < 0 else Sign.NOTHING
            reason = _find_missing_canasta(variant, line, facts)
            (unearned.setdefault((reason, sign), []) if reason else others).append(line)
        notes += iter_unscored_notes(names[side], others, special)
        notes += (
            f"{names[side]}: {reason}, so these points are {SIGN_WORDS[sign]}: {_format_quantities(several)}"
            for (reason, sign), several in unearned.items()
        )
    return "\n".join(line for note in notes for line in wrap_text(note, width, INDENT))


def iter_unscored_notes(name: str, lines: Sequence[ScoreLine], special: str = "") -> Iterator[str]:
    """Yield a note for the lines of a side that score nothing; `special` names a special hand of another side."""
    aside = [line for line in lines if line.part is ScorePart.SET_ASIDE]
    nothing = [line for line in lines if not line.points and line not in aside]
    if nothing:
        yield f"{name}: no points for {_format_quantities(nothing)}"
    if aside:
        yield f"{name}: not scored{f' because of the {special}' if special else ''}: {_format_quantities(aside)}"


def describe_scored_line(variant: Variant, line: ScoreLine, facts: SideFacts) -> str:
    """Return which rule gave a line that was not set aside."""
    if line.fact in DIRECT_FACTS:
        return "as entered"
    if line.fact == ALL_THREES:
        return f"all threes in the deck{_describe_threes_sign(variant, facts)}"
    if line.fact in variant.facts:
        return _describe_fact(variant, line, facts)
    canastas = next(canasta_set.canastas for canasta_set in variant.sets if canasta_set.name == line.fact)
    return f"for {format_canasta_requirements(canastas, variant.canastas)}"


def _find_missing_canasta(variant: Variant, line: ScoreLine, facts: SideFacts) -> str:
    """Return why a line is not added if it is for lack of a canasta, or else an empty text."""
    if line.points > 0 or line.part is ScorePart.SET_ASIDE:
        return ""
    if line.fact == variant.card_points.on_table.name:
        return _NO_CANASTA
    is_three = line.fact in {ALL_THREES, *(color.name for color in variant.threes.colors if color.turns)}
    return _describe_threes_condition(variant, facts) if is_three else ""


def _format_quantities(lines: Sequence[ScoreLine]) -> str:
    # The label for all threes says how many there are.
    quantities = ("" if line.fact == ALL_THREES else f" ({line.quantity:,})" for line in lines)
    return ", ".join(f"{line.label.lower()}{quantity}" for line, quantity in zip(lines, quantities, strict=True))


def _describe_fact(variant: Variant, line: ScoreLine, facts: SideFacts) -> str:
    match variant.facts[line.fact]:
        case ThreesOfColor() as color:
            points = _format_values(list_points_of_threes(color.values))
            if color.turns and color.minus_each is not None and find_threes_sign(variant, facts) is Sign.MINUS:
                points = f"{color.minus_each:,} each"
            return points + (_describe_threes_sign(variant, facts) if color.turns else "")
        case Canasta(scores_with=bonus, values=values) as canasta:
            points = _format_values([f"{value:,}" for value in values]) if values else f"{canasta.points:,} each"
            further = f", {canasta.points_of_further:,} for each one more" if 0 < len(values) < line.quantity else ""
            only = f", but only with {bonus}" if bonus and not facts.get(bonus) else ""
            return f"{points}{further}{only}"
        case Bonus(points=points) | SpecialHand(points=points):
            return f"{points:,} each"
        case Adjustment():
            return "as entered"
        case Penalty() as penalty:
            return "as entered" if penalty.is_in_points else f"{-penalty.points:,} each"
    sign = variant.card_points.no_canasta
    is_added = sign is Sign.PLUS or has_canasta(variant, facts)
    on_table = "cards on the table" if is_added else f"{SIGN_WORDS[sign]} ({_NO_CANASTA})"
    return on_table if line.fact == variant.card_points.on_table.name else "cards left in hand, subtracted"


def _format_values(figures: Sequence[str]) -> str:
    return f"{' / '.join(figures)} for 1 to {len(figures)}" if len(figures) > 1 else figures[0]


def _describe_threes_sign(variant: Variant, facts: SideFacts) -> str:
    """Return how threes count and why, to follow their points; an empty text if they are added."""
    sign = find_threes_sign(variant, facts)
    return "" if sign is Sign.PLUS else f"; {SIGN_WORDS[sign]} ({_describe_threes_condition(variant, facts)})"


def _describe_threes_condition(variant: Variant, facts: SideFacts) -> str:
    """Return why the threes of a side are not added, such as "no canasta"."""
    sign_by = variant.threes.sign_by
    if len(variant.threes.signs) == 1:
        return "a rule for all hands"
    if sign_by == SIGN_BY_MELDED:
        return "nothing melded"
    if sign_by in variant.facts:
        number, kind = facts.get(sign_by, 0), f"{sign_by} "
    else:
        number = count_canastas(variant, facts, counted=True)
        # Some canastas, such as those of wild cards, may not count here.
        kind = "" if all(canasta.counted for canasta in variant.canastas) else "regular "
    return f"only {format_count(number, f'{kind}canasta')}" if number else f"no {kind}canasta"
