"""What can be entered in a game. `GameRecorder` records each of these requests or raises why it cannot."""

from collections.abc import Sequence
from datetime import datetime

from canasta_score.game import audit
from canasta_score.game.entries import Entry, EntryKind, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import find_duplicate_name_errors
from canasta_score.game.storage.journal import Recorded
from canasta_score.game.storage.ledger_files import GameJournal, complete_entry, format_ledger
from canasta_score.hand import facts as hand_facts
from canasta_score.hand import partners as hand_partners
from canasta_score.hand.facts import HandFacts, SideFacts, TallyError, drop_zeros
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.referee.problems import Problem, has_impossible_problem, refuse_impossible
from canasta_score.recording.recorder import Proposal, Recorder, Request, request
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model.facts import DIRECT_FACTS, TOTAL
from canasta_score.rules.model.variant import Variant

GameRequest = Request[Ledger, Entry]
RecordedGame = Recorded[Ledger]
_GAME_OVER = Diagnostic(code=DiagnosticCode.GAME_OVER, message="the game is already over", hint=audit.NEXT_GAME_HINT)
RESTATEMENT = "accepted the totals that the items give"


class GameRecorder(Recorder[Ledger, Entry]):
    """Records requests in a game file."""

    _journal_type = GameJournal

    def create(self, game: Ledger) -> Ledger:
        """Write a new game and return it; raises LedgerError if something is already there."""
        return self._finish(lambda: self._journal.create(format_ledger(game))).after


def list_hand_problems(game: Ledger, facts: HandFacts) -> list[Problem]:
    """Return every problem that facts would have as the next hand of a game, also what is only unlikely."""
    problems = audit.find_next_hand_problems(game, facts)
    return [*problems, *audit.find_unlikely_next_hand_problems(game, facts, problems)]


class AddHand(Value):
    """The next hand; a side left out has nothing, and True is 1."""

    facts: HandFacts
    anyway: bool = False  # although it is impossible
    partners: Sequence[str] = ()  # each has what both have together, or the facts name the pair
    number: int | None = None  # the one that is meant, so that it is not recorded as another one
    is_from_phone: bool = False  # marks the entry, and refuses a hand with any problem unless `anyway`

    def propose(self, game: Ledger, time: datetime) -> Proposal[Entry]:
        """Return the entry of the hand; raises HandRefusedError or NotNextHandError."""
        hand_partners.check_sides([*self.facts, *self.partners], game.side_names)
        own = {side: _without_booleans(facts) for side, facts in self.facts.items()}
        if not any(own.values()):
            nothing, hint = ("add", next(iter(game.side_names)), "table=0"), "for a hand in which nobody scored"
            raise TallyError([Diagnostic(message="nothing is entered for any side", hint=hint, command=nothing)])
        complete = hand_partners.complete_sides(own, game.side_names)
        facts = hand_partners.join_partners(game.variant, complete, self.partners)
        if self.number not in (None, len(game.hands) + 1):
            raise NotNextHandError(game, self.number, facts)
        problems = list_hand_problems(game, facts)
        if not self.anyway:  # what else is wrong after the end does not matter before the next game is started
            problems = [problem for problem in problems if problem.code is DiagnosticCode.GAME_OVER] or problems
        kind, phone = EntryKind.HAND, self.is_from_phone
        is_impossible = refuse_impossible(problems, anyway=self.anyway, is_from_phone=phone)
        entry = Entry(recorded_at=time, kind=kind, facts=facts, is_from_phone=phone, accepted_anyway=is_impossible)
        return Proposal(entry=entry, problems=problems)


class NotNextHandError(LedgerError):
    """A hand that is not the next one; `recorded` is the one of that number, `is_same` if it has these items."""

    def __init__(self, game: Ledger, number: int, facts: HandFacts) -> None:
        """Look the hand up."""
        self.game = game
        self.recorded = game.hands[number - 1] if 1 <= number <= len(game.hands) else None
        self.is_same = any(
            change.entry.kind is EntryKind.HAND
            and change.entry.hand == number
            and drop_zeros(change.entry.facts) == drop_zeros(facts)
            for change in game.applied_changes
        )
        happened = "was recorded meanwhile" if self.recorded else "is not the next one"
        message = f"hand {number} {happened}; the next hand is {len(game.hands) + 1}"
        super().__init__([Diagnostic(code=DiagnosticCode.NOT_NEXT_HAND, message=message)])


class FixHand(Value):
    """A correction of a hand: the facts that change, 0 for one to remove."""

    hand: int
    changes: HandFacts
    why: str = ""
    anyway: bool = False

    def propose(self, game: Ledger, time: datetime) -> Proposal[Entry]:
        """Return the entry of the correction; raises TallyError for one that changes nothing, or cannot be."""
        before = game.get_hand(self.hand)
        hand_partners.check_sides(self.changes, game.side_names)
        stated = {side: _without_booleans(facts) for side, facts in self.changes.items()}
        errors: list[Diagnostic] = []
        for side, new in stated.items():  # whatever the hand has; a known fact of 0 goes away
            unknown = new.keys() - {*game.variant.facts, *DIRECT_FACTS}
            kept = {name: number for name, number in new.items() if number or name in unknown}
            errors += hand_facts.find_fact_errors(game.variant, side, kept)
        if errors:
            raise TallyError(errors)
        complete = hand_partners.complete_sides(stated, game.side_names)
        changed = hand_partners.complete_changes(game.variant, before.facts, complete)
        changes = {side: facts for side, facts in changed.items() if facts or hand_facts.PAIR_SIGN in side}
        entry = Entry(recorded_at=time, kind=EntryKind.FIX, hand=self.hand, facts=changes, text=self.why)
        facts = hand_facts.apply_corrections(before.facts, changes)
        if errors := [*hand_partners.find_partner_errors(game.variant, facts, game.side_names)]:
            raise TallyError(errors)
        try:
            complete_entry(game, entry)
        except TallyError as error:
            raise TallyError(_replace_hint(game.variant, facts, problem) for problem in error.diagnostics) from None
        if facts == before.facts:
            message, command = f"hand {self.hand} is already recorded like this", ("explain", str(self.hand))
            hint, code = "to see it line by line", DiagnosticCode.NO_CHANGE
            raise TallyError([Diagnostic(code=code, message=message, hint=hint, command=command)])
        problems = find_problems(before.variant, facts, game.side_names)
        if not has_impossible_problem(problems):
            problems += audit.find_newly_unlikely_problems(game, before, facts)
        is_impossible = refuse_impossible(problems, anyway=self.anyway)
        return Proposal(entry=replace(entry, accepted_anyway=is_impossible), problems=problems)


class SwapSides(Value):
    """A correction that exchanges the facts of the two sides of a hand."""

    hand: int
    why: str = ""
    anyway: bool = False

    def propose(self, game: Ledger, time: datetime) -> Proposal[Entry]:
        """Return the entry of the correction; raises TallyError where it changes nothing, or cannot be."""
        facts = game.get_hand(self.hand).facts
        one, other = facts
        changes = hand_facts.find_corrections(facts, {one: facts[other], other: facts[one]})
        return FixHand(hand=self.hand, changes=changes, why=self.why, anyway=self.anyway).propose(game, time)


@request
def void_hand(_: Ledger, time: datetime, *, hand: int, why: str = "") -> Entry:
    """Return the entry of the cancellation of a hand."""
    return Entry(recorded_at=time, kind=EntryKind.VOID, hand=hand, text=why)


@request
def undo(game: Ledger, time: datetime, *, entry: int | None = None, is_from_phone: bool = False) -> Entry:
    """Return the entry that undoes the last one in effect; raises LedgerError unless that has the number `entry`."""
    last = game.applied_changes[-1].entry.number if game.applied_changes else None
    if entry not in (None, last):
        message, hint = "this is not the last entry any more", "nothing was undone"
        raise LedgerError([Diagnostic(code=DiagnosticCode.NOT_LAST_ENTRY, message=message, hint=hint)])
    return Entry(recorded_at=time, kind=EntryKind.UNDO, is_from_phone=is_from_phone)


@request
def redo(_: Ledger, time: datetime) -> Entry:
    """Return the entry that brings back the one that was undone last."""
    return Entry(recorded_at=time, kind=EntryKind.REDO)


@request
def add_note(_: Ledger, time: datetime, *, text: str, hand: int | None = None) -> Entry:
    """Return the entry of a note about the game, or about one of its hands."""
    return Entry(recorded_at=time, kind=EntryKind.NOTE, hand=hand, text=text)


@request
def accept_totals(_: Ledger, time: datetime) -> Entry:
    """Return the entry by which the totals are those that follow from the facts, although the file states others."""
    return Entry(recorded_at=time, kind=EntryKind.NOTE, text=RESTATEMENT, restates_totals=True)


@request
def rename_side(game: Ledger, time: datetime, *, side: str, name: str) -> Entry:
    """Return the entry of a new name for a side; raises LedgerError for the name of another side."""
    others = {other: known for other, known in game.side_names.items() if other != side}
    duplicates = find_duplicate_name_errors({**others, side: name})
    if errors := [error.at(game.file) for error in duplicates if error.side == side]:
        raise LedgerError(errors)
    return Entry(recorded_at=time, kind=EntryKind.RENAME, side=side, text=name)


@request
def end_game(game: Ledger, time: datetime, *, why: str = "") -> Entry:
    """Return the entry of the end of a game when time is called; raises LedgerError for one that is over already."""
    result = game.standing().result
    if result and result.was_ended and len(game.hands) > result.last_hand:
        hint = f"to count a hand added since, {audit.describe_reopening(game)}"
        raise LedgerError([replace(_GAME_OVER, hint=hint, command=("undo",))])
    check_game_goes_on(game)
    return Entry(recorded_at=time, kind=EntryKind.END, hand=len(game.hands) or None, text=why)


@request
def fail_opening(game: Ledger, time: datetime, *, side: str) -> Entry:
    """Return the entry of a side's attempt to open that fell short; raises LedgerError for a game that is over."""
    check_game_goes_on(game)
    return Entry(recorded_at=time, kind=EntryKind.FAILED_OPENING, side=side, hand=game.standing().next_hand)


@request
def adjust(game: Ledger, time: datetime, *, side: str, points: int, why: str = "") -> Entry:
    """Return the entry of points for a side between two hands; raises TallyError or LedgerError."""
    unit = game.variant.deck.point_unit or 1
    if not points or points % unit:
        hint = f"enter a multiple of {unit}, such as -100 or 50"
        message = f"{points:,} points cannot be an adjustment in these rules"
        raise TallyError([Diagnostic(code=DiagnosticCode.INVALID_POINTS, message=message, hint=hint, side=side)])
    if game.standing().over:
        raise LedgerError([_build_late_error(game, side, points)])
    last = len(game.hands) or None
    return Entry(recorded_at=time, kind=EntryKind.ADJUST, hand=last, side=side, points=points, text=why)


def _build_late_error(game: Ledger, side: str, points: int) -> Diagnostic:
    last = next((hand for hand in reversed(game.hands) if not hand.voided), None)
    fact = "penalty" if points < 0 else "extra"
    if not last or side not in last.facts:
        return _GAME_OVER
    number = last.facts[side].get(fact, 0) + abs(points)
    try:
        FixHand(hand=last.number, changes={side: {fact: number}}).propose(game, last.recorded_at)
    except TallyError:
        return _GAME_OVER
    hint = f"an adjustment comes between two hands; to change hand {last.number} by these points"
    return replace(_GAME_OVER, hint=hint, command=("fix", str(last.number), side, f"{fact}={number}"))


def check_game_goes_on(game: Ledger) -> None:
    """Raise LedgerError if a game is over."""
    if game.standing().over:
        raise LedgerError([_GAME_OVER])


def _without_booleans(facts: SideFacts) -> SideFacts:
    return {fact: int(number) if isinstance(number, bool) else number for fact, number in facts.items()}


def _replace_hint(variant: Variant, facts: HandFacts, diagnostic: Diagnostic) -> Diagnostic:
    # The item contradicts one that the hand has already: either may be the one to take back.
    fact = diagnostic.fact
    is_total = hand_facts.has_stated_total(variant, facts.get(diagnostic.side, {}))
    part = TOTAL if is_total else hand_facts.find_direct_part(variant, fact)
    return replace(diagnostic, hint=f"remove one of the two: {fact}=0, or {part}=0")
