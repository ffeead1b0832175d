"""The words of a tally as tokens, their numbers and names, and the words that facts are written with."""

from unicodedata import normalize

import pytest

from canasta_score import load_variant
from canasta_score.hand.amounts import parse_cards, remove_separators
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.hand.tally.names import match_sides, spell_name
from canasta_score.hand.tally.tokens import tokenize
from canasta_score.rules.text import split_players


def test_spaces_and_punctuation_are_read_as_in_a_list() -> None:
    typed = "We: red = 3, natural:2 table=1,200 + 35 \N{LEFT DOUBLE QUOTATION MARK}out\N{RIGHT DOUBLE QUOTATION MARK} ,"
    assert [token.text for token in tokenize(typed.split())] == ["We:", "red=3", "natural=2", "table=1,200+35", "out"]


def test_only_separators_of_thousands_are_removed() -> None:
    numbers = {"1,200": "1200", "1.200": "1200", "-1 065": "-1065", "1.200.000": "1200000", "1.5": "1.5"}
    for typed, number in {**numbers, "0.125": "0.125", "": ""}.items():
        assert remove_separators(typed) == number


def test_cards_are_read_one_by_one_and_by_their_number() -> None:
    assert [(str(rank), count) for rank, count in parse_cards("K,3xA+joker")] == [("K", "1"), ("A", "3"), ("JK", "1")]
    assert [str(rank) for rank, _ in parse_cards("KKA 10")] == ["K", "K", "A", "10"]


@pytest.mark.parametrize(
    ("name", "players"),
    [("Ann & Bob", ["Ann", "Bob"]), ("Cy AND Mary  Jo,Di", ["Cy", "Mary Jo", "Di"]), ("Sandy", ["Sandy"])],
)
def test_a_name_joins_players_by_a_sign_or_a_word(name: str, players: list[str]) -> None:
    assert split_players(name) == players


def test_a_side_is_named_by_a_player_in_full_before_a_beginning() -> None:
    assert match_sides("ann", {"we": "Ann & Bob", "they": "Anna & Cy"}) == ["we"]
    assert match_sides("THEM", ["we", "they"]) == ["they"]


def test_facts_are_written_with_letters_and_the_words_of_the_labels() -> None:
    spelled = [spell_name(load_variant(rules), "natural") for rules in ("nvso", "hand-and-foot", "good-sams")]
    assert spelled == ["natural", "clean", "red-books"]
    hand = {"we": {"red": 3, "natural": 2, "out": 1, "table": 335}, "they": {"open-sevens": 1, "hand": 85}}
    assert format_tally(load_variant("nvso"), hand) == "we r3 n2 o t335 they h85 open-sevens"


def test_every_full_width_character_is_read_as_its_plain_one() -> None:
    plain = {chr(code): normalize("NFKC", chr(code)) for code in range(0xFF01, 0xFF5F)}
    assert [*plain.values()] == [chr(code) for code in range(0x21, 0x7F)]
    for wide, narrow in plain.items():
        assert tokenize(["we", f"red{wide}3"]) == tokenize(["we", f"red{narrow}3"])
