"""What all tests share: no rule file and no ledger of the person who runs them is found; programs compile once."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

pytest.register_assert_rewrite("support")

from support.budgets import ROWS, table  # noqa: E402 -- after the rewriting of its asserts
from support.wording import Wording  # noqa: E402 -- the same

collect_ignore = ["support"]
WORDING = pytest.StashKey[Wording]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the texts of sessions and data files anew."""
    parser.addoption(
        "--rewrite-sessions", action="store_true", help="write the texts that tests expect anew, for review"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Write texts in one process alone, for several tests may share a file."""
    config.stash[WORDING] = Wording(is_rewriting=config.getoption("rewrite_sessions"))
    if config.getoption("rewrite_sessions"):
        config.option.numprocesses = 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the tests that compare texts alone where texts are written anew."""
    if config.getoption("rewrite_sessions"):
        others = [item for item in items if "wording" not in getattr(item, "fixturenames", ())]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


@pytest.fixture(scope="session")
def wording(pytestconfig: pytest.Config) -> Wording:
    """Return what compares texts with those in files, or writes them there."""
    return pytestconfig.stash[WORDING]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the benchmarks measured, beside its budget, and which texts were written anew."""
    if ROWS:
        terminalreporter.write_line(f"\n{table()}\n")
    if terminalreporter.config.getoption("rewrite_sessions"):
        terminalreporter.write_line("\n".join(terminalreporter.config.stash[WORDING].summarize()))


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
