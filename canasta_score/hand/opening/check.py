"""The check of an opening: whether its groups are legal, and whether they reach what the side needs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum

from canasta_score.hand.opening.card_parser import CardWords
from canasta_score.hand.opening.discard_pile import (
    PILE_GROUP_SIZE,
    DiscardPile,
    find_pile_problems,
    parse_groups_and_pile,
)
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import SEQUENCE_RANKS, Canasta
from canasta_score.rules.model.cards import WILD_RANKS, Deck, Rank
from canasta_score.rules.model.opening import OpeningRules
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import format_count, join_words

THREES_NOT_ALLOWED = "threes are never laid down to open"


class GroupKind(StrEnum):
    """What kind of group its cards are: natural, mixed, wild cards alone, or a sequence."""

    NATURAL = "natural"
    MIXED = "mixed"
    WILD = "wild"
    SEQUENCE = "sequence"


@frozen
class OpeningGroup(Value):
    """A group of cards, its points toward the need, its kind, and what is wrong with it.

    The kind is None where the cards are neither of one rank nor a sequence.
    """

    cards: tuple[Rank, ...]
    points: int
    kind: GroupKind | None
    problems: tuple[str, ...]


@frozen
class Opening(Value):
    """The groups of an opening, real or possible.

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
    missing_canasta: str
    groups: tuple[OpeningGroup, ...]
    kept: tuple[Rank, ...]
    problems: tuple[str, ...]
    pile: OpeningGroup | None

    @property
    def legality_problems(self) -> tuple[str, ...]:
        """Return what is wrong with the opening as a whole, apart from missing points or a missing canasta."""
        return self.problems[: len(self.problems) - bool(self.short) - bool(self.missing_canasta)]


def check_opening(
    variant: Variant,
    need: int,
    groups: str | Sequence[CardWords],
    pile: str | None = None,
    canasta: Canasta | None = None,
) -> Opening:
    """Check groups, each a list of rank words or one typed word, against a need in points.

    Where a `canasta` is asked for, too, one group must be of that kind or of one with as high a bonus.
    `pile` is the top card of a discard pile that is taken with two of its rank. By rules where any of the three counts,
    name all of them in a group; where none does, leave them out, for they are laid down beside the opening.

    What is against the rules of the variant is told in `problems`; raises TallyError for words that are no cards.

    >>> from canasta_score import load_variant
    >>> check_opening(load_variant("nvso"), 125, [["10", "10", "10"], ["Q", "Q", "JK"], ["9", "9", "9"]]).points
    130
    """
    read, top = parse_groups_and_pile(variant.opening, groups, pile)
    return evaluate_opening(variant, need, read, top, canasta)


def _check_group(variant: Variant, cards: tuple[Rank, ...], pile: DiscardPile | None) -> OpeningGroup:
    """Check one group and count its points, without a top card of the pile that does not count."""
    worth = variant.deck.points
    uncounted = pile.uncounted_cards * worth[pile.rank] if pile and pile.is_in_group(cards) else 0
    problems = tuple(_find_group_problems(variant.opening, cards))
    points = sum(map(worth.__getitem__, cards)) - uncounted
    return OpeningGroup(cards=cards, points=points, kind=_classify_group(variant.opening, cards), problems=problems)


def _classify_group(rules: OpeningRules, cards: Sequence[Rank]) -> GroupKind | None:
    ranks = _list_natural_ranks(cards)
    if rules.sequences and _is_sequence(cards):
        return GroupKind.SEQUENCE
    if not ranks:
        return GroupKind.WILD if cards else None
    if len(ranks) > 1 or Rank.THREE in ranks:
        return None
    return GroupKind.NATURAL if len(_select_natural_cards(cards)) == len(cards) else GroupKind.MIXED


def _is_sequence(cards: Sequence[Rank]) -> bool:
    places = sorted(SEQUENCE_RANKS.index(rank) for rank in cards if rank in SEQUENCE_RANKS)
    return len(places) > 1 and places == [*range(places[0], places[0] + len(cards))]


def _select_natural_cards(cards: Sequence[Rank]) -> list[Rank]:
    return [rank for rank in cards if rank not in WILD_RANKS]


def _list_natural_ranks(cards: Sequence[Rank]) -> list[Rank]:
    return list(dict.fromkeys(_select_natural_cards(cards)))


def _find_group_problems(rules: OpeningRules, cards: Sequence[Rank]) -> Iterator[str]:
    ranks, naturals, kind = _list_natural_ranks(cards), len(_select_natural_cards(cards)), _classify_group(rules, cards)
    if Rank.THREE in ranks:
        yield THREES_NOT_ALLOWED
    elif len(ranks) > 1 and kind is not GroupKind.SEQUENCE:
        or_sequence = ", or natural cards of one suit in a row" if rules.sequences else ""
        yield f"ranks {join_words(ranks)} in one group; a group is of one rank{or_sequence}"
    yield from find_group_size_problems(rules, len(cards))
    if kind is GroupKind.SEQUENCE:
        return
    if ranks:
        yield from find_wild_card_problems(rules, ranks, naturals, len(cards) - naturals)
    elif cards and not rules.wild_groups:
        yield f"wild cards alone are no group; a group has at least {format_count(rules.naturals, 'natural card')}"


def find_group_size_problems(rules: OpeningRules, cards: int) -> Iterator[str]:
    """Yield what is wrong with the size of a group."""
    fewest, most = rules.group
    if not fewest <= cards <= most:
        yield f"{format_count(cards, 'card')}; a group has {fewest} to {most}"


def find_wild_card_problems(rules: OpeningRules, ranks: Sequence[Rank], naturals: int, wilds: int) -> Iterator[str]:
    """Yield what is wrong with the numbers of natural and wild cards in a group."""
    clean = [rank for rank in ranks if rank in rules.natural_only]
    if naturals < rules.naturals:
        yield f"{format_count(naturals, 'natural card')}; a group has at least {rules.naturals}"
    if wilds and clean:
        yield from (f"{rank} takes no wild cards; lay it down natural" for rank in clean)
        return
    if wilds > rules.wilds:
        without = "a group of a rank takes none" if rules.wild_groups else "an opening has none"
        at_most = f"a group has at most {rules.wilds}" if rules.wilds else without
        yield f"{format_count(wilds, 'wild card')}; {at_most}"
    if rules.wilds_up_to_naturals and wilds > naturals:
        yield f"{format_count(wilds, 'wild card')} with {naturals} natural; a group has no more wild than natural ones"


def evaluate_opening(
    variant: Variant, need: int, laid: Sequence[tuple[Rank, ...]], pile: DiscardPile | None, canasta: Canasta | None
) -> Opening:
    """Check groups of cards that are melded together, and the pile that is taken with them."""
    groups = tuple(_check_group(variant, cards, pile) for cards in laid)
    points = sum(group.points for group in groups)
    faults = tuple(_find_opening_problems(variant, need, groups))
    if pile:
        faults += tuple(find_pile_problems(variant, laid, pile))
    legal = not faults and not any(group.problems for group in groups)
    at_any_level = any(_can_open_at_any_need(variant, group) for group in groups)
    short = 0 if at_any_level else max(0, need - points)
    lacks = "" if at_any_level or has_required_canasta(variant, laid, canasta) else _format_missing_canasta(canasta)
    missing = (*([lacks] if lacks else ()), *([f"{format_count(short, 'point')} short of {need:,}"] if short else ()))
    enough = not missing
    return Opening(
        legal=legal,
        opens=legal and enough,
        points=points,
        needs=need,
        short=short,
        missing_canasta=lacks,
        groups=groups,
        kept=(),
        problems=(*faults, *missing),
        pile=_find_pile_group(groups, pile, opens=legal and enough) if pile else None,
    )


def _find_pile_group(groups: Sequence[OpeningGroup], pile: DiscardPile, *, opens: bool) -> OpeningGroup | None:
    if pile.is_forbidden:
        return None
    if not pile.is_melded_separately:
        return next((group for group in groups if pile.is_in_group(group.cards)), None)
    return (
        OpeningGroup(cards=(pile.rank,) * PILE_GROUP_SIZE, points=0, kind=GroupKind.NATURAL, problems=())
        if opens
        else None
    )


def _format_missing_canasta(canasta: Canasta | None) -> str:
    return f"no {canasta.name} canasta or a better one" if canasta else ""


def has_required_canasta(variant: Variant, laid: Sequence[Sequence[Rank]], asked: Canasta | None) -> bool:
    """Return whether the groups have the canasta that the need asks for, or a better one."""
    return asked is None or any(
        made.points >= asked.points for cards in laid for made in variant.canastas if _has_canasta_of_kind(made, cards)
    )


def _has_canasta_of_kind(canasta: Canasta, cards: Sequence[Rank]) -> bool:
    group, ranks = canasta.cards, _list_natural_ranks(cards)
    if len(cards) < group.size:
        return False
    if group.sequence:
        return _is_sequence(cards)
    wilds, (fewest, most) = len(cards) - len(_select_natural_cards(cards)), group.wilds
    of_a_rank = len(ranks) == 1 and group.can_be_of_rank(ranks[0]) and fewest <= wilds <= most
    fitting = not ranks if fewest == group.size else of_a_rank
    return fitting and group.jokers[0] <= cards.count(Rank.JOKER) <= group.jokers[1]


def _can_open_at_any_need(variant: Variant, group: OpeningGroup) -> bool:
    return group.kind is GroupKind.NATURAL and is_natural_opening_canasta(variant, group.cards[0], len(group.cards))


def is_natural_opening_canasta(variant: Variant, rank: Rank, naturals: int) -> bool:
    """Return whether so many natural cards of a rank are a canasta that opens at any need."""
    return variant.opening.natural_canasta and any(
        naturals >= canasta.cards.size and canasta.cards.can_be_all_natural(rank) for canasta in variant.canastas
    )


def _find_opening_problems(variant: Variant, need: int, groups: Sequence[OpeningGroup]) -> Iterator[str]:
    rules = variant.opening
    if not groups:
        yield "no group is laid down"
        return
    yield from _find_split_ranks(groups)
    yield from find_deck_excess(variant.deck, [rank for group in groups for rank in group.cards])
    yield from _find_wild_group_problems(rules, groups)
    if not _has_required_natural_group(rules, need, groups):
        yield format_missing_natural_group(rules)


def format_missing_natural_group(rules: OpeningRules) -> str:
    """Return the message for a missing natural group, and what the rules accept in its place."""
    alone = ", or wild cards that meet the need alone" if rules.can_open_with_wilds_alone else ""
    return f"no natural group; one of {rules.group[0]} or more without a wild card is needed{alone}"


def _find_split_ranks(groups: Sequence[OpeningGroup]) -> Iterator[str]:
    of_a_rank = [group for group in groups if group.kind is not GroupKind.SEQUENCE]
    numbers = Counter(
        rank for group in of_a_rank for rank in _list_natural_ranks(group.cards) if rank is not Rank.THREE
    )
    for rank, number in numbers.items():
        if number > 1:
            yield f"rank {rank} in {number} groups; lay all its cards in one"


def find_deck_excess(deck: Deck, cards: Sequence[Rank]) -> Iterator[str]:
    """Yield the ranks with more cards than the deck has; threes of both colors count as one rank."""
    for rank, number in Counter(cards).items():
        most = 2 * deck.threes_per_color if rank is Rank.THREE else deck.count_rank(rank)
        if number > most:
            yield f"{format_count(number, 'card')} of rank {rank}; the deck has {most}"


def _find_wild_group_problems(rules: OpeningRules, groups: Sequence[OpeningGroup]) -> Iterator[str]:
    wild = [group for group in groups if group.kind is GroupKind.WILD]
    if rules.wild_groups and len(wild) > rules.wild_groups:
        yield f"{len(wild)} groups of wild cards; lay down at most {rules.wild_groups}"
    with_wilds = [group for group in groups if group.kind in {GroupKind.WILD, GroupKind.MIXED}]
    if rules.wilds_together and len(with_wilds) > 1 and any(len(group.cards) < rules.group[1] for group in wild):
        yield f"wild cards beside a group of wild cards alone; lay them all there until it has {rules.group[1]}"


def _has_required_natural_group(rules: OpeningRules, need: int, groups: Sequence[OpeningGroup]) -> bool:
    if not rules.natural_group:
        return True
    natural = (GroupKind.NATURAL, GroupKind.SEQUENCE)
    if any(group.kind in natural and len(group.cards) >= rules.group[0] for group in groups):
        return True
    alone = [group.points for group in groups if group.kind is GroupKind.WILD]
    return rules.can_open_with_wilds_alone and bool(alone) and sum(alone) >= need
