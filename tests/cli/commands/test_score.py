"""`score`: the JSON that programs rest on, and hands that it refuses."""

import json
from pathlib import Path

import pytest
from support.command_line import lay, run
from support.game_files import PUBLISHED_HAND

pytestmark = pytest.mark.usefixtures("sentences")


def test_json_has_the_keys_that_programs_rest_on() -> None:
    done = run("score", "--json", *PUBLISHED_HAND.split())
    score = json.loads(done.out)
    assert list(score) == ["variant", "sides", "problems"]
    assert score["variant"] == "nvso"
    assert score["problems"] == []
    we, they = score["sides"]["we"], score["sides"]["they"]
    assert list(we) == ["name", "base", "count", "penalties", "total", "lines"]
    assert (we["name"], we["base"], we["count"], we["penalties"], we["total"]) == ("We", 2200, 325, 0, 2525)
    assert (they["name"], they["base"], they["count"], they["total"]) == ("They", 1800, 275, 2075)
    assert we["lines"][0] == {"part": "base", "fact": "red", "label": "Red threes", "quantity": 3, "points": 500}
    assert sum(line["points"] for line in they["lines"]) == 2075


def test_json_of_a_refused_hand_has_its_problems_and_no_score() -> None:
    done = run("score", "--json", "we", "red=5", "table=33")
    score = json.loads(done.out)
    assert score["sides"] == {}
    assert [(problem["severity"], problem["side"], problem["fact"]) for problem in score["problems"]] == [
        ("impossible", "we", "red"),
        ("impossible", "we", "table"),
    ]
    assert list(score["problems"][0]) == ["severity", "code", "side", "fact", "message", "hint"]
    assert done.code == 3


def test_anyway_scores_what_cannot_have_happened_and_says_so() -> None:
    done = run("score", "--anyway", "--json", "we", "red=5", "natural=2", "table=90")
    score = json.loads(done.out)
    assert score["sides"]["we"]["total"] == 2090
    assert score["problems"][0]["severity"] == "impossible"
    assert done.code == 0


def test_nothing_printed_can_command_the_terminal() -> None:
    done = run("score", "we", "\x1b[2J\x07=3", "-v", "nvso")
    assert "\x1b" not in done.out + done.err
    assert "\\x1b[2j" in done.err.lower()
    assert done.code == 3
    for words in (
        ["score", "-v", "\x1b[2J", "we"],
        ["variants", "show", "./\x1b[2J.toml"],
        ["variants", "check", "\x1b"],
    ):
        done = run(*words)
        assert "\x1b" not in done.out + done.err
        assert done.code == 5


def test_a_new_kind_of_canasta_is_a_fact_with_no_code(own_variants: Path) -> None:
    (own_variants / "house.toml").write_text('extends = "nvso"\n[canastas.samba]\npoints = 1500\nshort = "s"\n')
    done = run("score", "-v", "house", "we", "s1", "natural=1", "table=90")
    assert done.out.splitlines()[-1].split() == ["Total", "2,090", "0"]
    assert "Samba (samba, s)" in run("variants", "show", "house").out


def test_a_refused_tally_as_json_has_the_shape_of_a_refused_hand() -> None:
    done = run("score", "--json", "we", "rde=2")
    score = json.loads(done.out)
    assert list(score) == ["variant", "sides", "problems"]
    assert score["sides"] == {}
    assert [(problem["severity"], problem["message"], problem["word"]) for problem in score["problems"]] == [
        ("refused", 'unknown item "rde"', 1)
    ]
    assert done.code == 3


def test_rules_of_the_same_name_have_the_words_that_were_typed_as_keys(own_variants: Path) -> None:
    (own_variants / "ours.toml").write_text('name = "ours"\ntitle = "Ours"\nextends = "nvso"\n')
    (own_variants / "club").mkdir()
    other = own_variants / "club" / "ours.toml"
    other.write_text('name = "ours"\ntitle = "Club"\nextends = "wca"\n')
    for typed, keys in ((f"nvso,{other}", ["nvso", "ours"]), (f"ours,{other}", ["ours", str(other)])):
        done = run("score", "--json", "-v", typed, *PUBLISHED_HAND.split())
        assert list(json.loads(done.out)["variants"]) == keys


@pytest.mark.parametrize("variant", ["nvso", "classic", "hand-and-foot", "good-sams", "samba", "cutthroat"])
def test_without_a_hand_the_example_can_be_typed_by_these_rules(variant: str) -> None:
    refused = run("score", "-v", variant)
    assert refused.code == 2
    _, _, example = refused.err.partition("for example: canasta-score ")
    assert example.startswith(f"score -v {variant} ")
    assert run(*example.split()).code == 0


def test_without_a_hand_whoever_is_in_a_game_learns_of_the_score_sheet(game_folder: Path) -> None:
    lay("new -v classic --we 'Walt & Jean' --they 'Hal & Dottie'")
    refused = run("score")
    assert 'hint: "show" prints the score sheet; to score a hand: canasta-score score we ' in refused.err
    assert "table=50" in refused.err  # what opens by these rules


@pytest.mark.parametrize("words", ["we t100 anyway", "we t100 json foo", "we t100 dry_run", "we need how much?"])
def test_the_option_or_the_command_that_a_word_stands_for_is_proposed(words: str) -> None:
    assert run("score", *words.split()).code == 3
