"""Partners: one pair however its names are joined, written and ordered, and no name torn apart."""

from pathlib import Path

import pytest
from support.command_line import run, run_ok

from canasta_score import load_variant
from canasta_score.game.sides import (
    find_duplicate_name_errors,
    find_side_id_errors,
    find_side_name_errors,
    join_spaces,
    normalize_name,
    parse_partners,
    parse_players,
    strip_quotes,
)


@pytest.mark.parametrize(
    "name",
    [
        "Ann & Bob", "Bob & Ann", "Ann&Bob", "ann and bob", "ANN and bob", "Bob AND Ann", "Ann + Bob", "Bob/Ann",
        "Ann, Bob", "  Ann  &\u3000Bob ", "& Ann & Bob", "Ann && Bob", "Ann & Bob and", "Ann, and Bob", "Ann,and Bob",
    ],
)  # fmt: skip
def test_one_pair_has_many_spellings(name: str) -> None:
    assert parse_partners(name) == ("ann", "bob")


@pytest.mark.parametrize(
    ("name", "partners"),
    [
        ("Sandy", ("sandy",)),
        ("Andy & Roland", ("andy", "roland")),
        ("Andand", ("andand",)),
        ("R-and-B", ("r-and-b",)),
        ("Anna Maria & Bo", ("anna maria", "bo")),
        ("Ann & Bob & Cy", ("ann", "bob", "cy")),
        ("Ann & Ann", ("ann", "ann")),
        ("Strauß & Bo", ("bo", "strauss")),
        ("STRAUSS & Bo", ("bo", "strauss")),
        ("Rene\u0301 & Bo", ("bo", "ren\xe9")),
        ("Ren\xe9 & Bo", ("bo", "ren\xe9")),
        ("مريم و علی", ("مريم و علی",)),
        ("&", ("&",)),
        ("and", ("and",)),
        ("& / +", ("& / +",)),
        ("&  /", ("& /",)),
        ("A+", ("a+",)),
        ("C++ & A+", ("a", "c")),
        ("\u1fd3 & Bo", ("bo", "\u0390")),
        ("\u01f0 & Bo", ("bo", "\u01f0")),
        ("J\u030c & Bo", ("bo", "\u01f0")),
    ],
)
def test_names_are_split_where_they_are_joined_and_nowhere_else(name: str, partners: tuple[str, ...]) -> None:
    assert parse_partners(name) == partners


def test_a_name_is_shown_as_it_is_written_with_single_spaces() -> None:
    assert normalize_name("  Rene\u0301  &\u3000BOB ") == "Ren\xe9 & BOB"


@pytest.mark.parametrize(
    "char", "\u3164\u115f\u1160\u2800\uffa0\u034f\u200b\u2060\ufeff\u00ad\u202e\u2066\u2028\n\x9b\x7f"
)
def test_a_character_that_shows_nothing_or_turns_a_line_is_refused_in_a_name(char: str) -> None:
    for name in (char, f"Ann{char}", f"An{char}n & Bob"):
        assert [error.message for error in find_side_name_errors("we", name)] == [
            f"{name!r} has a character that cannot be shown"
        ]


def test_names_that_only_look_equal_are_one_name(game_folder: Path) -> None:
    cyrillic = "\u0410nn & \u0412\u043eb"
    assert parse_partners(cyrillic) == parse_partners("Ann & Bob")
    for names in ((cyrillic, "Ann & Bob"), ("Ann\u200d & Bob", "Ann & Bob"), ("ann & bob", "Ann & Bob")):
        refused = run("new", "--we", names[0], "--they", names[1])
        assert (refused.code, 'two sides are called "Ann & Bob"' in refused.err) == (2, True)
    run_ok("new", "--we", "\u0410\u043d\u043d\u0430", "--they", "\u0418\u0432\u0430\u043d")
    run_ok("event", "new", "Monday")
    run_ok("event", "pair", "Ann & Bob")
    assert run("event", "pair", cyrillic).code != 0


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("\N{LEFT DOUBLE QUOTATION MARK}Ann & Bob\N{RIGHT DOUBLE QUOTATION MARK}", "Ann & Bob"),
        ('Al "Bo" Cy',) * 2,
        ("'Tis us",) * 2,
    ],
)
def test_quotes_that_a_shell_leaves_around_a_name_go(text: str, name: str) -> None:
    assert strip_quotes(text) == name


@pytest.mark.parametrize("in_any_case", [True, False])
def test_names_are_the_same_however_a_letter_with_an_accent_is_made(in_any_case: bool) -> None:  # noqa: FBT001
    names = {"we": "Zo\xeb", "they": "Zoe\u0308", "third": "zo\xeb"}
    errors = [*find_duplicate_name_errors(names, in_any_case=in_any_case)]
    assert len(errors) == (2 if in_any_case else 1)
    cyrillic = {"we": "\u0410\u0451", "they": "\u0410\u0435\u0308"}
    assert any(find_duplicate_name_errors(cyrillic, in_any_case=in_any_case))


@pytest.mark.parametrize(
    ("side", "is_allowed"), [("a-1", True), ("\xe9", False), ("We", False), ("1a", False), ("n1", False)]
)
def test_an_id_has_small_letters_digits_and_hyphens_and_no_other_meaning(side: str, is_allowed: bool) -> None:  # noqa: FBT001
    assert any(find_side_id_errors(load_variant("nvso"), side)) is not is_allowed


def test_runs_of_spaces_become_one_and_a_line_break_stays() -> None:
    assert normalize_name("  Ann  &  Bob ") == "Ann & Bob"
    assert join_spaces("Kate  Cole &\nBob") == "Kate Cole &\nBob"


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("Ann, Cy ,Bob,  Mary Jo", ("Ann", "Cy", "Bob", "Mary Jo")),
        ("Ann, Cy and Bob", ("Ann", "Cy", "Bob")),
        ('"Ann", "Cy"', ("Ann", "Cy")),
    ],
)
def test_players_have_commas_or_and_between_them(text: str, players: tuple[str, ...]) -> None:
    assert parse_players(text) == players
