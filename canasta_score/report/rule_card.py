"""The rule card: a variant's figures on one page, to lay beside the table."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from canasta_score.rules.canastas import needed_in_words
from canasta_score.rules.cards import Deck, Rank
from canasta_score.rules.facts import Fact
from canasta_score.rules.game_end import GameEnd, Tie
from canasta_score.rules.keys import counted, listed
from canasta_score.rules.need import Need, NeedBy, Step
from canasta_score.rules.opening import OpeningRules, PileCounts
from canasta_score.rules.penalties import Penalty
from canasta_score.rules.special_hands import Opponents, SpecialHands
from canasta_score.rules.threes import BY_CANASTAS, BY_MELDED, Sign, Threes
from canasta_score.rules.variant import Variant

WIDTH = 79
HEAD = 15
LABEL = 54
POINTS = 7
REMARK = " " * 6
PILE_IN_WORDS = {
    PileCounts.ALL: "the top card counts, too",
    PileCounts.PAIR: "the top card does not count, the two that take it do",
    PileCounts.NOTHING: "neither the top card nor the two that take it count",
}


def rule_card(variant: Variant) -> str:
    """Lay out all that a rule file says: deck, cards, end, need, opening, and every fact with what to type."""
    sections = (
        heading(variant),
        threes_section(variant.threes),
        fact_section("Canastas", [(canasta, f"{canasta.points:,}") for canasta in variant.canastas]),
        bonus_section(variant),
        fact_section("Penalties", [(penalty, penalty_points(penalty)) for penalty in variant.penalties]),
        special_section(variant.specials),
        count_section(variant),
    )
    return "\n\n".join("\n".join(lines) for section in sections if (lines := list(section)))


def heading(variant: Variant) -> Iterator[str]:
    """Go through what concerns the whole game."""
    yield f"{variant.title} ({listed((variant.name, *variant.aliases), 'or')})"
    yield from wrap(variant.source, WIDTH)
    yield ""
    yield from entry("Deck", f"{counted(variant.deck.packs, 'pack')}, {counted(variant.deck.jokers, 'joker')}")
    yield from entry("Cards", cards_in_words(variant.deck))
    yield from entry("Game", end_in_words(variant.game))
    yield from entry("Need to open", need_in_words(variant.need))
    yield from entry("Opening", opening_in_words(variant.opening))


def entry(name: str, text: str) -> Iterator[str]:
    """Set a name before a text of any length."""
    first, *others = wrap(text, WIDTH - HEAD) or ["none"]
    yield f"{name:<{HEAD}}{first}"
    for line in others:
        yield " " * HEAD + line


def cards_in_words(deck: Deck) -> str:
    """Say what cards are worth, ranks of one value that follow each other as a run."""
    groups = groupby((rank for rank in Rank if deck.points[rank]), key=deck.points.__getitem__)
    return ", ".join(f"{run_in_words(list(ranks))} = {points}" for points, ranks in groups)


def run_in_words(ranks: Sequence[Rank]) -> str:
    """Name ranks that follow each other, three or more as a run: K to 8."""
    return f"{ranks[0]} to {ranks[-1]}" if len(ranks) > len("ab") else listed(ranks)


def end_in_words(game: GameEnd) -> str:
    """Say when the game ends and what a tie is."""
    end = f"to {game.target:,}, the higher total wins" if game.target else f"{game.hands} hands, the highest total wins"
    return f"{end}; {'a tie plays on' if game.tie is Tie.PLAY_ON else 'a tie is a tie'}"


def need_in_words(need: Need) -> str:
    """Say what it takes to open."""
    by = "hand " if need.by is NeedBy.HAND else ""
    text = "; ".join(step_in_words(step, by) for step in need.steps)
    return text + (f"; each failed attempt adds {need.failed_attempt} for that hand" if need.failed_attempt else "")


def step_in_words(step: Step, by: str) -> str:
    """Say from where on a step of the need holds."""
    if step.bound is None:
        return str(step.need)
    return f"{step.need} {'over' if step.over else 'from'} {by}{step.bound:,}"


def opening_in_words(opening: OpeningRules) -> str:
    """Say what a legal opening looks like."""
    fewest, most = opening.group
    wilds = f"at most {opening.wilds} wild" + (", no more than naturals" if opening.wilds_up_to_naturals else "")
    parts = [f"groups of {fewest} to {most} of a rank, at least {opening.naturals} natural, {wilds}"]
    if opening.natural_only:
        parts.append(f"no wild cards with {' '.join(opening.natural_only)}")
    if opening.natural_group:
        alone = " unless wild cards alone meet the need" if opening.wilds_open_alone else ""
        parts.append(f"one group without wild cards{alone}")
    if opening.wild_groups:
        parts.append(f"at most {counted(opening.wild_groups, 'group')} of wild cards")
        if opening.wilds_together:
            parts.append("beside it no other wild cards until it is full")
    if opening.natural_canasta:
        parts.append("a natural canasta opens at any level")
    parts.append(f"of a pile taken to open {PILE_IN_WORDS[opening.pile]}")
    return "; ".join(parts)


def threes_section(threes: Threes) -> Iterator[str]:
    """Go through what threes on the table are worth."""
    if not threes.colours:
        yield "Threes on the table count nothing."
        return
    numbers = range(1, max(len(colour.values) for colour in threes.colours) + 1)
    yield f"{'Threes on the table':<32}" + "".join(f"{number:>7}" for number in numbers)
    for colour in threes.colours:
        yield f"  {named(colour):<30}" + "".join(f"{value:>7,}" for value in colour.values)
    if threes.all_points is not None:
        yield f"  All threes of the deck on one side: {threes.all_points:,}"
    yield f"  {signs_in_words(threes)}"


def signs_in_words(threes: Threes) -> str:
    """Say with which sign threes count."""
    if set(threes.signs) == {Sign.PLUS}:
        return "They always count."
    if threes.sign_by == BY_MELDED:
        conditions = ["unless the side has melded", "once it has"]
    else:
        what = "canasta" if threes.sign_by == BY_CANASTAS else f"canasta of {threes.sign_by}"
        conditions = [f"with no {what}", "with one", "with two", *(f"with {n}" for n in range(3, len(threes.signs)))]
        conditions[len(threes.signs) - 1] += " or more"
    words = {Sign.MINUS: "minus", Sign.NOTHING: "for nothing", Sign.PLUS: "plus"}
    return (
        f"They count {listed(f'{words[sign]} {when}' for sign, when in zip(threes.signs, conditions, strict=False))}."
    )


def fact_section(title: str, facts: Sequence[tuple[Fact, str]]) -> Iterator[str]:
    """Go through facts with their points, what to type and what they are."""
    if facts:
        yield title
    for fact, points in facts:
        yield from fact_entry(fact, points)


def fact_entry(fact: Fact, points: str) -> Iterator[str]:
    """Set a fact's label, name and points before what it is."""
    yield f"  {named(fact):<{LABEL}}{points:>{POINTS}}"
    yield from remark(fact.about)
    if fact.most and fact.most > 1:
        yield from remark(f"up to {fact.most} a side")


def remark(text: str) -> Iterator[str]:
    """Set a text of any length below what it belongs to."""
    for line in wrap(text, WIDTH - len(REMARK)):
        yield REMARK + line


def named(fact: Fact) -> str:
    """Give a fact's label and, in brackets, what to type for it."""
    return f"{fact.label} ({fact.name}{f', {fact.short}' if fact.short else ''})"


def bonus_section(variant: Variant) -> Iterator[str]:
    """Go through the bonuses and what the rules ask for beside them."""
    if variant.bonuses:
        yield "Bonuses"
    for bonus in variant.bonuses:
        yield from fact_entry(bonus, f"{bonus.points:,}")
        if bonus.needs:
            needs = (needed_in_words(kind, number, variant.canastas) for kind, number in bonus.needs.items())
            yield from remark(f"needs {listed(needs)}")
        if bonus.forbids:
            yield from remark(f"not with {listed(bonus.forbids, 'or')}")
        if bonus.one_side:
            yield from remark("one side in a hand")
        if bonus.always:
            yield from remark("scored beside a special hand too")


def penalty_points(penalty: Penalty) -> str:
    """Give what a penalty takes off."""
    return "as told" if penalty.in_points else f"-{penalty.points:,}"


def special_section(specials: SpecialHands) -> Iterator[str]:
    """Go through the special hands."""
    if not specials.hands:
        return
    others = "score as usual" if specials.opponents is Opponents.SCORE else "score nothing"
    yield f"Special hands (nothing else of the side counts; the others {others})"
    for hand in specials.hands:
        yield from fact_entry(hand, f"{hand.points:,}")


def count_section(variant: Variant) -> Iterator[str]:
    """Go through how the points of cards count."""
    count = variant.count
    yield "Points of cards"
    words = {Sign.MINUS: " (minus with no canasta)", Sign.NOTHING: " (nothing with no canasta)", Sign.PLUS: ""}
    sign = words[count.no_canasta]
    yield f"  {named(count.table):<{LABEL}}{'plus':>{POINTS}}{sign}"
    yield f"  {named(count.hand):<{LABEL}}{'minus':>{POINTS}}"
