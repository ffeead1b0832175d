"""Rule files that were spoilt: each is refused with remedies, or what it says can be played."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, get_args

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.corruption.ledgers import SPOILERS
from support.paths import VARIANTS
from support.randomness import rounds
from support.strategies.hands import Facts, any_facts
from support.variants import SHIPPED

from canasta_score import (
    RuleError,
    Variant,
    canasta_to_open,
    check_opening,
    find_opening,
    load_variant,
    opening_need,
    referee,
    score_hand,
)
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.hand.tally.interview import list_questions
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.report.rules.card import format_rule_card
from canasta_score.report.rules.differences import compare_rules
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.model.cards import NATURAL_RANKS, Rank
from canasta_score.rules.model.rewards import COLORS_OF_THREES, WILD_CARDS, CardPlace, PenaltyUnit
from canasta_score.rules.model.variant import read_variant
from canasta_score.rules.text import is_printable_line

HELD = "4 4 4 A A A A 7 7 7 2 JK"
WORDS = st.one_of(
    st.text(min_size=1, max_size=5), st.sampled_from(["7", "natural", "canastas", "wild", "points", "Ω", "\x1b"])
)
NUMBERS = st.sampled_from((-1, 0, 1, 2, 5, 7, 8, 1000, 9_999_999, 10_000_000)) | st.integers()
PLAIN = st.one_of(st.none().map(lambda _: {}), st.booleans(), NUMBERS, st.floats(), WORDS, st.dates())
ANYTHING = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(WORDS, inner, max_size=5))


@cache
def stated() -> Mapping[str, Sequence[object]]:
    """Return the values of each key in the shipped files, wherever it is."""
    values: dict[str, list[object]] = {}
    tables: list[Mapping[str, object]] = [load_with_overrides(name)[0] for name in SHIPPED]
    for table in tables:
        for key, value in table.items():
            values.setdefault(key, []).append(value)
            if isinstance(value, dict):
                tables.append(value)
    return values


@st.composite
def changed_rules(draw: st.DrawFn) -> dict[str, object]:
    """Draw the rules of a variant with some keys changed, taken out, or doubled under another name."""
    rules = deepcopy({**load_with_overrides(draw(st.sampled_from(SHIPPED)))[0]})
    for _ in range(draw(st.integers(1, 3))):
        change_a_key(draw, rules)
    return rules


def change_a_key(draw: st.DrawFn, table: dict[str, Any]) -> None:
    """Change a key at any depth, or set one beside the others; often to what another file says there or elsewhere."""
    key = draw(st.sampled_from([*table]) | WORDS) if table else draw(WORDS)
    value = table.get(key)
    if isinstance(value, dict) and draw(st.integers(0, 3)):
        change_a_key(draw, value)
        return
    elsewhere = stated().get(key) or [*chain.from_iterable(stated().values())]
    match draw(st.sampled_from(("anything", "elsewhere", "elsewhere", "number", "out", "doubled"))):
        case "anything":
            table[key] = draw(ANYTHING)
        case "elsewhere":
            table[key] = deepcopy(draw(st.sampled_from(elsewhere)))
        case "number":
            table[key] = draw(NUMBERS)
        case "out":
            table.pop(key, None)
        case _:
            table[draw(st.sampled_from([*stated()]) | WORDS)] = deepcopy(value)


@st.composite
def rules_changed_a_little(draw: st.DrawFn) -> dict[str, object]:
    """Draw the rules of a variant in which a few keys have what another variant says there."""
    rules = deepcopy({**load_with_overrides(draw(st.sampled_from(SHIPPED)))[0]})
    for _ in range(draw(st.integers(1, 3))):
        table: dict[str, Any] = rules
        while isinstance(table[key := draw(st.sampled_from([*table]))], dict) and table[key]:
            table = table[key]
        table[key] = deepcopy(
            draw(st.sampled_from([value for value in stated()[key] if type(value) is type(table[key])]))
        )
    return rules


def read_or_refused(rules: Mapping[str, object]) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """Read rules, or give what is wrong with them."""
    try:
        return read_variant(rules, "ours.toml", {}), ()
    except RuleError as error:
        return None, error.diagnostics


def loaded_or_refused(path: Path) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """Load a rule file, or give what is wrong with it."""
    try:
        return load_variant(path), ()
    except RuleError as error:
        return None, error.diagnostics


def can_be_played(variant: Variant, facts: Facts, total: int) -> None:
    """See that by some rules a hand is asked for, told again and scored, and a side opens."""
    for side in score_hand(variant, facts).sides.values():
        assert side.total == sum(line.points for line in side.lines)
    assert all(problem.hint for problem in referee(variant, facts))
    assert not any(facts.values()) or parse_tally(variant, format_tally(variant, facts).split()) == facts
    assert list_questions(variant, [*facts], {})
    need, canasta = opening_need(variant, total, 3), canasta_to_open(variant, total, 3)
    found = find_opening(variant, need, HELD, canasta=canasta)
    if found.groups:
        again = check_opening(variant, need, [list(group.cards) for group in found.groups], canasta=canasta)
        assert (again.legal, again.opens) == (True, found.opens)
    assert all(map(is_printable_line, format_rule_card(variant).split("\n")))
    assert all(one.a != one.b for one in compare_rules(load_variant("nvso"), variant))


@settings(max_examples=rounds(200))
@given(rules=changed_rules(), data=st.data())
def test_whatever_a_file_says_is_refused_with_remedies_or_can_be_played(
    rules: dict[str, object], data: st.DataObject
) -> None:
    variant, problems = read_or_refused(rules)
    assert all(problem.file and problem.where and problem.hint for problem in problems)
    if variant:
        can_be_played(variant, data.draw(any_facts(variant)), data.draw(st.integers(-20_000, 20_000)))


@given(rules=rules_changed_a_little(), data=st.data())
def test_rules_that_are_changed_a_little_can_be_played(rules: dict[str, object], data: st.DataObject) -> None:
    variant, _ = read_or_refused(rules)
    assume(variant)  # hypothesis fails where that is seldom so
    assert variant
    can_be_played(variant, data.draw(any_facts(variant)), data.draw(st.integers(-20_000, 20_000)))


SPANS = st.tuples(st.integers(0, 7), st.integers(0, 7)).map(sorted)
POINTS = {"points": st.sampled_from((0, 5, 7, 100))}
PENALTIES = st.fixed_dictionaries(
    {**POINTS, "of": st.sampled_from((*Rank, WILD_CARDS, *COLORS_OF_THREES)).map(str)},
    optional={
        "where": st.sampled_from(get_args(CardPlace)),
        "cards": st.integers(1, 20),
        "jokers": SPANS,
        "counted_in": st.sampled_from(get_args(PenaltyUnit)),
    },
)
CANASTAS = st.fixed_dictionaries(
    POINTS,
    optional={
        "ranks": st.lists(st.sampled_from(NATURAL_RANKS).map(str), unique=True, max_size=4),
        "wilds": SPANS,
        "jokers": SPANS,
        "cards": st.integers(1, 12),
        "sequence": st.booleans(),
    },
)


@given(name=st.sampled_from(SHIPPED), penalty=PENALTIES, canasta=CANASTAS, data=st.data())
def test_whatever_cards_a_penalty_or_a_canasta_is_for_it_is_refused_with_remedies_or_can_be_played(
    name: str, penalty: dict[str, object], canasta: dict[str, object], data: st.DataObject
) -> None:
    rules: dict[str, Any] = deepcopy({**load_with_overrides(name)[0]})
    rules["penalties"] = {**rules.get("penalties", {}), "caught": penalty}
    rules["canastas"]["of-ours"] = canasta
    variant, problems = read_or_refused(rules)
    assert all(problem.where.startswith(("penalties.caught", "canastas.of-ours")) for problem in problems)
    assert all(problem.hint for problem in problems)
    if variant:
        can_be_played(variant, data.draw(any_facts(variant)), 0)


@given(
    name=st.sampled_from(SHIPPED),
    ways=st.lists(st.sampled_from(sorted(SPOILERS)), min_size=1, max_size=3),
    seed=st.integers(0, 2**32 - 1),
    data=st.data(),
)
def test_however_a_file_is_spoilt_it_is_refused_with_remedies_or_can_be_played(
    name: str, ways: list[str], seed: int, data: st.DataObject, own_variants: Path
) -> None:
    path, random = own_variants / "ours.toml", Random(seed)
    text = (VARIANTS / f"{name}.toml").read_bytes()
    for way in ways:
        text = SPOILERS[way](text, random)
    path.write_bytes(text)
    variant, problems = loaded_or_refused(path)
    assert all(problem.file and problem.message and problem.hint for problem in problems)
    if variant:
        can_be_played(variant, data.draw(any_facts(variant)), data.draw(st.integers(-20_000, 20_000)))
