"""The rules in players' words, as values: what the rule card lays out and what two variants are compared by.

What is said of a rule stands here alone, so that the card and a comparison say the same. A phrase that a card has no
room for, such as which cards make a canasta that its explanation describes, is in the comparison only.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from canasta_score.report.text.need import format_need
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canasta_sets import CanastaSet
from canasta_score.rules.model.canastas import Canasta, CardPattern, format_canasta_requirement
from canasta_score.rules.model.card_points import CountRules
from canasta_score.rules.model.cards import Deck, Rank
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.game_end import GameEnd, TieRule
from canasta_score.rules.model.need import NeedBasis, NeedRules, NeedStep
from canasta_score.rules.model.opening import OpeningRules, PileCredit
from canasta_score.rules.model.penalties import CardPlace, Penalty
from canasta_score.rules.model.special_hands import OpponentScoring, SpecialHand, SpecialHandRules
from canasta_score.rules.model.threes import SIGN_BY_CANASTAS, SIGN_BY_MELDED, Sign, ThreesRules
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import format_count, join_words

ALWAYS_PLUS = "always"
_MIN_RUN_LENGTH = 3  # ranks
_PILE_TEXTS = {
    PileCredit.ALL: "of a pile taken to open the top card counts, too",
    PileCredit.PAIR: "of a pile taken to open the top card does not count, the two that take it do",
    PileCredit.NOTHING: "of a pile taken to open neither the top card nor the two that take it count",
    PileCredit.NEVER: "the pile is not taken to open",
}
_NO_CANASTA_TEXTS = {
    Sign.MINUS: "minus with no canasta",
    Sign.NOTHING: "nothing with no canasta",
    Sign.PLUS: "with no canasta, too",
}
_SIGN_TEXTS = {Sign.MINUS: "minus", Sign.NOTHING: "for nothing", Sign.PLUS: "plus"}
_OPPONENTS_TEXTS = {OpponentScoring.SCORE: "score as usual", OpponentScoring.NOTHING: "score nothing"}
_PLACE_TEXTS = {CardPlace.TABLE: "on the table", CardPlace.HAND: "in hand"}


@frozen
class _Phrase(Value):
    """One thing that is said of a rule; `topic` is what it is about, by which two variants' phrases are compared."""

    topic: str
    text: str
    is_on_card: bool = True


@frozen
class RuleDescription(Value):
    """One rule in words: what it is called, what to type for it where it is a fact, its figures, what is said of it.

    `about` explains a fact to people. It is no rule, for the program does not go by it.
    """

    label: str
    fact: str = ""
    short: str = ""
    figures: tuple[str, ...] = ()
    phrases: tuple[_Phrase, ...] = ()
    about: str = ""
    identifier: str = ""

    @property
    def key(self) -> str:
        """Give that by which it is the same rule in another variant: the name of its fact, or its own, or its label."""
        return self.fact or self.identifier or self.label

    @property
    def name(self) -> str:
        """Give the label and, in brackets, what to type for it."""
        typed = ", ".join(word for word in (self.fact, self.short) if word)
        return f"{self.label} ({typed})" if typed else self.label


@frozen
class RuleSection(Value):
    """Rules that stand together, under a title."""

    title: str
    rules: tuple[RuleDescription, ...]


def _build_phrases(*said: tuple[str, str], on_card: bool = True) -> tuple[_Phrase, ...]:
    """Give phrases by topic and text, without those that say nothing."""
    return tuple(_Phrase(topic=topic, text=text, is_on_card=on_card) for topic, text in said if text)


def describe_rules(variant: Variant) -> tuple[RuleSection, ...]:
    """Say all that a rule file says, in the order of the rule card."""
    return (
        _build_game_section(variant),
        _build_threes_section(variant.threes),
        RuleSection(title="Canastas", rules=tuple(_build_canasta_rule(one, variant.deck) for one in variant.canastas)),
        RuleSection(title="Sets of canastas", rules=tuple(_build_set_rule(one, variant) for one in variant.sets)),
        RuleSection(title="Bonuses", rules=tuple(_build_bonus_rule(one, variant.canastas) for one in variant.bonuses)),
        RuleSection(
            title="Penalties", rules=tuple(_build_penalty_rule(one, variant.deck) for one in variant.penalties)
        ),
        _build_special_hands_section(variant.specials),
        _build_count_section(variant.count),
    )


def _build_game_section(variant: Variant) -> RuleSection:
    """Say what concerns the whole game."""
    deck = f"{format_count(variant.deck.packs, 'pack')}, {format_count(variant.deck.jokers, 'joker')}"
    rules = (
        RuleDescription(label="Deck", phrases=_build_phrases(("deck", deck))),
        RuleDescription(label="Cards", phrases=_build_phrases(("cards", _format_card_values(variant.deck)))),
        RuleDescription(label="Game", phrases=tuple(_iter_end_phrases(variant.game))),
        RuleDescription(label="Need to open", phrases=tuple(_iter_need_phrases(variant.need))),
        RuleDescription(label="Opening", phrases=tuple(_iter_opening_phrases(variant.opening))),
    )
    return RuleSection(title="The game", rules=rules)


def _format_card_values(deck: Deck) -> str:
    """Say what cards are worth, ranks of one value that follow each other as a run."""
    groups = groupby(Rank, key=deck.points.__getitem__)
    return ", ".join(f"{_format_rank_run(list(ranks))} = {points}" for points, ranks in groups if points)


def _format_rank_run(ranks: Sequence[Rank]) -> str:
    """Name ranks that follow each other, three or more as a run: K to 8."""
    return f"{ranks[0]} to {ranks[-1]}" if len(ranks) >= _MIN_RUN_LENGTH else join_words(ranks)


def _iter_end_phrases(game: GameEnd) -> Iterator[_Phrase]:
    """Say when the game ends and what a tie is."""
    end = f"to {game.target:,}, the higher total wins" if game.target else f"{game.hands} hands, the highest total wins"
    yield _Phrase(topic="end", text=end)
    yield _Phrase(topic="tie", text="a tie plays on" if game.tie is TieRule.PLAY_ON else "a tie is a tie")


def _iter_need_phrases(need: NeedRules) -> Iterator[_Phrase]:
    """Say what it takes to open."""
    by = "hand " if need.by is NeedBasis.HAND else ""
    better = " (or a better canasta)" if any(step.canasta for step in need.steps) else ""
    yield _Phrase(topic="steps", text="; ".join(_format_need_step(step, by) for step in need.steps) + better)
    if need.failed_attempt:
        text = f"each failed attempt adds {need.failed_attempt} for that hand"
        yield _Phrase(topic="failed attempt", text=text)


def _format_need_step(step: NeedStep, by: str) -> str:
    """Say from where on a step of the need holds."""
    needed = format_need(step.need, step.canasta)
    if step.bound is None:
        return needed
    return f"{needed} {'over' if step.over else 'from'} {by}{step.bound:,}"


def _iter_opening_phrases(opening: OpeningRules) -> Iterator[_Phrase]:
    """Say what a legal opening looks like."""
    fewest, most = opening.group
    wilds = f"at most {opening.wilds} wild" if opening.wilds else "none wild"
    wilds += ", no more than naturals" if opening.wilds_up_to_naturals else ""
    group = f"groups of {fewest} to {most} of a rank, at least {opening.naturals} natural, {wilds}"
    yield _Phrase(topic="group", text=group)
    if opening.sequences:
        yield _Phrase(topic="sequences", text="or as many of one suit in a row, none wild")
    if opening.natural_only:
        yield _Phrase(topic="natural only", text=f"no wild cards with {' '.join(opening.natural_only)}")
    if opening.natural_group:
        alone = " unless wild cards alone meet the need" if opening.can_open_with_wilds_alone else ""
        yield _Phrase(topic="natural group", text=f"one group without wild cards{alone}")
    if opening.wild_groups:
        yield _Phrase(topic="wild groups", text=f"at most {format_count(opening.wild_groups, 'group')} of wild cards")
        if opening.wilds_together:
            yield _Phrase(topic="wilds together", text="beside it no other wild cards until it is full")
    if opening.natural_canasta:
        yield _Phrase(topic="natural canasta", text="a natural canasta opens at any level")
    yield _Phrase(topic="pile", text=_PILE_TEXTS[opening.pile])


def _build_threes_section(threes: ThreesRules) -> RuleSection:
    """Say what threes on the table are worth, and with which sign they count."""
    rules = [_build_fact_rule(colour, [f"{value:,}" for value in colour.values]) for colour in threes.colours]
    if rules and threes.all_points is not None:
        rules.append(RuleDescription(label="All threes of the deck on one side", figures=(f"{threes.all_points:,}",)))
    if rules:
        rules.append(
            RuleDescription(label="They count", phrases=_build_phrases(("sign", _format_threes_signs(threes))))
        )
    if rules and threes.minus_each is not None:
        rules.append(RuleDescription(label="Where they count minus", figures=(f"{threes.minus_each:,} each",)))
    rules += [
        RuleDescription(label=colour.label, figures=("always plus",)) for colour in threes.colours if not colour.turns
    ]
    return RuleSection(title="Threes on the table", rules=tuple(rules))


def _format_threes_signs(threes: ThreesRules) -> str:
    """Say with which sign threes count."""
    if set(threes.signs) == {Sign.PLUS}:
        return ALWAYS_PLUS
    if threes.sign_by == SIGN_BY_MELDED:
        conditions = ["unless the side has melded", "once it has"]
    else:
        what = "canasta" if threes.sign_by == SIGN_BY_CANASTAS else f"{threes.sign_by} canasta"
        conditions = [f"with no {what}", "with one", "with two", *(f"with {n}" for n in range(3, len(threes.signs)))]
        conditions[len(threes.signs) - 1] += " or more"
    return join_words(f"{_SIGN_TEXTS[sign]} {when}" for sign, when in zip(threes.signs, conditions, strict=False))


def _build_fact_rule(fact: Fact, figures: Iterable[str], said: Iterable[_Phrase] = ()) -> RuleDescription:
    """Say of a fact what it is called, what to type, its figures and how often a side can have it, and other things."""
    most = _build_phrases(("most", f"up to {fact.most} a side"), on_card=fact.most > 1) if fact.most else ()
    return RuleDescription(
        label=fact.label,
        fact=fact.name,
        short=fact.short,
        figures=tuple(figures),
        phrases=(*most, *said),
        about=fact.about,
    )


def _build_canasta_rule(canasta: Canasta, deck: Deck) -> RuleDescription:
    """Say what a kind of canasta is worth, and of which cards it is."""
    also = f"counts as {canasta.counts_as}" if canasta.counts_as != canasta.name else ""
    cards = (*_build_group_phrases(canasta.cards, deck), *_build_phrases(("counts as", also), on_card=False))
    said = _build_phrases(
        ("scores with", f"scored only beside {canasta.scores_with}" if canasta.scores_with else ""),
        ("counted", "" if canasta.counted else "not among the canastas that are needed"),
    )
    return _build_fact_rule(canasta, [f"{canasta.points:,}"], (*cards, *said))


def _build_set_rule(one: CanastaSet, variant: Variant) -> RuleDescription:
    """Say what a set of canastas is worth, and what it takes."""
    needs = [format_canasta_requirement(kind, number, variant.canastas) for kind, number in one.canastas.items()]
    stronger = [other.label.lower() for other in variant.sets if other.name in one.gives_way_to]
    said = _build_phrases(
        ("takes", f"takes {join_words(needs)}"),
        ("gives way", f"not beside {join_words(stronger, 'or')}" if stronger else ""),
    )
    figures = (f"{one.points:,}",)
    return RuleDescription(label=one.label, identifier=one.name, figures=figures, phrases=said, about=one.about)


def _build_group_phrases(cards: CardPattern, deck: Deck) -> tuple[_Phrase, ...]:
    """Say which cards make a thing, where a card leaves that to its explanation."""
    if cards.sequence:
        return _build_phrases(("cards", f"{format_count(cards.size, 'card')} of one suit in a row"), on_card=False)
    any_wilds, any_jokers = cards.wilds == (0, cards.size), not cards.wilds[1] or cards.jokers == (0, deck.jokers)
    return _build_phrases(
        ("cards", format_count(cards.size, "card")),
        ("ranks", f"of {' '.join(cards.ranks)}" if cards.ranks else ""),
        ("wilds", "any number of wild cards" if any_wilds else _format_span(cards.wilds, "wild card")),
        ("jokers", "" if any_jokers else _format_span(cards.jokers, "joker")),
        on_card=False,
    )


def _format_span(span: tuple[int, int], thing: str) -> str:
    """Say how many of a thing there are, from the fewest to the most."""
    fewest, most = span
    if not most:
        return f"no {thing}s"
    if not fewest:
        return f"at most {format_count(most, thing)}"
    return format_count(most, thing) if fewest == most else f"{fewest} to {format_count(most, thing)}"


def _build_bonus_rule(bonus: Bonus, canastas: tuple[Canasta, ...]) -> RuleDescription:
    """Say what a bonus is worth and what the rules ask for beside it."""
    needs = [format_canasta_requirement(kind, number, canastas) for kind, number in bonus.needs.items()]
    said = _build_phrases(
        ("beside", f"only beside {bonus.beside}" if bonus.beside else ""),
        ("needs", f"needs {join_words(needs)}" if needs else ""),
        ("forbids", f"not with {join_words(bonus.forbids, 'or')}" if bonus.forbids else ""),
        ("one side", "one side in a hand" if bonus.one_side else ""),
        ("always", "scored beside a special hand too" if bonus.always else ""),
    )
    ends = _build_phrases(("ends play", "ends the hand" if bonus.ends_play else ""), on_card=False)
    return _build_fact_rule(bonus, [f"{bonus.points:,}"], (*said, *ends))


def _build_penalty_rule(penalty: Penalty, deck: Deck) -> RuleDescription:
    """Say what a penalty takes off, and of which cards it tells."""
    said = _build_phrases(
        ("place", _PLACE_TEXTS[penalty.place]),
        ("threes", f"{join_words(penalty.threes)} threes" if penalty.threes else ""),
        ("not with", f"not with {join_words(penalty.not_with, 'or')}" if penalty.not_with else ""),
        on_card=False,
    )
    cards = _build_group_phrases(penalty.cards, deck) if penalty.cards else ()
    return _build_fact_rule(penalty, [_format_penalty_points(penalty)], (*said, *cards))


def _format_penalty_points(penalty: Penalty) -> str:
    """Give what a penalty takes off."""
    if not penalty.is_in_points:
        return f"-{penalty.points:,}"
    return "as told" if penalty.points == 1 else f"told x {penalty.points}"


def _build_special_hands_section(specials: SpecialHandRules) -> RuleSection:
    """Say what special hands are worth, and what the others score beside one."""
    rules = [_build_fact_rule(hand, [f"{hand.points:,}"], _build_win_phrases(hand)) for hand in specials.hands]
    if rules:
        rules.insert(
            0,
            RuleDescription(
                label="The other sides", phrases=_build_phrases(("others", _OPPONENTS_TEXTS[specials.opponents]))
            ),
        )
    return RuleSection(title="Special hands", rules=tuple(rules))


def _build_win_phrases(hand: SpecialHand) -> tuple[_Phrase, ...]:
    """Say of a special hand that it wins the game, where it does."""
    return _build_phrases(("wins", "wins the game, whatever the totals" if hand.wins_game else ""))


def _build_count_section(count: CountRules) -> RuleSection:
    """Say how the points of cards count."""
    usual = count.no_canasta is Sign.PLUS
    sign = _build_phrases(("no canasta", _NO_CANASTA_TEXTS[count.no_canasta]), on_card=not usual)
    return RuleSection(
        title="Points of cards",
        rules=(_build_fact_rule(count.table, ["plus"], sign), _build_fact_rule(count.hand, ["minus"])),
    )
