"""`check`: what is wrong in ledgers."""

import json
from pathlib import Path

import pytest
from support.command_line import run, run_ok, run_refused
from support.paths import TEN_HANDS

from canasta_score import read_ledger

pytestmark = pytest.mark.usefixtures("game_folder", "sentences")


def test_check_reports_on_each_ledger(game_folder: Path) -> None:
    (game_folder / "good.toml").write_bytes(TEN_HANDS.read_bytes())
    (game_folder / "bad.toml").write_bytes(TEN_HANDS.read_bytes().replace(b"we = 2970", b"we = 2790"))
    (game_folder / "none.toml").write_text("format = 3\n")
    done = run("check", "--json", "good.toml", "bad.toml")
    files = {one["file"]: one["problems"] for one in json.loads(done.out)["files"]}
    assert (done.code, files["good.toml"], len(files["bad.toml"])) == (1, [], 1)
    assert files["bad.toml"][0]["about_totals"]
    done = run("check", "--json", "good.toml", "bad.toml", "none.toml")
    assert (done.code, [one["readable"] for one in json.loads(done.out)["files"]]) == (4, [True, True, False])
    assert run("check", "good.toml").err == ""
    for quiet in (["--json"], ["--json", "--quiet"]):
        (game_folder / "worse.toml").write_bytes((game_folder / "bad.toml").read_bytes())
        assert json.loads(run_ok("check", *quiet, "--restate", "worse.toml"))["files"][0]["problems"] == []
    mended = run("check", "--restate", "good.toml", "bad.toml", "none.toml")
    assert mended.code == 4
    assert "bad.toml" in mended.out
    assert "bad.toml" not in mended.err
    assert ("good.toml" in mended.err, "none.toml" in mended.err) == (True, True)
    assert read_ledger(game_folder / "bad.toml").totals == {"we": 9810, "they": 8665}


def test_folders_and_patterns_stand_for_the_games_in_them(game_folder: Path) -> None:
    for name in ("season/a.toml", "season/june/b.toml", "c.toml"):
        (game_folder / name).parent.mkdir(parents=True, exist_ok=True)
        (game_folder / name).write_bytes(TEN_HANDS.read_bytes())
    for folder in ("season", "rules"):
        (game_folder / folder).mkdir(exist_ok=True)
        (game_folder / folder / "house.toml").write_text('extends = "nvso"\n')
    (game_folder / "empty").mkdir()

    def check(*names: str) -> tuple[int, list[str]]:
        done = run("check", "--json", *names)
        return done.code, [Path(one["file"]).as_posix() for one in json.loads(done.out)["files"]]

    season = ["season/a.toml", "season/june/b.toml"]
    assert check("season") == (0, season)
    assert check(".") == (0, ["c.toml", *season])
    assert check("season/**/[ab].toml") == (0, season)
    assert check("season/*.toml") == (4, ["season/a.toml", "season/house.toml"])
    assert check("empty", "c.toml") == (4, ["empty", "c.toml"])
    assert check("no*.toml") == (4, ["no*.toml"])
    (game_folder / "season" / "a.toml").write_bytes(TEN_HANDS.read_bytes().replace(b"we = 2970", b"we = 2790"))
    assert check("season") == (1, season)
    assert "rules: there is no game" in run_refused(4, "check", "rules")


def test_a_hand_made_impossible_in_the_file_is_found(game_folder: Path) -> None:
    (game_folder / "canasta.toml").write_bytes(TEN_HANDS.read_bytes().replace(b"natural = 2\n", b"natural = 9\n", 1))
    done = run("check")
    assert "natural=9" in done.err
    assert done.code == 1


def test_a_sound_game_is_reported_unless_quiet_is_asked_for() -> None:
    run_ok("new")
    run_ok("new", "-l", "second.toml")
    assert run_ok("check", "canasta.toml", "second.toml").count(" 2 games") == 1
    assert run_ok("check").count(" 1 game.") == 1
    done = run("check", "--quiet")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert run_ok("check", "--json").startswith("{")


def test_a_hint_in_json_names_the_game_file() -> None:
    run_ok("new", "--set", "game.target=1000", "-l", "late.toml")
    for _ in range(2):
        run_ok("add", "we", "n1", "t160", "h5", "they", "t200", "h5", "-l", "late.toml")
    run_ok("fix", "1", "we", "n2", "-l", "late.toml")  # 1,155 points now end the game
    done = run("check", "--strict", "--json", "late.toml")
    problem = json.loads(done.out)["files"][0]["problems"][-1]
    assert (done.code, problem["code"]) == (1, "game-over")
    assert problem["hint"].endswith(": canasta-score void -l late.toml 2")


def test_a_hand_that_was_accepted_after_the_end_is_not_listed() -> None:
    run_ok("new", "--set", "game.hands=1")
    for anyway in ([], ["--anyway"]):
        run_ok("add", "we", "n1", "t160", "h5", "they", "h5", *anyway)
    assert run_ok("check", "--strict", "-q") == ""


def test_an_entry_that_was_cut_off_is_a_damaged_file_with_its_line() -> None:
    run_ok("new")
    run_ok("add", "we", "n1", "t160", "h5", "they", "h5")
    run_ok("adjust", "we", "50")
    game = Path("canasta.toml").read_text()
    Path("canasta.toml").write_text(game[: game.rindex("points = ")])
    done = run("check", "--json")
    (file,) = json.loads(done.out)["files"]
    (problem,) = file["problems"]
    assert (done.code, file["readable"], problem["code"]) == (1, True, "damaged-file")
    assert problem["where"].startswith("line ")  # not hand 1, after which the adjustment comes


def test_a_folder_without_a_game_has_the_code_of_a_missing_game() -> None:
    Path("empty").mkdir()
    done = run("check", "--json", "empty")
    (file,) = json.loads(done.out)["files"]
    assert (done.code, [problem["code"] for problem in file["problems"]]) == (4, ["no-such-game"])


def test_strict_checking_lists_what_is_against_the_rules() -> None:
    run_ok("new", "--set", "game.target=1000")
    run_ok("add", "we", "o", "n1", "t90", "they", "h5")
    run_ok("add", "we", "n1", "t90", "they", "h5")
    run_ok("fix", "1", "we", "extra=500")  # so that hand 2 comes after the end
    assert run_ok("check", "-q") == ""
    done = run("check", "--strict")
    assert done.code == 1
    assert len(done.messages) == 2
