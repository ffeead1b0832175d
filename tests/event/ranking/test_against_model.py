"""Random events, beside a model that reckons ranks another way."""

from random import Random

import pytest
from support.event_days import Day
from support.oracles.events import Model
from support.randomness import chance, rounds

from canasta_score.event.entries import EventEntryKind
from canasta_score.event.errors import EventError
from canasta_score.event.event import Event
from canasta_score.event.movements import MovementName
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.event.seating.tables import Direction
from canasta_score.event.settings import RankBy, Settings, SitOutCredit, TieBreaker
from canasta_score.event.slips import Score


def random_settings(random: Random) -> Settings:
    ties = random.sample([*TieBreaker], random.randint(0, len(TieBreaker)))
    return Settings(
        games=random.randint(1, 5),
        movement=random.choice([MovementName.EAST_WEST_UP, MovementName.ROUND_ROBIN, MovementName.WINNERS_UP]),
        rank=random.choice([*RankBy]),
        ties=tuple(ties),
        sit_out=random.choice([*SitOutCredit]),
    )


def random_action(day: Day, random: Random) -> None:
    """Do what a director may do, or try to."""
    event, points = day.event, [5 * random.randint(-3, 6) for _ in range(2)]
    game, table = event.current_game, random.randint(1, len(event.pairs) // 2 + 1)
    actions = [
        *[lambda: day.slip(game, table, *points)] * 12,
        lambda: day.slip(random.randint(1, event.games), table, *points),
        lambda: day.fix(random.randint(1, event.games), table, *points),
        lambda: day.record(EventEntryKind.ANNOUNCE, game=game),
        lambda: day.record(EventEntryKind.ANNOUNCE, game=game),
        lambda: day.record(EventEntryKind.ADJUST, pair=random.randint(1, len(event.pairs) or 1), points=points[0] or 5),
        lambda: day.record(EventEntryKind.LATE, names=(f"Late {len(day.entries)}",)),
        lambda: day.record(EventEntryKind.WITHDRAW, pair=random.randint(1, len(event.pairs) or 1)),
        lambda: day.record(EventEntryKind.RETURN, pair=random.randint(1, len(event.pairs) or 1)),
        lambda: day.record(EventEntryKind.VOID, game=game, table=table),
        lambda: day.record(EventEntryKind.SWAP, game=game, table=table),
        lambda: day.record(EventEntryKind.RENAME, pair=1, names=(f"New {len(day.entries)}",)),
        lambda: day.record(EventEntryKind.SLIP, game=game, table=table, score=Score(*points), phone=Direction.NS),
        lambda: day.record(EventEntryKind.HAND, game=game, table=table, hand=1, facts={"ns": {"extra": 5}}),
        lambda: day.record(EventEntryKind.DONE, game=game, table=table),
        day.undo,
        day.redo,
    ]
    random.choice(actions)()


def build_model(event: Event) -> Model:
    slips = {place: tuple(result.reports[0]) for place, result in event.results.items() if result.reports}
    adjustments: dict[int, int] = {}
    for entry in (change.entry for change in event.applied_changes):
        if entry.kind is EventEntryKind.ADJUST and entry.pair:
            adjustments[entry.pair] = adjustments.get(entry.pair, 0) + (entry.points or 0)
    settings = event.settings
    last = max((*event.announced, *(game for game, _ in event.results)), default=0)
    return Model(
        pairs=[*event.pairs],
        rounds={game: seating for game, seating in event.seatings.items() if game <= last},
        slips={place: (score[0], score[1]) for place, score in slips.items()},
        adjustments=adjustments,
        rank=settings.rank,
        ties=settings.ties,
        sit_out=settings.sit_out,
    )


@pytest.mark.parametrize("number", range(rounds(per_hundred=200)))
def test_ranks_are_those_of_the_model(number: int) -> None:
    random = chance("event", number)
    day = Day(random.randint(2, 9), random_settings(random))
    day.draw(random.sample([*day.event.pairs], len(day.event.pairs)))
    for _ in range(random.randint(5, 40)):
        try:
            random_action(day, random)
        except EventError:
            continue  # a slip of a table that does not exist, a game that is announced
    event = day.event
    ranking = compute_standings(event).fields[0].ranking
    shown = {ranked.record.pair.number: (ranked.rank, ranked.points, ranked.tie_broken_by) for ranked in ranking}
    model = build_model(event)
    assert shown == model.ranks()
    assert {ranked.record.pair.number: ranked.record.total for ranked in ranking} == {
        pair: model.total(pair) for pair in model.pairs
    }
    order = [(ranked.rank is None, ranked.rank or ranked.record.pair.number) for ranked in ranking]
    assert order == sorted(order)


@pytest.mark.parametrize("number", range(rounds(per_hundred=50)))
def test_undo_after_every_entry_restores_the_event(number: int) -> None:
    random = chance("undo", number)
    day = Day(random.randint(2, 8), random_settings(random))
    for step in range(25):
        before = day.event
        try:
            if step == 0:
                day.draw()
            else:
                random_action(day, random)
        except EventError:
            assert day.event == before
            continue
        if day.entries[-1].kind in {EventEntryKind.UNDO, EventEntryKind.REDO}:
            continue
        after = day.event
        assert ignoring_journal(day.undo()) == ignoring_journal(before)
        assert ignoring_journal(day.redo()) == ignoring_journal(after)


def ignoring_journal(event: Event) -> dict[str, object]:
    shown = {
        name: getattr(event, name)
        for name in event.field_names
        if name not in {"entries", "applied_changes", "undone_changes"}
    }
    return {**shown, "points": {pair: points for pair, points in event.points.items() if points}}
