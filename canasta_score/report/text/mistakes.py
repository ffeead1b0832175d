"""The slips that explain another total of a side, as they are read aloud at the table."""

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from textwrap import fill

from canasta_score.game.entries import EntryKind
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.reconciliation import (
    Reconciliation,
    find_corrections_since_paper,
    find_missed_corrections,
    get_running_total,
)
from canasta_score.hand.facts import BASE, COUNT
from canasta_score.hand.reconciliation.explain import MistakeExplanation
from canasta_score.hand.reconciliation.mistakes import DisputedHand, iter_digit_swaps
from canasta_score.rules.text import format_count

_IMPOSSIBLE_SUFFIX, _AGAINST_RULES_SUFFIX = " (no hand can be so)", " (against the rules)"
_ACCOUNT_TITLES = {1: ("this", "any one of these"), 2: ("both of these together", "any two of these together")}


def format_reconciliation(ledger: Ledger, found: Reconciliation, width: int, *, command: str, more: int = 0) -> str:
    """List the slips that account for a disputed total within a width.

    `command` is how another total is asked about, and `more` how many pairs are not listed.
    """
    hand, disputed = found.hand, found.disputed
    recorded, total = hand.score.sides[disputed.side].total, disputed.total
    who = f"Hand {hand.number}, {disputed.names[disputed.side]}"
    if recorded == total:
        return fill(f"{who}: {recorded:,} in the ledger and on the other paper.", width)
    head = f"{who}: {recorded:,} in the ledger, {total:,} on the other paper, {_format_difference(found.difference)}."
    lines = [
        *(fill(sentence, width) for sentence in (*iter_running_total_notes(ledger, found), head)),
        *_iter_listed_accounts(hand, disputed, found.accounts, width),
        *([f"{format_count(more, 'more pair')} of slips; --all lists all."] if more else []),
        *(fill(note, width, break_on_hyphens=False) for note in iter_disputed_total_notes(ledger, found, command)),
    ]
    return "\n".join(lines)


def _format_difference(points: int) -> str:
    """Give how much more or less points are."""
    return f"{abs(points):,} {'more' if points > 0 else 'less'}"


def iter_running_total_notes(ledger: Ledger, found: Reconciliation) -> Iterator[str]:
    """Say which correction the other paper may have missed, and what a running total makes of the hand."""
    if found.difference:
        yield from _iter_correction_notes(ledger, found)
    if found.is_running_total:
        running = f"the running total after hand {found.hand.number} ({found.recorded_total:,})"
        makes = f"as a total of the hand it is {found.disputed.total:,}"
        yield f"{found.paper_total:,} is {_format_difference(found.difference)} than {running}: {makes}."


def _iter_listed_accounts(
    hand: Hand, disputed: DisputedHand, accounts: Sequence[MistakeExplanation], width: int
) -> Iterator[str]:
    """Go through what is listed: single slips under their title, then pairs under theirs, numbered throughout."""
    if not accounts:
        yield fill(f"No slip of one or two explains it; explain {hand.number} shows every line.", width)
    places = len(str(len(accounts)))
    for number_of_slips, group in groupby(enumerate(accounts, 1), key=lambda numbered: len(numbered[1].mistakes)):
        numbered = list(group)
        for_one, for_several = _ACCOUNT_TITLES[number_of_slips]
        yield fill(f"It comes to {disputed.total:,} with {for_one if len(numbered) == 1 else for_several}:", width)
        for number, account in numbered:
            yield from _iter_account_lines(f"  {number:>{places}}  ", account, width)


def _iter_account_lines(number: str, account: MistakeExplanation, width: int) -> Iterator[str]:
    """Go through the slips behind their number, each on a line, and below them the tally."""
    below = " " * len(number)
    *others, last = (slip.description for slip in account.mistakes)
    mark = _IMPOSSIBLE_SUFFIX if account.is_impossible else _AGAINST_RULES_SUFFIX if account.problems else ""
    sentences = [*(f"{words}, and" for words in others), f"{last}{mark}"]
    for indent, sentence in zip_longest([number], sentences, fillvalue=below):
        yield fill(sentence, width, initial_indent=indent, subsequent_indent=below)
    deeper = f"{below}  "
    yield fill(
        account.tally, width, initial_indent=deeper, subsequent_indent=deeper,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def iter_disputed_total_notes(ledger: Ledger, found: Reconciliation, command: str) -> Iterator[str]:
    """Go through what else a disputed total is, which may be no slip at all."""
    written, score = found.paper_total, found.hand.score.sides[found.disputed.side]
    if not found.difference:
        return
    if written in iter_digit_swaps(found.recorded_total):
        yield f"{written:,} is {found.recorded_total:,} with two digits swapped: it may be only how it was written."
    for part, points in ((BASE, score.base), (COUNT, score.count)):
        if written == points:
            yield f"{written:,} is the {part} alone."
    yield from _iter_matching_totals(ledger, found)
    for number, total in found.earlier_candidates:
        slip = f"A single slip in hand {number} makes it {_format_difference(found.difference)}"
        yield f"{slip}: {command} {number} {found.disputed.side} {total}"


def _iter_matching_totals(ledger: Ledger, found: Reconciliation) -> Iterator[str]:
    """Go through the other totals that a disputed one is: before a correction, of another side, or running."""
    hand, side, written = found.hand, found.disputed.side, found.paper_total
    before = [
        change.before for change in ledger.applied_changes if change.before and change.before.number == hand.number
    ]
    if any(one.score.sides[side].total == found.disputed.total for one in before):
        yield f"{found.disputed.total:,} is what the hand had before it was corrected."
    for other, score in hand.score.sides.items():
        if other != side and score.total == written:
            yield f"{written:,} is the total of {ledger.side_names[other]} in this hand."
    if written == get_running_total(ledger, hand, side):
        alone = f"give the total of the hand alone, {hand.score.sides[side].total:,}"
        yield f"{written:,} is the running total after hand {hand.number}; {alone}."


def _iter_correction_notes(ledger: Ledger, found: Reconciliation) -> Iterator[str]:
    """Go through the corrections before which a disputed total was the running one, or without which it would be."""
    hand, side, written = found.hand, found.disputed.side, found.paper_total
    running = f"the running total after hand {hand.number}"
    before = list(find_corrections_since_paper(ledger, hand, side, written))
    for change in before:
        done = "struck" if change.entry.kind is EntryKind.VOID else "corrected"
        yield f"{written:,} was {running} before hand {change.entry.hand} was {done}."
    for change in find_missed_corrections(ledger, hand, side, written):
        if change not in before:
            done = "striking" if change.entry.kind is EntryKind.VOID else "correction"
            yield f"{written:,} is what {running} would be without the {done} of hand {change.entry.hand}."
