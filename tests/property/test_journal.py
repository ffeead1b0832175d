"""Ledgers of any games: they read as they were written, and their entries lead where the words of the contract lead."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.oracles.journal import Model
from support.randomness import rounds
from support.strategies.games import (
    EVENINGS,
    FILE,
    HOUSES,
    WISHES,
    Game,
    Wish,
    entry_of,
    game_of,
    games,
    sound,
    written,
)
from support.variants import SHIPPED

from canasta_score import score_hand
from canasta_score.game.entries import Entry, EntryKind, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import Standing
from canasta_score.game.storage.entry_format import serialize_entry
from canasta_score.game.storage.journal_format import format_entry
from canasta_score.game.storage.ledger_files import GameJournal, append_entry, complete_entry
from canasta_score.game.storage.ledger_reader import parse_ledger_text, replay_entries
from canasta_score.hand.facts import TallyError
from canasta_score.rules.catalog.loading import load_with_overrides

BY_HAND = (
    b"",
    b"",
    b"\n\n",
    b"# our own words, without a line's end",
    "# مریم 🂡\n".encode(),
    b"  \t",
    b"\r\n",
    b"\n#\n",
)


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One entry, with the ledger before and after it and the model after it."""

    before: Ledger
    entry: Entry
    after: Ledger
    model: "Model"


def ledger_of(head: Ledger, entries: Sequence[Entry]) -> Ledger:
    """Return the ledger that entries lead to from the start of a game, without its text."""
    start = replace(
        head,
        rules=head.starting_rules,
        totals=head.starting_totals,
        hands=(),
        applied_changes=(),
        undone_changes=(),
        undo_targets={},
        game_entries=(),
    )
    ledger, problems = replay_entries(start, [serialize_entry(entry) for entry in entries], b"")
    assert problems == ()
    return ledger


def taken(ledger: Ledger, entry: Entry) -> Entry | None:
    """Return the next entry of a ledger; None if the ledger refuses it."""
    try:
        return complete_entry(ledger, entry)
    except (LedgerError, TallyError):
        return None


def turns(game: Game, wishes: Sequence[Wish]) -> Iterator[Turn]:
    """Play a game, ledger and model side by side; what the one refuses, the other must refuse."""
    head = game.ledger
    ledger, model = head, Model(game=game)
    for wish in wishes:
        wanted = entry_of(model.now, wish, len(model.hands()))
        entry = taken(ledger, wanted)
        assert (entry is not None) == model.can_be(wanted), wanted
        if entry is None:
            continue
        before, ledger, model = ledger, ledger_of(head, [*ledger.entries, entry]), model.then(entry)
        yield Turn(before=before, entry=entry, after=ledger, model=model)


def state(ledger: Ledger) -> tuple[object, ...]:
    """Return the state of a ledger, without its history."""
    return ledger.hands, ledger.totals, ledger.standing(), ledger.applied_changes


class TestText:
    """What is written is what is read."""

    @given(game=games(), wishes=EVENINGS)
    def test_of_a_ledger_reads_to_the_game_that_was_written(self, game: Game, wishes: list[Wish]) -> None:
        former, entries = game.text, []
        for data, entry in written(game, wishes):
            assert data.startswith(former)
            assert tomllib.loads(format_entry(serialize_entry(entry))) == {"entry": [serialize_entry(entry)]}
            entries.append(entry)
            former = data
        ledger = sound(former)
        assert list(ledger.side_names.items()) == list(game.names.items())
        assert ledger.starting_totals == game.start
        assert ledger.starting_rules.house_rules == game.house
        assert ledger.starting_rules.variant == game.variant
        assert ledger.started_at is not None
        assert ledger.started_at.isoformat() == game.started.isoformat()
        assert list(ledger.entries) == entries
        assert [one.recorded_at.isoformat() for one in ledger.entries] == [
            one.recorded_at.isoformat() for one in entries
        ]

    @given(game=games(), wishes=EVENINGS, by_hand=st.lists(st.sampled_from(BY_HAND), min_size=15, max_size=15))
    def test_of_an_entry_goes_behind_whatever_a_person_left_at_the_end(
        self, game: Game, wishes: list[Wish], by_hand: list[bytes]
    ) -> None:
        data = game.text
        for wish, words in zip(wishes, by_hand, strict=False):
            data += words
            old = parse_ledger_text(data, FILE)
            ledger = old.state
            assert list(old.diagnostics) == []
            entry = taken(ledger, entry_of(game, wish, len(ledger.hands)))
            if entry is None:
                continue
            new, reading = GameJournal(FILE).append(old, data, entry)
            assert new == append_entry(data, entry)
            assert new.startswith(data)
            assert reading.state.entries == (*ledger.entries, entry)
            data = new


@pytest.mark.parametrize("variant", SHIPPED)
@pytest.mark.parametrize("house", HOUSES, ids=" ".join)
def test_rules_that_carry_house_rules_are_those_of_the_variant_but_for_them(
    variant: str, house: tuple[str, ...]
) -> None:
    assert load_with_overrides(variant, house)[1] == game_of(variant, house, {}, {}).variant


class TestUndoAndRedo:
    """Undo leads back to where the game stood, redo forth again."""

    @given(game=games(), wishes=EVENINGS)
    def test_undo_after_any_entry_leads_back_and_redo_forth(self, game: Game, wishes: list[Wish]) -> None:
        for turn in turns(game, wishes):
            if turn.entry.kind is EntryKind.UNDO:
                continue
            undo = complete_entry(turn.after, Entry(recorded_at=turn.entry.recorded_at, kind=EntryKind.UNDO))
            back = ledger_of(turn.before, [*turn.after.entries, undo])
            assert state(back) == state(turn.before)
            redo = complete_entry(back, Entry(recorded_at=turn.entry.recorded_at, kind=EntryKind.REDO))
            forth = ledger_of(turn.before, [*back.entries, redo])
            assert state(forth) == state(turn.after)
            assert forth.undone_changes == turn.after.undone_changes

    @given(game=games(), wishes=EVENINGS, other=WISHES)
    def test_redo_is_gone_once_something_else_is_written(self, game: Game, wishes: list[Wish], other: Wish) -> None:
        for turn in turns(game, wishes):
            wanted = entry_of(game, other, len(turn.after.hands))
            entry = None if wanted.kind in {EntryKind.UNDO, EntryKind.REDO} else taken(turn.after, wanted)
            if entry is None:
                continue
            after = ledger_of(turn.before, [*turn.after.entries, entry])
            with pytest.raises(LedgerError, match="redo"):
                complete_entry(after, Entry(recorded_at=entry.recorded_at, kind=EntryKind.REDO))

    @settings(max_examples=rounds(100))
    @given(game=games(), wishes=EVENINGS)
    def test_undo_of_everything_leads_to_the_beginning_and_redo_of_everything_to_the_end(
        self, game: Game, wishes: list[Wish]
    ) -> None:
        head = game.ledger
        end = [head, *(turn.after for turn in turns(game, wishes))][-1]
        back = repeated(head, end, EntryKind.UNDO, len(end.applied_changes))
        assert state(back) == state(head)
        assert taken(back, Entry(recorded_at=game.started, kind=EntryKind.UNDO)) is None
        assert state(repeated(head, back, EntryKind.REDO, len(end.applied_changes))) == state(end)


def repeated(head: Ledger, ledger: Ledger, what: EntryKind, times: int) -> Ledger:
    """Write the same entry some times."""
    for _ in range(times):
        entry = complete_entry(ledger, Entry(recorded_at=ledger.entries[-1].recorded_at, kind=what))
        ledger = ledger_of(head, [*ledger.entries, entry])
    return ledger


class TestModel:
    """Any entries lead to where a model leads that knows nothing of how the journal is made."""

    @given(game=games(), wishes=EVENINGS)
    def test_has_the_same_hands_totals_and_standing_after_every_entry(self, game: Game, wishes: list[Wish]) -> None:
        for turn in turns(game, wishes):
            agree(turn.model, turn.after)
            assert turn.entry.totals == turn.model.totals()
            assert [one.totals for one in turn.after.entries[:-1]] == [one.totals for one in turn.before.entries]

    @given(number=st.integers(0, 3), wishes=st.lists(WISHES, min_size=8, max_size=14), data=st.data())
    def test_agrees_on_who_has_won_where_totals_are_close(
        self, number: int, wishes: list[Wish], data: st.DataObject
    ) -> None:
        even = [replace(wish, even=data.draw(st.booleans())) for wish in wishes]
        for turn in turns(close_game(number), even):
            agree(turn.model, turn.after)


@cache
def close_game(number: int) -> Game:
    """Set up a game that a hand or two can end, and in which ties are likely."""
    variant, house = (
        ("nvso", ("game.target=1000",)),
        ("nvso", ("game.target=1000", "game.tie=shared")),
        ("catawba", ("game.hands=2",)),
        ("catawba", ("game.hands=3", "game.tie=play-on")),
    )[number]
    names = {"we": "Ann & Bob", "they": "Cy & Di", "others": "Ed & Flo"}
    return game_of(variant, house, names, {"we": 500, "they": 500, "others": -500})


def agree(model: Model, ledger: Ledger) -> None:
    """Hold a ledger beside the model."""
    hands = model.hands()
    assert {hand.number: hand.facts for hand in ledger.hands} == {number: hand.facts for number, hand in hands.items()}
    assert [hand.voided for hand in ledger.hands] == [hand.struck for hand in hands.values()]
    assert [hand.place for hand in ledger.hands] == [hand.place for hand in hands.values()]
    assert [hand.fixes for hand in ledger.hands] == [hand.fixes for hand in hands.values()]
    assert ledger.variant == model.now.variant
    counting = [hand for hand in ledger.hands if not hand.voided]
    assert [hand.score for hand in counting] == [score_hand(ledger.variant, hand.facts) for hand in counting]
    assert ledger.totals == model.totals()
    running = [(hand.number, totals) for hand, totals in ledger.iter_running_totals()]
    assert running == model.running()
    standing = ledger.standing()
    assert {side: of_side.total for side, of_side in standing.sides.items()} == model.totals()
    assert {side: of_side.name for side, of_side in standing.sides.items()} == model.game.names
    assert standing.next_hand == len(hands) + 1
    assert standing.hands_played == len(running)
    assert ending(standing) == model.end()
    if not standing.over:
        assert {side: of_side.needs for side, of_side in standing.sides.items()} == model.needs()


def ending(standing: Standing) -> tuple[int, str | None] | None:
    """Return how the model says the game ended."""
    end = standing.result
    assert (standing.over, standing.winner) == (end is not None, end.winner if end else None)
    return (end.last_hand, end.winner) if end else None
