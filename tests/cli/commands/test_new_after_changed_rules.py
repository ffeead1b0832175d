"""`new` after a game whose rule file has changed since: the next game has the rules as they are now."""

from pathlib import Path

import pytest
from support.command_line import run, run_ok
from support.evening import spend_evening
from support.typist import answering
from support.wording import Wording

from canasta_score import read_ledger
from canasta_score.cli.prompt.first_game import ask_for_game

_AREA, _KEY = "next_game", "the rule file of the last game"

pytestmark = pytest.mark.usefixtures("last_game")


def _write_rules(points: str) -> None:
    Path("club.toml").write_text(f'extends = "nvso"\ntitle = "Our Club"\n\n[bonuses]\nout.points = {points}\n')


@pytest.fixture
def last_game(game_folder: Path) -> Path:
    """Finish a game for which going out was 150 points, and change that to 200."""
    _write_rules("150")
    run_ok("new", "-v", "./club.toml", "--we", "Ann & Bob", "--set", "game.target=9000")
    run_ok("end")
    _write_rules("200")
    return game_folder


def _read_points(file: str) -> tuple[int, int | None]:
    variant = read_ledger(file).variant
    return next(bonus.points for bonus in variant.bonuses if bonus.name == "out"), variant.game.target


@pytest.mark.parametrize(
    ("words", "wording_key"), [((), "changed"), (("--they", "Cy & Di"), "changed, with other options")]
)
def test_the_next_game_has_the_rules_of_the_file_as_it_is_now(
    words: tuple[str, ...], wording_key: str, wording: Wording
) -> None:
    done = run("new", *words)
    assert (done.code, _read_points("canasta-2.toml")) == (0, (200, 9000))
    assert read_ledger("canasta-2.toml").side_names["we"] == "Ann & Bob"
    wording.check_wording(_AREA, [_KEY, wording_key], done.err)


def test_without_a_change_nothing_is_said() -> None:
    _write_rules("150")
    assert run("new").err == ""
    assert _read_points("canasta-2.toml") == (150, 9000)


def test_a_game_like_another_one_has_its_rules(wording: Wording) -> None:
    done = run("new", "--like", "canasta.toml", "-l", "tuesday.toml")
    assert (done.code, _read_points("tuesday.toml")) == (0, (150, 9000))
    wording.check_wording(_AREA, [_KEY, "a game like another one"], done.err)
    assert run("new", "--like", "canasta.toml", "-v", "./club.toml", "-l", "friday.toml").err == ""
    assert _read_points("friday.toml") == (200, 8500)


@pytest.mark.parametrize("wording_key", ["gone", "with mistakes"])
def test_rules_that_cannot_be_read_again_stay_those_of_the_last_game(wording_key: str, wording: Wording) -> None:
    if wording_key == "gone":
        Path("club.toml").unlink()
    else:
        _write_rules("lots")
    done = run("new")
    assert (done.code, _read_points("canasta-2.toml")) == (0, (150, 9000))
    wording.check_wording(_AREA, [_KEY, wording_key], done.err)


@pytest.mark.parametrize(("command", "typed"), [("new", [""]), ("play", ["new", "", "quit"])])
def test_same_rules_are_those_of_the_file_as_it_is_now(command: str, typed: list[str]) -> None:
    screen = spend_evening([command], typed, 100, 60)
    assert screen.index("./club.toml has changed") < screen.index(
        "Same rules and sides: Our Club (to 9,000), Ann & Bob"
    )
    assert screen.count("./club.toml has changed") == 1
    assert _read_points("canasta-2.toml") == (200, 9000)
    assert read_ledger("canasta-2.toml").side_names["we"] == "Ann & Bob"


def test_the_rules_of_the_last_game_are_in_brackets(capsys: pytest.CaptureFixture[str]) -> None:
    choice = ask_for_game(Path("canasta-2.toml"), answering("club", "", "", "", "", "", "y"))
    assert (choice.variant, choice.house_rules, choice.names[0]) == ("./club.toml", (), "Ann & Bob")
    choice = ask_for_game(Path("canasta-2.toml"), answering("", "", "", "", "", "y"))
    assert (choice.variant, [*choice.house_rules]) == ("./club.toml", ["game.target=9000"])
    assert capsys.readouterr().out.count("Which rules? [./club.toml (to 9,000)]") == 2
    Path("club.toml").unlink()
    assert ask_for_game(Path("canasta-2.toml"), answering("", "", "", "", "", "y")).variant == "nvso"
    assert 'but for its rules "club", which are not found any more.' in " ".join(capsys.readouterr().out.split())


def test_the_list_of_rules_is_meant_where_only_it_has_the_rules_of_the_last_game() -> None:
    run_ok("new", "-v", "wca", "-l", "wca-game.toml")
    run_ok("end", "-l", "wca-game.toml")
    Path("wca-game.toml").rename("canasta.toml")
    Path("wca.toml").write_text('extends = "wca"\n\n[bonuses]\nout.points = 700\n')
    assert run("new").err == ""
    assert _read_points("canasta-2.toml") == (200, 8500)
