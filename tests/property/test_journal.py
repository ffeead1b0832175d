"""Ledgers of any games: they read as they were written, and their entries lead where the words of the contract lead."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
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
from support.strategies.hands import Facts
from support.variants import SHIPPED

from canasta_score import Variant, score_hand
from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.errors import LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import Standing, iter_running_totals
from canasta_score.game.storage.entry_format import serialize_entry
from canasta_score.game.storage.reader import parse_ledger_text
from canasta_score.game.storage.replay import replay_entries
from canasta_score.game.storage.transactions import complete_entry
from canasta_score.game.storage.writer import append_entry, format_entry, verify_appended_entry
from canasta_score.hand.facts import TallyError
from canasta_score.rules.catalog.loading import load_with_overrides

Totals = dict[str, int]
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


@dataclass(frozen=True, kw_only=True)
class Played:
    """A hand of the model."""

    facts: Facts
    struck: bool = False
    fixes: tuple[Entry, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Model:
    """What a ledger comes to, by the contract's words: the entries that stand, and those that redo would bring back."""

    game: Game
    stand: tuple[Entry, ...] = ()
    taken_back: tuple[Entry, ...] = ()

    def then(self, entry: Entry) -> "Model":
        """Undo takes back the newest entry that stands; redo brings it back until something else is written."""
        if entry.kind is EntryKind.UNDO:
            return replace(self, stand=self.stand[:-1], taken_back=(*self.taken_back, self.stand[-1]))
        if entry.kind is EntryKind.REDO:
            return replace(self, stand=(*self.stand, self.taken_back[-1]), taken_back=self.taken_back[:-1])
        return replace(self, stand=(*self.stand, entry), taken_back=())

    def can_be(self, entry: Entry) -> bool:
        """Tell whether an entry can follow: the hand that it names is there, and its facts can be scored."""
        hands = self.hands()
        hand = None if entry.hand is None else hands.get(entry.hand)
        match entry.kind:
            case EntryKind.UNDO:
                return bool(self.stand)
            case EntryKind.REDO:
                return bool(self.taken_back)
            case EntryKind.NOTE:
                return entry.hand is None or hand is not None
            case EntryKind.HAND:
                return can_be_scored(self.game.variant, told_by(self.game, entry))
            case EntryKind.VOID:
                return hand is not None and not hand.struck
            case EntryKind.FIX:
                can = hand is not None and not hand.struck
                return can and can_be_scored(self.game.variant, laid_over(hands[entry.hand or 0].facts, entry.facts))

    def hands(self) -> dict[int, Played]:
        """Replay the hands that stand: the facts of each with the fixes that stand laid over, and which are struck."""
        hands: dict[int, Played] = {}
        for entry in self.stand:
            number = entry.hand or 0
            if entry.kind is EntryKind.HAND:
                hands[len(hands) + 1] = Played(facts=told_by(self.game, entry))
            elif entry.kind is EntryKind.FIX:
                facts, fixes = laid_over(hands[number].facts, entry.facts), (*hands[number].fixes, entry)
                hands[number] = replace(hands[number], facts=facts, fixes=fixes)
            elif entry.kind is EntryKind.VOID:
                hands[number] = replace(hands[number], struck=True)
        return hands

    def running(self) -> list[tuple[int, Totals]]:
        """Give the hands that count, each with the totals after it."""
        totals = dict(self.game.start)
        running: list[tuple[int, Totals]] = []
        for number, hand in self.hands().items():
            if not hand.struck:
                score = score_hand(self.game.variant, hand.facts)
                totals = {side: total + score.sides[side].total for side, total in totals.items()}
                running.append((number, totals))
        return running

    def totals(self) -> Totals:
        """Give the totals: what was brought forward and what the hands that count gave."""
        running = self.running()
        return running[-1][1] if running else dict(self.game.start)

    def end(self) -> tuple[int, str | None] | None:
        """Give the hand that ended the game, with the winner or None for a tie; None while it goes on."""
        game = self.game.rules["game"]
        assert isinstance(game, dict)
        for played, (number, totals) in enumerate(self.running(), 1):
            if (winner := self.winner_with_a_special_hand(number)) is not None:
                return number, winner
            ranked = sorted(totals, key=lambda side: totals[side], reverse=True)
            first, second = ranked[0], ranked[1]
            ends = totals[first] >= game["target"] if "target" in game else played >= game["hands"]
            if ends and totals[first] > totals[second]:
                return number, first
            if ends and game.get("tie", "play-on" if "target" in game else "shared") == "shared":
                return number, None
        return None

    def winner_with_a_special_hand(self, number: int) -> str | None:
        """Give the side whose special hand wins the game whatever the totals; None where there is none."""
        specials = self.game.rules.get("specials", {})
        assert isinstance(specials, dict)
        winning = [name for name, keys in specials.items() if isinstance(keys, dict) and keys.get("wins_game")]
        facts = self.hands()[number].facts
        return next((side for side, told in facts.items() if any(told.get(name) for name in winning)), None)

    def needs(self) -> dict[str, int]:
        """Give what each side needs for the next hand that counts."""
        need = self.game.rules["need"]
        assert isinstance(need, dict)
        next_hand = len(self.running()) + 1
        by_total = need["by"] == "total"
        return {side: need_at(need["steps"], total if by_total else next_hand) for side, total in self.totals().items()}


def need_at(steps: Sequence[dict[str, int]], value: int) -> int:
    """Find a need by going down the steps from the highest."""
    for step in reversed(steps):
        if value >= step.get("at_least", value) and value > step.get("over", value - 1):
            return step.get("need", 0)
    raise AssertionError(steps)


def told_by(game: Game, entry: Entry) -> Facts:
    """Give what an entry of a hand tells of every side."""
    return {side: dict(entry.facts.get(side, {})) for side in game.names}


def laid_over(facts: Facts, changes: object) -> Facts:
    """Lay a correction over facts: those not named stay, and 0 takes one back."""
    assert isinstance(changes, dict)
    result = {side: dict(told) for side, told in facts.items()}
    for side, told in changes.items():
        for name, number in told.items():
            result[side].pop(name, None)
            if number:
                result[side][name] = number
    return result


def can_be_scored(variant: Variant, facts: Facts) -> bool:
    """Tell whether facts are such as the rules know, none of them told twice over."""
    try:
        score_hand(variant, facts)
    except TallyError:
        return False
    return True


def ledger_of(head: Ledger, entries: Sequence[Entry]) -> Ledger:
    """Give the ledger that entries lead to, without its text."""
    ledger, problems = replay_entries(head, [serialize_entry(entry) for entry in entries], b"")
    assert problems == []
    return ledger


def taken(ledger: Ledger, entry: Entry) -> Entry | None:
    """Give an entry as the next of a ledger; None where the ledger refuses it."""
    try:
        return complete_entry(ledger, entry)
    except (LedgerError, TallyError):
        return None


def turns(game: Game, wishes: Sequence[Wish]) -> Iterator[Turn]:
    """Play a game, ledger and model side by side; what the one refuses, the other must refuse."""
    head = game.ledger
    ledger, model = head, Model(game=game)
    for wish in wishes:
        wanted = entry_of(game, wish, len(model.hands()))
        entry = taken(ledger, wanted)
        assert (entry is not None) == model.can_be(wanted), wanted
        if entry is None:
            continue
        before, ledger, model = ledger, ledger_of(head, [*ledger.entries, entry]), model.then(entry)
        yield Turn(before=before, entry=entry, after=ledger, model=model)


def state(ledger: Ledger) -> tuple[object, ...]:
    """Give where a ledger stands, however it came there and whatever redo could bring back."""
    return ledger.hands, ledger.totals, ledger.standing(), ledger.applied_changes


class TestText:
    """What is written is what is read."""

    @given(game=games(), wishes=EVENINGS)
    def test_of_a_ledger_reads_to_the_game_that_was_written(self, game: Game, wishes: list[Wish]) -> None:
        former, entries = game.text, []
        for data, entry in written(game, wishes):
            assert data.startswith(former)
            assert tomllib.loads(format_entry(entry)) == {"entry": [serialize_entry(entry)]}
            entries.append(entry)
            former = data
        ledger = sound(former)
        assert list(ledger.side_names.items()) == list(game.names.items())
        assert ledger.starting_totals == game.start
        assert ledger.house_rules == game.house
        assert ledger.variant == game.variant
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
            ledger = old.ledger
            assert list(old.diagnostics) == []
            entry = taken(ledger, entry_of(game, wish, len(ledger.hands)))
            if entry is None:
                continue
            new = append_entry(data, entry)
            assert new.startswith(data)
            assert verify_appended_entry(old, new, entry).entries == (*ledger.entries, entry)
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
            with pytest.raises(LedgerError, match="there is nothing to bring back"):
                complete_entry(after, Entry(recorded_at=entry.recorded_at, kind=EntryKind.REDO))

    @settings(max_examples=rounds(30))
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
    assert [hand.fixes for hand in ledger.hands] == [hand.fixes for hand in hands.values()]
    assert [hand.score for hand in ledger.hands] == [score_hand(ledger.variant, hand.facts) for hand in hands.values()]
    assert ledger.totals == model.totals()
    running = [(hand.number, totals) for hand, totals in iter_running_totals(ledger.starting_totals, ledger.hands)]
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
    """Give how a game ended, as the model has it."""
    end = standing.result
    assert (standing.over, standing.winner) == (end is not None, end.winner if end else None)
    return (end.last_hand, end.winner) if end else None
