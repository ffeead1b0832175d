"""House rules: keys of the rule file set to a table's own values, and what cannot be set."""

from pathlib import Path

import pytest

from canasta_score import RuleError, load_variant
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.game_end import TieRule


def refused(*texts: str) -> list[str]:
    with pytest.raises(RuleError) as caught:
        load_with_overrides("nvso", texts)
    return list(caught.value.sentences)


def test_house_rules_are_laid_over_the_variant_and_all_else_stays() -> None:
    keys, played = load_with_overrides("wca", ["game.target=5000", "bonuses.out.points = 100", "cards.2=25"])
    usual = load_variant("wca")
    assert (played.game.target, played.facts["out"].name, played.deck.points[Rank.TWO]) == (5000, "out", 25)
    assert [bonus.points for bonus in played.bonuses if bonus.name == "out"] == [100]
    assert (played.name, played.title, played.canastas, played.specials) == (
        usual.name, usual.title, usual.canastas, usual.specials,
    )  # fmt: skip
    assert keys["game"] == {"target": 5000, "tie": "play-on"}
    assert not {"extends", "without"} & keys.keys()


def test_a_word_needs_no_quotes_and_hands_take_the_place_of_the_target() -> None:
    _, played = load_with_overrides("nvso", ["game.hands=3", "game.tie=play-on"])
    assert (played.game.target, played.game.hands, played.game.tie) == (None, 3, TieRule.PLAY_ON)


def test_without_house_rules_a_variant_is_as_it_is() -> None:
    assert load_with_overrides("nvso-tournament")[1] == load_variant("nvso-tournament")


def test_a_whole_list_can_be_set() -> None:
    _, played = load_with_overrides("nvso", ["need.steps=[{ need = 90 }, { at_least = 2000, need = 120 }]"])
    assert [step.need for step in played.need.steps] == [90, 120]


NO_RULE = "is no house rule; write a key of the rule file, = and its value, such as game.target=5000"
NOT_SET = "is no rule of the game; write a rule file for that: see variants/README.md"
DIGITS = "write it in plain digits, such as 500"
NEARLY = "penalties.{}: unknown key; did you mean 'penalties.{}.points'?"
TOO_DEEP = "is nested too deep; no rule needs more than a few brackets in one another"


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (["game.taget=5000"], "game.taget: unknown key; did you mean 'target'?"),
        (["gaem.target=5000"], "gaem: unknown key; did you mean 'game'?"),
        (["game.target=much"], f"game.target: must be a whole number, not the text 'much'; {DIGITS}"),
        (["game.target"], f"'game.target' {NO_RULE}"),
        (["=5"], f"'=5' {NO_RULE}"),
        (["game.target=5\ngame.hands=3"], f"'game.target=5\\ngame.hands=3' {NO_RULE}"),
        (['game.target="'], f"'game.target=\"' {NO_RULE}"),
        (["title=Ours"], f"'title' {NOT_SET}"),
        (['"name"="ours"'], f"'\"name\"' {NOT_SET}"),
        (["extends=wca"], f"'extends' {NOT_SET}"),
        (["game.target=1", "game.target=2"], "'game.target' is set twice; set it once"),
        (
            ["game.hands=3", "game.target=2"],
            "'game.target' is set beside 'game.hands', which it takes the place of; set one of the two",
        ),
        (["out=200"], "out: unknown key; did you mean 'bonuses.out.points'?"),
        (["going-out=200"], "going-out: unknown key; did you mean 'bonuses.out.points'?"),
        (["bonuses.out=200"], "bonuses.out: must be a table, not 200; write bonuses.out.points=200"),
        (
            ["bonuses.points=250"],
            "bonuses.points: must be a table, not 250; write it behind a name, such as bonuses.out.points=250",
        ),
        (["target=5000"], "target: unknown key; did you mean 'game.target'?"),
        (["bonuses.out.points=-200"], "bonuses.out.points: -200 is out of range; write it without the minus: 200"),
        (["penalties.threes-in-hands.points=50"], NEARLY.format("threes-in-hands", "threes-in-hand")),
        (["penalties.stuck-ace.points=5"], NEARLY.format("stuck-ace", "stuck-aces")),
        (["penalties.stuck_aces.max=1"], NEARLY.format("stuck_aces", "stuck-aces").replace("points", "max")),
        (["bonuses.outt.points=5"], "bonuses.outt: unknown key; did you mean 'bonuses.out.points'?"),
        (["a=" + "[" * 40 + "]" * 40], TOO_DEEP),
        (["a=" + "[" * 4000 + "]" * 4000], "a: unknown key; did you mean 'aliases'?"),
    ],
)
def test_what_is_no_house_rule_is_refused_with_a_remedy(texts: list[str], sentence: str) -> None:
    assert refused(*texts) == [f"--set: {sentence}"]


@pytest.mark.parametrize("name", ["stuck-tens", "stuck-kings", "open-fives", "open-kings", "mess"])
def test_a_thing_of_another_name_is_a_new_rule(name: str) -> None:
    _, played = load_with_overrides("nvso", [f"penalties.{name}.points=50"])
    assert [penalty.points for penalty in played.penalties if penalty.name == name] == [50]


def test_all_mistakes_are_told_at_once() -> None:
    assert len(refused("game.target", "name=ours", "bonuses.out.points=200")) == 2
    assert len(refused("game.taget=1", "count.no_canasta=mius")) == 2


def test_a_house_rule_that_leaves_the_rules_of_a_file_wanting_names_both(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('extends = "nvso"\ntitle = "Ours"\n')
    with pytest.raises(RuleError, match="says no need") as caught:
        load_with_overrides(path, ["need.steps=[]"])
    assert caught.value.sentences[0].startswith("--set: need.steps: says no need")
