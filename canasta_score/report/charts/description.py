"""The race of a game in words, for people who cannot see the drawing."""

from collections import Counter
from collections.abc import Iterator, Mapping

from canasta_score.game.entries import PointsBySide
from canasta_score.game.standing import find_leader
from canasta_score.report.charts.race import Race
from canasta_score.rules.text import format_count, join_words


def describe_race(race: Race, names: Mapping[str, str]) -> str:
    """Return the totals of a race of one hand or more, who led after how many hands, and the biggest lead."""
    return " ".join(_iter_race_sentences(race, names))


def _iter_race_sentences(race: Race, names: Mapping[str, str]) -> Iterator[str]:
    _, *totals_after = [
        dict(zip(race.totals, totals, strict=True)) for totals in zip(*race.totals.values(), strict=True)
    ]
    scores = join_words(f"{names[side]} {total:,}" for side, total in totals_after[-1].items())
    yield f"After {format_count(len(totals_after), 'hand')}: {scores}."
    leaders = Counter(find_leader(totals) for totals in totals_after)
    ties = leaders.pop(None, 0)
    if leaders:
        led = [f"{names[side]} after {format_count(leaders[side], 'hand')}" for side in race.totals if leaders[side]]
        yield f"In the lead: {join_words(led)}."
        leads = [_compute_lead(totals) for totals in totals_after]
        biggest = leads.index(max(leads))
        leader = find_leader(totals_after[biggest]) or ""
        yield f"The biggest lead was {leads[biggest]:,}, by {names[leader]} after hand {race.hands[biggest]:,}."
    if ties:
        yield f"The leaders were tied after {format_count(ties, 'hand')}."


def _compute_lead(totals: PointsBySide) -> int:
    second, first = sorted(totals.values())[-2:]
    return first - second
