"""The best opening in the cards that a player holds."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, islice
from math import ceil
from typing import NamedTuple

from canasta_score.hand.facts import TallyError
from canasta_score.hand.opening import check
from canasta_score.hand.opening.cards import (
    MATCHING_CARD_COUNT,
    PILE_GROUP_SIZE,
    CardWords,
    DiscardPile,
    find_matching_card_problems,
    parse_groups_and_pile,
)
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.cards import NATURAL_RANKS, WILD_RANKS, Rank, format_rank_count
from canasta_score.rules.model.opening import OpeningRules
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import format_count


class OpeningSearch(Value):
    """What a search for the best opening found."""

    opening: check.Opening
    missing_to_keep: int  # how many more cards to keep it takes to open; 0 if that does not help
    reason: str  # why nothing can be melded, if that is known


def find_opening(
    variant: Variant,
    need: int,
    cards: CardWords,
    pile: str | None = None,
    canasta: Canasta | None = None,
    keep: int | None = None,
) -> check.Opening:
    """Find the best opening for a need in points in the cards of a player, which are given as rank words.

    The best opening has the fewest cards, then the fewest wild cards, then the most points, then the fewest groups that
    cost a penalty if they stay incomplete. If no opening is enough, it is the one with the most points.

    `pile` is the top card of a discard pile that is taken with two cards of its rank. The rules say whether these three
    are in a group of the opening or beside it, and which of them count. `canasta`: one group must be of this kind, or
    of one with as high a bonus. `keep`: the number of cards that must stay in the hand; without it, the rules say how
    many, and none if a pile is taken.

    Sequences are left out: rank words do not say the suits. Raises TallyError for words that are not cards, more cards
    than the deck has, too few cards for a group, threes if the rules leave none in a hand, and a pile that these cards
    cannot take.
    """
    return search_opening(variant, need, cards, pile, canasta, keep).opening


def search_opening(
    variant: Variant, need: int, cards: CardWords, pile: str | None, canasta: Canasta | None, keep: int | None
) -> OpeningSearch:
    """Find the best opening as `find_opening` does, and what would help if there is none."""
    held = _parse_held_cards(variant, cards, pile, keep)
    candidates = list(_iter_candidates(variant, need, held, canasta))
    possible = [candidate for candidate in candidates if candidate.cards <= held.max_melded]
    best = min(possible, default=None)
    groups: list[tuple[Rank, ...]] = []
    if best:  # the most valuable wild cards go into groups of their own
        others = iter(held.wilds[best.separate_wilds :])
        groups = _build_wild_groups(variant.opening, held.wilds[: best.separate_wilds])
        groups += [(*[group.rank] * group.naturals, *islice(others, group.wilds)) for group in best.groups]
    opening = check.evaluate_opening(variant, need, groups, held.pile if best else None, canasta)
    melded = Counter(rank for group in groups for rank in group)
    if held.pile and opening.pile:
        melded[held.pile.rank] -= held.pile.extra_cards
    kept = Counter(held.cards) - melded
    fewest = min((candidate.cards for candidate in candidates if not candidate.is_too_little), default=0)
    return OpeningSearch(
        opening=replace(opening, kept=tuple(rank for rank in Rank for _ in range(kept[rank]))),
        missing_to_keep=max(0, fewest - held.max_melded),
        reason="" if best else _explain_no_opening(variant.opening, held),
    )


class _Group(NamedTuple):
    rank: Rank
    naturals: int
    wilds: int


class _Candidate(NamedTuple):
    """Groups that may be melded together; the better they are, the smaller is the tuple."""

    is_too_little: bool
    minus_points_if_too_little: int
    cards: int
    wilds: int
    minus_points: int
    risks: int
    separate_wilds: int  # in groups of their own; from here on, the choice among equally good openings becomes definite
    number_of_groups: int
    groups: tuple[_Group, ...]


class _HeldCards(Value):
    """The cards that a player can open with."""

    cards: tuple[Rank, ...]  # in the hand
    naturals: Mapping[Rank, int]  # by rank, with the top card of a pile, or without the pair that takes one
    wilds: tuple[Rank, ...]  # the most valuable first
    max_cards: int  # how many there are to meld, with those that must stay in the hand
    max_melded: int  # and without those
    pile: DiscardPile | None
    risky_ranks: frozenset[Rank]  # with a penalty if a group without wild cards stays incomplete


def _parse_held_cards(variant: Variant, words: CardWords, top: str | None, keep: int | None) -> _HeldCards:
    """Parse the cards that a player holds, and the top card of a pile; raises TallyError for impossible cards."""
    groups, pile = parse_groups_and_pile(variant.opening, words, top)
    cards = tuple(rank for group in groups for rank in group)
    problems = [*check.find_deck_excess(variant.deck, cards)]
    if Rank.THREE in cards and not variant.can_hold_threes:
        hint = "leave them out; they go on the table as soon as they are drawn"
        problems.append(Diagnostic(message=check.THREES_NOT_ALLOWED, hint=hint))
    fewest = variant.opening.group[0]
    if len(cards) < fewest:
        message = f"{format_count(len(cards), 'card')} cannot open"
        hint = f"enter all cards of the hand; a group needs at least {fewest}"
        problems.append(Diagnostic(message=message, hint=hint))
    if pile:
        problems += find_matching_card_problems(variant, cards, pile.rank)
    if problems:
        raise TallyError(problems)
    if keep is None:
        keep = 0 if pile else variant.opening.keep  # the discard may come from the pile
    counts, max_cards = Counter(cards), len(cards)
    if pile:
        counts[pile.rank] += pile.extra_cards
        max_cards += pile.extra_cards
    incomplete = [penalty for penalty in variant.penalties if penalty.place == "table"]
    risky_ranks = {rank for penalty in incomplete if penalty.cards for rank in penalty.cards.ranks}
    if any(penalty.is_wild_only for penalty in incomplete):
        risky_ranks.update(WILD_RANKS)
    wilds = [rank for rank in cards if rank in WILD_RANKS]
    return _HeldCards(
        cards=cards,
        naturals={rank: counts[rank] for rank in NATURAL_RANKS},
        wilds=tuple(sorted(wilds, key=variant.deck.points.__getitem__, reverse=True)),
        max_cards=max_cards,
        max_melded=max_cards - keep,
        pile=pile,
        risky_ranks=frozenset(risky_ranks),
    )


def _explain_no_opening(rules: OpeningRules, held: _HeldCards) -> str:
    """Return why nothing can be melded if the cards lack a natural group, or else an empty text."""
    pile, fewest = held.pile, rules.group[0]
    if not rules.natural_group or max(held.naturals.values()) >= fewest:
        return ""
    if pile and pile.is_melded_separately and held.naturals[pile.rank] + MATCHING_CARD_COUNT >= fewest:
        pair = format_rank_count(MATCHING_CARD_COUNT, pile.rank)
        return f"{pair} are used to take the pile, and the other cards have no natural group"
    return str(check.build_missing_natural_group(rules))


class _State(NamedTuple):
    """What groups contribute to an opening besides points: everything that decides which groups can join them."""

    cards: int
    wilds: int
    has_natural_group: bool
    has_canasta_for_any_need: bool
    has_required_canasta: bool


class _Meld(NamedTuple):
    """The best groups for a state: the points of their natural cards, and how many cost a penalty if incomplete."""

    points: int
    risks: int
    groups: tuple[_Group, ...]


_Melds = dict[_State, _Meld]
_NO_CARDS = _State(0, 0, has_natural_group=False, has_canasta_for_any_need=False, has_required_canasta=False)


def _iter_candidates(variant: Variant, need: int, held: _HeldCards, canasta: Canasta | None) -> Iterator[_Candidate]:
    """Yield all openings that could be the best one."""
    rules, melds = variant.opening, _find_best_melds(variant, held, canasta)
    wild_points = [0, *accumulate(variant.deck.points[rank] for rank in held.wilds)]
    are_wilds_risky = not held.risky_ranks.isdisjoint(WILD_RANKS)
    fewest, most = rules.group[0], rules.max_wild_group
    for separate in range(len(held.wilds) + 1):  # wild cards in groups of their own, if they can be
        if separate and (fewest > most or ceil(separate / most) > min(separate // fewest, rules.wild_groups)):
            continue
        groups = _build_wild_groups(rules, held.wilds[:separate])
        has_wild_canasta = any(check.opens_at_any_need(variant, cards) for cards in groups)
        has_required_wilds = canasta is None or check.has_required_canasta(variant, groups, canasta)
        has_enough_wilds = separate and rules.can_open_with_wilds_alone and wild_points[separate] >= need
        needs_natural_group = rules.natural_group and not (has_enough_wilds or has_wild_canasta)
        are_full = rules.mixed_canasta and separate % rules.group[1] == 0
        is_one_open = rules.wilds_together and separate > 0 and not are_full
        if is_one_open and separate > most:
            continue
        max_other_wilds = 0 if is_one_open else len(held.wilds) - separate
        for state, meld in melds.items():
            cards, wilds = state.cards + separate, state.wilds + separate
            if not 0 < cards <= held.max_cards or state.wilds > max_other_wilds:
                continue
            if needs_natural_group and not state.has_natural_group:
                continue
            points = meld.points + wild_points[wilds]
            risks = meld.risks + bool(are_wilds_risky and separate % rules.group[1])
            is_enough = points >= need and (state.has_required_canasta or has_required_wilds)
            is_too_little = not (state.has_canasta_for_any_need or has_wild_canasta or is_enough)
            lacking, number = -points if is_too_little else 0, len(meld.groups)
            yield _Candidate(is_too_little, lacking, cards, wilds, -points, risks, separate, number, meld.groups)


def _build_wild_groups(rules: OpeningRules, wilds: Sequence[Rank]) -> list[tuple[Rank, ...]]:
    # As few groups as possible, and the first ones as large as possible.
    fewest, most = rules.group[0], rules.max_wild_group
    groups: list[tuple[Rank, ...]] = []
    while wilds:
        groups_after = ceil(len(wilds) / most) - 1
        size = min(most, len(wilds) - groups_after * fewest)
        groups.append(tuple(wilds[:size]))
        wilds = wilds[size:]
    return groups


def _find_best_melds(variant: Variant, held: _HeldCards, canasta: Canasta | None) -> _Melds:
    # Each rank in turn is melded in every way, or left out. Only the best way to each state is kept: a few hundred
    # where there are millions of ways. That is exact: more points are never worse, and rules treat all wild cards
    # alike except for their points. The most valuable go into groups of their own first, then into other groups.
    # Only a required canasta that limits its jokers may be missed.
    best = {_NO_CARDS: _Meld(0, 0, ())}
    for rank, naturals in held.naturals.items():
        pile = held.pile if held.pile and held.pile.rank is rank else None
        melds = _list_groups(variant, held, canasta, rank, pile)
        groups = _list_groups(variant, held, canasta, rank, None) if variant.opening.repeated_ranks else {}
        larger = dict(melds)  # a copy, to which no larger meld is added
        while larger:
            larger = _add_combinations(held, melds, larger, groups, naturals)
        is_required = pile and not pile.is_melded_separately
        before, best = best, {} if is_required else dict(best)
        _add_combinations(held, best, before, melds, held.max_cards)
    return best


def _list_groups(
    variant: Variant, held: _HeldCards, canasta: Canasta | None, rank: Rank, pile: DiscardPile | None
) -> _Melds:
    rules, most = variant.opening, variant.opening.group[1]
    melds: _Melds = {}
    for naturals in range(rules.naturals, min(held.naturals[rank], most) + 1):
        for wilds in range(min(len(held.wilds), rules.wilds, most - naturals) + 1):
            cards = (*[rank] * naturals, *held.wilds[:wilds])  # the most valuable; other groups may take them
            if pile and pile.is_melded_separately:
                has_place_for_pile = len(cards) + PILE_GROUP_SIZE <= most
            else:
                has_place_for_pile = not pile or naturals >= PILE_GROUP_SIZE
            if not has_place_for_pile or any(check.find_group_problems(rules, cards)):
                continue
            opens = check.opens_at_any_need(variant, cards, pile)
            is_required = canasta is not None and check.has_required_canasta(variant, [cards], canasta)
            is_risky = rank in held.risky_ranks and not (wilds or opens or is_required)
            points = variant.deck.points[rank] * (naturals - (pile.uncounted_cards if pile else 0))
            state = _State(len(cards), wilds, not wilds, opens, is_required)
            melds[state] = _Meld(points, int(is_risky), (_Group(rank, naturals, wilds),))
    return melds


def _add_combinations(held: _HeldCards, best: _Melds, melds: _Melds, others: _Melds, max_naturals: int) -> _Melds:
    """Add each meld with each of the others to the best ones if it is better, and return what is added."""
    added: _Melds = {}
    for other, other_meld in others.items():
        for state, meld in melds.items():
            cards, wilds = state.cards + other.cards, state.wilds + other.wilds
            if cards > held.max_cards or wilds > len(held.wilds) or cards - wilds > max_naturals:
                continue
            combined = _State(
                cards,
                wilds,
                state.has_natural_group or other.has_natural_group,
                state.has_canasta_for_any_need or other.has_canasta_for_any_need,
                state.has_required_canasta or other.has_required_canasta,
            )
            points, risks = meld.points + other_meld.points, meld.risks + other_meld.risks
            known = best.get(combined)
            if known is None or points > known.points or (points == known.points and risks < known.risks):
                best[combined] = added[combined] = _Meld(points, risks, (*meld.groups, *other_meld.groups))
    return added
