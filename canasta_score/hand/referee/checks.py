"""The referee: what in a hand's facts cannot have happened, and what is against the rules.

Every check takes the variant and the facts of all sides and goes through its problems; none of them stops another.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import gcd
from operator import add

from canasta_score.hand.facts import (
    BASE,
    COUNT,
    HandFacts,
    SideFacts,
    count_canastas,
    count_canastas_of_kind,
    find_fact_errors,
    find_smallest_amount,
    has_melded,
    is_integer,
    is_set_aside,
    list_special_hands,
)
from canasta_score.hand.referee.card_demands import (
    CardDemand,
    describe_shortage,
    find_fewest_points_above,
    find_largest_demand,
    iter_conflicts,
    iter_side_demands,
    list_card_demands,
)
from canasta_score.rules.diagnostics import Diagnostic, Location, Severity
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canastas import format_canasta_requirement
from canasta_score.rules.model.cards import Deck
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.penalties import CardPlace, Penalty
from canasta_score.rules.model.threes import SIGN_BY_MELDED, Color, Sign
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_FactAmounts = Mapping[tuple[str, str], int]  # what is told, by side and fact
_MAX_SUGGESTIONS = 3


Problem = Diagnostic  # one whose location is a side and an item


def referee(variant: Variant, facts: HandFacts) -> list[Problem]:
    """List every problem of a hand's facts, the impossible ones first.

    Facts that the variant does not know are problems like others; nothing is raised.

    >>> from canasta_score import load_variant
    >>> hand = {"we": {"red": 3, "natural": 2, "table": 40}, "they": {"red": 2}}
    >>> for problem in referee(load_variant("nvso"), hand):
    ...     print(problem.severity, problem.side, problem.fact)
    impossible they red
    impossible we table
    """
    problems = [*_check_values(variant, facts)]
    whole = {
        side: {name: number for name, number in told.items() if is_integer(number)} for side, told in facts.items()
    }
    problems += [problem for check in _CHECKS for problem in check(variant, whole)]
    return sorted(problems, key=lambda problem: problem.severity is Severity.IRREGULAR)


def count_impossible(variant: Variant, facts: HandFacts) -> int:
    """Return the number of problems that make a hand impossible."""
    return sum(problem.is_impossible for problem in referee(variant, facts))


def find_blocking_problem(variant: Variant, facts: HandFacts, side: str, fact: str) -> Problem | None:
    """Return the first problem that keeps a side from having a fact beside those of the hand, or None if it can."""
    amount = find_smallest_amount(variant, variant.facts[fact])
    known = referee(variant, facts)
    with_fact = {**facts, side: {**facts[side], fact: amount}}
    return next((one for one in referee(variant, with_fact) if one.is_impossible and one not in known), None)


def build_impossible_problem(side: str, fact: str, message: str, hint: str) -> Problem:
    """Make a problem of what cannot have happened."""
    return Diagnostic(severity=Severity.IMPOSSIBLE, message=message, hint=hint, location=Location(side=side, fact=fact))


def build_irregular_problem(side: str, fact: str, message: str, hint: str) -> Problem:
    """Make a problem of what is against the rules."""
    return Diagnostic(severity=Severity.IRREGULAR, message=message, hint=hint, location=Location(side=side, fact=fact))


def _check_values(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find unknown facts, what is no whole number or a negative one, and parts told twice over."""
    for side, told in facts.items():
        for no in find_fact_errors(variant, side, told):
            yield build_impossible_problem(no.side, no.fact, no.message, no.hint)


def _check_maximums(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find more of a fact than a side can have."""
    for side, told in facts.items():
        for fact in variant.facts.values():
            number = told.get(fact.name, 0)
            most = _find_maximum(variant, fact)
            if most is not None and number > most:
                message = f"{side} {fact.name}={number}: a side has at most {most}"
                yield build_impossible_problem(side, fact.name, message, f"the nearest is {fact.name}={most}")


def _find_maximum(variant: Variant, fact: Fact) -> int | None:
    """Give the most that a side can have of a fact; of a penalty in points, what the whole deck is worth."""
    if isinstance(fact, Penalty) and fact.is_in_points and fact.most is None:
        return variant.deck.total_points
    return fact.most


def _check_exclusive_bonuses(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find what only one side can have in a hand, such as going out, told of two."""
    for bonus in variant.bonuses:
        sides = [side for side, told in facts.items() if told.get(bonus.name)]
        if bonus.one_side and len(sides) > 1:
            message = f"'{bonus.name}' is told of {join_words(sides)}: only one side can have it in a hand"
            yield build_impossible_problem(sides[-1], bonus.name, message, "tell it of one side")


def _check_single_ending(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find a hand that ends twice: by two special hands, or by a special hand and going out."""
    special = [(side, name) for side, told in facts.items() for name in list_special_hands(variant, told)]
    for side, name in special[1:]:
        first_side, first = special[0]
        message = f"{side} {name}: {first_side} already laid the special hand '{first}', which ends the play"
        yield build_impossible_problem(side, name, message, "leave out one of the two")
    for bonus in variant.bonuses:
        for side, told in facts.items():
            if bonus.ends_play and told.get(bonus.name) and special:
                layer, name = special[0]
                message = f"{side} {bonus.name}: the special hand '{name}' of {layer} has ended the play"
                yield build_impossible_problem(side, bonus.name, message, f"leave out '{bonus.name}' or '{name}'")


def _check_required_bonuses(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find what a side can have only beside something else that it does not tell, such as a concealed going out."""
    for bonus in variant.bonuses:
        for side, told in facts.items():
            if bonus.beside and told.get(bonus.name) and not told.get(bonus.beside):
                message = f"{side} {bonus.name}: a side has it only beside '{bonus.beside}'"
                hint = f"tell '{bonus.beside}' as well, or leave out '{bonus.name}'"
                yield build_impossible_problem(side, bonus.name, message, hint)


def _check_conflicting_penalties(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find two forms of one thing on a side: an open wild canasta with four jokers and one with fewer."""
    for side, told in facts.items():
        for penalty in variant.penalties:
            for other in penalty.not_with:
                if told.get(penalty.name) and told.get(other):
                    message = f"{side} {penalty.name}: a side cannot have it beside '{other}'"
                    yield build_impossible_problem(
                        side, penalty.name, message, f"leave out '{penalty.name}' or '{other}'"
                    )


def check_threes(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find more threes, on tables and in hands, than the packs hold of their colour, or of both colours."""
    of_a_colour, shown = variant.deck.threes_per_color, 0
    for colour in Color:
        told = _collect_threes(variant, facts, (colour,))
        shown += min(of_a_colour, sum(told.values()))
        yield from _find_excess_threes(told, 0, of_a_colour, f"{colour} threes")
    yield from _find_excess_threes(_collect_threes(variant, facts, tuple(Color)), shown, 2 * of_a_colour, "threes")


def _collect_threes(variant: Variant, facts: HandFacts, colours: tuple[Color, ...]) -> _FactAmounts:
    """Give what each side tells of threes that are of certain colours, on the table and in hand."""
    names = [colour.value for colour in colours if (colour,) == colours and colour in variant.facts]
    names += [penalty.name for penalty in variant.penalties if penalty.threes == colours and not penalty.is_in_points]
    return {(side, name): number for name in names for side in facts if (number := facts[side].get(name, 0)) > 0}


def _find_excess_threes(told: _FactAmounts, shown: int, most: int, kind: str) -> Iterator[Problem]:
    """Find threes told that the packs do not hold beside those of the one colour or the other that are `shown`."""
    for (side, name), total, nearest in _iter_excess_amounts(told, most - shown):
        message = f"{side} {name}={told[side, name]}: that makes {total + shown} {kind} in all"
        yield build_impossible_problem(
            side, name, f"{message}, and the packs hold {most}", f"the nearest is {name}={nearest}"
        )


def _iter_excess_amounts(told: _FactAmounts, most: int) -> Iterator[tuple[tuple[str, str], int, int]]:
    """Go through the shares that are too much, each with the sum of all and the nearest that there is enough for.

    Blamed is a share that is too much alone, else the last; then the others are looked at without it.
    """
    left = dict(told)
    while (total := sum(left.values())) > most:
        blamed = next((of for of in left if left[of] > most), [*left][-1])
        others = total - left.pop(blamed)
        yield blamed, total, max(0, most - others)


def check_card_demands(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find canastas, open melds and cards caught in hand that the deck has not the cards for."""
    claims = list_card_demands(variant, facts)
    found = list(iter_conflicts(variant.deck, claims))
    blamed = [culprits[-1] for culprits in found]
    kept = [claim for claim in claims if claim not in blamed]
    for culprits in found:
        last = culprits[-1]
        message = f"{join_words(map(str, culprits))}: {describe_shortage(variant.deck, culprits)}"
        yield build_impossible_problem(last.side, last.fact, message, _suggest_fixes(variant.deck, culprits, kept))


def _suggest_fixes(deck: Deck, culprits: Sequence[CardDemand], kept: Sequence[CardDemand]) -> str:
    """Say how to end a conflict: the nearest figures, the least change first, or what to leave out."""
    nearest = _find_nearest_counts(deck, culprits, kept) or _find_nearest_counts(deck, culprits, ())
    if not any(nearest.values()):
        return f"leave out {join_words(map(str, nearest), 'or')}"
    last_first = [*nearest][::-1]
    least_first = sorted(last_first, key=lambda claim: claim.number - nearest[claim])[:_MAX_SUGGESTIONS]
    figures = [f"{claim.fact}={nearest[claim]}" for claim in least_first]
    sides = [f"{claim.side} " if len(culprits) > 1 else "" for claim in least_first]
    return f"the nearest is {join_words(map(add, sides, figures), 'or')}"


def _find_nearest_counts(
    deck: Deck, culprits: Sequence[CardDemand], kept: Sequence[CardDemand]
) -> dict[CardDemand, int]:
    """Give the most groups of each claim that fit beside the others of its conflict and all that is kept.

    Left out is a claim whose conflict does not end with it: the others do not fit beside what is kept.
    """
    beside = [claim for claim in kept if claim not in culprits]
    most = {
        claim: find_largest_demand(deck, [*beside, *(other for other in culprits if other != claim)], claim)
        for claim in culprits
    }
    return {claim: number for claim, number in most.items() if number >= 0}


def check_point_multiples(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find points that nothing adds up to: in the usual rules all is worth a multiple of 5."""
    in_points = [fact.name for fact in variant.facts.values() if fact.is_in_points]
    units = dict.fromkeys((*in_points, COUNT), variant.deck.point_unit) | {BASE: _find_base_unit(variant)}
    for side, told in facts.items():
        for name, unit in units.items():
            points = told.get(name, 0)
            if unit and points % unit:
                lower = points - points % unit
                what = "all that a base is made of" if name == BASE else "every card"
                message = f"{side} {name}={points}: {what} is worth a multiple of {unit}"
                yield build_impossible_problem(
                    side, name, message, f"the nearest are {name}={lower} and {name}={lower + unit}"
                )


def _find_base_unit(variant: Variant) -> int:
    """Give the greatest number of points of which every base is a multiple, penalties reckoned in or not."""
    threes = [value for colour in variant.threes.colours for value in colour.values]
    points = [
        *(canasta.points for canasta in variant.canastas),
        *(one.points for one in variant.sets),
        *(bonus.points for bonus in variant.bonuses),
        *(hand.points for hand in variant.specials.hands),
        *(penalty.points for penalty in variant.penalties if not penalty.is_in_points),
    ]
    return gcd(
        variant.deck.point_unit, *threes, *points, variant.threes.all_points or 0, variant.threes.minus_each or 0
    )


def check_fewest_card_points(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find cards on the table, or in hand, with fewer points than what is told of them: side by side, then together."""
    problems = list(_check_fewest_points_by_side(variant, facts))
    yield from problems
    if not any(problem.fact == variant.count.table.name for problem in problems):
        yield from _check_fewest_points_combined(variant, facts)


def _check_fewest_points_by_side(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Go through the sides whose cards, on the table or in hand, are worth less than what the side tells of them."""
    for side, told in _select_card_counting_sides(variant, facts).items():
        for place, fact in ((CardPlace.TABLE, variant.count.table), (CardPlace.HAND, variant.count.hand)):
            claims = [claim for claim in list_card_demands(variant, {side: told}) if claim.place is place]
            points = told.get(fact.name, 0)
            if least := find_fewest_points_above(variant.deck, claims, points):
                holding = join_words(f"{claim.fact}={claim.number}" for claim in claims)
                is_told = fact.name in told
                given = f"{fact.name}={points}" if is_told else f"{fact.name} is not told"
                message = f"{side} {given}: {holding} cannot hold less than {least} points of cards"
                hint = f"the nearest is {fact.name}={least}" if is_told else f"tell {fact.name}=, {least} or more"
                yield build_impossible_problem(side, fact.name, message, hint)


def _check_fewest_points_combined(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find tables, each worth enough alone, that are together worth less than what is told of them, of one deck."""
    table = variant.count.table.name
    telling = _select_card_counting_sides(variant, facts)
    claims = [claim for claim in list_card_demands(variant, telling) if claim.place is CardPlace.TABLE]
    points = {claim.side: telling[claim.side].get(table, 0) for claim in claims}
    total = sum(points.values())
    if least := find_fewest_points_above(variant.deck, claims, total):
        side = [*points][-1]
        message = f"{join_words(points)} have {table}={total} together: {join_words(map(str, claims))}, of one deck,"
        nearest = f"the nearest is {side} {table}={points[side] + least - total}"
        yield build_impossible_problem(side, table, f"{message} cannot hold less than {least} points of cards", nearest)


def _select_card_counting_sides(variant: Variant, facts: HandFacts) -> HandFacts:
    """Give the facts of the sides whose cards are counted as cards: not as one figure, nor beside a special hand."""
    return {side: told for side, told in facts.items() if COUNT not in told and not list_special_hands(variant, told)}


def check_deck_points(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find cards on tables and in hands that are worth more than the deck.

    Of a side that gives its count as one figure they are worth the figure, or what its canastas hold at least.
    """
    names = (variant.count.table.name, variant.count.hand.name, COUNT)
    told = {(side, name): points for side in facts for name in names if (points := facts[side].get(name, 0))}
    most = variant.deck.total_points
    beyond = min(
        most,
        sum(_find_points_beyond_count(variant, side, of_side) for side, of_side in facts.items() if COUNT in of_side),
    )
    for (side, name), total, nearest in _iter_excess_amounts(
        {of: abs(points) for of, points in told.items()}, most - beyond
    ):
        points = told[side, name]
        message = f"{side} {name}={points}: that makes {total + beyond:,} points of cards in all"
        whole = nearest - nearest % (variant.deck.point_unit or 1)
        hint = f"the nearest is {name}={whole if points > 0 else -whole}"
        yield build_impossible_problem(side, name, f"{message}, and the deck has {most:,}", hint)


def _find_points_beyond_count(variant: Variant, side: str, told: SideFacts) -> int:
    """Give how many points of cards the canastas of a side hold at least beyond its count in one figure."""
    count = abs(told[COUNT])
    return (find_fewest_points_above(variant.deck, [*iter_side_demands(variant, side, told)], count) or count) - count


def _check_going_out(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find going out without the canastas the rules ask for, or with something open that they forbid.

    Beside a special hand of the same side going out is impossible anyway.
    """
    for side, told in facts.items():
        for bonus in variant.bonuses:
            if told.get(bonus.name) and not list_special_hands(variant, told):
                yield from _find_missing_canastas(variant, bonus, side, told)
                yield from _find_forbidden_penalties(bonus, side, told)


def _check_direct_count(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find a count given as one figure that leaves open what the score goes by: a meld, or a canasta."""
    for side, told in facts.items():
        if COUNT in told and not is_set_aside(variant, facts, side):
            yield from _check_meld_is_known(variant, side, told)
            yield from _check_count_without_canasta(variant, side, told)


def _check_meld_is_known(variant: Variant, side: str, told: SideFacts) -> Iterator[Problem]:
    """Find threes whose sign goes by having melded, which a count of nothing or less does not tell."""
    threes = variant.threes
    laid = [colour for colour in threes.colours if colour.turns and told.get(colour.name)]
    without, *melded = threes.signs
    if (
        laid
        and threes.sign_by == SIGN_BY_MELDED
        and melded
        and without is not melded[0]
        and not has_melded(variant, told)
    ):
        message = f"{side} {COUNT}={told[COUNT]}: whether {side} have melded is not told, and the threes go by it"
        yield build_irregular_problem(
            side, COUNT, message, f"tell {variant.count.table.name}= and {variant.count.hand.name}="
        )


def _check_count_without_canasta(variant: Variant, side: str, told: SideFacts) -> Iterator[Problem]:
    """Find a count above 0 of a side with no canasta, whose cards on the table do not count for it.

    A base in one figure tells of one as long as threes never count minus beside a canasta.
    """
    unclear = BASE in told and Sign.MINUS in variant.threes.signs[1:]
    if (
        variant.count.no_canasta is not Sign.PLUS
        and told[COUNT] > 0
        and not unclear
        and not count_canastas(variant, told)
    ):
        hint = f"check {BASE}= and {COUNT}=" if BASE in told else f"were the canastas forgotten, or {BASE}=?"
        yield build_irregular_problem(
            side, COUNT, f"{side} {COUNT}={told[COUNT]}: a count above 0 takes a canasta", hint
        )


def _find_missing_canastas(variant: Variant, bonus: Bonus, side: str, told: SideFacts) -> Iterator[Problem]:
    """Go through the canastas that a side lacks for a bonus; a base given as one figure does not tell."""
    for kind, needed in bonus.needs.items() if BASE not in told else ():
        number = count_canastas_of_kind(variant, kind, told)
        if number < needed:
            asked = format_canasta_requirement(kind, needed, variant.canastas)
            message = f"{side} {bonus.name}: the rules ask for {asked} and {side} have {number}"
            yield build_irregular_problem(side, bonus.name, message, "check the canastas")


def _find_forbidden_penalties(bonus: Bonus, side: str, told: SideFacts) -> Iterator[Problem]:
    """Go through what a side has open that the rules forbid beside a bonus."""
    for penalty in bonus.forbids:
        if told.get(penalty):
            message = f"{side} {bonus.name}: the rules forbid it beside '{penalty}'"
            yield build_irregular_problem(side, bonus.name, message, f"check '{penalty}'")


_CHECKS = (
    _check_maximums,
    _check_exclusive_bonuses,
    _check_single_ending,
    _check_required_bonuses,
    _check_conflicting_penalties,
    check_threes,
    check_card_demands,
    check_point_multiples,
    check_fewest_card_points,
    check_deck_points,
    _check_going_out,
    _check_direct_count,
)
