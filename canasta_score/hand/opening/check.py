"""The opening: whether the groups that a side melds first are a legal opening, and whether they are enough."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum

from canasta_score.hand.opening.cards import (
    PILE_GROUP_SIZE,
    CardWords,
    DiscardPile,
    find_pile_problems,
    parse_groups_and_pile,
)
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.frozen import Value
from canasta_score.rules.model.canastas import SEQUENCE_RANKS, Canasta
from canasta_score.rules.model.cards import WILD_RANKS, Deck, Rank, format_rank_count, pluralize_rank
from canasta_score.rules.model.opening import OpeningRules, format_wilds_per_natural
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import format_count, join_words

THREES_NOT_ALLOWED = "you cannot open with threes"


class GroupKind(StrEnum):
    """What the cards of a group are; a mixed group has natural cards of one rank and wild cards."""

    NATURAL = "natural"
    MIXED = "mixed"
    WILD = "wild"
    SEQUENCE = "sequence"


class OpeningGroup(Value):
    """Cards melded together, the points that count toward the need, and what is wrong."""

    cards: tuple[Rank, ...]
    points: int
    kind: GroupKind | None  # None if the cards are neither of one rank nor a sequence
    problems: tuple[str, ...]


class Opening(Value):
    """Groups that a side melds, or could meld, to open."""

    legal: bool  # each group is legal, and they may be melded together
    opens: bool  # they are also enough, or have a canasta that opens whatever the need
    points: int  # of all groups
    needs: int
    short: int  # the points that are missing
    missing_canasta: str  # says that a required canasta is missing
    canasta: GroupKind | None  # the kind of the group that opens whatever the need
    groups: tuple[OpeningGroup, ...]
    kept: tuple[Rank, ...]  # the cards that stay in the hand
    legality_problems: tuple[str, ...]  # of all groups together; each group has its own
    pile: OpeningGroup | None  # with the top card of a pile: one of the groups, or one beside them without points

    @property
    def problems(self) -> tuple[str, ...]:
        """Return the problems of all groups together, and last what is missing."""
        missing_points = f"{format_count(self.short, 'point')} short of {self.needs:,}" if self.short else ""
        return (*self.legality_problems, *filter(None, (self.missing_canasta, missing_points)))


def check_opening(
    variant: Variant,
    need: int,
    groups: str | Sequence[CardWords],
    pile: str | None = None,
    canasta: Canasta | None = None,
) -> Opening:
    """Check groups, each a list of rank words or one word such as `3xQ,JK`, and whether they meet a need in points.

    `pile` is the top card of a discard pile that is taken with two cards of its rank. If the rules count any of these
    three, one group must have all three; if not, leave them out: they are melded beside the opening. `canasta`: one
    group must be of this kind, or of one with as high a bonus.

    What is against the rules is in `problems`. Raises TallyError for words that are not cards.
    """
    parsed, top = parse_groups_and_pile(variant.opening, groups, pile)
    return evaluate_opening(variant, need, parsed, top, canasta)


def evaluate_opening(
    variant: Variant, need: int, melds: Sequence[tuple[Rank, ...]], pile: DiscardPile | None, canasta: Canasta | None
) -> Opening:
    """Evaluate groups as an opening for a need in points, with a pile that is taken and a required canasta."""
    groups = tuple(_check_group(variant, cards, pile) for cards in melds)
    points = sum(group.points for group in groups)
    at_any_need = next((group.kind for group in groups if opens_at_any_need(variant, group.cards, pile)), None)
    problems = [*_find_opening_problems(variant, need, groups)]
    if pile:
        problems += find_pile_problems(variant, melds, pile)
    is_legal = not problems and not any(group.problems for group in groups)
    short = 0 if at_any_need else max(0, need - points)
    is_canasta_missing = canasta and not at_any_need and not has_required_canasta(variant, melds, canasta)
    opens = is_legal and not short and not is_canasta_missing
    pile_group: OpeningGroup | None = None
    if pile and pile.is_melded_separately and opens:
        pile_group = OpeningGroup(cards=(pile.rank,) * PILE_GROUP_SIZE, points=0, kind=GroupKind.NATURAL, problems=())
    elif pile and pile.counts != "never":
        pile_group = next((group for group in groups if pile.is_in_group(group.cards)), None)
    return Opening(
        legal=is_legal,
        opens=opens,
        points=points,
        needs=need,
        short=short,
        missing_canasta=f"no {canasta.name} canasta or better" if canasta and is_canasta_missing else "",
        canasta=at_any_need,
        groups=groups,
        kept=(),
        legality_problems=tuple(map(str, problems)),
        pile=pile_group,
    )


def has_required_canasta(variant: Variant, groups: Sequence[Sequence[Rank]], required: Canasta) -> bool:
    """Return whether one group is a canasta of the required kind, or of one with as high a bonus."""
    accepted = [canasta for canasta in variant.canastas if canasta.points >= required.points]
    return any(_is_canasta_of_kind(canasta, cards) for cards in groups for canasta in accepted)


def opens_at_any_need(variant: Variant, cards: Sequence[Rank], pile: DiscardPile | None = None) -> bool:
    """Return whether a group, without a top card that does not count, is a canasta that opens at any need."""
    rules, ranks = variant.opening, _list_natural_ranks(cards)
    if not ranks:
        return rules.wild_canasta and any(_is_canasta_of_kind(canasta, cards) for canasta in variant.canastas)
    if not rules.natural_canasta or len(ranks) > 1 or _count_naturals(cards) < len(cards):
        return False
    counted = len(cards) - (pile.uncounted_cards if pile and pile.is_in_group(cards) else 0)
    patterns = [canasta.cards for canasta in variant.canastas if canasta.cards.can_be_all_natural(ranks[0])]
    return any(counted >= pattern.size for pattern in patterns)


def find_group_problems(rules: OpeningRules, cards: Sequence[Rank]) -> Iterator[Diagnostic]:
    """Yield what is wrong with the cards of a group."""
    ranks, kind, (fewest, most) = _list_natural_ranks(cards), _classify_group(rules, cards), rules.group
    if Rank.THREE in ranks:
        yield Diagnostic(message=THREES_NOT_ALLOWED)
    elif len(ranks) > 1 and kind is not GroupKind.SEQUENCE:
        or_sequence = ", or be a sequence of natural cards in one suit" if rules.sequences else ""
        message = f"{join_words(map(pluralize_rank, ranks))} are in one group"
        yield Diagnostic(message=message, hint=f"a group must have one rank{or_sequence}")
    if not fewest <= len(cards) <= most:
        yield Diagnostic(message=format_count(len(cards), "card"), hint=f"a group needs {fewest} to {most}")
    wilds, natural_only = len(cards) - _count_naturals(cards), [rank for rank in ranks if rank in rules.natural_only]
    if ranks and kind is not GroupKind.SEQUENCE:
        yield from _find_wild_card_problems(rules, len(cards) - wilds, wilds, natural_only)
    elif cards and not ranks and not rules.wild_groups:
        hint = f"a group needs at least {format_count(rules.naturals, 'natural card')}"
        yield Diagnostic(message="wild cards alone are not a group", hint=hint)
        return
    if wilds and not rules.mixed_canasta and len(cards) >= most and not natural_only:
        hint = "in these rules, you can open with a canasta only if it is natural"
        yield Diagnostic(message="a canasta with wild cards", hint=hint)


def _find_wild_card_problems(
    rules: OpeningRules, naturals: int, wilds: int, natural_only: Sequence[Rank]
) -> Iterator[Diagnostic]:
    """Yield what is wrong with the numbers of natural and wild cards; some ranks of the group are `natural_only`."""
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
    hint = ""
    if rules.wilds_up_to_naturals and wilds > naturals:
        hint = "a group cannot have more wild cards than natural cards"
    elif rules.wilds_below_naturals and wilds >= naturals:
        hint = "in these rules, a group has more natural cards than wild cards"
    elif rules.wilds_per_natural and wilds * rules.wilds_per_natural[1] > rules.wilds_per_natural[0] * naturals:
        hint = f"in these rules, a group can have at most {format_wilds_per_natural(rules.wilds_per_natural)}"
    if wilds and hint:
        message = f"{format_count(wilds, 'wild card')} with {format_count(naturals, 'natural card')}"
        yield Diagnostic(message=message, hint=hint)


def find_deck_excess(deck: Deck, cards: Sequence[Rank]) -> Iterator[Diagnostic]:
    """Yield the ranks of which there are more cards than the deck has; a three may be of either color."""
    for rank, count in Counter(cards).items():
        most = 2 * deck.threes_per_color if rank is Rank.THREE else deck.count_rank(rank)
        if count > most:
            yield Diagnostic(message=format_rank_count(count, rank), hint=f"the deck has only {most}")


def build_missing_natural_group(rules: OpeningRules) -> Diagnostic:
    """Build the diagnostic of a missing natural group."""
    alone = ", or wild cards that are enough alone" if rules.can_open_with_wilds_alone else ""
    hint = f"one group must have {rules.group[0]} or more cards and no wild cards{alone}"
    return Diagnostic(message="there is no natural group", hint=hint)


def _check_group(variant: Variant, cards: tuple[Rank, ...], pile: DiscardPile | None) -> OpeningGroup:
    """Check a group, and count its points, without the top card of a pile if the rules do not count it."""
    rules, card_points = variant.opening, variant.deck.points
    uncounted = pile.uncounted_cards * card_points[pile.rank] if pile and pile.is_in_group(cards) else 0
    return OpeningGroup(
        cards=cards,
        points=sum(card_points[rank] for rank in cards) - uncounted,
        kind=_classify_group(rules, cards),
        problems=tuple(map(str, find_group_problems(rules, cards))),
    )


def _classify_group(rules: OpeningRules, cards: Sequence[Rank]) -> GroupKind | None:
    ranks = _list_natural_ranks(cards)
    if rules.sequences and _is_sequence(cards):
        return GroupKind.SEQUENCE
    if not ranks:
        return GroupKind.WILD if cards else None
    if len(ranks) > 1 or Rank.THREE in ranks:
        return None
    return GroupKind.NATURAL if _count_naturals(cards) == len(cards) else GroupKind.MIXED


def _list_natural_ranks(cards: Sequence[Rank]) -> list[Rank]:
    """Return the ranks of the cards that are not wild, each once."""
    return list(dict.fromkeys(rank for rank in cards if rank not in WILD_RANKS))


def _is_sequence(cards: Sequence[Rank]) -> bool:
    # Cards are entered by rank alone, so cards in a row are assumed to have one suit.
    positions = sorted(SEQUENCE_RANKS.index(rank) for rank in cards if rank in SEQUENCE_RANKS)
    return len(positions) > 1 and positions == [*range(positions[0], positions[0] + len(cards))]


def _count_naturals(cards: Sequence[Rank]) -> int:
    return sum(rank not in WILD_RANKS for rank in cards)


def _find_opening_problems(variant: Variant, need: int, groups: Sequence[OpeningGroup]) -> Iterator[Diagnostic]:
    rules = variant.opening
    if not groups:
        yield Diagnostic(message="there are no groups")
        return
    if not rules.repeated_ranks:
        single_rank_groups = [group for group in groups if group.kind is not GroupKind.SEQUENCE]
        counts = Counter(rank for group in single_rank_groups for rank in _list_natural_ranks(group.cards))
        for rank in (rank for rank, count in counts.items() if count > 1 and rank is not Rank.THREE):
            message = f"{pluralize_rank(rank)} are in {counts[rank]} groups"
            yield Diagnostic(message=message, hint="put them all in one group")
    yield from find_deck_excess(variant.deck, [rank for group in groups for rank in group.cards])
    yield from _find_wild_group_problems(rules, groups)
    if not _has_required_natural_group(variant, need, groups):
        yield build_missing_natural_group(rules)


def _find_wild_group_problems(rules: OpeningRules, groups: Sequence[OpeningGroup]) -> Iterator[Diagnostic]:
    most_cards, wild_groups = rules.group[1], [group for group in groups if group.kind is GroupKind.WILD]
    if rules.wild_groups and len(wild_groups) > rules.wild_groups:
        message = f"{len(wild_groups)} groups of wild cards"
        yield Diagnostic(message=message, hint=f"you can have at most {rules.wild_groups} to open")
        return
    groups_with_wilds = sum(group.kind in (GroupKind.WILD, GroupKind.MIXED) for group in groups)
    is_one_open = any(len(group.cards) < most_cards for group in wild_groups)
    if rules.wilds_together and groups_with_wilds > 1 and is_one_open:
        message = "wild cards are in more than one group"
        hint = f"in these rules all wild cards go on the open wild group until it has {most_cards}"
        yield Diagnostic(message=message, hint=hint)


def _has_required_natural_group(variant: Variant, need: int, groups: Sequence[OpeningGroup]) -> bool:
    rules, natural_kinds = variant.opening, (GroupKind.NATURAL, GroupKind.SEQUENCE)
    wild_groups = [group for group in groups if group.kind is GroupKind.WILD]
    are_wilds_enough = bool(wild_groups) and sum(group.points for group in wild_groups) >= need
    return (
        not rules.natural_group
        or any(group.kind in natural_kinds and len(group.cards) >= rules.group[0] for group in groups)
        or any(opens_at_any_need(variant, group.cards) for group in wild_groups)
        or (rules.can_open_with_wilds_alone and are_wilds_enough)
    )


def _is_canasta_of_kind(canasta: Canasta, cards: Sequence[Rank]) -> bool:
    pattern, ranks = canasta.cards, _list_natural_ranks(cards)
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
