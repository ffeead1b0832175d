"""An opening as it is read out at the table: whether it opens, its groups, and what is wrong with them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from canasta_score.hand.opening.check import Opening, OpeningGroup
from canasta_score.report.labels import DOES_NOT_OPEN_LABEL, OPENS_LABEL
from canasta_score.report.text.layout import align_columns, fill_text
from canasta_score.rules.model.cards import WILD_RANKS
from canasta_score.rules.model.opening import PileCredit
from canasta_score.rules.text import format_count

_GROUP_INDENT = "    "
_MAX_CARDS_LISTED = 10  # more cards are counted: 12xK
_SINGLE_CARDS_HINT = (
    "Every group has only one card. Put commas between the cards of a group, such as 10,10,10 Q,Q,JK. "
    "meld find chooses the groups for you."
)
_TOP_CARD_TEXTS = {"all": "", "pair": ", which does not count"}


def format_checked_opening(opening: Opening, credit: PileCredit, width: int) -> str:
    """Return whether groups open, on the first line, then the groups with everything that is wrong."""
    if all(len(group.cards) == 1 for group in opening.groups):
        return _join_lines(opening, [fill_text(_SINGLE_CARDS_HINT, width)], [], width)
    below = [*map(_format_sentence, opening.legality_problems), *_iter_pile_lines(opening, credit)]
    return _join_lines(opening, _iter_group_lines(opening.groups, width), below, width)


def format_found_opening(opening: Opening, credit: PileCredit, width: int, why_nothing: str = "") -> str:
    """Return whether cards hold an opening, what to lay down and what to keep, or `why_nothing` can be laid down."""
    if not opening.groups:
        reason = _format_sentence(why_nothing or "no opening is possible with these cards")
        return _join_lines(opening, [fill_text(reason, width)], [], width)
    heading = "Lay down:" if opening.opens else "The most you can lay down:"
    kept = " ".join(opening.kept)
    if not opening.opens:
        keep = f"Left over: {kept}"
    elif kept:
        keep = f"Keep{' for the discard' if len(opening.kept) == 1 else ''}: {kept}"
    else:
        keep = "All cards are laid down."
    below = [*_iter_pile_lines(opening, credit), keep]
    return _join_lines(opening, [heading, *_iter_group_lines(opening.groups, width)], below, width)


def format_missing_discard(missing: int) -> str:
    """Return that cards would open if there were `missing` more of them to keep."""
    return "With one more card to discard it opens." if missing == 1 else f"With {missing} more cards to keep it opens."


def format_without_pile(opening: Opening) -> str:
    """Return that cards open if the pile is left."""
    return f"Without the pile: {_format_verdict(opening)}"


def _join_lines(opening: Opening, groups: Iterable[str], below: Sequence[str], width: int) -> str:
    verdict, *others = (fill_text(line, width, _GROUP_INDENT) for line in (_format_verdict(opening), *below))
    return "\n".join([verdict, *groups, *others])


def _format_verdict(opening: Opening) -> str:
    points = format_count(opening.points, "point") + (f", needs {opening.needs:,}" if opening.needs else "")
    if opening.opens:
        by_canasta = f", with a {opening.canasta} canasta" if opening.points < opening.needs else ""
        return f"{OPENS_LABEL}: {points}{by_canasta}"
    reasons = [f"{opening.short:,} short"] if opening.short else []
    reasons += [opening.missing_canasta] if opening.missing_canasta else []
    if not opening.legal and (opening.groups or not reasons):
        broken = [*opening.legality_problems, *(problem for group in opening.groups for problem in group.problems)]
        against = "against the rule below" if len(broken) == 1 else "against the rules below"
        reasons.append(against if opening.groups else "nothing to lay down")
    return f"{DOES_NOT_OPEN_LABEL}: {points}, {' and '.join(reasons)}"


def _iter_group_lines(groups: Sequence[OpeningGroup], width: int) -> Iterator[str]:
    kinds, rows = [group.kind or "not a group" for group in groups], []
    kind_width = max(map(len, kinds))
    for group, kind in zip(groups, kinds, strict=True):
        counted = [f"{number}x{rank}" for rank, number in Counter(group.cards).items()]
        cards = group.cards if len(group.cards) <= _MAX_CARDS_LISTED else counted
        rows.append([" ".join(cards), kind.ljust(kind_width), f"{group.points:,}"])
    for line, group in zip(align_columns(rows), groups, strict=True):
        yield _GROUP_INDENT + line
        for problem in group.problems:
            yield fill_text(problem, width, _GROUP_INDENT * 3, first=_GROUP_INDENT * 2)


def _format_sentence(problem: str) -> str:
    return f"{problem[0].upper()}{problem[1:]}."


def _iter_pile_lines(opening: Opening, credit: PileCredit) -> Iterator[str]:
    if opening.pile:
        # Wild cards, and a card that does not belong, may come first.
        rank, _ = Counter(card for card in opening.pile.cards if card not in WILD_RANKS).most_common(1)[0]
        if credit in _TOP_CARD_TEXTS:
            yield f"This includes the {rank} on top of the pile{_TOP_CARD_TEXTS[credit]}."
        else:
            yield f"Then take the pile with {rank} {rank}. They and the top card do not count toward opening."
