"""The race of a game in words, for who cannot see it drawn."""

from collections import Counter
from collections.abc import Iterator, Mapping

from canasta_score.game.entries import PointsBySide
from canasta_score.game.standing import leader
from canasta_score.report.charts.race import Race
from canasta_score.rules.schema.reader import counted, listed


def race_in_words(race: Race, names: Mapping[str, str]) -> str:
    """Say where a race of one hand or more has come to, who led after how many hands, and the biggest lead."""
    return " ".join(sentences(race, names))


def sentences(race: Race, names: Mapping[str, str]) -> Iterator[str]:
    """Go through what there is to say of a race."""
    after = [dict(zip(race.totals, totals, strict=True)) for totals in zip(*race.totals.values(), strict=True)][1:]
    scores = listed(f"{names[side]} {total:,}" for side, total in after[-1].items())
    yield f"After {counted(len(after), 'hand')}: {scores}."
    leaders = Counter(leader(totals) for totals in after)
    level = leaders.pop(None, 0)
    if leaders:
        led = [f"{names[side]} after {counted(leaders[side], 'hand')}" for side in race.totals if leaders[side]]
        yield f"In the lead: {listed(led)}."
        ahead, number = max(zip(map(lead, after), race.hands, strict=True), key=lambda one: one[0])
        first = leader(after[race.hands.index(number)]) or ""
        yield f"The biggest lead was {ahead:,}, by {names[first]} after hand {number:,}."
    if level:
        yield f"The best were level after {counted(level, 'hand')}."


def lead(totals: PointsBySide) -> int:
    """Give how far the first is ahead of the second, in points."""
    second, first = sorted(totals.values())[-2:]
    return first - second
