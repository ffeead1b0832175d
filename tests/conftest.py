"""What all tests share: an environment of their own, and a folder to keep a game in."""

import gc
import os
import shutil
import signal
from collections.abc import Generator, Iterator
from inspect import signature
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from canasta_score.cli.usage_errors import CommandLineError
from canasta_score.rules.diagnostics import CanastaError

pytest.register_assert_rewrite("support")

from support.budgets import ROWS, table  # noqa: E402 -- after the rewriting of its asserts
from support.command_line import SAID  # noqa: E402 -- the same
from support.game_files import game_in  # noqa: E402 -- the same
from support.paths import DATA, ROOT, TEN_HANDS  # noqa: E402
from support.randomness import SEED, load_profile  # noqa: E402
from support.shortcuts import take_shortcuts  # noqa: E402 -- the same
from support.wording import Wording  # noqa: E402 -- the same

collect_ignore = ["support"]
MEMORY, ENOUGH = Path("/dev/shm"), 2**31  # noqa: S108 -- bytes of it; pytest makes folders of its own there
WORDING = pytest.StashKey[Wording]()
# A file stays whole in one process where it starts or builds something once: those that take longest begin first, those
# with browsers and those without by turns.
LONGEST = (
    "test_page_in_browser.py",
    "test_second_sitting.py",
    "test_other_rules.py",
    "test_live_in_browser.py",
    "test_shells.py",
    "test_live_entry_in_browser.py",
    "test_hostile_files.py",
    "test_installed.py",
    "test_serve.py",
    "test_explain.py",
    "test_serve_entry.py",
    "test_faults.py",
)
# Coverage is held for all layers up to recording. It more than doubles the time of a test, so these alone are traced.
TRACED = tuple(
    ROOT / "tests" / name
    for name in ("disk", "rules", "hand", "game", "event", "recording", "cli/commands", "cli/test_game_files.py")
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the texts of sessions and data files anew."""
    parser.addoption(
        "--rewrite-sessions", action="store_true", help="write the texts that tests expect anew, for review"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose how much is tried, before hypothesis reads its own options, and keep files of short tests in memory."""
    load_profile()
    if "not end_to_end" in config.option.markexpr and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    if SEED and config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = SEED


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Write texts in one process alone, for several tests may share a file, and run the slow tests too."""
    config.stash[WORDING] = Wording(is_rewriting=config.getoption("rewrite_sessions"))
    if config.getoption("rewrite_sessions"):
        config.option.numprocesses = 0
        config.option.markexpr = ""


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Keep the garbage collector away while tests are collected: what is collected stays."""
    gc.disable()
    # A worker of xdist starts coverage twice, and `no_cover` stops one of the two: the first ends here.
    coverage = session.config.pluginmanager.getplugin("_cov")
    if coverage and coverage.cov_controller and hasattr(session.config, "workerinput"):
        coverage.cov_controller.pause()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with long files, trace only some tests, and run those that compare texts where these are written anew."""
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))
    traced = {path for path in {item.path for item in items} if any(map(path.is_relative_to, TRACED))}
    for item in items:
        if item.path not in traced:
            item.add_marker("no_cover")
    if config.getoption("rewrite_sessions"):
        config.hook.pytest_deselected(items=[item for item in items if not _compares_texts(item)])
        items[:] = filter(_compares_texts, items)


def pytest_collection_finish() -> None:
    """Keep the garbage collector from visiting thousands of collected tests again and again."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable(report: object) -> Generator[None, dict[str, Any] | None, dict[str, Any] | None]:
    """Send no keywords of a test that has passed to the process that prints: nobody asks for them there."""
    data = yield
    if data is not None and getattr(report, "passed", False):
        data["keywords"] = {}
    return data


def _compares_texts(item: pytest.Item) -> bool:
    return "wording" in getattr(item, "fixturenames", ())


@pytest.fixture(scope="session")
def wording(pytestconfig: pytest.Config) -> Wording:
    """Return what compares texts with those in files, or writes them there."""
    return pytestconfig.stash[WORDING]


@pytest.fixture
def sentences(
    request: pytest.FixtureRequest, wording: Wording, monkeypatch: pytest.MonkeyPatch, same_environment: Path
) -> Iterator[None]:
    """Compare all that a test or a command in it is refused with, whole, with `data/sentences`.

    It is for tests that compare no texts themselves.
    """
    said, leave = SAID, pytest.RaisesExc.__exit__
    said.clear()
    folders = {"variants": str(same_environment), "data": str(DATA)}
    if "tmp_path" in request.fixturenames:
        folders["folder"] = str(request.getfixturevalue("tmp_path"))

    def note_error(block: pytest.RaisesExc[Exception], *error: Any) -> bool:  # noqa: ANN401 -- as Python passes it
        if isinstance(error[1], CanastaError | CommandLineError):
            said.append(f"{error[1].diagnostic if isinstance(error[1], CommandLineError) else error[1]}\n")
        return leave(block, *error)

    monkeypatch.setattr(pytest.RaisesExc, "__exit__", note_error)
    yield
    is_random, is_compared = (
        hasattr(request.function, "hypothesis"),
        "wording" in signature(request.function).parameters,
    )
    if said and not (is_random or is_compared):
        wording.check_sentences(request.path, request.node.name, "\n".join(said), **folders)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the benchmarks measured, beside its budget, and which texts were written anew."""
    if ROWS:
        terminalreporter.write_line(f"\n{table()}\n")
    if terminalreporter.config.getoption("rewrite_sessions"):
        terminalreporter.write_line("\n".join(terminalreporter.config.stash[WORDING].summarize()))


@pytest.fixture(scope="session", autouse=True)
def no_python_variables() -> Iterator[None]:
    """Start programs as on a machine where nothing is set for Python, such as PYTHONUNBUFFERED, or for pytest."""
    with pytest.MonkeyPatch.context() as environment:
        for name in [name for name in os.environ if name.startswith(("PYTHON", "PYTEST_ADDOPTS"))]:
            environment.delenv(name)
        yield


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return names for new folders; `mktemp` would look at all earlier ones for each."""
    root = tmp_path_factory.mktemp("variants")
    return (root / str(number) for number in count())


@pytest.fixture(autouse=True)
def same_environment(folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep whatever the person who runs the tests has out of them; return the folder of own variants, not yet made."""
    folder = next(folders)
    monkeypatch.setenv("CANASTA_VARIANTS", str(folder))
    monkeypatch.setenv("CANASTA_STATE", f"{folder}-state")
    monkeypatch.setenv("CANASTA_LEDGER", "")  # so that it is taken back where a test or the program sets it
    monkeypatch.delenv("CANASTA_LEDGER")
    monkeypatch.delenv("CANASTA_EVENT", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("LINES", raising=False)
    return folder


@pytest.fixture
def own_variants(same_environment: Path) -> Path:
    """Return an empty folder, in which the program looks for the person's own rules."""
    same_environment.mkdir()
    return same_environment


@pytest.fixture(autouse=True)
def shortcuts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Save time, but where time is measured."""
    if request.node.get_closest_marker("benchmark"):
        gc.unfreeze()  # the program spares the garbage collector a long journal only where nothing is frozen
    else:
        take_shortcuts(monkeypatch)


@pytest.fixture
def game_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder; return it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def new_game(game_folder: Path) -> Path:
    """Put a game of two pairs, without a hand, into the folder; return its ledger."""
    return game_in(game_folder)


@pytest.fixture
def ten_hands(game_folder: Path) -> Path:
    """Put a game of ten hands into the folder; return its ledger."""
    ledger = game_folder / "canasta.toml"
    ledger.write_bytes(TEN_HANDS.read_bytes())
    return ledger


@pytest.fixture
def hears_ctrl_c() -> Iterator[None]:
    """Make Ctrl-C interrupt the test, even in the background, where it would be ignored."""
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, handler)
