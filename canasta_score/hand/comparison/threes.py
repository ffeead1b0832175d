"""Threes left in hand by other rules: which numbers of red and of black ones fit all that penalties tell of them."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from canasta_score.hand.comparison.ambiguities import IN_THESE_WORDS, Missing, which_of
from canasta_score.hand.facts import Told
from canasta_score.rules.model.penalties import Penalty, Place, Unit
from canasta_score.rules.model.threes import Colour
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import listed

BOTH = tuple(Colour)


class ThreesInHand:
    """What a side told of threes left in hand, and what other rules make of it."""

    def __init__(self, first: Variant, other: Variant, told: Told, finer: Collection[str]) -> None:
        """Take the two rules, what the side told, and the words of the others among it."""
        self.first, self.told, self.finer = first, told, finer
        self.known = [*of_threes(first.penalties), *(one for one in of_threes(other.penalties) if one.name in finer)]
        self.here = told_in_times(of_threes(other.penalties))
        self.unseen = [one for one in Colour if not any(one in penalty.threes for penalty in self.known)]
        (red, reds), (black, blacks), (fewest, most) = (
            self.range_of(of) for of in ((Colour.RED,), (Colour.BLACK,), BOTH)
        )
        self.pairs = [
            (one, other)
            for one in range(red, reds + 1)
            for other in range(black, blacks + 1)
            if fewest <= one + other <= most
        ]

    def range_of(self, colours: tuple[Colour, ...]) -> tuple[int, int]:
        """Give the fewest and the most threes of some colours, by their own penalties; of an unseen colour 0 or 1."""
        fewest, most = 0, len(colours) * self.first.deck.threes_of_a_colour
        if any(one in self.unseen for one in colours) and len(colours) == 1:
            return 0, 1
        for penalty in (one for one in self.known if one.threes == colours):
            number, in_times = self.told.get(penalty.name, 0), penalty.unit is Unit.TIMES
            fewest = max(fewest, number if in_times else 0)
            if not number or (in_times and number != penalty.most):
                most = min(most, number)
        return fewest, most

    def black(self) -> list[int]:
        """List the numbers of black threes that there can be; first if there were none that nobody told."""
        return sorted({black for _, black in self.pairs})

    def ways(self) -> list[Told]:
        """List what the penalties of the others can come to; first if there were none that nobody told."""
        return distinct(self.counted(*pair) for pair in self.pairs)

    def ways_if_none(self) -> list[Told]:
        """List what they can come to if there were no threes of which nobody told."""
        red, black = (one in self.unseen for one in Colour)
        return distinct(self.counted(*pair) for pair in self.pairs if not ((red and pair[0]) or (black and pair[1])))

    def counted(self, red: int, black: int) -> Told:
        """Count some threes as the penalties of the others do."""
        number = {Colour.RED: red, Colour.BLACK: black}
        counts = {one.name: sum(number[colour] for colour in one.threes) for one in self.here}
        return {one.name: min(counts[one.name], one.most or counts[one.name]) for one in self.here}

    def as_told(self) -> list[str]:
        """List what is told of threes in hand, as it is told."""
        names = [one.name for one in self.known]
        return [f"{name}={self.told[name]}" for name in names if self.told.get(name)]

    def missing(self, ways: Sequence[Told]) -> Iterator[Missing]:
        """Go through what would tell which of some ways it was."""
        for penalty in self.here:
            counts = {way[penalty.name] for way in ways}
            if len(counts) > 1:
                yield Missing(fact=penalty.name, message=self.how_to_tell(penalty, min(counts), max(counts)))

    def how_to_tell(self, penalty: Penalty, least: int, most: int) -> str:
        """Say that it is not known how often a penalty is due, and what would tell."""
        if penalty.name in self.finer or penalty.name in self.first.facts:
            return f"{penalty.label.lower()} cannot be known; {IN_THESE_WORDS}"
        if any(colour in self.unseen for colour in penalty.threes):
            return f"{penalty.label.lower()} cannot be known; tell {none_beside(penalty.name, least)}"
        told = self.as_told()
        number = sum(self.told.get(one.name, 0) for one in self.known)
        return which_of(listed(told), number, penalty.name, most)


def of_threes(penalties: Iterable[Penalty]) -> list[Penalty]:
    """List the penalties for threes left in hand."""
    return [one for one in penalties if one.place is Place.HAND and one.threes]


def told_in_times(penalties: Iterable[Penalty]) -> list[Penalty]:
    """List the penalties of which is told how often they are due, not how many points they take off."""
    return [one for one in penalties if one.unit is Unit.TIMES]


def none_beside(name: str, least: int) -> str:
    """Say how to tell that there was none of a fact, or none beside those that are told by another."""
    return f"{name}={least} if there {'were no more' if least else 'was none'}"


def distinct(some: Iterable[Told]) -> list[Told]:
    """List facts without those that stand there twice."""
    different: list[Told] = []
    for told in some:
        if told not in different:
            different.append(told)
    return different
