"""A tally as people say it: the facts come back, or the program says that it could mean several things."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.answers import check_meaning
from support.variants import variant

from canasta_score import Variant
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.threes import ThreesOfColor

RULES = ("nvso", "modern-american", "hand-and-foot", "classic")
SIDES = {"we": "", "they": ""}
SEEDS = st.integers(0, 2**32)


@st.composite
def spoken_facts(draw: st.DrawFn, rules: Variant) -> dict[str, int]:
    """Return facts of one side in any order, with the numbers that people have."""
    names = draw(st.lists(st.sampled_from([*rules.facts]), unique=True, min_size=1, max_size=7))
    facts: dict[str, int] = {}
    for name in names:
        fact = rules.facts[name]
        numbers = st.integers(1, 300).map((rules.deck.point_unit or 5).__mul__)
        facts[name] = draw(numbers if fact.is_in_points else st.integers(1, fact.most or 4))
    return facts


@pytest.mark.parametrize("name", RULES)
@given(data=st.data(), seed=SEEDS)
def test_items_between_commas_are_certain(name: str, data: st.DataObject, seed: int) -> None:
    facts, random = data.draw(spoken_facts(variant(name))), Random(seed)
    items = say_items(variant(name), facts, random)
    mark = random.choice([", ", "; ", " , ", ","] if all(item[0].isalpha() for item in items) else [", ", "; "])
    assert parse_tally(variant(name), f"we {mark.join(items)} they".split())["we"] == facts, items


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("is_number_first", [True, False])
@given(data=st.data())
def test_numbers_that_all_stand_on_one_side_are_certain(
    name: str, data: st.DataObject, *, is_number_first: bool
) -> None:
    facts = data.draw(spoken_facts(variant(name)))
    pairs = [f"{number} {item}" if is_number_first else f"{item} {number}" for item, number in facts.items()]
    assert parse_tally(variant(name), f"we {' '.join(pairs)}".split())["we"] == facts


@pytest.mark.parametrize("name", RULES)
@given(data=st.data(), seed=SEEDS)
def test_without_commas_the_facts_come_back_or_the_person_is_asked(name: str, data: st.DataObject, seed: int) -> None:
    rules, random = variant(name), Random(seed)
    facts = data.draw(spoken_facts(rules))
    items = say_items(rules, facts, random)
    words = " ".join(["we", *(item + random.choice(("", "", "", ",", " and")) for item in items)]).split()
    check_meaning(rules, words, SIDES, {"we": facts, "they": {}})


def say_items(rules: Variant, facts: dict[str, int], random: Random) -> list[str]:
    """Return each fact as people say it: what happens once without a number, and all points in one order."""
    way_of_points = random.randrange(3)
    return [say_item(rules, name, number, random, way_of_points) for name, number in facts.items()]


def say_item(rules: Variant, name: str, number: int, random: Random, way_of_points: int) -> str:
    fact = rules.facts[name]
    # Other labels, such as "Left in hand", can make another label with the word before them.
    labels = [fact.label.replace(",", "").lower()] if isinstance(fact, (Canasta, ThreesOfColor)) else []
    words = random.choice([name, *labels])
    ways = [f"{words} {number}", f"{number} {words}", f"{name}={number}"]
    if fact.is_in_points:
        return ways[way_of_points]
    return words if fact.most == 1 else random.choice([words, words, *ways] if number == 1 else ways)
