"""Threes left in hand by other rules: which numbers of red and of black ones fit all that penalties tell of them."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from canasta_score.hand.comparison.ambiguities import REENTER_HINT, MissingItem, format_which_kind
from canasta_score.hand.facts import SideFacts
from canasta_score.rules.model.penalties import CardPlace, Penalty, PenaltyUnit
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_BOTH_COLORS = tuple(Color)


class ThreesInHand:
    """What a side told of threes left in hand, and what other rules make of it."""

    def __init__(self, first: Variant, other: Variant, told: SideFacts, finer: Collection[str]) -> None:
        """Take the two rules, what the side told, and the words of the others among it."""
        self._source, self._side_facts, self._target_only_facts = first, told, finer
        self.known_penalties = [
            *select_three_penalties(first.penalties),
            *(one for one in select_three_penalties(other.penalties) if one.name in finer),
        ]
        self.target_penalties = select_counted_penalties(select_three_penalties(other.penalties))
        self.unreported_colors = [
            one for one in Color if not any(one in penalty.threes for penalty in self.known_penalties)
        ]
        (red, reds), (black, blacks), (fewest, most) = (
            self._find_range(of) for of in ((Color.RED,), (Color.BLACK,), _BOTH_COLORS)
        )
        self.possible_counts = [
            (one, other)
            for one in range(red, reds + 1)
            for other in range(black, blacks + 1)
            if fewest <= one + other <= most
        ]

    def _find_range(self, colours: tuple[Color, ...]) -> tuple[int, int]:
        """Give the fewest and the most threes of some colours, by their own penalties; of an unseen colour 0 or 1."""
        fewest, most = 0, len(colours) * self._source.deck.threes_per_color
        if any(one in self.unreported_colors for one in colours) and len(colours) == 1:
            return 0, 1
        for penalty in (one for one in self.known_penalties if one.threes == colours):
            number, in_times = self._side_facts.get(penalty.name, 0), penalty.unit is PenaltyUnit.TIMES
            fewest = max(fewest, number if in_times else 0)
            if not number or (in_times and number != penalty.most):
                most = min(most, number)
        return fewest, most

    def list_black_counts(self) -> list[int]:
        """List the numbers of black threes that there can be; first if there were none that nobody told."""
        return sorted({black for _, black in self.possible_counts})

    def list_readings(self) -> list[SideFacts]:
        """List what the penalties of the others can come to; first if there were none that nobody told."""
        return _remove_duplicates(self.count_by_penalty(*pair) for pair in self.possible_counts)

    def list_readings_if_none(self) -> list[SideFacts]:
        """List what they can come to if there were no threes of which nobody told."""
        red, black = (one in self.unreported_colors for one in Color)
        return _remove_duplicates(
            self.count_by_penalty(*pair)
            for pair in self.possible_counts
            if not ((red and pair[0]) or (black and pair[1]))
        )

    def count_by_penalty(self, red: int, black: int) -> SideFacts:
        """Count some threes as the penalties of the others do."""
        number = {Color.RED: red, Color.BLACK: black}
        counts = {one.name: sum(number[colour] for colour in one.threes) for one in self.target_penalties}
        return {one.name: min(counts[one.name], one.most or counts[one.name]) for one in self.target_penalties}

    def list_entered(self) -> list[str]:
        """List what is told of threes in hand, as it is told."""
        names = [one.name for one in self.known_penalties]
        return [f"{name}={self._side_facts[name]}" for name in names if self._side_facts.get(name)]

    def iter_missing_items(self, ways: Sequence[SideFacts]) -> Iterator[MissingItem]:
        """Go through what would tell which of some ways it was."""
        for penalty in self.target_penalties:
            counts = {way[penalty.name] for way in ways}
            if len(counts) > 1:
                yield MissingItem(
                    fact=penalty.name, message=self._format_missing_penalty(penalty, min(counts), max(counts))
                )

    def _format_missing_penalty(self, penalty: Penalty, least: int, most: int) -> str:
        """Say that it is not known how often a penalty is due, and what would tell."""
        if penalty.name in self._target_only_facts or penalty.name in self._source.facts:
            return f"{penalty.label.lower()} cannot be known; {REENTER_HINT}"
        if any(colour in self.unreported_colors for colour in penalty.threes):
            return f"{penalty.label.lower()} cannot be known; tell {format_none_hint(penalty.name, least)}"
        told = self.list_entered()
        number = sum(self._side_facts.get(one.name, 0) for one in self.known_penalties)
        return format_which_kind(join_words(told), number, penalty.name, most)


def select_three_penalties(penalties: Iterable[Penalty]) -> list[Penalty]:
    """List the penalties for threes left in hand."""
    return [one for one in penalties if one.place is CardPlace.HAND and one.threes]


def select_counted_penalties(penalties: Iterable[Penalty]) -> list[Penalty]:
    """List the penalties of which is told how often they are due, not how many points they take off."""
    return [one for one in penalties if one.unit is PenaltyUnit.TIMES]


def format_none_hint(name: str, least: int) -> str:
    """Say how to tell that there was none of a fact, or none beside those that are told by another."""
    return f"{name}={least} if there {'were no more' if least else 'was none'}"


def _remove_duplicates(some: Iterable[SideFacts]) -> list[SideFacts]:
    """List facts without those that stand there twice."""
    different: list[SideFacts] = []
    for told in some:
        if told not in different:
            different.append(told)
    return different
