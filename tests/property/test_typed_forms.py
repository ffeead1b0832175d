"""However people type an item or a side, it says the same as the plain form."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.answers import check_meaning
from support.strategies.hands import Facts, any_facts, tally_of
from support.variants import SAMPLE_THEN_SLOW, variant

from canasta_score import TallyError, Variant
from canasta_score.hand.opening.cards import parse_card_list
from canasta_score.hand.tally.interview import list_questions, parse_answer
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.rules.model.cards import Rank

NAMES = {"we": "Zoë & Quentin", "they": "Xenia and Vic O\u2019Dell"}
PLAIN_SIDES = {"we": ("we", "WE:", "us", "Us"), "they": ("they", "They:", "them", "THEM")}
NAMED_SIDES = {
    "we": (*PLAIN_SIDES["we"], "zoe", "ZOË", "Quent", "quentin:", "Zoë & Quentin", "zoe and quentin", "“Quentin”"),
    "they": (*PLAIN_SIDES["they"], "xen", "Xenia:", "v", "vic o'dell", "Vic O\u2019Dell", "xenia & vic o'dell"),
}
NO_NAMES = dict.fromkeys(PLAIN_SIDES, "")
FULL_WIDTH = str.maketrans({chr(code): chr(code + 0xFEE0) for code in range(ord("0"), ord("9") + 1)})
SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
@given(data=st.data(), seed=SEEDS, names=st.sampled_from([["we", "they"], NAMES]))
def test_what_was_always_accepted_is_read_alike_whatever_the_names(
    name: str, data: st.DataObject, seed: int, names: dict[str, str] | list[str]
) -> None:
    facts = data.draw(any_facts(variant(name)))
    assert parse_tally(variant(name), tally_of(variant(name), facts, Random(seed)), names) == facts


@pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
@given(data=st.data(), seed=SEEDS)
def test_every_form_equals_its_plain_form(name: str, data: st.DataObject, seed: int) -> None:
    facts = data.draw(any_facts(variant(name)))
    words = _type_loosely(variant(name), facts, NAMED_SIDES, Random(seed))
    check_meaning(variant(name), words, NAMES, facts)


@pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
@given(data=st.data(), seed=SEEDS)
def test_no_form_needs_the_names_of_the_sides(name: str, data: st.DataObject, seed: int) -> None:
    facts = data.draw(any_facts(variant(name)))
    words = _type_loosely(variant(name), facts, PLAIN_SIDES, Random(seed))
    check_meaning(variant(name), words, NO_NAMES, facts)


@pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
def test_a_player_whose_name_begins_an_item_leaves_the_item_as_it_is(name: str) -> None:
    rules = variant(name)
    for item, fact in rules.facts.items():
        word = f"{item}=1" if fact.is_in_points else item
        names = {"we": f"{item[:3]} & Bob", "they": "Cy & Di"}
        assert parse_tally(rules, ["we", word, "they", f"{item}=2"], names) == {"we": {item: 1}, "they": {item: 2}}
        for beginning in (item[:length] for length in range(2, len(item))):
            plain = _parse_or_refuse(rules, ["we", f"{beginning}=2"], ["we", "they"])
            assert _parse_or_refuse(rules, ["we", f"{beginning}=2"], names) == plain


def _parse_or_refuse(rules: Variant, words: list[str], names: dict[str, str] | list[str]) -> object:
    try:
        return parse_tally(rules, words, names)
    except TallyError as error:
        return [(refusal.code, refusal.choices) for refusal in error.diagnostics]


def _type_loosely(rules: Variant, facts: Facts, sides: Mapping[str, Sequence[str]], random: Random) -> list[str]:
    words: list[str] = []
    for side in random.sample([*facts], len(facts)):
        words.append(random.choice(sides[side]))
        items = random.sample([*facts[side]], len(facts[side]))
        words += [_type_item(rules, item, facts[side][item], random) + random.choice(("", "", ",")) for item in items]
    return " ".join(words).split()


def _type_item(rules: Variant, item: str, number: int, random: Random) -> str:
    amounts = [str(number), f"{number:,}", str(number).translate(FULL_WIDTH)]
    if number >= 1000:
        amounts.append(f"{number:,}".replace(",", "."))
    signs = ["=", ":", ": ", " ", " = ", "= ", " =", "\uff1d", "\uff1a"]
    names = [item, item.title(), item.replace("-", "_"), f"“{item}”"]
    fact = rules.facts.get(item)
    if fact and fact.most == 1 and number > 1:
        signs.remove(" ")  # `out 2 red` is went out, and two red threes
    else:  # `dream hand=85` is dream-hand, and points left in hand
        names.append(item.replace("-", " "))
    if fact and fact.most == 1 and number <= 1:
        amounts += ["yes" if number else "no", "Yes" if number else "NO"]
    if number == 1 and fact and not fact.is_in_points and random.random() < 0.3:
        return random.choice(names)
    amount = random.choice(amounts)
    if amount[0].isdecimal() and item[:3] not in ("red", "bla"):  # nat1
        signs.append("")
    return random.choice(names) + random.choice(signs) + amount


@pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
@given(data=st.data(), seed=SEEDS)
def test_numbers_before_their_items_and_labels_equal_the_plain_form(name: str, data: st.DataObject, seed: int) -> None:
    facts, rules, random = data.draw(any_facts(variant(name))), variant(name), Random(seed)
    words: list[str] = []
    for side, side_facts in facts.items():
        words.append(random.choice(PLAIN_SIDES[side]))
        for item, number in random.sample([*side_facts.items()], len(side_facts)):
            words += _type_number_first(rules, item, number, random)
    check_meaning(rules, words, NO_NAMES, facts)


def _type_number_first(rules: Variant, item: str, number: int, random: Random) -> list[str]:
    fact = rules.facts.get(item)
    if fact is None or number < 0:  # a part as one figure, which may be less than zero
        return [f"{item}={number}"]
    label = fact.label.replace(",", "").lower()
    names = [item, label, label.removesuffix("s"), *([fact.short_name] if fact.short_name else [])]
    amount = random.choice([str(number), f"{number:,}", f"{number:,}".replace(",", ".")])
    word, *others = random.choice(names).split()
    return random.choice([[amount, word, *others], [f"{amount}{word}", *others]])


@pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
@given(data=st.data(), seed=SEEDS)
def test_cards_are_read_alike_however_they_are_typed(name: str, data: st.DataObject, seed: int) -> None:
    rules, random = variant(name), Random(seed)
    ranks: st.SearchStrategy[Rank] = st.sampled_from([rank for rank in Rank if rank is not Rank.THREE])
    cards: dict[Rank, int] = data.draw(st.dictionaries(ranks, st.integers(1, 4), min_size=1, max_size=5))
    terms = [_type_cards(rank, count, random) for rank, count in cards.items()]
    points = rules.deck.sum_points(cards)
    plus, commas = "+".join(terms), ",".join(terms)
    listed = [rank for term in terms for rank in parse_card_list([term])]
    assert sorted(listed) == sorted(parse_card_list(commas)) == sorted(parse_card_list(" ".join(terms)))
    assert rules.deck.sum_points(Counter(listed)) == points
    assert parse_tally(rules, ["we", f"hand={plus}"])["we"] == {"hand": points}
    assert parse_tally(rules, ["we", f"h{plus}"])["we"] == {"hand": points}
    question = next(one for one in list_questions(rules, ["we"], {}) if one.label == "Left in hand")
    assert parse_answer(rules, question, plus) == {"hand": points}
    if len(terms) > 1 and not all(term.isdecimal() for term in terms):
        assert parse_answer(rules, question, " ".join(terms)) == {"hand": points}


def _type_cards(rank: Rank, count: int, random: Random) -> str:
    name = random.choice([rank.value, rank.value.lower(), *(["T", "t"] if rank is Rank.TEN else [])])
    forms = [f"{count}x{name}", f"{count}X{name}"]
    if name.isalpha() and rank is not Rank.JOKER:
        forms += [name * count] if count > 1 else [name]
    if rank is Rank.JOKER:
        forms += [f"{count}xjokers", *(["joker"] if count == 1 else [])]
    return random.choice(forms)
