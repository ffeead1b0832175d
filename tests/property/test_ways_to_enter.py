"""A hand is the same in the file, whether it came from a phone, from a line or from one answer after the other."""

import tomllib
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.strategies.hands import Facts, hands
from support.variants import SAMPLE_THEN_SLOW, variant

from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.entry_format import serialize_entry
from canasta_score.game.storage.journal_format import format_entry
from canasta_score.game.storage.ledger_files import complete_entry
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.tally.interview import list_questions, parse_answer, parse_fields
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.recording.draft import HandDraft
from canasta_score.recording.from_python import new_ledger
from canasta_score.recording.games import AddHand
from canasta_score.rules.model.facts import DIRECT_FACTS

NINE = datetime(2026, 11, 21, 21, 0, tzinfo=UTC)


def enter_by_phone(game: Ledger, facts: Facts) -> HandFacts:
    fields = {f"{side}.{name}": str(number) for side, own in facts.items() for name, number in own.items()}
    return parse_fields(game.variant, game.side_names, fields)


def enter_as_a_line(game: Ledger, facts: Facts) -> HandFacts:
    words = [word for side, own in facts.items() for word in (side, *(f"{name}={own[name]}" for name in own))]
    return parse_tally(game.variant, words, game.side_names)


def enter_answer_by_answer(game: Ledger, facts: Facts) -> HandFacts:
    draft = HandDraft(game=game)
    for position in range(len(list_questions(game.variant, game.side_names, {}))):
        if position >= len(questions := draft.list_questions()):
            break
        own = {fact.name: facts[questions[position].side].get(fact.name, 0) for fact in questions[position].facts}
        reply = " ".join(f"{name}={number}" for name, number in own.items() if number) or "0"
        if questions[position].is_yes_or_no:
            reply = "y" if any(own.values()) else "n"
        draft = draft.set_answer(questions[position], parse_answer(game.variant, questions[position], reply))
    return draft.collect_facts()


WAYS = {"phone": enter_by_phone, "line": enter_as_a_line, "answers": enter_answer_by_answer}


@cache
def start(name: str, sides: tuple[str, ...]) -> Ledger:
    with TemporaryDirectory() as folder:
        return new_ledger(Path(folder) / "canasta.toml", variant(name), {side: side.upper() for side in sides})


def write(game: Ledger, facts: Facts, way: str) -> object:
    """Return what a hand adds to the file of a game, without what says that it came from a phone."""
    request = AddHand(facts=WAYS[way](game, facts), anyway=True, is_from_phone=way == "phone")
    text = format_entry(serialize_entry(complete_entry(game, request.propose(game, NINE).entry)))
    assert ('by = "phone"' in text) == (way == "phone")
    return tomllib.loads(text.replace('by = "phone"\n', ""))


@pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
@settings(deadline=None)
@given(data=st.data())
def test_every_way_to_enter_a_hand_writes_the_same(name: str, data: st.DataObject) -> None:
    if variant(name).has_partners_by_hand:
        return
    drawn = data.draw(hands(variant(name)))
    facts = {side: {fact: number for fact, number in own.items() if number} for side, own in drawn.items()}
    assume(any(facts.values()))  # a hand without anything is refused
    game = start(name, tuple(facts))
    by_phone = write(game, facts, "phone")
    assert by_phone == write(game, facts, "line")
    # Nobody is asked for a part as one figure, nor for what a special hand of the other side sets aside.
    unasked = {*DIRECT_FACTS, *variant(name).specials.names}
    if not any(fact in unasked for own in facts.values() for fact in own):
        assert by_phone == write(game, facts, "answers")
