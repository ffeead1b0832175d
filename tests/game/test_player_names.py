"""Partners: one pair however its names are joined, written and ordered, and no name torn apart."""

import pytest

from canasta_score.game.sides import normalize_name, parse_partners


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
