"""The explanation of a hand: every line of its score, and the rule that gave it."""

from collections.abc import Iterator, Sequence

from canasta_score.game.entries import EntryKind, Hand
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import PAIR_SIGN, list_special_hands
from canasta_score.hand.partners import name_holder
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.scoring import ScoreLine
from canasta_score.hand.tally.formatter import format_items
from canasta_score.report.labels import LABELS
from canasta_score.report.text.hand import describe_partners, describe_scored_line
from canasta_score.report.text.layout import COLUMN_GAP, fill_text, iter_row_lines, measure_width
from canasta_score.report.text.standing import format_rules_title
from canasta_score.rules.frozen import Value
from canasta_score.rules.model.facts import TOTAL, ScorePart
from canasta_score.rules.model.threes import ALL_THREES, Color
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_RULE_INDENT = "      "
_WORDING_KEYS = {"short", "label", "about"}  # keys that change no points


class ExplainedRow(Value):
    """A line of a side's score with its rule, or the sum of a part or of the hand, which has no quantity."""

    label: str
    points: int
    quantity: int | None = None
    rule: str = ""


def format_explanation(ledger: Ledger, hand: Hand, width: int) -> str:
    """Return a hand side by side: every line with its quantity, its points, and beside or below it its rule."""
    is_scored_now = hand.variant.title == ledger.variant.title  # not if it was canceled under earlier rules
    rules = format_rules_title(ledger.rules) if is_scored_now else hand.variant.title
    header = [f"Hand {hand.number}, {rules}", *iter_hand_history(ledger, hand)]
    shown = [fill_text(line, width) for line in header]
    rows = {side: list(iter_explained_rows(ledger, hand, side)) for side in hand.score.sides}
    # The lines of all sides are aligned together.
    cells = [
        [row.label, "", f"{row.points:,}"]
        if row.quantity is None
        else [f"  {row.label}", f"{row.quantity:,}", f"{row.points:,}"]
        for of_side in rows.values()
        for row in of_side
    ]
    lines = iter_row_lines(cells, width)
    for side, of_side in rows.items():
        shown += ["", ledger.side_names[side]]
        for row in of_side:
            shown += _add_rule(next(lines), row.rule, width)
    return "\n".join(shown)


def _add_rule(lines: Sequence[str], rule: str, width: int) -> Sequence[str]:
    beside = f"{lines[0]}{COLUMN_GAP}{rule}".rstrip()
    if len(lines) == 1 and measure_width(beside) <= width:
        return [beside]
    return [*lines, fill_text(rule, width, _RULE_INDENT, first=_RULE_INDENT)] if rule else lines


def iter_hand_history(ledger: Ledger, hand: Hand) -> Iterator[str]:
    """Yield a sentence for each thing that happened to a hand since it was recorded."""
    if hand.partners:
        yield describe_partners(hand.partners, ledger.side_names)
    if hand.voided:
        entries = (change.entry for change in ledger.applied_changes)
        void = next(entry for entry in entries if entry.kind is EntryKind.VOID and entry.hand == hand.number)
        yield f"Canceled: it does not count{void.text and f' ({void.text})'}."
    for entry in hand.fixes:
        corrected = "; ".join(
            f"{name_holder(side, ledger.side_names)} {format_items(hand.variant, facts)}".rstrip()
            for side, facts in entry.facts.items()
            if facts or PAIR_SIGN in side
        )
        yield f"Corrected: {corrected}{entry.text and f' ({entry.text})'}."
    if hand.accepted_anyway:
        for problem in find_problems(hand.variant, hand.facts, ledger.side_names):
            if problem.is_impossible:
                yield f"Recorded as entered, although impossible: {problem.message}."


def iter_explained_rows(ledger: Ledger, hand: Hand, side: str) -> Iterator[ExplainedRow]:
    """Yield the lines of a side part by part, after each part its sum, and last the total."""
    score = hand.score.sides[side]
    for part in ScorePart:
        lines = [line for line in score.lines if line.part is part]
        for line in lines:
            rule = describe_line_rule(ledger, line, side, hand)
            yield ExplainedRow(label=line.label, quantity=line.quantity, points=line.points, rule=rule)
        if lines and part not in (ScorePart.SET_ASIDE, ScorePart.TOTAL):
            yield ExplainedRow(label=part.capitalize(), points=sum(line.points for line in lines))
    yield ExplainedRow(label=LABELS[TOTAL], points=score.total)


def describe_line_rule(ledger: Ledger, line: ScoreLine, side: str, hand: Hand) -> str:
    """Return which rule gave a line of a side's score, and whether it is a house rule."""
    if line.part is ScorePart.SET_ASIDE:
        special_hands = join_words(
            f"{hand.variant.facts[name].label.lower()} of {name_holder(owner, ledger.side_names)}"
            for owner, facts in hand.facts.items()
            for name in list_special_hands(hand.variant, facts)
        )
        return f"not scored, because {special_hands} ended the hand"
    by_house = any(_has_effect_on(rule, line.fact, hand.variant) for rule in ledger.house_rules)
    rule = describe_scored_line(hand.variant, line, hand.get_facts(side))
    return f"{rule} (house rule)" if by_house else rule


def _has_effect_on(house_rule: str, fact: str, variant: Variant) -> bool:
    """Return whether a house rule, such as bonuses.out.points=200, changes what a fact counts."""
    table, name, *keys = (key.strip(" \"'") for key in [*house_rule.partition("=")[0].split("."), ""])
    if _WORDING_KEYS.intersection((name, *keys)):
        return False
    if table == "threes" and fact in {*Color, ALL_THREES}:
        return name not in {*Color, "all"} or fact == (ALL_THREES if name == "all" else name)
    return name == fact or (table == "count" and fact == variant.card_points.on_table.name)
