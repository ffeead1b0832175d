"""CONTRIBUTING is true of the house: the rooms that it names are there, and a fact passes those of its walk."""

import re
import subprocess
import sys
from pathlib import Path

from support.command_line import run_ok
from support.paths import PACKAGE, ROOT

GUIDE = (ROOT / "CONTRIBUTING.md").read_text()
MARK = "files:\n"
LIST_CALLED_FILES = f"""
import sys
files = {{}}
sys.argv = sys.argv[1:]
sys.setprofile(lambda frame, event, _: files.setdefault(frame.f_code.co_filename) if event == "call" else None)
from canasta_score.__main__ import main
try:
    main()
finally:
    sys.setprofile(None)
    print({MARK!r} + chr(10).join(files))
"""
ADDED = "add we red=3 natural=2 table=160 they table=60"


def test_the_files_that_the_guide_names_are_there() -> None:
    named = set(re.findall(r"`([\w/]+\.(?:py|toml|css\.jinja))`", GUIDE))
    places = [ROOT, PACKAGE, *PACKAGE.iterdir()]
    assert len(named) > 30
    named = {name for name in named if not set(name.split("/")) & {"NAME.py", "NAME.toml"}}
    assert {name for name in named if not any((place / name).exists() for place in places)} == set()


def test_a_fact_passes_the_rooms_of_its_walk(tmp_path: Path) -> None:
    walk = GUIDE[GUIDE.index("### One fact on its way") : GUIDE.index("The fact is stored;")]
    assert f"`canasta-score {ADDED}`" in walk
    steps = [re.findall(r"`([\w/]+\.py)`", line) for line in walk.splitlines() if re.match(r"\| \d", line)]
    assert [len(rooms) > 0 for rooms in steps] == [True] * 8
    passed = rooms_passed(tmp_path / "canasta.toml")
    assert [room for rooms in steps for room in rooms if room not in passed] == []


def rooms_passed(ledger: Path) -> list[str]:
    """Record a hand in a process of its own, where nothing is cached yet; return the modules that were called."""
    run_ok("new", "--ledger", str(ledger))
    words = ["canasta-score", *ADDED.split(), "--ledger", str(ledger)]
    done = subprocess.run(
        [sys.executable, "-c", LIST_CALLED_FILES, *words], capture_output=True, text=True, check=True, timeout=60
    )
    called = map(Path, done.stdout.partition(MARK)[2].splitlines())
    return [path.relative_to(PACKAGE).as_posix() for path in called if path.is_relative_to(PACKAGE)]
