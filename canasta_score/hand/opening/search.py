"""The best opening in the cards that a player holds."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, islice
from math import ceil
from typing import NamedTuple

from canasta_score.hand.facts import TallyError
from canasta_score.hand.opening import check
from canasta_score.hand.opening.cards import (
    MATCHING_CARD_COUNT,
    CardWords,
    DiscardPile,
    find_matching_card_problems,
    parse_groups_and_pile,
)
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.cards import NATURAL_RANKS, WILD_RANKS, Rank, format_rank_count
from canasta_score.rules.model.opening import OpeningRules
from canasta_score.rules.model.rewards import CardPlace
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import format_count


@frozen
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
    held = _parse_held_cards(variant, cards, pile, keep)
    search = _Search(variant, held, canasta)
    candidates = list(search.iter_candidates(need))
    best = _select_best([candidate for candidate in candidates if candidate.cards <= held.max_melded])
    groups = search.build_groups(best) if best else []
    opening = check.evaluate_opening(variant, need, groups, held.pile if best else None, canasta)
    fewest = min((candidate.cards for candidate in candidates if candidate.opens), default=0)
    return OpeningSearch(
        opening=replace(opening, kept=held.list_kept_cards(opening)),
        missing_to_keep=max(0, fewest - held.max_melded),
        reason="" if best else _explain_no_opening(variant, held),
    )


class _Group(NamedTuple):
    rank: Rank
    naturals: int
    wilds: int


class _Candidate(NamedTuple):
    """Groups that may be melded together, with `separate_wilds` wild cards in groups of their own."""

    cards: int
    wilds: int
    points: int
    risks: int
    separate_wilds: int
    groups: tuple[_Group, ...]
    opens: bool


def _select_best(candidates: Sequence[_Candidate]) -> _Candidate | None:
    enough = [candidate for candidate in candidates if candidate.opens]
    if enough:
        return min(enough, key=_rank_candidate)
    return min(candidates, key=lambda candidate: (-candidate.points, *_rank_candidate(candidate)), default=None)


def _rank_candidate(candidate: _Candidate) -> tuple[object, ...]:
    # What makes an opening better comes first. The rest makes the choice among equally good openings definite.
    return (
        candidate.cards,
        candidate.wilds,
        -candidate.points,
        candidate.risks,
        candidate.separate_wilds,
        len(candidate.groups),
        candidate.groups,
    )


@frozen
class _HeldCards(Value):
    """The cards that a player can open with."""

    cards: tuple[Rank, ...]  # in the hand
    naturals: Mapping[Rank, int]  # by rank, with the top card of a pile, or without the pair that takes one
    wilds: tuple[Rank, ...]  # the most valuable first
    keep: int  # how many must stay in the hand
    max_melded: int  # how many may be melded
    pile: DiscardPile | None
    risky_ranks: frozenset[Rank]  # with a penalty if a group without wild cards stays incomplete

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

    def list_kept_cards(self, opening: check.Opening) -> tuple[Rank, ...]:
        """Return the cards that stay in the hand after an opening, sorted by rank."""
        melded = Counter(rank for group in opening.groups for rank in group.cards)
        if self.pile and opening.pile:
            melded[self.pile.rank] -= self.pile.extra_cards
        kept = Counter(self.cards) - melded
        return tuple(rank for rank in Rank for _ in range(kept[rank]))


def _parse_held_cards(variant: Variant, cards: CardWords, pile: str | None, keep: int | None) -> _HeldCards:
    """Parse the cards that a player holds, and the top card of a pile; raises TallyError for impossible cards.

    `keep` cards must stay in the hand; None for as many as the rules say, and none if a pile is taken.
    """
    groups, top = parse_groups_and_pile(variant.opening, cards, pile)
    held = tuple(rank for group in groups for rank in group)
    problems = [*check.find_deck_excess(variant.deck, held)]
    if Rank.THREE in held and not variant.can_hold_threes:
        hint = "leave them out; they go on the table as soon as they are drawn"
        problems.append(Diagnostic(message=check.THREES_NOT_ALLOWED, hint=hint))
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


def _build_held_cards(variant: Variant, held: tuple[Rank, ...], pile: DiscardPile | None, keep: int) -> _HeldCards:
    counts = Counter(held)
    max_melded = len(held) - keep
    if pile:
        counts[pile.rank] += pile.extra_cards
        max_melded += pile.extra_cards
    wilds = [rank for rank in held if rank in WILD_RANKS]
    incomplete = [penalty for penalty in variant.penalties if penalty.place is CardPlace.TABLE]
    risky_ranks = {rank for penalty in incomplete if penalty.cards for rank in penalty.cards.ranks}
    if any(penalty.is_wild_only for penalty in incomplete):
        risky_ranks.update(WILD_RANKS)
    return _HeldCards(
        cards=held,
        naturals={rank: counts[rank] for rank in NATURAL_RANKS},
        wilds=tuple(sorted(wilds, key=variant.deck.points.__getitem__, reverse=True)),
        keep=keep,
        max_melded=max_melded,
        pile=pile,
        risky_ranks=frozenset(risky_ranks),
    )


def _explain_no_opening(variant: Variant, held: _HeldCards) -> str:
    """Return why nothing can be melded if the cards lack a natural group, or else an empty text."""
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
    return str(check.build_missing_natural_group(rules))


def _can_form_natural_group(rules: OpeningRules, held: _HeldCards) -> bool:
    return not rules.natural_group or any(count >= rules.group[0] for count in held.naturals.values())


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


class _Search:
    """The search for all openings in the cards of one player that could be the best."""

    def __init__(self, variant: Variant, held: _HeldCards, canasta: Canasta | None) -> None:
        self._variant = variant
        self._rules = variant.opening
        self._held = held
        self._canasta = canasta

    def iter_candidates(self, need: int) -> Iterator[_Candidate]:
        rules, held = self._rules, self._held
        wild_points = [0, *accumulate(self._variant.deck.points[rank] for rank in held.wilds)]
        are_wilds_risky = not held.risky_ranks.isdisjoint(WILD_RANKS)
        for state, meld in self._find_best_melds().items():
            for separate in (0, *_iter_separate_wild_counts(rules, len(held.wilds) - state.wilds)):
                cards, wilds = state.cards + separate, state.wilds + separate
                if not 0 < cards <= held.max_cards or not _can_combine_wilds(rules, separate, state.wilds):
                    continue
                has_wild_canasta = self._has_wild_canasta_for_any_need(separate)
                has_enough_wilds = separate and rules.can_open_with_wilds_alone and wild_points[separate] >= need
                is_without_naturals = has_enough_wilds or has_wild_canasta
                if rules.natural_group and not state.has_natural_group and not is_without_naturals:
                    continue
                points = meld.points + wild_points[wilds]
                is_enough = points >= need and (state.has_required_canasta or self._has_required_wild_canasta(separate))
                yield _Candidate(
                    cards=cards,
                    wilds=wilds,
                    points=points,
                    risks=meld.risks + bool(are_wilds_risky and separate % rules.group[1]),
                    separate_wilds=separate,
                    groups=meld.groups,
                    opens=state.has_canasta_for_any_need or has_wild_canasta or is_enough,
                )

    def _has_wild_canasta_for_any_need(self, separate: int) -> bool:
        groups = _build_wild_groups(self._rules, self._held.wilds[:separate]) if self._rules.wild_canasta else ()
        return any(check.opens_at_any_need(self._variant, cards) for cards in groups)

    def _has_required_wild_canasta(self, separate: int) -> bool:
        groups = _build_wild_groups(self._rules, self._held.wilds[:separate])
        return self._canasta is None or check.has_required_canasta(self._variant, groups, self._canasta)

    def _find_best_melds(self) -> _Melds:
        # Each rank in turn is melded in every way, or left out. Only the best way to each state is kept: a few hundred
        # where there are millions of ways. That is exact: more points are never worse, and rules treat all wild cards
        # alike except for their points. The most valuable go into groups of their own first, then into other groups.
        # Only a required canasta that limits its jokers may be missed.
        best = {_NO_CARDS: _Meld(0, 0, ())}
        for rank in self._held.naturals:
            before, best = best, {} if self._held.is_required_rank(rank) else dict(best)
            self._add_combinations(best, before, self._list_rank_melds(rank), self._held.max_cards)
        return best

    def _list_rank_melds(self, rank: Rank) -> _Melds:
        melds = self._list_groups(rank, self._held.get_pile_of_rank(rank))
        groups = self._list_groups(rank, None) if self._rules.repeated_ranks else {}
        larger = dict(melds)  # a copy, to which no larger meld is added
        while larger:
            larger = self._add_combinations(melds, larger, groups, self._held.naturals[rank])
        return melds

    def _add_combinations(self, best: _Melds, melds: _Melds, others: _Melds, max_naturals: int) -> _Melds:
        """Add each meld with each of the others to the best ones if it is better, and return what is added."""
        max_cards, max_wilds = self._held.max_cards, len(self._held.wilds)
        added: _Melds = {}
        for other, other_meld in others.items():
            for state, meld in melds.items():
                cards, wilds = state.cards + other.cards, state.wilds + other.wilds
                if cards > max_cards or wilds > max_wilds or cards - wilds > max_naturals:
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

    def _list_groups(self, rank: Rank, pile: DiscardPile | None) -> _Melds:
        rules, held = self._rules, self._held
        most = rules.group[1]
        melds: _Melds = {}
        for naturals in range(rules.naturals, min(held.naturals[rank], most) + 1):
            for wilds in range(min(len(held.wilds), rules.wilds, most - naturals) + 1):
                is_legal = not any(check.find_group_size_problems(rules, naturals + wilds))
                is_legal = is_legal and not any(check.find_wild_card_problems(rules, [rank], naturals, wilds))
                if is_legal and (pile is None or pile.can_fit_group(rules, naturals, wilds)):
                    state, meld = self._build_meld(_Group(rank, naturals, wilds), pile)
                    melds[state] = meld
        return melds

    def _build_meld(self, group: _Group, pile: DiscardPile | None) -> tuple[_State, _Meld]:
        rank, naturals, wilds = group
        cards = (*[rank] * naturals, *self._held.wilds[:wilds])  # the most valuable; other groups may take them
        opens = check.opens_at_any_need(self._variant, cards, pile)
        is_required = self._canasta is not None and check.has_required_canasta(self._variant, [cards], self._canasta)
        is_risky = rank in self._held.risky_ranks and not (wilds or opens or is_required)
        points = self._variant.deck.points[rank] * (naturals - (pile.uncounted_cards if pile else 0))
        return _State(len(cards), wilds, not wilds, opens, is_required), _Meld(points, int(is_risky), (group,))

    def build_groups(self, candidate: _Candidate) -> list[tuple[Rank, ...]]:
        """Return the cards of each group, the most valuable wild cards in groups of their own."""
        wilds, separate = self._held.wilds, candidate.separate_wilds
        others = iter(wilds[separate:])
        groups = [(*[group.rank] * group.naturals, *islice(others, group.wilds)) for group in candidate.groups]
        return [*_build_wild_groups(self._rules, wilds[:separate]), *groups]


def _iter_separate_wild_counts(rules: OpeningRules, wilds: int) -> Iterator[int]:
    fewest, most = rules.group[0], rules.max_wild_group
    for count in range(fewest, wilds + 1) if fewest <= most else ():
        if ceil(count / most) <= min(count // fewest, rules.wild_groups):
            yield count


def _can_combine_wilds(rules: OpeningRules, separate: int, others: int) -> bool:
    if not rules.wilds_together or not separate:
        return True
    are_full = rules.mixed_canasta and separate % rules.group[1] == 0
    return are_full or (separate <= rules.max_wild_group and not others)


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
