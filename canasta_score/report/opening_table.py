"""An opening as it is read out at the table: whether it opens, its groups, and what is wrong with them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap

from canasta_score.hand.opening import Group, Opening
from canasta_score.report.columns import aligned
from canasta_score.rules.cards import Rank

INDENT = "    "
SHOWN_ONE_BY_ONE = 10


def judged_table(opening: Opening, width: int) -> str:
    """Say whether groups open, in the first line, and lay them out with every fault."""
    return "\n".join([verdict(opening), *group_lines(opening.groups, width), *fault_lines(opening, width)])


def found_table(opening: Opening, width: int) -> str:
    """Say whether some cards hold an opening, in the first line, what to lay down and what to keep."""
    if not opening.groups:
        return f"{verdict(opening)}\nNo opening can be laid down with these cards."
    heading = "Lay down:" if opening.opens else "The most that can be laid down:"
    below = [*pile_lines(opening), kept_line(opening)]
    return "\n".join([verdict(opening), heading, *group_lines(opening.groups, width), *below])


def verdict(opening: Opening) -> str:
    """Say whether it opens: the points of the need, and what is short."""
    points = f"{opening.points:,} of {opening.needs:,}"
    if opening.opens:
        return f"Opens: {points}" + (", by a natural canasta" if opening.points < opening.needs else "")
    short = f", {opening.short:,} short" if opening.short else ""
    return f"Does not open: {points}{short}" + ("" if opening.legal or not opening.groups else ", not legal")


def group_lines(groups: Sequence[Group], width: int) -> Iterator[str]:
    """Go through the groups with their kind, their points, and below each what is wrong with it."""
    rows = [[cards_in_words(group.cards), group.kind or "no group", f"{group.points:,}"] for group in groups]
    for line, group in zip(aligned(rows), groups, strict=True):
        yield INDENT + line
        for problem in group.problems:
            yield from wrap(problem, width, initial_indent=INDENT * 2, subsequent_indent=INDENT * 3)


def fault_lines(opening: Opening, width: int) -> Iterator[str]:
    """Go through what is wrong with the whole; what is short is told in the first line."""
    for problem in opening.problems[: -1 if opening.short else None]:
        yield from wrap(f"{problem[0].upper()}{problem[1:]}.", width, subsequent_indent=INDENT)


def pile_lines(opening: Opening) -> Iterator[str]:
    """Say where the top card of a pile lies, if one is taken."""
    if opening.pile:
        rank = opening.pile.cards[0]
        if opening.pile in opening.groups:
            yield f"The {rank} on top of the pile is among them."
        else:
            yield f"Then take the pile with {rank} {rank}; they and its top card count nothing here."


def kept_line(opening: Opening) -> str:
    """Say which cards stay in the hand; one of them is discarded."""
    single = len(opening.kept) == 1
    return f"Keep for the discard: {opening.kept[0]}" if single else f"Keep: {cards_in_words(opening.kept)}"


def cards_in_words(cards: Sequence[Rank]) -> str:
    """Name cards one by one, or many by their numbers."""
    if len(cards) <= SHOWN_ONE_BY_ONE:
        return " ".join(cards) or "no card"
    return " ".join(f"{number}x{rank}" for rank, number in Counter(cards).items())
