"""House rules: keys of the rule file set to a table's own values, and what cannot be set."""

from pathlib import Path

import pytest
from support.wording import Case, Wording, load_wordings

from canasta_score import RuleError, load_variant
from canasta_score.rules.catalog.loading import load_with_overrides, read_with_overrides
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.schema.inheritance import effective_overrides, find_new_names, iter_settable_keys

pytestmark = pytest.mark.usefixtures("sentences")


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
    assert (played.game.target, played.game.hands, played.game.tie) == (None, 3, "play-on")


@pytest.mark.parametrize("order", [1, -1])
def test_a_target_and_hands_that_are_both_set_are_both_in_effect(order: int) -> None:
    keys, played = load_with_overrides("nvso", ["game.hands=3", "game.target=5000"][::order])
    assert (played.game.target, played.game.hands, played.game.tie) == (5000, 3, "shared")
    assert [*effective_overrides(keys, ["game.hands=3", "game.target=5000"])] == ["game.hands=3", "game.target=5000"]


def test_house_rules_are_laid_over_rules_that_were_played() -> None:
    values, _ = load_with_overrides("nvso", ["game.target=5000"])
    keys, played = read_with_overrides(values, ["bonuses.out.points=200"])
    assert (played.game.target, keys["game"]) == (5000, values["game"])
    assert [bonus.points for bonus in played.bonuses if bonus.name == "out"] == [200]


def test_house_rules_are_in_effect_where_the_rules_say_the_same() -> None:
    values, _ = load_with_overrides("nvso", ["game.target=5000"])
    assert [*effective_overrides(values, ["game.target=5000", "game.target=7000", "target"])] == ["game.target=5000"]


def test_without_house_rules_a_variant_is_as_it_is() -> None:
    assert load_with_overrides("nvso-tournament")[1] == load_variant("nvso-tournament")


def test_a_whole_list_can_be_set() -> None:
    _, played = load_with_overrides("nvso", ["need.steps=[{ need = 90 }, { at_least = 2000, need = 120 }]"])
    assert [step.need for step in played.need.steps] == [90, 120]


def test_points_of_each_three_fit_every_deck() -> None:
    _, played = load_with_overrides("hand-and-foot", ["deck.packs=6"])
    assert [color.values for color in played.threes.colors] == [tuple(range(100, 1300, 100))]


@pytest.mark.parametrize("case", load_wordings("house_rules", "refused"), ids=lambda case: " ".join(case["set"])[:60])
def test_a_key_that_is_no_house_rule_is_refused_with_a_remedy(case: Case, wording: Wording) -> None:
    with pytest.raises(RuleError) as caught:
        load_with_overrides("nvso", case["set"])
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.hint
    case.check(wording, str(caught.value))


@pytest.mark.parametrize("brackets", [40, 4000])
def test_deep_brackets_are_refused(brackets: int, wording: Wording) -> None:
    with pytest.raises(RuleError) as caught:
        load_with_overrides("nvso", ["a=" + "[" * brackets + "]" * brackets])
    wording.check_wording("house_rules", ["deep brackets", str(brackets)], str(caught.value))


@pytest.mark.parametrize("name", ["stuck-tens", "stuck-kings", "open-fives", "open-kings", "mess"])
def test_a_penalty_of_a_new_name_is_a_new_rule(name: str) -> None:
    _, played = load_with_overrides("nvso", [f"penalties.{name}.points=50"])
    assert [penalty.points for penalty in played.penalties if penalty.name == name] == [50]


def test_all_mistakes_are_listed_at_once() -> None:
    assert len(refused("game.target", "name=ours", "bonuses.out.points=200")) == 2
    assert len(refused("game.taget=1", "count.no_canasta=mius")) == 2


def test_a_house_rule_that_makes_the_rules_of_a_file_incomplete_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('extends = "nvso"\ntitle = "Ours"\n')
    with pytest.raises(RuleError) as caught:
        load_with_overrides(path, ["need.steps=[]"])
    first = caught.value.diagnostics[0]
    assert (first.file, first.where) == ("--set", "need.steps")


@pytest.mark.parametrize("override", ["bonuses.exact-cut=0", "bonuses.exact-cut.points=0"])
def test_a_label_instead_of_a_name_makes_no_new_bonus(override: str) -> None:
    with pytest.raises(RuleError) as caught:
        load_with_overrides("wca", [override])
    (diagnostic,) = caught.value.diagnostics
    assert '"bonuses.cut.points=0"' in diagnostic.hint


@pytest.mark.parametrize(
    ("variant", "override", "meant"),
    [
        ("good-sams", "bonuses.red-books.points=300", "canastas.natural.points"),
        ("good-sams", "penalties.red-book.points=300", "canastas.natural.points"),
        ("good-sams", "bonuses.black.points=300", "canastas.mixed.points"),
        ("hand-and-foot", "bonuses.clean.points=300", "canastas.natural.points"),
        ("hand-and-foot", "clean=600", "canastas.natural.points"),
        ("good-sams", "red-books.points=600", "canastas.natural.points"),
        ("hand-and-foot", "red-book.points=600", "canastas.natural.points"),
        ("hand-and-foot", "red books=600", "canastas.natural.points"),
        ("hand-and-foot", "black book=600", "canastas.mixed.points"),
        ("nvso", "red canastas=600", "canastas.natural.points"),
        ("nvso", "naturals=600", "canastas.natural.points"),
        ("nvso", "game.out.points=200", "bonuses.out.points"),
        ("hand-and-foot", "bonuses.red-threes.points=300", "threes.red"),
        ("nvso", "specials.sevens-canastas.points=3000", "canastas.sevens.points"),
        ("nvso", "penalties.natural.points=300", "canastas.natural.points"),
        ("nvso", 'bonuses.finish.label="Going out"', "bonuses.out.points"),
    ],
)
def test_what_an_item_is_called_makes_no_new_item(variant: str, override: str, meant: str) -> None:
    with pytest.raises(RuleError) as caught:
        load_with_overrides(variant, [override])
    (diagnostic,) = caught.value.diagnostics
    assert f'"{meant}' in diagnostic.hint


def test_a_number_for_several_rules_is_one_mistake() -> None:
    with pytest.raises(RuleError) as caught:
        load_with_overrides("hand-and-foot", ["canastas=600"])
    (sentence,) = caught.value.sentences
    assert sentence == "--set: canastas: has several rules; enter one of them, such as canastas.natural.points="


def test_house_rules_of_a_file_whose_tables_are_wrong_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('extends = "nvso"\ntitle = "Ours"\nthrees = 3\ncanastas = 4\n')
    with pytest.raises(RuleError):
        load_with_overrides(path, ["bonuses.finish.points=300"])


@pytest.mark.parametrize(
    ("house_rules", "added"),
    [
        (["bonuses.napkin.points=50"], [("bonuses", "napkin")]),
        (["bonuses.napkin.points=50", "bonuses.napkin.short=q"], [("bonuses", "napkin")]),
        (["penalties.late.points=10", "specials.dozen.points=900"], [("penalties", "late"), ("specials", "dozen")]),
        (["bonuses.out.points=200", "game.target=5000", "specials.opponents=nothing"], []),
    ],
)
def test_names_that_a_house_rule_adds(house_rules: list[str], added: list[tuple[str, str]]) -> None:
    values, changed = (load_with_overrides("nvso", rules)[0] for rules in ([], house_rules))
    assert sorted(find_new_names(values, changed)) == added


@pytest.mark.parametrize("rules", [["game.hands=3", "game.tie=play-on"], ["game.tie=play-on", "game.hands=3"]])
def test_the_order_of_house_rules_changes_no_rule(rules: list[str]) -> None:
    assert load_with_overrides("nvso", rules)[1].game.tie == "play-on"


@pytest.mark.parametrize("order", [1, -1])
def test_a_need_by_the_hand_takes_its_own_steps(order: int) -> None:
    rules = ["need.by=hand", "need.steps=[{ need = 50 }, { at_least = 2, need = 90 }]"]
    _, played = load_with_overrides("nvso", rules[::order])
    assert [(step.need, step.start) for step in played.need.steps] == [(50, None), (90, 2)]


@pytest.mark.parametrize(
    ("rules", "steps"),
    [(["need.by=total"], 3), (["need.by=hand", "need.steps=[{ need = 50 }]"], 1)],
)
def test_a_need_that_is_no_longer_the_higher_one_loses_its_steps_by_the_hand(rules: list[str], steps: int) -> None:
    higher, _ = load_with_overrides("nvso", ["need.by=higher", "need.hand_steps=[{ need = 130 }]"])
    _, played = read_with_overrides(higher, rules)
    assert (len(played.need.steps), played.need.hand_steps) == (steps, ())


def test_a_need_that_goes_by_what_it_went_by_keeps_its_steps() -> None:
    assert load_with_overrides("nvso", ["need.by=total"])[1].need == load_variant("nvso").need


def test_a_need_by_the_hand_without_steps_is_refused() -> None:
    with pytest.raises(RuleError) as caught:
        load_with_overrides("nvso", ["need.by=hand"])
    assert [(found.file, found.where) for found in caught.value.diagnostics] == [("--set", "need.steps")]


def test_the_keys_that_can_be_set_are_those_with_numbers() -> None:
    rules = {"title": "T", "game": {"target": 5000, "hands": [1, 2]}, "a": {"b": {"c": True, "d": -5, "e": ["x"]}}}
    rules["need"] = {"by": "hand", "steps": [{"need": 50}, {"at_least": 2, "canasta": "wild"}]}
    expected = [("game.target", "5000"), ("game.hands", "[1,2]"), ("a.b.c", "true"), ("a.b.d", "-5"), ("need", "50,0")]
    assert [*iter_settable_keys(rules)] == expected


@pytest.mark.parametrize(
    ("variant", "numbers", "steps"),
    [
        ("hand-and-foot", "50,100,120,150", [(None, 50), (2, 100), (3, 120), (4, 150)]),
        ("nvso", " 130, 160, 190", [(None, 130), (3000, 160), (5001, 190)]),
        ("nvso", "[130,160,190]", [(None, 130), (3000, 160), (5001, 190)]),
    ],
)
def test_the_need_can_be_set_with_a_number_for_each_step(
    variant: str, numbers: str, steps: list[tuple[int | None, int]]
) -> None:
    values, played = load_with_overrides(variant, [f"need={numbers}"])
    assert [(step.start, step.need) for step in played.need.steps] == steps
    assert [*effective_overrides(values, [f"need={numbers}"])] == [f"need={numbers}"]


@pytest.mark.parametrize(
    ("variant", "rule", "meant"),
    [
        ("hand-and-foot", "need.2=100", "need=50,100,120,150"),
        ("hand-and-foot", "need.1=60", "need=60,90,120,150"),
        ("hand-and-foot", "need=100", "need=50,100,120,150"),
        ("hand-and-foot", "need=50,100", "need=50,100,120,150"),
        ("hand-and-foot", "need.steps=[50,100,120,150]", "need=50,100,120,150"),
        ("hand-and-foot", "need.steps=50,100,120,150", "need=50,100,120,150"),
        ("hand-and-foot", "{hand=2,need=100}", "need=50,100,120,150"),
        ("hand-and-foot", "{at_least=2,need=100}", "need=50,100,120,150"),
        ("hand-and-foot", "need.5=200", "need=50,90,120,200"),
        ("nvso", "need.2=160", "need=125,160,180"),
        ("nvso", "need.3000=160", "need=125,160,180"),
        ("nvso", "need.5001=190", "need=125,155,190"),
        ("nvso", "need.4000=160", "need=125,160,180"),
        ("wca", "need.2=100", "need=125,100,180"),
        ("samba", "need.1=180", "need=180,50,90,120,150"),
        ("hand-and-foot", "need.4=120", "need=50,90,120,120"),
        ("hand-and-foot", "need=[180,50,50]", "need=50,50,120,180"),
        ("hand-and-foot", "need=[50,90,50]", "need=50,90,50,150"),
        ("cutthroat", "need=125,120", "need=15,50,120,125"),
        ("wca", "{at_least=3000,need=200}", "need=125,200,180"),
    ],
)
def test_a_single_step_of_the_need_is_answered_with_the_rule_that_sets_it(variant: str, rule: str, meant: str) -> None:
    with pytest.raises(RuleError) as caught:
        load_with_overrides(variant, [rule])
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.hint == f"enter --set {meant}"
    load_with_overrides(variant, [meant])


@pytest.mark.parametrize("rule", ["need=50,100,120,150,180", "need=much", "need=150", "need.7=120", "need.2=90"])
def test_numbers_that_change_no_step_are_answered_without_a_rule(rule: str) -> None:
    with pytest.raises(RuleError) as caught:
        load_with_overrides("hand-and-foot", [rule])
    (found,) = caught.value.diagnostics
    assert found.where == "need"
    assert "--set" not in found.hint


def test_a_need_in_short_is_refused_beside_another_basis() -> None:
    with pytest.raises(RuleError):
        load_with_overrides("hand-and-foot", ["need=50,90,120,150", "need.by=total"])


@pytest.mark.parametrize("steps", ["5", "[7]", '[{ need = "x" }]', "[{ need = 50 }, { need = 60 }]"])
def test_a_need_in_short_over_steps_that_are_wrong_is_refused(steps: str, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(f'extends = "nvso"\ntitle = "Ours"\nneed.steps = {steps}\n')
    with pytest.raises(RuleError):
        load_with_overrides(path, ["need.2=100"])


@pytest.mark.parametrize(
    "rule",
    [
        *("need.5=-5", "need.by=1", "need.steps=[{need=true}]", "need.steps=[{hand=2}]", "{}"),
        *("need.steps=[{need=50},{hand=2,need=100}]", "need.steps=[{at_least=155,need=200}]"),
    ],
)
def test_a_need_that_no_steps_can_have_is_left_to_the_reader(rule: str) -> None:
    with pytest.raises(RuleError) as caught:
        load_with_overrides("hand-and-foot", [rule])
    assert not any(found.hint.startswith("enter --set") for found in caught.value.diagnostics)
