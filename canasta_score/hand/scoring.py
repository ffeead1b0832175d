"""The score of a hand: the lines of each side, in the order in which a hand is added up, and their sum."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from canasta_score.hand.facts import (
    PAIR_SIGN,
    HandFacts,
    SideFacts,
    TallyError,
    count_canastas,
    count_canastas_of_kind,
    find_fact_errors,
    has_canasta,
    has_melded,
    has_stated_total,
    is_set_aside,
)
from canasta_score.hand.partners import join_partners, share_out
from canasta_score.rules.frozen import Value, fast_init
from canasta_score.rules.model.canastas import ALL_CANASTAS, CanastaSet
from canasta_score.rules.model.facts import (
    BASE,
    BASE_PART,
    COUNT,
    COUNT_PART,
    DIRECT_FACTS,
    PENALTIES_PART,
    SET_ASIDE_PART,
    TOTAL,
    TOTAL_PART,
    ScorePart,
)
from canasta_score.rules.model.rewards import Bonus, Penalty, SpecialHand
from canasta_score.rules.model.threes import (
    ALL_THREES,
    MINUS_SIGN,
    PLUS_SIGN,
    SIGN_BY_CANASTAS,
    SIGN_BY_MELDED,
    Sign,
    ThreesOfColor,
)
from canasta_score.rules.model.variant import Variant

_DIRECT_PARTS = ((BASE_PART, BASE), (COUNT_PART, COUNT))  # that a side may enter as one figure each


@fast_init
class ScoreLine(Value):
    """One line of a side's score: `quantity` is the number entered, of things or of points, `points` what it scores."""

    part: ScorePart
    fact: str
    label: str
    quantity: int
    points: int


@fast_init
class SideScore(Value):
    """What one side scores in a hand, in points: the total and each part are the sums of their lines."""

    lines: tuple[ScoreLine, ...]
    base: int | None  # None, as the other parts, if the hand is entered as one number
    count: int | None
    penalties: int | None
    total: int


@fast_init
class HandScore(Value):
    """The score of a hand, by side."""

    sides: Mapping[str, SideScore]


def score_hand(variant: Variant, facts: HandFacts, hand: int = 1, *, partners: Sequence[str] = ()) -> HandScore:
    """Score a hand by a variant's rules, from each side's facts; some rules go by the number of the `hand`.

    Where two of three sides are `partners` in this hand, each has what both have together besides its own threes; the
    facts may have it under the pair instead, such as `ann+bob`. Each partner scores the whole.

    Facts are scored as they are entered: whether the hand can have happened is a question for the referee. Raises
    TallyError for a fact that the variant does not know, a negative number, or a part entered both as one figure and by
    its facts.
    """
    if hand != 1:
        variant = variant.at_hand(hand)
    has_partners = bool(partners) or PAIR_SIGN in "".join(facts)
    if has_partners:
        facts = join_partners(variant, facts, partners)
    errors = [error for side, own in facts.items() for error in find_fact_errors(variant, side, own)]
    if errors:
        raise TallyError(errors)
    if has_partners:
        facts = share_out(facts)
    sides = {
        side: sum_lines(score_side(variant, side_facts, set_aside=is_set_aside(variant, facts, side)))
        for side, side_facts in facts.items()
    }
    return HandScore(sides=sides)


def score_side(variant: Variant, side_facts: SideFacts, *, set_aside: bool) -> list[ScoreLine]:
    """Return the lines of one side, in the order of the score sheet; `set_aside` is what `is_set_aside` answers."""
    has_usual_facts = variant.usual_facts.issuperset(side_facts)  # as in nearly all hands: nothing else has a line
    if not has_usual_facts and has_stated_total(variant, side_facts):
        return [build_line(TOTAL_PART, TOTAL, "Total", side_facts[TOTAL], side_facts[TOTAL])]
    if set_aside:
        return _score_special_hands(variant, side_facts)
    earned = score_threes(variant, side_facts) + _score_canastas(variant, side_facts)
    earned += _score_each(variant.bonuses, side_facts)
    card_points = _score_card_points(variant, side_facts)
    if has_usual_facts:
        return earned + card_points
    figures = [(part, name, side_facts[name]) for part, name in _DIRECT_PARTS if side_facts.get(name)]
    return [
        *(build_line(part, name, name.capitalize(), points, points) for part, name, points in figures),
        *earned,
        *_score_each(variant.specials.hands, side_facts),
        *card_points,
        *_score_each(variant.penalties, side_facts, PENALTIES_PART, -1),
        *_score_adjustments(variant, side_facts),
    ]


def sum_lines(lines: Sequence[ScoreLine]) -> SideScore:
    """Return the score of a side with these lines; what is set aside adds nothing."""
    if lines and lines[0].part is TOTAL_PART:
        return SideScore(lines=tuple(lines), base=None, count=None, penalties=None, total=lines[0].points)
    base = count = penalties = 0
    for line in lines:
        if line.part is BASE_PART:
            base += line.points
        elif line.part is COUNT_PART:
            count += line.points
        else:
            penalties += line.points
    return SideScore(lines=tuple(lines), base=base, count=count, penalties=penalties, total=base + count + penalties)


def score_threes(variant: Variant, side_facts: SideFacts) -> list[ScoreLine]:
    """Score the threes of each color, or all of the deck's in one line if the variant rewards having them all."""
    threes = variant.threes
    on_table = [(color, number) for color in threes.colors if (number := side_facts.get(color.name))]
    if not on_table:
        return []
    sign = find_threes_sign(variant, side_facts)
    if threes.all_points is not None and _has_uniform_sign(variant, sign):
        number = sum(number for _, number in on_table)
        if all(side_facts.get(color.name, 0) >= len(color.values) for color in threes.colors):
            return [build_line(BASE_PART, ALL_THREES, f"All {number} threes", number, sign.factor * threes.all_points)]
    return [_score_color(color, number, sign) for color, number in on_table]


def find_threes_sign(variant: Variant, side_facts: SideFacts) -> Sign:
    """Return the sign of a side's threes: by its canastas, by one kind of canasta, or by whether it has melded."""
    threes = variant.threes
    if threes.sign_by == SIGN_BY_CANASTAS:
        reached = count_canastas(variant, side_facts, counted=True)
    elif threes.sign_by == SIGN_BY_MELDED:
        reached = int(has_melded(variant, side_facts))
    else:
        reached = side_facts.get(threes.sign_by, 0)
    return threes.signs[min(reached, len(threes.signs) - 1)]  # the last sign is also that of more


def _has_uniform_sign(variant: Variant, sign: Sign) -> bool:
    # The points for all threes have one sign; they do not apply where each three counts minus by its own points.
    if sign is PLUS_SIGN:
        return True
    if sign is MINUS_SIGN and any(color.minus_each is not None for color in variant.threes.colors):
        return False
    return all(color.turns for color in variant.threes.colors)


def _score_color(color: ThreesOfColor, number: int, sign: Sign) -> ScoreLine:
    values = color.values[:number]  # more than the packs hold count as all of them
    if not color.turns:
        points = values[-1]
    elif sign is MINUS_SIGN and color.minus_each is not None:
        points = -len(values) * color.minus_each
    else:
        points = sign.factor * values[-1]
    return build_line(BASE_PART, color.name, color.label, number, points)


def _score_canastas(variant: Variant, side_facts: SideFacts) -> list[ScoreLine]:
    """Score each kind of canasta, and the sets that they make, which a base entered as one figure includes."""
    lines: list[ScoreLine] = []
    for canasta in variant.canastas:
        if number := side_facts.get(canasta.name):
            is_scored = not canasta.scores_with or side_facts.get(canasta.scores_with)
            # For most rules, a call would take longer than the line itself.
            points = canasta.compute_points(number) if canasta.values else number * canasta.points
            points = points if is_scored else 0
            lines.append(build_line(BASE_PART, canasta.name, canasta.label, number, points))
    if variant.sets and BASE not in side_facts:
        sets = [canasta_set for canasta_set in variant.sets if _has_canasta_set(variant, canasta_set, side_facts)]
        complete = {canasta_set.name for canasta_set in sets}
        lines += (
            build_line(BASE_PART, canasta_set.name, canasta_set.label, 1, canasta_set.points)
            for canasta_set in sets
            if complete.isdisjoint(canasta_set.gives_way_to)
        )
    return lines


def _has_canasta_set(variant: Variant, canasta_set: CanastaSet, side_facts: SideFacts) -> bool:
    for kind, needed in canasta_set.canastas.items():
        number = count_canastas_of_kind(variant, kind, side_facts)
        if kind == ALL_CANASTAS:
            number = count_canastas(variant, side_facts)  # with those that do not count where bonuses need canastas
        if number < needed:
            return False
    return True


def _score_each(
    facts: Iterable[Bonus | SpecialHand | Penalty], side_facts: SideFacts, part: ScorePart = BASE_PART, sign: int = 1
) -> list[ScoreLine]:
    """Score facts that are worth the same points every time."""
    return [
        build_line(part, fact.name, fact.label, number, sign * number * fact.points)
        for fact in facts
        if (number := side_facts.get(fact.name))
    ]


def _score_special_hands(variant: Variant, side_facts: SideFacts) -> list[ScoreLine]:
    """Score only the side's special hands and what it earned before play; its other facts give lines without points."""
    lines = [
        *_score_each(variant.specials.hands, side_facts),
        *_score_each([bonus for bonus in variant.bonuses if bonus.always], side_facts),
        *_score_adjustments(variant, side_facts),
    ]
    scored = {line.fact for line in lines}
    labels = {part: part.capitalize() for part in DIRECT_FACTS}
    labels |= {fact.name: fact.label for fact in variant.facts.values()}
    for name, label in labels.items():
        if name not in scored and (number := side_facts.get(name)):
            lines.append(build_line(SET_ASIDE_PART, name, label, number, 0))
    return lines


def _score_card_points(variant: Variant, side_facts: SideFacts) -> list[ScoreLine]:
    """Score the cards on the table, with the variant's sign for a side without a canasta, and deduct those in hand."""
    table, hand = variant.card_points.on_table, variant.card_points.in_hand
    lines: list[ScoreLine] = []
    if points := side_facts.get(table.name):
        sign = find_table_sign(variant, side_facts)
        lines.append(build_line(COUNT_PART, table.name, table.label, points, sign.factor * points))
    if points := side_facts.get(hand.name):
        lines.append(build_line(COUNT_PART, hand.name, hand.label, points, -points))
    return lines


def find_table_sign(variant: Variant, side_facts: SideFacts) -> Sign:
    """Return the sign of a side's cards on the table."""
    return PLUS_SIGN if has_canasta(variant, side_facts) else variant.card_points.no_canasta


def _score_adjustments(variant: Variant, side_facts: SideFacts) -> list[ScoreLine]:
    """Score extra points and penalties as they are entered; no special hand sets them aside."""
    return [
        build_line(adjustment.part, adjustment.name, adjustment.label, number, adjustment.sign * number)
        for adjustment in variant.adjustments
        if (number := side_facts.get(adjustment.name))
    ]


# The hands of a game share most of their lines, and lines never change: to look one up takes a fifth of the time of
# building it. Their numbers are plain ones, because true, and points entered card by card, are looked up as these are.
@lru_cache(maxsize=4096)
def build_line(part: ScorePart, fact: str, label: str, quantity: int, points: int) -> ScoreLine:
    """Build the line of a fact."""
    return ScoreLine(part=part, fact=fact, label=label, quantity=int(quantity), points=int(points))
