"""`explain`: the lines of a hand, each with its rule."""

from pathlib import Path

import pytest
from support.command_line import run_json, run_ok
from support.paths import TEN_HANDS
from support.wording import Case, Wording, load_wordings

pytestmark = pytest.mark.usefixtures("game_folder", "sentences")


def test_json_of_an_explanation() -> None:
    given = run_json("explain", "6", "--json", "-l", str(TEN_HANDS))
    assert list(given) == ["variant", "hand", "struck", "sides", "fixes"]
    they = given["sides"]["they"]
    assert [(line["fact"], line["points"]) for line in they["lines"]] == [
        ("mixed", 300),
        ("table", 140),
        ("hand", -45),
        ("open-sevens", -2500),
    ]
    assert all(line["rule"] for line in they["lines"])
    assert [(fix["facts"], fix["stands"]) for fix in given["fixes"]] == [({"they": {"hand": 45}}, True)]


@pytest.mark.parametrize("case", load_wordings("explanations", "rules"), ids=lambda case: case["tally"])
def test_every_line_has_the_rule_that_gave_it(case: Case, wording: Wording) -> None:
    run_ok("new", "-v", case["variant"])
    run_ok("add", *case["tally"].split())
    rules = {line["fact"]: line["rule"] for line in run_json("explain", "--json")["sides"]["we"]["lines"]}
    for fact in case["lines"]:
        case.check(wording, rules[fact], "lines", fact)


def test_entries_are_broken_only_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    run_ok("new")
    run_ok("add", *"we m1 t300 open-wilds-jokers they n1 m1 t300 h100 stuck-aces".split())
    run_ok("note", "seven pairs", "--hand", "1")
    listed = run_ok("show", "--all").partition("Entries\n")[2]
    assert "open-wilds-jokers=1" in listed.split()
    assert {"1", '"seven', 'pairs"'} <= {*listed.rstrip("\n").split("\n")[-1].split()}


def test_a_canceled_hand_is_explained_with_the_reason() -> None:
    run_ok("new")
    run_ok("add", "we", "t60")
    assert run_json("explain", "1", "--json")["struck"] is False
    run_ok("void", "1", "--why", "dealt from one pack only")
    assert run_json("explain", "1", "--json")["struck"] is True
    assert "dealt from one pack only" in run_ok("explain", "1").split("\n")[1]


def test_a_line_that_a_house_rule_changed_says_so(wording: Wording) -> None:
    changed = [
        "penalties.threes-in-hand.points=50",
        "threes.all=2500",
        "count.no_canasta=plus",
        "bonuses.out.label=Out",
    ]
    run_ok("new", "-v", "wca", *(word for rule in changed for word in ("--set", rule)))
    run_ok("add", *"we r4 b4 n2 o t200 they n1 t60 h30".split())
    run_ok("add", *"we n2 o t200 they threes-in-hand=2 h10".split())
    sides = [side for hand in "12" for side in run_json("explain", hand, "--json")["sides"].values()]
    rules = {line["fact"]: line["rule"] for side in sides for line in side["lines"]}
    for fact in ("threes-in-hand", "threes", "table", "out", "natural"):
        wording.check_wording("explanations", ["by a house rule", fact], rules[fact])


def test_a_house_rule_of_the_threes_is_one_of_every_color() -> None:
    run_ok("new", "-v", "wca", "--set", "threes.minus=50")
    run_ok("add", *"we r3 n2 o t200 they n1 t60".split())
    lines = run_json("explain", "1", "--json")["sides"]["we"]["lines"]
    assert [line["fact"] for line in lines if line["rule"].endswith("(house rule)")] == ["red"]


def test_a_three_is_explained_by_the_canasta_that_turns_its_sign(game_folder: Path) -> None:
    (game_folder / "ours.toml").write_text(
        'extends = "nvso"\ntitle = "Ours"\n[threes]\nsign_by = "natural"\nsign = ["minus", "nothing", "plus"]\n'
    )
    run_ok("new", "-v", "./ours.toml")
    run_ok("add", "we", "r1", "m3", "t200", "they", "r1", "n1", "t90")
    sides = run_json("explain", "--json")["sides"]
    assert [side["lines"][0]["points"] for side in sides.values()] == [-100, 0]
    assert all("natural" in side["lines"][0]["rule"] for side in sides.values())


def test_threes_that_always_count_against_a_side_need_no_other_reason(game_folder: Path, wording: Wording) -> None:
    # Red ones count for the side, and black ones against it, however many canastas it has.
    (game_folder / "ours.toml").write_text('extends = "nvso"\n[threes]\nturning = ["black"]\nsign = ["minus"]\n')
    run_ok("new", "-v", "./ours.toml")
    run_ok("add", *"we b2 r1 n2 t200 h5 they t130 h10".split())
    lines = {line["fact"]: line for line in run_json("explain", "--json")["sides"]["we"]["lines"]}
    assert (lines["red"]["points"], lines["black"]["points"]) == (100, -300)
    wording.check_wording("explanations", ["always against a side", "line"], lines["black"]["rule"])
    card = run_ok("variants", "show", "./ours.toml").split("\n")
    sentences = [card[card.index(line) + 1].strip() for line in card if "Black threes (" in line]
    wording.check_wording("explanations", ["always against a side", "card"], sentences)


def test_the_last_hand_may_be_named() -> None:
    named, unnamed = (run_json("explain", *words, "--json", "-l", str(TEN_HANDS)) for words in (["last"], []))
    assert named == unnamed
