"""Pairs: their names, and which of them a word means."""

from dataclasses import replace

import pytest

from canasta_score.event.errors import EventError
from canasta_score.event.event import Pair, check_new_names, find_pair, list_present

pytestmark = pytest.mark.usefixtures("sentences")

PAIRS = {
    1: Pair(number=1, name="Ann & Bob"),
    2: Pair(number=2, name="Anna & Cy", spells=((1, 3),)),
    3: Pair(number=3, name="Di & Ed", spells=((2, None),)),
}


@pytest.mark.parametrize(
    ("word", "number"),
    [("1", 1), ("Ann & Bob", 1), ("bob and ann", 1), ("bob", 1), ("Anna", 2), ("cy", 2), ("di", 3), ("ED", 3)],
)
def test_a_word_means_one_pair(word: str, number: int) -> None:
    assert find_pair(PAIRS, word).number == number


@pytest.mark.parametrize("word", ["an", "4", "Zoe", "", "  ", "99999999999999999999"])
def test_a_word_that_means_none_or_several_is_refused(word: str) -> None:
    with pytest.raises(EventError):
        find_pair(PAIRS, word)
    with pytest.raises(EventError):
        find_pair({}, word)


@pytest.mark.parametrize(
    ("word", "named", "hint"),
    [
        ("Ann", ["1 (Ann & Bob)", "2 (Anna & Cy)"], "type the number of the pair"),
        ("an", ["1 (Ann & Bob)", "2 (Anna & Cy)"], "type the number of the pair"),
        ("Ann & Bbo", [], 'did you mean "Ann & Bob"?'),
        ("DI & ES", [], 'did you mean "Di & Ed"?'),
        ("Zoe", [], "pairs are numbered 1 to 3"),
        ("4", [], "pairs are numbered 1 to 3"),
    ],
)
def test_a_refused_word_is_answered_with_the_pairs_it_may_mean(word: str, named: list[str], hint: str) -> None:
    with pytest.raises(EventError) as caught:
        find_pair(PAIRS, word)
    (diagnostic,) = caught.value.diagnostics
    assert f'"{word}"' in diagnostic.message
    assert [name for name in ("1 (Ann & Bob)", "2 (Anna & Cy)", "3 (Di & Ed)") if name in diagnostic.message] == named
    assert diagnostic.hint == hint


@pytest.mark.parametrize(
    ("word", "numbers"),
    [
        ("Hoffman", [1]),  # the others, Hofmann and Hofman, have other letters
        ("Klein", [1]),
        ("kline", [2]),
        ("Kl", [1, 2]),
        ("Ruth Kl", [1, 2]),
        ("Klein Ruth", [1]),
        ("Ruth Hofm", [2]),
        ("Al Kay", [3]),
        ("Zoe Kay", [3]),
        ("Al Day", [5]),  # a player of this name, and not the partner of Al Smith
        ("Jones", [4]),
        ("Hofman", [2, 3]),
        ("Al Hofman & Zoe Kay", [3]),
    ],
)
def test_any_word_of_the_names_means_a_pair_and_several_are_listed(word: str, numbers: list[int]) -> None:
    names = [
        "Ruth Klein & Al Hoffman",
        "Ruth Kline & Al Hofmann",
        "Al Hofman & Zoë Kay",
        "Lee Smith-Jones & Di Dee",
        "Al Day & Bo Fox",
        "Al Smith & Ed Day",
    ]
    pairs = {number: Pair(number=number, name=name) for number, name in enumerate(names, 1)}
    if len(numbers) == 1:
        assert [find_pair(pairs, word).number] == numbers
        return
    with pytest.raises(EventError) as caught:
        find_pair(pairs, word)
    named = [number for number, name in enumerate(names, 1) if name in caught.value.diagnostics[0].message]
    assert named == numbers


@pytest.mark.parametrize(("word", "hint"), [("Klien", "Ruth Klein"), ("Kline", "Ruth Klein"), ("Green", ""), ("Q", "")])
def test_no_stranger_is_proposed_for_an_unknown_name(word: str, hint: str) -> None:
    names = ("Ruth Klein & Al Hoffman", "Lena Davis & Joan Ortiz", "Sidney Watson & Frank Gray")
    pairs = {number: Pair(number=number, name=name) for number, name in enumerate(names, 1)}
    with pytest.raises(EventError) as caught:
        find_pair(pairs, word)
    expected = f'did you mean "{names[0]}"?' if hint else "pairs are numbered 1 to 3"
    assert caught.value.diagnostics[0].hint == expected


def test_without_pairs_the_way_to_add_some_is_shown() -> None:
    with pytest.raises(EventError, match="no pair") as caught:
        find_pair({}, "Ann")
    assert caught.value.diagnostics[0].command[:2] == ("event", "pair")


def test_pairs_are_there_from_a_game_on_and_until_they_leave() -> None:
    assert [list_present(PAIRS, game) for game in (1, 2, 3)] == [(1, 2), (1, 2, 3), (1, 3)]
    assert PAIRS[2].has_left
    back = replace(PAIRS[2], spells=(*PAIRS[2].spells, (4, None)))
    assert not back.has_left
    assert [back.plays_in(game) for game in (2, 3, 4)] == [True, False, True]
    assert [PAIRS[3].withdraw(1).plays_in(game) for game in (1, 2, 3)] == [False, False, False]


KNOWN: dict[tuple[str, ...], str] = {("ann", "bob"): "Ann & Bob", ("anna", "cy"): "Anna & Cy"}
DIFFERENT = "give each pair a different name; a last name helps"


@pytest.mark.parametrize("name", ["", "  ", "a\x1b[31m", "x" * 61, "two\nlines"])
def test_names_that_no_pair_can_have(name: str) -> None:
    with pytest.raises(EventError):
        check_new_names(KNOWN, [name])


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Ann & Bob", 'there is already a pair "Ann & Bob"'),
        ("bob & ANN", '"bob & ANN" is the same pair as "Ann & Bob"'),
        ("Cy and Anna", '"Cy and Anna" is the same pair as "Anna & Cy"'),
    ],
)
def test_a_pair_that_is_there_already_is_named(name: str, message: str) -> None:
    with pytest.raises(EventError) as caught:
        check_new_names(KNOWN, ["Di & Ed", name])
    assert [(each.message, each.hint) for each in caught.value.diagnostics] == [(message, DIFFERENT)]


def test_every_name_that_comes_again_is_refused_at_once() -> None:
    with pytest.raises(EventError) as caught:
        check_new_names({}, ["Ann & Bob", "Bob & Ann", "Cy & Di", "Cy & Di"])
    assert [each.message for each in caught.value.diagnostics] == [
        '"Bob & Ann" is the same pair as "Ann & Bob"',
        'there is already a pair "Cy & Di"',
    ]
    check_new_names({}, ["Ann & Bob", "Ann & Cy"])
