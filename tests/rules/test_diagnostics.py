"""Diagnostics: how the place of a mistake is read; and errors, what a program gets with them."""

import copy
import pickle

import pytest

from canasta_score import CanastaError, TallyError, check_opening, load_variant, read_ledger
from canasta_score.hand.facts import WordError
from canasta_score.rules.diagnostics import Diagnostic

pytestmark = pytest.mark.usefixtures("sentences")


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("game.target", "game.target"),
        ("need.steps[0]", "need.steps, step 1"),
        ("need.steps[1].over", "need.steps, step 2, over"),
        ("canastas.wild.ranks[9]", "canastas.wild.ranks, value 10"),
        ("need.steps[10].need", "need.steps, step 11, need"),
    ],
)
def test_a_place_in_a_list_is_counted_as_people_count(place: str, shown: str) -> None:
    assert Diagnostic(message="wrong", file="house.toml", where=place).headline == f"house.toml: {shown}: wrong"


def catch_errors() -> list[CanastaError]:
    with pytest.raises(CanastaError) as no_rules:
        load_variant("nvos")
    with pytest.raises(CanastaError) as no_game:
        read_ledger("x" * 300 + ".toml")  # its text is longer than there may be diagnostics
    with pytest.raises(TallyError) as no_card:
        check_opening(load_variant("nvso"), 125, [["10", "10", "X"]])
    return [no_rules.value, no_game.value, no_card.value, WordError("unknown item", fact="rde")]


@pytest.mark.parametrize("error", catch_errors(), ids=lambda error: type(error).__name__)
def test_an_error_can_be_copied_and_sent_to_another_process(error: CanastaError) -> None:
    error.add_note("in friday.toml")
    for made in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):  # noqa: S301 -- our own
        assert (type(made), str(made), vars(made)) == (type(error), str(error), vars(error))
        assert made.diagnostics == error.diagnostics
