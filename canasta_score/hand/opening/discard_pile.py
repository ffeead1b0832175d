"""Taking the discard pile to open: its top card, and the two of its rank from the hand that take it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canasta_score.hand.facts import TallyError
from canasta_score.hand.opening.card_parser import CardWords, parse_card_groups, parse_card_list
from canasta_score.rules.diagnostics import NOWHERE, Diagnostic
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.cards import NATURAL_RANKS, Rank, format_rank_count, pluralize_rank
from canasta_score.rules.model.opening import OpeningRules, PileCredit
from canasta_score.rules.model.variant import Variant

_TOP_CARD_COUNT = 1
MATCHING_CARD_COUNT = 2
PILE_GROUP_SIZE = _TOP_CARD_COUNT + MATCHING_CARD_COUNT
_PILE_NOT_ALLOWED = "in these rules you cannot take the pile to open"
_PILE_EXAMPLE = "enter the top card of the pile, such as --pile Q"


@frozen
class DiscardPile(Value):
    """A pile that is taken to open: the rank of its top card, and which of the three cards melded with it count."""

    rank: Rank
    counts: PileCredit

    @property
    def is_melded_separately(self) -> bool:
        """Return whether the three are melded beside the opening, which must be enough without them."""
        return self.counts is PileCredit.NOTHING

    @property
    def is_forbidden(self) -> bool:
        """Return whether no side may open by taking the pile."""
        return self.counts is PileCredit.NEVER

    @property
    def uncounted_cards(self) -> int:
        """Return how many of the three do not count in a group of the opening."""
        return _TOP_CARD_COUNT if self.counts is PileCredit.PAIR else 0

    @property
    def extra_cards(self) -> int:
        """Return how many cards of its rank the opening gains: the top card, or minus the pair that takes the pile."""
        return -MATCHING_CARD_COUNT if self.is_melded_separately else _TOP_CARD_COUNT

    def can_fit_group(self, rules: OpeningRules, naturals: int, wilds: int) -> bool:
        """Return whether a group of its rank has the three cards, or room for them."""
        if self.is_melded_separately:
            return naturals + wilds + PILE_GROUP_SIZE <= rules.group[1]
        return naturals >= PILE_GROUP_SIZE

    def is_in_group(self, group: Sequence[Rank]) -> bool:
        """Return whether the three cards are in a group of the opening."""
        return not self.is_melded_separately and group.count(self.rank) >= PILE_GROUP_SIZE


def parse_groups_and_pile(
    rules: OpeningRules, groups: str | Sequence[CardWords], top: str | None
) -> tuple[list[tuple[Rank, ...]], DiscardPile | None]:
    """Parse groups of cards, and the top card of a pile if one is taken; raises TallyError for other words."""
    if top is None:
        return parse_card_groups(groups), None
    top_problems = list(_find_top_card_problems(top))
    try:
        parsed = parse_card_groups(groups)
    except TallyError as error:
        raise TallyError([*error.diagnostics, *top_problems], error.words) from None
    if top_problems:
        raise TallyError(top_problems)
    return parsed, DiscardPile(rank=parse_card_list([top])[0], counts=rules.pile)


def _find_top_card_problems(word: str) -> Iterator[Diagnostic]:
    if not word.strip():
        yield Diagnostic(message="the top card of the pile is missing", hint=_PILE_EXAMPLE)
        return
    try:
        cards = parse_card_list([word])
    except TallyError as error:
        yield from (replace(diagnostic, location=NOWHERE) for diagnostic in error.diagnostics)
        return
    if len(cards) > _TOP_CARD_COUNT:
        yield Diagnostic(message=f'"{word}" is more than one card', hint=_PILE_EXAMPLE)
    elif cards[0] not in NATURAL_RANKS:
        message = f"a pile with {cards[0]} on top cannot be taken with a pair"
        yield Diagnostic(message=message, hint=f"enter a card from {NATURAL_RANKS[-1]} to {NATURAL_RANKS[0]}")


def find_matching_card_problems(variant: Variant, held: Sequence[Rank], rank: Rank) -> Iterator[Diagnostic]:
    """Yield why the cards of a player cannot take a pile with a card of this rank on top."""
    matching = held.count(rank)
    if variant.opening.pile is PileCredit.NEVER:
        yield Diagnostic(message=_PILE_NOT_ALLOWED, hint="leave out --pile")
    elif matching < MATCHING_CARD_COUNT:
        needed = format_rank_count(MATCHING_CARD_COUNT, rank)
        message = f"you need {needed} to take the pile, but the hand has {matching or 'none'}"
        yield Diagnostic(message=message, hint="leave out --pile")
    elif matching == variant.deck.count_rank(rank):
        message = f"the hand has all {format_rank_count(matching, rank)}, so none can be on the pile"
        yield Diagnostic(message=message, hint="count them again, or leave out --pile")


def find_pile_problems(variant: Variant, groups: Sequence[Sequence[Rank]], pile: DiscardPile) -> Iterator[Diagnostic]:
    """Yield why groups have no place for the top card and the pair that takes it."""
    most, rank, in_deck = variant.opening.group[1], pile.rank, variant.deck.count_rank(pile.rank)
    melded = sum(group.count(rank) for group in groups)
    if pile.is_forbidden:
        yield Diagnostic(message=_PILE_NOT_ALLOWED)
    elif not pile.is_melded_separately:
        if not any(map(pile.is_in_group, groups)):
            needed = format_rank_count(PILE_GROUP_SIZE, rank)
            yield Diagnostic(
                message=f"no group has {needed}", hint="the top card of the pile goes with two from the hand"
            )
    elif any(len(group) + PILE_GROUP_SIZE > most for group in groups if rank in group):
        message = f"there is no room for {PILE_GROUP_SIZE} more {pluralize_rank(rank)} with the pile"
        yield Diagnostic(message=message, hint=f"a group can have at most {most}")
    elif melded + PILE_GROUP_SIZE > in_deck:
        message = f"{format_rank_count(melded, rank)} and {PILE_GROUP_SIZE} more with the pile"
        yield Diagnostic(message=message, hint=f"the deck has only {in_deck}")
