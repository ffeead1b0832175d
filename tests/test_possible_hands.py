"""Hands that were dealt from a real deck: the referee lets them pass, and their score adds up."""

from functools import cache
from random import Random

import pytest
from dealing import Facts, any_facts, hands, tally_of
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_score import HandScore, Variant, load_variant, referee, score_hand
from canasta_score.hand.referee import Severity
from canasta_score.hand.tally import read_tally
from canasta_score.rules.facts import Part

VARIANTS = ("nvso", "nvso-tournament", "wca", "catawba")
SEEDS = st.integers(0, 2**32 - 1)


@cache
def rules(name: str) -> Variant:
    return load_variant(name)


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_nothing_dealt_from_the_deck_is_impossible(name: str, data: st.DataObject) -> None:
    facts = data.draw(hands(rules(name)))
    assert [problem for problem in referee(rules(name), facts) if problem.severity is Severity.IMPOSSIBLE] == []
