"""Taking the discard pile to open: its top card, and the two of its rank from the hand that take it."""

from collections.abc import Iterator, Sequence

from canasta_score.hand.card_words import Typed, read_groups
from canasta_score.hand.facts import Refusal, TallyError
from canasta_score.rules.cards import NATURAL, Rank
from canasta_score.rules.opening import OpeningRules, PileCounts
from canasta_score.rules.values import Value, frozen
from canasta_score.rules.variant import Variant

ON_TOP = 1
TAKERS = 2
TAKEN = ON_TOP + TAKERS


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
    def uncounted(self) -> int:
        """Give how many cards in a group of the opening do not count."""
        return ON_TOP if self.counts is PileCounts.PAIR else 0

    def fits(self, rules: OpeningRules, naturals: int, wilds: int) -> bool:
        """Tell whether a group may be of the rank of the top card, so that the three are in it or can come to it."""
        return naturals + wilds + TAKEN <= rules.group[1] if self.beside else naturals >= TAKEN

    def faults_beside(self, rules: OpeningRules, groups: Sequence[Sequence[Rank]]) -> Iterator[str]:
        """Go through why some groups leave no place for the three cards."""
        of_rank = [group for group in groups if self.rank in group]
        naturals = [group.count(self.rank) for group in of_rank]
        fit = [self.fits(rules, number, len(group) - number) for number, group in zip(naturals, of_rank, strict=True)]
        if self.beside and not all(fit):
            yield f"no room for {TAKEN} more of rank {self.rank} with the pile; a group has at most {rules.group[1]}"
        elif not self.beside and not any(fit):
            yield f"no group with the {self.rank} on top of the pile and {TAKERS} more of its rank"


def read_with_pile(
    rules: OpeningRules, groups: str | Sequence[Typed], top: str | None
) -> tuple[list[tuple[Rank, ...]], Pile | None]:
    """Read groups of cards, and the top card of a pile if one is taken; raises TallyError for words that are none."""
    words = groups.split() if isinstance(groups, str) else groups
    if top is None:
        return read_groups(words), None
    *read, on_top = read_groups([*words, top])
    if len(on_top) > ON_TOP:
        raise TallyError([Refusal(message=f"'{top}' is more than one card", hint="name the top card of the pile")])
    if on_top[0] not in NATURAL:
        message = f"a pile with {on_top[0]} on top is not taken by two of its rank"
        raise TallyError([Refusal(message=message, hint=f"name a card from {NATURAL[-1]} to {NATURAL[0]}")])
    return read, Pile(rank=on_top[0], counts=rules.pile)


def faults_of_taking(variant: Variant, held: Sequence[Rank], rank: Rank) -> Iterator[Refusal]:
    """Go through why the cards of a hand do not take a pile with such a card on top."""
    takers = held.count(rank)
    if takers < TAKERS:
        message = f"two cards of rank {rank} take the pile, and the hand has {takers}"
        yield Refusal(message=message, hint="leave out --pile")
    elif takers == variant.deck.holds(rank):
        message = f"the hand has all {takers} cards of rank {rank}, so that none is on the pile"
        yield Refusal(message=message, hint="count them again, or leave out --pile")
