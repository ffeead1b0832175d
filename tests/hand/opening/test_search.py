"""The best opening, in a hand for each thing that decides which it is; any hands are in tests/property."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.oracles.opening_checks import agree, kinds_of, kinds_with_pile
from support.oracles.openings import ALL, CATAWBA, LAWS, NOTHING, NVSO, PAIR, WCA, best_of, every_way
from support.paths import DATA
from support.variants import SHIPPED, variant
from support.wording import Wording

from canasta_score import check_opening, find_opening, load_variant
from canasta_score.hand.facts import TallyError
from canasta_score.hand.opening.search import OpeningSearch, search_opening
from canasta_score.rules.catalog.loading import load_with_overrides


class TestSearch:
    """The search that tries every way gives what the rules' examples give."""

    HAND = "10 10 10 Q Q JK 9 9 9 A 7 5".split()

    def test_finds_the_opening_that_the_rules_show(self) -> None:
        best = best_of(NVSO, 125, every_way(NVSO, self.HAND), len(self.HAND))
        assert best.figures() == (True, True, 9, 1, 130)
        assert {group.rank for group in best.ways[0].groups} == {"10", "Q", "9"}

    def test_finds_nine_cards_where_a_two_takes_the_place_of_a_nine(self) -> None:
        hand = "10 10 10 Q Q JK 9 9 2 4".split()
        assert best_of(NVSO, 125, every_way(NVSO, hand), len(hand)).figures() == (True, True, 9, 2, 140)

    def test_opens_with_seven_sixes_at_any_level(self) -> None:
        hand = "6 6 6 6 6 6 6 4".split()
        for law, opens in ((NVSO, True), (WCA, True), (CATAWBA, False)):
            assert best_of(law, 180, every_way(law, hand), len(hand)).figures() == (True, opens, 7, 0, 35)

    def test_opens_with_wild_cards_alone_where_they_meet_the_need(self) -> None:
        hand = "JK JK 2 2 4".split()
        assert best_of(WCA, 120, every_way(WCA, hand), len(hand)).figures() == (True, True, 3, 3, 120)
        assert best_of(WCA, 125, every_way(WCA, hand), len(hand)).figures() == (True, True, 4, 4, 140)
        assert best_of(WCA, 141, every_way(WCA, hand), len(hand)).figures() == (False, False, 0, 0, 0)
        assert best_of(NVSO, 125, every_way(NVSO, hand), len(hand)).figures() == (False, False, 0, 0, 0)

    def test_takes_a_pile_as_each_of_the_rules_has_it(self) -> None:
        hand = "A A A K K Q".split()
        for law, cards, points in ((NVSO, 3, 60), (WCA, 6, 80), (CATAWBA, 6, 90)):
            best = best_of(law, 50, every_way(law, hand, "K"), len(hand))
            assert best.figures() == (True, True, cards, 0, points)


EVERYWHERE = {"opens", "falls short", "nothing to lay down", "just enough", "one card kept"}
CLEAN = {"canasta below the need", "natural group"}
WILD = {"wild group beside others", "wild group alone"}
NONE_KEPT = EVERYWHERE - {"one card kept"}  # the foot follows
SHOWN = {
    "nvso": EVERYWHERE | CLEAN,
    "nvso-tournament": EVERYWHERE | CLEAN,
    "wca": EVERYWHERE | CLEAN | WILD,
    "catawba": NONE_KEPT,
    "classic": EVERYWHERE,
    "uruguay": EVERYWHERE | WILD,
    "cuban": EVERYWHERE | WILD,
    "modern-american": EVERYWHERE | CLEAN | WILD,
    "canasta-league": EVERYWHERE | {"natural group", "wild group beside others"},
    "hand-and-foot": NONE_KEPT | WILD,
    "pennies-from-heaven": EVERYWHERE | WILD,
    "good-sams": NONE_KEPT,
}
PILES_EVERYWHERE = {"opens", "falls short", "just enough", "of the rank on top"}
PILES_SHOWN = {
    "nvso": {
        "nothing to lay down",
        "natural group",
        "not opened, other than without",
        "not opened, other than if pair counted",
        "not opened, other than if all counted",
    },
    "wca": {
        "canasta below the need",
        "natural group",
        "opened, other than without",
        "opened, other than if nothing counted",
        "not opened, other than if all counted",
    },
    "catawba": {
        "opened, other than without",
        "opened, other than if nothing counted",
        "opened, other than if pair counted",
    },
}
PILES_SHOWN |= dict.fromkeys(("nvso-tournament", "modern-american", "canasta-league"), PILES_SHOWN["nvso"])
PILES_SHOWN |= dict.fromkeys(("classic", "uruguay", "cuban"), PILES_SHOWN["catawba"])
PILES_SHOWN |= dict.fromkeys(("hand-and-foot", "pennies-from-heaven", "good-sams"), PILES_SHOWN["catawba"])


class TestWhatDecides:
    """Of each variant there is a hand for each thing that decides what is best; the oracle says which it is."""

    @pytest.mark.parametrize("name", LAWS)
    def test_without_a_pile_is_found_as_by_trying_every_way(self, name: str) -> None:
        law, seen = LAWS[name], set[str]()
        for case in searches(name, "hand"):
            need, held = case["need"], case["held"].split()
            ways = every_way(law, held)
            best = best_of(law, need, ways, len(held))
            agree(variant(name), law, need, held, best)
            kinds = set(kinds_of(law, need, ways, len(held), best))
            assert kinds >= {*case["shows"]}, case
            seen |= kinds
        assert seen == SHOWN[name]

    @pytest.mark.parametrize("name", LAWS)
    def test_with_a_pile_is_found_as_by_trying_every_way(self, name: str) -> None:
        law, seen = LAWS[name], set[str]()
        for case in searches(name, "pile"):
            need, held, top = case["need"], case["held"].split(), case["pile"]
            ways = every_way(law, held, top)
            best = best_of(law, need, ways, len(held))
            agree(variant(name), law, need, held, best, top)
            others = {
                counts: every_way(replace(law, top=counts), held, top) for counts in {ALL, PAIR, NOTHING} - {law.top}
            }
            others[""] = every_way(law, held)
            kinds = {*kinds_of(law, need, ways, len(held), best), *kinds_with_pile(law, need, held, best, others)}
            if best.way and any(group.rank == top for group in best.way.groups):
                kinds.add("of the rank on top")
            assert kinds >= {*case["shows"]}, case
            seen |= kinds
        assert seen >= PILES_EVERYWHERE | PILES_SHOWN[name]

    def test_lays_down_three_groups_of_one_rank(self) -> None:
        # Of seven cards a group has two wild ones at most, so two groups have four twos: 120 with ten fours.
        hand = "4 4 4 4 4 4 4 4 4 4 2 2 2 2 2 9 8".split()
        assert find_opening(variant("samba"), 150, hand).points == 10 * 5 + 5 * 20

    def test_takes_no_eighth_card_into_a_group(self) -> None:
        six = "Q Q Q Q Q Q JK A A A 4".split()
        for name in ("nvso", "nvso-tournament"):
            assert find_opening(variant(name), 151, six, pile="Q").points == 150
            assert find_opening(variant(name), 151, ["Q", *six], pile="Q").points == 150
            assert find_opening(variant(name), 41, "Q Q Q Q Q Q Q 4".split(), pile="Q").points == 40
            assert find_opening(variant(name), 41, "Q Q Q Q Q Q Q 4".split()).points == 50


def searches(name: str, kind: str) -> list[dict[str, Any]]:
    """Load the hands of a variant in which to search, with a pile or without."""
    cases: list[dict[str, Any]] = tomllib.loads((DATA / "searches" / f"{name}.toml").read_text())[kind]
    return cases


class TestCanastaAsked:
    """A canasta that is asked for beside the need may ask for other groups, or forbid what would open without."""

    @pytest.mark.parametrize(
        ("held", "plain", "asked"),
        [
            ("K K K K K K K 4 5", "K K K K K K", "K K K K K K K"),
            ("K K K K K K K A A A 4", "A A A", "K K K K K K K"),
            ("K K K K K K A A A 4", "A A A", None),
        ],
    )
    def test_is_laid_down(self, held: str, plain: str, asked: str | None) -> None:
        rules = variant("nvso")
        canasta = next(canasta for canasta in rules.canastas if canasta.name == "natural")
        without, beside = find_opening(rules, 60, held), find_opening(rules, 60, held, canasta=canasta)
        assert [" ".join(group.cards) for group in without.groups] == [plain]
        assert beside.opens is (asked is not None)
        if asked:
            assert [" ".join(group.cards) for group in beside.groups] == [asked]


LAID_AT_ONCE = {"nvso", "nvso-tournament", "wca", "modern-american", "canasta-league"}


class TestThrees:
    """Red threes are never held; black ones are, but where they lie on the table with the red ones (all eight, wca)."""

    @pytest.mark.parametrize("name", [name for name in SHIPPED if name in LAID_AT_ONCE])
    def test_where_both_colors_are_laid_at_once_none_is_in_a_hand(self, name: str, wording: Wording) -> None:
        with pytest.raises(TallyError) as raised:
            find_opening(variant(name), 30, "K K K 3")
        wording.check_wording("openings", ["threes in the hand"], raised.value.sentences)

    @pytest.mark.parametrize("name", [name for name in SHIPPED if name not in LAID_AT_ONCE])
    def test_elsewhere_a_black_three_is_held_and_is_a_discard(self, name: str) -> None:
        found = find_opening(variant(name), 15, "K K K 3")
        assert (found.opens, found.kept) == (True, ("3",))


class TestAmongEqual:
    """Of openings that are equal by the rules' measures, that is found which costs least if it is not completed."""

    def test_sevens_are_left_where_other_groups_do(self) -> None:
        held = "7 7 7 5 5 5 4 4 4 A A JK Q Q 2 K"
        for name in ("nvso", "wca"):
            found = find_opening(variant(name), 125, held)
            assert [" ".join(group.cards) for group in found.groups] == ["A A JK 2", "5 5 5"]
            assert found.points == 125

    def test_wild_cards_alone_are_left_where_natural_groups_do(self) -> None:
        equal = find_opening(variant("wca"), 60, "2 2 2 K K K 10 10 10 4")
        assert [group.kind for group in equal.groups] == ["wild"]
        house = "A A A 2 2 2 K"
        assert [group.kind for group in find_opening(variant("wca"), 60, house).groups] == ["natural"]

    def test_clean_aces_are_laid_where_only_they_are_best(self) -> None:
        found = find_opening(variant("nvso"), 60, "A A A K K K 10 10 10 4")
        assert [group.cards for group in found.groups] == [("A", "A", "A")]


class TestTopCard:
    """Where the top card of a pile does not count, it completes no canasta that opens whatever the need."""

    @pytest.mark.parametrize(
        ("held", "top", "opens"), [("4 4 4 4 4 4 K 9", "4", False), ("4 4 4 4 4 4 4 9 9", "9", True)]
    )
    def test_of_wca_leaves_a_canasta_to_the_hand(self, held: str, top: str, *, opens: bool) -> None:
        for need in (125, 155, 180):
            found = find_opening(variant("wca"), need, held, pile=top)
            checked = check_opening(variant("wca"), need, [group.cards for group in found.groups], pile=top)
            assert found.opens is checked.opens is opens

    def test_completes_one_where_the_whole_pile_counts(self) -> None:
        _, rules = load_with_overrides("nvso", ["opening.pile=all"])
        found = find_opening(rules, 180, "4 4 4 4 4 4 K 9", pile="4")
        assert (found.opens, found.points) == (True, 35)


def test_two_groups_of_wild_cards_of_which_none_may_be_full_are_not_both_open() -> None:
    overrides = ["group=[2,5]", "wild_groups=2", "mixed_canasta=false"]
    _, rules = load_with_overrides("wca", [f"opening.{override}" for override in overrides])
    assert find_opening(rules, 200, "JK JK JK JK 2 4").opens
    assert find_opening(rules, 215, "JK JK JK JK 2 4").groups == ()


def test_groups_of_one_card_that_are_no_canasta_are_of_no_wild_card() -> None:
    overrides = ["group=[1,1]", "naturals=1", "mixed_canasta=false", "wild_groups=1", "natural_group=false"]
    _, rules = load_with_overrides("nvso", [f"opening.{override}" for override in overrides])
    found = find_opening(rules, 20, "JK 2 A K")
    assert [group.cards for group in found.groups] == [("A",)]


def searched(name: str, need: int, held: str, pile: str | None = None, keep: int | None = None) -> OpeningSearch:
    return search_opening(variant(name), need, held, pile, None, keep)


class TestDiscard:
    """A player who has an opening but no card to discard is told so."""

    @pytest.mark.parametrize(
        ("held", "lacks"),
        [
            ("10 10 10 Q Q JK 9 9 9", True),
            ("10 10 10 Q Q JK 9 9 9 4", False),
            ("10 10 10 Q Q JK 9 9", False),
            ("6 6 6 6 6 6 6", True),
            ("A K Q", False),
        ],
    )
    def test_is_all_that_is_lacking(self, held: str, *, lacks: bool) -> None:
        assert searched("nvso", 125, held).missing_to_keep == lacks
        assert not (lacks and find_opening(variant("nvso"), 125, held).opens)

    def test_may_come_from_the_pile(self) -> None:
        held = "A A A K K JK Q Q"
        found = find_opening(variant("nvso"), 125, held, pile="Q")
        assert (found.opens, found.kept) == (True, ())
        assert searched("nvso", 125, held, pile="Q", keep=1).missing_to_keep == 1
        assert searched("nvso", 125, held).missing_to_keep == 0

    @pytest.mark.parametrize(("others", "missing"), [("", 3), ("A", 2), ("A A", 1), ("A A 4", 0)])
    def test_counts_the_cards_that_are_there_to_keep(self, others: str, missing: int) -> None:
        found = searched("classic", 50, f"K K K Q Q Q {others}", keep=3)
        assert (found.missing_to_keep, found.opening.opens) == (missing, missing == 0)

    @pytest.mark.parametrize("name", ["catawba", "hand-and-foot", "good-sams"])
    def test_is_not_asked_for_where_the_foot_follows(self, name: str) -> None:
        found = find_opening(variant(name), 90, "K K K A A 2")
        assert (found.opens, found.points, found.kept) == (True, 90, ())

    @pytest.mark.parametrize(("keep", "opens"), [(0, True), (1, True), (2, True), (3, False), (99, False)])
    def test_is_one_of_as_many_cards_as_must_stay(self, keep: int, *, opens: bool) -> None:
        found = find_opening(variant("nvso"), 125, "10 10 10 Q Q JK 9 9 9 4 5", keep=keep)
        assert found.opens is opens

    @pytest.mark.parametrize(
        ("name", "need", "pile", "held", "points"),
        [
            ("wca", 125, "Q", "Q Q A A JK 4 4 4", 125),
            ("catawba", 90, "K", "K K A A JK", 120),
            ("nvso", 125, "Q", "Q Q A A JK K K K 4 4 4", 135),
        ],
    )
    def test_of_a_pile_lets_all_cards_open(self, name: str, need: int, pile: str, held: str, points: int) -> None:
        found = find_opening(variant(name), need, held, pile=pile)
        assert (found.opens, found.points, found.kept) == (True, points, ())


def test_two_kings_beside_the_opening_are_not_those_in_it_where_kings_are_worth_nothing(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "nvso"\n[cards]\nK = 0\n')
    found = find_opening(load_variant(str(house)), 90, "K K K K K A A JK 5", pile="K")
    assert [" ".join(group.cards) for group in found.groups] == ["A A JK", "K K K"]
    assert found.kept == ("5",)


def test_a_complete_canasta_of_wild_cards_is_better_than_a_group_that_may_stay_open() -> None:
    _, rules = load_with_overrides("wca", ["opening.wilds_together=false"])
    found = find_opening(rules, 245, "JK JK 2 2 2 2 2 K K K 4 4 4", keep=0)
    assert [" ".join(group.cards) for group in found.groups] == ["JK JK 2 2 2 2 2", "K K K", "4 4 4"]
