"""What is handed on works: the sdist has all of it, and its wheel plays a game by itself with each Python at hand."""

import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from email.message import Message
from email.parser import HeaderParser
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.documents import readme_block, readme_block_below
from support.paths import ROOT, TEN_HANDS
from support.sessions import parse_steps
from support.tools import require
from support.variants import SHIPPED

from canasta_score import __version__

pytestmark = pytest.mark.end_to_end

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
SUPPORTED = tuple(word.rpartition(" ")[2] for word in PROJECT["classifiers"] if "Python :: 3." in word)
NEEDED = [re.fullmatch(r"([\w-]+)>=([\d.]+)(,<[\d.]+)?", needed) for needed in PROJECT["dependencies"]]
OLDEST = "the oldest of all it needs"
WON = "Ann &amp; Bob won in hand 10: 9,810 to 8,665."
FIRST_HAND = readme_block("python3 -m venv .venv && .venv/bin/pip install -q . && ")
BEGUN = [(step.command, step.shown) for step in parse_steps(readme_block("$ canasta-score new "))][:2]
CASE = ["score", "-v", "nvso-tournament", "we", "n2", "o", "t90", "they", "t60"]
TOTALS = ["Total", "1,190", "-60"]
LEADS_BACK = {"PYTHONPATH", "PYTHONPYCACHEPREFIX", "VIRTUAL_ENV"}
MAN_PAGE = "man/man1/canasta-score.1"
COMPLETIONS = {
    "bash-completion/completions/canasta-score": "canasta-score.bash",
    "zsh/site-functions/_canasta-score": "_canasta-score",
    "fish/vendor_completions.d/canasta-score.fish": "canasta-score.fish",
}


def output_of(command: Sequence[str | Path], folder: Path = ROOT, **extra: str) -> str:
    """Run a command from a folder, without what leads back to the checkout, and give all that it printed."""
    env = {name: text for name, text in os.environ.items() if name not in LEADS_BACK} | extra
    done = subprocess.run(
        command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, f"{shlex.join(map(str, command))}\n{done.stdout}"
    return done.stdout


def is_python(path: str, version: str) -> bool:
    """Return whether a program is a Python that can make environments."""
    action = f"import sys, venv; sys.exit(sys.version_info[:2] != ({version.replace('.', ', ')}))"
    return subprocess.run([path, "-c", action], capture_output=True, check=False).returncode == 0


def python_at_hand(version: str) -> str | None:
    """Find a Python of a version: this one, one on the path, or one of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    known = [sys.executable, shutil.which(f"python{version}"), *map(str, pyenv.glob(f"{version}.*/bin/python"))]
    return next((path for path in known if path and is_python(path, version)), None)


@pytest.fixture(scope="module")
def release_tools() -> None:
    """Skip where the dependency group `release` is not installed."""
    for tool in ("build", "shiv", "twine"):
        require(tool, is_there=find_spec(tool) is not None)


@pytest.fixture(scope="module")
def distributions(release_tools: None, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Build a release, its wheel from its sdist, and beside it a wheel right from the checkout; give both folders."""
    release, straight = (tmp_path_factory.mktemp(name) for name in ("release", "straight"))
    with ThreadPoolExecutor() as side_by_side:
        building = side_by_side.submit(output_of, [ROOT / "packaging" / "build.sh", release], PYTHON=sys.executable)
        output_of([sys.executable, "-m", "build", "--no-isolation", "--wheel", "-o", straight, ROOT])
        building.result()
    return release, straight


@pytest.fixture(scope="module")
def wheel(distributions: tuple[Path, Path]) -> Path:
    return distributions[0] / f"canasta_score-{__version__}-py3-none-any.whl"


@pytest.fixture(scope="module")
def sdist(distributions: tuple[Path, Path]) -> Path:
    return distributions[0] / f"canasta_score-{__version__}.tar.gz"


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    text = zipfile.ZipFile(wheel).read(f"canasta_score-{__version__}.dist-info/METADATA").decode()
    return HeaderParser().parsestr(text)


def install(wheel: Path, python: str, folder: Path, *what: str) -> Path:
    """Install the wheel in an empty environment, and give the folder of its programs."""
    output_of([python, "-m", "venv", "--without-pip", folder])
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python")
    output_of([*pip, "install", "--no-compile", wheel, *what])
    assert all((folder / "share" / place).is_file() for place in COMPLETIONS)
    return folder / "bin"


def play(programs: Path, folder: Path) -> None:
    """Keep a game in a folder, with every warning an error, and see what the README shows."""

    def said(*words: str) -> str:
        python = (programs / "python", "-W", "error", "-m", "canasta_score")
        return output_of([*python, *words], folder, COLUMNS="80").rstrip("\n")

    assert output_of([programs / "canasta-score", "--version"]) == f"canasta-score {__version__}\n"
    for command, shown in ((FIRST_HAND, readme_block_below(FIRST_HAND)), *BEGUN):
        assert said(*shlex.split(command.partition("canasta-score ")[2].replace("\\\n", ""))) == shown
    assert "1,765" in said("show", "--chart")
    assert WON in said("export", "-l", str(TEN_HANDS), "-f", "html")
    assert {*SHIPPED} <= {*said("variants", "list").split()}


@pytest.fixture(scope="module")
def games(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Future[None]]]:
    """Install the wheel and play, side by side with each Python at hand, and once with the oldest of all it needs."""
    pythons = {version: path for version in SUPPORTED if (path := python_at_hand(version))}
    oldest = [f"{needed[1]}=={needed[2]}" for needed in NEEDED if needed]

    def game(python: str, *what: str) -> None:
        folder = tmp_path_factory.mktemp("game")
        play(install(wheel, python, folder / "environment", *what), folder)

    with ThreadPoolExecutor() as side_by_side:
        with_the_oldest = side_by_side.submit(game, next(iter(pythons.values())), *oldest)
        yield {OLDEST: with_the_oldest, **{name: side_by_side.submit(game, path) for name, path in pythons.items()}}


def test_the_version_is_that_of_the_newest_notes_or_of_those_not_yet_released(metadata: Message) -> None:
    assert metadata["Version"] == __version__
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    released = [re.fullmatch(r"(\d\S*) - \d{4}-\d\d-\d\d", heading) for heading in headings]
    versions = [match[1] for match in released if match]
    if headings[0] == "Unreleased":
        assert __version__ not in versions
        assert all(released[1:])
    else:
        assert versions[0] == __version__
        assert all(released)


def test_the_oldest_python_is_the_first_that_is_named(metadata: Message) -> None:
    assert metadata["Requires-Python"] == f">={SUPPORTED[0]}"


def test_all_that_is_needed_says_the_oldest_version_that_is_enough() -> None:
    assert all(NEEDED)


def test_twine_finds_no_fault(sdist: Path, wheel: Path) -> None:
    shown = output_of([sys.executable, "-m", "twine", "--no-color", "check", "--strict", sdist, wheel])
    assert shown.count("PASSED") == 2


def test_the_sdist_holds_all_that_git_keeps(sdist: Path) -> None:
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    kept = {name for name in listed.split("\0") if name and (ROOT / name).exists()}
    if not kept:
        pytest.skip("git keeps nothing here")
    with tarfile.open(sdist) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    assert kept - names == set()
    assert {name.partition("/")[0] for name in names} - {name.partition("/")[0] for name in kept} == {"PKG-INFO"}


def test_tests_run_from_the_sdist(sdist: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as files:
        files.extractall(tmp_path, filter="data")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "tests/rules/catalog/test_listing.py",
    ]
    assert " passed in " in output_of(command, tmp_path / f"canasta_score-{__version__}")


def test_the_wheel_is_the_same_byte_by_byte_whatever_it_is_built_from(distributions: tuple[Path, Path]) -> None:
    one, other = (next(folder.glob("*.whl")) for folder in distributions)
    assert one.name == other.name
    assert one.read_bytes() == other.read_bytes()


def test_the_wheel_holds_the_package_the_rule_files_the_license_and_nothing_else(wheel: Path) -> None:
    package = {
        path
        for path in (ROOT / "canasta_score").rglob("*")
        if path.suffix in {".py", ".jinja", ".js", ".toml", ".typed"}
    }
    folders = (ROOT / "variants", ROOT / "completions")
    shipped = {f"canasta_score/{folder.name}/{path.name}" for folder in folders for path in folder.iterdir()}
    about = {
        f"canasta_score-{__version__}.dist-info/{name}"
        for name in ("METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE")
    }
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".data/data/share/" not in name}
    assert names == {str(path.relative_to(ROOT)) for path in package} | shipped | about


def test_the_wheel_puts_the_completions_and_the_man_page_where_the_system_looks(wheel: Path) -> None:
    files = zipfile.ZipFile(wheel)
    shared = {name.partition(".data/data/share/")[2]: name for name in files.namelist() if ".data/data/share/" in name}
    assert shared.keys() == {*COMPLETIONS, MAN_PAGE}
    assert files.read(shared[MAN_PAGE]) == (ROOT / "packaging" / "canasta-score.1").read_bytes()
    for place, file in COMPLETIONS.items():
        assert files.read(shared[place]) == (ROOT / "completions" / file).read_bytes()


def test_the_wheel_alone_keeps_a_game_without_a_warning(games: Mapping[str, Future[None]]) -> None:
    for game in games.values():
        game.result()


@pytest.fixture(scope="module")
def single_file(distributions: tuple[Path, Path]) -> Path:
    return distributions[0] / "canasta-score.pyz"


def test_the_single_file_scores_and_exports_with_each_python(
    single_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHIV_ROOT", str(tmp_path))  # where the file unpacks itself
    for python in filter(None, map(python_at_hand, SUPPORTED)):
        program: Sequence[str | Path] = (python, single_file)
        assert output_of([*program, "--version"]) == f"canasta-score {__version__}\n"
        assert TOTALS in [line.split() for line in output_of([*program, *CASE]).splitlines()]
        assert WON in output_of([*program, "export", "-l", TEN_HANDS, "-f", "html"])


def test_the_single_file_has_nothing_that_fits_one_system_alone(single_file: Path) -> None:
    names = zipfile.ZipFile(single_file).namelist()
    assert "site-packages/canasta_score/__main__.py" in names
    assert not [name for name in names if name.endswith((".so", ".pyd", ".dylib"))]


def test_the_single_file_refuses_a_python_that_is_too_old(single_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = json.loads(zipfile.ZipFile(single_file).read("environment.json"))
    assert environment["preamble"] == "check_python.py"
    monkeypatch.setattr(sys, "version_info", (3, 10, 1))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or later; this is Python 3\.10"):
        runpy.run_path(str(ROOT / "packaging" / "check_python.py"))


def test_a_checkout_finds_its_rules(tmp_path: Path) -> None:
    shown = output_of([sys.executable, "-B", "-m", "canasta_score", *CASE], tmp_path, PYTHONPATH=str(ROOT))
    assert TOTALS in [line.split() for line in shown.splitlines()]


def test_the_installed_command_finds_its_rules(tmp_path: Path) -> None:
    shown = output_of([Path(sys.executable).parent / "canasta-score", *CASE], tmp_path, PYTHONDONTWRITEBYTECODE="1")
    assert TOTALS in [line.split() for line in shown.splitlines()]
