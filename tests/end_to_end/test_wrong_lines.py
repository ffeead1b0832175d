"""Wrong command lines, kept as sessions: each is answered in one form, and what a hint proposes works when copied."""

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from support.command_line import run
from support.paths import SESSIONS, TEN_HANDS
from support.sessions import Step, parse_steps, run_line, run_step
from support.wording import Case, load_wordings

from canasta_score import load_variant
from canasta_score.cli.app import app
from canasta_score.cli.registry import ROOT_COMMANDS
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.rules.diagnostics import PROGRAM

FILES = sorted([*SESSIONS.glob("wrong-*.txt"), SESSIONS / "impossible-hands.txt"])
REFUSALS = {2, 3, 4, 5}
LONGEST_MESSAGE = 25  # words, without the place in a file
LINE = re.compile(r"(error|warning|note|hint): \S.*|  \S.*|  +\^+")
HINTED_ITEM = re.compile(r"\b[a-z-]+=[\w+,]+")
WORDS_BEFORE_FILE = {"adjust": ["we", "50"], "reconcile": ["1", "we", "545"], "void": ["1"]}
GAMES = ("one.toml", "over.toml", "empty.toml", "totals.toml", "missing.toml")
HINTED_COMMAND = re.compile(rf"^hint: (?:.*: )?({PROGRAM} .*)$", re.MULTILINE)


def refused(file: Path) -> list[Step]:
    return [step for step in parse_steps(file.read_text(encoding="utf-8")) if step.code in REFUSALS]


def test_there_are_many_wrong_lines_each_different() -> None:
    lines = [step.command for file in FILES for step in refused(file)]
    assert len(set(lines)) >= 60


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_wrong_line_is_answered_by_errors_and_hints(file: Path) -> None:
    for step in refused(file):
        lines = step.shown.split("\n")
        assert [line for line in lines if not LINE.fullmatch(line)] == [], step.command
        assert lines[0].startswith("error: "), step.command
        assert any(line.startswith("hint: ") for line in lines), step.command
        messages = [line for line in lines if line.startswith(("error: ", "warning: ", "note: "))]
        assert [line for line in messages if len(line.split()) - 1 > LONGEST_MESSAGE] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_hinted_command_works_when_it_is_copied(file: Path, tmp_path: Path) -> None:
    folder, copy = tmp_path / "game", tmp_path / "copy"
    shutil.copytree(SESSIONS / "files", folder)
    for step in parse_steps(file.read_text(encoding="utf-8")):
        shown, _ = run_step(step, folder)
        for command in HINTED_COMMAND.findall(shown):
            shutil.copytree(folder, copy)
            told, code = run_line(command, copy)
            assert code == 0, f"{step.command}\n{shown}\n{command}\n{told}"
            shutil.rmtree(copy)


@pytest.fixture(scope="module")
def folder_of_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    for line in (
        *(f"new -l {game}" for game in ("one.toml", "over.toml", "empty.toml")),
        "add -l one.toml we n1 t160 o they h5",
        "end over.toml",
    ):
        assert run(*line.split(), folder=folder).code == 0
    (folder / "totals.toml").write_bytes(TEN_HANDS.read_bytes().replace(b"we = 2970", b"we = 2790"))
    (folder / "page.html").touch()
    return folder


def commands_with_a_game_file() -> dict[str, list[str]]:
    """Return the flags of each command that takes a game file without an option."""
    group = typer.main.get_group(app)
    context = typer.Context(group)
    return {
        name: [param.opts[0] for param in command.params if getattr(param, "is_flag", False)]
        for name in ROOT_COMMANDS
        if (command := group.get_command(context, name))
        and any(param.make_metavar(context).startswith("[FILE") for param in command.params)
    }


def iter_wrong_lines(command: str, flags: list[str]) -> Iterator[list[str]]:
    typed = [command, *WORDS_BEFORE_FILE.get(command, ())]
    yield from ([*typed, game] for game in GAMES if command != "serve")  # which would go on
    yield from ([*typed, "one.toml", flag[:-1]] for flag in flags)
    if "--force" in flags:
        yield from ([*typed, *words, "-o", "page.html"] for words in (["one.toml"], ["-l", "one.toml"]))


def test_the_commands_that_take_a_game_file_without_an_option_are_found() -> None:
    known = {"check", "explain", "export", "play", "serve", "show", "stats", "undo"}
    assert known <= commands_with_a_game_file().keys()


@pytest.mark.parametrize(("command", "flags"), commands_with_a_game_file().items(), ids=commands_with_a_game_file())
def test_a_hint_names_a_game_file_once_however_it_is_named(
    command: str, flags: list[str], folder_of_games: Path, tmp_path: Path
) -> None:
    for words in iter_wrong_lines(command, flags):
        shutil.copytree(folder_of_games, copy := tmp_path / "copy")
        for hinted in HINTED_COMMAND.findall(run(*words, folder=copy).err):
            typed = shlex.split(hinted)
            assert [game for game in GAMES if typed.count(game) > 1] == [], (words, hinted)
            if command != "serve":
                assert run_line(hinted, copy)[1] != 2, (words, hinted)
        shutil.rmtree(copy)


def test_a_hint_names_an_event_file_once(tmp_path: Path) -> None:
    assert run("event", "new", "Day", "-e", "sunday.toml", folder=tmp_path).code == 0
    (tmp_path / "page.html").touch()
    done = run("event", "export", "-o", "page.html", "-e", "sunday.toml", folder=tmp_path)
    (command,) = HINTED_COMMAND.findall(done.err)
    assert (command.count("sunday.toml"), run_line(command, tmp_path)[1]) == (1, 0)


@pytest.mark.parametrize("case", load_wordings("tally", "refused"), ids=lambda case: f"{case['rules']} {case['typed']}")
def test_an_item_that_a_hint_proposes_is_taken(case: Case) -> None:
    side, *_ = sides = case.get("sides", ["we", "they"])
    for said in case["says"]:
        for item in HINTED_ITEM.findall(said.partition("; ")[2]):
            assert parse_tally(load_variant(case["rules"]), [side, item], sides)[side], said


@pytest.mark.parametrize("space", ["\N{NO-BREAK SPACE}", "\N{THIN SPACE}", "\N{NARROW NO-BREAK SPACE}"])
def test_a_space_in_a_number_is_no_end_of_a_word(space: str) -> None:
    spaced = run("score", "we", f"n1 t1{space}200", "they", "o", f"h1{space}005")
    assert spaced.out == run("score", "we", "n1", "t1200", "they", "o", "h1005").out


def test_a_name_that_a_shell_would_take_apart_is_quoted(tmp_path: Path) -> None:
    assert run("new", "-l", "Bob's & Di's.toml", folder=tmp_path).code == 0
    done = run("add", "-l", "Bob's & Di's.toml", "we", "r5", folder=tmp_path)
    (command,) = HINTED_COMMAND.findall(done.err)
    assert run_line(command, tmp_path)[1] == 0
