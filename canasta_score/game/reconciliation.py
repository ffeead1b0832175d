"""Reconciliation of a game with another score sheet: a different total for a side, in a hand or after it."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from canasta_score.game.entries import EntryKind, Hand
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import find_corrections
from canasta_score.hand.mistakes import DisputedHand, iter_wrong_figures
from canasta_score.hand.partners import find_partner_errors, give_to_pair
from canasta_score.hand.reconciliation import MistakeExplanation, find_explanations, find_likely_mistakes
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model.facts import BASE, COUNT

_MOST_CANDIDATES = 3  # earlier hands, the newest first
_MOST_FIGURES = 3
_SIDES_TO_SWAP = 2


class SheetFigure(NamedTuple):
    """A figure that somebody may have written as a total: its points, what it is, and a command, if any."""

    points: int
    description: str
    command: tuple[str, ...] = ()


class Reconciliation(Value):
    """What explains a different total of a side in a hand, all in points."""

    hand: Hand
    paper_total: int  # what the other score sheet has
    running_total: int
    recorded_total: int  # what the game has for it: the total of the hand, or that after it
    disputed: DisputedHand  # the hand with the total that the other sheet makes of it
    is_running_total: bool
    figures: tuple[SheetFigure, ...] = ()  # what the total there is instead
    explanations: tuple[MistakeExplanation, ...] = ()
    more: int = 0  # how many explanations were left out
    earlier_candidates: tuple[tuple[int, int], ...] = ()  # hands before, with totals, where one mistake would do
    total_if_running: int | None = None  # of the hand, if the total is a running one after all, as it may be
    is_over: bool = False  # so that no hand can be added

    @property
    def difference(self) -> int:
        """Return how many points more the other score sheet has."""
        return self.paper_total - self.recorded_total


def reconcile_hand(ledger: Ledger, hand: Hand, side: str, paper_total: int, *, every: bool = False) -> Reconciliation:
    """Explain a different total of a side, in points; `every` also looks for two mistakes where one explains it."""
    # It is a running total if it is nearer to that, and no single mistake makes it the total of the hand.
    recorded, running = hand.score.sides[side].total, _get_running_totals(ledger)[hand.number][side]
    difference = paper_total - running
    is_nearer = abs(difference) < abs(paper_total - recorded)
    is_running_total = is_nearer
    if is_nearer and difference:
        is_running_total = not find_likely_mistakes(_dispute(ledger, hand, side, paper_total))
    disputed = _dispute(ledger, hand, side, recorded + difference if is_running_total else paper_total)
    figures = find_figures(ledger, hand, side, paper_total)
    explanations, more = find_explanations(disputed, every=every, is_explained=bool(figures))
    has_earlier = is_running_total and difference and not figures
    earlier = _find_earlier_candidates(ledger, hand, side, difference) if has_earlier else ()
    restored = (_restore_partners(hand, side, explanation) for explanation in explanations)
    return Reconciliation(
        hand=hand,
        paper_total=paper_total,
        running_total=running,
        recorded_total=running if is_running_total else recorded,
        disputed=disputed,
        is_running_total=is_running_total,
        figures=figures,
        explanations=tuple(each for each in restored if not [*find_partner_errors(hand.variant, each.facts, {})]),
        more=more,
        earlier_candidates=tuple(islice(earlier, _MOST_CANDIDATES)),
        total_if_running=recorded + difference if is_nearer and not is_running_total else None,
        is_over=ledger.standing().over,
    )


def find_figures(ledger: Ledger, hand: Hand, side: str, paper_total: int) -> tuple[SheetFigure, ...]:
    """Return what a different total is that somebody wrote for a hand or after it, each description once."""
    totals, own = _get_running_totals(ledger), hand.score.sides[side].total
    if paper_total in (own, totals[hand.number][side]):
        return ()
    figures = [*_iter_hand_figures(ledger, hand, side)]
    if hand.number != min(totals) or any(ledger.starting_totals.values()) or ledger.adjustments:
        entries = (change.entry for change in ledger.applied_changes if change.entry.hand == hand.number)
        recorded = [entry.totals[side] for entry in entries if entry.kind is EntryKind.HAND and entry.totals]
        what = f"the running total after hand {hand.number} when it was recorded"
        figures += (SheetFigure(total, what) for total in recorded)
        figures += _iter_running_figures(ledger, hand, side)
    found = {figure.description: figure for figure in figures if figure.points == paper_total}
    return tuple(found.values())[:_MOST_FIGURES]


def _get_running_totals(ledger: Ledger) -> dict[int, Mapping[str, int]]:
    return {hand.number: totals for hand, totals in ledger.iter_running_totals()}


def _dispute(ledger: Ledger, hand: Hand, side: str, total: int) -> DisputedHand:
    # What partners have together is looked at once, as that of one of them.
    holder = side if side in hand.partners else next(iter(hand.partners), side)
    facts = {each: hand.get_facts(each) if each == holder else hand.facts[each] for each in ledger.side_names}
    return DisputedHand(variant=hand.variant, facts=facts, names=ledger.side_names, side=side, total=total)


def _restore_partners(hand: Hand, side: str, explanation: MistakeExplanation) -> MistakeExplanation:
    if not hand.partners:
        return explanation
    holder = side if side in hand.partners else hand.partners[0]
    facts = give_to_pair(hand.variant, explanation.facts, hand.partners, holder)
    changes = find_corrections(hand.facts, facts) if explanation.changes else {}
    return replace(explanation, facts=facts, changes=changes, tally=format_tally(hand.variant, facts))


def _find_earlier_candidates(ledger: Ledger, hand: Hand, side: str, difference: int) -> Iterator[tuple[int, int]]:
    earlier = (earlier for earlier in reversed(ledger.hands[: hand.number - 1]) if not earlier.voided)
    for candidate in earlier:
        total = candidate.score.sides[side].total + difference
        if find_likely_mistakes(_dispute(ledger, candidate, side, total)):
            yield candidate.number, total


def _iter_hand_figures(ledger: Ledger, hand: Hand, side: str) -> Iterator[SheetFigure]:
    names, score = ledger.side_names, hand.score.sides[side]
    swap = ("fix", str(hand.number), "--swap") if len(names) == _SIDES_TO_SWAP else ()
    for other, other_score in hand.score.sides.items():
        if other != side:
            yield SheetFigure(other_score.total, f"the total of {names[other]} in this hand", swap)
    base, count = score.base, score.count
    if base is not None and count is not None:
        parts = {f"the {BASE} alone": base, f"the {COUNT} alone": count}
        parts |= {f"the {BASE} minus the {COUNT}": base - count} if count > 0 else {}
        parts["the total without the penalties"] = base + count
        yield from (SheetFigure(points, part) for part, points in parts.items() if points != score.total)
    yield from (SheetFigure(wrong, f"{score.total:,} {how}") for wrong, how in iter_wrong_figures(score.total))
    for change in ledger.applied_changes:
        if change.before and change.before.number == hand.number:
            yield SheetFigure(change.before.score.sides[side].total, "the total of this hand before it was corrected")
    for other_hand in ledger.hands:
        if other_hand.number != hand.number and not other_hand.voided:
            points = other_hand.score.sides[side].total
            yield SheetFigure(points, f"the total of {names[side]} in hand {other_hand.number}")


def _iter_running_figures(ledger: Ledger, hand: Hand, side: str) -> Iterator[SheetFigure]:
    names, totals, own = ledger.side_names, _get_running_totals(ledger), hand.score.sides[side].total
    running, what = totals[hand.number][side], f"the running total after hand {hand.number}"
    before, others = running - own, [other for other in names if other != side]
    for other in others:
        total = totals[hand.number][other]
        yield SheetFigure(total, f"the running total of {names[other]} after hand {hand.number}")
        added = total - hand.score.sides[other].total + own
        yield SheetFigure(added, f"{what} with this hand added to the points of {names[other]}")
    yield SheetFigure(before, f"the running total before hand {hand.number}")
    if start := ledger.starting_totals[side]:
        yield SheetFigure(running - start, f"{what} without the {start:,} points at the start")
    for entry in ledger.adjustments:
        if entry.side == side and (entry.hand or 0) < hand.number:
            which = f"the adjustment of {entry.points:,} points"
            yield SheetFigure(running - entry.points, f"{what} without {which}")
            yield SheetFigure(running - 2 * entry.points, f"{what} with the wrong sign of {which}")
    yield from (SheetFigure(wrong, f"{running:,} {how}") for wrong, how in iter_wrong_figures(running))
    for number in [number for number in totals if number <= hand.number]:
        scores = ledger.get_hand(number).score.sides
        points = scores[side].total
        if number != hand.number:
            yield SheetFigure(running - points, f"{what} without hand {number}")
        yield SheetFigure(running + points, f"{what} with hand {number} added twice")
        yield SheetFigure(running - 2 * points, f"{what} with hand {number} subtracted")
        for other in others:
            added = running - points + scores[other].total
            yield SheetFigure(added, f"{what} with the points of {names[other]} from hand {number}")
    for number, after in totals.items():
        if number != hand.number and after[side] != before:
            yield SheetFigure(after[side], f"the running total after hand {number}")
