"""Reconciling a game with another paper, which has another total for a side in a hand, or another running total."""

from collections.abc import Iterator
from dataclasses import replace

from canasta_score.game.entries import EntryKind
from canasta_score.game.journal import Change, Hand, get_hand_points
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import iter_running_totals
from canasta_score.hand.facts import HandFacts, TallyError, apply_corrections
from canasta_score.hand.reconciliation.explain import MistakeExplanation, find_explanations, find_single_explanations
from canasta_score.hand.reconciliation.mistakes import DisputedHand, MistakeKind
from canasta_score.hand.scoring.score import score_hand
from canasta_score.rules.frozen import Value, frozen


@frozen
class Reconciliation(Value):
    """What accounts for another total of a side in a hand, all in points.

    `written` is what the other paper has, `recorded` what the ledger has in its place: the total of the hand, or the
    running total after it. `disputed` is the hand with the total that the paper makes of it. `earlier` are the hands
    before it, each with its total, where a single slip would account for the running total, too.
    """

    hand: Hand
    paper_total: int
    recorded_total: int
    disputed: DisputedHand
    accounts: tuple[MistakeExplanation, ...]
    earlier_candidates: tuple[tuple[int, int], ...] = ()

    @property
    def is_running_total(self) -> bool:
        """Tell whether what the other paper has is taken for a running total."""
        return self.paper_total != self.disputed.total

    @property
    def difference(self) -> int:
        """Give how much more the other paper has."""
        return self.paper_total - self.recorded_total


def reconcile_hand(ledger: Ledger, hand: Hand, side: str, written: int, *, pairs: bool) -> Reconciliation:
    """Account for another total of a side in a hand that counts, or for another running total after it.

    It is taken for a running total where it is nearer to that one, and no single slip makes it the total of the hand.
    """
    recorded = hand.score.sides[side].total
    disputed = DisputedHand(variant=ledger.variant, facts=hand.facts, names=ledger.side_names, side=side, total=written)
    running = get_running_total(ledger, hand, side)
    is_nearer = running != written and abs(written - running) < abs(written - recorded)
    if not is_nearer or any(not account.is_impossible for account in find_single_explanations(disputed)):
        accounts = find_explanations(disputed, pairs=pairs)
        return Reconciliation(
            hand=hand, paper_total=written, recorded_total=recorded, disputed=disputed, accounts=tuple(accounts)
        )
    disputed = replace(disputed, total=recorded + written - running)
    accounts = find_explanations(disputed, pairs=pairs)
    here = any(len(account.mistakes) == 1 for account in accounts)
    return Reconciliation(
        hand=hand,
        paper_total=written,
        recorded_total=running,
        disputed=disputed,
        accounts=tuple(accounts),
        earlier_candidates=() if here else tuple(_find_earlier_candidates(ledger, hand, side, written - running)),
    )


def get_running_total(ledger: Ledger, hand: Hand, side: str) -> int:
    """Give the running total of a side after a hand that counts."""
    return next(
        totals[side]
        for one, totals in iter_running_totals(ledger.starting_totals, ledger.hands)
        if one.number == hand.number
    )


def _find_earlier_candidates(ledger: Ledger, hand: Hand, side: str, apart: int) -> Iterator[tuple[int, int]]:
    """Go through the hands before one in which a slip makes a difference; a single card, which makes any, is none."""
    for one in ledger.hands[: hand.number - 1]:
        total = one.score.sides[side].total + apart
        disputed = DisputedHand(
            variant=ledger.variant, facts=one.facts, names=ledger.side_names, side=side, total=total
        )
        slips = () if one.voided else find_single_explanations(disputed)
        if any(not account.problems and account.mistakes[0].kind is not MistakeKind.SINGLE_CARD for account in slips):
            yield one.number, total


def find_corrections_since_paper(ledger: Ledger, hand: Hand, side: str, running: int) -> Iterator[Change]:
    """Go through the changes of its hands before which a running total of a side was that after a hand, and is not now.

    Only those count that changed it.
    """
    if running == get_running_total(ledger, hand, side):
        return
    points: dict[int, int] = {}
    for change in ledger.applied_changes:
        if change.before and change.before.number <= hand.number <= len(points) and _has_changed_points(change, side):
            then = sum(of_side for number, of_side in points.items() if number <= hand.number)
            if ledger.starting_totals[side] + then == running:
                yield change
        if change.after:
            points[change.after.number] = get_hand_points(change.after).get(side, 0)


def _has_changed_points(change: Change, side: str) -> bool:
    """Tell whether a correction or a striking changed what a hand gives a side."""
    before, after = ({} if hand is None else get_hand_points(hand) for hand in (change.before, change.after))
    return before.get(side) != after.get(side)


def find_missed_corrections(ledger: Ledger, hand: Hand, side: str, running: int) -> Iterator[Change]:
    """Go through the corrections and strikings without any one of which a running total of a side is that after a hand.

    A paper may have missed one of them, whenever it was made.
    """
    apart = running - get_running_total(ledger, hand, side)
    for change in ledger.applied_changes if apart else ():
        if change.before and change.before.number <= hand.number:
            now = get_hand_points(ledger.get_hand(change.before.number)).get(side, 0)
            if _score_without_change(ledger, change, side) == now + apart:
                yield change


def _score_without_change(ledger: Ledger, change: Change, side: str) -> int | None:
    """Give what a hand would give a side without a correction, or its striking; None where no facts are left so."""
    facts: HandFacts = {}
    for one in ledger.applied_changes:
        if one.after and one.entry.hand == change.entry.hand and one is not change:
            if one.entry.kind is EntryKind.VOID:
                return 0
            facts = apply_corrections(facts, one.entry.facts) if one.before else one.after.facts
    try:
        return score_hand(ledger.variant, facts).sides[side].total
    except TallyError:
        return None
