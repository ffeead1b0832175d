"""The rules in players' words: each is worded here alone, for the rule card and for comparing two variants."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from canasta_score.report.labels import format_need_steps, list_points_of_threes
from canasta_score.report.text.standing import format_game_end
from canasta_score.rules.frozen import Value
from canasta_score.rules.model.canastas import Canasta, CanastaSet, CardPattern, format_canasta_requirements
from canasta_score.rules.model.cards import Deck, Rank, pluralize_rank
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.opening import OpeningRules, format_wilds_per_natural
from canasta_score.rules.model.rewards import Bonus, CardGroup, Penalty, SpecialHandRules
from canasta_score.rules.model.threes import SIGN_BY_CANASTAS, SIGN_BY_MELDED, SIGN_WORDS, Sign, ThreesRules
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import format_count, join_words

GAME_TITLE, THREES_TITLE, BONUSES_TITLE = "The game", "Threes on the table", "Bonuses"
SPECIAL_HANDS_TITLE = "Special hands"
OWN_TOPIC = "own"  # what a side scores besides its special hand, if that is not nothing
_PAIR_SIZE = 2
_PARTNERS_BY_HAND = (
    "in each hand, one player plays alone against the other two; each of these partners scores all that the two have "
    "together, but only their own threes"
)
_KIND_NAMES = {"natural": "natural cards", "wild": "wild cards", "wilds": "wild cards of any rank", "three": "threes"}
_MIN_RUN_LENGTH = 3  # ranks; shorter runs are listed
_PILE_TEXTS = {
    "all": "if you take the pile to open, its top card counts",
    "pair": "if you take the pile to open, the two cards that take it count, but not its top card",
    "nothing": "if you take the pile to open, its top card and the two that take it do not count",
    "never": "you cannot take the pile to open",
}
_NO_CANASTA_TEXTS = {
    Sign.MINUS: "subtracted if the side has no canasta",
    Sign.NOTHING: "not counted if the side has no canasta",
    Sign.PLUS: "added even if the side has no canasta",
}
_OPPONENTS_TEXTS = {"score": "score as usual", "nothing": "score nothing"}
_PLACE_TEXTS = {"table": "on the table", "hand": "in hand"}


class _Phrase(Value):
    """One thing to say about a rule; phrases of two variants on the same topic are compared."""

    topic: str
    text: str
    is_on_card: bool = True  # which has no room for all that a comparison says


class RuleDescription(Value):
    """One rule in words: its label, what to type for it if it is a fact, its figures and phrases."""

    label: str
    fact: str = ""
    short_name: str = ""
    figures: tuple[str, ...] = ()
    phrases: tuple[_Phrase, ...] = ()
    about: str = ""  # explains a fact to people and changes no score
    identifier: str = ""
    sentence: str = ""  # replaces label and phrase on the card

    @property
    def key(self) -> str:
        """Return what the same rule has in every variant: the name of its fact, or its identifier, or its label."""
        return self.fact or self.identifier or self.label

    @property
    def name(self) -> str:
        """Return the label and, in parentheses, what to type for it."""
        typed = ", ".join(word for word in (self.fact, self.short_name) if word)
        return f"{self.label} ({typed})" if typed else self.label


def describe_rules(variant: Variant) -> dict[str, list[RuleDescription]]:
    """Return everything that a rule file says, by the titles of the rule card and in its order."""
    return {
        GAME_TITLE: list(_iter_game_rules(variant)),
        THREES_TITLE: _list_threes_rules(variant),
        "Canastas": [_build_canasta_rule(canasta, variant.deck) for canasta in variant.canastas],
        "Sets of canastas": [_build_set_rule(canasta_set, variant) for canasta_set in variant.sets],
        BONUSES_TITLE: [_build_bonus_rule(bonus, variant.canastas) for bonus in variant.bonuses],
        "Penalties": [_build_penalty_rule(penalty, variant.deck) for penalty in variant.penalties],
        SPECIAL_HANDS_TITLE: list(_iter_special_hand_rules(variant.specials)),
        "Points of cards": list(_iter_card_points_rules(variant)),
    }


def _build_phrases(*texts_by_topic: tuple[str, str], on_card: bool = True) -> tuple[_Phrase, ...]:
    return tuple(_Phrase(topic=topic, text=text, is_on_card=on_card) for topic, text in texts_by_topic if text)


def _iter_game_rules(variant: Variant) -> Iterator[RuleDescription]:
    packs = format_count(variant.deck.packs, "pack")
    deck = f"{packs} of 52 cards and {format_count(variant.deck.jokers, 'joker')}"
    game = variant.game
    end = format_game_end(game) + (", whichever comes first" if game.target and game.hands else "")
    tie = "if tied, play another hand" if game.tie == "play-on" else "a game can end in a tie"
    values = _format_card_values(variant.deck, has_black_threes=variant.can_hold_threes)
    yield RuleDescription(label="Deck", phrases=_build_phrases(("deck", deck)))
    yield RuleDescription(label="Cards", phrases=_build_phrases(("cards", values)))
    yield RuleDescription(
        label="Game", phrases=_build_phrases(("end", f"{end}; the {game.wins} total wins"), ("tie", tie))
    )
    if variant.has_partners_by_hand:
        yield RuleDescription(label="Partners", phrases=_build_phrases(("partners", _PARTNERS_BY_HAND)))
    attempt = variant.need.failed_attempt
    failed = f"each failed attempt adds {attempt} in that hand" if attempt else ""
    steps, higher = format_need_steps(variant.need)
    needs = _build_phrases(("steps", steps), ("hand steps", higher), ("failed attempt", failed))
    yield RuleDescription(label="Need to open", phrases=needs)
    yield RuleDescription(label="Opening", phrases=_build_opening_phrases(variant.opening))


def _format_card_values(deck: Deck, *, has_black_threes: bool) -> str:
    texts: list[str] = []
    for points, group in groupby((rank for rank in Rank if rank is not Rank.THREE), key=deck.points.__getitem__):
        ranks = list(group)
        run = f"{ranks[0]} to {ranks[-1]}" if len(ranks) >= _MIN_RUN_LENGTH else join_words(ranks)
        texts += [f"{run} = {points}"] if points else []
    texts += [f"black 3 = {deck.points[Rank.THREE]}"] if has_black_threes else []
    return ", ".join(texts)


def _build_opening_phrases(opening: OpeningRules) -> tuple[_Phrase, ...]:
    fewest, most = opening.group
    wilds = f"at most {opening.wilds} wild" if opening.wilds else "none wild"
    wilds += ", never more wild than natural" if opening.wilds_up_to_naturals else ""
    wilds += ", always more natural than wild" if opening.wilds_below_naturals else ""
    per_natural = format_wilds_per_natural(opening.wilds_per_natural) if opening.wilds_per_natural else ""
    alone = " unless wild cards alone are enough" if opening.can_open_with_wilds_alone else ""
    wild_groups = f"at most {format_count(opening.wild_groups, 'group')} of wild cards" if opening.wild_groups else ""
    natural_only = join_words(map(pluralize_rank, opening.natural_only), "or") if opening.natural_only else ""
    together = opening.wild_groups and opening.wilds_together
    return _build_phrases(
        ("group", f"groups of {fewest} to {most} cards of one rank, at least {opening.naturals} natural, {wilds}"),
        ("wilds per natural", f"at most {per_natural}" if per_natural else ""),
        ("mixed canasta", "" if opening.mixed_canasta else "no canasta with wild cards"),
        ("repeated ranks", "several groups may have the same rank" if opening.repeated_ranks else ""),
        ("sequences", "or sequences of natural cards in one suit" if opening.sequences else ""),
        ("natural only", f"no wild cards with {natural_only}" if natural_only else ""),
        ("natural group", f"at least one group without wild cards{alone}" if opening.natural_group else ""),
        ("wild groups", wild_groups),
        ("wilds together", "all wild cards go on that group until it is full" if together else ""),
        ("natural canasta", "a natural canasta is always enough to open" if opening.natural_canasta else ""),
        ("wild canasta", "a canasta of wild cards is always enough to open" if opening.wild_canasta else ""),
        ("pile", _PILE_TEXTS[opening.pile]),
        ("keep", _format_keep_rule(opening)),
        ("cards alone", "only the points of cards count toward the need, not bonuses or threes"),
    )


def _format_keep_rule(opening: OpeningRules) -> str:
    if not opening.keep:
        return "you can put down all your cards"
    kept = f"keep at least {format_count(opening.keep, 'card')} in your hand"
    kept += f", and {opening.keep_late} once the turn card is gone" if opening.keep_late else ""
    return kept if opening.pile == "never" else f"{kept}, but you need not keep any if you take the pile"


def _list_threes_rules(variant: Variant) -> list[RuleDescription]:
    threes = variant.threes
    if not threes.colors:
        return []
    rules = [_build_fact_rule(color, list_points_of_threes(color.values)) for color in threes.colors]
    if threes.all_points is not None:
        rules.append(RuleDescription(label="All threes in the deck on one side", figures=(f"{threes.all_points:,}",)))
    always = f"always {_get_sign_words(threes)[threes.signs[0]]}" if len(set(threes.signs)) == 1 else ""
    signs = always or _format_threes_signs(threes)
    turning = [color.label for color in threes.colors if color.turns]
    sentence = f"{turning[0] if len(turning) == 1 < len(threes.colors) else 'Threes'} are {signs}."
    rules.append(RuleDescription(label="They are", phrases=_build_phrases(("sign", signs)), sentence=sentence))
    rules += [
        RuleDescription(label=color.label, figures=("always added",)) for color in threes.colors if not color.turns
    ]
    uncounted = [canasta.label.lower() for canasta in variant.canastas if not canasta.counted]
    if uncounted and threes.sign_by == SIGN_BY_CANASTAS and not always:
        kinds = _build_phrases(("kinds", join_words(uncounted)))
        sentence = f"Not counted for this: {join_words(uncounted)}."
        rules.append(RuleDescription(label="Not counted", phrases=kinds, sentence=sentence))
    from_pile = _build_phrases(("from pile", "count only if the side took them with the pile"))
    rules += [
        RuleDescription(label=color.label, identifier=f"{color.name} from pile", phrases=from_pile)
        for color in threes.colors
        if color.from_pile
    ]
    return rules


def _format_threes_signs(threes: ThreesRules) -> str:
    if threes.sign_by == SIGN_BY_MELDED:
        conditions = ["if the side has not melded", "if it has"]
    else:
        kind = "canasta" if threes.sign_by == SIGN_BY_CANASTAS else f"{threes.sign_by} canasta"
        numbers = [f"no {kind}", f"one {kind}", f"two {kind}s", *(f"{n} {kind}s" for n in range(3, len(threes.signs)))]
        conditions = [f"with {number}" for number in numbers]
        conditions[len(threes.signs) - 1] += " or more"
    pairs = zip(threes.signs, conditions, strict=False)
    groups = ((sign, [when for _, when in group]) for sign, group in groupby(pairs, key=itemgetter(0)))
    words = _get_sign_words(threes)
    return join_words(f"{words[sign]} {join_words(whens, 'or')}" for sign, whens in groups)


def _get_sign_words(threes: ThreesRules) -> dict[Sign, str]:
    """Return the words of the signs, with the points of each three that is subtracted."""
    stated = [color for color in threes.colors if color.turns and color.minus_each is not None]
    by_color = [f"{color.label.lower()} at {color.minus_each:,} each" for color in stated]
    points = f" ({join_words(by_color)})" if by_color else ""
    if threes.minus_each is not None:
        points = f" at {threes.minus_each:,} each"
    return {**SIGN_WORDS, Sign.MINUS: SIGN_WORDS[Sign.MINUS] + points}


def _build_fact_rule(fact: Fact, figures: Iterable[str], phrases: Iterable[_Phrase] = ()) -> RuleDescription:
    most = _build_phrases(("most", f"at most {fact.most} for each side"), on_card=fact.most > 1) if fact.most else ()
    return RuleDescription(
        label=fact.label,
        fact=fact.name,
        short_name=fact.short_name,
        figures=tuple(figures),
        phrases=(*most, *phrases),
        about=fact.about,
    )


def _build_canasta_rule(canasta: Canasta, deck: Deck) -> RuleDescription:
    counts_as = f"counts as {canasta.counts_as}" if canasta.counts_as != canasta.name else ""
    scores_with = f"scored only with {canasta.scores_with}" if canasta.scores_with else ""
    phrases = (
        *_build_group_phrases(canasta.cards, deck),
        *_build_phrases(("counts as", counts_as), on_card=False),
        *_build_phrases(
            ("together", _format_values(canasta)),
            ("scores with", scores_with),
            ("counted", "" if canasta.counted else "does not count as one of the canastas you need"),
        ),
    )
    is_first_worthless = bool(canasta.values) and not canasta.points
    return _build_fact_rule(canasta, [] if is_first_worthless else [_format_points_by_hand(canasta)], phrases)


def _format_values(canasta: Canasta) -> str:
    """Return what several canastas of a kind are worth together, or an empty text if each is worth the same."""
    if not canasta.values:
        return ""
    first = [] if canasta.points else ["1 is worth nothing"]
    several = [f"{number} are worth {points:,}" for number, points in enumerate(canasta.values[1:], 2)]
    return f"{', '.join([*first, *several])}, each one more {canasta.points_of_further:,}"


def _build_set_rule(canasta_set: CanastaSet, variant: Variant) -> RuleDescription:
    needs = format_canasta_requirements(canasta_set.canastas, variant.canastas)
    stronger = [other.label.lower() for other in variant.sets if other.name in canasta_set.gives_way_to]
    return RuleDescription(
        label=canasta_set.label,
        identifier=canasta_set.name,
        figures=(f"{canasta_set.points:,}",),
        phrases=_build_phrases(
            ("takes", f"needs {needs}"),
            ("gives way", f"not scored with {join_words(stronger, 'or')}" if stronger else ""),
        ),
        about=canasta_set.about,
    )


def _build_group_phrases(cards: CardPattern, deck: Deck) -> tuple[_Phrase, ...]:
    if cards.sequence:
        return _build_phrases(("cards", f"a sequence of {cards.size} cards in one suit"), on_card=False)
    any_wilds = cards.wilds == (0, cards.size)
    any_jokers = not cards.wilds[1] or cards.jokers == (0, deck.jokers)
    return _build_phrases(
        ("cards", format_count(cards.size, "card")),
        ("ranks", f"of {' '.join(cards.ranks)}" if cards.ranks else ""),
        ("wilds", "any number of wild cards" if any_wilds else _format_range(cards.wilds, "wild card")),
        ("jokers", "" if any_jokers else _format_range(cards.jokers, "joker")),
        on_card=False,
    )


def _format_range(numbers: tuple[int, int], thing: str) -> str:
    fewest, most = numbers
    if not most:
        return f"no {thing}s"
    if not fewest:
        return f"at most {format_count(most, thing)}"
    return format_count(most, thing) if fewest == most else f"{fewest} to {format_count(most, thing)}"


def _build_bonus_rule(bonus: Bonus, canastas: tuple[Canasta, ...]) -> RuleDescription:
    steps = bonus.needs_by_hand or (bonus.needs,)
    needs = _join_steps([format_canasta_requirements(step, canastas) for step in steps])
    phrases = (
        *_build_phrases(
            ("beside", f"only with {bonus.beside}, and in addition to its points" if bonus.beside else ""),
            ("needs", f"needs {needs}" if needs else ""),
            ("opens", "no points are needed to open" if bonus.opens_at_any_need else ""),
            ("forbids", f"not with {join_words(bonus.forbids, 'or')}" if bonus.forbids else ""),
            ("one side", "only one side in a hand" if bonus.one_side else ""),
            ("always", "scored with a special hand too" if bonus.always else ""),
        ),
        *_build_phrases(
            ("ends play", "ends the hand" if bonus.ends_play else ""),
            ("exactly", f"exactly {format_count(bonus.exactly, 'card')}" if bonus.exactly else ""),
            on_card=False,
        ),
    )
    return _build_fact_rule(bonus, [_format_points_by_hand(bonus)], phrases)


def _format_points_by_hand(fact: Bonus | Canasta) -> str:
    return _join_steps([f"{points:,}" for points in fact.points_by_hand or (fact.points,)])


def _join_steps(steps: Sequence[str]) -> str:
    return steps[0] if len(steps) == 1 else f"{', then '.join(steps)} from hand {len(steps)} on"


def _build_penalty_rule(penalty: Penalty, deck: Deck) -> RuleDescription:
    phrases = _build_phrases(
        ("place", _PLACE_TEXTS[penalty.place]),
        ("threes", f"{join_words(penalty.threes)} threes" if penalty.threes else ""),
        ("least", f"at least {penalty.least}" if penalty.least else ""),
        ("first meld", "only for the first meld" if penalty.first_meld else ""),
        ("when out", "only when a side goes out" if penalty.when_out else ""),
        ("players", f"each of {penalty.players} players once" if penalty.players else ""),
        ("not with", f"not with {join_words(penalty.not_with, 'or')}" if penalty.not_with else ""),
        on_card=False,
    )
    cards = _build_group_phrases(penalty.cards, deck) if penalty.cards else ()
    figure = f"-{penalty.points:,}"
    if penalty.is_in_points:
        figure = "as entered" if penalty.points == 1 else f"entered times {penalty.points}"
    return _build_fact_rule(penalty, [figure], (*phrases, *cards))


def _iter_special_hand_rules(specials: SpecialHandRules) -> Iterator[RuleDescription]:
    if specials.hands:
        others = _build_phrases(("others", _OPPONENTS_TEXTS[specials.opponents]))
        if not specials.beside_melds:
            others += _build_phrases(("beside melds", "a side that has melded cannot have one"))
        yield RuleDescription(label="The other sides", phrases=others)
    for hand in specials.hands:
        wins = _build_phrases(
            (OWN_TOPIC, "the side scores everything else too" if hand.own == "score" else ""),
            ("wins", "wins the game, no matter what the totals are" if hand.wins_game else ""),
        )
        yield _build_fact_rule(
            hand,
            [f"{hand.points:,}"],
            wins + _build_phrases(("cards", "; or ".join(map(_format_layout, hand.layouts))), on_card=False),
        )


def _format_layout(groups: Sequence[CardGroup]) -> str:
    singles = ["/".join(group.kinds).replace("three", Rank.THREE) for group in groups if group.size == 1]
    texts = [f"one each of {' '.join(singles)}"] if singles else []
    for group, equal in groupby(groups):
        names = join_words([_KIND_NAMES.get(kind) or pluralize_rank(Rank(kind)) for kind in group.kinds], "or")
        noun, of = ("pair", names) if group.size == _PAIR_SIZE else ("group", f"{group.size} {names}")
        texts += [f"{format_count(len(list(equal)), noun)} of {of}"] if group.size > 1 else []
    return "; ".join(texts)


def _iter_card_points_rules(variant: Variant) -> Iterator[RuleDescription]:
    card_points = variant.card_points
    is_usual = card_points.no_canasta is Sign.PLUS
    no_canasta = _build_phrases(("no canasta", _NO_CANASTA_TEXTS[card_points.no_canasta]), on_card=not is_usual)
    melded = _build_phrases(("melded", "all melded cards; those of a canasta count in addition to its bonus"))
    feet = ", and a foot that was not played" if variant.has_foot else ""
    held = _build_phrases(("held", f"the cards of all players of the side, even if one of them went out{feet}"))
    yield _build_fact_rule(card_points.on_table, ["added"], (*melded, *no_canasta))
    yield _build_fact_rule(card_points.in_hand, ["subtracted"], held)
