"""The same hand by other rules: each case names what the rules differ in, and every figure by each of them."""

import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.command_line import run_json, run_ok
from support.paths import DATA
from support.samples import sample_then_slow
from support.strategies.hands import WAYS, Side, Table, Way, bonuses_of, makes, told_of
from support.wording import Case, Wording, load_cases

from canasta_score import load_variant, referee, score_hand
from canasta_score.hand.comparison.compare import ComparedSide, compare_hand
from canasta_score.hand.comparison.matching import filter_known_facts, merge_vocabularies
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.tally.parser import parse_named_cards, parse_tally
from canasta_score.report.labels import list_figures
from canasta_score.rules.model.variant import Variant

CASES = sorted((DATA / "by-other-rules").glob("*.toml"))
REMEDIES = load_cases(DATA / "by-other-rules" / "remedies" / "all.toml", "case")
NOT_KNOWN = "cannot be known"
TELL_NONE = re.compile(r"tell ([a-z-]+)=0 if there was none")
PAIRS = [
    *(("nvso", "wca"), ("wca", "nvso"), ("nvso", "plain"), ("plain", "nvso"), ("wca", "plain"), ("plain", "wca")),
    *(("bolivia", "samba"), ("samba", "bolivia"), ("bolivia", "nvso"), ("nvso", "bolivia"), ("classic", "nvso")),
    *(("hand-and-foot", "good-sams"), ("good-sams", "hand-and-foot"), ("hand-and-foot", "catawba")),
    *(
        ("catawba", "hand-and-foot"),
        ("samba", "hand-and-foot"),
        ("nvso", "hand-and-foot"),
        ("classic", "pennies-from-heaven"),
    ),
]
OWN = ("score", "-v", "nvso,mine.toml")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_hand_is_scored_by_each_rule_as_far_as_it_is_told(path: Path, own_variants: Path) -> None:
    case, variants, facts, cards = case_of(path, own_variants)
    assert not [one for one in referee(variants[0], known_to(variants[0], facts)) if one.is_impossible]
    expected = {
        name: {side: {**scores, "unknown": scores.get("unknown", [])} for side, scores in sides.items()}
        for name, sides in case["by"].items()
    }
    by_rules = compare_hand(variants, facts, cards)
    assert {one.variant.name: {side: shown(of) for side, of in one.sides.items()} for one in by_rules} == expected


@pytest.mark.parametrize("path", sample_then_slow(CASES, every=4), ids=lambda path: path.stem)
def test_what_it_comes_to_if_there_was_none_is_what_it_comes_to_when_that_is_told(
    path: Path, own_variants: Path
) -> None:
    _, variants, facts, cards = case_of(path, own_variants)
    for place, one in enumerate(compare_hand(variants, facts, cards)):
        for side, scores in one.sides.items():
            not_entered = [word for unknown in scores.unknown for word in TELL_NONE.findall(unknown.message)]
            completed = {**facts, side: {**facts[side], **dict.fromkeys(not_entered, 0)}}
            known = compare_hand(variants, completed, cards)[place].sides[side]
            assert scores.get_figures(if_none=True) == known.get_figures(if_none=True)


def test_the_published_hand_by_other_rules() -> None:
    tally = "we red=3 black=2 natural=2 mixed=1 out table=325 they red=1 black=2 natural=1 mixed=3 table=305 hand=30"
    variants = [load_variant(name) for name in ("nvso", "wca")]
    totals = [
        (scores.get_figures()["total"], scores.get_figures(if_none=True)["total"])
        for one in compare_hand(variants, parse_tally(variants[0], tally.split()))
        for scores in one.sides.values()
    ]
    assert totals == [(2525, 2525), (2075, 2075), (None, 2625), (None, 2075)]
    assert "2,625 if none" in run_ok("score", "-v", "nvso,wca", *tally.split())


@pytest.mark.parametrize("case", REMEDIES, ids=lambda case: f"{case['rules']} {case['they']}")
def test_what_is_missing_is_listed_with_the_item_that_would_settle_it(case: Case, wording: Wording) -> None:
    variants = [load_variant(name) for name in case["rules"].split(",")]
    words = merge_vocabularies(variants), f"we they {case['they']}".split()
    by_rules = compare_hand(variants, parse_tally(*words), parse_named_cards(*words))[1]
    case.check(wording, [one.message for one in by_rules.sides["they"].unknown])


def test_cards_that_are_named_count_by_every_rule_at_the_command_line() -> None:
    hand = "we natural=1 table=7x9 they hand=2x9+1x3".split()
    variants = run_json("score", "-v", "hand-and-foot,good-sams", *hand, "--json")["variants"]
    counts = {name: [side["count"] for side in one["sides"].values()] for name, one in variants.items()}
    assert counts == {"hand-and-foot": [70, -25], "good-sams": [35, -10]}


def case_of(path: Path, folder: Path) -> tuple[dict[str, Any], list[Variant], HandFacts, Any]:
    """Read a case, write its own rule files into a folder, and read its tally: the rules, the facts and the cards."""
    case = tomllib.loads(path.read_text())
    for name, text in case.get("files", {}).items():
        (folder / f"{name}.toml").write_text(text)
    variants = [load_variant(name) for name in case["rules"]]
    words = merge_vocabularies(variants), case["tally"].split()
    return case, variants, parse_tally(*words), parse_named_cards(*words)


def known_to(variant: Variant, facts: HandFacts) -> HandFacts:
    """Return the facts that some rules know."""
    return {side: filter_known_facts(variant, side_facts) for side, side_facts in facts.items()}


def shown(scores: ComparedSide) -> dict[str, object]:
    """Return what a side scores as a case states it."""
    figures = {name: NOT_KNOWN if points is None else points for name, points in scores.get_figures().items()}
    return {**figures, "unknown": sorted(item.fact for item in scores.unknown)}


def test_a_word_that_only_the_others_know_keeps_its_letter_where_that_is_free(own_variants: Path) -> None:
    (own_variants / "ours.toml").write_text('extends = "nvso"\n[bonuses.cut]\npoints = 100\nshort = "c"\n')
    (own_variants / "theirs.toml").write_text(
        'extends = "nvso"\n[bonuses.out]\nshort = "x"\n[bonuses.turn]\npoints = 100\nshort = "o"\n'
    )
    words = merge_vocabularies([load_variant(name) for name in ("nvso", "ours", "theirs")])
    assert parse_tally(words, "we c1 turn=1 o they".split()) == {"we": {"cut": 1, "turn": 1, "out": 1}, "they": {}}


def test_what_only_a_third_knows_is_in_the_rules_of_neither_other() -> None:
    variants = [load_variant(name) for name in ("nvso", "nvso-tournament", "wca")]
    by_rules = compare_hand(variants, {"we": {"cut": 1, "natural": 1, "table": 60}, "they": {}})
    assert [one.sides["we"].facts_not_in_rules for one in by_rules] == [[("Exact cut", 1)], [("Exact cut", 1)], []]


def test_more_canastas_than_can_be_gone_through_are_not_known() -> None:
    """Forty clean and forty dirty canastas, taken with --anyway: the clean ones may be of aces, of sevens or others."""
    facts = {"we": {"natural": 40, "mixed": 40, "table": 9000}, "they": {}}
    we = compare_hand([load_variant("catawba"), load_variant("nvso")], facts)[1].sides["we"]
    figures = we.get_figures()
    assert (figures["base"], figures["total"]) == (None, None)
    assert "natural" in [item.fact for item in we.unknown]


def test_a_word_that_means_another_thing_by_the_first_rules_does_not_tell(own_variants: Path) -> None:
    (own_variants / "cutters.toml").write_text('extends = "nvso"\n[penalties.cut]\npoints = 50\n')
    variants = [load_variant("cutters"), load_variant("wca")]
    we = compare_hand(variants, {"we": {"cut": 1, "natural": 1, "table": 60}, "they": {}})[1].sides["we"]
    assert [item.fact for item in we.unknown] == ["cut"]
    assert we.facts_not_in_rules == [("Cut", 1)]


def test_threes_in_hand_that_cannot_be_are_left_out_where_no_penalty_asks_for_them(own_variants: Path) -> None:
    red = '[penalties.red-in-hand]\npoints = 100\nwhere = "hand"\nof = "red three"\n'
    (own_variants / "both.toml").write_text(f'extends = "nvso"\n{red}')
    (own_variants / "neither.toml").write_text('extends = "nvso"\nwithout = ["penalties.threes-in-hand"]\n')
    variants = [load_variant("both"), load_variant("neither")]
    facts = {"we": {"natural": 1, "table": 60, "red-in-hand": 2, "threes-in-hand": 0}, "they": {}}
    assert compare_hand(variants, facts)[1].sides["we"].get_figures()["penalties"] == 0


def test_a_copy_of_the_same_name_and_title_is_told_apart_by_its_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine, too.toml"
    mine.write_text('extends = "nvso"\nname = "nvso"\ntitle = "NVSO Canasta"\n[bonuses.out]\npoints = 150\n')
    hand = "we out natural=2 table=100 they natural=1 table=60".split()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        assert run_ok("score", "-v", "mine, too.toml", *hand).startswith("NVSO Canasta\n")
        mine.rename(tmp_path / "mine.toml")
        totals = {
            name: one["sides"]["we"]["total"] for name, one in run_json(*OWN, *hand, "--json")["variants"].items()
        }
        assert totals == {"nvso": 1200, "mine.toml": 1250}
        assert "NVSO Canasta (nvso)   NVSO Canasta (mine.toml)" in run_ok(*OWN, *hand)


class Even(Random):
    """Leaves nothing to chance where cards are told: what lies there is told, and nothing else."""

    def random(self) -> float:
        return 0.5


@given(pair=st.sampled_from(PAIRS), way=WAYS, seed=st.integers(0, 2**32 - 1))
def test_what_is_known_by_other_rules_is_what_the_same_cards_come_to(
    plain: Variant, pair: tuple[str, str], way: Way, seed: int
) -> None:
    """Deal and play a hand by the first rules, and have its cards counted by both."""
    first, other = (plain if name == "plain" else load_variant(name) for name in pair)
    table = Table(first, way, Random(seed))
    table.play()
    sides = dict(zip(("we", "they", "others"), table.sides, strict=False))
    assume(all(is_told_by(variant, side) for variant in (first, other) for side in sides.values()))
    first_facts, other_facts = (counted_by(variant, sides) for variant in (first, other))
    converted = compare_hand([first, other], first_facts)[1].sides
    for name, score in score_hand(other, other_facts).sides.items():
        figures = converted[name].get_figures()
        for part, points in list_figures(score).items():
            assert figures[part] in (None, points), (part, first_facts, other_facts)
        assert set(converted[name].known_lines) <= set(score.lines)
        assert bool(converted[name].unknown) == (figures["total"] is None)


def is_told_by(variant: Variant, side: Side) -> bool:
    """Return whether some rules have every canasta and special hand of a side."""
    canastas = [any(makes(meld, kind) for kind in variant.canastas) for meld in side.melds if meld.is_canasta]
    return all(canastas) and side.special in ("", *(hand.name for hand in variant.specials.hands))


def counted_by(variant: Variant, sides: dict[str, Side]) -> HandFacts:
    """Count the cards of all sides by some rules."""
    even = Even()
    return {
        name: told_of(variant, side, even) | bonuses_of(variant, side, even, cut=False) for name, side in sides.items()
    }


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    """Return simple rules: no wild canastas, and natural canastas of any rank."""
    file = tmp_path_factory.mktemp("plain") / "plain.toml"
    case = tomllib.loads((CASES[0].parent / "aces-are-natural.toml").read_text())
    file.write_text(case["files"]["plain"])
    return load_variant(file)


@pytest.mark.parametrize(("columns", "widest"), [("80", 80), ("60", 60), ("40", 42)])
def test_three_variants_fit_the_terminal(columns: str, widest: int) -> None:
    hand = "we red=3 out natural=2 table=100 they natural=1 table=60 threes-in-hand=2 pairs=0".split()
    shown_there = run_ok("score", "-v", "nvso,wca,catawba", *hand, COLUMNS=columns)
    assert max(map(len, shown_there.splitlines())) <= widest
    assert shown_there.count("Catawba Canasta") >= 2


def test_a_stated_total_is_unknown_by_other_rules() -> None:
    shown = run_json("score", "-v", "nvso,wca", *"we total=2525 they n1 t160 h5 --json".split())
    we = {name: rules["sides"]["we"] for name, rules in shown["variants"].items()}
    assert {name: side["total"] for name, side in we.items()} == {"nvso": 2525, "wca": None}
    assert [side["base"] for side in we.values()] == [None, None]
    assert [unknown["fact"] for unknown in we["wca"]["unknown"]] == ["total"]
