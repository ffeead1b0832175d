"""The opening: whether the groups that a side lays down first make a legal opening, and whether it is enough."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum

from canasta_score.hand.card_words import Typed
from canasta_score.hand.pile import TAKEN, Pile, faults_of_taking, read_with_pile
from canasta_score.rules.cards import WILD, Deck, Rank
from canasta_score.rules.keys import counted, listed
from canasta_score.rules.opening import OpeningRules
from canasta_score.rules.values import Value, frozen
from canasta_score.rules.variant import Variant


class Kind(StrEnum):
    """What cards of a group are: natural ones, natural and wild ones, or wild ones alone."""

    NATURAL = "natural"
    MIXED = "mixed"
    WILD = "wild"


@frozen
class Group(Value):
    """Cards laid down together, the points that count of them, their kind, and what is wrong.

    The kind is None where the cards are not of one rank.
    """

    cards: tuple[Rank, ...]
    points: int
    kind: Kind | None
    problems: tuple[str, ...]


@frozen
class Opening(Value):
    """Groups that are laid down to open, or would be.

    `legal`: the groups are well made and may be laid down together. `opens`: they are also enough, or have a natural
    canasta that opens whatever the need. `points` are those of all groups, `needs` those asked for, `short` those that
    are missing. `kept` are the cards that stay in the hand. `problems` say what is wrong with the whole, and last what
    is short; what is wrong with a group stands there. `pile` is the group in which the top card of a discard pile is
    laid down, where one is taken: a group of the opening, or one beside it that counts nothing.
    """

    legal: bool
    opens: bool
    points: int
    needs: int
    short: int
    groups: tuple[Group, ...]
    kept: tuple[Rank, ...]
    problems: tuple[str, ...]
    pile: Group | None

    @property
    def faults(self) -> tuple[str, ...]:
        """Give what is wrong with the whole, but for what is short."""
        return self.problems[:-1] if self.short else self.problems


def check_opening(variant: Variant, need: int, groups: str | Sequence[Typed], pile: str | None = None) -> Opening:
    """Judge groups, each a list of rank words or typed as one, and whether they open at a need in points.

    `pile` is the top card of a discard pile that is taken with two of its rank. By rules where any of the three counts,
    name all of them in a group; where none does, leave them out, for they are laid down beside the opening.

    What is against the rules of the variant is told in `problems`; raises TallyError for words that are no cards.

    >>> from canasta_score import load_variant
    >>> check_opening(load_variant("nvso"), 125, [["10", "10", "10"], ["Q", "Q", "JK"], ["9", "9", "9"]]).points
    130
    """
    read, top = read_with_pile(variant.opening, groups, pile)
    return opening_of(variant, need, read, top)


def group_of(variant: Variant, cards: tuple[Rank, ...], pile: Pile | None) -> Group:
    """Judge a group, and count its points: those of its cards, but for a top card of the pile that does not count."""
    worth = variant.deck.points
    uncounted = pile.uncounted * worth[pile.rank] if pile and pile.is_in(cards) else 0
    problems = tuple(faults_of_group(variant.opening, cards))
    points = sum(map(worth.__getitem__, cards)) - uncounted
    return Group(cards=cards, points=points, kind=kind_of(cards), problems=problems)


def kind_of(cards: Sequence[Rank]) -> Kind | None:
    """Name what the cards of a group are; None for threes, several ranks and no cards at all."""
    ranks = natural_ranks(cards)
    if not ranks:
        return Kind.WILD if cards else None
    if len(ranks) > 1 or Rank.THREE in ranks:
        return None
    return Kind.NATURAL if len(naturals_of(cards)) == len(cards) else Kind.MIXED


def naturals_of(cards: Sequence[Rank]) -> list[Rank]:
    """Give the cards that are not wild."""
    return [rank for rank in cards if rank not in WILD]


def natural_ranks(cards: Sequence[Rank]) -> list[Rank]:
    """Give the ranks of the cards that are not wild, each once."""
    return list(dict.fromkeys(naturals_of(cards)))


def faults_of_group(rules: OpeningRules, cards: Sequence[Rank]) -> Iterator[str]:
    """Go through what is wrong with a group."""
    ranks, naturals = natural_ranks(cards), len(naturals_of(cards))
    if Rank.THREE in ranks:
        yield "threes are never laid down to open"
    elif len(ranks) > 1:
        yield f"ranks {listed(ranks)} in one group; a group is of one rank"
    yield from faults_of_size(rules, len(cards))
    if ranks:
        yield from faults_of_mixture(rules, ranks, naturals, len(cards) - naturals)
    elif cards and not rules.wild_groups:
        yield f"wild cards alone are no group; a group has at least {counted(rules.naturals, 'natural card')}"


def faults_of_size(rules: OpeningRules, cards: int) -> Iterator[str]:
    """Go through what is wrong with the number of cards in a group."""
    fewest, most = rules.group
    if not fewest <= cards <= most:
        yield f"{counted(cards, 'card')}; a group has {fewest} to {most}"


def faults_of_mixture(rules: OpeningRules, ranks: Sequence[Rank], naturals: int, wilds: int) -> Iterator[str]:
    """Go through what is wrong with the numbers of natural and wild cards in a group."""
    clean = [rank for rank in ranks if rank in rules.natural_only]
    if naturals < rules.naturals:
        yield f"{counted(naturals, 'natural card')}; a group has at least {rules.naturals}"
    if wilds and clean:
        yield from (f"{rank} takes no wild cards; lay it down natural" for rank in clean)
        return
    if wilds > rules.wilds:
        yield f"{counted(wilds, 'wild card')}; a group has at most {rules.wilds}"
    if rules.wilds_up_to_naturals and wilds > naturals:
        yield f"{counted(wilds, 'wild card')} with {naturals} natural; a group has no more wild than natural ones"


def opening_of(variant: Variant, need: int, laid: Sequence[tuple[Rank, ...]], pile: Pile | None) -> Opening:
    """Judge groups of cards that are laid down together, and a pile that is taken with them."""
    groups = tuple(group_of(variant, cards, pile) for cards in laid)
    points = sum(group.points for group in groups)
    faults = tuple(faults_of_whole(variant, need, groups))
    if pile:
        faults += tuple(faults_of_taking(variant, laid, pile))
    legal = not faults and not any(group.problems for group in groups)
    enough = points >= need or any(opens_at_any_level(variant, group) for group in groups)
    short = 0 if enough else need - points
    return Opening(
        legal=legal,
        opens=legal and enough,
        points=points,
        needs=need,
        short=short,
        groups=groups,
        kept=(),
        problems=(*faults, f"{counted(short, 'point')} short of {need:,}") if short else faults,
        pile=laid_with_top(groups, pile, opens=legal and enough) if pile else None,
    )


def laid_with_top(groups: Sequence[Group], pile: Pile, *, opens: bool) -> Group | None:
    """Give the group in which the top card of a pile is laid down: one of the opening, or three cards beside it."""
    if not pile.beside:
        return next((group for group in groups if pile.is_in(group.cards)), None)
    return Group(cards=(pile.rank,) * TAKEN, points=0, kind=Kind.NATURAL, problems=()) if opens else None


def opens_at_any_level(variant: Variant, group: Group) -> bool:
    """Tell whether a group is a natural canasta that opens whatever the need."""
    return group.kind is Kind.NATURAL and is_canasta(variant, group.cards[0], len(group.cards))


def is_canasta(variant: Variant, rank: Rank, naturals: int) -> bool:
    """Tell whether so many natural cards of a rank are a canasta that opens whatever the need."""
    return variant.opening.natural_canasta and any(
        naturals >= canasta.cards.size and canasta.cards.can_be_natural(rank) for canasta in variant.canastas
    )


def faults_of_whole(variant: Variant, need: int, groups: Sequence[Group]) -> Iterator[str]:
    """Go through what is wrong with groups that are laid down together."""
    rules = variant.opening
    if not groups:
        yield "no group is laid down"
        return
    yield from ranks_in_several_groups(groups)
    yield from more_than_the_deck(variant.deck, [rank for group in groups for rank in group.cards])
    yield from faults_of_wild_groups(rules, groups)
    if not has_natural_group(rules, need, groups):
        alone = ", or wild cards that meet the need alone" if rules.wilds_open_alone else ""
        yield f"no natural group; one of {rules.group[0]} or more without a wild card is needed{alone}"


def ranks_in_several_groups(groups: Sequence[Group]) -> Iterator[str]:
    """Go through the ranks that stand in more than one group."""
    numbers = Counter(rank for group in groups for rank in natural_ranks(group.cards) if rank is not Rank.THREE)
    for rank, number in numbers.items():
        if number > 1:
            yield f"rank {rank} in {number} groups; lay all its cards in one"


def more_than_the_deck(deck: Deck, cards: Sequence[Rank]) -> Iterator[str]:
    """Go through the ranks of which there are more cards than the deck has; threes of both colours are told alike."""
    for rank, number in Counter(cards).items():
        most = 2 * deck.threes_of_a_colour if rank is Rank.THREE else deck.holds(rank)
        if number > most:
            yield f"{counted(number, 'card')} of rank {rank}; the deck has {most}"


def faults_of_wild_groups(rules: OpeningRules, groups: Sequence[Group]) -> Iterator[str]:
    """Go through what is wrong with the number of groups of wild cards, and with wild cards beside them."""
    wild = [group for group in groups if group.kind is Kind.WILD]
    if rules.wild_groups and len(wild) > rules.wild_groups:
        yield f"{len(wild)} groups of wild cards; lay down at most {rules.wild_groups}"
    with_wilds = [group for group in groups if group.kind in {Kind.WILD, Kind.MIXED}]
    if rules.wilds_together and len(with_wilds) > 1 and any(len(group.cards) < rules.group[1] for group in wild):
        yield f"wild cards beside a group of wild cards alone; lay them all there until it has {rules.group[1]}"


def has_natural_group(rules: OpeningRules, need: int, groups: Sequence[Group]) -> bool:
    """Tell whether there is a natural group of full size where one is asked for, or wild groups that do without."""
    if not rules.natural_group:
        return True
    if any(group.kind is Kind.NATURAL and len(group.cards) >= rules.group[0] for group in groups):
        return True
    alone = [group.points for group in groups if group.kind is Kind.WILD]
    return rules.wilds_open_alone and bool(alone) and sum(alone) >= need
