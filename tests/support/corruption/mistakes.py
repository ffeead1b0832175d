"""Plants one slip in a hand that was dealt: on the other paper or in the ledger, at random.

Nothing here asks how slips are sought: what the other paper says is reckoned from the facts, or from the lines of the
score where arithmetic went wrong.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from canasta_score import Variant, load_variant, score_hand
from canasta_score.hand.facts import HandFacts
from canasta_score.rules.model.threes import Sign
from support.strategies.hands import Facts, Way, facts_of
from support.variants import SHIPPED

RED, BLACK, ALL = "red", "black", "threes"


@dataclass(frozen=True, kw_only=True)
class Planted:
    """A hand in the ledger, what the other paper has for a side, and how to tell the slip among those listed."""

    facts: Facts
    total: int
    is_it: Callable[[HandFacts], bool]


Plant = Callable[[Variant, Facts, str, Random], Planted | None]


def hand_with_a_slip(kind: str, random: Random) -> tuple[Variant, str, Planted]:
    """Deal hands until one slip of a kind can be planted that changes a side's total."""
    while True:
        variant = load_variant(random.choice(SHIPPED))
        facts = facts_of(variant, way_of(random), random)
        side = random.choice([*facts])
        planted = KINDS[kind](variant, facts, side, random)
        if planted and score_hand(variant, planted.facts).sides[side].total != planted.total:
            return variant, side, planted


def way_of(random: Random) -> Way:
    return Way(
        sides=random.choice((2, 2, 2, 3)),
        melds=random.choice((2, 4, 7, 10, 15)),
        ranks="any",
        wilds="any",
        wild_melds=random.random() < 0.2,
        jokers_last=random.random() < 0.5,
        open_melds=random.random() < 0.4,
        lopsided=False,
        extras=random.random() < 0.5,
        in_hand=random.choice(("nothing", "some", "some")),
        threes="any",
        end=random.choice(("out", "out", "out", "stock", "special")),
    )


def either_way(variant: Variant, ledger: Facts, paper: Facts, side: str, random: Random) -> Planted:
    """Set a slip in facts on the other paper, or in the ledger."""
    if random.random() < 0.5:
        ledger, paper = paper, ledger
    return on_paper(variant, ledger, paper, side)


def on_paper(variant: Variant, ledger: Facts, paper: Facts, side: str) -> Planted:
    total = score_hand(variant, paper).sides[side].total
    return Planted(facts=ledger, total=total, is_it=lambda facts: without_zeros(facts) == without_zeros(paper))


def without_zeros(facts: HandFacts) -> Facts:
    return {side: {name: number for name, number in side_facts.items() if number} for side, side_facts in facts.items()}


def otherwise(facts: Facts, side: str, changes: Mapping[str, int]) -> Facts:
    return facts | {side: {**facts[side], **changes}}


def a_three(variant: Variant, facts: Facts, side: str, random: Random) -> Planted | None:
    """Enter one more three of a color."""
    if not variant.threes.colors or "base" in facts[side]:
        return None
    color = random.choice([color.name for color in variant.threes.colors])
    paper = otherwise(facts, side, {color: facts[side].get(color, 0) + 1})
    return either_way(variant, facts, paper, side, random)


def natural_for_mixed(variant: Variant, facts: Facts, side: str, random: Random) -> Planted | None:
    """Enter a natural canasta in place of a mixed one."""
    natural, mixed = facts[side].get("natural", 0), facts[side].get("mixed", 0)
    if not mixed:
        return None
    paper = otherwise(facts, side, {"natural": natural + 1, "mixed": mixed - 1})
    return either_way(variant, facts, paper, side, random)


def special_hand(variant: Variant, facts: Facts, side: str, random: Random) -> Planted | None:
    """Leave out a special hand, or give it to the wrong side; which one a ledger lacks cannot be known."""
    held = [
        (word, hand.name)
        for word, side_facts in facts.items()
        for hand in variant.specials.hands
        if side_facts.get(hand.name)
    ]
    if not held:
        return None
    holder, name = random.choice(held)
    other = random.choice([word for word in facts if word != holder])
    paper = otherwise(facts, holder, {name: 0})
    if random.random() < 0.5 and "base" not in facts[other]:
        paper = otherwise(paper, other, {name: 1})
    return on_paper(variant, facts, paper, side)


def going_out(variant: Variant, facts: Facts, side: str, random: Random) -> Planted | None:
    """Forget going out, or give it to the wrong side."""
    if not facts[side].get("out"):
        return None
    other = random.choice([word for word in facts if word != side])
    paper = otherwise(facts, side, {"out": 0})
    if random.random() < 0.5 and "base" not in facts[other]:
        paper = otherwise(paper, other, {"out": 1})
    return either_way(variant, facts, paper, side, random)


def sign_of_threes(variant: Variant, facts: Facts, side: str, random: Random) -> Planted | None:
    """Count the threes as plus, minus or nothing, whichever the rules know and does not hold."""
    side_facts, score = facts[side], score_hand(variant, facts).sides[side]
    lines = [line for line in score.lines if line.part == "base" and line.fact in {RED, BLACK, ALL}]
    if not lines:
        return None
    stands = sum(line.points for line in lines)
    counted = [points_of_threes(variant, side_facts, sign) for sign in dict.fromkeys(variant.threes.signs)]
    changes = [points - stands for points in counted if points != stands]
    if not changes:
        return None
    change = random.choice(changes)
    base = (score.base or 0) + change
    return Planted(facts=facts, total=score.total + change, is_it=lambda listed: listed[side].get("base") == base)


def points_of_threes(variant: Variant, side_facts: Mapping[str, int], sign: Sign) -> int:
    """Add up what threes give with a sign; those of a color that does not turn are always a plus."""
    rules = variant.threes
    all_there = all(side_facts.get(color.name, 0) >= len(color.values) for color in rules.colors)
    if all_there and rules.all_points is not None:
        return sign.factor * rules.all_points
    points = 0
    for color in rules.colors:
        if number := min(side_facts.get(color.name, 0), len(color.values)):
            counts = sign if color.turns else Sign.PLUS
            flat = rules.minus_each if counts is Sign.MINUS else None
            points += counts.factor * (color.values[number - 1] if flat is None else number * flat)
    return points


def turned(fact: str) -> Plant:
    """Count the cards on the table, or those in hand, with the other sign."""

    def plant(variant: Variant, facts: Facts, side: str, _: Random) -> Planted | None:
        score = score_hand(variant, facts).sides[side]
        points = sum(line.points for line in score.lines if line.fact == fact and line.part == "count")
        total, count = score.total - 2 * points, (score.count or 0) - 2 * points
        return Planted(facts=facts, total=total, is_it=lambda listed: listed[side].get("count") == count)

    return plant


def hand_twice(variant: Variant, facts: Facts, side: str, random: Random) -> Planted | None:
    """Deduct the cards left in hand twice."""
    return either_way(variant, facts, otherwise(facts, side, {"hand": 2 * facts[side].get("hand", 0)}), side, random)


def a_penalty(variant: Variant, facts: Facts, side: str, random: Random) -> Planted | None:
    """Leave out a penalty; what points a ledger lacks cannot be known, so those are left out on the paper alone."""
    entered = [penalty for penalty in variant.penalties if facts[side].get(penalty.name)]
    if not entered:
        return None
    penalty = random.choice(entered)
    if penalty.is_in_points:
        return on_paper(variant, facts, otherwise(facts, side, {penalty.name: 0}), side)
    paper = otherwise(facts, side, {penalty.name: facts[side][penalty.name] - 1})
    return either_way(variant, facts, paper, side, random)


def two_digits(variant: Variant, facts: Facts, side: str, random: Random) -> Planted | None:
    """Swap two digits, mostly neighbours; none that leaves a 0 in front."""
    name = random.choice(("table", "hand", "base", "count"))
    digits = [*str(abs(facts[side].get(name, 0)))]
    if len(digits) == 1:
        return None
    one = random.randrange(len(digits) - 1)
    other = one + 1 if random.random() < 0.8 else len(digits) - 1
    digits[one], digits[other] = digits[other], digits[one]
    if digits[0] == "0":
        return None
    number = int("".join(digits)) * (-1 if facts[side][name] < 0 else 1)
    return either_way(variant, facts, otherwise(facts, side, {name: number}), side, random)


def a_pile(variant: Variant, facts: Facts, side: str, random: Random) -> Planted | None:
    """Enter 100 points more, on the table or in hand."""
    name = "count" if "count" in facts[side] else random.choice(("table", "table", "hand"))
    return either_way(variant, facts, otherwise(facts, side, {name: facts[side].get(name, 0) + 100}), side, random)


KINDS: Mapping[str, Plant] = {
    "a three": a_three,
    "natural for mixed": natural_for_mixed,
    "going out": going_out,
    "a special hand": special_hand,
    "sign of threes": sign_of_threes,
    "sign of the table": turned("table"),
    "hand cards added": turned("hand"),
    "hand cards twice": hand_twice,
    "a penalty": a_penalty,
    "two digits": two_digits,
    "a pile": a_pile,
}
