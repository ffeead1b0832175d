"""The slips that explain another total of a side, as they are read aloud at the table."""

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from textwrap import fill

from canasta_score.game.entries import What
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.reconciliation import Reconciled, corrections_before, corrections_missed, running_total
from canasta_score.hand.facts import BASE, COUNT
from canasta_score.hand.reconciliation.explain import Account
from canasta_score.hand.reconciliation.mistakes import Disputed, swapped
from canasta_score.rules.schema.reader import counted

NO_HAND, IRREGULAR = " (no hand can be so)", " (against the rules)"
TITLES = {1: ("this", "any one of these"), 2: ("both of these together", "any two of these together")}


def slips_list(ledger: Ledger, found: Reconciled, width: int, *, command: str, more: int = 0) -> str:
    """List the slips that account for a disputed total within a width.

    `command` is how another total is asked about, and `more` how many pairs are not listed.
    """
    hand, disputed = found.hand, found.disputed
    recorded, total = hand.score.sides[disputed.side].total, disputed.total
    who = f"Hand {hand.number}, {disputed.names[disputed.side]}"
    if recorded == total:
        return fill(f"{who}: {recorded:,} in the ledger and on the other paper.", width)
    head = f"{who}: {recorded:,} in the ledger, {total:,} on the other paper, {more_or_less(found.apart)}."
    lines = [
        *(fill(sentence, width) for sentence in (*what_it_is(ledger, found), head)),
        *listed_accounts(hand, disputed, found.accounts, width),
        *([f"{counted(more, 'more pair')} of slips; --all lists all."] if more else []),
        *(fill(note, width, break_on_hyphens=False) for note in notes(ledger, found, command)),
    ]
    return "\n".join(lines)


def more_or_less(points: int) -> str:
    """Give how much more or less points are."""
    return f"{abs(points):,} {'more' if points > 0 else 'less'}"


def what_it_is(ledger: Ledger, found: Reconciled) -> Iterator[str]:
    """Say which correction the other paper may have missed, and what a running total makes of the hand."""
    if found.apart:
        yield from running_totals_before(ledger, found)
    if found.is_running:
        running = f"the running total after hand {found.hand.number} ({found.recorded:,})"
        makes = f"as a total of the hand it is {found.disputed.total:,}"
        yield f"{found.written:,} is {more_or_less(found.apart)} than {running}: {makes}."


def listed_accounts(hand: Hand, disputed: Disputed, accounts: Sequence[Account], width: int) -> Iterator[str]:
    """Go through what is listed: single slips under their title, then pairs under theirs, numbered throughout."""
    if not accounts:
        yield fill(f"No slip of one or two explains it; explain {hand.number} shows every line.", width)
    places = len(str(len(accounts)))
    for number_of_slips, group in groupby(enumerate(accounts, 1), key=lambda numbered: len(numbered[1].slips)):
        numbered = list(group)
        for_one, for_several = TITLES[number_of_slips]
        yield fill(f"It comes to {disputed.total:,} with {for_one if len(numbered) == 1 else for_several}:", width)
        for number, account in numbered:
            yield from lines_of_account(f"  {number:>{places}}  ", account, width)


def lines_of_account(number: str, account: Account, width: int) -> Iterator[str]:
    """Go through the slips behind their number, each on a line, and below them the tally."""
    below = " " * len(number)
    *others, last = (slip.words for slip in account.slips)
    mark = NO_HAND if account.is_impossible else IRREGULAR if account.problems else ""
    sentences = [*(f"{words}, and" for words in others), f"{last}{mark}"]
    for indent, sentence in zip_longest([number], sentences, fillvalue=below):
        yield fill(sentence, width, initial_indent=indent, subsequent_indent=below)
    deeper = f"{below}  "
    yield fill(
        account.tally, width, initial_indent=deeper, subsequent_indent=deeper,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def notes(ledger: Ledger, found: Reconciled, command: str) -> Iterator[str]:
    """Go through what else a disputed total is, which may be no slip at all."""
    written, score = found.written, found.hand.score.sides[found.disputed.side]
    if not found.apart:
        return
    if written in swapped(found.recorded):
        yield f"{written:,} is {found.recorded:,} with two digits swapped: it may be only how it was written."
    for part, points in ((BASE, score.base), (COUNT, score.count)):
        if written == points:
            yield f"{written:,} is the {part} alone."
    yield from other_totals(ledger, found)
    for number, total in found.earlier:
        slip = f"A single slip in hand {number} makes it {more_or_less(found.apart)}"
        yield f"{slip}: {command} {number} {found.disputed.side} {total}"


def other_totals(ledger: Ledger, found: Reconciled) -> Iterator[str]:
    """Go through the other totals that a disputed one is: before a correction, of another side, or running."""
    hand, side, written = found.hand, found.disputed.side, found.written
    before = [change.before for change in ledger.done if change.before and change.before.number == hand.number]
    if any(one.score.sides[side].total == found.disputed.total for one in before):
        yield f"{found.disputed.total:,} is what the hand had before it was corrected."
    for other, score in hand.score.sides.items():
        if other != side and score.total == written:
            yield f"{written:,} is the total of {ledger.names[other]} in this hand."
    if written == running_total(ledger, hand, side):
        alone = f"give the total of the hand alone, {hand.score.sides[side].total:,}"
        yield f"{written:,} is the running total after hand {hand.number}; {alone}."


def running_totals_before(ledger: Ledger, found: Reconciled) -> Iterator[str]:
    """Go through the corrections before which a disputed total was the running one, or without which it would be."""
    hand, side, written = found.hand, found.disputed.side, found.written
    running = f"the running total after hand {hand.number}"
    before = list(corrections_before(ledger, hand, side, written))
    for change in before:
        done = "struck" if change.entry.what is What.VOID else "corrected"
        yield f"{written:,} was {running} before hand {change.entry.hand} was {done}."
    for change in corrections_missed(ledger, hand, side, written):
        if change not in before:
            done = "striking" if change.entry.what is What.VOID else "correction"
            yield f"{written:,} is what {running} would be without the {done} of hand {change.entry.hand}."
