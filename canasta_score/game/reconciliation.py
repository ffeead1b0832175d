"""Reconciling a game with another paper, which has another total for a side in a hand, or another running total."""

from collections.abc import Iterator
from dataclasses import replace

from canasta_score.game.entries import What
from canasta_score.game.journal import Change, Hand, points_of
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import running_totals
from canasta_score.hand.facts import HandFacts, TallyError, corrected
from canasta_score.hand.reconciliation.explain import Account, accounts_of, accounts_of_one
from canasta_score.hand.reconciliation.mistakes import Disputed, SlipKind
from canasta_score.hand.scoring.score import score_hand
from canasta_score.rules.frozen import Value, frozen


@frozen
class Reconciled(Value):
    """What accounts for another total of a side in a hand, all in points.

    `written` is what the other paper has, `recorded` what the ledger has in its place: the total of the hand, or the
    running total after it. `disputed` is the hand with the total that the paper makes of it. `earlier` are the hands
    before it, each with its total, where a single slip would account for the running total, too.
    """

    hand: Hand
    written: int
    recorded: int
    disputed: Disputed
    accounts: tuple[Account, ...]
    earlier: tuple[tuple[int, int], ...] = ()

    @property
    def is_running(self) -> bool:
        """Tell whether what the other paper has is taken for a running total."""
        return self.written != self.disputed.total

    @property
    def apart(self) -> int:
        """Give how much more the other paper has."""
        return self.written - self.recorded


def reconciled(ledger: Ledger, hand: Hand, side: str, written: int, *, pairs: bool) -> Reconciled:
    """Account for another total of a side in a hand that counts, or for another running total after it.

    It is taken for a running total where it is nearer to that one, and no single slip makes it the total of the hand.
    """
    recorded = hand.score.sides[side].total
    disputed = Disputed(variant=ledger.variant, facts=hand.facts, names=ledger.names, side=side, total=written)
    running = running_total(ledger, hand, side)
    is_nearer = running != written and abs(written - running) < abs(written - recorded)
    if not is_nearer or any(not account.is_impossible for account in accounts_of_one(disputed)):
        accounts = accounts_of(disputed, pairs=pairs)
        return Reconciled(hand=hand, written=written, recorded=recorded, disputed=disputed, accounts=tuple(accounts))
    disputed = replace(disputed, total=recorded + written - running)
    accounts = accounts_of(disputed, pairs=pairs)
    here = any(len(account.slips) == 1 for account in accounts)
    return Reconciled(
        hand=hand,
        written=written,
        recorded=running,
        disputed=disputed,
        accounts=tuple(accounts),
        earlier=() if here else tuple(earlier_hands(ledger, hand, side, written - running)),
    )


def running_total(ledger: Ledger, hand: Hand, side: str) -> int:
    """Give the running total of a side after a hand that counts."""
    return next(totals[side] for one, totals in running_totals(ledger.start, ledger.hands) if one.number == hand.number)


def earlier_hands(ledger: Ledger, hand: Hand, side: str, apart: int) -> Iterator[tuple[int, int]]:
    """Go through the hands before one in which a slip makes a difference; a single card, which makes any, is none."""
    for one in ledger.hands[: hand.number - 1]:
        total = one.score.sides[side].total + apart
        disputed = Disputed(variant=ledger.variant, facts=one.facts, names=ledger.names, side=side, total=total)
        slips = () if one.struck else accounts_of_one(disputed)
        if any(not account.problems and account.slips[0].kind is not SlipKind.CARDS for account in slips):
            yield one.number, total


def corrections_before(ledger: Ledger, hand: Hand, side: str, running: int) -> Iterator[Change]:
    """Go through the changes of its hands before which a running total of a side was that after a hand, and is not now.

    Only those count that changed it.
    """
    if running == running_total(ledger, hand, side):
        return
    points: dict[int, int] = {}
    for change in ledger.done:
        if change.before and change.before.number <= hand.number <= len(points) and makes_a_difference(change, side):
            then = sum(of_side for number, of_side in points.items() if number <= hand.number)
            if ledger.start[side] + then == running:
                yield change
        if change.after:
            points[change.after.number] = points_of(change.after).get(side, 0)


def makes_a_difference(change: Change, side: str) -> bool:
    """Tell whether a correction or a striking changed what a hand gives a side."""
    before, after = ({} if hand is None else points_of(hand) for hand in (change.before, change.after))
    return before.get(side) != after.get(side)


def corrections_missed(ledger: Ledger, hand: Hand, side: str, running: int) -> Iterator[Change]:
    """Go through the corrections and strikings without any one of which a running total of a side is that after a hand.

    A paper may have missed one of them, whenever it was made.
    """
    apart = running - running_total(ledger, hand, side)
    for change in ledger.done if apart else ():
        if change.before and change.before.number <= hand.number:
            now = points_of(ledger.hand(change.before.number)).get(side, 0)
            if points_without(ledger, change, side) == now + apart:
                yield change


def points_without(ledger: Ledger, change: Change, side: str) -> int | None:
    """Give what a hand would give a side without a correction, or its striking; None where no facts are left so."""
    facts: HandFacts = {}
    for one in ledger.done:
        if one.after and one.entry.hand == change.entry.hand and one is not change:
            if one.entry.what is What.VOID:
                return 0
            facts = corrected(facts, one.entry.facts) if one.before else one.after.facts
    try:
        return score_hand(ledger.variant, facts).sides[side].total
    except TallyError:
        return None
