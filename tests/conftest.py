"""What all tests share: no rule file and no ledger of the person who runs them is found; programs compile once."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

pytest.register_assert_rewrite("support")

from support.budgets import ROWS, table  # noqa: E402 -- after the rewriting of its asserts

collect_ignore = ["support"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the benchmarks measured, beside its budget."""
    if ROWS:
        terminalreporter.write_line(f"\n{table()}\n")


@pytest.fixture(scope="session", autouse=True)
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Have the programs that tests start keep what they compile, in a folder of the tests."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.mktemp("compiled")))
        environment.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give one new folder after the other, without pytest's look at all those that were given before."""
    root = tmp_path_factory.mktemp("variants")
    return (root / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_variants(folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an empty folder as the user's folder of variants."""
    folder = next(folders)
    folder.mkdir()
    monkeypatch.setenv("CANASTA_VARIANTS", str(folder))
    monkeypatch.delenv("CANASTA_LEDGER", raising=False)
    return folder
