"""The referee: what in a hand's facts cannot have happened, and what is against the rules.

Every check takes the variant and the facts of all sides and goes through its problems; none of them stops another.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from math import gcd
from operator import add

from canasta_score.hand.facts import (
    BASE,
    COUNT,
    HandFacts,
    Told,
    canastas_needed,
    canastas_of,
    has_melded,
    is_whole,
    refusals_of_side,
    special_hands_of,
)
from canasta_score.hand.referee.card_demands import (
    Claim,
    claims_of,
    claims_of_side,
    conflicts,
    least_over,
    most_beside,
    shortage,
)
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canastas import needed_in_words
from canasta_score.rules.model.cards import Deck
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.penalties import Penalty, Place
from canasta_score.rules.model.special_hands import Opponents
from canasta_score.rules.model.threes import BY_MELDED, Colour, Sign
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import listed

Shares = Mapping[tuple[str, str], int]  # what is told, by side and fact
MOST_WAYS_OUT = 3


class Severity(StrEnum):
    """How bad a problem is: it cannot have happened, or it is possible and against the rules."""

    IMPOSSIBLE = "impossible"
    IRREGULAR = "irregular"


@frozen
class Problem(Value):
    """One problem of a hand: whose, with which fact, the figure that cannot be, and the nearest that could."""

    severity: Severity
    side: str
    fact: str
    message: str
    hint: str = ""

    @property
    def is_impossible(self) -> bool:
        """Tell whether it cannot have happened."""
        return self.severity is Severity.IMPOSSIBLE

    def __str__(self) -> str:
        """Give the problem as one sentence."""
        return f"{self.message}; {self.hint}" if self.hint else self.message


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
    problems = [*check_words(variant, facts)]
    whole = {side: {name: number for name, number in told.items() if is_whole(number)} for side, told in facts.items()}
    problems += [problem for check in CHECKS for problem in check(variant, whole)]
    return sorted(problems, key=lambda problem: problem.severity is Severity.IRREGULAR)


def impossible(side: str, fact: str, message: str, hint: str) -> Problem:
    """Make a problem of what cannot have happened."""
    return Problem(severity=Severity.IMPOSSIBLE, side=side, fact=fact, message=message, hint=hint)


def irregular(side: str, fact: str, message: str, hint: str) -> Problem:
    """Make a problem of what is against the rules."""
    return Problem(severity=Severity.IRREGULAR, side=side, fact=fact, message=message, hint=hint)


def check_words(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find unknown facts, what is no whole number or a negative one, and parts told twice over."""
    for side, told in facts.items():
        for no in refusals_of_side(variant, side, told):
            yield impossible(no.side, no.fact, no.message, no.hint)


def check_most(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find more of a fact than a side can have."""
    for side, told in facts.items():
        for fact in variant.facts.values():
            number = told.get(fact.name, 0)
            most = most_of(variant, fact)
            if most is not None and number > most:
                message = f"{side} {fact.name}={number}: a side has at most {most}"
                yield impossible(side, fact.name, message, f"the nearest is {fact.name}={most}")


def most_of(variant: Variant, fact: Fact) -> int | None:
    """Give the most that a side can have of a fact; of a penalty in points, what the whole deck is worth."""
    if isinstance(fact, Penalty) and fact.in_points and fact.most is None:
        return variant.deck.all_points
    return fact.most


def check_one_side(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find what only one side can have in a hand, such as going out, told of two."""
    for bonus in variant.bonuses:
        sides = [side for side, told in facts.items() if told.get(bonus.name)]
        if bonus.one_side and len(sides) > 1:
            message = f"'{bonus.name}' is told of {listed(sides)}: only one side can have it in a hand"
            yield impossible(sides[-1], bonus.name, message, "tell it of one side")


def check_one_end(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find a hand that ends twice: by two special hands, or by a special hand and going out."""
    special = [(side, name) for side, told in facts.items() for name in special_hands_of(variant, told)]
    for side, name in special[1:]:
        first_side, first = special[0]
        message = f"{side} {name}: {first_side} already laid the special hand '{first}', which ends the play"
        yield impossible(side, name, message, "leave out one of the two")
    for bonus in variant.bonuses:
        for side, told in facts.items():
            if bonus.ends_play and told.get(bonus.name) and special:
                layer, name = special[0]
                message = f"{side} {bonus.name}: the special hand '{name}' of {layer} has ended the play"
                yield impossible(side, bonus.name, message, f"leave out '{bonus.name}' or '{name}'")


def check_beside(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find what a side can have only beside something else that it does not tell, such as a concealed going out."""
    for bonus in variant.bonuses:
        for side, told in facts.items():
            if bonus.beside and told.get(bonus.name) and not told.get(bonus.beside):
                message = f"{side} {bonus.name}: a side has it only beside '{bonus.beside}'"
                hint = f"tell '{bonus.beside}' as well, or leave out '{bonus.name}'"
                yield impossible(side, bonus.name, message, hint)


def check_forms(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find two forms of one thing on a side: an open wild canasta with four jokers and one with fewer."""
    for side, told in facts.items():
        for penalty in variant.penalties:
            for other in penalty.not_with:
                if told.get(penalty.name) and told.get(other):
                    message = f"{side} {penalty.name}: a side cannot have it beside '{other}'"
                    yield impossible(side, penalty.name, message, f"leave out '{penalty.name}' or '{other}'")


def check_threes(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find more threes, on tables and in hands, than the packs hold of their colour, or of both colours."""
    of_a_colour, shown = variant.deck.threes_of_a_colour, 0
    for colour in Colour:
        told = threes_told(variant, facts, (colour,))
        shown += min(of_a_colour, sum(told.values()))
        yield from too_many_threes(told, 0, of_a_colour, f"{colour} threes")
    yield from too_many_threes(threes_told(variant, facts, tuple(Colour)), shown, 2 * of_a_colour, "threes")


def threes_told(variant: Variant, facts: HandFacts, colours: tuple[Colour, ...]) -> Shares:
    """Give what each side tells of threes that are of certain colours, on the table and in hand."""
    names = [colour.value for colour in colours if (colour,) == colours and colour in variant.facts]
    names += [penalty.name for penalty in variant.penalties if penalty.threes == colours and not penalty.in_points]
    return {(side, name): number for name in names for side in facts if (number := facts[side].get(name, 0)) > 0}


def too_many_threes(told: Shares, shown: int, most: int, kind: str) -> Iterator[Problem]:
    """Find threes told that the packs do not hold beside those of the one colour or the other that are `shown`."""
    for (side, name), total, nearest in overdrawn(told, most - shown):
        message = f"{side} {name}={told[side, name]}: that makes {total + shown} {kind} in all"
        yield impossible(side, name, f"{message}, and the packs hold {most}", f"the nearest is {name}={nearest}")


def overdrawn(told: Shares, most: int) -> Iterator[tuple[tuple[str, str], int, int]]:
    """Go through the shares that are too much, each with the sum of all and the nearest that there is enough for.

    Blamed is a share that is too much alone, else the last; then the others are looked at without it.
    """
    left = dict(told)
    while (total := sum(left.values())) > most:
        blamed = next((of for of in left if left[of] > most), [*left][-1])
        others = total - left.pop(blamed)
        yield blamed, total, max(0, most - others)


def check_cards(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find canastas, open melds and cards caught in hand that the deck has not the cards for."""
    claims = claims_of(variant, facts)
    found = list(conflicts(variant.deck, claims))
    blamed = [culprits[-1] for culprits in found]
    kept = [claim for claim in claims if claim not in blamed]
    for culprits in found:
        last = culprits[-1]
        message = f"{listed(map(str, culprits))}: {shortage(variant.deck, culprits)}"
        yield impossible(last.side, last.fact, message, ways_out(variant.deck, culprits, kept))


def ways_out(deck: Deck, culprits: Sequence[Claim], kept: Sequence[Claim]) -> str:
    """Say how to end a conflict: the nearest figures, the least change first, or what to leave out."""
    nearest = nearest_beside(deck, culprits, kept) or nearest_beside(deck, culprits, ())
    if not any(nearest.values()):
        return f"leave out {listed(map(str, nearest), 'or')}"
    last_first = [*nearest][::-1]
    least_first = sorted(last_first, key=lambda claim: claim.number - nearest[claim])[:MOST_WAYS_OUT]
    figures = [f"{claim.fact}={nearest[claim]}" for claim in least_first]
    sides = [f"{claim.side} " if len(culprits) > 1 else "" for claim in least_first]
    return f"the nearest is {listed(map(add, sides, figures), 'or')}"


def nearest_beside(deck: Deck, culprits: Sequence[Claim], kept: Sequence[Claim]) -> dict[Claim, int]:
    """Give the most groups of each claim that fit beside the others of its conflict and all that is kept.

    Left out is a claim whose conflict does not end with it: the others do not fit beside what is kept.
    """
    beside = [claim for claim in kept if claim not in culprits]
    most = {
        claim: most_beside(deck, [*beside, *(other for other in culprits if other != claim)], claim)
        for claim in culprits
    }
    return {claim: number for claim, number in most.items() if number >= 0}


def check_unit(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find points that nothing adds up to: in the usual rules all is worth a multiple of 5."""
    in_points = [fact.name for fact in variant.facts.values() if fact.in_points]
    units = dict.fromkeys((*in_points, COUNT), variant.deck.unit) | {BASE: unit_of_base(variant)}
    for side, told in facts.items():
        for name, unit in units.items():
            points = told.get(name, 0)
            if unit and points % unit:
                lower = points - points % unit
                what = "all that a base is made of" if name == BASE else "every card"
                message = f"{side} {name}={points}: {what} is worth a multiple of {unit}"
                yield impossible(side, name, message, f"the nearest are {name}={lower} and {name}={lower + unit}")


def unit_of_base(variant: Variant) -> int:
    """Give the greatest number of points of which every base is a multiple, penalties reckoned in or not."""
    threes = [value for colour in variant.threes.colours for value in colour.values]
    points = [
        *(canasta.points for canasta in variant.canastas),
        *(one.points for one in variant.sets),
        *(bonus.points for bonus in variant.bonuses),
        *(hand.points for hand in variant.specials.hands),
        *(penalty.points for penalty in variant.penalties if not penalty.in_points),
    ]
    return gcd(variant.deck.unit, *threes, *points, variant.threes.all_points or 0, variant.threes.minus_each or 0)


def check_least(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find cards on the table, or in hand, with fewer points than what is told of them: side by side, then together."""
    problems = list(least_of_each(variant, facts))
    yield from problems
    if not any(problem.fact == variant.count.table.name for problem in problems):
        yield from least_together(variant, facts)


def least_of_each(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Go through the sides whose cards, on the table or in hand, are worth less than what the side tells of them."""
    for side, told in counted_out(variant, facts).items():
        for place, fact in ((Place.TABLE, variant.count.table), (Place.HAND, variant.count.hand)):
            claims = [claim for claim in claims_of(variant, {side: told}) if claim.place is place]
            points = told.get(fact.name, 0)
            if least := least_over(variant.deck, claims, points):
                holding = listed(f"{claim.fact}={claim.number}" for claim in claims)
                is_told = fact.name in told
                given = f"{fact.name}={points}" if is_told else f"{fact.name} is not told"
                message = f"{side} {given}: {holding} cannot hold less than {least} points of cards"
                hint = f"the nearest is {fact.name}={least}" if is_told else f"tell {fact.name}=, {least} or more"
                yield impossible(side, fact.name, message, hint)


def least_together(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find tables, each worth enough alone, that are together worth less than what is told of them, of one deck."""
    table = variant.count.table.name
    telling = counted_out(variant, facts)
    claims = [claim for claim in claims_of(variant, telling) if claim.place is Place.TABLE]
    points = {claim.side: telling[claim.side].get(table, 0) for claim in claims}
    total = sum(points.values())
    if least := least_over(variant.deck, claims, total):
        side = [*points][-1]
        message = f"{listed(points)} have {table}={total} together: {listed(map(str, claims))}, of one deck,"
        nearest = f"the nearest is {side} {table}={points[side] + least - total}"
        yield impossible(side, table, f"{message} cannot hold less than {least} points of cards", nearest)


def counted_out(variant: Variant, facts: HandFacts) -> HandFacts:
    """Give the facts of the sides whose cards are counted as cards: not as one figure, nor beside a special hand."""
    return {side: told for side, told in facts.items() if COUNT not in told and not special_hands_of(variant, told)}


def check_all_points(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find cards on tables and in hands that are worth more than the deck.

    Of a side that gives its count as one figure they are worth the figure, or what its canastas hold at least.
    """
    names = (variant.count.table.name, variant.count.hand.name, COUNT)
    told = {(side, name): points for side in facts for name in names if (points := facts[side].get(name, 0))}
    most = variant.deck.all_points
    beyond = min(most, sum(beyond_count(variant, side, of_side) for side, of_side in facts.items() if COUNT in of_side))
    for (side, name), total, nearest in overdrawn({of: abs(points) for of, points in told.items()}, most - beyond):
        points = told[side, name]
        message = f"{side} {name}={points}: that makes {total + beyond:,} points of cards in all"
        whole = nearest - nearest % (variant.deck.unit or 1)
        hint = f"the nearest is {name}={whole if points > 0 else -whole}"
        yield impossible(side, name, f"{message}, and the deck has {most:,}", hint)


def beyond_count(variant: Variant, side: str, told: Told) -> int:
    """Give how many points of cards the canastas of a side hold at least beyond its count in one figure."""
    count = abs(told[COUNT])
    return (least_over(variant.deck, [*claims_of_side(variant, side, told)], count) or count) - count


def check_going_out(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find going out without the canastas the rules ask for, or with something open that they forbid.

    Beside a special hand of the same side going out is impossible anyway.
    """
    for side, told in facts.items():
        for bonus in variant.bonuses:
            if told.get(bonus.name) and not special_hands_of(variant, told):
                yield from lacking(variant, bonus, side, told)
                yield from forbidden(bonus, side, told)


def check_count(variant: Variant, facts: HandFacts) -> Iterator[Problem]:
    """Find a count given as one figure that leaves open what the score goes by: a meld, or a canasta."""
    for side, told in counting_directly(variant, facts).items():
        yield from melded_or_not(variant, side, told)
        yield from above_nothing(variant, side, told)


def counting_directly(variant: Variant, facts: HandFacts) -> HandFacts:
    """Give the facts of the sides that give their count as one figure, where no special hand sets it aside."""
    laid = any(special_hands_of(variant, told) for told in facts.values())
    if laid and variant.specials.opponents is Opponents.NOTHING:
        return {}
    return {side: told for side, told in facts.items() if COUNT in told and not special_hands_of(variant, told)}


def melded_or_not(variant: Variant, side: str, told: Told) -> Iterator[Problem]:
    """Find threes whose sign goes by having melded, which a count of nothing or less does not tell."""
    threes = variant.threes
    laid = [colour for colour in threes.colours if colour.turns and told.get(colour.name)]
    without, *melded = threes.signs
    if laid and threes.sign_by == BY_MELDED and melded and without is not melded[0] and not has_melded(variant, told):
        message = f"{side} {COUNT}={told[COUNT]}: whether {side} have melded is not told, and the threes go by it"
        yield irregular(side, COUNT, message, f"tell {variant.count.table.name}= and {variant.count.hand.name}=")


def above_nothing(variant: Variant, side: str, told: Told) -> Iterator[Problem]:
    """Find a count above 0 of a side with no canasta, whose cards on the table do not count for it.

    A base in one figure tells of one as long as threes never count minus beside a canasta.
    """
    unclear = BASE in told and Sign.MINUS in variant.threes.signs[1:]
    if variant.count.no_canasta is not Sign.PLUS and told[COUNT] > 0 and not unclear and not canastas_of(variant, told):
        hint = f"check {BASE}= and {COUNT}=" if BASE in told else f"were the canastas forgotten, or {BASE}=?"
        yield irregular(side, COUNT, f"{side} {COUNT}={told[COUNT]}: a count above 0 takes a canasta", hint)


def lacking(variant: Variant, bonus: Bonus, side: str, told: Told) -> Iterator[Problem]:
    """Go through the canastas that a side lacks for a bonus; a base given as one figure does not tell."""
    for kind, needed in bonus.needs.items() if BASE not in told else ():
        number = canastas_needed(variant, kind, told)
        if number < needed:
            asked = needed_in_words(kind, needed, variant.canastas)
            message = f"{side} {bonus.name}: the rules ask for {asked} and {side} have {number}"
            yield irregular(side, bonus.name, message, "check the canastas")


def forbidden(bonus: Bonus, side: str, told: Told) -> Iterator[Problem]:
    """Go through what a side has open that the rules forbid beside a bonus."""
    for penalty in bonus.forbids:
        if told.get(penalty):
            message = f"{side} {bonus.name}: the rules forbid it beside '{penalty}'"
            yield irregular(side, bonus.name, message, f"check '{penalty}'")


CHECKS = (
    check_most,
    check_one_side,
    check_one_end,
    check_beside,
    check_forms,
    check_threes,
    check_cards,
    check_unit,
    check_least,
    check_all_points,
    check_going_out,
    check_count,
)
