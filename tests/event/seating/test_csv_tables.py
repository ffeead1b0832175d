"""Lists of pairs and of seats that a director brings as CSV."""

import pytest

from canasta_score.event.errors import EventError, event_error
from canasta_score.event.event import Pair
from canasta_score.event.seating.csv_tables import parse_pairs, parse_seats, parse_slips
from canasta_score.event.seating.tables import Table
from canasta_score.event.slips import Score
from canasta_score.rules.diagnostics import DiagnosticCode

pytestmark = pytest.mark.usefixtures("sentences")

PAIRS = {number: Pair(number=number, name=f"P{number} & Q{number}") for number in (1, 2, 3)}


def parse_names(data: bytes, file: str, *, has_headings: bool | None = None) -> list[str]:
    return [*parse_pairs(data, file, has_headings=has_headings).values()]


def test_pairs_have_the_numbers_of_their_rows_and_single_spaces() -> None:
    data = b"nr,player,player\n1,Ann,Bob\n\n2,Kate  Cole,\n3,,\n4,Di,Ed\n"
    assert parse_pairs(data, "pairs.csv") == {2: "Ann & Bob", 4: "Kate Cole", 6: "Di & Ed"}
    assert parse_pairs(b"Cy\nAnn & Bob\n", "pairs.csv", has_headings=False) == {1: "Cy", 2: "Ann & Bob"}


@pytest.mark.parametrize(
    "text",
    [
        "Ann & Bob\nCy & Di\n",
        "player\tplayer\nAnn\tBob\nCy\tDi\n",
        "Ann,Bob\rCy,Di\r",
        "\ufeffpair\nAnn & Bob\n\n Cy & Di \n",
        "Player 1,Player 2\nAnn,Bob\nCy,Di\n",
        "name;partner\r\nAnn;Bob\r\nCy;Di\r\n",
        "Ann,Bob,\nCy,,Di",
    ],
)
def test_pairs(text: str) -> None:
    assert parse_names(text.encode(), "pairs.csv") == ["Ann & Bob", "Cy & Di"]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Ann;Bob\nCy, Jr.;Di", ["Ann & Bob", "Cy, Jr. & Di"]),
        ("Ann, Bob; Jr.\n", ["Ann & Bob; Jr."]),  # as many of both: the comma separates
        ("Pair;Pair 2\nOz;Ann\n", ["Oz & Ann"]),
        ("Last name, First name\nOne,Two\n", ["One & Two"]),
        ("North,South\nAnn,Bob\n", ["North & South", "Ann & Bob"]),  # no heading without such a noun
        (",pair\nAnn,Bob\n", ["Ann & Bob"]),
    ],
)
def test_the_separator_and_the_heading_are_known_by_the_whole(text: str, pairs: list[str]) -> None:
    assert parse_names(text.encode(), "pairs.csv") == pairs


def test_a_line_break_in_a_cell_stays_so_that_the_name_is_refused() -> None:
    assert parse_names(b'"Ann\nBob",Cy\nDi,Ed\n', "pairs.csv") == ["Ann\nBob & Cy", "Di & Ed"]


@pytest.mark.parametrize("sign", "\u2028\u2029\x85\v\f\x1c")
def test_no_other_sign_than_a_line_break_splits_a_row(sign: str) -> None:
    assert parse_names(f"player,player\nAnn{sign}Lee,Bob\n".encode(), "pairs.csv") == [f"Ann{sign}Lee & Bob"]


@pytest.mark.parametrize("data", [b"", b"\n\n", b"name\n", b"\xff\xfe", b'"Ann', b'Ann\x00,\n"a"b'])
def test_files_without_pairs(data: bytes) -> None:
    with pytest.raises(EventError) as caught:
        parse_names(data, "pairs.csv")
    assert [(each.file, bool(each.hint)) for each in caught.value.diagnostics] == [("pairs.csv", True)]


def test_tabs_separate_the_cells_of_slips() -> None:
    slips = parse_slips(b"game\ttable\tns\tew\n1\t2\t2,875\t-145\n", "slips.csv", lambda *slip: slip)
    assert slips == [(2, 1, 2, Score(2875, -145))]


def test_seats_of_one_game_and_of_several() -> None:
    one = parse_seats(b"table,ns,ew\n2,3,\n1,1,P2\n", "seats.csv", PAIRS)
    assert one == {1: (Table(1, 1, 2), Table(2, 3, None))}
    two = parse_seats(b"Game,Table,NS,EW\n1,1,1,2\n1,2,3,0\n2,1,-,1\n2,2,2,3\n", "seats.csv", PAIRS)
    assert two == {1: (Table(1, 1, 2), Table(2, 3, None)), 2: (Table(1, None, 1), Table(2, 2, 3))}


def test_tables_are_in_the_order_of_their_numbers_which_have_five_digits() -> None:
    seats = parse_seats(b"ew,table,ns\n2,99999,1\n,7,3\n", "seats.csv", PAIRS)
    assert seats == {1: (Table(7, 3, None), Table(99999, 1, 2))}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("", [None]),
        ("table,north,south\n1,1,2", [None]),
        ("table,ns,ew,hall\n1,1,2,5", [None]),
        ("ns,ew\n1,2", [None]),
        ("table,ns,ew\nx,1,2\n0,1,2\n\n1,9,2\n3,1,2\n2,1,zed", [2, 3, 5, 7]),
        ("game,table,ns,ew\n999999999,1,1,2\n,1,1,2", [2, 3]),
        ("table,ns,ew\n100000,1,2", [2]),
        ("table,ns\n1,2\n", [None]),
        ("table,ns,ew\n", []),
    ],
)
def test_every_mistake_is_told_with_its_row(text: str, rows: list[int | None]) -> None:
    if not rows:
        assert parse_seats(text.encode(), "seats.csv", PAIRS) == {}
        return
    with pytest.raises(EventError) as caught:
        parse_seats(text.encode(), "seats.csv", PAIRS)
    assert [diagnostic.row for diagnostic in caught.value.diagnostics] == rows
    assert all(diagnostic.file == "seats.csv" and diagnostic.hint for diagnostic in caught.value.diagnostics)


def test_slips_are_read_with_totals_as_people_type_them() -> None:
    text = "Table;EW;NS;Game\n14;-145;2,875;1\n\n3;5;\u22125;2\n"
    rows = parse_slips(text.encode(), "b.csv", lambda row, game, table, score: (row, game, table, *score))
    assert rows == [(2, 1, 14, 2875, -145), (4, 2, 3, -5, 5)]


def test_every_mistake_of_a_file_of_slips_is_told_with_its_row() -> None:
    def build(_row: int, _game: int, _table: int, score: Score) -> None:
        if score.ns == 7:
            raise event_error("7 cannot be a total", "look at the slip")

    text = "game,table,ns,ew\n1,1,5,x\n1,0,5,5\n1,2,7,5\n1,3,5,5\n1,3,5,5\n1,4,5\n"
    with pytest.raises(EventError) as caught:
        parse_slips(text.encode(), "b.csv", build)
    assert [diagnostic.row for diagnostic in caught.value.diagnostics] == [2, 3, 4, 6, 7]
    assert all(diagnostic.file == "b.csv" and diagnostic.hint for diagnostic in caught.value.diagnostics)
    assert caught.value.diagnostics[-1].message == "the column ew is empty"  # a name=number has no place in a table
    with pytest.raises(EventError, match="names of the columns"):
        parse_slips(b"table,ns,ew\n1,5,5\n", "b.csv", build)


def test_columns_that_are_no_players_are_left_out_by_their_headings_or_refused() -> None:
    rows = b"Eve,Fay,NVSO,555\nGus,Hal,NVSO,556\n"
    assert parse_names(b"Player 1,Player 2,Club,Number\n" + rows, "pairs.csv") == ["Eve & Fay", "Gus & Hal"]
    with pytest.raises(EventError, match="not players"):
        parse_names(rows.replace(b"555", b"x"), "pairs.csv")
    with pytest.raises(EventError, match="not players"):
        parse_names(b"Eve & Fay,NVSO\nGus & Hal,NVSO\n", "pairs.csv")


@pytest.mark.parametrize(
    "text", ["pair,player1,player2\n1,Ann,Bob\n2,Cy,Di\n", "1,Ann,Bob\n2,Cy,Di\n", "1.;Ann & Bob;\n2.;Cy & Di;\n3.;;\n"]
)
def test_numbers_are_no_players(text: str) -> None:
    assert parse_names(text.encode(), "pairs.csv") == ["Ann & Bob", "Cy & Di"]


def test_numbers_alone_are_no_pairs() -> None:
    with pytest.raises(EventError, match="no pairs"):
        parse_names(b"pair,north,south\n1,Ann,Bob\n", "pairs.csv")


def test_numbered_headings_are_known_in_any_language() -> None:
    assert parse_names(b"Nr,Joueur 1,Joueur 2\n1,Ann,Bob\n2,Cy,Di\n", "pairs.csv") == ["Ann & Bob", "Cy & Di"]
    assert parse_names(b"Spieler1;Spieler2\nAnn;Bob\n", "pairs.csv") == ["Ann & Bob"]
    # Numbered players of different names are people.
    assert parse_names(b"Ann1,Bob1\nAnn2,Bob2\n", "pairs.csv") == ["Ann1 & Bob1", "Ann2 & Bob2"]


@pytest.mark.parametrize(
    "headings", ["player 1,player 2", "Player A,Player B", "player,player", "first player,partner"]
)
def test_columns_that_are_named_player_are_players_whatever_they_hold(headings: str) -> None:
    text = f"{headings},club\nMary-Jo & Kim,Bob,NVSO\nCy,Di,NVSO\n"
    assert parse_names(text.encode(), "pairs.csv") == ["Mary-Jo & Kim & Bob", "Cy & Di"]


def test_a_name_twice_in_the_first_row_may_be_a_heading() -> None:
    assert_unclear("Joueur,Joueur\nAnn,Bob\n")
    assert parse_names(b"player,player\nAnn,Bob\n", "pairs.csv") == ["Ann & Bob"]


def assert_unclear(text: str) -> None:
    with pytest.raises(EventError, match="may be headings") as caught:
        parse_names(text.encode(), "pairs.csv")
    assert [each.code for each in caught.value.diagnostics] == [DiagnosticCode.UNCLEAR_HEADINGS]


@pytest.mark.parametrize(
    "text",
    [
        "Pelaaja,Toinen pelaaja\nAnn,Bob\nCy,Di\n",  # a word in both, as in no pair of the file
        "Erster Spieler;Zweiter Spieler\nAnn;Bob\nCy;Di\n",
        "jugador,pareja\nAnn,Bob\nCy,Di\n",  # in lower case, as no name of the file
        "Parit\nAnn & Bob\nCy & Di\n",  # no pair
        "Nro,Pelaaja,Pari\n1,Ann,Bob\n2,Cy,Di\n",
    ],
)
def test_a_first_row_that_may_be_headings_is_asked_about(text: str) -> None:
    assert_unclear(text)
    assert parse_names(text.encode(), "pairs.csv", has_headings=True) == ["Ann & Bob", "Cy & Di"]
    if "Nro" not in text:
        assert len(parse_names(text.encode(), "pairs.csv", has_headings=False)) == 3


@pytest.mark.parametrize(
    "text",
    [
        "Ann Smith,Bob Smith\nCy Jones,Di Jones\n",
        "ann,bob\ncy,di\n",
        "The Aces\nThe Deuces\n",
        "Ann Smith & Bob Smith\n",
        "Ann Smith,Bob Young\nCy,Di\n",
    ],
)
def test_a_first_row_like_another_one_is_a_pair(text: str) -> None:
    assert len(parse_names(text.encode(), "pairs.csv")) == len(text.splitlines())


def test_a_column_of_one_player_beside_others_is_refused() -> None:
    with pytest.raises(EventError, match="not players"):
        parse_names(b"Spieler,Partner\nAnn,Bob\nCy\n", "pairs.csv")
    assert parse_names(b"Nr,Partner\n1,Ann & Bob\n", "pairs.csv") == ["Ann & Bob"]
