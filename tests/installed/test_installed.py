"""The rule files are read wherever the program runs from: a wheel in a fresh environment, a checkout."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
CASE = ["score", "-v", "nvso-tournament", "we", "n2", "o", "t90", "they", "t60"]
TOTALS = ["Total", "1,190", "-60"]
TEMPLATES = 5
PAGE = """
from canasta_score import read_ledger
from canasta_score.report.page import page
print(page(read_ledger({ledger!r})))
"""
COMPLETIONS = {
    "bash-completion/completions/canasta-score": "canasta-score.bash",
    "zsh/site-functions/_canasta-score": "_canasta-score",
    "fish/vendor_completions.d/canasta-score.fish": "canasta-score.fish",
}


def totals(command: list[str], folder: Path, **extra: str) -> list[str]:
    """Score a hand from a folder that has nothing to do with the checkout and give the words of the last line."""
    env = {name: text for name, text in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}} | extra
    done = subprocess.run([*command, *CASE], cwd=folder, env=env, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1].split()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_the_rule_files_the_templates_and_the_mark_of_types(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    shipped = {f"canasta_score/variants/{path.name}" for path in (ROOT / "variants").iterdir()}
    templates = {f"canasta_score/report/{path.name}" for path in (ROOT / "canasta_score" / "report").glob("*.jinja")}
    assert len(templates) == TEMPLATES
    assert shipped | templates | {"canasta_score/py.typed"} <= set(names)
    assert not [name for name in names if name.startswith(("tests", "variants"))]


def test_the_wheel_puts_the_completions_where_the_shells_look(wheel: Path) -> None:
    files = zipfile.ZipFile(wheel)
    shared = {name.partition(".data/data/share/")[2]: name for name in files.namelist() if ".data/data/share/" in name}
    assert shared.keys() == COMPLETIONS.keys()
    for place, file in COMPLETIONS.items():
        assert files.read(shared[place]) == (ROOT / "completions" / file).read_bytes()


def test_a_wheel_in_a_fresh_environment_finds_its_rules_and_templates(wheel: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh"
    venv.create(fresh, with_pip=True)
    subprocess.run([str(fresh / "bin" / "pip"), "install", "-q", str(wheel)], check=True, capture_output=True)
    assert totals([str(fresh / "bin" / "canasta-score")], tmp_path) == TOTALS
    assert totals([str(fresh / "bin" / "python"), "-m", "canasta_score"], tmp_path) == TOTALS
    assert all((fresh / "share" / place).is_file() for place in COMPLETIONS)
    ledger = ROOT / "tests" / "data" / "ledgers" / "good" / "ten-hands.toml"
    command = [str(fresh / "bin" / "python"), "-c", PAGE.format(ledger=str(ledger))]
    written = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "Won by Ann &amp; Bob in hand 10, 9,810 to 8,665." in written


def test_a_checkout_finds_its_rules(tmp_path: Path) -> None:
    assert totals([sys.executable, "-m", "canasta_score"], tmp_path, PYTHONPATH=str(ROOT)) == TOTALS


def test_the_installed_command_finds_its_rules(tmp_path: Path) -> None:
    assert totals([str(Path(sys.executable).parent / "canasta-score")], tmp_path) == TOTALS
