"""The best opening in the cards a player holds."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, islice
from typing import NamedTuple

from canasta_score.hand.facts import Refusal, TallyError
from canasta_score.hand.opening.card_parser import CardWords
from canasta_score.hand.opening.check import (
    NEVER_LAID,
    Opening,
    faults_of_mixture,
    faults_of_size,
    has_canasta,
    is_canasta,
    more_than_the_deck,
    no_natural_group,
    opening_of,
)
from canasta_score.hand.opening.discard_pile import Pile, faults_of_takers, read_with_pile
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.cards import NATURAL, WILD, Rank
from canasta_score.rules.model.opening import OpeningRules
from canasta_score.rules.model.penalties import Place
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import counted

FOR_THE_DISCARD = 1
NOTHING, NATURAL_GROUP, OPENS_ANYWAY, CANASTA = 0, 1, 2, 4  # what groups make, together as a sum


class Way(NamedTuple):
    """One way to lay down a rank: its natural and its wild cards."""

    rank: Rank
    naturals: int
    wilds: int


class Spent(NamedTuple):
    """What groups have spent: cards, and the wild ones among them; and what they make."""

    cards: int
    wilds: int
    makes: int


class Laid(NamedTuple):
    """Groups of some ranks: the points of their natural cards, less the groups that cost something if not completed."""

    points: int
    less_risks: int
    ways: tuple[Way, ...]


class Candidate(NamedTuple):
    """Groups that may be laid down together, in the order of what is better; `alone` wild cards are in their own."""

    cards: int
    wilds: int
    less_points: int
    risks: int
    alone: int
    ways: tuple[Way, ...]
    opens: bool


@frozen
class HeldCards(Value):
    """What there is to choose from: natural cards by rank, wild ones with the dearest first, and how many may be laid.

    Of a pile that is taken, the top card is among them where it lies in a group of the opening; where it lies beside,
    the two that take it are not. `risky` are the ranks that cost something if they are begun clean and not completed.
    `canasta` is the one that is asked for, if one is.
    """

    naturals: Mapping[Rank, int]
    wilds: tuple[Rank, ...]
    most: int
    pile: Pile | None
    risky: frozenset[Rank]
    canasta: Canasta | None

    def pile_in(self, rank: Rank) -> Pile | None:
        """Give the pile if its top card is of a rank."""
        return self.pile if self.pile and self.pile.rank is rank else None

    def must_lay(self, rank: Rank) -> bool:
        """Tell whether a rank must be in the opening, because the top card of the pile lies there."""
        pile = self.pile_in(rank)
        return pile is not None and not pile.beside

    def counted_of(self, way: Way) -> int:
        """Count the natural cards of a group that count towards the need."""
        pile = self.pile_in(way.rank)
        return way.naturals - (pile.uncounted if pile else 0)


def find_opening(
    variant: Variant, need: int, cards: CardWords, pile: str | None = None, canasta: Canasta | None = None
) -> Opening:
    """Find the best opening at a need in points, in cards given by rank words, and keep one for the discard.

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
    held, top = read_hand(variant, cards, pile)
    hand = held_cards(variant, held, top, canasta)
    best = best_candidate(variant, need, hand)
    laid = groups_of(variant, hand, best) if best else []
    opening = opening_of(variant, need, laid, top if best else None, canasta)
    return replace(opening, kept=kept_of(held, opening, top))


def lacks_only_a_discard(
    variant: Variant, need: int, cards: CardWords, pile: str | None = None, canasta: Canasta | None = None
) -> bool:
    """Tell whether some cards open only if none of them is kept for the discard; raises as `find_opening` does."""
    hand = held_cards(variant, *read_hand(variant, cards, pile), canasta)
    with_all = best_candidate(variant, need, replace(hand, most=hand.most + FOR_THE_DISCARD))
    best = best_candidate(variant, need, hand)
    return bool(with_all and with_all.opens and not (best and best.opens))


def why_nothing(variant: Variant, cards: CardWords, pile: str | None = None) -> str:
    """Say what some cards lack of which nothing can be laid down, a natural group; else nothing."""
    held, top = read_hand(variant, cards, pile)
    if has_natural_cards(variant.opening, held_cards(variant, held, top, None)):
        return ""
    if top and top.beside and has_natural_cards(variant.opening, held_cards(variant, held, None, None)):
        return f"two of your {top.rank}s take the pile; they count nothing, and no natural group is left"
    return no_natural_group(variant.opening)


def has_natural_cards(rules: OpeningRules, hand: HeldCards) -> bool:
    """Tell whether there are cards of a rank for a natural group, where one is asked for."""
    return not rules.natural_group or any(number >= rules.group[0] for number in hand.naturals.values())


def read_hand(variant: Variant, cards: CardWords, pile: str | None) -> tuple[tuple[Rank, ...], Pile | None]:
    """Read the cards that a player holds, and the top card of a pile; raises TallyError for what cannot be."""
    read, top = read_with_pile(variant.opening, cards, pile)
    held = tuple(rank for group in read for rank in group)
    refusals = [Refusal(message=fault) for fault in more_than_the_deck(variant.deck, held)]
    if Rank.THREE in held and not variant.holds_threes:
        refusals.append(Refusal(message=NEVER_LAID, hint="they lie on the table at once: leave them out"))
    if len(held) < variant.opening.group[0]:
        message = f"{counted(len(held), 'card')} to choose from; a group has at least {variant.opening.group[0]}"
        refusals.append(Refusal(message=message))
    if top:
        refusals += faults_of_takers(variant, held, top.rank)
    if refusals:
        raise TallyError(refusals)
    return held, top


def held_cards(variant: Variant, held: Sequence[Rank], pile: Pile | None, canasta: Canasta | None) -> HeldCards:
    """Give what there is to choose from, of the cards that a player holds and of a pile that is taken."""
    naturals: dict[Rank, int] = {rank: held.count(rank) for rank in NATURAL}
    wilds = sorted((rank for rank in held if rank in WILD), key=variant.deck.points.__getitem__, reverse=True)
    most = len(held) - FOR_THE_DISCARD
    if pile:
        naturals[pile.rank] += pile.more_cards
        most += pile.more_cards
    risky = risky_ranks(variant)
    return HeldCards(naturals=naturals, wilds=tuple(wilds), most=most, pile=pile, risky=risky, canasta=canasta)


def risky_ranks(variant: Variant) -> frozenset[Rank]:
    """Give the ranks of which a clean group, or one of wild cards, costs something if it is not completed."""
    groups = [penalty for penalty in variant.penalties if penalty.place is Place.TABLE]
    risky = {rank for penalty in groups if penalty.cards for rank in penalty.cards.ranks}
    return frozenset(risky.union(WILD) if any(penalty.is_of_wilds for penalty in groups) else risky)


def best_candidate(variant: Variant, need: int, hand: HeldCards) -> Candidate | None:
    """Give the best of all openings, or where none opens that with the most points; None where there is no group."""
    found = list(candidates(variant, need, hand))
    opening = [candidate for candidate in found if candidate.opens]
    if opening:
        return min(opening)
    return min(found, key=lambda candidate: (candidate.less_points, candidate), default=None)


def candidates(variant: Variant, need: int, hand: HeldCards) -> Iterator[Candidate]:
    """Go through the legal openings worth a look."""
    rules = variant.opening
    of_dearest = [0, *accumulate(variant.deck.points[rank] for rank in hand.wilds)]
    for spent, laid in laid_by_what_is_spent(variant, hand).items():
        for alone in (0, *numbers_alone(rules, len(hand.wilds) - spent.wilds)):
            cards, wilds = spent.cards + alone, spent.wilds + alone
            if not 0 < cards <= hand.most or not may_lie_beside(rules, alone, spent.wilds):
                continue
            open_alone = alone and rules.wilds_open_alone and of_dearest[alone] >= need
            if rules.natural_group and not spent.makes & NATURAL_GROUP and not open_alone:
                continue
            points = laid.points + of_dearest[wilds]
            risks = bool(alone % rules.group[1] and hand.risky.intersection(WILD)) - laid.less_risks
            has_asked = spent.makes & CANASTA or has_asked_alone(variant, hand, alone)
            opens = bool(spent.makes & OPENS_ANYWAY or (points >= need and has_asked))
            yield Candidate(cards, wilds, -points, risks, alone, laid.ways, opens)


def has_asked_alone(variant: Variant, hand: HeldCards, alone: int) -> bool:
    """Tell whether so many wild cards in groups of their own are the canasta that is asked for, if one is."""
    return hand.canasta is None or has_canasta(variant, groups_of_wilds(variant, hand.wilds, alone), hand.canasta)


def numbers_alone(rules: OpeningRules, wilds: int) -> Iterator[int]:
    """Go through the numbers of wild cards that can lie in groups of their own."""
    fewest, most = rules.group
    for number in range(fewest, wilds + 1):
        if -(-number // most) <= min(number // fewest, rules.wild_groups):
            yield number


def may_lie_beside(rules: OpeningRules, alone: int, wilds: int) -> bool:
    """Tell whether so many wild cards in groups of their own, and others with natural cards, may lie side by side."""
    most = rules.group[1]
    return not rules.wilds_together or alone % most == 0 or (alone < most and not wilds)


def laid_by_what_is_spent(variant: Variant, hand: HeldCards) -> dict[Spent, Laid]:
    """Lay down every rank in every way beside all others; of what spends the same, keep that with the most points."""
    found = {Spent(0, 0, NOTHING): Laid(0, 0, ())}
    for rank in hand.naturals:
        before, found = found, {} if hand.must_lay(rank) else dict(found)
        for way, makes in ways_to_lay(variant, rank, hand):
            points = hand.counted_of(way) * variant.deck.points[rank]
            risk = int(makes == NATURAL_GROUP and rank in hand.risky)
            for spent, laid in before.items():
                cards, wilds = spent.cards + way.naturals + way.wilds, spent.wilds + way.wilds
                if cards <= hand.most and wilds <= len(hand.wilds):
                    now = Spent(cards, wilds, spent.makes | makes)
                    then = Laid(laid.points + points, laid.less_risks - risk, (*laid.ways, way))
                    if now not in found or found[now][:2] < then[:2]:
                        found[now] = then
    return found


def ways_to_lay(variant: Variant, rank: Rank, hand: HeldCards) -> Iterator[tuple[Way, int]]:
    """Go through the ways to lay down a rank, each with what it makes."""
    rules, pile = variant.opening, hand.pile_in(rank)
    most = rules.group[1]
    for naturals in range(rules.naturals, min(hand.naturals[rank], most) + 1):
        for wilds in range(min(len(hand.wilds), rules.wilds, most - naturals) + 1):
            is_legal = not any(faults_of_size(rules, naturals + wilds))
            is_legal = is_legal and not any(faults_of_mixture(rules, [rank], naturals, wilds))
            if is_legal and (pile is None or pile.fits(rules, naturals, wilds)):
                way = Way(rank, naturals, wilds)
                yield way, what_it_makes(variant, way, hand)


def what_it_makes(variant: Variant, way: Way, hand: HeldCards) -> int:
    """Tell what a group of a rank gives an opening; of its wild cards, the dearest are reckoned with."""
    makes = NOTHING if way.wilds else NATURAL_GROUP
    if not way.wilds and is_canasta(variant, way.rank, way.naturals):
        makes |= OPENS_ANYWAY
    if hand.canasta:
        cards = (*[way.rank] * way.naturals, *hand.wilds[: way.wilds])
        makes |= CANASTA if has_canasta(variant, [cards], hand.canasta) else NOTHING
    return makes


def groups_of(variant: Variant, hand: HeldCards, candidate: Candidate) -> list[tuple[Rank, ...]]:
    """Give the groups of a candidate in the order of ranks, with the dearest wild cards in those of their own."""
    of_wilds = groups_of_wilds(variant, hand.wilds, candidate.alone)
    wilds = iter(hand.wilds[candidate.alone :])
    return of_wilds + [(*[way.rank] * way.naturals, *islice(wilds, way.wilds)) for way in candidate.ways]


def groups_of_wilds(variant: Variant, wilds: Sequence[Rank], alone: int) -> list[tuple[Rank, ...]]:
    """Give the groups of the first wild cards alone, as few as can be, the first ones as large as can be."""
    (fewest, most), left = variant.opening.group, wilds[:alone]
    groups: list[tuple[Rank, ...]] = []
    while left:
        others = -(-len(left) // most) - 1
        size = min(most, len(left) - others * fewest)
        groups.append(tuple(left[:size]))
        left = left[size:]
    return groups


def kept_of(held: Sequence[Rank], opening: Opening, pile: Pile | None) -> tuple[Rank, ...]:
    """Give the cards that stay in the hand, in the order in which a hand is sorted."""
    laid = Counter(rank for group in opening.groups for rank in group.cards)
    if pile and opening.pile:
        laid[pile.rank] -= pile.more_cards
    kept = Counter(held) - laid
    return tuple(rank for rank in Rank for _ in range(kept[rank]))
