"""The journal: entry after entry, what each does to the hands and to the totals."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from canasta_score.game.entries import Entry, PointsBySide, What
from canasta_score.hand.facts import HandFacts, corrected
from canasta_score.hand.scoring.score import HandScore, score_hand
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.variant import Variant

TAKE_OUT = "take this entry out"


@frozen
class Hand(Value):
    """One hand of a game as it stands: its number, facts and score, and the entries that corrected it."""

    number: int
    at: datetime
    facts: HandFacts
    score: HandScore
    anyway: bool
    struck: bool = False
    fixes: tuple[Entry, ...] = ()


@frozen
class Change(Value):
    """What an entry did: the hand before and after it, either of which there may be none."""

    entry: Entry
    before: Hand | None = None
    after: Hand | None = None


class JournalError(Exception):
    """An entry that does not follow from those before it: what is wrong, and the remedy, also for one in a file."""

    def __init__(self, message: str, hint: str, in_file: str = "") -> None:
        """Keep them apart."""
        super().__init__(message)
        self.message, self.hint, self.in_file = message, hint, in_file or hint


class Journal:
    """The hands and totals that entries lead to; each takes the same time, however many came before."""

    def __init__(self, variant: Variant, start: Mapping[str, int]) -> None:
        """Begin with the totals brought forward, in points for each side."""
        self.variant = variant
        self.hands: dict[int, Hand] = {}
        self.totals = dict(start)
        self.done: list[Change] = []
        self.undone: list[Change] = []
        self.meant: dict[int, int] = {}

    def enter(self, entry: Entry) -> None:
        """Follow one entry.

        Raises JournalError for a hand or a change that is not there, TallyError for facts that the rules do not know.
        """
        WAYS[entry.what](self, entry)

    def record(self, entry: Entry) -> None:
        """Add a hand behind the last one."""
        number = len(self.hands) + 1
        if entry.hand != number:
            hint = f"the next hand is {number}"
            in_file = f"{hint}: put back what is missing before it, or take it out"
            raise JournalError(f"hand {entry.hand} is out of order", hint, in_file)
        facts = entry.facts
        if len(facts) < len(self.totals):
            facts = {side: facts.get(side, {}) for side in self.totals}
        score = score_hand(self.variant, facts)
        self.do(Change(entry=entry, after=Hand(
            number=number, at=entry.at, facts=facts, score=score, anyway=entry.anyway
        )))  # fmt: skip

    def fix(self, entry: Entry) -> None:
        """Correct some facts of a hand."""
        before = self.hand(entry.hand)
        facts = corrected(before.facts, entry.facts)
        after = replace(
            before,
            facts=facts,
            score=score_hand(self.variant, facts),
            anyway=entry.anyway,
            fixes=(*before.fixes, entry),
        )
        self.do(Change(entry=entry, before=before, after=after))

    def void(self, entry: Entry) -> None:
        """Strike a hand: it keeps its number and counts nothing."""
        before = self.hand(entry.hand)
        self.do(Change(entry=entry, before=before, after=replace(before, struck=True)))

    def note(self, entry: Entry) -> None:
        """Write a note, of the game or of one hand."""
        if entry.hand is not None and entry.hand not in self.hands:
            raise no_hand(entry.hand, len(self.hands))
        if entry.restate:
            self.undone.clear()
        else:
            self.do(Change(entry=entry))

    def undo(self, entry: Entry) -> None:
        """Take back the newest entry that stands."""
        if not self.done:
            raise JournalError("there is nothing to take back", "undo follows a hand, a correction or a note", TAKE_OUT)
        change = self.move(entry, self.done, self.undone)
        self.put(change.after, change.before)

    def redo(self, entry: Entry) -> None:
        """Bring back what was taken back last, unless something else has been written since."""
        if not self.undone:
            raise JournalError("there is nothing to bring back", "redo follows an undo, with nothing between", TAKE_OUT)
        change = self.move(entry, self.undone, self.done)
        self.put(change.before, change.after)

    def move(self, entry: Entry, source: list[Change], target: list[Change]) -> Change:
        """Move the newest change from those that stand to those taken back or the other way, as an entry means."""
        change = source.pop()
        target.append(change)
        self.meant[entry.number] = change.entry.number
        return change

    def do(self, change: Change) -> None:
        """Make a change that can be taken back."""
        self.done.append(change)
        self.undone.clear()
        self.put(change.before, change.after)

    def put(self, before: Hand | None, after: Hand | None) -> None:
        """Set a hand in the place of another, and the totals with it."""
        self.count(before, -1)
        self.count(after, 1)
        if after:
            self.hands[after.number] = after
        elif before:
            del self.hands[before.number]

    def count(self, hand: Hand | None, sign: int) -> None:
        """Add what a hand gives to the totals, or take it off."""
        if hand and not hand.struck:
            for side, score in hand.score.sides.items():
                self.totals[side] += sign * score.total

    def hand(self, number: int | None) -> Hand:
        """Give a hand that counts."""
        hand = self.hands.get(number or 0)
        if not hand:
            raise no_hand(number, len(self.hands))
        if hand.struck:
            hint = "record it again as a new hand, or undo what struck it"
            raise JournalError(f"hand {number} is struck", hint, f"{TAKE_OUT}, or the one that strikes it")
        return hand


WAYS: Mapping[What, Callable[[Journal, Entry], None]] = {
    What.HAND: Journal.record,
    What.FIX: Journal.fix,
    What.VOID: Journal.void,
    What.NOTE: Journal.note,
    What.UNDO: Journal.undo,
    What.REDO: Journal.redo,
}


def no_hand(number: int | None, last: int) -> JournalError:
    """Make the error of a number that no hand has, where hands are numbered up to the last."""
    hands = (
        "no hand is recorded yet" if not last else "there is only hand 1" if last == 1 else f"hands go from 1 to {last}"
    )
    return JournalError(f"there is no hand {number}", hands)


def points_of(hand: Hand) -> PointsBySide:
    """Give what each side scored in a hand, in points; nothing where it is struck."""
    return {} if hand.struck else {side: score.total for side, score in hand.score.sides.items()}
