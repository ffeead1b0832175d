"""Text that every layer shares: names of numbered things, and numbers as people type them."""

import pytest

from canasta_score.rules.text import (
    DIGITS,
    compose_letters,
    find_closest,
    fold_case,
    fold_text,
    name_numbers,
    parse_digits,
    replace_look_alikes,
    split_before,
)


@pytest.mark.parametrize(
    ("numbers", "name"), [([3], "hand 3"), ([1, 2], "hands 1 and 2"), ([1, 2, 4], "hands 1, 2 and 4")]
)
def test_numbered_things_are_named_as_a_sentence_does(numbers: list[int], name: str) -> None:
    assert name_numbers("hand", numbers) == name


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("999", 999), ("007", 7)])
def test_a_number_is_digits_alone(text: str, number: int) -> None:
    assert parse_digits(text, 999) == number


@pytest.mark.parametrize(("text", "name", "number"), [("red3", "red", "3"), ("red~3", "red~", "3"), ("red", "red", "")])
def test_a_name_ends_at_its_first_digit(text: str, name: str, number: str) -> None:
    assert split_before(text, DIGITS) == (name, number)


@pytest.mark.parametrize("text", ["", "0", "-1", "+1", "1.0", "1 ", "\u0661", "1000", "0001", "9" * 5000])
def test_anything_else_is_no_number(text: str) -> None:
    assert parse_digits(text, 999) is None


def test_the_least_number_may_be_zero() -> None:
    assert parse_digits("0", 999, least=0) == 0


@pytest.mark.parametrize(
    ("text", "nearest"), [("hall", "Hal"), ("HALL", "Hal"), ("ntaural", "natural"), ("xyz", None), ("hal", "Hal")]
)
def test_the_closest_name_is_found_in_upper_and_lower_case(text: str, nearest: str | None) -> None:
    assert find_closest(text, ["natural", "Hal", "Ida"]) == nearest


def test_texts_are_compared_by_what_is_seen_of_them() -> None:
    assert replace_look_alikes("\N{CYRILLIC CAPITAL LETTER A}nn") == "Ann"
    assert compose_letters("e\N{COMBINING DIAERESIS}") == "\N{LATIN SMALL LETTER E WITH DIAERESIS}"
    assert fold_case("ZOE\N{COMBINING DIAERESIS}") == fold_case("zo\N{LATIN SMALL LETTER E WITH DIAERESIS}")
    assert fold_text("Zo\N{LATIN SMALL LETTER E WITH DIAERESIS} O\N{RIGHT SINGLE QUOTATION MARK}Brien") == "zoe o'brien"
