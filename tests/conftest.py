"""What all tests share: an environment of their own, and a folder to keep a game in."""

import gc
import os
import shutil
import signal
import sys
from collections.abc import Generator, Iterator
from inspect import signature
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from _pytest.runner import runtestprotocol  # as pytest-rerunfailures does: pytest has no public name for it

from canasta_score.cli.invocation import CommandLineError
from canasta_score.rules.diagnostics import CanastaError

pytest.register_assert_rewrite("support")
# To rewrite the asserts of all files again takes each process twice as long as to start.
sys.dont_write_bytecode = False

from support.budgets import ROWS, table  # noqa: E402 -- after the rewriting of its asserts
from support.command_line import SAID  # noqa: E402 -- the same
from support.game_files import game_in  # noqa: E402 -- the same
from support.paths import DATA, ROOT, TEN_HANDS  # noqa: E402
from support.randomness import SEED, load_profile  # noqa: E402
from support.shortcuts import take_shortcuts  # noqa: E402 -- the same
from support.wording import Wording  # noqa: E402 -- the same

collect_ignore = ["support"]
_environment: dict[str, str | None] = {}  # of each test
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
def pytest_runtestloop() -> Generator[None, object, object]:
    """Keep whatever the person who runs the tests has out of them, such as PYTHONUNBUFFERED, and save time."""
    for name in [name for name in os.environ if name.startswith(("PYTHON", "PYTEST_ADDOPTS"))]:
        del os.environ[name]
    _environment.update(CANASTA_LEDGER=None, CANASTA_EVENT=None, COLUMNS="80", LINES=None)
    take_shortcuts()
    with TemporaryDirectory(dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")) as root:
        _name_folders(f"{root}/1")
        return (yield)


def _name_folders(folder: str) -> None:
    _environment.update(CANASTA_VARIANTS=folder, CANASTA_STATE=f"{folder}-state")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Give each test the same environment, and folders that are not yet made.

    A hook that sets what the test before has changed is a third of the time that fixtures take for a short test.
    """
    variants, state = _environment["CANASTA_VARIANTS"] or "", _environment["CANASTA_STATE"] or ""
    if os.path.lexists(variants) or os.path.lexists(state):
        root, number = os.path.split(variants)
        _name_folders(f"{root}/{int(number) + 1}")
    for name, value in _environment.items():
        if os.environ.get(name) != value:
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Send the process that prints one report of a test that passes, not five messages, unless more is asked for."""
    if not hasattr(item.config, "workerinput") or item.config.option.durations or item.config.option.xmlpath:
        return None
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    passed = all(report.passed for report in reports)
    for report in reports:
        if report.when == "call" or not passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


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


@pytest.fixture
def same_environment() -> Path:
    """Return the folder of own variants, not yet made."""
    return Path(os.environ["CANASTA_VARIANTS"])


@pytest.fixture
def own_variants(same_environment: Path) -> Path:
    """Return an empty folder, in which the program looks for the person's own rules."""
    same_environment.mkdir()
    return same_environment


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
