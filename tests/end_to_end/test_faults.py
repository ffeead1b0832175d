"""Each call to the system fails once, in every command that writes: the old file or the new one, and a true message."""

import json
import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

import pytest
from support.command_line import Completed, run_process
from support.faults import Fault, list_faults, run_with_fault
from support.game_files import add, game_in
from support.randomness import chance, is_night, rounds

from canasta_score import load_variant, read_ledger
from canasta_score.cli.registry import EVENT_COMMANDS, MELD_COMMANDS, ROOT_COMMANDS, VARIANTS_COMMANDS
from canasta_score.event.storage.event_files import read_event

pytestmark = pytest.mark.end_to_end

AT_ONCE = 2
SCRIPT = ".local/share/bash-completion/completions/canasta-score"
DRAWN = ("event pair Cy&Di", "event draw --seed 1")
ANNOUNCED = (*DRAWN, "event slip 1 1 100 200", "event announce 1")


@dataclass(frozen=True, kw_only=True)
class Case:
    """A command, the file that it writes, what it says is done, and a reader that raises for half a file.

    `before` are the commands that lead to where it is tried.
    """

    words: str
    file: str
    done: str
    read: Callable[[Path], object]
    before: tuple[str, ...] = ()


def case(
    words: str,
    file: str,
    done: str,
    read: Callable[[Path], object] = read_ledger,
    before: tuple[str, ...] = (),
) -> Case:
    return Case(words=words, file=file, done=done, read=read, before=before)


def change(words: str, done: str, *before: str) -> Case:
    return case(words, "canasta.toml", done, before=before)


def event(words: str, *before: str) -> Case:
    return case(f"event {words}", "event.toml", "is recorded", read_event, before)


def read_json(path: Path) -> object:
    return json.loads(path.read_bytes())


def read_page(path: Path) -> object:
    assert path.read_text(encoding="utf-8").endswith("</html>\n")
    return None


def read_script(path: Path) -> object:
    assert path.read_text(encoding="utf-8").endswith("canasta-score\n")
    return None


# One command for each way to the disk; the others share its functions, and are tried at night.
CASES = [
    change("add we hand=20 they hand=5", "Hand 4 recorded"),
    case("new -l new.toml", "new.toml", "A new game is written"),
    case("export -o page.json", "page.json", "Written to page.json", read_json),
    case("export -o old.json --force", "old.json", "Written to old.json", read_json),
    case("check --restate wrong.toml", "wrong.toml", "Totals accepted"),
    case("variants new ours --extends nvso", "ours.toml", "Your rules", load_variant),
    case("event new Friday -e day.toml", "day.toml", "is written", read_event),
    event("slip 1 1 100 200", *DRAWN),
    case("--install-completion bash", SCRIPT, "", read_script),
]
CASES_AT_NIGHT = [
    change("undo", "The last entry was undone"),
    change("redo", "The last entry was restored", "undo"),
    change("fix 2 we hand=25", "Hand 2 corrected"),
    change("fix last --swap", "Hand 3 corrected"),
    change("void 2", "Hand 2 canceled"),
    change("note Hello", "Note added"),
    change("adjust they -50", "Adjustment recorded"),
    change("rules --set game.target=4000", "The rules were changed"),
    change("rename we Zoe", "A side was renamed"),
    change("end", "The game was ended"),
    change("meld failed we", "Failed opening recorded"),
    case("new --like canasta.toml -l new.toml", "new.toml", "A new game is written"),
    case("import game.json -l new.toml", "new.toml", "The game is written"),
    case("import table.csv -l new.toml", "new.toml", "The game is written"),
    case("export -o page.html", "page.html", "Written to page.html", read_page),
    case("event export -o day.json", "day.json", "Written to day.json", read_json),
    case("event season event.toml -o season.html", "season.html", "Written to season.html", read_page, ANNOUNCED),
    case("event print seating -o seats.html", "seats.html", "Written to seats.html", read_page, DRAWN),
    event("pair Eve&Flo"),
    event("remove 1"),
    event("rename 1 Ann&Flo"),
    event("late Eve&Flo", *DRAWN),
    event("withdraw 2", *DRAWN),
    event("return 2", *DRAWN, "event withdraw 2"),
    event("draw --seed 1", *DRAWN[:1]),
    event(
        "take 1 1 t.toml",
        *DRAWN,
        "new -v nvso-tournament -l t.toml",
        "add -l t.toml we t200 they t300",
        "end -l t.toml",
    ),
    event("slip 1 1 --hand 1 ns hand=5 ew hand=10", *DRAWN),
    event("fix 1 1 300 200 --why typo", *ANNOUNCED),
    event("void 1 1 --why typo", *ANNOUNCED[:-1]),
    event("swap 1 1", *DRAWN),
    event("adjust 1 -50 --why late", *DRAWN),
    event("announce 1", *ANNOUNCED[:-1]),
    event("clock start", *DRAWN),
    event("clock add 5", *DRAWN, "event clock start"),
    event("undo", *DRAWN),
    event("redo", *DRAWN, "event undo"),
    event("note Hello"),
]
READING = {
    *("show", "explain", "meld", "reconcile", "stats", "games", "score", "help", "event", "variants"),
    *("meld check", "meld find", "variants list", "variants show", "variants check", "variants diff"),
    *("event round", "event status", "event standings", "event check"),
}
ASKING = {"play", "serve", "event desk"}  # they write by the functions of `add` and `event slip`


@pytest.fixture
def start(tmp_path: Path) -> Path:
    """Return a folder with a game of three hands, its export, a copy with a wrong total, and an event of one pair."""
    folder = tmp_path / "start"
    folder.mkdir()
    ledger = game_in(folder)
    for points in (5, 10, 15):
        add(ledger, points)
    for words in (
        ["export", "-o", "game.json"],
        ["export", "-o", "table.csv"],
        ["event", "new", "Day"],
        ["event", "pair", "Ann & Bob"],
    ):
        assert run_process(*words, folder=folder).code == 0
    (folder / "old.json").write_text("{}")
    (folder / "wrong.toml").write_text(ledger.read_text().replace("we = -30", "we = -35"))
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


def test_every_command_that_writes_is_tried() -> None:
    tables = {"": ROOT_COMMANDS, "event ": EVENT_COMMANDS, "meld ": MELD_COMMANDS, "variants ": VARIANTS_COMMANDS}
    commands = {f"{group}{name}" for group, table in tables.items() for name in table} - READING - ASKING
    tried = [f"{case.words} " for case in [*CASES, *CASES_AT_NIGHT]]
    assert not {command for command in commands if not any(words.startswith(f"{command} ") for words in tried)}


@pytest.mark.parametrize("case", [*CASES, *(CASES_AT_NIGHT if is_night() else [])], ids=attrgetter("words"))
def test_after_a_fault_there_is_the_old_file_or_the_new_one_and_what_is_said_is_true(case: Case, start: Path) -> None:
    for words in case.before:
        assert run_process(*words.split(), folder=start).code == 0, words
    faults: list[Fault] = []
    for name in ("compiled", "counted"):  # the first run may write compiled modules, which are calls too
        folder = start.with_name(name)
        shutil.copytree(start, folder)
        faults = list(list_faults(case.words.split(), folder, Path(case.file).name))
    assert len(faults) >= 10
    # A sample of each command but `add`, which is typed most, is enough by day: they write by the same functions.
    if not is_night() and not case.words.startswith("add "):
        faults = chance(case.words).sample(faults, min(len(faults), rounds(30)))
    with ThreadPoolExecutor(min(AT_ONCE, os.cpu_count() or 1)) as pool:
        print(f"{case.words}: {len(faults)} faults")  # noqa: T201 -- shown with -s
        for checked in [pool.submit(check_fault, case, start, number, fault) for number, fault in enumerate(faults)]:
            checked.result()
