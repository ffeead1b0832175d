"""Which rule of a variant gave a line of a score, in words."""

from canasta_score.hand.facts import SideFacts, count_canastas, has_canasta
from canasta_score.hand.scoring.lines import ScoreLine
from canasta_score.hand.scoring.threes import find_threes_sign
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canastas import Canasta, format_canasta_requirement
from canasta_score.rules.model.facts import DIRECT_FACTS, Adjustment
from canasta_score.rules.model.penalties import Penalty
from canasta_score.rules.model.special_hands import SpecialHand
from canasta_score.rules.model.threes import ALL_THREES, SIGN_BY_MELDED, SIGN_WORDS, Sign, ThreesOfColor
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import format_count, join_words

NO_CANASTA = "no canasta"


def describe_scored_line(variant: Variant, line: ScoreLine, facts: SideFacts) -> str:
    """Return which rule gave a line that was not set aside."""
    if line.fact in DIRECT_FACTS:
        return "as entered"
    if line.fact == ALL_THREES:
        return _add_reason("all threes in the deck", _describe_threes_sign(variant, facts))
    if line.fact in variant.facts:
        return _describe_fact(variant, line, facts)
    return f"for {_describe_set_canastas(variant, line.fact)}"


def _describe_set_canastas(variant: Variant, name: str) -> str:
    canastas = next(canasta_set.canastas for canasta_set in variant.sets if canasta_set.name == name)
    return join_words(format_canasta_requirement(kind, number, variant.canastas) for kind, number in canastas.items())


def _describe_fact(variant: Variant, line: ScoreLine, facts: SideFacts) -> str:
    match variant.facts[line.fact]:
        case ThreesOfColor() as color:
            return _describe_threes(variant, color, facts)
        case Canasta(points=points, scores_with=bonus) if bonus and not facts.get(bonus):
            return f"{points:,} each, but only with {bonus}"
        case Canasta(points=points) | Bonus(points=points) | SpecialHand(points=points):
            return f"{points:,} each"
        case Adjustment():
            return "as entered"
        case Penalty() as penalty:
            return "as entered" if penalty.is_in_points else f"{-penalty.points:,} each"
        case fact:
            return describe_card_points_sign(variant, fact.name, facts)


def _describe_threes(variant: Variant, color: ThreesOfColor, facts: SideFacts) -> str:
    values = f"{' / '.join(f'{value:,}' for value in color.values)} for 1 to {len(color.values)}"
    if not color.turns:
        return values
    each = variant.threes.minus_each
    if each is not None and find_threes_sign(variant, facts) is Sign.MINUS:
        values = f"{each:,} each"
    return _add_reason(values, _describe_threes_sign(variant, facts))


def _add_reason(text: str, reason: str) -> str:
    return f"{text}; {reason}" if reason else text


def _describe_threes_sign(variant: Variant, facts: SideFacts) -> str:
    sign = find_threes_sign(variant, facts)
    return "" if sign is Sign.PLUS else f"{SIGN_WORDS[sign]} ({describe_threes_condition(variant, facts)})"


def describe_threes_condition(variant: Variant, facts: SideFacts) -> str:
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


def describe_card_points_sign(variant: Variant, fact: str, facts: SideFacts) -> str:
    """Return how the points of cards on the table or in hand count."""
    if fact == variant.card_points.in_hand.name:
        return "cards left in hand, subtracted"
    sign = variant.card_points.no_canasta
    if has_canasta(variant, facts) or sign is Sign.PLUS:
        return "cards on the table"
    return f"{SIGN_WORDS[sign]} ({NO_CANASTA})"
