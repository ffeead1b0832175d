"""Taking the discard pile to open: its top card, and the two of its rank from the hand that take it."""

from collections.abc import Sequence

from canasta_score.hand.card_words import read_cards
from canasta_score.hand.facts import Refusal, TallyError
from canasta_score.rules.cards import NATURAL, Rank
from canasta_score.rules.opening import PileCounts
from canasta_score.rules.values import Value, frozen
from canasta_score.rules.variant import Variant

ON_TOP = 1
TAKERS = 2
TAKEN = ON_TOP + TAKERS


@frozen
class Pile(Value):
    """A pile that is taken to open: the rank of its top card, and what counts towards the need of the three cards."""

    rank: Rank
    counts: PileCounts

    @property
    def beside(self) -> bool:
        """Tell whether the three lie beside the opening, which stands without them, or are a group of it."""
        return self.counts is PileCounts.NOTHING

    def fits(self, naturals: int, wilds: int, most: int) -> bool:
        """Tell whether a group of the opening may be of the rank of the top card, so that the three go with it."""
        return naturals + wilds + TAKEN <= most if self.beside else naturals >= TAKEN


def read_pile(variant: Variant, held: Sequence[Rank], word: str) -> Pile:
    """Read the top card of a pile; raises TallyError where the cards held do not take it."""
    top = read_cards([word])
    if len(top) != 1:
        raise TallyError([told(f"'{word}' is not one card", "name the top card of the pile, such as Q")])
    rank = top[0]
    if rank not in NATURAL:
        raise TallyError([told(f"a pile with {rank} on top is not taken", "name a card from 4 to A")])
    takers = held.count(rank)
    if takers < TAKERS:
        raise TallyError([told(f"two of rank {rank} take the pile, and these cards have {takers}", "leave out --pile")])
    if takers == variant.deck.holds(rank):
        raise TallyError(
            [told(f"{takers} of rank {rank} are held; the deck has no more for the pile", "leave out --pile")]
        )
    return Pile(rank=rank, counts=variant.opening.pile)


def told(message: str, hint: str) -> Refusal:
    """Make the refusal of a card."""
    return Refusal(side="", fact="", message=message, hint=hint)
