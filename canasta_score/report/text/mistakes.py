"""The mistakes that explain why a total on paper differs, in sentences to read aloud at the table."""

from collections.abc import Callable, Iterator

from canasta_score.game.reconciliation import Reconciliation
from canasta_score.hand.mistakes import MistakeKind
from canasta_score.hand.reconciliation import MistakeExplanation
from canasta_score.hand.tally.formatter import format_items
from canasta_score.report.text.layout import fill_text

FormatCommand = Callable[..., str]  # takes the words of a command, and returns it as it is typed here
_CARRIED = (100, 1_000)  # points; other digits are hardly ever carried wrong in multiples of five


def format_reconciliation(found: Reconciliation, format_command: FormatCommand, width: int) -> str:
    """Return what explains a disputed total, each mistake with what to type if the other sheet is right."""
    where = f"{'After hand' if found.is_running_total else 'Hand'} {found.hand.number}"
    totals = f"{where}, {found.disputed.names[found.disputed.side]}: {found.recorded_total:,} here"
    header = f"{totals} and on the other sheet."
    if found.difference:
        difference = f"{abs(found.difference):,} {'more' if found.difference > 0 else 'less'}"
        header = f"{totals}, {found.paper_total:,} on the other sheet, {difference}."
    lines = [_fill(sentence, width) for sentence in (header, *iter_opening_notes(found, format_command))]
    if found.explanations:
        lines += _iter_listed_explanations(found, format_command, width)
    lines += (_fill(note, width) for note in iter_closing_notes(found, format_command))
    if found.more:
        words = ("reconcile", str(found.hand.number), found.disputed.side, str(found.paper_total), "--all")
        what = "more" if found.explanations else "mistakes that would explain it"
        lines.append(_fill(f"To see {found.more} {what}: {format_command(*words)}", width))
    return "\n".join(lines)


def _fill(text: str, width: int, indent: str = "", deeper: str = "") -> str:
    # A command stays as it is typed, so a long word is not broken.
    return fill_text(text, width, deeper, first=indent, in_words=False)


def iter_opening_notes(found: Reconciliation, format_command: FormatCommand) -> Iterator[str]:
    """Yield what the total on the other sheet is instead, or what else it can be if it is the same on both."""
    for figure in found.figures:
        yield f"{found.paper_total:,} is {figure.description}."
        if figure.command:
            yield f"If the sides are exchanged here: {format_command(*figure.command)}"
    own, number = found.hand.score.sides[found.disputed.side].total, found.hand.number
    before = found.running_total - own
    if found.difference:
        return
    if found.is_running_total:
        yield f"{found.paper_total:,} is the running total after hand {number}."
        yield f"The total of this hand alone is {own:,}."
    elif before:
        missing = f"the {before:,} points before this hand are missing there"
        yield f"If {own:,} is the running total on the other sheet, {missing}."


def _iter_listed_explanations(found: Reconciliation, format_command: FormatCommand, width: int) -> Iterator[str]:
    explanations = found.explanations
    if found.figures:
        title = "Otherwise the other sheet may have this."
    elif _are_plain_differences(found):
        title = "No simple mistake explains it. The other sheet may have this."
    elif len(explanations) == 1:
        title = "The other sheet may have this mistake."
    else:
        title = "The other sheet may have one of these mistakes, the likeliest first."
    yield _fill(title, width)
    if any(format_correction(found, explanation, format_command) for explanation in explanations):
        yield _fill("If the other sheet is right, correct this game with the line below the mistake.", width)
    number_width = len(str(len(explanations)))
    for number, explanation in enumerate(explanations, 1):
        indent = f"  {number:>{number_width}}  "
        deeper = " " * len(indent)
        suffix = " (against the rules)" if explanation.problems else ""
        if all(mistake.is_in_adding_up for mistake in explanation.mistakes):
            suffix = ""  # the items may be right
        elif explanation.is_impossible:
            suffix = " (impossible)"
        descriptions = ", and ".join(mistake.description for mistake in explanation.mistakes)
        yield _fill(f"{descriptions}{suffix}", width, indent, deeper)
        if command := format_correction(found, explanation, format_command):
            yield _fill(command, width, f"{deeper}  ", f"{deeper}  ")


def _are_plain_differences(found: Reconciliation) -> bool:
    return all(explanation.mistakes[0].kind is MistakeKind.DIFFERENCE for explanation in found.explanations)


def format_correction(found: Reconciliation, explanation: MistakeExplanation, format_command: FormatCommand) -> str:
    """Return the command that makes the hand as the other sheet has it; nothing if no correction does."""
    if explanation.is_impossible or not explanation.changes:
        return ""
    words = [
        word
        for side, changes in explanation.changes.items()
        for word in (side, *format_items(found.hand.variant, changes).split())
    ]
    return format_command("fix", str(found.hand.number), *words)


def iter_closing_notes(found: Reconciliation, format_command: FormatCommand) -> Iterator[str]:
    """Yield where else the mistake can be."""
    side, points = found.disputed.side, abs(found.difference)
    if points in _CARRIED and not found.figures:
        yield f"A difference of exactly {points:,} can also be a 1 that was not carried in adding up."
    if found.is_running_total and found.explanations and not found.figures and _are_plain_differences(found):
        missing = f"a whole hand with {found.difference:,} for {found.disputed.names[side]} may be missing here"
        if found.is_over:
            yield f"Or {missing}: undo the entries after it, add it, and enter these again."
        else:
            yield f"Or {missing}. To add it now: {format_command('add')}"
    for number, total in found.earlier_candidates:
        command = format_command("reconcile", str(number), side, str(total))
        yield f"The mistake can also be in hand {number}: {command}"
    if found.total_if_running is not None:
        command = format_command("reconcile", str(found.hand.number), side, str(found.total_if_running))
        running = f"the running total after hand {found.hand.number} ({found.running_total:,} here)"
        yield f"If {found.paper_total:,} is {running}: {command}"
