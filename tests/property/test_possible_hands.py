"""Hands that were dealt from a real deck: the referee lets them pass, and their score adds up."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies.hands import Facts, Way, any_facts, facts_of, hands, tally_of
from support.variants import SAMPLE_THEN_SLOW, SHIPPED, variant

from canasta_score import HandScore, Variant, referee, score_hand
from canasta_score.hand.facts import NamedPoints, list_card_patterns, strip_named_cards
from canasta_score.hand.partners import is_own
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.tally import formatter as facts_as_tally
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.rules.diagnostics import Severity
from canasta_score.rules.model.canastas import CardPattern
from canasta_score.rules.model.cards import NATURAL_RANKS, Rank
from canasta_score.rules.model.facts import BASE, ScorePart

SEEDS = st.integers(0, 2**32 - 1)
MOST_GROUPS = 4  # of which every way is tried


@pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
@given(data=st.data())
def test_nothing_dealt_from_the_deck_is_impossible(name: str, data: st.DataObject) -> None:
    facts = data.draw(hands(variant(name)))
    assert [problem for problem in referee(variant(name), facts) if problem.severity is Severity.IMPOSSIBLE] == []


@pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
@given(data=st.data())
def test_nothing_dealt_is_impossible_where_every_card_is_named(name: str, data: st.DataObject) -> None:
    facts = data.draw(hands(variant(name), named=True))
    assert [problem for problem in referee(variant(name), facts) if problem.severity is Severity.IMPOSSIBLE] == []


@pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
@given(data=st.data())
def test_one_item_more_is_refused_just_where_the_named_cards_are_not_enough(name: str, data: st.DataObject) -> None:
    rules = variant(name)
    facts = data.draw(hands(rules, named=True))
    added = data.draw(st.sampled_from([canasta.name for canasta in rules.canastas]))
    for side_facts in facts.values():
        table, more = side_facts.get("table"), {**side_facts, added: side_facts.get(added, 0) + 1}
        patterns = [
            pattern
            for fact, place, pattern in list_card_patterns(rules)
            for _ in range(more.get(fact, 0))
            if place == "table"
        ]
        plain = find_problems(rules, {"we": {**more, "table": int(table or 0)}, "they": {}})
        is_beyond_deck = any(problem.fact not in ("table", "out") for problem in plain)
        if isinstance(table, NamedPoints) and len(patterns) <= MOST_GROUPS and not is_beyond_deck:
            problems = find_problems(rules, {"we": more, "they": {}})
            is_refused = any("check the cards in table=" in problem.hint for problem in problems)
            assert is_refused is not fit(Counter(table.cards), patterns)


def fit(cards: Counter[Rank], patterns: Sequence[CardPattern]) -> bool:
    """Return whether groups of these patterns can be taken from cards, by trying every way."""
    if not patterns:
        return True
    pattern, *others = patterns
    return any(not group - cards and fit(cards - group, others) for group in groups_of(pattern))


def groups_of(pattern: CardPattern) -> Iterator[Counter[Rank]]:
    """Yield every group of cards that a pattern may be."""
    if pattern.sequence:
        yield from map(Counter, pattern.iter_sequences())
        return
    for wilds in range(pattern.wilds[0], pattern.wilds[1] + 1):
        for jokers in range(pattern.jokers[0], min(pattern.jokers[1], wilds) + 1):
            for rank in (pattern.ranks or NATURAL_RANKS) if wilds < pattern.size else (Rank.TWO,):
                group = Counter({rank: pattern.size - wilds}) + Counter({Rank.JOKER: jokers})
                yield group + Counter({Rank.TWO: wilds - jokers})


@pytest.mark.parametrize("name", [name for name in SHIPPED if variant(name).specials.hands])
def test_every_special_hand_is_dealt(name: str) -> None:
    way = Way(
        sides=2, melds=4, ranks="any", wilds="any", wild_melds=False, jokers_last=False, open_melds=False,
        lopsided=False, extras=False, in_hand="some", threes="any", end="special",
    )  # fmt: skip
    rules, random = variant(name), Random(name)
    dealt = [facts_of(rules, way, random) for _ in range(8 * len(rules.specials.hands))]
    assert {fact for facts in dealt for side in facts.values() for fact in side} >= rules.specials.names
    for facts in dealt:
        assert [problem for problem in referee(rules, facts) if problem.severity is Severity.IMPOSSIBLE] == []


@pytest.mark.parametrize("name", [name for name in SHIPPED if variant(name).has_partners_by_hand])
@given(data=st.data(), seed=SEEDS)
def test_partners_share_one_of_two_hands_dealt_from_the_deck(name: str, data: st.DataObject, seed: int) -> None:
    rules, random = variant(name), Random(seed)
    dealt = data.draw(hands(rules).filter(lambda facts: len(facts) == 2 and BASE not in facts["they"]))
    ann, bob, together = split_threes(rules, dealt["they"], random)
    facts = {"ann+bob": together, "ann": ann, "bob": bob, "cy": dealt["we"]}
    assert [problem for problem in referee(rules, facts) if problem.severity is Severity.IMPOSSIBLE] == []
    score = score_hand(rules, facts)
    adds_up(score)
    for side, own in (("ann", ann), ("bob", bob)):  # each scores as a whole side with only these threes does
        assert score.sides[side] == score_hand(rules, {"we": dealt["we"], "they": {**together, **own}}).sides["they"]
    assert score.sides["cy"] == score_hand(rules, dealt).sides["we"]
    tally = facts_as_tally.format_tally(rules, facts).split()
    assert not tally or parse_tally(rules, tally, ["ann", "bob", "cy"]) == facts


def split_threes(rules: Variant, facts: dict[str, int], random: Random) -> tuple[dict[str, int], ...]:
    """Share out the threes of a side to two partners; the rest they have together."""
    threes = {fact for fact in facts if is_own(rules, fact)}
    ann = {fact: random.randint(0, facts[fact]) for fact in sorted(threes)}
    bob = {fact: facts[fact] - ann[fact] for fact in ann}
    together = {fact: number for fact, number in facts.items() if fact not in threes}
    return *({fact: number for fact, number in own.items() if number} for own in (ann, bob)), together


class TestScore:
    """A score is its lines: each part is the sum of its lines, and the total the sum of the parts."""

    @pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
    @given(data=st.data())
    def test_of_a_dealt_hand_adds_up(self, name: str, data: st.DataObject) -> None:
        adds_up(score_hand(variant(name), data.draw(hands(variant(name)))))

    @pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
    @given(data=st.data())
    def test_of_any_facts_adds_up(self, name: str, data: st.DataObject) -> None:
        adds_up(score_hand(variant(name), data.draw(any_facts(variant(name)))))


def adds_up(score: HandScore) -> None:
    for side in score.sides.values():
        of_part = {part: [line.points for line in side.lines if line.part is part] for part in ScorePart}
        assert side.base == sum(of_part[ScorePart.BASE])
        assert side.count == sum(of_part[ScorePart.COUNT])
        assert side.penalties == sum(of_part[ScorePart.PENALTIES])
        assert not any(of_part[ScorePart.SET_ASIDE])
        assert side.total == sum(line.points for line in side.lines)


class TestTally:
    """However the words of a tally are ordered and written, they say the same."""

    @pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
    @given(data=st.data(), seed=SEEDS)
    def test_of_a_dealt_hand_in_any_order(self, name: str, data: st.DataObject, seed: int) -> None:
        says_the_same_in_any_order(variant(name), data.draw(hands(variant(name))), seed)

    @pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
    @given(data=st.data(), seed=SEEDS)
    def test_of_any_facts_in_any_order(self, name: str, data: st.DataObject, seed: int) -> None:
        says_the_same_in_any_order(variant(name), data.draw(any_facts(variant(name))), seed)

    @pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
    @given(data=st.data(), short=st.booleans())
    def test_of_any_facts_reads_to_them_again(self, name: str, data: st.DataObject, *, short: bool) -> None:
        facts = data.draw(any_facts(variant(name)).filter(lambda facts: any(facts.values())))
        tally = facts_as_tally.format_tally(variant(name), facts, with_short_names=short)
        assert parse_tally(variant(name), tally.split(), [*facts]) == facts


def says_the_same_in_any_order(rules: Variant, facts: Facts, seed: int) -> None:
    words = tally_of(rules, facts, Random(seed))
    read = parse_tally(rules, words, [*facts])
    assert read == facts
    assert score_hand(rules, read) == score_hand(rules, facts)
    assert referee(rules, strip_named_cards(read)) == referee(rules, facts)  # the cards are any that have the points
