"""Reconciling two sheets: which slips, alone or two together, give one side of a hand another total."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from canasta_score.hand.facts import BASE, COUNT, HandFacts, Told, corrected, part_of, special_hands_of
from canasta_score.hand.reconciliation.mistakes import Disputed, Slip, SlipKind, slips_of_facts, slips_of_signs
from canasta_score.hand.referee.checks import Problem, Severity, referee
from canasta_score.hand.scoring.lines import Line
from canasta_score.hand.scoring.score import added_up, lines_of_side, score_hand
from canasta_score.hand.tally.formatter import tally_of
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import DIRECT, OF_COUNT
from canasta_score.rules.model.special_hands import Opponents
from canasta_score.rules.model.threes import Sign, Threes
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import LARGEST

Slips = tuple[Slip, ...]


@frozen
class Account(Value):
    """Slips that account for a disputed total, the facts of the hand with them, and their tally.

    `problems` say why no hand can be so, where the hand as recorded can, or what is told that is against the rules,
    where nothing of the hand as recorded is.
    """

    slips: Slips
    facts: HandFacts
    tally: str
    problems: tuple[Problem, ...]

    @property
    def is_impossible(self) -> bool:
        """Tell whether no hand can be so."""
        return any(problem.is_impossible for problem in self.problems)


def accounts_of(disputed: Disputed, *, pairs: bool = False) -> list[Account]:
    """List what accounts for a disputed total: single slips, then pairs of slips, the most plausible first.

    Pairs are sought where no single slip accounts for it, or where they are wanted.

    >>> from canasta_score import load_variant
    >>> facts = {"we": {"red": 1, "mixed": 1, "table": 180, "hand": 35}, "they": {"mixed": 2, "out": 1, "table": 270}}
    >>> names = {"we": "Ann & Bob", "they": "Cy & Di"}
    >>> disputed = Disputed(variant=load_variant("nvso"), facts=facts, names=names, side="we", total=345)
    >>> for account in accounts_of(disputed):
    ...     print(account.slips[0].words, "|", account.tally)
    the threes counted as minus in place of nothing | we base=200 count=145 they m2 o t270
    100 less on the table | we r1 m1 t80 h35 they m2 o t270
    100 more left in hand | we r1 m1 t180 h135 they m2 o t270
    """
    alone = without_others(disputed)
    if is_scored(alone, ()):
        return []
    singles = accounts_of_one(disputed)
    if singles and not pairs:
        return singles
    known = {account.tally for account in singles}
    twos = [two for two in pairs_of_slips(disputed) if is_scored(alone, two) and are_needed(alone, two)]
    return singles + [account for account in distinct_accounts(disputed, twos) if account.tally not in known]


def accounts_of_one(disputed: Disputed) -> list[Account]:
    """List the single slips that account for another total than the ledger's, the most plausible first."""
    alone = without_others(disputed)
    slips = (*slips_of_facts(disputed), *slips_of_signs(disputed))
    return distinct_accounts(disputed, [(slip,) for slip in slips if is_scored(alone, (slip,))])


def without_others(disputed: Disputed) -> Disputed:
    """Leave out the sides that do not matter for the score of the disputed one, all but those with a special hand.

    All matter where a special hand that one of them may have leaves the others nothing.
    """
    specials, facts = disputed.variant.specials, disputed.facts.items()
    if specials.hands and specials.opponents is Opponents.NOTHING:
        return disputed
    matter = {side: told for side, told in facts if side == disputed.side or special_hands_of(disputed.variant, told)}
    return replace(disputed, facts=matter)


def is_scored(disputed: Disputed, slips: Slips) -> bool:
    """Tell whether the side scores exactly the disputed total with some slips, in figures that can be typed."""
    facts = facts_with(disputed, slips)
    score = score_hand(disputed.variant, facts).sides[disputed.side]
    return score.total == disputed.total and all(abs(number) <= LARGEST for number in facts[disputed.side].values())


def are_needed(disputed: Disputed, slips: Slips) -> bool:
    """Tell whether none of some slips accounts for the total alone."""
    return not any(is_scored(disputed, (slip,)) for slip in slips)


def pairs_of_slips(disputed: Disputed) -> Iterator[Slips]:
    """Go through two slips of different things; signs turn after facts change.

    A single card is too small a thing for one of two: with it, almost any total could be explained.
    """
    of_facts = [slip for slip in slips_of_facts(disputed) if slip.kind is not SlipKind.CARDS]
    for one, other in combinations(of_facts, 2):
        if one.facts.isdisjoint(other.facts):
            yield one, other
    for first in (*of_facts, *slips_of_signs(disputed)):
        changed = replace(disputed, facts=corrected(disputed.facts, first.changes))
        for second in slips_of_signs(changed):
            if second.kind is not first.kind:
                yield first, second


def distinct_accounts(disputed: Disputed, fitting: Sequence[Slips]) -> list[Account]:
    """Give the accounts of slips that fit: the same facts once, and last those that are against something."""
    recorded = {problem.severity for problem in referee(disputed.variant, disputed.facts)} if fitting else set()
    by_tally: dict[str, Account] = {}
    for slips in sorted(fitting, key=implausibility):
        facts = facts_with(disputed, slips)
        tally = tally_of(disputed.variant, facts)
        if tally not in by_tally:
            passed = recorded | ({Severity.IRREGULAR} if any(slip.is_of_counting for slip in slips) else set())
            problems = tuple(one for one in referee(disputed.variant, facts) if one.severity not in passed)
            by_tally[tally] = Account(slips=slips, facts=facts, tally=tally, problems=problems)
    return sorted(by_tally.values(), key=lambda account: (account.is_impossible, bool(account.problems)))


def implausibility(slips: Slips) -> int:
    """Give how far slips are from the most plausible ones."""
    return sum(slip.kind for slip in slips)


def facts_with(disputed: Disputed, slips: Slips) -> HandFacts:
    """Give the facts of a hand with some slips; where that leaves none, the side tells that nothing is on its table."""
    facts = disputed.facts
    signs: dict[str, Sign] = {}
    threes: Threes | None = None
    for slip in slips:
        facts = corrected(facts, slip.changes)
        signs |= slip.signs
        threes = slip.threes or threes
    told = facts[disputed.side]
    if signs or threes:
        told = told_with(disputed.variant, told, signs, threes)
    if not any(facts.values()):
        told = {disputed.variant.count.table.name: 0}
    return {**facts, disputed.side: told}


def told_with(variant: Variant, told: Told, signs: Mapping[str, Sign], threes: Threes | None) -> Told:
    """Give a side's facts where cards have other signs, or threes other rules: the part that changes as one figure.

    The count is given too where the base as one figure would turn the sign of the table, and the base where the count
    as one figure would turn that of the threes.
    """
    rules = replace(variant, threes=threes) if threes else variant
    score = added_up([with_its_sign(one, signs) for one in lines_of_side(rules, told, set_aside=False)])
    if threes:
        told = as_one_figure(variant, told, BASE, score.base)
    if added_up(lines_of_side(variant, told, set_aside=False)).count != score.count:
        told = as_one_figure(variant, told, COUNT, score.count)
    if added_up(lines_of_side(variant, told, set_aside=False)).base != score.base:
        told = as_one_figure(variant, told, BASE, score.base)
    return told


def with_its_sign(one: Line, signs: Mapping[str, Sign]) -> Line:
    """Give a line of the count with its sign, where that is another one."""
    if one.part is OF_COUNT and one.fact in signs:
        return replace(one, points=signs[one.fact].factor * one.quantity)
    return one


def as_one_figure(variant: Variant, told: Told, part: str, points: int) -> Told:
    """Give a side's facts with a part as one figure, in points, in place of the facts that make it up."""
    others = {name: number for name, number in told.items() if name in DIRECT or part_of(variant, name) != part}
    return {**others, part: points}
