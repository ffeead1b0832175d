"""Hands and openings by small rule files, each for one key: what the key says is reckoned by hand.

A file of `data/rules` has the rule in words and the rule file. A `hand` states a tally, the points of every line of
each side, and every problem; `why` is what the explanation says of some lines. An `opening` states what is laid down
at a need, and all that is said of it.
"""

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from support.command_line import run_json, run_ok
from support.paths import DATA
from support.wording import Case, Wording, load_cases

from canasta_score import Variant, check_opening, find_opening, load_variant, score_hand
from canasta_score.hand.opening.cards import parse_card_groups
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.rules.diagnostics import Severity
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.cards import NATURAL_RANKS, WILD_RANKS, Rank
from canasta_score.rules.model.facts import ScorePart

FILES = sorted((DATA / "rules").glob("*.toml"))
KEYS = {"rule", "file", "hand", "opening"}
OF_A_HAND = {"tally", "we", "they", "problems", "why"}
OF_AN_OPENING = {"need", "canasta", "pile", "groups", "opens", "points", "each", "lacks_canasta", "faults", "problems"}


FOR_EACH_FILE = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def cases_of(path: Path, kind: str, folder: Path) -> Iterator[tuple[Path, Case]]:
    """Yield the cases of a kind in a file, each with its rule file; a key that is misspelled would state nothing."""
    of_file = tomllib.loads(path.read_text(encoding="utf-8"))
    assert of_file.keys() <= KEYS
    rule_file = house(of_file["file"], folder)
    for case in load_cases(path, kind):
        assert case.values.keys() <= OF_A_HAND | OF_AN_OPENING
        yield rule_file, case


def beginnings(texts: Sequence[str]) -> list[str]:
    """Return what stands before the wording of each text: the severity of a problem, the number of a group."""
    return [text.partition(": ")[0] for text in texts]


def house(text: str, folder: Path) -> Path:
    """Write a rule file."""
    file = folder / "house.toml"
    file.write_text(text, encoding="utf-8")
    return file


@FOR_EACH_FILE
def test_a_hand_is_scored_and_judged_as_the_key_says(path: Path, tmp_path: Path, wording: Wording) -> None:
    for rule_file, case in cases_of(path, "hand", tmp_path):
        assert_hand_is_scored(load_variant(rule_file), case, wording)


def assert_hand_is_scored(variant: Variant, case: Case, wording: Wording) -> None:
    facts = parse_tally(variant, case["tally"].split())
    score = score_hand(variant, facts)
    lines = {
        side: {line.fact: line.points for line in of_side.lines if line.part is not ScorePart.SET_ASIDE}
        for side, of_side in score.sides.items()
        if facts[side]
    }
    assert lines == {side: case[side] for side in ("we", "they") if side in case.values}
    assert {side: score.sides[side].total for side in lines} == {side: sum(case[side].values()) for side in lines}
    problems = find_problems(variant, facts)
    assert [problem.severity for problem in problems] == beginnings(case.get("problems", []))
    case.check(wording, [f"{problem.severity}: {problem}" for problem in problems], "problems")


@FOR_EACH_FILE
def test_the_explanation_says_which_rule_gave_a_line(path: Path, tmp_path: Path, wording: Wording) -> None:
    for rule_file, case in cases_of(path, "hand", tmp_path):
        if case.get("why"):
            assert_explanation_names_rules(rule_file, case, tmp_path, wording)


def assert_explanation_names_rules(rule_file: Path, case: Case, folder: Path, wording: Wording) -> None:
    ledger = str(folder / "canasta.toml")
    Path(ledger).unlink(missing_ok=True)
    run_ok("new", "-l", ledger, "-v", str(rule_file))
    run_ok("add", "-l", ledger, *case["tally"].split())
    sides = run_json("explain", "-l", ledger, "--json")["sides"]
    explanation = " ".join(run_ok("explain", "-l", ledger).split())
    for side, facts in case["why"].items():
        rules = {line["fact"]: line["rule"] for line in sides[side]["lines"]}
        for fact in facts:
            case.check(wording, rules[fact], "why", side, fact)
            assert rules[fact] in explanation


def kind_of(variant: Variant, name: str | None) -> Canasta | None:
    """Return a kind of canasta by its name, or None for no name."""
    return next(canasta for canasta in variant.canastas if canasta.name == name) if name else None


@FOR_EACH_FILE
def test_an_opening_is_judged_as_the_key_says(path: Path, tmp_path: Path, wording: Wording) -> None:
    for rule_file, case in cases_of(path, "opening", tmp_path):
        assert_opening_is_judged(load_variant(rule_file), case, wording)


def assert_opening_is_judged(variant: Variant, case: Case, wording: Wording) -> None:
    groups, asked = parse_card_groups(case["groups"]), kind_of(variant, case.get("canasta"))
    opening = check_opening(variant, case["need"], groups, case.get("pile"), asked)
    faults = [f"{number}: {fault}" for number, group in enumerate(opening.groups, 1) for fault in group.problems]
    assert {
        "opens": opening.opens,
        "points": opening.points,
        "each": [f"{group.points} {group.kind or 'none'}" for group in opening.groups],
        "lacks_canasta": bool(opening.missing_canasta),
    } == {
        "opens": case["opens"],
        "points": case["points"],
        "each": case["each"],
        "lacks_canasta": case.get("lacks_canasta", False),
    }
    assert beginnings(faults) == beginnings(case.get("faults", []))
    case.check(wording, faults, "faults")
    case.check(wording, opening.problems, "problems")
    assert opening.opens == (not faults and not opening.problems)
    assert opening.missing_canasta in {"", *opening.problems}
    assert opening.pile is None
    assert opening.legal == (not faults and not opening.legality_problems)


def test_a_sequence_has_natural_cards_alone() -> None:
    samba = next(canasta.cards for canasta in load_variant("samba").canastas if canasta.name == "samba")
    assert (samba.wilds, samba.jokers, samba.natural_range) == ((0, 0), (0, 0), (7, 7))


@pytest.mark.parametrize("rank", [*WILD_RANKS, *NATURAL_RANKS])
def test_a_penalty_of_any_rank_is_due_as_often_as_the_deck_has_cards_of_it(rank: Rank, tmp_path: Path) -> None:
    text = f'extends = "nvso"\n[penalties.caught]\npoints = 100\nof = "{rank}"\nwhere = "hand"\n'
    variant, most = load_variant(house(text, tmp_path)), 4 if rank is Rank.JOKER else 8
    worth = {Rank.JOKER: 50, Rank.TWO: 20, Rank.ACE: 20}.get(rank, 5 if rank in "7654" else 10)
    facts = {"we": {"caught": most, "hand": most * worth}, "they": {}}
    assert find_problems(variant, facts) == []
    assert score_hand(variant, facts).sides["we"].penalties == -100 * most
    (problem,) = find_problems(variant, {"we": {"caught": most + 1, "hand": 500}})
    assert (problem.side, problem.fact, problem.severity) == ("we", "caught", Severity.IMPOSSIBLE)
    assert f"caught={most}" in problem.hint


def test_threes_that_count_minus_for_nothing_are_no_set_of_all(tmp_path: Path) -> None:
    """Where each three that counts minus costs 0, all eight of them cost 0 too, not what all are worth."""
    file = tmp_path / "ours.toml"
    file.write_text('extends = "wca"\n[threes]\nminus = 0\n', encoding="utf-8")
    facts = {"we": {"red": 4, "black": 4, "table": 60}, "they": {}}
    assert score_hand(load_variant(file), facts).sides["we"].base == 0


def test_a_canasta_with_a_wild_card_is_no_natural_one_that_opens(tmp_path: Path) -> None:
    """Seven natural fours and a two in a group of eight: 55 points, which do not open at 125."""
    file = tmp_path / "ours.toml"
    file.write_text('extends = "nvso"\n[opening]\ngroup = [3, 8]\nnatural_group = false\n', encoding="utf-8")
    ours = load_variant(file)
    held = ["4"] * 7 + ["2", "K"]
    assert not check_opening(ours, 125, [held[:-1]]).opens
    found = find_opening(ours, 125, held)
    assert [(*group.cards,) for group in found.groups] == [("4",) * 7]
    assert found.opens


def test_an_opening_of_which_nothing_is_stated_keeps_a_card_for_the_discard() -> None:
    """variants/README.md: `keep` is 1 and `keep_late` 0 where a file does not state them."""
    opening = load_variant("bolivia").opening
    assert (opening.keep, opening.keep_late) == (1, 0)
