"""The same hand by other rules: each case names what the rules differ in, and every figure by each of them."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support.command_line import run, run_json, run_ok
from support.paths import DATA
from support.samples import sample_then_slow
from support.wording import Case, Wording, load_cases

from canasta_score import load_variant, referee
from canasta_score.hand.comparison.compare import ComparedSide, compare_hand
from canasta_score.hand.comparison.vocabularies import filter_known_facts, merge_vocabularies
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.rules.model.variant import Variant

CASES = sorted((DATA / "by-other-rules").glob("*.toml"))
REMEDIES = load_cases(DATA / "by-other-rules" / "remedies" / "all.toml", "case")
NOT_KNOWN = "cannot be known"
TELL_NONE = re.compile(r"tell ([a-z-]+)=0 if there was none")
OWN = ("score", "-v", "nvso,mine.toml")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_hand_is_scored_by_each_rule_as_far_as_it_is_told(path: Path, own_variants: Path) -> None:
    case, variants, facts = case_of(path, own_variants)
    assert not [one for one in referee(variants[0], known_to(variants[0], facts)) if one.is_impossible]
    expected = {
        name: {side: {**scores, "unknown": scores.get("unknown", [])} for side, scores in sides.items()}
        for name, sides in case["by"].items()
    }
    by_rules = compare_hand(variants, facts)
    assert {one.variant.name: {side: shown(of) for side, of in one.sides.items()} for one in by_rules} == expected


@pytest.mark.parametrize("path", sample_then_slow(CASES, every=4), ids=lambda path: path.stem)
def test_what_it_comes_to_if_there_was_none_is_what_it_comes_to_when_that_is_told(
    path: Path, own_variants: Path
) -> None:
    _, variants, facts = case_of(path, own_variants)
    for place, one in enumerate(compare_hand(variants, facts)):
        for side, scores in one.sides.items():
            not_entered = [word for unknown in scores.unknown for word in TELL_NONE.findall(unknown.message)]
            completed = {**facts, side: {**facts[side], **dict.fromkeys(not_entered, 0)}}
            known = compare_hand(variants, completed)[place].sides[side]
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
    by_rules = compare_hand(variants, parse_tally(*words))[1]
    case.check(wording, [one.message for one in by_rules.sides["they"].unknown])


def test_cards_that_are_named_count_by_every_rule_at_the_command_line() -> None:
    hand = "we natural=1 table=7x9 they hand=2x9+1x3".split()
    variants = run_json("score", "-v", "hand-and-foot,good-sams", *hand, "--json")["variants"]
    counts = {name: [side["count"] for side in one["sides"].values()] for name, one in variants.items()}
    assert counts == {"hand-and-foot": [70, -25], "good-sams": [35, -10]}


def case_of(path: Path, folder: Path) -> tuple[dict[str, Any], list[Variant], HandFacts]:
    """Read a case, write its own rule files into a folder, and read its tally: the rules and the facts."""
    case = tomllib.loads(path.read_text())
    for name, text in case.get("files", {}).items():
        (folder / f"{name}.toml").write_text(text)
    variants = [load_variant(name) for name in case["rules"]]
    words = merge_vocabularies(variants), case["tally"].split()
    return case, variants, parse_tally(*words)


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


def test_a_letter_of_the_second_rules_is_not_one_of_the_third(own_variants: Path) -> None:
    for name in ("ours", "theirs"):
        bonus = f'[bonuses.of-{name}]\npoints = 100\nshort = "x"\n'
        (own_variants / f"{name}.toml").write_text(f'extends = "nvso"\n{bonus}')
    words = merge_vocabularies([load_variant(name) for name in ("nvso", "ours", "theirs")])
    assert [words.facts[name].short_name for name in ("of-ours", "of-theirs")] == ["x", ""]


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


def test_threes_on_the_table_of_the_other_side_tell_which_threes_are_in_hand(own_variants: Path) -> None:
    colors = {"red": 100, "black": 30}  # what a three of each color costs
    apart = [f'[penalties.{c}-in-hand]\npoints = {p}\nwhere = "hand"\nof = "{c} three"\n' for c, p in colors.items()]
    (own_variants / "apart.toml").write_text('extends = "neither"\n' + "".join(apart))
    (own_variants / "neither.toml").write_text('extends = "nvso"\nwithout = ["penalties.threes-in-hand"]\n')
    variants = [load_variant("nvso"), load_variant("apart")]
    for reds, penalties in ((4, -30), (3, None)):  # two packs have four red threes
        facts = {
            "we": {"natural": 1, "table": 60, "threes-in-hand": 1},
            "they": {"natural": 1, "table": 60, "red": reds},
        }
        assert compare_hand(variants, facts)[1].sides["we"].get_figures()["penalties"] == penalties


def test_of_two_penalties_for_black_threes_only_the_first_is_asked_for(own_variants: Path) -> None:
    stray = '[penalties.stray]\npoints = 50\nwhere = "hand"\nof = "black three"\n'
    (own_variants / "ours.toml").write_text(f'extends = "bolivia"\n{stray}')
    variants = [load_variant("samba"), load_variant("ours")]
    we = compare_hand(variants, {"we": {"natural": 1, "table": 100, "hand": 40}, "they": {}})[1].sides["we"]
    (message,) = (item.message for item in we.unknown if item.fact == "hand")
    assert message.endswith("; enter black-in-hand=0 if there were none")


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


@pytest.mark.parametrize(
    ("rules", "tally", "side", "fact"),
    [
        ("classic,two-handed", "we n1 o t200 they h20", "we", "out"),
        ("nvso,wca", "we n2 o t200 open-aces they h20", "we", "out"),
        ("nvso,catawba", "we n2 m2 o t400 they h20", "we", "out"),
        ("wca,modern-american", "we straight t100 they h20", "we", "straight"),
        ("classic,samba", "we n2 o t200 they h20", "we", ""),
        ("nvso,classic", "we aces=1 o t200 they h20", "we", ""),
    ],
)
def test_what_only_the_second_rules_forbid_is_a_warning_of_theirs(rules: str, tally: str, side: str, fact: str) -> None:
    """For two players, two canastas; no open aces; three clean and four dirty; no special hand after a meld."""
    by_rules = run_json("score", "-v", rules, *tally.split(), "--json")["variants"]
    found = {
        name: [(problem["side"], problem["fact"]) for problem in one["problems"]] for name, one in by_rules.items()
    }
    second = rules.split(",")[1]
    assert set(found[second]) == ({(side, fact)} if fact else set())


def test_a_warning_of_the_second_rules_names_them() -> None:
    hand = "we n1 o t200 they h20".split()
    warned = run("score", "-v", "classic,two-handed", *hand).err
    assert "warning: Two-handed Canasta: going out needs 2 canastas, but We had 1" in warned
    once = run("score", "-v", "nvso,modern-american", *hand).err
    assert once.count("going out needs 2 canastas") == 1


GARBAGE = {
    "other-name": '[specials.heap]\ncards = ["3xnatural", "4xnatural", "3xnatural", "4xnatural/three"]',
    "two-forms": '[specials.garbage]\ncards = ["8xthree", "or", "4xnatural", "4xnatural", "3xnatural/2", "3xnatural"]',
    "not-said": "[specials.garbage]",
    "more-cards": '[specials.garbage]\ncards = ["4xnatural", "4xnatural", "3xnatural", "3xnatural", "2xA"]',
    "twice": '[specials.heap]\ncards = ["3xnatural", "4xnatural", "3xnatural", "4xnatural"]\npoints = 1000\n'
    '[specials.pile]\ncards = ["3xnatural", "4xnatural", "3xnatural", "4xnatural"]',
}


@pytest.mark.parametrize(
    ("name", "total", "back"),
    [
        ("other-name", 1000, None),
        ("two-forms", 1000, None),
        ("not-said", None, None),
        ("more-cards", None, None),
        ("twice", None, 2000),
    ],
)
def test_a_special_hand_is_found_by_its_cards(
    own_variants: Path, name: str, total: int | None, back: int | None
) -> None:
    head = 'extends = "nvso"\nwithout = ["specials.garbage"]\n'
    (own_variants / f"{name}.toml").write_text(f"{head}{GARBAGE[name]}\npoints = 1000\n")
    nvso, other = load_variant("nvso"), load_variant(name)
    we = compare_hand([nvso, other], {"we": {"garbage": 1}, "they": {}})[1].sides["we"]
    assert (we.get_figures()["total"], [*we.facts_not_in_rules]) == (total, [])
    named = other.specials.hands[-1].name
    there = compare_hand([other, nvso], {"we": {named: 1}, "they": {}})[1].sides["we"]
    assert there.get_figures()["total"] == back


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("garbage", "the cards of garbage can be different in NVSO Canasta"),
        ("heap", "garbage is not a special hand in these rules"),
    ],
)
def test_why_a_special_hand_cannot_be_scored(own_variants: Path, name: str, reason: str) -> None:
    cards = 'cards = ["4xnatural", "4xnatural", "3xnatural", "3xnatural", "2xA"]'
    text = f'extends = "nvso"\nwithout = ["specials.garbage"]\n[specials.{name}]\npoints = 1000\n{cards}\n'
    (own_variants / "ours.toml").write_text(text)
    rules = load_variant("nvso"), load_variant("ours")
    (item,) = compare_hand(rules, {"we": {"garbage": 1}, "they": {}})[1].sides["we"].unknown
    assert item.message == f"the hand cannot be scored, because {reason}"


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
