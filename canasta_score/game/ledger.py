"""A ledger: one game with its rules, its sides, its entries, and the hands that follow from them."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime

from canasta_score.game.entries import Change, Entry, EntryKind, FileError, GameRules, Hand, PointsBySide, ledger_error
from canasta_score.game.sides import Seats, find_turns, rename_players
from canasta_score.game.standing import Standing, compute_side_standing, find_result
from canasta_score.hand.opening.need import compute_need_after_failures
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.frozen import Value, field, replace
from canasta_score.rules.model.variant import Variant


class Ledger(Value):
    """One game: its rules, the names of its sides by their ids, its entries, and its hands."""

    shown_names = ("file", "variant", "house_rules", "side_names", "totals")
    file: str
    rules: GameRules  # that all hands count by now
    started_at: datetime | None
    side_names: Mapping[str, str]
    starting_totals: PointsBySide  # brought forward, in points
    totals: PointsBySide  # as they follow from all entries, in points
    first_names: Mapping[str, str] = field(default_factory=dict)  # those above the entries, before anybody was renamed
    seats: Seats | None = None  # if someone entered them, with the names before anybody was renamed
    first_rules: GameRules | None = None  # those above the entries, before anybody changed them
    entries: tuple[Entry, ...] = ()
    hands: tuple[Hand, ...] = ()
    applied_changes: tuple[Change, ...] = ()  # those in effect, in order
    undone_changes: tuple[Change, ...] = ()  # those that can be redone, the newest last
    undo_targets: Mapping[int, int] = field(default_factory=dict)  # what was undone or redone, by the number of that
    game_entries: tuple[Entry, ...] = ()  # those in effect that change the game besides its hands
    place: int | None = None  # of a hand, only for a game as it was before that hand

    @property
    def starting_rules(self) -> GameRules:
        """Return the rules above the entries, before anybody changed them."""
        return self.first_rules or self.rules

    @property
    def variant(self) -> Variant:
        """Return what the rules were read to."""
        return self.rules.variant

    @property
    def house_rules(self) -> tuple[str, ...]:
        """Return the house rules, such as `game.target=5000`."""
        return self.rules.house_rules

    @property
    def adjustments(self) -> tuple[Entry, ...]:
        """Return the adjustments in effect, in order; the hand of each is the last one before it."""
        return tuple(entry for entry in self.game_entries if entry.kind is EntryKind.ADJUST)

    @property
    def next_place(self) -> int:
        """Return which of the counting hands the next one is: the first missing one, as after a canceled hand."""
        places = {hand.place for hand in self.hands if not hand.voided}
        return self.place or next(place for place in range(1, len(places) + 2) if place not in places)

    def iter_steps(self) -> Iterator[tuple[Hand | Entry, PointsBySide]]:
        """Yield the hands that count and the adjustments in their order, each with the totals after it in points."""
        after: defaultdict[int, list[Entry]] = defaultdict(list)
        for adjustment in self.adjustments:
            after[adjustment.hand or 0].append(adjustment)
        totals = self.starting_totals
        for number, hand in enumerate((None, *self.hands)):
            if hand and not hand.voided:
                totals = {side: total + hand.score.sides[side].total for side, total in totals.items()}
                yield hand, totals
            for adjustment in after.get(number, ()):
                totals = {**totals, adjustment.side: totals[adjustment.side] + adjustment.points}
                yield adjustment, totals

    def iter_running_totals(self) -> Iterator[tuple[Hand, PointsBySide]]:
        """Yield the hands that count, each with the totals after it in points."""
        return ((step, totals) for step, totals in self.iter_steps() if isinstance(step, Hand))

    def iter_totals_between_hands(self) -> Iterator[tuple[Hand | None, PointsBySide]]:
        """Yield None and then each hand that counts, with the totals before the hand that follows, in points."""
        hand, totals = None, self.starting_totals
        for step, totals_after in self.iter_steps():
            if isinstance(step, Hand):
                yield hand, totals
                hand = step
            totals = totals_after
        yield hand, totals

    def get_hand(self, number: int) -> Hand:
        """Return a hand, voided or not, by its number; raises LedgerError if it does not exist."""
        if not 1 <= number <= len(self.hands):
            raise missing_hand_error(self.file, number, len(self.hands))
        return self.hands[number - 1]

    def get_last_hand(self) -> Hand:
        """Return the last hand that counts, or the last one if none counts; raises LedgerError if there is no hand."""
        counted = [hand for hand in self.hands if not hand.voided]
        return counted[-1] if counted else self.get_hand(len(self.hands) or 1)

    def effective_entry_numbers(self) -> set[int]:
        """Return the numbers of the entries that were not undone."""
        kept = {change.entry.number for change in self.applied_changes}
        undoing = {EntryKind.UNDO, EntryKind.REDO}
        return kept | {entry.number for entry in self.entries if entry.restates_totals or entry.kind in undoing}

    def rules_of_next_hand(self) -> Variant:
        """Return the rules of the next hand, where some go by the hand."""
        return self.variant.at_hand(self.next_place)

    def standing(self, hand: int | None = None) -> Standing:
        """Return the total and the need of each side now, or before a hand by its place; who deals, and who has won."""
        steps, next_hand, place = list(self.iter_steps()), hand or len(self.hands) + 1, hand or self.next_place
        totals = steps[-1][1] if steps else self.starting_totals
        names, seats = self.side_names, self.current_seats
        sides = {side: compute_side_standing(self.variant, name, totals[side], place) for side, name in names.items()}
        failed = (entry for entry in self.game_entries if entry.kind is EntryKind.FAILED_OPENING and not hand)
        for side, times in Counter(entry.side for entry in failed if entry.hand == next_hand).items():
            needs = compute_need_after_failures(self.variant, sides[side].needs, times)
            sides[side] = replace(sides[side], needs=needs)
        ends = [entry.hand or 0 for entry in self.game_entries if entry.kind is EntryKind.END]
        result = find_result(self.variant, self.starting_totals, steps, ends[0] if ends else None)
        if result and result.winner:
            result = replace(result, winner_name=names[result.winner])
        return Standing(
            next_hand=next_hand,
            hands_played=hand - 1 if hand else len(steps) - len(self.adjustments),
            place=place,
            sides=sides,
            result=result,
            deal=seats.get_deal(place - 1) if seats else None,
        )

    @property
    def current_seats(self) -> Seats | None:
        """Return the seats with the names that the players have now; None if they are not known."""
        names, seats = dict(self.first_names), self.seats
        if seats is None:
            return None
        seats = replace(seats, turns=find_turns(seats.order, names.values()))
        for entry in self.game_entries:
            if entry.kind is EntryKind.RENAME:
                seats = rename_players(seats, names[entry.side], entry.text)
                names[entry.side] = entry.text
                if not seats.turns:
                    seats = replace(seats, turns=find_turns(seats.order, names.values()))
        return seats


def missing_hand_error(file: str, number: int | None, last: int) -> FileError:
    """Build the error of a hand that does not exist in a game whose hands are numbered from 1 to `last`."""
    hint = {0: "no hands are recorded yet", 1: "there is only hand 1"}.get(last, f"choose a hand from 1 to {last}")
    return ledger_error(file, f"there is no hand {number}", hint, code=DiagnosticCode.NO_SUCH_HAND)
