"""The slips that explain another total of a side, as they are read aloud at the table."""

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from textwrap import fill

from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import running_totals
from canasta_score.hand.facts import BASE, COUNT
from canasta_score.hand.reconcile import Account
from canasta_score.hand.slips import Disputed, swapped
from canasta_score.rules.keys import counted

NO_HAND = "(no hand can be so)"
TITLES = {1: ("this", "any one of these"), 2: ("both of these together", "any two of these together")}


def slips_list(
    ledger: Ledger, hand: Hand, disputed: Disputed, accounts: Sequence[Account], width: int, *, more: int = 0
) -> str:
    """List the slips that account for a disputed total within a width; `more` is how many pairs are not listed."""
    recorded, total = hand.score.sides[disputed.side].total, disputed.total
    who = f"Hand {hand.number}, {disputed.names[disputed.side]}"
    if recorded == total:
        return fill(f"{who}: {recorded:,} in the ledger and on the other paper.", width)
    apart = f"{abs(total - recorded):,} {'more' if total > recorded else 'less'}"
    lines = [
        fill(f"{who}: {recorded:,} in the ledger, {total:,} on the other paper, {apart}.", width),
        *listed_accounts(hand, disputed, accounts, width),
        *([f"{counted(more, 'more pair')} of slips; --all lists all."] if more else []),
        *(fill(note, width) for note in notes(ledger, hand, disputed)),
    ]
    return "\n".join(lines)


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
    sentences = [*(f"{words}, and" for words in others), f"{last} {NO_HAND}" if account.problems else last]
    for indent, sentence in zip_longest([number], sentences, fillvalue=below):
        yield fill(sentence, width, initial_indent=indent, subsequent_indent=below)
    deeper = f"{below}  "
    yield fill(
        account.tally, width, initial_indent=deeper, subsequent_indent=deeper,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def notes(ledger: Ledger, hand: Hand, disputed: Disputed) -> Iterator[str]:
    """Go through what a disputed total also is, which may be no slip at all."""
    total, score = disputed.total, hand.score.sides[disputed.side]
    if total == score.total:
        return
    if total in swapped(score.total):
        yield f"{total:,} is {score.total:,} with two digits swapped: it may be only how it was written."
    for part, points in ((BASE, score.base), (COUNT, score.count)):
        if total == points:
            yield f"{total:,} is the {part} alone."
    yield from other_totals(ledger, hand, disputed)


def other_totals(ledger: Ledger, hand: Hand, disputed: Disputed) -> Iterator[str]:
    """Go through the other totals that a disputed one is: before a correction, of another side, or running."""
    total, side = disputed.total, disputed.side
    before = [change.before for change in ledger.done if change.before and change.before.number == hand.number]
    if any(one.score.sides[side].total == total for one in before):
        yield f"{total:,} is what the hand had before it was corrected."
    for other, score in hand.score.sides.items():
        if other != side and score.total == total:
            yield f"{total:,} is the total of {disputed.names[other]} in this hand."
    running = {one.number: totals for one, totals in running_totals(ledger.start, ledger.hands)}[hand.number]
    if total == running[side]:
        alone = f"give the total of the hand alone, {hand.score.sides[side].total:,}"
        yield f"{total:,} is the running total after hand {hand.number}; {alone}."
