"""Lists of pairs and of seats that a director brings as CSV."""

import pytest

from canasta_score.event.errors import EventError
from canasta_score.event.event import Pair
from canasta_score.event.seating.csv_tables import parse_pairs, parse_seats
from canasta_score.event.seating.tables import Table

PAIRS = {number: Pair(number=number, name=f"P{number} & Q{number}") for number in (1, 2, 3)}


@pytest.mark.parametrize(
    "text",
    [
        "Ann & Bob\nCy & Di\n",
        "\ufeffpair\nAnn & Bob\n\n Cy & Di \n",
        "Player 1,Player 2\nAnn,Bob\nCy,Di\n",
        "name;partner\r\nAnn;Bob\r\nCy;Di\r\n",
        "Ann,Bob,\nCy,,Di",
    ],
)
def test_pairs(text: str) -> None:
    assert parse_pairs(text.encode(), "pairs.csv") == ["Ann & Bob", "Cy & Di"]


def test_a_line_break_in_a_cell_stays_so_that_the_name_is_refused() -> None:
    assert parse_pairs(b'"Ann\nBob",Cy\nDi,Ed\n', "pairs.csv") == ["Ann\nBob & Cy", "Di & Ed"]


@pytest.mark.parametrize("data", [b"", b"\n\n", b"name\n", b"\xff\xfe", b'"Ann', b'Ann\x00,\n"a"b'])
def test_files_without_pairs(data: bytes) -> None:
    with pytest.raises(EventError):
        parse_pairs(data, "pairs.csv")


def test_seats_of_one_game_and_of_several() -> None:
    one = parse_seats(b"table,ns,ew\n2,3,\n1,1,P2\n", "seats.csv", PAIRS)
    assert one == {1: (Table(1, 1, 2), Table(2, 3, None))}
    two = parse_seats(b"Game,Table,NS,EW\n1,1,1,2\n1,2,3,0\n2,1,-,1\n2,2,2,3\n", "seats.csv", PAIRS)
    assert two == {1: (Table(1, 1, 2), Table(2, 3, None)), 2: (Table(1, None, 1), Table(2, 2, 3))}


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        ("", 1),
        ("table,north,south\n1,1,2", 1),
        ("table,ns,ew\nx,1,2\n0,1,2\n1,9,2\n2,1,zed", 4),
        ("game,table,ns,ew\n999999999,1,1,2\n,1,1,2", 2),
    ],
)
def test_every_mistake_is_told_with_its_row(text: str, mistakes: int) -> None:
    with pytest.raises(EventError) as caught:
        parse_seats(text.encode(), "seats.csv", PAIRS)
    assert len(caught.value.diagnostics) == mistakes
    assert all(diagnostic.file == "seats.csv" and diagnostic.hint for diagnostic in caught.value.diagnostics)
