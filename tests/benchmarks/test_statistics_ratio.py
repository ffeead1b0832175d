"""The statistics of a thousand ledgers side by side with `tomllib` parsing the same files, in one run: ratios count."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from support.budgets import hold
from support.command_line import run
from support.game_files import begun_game
from support.timing import HANDS, POINTS, load, measure_ratio

from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.storage.ledger_files import append_entry, format_ledger

pytestmark = pytest.mark.benchmark

PAIRS = ("Ann & Bob", "Cy & Di", "Bob and Ann", "Eve + Fay", "Di & Cy", "Gus & Hal", "ann & bob")
GAMES, PLAYED = 1_000, 12
AN_EVENING = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
NOISE = 1.2
MOST = 1.5


def season(folder: Path) -> list[Path]:
    """Write many ledgers of twelve hands, in which the pairs and the order of the hands change."""
    paths = [folder / f"{game:04}.toml" for game in range(GAMES)]
    for game, path in enumerate(paths):
        at = AN_EVENING + timedelta(days=game)
        names = {"we": PAIRS[game % len(PAIRS)], "they": PAIRS[(game + 3) % len(PAIRS)]}
        parts = [format_ledger(begun_game(names, at))]
        totals = [0, 0]
        for hand in range(PLAYED):
            which = (game + hand * (1 + game % 3)) % len(HANDS)
            totals = [total + points for total, points in zip(totals, POINTS[which], strict=True)]
            after = dict(zip(names, totals, strict=True))
            entry = Entry(recorded_at=at, kind=EntryKind.HAND, hand=hand + 1, facts=HANDS[which], totals=after)
            parts.append(append_entry(b"\n", entry))
        path.write_bytes(b"".join(parts))
    return paths


def load_all(paths: list[Path]) -> None:
    """Load files as TOML and nothing else."""
    for path in paths:
        load(path)


@pytest.mark.benchmark(min_rounds=5)
def test_statistics_beside_tomllib(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    paths = season(tmp_path)
    done = run("stats", str(tmp_path))
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("1,000 games, ")
    ratio = measure_ratio(benchmark, lambda: run("stats", str(tmp_path)), lambda: load_all(paths))
    hold(benchmark, "`stats` of 1,000 ledgers", ratio, beside="`tomllib.load` of each", budget=MOST, noise=NOISE)
