"""What fails after something is on the disk says what is there: else a hand is typed again and counted twice."""

import os
import signal
import stat
from collections.abc import Callable
from errno import EIO, ENOSPC
from pathlib import Path

import pytest
import typer
from support.command_line import run
from support.disk import refuse_unlocking
from support.event_commands import start
from support.game_files import add, files_but_locks, game_in

FAILURES: dict[str, Callable[[pytest.MonkeyPatch], None]] = {}
COMMANDS = {
    "add we hand=5": "Hand 4 recorded",
    "add --json we hand=5": "Hand 4 recorded",
    "fix 3 we hand=20": "Hand 3 corrected",
    "void 3": "Hand 3 canceled",
    "note cake": "Note added",
    "event note cake": "Entry 2 is recorded",
    "event new Sunday -e sunday.toml": "sunday.toml is written",
    "undo": "The last entry was undone",
    "redo": "The last entry was restored",
    "check --restate": "Totals accepted",
    "new -l new.toml": "A new game is written to new.toml",
    "import game.json -l new.toml": "The game is written to new.toml",
    "export -o page.html": "Written to page.html",
    "variants new ours --extends nvso": "Your rules 'ours' are written",
}
LOCKED = {words for words in COMMANDS if not words.startswith(("export", "variants"))}


def failure(function: Callable[[pytest.MonkeyPatch], None]) -> Callable[[pytest.MonkeyPatch], None]:
    FAILURES[function.__name__] = function
    return function


@failure
def unlocking(patch: pytest.MonkeyPatch) -> None:
    refuse_unlocking(patch)


@failure
def keeping_the_folder(patch: pytest.MonkeyPatch) -> None:
    def sync(number: int) -> None:
        if stat.S_ISDIR(os.fstat(number).st_mode):
            raise OSError(EIO, os.strerror(EIO))

    patch.setattr(os, "fsync", sync)


@failure
def printing(patch: pytest.MonkeyPatch) -> None:
    _fail_at_printing(patch, OSError(ENOSPC, os.strerror(ENOSPC)))


@failure
def ctrl_c_while_the_result_is_printed(patch: pytest.MonkeyPatch) -> None:
    _fail_at_printing(patch, KeyboardInterrupt())


def _fail_at_printing(patch: pytest.MonkeyPatch, error: BaseException) -> None:
    real = typer.echo

    def echo(text: str, *, err: bool = False, nl: bool = True, color: bool | None = None) -> None:
        if not err:
            raise error
        real(text, err=err, nl=nl, color=color)

    patch.setattr(typer, "echo", echo)


@failure
def ctrl_c_as_the_file_is_moved(patch: pytest.MonkeyPatch) -> None:
    for name in ("replace", "link"):
        patch.setattr(os, name, _interrupted(getattr(os, name)))


def _interrupted(function: Callable[..., None]) -> Callable[..., None]:
    def call(*arguments: object, **options: object) -> None:
        function(*arguments, **options)
        signal.raise_signal(signal.SIGINT)

    return call


@pytest.fixture
def three_hands(game_folder: Path) -> Path:
    """Return a game file with three hands."""
    ledger = game_in(game_folder)
    for points in (5, 10, 15):
        add(ledger, points)
    return ledger


def prepare(words: str, ledger: Path) -> None:
    """Bring about what a command needs."""
    run("export", "-o", "game.json")
    if words.startswith("event"):
        start(names=("Ann & Bob", "Cy & Di"))
    if words == "redo":
        run("undo")
    if words == "check --restate":
        ledger.write_bytes(ledger.read_bytes().replace(b"we = -5\n", b"we = 5\n", 1))


@pytest.mark.usefixtures("hears_ctrl_c")
@pytest.mark.parametrize("name", FAILURES)
@pytest.mark.parametrize("words", COMMANDS)
def test_what_is_on_the_disk_is_said_whatever_fails_then(
    words: str, name: str, three_hands: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "unlocking" and words not in LOCKED:
        return
    prepare(words, three_hands)
    with monkeypatch.context() as broken:
        FAILURES[name](broken)
        done = run(*words.split())
    assert f"{COMMANDS[words]}, but " in done.err
    assert "nothing is written" not in done.err
    assert done.code == 1


@pytest.mark.parametrize("words", COMMANDS)
def test_ctrl_c_before_the_file_is_moved_leaves_everything(
    words: str, three_hands: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(words, three_hands)
    before = files_but_locks(three_hands.parent)

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    done = run(*words.split())
    assert done.code == 130
    assert "but" not in done.err
    assert files_but_locks(three_hands.parent) == before
