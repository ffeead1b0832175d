"""Every command with every option on games that are over, empty, canceled to nothing, or of six sides: no traceback."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
import typer
from support.command_line import run, run_ok
from typer.main import get_command

from canasta_score.cli.app import app
from canasta_score.cli.invocation import ExitCode
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.typer_internals import Command

_SIX = ("ann", "bob", "cy", "di", "ed", "flo")
_HAND = ("n2", "o", "t150")


def _begin() -> None:
    run_ok("new")


def _play_over() -> None:
    run_ok("new", "-v", "wca", "--start", "we=8000")
    run_ok("add", "we", *_HAND, "they", "t60", "h20")


def _end_early() -> None:
    run_ok("new")
    run_ok("meld", "failed", "we")
    run_ok("end")


def _cancel_to_nothing() -> None:
    run_ok("new", "-v", "catawba")
    run_ok("add", "we", *_HAND, "they", "t60", "h20")
    run_ok("void", "1")


def _undo_to_nothing() -> None:
    run_ok("new")
    run_ok("add", "we", "total=2525", "they", "total=5")
    run_ok("undo")


def _seat_six() -> None:
    run_ok("new", "-v", "nvso-tournament", *(word for side in _SIX for word in ("--side", side)))
    run_ok("add", "ann", *_HAND, "bob", "total=75", "cy", "extra=5", "h20")


def _begin_brazilian() -> None:
    run_ok("new", "-v", "brazilian", "--start", "we=7500", "--start", "they=9500")


_GAMES: dict[str, Callable[[], None]] = {
    "over": _play_over,
    "ended": _end_early,
    "empty": _begin,
    "canceled": _cancel_to_nothing,
    "undone": _undo_to_nothing,
    "six sides": _seat_six,
    "brazilian": _begin_brazilian,
}
_SIDES = {"six sides": _SIX}
_VALUES = {
    "VARIANT": ("wca", "brazilian", "nvso,catawba"),
    "KEY=VALUE": ("game.target=5000",),
    "RANK": ("Q", "7"),
    "N": ("0", "150"),
    "ID=N": ("we=5",),
    "FILE": ("other.toml",),
    "NAME": ("Gus",),
    "HAND": ("1", "7"),
    "TEXT": ("a reason",),
}
_ARGUMENTS: dict[str, Sequence[str]] = {
    "add": ("{side}", "n2", "o", "t150"),
    "score": ("{side}", "n2", "o", "t150"),
    "fix": ("1", "{side}", "red=1"),
    "void": ("1",),
    "explain": ("1",),
    "reconcile": ("1", "{side}", "545"),
    "note": ("Bob dealt twice",),
    "rename": ("{side}", "Gus & Hal"),
    "import": ("other.toml",),
    "meld check": ("10,10,10", "Q,Q,JK", "9,9,9"),
    "meld find": ("10", "10", "10", "Q", "Q", "JK", "9", "9", "9", "7"),
    "meld failed": ("{side}",),
    "variants show": ("wca",),
    "variants diff": ("nvso", "wca"),
    "variants new": ("ours",),
}


def _iter_commands(group: LazyGroup, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Command]]:
    context = typer.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, LazyGroup):
            yield from _iter_commands(command, (*words, name))
        if not isinstance(command, LazyGroup) or command.invoke_without_command:
            yield (*words, name), command


_PROGRAM = get_command(app)
assert isinstance(_PROGRAM, LazyGroup)
_ENDS_WITH_CTRL_C = ("serve",)
_COMMANDS = [
    pytest.param(*command, id=" ".join(command[0]))
    for command in _iter_commands(_PROGRAM)
    if command[0] != _ENDS_WITH_CTRL_C
]


def _iter_option_words(command: Command, sides: Sequence[str]) -> Iterator[tuple[str, ...]]:
    yield ()
    for param in command.params:
        name = next((option for option in param.opts if option.startswith("--")), None)
        if name is None or name == "--help":
            continue
        if getattr(param, "is_flag", False):
            yield (name,)
            continue
        metavar = str(param.metavar or "N").strip("[].").removesuffix("...").rstrip(",.")
        for value in sides if metavar == "SIDE" else _VALUES.get(metavar, ("1",)):
            yield name, value


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return a folder with each of the games."""
    games = {name: tmp_path_factory.mktemp(name.replace(" ", "-")) for name in _GAMES}
    with pytest.MonkeyPatch.context() as patch:
        for name, folder in games.items():
            patch.chdir(folder)
            _GAMES[name]()
    return games


@pytest.mark.slow
@pytest.mark.parametrize("name", _GAMES)
@pytest.mark.parametrize(("words", "command"), _COMMANDS)
def test_a_command_ends_with_one_of_its_codes(
    words: tuple[str, ...],
    command: Command,
    name: str,
    games: dict[str, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CANASTA_VARIANTS", str(tmp_path / "rules"))
    sides = _SIDES.get(name, ("we", "they"))
    arguments = [word.format(side=sides[0]) for word in _ARGUMENTS.get(" ".join(words), ())]
    for number, options in enumerate(_iter_option_words(command, sides)):
        folder = tmp_path / str(number)
        shutil.copytree(games[name], folder)
        (folder / "other.toml").write_bytes((folder / "canasta.toml").read_bytes())
        done = run(*words, *arguments, *options, folder=folder)
        assert done.code in vars(ExitCode).values(), (words, options)
        assert "Traceback" not in done.out + done.err


def test_the_need_of_one_side_of_a_game_that_is_over(tmp_path: Path) -> None:
    run("new", "--start", "we=8000", folder=tmp_path)
    assert run("add", "we", *_HAND, "they", "t60", "h20", folder=tmp_path).code == 0
    for side in ("we", "they"):
        done = run("meld", "--side", side, folder=tmp_path)
        assert done.code == 0
        assert run("meld", "--side", side, "--json", folder=tmp_path).code == 0
