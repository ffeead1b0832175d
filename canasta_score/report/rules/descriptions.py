"""The rules in players' words, as values: what the rule card lays out and what two variants are compared by.

What is said of a rule stands here alone, so that the card and a comparison say the same. A phrase that a card has no
room for, such as which cards make a canasta that its explanation describes, is in the comparison only.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from canasta_score.report.text.need import need_in_words
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canasta_sets import CanastaSet
from canasta_score.rules.model.canastas import Canasta, CardGroup, needed_in_words
from canasta_score.rules.model.card_points import Count
from canasta_score.rules.model.cards import Deck, Rank
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.game_end import GameEnd, Tie
from canasta_score.rules.model.need import Need, NeedBy, Step
from canasta_score.rules.model.opening import OpeningRules, PileCounts
from canasta_score.rules.model.penalties import Penalty, Place
from canasta_score.rules.model.special_hands import Opponents, SpecialHand, SpecialHands
from canasta_score.rules.model.threes import BY_CANASTAS, BY_MELDED, Sign, Threes
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import counted, listed

ALWAYS = "always"
SHORTEST_RUN = 3  # ranks
PILE_IN_WORDS = {
    PileCounts.ALL: "of a pile taken to open the top card counts, too",
    PileCounts.PAIR: "of a pile taken to open the top card does not count, the two that take it do",
    PileCounts.NOTHING: "of a pile taken to open neither the top card nor the two that take it count",
    PileCounts.NEVER: "the pile is not taken to open",
}
NO_CANASTA_IN_WORDS = {
    Sign.MINUS: "minus with no canasta",
    Sign.NOTHING: "nothing with no canasta",
    Sign.PLUS: "with no canasta, too",
}
SIGNS_IN_WORDS = {Sign.MINUS: "minus", Sign.NOTHING: "for nothing", Sign.PLUS: "plus"}
OPPONENTS_IN_WORDS = {Opponents.SCORE: "score as usual", Opponents.NOTHING: "score nothing"}
PLACE_IN_WORDS = {Place.TABLE: "on the table", Place.HAND: "in hand"}


@frozen
class Phrase(Value):
    """One thing that is said of a rule; `topic` is what it is about, by which two variants' phrases are compared."""

    topic: str
    text: str
    on_card: bool = True


@frozen
class Rule(Value):
    """One rule in words: what it is called, what to type for it where it is a fact, its figures, what is said of it.

    `about` explains a fact to people. It is no rule, for the program does not go by it.
    """

    label: str
    fact: str = ""
    short: str = ""
    figures: tuple[str, ...] = ()
    phrases: tuple[Phrase, ...] = ()
    about: str = ""
    known_as: str = ""

    @property
    def key(self) -> str:
        """Give that by which it is the same rule in another variant: the name of its fact, or its own, or its label."""
        return self.fact or self.known_as or self.label

    @property
    def name(self) -> str:
        """Give the label and, in brackets, what to type for it."""
        typed = ", ".join(word for word in (self.fact, self.short) if word)
        return f"{self.label} ({typed})" if typed else self.label


@frozen
class Section(Value):
    """Rules that stand together, under a title."""

    title: str
    rules: tuple[Rule, ...]


def phrases(*said: tuple[str, str], on_card: bool = True) -> tuple[Phrase, ...]:
    """Give phrases by topic and text, without those that say nothing."""
    return tuple(Phrase(topic=topic, text=text, on_card=on_card) for topic, text in said if text)


def rules_in_words(variant: Variant) -> tuple[Section, ...]:
    """Say all that a rule file says, in the order of the rule card."""
    return (
        the_game(variant),
        threes_section(variant.threes),
        Section(title="Canastas", rules=tuple(canasta_rule(one, variant.deck) for one in variant.canastas)),
        Section(title="Sets of canastas", rules=tuple(set_rule(one, variant) for one in variant.sets)),
        Section(title="Bonuses", rules=tuple(bonus_rule(one, variant.canastas) for one in variant.bonuses)),
        Section(title="Penalties", rules=tuple(penalty_rule(one, variant.deck) for one in variant.penalties)),
        special_section(variant.specials),
        count_section(variant.count),
    )


def the_game(variant: Variant) -> Section:
    """Say what concerns the whole game."""
    deck = f"{counted(variant.deck.packs, 'pack')}, {counted(variant.deck.jokers, 'joker')}"
    rules = (
        Rule(label="Deck", phrases=phrases(("deck", deck))),
        Rule(label="Cards", phrases=phrases(("cards", cards_in_words(variant.deck)))),
        Rule(label="Game", phrases=tuple(end_in_words(variant.game))),
        Rule(label="Need to open", phrases=tuple(needs_in_words(variant.need))),
        Rule(label="Opening", phrases=tuple(opening_in_words(variant.opening))),
    )
    return Section(title="The game", rules=rules)


def cards_in_words(deck: Deck) -> str:
    """Say what cards are worth, ranks of one value that follow each other as a run."""
    groups = groupby(Rank, key=deck.points.__getitem__)
    return ", ".join(f"{run_in_words(list(ranks))} = {points}" for points, ranks in groups if points)


def run_in_words(ranks: Sequence[Rank]) -> str:
    """Name ranks that follow each other, three or more as a run: K to 8."""
    return f"{ranks[0]} to {ranks[-1]}" if len(ranks) >= SHORTEST_RUN else listed(ranks)


def end_in_words(game: GameEnd) -> Iterator[Phrase]:
    """Say when the game ends and what a tie is."""
    end = f"to {game.target:,}, the higher total wins" if game.target else f"{game.hands} hands, the highest total wins"
    yield Phrase(topic="end", text=end)
    yield Phrase(topic="tie", text="a tie plays on" if game.tie is Tie.PLAY_ON else "a tie is a tie")


def needs_in_words(need: Need) -> Iterator[Phrase]:
    """Say what it takes to open."""
    by = "hand " if need.by is NeedBy.HAND else ""
    better = " (or a better canasta)" if any(step.canasta for step in need.steps) else ""
    yield Phrase(topic="steps", text="; ".join(step_in_words(step, by) for step in need.steps) + better)
    if need.failed_attempt:
        text = f"each failed attempt adds {need.failed_attempt} for that hand"
        yield Phrase(topic="failed attempt", text=text)


def step_in_words(step: Step, by: str) -> str:
    """Say from where on a step of the need holds."""
    needed = need_in_words(step.need, step.canasta)
    if step.bound is None:
        return needed
    return f"{needed} {'over' if step.over else 'from'} {by}{step.bound:,}"


def opening_in_words(opening: OpeningRules) -> Iterator[Phrase]:
    """Say what a legal opening looks like."""
    fewest, most = opening.group
    wilds = f"at most {opening.wilds} wild" if opening.wilds else "none wild"
    wilds += ", no more than naturals" if opening.wilds_up_to_naturals else ""
    group = f"groups of {fewest} to {most} of a rank, at least {opening.naturals} natural, {wilds}"
    yield Phrase(topic="group", text=group)
    if opening.sequences:
        yield Phrase(topic="sequences", text="or as many of one suit in a row, none wild")
    if opening.natural_only:
        yield Phrase(topic="natural only", text=f"no wild cards with {' '.join(opening.natural_only)}")
    if opening.natural_group:
        alone = " unless wild cards alone meet the need" if opening.wilds_open_alone else ""
        yield Phrase(topic="natural group", text=f"one group without wild cards{alone}")
    if opening.wild_groups:
        yield Phrase(topic="wild groups", text=f"at most {counted(opening.wild_groups, 'group')} of wild cards")
        if opening.wilds_together:
            yield Phrase(topic="wilds together", text="beside it no other wild cards until it is full")
    if opening.natural_canasta:
        yield Phrase(topic="natural canasta", text="a natural canasta opens at any level")
    yield Phrase(topic="pile", text=PILE_IN_WORDS[opening.pile])


def threes_section(threes: Threes) -> Section:
    """Say what threes on the table are worth, and with which sign they count."""
    rules = [fact_rule(colour, [f"{value:,}" for value in colour.values]) for colour in threes.colours]
    if rules and threes.all_points is not None:
        rules.append(Rule(label="All threes of the deck on one side", figures=(f"{threes.all_points:,}",)))
    if rules:
        rules.append(Rule(label="They count", phrases=phrases(("sign", signs_in_words(threes)))))
    if rules and threes.minus_each is not None:
        rules.append(Rule(label="Where they count minus", figures=(f"{threes.minus_each:,} each",)))
    rules += [Rule(label=colour.label, figures=("always plus",)) for colour in threes.colours if not colour.turns]
    return Section(title="Threes on the table", rules=tuple(rules))


def signs_in_words(threes: Threes) -> str:
    """Say with which sign threes count."""
    if set(threes.signs) == {Sign.PLUS}:
        return ALWAYS
    if threes.sign_by == BY_MELDED:
        conditions = ["unless the side has melded", "once it has"]
    else:
        what = "canasta" if threes.sign_by == BY_CANASTAS else f"{threes.sign_by} canasta"
        conditions = [f"with no {what}", "with one", "with two", *(f"with {n}" for n in range(3, len(threes.signs)))]
        conditions[len(threes.signs) - 1] += " or more"
    return listed(f"{SIGNS_IN_WORDS[sign]} {when}" for sign, when in zip(threes.signs, conditions, strict=False))


def fact_rule(fact: Fact, figures: Iterable[str], said: Iterable[Phrase] = ()) -> Rule:
    """Say of a fact what it is called, what to type, its figures and how often a side can have it, and other things."""
    most = phrases(("most", f"up to {fact.most} a side"), on_card=fact.most > 1) if fact.most else ()
    return Rule(
        label=fact.label,
        fact=fact.name,
        short=fact.short,
        figures=tuple(figures),
        phrases=(*most, *said),
        about=fact.about,
    )


def canasta_rule(canasta: Canasta, deck: Deck) -> Rule:
    """Say what a kind of canasta is worth, and of which cards it is."""
    also = f"counts as {canasta.counts_as}" if canasta.counts_as != canasta.name else ""
    cards = (*group_in_words(canasta.cards, deck), *phrases(("counts as", also), on_card=False))
    said = phrases(
        ("scores with", f"scored only beside {canasta.scores_with}" if canasta.scores_with else ""),
        ("counted", "" if canasta.counted else "not among the canastas that are needed"),
    )
    return fact_rule(canasta, [f"{canasta.points:,}"], (*cards, *said))


def set_rule(one: CanastaSet, variant: Variant) -> Rule:
    """Say what a set of canastas is worth, and what it takes."""
    needs = [needed_in_words(kind, number, variant.canastas) for kind, number in one.canastas.items()]
    stronger = [other.label.lower() for other in variant.sets if other.name in one.gives_way_to]
    said = phrases(
        ("takes", f"takes {listed(needs)}"),
        ("gives way", f"not beside {listed(stronger, 'or')}" if stronger else ""),
    )
    figures = (f"{one.points:,}",)
    return Rule(label=one.label, known_as=one.name, figures=figures, phrases=said, about=one.about)


def group_in_words(cards: CardGroup, deck: Deck) -> tuple[Phrase, ...]:
    """Say which cards make a thing, where a card leaves that to its explanation."""
    if cards.sequence:
        return phrases(("cards", f"{counted(cards.size, 'card')} of one suit in a row"), on_card=False)
    any_wilds, any_jokers = cards.wilds == (0, cards.size), not cards.wilds[1] or cards.jokers == (0, deck.jokers)
    return phrases(
        ("cards", counted(cards.size, "card")),
        ("ranks", f"of {' '.join(cards.ranks)}" if cards.ranks else ""),
        ("wilds", "any number of wild cards" if any_wilds else span_in_words(cards.wilds, "wild card")),
        ("jokers", "" if any_jokers else span_in_words(cards.jokers, "joker")),
        on_card=False,
    )


def span_in_words(span: tuple[int, int], thing: str) -> str:
    """Say how many of a thing there are, from the fewest to the most."""
    fewest, most = span
    if not most:
        return f"no {thing}s"
    if not fewest:
        return f"at most {counted(most, thing)}"
    return counted(most, thing) if fewest == most else f"{fewest} to {counted(most, thing)}"


def bonus_rule(bonus: Bonus, canastas: tuple[Canasta, ...]) -> Rule:
    """Say what a bonus is worth and what the rules ask for beside it."""
    needs = [needed_in_words(kind, number, canastas) for kind, number in bonus.needs.items()]
    said = phrases(
        ("beside", f"only beside {bonus.beside}" if bonus.beside else ""),
        ("needs", f"needs {listed(needs)}" if needs else ""),
        ("forbids", f"not with {listed(bonus.forbids, 'or')}" if bonus.forbids else ""),
        ("one side", "one side in a hand" if bonus.one_side else ""),
        ("always", "scored beside a special hand too" if bonus.always else ""),
    )
    ends = phrases(("ends play", "ends the hand" if bonus.ends_play else ""), on_card=False)
    return fact_rule(bonus, [f"{bonus.points:,}"], (*said, *ends))


def penalty_rule(penalty: Penalty, deck: Deck) -> Rule:
    """Say what a penalty takes off, and of which cards it tells."""
    said = phrases(
        ("place", PLACE_IN_WORDS[penalty.place]),
        ("threes", f"{listed(penalty.threes)} threes" if penalty.threes else ""),
        ("not with", f"not with {listed(penalty.not_with, 'or')}" if penalty.not_with else ""),
        on_card=False,
    )
    cards = group_in_words(penalty.cards, deck) if penalty.cards else ()
    return fact_rule(penalty, [penalty_points(penalty)], (*said, *cards))


def penalty_points(penalty: Penalty) -> str:
    """Give what a penalty takes off."""
    if not penalty.in_points:
        return f"-{penalty.points:,}"
    return "as told" if penalty.points == 1 else f"told x {penalty.points}"


def special_section(specials: SpecialHands) -> Section:
    """Say what special hands are worth, and what the others score beside one."""
    rules = [fact_rule(hand, [f"{hand.points:,}"], wins_in_words(hand)) for hand in specials.hands]
    if rules:
        rules.insert(
            0, Rule(label="The other sides", phrases=phrases(("others", OPPONENTS_IN_WORDS[specials.opponents])))
        )
    return Section(title="Special hands", rules=tuple(rules))


def wins_in_words(hand: SpecialHand) -> tuple[Phrase, ...]:
    """Say of a special hand that it wins the game, where it does."""
    return phrases(("wins", "wins the game, whatever the totals" if hand.wins_game else ""))


def count_section(count: Count) -> Section:
    """Say how the points of cards count."""
    usual = count.no_canasta is Sign.PLUS
    sign = phrases(("no canasta", NO_CANASTA_IN_WORDS[count.no_canasta]), on_card=not usual)
    return Section(
        title="Points of cards",
        rules=(fact_rule(count.table, ["plus"], sign), fact_rule(count.hand, ["minus"])),
    )
