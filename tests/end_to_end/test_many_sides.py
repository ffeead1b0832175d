"""Three to six sides wherever it is played so: told, shown in any width, explained, opened, exported and brought back.

What the games come to is reckoned in `data/games`; here they are played once more, and looked at from all sides.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from support.at_a_terminal import AtTheTable
from support.command_line import lay, run, run_json, run_ok
from support.paths import DATA
from support.typist import answering

from canasta_score.cli.prompt.guided_entry import GuidedEntry
from canasta_score.cli.recording import open_game
from canasta_score.report.html.page import split_into_bands

GAMES = DATA / "games"
WITH_MANY = (
    "five-at-classic",
    "five-special-hands-and-threes",
    "six-sides",
    "three-pairs-at-hand-and-foot",
    "three-players",
)
LONG = ("Ann Longfellow-Smythe", "Bob", "Cyrus the Great", "Di", "Edward VIII", "Florence Nightingale")


@pytest.fixture
def last_step(game_folder: Path, request: pytest.FixtureRequest) -> dict[str, Any]:
    """Play a game to its end; return its last step."""
    steps: list[dict[str, Any]] = tomllib.loads((GAMES / f"{request.param}.toml").read_text())["step"]
    lay(*(step["command"] for step in steps if not step.get("exit")))
    return steps[-1]


many = pytest.mark.parametrize("last_step", WITH_MANY, indirect=True)


@many
@pytest.mark.parametrize("columns", [40, 80])
def test_every_table_fits_the_terminal(last_step: Mapping[str, Any], columns: int) -> None:
    last, room = len(run_json("show", "--json")["hands"]), str(columns)
    for command in ("show", "show --chart", "show --all", "meld", f"explain {last}", "stats canasta.toml"):
        lines = run_ok(*command.split(), COLUMNS=room).split("\n")
        assert (command, [line for line in lines if len(line) > columns]) == (command, [])
    shown = run_ok("show", COLUMNS=room).replace(",", "").split()
    assert [total for total in last_step["total"].values() if str(total) not in shown] == []


@many
@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_game_goes_out_and_comes_back(last_step: Mapping[str, Any], form: str) -> None:
    run_ok("export", "-o", f"game.{form}")
    before = run_json("show", "--json")
    rules = ["-v", before["variant"]] + [word for rule in before["house"] for word in ("--set", rule)]
    run_ok("import", f"game.{form}", "-l", "again.toml", *(rules if form == "csv" else []))
    after = run_json("show", "--json", "-l", "again.toml")
    assert {side: one["total"] for side, one in after["sides"].items()} == last_step["total"]
    assert (after["sides"], after["over"], after["winner"]) == (before["sides"], before["over"], before["winner"])
    assert [hand["sides"] for hand in after["hands"]] == [hand["sides"] for hand in before["hands"]]


@many
def test_every_export_names_every_side_with_its_total(last_step: Mapping[str, Any]) -> None:
    names = {side: one["name"] for side, one in run_json("show", "--json")["sides"].items()}
    for form in ("md", "txt", "html", "csv"):
        text = run_ok("export", "-f", form).replace("&amp;", "&")
        for side, name in names.items():
            total = str(last_step["total"][side]) if form == "csv" else f"{last_step['total'][side]:,}"
            assert (form, name in text, total in text) == (form, True, True)


@many
def test_an_opening_is_judged_by_the_need_of_its_side(last_step: Mapping[str, Any]) -> None:
    for side, need in last_step["needs"].items():
        done = run("meld", "check", "--side", side, "--json", "3xK", "3xQ")
        assert f'"needs": {need}' in done.out


@pytest.mark.parametrize("last_step", ["five-at-classic"], indirect=True)
def test_two_of_five_that_are_equal_play_on(last_step: Mapping[str, Any]) -> None:
    run_ok("undo")
    sheet = run_json("show", "--json")
    assert (sheet["sides"]["ann"]["total"], sheet["sides"]["bob"]["total"], sheet["over"]) == (5900, 5900, False)
    assert "Hand 2 is next." in run_ok("show")
    run_ok("redo")
    assert "Bob won in hand 2: 6,160 to 5,840 to 4,900 to 1,015 to 90." in run_ok("show")
    assert last_step["winner"] == "bob"


@pytest.mark.parametrize("last_step", ["three-pairs-at-hand-and-foot"], indirect=True)
def test_two_of_three_pairs_that_are_equal_after_the_last_hand_tie(last_step: Mapping[str, Any]) -> None:
    assert "tie" in run_ok("show").lower()
    assert {side: run_json("explain", "4", "--json")["sides"][side]["total"] for side in last_step["total"]} == {
        "ab": -500,
        "cd": 2960,
        "ef": 2265,
    }


@pytest.mark.parametrize("last_step", ["five-special-hands-and-threes"], indirect=True)
def test_a_special_hand_sets_aside_what_four_others_told(last_step: Mapping[str, Any]) -> None:
    assert last_step["hand"] == 4
    sides = run_json("explain", "1", "--json")["sides"]
    aside = {side: [line["fact"] for line in of["lines"] if line["part"] == "set aside"] for side, of in sides.items()}
    assert aside == {
        "ann": ["red"],
        "bob": ["natural", "table"],
        "cy": ["red", "hand"],
        "di": ["table", "hand", "open-sevens"],
        "ed": ["mixed", "table"],
    }
    assert "Ann" in sides["ed"]["lines"][0]["rule"]
    assert next(line["label"] for line in run_json("explain", "3", "--json")["sides"]["ed"]["lines"]) == "All 8 threes"


def begin_six() -> None:
    """Begin a game of six people with long names."""
    words = zip(("ann", "bob", "cyrus", "di", "ed", "flo"), LONG, strict=True)
    run_ok("new", "-v", "classic", *(word for side in words for word in ("--side", "=".join(side))))


def test_six_sides_are_asked_the_same_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    begin_six()
    # red threes, natural, mixed, out, on the table, left in hand
    told = ["1", "1", "", "y", "95", ""]
    others = ["", "", "", "60", "30"]
    hand = GuidedEntry(open_game(tmp_path / "canasta.toml"), answering(*told, *others * 5, "y"))
    hand.record()
    shown = capsys.readouterr().out
    assert (shown.count("Did this side go out? [y/N]"), shown.count("Points of the cards left in hand?")) == (1, 6)
    # red +100 natural +500 out +100 table +95; the others +60 -30
    totals = [one["total"] for one in run_json("show", "--json")["sides"].values()]
    assert totals == [795, 30, 30, 30, 30, 30]


def test_names_are_torn_only_where_there_is_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin_six()
    run_ok("add", *"ann r1 n1 o concealed t205 bob r1 n1 m1 t120 h20 di r1 h130 ed m1 t110 h20".split())
    for command in ("show", "meld"):
        words = run_ok(command, COLUMNS="80").split()
        assert [word for name in LONG for word in name.replace("-", "- ").split() if word not in words] == []


def test_examples_name_the_sides_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin_six()
    refused = run("add")
    assert refused.code == 2
    assert "canasta-score add ann natural=1 table=160 hand=10 bob table=50 hand=85" in refused.err


@pytest.mark.end_to_end
def test_six_sides_play_at_the_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin_six()
    with AtTheTable(tmp_path, "play") as terminal:
        terminal.see("Hand 1 is next.")
        terminal.type("flo r1 n1 o t150 ann t90 h150 ed r2 h20")
        terminal.see("Florence Nightingale +850 -> 850")  # 100 + 500 + 100 + 150
        terminal.press("enter")
        terminal.see("Record it anyway? [y/N/edit]")  # nothing is entered for three of the six
        terminal.line("y", "hand 2 >")
        terminal.press("ctrl-d")
        assert terminal.end() == 0
    totals = [one["total"] for one in run_json("show", "--json")["sides"].values()]
    assert totals == [90 - 150, 0, 0, 0, -200 - 20, 850]


@pytest.mark.parametrize(("sides", "bands"), [(3, [3]), (4, [2, 2]), (5, [3, 2]), (6, [3, 3])])
def test_the_page_sets_at_most_three_sides_beside_each_other(sides: int, bands: list[int]) -> None:
    assert [len(band) for band in split_into_bands(sides)] == bands
