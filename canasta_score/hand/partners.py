"""Partners by hand: two of three sides that play one hand together, and each score the whole.

In the facts, what both have together is under the pair, such as `ann+bob`; what is a player's own is under that side.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from canasta_score.hand.facts import (
    PAIR_SIGN,
    HandFacts,
    SideFacts,
    TallyError,
    apply_corrections,
    find_corrections,
    has_stated_total,
)
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode
from canasta_score.rules.model.facts import DIRECT_FACTS, TOTAL, Adjustment
from canasta_score.rules.model.rewards import Penalty
from canasta_score.rules.model.threes import ThreesOfColor
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

NUMBER_OF_SIDES = 3  # one against two
_PARTNERS = 2
_T = TypeVar("_T")
Partners = tuple[str, ...]  # two sides in the order of the game, or none


def find_partners(facts: Collection[str]) -> Partners:
    """Return the two sides that are partners in a hand, from its facts; nothing if each scores alone."""
    return next((split_pair(holder) for holder in facts if PAIR_SIGN in holder), ())


def split_pair(holder: str) -> Partners:
    """Return the sides of a pair such as `ann+bob`; a side alone is the only one."""
    return tuple(holder.split(PAIR_SIGN))


def format_pair(partners: Collection[str], sides: Sequence[str]) -> str:
    """Return the name of a pair in facts and tallies: both sides in the order of the game."""
    known = [side for side in sides if side in partners]
    return PAIR_SIGN.join(sorted(partners, key=(*known, *partners).index))


def name_holder(holder: str, names: Mapping[str, str]) -> str:
    """Return what to call whoever has some facts: a side, or two partners, such as Ann & Bob."""
    return " & ".join(names.get(side) or side for side in split_pair(holder))


def check_sides(holders: Iterable[str], sides: Collection[str]) -> None:
    """Check that facts and partners name only the sides of a game; raises TallyError with every unknown one."""
    hint, code = f"the sides of this game are {join_words(sides)}", DiagnosticCode.UNKNOWN_SIDE
    unknown = [side for holder in holders for side in split_pair(holder) if side not in sides]
    if unknown:
        raise TallyError(Diagnostic(code=code, message=f'unknown side "{side}"', hint=hint) for side in unknown)


def complete_sides(facts: HandFacts, sides: Collection[str]) -> HandFacts:
    """Return the facts of a pair, if there is one, and those of every side, which are empty if it has none."""
    known = [*sides]
    pairs = {format_pair(split_pair(holder), known): own for holder, own in facts.items() if PAIR_SIGN in holder}
    return {**pairs, **{side: facts.get(side, {}) for side in sides}}


def share_out(facts: Mapping[str, Mapping[str, _T]]) -> Mapping[str, Mapping[str, _T]]:
    """Return the facts of each side, where both partners have what they have together besides their own."""
    shared = {side: own for holder, own in facts.items() if PAIR_SIGN in holder for side in split_pair(holder)}
    return {side: {**shared.get(side, {}), **own} for side, own in facts.items() if PAIR_SIGN not in side}


def join_partners(variant: Variant, facts: HandFacts, partners: Sequence[str] = ()) -> HandFacts:
    """Return a hand's facts with what two partners have together under the pair; raises TallyError for a wrong pair."""
    sides = [side for side in facts if PAIR_SIGN not in side]
    sides = [*(side for side in find_partners(facts) if side not in sides), *sides]  # partners may have nothing alone
    joined = complete_sides(facts, sides)
    errors = _find_wrong_pair(variant, tuple(partners), sides, {}) if partners else []
    if partners and not errors:
        pair = format_pair(partners, sides)
        shared, other = (select_facts(variant, joined[side], own=False) for side in partners)
        if shared != other:
            names = sorted(f'"{name}"' for name in {**shared, **other} if shared.get(name) != other.get(name))
            message = f"{pair} are partners, but each has a different {join_words(names)}"
            errors.append(Diagnostic(message=message, hint="give both the same, or use the pair", side=pair))
        owned = {side: select_facts(variant, joined[side], own=True) for side in partners}
        joined = complete_sides({pair: shared, **joined, **owned}, sides)
    if errors := errors or list(find_partner_errors(variant, joined, {})):
        raise TallyError(errors)
    return joined


def give_to_pair(variant: Variant, facts: HandFacts, partners: Partners, holder: str) -> HandFacts:
    """Return the facts of a hand with what two partners have together under the pair; one of them holds it."""
    together, own = (select_facts(variant, facts[holder], own=own) for own in (False, True))
    return {PAIR_SIGN.join(partners): together, **facts, holder: own}


def change_partners(variant: Variant, facts: HandFacts, partners: Partners) -> HandFacts:
    """Return a hand with other partners, who have what the two before had, or the items of both; raises TallyError."""
    sides = [holder for holder in facts if PAIR_SIGN not in holder]
    if errors := _find_wrong_pair(variant, partners, sides, {}):
        raise TallyError(errors)
    before, pair = find_partners(facts), format_pair(partners, sides)
    owned = {side: select_facts(variant, facts[side], own=True) for side in sides}
    shared = {side: select_facts(variant, facts[side], own=False) for side in sides}
    (alone,) = (side for side in sides if side not in partners)
    if before:
        (alone_before,) = (side for side in sides if side not in before)
        together, of_other = facts[format_pair(before, sides)], shared[alone_before]
    else:
        together, of_other = _add_up(variant, [shared[side] for side in partners]), shared[alone]
    return {pair: together, **{side: {**(of_other if side == alone else {}), **owned[side]} for side in sides}}


def complete_changes(variant: Variant, facts: HandFacts, changes: HandFacts) -> HandFacts:
    """Return the changes of a hand with all that other partners change; raises TallyError if they cannot be any."""
    # Changes that say what becomes of the items of the partners before are complete.
    partners, before = find_partners(changes), find_partners(facts)
    has_items = any(select_facts(variant, changes.get(side, {}), own=False) for side in partners)
    is_complete = has_items or any(split_pair(side) == before for side in changes)
    if not partners or is_complete:
        return changes
    return find_corrections(facts, apply_corrections(change_partners(variant, facts, partners), changes))


def is_own(variant: Variant, name: str) -> bool:
    """Return whether a fact counts only for the player who has it: threes, on the table or in hand."""
    fact = variant.facts.get(name)
    return isinstance(fact, ThreesOfColor) or (isinstance(fact, Penalty) and bool(fact.threes))


def find_partner_errors(variant: Variant, facts: HandFacts, names: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Yield what is wrong with the partners of a hand, called by their `names`, together and alone."""
    pair, *others = [holder for holder in facts if PAIR_SIGN in holder] or [""]
    for other in others:
        message = f"{_list_names(other, names)} cannot be partners too: {_list_names(pair, names)} are partners already"
        yield Diagnostic(message=message, hint="a hand has only one pair of partners", side=other)
    if not pair:
        return
    sides = [side for side in facts if PAIR_SIGN not in side]
    if wrong := _find_wrong_pair(variant, split_pair(pair), sides, names):
        yield from wrong
        return
    for name, number in facts[pair].items():
        if number and is_own(variant, name):
            hint = f"enter them by name, such as {' '.join(f'{side} {name}=1' for side in split_pair(pair))}"
            message = f"{variant.facts[name].label.lower()} count only for the player who had them"
            yield Diagnostic(message=message, hint=hint, side=pair, fact=name)
    for side in split_pair(pair):
        yield from _find_own_fact_errors(variant, facts, pair, side, names)


def _find_wrong_pair(
    variant: Variant, partners: Partners, sides: Sequence[str], names: Mapping[str, str]
) -> list[Diagnostic]:
    """Return why some of the sides cannot be partners, if they cannot."""
    pair, hint = PAIR_SIGN.join(partners), f"name two of the three, such as {PAIR_SIGN.join(sides[:2])}"
    code = DiagnosticCode.OTHER
    if unknown := [side for side in partners if side not in sides]:
        message, hint = f'"{unknown[0]}" is not a side', f"the sides are {join_words(sides)}"
        code = DiagnosticCode.UNKNOWN_SIDE
    elif not variant.has_partners_by_hand:
        message = f"{_list_names(pair, names)} cannot be partners, because these rules have none in a single hand"
        hint = "enter each side by its own name"
    elif twice := [side for side in partners if partners.count(side) > 1]:
        message = f"{name_holder(twice[0], names)} is named twice in {pair}"
    elif len(sides) > NUMBER_OF_SIDES:
        message, hint = f"{pair}: these are {len(sides)} players, not 3", f"the players are {join_words(sides)}"
    elif len(partners) != _PARTNERS:
        message = f"{pair}: partners are two, not {len(partners)}"
    else:
        return []
    return [Diagnostic(code=code, message=message, hint=hint, side=pair)]


def _find_own_fact_errors(
    variant: Variant, facts: HandFacts, pair: str, side: str, names: Mapping[str, str]
) -> Iterator[Diagnostic]:
    together, owner, partners = facts[pair], name_holder(side, names), _list_names(pair, names)
    for name, number in facts[side].items():
        message, hint = "", f'enter "{name}" once, after {pair}'
        if not number or name not in (*variant.facts, *DIRECT_FACTS):
            continue  # nothing, or unknown in any case
        if name in together and not is_own(variant, name):
            message = f'"{name}" is entered for {partners} together, and for {owner}'
        elif has_stated_total(variant, together):
            message = f'"{name}" is already included in {TOTAL}={together[TOTAL]}'
            hint = f'remove "{name}", or {TOTAL}='
        elif not (is_own(variant, name) or isinstance(variant.facts.get(name), Adjustment)):
            message = f'{partners} are partners, so "{name}" is not entered for {owner} alone'
        if message:
            yield Diagnostic(message=message, hint=hint, side=side, fact=name)


def select_facts(variant: Variant, side_facts: SideFacts, *, own: bool) -> SideFacts:
    """Return what is a player's own in a hand, or else what the player shares with a partner."""
    # An adjustment may be for both partners or for one: either way each scores it alone.
    return {
        name: number
        for name, number in side_facts.items()
        if (is_own(variant, name) or isinstance(variant.facts.get(name), Adjustment)) == own
    }


def _add_up(variant: Variant, several: Sequence[SideFacts]) -> SideFacts:
    sums: dict[str, int] = {}
    for name, number in (item for side_facts in several for item in side_facts.items()):
        if name in DIRECT_FACTS and name not in variant.facts:
            continue  # a figure that one player entered for the whole part includes the own threes
        fact = variant.facts.get(name)
        total = sums.get(name, 0) + number
        sums[name] = min(total, fact.most) if fact and fact.most else total
    return sums


def _list_names(pair: str, names: Mapping[str, str]) -> str:
    return join_words(names.get(side) or side for side in split_pair(pair))
