"""Plants everyday slips in a hand that was dealt: on the other paper or in the ledger, at random.

Nothing here asks how slips are sought: what the other paper says is reckoned from the facts, or from the lines of the
score where somebody added up wrong.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from canasta_score import Variant, load_variant, score_hand
from canasta_score.hand.facts import HandFacts
from canasta_score.rules.model.threes import Sign
from support.strategies.hands import Facts, Way, facts_of
from support.variants import SHIPPED

RED, BLACK, ALL = "red", "black", "threes"
CARDS = (5, 10, 20, 50)


@dataclass(frozen=True, kw_only=True)
class Paper:
    """What another paper has: facts, and points that its scorer added to a part by mistake, for a certain reason."""

    facts: Facts
    points: Mapping[str, int] = field(default_factory=dict)
    reasons: frozenset[str] = frozenset()


Slip = Callable[[Variant, Facts, str, Random], Paper | None]


@dataclass(frozen=True, kw_only=True)
class Planted:
    """A hand in the ledger and on the other paper, which has another total for a side."""

    variant: Variant
    side: str
    ledger: Facts
    paper: Paper

    @property
    def total(self) -> int:
        """Return what the paper has for the side."""
        return total_of(self.variant, self.paper.facts, self.side) + sum(self.paper.points.values())

    def is_named(self, facts: HandFacts, reasons: set[str]) -> bool:
        """Return whether an explanation is what happened: the facts of the paper, or for its reasons its points."""
        if not self.paper.points:
            return without_zeros(facts) == without_zeros(self.paper.facts)
        score = score_hand(self.variant, self.paper.facts).sides[self.side]
        count = (score.count or 0) + self.paper.points.get("count", 0)
        return self.paper.reasons <= reasons and score_hand(self.variant, facts).sides[self.side].count == count


def plant(kinds: list[str], random: Random) -> Planted:
    """Deal hands until slips of some kinds can be made in one that change a side's total."""
    while True:
        variant = load_variant(random.choice(SHIPPED))
        ledger = facts_of(variant, way_of(random), random)
        side = random.choice([*ledger])
        paper = slip_again(variant, Paper(facts=ledger), side, kinds, random)
        if not paper:
            continue
        is_forgotten_here = random.random() < 0.5 and not {*kinds} & ONLY_ON_PAPER
        if not paper.points and (is_forgotten_here or {*kinds} & ONLY_IN_LEDGER):
            ledger, paper = paper.facts, Paper(facts=ledger)
        planted = Planted(variant=variant, side=side, ledger=ledger, paper=paper)
        if total_of(variant, ledger, side) != planted.total:
            return planted


def slip_again(variant: Variant, paper: Paper, side: str, kinds: list[str], random: Random) -> Paper | None:
    for kind in kinds:
        slipped = KINDS[kind](variant, paper.facts, side, random)
        before = total_of(variant, paper.facts, side)
        if not slipped or total_of(variant, slipped.facts, side) + sum(slipped.points.values()) == before:
            return None
        points = {part: paper.points.get(part, 0) + slipped.points.get(part, 0) for part in ("base", "count")}
        points = {part: number for part, number in points.items() if number}
        paper = Paper(facts=slipped.facts, points=points, reasons=paper.reasons | slipped.reasons)
    return paper


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


def total_of(variant: Variant, facts: HandFacts, side: str) -> int:
    return score_hand(variant, facts).sides[side].total


def without_zeros(facts: HandFacts) -> Facts:
    return {side: {name: number for name, number in side_facts.items() if number} for side, side_facts in facts.items()}


def otherwise(facts: Facts, side: str, changes: Mapping[str, int]) -> Paper:
    return Paper(facts=facts | {side: {**facts[side], **changes}})


def added_wrong(facts: Facts, part: str, points: int, reason: str) -> Paper:
    return Paper(facts=facts, points={part: points}, reasons=frozenset([reason]))


def a_three(variant: Variant, facts: Facts, side: str, random: Random) -> Paper | None:
    """Count one more three of a color."""
    if not variant.threes.colors or "base" in facts[side]:
        return None
    color = random.choice(variant.threes.colors)
    number = facts[side].get(color.name, 0) + 1
    return otherwise(facts, side, {color.name: number}) if number <= len(color.values) else None


def natural_for_mixed(variant: Variant, facts: Facts, side: str, random: Random) -> Paper | None:
    """Take one mixed canasta for a natural one, or two at once."""
    natural, mixed = facts[side].get("natural", 0), facts[side].get("mixed", 0)
    number = random.choice((1, 1, 2))
    if mixed < number:
        return None
    return otherwise(facts, side, {"natural": natural + number, "mixed": mixed - number})


def a_canasta(variant: Variant, facts: Facts, side: str, random: Random) -> Paper | None:
    """Overlook a canasta."""
    laid = [canasta.name for canasta in variant.canastas if facts[side].get(canasta.name)]
    if not laid:
        return None
    name = random.choice(laid)
    return otherwise(facts, side, {name: facts[side][name] - 1})


def special_hand(variant: Variant, facts: Facts, side: str, random: Random) -> Paper | None:
    """Leave out a special hand, or give it to the wrong side."""
    held = [
        (word, hand.name)
        for word, side_facts in facts.items()
        for hand in variant.specials.hands
        if side_facts.get(hand.name)
    ]
    return given_away(facts, *random.choice(held), random) if held else None


def given_away(facts: Facts, holder: str, name: str, random: Random) -> Paper:
    paper = otherwise(facts, holder, {name: 0})
    taker = random.choice([word for word in facts if word != holder])
    if random.random() < 0.5 and "base" not in facts[taker]:
        return otherwise(paper.facts, taker, {name: 1})
    return paper


def going_out(variant: Variant, facts: Facts, side: str, random: Random) -> Paper | None:
    """Forget going out, or give it to the wrong side."""
    return given_away(facts, side, "out", random) if facts[side].get("out") else None


def sign_of_threes(variant: Variant, facts: Facts, side: str, random: Random) -> Paper | None:
    """Count the threes as plus, minus or nothing, whichever does not hold."""
    points = threes_on(variant, facts, side)
    if points is None:
        return None
    if random.random() < 0.3:
        return otherwise(facts, side, {color.name: 0 for color in variant.threes.colors if color.turns})
    counted = {points_of_threes(variant, facts[side], sign) for sign in (Sign.PLUS, Sign.MINUS)} - {points}
    return added_wrong(facts, "base", random.choice(sorted(counted)) - points, "threes counting") if counted else None


def threes_on(variant: Variant, facts: Facts, side: str) -> int | None:
    lines = score_hand(variant, facts).sides[side].lines
    threes = [line.points for line in lines if line.part == "base" and line.fact in {RED, BLACK, ALL}]
    return sum(threes) if threes else None


def points_of_threes(variant: Variant, side_facts: Mapping[str, int], sign: Sign) -> int:
    """Add up what threes give with a sign; those of a color that does not turn are always a plus."""
    rules = variant.threes
    all_there = all(side_facts.get(color.name, 0) >= len(color.values) for color in rules.colors)
    if all_there and rules.all_points is not None and (sign is not Sign.MINUS or rules.minus_each is None):
        return sign.factor * rules.all_points
    points = 0
    for color in rules.colors:
        if number := min(side_facts.get(color.name, 0), len(color.values)):
            counts = sign if color.turns else Sign.PLUS
            flat = rules.minus_each if counts is Sign.MINUS else None
            points += counts.factor * (color.values[number - 1] if flat is None else number * flat)
    return points


def each_three_alone(variant: Variant, facts: Facts, side: str, random: Random) -> Paper | None:
    """Count each three of a color like the first one, where two of them are more than twice as much."""
    points = threes_on(variant, facts, side)
    colors = [color for color in variant.threes.colors if facts[side].get(color.name, 0) > 1]
    if not points or not colors:
        return None
    color = random.choice(colors)
    number = min(facts[side][color.name], len(color.values))
    lines = {line.fact: line.points for line in score_hand(variant, facts).sides[side].lines}
    if abs(lines.get(color.name, 0)) != color.values[number - 1]:
        return None  # all threes of the deck, or each for itself already
    wrong = number * color.values[0] * (1 if lines[color.name] > 0 else -1)
    return added_wrong(facts, "base", wrong - lines[color.name], "threes counting")


def turned(fact: str, reason: str) -> Slip:
    """Count the cards on the table, or those in hand, with the other sign."""

    def slip(variant: Variant, facts: Facts, side: str, random: Random) -> Paper | None:
        score = score_hand(variant, facts).sides[side]
        points = sum(line.points for line in score.lines if line.fact == fact and line.part == "count")
        return added_wrong(facts, "count", -2 * points, reason) if points else None

    return slip


def hand_times(factor: int) -> Slip:
    """Do not deduct the cards left in hand, or deduct them twice."""

    def slip(variant: Variant, facts: Facts, side: str, random: Random) -> Paper | None:
        return otherwise(facts, side, {"hand": factor * facts[side].get("hand", 0)})

    return slip


def hands_exchanged(variant: Variant, facts: Facts, side: str, random: Random) -> Paper | None:
    """Deduct what another side has left in hand."""
    other = random.choice([word for word in facts if word != side])
    if any("count" in facts[word] for word in (side, other)):
        return None
    paper = otherwise(facts, side, {"hand": facts[other].get("hand", 0)})
    return otherwise(paper.facts, other, {"hand": facts[side].get("hand", 0)})


def a_penalty(variant: Variant, facts: Facts, side: str, random: Random) -> Paper | None:
    """Forget a penalty."""
    due = [penalty for penalty in variant.penalties if facts[side].get(penalty.name)]
    if not due:
        return None
    penalty = random.choice(due)
    number = 0 if penalty.is_in_points else facts[side][penalty.name] - 1
    return otherwise(facts, side, {penalty.name: number})


def two_digits(variant: Variant, facts: Facts, side: str, random: Random) -> Paper | None:
    """Swap two digits of card points, mostly neighbors; none that leaves a 0 in front."""
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
    return otherwise(facts, side, {name: number})


def points_more(*amounts: int) -> Slip:
    """Count some points more, on the table or in hand."""

    def slip(variant: Variant, facts: Facts, side: str, random: Random) -> Paper | None:
        name = "count" if "count" in facts[side] else random.choice(("table", "table", "hand"))
        return otherwise(facts, side, {name: facts[side].get(name, 0) + random.choice(amounts)})

    return slip


def extra_points(variant: Variant, facts: Facts, side: str, random: Random) -> Paper | None:
    """Forget points by agreement or by a ruling, or add them twice."""
    name = random.choice(("extra", "penalty"))
    if name == "extra" and "base" in facts[side]:
        return None
    return otherwise(facts, side, {name: random.choice((50, 100, 300))})


KINDS: Mapping[str, Slip] = {
    "a three": a_three,
    "natural for mixed": natural_for_mixed,
    "a canasta": a_canasta,
    "going out": going_out,
    "a special hand": special_hand,
    "sign of threes": sign_of_threes,
    "each three alone": each_three_alone,
    "sign of the table": turned("table", "table cards"),
    "hand cards added": turned("hand", "hand cards"),
    "hand cards twice": hand_times(2),
    "hand cards not subtracted": hand_times(0),
    "hand cards exchanged": hands_exchanged,
    "a penalty": a_penalty,
    "two digits": two_digits,
    "a pile": points_more(100),
    "a card": points_more(*CARDS),
    "a set": points_more(*(number * value for number in range(3, 8) for value in CARDS[:3])),
    "extra points": extra_points,
}
# What cannot be guessed where it is missing: which special hand, how many points.
ONLY_ON_PAPER = {"a special hand", "a penalty", "hand cards not subtracted", "sign of threes"}
ONLY_IN_LEDGER = {"extra points"}
# Of each of these at most one happens in a hand, of different items.
EVERYDAY = (
    ("a three", "sign of threes"),
    ("natural for mixed", "a canasta"),
    ("going out",),
    ("sign of the table",),
    ("hand cards added", "hand cards twice", "hand cards not subtracted", "a card"),
    ("a penalty",),
)


def two_everyday_kinds(random: Random) -> list[str]:
    return [random.choice(kinds) for kinds in random.sample(EVERYDAY, 2)]
