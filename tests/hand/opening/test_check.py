"""Openings judged by the rules' text: each case names its rule and its source, and all that is said of its groups.

A new case is a new table in `data/openings/VARIANT.toml`, under its name as heading; the verdict is `opens`, `short`
(legal, but below the need) or `illegal`. A file may be named for several variants that judge alike: `nvso+wca.toml`.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.paths import DATA
from support.randomness import rounds
from support.variants import SHIPPED, variant
from support.wording import Case, Wording, load_named_cases, load_wordings

from canasta_score import Opening, TallyError, Variant, check_opening, find_opening, load_variant
from canasta_score.hand.opening.cards import parse_card_groups
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.model.cards import Rank

pytestmark = pytest.mark.usefixtures("sentences")

FOLDER = DATA / "openings"
VERDICTS = {"opens": (True, True), "short": (True, False), "illegal": (False, False)}  # whether legal, whether it opens
LEAST = 15  # points of any three cards of a rank, so that no legal group falls short of it


def load_openings(name: str) -> list[Case]:
    """Load the openings of a variant."""
    files = (file for file in FOLDER.glob("*.toml") if name in file.stem.split("+"))
    needed, where_wrong = {"rule", "need", "groups", "verdict", "each"}, {"faults", "problems"}
    return [*load_named_cases(files, needed=needed, optional=where_wrong).values()]


def points_of(case: Case) -> int:
    """Return the points of all groups, each of which states its own."""
    return sum(int(group.partition(" ")[0]) for group in case["each"])


def faults(opening: Opening) -> list[str]:
    """Return what is wrong with the groups, each fault with the number of its group before it."""
    return [f"{number}: {fault}" for number, group in enumerate(opening.groups, 1) for fault in group.problems]


def groups_of(faults: Sequence[str]) -> list[str]:
    return [fault.partition(": ")[0] for fault in faults]


def kind_of(opening: Opening) -> list[str]:
    return [group.kind or "none" for group in opening.groups]


@pytest.mark.parametrize(
    ("name", "case"),
    [pytest.param(name, case, id=f"{name}/{case.name}") for name in SHIPPED for case in load_openings(name)],
)
def test_an_opening_is_judged_by_its_rule(name: str, case: Case, wording: Wording) -> None:
    groups = parse_card_groups(case["groups"])
    opening = check_opening(variant(name), case["need"], groups)
    assert (opening.legal, opening.opens) == VERDICTS[case["verdict"]], case["rule"]
    assert [f"{group.points} {group.kind or 'none'}" for group in opening.groups] == case["each"], case["rule"]
    assert opening.points == points_of(case)
    assert groups_of(faults(opening)) == groups_of(case.get("faults", []))
    case.check(wording, faults(opening), "faults")
    case.check(wording, opening.problems, "problems")
    assert [group.cards for group in opening.groups] == groups
    assert (opening.needs, opening.kept, opening.pile) == (case["need"], (), None)
    assert_verdict_follows_from_problems(opening)
    assert_order_changes_no_verdict(variant(name), opening)


def assert_verdict_follows_from_problems(opening: Opening) -> None:
    """Check that an opening that is only short is legal, and that one without problems opens."""
    assert opening.legal == (not faults(opening) and not opening.legality_problems)
    assert opening.opens == (not faults(opening) and not opening.problems)
    assert opening.short in {0, opening.needs - opening.points}


def assert_order_changes_no_verdict(rules: Variant, opening: Opening) -> None:
    """Check that the groups and their cards may be melded down in any order."""
    turned = [tuple(reversed(group.cards)) for group in reversed(opening.groups)]
    again = check_opening(rules, opening.needs, turned)
    assert (again.legal, again.opens, again.points) == (opening.legal, opening.opens, opening.points)
    assert kind_of(again) == list(reversed(kind_of(opening)))
    assert [len(group.problems) for group in reversed(again.groups)] == [len(it.problems) for it in opening.groups]
    assert len(again.problems) == len(opening.problems)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_need_has_a_case_that_meets_it_exactly_and_one_5_short(name: str) -> None:
    cases = [(case["need"], case["verdict"], points_of(case)) for case in load_openings(name)]
    for need in {step.need for step in variant(name).need.steps if step.need}:
        assert (need, "opens", need) in cases
        assert ((need, "short", need - 5) in cases) == (need > LEAST)


@pytest.mark.parametrize("name", SHIPPED)
def test_no_group_at_all_is_no_opening(name: str, wording: Wording) -> None:
    opening = check_opening(variant(name), 125, [])
    assert (opening.legal, opening.opens, opening.points, opening.groups) == (False, False, 0, ())
    assert (opening.short, len(opening.legality_problems)) == (125, 1)
    wording.check_wording("openings", ["no group"], opening.problems)


@pytest.mark.parametrize("groups", [[[]], [""], [[""]], ["10,10,10", " , "]])
def test_a_group_without_cards_is_refused(groups: Sequence[str | Sequence[str]], wording: Wording) -> None:
    with pytest.raises(TallyError) as error:
        check_opening(variant("nvso"), 125, groups)
    wording.check_wording("openings", ["empty group"], error.value.sentences)


@pytest.mark.parametrize(
    "groups", ["3x10 2xQ,JK 9,9,9", ["3x10", "Q,Q,JK", ["9", "9", "9"]], [["3x10"], "2xq,jk", "3x9"]]
)
def test_groups_may_be_typed(groups: str | Sequence[str | Sequence[str]]) -> None:
    assert check_opening(variant("nvso"), 125, groups) == check_opening(
        variant("nvso"), 125, [["10", "10", "10"], ["Q", "Q", "JK"], ["9", "9", "9"]]
    )


@pytest.mark.parametrize(
    "groups",
    [
        [["10", "10", "10"], ["Q", "Q", "JK"], ["A", "2", "A"]],
        [["T", "t", "10"], ["q", "Q", "jk"], ["a", "2", "A"]],
        [("10", "T", "t"), ("q", "q", "Jk"), ("a", "2", "a")],
    ],
)
def test_a_group_is_a_list_of_rank_words_in_any_case(groups: Sequence[Sequence[str]]) -> None:
    opening = check_opening(variant("nvso"), 125, groups)
    assert [" ".join(group.cards) for group in opening.groups] == ["10 10 10", "Q Q JK", "A 2 A"]
    assert (opening.opens, opening.points) == (True, 160)


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("10,10,10", "10 10 10"),
        ("3x10", "10 10 10"),
        ("3X10", "10 10 10"),
        ("3xt", "10 10 10"),
        ("t,T,10", "10 10 10"),
        ("2xq,jk", "Q Q JK"),
        ("Q,Q,JK", "Q Q JK"),
        ("jk,2xQ", "JK Q Q"),
        ("1xA,2x2", "A 2 2"),
        ("2x2,2x10", "2 2 10 10"),
        ("7x6", "6 6 6 6 6 6 6"),
        ("07x6", "6 6 6 6 6 6 6"),
        ("12x4", "4 4 4 4 4 4 4 4 4 4 4 4"),
        ("k", "K"),
        ("3", "3"),
    ],
)
def test_how_a_group_may_be_typed(typed: str, cards: str) -> None:
    assert [" ".join(group) for group in parse_card_groups([typed])] == [cards]


def test_groups_are_read_in_the_order_in_which_they_are_typed() -> None:
    groups = parse_card_groups(["3x9", "2xq,jk", "A,A,2"])
    assert [" ".join(group) for group in groups] == ["9 9 9", "Q Q JK", "A A 2"]
    assert parse_card_groups([]) == []


@pytest.mark.parametrize("case", load_wordings("openings", "no_groups"), ids=lambda case: " ".join(case["typed"]))
def test_every_word_that_is_no_group_of_cards_is_listed(case: Case, wording: Wording) -> None:
    with pytest.raises(TallyError) as error:
        parse_card_groups(case["typed"])
    diagnostics = error.value.diagnostics
    assert [case["typed"][diagnostic.word_index or 0] for diagnostic in diagnostics] == case["in"]
    assert all(diagnostic.hint for diagnostic in diagnostics)
    case.check(wording, error.value.sentences)


def test_a_word_that_is_no_group_has_its_place_in_the_line() -> None:
    with pytest.raises(TallyError) as error:
        parse_card_groups(["10,10,10", "Q,Q,X", "9,9,9", "Z"])
    assert [refusal.word_index for refusal in error.value.diagnostics] == [1, 3]
    assert error.value.words == ("10,10,10", "Q,Q,X", "9,9,9", "Z")


@pytest.mark.parametrize(
    "groups", [[["10", "X", "10", "jester"]], [["10", "X", "10"], ["Q", "Q", "JK"], ["9", "9", "jester"]]]
)
def test_all_words_of_all_groups_that_are_no_cards_are_listed(groups: list[list[str]], wording: Wording) -> None:
    with pytest.raises(TallyError) as error:
        check_opening(variant("nvso"), 125, groups)
    wording.check_wording("openings", ["no cards"], error.value.sentences)


@pytest.mark.parametrize(
    ("groups", "problems"),
    [
        (["JK,JK,2", "Q,Q,2", "9,9,9"], 1),
        (["6x2", "Q,Q,JK", "9,9,9"], 1),
        (["7x2", "Q,Q,JK", "9,9,9"], 0),
        (["JK,JK,2", "9,9,9"], 0),
        (["Q,Q,JK", "A,A,2", "9,9,9"], 0),
    ],
)
def test_a_table_can_play_that_wild_cards_fill_their_own_group_first(
    groups: list[str], problems: int, tmp_path: Path
) -> None:
    file = tmp_path / "together.toml"
    file.write_text('extends = "wca"\n[opening]\nwilds_together = false\n')
    opening = check_opening(variant("wca"), 125, parse_card_groups(groups))
    assert (opening.opens, len(opening.problems)) == (not problems, problems)
    assert check_opening(load_variant(file), 125, parse_card_groups(groups)).opens


@pytest.mark.parametrize(
    ("name", "groups", "kind"),
    [
        ("nvso", "7x6", "natural"),
        ("modern-american", "7x6 3x2", "natural"),
        ("modern-american", "4,4,4 7x2", "wild"),
        ("wca", "7x2", None),
        ("nvso", "6x6", None),
    ],
)
def test_the_kind_of_a_canasta_that_opens_at_any_need_is_named(name: str, groups: str, kind: str | None) -> None:
    opening = check_opening(variant(name), 180, groups)
    assert (opening.canasta, opening.opens) == (kind, kind is not None)


def test_a_pile_lies_beside_the_opening_where_its_cards_count_nothing() -> None:
    opening = check_opening(variant("nvso"), 125, "3xA 2xK,JK", pile="Q")
    assert (opening.opens, opening.points) == (True, 130)
    assert opening.pile is not None
    assert (opening.pile.cards, opening.pile.points) == (("Q", "Q", "Q"), 0)
    assert check_opening(variant("nvso"), 150, "3xA 2xK,JK", pile="Q").pile is None


def test_a_pile_beside_the_opening_comes_to_a_group_of_its_rank() -> None:
    assert check_opening(variant("nvso"), 0, ["3xA", "4xQ"], pile="Q").opens


@pytest.mark.parametrize("group", ["5xQ", "4xQ,2", "7xQ"])
def test_a_pile_beside_the_opening_needs_room_in_the_group_of_its_rank(group: str, wording: Wording) -> None:
    opening = check_opening(variant("nvso"), 0, ["3xA", group], pile="Q")
    assert (opening.legal, opening.short) == (False, 0)
    wording.check_wording("openings", ["pile", "no room"], opening.problems)


def test_a_pile_beside_the_opening_needs_three_more_cards_in_the_deck(tmp_path: Path, wording: Wording) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "nvso"\n[opening]\ngroup = [3, 12]\n')
    opening = check_opening(load_variant(str(house)), 50, "6xQ 3xA", pile="Q")
    assert (opening.legal, opening.opens, opening.pile) == (False, False, None)
    wording.check_wording("openings", ["pile", "more than the deck"], opening.problems)
    assert check_opening(load_variant(str(house)), 50, "5xQ 3xA", pile="Q").opens


@pytest.mark.parametrize(("name", "points"), [("wca", 120), ("catawba", 130)])
def test_a_top_card_in_a_group_counts_as_the_rules_say(name: str, points: int) -> None:
    opening = check_opening(variant(name), 125, "3xA 2xK,2 3xQ", pile="q")
    assert (opening.legal, opening.opens, opening.points) == (True, points >= 125, points)
    assert opening.pile == opening.groups[2]
    assert opening.pile.points == points - 100


@pytest.mark.parametrize(("groups", "points"), [("3xA 2xQ,2", 100), ("3xA 2xK,JK", 130), ("3xA 1xQ,2xK", 90)])
@pytest.mark.parametrize("name", ["wca", "catawba"])
def test_a_top_card_lies_with_two_more_of_its_rank(name: str, groups: str, points: int, wording: Wording) -> None:
    opening = check_opening(variant(name), 50, groups, pile="Q")
    assert (opening.legal, opening.opens, opening.points, opening.pile) == (False, False, points, None)
    assert len(opening.legality_problems) == 1
    wording.check_wording("openings", ["pile", "no group"], opening.legality_problems)


def test_a_canasta_that_needs_jokers_is_no_natural_one(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "nvso"\n[canastas.joker]\npoints = 1000\ncards = 3\njokers = [1, 4]\n')
    assert not check_opening(load_variant(str(house)), 125, "4,4,4").opens


def test_sevens_that_make_no_canasta_open_at_no_level(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "nvso"\nwithout = ["canastas.sevens"]\n')
    assert not check_opening(load_variant(str(house)), 125, "7x7").opens
    assert check_opening(load_variant(str(house)), 125, "7x6").opens


def test_a_pile_counts_wholly_where_a_rule_file_says_nothing_of_it(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "nvso"\nwithout = ["opening.pile"]\n')
    opening = check_opening(load_variant(str(house)), 50, "3xQ 2xK,2", pile="Q")
    assert (opening.opens, opening.points) == (True, 70)


def test_wild_cards_that_are_no_group_do_not_stand_alone(tmp_path: Path, wording: Wording) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "nvso"\n[opening]\nwild_groups_alone = true\n')
    opening = check_opening(load_variant(str(house)), 40, "JK,2,2 10,10,2")
    assert (opening.legal, opening.short) == (False, 0)
    wording.check_wording("openings", ["wild cards alone"], opening.problems)


def test_999_cards_of_a_rank_are_read() -> None:
    assert check_opening(variant("nvso"), 125, "999x4").points == 4995


ODD_CARDS = "3 1 0x4 3x10 2xjk 8xA 9x9 999x4 1000xK 5*Q 4*J AAA 10-10-10 we out ٣ ² k,k,k ,, 3x 3xx4 -1xA "
CARD_WORDS = st.sampled_from([*Rank, *map(str.lower, Rank), "T"])
ANY_WORDS = (
    CARD_WORDS | CARD_WORDS | CARD_WORDS | st.sampled_from([*ODD_CARDS.split(), "9" * 5000]) | st.text(max_size=3)
)
GROUPS = st.lists(st.lists(ANY_WORDS, max_size=8) | st.lists(CARD_WORDS, max_size=9), max_size=5)
NEEDED = st.sampled_from((0, 50, 125, 150, 180)) | st.integers()


def judged_or_refused(
    judge: Callable[..., Opening], *words: object, **more: object
) -> tuple[Opening | None, tuple[Diagnostic, ...]]:
    """Have something judged, or give why the words cannot be taken."""
    try:
        return judge(*words, **more), ()
    except TallyError as error:
        return None, error.diagnostics


@settings(max_examples=rounds(200))
@given(name=st.sampled_from(SHIPPED), need=NEEDED, groups=GROUPS, pile=st.none() | ANY_WORDS, data=st.data())
def test_any_groups_are_judged_or_refused_with_remedies(
    name: str, need: int, groups: list[list[str]], pile: str | None, data: st.DataObject
) -> None:
    canasta = data.draw(st.none() | st.sampled_from(variant(name).canastas))
    opening, refusals = judged_or_refused(check_opening, variant(name), need, groups, pile=pile, canasta=canasta)
    assert all("; " in str(refusal) for refusal in refusals)
    if opening:
        assert len(opening.groups) == len(groups)
        assert opening.legal or not opening.opens
        assert opening.opens == (not opening.problems and not any(group.problems for group in opening.groups))
        assert opening.points == sum(group.points for group in opening.groups)


@given(
    name=st.sampled_from(SHIPPED),
    need=NEEDED,
    cards=st.lists(CARD_WORDS, max_size=26) | st.lists(ANY_WORDS),
    data=st.data(),
)
def test_whatever_is_found_in_any_cards_is_legal_by_the_check(
    name: str, need: int, cards: list[str], data: st.DataObject
) -> None:
    canasta = data.draw(st.none() | st.sampled_from(variant(name).canastas))
    pile = data.draw(st.none() | CARD_WORDS)
    found, refusals = judged_or_refused(find_opening, variant(name), need, cards, pile=pile, canasta=canasta)
    assert all("; " in str(refusal) for refusal in refusals)
    if found and found.groups:
        melded = [list(group.cards) for group in found.groups]
        checked = check_opening(variant(name), need, melded, pile=pile, canasta=canasta)
        assert (checked.legal, checked.opens, checked.points) == (True, found.opens, found.points)
        assert found.kept or pile or not variant(name).opening.keep
