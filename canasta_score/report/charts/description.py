"""The race of a game in words, for who cannot see it drawn."""

from collections import Counter
from collections.abc import Iterator, Mapping

from canasta_score.game.entries import PointsBySide
from canasta_score.game.standing import find_leader
from canasta_score.report.charts.race import Race
from canasta_score.rules.text import format_count, join_words


def describe_race(race: Race, names: Mapping[str, str]) -> str:
    """Say where a race of one hand or more has come to, who led after how many hands, and the biggest lead."""
    return " ".join(_iter_race_sentences(race, names))


def _iter_race_sentences(race: Race, names: Mapping[str, str]) -> Iterator[str]:
    """Go through what there is to say of a race."""
    after = [dict(zip(race.totals, totals, strict=True)) for totals in zip(*race.totals.values(), strict=True)][1:]
    scores = join_words(f"{names[side]} {total:,}" for side, total in after[-1].items())
    yield f"After {format_count(len(after), 'hand')}: {scores}."
    leaders = Counter(find_leader(totals) for totals in after)
    level = leaders.pop(None, 0)
    if leaders:
        led = [f"{names[side]} after {format_count(leaders[side], 'hand')}" for side in race.totals if leaders[side]]
        yield f"In the lead: {join_words(led)}."
        ahead, number = max(zip(map(_compute_lead, after), race.hands, strict=True), key=lambda one: one[0])
        first = find_leader(after[race.hands.index(number)]) or ""
        yield f"The biggest lead was {ahead:,}, by {names[first]} after hand {number:,}."
    if level:
        yield f"The best were level after {format_count(level, 'hand')}."


def _compute_lead(totals: PointsBySide) -> int:
    """Give how far the first is ahead of the second, in points."""
    second, first = sorted(totals.values())[-2:]
    return first - second
