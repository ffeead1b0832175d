"""Each call to the system fails once, in every command that writes: the old file or the new one, and a true message."""

import json
import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.command_line import Completed, run_process
from support.faults import Fault, list_faults, run_with_fault
from support.game_files import add, game_in

from canasta_score import load_variant, read_ledger
from canasta_score.event.storage.transactions import read_event

pytestmark = pytest.mark.end_to_end

AT_ONCE = 2
SCRIPT = ".local/share/bash-completion/completions/canasta-score"


@dataclass(frozen=True, kw_only=True)
class Case:
    """A command, the file that it writes, what it says is done, and a reader that raises for half a file."""

    words: str
    file: str
    done: str
    read: Callable[[Path], object]


def case(words: str, file: str, done: str, read: Callable[[Path], object] = read_ledger) -> object:
    return pytest.param(Case(words=words, file=file, done=done, read=read), id=words)


def read_json(path: Path) -> object:
    return json.loads(path.read_bytes())


def read_script(path: Path) -> object:
    assert path.read_text(encoding="utf-8").endswith("canasta-score\n")
    return None


CASES = [
    case("add we hand=20 they hand=5", "canasta.toml", "Hand 4 recorded"),
    case("undo", "canasta.toml", "Undone"),
    case("new -l new.toml", "new.toml", "A new game is written"),
    case("import game.json -l new.toml", "new.toml", "The game is written"),
    case("export -o page.json", "page.json", "Written to page.json", read_json),
    case("export -o old.json --force", "old.json", "Written to old.json", read_json),
    case("variants new ours --extends nvso", "ours.toml", "Your rules", load_variant),
    case("event new Friday -e day.toml", "day.toml", "", read_event),
    case("event pair Eve&Flo", "event.toml", "", read_event),
    case("--install-completion bash", SCRIPT, "", read_script),
]


@pytest.fixture
def start(tmp_path: Path) -> Path:
    """Return a folder with a game of three hands, its export, and an event of one pair."""
    folder = tmp_path / "start"
    folder.mkdir()
    ledger = game_in(folder)
    for points in (5, 10, 15):
        add(ledger, points)
    for words in (["export", "-o", "game.json"], ["event", "new", "Day"], ["event", "pair", "Ann & Bob"]):
        assert run_process(*words, folder=folder).code == 0
    (folder / "old.json").write_text("{}")
    return folder


def check_fault(case: Case, start: Path, number: int, fault: Fault) -> None:
    """See that the file is the old one or the new one, and that what is said is so."""
    folder = start.with_name(f"run-{number:04}")
    shutil.copytree(start, folder)
    target = folder / case.file
    old = target.read_bytes() if target.exists() else None
    done = run_with_fault(case.words.split(), folder, fault)
    new = target.read_bytes() if target.exists() else None
    told = f"{fault}: exit {done.code}\n{done.out}{done.err}"
    assert "Traceback" not in done.err, told
    if new != old:
        case.read(target)
    assert_true(case, done, is_written=new != old, told=told)
    strange = {path.name for path in target.parent.iterdir()} - {path.name for path in start.iterdir()}
    assert all(name == target.name or name.startswith(f".{target.name}.") for name in strange - {".local"}), told
    shutil.rmtree(folder)


def assert_true(case: Case, done: Completed, *, is_written: bool, told: str) -> None:
    if done.code == 0:
        assert is_written, told
    elif " but " in done.err:
        assert is_written, told
        assert done.code == 1, told
        assert case.done in done.err, told
    else:
        assert not is_written or case.file == SCRIPT, told  # to install the script once more changes nothing


@pytest.mark.parametrize("case", CASES)
def test_after_a_fault_there_is_the_old_file_or_the_new_one_and_what_is_said_is_true(case: Case, start: Path) -> None:
    faults: list[Fault] = []
    for name in ("compiled", "counted"):  # the first run may write compiled modules, which are calls too
        folder = start.with_name(name)
        shutil.copytree(start, folder)
        faults = list(list_faults(case.words.split(), folder, Path(case.file).name))
    assert len(faults) >= 10
    with ThreadPoolExecutor(min(AT_ONCE, os.cpu_count() or 1)) as pool:
        for checked in [pool.submit(check_fault, case, start, number, fault) for number, fault in enumerate(faults)]:
            checked.result()
