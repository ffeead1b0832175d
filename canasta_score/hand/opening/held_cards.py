"""The cards that a player holds to open with, and how many of them may be melded."""

from collections import Counter
from collections.abc import Mapping

from canasta_score.hand.facts import TallyError
from canasta_score.hand.opening.card_parser import CardWords
from canasta_score.hand.opening.check import Opening, build_missing_natural_group, find_deck_excess
from canasta_score.hand.opening.discard_pile import (
    MATCHING_CARD_COUNT,
    DiscardPile,
    find_matching_card_problems,
    parse_groups_and_pile,
)
from canasta_score.hand.opening.groups import THREES_NOT_ALLOWED
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.cards import NATURAL_RANKS, WILD_RANKS, Rank, format_rank_count
from canasta_score.rules.model.opening import OpeningRules
from canasta_score.rules.model.penalties import CardPlace
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import format_count


@frozen
class HeldCards(Value):
    """The cards that a player can open with.

    `cards` are those in the hand. `naturals` (by rank) and `wilds` (the most valuable first) are those to choose from:
    with the top card of a pile that goes into the opening, or without the pair that takes a pile beside it. `keep` of
    them must stay in the hand, and `max_melded` may be melded. `risky_ranks` are those for which the rules have a
    penalty if a group without wild cards stays incomplete.
    """

    cards: tuple[Rank, ...]
    naturals: Mapping[Rank, int]
    wilds: tuple[Rank, ...]
    keep: int
    max_melded: int
    pile: DiscardPile | None
    risky_ranks: frozenset[Rank]

    @property
    def max_cards(self) -> int:
        """Return how many cards there are to meld, with those to keep."""
        return self.max_melded + self.keep

    def get_pile_of_rank(self, rank: Rank) -> DiscardPile | None:
        """Return the pile if its top card is of a rank."""
        return self.pile if self.pile and self.pile.rank is rank else None

    def is_required_rank(self, rank: Rank) -> bool:
        """Return whether a rank must be in the opening, because the top card of the pile is melded there."""
        pile = self.get_pile_of_rank(rank)
        return pile is not None and not pile.is_melded_separately

    def list_kept_cards(self, opening: Opening) -> tuple[Rank, ...]:
        """Return the cards that stay in the hand after an opening, sorted by rank."""
        melded = Counter(rank for group in opening.groups for rank in group.cards)
        if self.pile and opening.pile:
            melded[self.pile.rank] -= self.pile.extra_cards
        kept = Counter(self.cards) - melded
        return tuple(rank for rank in Rank for _ in range(kept[rank]))


def parse_held_cards(variant: Variant, cards: CardWords, pile: str | None, keep: int | None) -> HeldCards:
    """Parse the cards that a player holds, and the top card of a pile; raises TallyError for impossible cards.

    `keep` cards must stay in the hand; None for as many as the rules say, and none if a pile is taken.
    """
    groups, top = parse_groups_and_pile(variant.opening, cards, pile)
    held = tuple(rank for group in groups for rank in group)
    problems = [*find_deck_excess(variant.deck, held)]
    if Rank.THREE in held and not variant.can_hold_threes:
        hint = "leave them out; they go on the table as soon as they are drawn"
        problems.append(Diagnostic(message=THREES_NOT_ALLOWED, hint=hint))
    fewest = variant.opening.group[0]
    if len(held) < fewest:
        message = f"{format_count(len(held), 'card')} cannot open"
        problems.append(
            Diagnostic(message=message, hint=f"enter all cards of the hand; a group needs at least {fewest}")
        )
    if top:
        problems += find_matching_card_problems(variant, held, top.rank)
    if problems:
        raise TallyError(problems)
    if keep is None:
        keep = 0 if top else variant.opening.keep  # the discard may come from the pile
    return _build_held_cards(variant, held, top, keep)


def _build_held_cards(variant: Variant, held: tuple[Rank, ...], pile: DiscardPile | None, keep: int) -> HeldCards:
    counts = Counter(held)
    max_melded = len(held) - keep
    if pile:
        counts[pile.rank] += pile.extra_cards
        max_melded += pile.extra_cards
    wilds = [rank for rank in held if rank in WILD_RANKS]
    return HeldCards(
        cards=held,
        naturals={rank: counts[rank] for rank in NATURAL_RANKS},
        wilds=tuple(sorted(wilds, key=variant.deck.points.__getitem__, reverse=True)),
        keep=keep,
        max_melded=max_melded,
        pile=pile,
        risky_ranks=_find_risky_ranks(variant),
    )


def _find_risky_ranks(variant: Variant) -> frozenset[Rank]:
    penalties = [penalty for penalty in variant.penalties if penalty.place is CardPlace.TABLE]
    risky = {rank for penalty in penalties if penalty.cards for rank in penalty.cards.ranks}
    return frozenset(risky.union(WILD_RANKS) if any(penalty.is_wild_only for penalty in penalties) else risky)


def explain_no_opening(variant: Variant, held: HeldCards) -> str:
    """Return that there is no natural group if nothing can be melded for that reason, or else an empty text."""
    rules, pile = variant.opening, held.pile
    if _can_form_natural_group(rules, held):
        return ""
    if (
        pile
        and pile.is_melded_separately
        and _can_form_natural_group(rules, _build_held_cards(variant, held.cards, None, held.keep))
    ):
        pair = format_rank_count(MATCHING_CARD_COUNT, pile.rank)
        return f"{pair} are used to take the pile, and the other cards have no natural group"
    return str(build_missing_natural_group(rules))


def _can_form_natural_group(rules: OpeningRules, held: HeldCards) -> bool:
    return not rules.natural_group or any(count >= rules.group[0] for count in held.naturals.values())
