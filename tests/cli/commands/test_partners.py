"""Partners by hand at the command line and at the prompt; `partners.txt` is the session that shows the same."""

from pathlib import Path

import pytest
from support.command_line import lay, run_json, run_ok, run_refused
from support.typist import answering
from typer.main import get_group

from canasta_score import fix_hand, load_variant, read_ledger
from canasta_score.cli.app import app
from canasta_score.cli.completion.candidates import list_candidates
from canasta_score.cli.invocation import ExitCode, invoke
from canasta_score.cli.prompt import questions
from canasta_score.cli.prompt.commands import list_prompt_candidates, parse_prompt_line
from canasta_score.cli.prompt.first_game import ask_for_game
from canasta_score.cli.prompt.guided_entry import CorrectionEntry, GuidedEntry
from canasta_score.cli.recording import open_game

pytestmark = pytest.mark.usefixtures("sentences")

NAMES = {"ann": "Ann", "bob": "Bob", "cy": "Cy"}
TALLY = "ann+bob natural=1 table=300 hand=20 out ann red=1 bob red=2 cy table=60 hand=45".split()
TOGETHER = {"natural": 1, "table": 300, "hand": 20, "out": 1}
ALONE = {"table": 60, "hand": 45}
HAND = {"ann+bob": TOGETHER, "ann": {"red": 1}, "bob": {"red": 2}, "cy": ALONE}
TOTALS = {"ann": 980, "bob": 1080, "cy": 15}
PAIR, PARTNER = ["1", "", "y", "300", "20"], ["1"]
ALONE_ANSWERS = ["", "", "", "60", "45"]  # the partners went out


@pytest.fixture(autouse=True)
def file(game_folder: Path) -> Path:
    lay("new -v cutthroat" + "".join(f" --side '{side}={name}'" for side, name in NAMES.items()))
    return game_folder / "canasta.toml"


def recorded(file: Path) -> list[object]:
    return [hand.facts for hand in read_ledger(file).hands]


def test_json_says_who_were_partners() -> None:
    scored, added = run_json("score", "--json", *TALLY), run_json("add", "--json", *TALLY)
    for shown in (scored, added, run_json("explain", "--json", "1")):
        assert shown["partners"] == ["ann", "bob"]
        assert {side: own["total"] for side, own in shown["sides"].items()} == TOTALS
    run_ok("add", "ann", "t90", "h20", "bob", "h45", "cy", "h20")
    first, second = run_json("show", "--json")["hands"]
    assert first["partners"] == ["ann", "bob"]
    assert first["sides"]["ann"]["facts"] == {**TOGETHER, "red": 1}
    assert "partners" not in second
    assert run_json("show", "--all", "--json")["entries"][0]["facts"] == HAND


def test_every_page_says_who_were_partners() -> None:
    run_ok("add", *TALLY)
    run_ok("add", "bob+cy", "t90", "h20", "ann", "h45")
    run_ok("add", *TALLY[:-2], "hand=50")
    run_ok("add", "ann+cy", "t90", "h20", "bob", "h45")
    run_ok("void", "4")
    sentence = "Partners: Ann & Bob in hands 1 and 3; Bob & Cy in hand 2."
    for words in (["show"], ["export", "-f", "txt"], ["export", "-f", "md"]):
        assert sentence in run_ok(*words), words
    page = run_ok("export", "-f", "html").replace("&amp;", "&")
    assert sentence in page
    assert "Ann and Bob were partners." in page
    assert "Ann and Bob were partners." in run_ok("explain", "1")
    assert "ann+bob natural=1 table=300 hand=20 out=1 ann red=1" in " ".join(run_ok("show", "--all").split())


def test_by_other_rules_each_partner_scores_the_whole() -> None:
    shown = run_json("score", "--json", "-v", "cutthroat,classic", *TALLY)["variants"]
    for rules in ("cutthroat", "classic"):
        assert {side: own["total"] for side, own in shown[rules]["sides"].items()} == TOTALS
    assert "natural" in run_refused(
        ExitCode.INVALID_TALLY, "score", "-v", "cutthroat,classic", *TALLY, "ann", "natural=1"
    )


def test_another_total_is_explained_for_the_pair() -> None:
    run_ok("add", *TALLY)
    for words, tally in (
        (["ann", "480"], "ann+bob o t300 h20 ann r1 bob r2 cy t60 h45"),
        (["bob", "880"], "ann+bob m1 o t300 h20 ann r1 bob r2 cy t60 h45"),
        (["cy", "60"], "ann+bob n1 o t300 h20 ann r1 bob r2 cy t60"),
    ):
        shown = run_json("reconcile", "--json", "1", *words)
        assert tally in [slip["tally"] for slip in shown["slips"]]
        assert all("ann+bob" in slip["facts"] for slip in shown["slips"])


def test_statistics_count_a_hand_that_was_played_together_for_both() -> None:
    run_ok("add", *TALLY)
    sides = {side["name"]: side for side in run_json("stats", "--json", "canasta.toml")["sides"]}
    assert {name: (side["out"], side["canastas"]["natural"]) for name, side in sides.items()} == {
        "Ann": (1, 1),
        "Bob": (1, 1),
        "Cy": (0, 0),
    }


@pytest.mark.parametrize("line", ["ann+bob n1 t300 cy h20", "a + b n1", "BOB+cy", "cy+di"])
def test_a_line_that_begins_with_partners_is_a_hand(line: str) -> None:
    assert parse_prompt_line(NAMES, line) == ["add", *line.split()]


def test_tab_offers_partners_at_the_prompt_and_on_the_command_line() -> None:
    program = get_group(app)
    with invoke(ledger=Path("canasta.toml")):
        for words in ([], ["cy", "h20"]):
            offered = list_prompt_candidates(program, NAMES, words, "ann+")
            assert [(candidate.word, candidate.label) for candidate in offered] == [
                ("ann+bob", "Ann & Bob"),
                ("ann+cy", "Ann & Cy"),
            ]
        for line in (["score", "-v", "cutthroat", "ann", "n1", "bob", "h20", "cy", "h20"], ["add"], ["fix", "1"]):
            assert [candidate.word for candidate in list_candidates(program, line, "bob+c")] == ["bob+cy"]


def test_an_ambiguous_partner_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("canasta_score.cli.prompt.questions.is_interactive", lambda: True)
    names, cutthroat = {"ann": "Ann", "abe": "Abe", "cy": "Cy"}, load_variant("cutthroat")
    words = questions.ask_about_ambiguous_words(cutthroat, ["cy+a", "n1"], names, answering("cy+abe"))
    assert words == ["cy+abe", "n1"]


def test_questions_ask_who_plays_alone_first(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = ["?", "di", "c", *PAIR, *PARTNER, "2", *ALONE_ANSWERS, "y"]
    GuidedEntry(open_game(Path(file.name)), answering(*answers)).record()
    assert recorded(file) == [HAND]
    shown = capsys.readouterr().out
    assert shown.count("Who plays alone? [nobody took the pile] ") == 3
    assert "type nobody." in " ".join(shown.split())
    assert "\nAnn & Bob\n" in shown
    assert "ann+bob n1 o t300 h20 ann r1 bob r2 cy t60 h45" in shown


def test_enter_means_that_nobody_took_the_pile(file: Path) -> None:
    ann, bob, cy = ["1", "", "", "", "90", "20"], ["", "", "", "", "", "45"], ["", "", "", "", "60", "45"]
    GuidedEntry(open_game(Path(file.name)), answering("", *ann, *bob, *cy, "y")).record()
    assert recorded(file) == [{"ann": {"red": 1, "table": 90, "hand": 20}, "bob": {"hand": 45}, "cy": ALONE}]


def test_an_answer_can_be_changed_to_another_player_alone(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    back = ["<"] * 13
    entered = ["cy", *PAIR, *PARTNER, "2", *ALONE_ANSWERS]
    GuidedEntry(open_game(Path(file.name)), answering(*entered, *back, "bob", *[""] * 12, "y")).record()
    assert recorded(file) == [{"ann+cy": TOGETHER, "ann": {"red": 1}, "bob": {**ALONE, "red": 2}, "cy": {}}]
    assert "Who plays alone? [Cy] " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("answers", "after"),
    [
        (["", *[""] * 6, "1", *[""] * 5, "y"], {**HAND, "bob": {"red": 1}}),
        (["bob", *[""] * 12, "y"], {"ann+cy": TOGETHER, "ann": {"red": 1}, "bob": {**ALONE, "red": 2}, "cy": {}}),
        (
            ["nobody", "", "1", "", "y", "300", "20", "", "", "", "60", "", *[""] * 5, "y"],
            {"ann": {**TOGETHER, "red": 1}, "bob": {"red": 2, "table": 60}, "cy": ALONE},
        ),
    ],
)
def test_a_correction_asks_with_the_present_player_alone(file: Path, answers: list[str], after: object) -> None:
    run_ok("add", *TALLY)
    game = open_game(Path(file.name))
    changes = CorrectionEntry(game, 1, answering(*answers)).ask()

    assert fix_hand(file, 1, changes).hands[0].facts == after


def test_three_players_are_asked_for_by_rules_for_three() -> None:
    choice = ask_for_game(Path("other.toml"), answering("cutthroat", "<", "cutthroat", "Ann", "Bob", "Cy", "", "y"))
    assert choice.list_sides() == [f"{side}={name}" for side, name in NAMES.items()]
