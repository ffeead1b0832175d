"""Reconciliation of a game with another score sheet: a different total for a side, in a hand or after it."""

from collections.abc import Iterator
from dataclasses import replace

from canasta_score.game.entries import Change, Entry, EntryKind, Hand, get_hand_points
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import HandFacts, TallyError, apply_corrections
from canasta_score.hand.partners import give_to_pair
from canasta_score.hand.reconciliation import (
    DisputedHand,
    MistakeExplanation,
    MistakeKind,
    find_explanations,
    find_single_explanations,
)
from canasta_score.hand.scoring import score_hand
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.rules.frozen import Value, frozen


@frozen
class Reconciliation(Value):
    """What explains a different total of a side in a hand, all in points.

    `paper_total` is what the other score sheet has, `recorded_total` what the ledger has for it: the total of the hand,
    or the running total after it. `disputed` is the hand with the total that the other sheet makes of it.
    `earlier_candidates` are earlier hands, each with its total, where one mistake would explain the running total, too.
    """

    hand: Hand
    paper_total: int
    recorded_total: int
    disputed: DisputedHand
    explanations: tuple[MistakeExplanation, ...]
    earlier_candidates: tuple[tuple[int, int], ...] = ()

    @property
    def is_running_total(self) -> bool:
        """Return whether the total on the other score sheet counts as a running total."""
        return self.paper_total != self.disputed.total

    @property
    def difference(self) -> int:
        """Return how many points more the other score sheet has."""
        return self.paper_total - self.recorded_total


def reconcile_hand(ledger: Ledger, hand: Hand, side: str, paper_total: int, *, pairs: bool) -> Reconciliation:
    """Explain a different total of a side in a hand that counts, or a different running total after it, in points.

    The total counts as a running total if it is nearer to the running total, and no single mistake makes it the
    total of the hand.
    `pairs` also looks for two mistakes where one explains it.
    """
    recorded = hand.score.sides[side].total
    running = get_running_total(ledger, hand, side)
    difference = paper_total - running
    disputed = _dispute(ledger, hand, side, paper_total)
    is_nearer = difference and abs(difference) < abs(paper_total - recorded)
    singles = find_single_explanations(disputed) if is_nearer else None
    is_running_total = singles is not None and all(single.is_impossible for single in singles)
    if is_running_total:
        disputed, singles = _dispute(ledger, hand, side, recorded + difference), None
    explanations = find_explanations(disputed, pairs=pairs, singles=singles)
    is_explained = any(len(each.mistakes) == 1 for each in explanations)
    earlier = _find_earlier_candidates(ledger, hand, side, difference) if is_running_total and not is_explained else ()
    return Reconciliation(
        hand=hand,
        paper_total=paper_total,
        recorded_total=running if is_running_total else recorded,
        disputed=disputed,
        explanations=tuple(_restore_partners(disputed, hand, each) for each in explanations),
        earlier_candidates=tuple(earlier),
    )


def get_running_total(ledger: Ledger, hand: Hand, side: str) -> int:
    """Return the running total of a side after a hand that counts, in points."""
    running = ledger.iter_running_totals()
    return next(totals[side] for counting, totals in running if counting.number == hand.number)


def find_corrections_since_paper(ledger: Ledger, hand: Hand, side: str, running: int) -> Iterator[Change]:
    """Yield the changes right before which a side had this running total after a hand, in points.

    Only changes of the side's points count; none if the side has this running total now.
    """
    if running == get_running_total(ledger, hand, side):
        return
    points: dict[int, int] = {}
    adjustments: list[Entry] = []
    for change in ledger.applied_changes:
        if change.before and change.before.number <= hand.number <= len(points) and _has_changed_points(change, side):
            since_start = sum(hand_points for number, hand_points in points.items() if number <= hand.number)
            since_start += sum(entry.points for entry in adjustments if (entry.hand or 0) < hand.number)
            if ledger.starting_totals[side] + since_start == running:
                yield change
        points |= {changed.number: _get_side_points(changed, side) for changed in change.hands_after}
        adjustments += [change.entry] if change.entry.points and change.entry.side == side else []


def find_missed_corrections(ledger: Ledger, hand: Hand, side: str, running: int) -> Iterator[Change]:
    """Yield the corrections and cancellations, each of which alone explains a running total in points if it was missed.

    The other score sheet may have missed it at any time.
    """
    difference = running - get_running_total(ledger, hand, side)
    for change in ledger.applied_changes if difference else ():
        if change.before and change.before.number <= hand.number:
            now = _get_side_points(ledger.get_hand(change.before.number), side)
            if _score_without_change(ledger, change, side) == now + difference:
                yield change


def _dispute(ledger: Ledger, hand: Hand, side: str, total: int) -> DisputedHand:
    # What partners have together is looked at once, as that of one of them.
    holder = _find_holder(hand, side)
    facts = {each: hand.get_facts(each) if each == holder else hand.facts[each] for each in ledger.side_names}
    return DisputedHand(variant=hand.variant, facts=facts, names=ledger.side_names, side=side, total=total)


def _find_holder(hand: Hand, side: str) -> str:
    return side if side in hand.partners else next(iter(hand.partners), side)


def _restore_partners(disputed: DisputedHand, hand: Hand, explanation: MistakeExplanation) -> MistakeExplanation:
    """Return an explanation in which what partners have together is under the pair again."""
    if not hand.partners:
        return explanation
    facts = give_to_pair(disputed.variant, explanation.facts, hand.partners, _find_holder(hand, disputed.side))
    return replace(explanation, facts=facts, tally=format_tally(disputed.variant, facts))


def _find_earlier_candidates(ledger: Ledger, hand: Hand, side: str, difference: int) -> Iterator[tuple[int, int]]:
    """Yield the earlier hands in which one mistake would explain the difference, each with that total in points.

    A single card does not count as such a mistake: it could explain almost any difference.
    """
    for earlier in ledger.hands[: hand.number - 1]:
        total = earlier.score.sides[side].total + difference
        singles = () if earlier.voided else find_single_explanations(_dispute(ledger, earlier, side, total))
        if any(not single.problems and single.mistakes[0].kind is not MistakeKind.SINGLE_CARD for single in singles):
            yield earlier.number, total


def _has_changed_points(change: Change, side: str) -> bool:
    before, after = (
        None if hand is None else get_hand_points(hand).get(side) for hand in (change.before, change.after)
    )
    return before != after


def _get_side_points(hand: Hand, side: str) -> int:
    return get_hand_points(hand).get(side, 0)  # none if the hand is voided


def _score_without_change(ledger: Ledger, without: Change, side: str) -> int | None:
    """Return what a side would score in a hand without one change, in points; None if such facts are invalid."""
    facts: HandFacts = {}
    for change in ledger.applied_changes:
        if change.after and change.entry.hand == without.entry.hand and change is not without:
            if change.entry.kind is EntryKind.VOID:
                return 0
            facts = apply_corrections(facts, change.entry.facts) if change.before else change.after.facts
    try:
        return score_hand(ledger.get_hand(without.entry.hand or 0).variant, facts).sides[side].total
    except TallyError:
        return None
