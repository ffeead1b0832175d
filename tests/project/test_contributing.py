"""CONTRIBUTING is true of the house: the rooms that it names are there, and a fact passes those of its walk."""

import re
import sys
from pathlib import Path
from types import FrameType

from support.command_line import run
from support.paths import PACKAGE, ROOT

GUIDE = (ROOT / "CONTRIBUTING.md").read_text()
ADDED = "add we red=3 natural=2 table=160 they table=60"


def test_the_files_that_the_guide_names_are_there() -> None:
    named = set(re.findall(r"`([\w/]+\.(?:py|toml|css\.jinja))`", GUIDE))
    places = [ROOT, PACKAGE, *PACKAGE.iterdir()]
    assert len(named) > 30
    named = {name for name in named if not set(name.split("/")) & {"GROUP", "NAME.py", "NAME.toml"}}
    assert {name for name in named if not any((place / name).exists() for place in places)} == set()


def test_a_fact_passes_the_rooms_of_its_walk(tmp_path: Path) -> None:
    walk = GUIDE[GUIDE.index("### One fact on its way") : GUIDE.index("The fact is stored;")]
    assert f"`canasta-score {ADDED}`" in walk
    steps = [re.findall(r"`([\w/]+\.py)`", line) for line in walk.splitlines() if re.match(r"\| \d", line)]
    assert [len(rooms) > 0 for rooms in steps] == [True] * 8
    passed = rooms_passed(tmp_path / "canasta.toml")
    assert [room for rooms in steps for room in rooms if room not in passed] == []


def rooms_passed(ledger: Path) -> list[str]:
    """Record a hand, and list the modules in which anything was called on the way."""
    passed: dict[str, None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(PACKAGE):
            passed[path.relative_to(PACKAGE).as_posix()] = None

    run("new", "--ledger", str(ledger))
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        done = run(*ADDED.split(), "--ledger", str(ledger))
    finally:
        sys.setprofile(before)
    assert (done.code, done.err) == (0, "")
    return list(passed)
