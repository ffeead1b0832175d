"""The day of 37 pairs with every accident of its session, and its ranks computed by the model of an event."""

import re
from pathlib import Path

import pytest
from support.oracles.events import Model
from support.paths import SESSIONS
from support.sessions import parse_steps, run_step

from canasta_score.event.ranking.standings import compute_standings
from canasta_score.event.storage.event_files import read_event

pytestmark = pytest.mark.slow  # it plays the whole day

SESSION = (SESSIONS / "event-37-pairs.txt").read_text(encoding="utf-8")
ADJUSTED = {7: -100}
# What was typed at the desk, and in the end stood: table 4 has a hand of 2 natural canastas, 200 on the table and 100
# for going out, against 85 left in the hand.
AT_THE_DESK = {(1, 1): (2875, -145), (1, 2): (3000, 1900), (1, 3): (2000, 500), (1, 4): (1300, -85)}


def test_the_ranks_are_those_of_the_paper(tmp_path: Path) -> None:
    for step in parse_steps(SESSION):
        run_step(step, tmp_path)
    event = read_event(tmp_path / "event.toml")
    rows = [[*map(int, row)] for row in re.findall(r"^(\d+),(\d+),(-?\d+),(-?\d+)$", SESSION, re.MULTILINE)]
    model = Model(
        pairs=[*event.pairs],
        rounds=dict(event.seatings),
        slips=AT_THE_DESK | {(game, table): (ns, ew) for game, table, ns, ew in rows},
        adjustments=ADJUSTED,
    )
    assert len(model.slips) == 18 + 18
    ranking = compute_standings(event).fields[0].ranking
    shown = {ranked.record.pair.number: (ranked.rank, ranked.points, ranked.tie_broken_by) for ranked in ranking}
    assert shown == model.ranks()
    assert len(shown) == 37 + 1
