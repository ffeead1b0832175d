"""Speed at the keys of `play` in a game of 20 hands: the score while a hand is typed, and from Enter to the answer."""

import io
import statistics
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from support.budgets import hold
from support.command_line import run_ok
from support.timing import seconds
from typer.main import get_group

from canasta_score.cli.app import app
from canasta_score.cli.invocation import invoke
from canasta_score.cli.prompt.line_editor import format_toolbar_lines
from canasta_score.cli.prompt.session import PlaySession
from canasta_score.game.ledger import Ledger

if TYPE_CHECKING:
    from canasta_score.cli.prompt.line_editor import LineEditor

pytestmark = [pytest.mark.benchmark, pytest.mark.usefixtures("game_folder")]

HANDS = 20
LINE = "we r3 b2 n2 m1 o t325 they r1 b2 n1 m3 t305 h30"
MOST_FOR_A_KEY, MOST_FOR_ENTER = 10, 30  # milliseconds
NOISE = 1.5


class Watching:
    """A line editor at which nobody sits."""

    def add_to_history(self, line: str) -> None:
        """Forget the line."""

    def ask_question(self, prompt: str, words: Sequence[str] = ()) -> str:
        """Return yes."""
        del prompt, words
        return "y"


@pytest.fixture
def played_game(game_folder: Path) -> Ledger:
    run_ok("new", "--set", "game.target=9000000")
    for number in range(HANDS):
        run_ok("add", *f"we r1 m1 t{180 + 5 * number} h35 they r1 m2 o t270".split())
    return PlaySession(get_group(app), game_folder / "canasta.toml", cast("LineEditor", Watching()))._game  # noqa: SLF001


def test_the_score_at_every_key(benchmark: BenchmarkFixture, played_game: Ledger) -> None:
    beginnings = [LINE[:length] for length in range(1, len(LINE) + 1)]
    benchmark(format_toolbar_lines, played_game, LINE)
    slowest = max(
        statistics.median(1000 * seconds(lambda text=text: format_toolbar_lines(played_game, text)) for _ in range(5))  # type: ignore[misc]
        for text in beginnings
    )
    hold(benchmark, "preview at a key, the slowest", slowest, beside="ms", budget=MOST_FOR_A_KEY, noise=NOISE)


def test_from_enter_to_the_answer(benchmark: BenchmarkFixture, played_game: Ledger) -> None:
    session = PlaySession(get_group(app), Path(played_game.file), cast("LineEditor", Watching()))
    numbers = iter(range(10_000))
    taken: list[float] = []

    def press_enter() -> None:
        words = f"add we r1 m1 t{285 + 5 * (next(numbers) % 30)} h35 they r1 m2 o t270".split()
        with invoke(is_at_prompt=True), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            taken.append(1000 * seconds(lambda: session._handle_words(words)))  # noqa: SLF001

    benchmark(press_enter)
    measured = min(taken[:HANDS])  # the disk has its own moods, and the game grows
    hold(benchmark, "from Enter to the answer in play", measured, beside="ms", budget=MOST_FOR_ENTER, noise=NOISE)
