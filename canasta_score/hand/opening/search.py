"""The search for the best opening in the cards of a hand."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, islice
from typing import NamedTuple

from canasta_score.hand.facts import TallyError
from canasta_score.hand.opening.card_parser import CardWords
from canasta_score.hand.opening.check import (
    THREES_NOT_ALLOWED,
    Opening,
    evaluate_opening,
    find_deck_excess,
    find_group_size_problems,
    find_wild_card_problems,
    format_missing_natural_group,
    has_required_canasta,
    is_natural_opening_canasta,
)
from canasta_score.hand.opening.discard_pile import DiscardPile, find_matching_card_problems, parse_groups_and_pile
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.cards import NATURAL_RANKS, WILD_RANKS, Rank
from canasta_score.rules.model.opening import OpeningRules
from canasta_score.rules.model.penalties import CardPlace
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import format_count

_CARDS_KEPT_FOR_DISCARD = 1
_NO_FEATURE, _HAS_NATURAL_GROUP, _OPENS_AT_ANY_NEED, _HAS_REQUIRED_CANASTA = (
    0,
    1,
    2,
    4,
)  # what groups make, together as a sum


class _RankGroup(NamedTuple):
    """One way to meld a rank: how many natural and wild cards."""

    rank: Rank
    naturals: int
    wilds: int


class _SearchState(NamedTuple):
    """The state of the search: how many cards and wild cards the groups use, and their features."""

    cards: int
    wilds: int
    features: int


class _PartialOpening(NamedTuple):
    """Groups of some ranks: the points of their natural cards, and how many of them risk a penalty."""

    points: int
    negative_risks: int
    rank_groups: tuple[_RankGroup, ...]


class _Candidate(NamedTuple):
    """Groups that may open together; candidates compare by which is better."""

    cards: int
    wilds: int
    negative_points: int
    risks: int
    separate_wilds: int
    rank_groups: tuple[_RankGroup, ...]
    opens: bool


@frozen
class _HeldCards(Value):
    """The cards to choose from: natural cards by rank, wild cards from high to low, and how many may be melded.

    Of a pile that is taken, the top card is among them where it lies in a group of the opening; where it lies beside,
    the two that take it are not. `risky` are the ranks that cost something if they are begun clean and not completed.
    `canasta` is the one that is asked for, if one is.
    """

    naturals: Mapping[Rank, int]
    wilds: tuple[Rank, ...]
    max_melded: int
    pile: DiscardPile | None
    risky_ranks: frozenset[Rank]
    required_canasta: Canasta | None

    def get_pile_of_rank(self, rank: Rank) -> DiscardPile | None:
        """Return the pile if its top card is of a rank."""
        return self.pile if self.pile and self.pile.rank is rank else None

    def is_required_rank(self, rank: Rank) -> bool:
        """Return whether a rank must be in the opening, since the top card of the pile belongs to it."""
        pile = self.get_pile_of_rank(rank)
        return pile is not None and not pile.is_melded_separately

    def count_scoring_naturals(self, way: _RankGroup) -> int:
        """Count the natural cards of a group that count toward the need."""
        pile = self.get_pile_of_rank(way.rank)
        return way.naturals - (pile.uncounted_cards if pile else 0)


def find_opening(
    variant: Variant, need: int, cards: CardWords, pile: str | None = None, canasta: Canasta | None = None
) -> Opening:
    """Return the best opening for a need in points in cards given as rank words; one card is kept for the discard.

    Where a `canasta` is asked for, too, one group must be of that kind or of one with as high a bonus. Sequences are
    left out: of cards that are told by their ranks, nobody knows the suits.

    The best has the fewest cards; of those the fewest wild ones; of those the most points; of those it begins the
    fewest groups that cost something if they are not completed. Where none opens, it is the most that may be laid down.

    `pile` is the top card of the discard pile, which is taken with two of its rank. What counts of the three is a rule:
    they lie in a group of the opening, whose points may leave out the top card, or beside it.

    The search is exact, but for a canasta that is asked for and bounds its jokers: the dearest wild cards are laid
    first. It goes from rank to rank, and takes each with every number of natural and wild cards that
    makes a group, or leaves it out. How the groups taken so far can go on, and how good what comes of it is, depends
    only on how many cards they have, how many of them are wild, whether a group is natural or a canasta, and on their
    points, of which more are never worse. So of all the ways to spend the same cards only that with the most
    points is kept: a few hundred where there are millions of ways. Wild cards are alike to every rule but that of their
    points, so the dearest are taken first, those of groups of their own before the others.

    Raises TallyError for words that are no cards, more cards than the deck has, fewer than a group, threes where the
    rules leave none in a hand, and a pile that these cards do not take.

    >>> from canasta_score import load_variant
    >>> found = find_opening(load_variant("nvso"), 125, "10 10 10 Q Q JK 9 9 9 A 7 5")
    >>> [" ".join(group.cards) for group in found.groups], " ".join(found.kept)
    (['Q Q JK', '10 10 10', '9 9 9'], 'A 7 5')
    """
    held, top = _parse_hand(variant, cards, pile)
    hand = _build_held_cards(variant, held, top, canasta)
    best = _find_best_candidate(variant, need, hand)
    laid = _build_groups(variant, hand, best) if best else []
    opening = evaluate_opening(variant, need, laid, top if best else None, canasta)
    return replace(opening, kept=_find_kept_cards(held, opening, top))


def can_open_only_without_discard(
    variant: Variant, need: int, cards: CardWords, pile: str | None = None, canasta: Canasta | None = None
) -> bool:
    """Return whether the cards open only if none is kept for the discard; raise as `find_opening` does."""
    hand = _build_held_cards(variant, *_parse_hand(variant, cards, pile), canasta)
    with_all = _find_best_candidate(variant, need, replace(hand, max_melded=hand.max_melded + _CARDS_KEPT_FOR_DISCARD))
    best = _find_best_candidate(variant, need, hand)
    return bool(with_all and with_all.opens and not (best and best.opens))


def explain_no_opening(variant: Variant, cards: CardWords, pile: str | None = None) -> str:
    """Return why nothing in the cards can be melded, or an empty text."""
    held, top = _parse_hand(variant, cards, pile)
    if _can_form_natural_group(variant.opening, _build_held_cards(variant, held, top, None)):
        return ""
    if (
        top
        and top.is_melded_separately
        and _can_form_natural_group(variant.opening, _build_held_cards(variant, held, None, None))
    ):
        return f"two of your {top.rank}s take the pile; they count nothing, and no natural group is left"
    return format_missing_natural_group(variant.opening)


def _can_form_natural_group(rules: OpeningRules, hand: _HeldCards) -> bool:
    return not rules.natural_group or any(number >= rules.group[0] for number in hand.naturals.values())


def _parse_hand(variant: Variant, cards: CardWords, pile: str | None) -> tuple[tuple[Rank, ...], DiscardPile | None]:
    read, top = parse_groups_and_pile(variant.opening, cards, pile)
    held = tuple(rank for group in read for rank in group)
    refusals = [Diagnostic(message=fault) for fault in find_deck_excess(variant.deck, held)]
    if Rank.THREE in held and not variant.can_hold_threes:
        refusals.append(Diagnostic(message=THREES_NOT_ALLOWED, hint="they lie on the table at once: leave them out"))
    if len(held) < variant.opening.group[0]:
        message = f"{format_count(len(held), 'card')} to choose from; a group has at least {variant.opening.group[0]}"
        refusals.append(Diagnostic(message=message))
    if top:
        refusals += find_matching_card_problems(variant, held, top.rank)
    if refusals:
        raise TallyError(refusals)
    return held, top


def _build_held_cards(
    variant: Variant, held: Sequence[Rank], pile: DiscardPile | None, canasta: Canasta | None
) -> _HeldCards:
    naturals: dict[Rank, int] = {rank: held.count(rank) for rank in NATURAL_RANKS}
    wilds = sorted((rank for rank in held if rank in WILD_RANKS), key=variant.deck.points.__getitem__, reverse=True)
    most = len(held) - _CARDS_KEPT_FOR_DISCARD
    if pile:
        naturals[pile.rank] += pile.extra_cards
        most += pile.extra_cards
    risky = _find_risky_ranks(variant)
    return _HeldCards(
        naturals=naturals, wilds=tuple(wilds), max_melded=most, pile=pile, risky_ranks=risky, required_canasta=canasta
    )


def _find_risky_ranks(variant: Variant) -> frozenset[Rank]:
    groups = [penalty for penalty in variant.penalties if penalty.place is CardPlace.TABLE]
    risky = {rank for penalty in groups if penalty.cards for rank in penalty.cards.ranks}
    return frozenset(risky.union(WILD_RANKS) if any(penalty.is_wild_only for penalty in groups) else risky)


def _find_best_candidate(variant: Variant, need: int, hand: _HeldCards) -> _Candidate | None:
    found = list(_iter_candidates(variant, need, hand))
    opening = [candidate for candidate in found if candidate.opens]
    if opening:
        return min(opening)
    return min(found, key=lambda candidate: (candidate.negative_points, candidate), default=None)


def _iter_candidates(variant: Variant, need: int, hand: _HeldCards) -> Iterator[_Candidate]:
    rules = variant.opening
    of_dearest = [0, *accumulate(variant.deck.points[rank] for rank in hand.wilds)]
    for spent, laid in _find_best_partials(variant, hand).items():
        for alone in (0, *_iter_separate_wild_counts(rules, len(hand.wilds) - spent.wilds)):
            cards, wilds = spent.cards + alone, spent.wilds + alone
            if not 0 < cards <= hand.max_melded or not _can_combine_wilds(rules, alone, spent.wilds):
                continue
            open_alone = alone and rules.can_open_with_wilds_alone and of_dearest[alone] >= need
            if rules.natural_group and not spent.features & _HAS_NATURAL_GROUP and not open_alone:
                continue
            points = laid.points + of_dearest[wilds]
            risks = bool(alone % rules.group[1] and hand.risky_ranks.intersection(WILD_RANKS)) - laid.negative_risks
            has_asked = spent.features & _HAS_REQUIRED_CANASTA or _has_required_wild_canasta(variant, hand, alone)
            opens = bool(spent.features & _OPENS_AT_ANY_NEED or (points >= need and has_asked))
            yield _Candidate(cards, wilds, -points, risks, alone, laid.rank_groups, opens)


def _has_required_wild_canasta(variant: Variant, hand: _HeldCards, alone: int) -> bool:
    return hand.required_canasta is None or has_required_canasta(
        variant, _build_wild_groups(variant, hand.wilds, alone), hand.required_canasta
    )


def _iter_separate_wild_counts(rules: OpeningRules, wilds: int) -> Iterator[int]:
    fewest, most = rules.group
    for number in range(fewest, wilds + 1):
        if -(-number // most) <= min(number // fewest, rules.wild_groups):
            yield number


def _can_combine_wilds(rules: OpeningRules, alone: int, wilds: int) -> bool:
    most = rules.group[1]
    return not rules.wilds_together or alone % most == 0 or (alone < most and not wilds)


def _find_best_partials(variant: Variant, hand: _HeldCards) -> dict[_SearchState, _PartialOpening]:
    """Combine all ways to meld all ranks; keep the one with the most points for each use of cards."""
    found = {_SearchState(0, 0, _NO_FEATURE): _PartialOpening(0, 0, ())}
    for rank in hand.naturals:
        before, found = found, {} if hand.is_required_rank(rank) else dict(found)
        for way, makes in _iter_rank_groups(variant, rank, hand):
            points = hand.count_scoring_naturals(way) * variant.deck.points[rank]
            risk = int(makes == _HAS_NATURAL_GROUP and rank in hand.risky_ranks)
            for spent, laid in before.items():
                cards, wilds = spent.cards + way.naturals + way.wilds, spent.wilds + way.wilds
                if cards <= hand.max_melded and wilds <= len(hand.wilds):
                    now = _SearchState(cards, wilds, spent.features | makes)
                    then = _PartialOpening(laid.points + points, laid.negative_risks - risk, (*laid.rank_groups, way))
                    if now not in found or found[now][:2] < then[:2]:
                        found[now] = then
    return found


def _iter_rank_groups(variant: Variant, rank: Rank, hand: _HeldCards) -> Iterator[tuple[_RankGroup, int]]:
    rules, pile = variant.opening, hand.get_pile_of_rank(rank)
    most = rules.group[1]
    for naturals in range(rules.naturals, min(hand.naturals[rank], most) + 1):
        for wilds in range(min(len(hand.wilds), rules.wilds, most - naturals) + 1):
            is_legal = not any(find_group_size_problems(rules, naturals + wilds))
            is_legal = is_legal and not any(find_wild_card_problems(rules, [rank], naturals, wilds))
            if is_legal and (pile is None or pile.can_fit_group(rules, naturals, wilds)):
                way = _RankGroup(rank, naturals, wilds)
                yield way, _compute_features(variant, way, hand)


def _compute_features(variant: Variant, way: _RankGroup, hand: _HeldCards) -> int:
    makes = _NO_FEATURE if way.wilds else _HAS_NATURAL_GROUP
    if not way.wilds and is_natural_opening_canasta(variant, way.rank, way.naturals):
        makes |= _OPENS_AT_ANY_NEED
    if hand.required_canasta:
        cards = (*[way.rank] * way.naturals, *hand.wilds[: way.wilds])
        makes |= _HAS_REQUIRED_CANASTA if has_required_canasta(variant, [cards], hand.required_canasta) else _NO_FEATURE
    return makes


def _build_groups(variant: Variant, hand: _HeldCards, candidate: _Candidate) -> list[tuple[Rank, ...]]:
    of_wilds = _build_wild_groups(variant, hand.wilds, candidate.separate_wilds)
    wilds = iter(hand.wilds[candidate.separate_wilds :])
    return of_wilds + [(*[way.rank] * way.naturals, *islice(wilds, way.wilds)) for way in candidate.rank_groups]


def _build_wild_groups(variant: Variant, wilds: Sequence[Rank], alone: int) -> list[tuple[Rank, ...]]:
    (fewest, most), left = variant.opening.group, wilds[:alone]
    groups: list[tuple[Rank, ...]] = []
    while left:
        others = -(-len(left) // most) - 1
        size = min(most, len(left) - others * fewest)
        groups.append(tuple(left[:size]))
        left = left[size:]
    return groups


def _find_kept_cards(held: Sequence[Rank], opening: Opening, pile: DiscardPile | None) -> tuple[Rank, ...]:
    laid = Counter(rank for group in opening.groups for rank in group.cards)
    if pile and opening.pile:
        laid[pile.rank] -= pile.extra_cards
    kept = Counter(held) - laid
    return tuple(rank for rank in Rank for _ in range(kept[rank]))
