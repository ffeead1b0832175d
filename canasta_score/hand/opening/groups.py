"""One group of cards that is melded to open: its kind, its points, and what is wrong with it."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from canasta_score.hand.opening.discard_pile import DiscardPile
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import SEQUENCE_RANKS, Canasta
from canasta_score.rules.model.cards import WILD_RANKS, Rank, pluralize_rank
from canasta_score.rules.model.opening import OpeningRules
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import format_count, join_words

THREES_NOT_ALLOWED = "you cannot open with threes"


class GroupKind(StrEnum):
    """What the cards of a group are; a mixed group has natural cards of one rank and wild cards."""

    NATURAL = "natural"
    MIXED = "mixed"
    WILD = "wild"
    SEQUENCE = "sequence"


@frozen
class OpeningGroup(Value):
    """Cards melded together, the points that count toward the need, and what is wrong.

    The kind is None if the cards are neither of one rank nor a sequence.
    """

    cards: tuple[Rank, ...]
    points: int
    kind: GroupKind | None
    problems: tuple[str, ...]


def check_group(variant: Variant, cards: tuple[Rank, ...], pile: DiscardPile | None) -> OpeningGroup:
    """Check a group, and count its points, without the top card of a pile if the rules do not count it."""
    rules, card_points = variant.opening, variant.deck.points
    uncounted = pile.uncounted_cards * card_points[pile.rank] if pile and pile.is_in_group(cards) else 0
    return OpeningGroup(
        cards=cards,
        points=sum(card_points[rank] for rank in cards) - uncounted,
        kind=_classify_group(rules, cards),
        problems=tuple(map(str, _find_group_problems(rules, cards))),
    )


def _classify_group(rules: OpeningRules, cards: Sequence[Rank]) -> GroupKind | None:
    ranks = list_natural_ranks(cards)
    if rules.sequences and _is_sequence(cards):
        return GroupKind.SEQUENCE
    if not ranks:
        return GroupKind.WILD if cards else None
    if len(ranks) > 1 or Rank.THREE in ranks:
        return None
    return GroupKind.NATURAL if _count_naturals(cards) == len(cards) else GroupKind.MIXED


def _is_sequence(cards: Sequence[Rank]) -> bool:
    # Cards are entered by rank alone, so cards in a row are assumed to have one suit.
    positions = sorted(SEQUENCE_RANKS.index(rank) for rank in cards if rank in SEQUENCE_RANKS)
    return len(positions) > 1 and positions == [*range(positions[0], positions[0] + len(cards))]


def list_natural_ranks(cards: Sequence[Rank]) -> list[Rank]:
    """Return the ranks of the cards that are not wild, each once."""
    return list(dict.fromkeys(rank for rank in cards if rank not in WILD_RANKS))


def _count_naturals(cards: Sequence[Rank]) -> int:
    return sum(rank not in WILD_RANKS for rank in cards)


def _find_group_problems(rules: OpeningRules, cards: Sequence[Rank]) -> Iterator[Diagnostic]:
    ranks, naturals, kind = list_natural_ranks(cards), _count_naturals(cards), _classify_group(rules, cards)
    if Rank.THREE in ranks:
        yield Diagnostic(message=THREES_NOT_ALLOWED)
    elif len(ranks) > 1 and kind is not GroupKind.SEQUENCE:
        or_sequence = ", or be a sequence of natural cards in one suit" if rules.sequences else ""
        message = f"{join_words(map(pluralize_rank, ranks))} are in one group"
        yield Diagnostic(message=message, hint=f"a group must have one rank{or_sequence}")
    yield from find_group_size_problems(rules, len(cards))
    if ranks and kind is not GroupKind.SEQUENCE:
        yield from find_wild_card_problems(rules, ranks, naturals, len(cards) - naturals)
    elif cards and not ranks and not rules.wild_groups:
        hint = f"a group needs at least {format_count(rules.naturals, 'natural card')}"
        yield Diagnostic(message="wild cards alone are not a group", hint=hint)


def find_group_size_problems(rules: OpeningRules, cards: int) -> Iterator[Diagnostic]:
    """Yield what is wrong with the number of cards in a group."""
    fewest, most = rules.group
    if not fewest <= cards <= most:
        yield Diagnostic(message=format_count(cards, "card"), hint=f"a group needs {fewest} to {most}")


def find_wild_card_problems(
    rules: OpeningRules, ranks: Sequence[Rank], naturals: int, wilds: int
) -> Iterator[Diagnostic]:
    """Yield what is wrong with the numbers of natural and wild cards in a group of some ranks."""
    natural_only = [rank for rank in ranks if rank in rules.natural_only]
    if naturals < rules.naturals:
        hint = f"a group needs at least {rules.naturals}"
        yield Diagnostic(message=format_count(naturals, "natural card"), hint=hint)
    if wilds and natural_only:
        for rank in natural_only:
            message = f"wild cards cannot be added to {pluralize_rank(rank)}"
            yield Diagnostic(message=message, hint="meld them without wild cards")
        return
    if wilds > rules.wilds:
        none = "put wild cards in a group of their own" if rules.wild_groups else "you cannot open with wild cards"
        hint = f"in these rules, a group can have at most {rules.wilds}" if rules.wilds else none
        yield Diagnostic(message=format_count(wilds, "wild card"), hint=hint)
    if rules.wilds_up_to_naturals and wilds > naturals:
        message = f"{format_count(wilds, 'wild card')} with {format_count(naturals, 'natural card')}"
        yield Diagnostic(message=message, hint="a group cannot have more wild cards than natural cards")
    elif rules.wilds_below_naturals and wilds and wilds >= naturals:
        message = f"{format_count(wilds, 'wild card')} with {format_count(naturals, 'natural card')}"
        yield Diagnostic(message=message, hint="in these rules, a group has more natural cards than wild cards")
    if wilds and not rules.mixed_canasta and naturals + wilds >= rules.group[1]:
        hint = "in these rules, you can open with a canasta only if it is natural"
        yield Diagnostic(message="a canasta with wild cards", hint=hint)


def has_required_canasta(variant: Variant, groups: Sequence[Sequence[Rank]], required: Canasta) -> bool:
    """Return whether one group is a canasta of the required kind, or of one with as high a bonus."""
    accepted = [canasta for canasta in variant.canastas if canasta.points >= required.points]
    return any(_is_canasta_of_kind(canasta, cards) for cards in groups for canasta in accepted)


def _is_canasta_of_kind(canasta: Canasta, cards: Sequence[Rank]) -> bool:
    pattern, ranks = canasta.cards, list_natural_ranks(cards)
    if len(cards) < pattern.size:
        return False
    if pattern.sequence:
        return _is_sequence(cards)
    (fewest, most), (fewest_jokers, most_jokers) = pattern.wilds, pattern.jokers
    if fewest == pattern.size:
        is_fitting = not ranks
    else:
        wilds = len(cards) - _count_naturals(cards)
        is_fitting = len(ranks) == 1 and pattern.can_be_of_rank(ranks[0]) and fewest <= wilds <= most
    return is_fitting and fewest_jokers <= cards.count(Rank.JOKER) <= most_jokers


def opens_at_any_need(variant: Variant, rank: Rank, naturals: int) -> bool:
    """Return whether this number of natural cards of a rank is a canasta that opens whatever the need."""
    return variant.opening.natural_canasta and any(
        naturals >= canasta.cards.size and canasta.cards.can_be_all_natural(rank) for canasta in variant.canastas
    )
