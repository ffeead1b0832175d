"""The discard pile in an opening: its top card, and the two cards of its rank from the hand that take it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canasta_score.hand.facts import TallyError
from canasta_score.hand.opening.card_parser import CardWords, parse_card_groups, parse_card_list
from canasta_score.rules.diagnostics import NOWHERE, Diagnostic
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.cards import NATURAL_RANKS, Rank
from canasta_score.rules.model.opening import OpeningRules, PileCredit
from canasta_score.rules.model.variant import Variant

_TOP_CARD_COUNT = 1
_MATCHING_CARD_COUNT = 2
PILE_GROUP_SIZE = _TOP_CARD_COUNT + _MATCHING_CARD_COUNT
_PILE_NOT_ALLOWED = "by these rules the pile is not taken to open"


@frozen
class DiscardPile(Value):
    """A pile taken to open: the rank of its top card, and which of the three cards of this rank count."""

    rank: Rank
    counts: PileCredit

    @property
    def is_melded_separately(self) -> bool:
        """Return whether the three cards are a meld of their own, outside the opening."""
        return self.counts is PileCredit.NOTHING

    @property
    def is_forbidden(self) -> bool:
        """Return whether a side may not take the pile before it has opened."""
        return self.counts is PileCredit.NEVER

    @property
    def uncounted_cards(self) -> int:
        """Return how many of the three cards do not count toward the need."""
        return _TOP_CARD_COUNT if self.counts is PileCredit.PAIR else 0

    @property
    def extra_cards(self) -> int:
        """Return by how much the pile changes the number of cards of its rank that the opening may use."""
        return -_MATCHING_CARD_COUNT if self.is_melded_separately else _TOP_CARD_COUNT

    def can_fit_group(self, rules: OpeningRules, naturals: int, wilds: int) -> bool:
        """Return whether a group of the opening may have the rank of the top card."""
        return (
            naturals + wilds + PILE_GROUP_SIZE <= rules.group[1]
            if self.is_melded_separately
            else naturals >= PILE_GROUP_SIZE
        )

    def is_in_group(self, group: Sequence[Rank]) -> bool:
        """Return whether the three cards are in a group of the opening."""
        return not self.is_melded_separately and group.count(self.rank) >= PILE_GROUP_SIZE


def parse_groups_and_pile(
    rules: OpeningRules, groups: str | Sequence[CardWords], top: str | None
) -> tuple[list[tuple[Rank, ...]], DiscardPile | None]:
    """Parse groups and the top card of a pile, if one is taken; raise TallyError for words that are not cards."""
    if top is None:
        return parse_card_groups(groups), None
    wrong_top = list(_find_top_card_problems(top))
    try:
        read = parse_card_groups(groups)
    except TallyError as error:
        raise TallyError([*error.diagnostics, *wrong_top], error.words) from None
    if wrong_top:
        raise TallyError(wrong_top)
    return read, DiscardPile(rank=parse_card_list([top])[0], counts=rules.pile)


def _find_top_card_problems(word: str) -> Iterator[Diagnostic]:
    name_it = "name the top card of the pile, such as --pile Q"
    if not word.strip():
        yield Diagnostic(message="the top card of the pile is missing", hint=name_it)
        return
    try:
        on_top = parse_card_list([word])
    except TallyError as error:
        yield from (replace(refusal, location=NOWHERE) for refusal in error.diagnostics)
        return
    if len(on_top) > _TOP_CARD_COUNT:
        yield Diagnostic(message=f"'{word}' is more than one card", hint=name_it)
    elif on_top[0] not in NATURAL_RANKS:
        message = f"a pile with {on_top[0]} on top is not taken by two of its rank"
        yield Diagnostic(message=message, hint=f"name a card from {NATURAL_RANKS[-1]} to {NATURAL_RANKS[0]}")


def find_matching_card_problems(variant: Variant, held: Sequence[Rank], rank: Rank) -> Iterator[Diagnostic]:
    """Yield why the cards of a hand cannot take a pile with this top card."""
    takers = held.count(rank)
    if variant.opening.pile is PileCredit.NEVER:
        yield Diagnostic(message=_PILE_NOT_ALLOWED, hint="leave out --pile")
    elif takers < _MATCHING_CARD_COUNT:
        message = f"two cards of rank {rank} take the pile, and the hand has {takers}"
        yield Diagnostic(message=message, hint="leave out --pile")
    elif takers == variant.deck.count_rank(rank):
        message = f"the hand has all {takers} cards of rank {rank}, so that none is on the pile"
        yield Diagnostic(message=message, hint="count them again, or leave out --pile")


def find_pile_problems(variant: Variant, groups: Sequence[Sequence[Rank]], pile: DiscardPile) -> Iterator[str]:
    """Yield why the groups leave no room for the three cards."""
    rules, rank = variant.opening, pile.rank
    if pile.is_forbidden:
        yield _PILE_NOT_ALLOWED
        return
    laid = sum(group.count(rank) for group in groups)
    if not pile.is_melded_separately:
        if not any(map(pile.is_in_group, groups)):
            yield f"no group with the {rank} on top of the pile and {_MATCHING_CARD_COUNT} more of its rank"
    elif any(len(group) + PILE_GROUP_SIZE > rules.group[1] for group in groups if rank in group):
        yield f"no room for {PILE_GROUP_SIZE} more of rank {rank} with the pile; a group has at most {rules.group[1]}"
    elif laid + PILE_GROUP_SIZE > variant.deck.count_rank(rank):
        in_deck = variant.deck.count_rank(rank)
        yield f"{laid} cards of rank {rank}, and {PILE_GROUP_SIZE} more with the pile; the deck has {in_deck}"
