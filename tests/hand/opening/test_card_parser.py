"""Cards as people type them: what is read, and the remedy for each slip."""

import pytest

from canasta_score import TallyError, check_opening, find_opening, load_variant
from canasta_score.hand.opening.card_parser import parse_card_groups, parse_card_list

NVSO = load_variant("nvso")

REMEDIES = {
    "11": "did you mean 'J'?",
    "12": "did you mean 'Q'?",
    "1": "did you mean 'A'?",
    "0": "did you mean '10'?",
    "1O": "did you mean '10'?",
    "l0": "did you mean '10'?",
    "joker": "did you mean 'JK'?",
    "jo": "did you mean 'JK'?",
    "Jkr": "did you mean 'JK'?",
    "kings": "did you mean 'K'?",
    "ace": "did you mean 'A'?",
    "deuces": "did you mean '2'?",
    "sevn": "did you mean '7'?",
    "QH": "did you mean 'Q'?",
    "10♠": "did you mean '10'?",
    "3x1O": "did you mean '3x10'?",
    "3xqueen": "did you mean '3xQ'?",
    "3Q": "write 3xQ",
    "3jk": "write 3xJK",
    "Q3": "write 3xQ",
    "Qx3": "write 3xQ",
    "3*10": "write 3x10",
    "3 x 10": "write 3x10",
    "3×10": "write 3x10",  # noqa: RUF001 -- the sign itself
    "QQJK": "join the cards of a group by commas: Q,Q,JK",
    "QQJ": "join the cards of a group by commas: Q,Q,J (J is the Jack, JK the Joker)",
    "10-10-10": "join the cards of a group by commas: 10,10,10",
    "q.q.jk": "join the cards of a group by commas: Q,Q,JK",
    "33": "join the cards of a group by commas: 3,3",
    "we": "name a side with --side we",
    "They": "name a side with --side they",
    "X": "ranks are JK 2 A K Q J 10 9 8 7 6 5 4 3",
    "wild": "ranks are JK 2 A K Q J 10 9 8 7 6 5 4 3",
    "foo": "ranks are JK 2 A K Q J 10 9 8 7 6 5 4 3",
    "3x": "ranks are JK 2 A K Q J 10 9 8 7 6 5 4 3",
    "-3x10": "did you mean '10'?",
    "½x10": "did you mean '10'?",
    "٣x10": "did you mean '10'?",
}


@pytest.mark.parametrize(("word", "remedy"), REMEDIES.items())
def test_a_word_that_is_no_card_has_a_remedy(word: str, remedy: str) -> None:
    with pytest.raises(TallyError) as error:
        parse_card_groups([word])
    assert str(error.value) == f"'{word}' is no card; {remedy}"


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("0x10", "'0x10' names no card; leave it out, or write how many there are"),
        ("1000x10", "'1000x10' is more cards than a deck has; write 999 at most"),
        ("", "a group is empty; write its cards, such as 10,10,10 or 3x10"),
        (",", "a group is empty; write its cards, such as 10,10,10 or 3x10"),
        ("10,,10", "a card is missing in '10,,10'; write one on both sides of each comma, without spaces"),
        ("10,", "a card is missing in '10,'; write one on both sides of each comma, without spaces"),
    ],
)
def test_a_word_without_cards_or_with_too_many_is_refused(word: str, sentence: str) -> None:
    with pytest.raises(TallyError) as error:
        parse_card_groups([word])
    assert str(error.value) == sentence


def test_the_same_slip_is_told_once_and_marked_wherever_it_stands() -> None:
    with pytest.raises(TallyError) as error:
        parse_card_groups(["11,11", "Q,Q", "11,X"])
    assert error.value.sentences == ("'11' is no card; did you mean 'J'?", f"'X' is no card; {REMEDIES['X']}")
    assert [refusal.word_index for refusal in error.value.diagnostics] == [0, 2, 2]


@pytest.mark.parametrize(
    "cards",
    ["3x10 2xQ JK", "10 10 10 q,q jk", ["T", "10", "10", "2xQ", "JK"], ["3x10,2xq,jk"], ["10, 10, 10", "Q, Q", "JK"]],
)
def test_cards_of_a_hand_may_be_typed_in_any_way(cards: str | list[str]) -> None:
    assert " ".join(parse_card_list(cards)) == "10 10 10 Q Q JK"


@pytest.mark.parametrize(
    ("cards", "pile", "sentences"),
    [
        ("10 10", None, ["2 cards to choose from; a group has at least 3"]),
        ("", None, ["0 cards to choose from; a group has at least 3"]),
        ("9x10 5xJK 9x3", None, [
            "9 cards of rank 10; the deck has 8",
            "5 cards of rank JK; the deck has 4",
            "9 cards of rank 3; the deck has 8",
            "threes are never laid down to open; they lie on the table at once: leave them out",
        ]),
        ("10 Q", "Q", [
            "2 cards to choose from; a group has at least 3",
            "two cards of rank Q take the pile, and the hand has 1; leave out --pile",
        ]),
        ("8x10 Q", "10", [
            "the hand has all 8 cards of rank 10, so that none is on the pile; count them again, or leave out --pile",
        ]),
        ("Q Q Q", "Q,Q", ["'Q,Q' is more than one card; name the top card of the pile, such as --pile Q"]),
        ("Q Q Q", "2xQ", ["'2xQ' is more than one card; name the top card of the pile, such as --pile Q"]),
        ("2 2 2", "2", ["a pile with 2 on top is not taken by two of its rank; name a card from 4 to A"]),
        ("3 3 3", "3", ["a pile with 3 on top is not taken by two of its rank; name a card from 4 to A"]),
        ("Q Q Q", "", ["the top card of the pile is missing; name the top card of the pile, such as --pile Q"]),
        ("Q Q Q", "X", [f"'X' is no card; {REMEDIES['X']}"]),
        ("11 Q Q", "X", ["'11' is no card; did you mean 'J'?", f"'X' is no card; {REMEDIES['X']}"]),
    ],
)  # fmt: skip
def test_a_hand_that_cannot_be_is_refused_with_every_reason(cards: str, pile: str | None, sentences: list[str]) -> None:
    with pytest.raises(TallyError) as error:
        find_opening(NVSO, 125, cards, pile)
    assert list(error.value.sentences) == sentences


def test_of_many_wrong_words_the_slip_is_told_once() -> None:
    with pytest.raises(TallyError) as error:
        check_opening(NVSO, 125, ["10,1O"] * 5_000)
    assert len(error.value.diagnostics) == 5_000
    assert len(error.value.sentences) == 1
