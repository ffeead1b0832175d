"""Mistakes of counting that explain another total."""

import pytest
from support.command_line import run_json, run_ok
from support.variants import variant

from canasta_score.hand.reconciliation import DisputedHand, MistakeKind, iter_counting_mistakes
from canasta_score.rules.model.threes import Sign


def test_threes_are_miscounted_only_with_signs_of_the_rules() -> None:
    """Where they count against a side that has not melded, and else for it, nobody leaves them out."""
    facts = {"we": {"red": 2, "natural": 1}, "they": {}}
    disputed = DisputedHand(
        variant=variant("classic"), facts=facts, names={"we": "We", "they": "They"}, side="we", total=0
    )
    mistakes = [one.threes for one in iter_counting_mistakes(disputed) if one.kind is MistakeKind.THREES_COUNTING]
    assert [threes and threes.signs for threes in mistakes] == [(Sign.MINUS,)]


@pytest.mark.usefixtures("game_folder")
def test_a_stated_total_is_explained_as_one_number() -> None:
    run_ok("new")
    run_ok("add", *"we total=2525 they n1 t160 h5".split())
    explained = run_json("reconcile", "1", "we", "2425", "--json")
    (mistake,) = explained["slips"]
    assert (explained["difference"], mistake["facts"]["we"]) == (-100, {"total": 2425})
    assert mistake["tally"] == "we total=2425 they n1 t160 h5"
