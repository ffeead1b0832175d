"""The best opening in the cards a player holds."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from canasta_score.hand.card_words import read_cards
from canasta_score.hand.facts import Refusal, TallyError
from canasta_score.hand.opening import (
    Group,
    Kind,
    Opening,
    faults_of_mixture,
    faults_of_size,
    group_of,
    is_canasta,
    may_stand_alone,
    more_than_the_deck,
    opening_of,
)
from canasta_score.hand.pile import ON_TOP, TAKEN, TAKERS, Pile, read_pile
from canasta_score.rules.cards import NATURAL, WILD, Rank
from canasta_score.rules.keys import counted
from canasta_score.rules.opening import OpeningRules, PileCounts
from canasta_score.rules.values import Value, frozen
from canasta_score.rules.variant import Variant

FOR_THE_DISCARD = 1
MIXED, NATURAL_GROUP, NATURAL_CANASTA = range(3)

Way = tuple[Rank, int, int]  # a group: its rank, its natural cards, its wild ones
Spent = tuple[int, int, int]  # cards, the wild ones among them, and the best of the groups, from MIXED on
Found = dict[Spent, tuple[int, tuple[Way, ...]]]  # the most points of natural cards for what is spent, and the groups
Choice = tuple[int, int, int, int, tuple[Way, ...]]  # cards, wild ones, less points, wild ones alone, the other groups


@frozen
class Choosing(Value):
    """What there is to choose from: natural cards by rank, wild ones with the dearest first, and how many may be laid.

    The top card of a pile is among them where it counts, and the two that take it where they do not count are not.
    """

    naturals: Mapping[Rank, int]
    wilds: tuple[Rank, ...]
    most: int
    pile: Pile | None


def find_opening(variant: Variant, need: int, cards: str | Sequence[str], pile: str | None = None) -> Opening:
    """Find the best opening at a need in points, in cards given by rank words, and keep one for the discard.

    The best has the fewest cards; of those the fewest wild ones; of those the most points. Where none opens, it is the
    most that may be laid down. `pile` is the top card of the discard pile, which is taken with two of its rank.
    Raises TallyError for words that are no cards, more cards than the deck has, fewer than a group, and
    a pile that these cards do not take.

    The search is exact. It goes from rank to rank, and takes each with every number of natural and wild cards that
    makes a group, or leaves it out. How the groups taken so far can go on, and how good what comes of it is, depends
    only on how many cards they have, how many of them are wild, whether a group is natural or a natural canasta, and on
    their points, of which more are never worse. So of all the ways to spend the same cards only that with the most
    points is kept: a few hundred where there are millions of ways. Wild cards are alike to every rule but that of their
    points, so the dearest are taken first, those of groups of their own before the others.

    >>> from canasta_score import load_variant
    >>> held = "10 10 10 Q Q JK 9 9 9 A 7 5".split()
    >>> [" ".join(group.cards) for group in find_opening(load_variant("nvso"), 125, held).groups]
    ['Q Q JK', '10 10 10', '9 9 9']
    """
    held = read_held(variant, cards)
    top = None if pile is None else read_pile(variant, held, pile)
    choosing = what_there_is(variant, held, top)
    best = best_choice(variant, need, choosing)
    groups = groups_of(variant, choosing, best) if best else []
    opening = opening_of(variant, need, groups)
    taken = taken_with(opening, top) if top else None
    return replace(opening, kept=kept_of(held, groups, taken), pile=taken)


def read_held(variant: Variant, words: str | Sequence[str]) -> tuple[Rank, ...]:
    """Read the cards that a player holds; raises TallyError for what a hand cannot be."""
    held = read_cards(words)
    faults = list(more_than_the_deck(variant.deck, held))
    fewest = variant.opening.group[0]
    if len(held) < fewest:
        faults.append(f"{counted(len(held), 'card')} to choose from; a group has at least {fewest}")
    if faults:
        raise TallyError(Refusal(side="", fact="", message=fault) for fault in faults)
    return held


def what_there_is(variant: Variant, held: Sequence[Rank], pile: Pile | None) -> Choosing:
    """Give what there is to choose from, of the cards that a player holds and of a pile that is taken."""
    naturals: dict[Rank, int] = {rank: held.count(rank) for rank in NATURAL}
    wilds = sorted((rank for rank in held if rank in WILD), key=variant.deck.points.__getitem__, reverse=True)
    more = 0 if pile is None else -TAKERS if pile.beside else ON_TOP
    if pile:
        naturals[pile.rank] += more
    return Choosing(naturals=naturals, wilds=tuple(wilds), most=len(held) - FOR_THE_DISCARD + more, pile=pile)


def best_choice(variant: Variant, need: int, choosing: Choosing) -> Choice | None:
    """Give the best of all openings, or where none opens that with the most points; None where there is no group."""
    opening: list[Choice] = []
    short: list[Choice] = []
    for choice, opens in choices_of(variant, need, choosing):
        (opening if opens else short).append(choice)
    if opening:
        return min(opening)
    return min(short, key=lambda choice: (choice[2], choice), default=None)


def choices_of(variant: Variant, need: int, choosing: Choosing) -> Iterator[tuple[Choice, bool]]:
    """Go through the legal openings worth a look, each with whether it opens."""
    rules = variant.opening
    of_dearest = [0, *accumulate(variant.deck.points[rank] for rank in choosing.wilds)]
    alone_or_not = (0, *numbers_alone(rules, len(choosing.wilds)))
    for (cards, wilds, best), (points, ways) in found_by_what_is_spent(variant, choosing).items():
        for alone in alone_or_not:
            if cards + alone > choosing.most or wilds + alone >= len(of_dearest):
                break
            if not (cards or alone) or not may_lie_beside(rules, alone, wilds):
                continue
            stands_alone = alone and may_stand_alone(rules) and of_dearest[alone] >= need
            if rules.natural_group and best == MIXED and not stands_alone:
                continue
            total = points + of_dearest[wilds + alone]
            yield (cards + alone, wilds + alone, -total, alone, ways), total >= need or best == NATURAL_CANASTA


def may_lie_beside(rules: OpeningRules, alone: int, wilds: int) -> bool:
    """Tell whether so many wild cards in groups of their own, and others with natural cards, may lie side by side."""
    most = rules.group[1]
    return not rules.wilds_together or alone % most == 0 or (alone < most and not wilds)


def numbers_alone(rules: OpeningRules, wilds: int) -> Iterator[int]:
    """Go through the numbers of wild cards that can lie in groups of their own."""
    fewest, most = rules.group
    for number in range(fewest, wilds + 1):
        if -(-number // most) <= min(number // fewest, rules.wild_groups):
            yield number


def found_by_what_is_spent(variant: Variant, choosing: Choosing) -> Found:
    """Lay down every rank in every way beside all others; of what spends the same, keep that with the most points."""
    found: Found = {(0, 0, MIXED): (0, ())}
    pile = choosing.pile
    for rank, held in choosing.naturals.items():
        must = pile is not None and rank is pile.rank and not pile.beside
        before, found = found, {} if must else dict(found)
        worth = variant.deck.points[rank]
        uncounted = worth if must and pile and pile.counts is PileCounts.PAIR else 0
        for naturals, wilds, makes in ways_to_lay(variant, rank, held, choosing):
            points = naturals * worth - uncounted
            way = (rank, naturals, wilds)
            for (cards, spent, best), (so_far, ways) in before.items():
                now = (cards + naturals + wilds, spent + wilds, max(best, makes))
                if now[0] <= choosing.most and now[1] <= len(choosing.wilds):
                    known = found.get(now)
                    if known is None or known[0] < so_far + points:
                        found[now] = so_far + points, (*ways, way)
    return found


def ways_to_lay(variant: Variant, rank: Rank, held: int, choosing: Choosing) -> Iterator[tuple[int, int, int]]:
    """Go through the ways to lay down a rank: natural cards, wild ones, and what they make."""
    rules, pile = variant.opening, choosing.pile
    most = rules.group[1]
    for naturals in range(max(1, rules.naturals), min(held, most) + 1):
        for wilds in range(min(len(choosing.wilds), rules.wilds, most - naturals) + 1):
            if any(faults_of_size(rules, naturals + wilds)) or any(faults_of_mixture(rules, [rank], naturals, wilds)):
                continue
            if pile is None or rank is not pile.rank or pile.fits(naturals, wilds, most):
                canasta = not wilds and is_canasta(variant, rank, naturals)
                yield naturals, wilds, MIXED if wilds else NATURAL_CANASTA if canasta else NATURAL_GROUP


def groups_of(variant: Variant, choosing: Choosing, choice: Choice) -> list[Group]:
    """Give the groups of a choice in the order of ranks, with the dearest wild cards among them."""
    *_, alone, ways = choice
    wilds = iter(choosing.wilds)
    number = -(-alone // variant.opening.group[1])
    sizes = [alone // number + (place < alone % number) for place in range(number)]
    laid = [[next(wilds) for _ in range(size)] for size in sizes]
    laid += [[rank] * naturals + [next(wilds) for _ in range(of_them)] for rank, naturals, of_them in in_order(ways)]
    return [counted_group(variant, choosing.pile, group_of(variant, tuple(cards))) for cards in laid]


def in_order(ways: Sequence[Way]) -> list[Way]:
    """Set groups in the order of ranks."""
    return sorted(ways, key=lambda way: NATURAL.index(way[0]))


def counted_group(variant: Variant, pile: Pile | None, group: Group) -> Group:
    """Give a group with the points that count; of one with the top card of a pile that may be less."""
    if pile and pile.rank in group.cards and pile.counts is PileCounts.PAIR:
        return replace(group, points=group.points - variant.deck.points[pile.rank])
    return group


def taken_with(opening: Opening, pile: Pile) -> Group | None:
    """Give the group in which the top card of a pile is laid down: one of the opening, or three cards beside it."""
    if not pile.beside:
        return next((group for group in opening.groups if pile.rank in group.cards), None)
    return Group(cards=(pile.rank,) * TAKEN, points=0, kind=Kind.NATURAL, problems=()) if opening.opens else None


def kept_of(held: Sequence[Rank], groups: Sequence[Group], taken: Group | None) -> tuple[Rank, ...]:
    """Give the cards that stay in the hand, in the order in which a hand is sorted."""
    laid = Counter(rank for group in groups for rank in group.cards)
    if taken:
        laid[taken.cards[0]] += -ON_TOP if taken in groups else TAKERS
    kept = Counter(held) - laid
    return tuple(rank for rank in Rank for _ in range(kept[rank]))
