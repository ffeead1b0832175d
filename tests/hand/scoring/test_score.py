"""Hands scored by the rules' text: each case names its rule and its source, and every line it gives."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from support.paths import DATA
from support.wording import Case, Wording, load_wordings

from canasta_score import SideScore, TallyError, load_variant, referee, score_hand
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.rules.model.facts import ScorePart

CASES = sorted((DATA / "scoring").glob("*/*.toml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_hand_is_scored_by_its_rule(path: Path) -> None:
    case = tomllib.loads(path.read_text())
    variant = load_variant(path.parent.name)
    sides = [key for key, value in case.items() if isinstance(value, dict)]
    facts = parse_tally(variant, case["tally"].split(), sides)
    assert case.keys() <= {"rule", "source", "tally", "irregular", *sides}
    score = score_hand(variant, facts)
    assert list(score.sides) == sides
    wrong = [line for side in sides for line in wrong_lines(side, case[side], score.sides[side])]
    expected = [f"irregular {problem}" for problem in case.get("irregular", [])]
    problems = [f"{problem.severity} {problem.side} {problem.fact}" for problem in find_problems(variant, facts)]
    wrong += [f"problems: {expected} expected, {problems} found"] if problems != expected else []
    if wrong:
        pytest.fail("\n  ".join([f"{path.relative_to(DATA)}: {case['rule']}", case["tally"], *wrong]), pytrace=False)


def wrong_lines(side: str, expected: Mapping[str, Any], score: SideScore) -> Iterator[str]:
    """Yield what is wrong in the score of a side, each wrong line beside the line that the case states."""
    lines = {line.fact: line.points for line in score.lines if line.part is not ScorePart.SET_ASIDE}
    set_aside = {f"{line.fact} (set aside)": 0 for line in score.lines if line.part is ScorePart.SET_ASIDE}
    totals = {"base": score.base, "count": score.count, "penalties": score.penalties, "total": score.total}
    stated = {f"the {name}": expected[name] for name in totals}
    stated |= expected["lines"] | {f"{name} (set aside)": 0 for name in expected.get("set_aside", [])}
    found = {f"the {name}": points for name, points in totals.items()} | lines | set_aside
    assert expected.keys() <= {*totals, "lines", "set_aside"}
    for name in {**stated, **found}:
        if stated.get(name) != found.get(name):
            yield f"{side}: {name}: {stated.get(name, 'no line')} expected, {found.get(name, 'no line')} scored"


def test_every_line_says_what_was_told_and_what_it_gives() -> None:
    hand = {"we": {"red": 3, "natural": 2, "table": 200, "hand": 30, "stuck-sevens": 1}}
    lines = score_hand(load_variant("nvso"), hand).sides["we"].lines
    assert [(line.part, line.fact, line.label, line.quantity, line.points) for line in lines] == [
        ("base", "red", "Red threes", 3, 500),
        ("base", "natural", "Natural canastas", 2, 1000),
        ("count", "table", "On the table", 200, 200),
        ("count", "hand", "Left in hand", 30, -30),
        ("penalties", "stuck-sevens", "Stuck with sevens", 1, -1500),
    ]


def test_three_sides_are_scored_side_by_side() -> None:
    hand = {"ann": {"natural": 2, "out": 1, "table": 90}, "bob": {"table": 50}, "cy": {"hand": 25}}
    score = score_hand(load_variant("nvso"), hand)
    assert {side: of_side.total for side, of_side in score.sides.items()} == {"ann": 1190, "bob": -50, "cy": -25}


def test_more_threes_than_the_packs_hold_count_as_all_of_them() -> None:
    score = score_hand(load_variant("nvso"), {"we": {"red": 5, "natural": 2, "table": 90}})
    assert score.sides["we"].base == 2000


@pytest.mark.parametrize("case", load_wordings("facts", "refused"), ids=lambda case: str(case["facts"]))
def test_facts_that_cannot_be_scored_are_refused(case: Case, wording: Wording) -> None:
    with pytest.raises(TallyError) as error:
        score_hand(load_variant("nvso"), {"we": case["facts"]})
    assert [(diagnostic.side, diagnostic.fact) for diagnostic in error.value.diagnostics] == [("we", case["fact"])]
    case.check(wording, str(error.value))


def test_a_base_given_directly_tells_whether_there_is_a_canasta() -> None:
    nvso = load_variant("nvso")
    hand = {"we": {"base": 300, "table": 60}, "they": {"base": -300, "table": 60}}
    score = score_hand(nvso, hand)
    assert (score.sides["we"].count, score.sides["they"].count) == (60, -60)


def test_a_variant_without_canastas_has_none_whatever_the_base(tmp_path: Path) -> None:
    bare = tmp_path / "bare.toml"
    bare.write_text(
        'extends = "nvso"\nwithout = ["canastas", "bonuses.out.needs"]\n[threes]\nsign_by = "melded"\nsign = ["plus"]\n'
    )
    assert score_hand(load_variant(bare), {"we": {"base": 100, "table": 60}}).sides["we"].count == -60


def test_threes_can_turn_by_having_melded_or_by_one_kind_of_canasta(tmp_path: Path) -> None:
    melded, sevens = tmp_path / "melded.toml", tmp_path / "sevens.toml"
    melded.write_text('extends = "nvso"\n[threes]\nsign_by = "melded"\nsign = ["minus", "plus"]\n')
    sevens.write_text('extends = "nvso"\n[threes]\nsign_by = "sevens"\nsign = ["minus", "plus"]\n')
    hand = {"we": {"red": 1, "table": 60}, "they": {"red": 1}, "others": {"red": 1, "sevens": 1, "table": 35}}
    by_melded = score_hand(load_variant(melded), hand).sides
    by_sevens = score_hand(load_variant(sevens), hand).sides
    assert [by_melded[side].base for side in hand] == [100, -100, 2600]
    assert [by_sevens[side].base for side in hand] == [-100, -100, 2600]


class TestATotal:
    """`total=` is the whole hand of a side."""

    def test_its_parts_are_not_known(self) -> None:
        score = score_hand(load_variant("nvso"), {"we": {"total": 2525}, "they": {"table": 160}})
        we = score.sides["we"]
        assert (we.base, we.count, we.penalties, we.total) == (None, None, None, 2525)
        assert [(line.part, line.fact, line.points) for line in we.lines] == [("total", "total", 2525)]
        assert score.sides["they"].total == -160

    def test_it_may_be_negative_or_zero(self) -> None:
        score = score_hand(load_variant("nvso"), {"we": {"total": -250}, "they": {"total": 0}})
        assert [side.total for side in score.sides.values()] == [-250, 0]
        assert score.sides["they"].base is None

    def test_a_special_hand_of_the_others_does_not_set_it_aside(self) -> None:
        score = score_hand(load_variant("wca"), {"we": {"straight": 1}, "they": {"total": 75}})
        assert score.sides["they"].total == 75

    @pytest.mark.parametrize("fact", ["red", "natural", "table", "base", "count", "extra", "penalty", "straight"])
    def test_nothing_stands_beside_it(self, fact: str) -> None:
        with pytest.raises(TallyError) as caught:
            score_hand(load_variant("nvso"), {"we": {"total": 500, fact: 5}, "they": {}})
        (problem,) = caught.value.diagnostics
        assert (problem.side, problem.fact) == ("we", fact)

    def test_a_rule_file_may_have_a_fact_of_that_name(self, tmp_path: Path) -> None:
        (tmp_path / "old.toml").write_text('extends = "nvso"\nname = "old"\n[bonuses.total]\npoints = 25\n')
        score = score_hand(load_variant(tmp_path / "old.toml"), {"we": {"total": 1, "table": 160}, "they": {}})
        assert (score.sides["we"].base, score.sides["we"].total) == (25, -135)

    @pytest.mark.parametrize(("total", "impossible"), [(2525, False), (2527, True), (-5, False), (-3, True)])
    def test_every_score_is_a_multiple_of_five(self, total: int, *, impossible: bool) -> None:
        problems = referee(load_variant("nvso"), {"we": {"total": total}, "they": {"hand": 5}})
        assert [(problem.severity, problem.fact) for problem in problems] == [("impossible", "total")] * impossible


@pytest.mark.parametrize("name", ["extra", "penalty"])
def test_a_rule_file_may_give_an_adjustment_another_meaning(name: str, tmp_path: Path) -> None:
    (tmp_path / "old.toml").write_text(f'extends = "nvso"\nname = "old"\n[bonuses.{name}]\npoints = 70\n')
    variant = load_variant(tmp_path / "old.toml")
    assert score_hand(variant, {"we": {name: 1}, "they": {}}).sides["we"].base == 70
    assert name not in {adjustment.name for adjustment in variant.adjustments}
