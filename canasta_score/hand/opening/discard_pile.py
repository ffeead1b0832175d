"""Taking the discard pile to open: its top card, and the two of its rank from the hand that take it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canasta_score.hand.facts import Refusal, TallyError
from canasta_score.hand.opening.card_parser import CardWords, read_cards, read_groups
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.cards import NATURAL, Rank
from canasta_score.rules.model.opening import OpeningRules, PileCounts
from canasta_score.rules.model.variant import Variant

ON_TOP = 1
TAKERS = 2
TAKEN = ON_TOP + TAKERS
NOT_TO_OPEN = "by these rules the pile is not taken to open"


@frozen
class Pile(Value):
    """A pile that is taken to open: the rank of its top card, and what counts of the three cards laid down for it."""

    rank: Rank
    counts: PileCounts

    @property
    def beside(self) -> bool:
        """Tell whether the three lie beside the opening, which stands without them, or are in a group of it."""
        return self.counts is PileCounts.NOTHING

    @property
    def stays(self) -> bool:
        """Tell whether the rules leave the pile where it is until a side has opened."""
        return self.counts is PileCounts.NEVER

    @property
    def uncounted(self) -> int:
        """Give how many cards in a group of the opening do not count."""
        return ON_TOP if self.counts is PileCounts.PAIR else 0

    @property
    def more_cards(self) -> int:
        """Give how many cards of its rank come to the hand: the top card, or two fewer where they lie beside."""
        return -TAKERS if self.beside else ON_TOP

    def fits(self, rules: OpeningRules, naturals: int, wilds: int) -> bool:
        """Tell whether a group may be of the rank of the top card, so that the three are in it or can come to it."""
        return naturals + wilds + TAKEN <= rules.group[1] if self.beside else naturals >= TAKEN

    def is_in(self, group: Sequence[Rank]) -> bool:
        """Tell whether the three are in a group of the opening."""
        return not self.beside and group.count(self.rank) >= TAKEN


def read_with_pile(
    rules: OpeningRules, groups: str | Sequence[CardWords], top: str | None
) -> tuple[list[tuple[Rank, ...]], Pile | None]:
    """Read groups of cards, and the top card of a pile if one is taken; raises TallyError for words that are none."""
    if top is None:
        return read_groups(groups), None
    wrong_top = list(faults_of_top(top))
    try:
        read = read_groups(groups)
    except TallyError as error:
        raise TallyError([*error.refusals, *wrong_top], error.words) from None
    if wrong_top:
        raise TallyError(wrong_top)
    return read, Pile(rank=read_cards([top])[0], counts=rules.pile)


def faults_of_top(word: str) -> Iterator[Refusal]:
    """Go through why a word cannot be the top card of a pile that two of its rank take."""
    name_it = "name the top card of the pile, such as --pile Q"
    if not word.strip():
        yield Refusal(message="the top card of the pile is missing", hint=name_it)
        return
    try:
        on_top = read_cards([word])
    except TallyError as error:
        yield from (replace(refusal, word=None) for refusal in error.refusals)
        return
    if len(on_top) > ON_TOP:
        yield Refusal(message=f"'{word}' is more than one card", hint=name_it)
    elif on_top[0] not in NATURAL:
        message = f"a pile with {on_top[0]} on top is not taken by two of its rank"
        yield Refusal(message=message, hint=f"name a card from {NATURAL[-1]} to {NATURAL[0]}")


def faults_of_takers(variant: Variant, held: Sequence[Rank], rank: Rank) -> Iterator[Refusal]:
    """Go through why the cards of a hand do not take a pile with such a card on top."""
    takers = held.count(rank)
    if variant.opening.pile is PileCounts.NEVER:
        yield Refusal(message=NOT_TO_OPEN, hint="leave out --pile")
    elif takers < TAKERS:
        message = f"two cards of rank {rank} take the pile, and the hand has {takers}"
        yield Refusal(message=message, hint="leave out --pile")
    elif takers == variant.deck.holds(rank):
        message = f"the hand has all {takers} cards of rank {rank}, so that none is on the pile"
        yield Refusal(message=message, hint="count them again, or leave out --pile")


def faults_of_taking(variant: Variant, groups: Sequence[Sequence[Rank]], pile: Pile) -> Iterator[str]:
    """Go through why groups that are laid down leave no place for the three cards."""
    rules, rank = variant.opening, pile.rank
    if pile.stays:
        yield NOT_TO_OPEN
        return
    laid = sum(group.count(rank) for group in groups)
    if not pile.beside:
        if not any(map(pile.is_in, groups)):
            yield f"no group with the {rank} on top of the pile and {TAKERS} more of its rank"
    elif any(len(group) + TAKEN > rules.group[1] for group in groups if rank in group):
        yield f"no room for {TAKEN} more of rank {rank} with the pile; a group has at most {rules.group[1]}"
    elif laid + TAKEN > variant.deck.holds(rank):
        yield f"{laid} cards of rank {rank}, and {TAKEN} more with the pile; the deck has {variant.deck.holds(rank)}"
