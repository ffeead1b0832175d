"""The explanation of a hand: every line of its score, and the rule that gave it."""

from collections.abc import Iterator, Sequence
from textwrap import fill

from canasta_score.game.entries import EntryKind
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import SideFacts, count_canastas, list_special_hands
from canasta_score.hand.referee.checks import referee
from canasta_score.hand.scoring.lines import ScoreLine
from canasta_score.hand.scoring.score import SideScore
from canasta_score.hand.scoring.threes import find_threes_sign
from canasta_score.report.text.layout import COLUMN_GAP, iter_row_lines, measure_width
from canasta_score.report.text.standing import format_rules_title
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canastas import Canasta, format_canasta_requirement
from canasta_score.rules.model.facts import DIRECT_FACTS, ScorePart
from canasta_score.rules.model.penalties import Penalty
from canasta_score.rules.model.special_hands import SpecialHand
from canasta_score.rules.model.threes import ALL_THREES, SIGN_BY_MELDED, Color, Sign, ThreesOfColor
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_RULE_INDENT = "      "
_HOUSE_RULE_SUFFIX = ", by a house rule"
_TEXT_KEYS = {"short", "label", "about"}  # keys that change no points
_LOSS_WORDS = {Sign.MINUS: "minus", Sign.NOTHING: "for nothing"}


def format_explanation(ledger: Ledger, hand: Hand, width: int) -> str:
    """Lay out a hand side after side: every line, how many were told, the points, and the rule.

    Where there is no room for it, the rule stands below its line, and a long label goes on several lines.
    """
    rows = {
        side: list(iter_explained_rows(score, [describe_line_rule(ledger, line, side, hand) for line in score.lines]))
        for side, score in hand.score.sides.items()
    }
    lines = iter_row_lines([cells for of_side in rows.values() for cells, _ in of_side], width)
    head = [f"Hand {hand.number}, {format_rules_title(ledger)}", *iter_hand_history(ledger, hand)]
    parts = ["\n".join(fill(line, width) for line in head)]
    for side, of_side in rows.items():
        shown = [line for _, rule in of_side for line in _iter_lines_with_rule(next(lines), rule, width)]
        parts.append("\n".join([ledger.side_names[side], *shown]))
    return "\n\n".join(parts)


def iter_hand_history(ledger: Ledger, hand: Hand) -> Iterator[str]:
    """Say what became of a hand since it was recorded."""
    if hand.voided:
        yield f"Struck: it counts nothing{_format_reason(_find_void_reason(ledger, hand))}."
    for entry in hand.fixes:
        told = "; ".join(
            f"{ledger.side_names[side]} {format_fact_list(facts)}" for side, facts in entry.facts.items() if facts
        )
        yield f"Corrected to {told}{_format_reason(entry.text)}."
    for problem in referee(ledger.variant, hand.facts) if hand.accepted_anyway else ():
        if problem.is_impossible:
            yield f"Taken as told, though impossible: {problem.message}."


def _find_void_reason(ledger: Ledger, hand: Hand) -> str:
    """Give the reason for which a hand was struck; empty where nobody gave one."""
    entries = (change.entry for change in ledger.applied_changes)
    return next(entry.text for entry in entries if entry.kind is EntryKind.VOID and entry.hand == hand.number)


def _format_reason(text: str) -> str:
    """Give a reason as it stands behind what was done; nothing where there is none."""
    return f" ({text})" if text else ""


def format_fact_list(facts: SideFacts) -> str:
    """Give facts as they are typed."""
    return " ".join(f"{name}={number}" for name, number in facts.items())


def _iter_lines_with_rule(lines: Sequence[str], rule: str, width: int) -> Iterator[str]:
    """Give the lines of a row with their rule beside them, or below them where there is no room."""
    first, *others = lines
    beside = f"{first}{COLUMN_GAP}{rule}".rstrip()
    if not others and measure_width(beside) <= width:
        yield beside
        return
    yield from lines
    if rule:
        yield fill(rule, width, initial_indent=_RULE_INDENT, subsequent_indent=_RULE_INDENT)


def iter_explained_rows(score: SideScore, rules: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """Go through the lines of one side part by part, each with its rule, then each part's sum and the total."""
    for part in ScorePart:
        within = [(line, rule) for line, rule in zip(score.lines, rules, strict=True) if line.part is part]
        for line, rule in within:
            yield [f"  {line.label}", f"{line.quantity:,}", f"{line.points:,}"], rule
        if within and part is not ScorePart.SET_ASIDE:
            yield [part.capitalize(), "", f"{sum(line.points for line, _ in within):,}"], ""
    yield ["Total", "", f"{score.total:,}"], ""


def describe_line_rule(ledger: Ledger, line: ScoreLine, side: str, hand: Hand) -> str:
    """Say which rule gave a line of a side's score, and whether it is one of the house."""
    if line.part is ScorePart.SET_ASIDE:
        return f"counts nothing beside {_list_special_hands(ledger, hand)}"
    by_house = any(_has_effect_on(rule, line.fact, ledger.variant) for rule in ledger.house_rules)
    return _describe_scored_line_rule(ledger.variant, line, hand.facts[side]) + (_HOUSE_RULE_SUFFIX if by_house else "")


def _has_effect_on(house_rule: str, fact: str, variant: Variant) -> bool:
    """Tell whether a house rule, such as bonuses.out.points=200, changes what a fact counts.

    >>> from canasta_score import load_variant
    >>> wca = load_variant("wca")
    >>> [fact for fact in ("out", "red", "threes", "table") if _has_effect_on("threes.sign=[]", fact, wca)]
    ['red', 'threes']
    """
    room, name, *keys = (key.strip(" \"'") for key in [*house_rule.partition("=")[0].split("."), ""])
    if _TEXT_KEYS.intersection((name, *keys)):
        return False
    if room == "threes" and fact in {*Color, ALL_THREES}:
        return name not in {*Color, "all"} or fact == (ALL_THREES if name == "all" else name)
    return name == fact or (room == "count" and fact == variant.count.table.name)


def _describe_scored_line_rule(variant: Variant, line: ScoreLine, told: SideFacts) -> str:
    """Say which rule gave a line that counts."""
    if line.fact in DIRECT_FACTS:
        return "as the side added it up"
    if line.fact == ALL_THREES:
        return f"every three of the deck{describe_threes_sign(variant, told)}"
    if line.fact in variant.facts:
        return _describe_fact_rule(variant, line, told)
    return f"for {_describe_set_canastas(variant, line.fact)}"


def _describe_set_canastas(variant: Variant, name: str) -> str:
    """Say which canastas a set takes."""
    of_set = next(one.canastas for one in variant.sets if one.name == name)
    return join_words(format_canasta_requirement(kind, number, variant.canastas) for kind, number in of_set.items())


def _describe_fact_rule(variant: Variant, line: ScoreLine, told: SideFacts) -> str:
    """Say which rule gives the points of a fact."""
    match variant.facts[line.fact]:
        case ThreesOfColor() as colour:
            return _describe_threes_rule(variant, colour, told)
        case Canasta(points=points, scores_with=bonus) if bonus and not told.get(bonus):
            return f"{points:,} each, but only beside {bonus}"
        case Canasta(points=points) | Bonus(points=points) | SpecialHand(points=points):
            return f"{points:,} each"
        case Penalty() as penalty:
            return "as told" if penalty.is_in_points else f"{-penalty.points:,} each"
        case fact:
            return describe_card_points_sign(variant, fact.name, told)


def _describe_threes_rule(variant: Variant, colour: ThreesOfColor, told: SideFacts) -> str:
    """Say what the threes of a colour are worth, and with which sign."""
    each = variant.threes.minus_each
    if not colour.turns:
        return f"{_format_values(colour.values)} for 1 to {len(colour.values)}"
    if each is not None and find_threes_sign(variant, told) is Sign.MINUS:
        return f"{each:,} each{describe_threes_sign(variant, told)}"
    return f"{_format_values(colour.values)} for 1 to {len(colour.values)}{describe_threes_sign(variant, told)}"


def _format_values(values: tuple[int, ...]) -> str:
    """List the values of one, two and more of a colour."""
    return " / ".join(f"{value:,}" for value in values)


def describe_threes_sign(variant: Variant, told: SideFacts) -> str:
    """Say with which sign threes count, where it is not plus, and why."""
    sign = find_threes_sign(variant, told)
    if sign is Sign.PLUS:
        return ""
    by = variant.threes.sign_by
    if by == SIGN_BY_MELDED:
        return f"; {_LOSS_WORDS[sign]} because nothing is melded"
    kind = f"{by} " if by in variant.facts else ""
    number = told.get(by, 0) if kind else count_canastas(variant, told, counted=True)
    all_count = kind or all(canasta.counted for canasta in variant.canastas)
    of = "" if all_count else " of those that count"
    return f"; {_LOSS_WORDS[sign]} with {number or 'no'} {kind}canasta{'s' if number > 1 else ''}{of}"


def describe_card_points_sign(variant: Variant, fact: str, told: SideFacts) -> str:
    """Say how the points of cards count."""
    if fact == variant.count.hand.name:
        return "the cards left in hand are taken off"
    sign = variant.count.no_canasta
    if count_canastas(variant, told) or sign is Sign.PLUS:
        return "the cards on the table"
    return f"{_LOSS_WORDS[sign]} with no canasta"


def _list_special_hands(ledger: Ledger, hand: Hand) -> str:
    """Name the special hands that were laid, and who laid them."""
    facts, special = ledger.variant.facts, list_special_hands
    return join_words(
        f"{facts[name].label} of {ledger.side_names[side]}"
        for side, told in hand.facts.items()
        for name in special(ledger.variant, told)
    )
