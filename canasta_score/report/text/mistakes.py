"""The mistakes that explain why a total on paper differs, in sentences to read aloud at the table."""

from collections.abc import Callable, Iterator
from itertools import groupby
from textwrap import fill

from canasta_score.game.entries import EntryKind
from canasta_score.game.ledger import Ledger
from canasta_score.game.reconciliation import (
    Reconciliation,
    find_corrections_since_paper,
    find_missed_corrections,
    get_running_total,
)
from canasta_score.hand.reconciliation import MistakeExplanation, iter_digit_swaps
from canasta_score.rules.model.facts import BASE, COUNT
from canasta_score.rules.text import format_count

FormatCommand = Callable[..., str]  # takes the words of a command, and returns it as it is typed here
# By how many mistakes there are together: the title above one explanation, and above several.
_EXPLANATION_TITLES = {
    1: ("This difference explains {}", "Any one of these differences explains {}"),
    2: ("These two differences together explain {}", "Any one of these pairs explains {}"),
}


def format_reconciliation(
    ledger: Ledger, found: Reconciliation, format_command: FormatCommand, width: int, *, more: int = 0
) -> str:
    """Return the mistakes that explain a disputed total; `more` is how many pairs are not listed."""
    hand, disputed = found.hand, found.disputed
    recorded, total = hand.score.sides[disputed.side].total, disputed.total
    where = f"Hand {hand.number}, {disputed.names[disputed.side]}"
    if recorded == total:
        return fill(f"{where}: {recorded:,} here and on the other sheet.", width)
    difference = _format_difference(found.difference)
    header = f"{where}: {recorded:,} here, {total:,} on the other sheet, {difference}."
    lines = [
        *(fill(sentence, width) for sentence in (*iter_running_total_notes(ledger, found), header)),
        *_iter_listed_explanations(found, width),
        *([f"{format_count(more, 'more pair')} of mistakes; --all lists them."] if more else []),
    ]
    notes = [*iter_disputed_total_notes(ledger, found, format_command)]
    if not found.explanations:
        explain = f"To see every line: {format_command('explain', str(hand.number))}"
        notes = ["One or two mistakes cannot explain it.", *notes, explain]
    return "\n".join([*lines, *(fill(note, width, break_on_hyphens=False) for note in notes)])


def _format_difference(points: int) -> str:
    return f"{abs(points):,} {'more' if points > 0 else 'less'}"


def iter_running_total_notes(ledger: Ledger, found: Reconciliation) -> Iterator[str]:
    """Yield which correction the other paper may have missed, and what a running total means for the hand."""
    if found.difference:
        yield from _iter_correction_notes(ledger, found)
    if found.is_running_total:
        running = f"the running total after hand {found.hand.number} ({found.recorded_total:,})"
        makes = f"That makes {found.disputed.total:,} for this hand"
        yield f"{found.paper_total:,} is {_format_difference(found.difference)} than {running}. {makes}."


def _iter_listed_explanations(found: Reconciliation, width: int) -> Iterator[str]:
    explanations = found.explanations
    number_width = len(str(len(explanations)))
    # Single mistakes come first, then pairs, numbered throughout.
    for mistake_count, group in groupby(enumerate(explanations, 1), key=lambda numbered: len(numbered[1].mistakes)):
        numbered = list(group)
        for_one, for_several = _EXPLANATION_TITLES[mistake_count]
        title = (for_one if len(numbered) == 1 else for_several).format(f"{found.disputed.total:,}")
        if numbered[0][1] is explanations[0]:  # said only once
            below = "below it" if len(numbered) == 1 else "below each"
            title += f"; {below}, hand {found.hand.number} as it would be"
        yield fill(f"{title}:", width)
        for number, explanation in numbered:
            yield from _iter_explanation_lines(f"  {number:>{number_width}}  ", explanation, width)


def _iter_explanation_lines(number: str, explanation: MistakeExplanation, width: int) -> Iterator[str]:
    indent = " " * len(number)
    *others, last = (mistake.description for mistake in explanation.mistakes)
    suffix = " (impossible)" if explanation.is_impossible else " (against the rules)" if explanation.problems else ""
    first_indent = number
    for sentence in (*(f"{description}, and" for description in others), f"{last}{suffix}"):
        yield fill(sentence, width, initial_indent=first_indent, subsequent_indent=indent)
        first_indent = indent
    deeper = f"{indent}  "
    yield fill(
        explanation.tally, width, initial_indent=deeper, subsequent_indent=deeper,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def iter_disputed_total_notes(ledger: Ledger, found: Reconciliation, format_command: FormatCommand) -> Iterator[str]:
    """Yield what else a disputed total can be, which may be no mistake at all."""
    paper_total, score = found.paper_total, found.hand.score.sides[found.disputed.side]
    if not found.difference:
        return
    if paper_total in iter_digit_swaps(found.recorded_total):
        swapped = f"{paper_total:,} is {found.recorded_total:,} with two digits swapped"
        yield f"{swapped}. Maybe the total was only written down wrong."
    for part, points in ((BASE, score.base), (COUNT, score.count)):
        if paper_total == points:
            yield f"{paper_total:,} is the {part} alone."
    yield from _iter_matching_totals(ledger, found)
    for number, total in found.earlier_candidates:
        mistake = f"One mistake in hand {number} would make it {_format_difference(found.difference)}"
        yield f"{mistake}: {format_command('reconcile', str(number), found.disputed.side, str(total))}"


def _iter_matching_totals(ledger: Ledger, found: Reconciliation) -> Iterator[str]:
    """Yield which other totals a disputed one equals: before a correction, of another side, or running."""
    hand, side, paper_total = found.hand, found.disputed.side, found.paper_total
    earlier = [
        change.before for change in ledger.applied_changes if change.before and change.before.number == hand.number
    ]
    if any(version.score.sides[side].total == found.disputed.total for version in earlier):
        yield f"{found.disputed.total:,} was the total of this hand before it was corrected."
    for other, score in hand.score.sides.items():
        if other != side and score.total == paper_total:
            yield f"{paper_total:,} is the total of {ledger.side_names[other]} in this hand."
    if paper_total == get_running_total(ledger, hand, side):
        alone = f"The total of this hand alone is {hand.score.sides[side].total:,}"
        yield f"{paper_total:,} is the running total after hand {hand.number}. {alone}."


def _iter_correction_notes(ledger: Ledger, found: Reconciliation) -> Iterator[str]:
    """Yield the corrections before which a disputed total was the running total, or without which it would be."""
    hand, side, paper_total = found.hand, found.disputed.side, found.paper_total
    running = f"the running total after hand {hand.number}"
    since_paper = list(find_corrections_since_paper(ledger, hand, side, paper_total))
    for change in since_paper:
        done = "canceled" if change.entry.kind is EntryKind.VOID else "corrected"
        yield f"{paper_total:,} was {running} before hand {change.entry.hand} was {done}."
    for change in find_missed_corrections(ledger, hand, side, paper_total):
        if change not in since_paper:
            done = "canceling" if change.entry.kind is EntryKind.VOID else "correcting"
            yield f"{running.capitalize()} would be {paper_total:,} without {done} hand {change.entry.hand}."
