"""The opening: whether the groups that a side lays down first make a legal opening, and whether it is enough."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum

from canasta_score.hand.opening.card_parser import CardWords
from canasta_score.hand.opening.discard_pile import TAKEN, Pile, faults_of_taking, read_with_pile
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import IN_A_ROW, Canasta
from canasta_score.rules.model.cards import WILD, Deck, Rank
from canasta_score.rules.model.opening import OpeningRules
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import counted, listed

NEVER_LAID = "threes are never laid down to open"


class GroupKind(StrEnum):
    """What cards of a group are: natural ones of a rank, natural and wild ones, wild ones alone, or a sequence."""

    NATURAL = "natural"
    MIXED = "mixed"
    WILD = "wild"
    SEQUENCE = "sequence"


@frozen
class Group(Value):
    """Cards laid down together, the points that count of them, their kind, and what is wrong.

    The kind is None where the cards are neither of one rank nor a sequence.
    """

    cards: tuple[Rank, ...]
    points: int
    kind: GroupKind | None
    problems: tuple[str, ...]


@frozen
class Opening(Value):
    """Groups that are laid down to open, or would be.

    `legal`: the groups are well made and may be laid down together. `opens`: they are also enough, or have a natural
    canasta that opens whatever the need. `points` are those of all groups, `needs` those asked for, `short` those that
    are missing; `lacks` says which canasta is, where one is asked for. `kept` are the cards that stay in the hand.
    `problems` say what is wrong with the whole, and last what is missing; what is wrong with a group stands there.
    `pile` is the group in which the top card of a discard pile is laid down, where one is taken: a group of the
    opening, or one beside it that counts nothing.
    """

    legal: bool
    opens: bool
    points: int
    needs: int
    short: int
    lacks: str
    groups: tuple[Group, ...]
    kept: tuple[Rank, ...]
    problems: tuple[str, ...]
    pile: Group | None

    @property
    def faults(self) -> tuple[str, ...]:
        """Give what is wrong with the whole, but for what is missing."""
        return self.problems[: len(self.problems) - bool(self.short) - bool(self.lacks)]


def check_opening(
    variant: Variant,
    need: int,
    groups: str | Sequence[CardWords],
    pile: str | None = None,
    canasta: Canasta | None = None,
) -> Opening:
    """Judge groups, each a list of rank words or typed as one, and whether they open at a need in points.

    Where a `canasta` is asked for, too, one group must be of that kind or of one with as high a bonus.
    `pile` is the top card of a discard pile that is taken with two of its rank. By rules where any of the three counts,
    name all of them in a group; where none does, leave them out, for they are laid down beside the opening.

    What is against the rules of the variant is told in `problems`; raises TallyError for words that are no cards.

    >>> from canasta_score import load_variant
    >>> check_opening(load_variant("nvso"), 125, [["10", "10", "10"], ["Q", "Q", "JK"], ["9", "9", "9"]]).points
    130
    """
    read, top = read_with_pile(variant.opening, groups, pile)
    return opening_of(variant, need, read, top, canasta)


def group_of(variant: Variant, cards: tuple[Rank, ...], pile: Pile | None) -> Group:
    """Judge a group, and count its points: those of its cards, but for a top card of the pile that does not count."""
    worth = variant.deck.points
    uncounted = pile.uncounted * worth[pile.rank] if pile and pile.is_in(cards) else 0
    problems = tuple(faults_of_group(variant.opening, cards))
    points = sum(map(worth.__getitem__, cards)) - uncounted
    return Group(cards=cards, points=points, kind=kind_of(variant.opening, cards), problems=problems)


def kind_of(rules: OpeningRules, cards: Sequence[Rank]) -> GroupKind | None:
    """Name what the cards of a group are; None for threes, ranks that are no sequence, and no cards at all."""
    ranks = natural_ranks(cards)
    if rules.sequences and is_sequence(cards):
        return GroupKind.SEQUENCE
    if not ranks:
        return GroupKind.WILD if cards else None
    if len(ranks) > 1 or Rank.THREE in ranks:
        return None
    return GroupKind.NATURAL if len(naturals_of(cards)) == len(cards) else GroupKind.MIXED


def is_sequence(cards: Sequence[Rank]) -> bool:
    """Tell whether cards are two or more natural ones in a row, which are taken to be of one suit."""
    places = sorted(IN_A_ROW.index(rank) for rank in cards if rank in IN_A_ROW)
    return len(places) > 1 and places == [*range(places[0], places[0] + len(cards))]


def naturals_of(cards: Sequence[Rank]) -> list[Rank]:
    """Give the cards that are not wild."""
    return [rank for rank in cards if rank not in WILD]


def natural_ranks(cards: Sequence[Rank]) -> list[Rank]:
    """Give the ranks of the cards that are not wild, each once."""
    return list(dict.fromkeys(naturals_of(cards)))


def faults_of_group(rules: OpeningRules, cards: Sequence[Rank]) -> Iterator[str]:
    """Go through what is wrong with a group."""
    ranks, naturals, kind = natural_ranks(cards), len(naturals_of(cards)), kind_of(rules, cards)
    if Rank.THREE in ranks:
        yield NEVER_LAID
    elif len(ranks) > 1 and kind is not GroupKind.SEQUENCE:
        or_sequence = ", or natural cards of one suit in a row" if rules.sequences else ""
        yield f"ranks {listed(ranks)} in one group; a group is of one rank{or_sequence}"
    yield from faults_of_size(rules, len(cards))
    if kind is GroupKind.SEQUENCE:
        return
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
        without = "a group of a rank takes none" if rules.wild_groups else "an opening has none"
        at_most = f"a group has at most {rules.wilds}" if rules.wilds else without
        yield f"{counted(wilds, 'wild card')}; {at_most}"
    if rules.wilds_up_to_naturals and wilds > naturals:
        yield f"{counted(wilds, 'wild card')} with {naturals} natural; a group has no more wild than natural ones"


def opening_of(
    variant: Variant, need: int, laid: Sequence[tuple[Rank, ...]], pile: Pile | None, canasta: Canasta | None
) -> Opening:
    """Judge groups of cards that are laid down together, and a pile that is taken with them."""
    groups = tuple(group_of(variant, cards, pile) for cards in laid)
    points = sum(group.points for group in groups)
    faults = tuple(faults_of_whole(variant, need, groups))
    if pile:
        faults += tuple(faults_of_taking(variant, laid, pile))
    legal = not faults and not any(group.problems for group in groups)
    at_any_level = any(opens_at_any_level(variant, group) for group in groups)
    short = 0 if at_any_level else max(0, need - points)
    lacks = "" if at_any_level or has_canasta(variant, laid, canasta) else lacking(canasta)
    missing = (*([lacks] if lacks else ()), *([f"{counted(short, 'point')} short of {need:,}"] if short else ()))
    enough = not missing
    return Opening(
        legal=legal,
        opens=legal and enough,
        points=points,
        needs=need,
        short=short,
        lacks=lacks,
        groups=groups,
        kept=(),
        problems=(*faults, *missing),
        pile=laid_with_top(groups, pile, opens=legal and enough) if pile else None,
    )


def laid_with_top(groups: Sequence[Group], pile: Pile, *, opens: bool) -> Group | None:
    """Give the group in which the top card of a pile is laid down: one of the opening, or three cards beside it."""
    if pile.stays:
        return None
    if not pile.beside:
        return next((group for group in groups if pile.is_in(group.cards)), None)
    return Group(cards=(pile.rank,) * TAKEN, points=0, kind=GroupKind.NATURAL, problems=()) if opens else None


def lacking(canasta: Canasta | None) -> str:
    """Say which canasta is asked for and is not there."""
    return f"no {canasta.name} canasta or a better one" if canasta else ""


def has_canasta(variant: Variant, laid: Sequence[Sequence[Rank]], asked: Canasta | None) -> bool:
    """Tell whether a canasta that is asked for, if one is, or a better one is among groups of cards."""
    return asked is None or any(
        made.points >= asked.points for cards in laid for made in variant.canastas if is_made_of(made, cards)
    )


def is_made_of(canasta: Canasta, cards: Sequence[Rank]) -> bool:
    """Tell whether cards of a group are a canasta of a kind, or hold one and more cards."""
    group, ranks = canasta.cards, natural_ranks(cards)
    if len(cards) < group.size:
        return False
    if group.sequence:
        return is_sequence(cards)
    wilds, (fewest, most) = len(cards) - len(naturals_of(cards)), group.wilds
    of_a_rank = len(ranks) == 1 and group.can_be_of(ranks[0]) and fewest <= wilds <= most
    fitting = not ranks if fewest == group.size else of_a_rank
    return fitting and group.jokers[0] <= cards.count(Rank.JOKER) <= group.jokers[1]


def opens_at_any_level(variant: Variant, group: Group) -> bool:
    """Tell whether a group is a natural canasta that opens whatever the need."""
    return group.kind is GroupKind.NATURAL and is_canasta(variant, group.cards[0], len(group.cards))


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
        yield no_natural_group(rules)


def no_natural_group(rules: OpeningRules) -> str:
    """Say that a natural group is missing, and what would do without."""
    alone = ", or wild cards that meet the need alone" if rules.wilds_open_alone else ""
    return f"no natural group; one of {rules.group[0]} or more without a wild card is needed{alone}"


def ranks_in_several_groups(groups: Sequence[Group]) -> Iterator[str]:
    """Go through the ranks that stand in more than one group."""
    of_a_rank = [group for group in groups if group.kind is not GroupKind.SEQUENCE]
    numbers = Counter(rank for group in of_a_rank for rank in natural_ranks(group.cards) if rank is not Rank.THREE)
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
    wild = [group for group in groups if group.kind is GroupKind.WILD]
    if rules.wild_groups and len(wild) > rules.wild_groups:
        yield f"{len(wild)} groups of wild cards; lay down at most {rules.wild_groups}"
    with_wilds = [group for group in groups if group.kind in {GroupKind.WILD, GroupKind.MIXED}]
    if rules.wilds_together and len(with_wilds) > 1 and any(len(group.cards) < rules.group[1] for group in wild):
        yield f"wild cards beside a group of wild cards alone; lay them all there until it has {rules.group[1]}"


def has_natural_group(rules: OpeningRules, need: int, groups: Sequence[Group]) -> bool:
    """Tell whether there is a natural group of full size where one is asked for, or wild groups that do without."""
    if not rules.natural_group:
        return True
    natural = (GroupKind.NATURAL, GroupKind.SEQUENCE)
    if any(group.kind in natural and len(group.cards) >= rules.group[0] for group in groups):
        return True
    alone = [group.points for group in groups if group.kind is GroupKind.WILD]
    return rules.wilds_open_alone and bool(alone) and sum(alone) >= need
