"""What is possible and within the rules, but what a tired scorer gets wrong most."""

from collections.abc import Iterator, Mapping

from canasta_score.hand.facts import (
    BASE,
    COUNT,
    HandFacts,
    SideFacts,
    has_canasta,
    has_stated_total,
    is_set_aside,
)
from canasta_score.hand.referee.problems import Problem, SideNames, build_unlikely_problem
from canasta_score.rules.model.variant import Variant


def find_unlikely_problems(
    variant: Variant, facts: HandFacts, names: SideNames, needs: Mapping[str, int] | None = None
) -> Iterator[Problem]:
    """Yield what is unlikely in a whole hand; `needs` are the points that each side needed to open.

    Without `needs` the lowest of the rules holds, which a side needs at any total and in any hand.
    """
    hand, lowest = variant.card_points.in_hand.name, min(step.need for step in variant.need.steps)
    for side, side_facts in facts.items():
        if is_set_aside(variant, facts, side):
            continue
        if not side_facts:
            message, hint = f"nothing is entered for {names[side]}", f"enter what {names[side]} had, such as {hand}=85"
            yield build_unlikely_problem(side, "", message, hint)
        elif COUNT not in side_facts and not has_stated_total(variant, side_facts):
            yield from _check_table(variant, side, side_facts, names[side], needs[side] if needs else lowest)
            yield from _check_hand(variant, side, side_facts, names[side])


def _check_table(variant: Variant, side: str, side_facts: SideFacts, owner: str, need: int) -> Iterator[Problem]:
    table = variant.card_points.on_table.name
    points = side_facts.get(table, 0)
    if not points and _has_melds(variant, side_facts):
        message = f"{owner} melded, but no points on the table are entered"
        yield build_unlikely_problem(side, table, message, f"enter {table}= for {owner}")
    elif 0 < points < need and not _may_open_below_need(variant, side_facts):
        message = f"{table}={points} for {owner} is below the {need} needed to open"
        yield build_unlikely_problem(side, table, message, f"check {table}= for {owner}")


def _has_melds(variant: Variant, side_facts: SideFacts) -> bool:
    return has_canasta(variant, side_facts) or _went_out(variant, side_facts)


def _may_open_below_need(variant: Variant, side_facts: SideFacts) -> bool:
    if not variant.opening.natural_canasta:
        return False
    return BASE in side_facts or any(
        side_facts.get(canasta.name) for canasta in variant.canastas if not canasta.cards.wilds[0]
    )


def _check_hand(variant: Variant, side: str, side_facts: SideFacts, owner: str) -> Iterator[Problem]:
    hand = variant.card_points.in_hand.name
    # A base in one figure may have going out in it.
    if BASE in side_facts or side_facts.get(hand) or _went_out(variant, side_facts):
        return
    message = f"{owner} did not go out, but no points in hand are entered"
    yield build_unlikely_problem(side, hand, message, f"enter {hand}= for {owner}, or who went out")


def _went_out(variant: Variant, side_facts: SideFacts) -> bool:
    return any(bonus.ends_play and side_facts.get(bonus.name) for bonus in variant.bonuses)
