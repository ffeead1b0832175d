"""What is said about groups of cards that are checked as an opening."""

import pytest

from canasta_score import check_opening, load_variant
from canasta_score.report.text.opening import format_checked_opening


@pytest.mark.parametrize(("groups", "has_hint"), [(["10", "10", "10"], True), (["10,10,10"], False)])
def test_how_to_write_groups_is_said_if_all_cards_are_single(groups: list[str], has_hint: bool) -> None:  # noqa: FBT001 -- as parametrize passes it
    nvso = load_variant("nvso")
    text = format_checked_opening(check_opening(nvso, 125, groups), nvso.opening.pile, 80)
    assert ("10,10,10" in text) is has_hint
    assert ("10 10 10" in text) is not has_hint


@pytest.mark.parametrize("group", ["7,7,7,2", "2,7,7,7", "2,2,7,7,7", "8,7,7,7"])
def test_the_card_on_top_of_the_pile_is_named_wherever_it_is_in_its_group(group: str) -> None:
    classic = load_variant("classic")
    text = format_checked_opening(check_opening(classic, 50, [group, "A,A,A"], pile="7"), classic.opening.pile, 80)
    assert text.endswith("This includes the 7 on top of the pile.")
