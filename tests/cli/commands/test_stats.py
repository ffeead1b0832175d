"""`stats`: which ledgers are meant, what is passed over, the table in narrow and wide terminals, JSON, the bar."""

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from support.command_line import Completed, run, run_process
from support.game_files import AS_ANYBODY, as_0_2_wrote_it
from support.paths import TEN_HANDS
from support.wording import Wording
from wcwidth import wcswidth

from canasta_score.game.storage import journal_format as reading

LOST = "we base=100 they base=8600"
WON = "we n2 m1 o t200 they n1 t90 h40"  # 1,600 to 550


@pytest.fixture(autouse=True)
def folder(game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder, at a wide terminal."""
    monkeypatch.setenv("COLUMNS", "100")


def keep(file: str, *tallies: str, we: str = "Ann & Bob", they: str = "Cy & Di", variant: str = "nvso") -> str:
    """Keep a game in a ledger."""
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    Path(file).write_bytes(kept(tallies or (WON,), we, they, variant))
    return file


@cache
def kept(tallies: tuple[str, ...], we: str, they: str, variant: str) -> bytes:
    """Return the text of a ledger as the commands write it."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "canasta.toml")
        done = [run("new", "-v", variant, "-l", str(path), "--we", we, "--they", they)]
        done += (run("add", "--anyway", "-l", str(path), *tally.split()) for tally in tallies)
        assert [one.code for one in done] == [0] * len(done), [one.err for one in done]
        return path.read_bytes()


def games_in(done: Completed) -> int:
    """Return how many games were counted; none may have problems."""
    assert (done.code, done.err) == (0, "")
    return int(done.out.split()[0])


def read(*words: str) -> dict[str, Any]:
    value = json.loads(run("stats", "--json", *words).out)
    assert isinstance(value, dict)
    return value


class TestWhichLedgersAreMeant:
    @pytest.fixture(autouse=True)
    def season(self) -> None:
        for file in (
            "a.toml",
            "b.toml",
            "deep/er/c.toml",
            "deep/d.toml",
            ".hidden/e.toml",
            ".f.toml",
            "deep/.g/h.toml",
        ):
            keep(file)
        Path("deep/notes.txt").write_text("no ledger")

    @pytest.mark.parametrize(
        ("words", "games"),
        [
            ([], 4),
            (["."], 4),
            (["deep"], 2),
            (["deep/"], 2),
            (["a.toml"], 1),
            (["a.toml", "deep"], 3),
            (["*.toml"], 2),
            (["?.toml", "a.toml", "./a.toml", ".", "deep/../b.toml"], 4),
            (["[ab].toml"], 2),
            (["**/*.toml"], 4),
            (["deep/**/*.toml"], 2),
            (["d*/**/*.toml"], 2),
            (["./**/**/*.toml"], 4),
            (["**"], 4),
            (["d*"], 2),
            ([".hidden"], 1),
            ([".f.toml"], 1),
        ],
    )
    def test_are_files_folders_and_patterns_each_ledger_once(self, words: list[str], games: int) -> None:
        assert games_in(run("stats", *words)) == games

    def test_a_file_is_itself_though_its_name_is_like_a_pattern(self) -> None:
        keep("[ab].toml", we="Eve")
        assert [one["name"] for one in read("[ab].toml")["sides"]] == ["Eve", "Cy & Di"]

    def test_a_link_and_what_it_leads_to_are_one(self, game_folder: Path) -> None:
        Path("link.toml").symlink_to("a.toml")
        Path("folder").symlink_to(game_folder / "deep")
        assert games_in(run("stats", "link.toml", "a.toml")) == 1
        assert games_in(run("stats", "folder", "deep")) == 2

    def test_a_pattern_follows_no_link_to_a_folder(self, game_folder: Path) -> None:
        Path("one").symlink_to(game_folder)
        Path("deep/two").symlink_to(game_folder)
        assert games_in(run("stats", "**/*.toml")) == 4
        assert games_in(run("stats", f"{game_folder}/**/*.toml")) == 4

    def test_a_home_is_known_without_a_shell(self, game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HOME", str(game_folder))
        monkeypatch.setenv("USERPROFILE", str(game_folder))
        assert games_in(run("stats", "~/deep")) == 2


class TestWhatIsPassedOver:
    def test_is_named_once_and_the_others_are_counted(self, wording: Wording) -> None:
        names = ["none.toml", "*.tml", '""', "off.toml", "torn.toml"]
        keep("good.toml")
        Path("torn.toml").write_text("format = ")
        Path("rules.toml").write_text('extends = "nvso"\n')
        off = Path(keep("off.toml"))
        off.write_text(off.read_text().replace("we = 1600", "we = 1500"))
        done = run("stats", ".", "torn.toml", "none.toml", "none.toml", "*.tml", "")
        assert done.code == 1
        assert done.out.split()[0] == "1"
        named = [next(name for name in names if name in line) for line in done.messages]
        assert named == names
        wording.check_wording("stats", ["skipped", "files that cannot be counted"], done.err)

    def test_a_rule_file_is_skipped_in_a_folder_and_refused_by_name(self) -> None:
        keep("good.toml")
        Path("house.toml").write_text('extends = "nvso"\n')
        assert (run("stats").code, run("stats").err) == (0, "")
        done = run("stats", "good.toml", "house.toml")
        assert done.code == 1
        assert done.err.count("house.toml") == len(done.messages) == 1

    def test_a_copy_of_a_game_is_named_and_counts(self, wording: Wording) -> None:
        for name in ("first.toml", "second.toml", "third.toml"):
            Path(name).write_bytes(TEN_HANDS.read_bytes())
        done = run("stats")
        assert done.code == 0
        assert done.out.split()[0] == "3"
        wording.check_wording("stats", ["skipped", "copies"], done.err)

    def test_one_ledger_may_be_named_by_the_option_of_other_commands(self) -> None:
        keep("good.toml")
        keep("other.toml")
        assert games_in(run("-l", "good.toml", "stats")) == games_in(run("stats", "-l", "good.toml")) == 1
        done = run("stats", "other.toml", "-l", "good.toml")
        assert (done.code, done.out) == (2, "")
        assert "--ledger" in done.err

    def test_no_table_is_shown_where_nothing_can_be_read(self) -> None:
        done = run("stats", "none.toml")
        assert (done.code, done.out, len(done.messages)) == (4, "", 1)

    def test_a_folder_without_ledgers_is_named(self, wording: Wording) -> None:
        wording.check_wording("stats", ["skipped", "a folder without ledgers"], run("stats").err)

    def test_a_game_without_hands_is_not_counted(self, wording: Wording) -> None:
        assert run("new").code == 0
        done = run("stats")
        assert (done.code, done.err) == (0, "")
        wording.check_wording("stats", ["skipped", "a game without hands"], done.out)

    def test_a_name_that_a_terminal_would_obey_is_shown_harmlessly(self) -> None:
        keep("good.toml")
        Path("a\n\x1b[31mred.toml").write_text("format =")
        Path(keep("plain.toml", LOST)).rename("b\n\x1b[2Jgone.toml")
        done = run("stats")
        assert done.code == 1
        assert "a\\n\\x1b[31mred.toml" in done.err
        assert "b\\n\\x1b[2Jgone.toml" in done.out
        assert "\x1b" not in done.out + done.err

    @pytest.mark.end_to_end
    def test_a_folder_that_cannot_be_read_does_not_hide_the_others(self, game_folder: Path) -> None:
        keep("good.toml")
        (game_folder / "shut").mkdir(mode=0)
        done = run_process("stats", folder=game_folder, behind=AS_ANYBODY)
        assert done.code == 1
        assert done.out.split()[0] == "1"
        assert "shut" in done.err


def season(names: list[str]) -> None:
    """Keep games of some sides, the first of which plays five and comes back."""
    for number, name in enumerate(names):
        variant = "catawba" if number % 5 == 4 else "nvso"
        keep(f"{number:02}.toml", "we base=100 they base=3200", WON, we=name, they=names[number - 1], variant=variant)
    for number in range(5):
        keep(
            f"won-{number}.toml", "we base=1000 they base=3000", "we base=8000 they n1 t100", we=names[0], they=names[1]
        )


HARD = [
    "Ann & Bob",
    "Margaretha von Hohenstein and Bartholomew Featherstonehaugh",
    "王小明和李四的很长很长的名字队伍呀呀呀",
    "مريم و علی",
    "X" * 60,
]


@pytest.mark.parametrize("columns", [40, 60, 80, 100, 200])
def test_the_table_fits_every_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    season(HARD)
    monkeypatch.setenv("COLUMNS", str(columns))
    out = run("stats").out
    assert max(wcswidth(line) for line in out.split("\n")) <= columns
    words = out.split()
    assert {"Games", "Won", "Win", "Hands", "Average", "Best", "Biggest", "comeback", "Natural", "canastas"} <= {*words}
    assert words[:7] == "10 games, 5 finished: NVSO Canasta 9,".split()


def test_sides_with_fewer_than_five_games_are_named_in_one_sentence() -> None:
    for number in range(5):
        tallies = [WON, "we base=7000 they base=0"] if number else ["we base=8600 they base=8500"]
        keep(f"{number}.toml", *tallies, they="Cy & Di" if number < 4 else "Eve")
    lines = run("stats").out.splitlines()
    won, canastas, out = ([line for line in lines if line.startswith("Ann & Bob")][place] for place in (0, 1, 2))
    assert won.split() == "Ann & Bob 5 5 of 5 100% 9 4,778 8,600 -".split()
    assert canastas.split() == "Ann & Bob 3.00 2.00 1.00".split()
    assert out.split() == "Ann & Bob 4 (100%) 0 0 0".split()
    assert lines[-1] == "Averages say little yet for sides with fewer than five games: Cy & Di and Eve."
    assert run("stats", "0.toml").out.endswith("No side has played five games yet, so averages say little.\n")


def test_figures_from_five_games_or_more_need_no_remark() -> None:
    for number in range(5):
        keep(f"{number}.toml", "we natural=2 mixed=1 red=1 out table=200 they natural=2 mixed=1 red=1 table=300 hand=5")
    assert "say little" not in run("stats").out


def test_halves_go_up() -> None:
    keep("a.toml", "we base=5 they base=0", "we base=0 they base=0")  # 2.5 points a hand
    keep("b.toml", *["we n1 t90 they h5"] * 7, "we n2 o t160 they h5", we="Eve")  # out in 1 of 8 hands, 9 canastas
    shown = run("stats", "a.toml").out
    row = next(line for line in shown.splitlines() if line.startswith("Ann & Bob"))
    assert row.split() == "Ann & Bob 1 0 of 0 - 2 3 5 -".split()
    shown = run("stats", "b.toml").out
    assert "1 (13%) " in shown
    assert " 1.13 " in shown


def test_the_file_of_a_record_is_shown_harmlessly(wording: Wording) -> None:
    assert run("new", "-l", "b\nx.toml", "--start", "they=3000").code == 0
    assert run("add", "-l", "b\nx.toml", *"we base=8600 they base=0".split()).code == 0
    shown = run("stats", "b\nx.toml").out
    assert shown.count("b\\nx.toml") == 2
    wording.check_wording("stats", ["records", "in a file with a line break in its name"], shown)


MORE_KEYS = ("players", "head_to_head", "dealt")


def test_json_of_statistics() -> None:
    keep("a.toml", "we base=100 they base=3200 open-aces=1", WON, "we base=8000 count=55 they base=0 count=100")
    keep("b.toml", WON, we="Di and Cy", they="bob & ann")
    Path("torn.toml").write_text("format =")
    done = run("stats", "--json")
    assert done.code == 1
    given = json.loads(done.out)
    assert list(given) == ["games", "over", "variants", "canastas", "specials", "sides", "problems", *MORE_KEYS]
    assert (given["games"], given["over"], given["specials"]) == (2, 1, {})
    assert given["variants"] == [{"variant": "nvso", "title": "NVSO Canasta", "games": 2}]
    assert given["canastas"] == {"natural": "Natural canastas", "mixed": "Mixed canastas"}
    ann, cy = given["sides"]
    # Ann & Bob: 100, 1,600 and 8,055 in a.toml, 550 in b.toml; Cy & Di: 700, 550, 100 and 1,600.
    assert ann == {
        "name": "Ann & Bob",
        "games": 2,
        "over": 1,
        "won": 1,
        "hands": 4,
        "few_games": True,
        "average": 2576.25,
        "best": {"points": 8055, "file": "a.toml", "hand": 3},
        "comeback": {"points": 600, "file": "a.toml", "hand": 1},
        "canastas": {"natural": 1.5, "mixed": 0.5},
        "specials": {},
        "out": 1,
        "penalties": 0,
        "hand_cards": -40,
        "per_hand": {"out": 0.5, "penalties": 0.0, "hand_cards": pytest.approx(-40 / 3)},
        "behind": {
            "won": {"games": 1, "few_games": True},
            "average": {"games": 2, "hands": 4, "few_games": True},
            "best": {"games": 2, "hands": 4, "few_games": True},
            "comeback": {"games": 1, "few_games": True},
            "canastas": {"games": 2, "hands": 2, "few_games": True},
            "specials": {"games": 2, "hands": 2, "few_games": True},
            "out": {"games": 2, "hands": 2, "few_games": True},
            "penalties": {"games": 2, "hands": 4, "few_games": True},
            "hand_cards": {"games": 2, "hands": 3, "few_games": True},
        },
    }
    assert (cy["name"], cy["penalties"], cy["average"], cy["comeback"]) == ("Cy & Di", -2500, 737.5, None)
    assert [(one["file"], one["hint"] != "") for one in given["problems"]] == [("torn.toml", True)]


def test_a_figure_that_is_not_known_is_a_dash_and_null() -> None:
    keep("a.toml", "we base=100 count=50 they n1 t100")
    ann = next(one for one in read("a.toml")["sides"] if one["name"] == "Ann & Bob")
    assert (ann["canastas"], ann["specials"], ann["out"], ann["hand_cards"], ann["comeback"]) == (None,) * 5
    rows = [line.split() for line in run("stats").out.splitlines() if line.startswith("Ann & Bob")]
    assert [row[3:] for row in rows] == ["1 0 of 0 - 1 150 150 -".split(), ["-", "-"], "- - 0 -".split()]


def test_rules_that_are_equal_only_in_python_are_not_confused() -> None:
    keep("a.toml")
    right = as_0_2_wrote_it(Path("a.toml").read_bytes()).decode()
    for file, wrong in (("b.toml", "true"), ("c.toml", "1.0"), ("d.toml", "2026-11-21")):
        Path(file).write_text(right.replace("max = 1\n", f"max = {wrong}\n", 1))
    done = run("stats")
    assert (done.code, done.out.split()[:2]) == (1, ["1", "game,"])
    lines = done.messages
    assert [value in line for line, value in zip(lines, ("true", "1.0", "2026-11-21"), strict=True)] == [True] * 3


def test_more_variants_than_are_kept_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_MAX_KEPT_VARIANTS", 1)
    for number, variant in enumerate(["nvso", "wca", "catawba", "nvso", "wca"]):
        keep(f"{number}.toml", variant=variant)
    done = run("stats")
    assert done.out.startswith("5 games, 0 finished: NVSO Canasta 2, WCA Canasta 2, Catawba Canasta 1\n")
