"""Cards as people type them: what is read, and the remedy for each mistake."""

import pytest
from support.variants import variant
from support.wording import Case, Wording, list_wordings, load_wordings

from canasta_score import TallyError, check_opening, find_opening
from canasta_score.hand.opening.cards import parse_card_groups, parse_card_list

pytestmark = pytest.mark.usefixtures("sentences")


@pytest.mark.parametrize("word", list_wordings("cards", "words"))
def test_a_word_that_is_no_card_is_refused_with_a_remedy(word: str, wording: Wording) -> None:
    with pytest.raises(TallyError) as error:
        parse_card_groups([word])
    (diagnostic,) = error.value.diagnostics
    assert (diagnostic.word_index, bool(diagnostic.hint)) == (0, True)
    wording.check_wording("cards", ["words", word], str(error.value))


def test_a_mistake_that_is_made_twice_is_listed_once_and_marked_at_both_places(wording: Wording) -> None:
    with pytest.raises(TallyError) as error:
        parse_card_groups(["11,11", "Q,Q", "11,X"])
    assert [refusal.word_index for refusal in error.value.diagnostics] == [0, 2, 2]
    wording.check_wording("cards", ["several", "a mistake that is made twice"], error.value.sentences)


@pytest.mark.parametrize(
    "cards",
    ["3x10 2xQ JK", "10 10 10 q,q jk", ["T", "10", "10", "2xQ", "JK"], ["3x10,2xq,jk"], ["10, 10, 10", "Q, Q", "JK"]],
)
def test_cards_of_a_hand_may_be_typed_in_any_way(cards: str | list[str]) -> None:
    assert " ".join(parse_card_list(cards)) == "10 10 10 Q Q JK"


@pytest.mark.parametrize(
    "case", load_wordings("cards", "hands"), ids=lambda case: f"{case['cards']} pile {case.get('pile')}"
)
def test_an_impossible_hand_is_refused_with_every_reason(case: Case, wording: Wording) -> None:
    with pytest.raises(TallyError) as error:
        find_opening(variant("nvso"), 125, case["cards"], case.get("pile"))
    case.check(wording, error.value.sentences)


@pytest.mark.slow
def test_a_mistake_in_many_words_is_listed_once() -> None:
    with pytest.raises(TallyError) as error:
        check_opening(variant("nvso"), 125, ["10,1O"] * 5_000)
    assert len(error.value.sentences) == 2, "and that there are more"
