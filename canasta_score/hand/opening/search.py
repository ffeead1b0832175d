"""The best opening in the cards that a player holds."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, islice
from math import ceil
from typing import NamedTuple

from canasta_score.hand.opening.card_parser import CardWords
from canasta_score.hand.opening.check import Opening, evaluate_opening
from canasta_score.hand.opening.discard_pile import DiscardPile
from canasta_score.hand.opening.groups import (
    find_group_size_problems,
    find_wild_card_problems,
    has_canasta,
    opens_at_any_need,
)
from canasta_score.hand.opening.held_cards import HeldCards, explain_no_opening, parse_held_cards
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.cards import WILD_RANKS, Rank
from canasta_score.rules.model.opening import OpeningRules
from canasta_score.rules.model.variant import Variant


class _RankMeld(NamedTuple):
    """One or several groups of one rank that are melded together, and what they bring to an opening."""

    groups: tuple["_RankGroup", ...]
    naturals: int
    wilds: int
    points: int
    risks: int
    is_natural: bool
    opens_at_any_need: bool
    has_canasta: bool


class _RankGroup(NamedTuple):
    """Cards of one rank that make a group, and what it brings to an opening: points of its natural cards, and more."""

    rank: Rank
    naturals: int
    wilds: int
    points: int
    risks: int
    is_natural: bool
    opens_at_any_need: bool
    has_canasta: bool


class _SearchState(NamedTuple):
    """All that decides how groups can go on, and how good what comes of them is, but for their points."""

    cards: int
    wilds: int
    has_natural_group: bool
    opens_at_any_need: bool
    has_canasta: bool


class _PartialOpening(NamedTuple):
    """Groups of some ranks: the points of their natural cards, and how many cost something if not completed."""

    points: int
    risks: int
    groups: tuple[_RankGroup, ...]


class _Candidate(NamedTuple):
    """Groups that may be melded together, with so many wild cards in groups of their own."""

    cards: int
    wilds: int
    points: int
    risks: int
    separate_wilds: int
    groups: tuple[_RankGroup, ...]
    opens: bool


@frozen
class OpeningSearch(Value):
    """What a search for the best opening found.

    `opens_without_discard`: the cards open only if none of them is kept. `reason` is why nothing can be
    melded, if that is known.
    """

    opening: Opening
    opens_without_discard: bool
    reason: str


def find_opening(
    variant: Variant,
    need: int,
    cards: CardWords,
    pile: str | None = None,
    canasta: Canasta | None = None,
    keep: int | None = None,
) -> Opening:
    """Find the best opening at a need in points, in cards given by rank words, and keep as many as the rules ask for.

    Where a pile is taken none must be kept; `keep` is another number of cards that must stay in the hand.

    If a `canasta` is asked for, too, one group must be of that kind or of one with as high a bonus. Sequences are
    left out: of cards that are given by their ranks, nobody knows the suits.

    The best has the fewest cards; of those the fewest wild ones; of those the most points; of those it begins the
    fewest groups that cost something if they are not completed. If none opens, it is the most that may be melded.

    `pile` is the top card of the discard pile, which is taken with two of its rank. What counts of the three is a rule:
    they are in a group of the opening, whose points may leave out the top card, or beside it.

    Raises TallyError for words that are no cards, more cards than the deck has, fewer than a group, threes where the
    rules leave none in a hand, and a pile that these cards do not take.

    >>> from canasta_score import load_variant
    >>> found = find_opening(load_variant("nvso"), 125, "10 10 10 Q Q JK 9 9 9 A 7 5")
    >>> [" ".join(group.cards) for group in found.groups], " ".join(found.kept)
    (['Q Q JK', '10 10 10', '9 9 9'], 'A 7 5')
    """
    return search_opening(variant, need, cards, pile, canasta, keep).opening


def search_opening(
    variant: Variant,
    need: int,
    cards: CardWords,
    pile: str | None = None,
    canasta: Canasta | None = None,
    keep: int | None = None,
) -> OpeningSearch:
    """Find the best opening as `find_opening` does, and what would help if there is none."""
    held = parse_held_cards(variant, cards, pile, keep)
    candidates = list(_iter_candidates(variant, need, held, canasta))
    best = _select_best([candidate for candidate in candidates if candidate.cards <= held.max_melded])
    melds = _build_groups(variant, held, best) if best else []
    opening = evaluate_opening(variant, need, melds, held.pile if best else None, canasta)
    return OpeningSearch(
        opening=replace(opening, kept=held.list_kept_cards(opening)),
        opens_without_discard=not opening.opens and any(candidate.opens for candidate in candidates),
        reason="" if best else explain_no_opening(variant, held),
    )


def _select_best(candidates: Sequence[_Candidate]) -> _Candidate | None:
    opening = [candidate for candidate in candidates if candidate.opens]
    if opening:
        return min(opening, key=_rank_candidate)
    return min(candidates, key=lambda candidate: (-candidate.points, *_rank_candidate(candidate)), default=None)


def _rank_candidate(candidate: _Candidate) -> tuple[object, ...]:
    # After what makes an opening better comes what only makes the choice among equal ones definite.
    return (
        candidate.cards,
        candidate.wilds,
        -candidate.points,
        candidate.risks,
        candidate.separate_wilds,
        len(candidate.groups),
        candidate.groups,
    )


def _iter_candidates(variant: Variant, need: int, held: HeldCards, canasta: Canasta | None) -> Iterator[_Candidate]:
    rules = variant.opening
    wild_points = [0, *accumulate(variant.deck.points[rank] for rank in held.wilds)]
    are_wilds_risky = not held.risky_ranks.isdisjoint(WILD_RANKS)
    for state, partial in _find_best_partials(variant, held, canasta).items():
        for separate in (0, *_iter_separate_wild_counts(rules, len(held.wilds) - state.wilds)):
            cards, wilds = state.cards + separate, state.wilds + separate
            if not 0 < cards <= held.max_cards or not _can_combine_wilds(rules, separate, state.wilds):
                continue
            open_with_wilds = separate and rules.can_open_with_wilds_alone and wild_points[separate] >= need
            if rules.natural_group and not state.has_natural_group and not open_with_wilds:
                continue
            points = partial.points + wild_points[wilds]
            has_required = state.has_canasta or _has_wild_canasta(variant, held, separate, canasta)
            yield _Candidate(
                cards=cards,
                wilds=wilds,
                points=points,
                risks=partial.risks + bool(are_wilds_risky and separate % rules.group[1]),
                separate_wilds=separate,
                groups=partial.groups,
                opens=state.opens_at_any_need or (points >= need and has_required),
            )


def _has_wild_canasta(variant: Variant, held: HeldCards, separate: int, canasta: Canasta | None) -> bool:
    return canasta is None or has_canasta(variant, _build_wild_groups(variant.opening, held.wilds[:separate]), canasta)


def _iter_separate_wild_counts(rules: OpeningRules, wilds: int) -> Iterator[int]:
    fewest, most = rules.group
    for count in range(fewest, wilds + 1):
        if ceil(count / most) <= min(count // fewest, rules.wild_groups):
            yield count


def _can_combine_wilds(rules: OpeningRules, separate: int, others: int) -> bool:
    most = rules.group[1]
    return not rules.wilds_together or separate % most == 0 or (separate < most and not others)


def _find_best_partials(
    variant: Variant, held: HeldCards, canasta: Canasta | None
) -> dict[_SearchState, _PartialOpening]:
    # Rank by rank, each is melded in every way or left out. Only the best way to each state is kept: a few hundred
    # where there are millions of ways. That is exact, for more points are never worse, and wild cards are alike to
    # every rule but that of their points: the dearest are taken first, those of groups of their own before the others.
    # Only a canasta that is asked for and limits its jokers may be missed.
    start = _SearchState(0, 0, has_natural_group=False, opens_at_any_need=False, has_canasta=False)
    best = {start: _PartialOpening(0, 0, ())}
    for rank in held.naturals:
        before, best = best, {} if held.is_required_rank(rank) else dict(best)
        for meld in _list_rank_melds(variant, rank, held, canasta):
            for state, partial in before.items():
                extended = _extend_state(state, meld)
                if extended.cards <= held.max_cards and extended.wilds <= len(held.wilds):
                    points, risks = partial.points + meld.points, partial.risks + meld.risks
                    known = best.get(extended)
                    if known is None or points > known.points or (points == known.points and risks < known.risks):
                        best[extended] = _PartialOpening(points, risks, (*partial.groups, *meld.groups))
    return best


def _extend_state(state: _SearchState, meld: _RankMeld) -> _SearchState:
    return _SearchState(
        state.cards + meld.naturals + meld.wilds,
        state.wilds + meld.wilds,
        state.has_natural_group or meld.is_natural,
        state.opens_at_any_need or meld.opens_at_any_need,
        state.has_canasta or meld.has_canasta,
    )


def _list_rank_melds(variant: Variant, rank: Rank, held: HeldCards, canasta: Canasta | None) -> Sequence[_RankMeld]:
    pile = held.get_pile_of_rank(rank)
    first = [_RankMeld((group,), *group[1:]) for group in _iter_rank_groups(variant, rank, held, canasta, pile)]
    if not variant.opening.repeated_ranks:
        return first
    # Of melds that bring the same, one is enough: they differ in nothing that decides how groups can go on.
    melds = {meld[1:]: meld for meld in first}
    groups, added = list(_iter_rank_groups(variant, rank, held, canasta, None)), first
    while added:
        larger = [_add_group(meld, group) for meld in added for group in groups]
        fitting = (m for m in larger if m.naturals <= held.naturals[rank] and m.wilds <= len(held.wilds))
        added = [melds.setdefault(meld[1:], meld) for meld in fitting if meld[1:] not in melds]
    return list(melds.values())


def _add_group(meld: _RankMeld, group: _RankGroup) -> _RankMeld:
    return _RankMeld(
        (*meld.groups, group),
        meld.naturals + group.naturals,
        meld.wilds + group.wilds,
        meld.points + group.points,
        meld.risks + group.risks,
        meld.is_natural or group.is_natural,
        meld.opens_at_any_need or group.opens_at_any_need,
        meld.has_canasta or group.has_canasta,
    )


def _iter_rank_groups(
    variant: Variant, rank: Rank, held: HeldCards, canasta: Canasta | None, pile: DiscardPile | None
) -> Iterator[_RankGroup]:
    rules = variant.opening
    most = rules.group[1]
    for naturals in range(rules.naturals, min(held.naturals[rank], most) + 1):
        for wilds in range(min(len(held.wilds), rules.wilds, most - naturals) + 1):
            is_legal = not any(find_group_size_problems(rules, naturals + wilds))
            is_legal = is_legal and not any(find_wild_card_problems(rules, [rank], naturals, wilds))
            if is_legal and (pile is None or pile.can_fit_group(rules, naturals, wilds)):
                yield _build_rank_group(variant, held, canasta, pile, rank, naturals, wilds)


def _build_rank_group(
    variant: Variant,
    held: HeldCards,
    canasta: Canasta | None,
    pile: DiscardPile | None,
    rank: Rank,
    naturals: int,
    wilds: int,
) -> _RankGroup:
    is_open = not wilds and opens_at_any_need(variant, rank, naturals)
    cards = (*[rank] * naturals, *held.wilds[:wilds])  # the dearest, though other groups may take them
    is_required = canasta is not None and has_canasta(variant, [cards], canasta)
    is_incomplete = not (wilds or is_open or is_required)
    return _RankGroup(
        rank=rank,
        naturals=naturals,
        wilds=wilds,
        points=variant.deck.points[rank] * (naturals - (pile.uncounted_cards if pile else 0)),
        risks=int(is_incomplete and rank in held.risky_ranks),
        is_natural=not wilds,
        opens_at_any_need=is_open,
        has_canasta=is_required,
    )


def _build_groups(variant: Variant, held: HeldCards, candidate: _Candidate) -> list[tuple[Rank, ...]]:
    """Return the groups of a candidate, the dearest wild cards in groups of their own."""
    separate, others = held.wilds[: candidate.separate_wilds], iter(held.wilds[candidate.separate_wilds :])
    groups = [(*[group.rank] * group.naturals, *islice(others, group.wilds)) for group in candidate.groups]
    return [*_build_wild_groups(variant.opening, separate), *groups]


def _build_wild_groups(rules: OpeningRules, wilds: Sequence[Rank]) -> list[tuple[Rank, ...]]:
    # As few groups as can be, the first ones as large as can be.
    fewest, most = rules.group
    groups: list[tuple[Rank, ...]] = []
    while wilds:
        groups_after = ceil(len(wilds) / most) - 1
        size = min(most, len(wilds) - groups_after * fewest)
        groups.append(tuple(wilds[:size]))
        wilds = wilds[size:]
    return groups
