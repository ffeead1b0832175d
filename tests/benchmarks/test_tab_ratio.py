"""What TAB takes, side by side with an empty Typer app of two commands, in one run: the ratio is what counts."""

import statistics
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from test_start_up_ratio import EMPTY, TEN_HANDS, seconds

MOST = 1.5


@pytest.mark.benchmark(min_rounds=30)
@pytest.mark.parametrize(
    ("words", "begun"),
    [([], ""), (["add", "we"], "nat"), (["score", "-v"], ""), (["explain"], ""), (["meld"], "ch")],
    ids=["commands", "add-we-nat", "variants", "hands", "meld-ch"],
)
def test_tab(
    benchmark: BenchmarkFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], begun: str
) -> None:
    monkeypatch.setenv("CANASTA_LEDGER", str(tmp_path / "canasta.toml"))
    (tmp_path / "canasta.toml").write_bytes(TEN_HANDS.read_bytes())
    empty = tmp_path / "empty.py"
    empty.write_text(EMPTY)
    ours = [str(Path(sys.executable).parent / "canasta-score"), *words]
    theirs = [sys.executable, str(empty), "one"]
    pairs: list[tuple[float, float]] = []

    def both() -> None:
        with monkeypatch.context() as pressed:
            pressed.setenv("_CANASTA_SCORE_COMPLETE", "complete_words")
            pressed.setenv("_CANASTA_SCORE_BEGUN", begun)
            tab = seconds(ours)
        pairs.append((tab, seconds(theirs)))

    benchmark(both)
    ratio = statistics.median(one / other for one, other in pairs)
    benchmark.extra_info["ratio"] = ratio
    sys.stdout.write(
        f"\nTAB behind '{' '.join([*words, begun])}': {ratio:.2f} times an empty Typer app (at most {MOST})\n"
    )
    assert ratio <= MOST
