"""Cards and groups of cards as people type them, such as 3x10 and KKA, and the pile that a side takes to open."""

from collections.abc import Iterator, Sequence

from canasta_score.hand.amounts import parse_card_term, split_cards
from canasta_score.hand.facts import TallyError, WordError
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model.cards import NATURAL_RANKS, Rank, format_rank_count, pluralize_rank
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.model.opening import OpeningRules, PileCredit
from canasta_score.rules.model.variant import Variant

_MAX_CARDS_OF_RANK = 999
_TOP_CARD_COUNT = 1
MATCHING_CARD_COUNT = 2
PILE_GROUP_SIZE = _TOP_CARD_COUNT + MATCHING_CARD_COUNT
_PILE_NOT_ALLOWED = "in these rules you cannot take the pile to open"
_PILE_EXAMPLE = "enter the top card of the pile, such as --pile Q"
CardWords = str | Sequence[str]  # all on one line, or each a word


def parse_card_list(cards: CardWords) -> tuple[Rank, ...]:
    """Parse cards, such as "10 q,q,JK 3x9"; raises TallyError with every word that is not a card."""
    return tuple(rank for group in parse_card_groups(cards) for rank in group)


def parse_card_groups(groups: str | Sequence[CardWords]) -> list[tuple[Rank, ...]]:
    """Parse groups, each one word or a list of words; raises TallyError with every word that is not a card."""
    listed = groups.split() if isinstance(groups, str) else groups
    words = [group if isinstance(group, str) else ",".join(group) for group in listed]
    parsed: list[tuple[Rank, ...]] = []
    diagnostics: list[Diagnostic] = []
    for index, word in enumerate(words):
        cards: list[Rank] = []
        for term in split_cards(word) if word.strip(", ") else [""]:
            try:
                cards += _parse_term(term, word)
            except WordError as error:
                diagnostics.append(replace(error.diagnostic, word_index=index))
        parsed.append(tuple(cards))
    if diagnostics:
        raise TallyError(dict.fromkeys(diagnostics), words)
    return parsed


class DiscardPile(Value):
    """A pile that is taken to open: the rank of its top card, and which of the three cards melded with it count."""

    rank: Rank
    counts: PileCredit

    @property
    def is_melded_separately(self) -> bool:
        """Return whether the three are melded beside the opening, which must be enough without them."""
        return self.counts == "nothing"

    @property
    def uncounted_cards(self) -> int:
        """Return how many of the three do not count in a group of the opening."""
        return _TOP_CARD_COUNT if self.counts == "pair" else 0

    @property
    def extra_cards(self) -> int:
        """Return how many cards of its rank the opening gains: the top card, or minus the pair that takes it."""
        return -MATCHING_CARD_COUNT if self.is_melded_separately else _TOP_CARD_COUNT

    def is_in_group(self, group: Sequence[Rank]) -> bool:
        """Return whether the three cards are in a group of the opening."""
        return not self.is_melded_separately and group.count(self.rank) >= PILE_GROUP_SIZE


def parse_groups_and_pile(
    rules: OpeningRules, groups: str | Sequence[CardWords], top: str | None
) -> tuple[list[tuple[Rank, ...]], DiscardPile | None]:
    """Parse groups of cards, and the top card of a pile if one is taken; raises TallyError for other words."""
    if top is None:
        return parse_card_groups(groups), None
    problems = list(_find_top_card_problems(top))
    try:
        parsed = parse_card_groups(groups)
    except TallyError as error:
        raise TallyError([*error.diagnostics, *problems], error.words) from None
    if problems:
        raise TallyError(problems)
    return parsed, DiscardPile(rank=parse_card_list([top])[0], counts=rules.pile)


def find_matching_card_problems(variant: Variant, held: Sequence[Rank], rank: Rank) -> Iterator[Diagnostic]:
    """Yield why the cards of a player cannot take a pile with a card of this rank on top."""
    matching = held.count(rank)
    if variant.opening.pile == "never":
        yield Diagnostic(message=_PILE_NOT_ALLOWED, hint="leave out --pile")
    elif matching < MATCHING_CARD_COUNT:
        needed = format_rank_count(MATCHING_CARD_COUNT, rank)
        message = f"you need {needed} to take the pile, but the hand has {matching or 'none'}"
        yield Diagnostic(message=message, hint="leave out --pile")
    elif matching == variant.deck.count_rank(rank):
        message = f"the hand has all {format_rank_count(matching, rank)}, so none can be on the pile"
        yield Diagnostic(message=message, hint="count them again, or leave out --pile")


def find_pile_problems(variant: Variant, groups: Sequence[Sequence[Rank]], pile: DiscardPile) -> Iterator[Diagnostic]:
    """Yield why the groups have no place for the top card and the two cards that take it."""
    most, rank, in_deck = variant.opening.group[1], pile.rank, variant.deck.count_rank(pile.rank)
    melded = sum(group.count(rank) for group in groups)
    if pile.counts == "never":
        yield Diagnostic(message=_PILE_NOT_ALLOWED)
    elif not pile.is_melded_separately:
        if not any(map(pile.is_in_group, groups)):
            message = f"no group has {format_rank_count(PILE_GROUP_SIZE, rank)}"
            yield Diagnostic(message=message, hint="the top card of the pile goes with two from the hand")
    elif any(len(group) + PILE_GROUP_SIZE > most for group in groups if rank in group):
        message = f"there is no room for {PILE_GROUP_SIZE} more {pluralize_rank(rank)} with the pile"
        yield Diagnostic(message=message, hint=f"a group can have at most {most}")
    elif melded + PILE_GROUP_SIZE > in_deck:
        message = f"{format_rank_count(melded, rank)} and {PILE_GROUP_SIZE} more with the pile"
        yield Diagnostic(message=message, hint=f"the deck has only {in_deck}")


def _parse_term(term: str, word: str) -> Iterator[Rank]:
    if not word.strip(", "):
        raise WordError("a group has no cards", "enter its cards, such as 10,10,10 or 3x10")
    if term.lower() in DEFAULT_SIDES:
        raise WordError(f'"{term}" is not a card', f"for a side, add --side {term.lower()}")
    for rank, count in parse_card_term(term, word):
        digits = count.lstrip("0")
        if not digits:
            raise WordError(f'"{term}" has no cards', "remove it, or enter how many there are")
        if len(digits) > len(str(_MAX_CARDS_OF_RANK)):
            raise WordError(f'"{term}" is more cards than a deck has', f"enter at most {_MAX_CARDS_OF_RANK}")
        yield from [rank] * int(digits)


def _find_top_card_problems(word: str) -> Iterator[Diagnostic]:
    if not word.strip():
        yield Diagnostic(message="the top card of the pile is missing", hint=_PILE_EXAMPLE)
        return
    try:
        cards = parse_card_list([word])
    except TallyError as error:
        yield from (replace(diagnostic, word_index=None) for diagnostic in error.diagnostics)
        return
    if len(cards) > _TOP_CARD_COUNT:
        yield Diagnostic(message=f'"{word}" is more than one card', hint=_PILE_EXAMPLE)
    elif cards[0] not in NATURAL_RANKS:
        message = f"a pile with {cards[0]} on top cannot be taken with a pair"
        yield Diagnostic(message=message, hint=f"enter a card from {NATURAL_RANKS[-1]} to {NATURAL_RANKS[0]}")
