"""Who deals and who plays first: the deal passes to the left, and the player to the dealer's left begins."""

import pytest

from canasta_score.game.sides import Deal, Seats, find_adjacent_partners, find_seat_errors, rename_players

FOUR = ("Ann", "Cy", "Bob", "Di")


@pytest.mark.parametrize(
    ("order", "dealer", "hands_before", "deal"),
    [
        (FOUR, "Ann", 0, ("Ann", "Cy")),
        (FOUR, "Ann", 1, ("Cy", "Bob")),
        (FOUR, "Ann", 3, ("Di", "Ann")),
        (FOUR, "Di", 0, ("Di", "Ann")),
        (FOUR, "Di", 5, ("Ann", "Cy")),
        (("Ann", "Cy"), "Cy", 1, ("Ann", "Cy")),
        (("Ann", "Bob", "Cy"), "Bob", 4, ("Cy", "Ann")),
        (("A", "B", "C", "D", "E", "F"), "F", 7, ("A", "B")),
    ],
)
def test_the_deal_passes_to_the_left(
    order: tuple[str, ...], dealer: str, hands_before: int, deal: tuple[str, str]
) -> None:
    assert Seats(order=order, dealer=dealer).get_deal(hands_before) == Deal(dealer=deal[0], first=deal[1])


@pytest.mark.parametrize(
    ("old", "new", "order", "dealer"),
    [
        ("Ann & Bob", "Ann & Rob", ("Ann", "Cy", "Rob", "Di"), "Rob"),
        ("Ann & Bob", "Bob & Eve", ("Eve", "Cy", "Bob", "Di"), "Bob"),
        ("Ann & Bob", "Al & Ed", ("Al", "Cy", "Ed", "Di"), "Ed"),
        ("ann & BOB", "Anne & Bobby", ("Anne", "Cy", "Bobby", "Di"), "Bobby"),
        ("Ann & Bob", "ANN & Bob", ("ANN", "Cy", "Bob", "Di"), "Bob"),
        ("We", "Ann & Bob", FOUR, "Bob"),
        ("We", "Us", FOUR, "Bob"),
        ("Ann & Bob", "The Smiths", FOUR, "Bob"),
        ("Ann & Bob", "Ann & Cy", FOUR, "Bob"),
    ],
)
def test_a_player_gets_another_name_where_a_side_does(old: str, new: str, order: tuple[str, ...], dealer: str) -> None:
    assert rename_players(Seats(order=FOUR, dealer="Bob"), old, new) == Seats(order=order, dealer=dealer)


@pytest.mark.parametrize(
    ("order", "dealer", "places"),
    [
        (FOUR, "Ann", []),
        ((), "", ["order", "dealer"]),
        (("Ann",), "Ann", ["order"]),
        (tuple(map(str, range(13))), "1", ["order"]),
        (("Ann", "Cy", "ANN"), "Ann", ["order"]),
        (("Zoe", "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}"), "Zoe", ["order"]),
        (("Ann", " "), "Ann", ["order"]),
        (("Ann", "C\x1by"), "Ann", ["order"]),
        (("Ann", "x" * 61), "Ann", ["order"]),
        (FOUR, "Eve", ["dealer"]),
    ],
)
def test_seats_that_no_game_can_have(order: tuple[str, ...], dealer: str, places: list[str]) -> None:
    errors = list(find_seat_errors(order, dealer))
    assert [error.where for error in errors] == places
    assert all(error.hint for error in errors)


@pytest.mark.parametrize(
    ("order", "dealer", "says"),
    [
        (("Ann",), "Ann", "there must be 2 to 12 players, not 1; put commas between the players, in the order of play"),
        (("Ann", "Cy", "ANN"), "Ann", '"ANN" is there twice; give each player a different name'),
        (("Ann", "x" * 61), "Ann", "a name of 61 characters is too long; use at most 60"),
        (FOUR, "Eve", '"Eve" is not one of the players; choose from: Ann, Cy, Bob, Di'),
    ],
)
def test_what_is_wrong_with_seats_is_said_with_the_way_out(order: tuple[str, ...], dealer: str, says: str) -> None:
    (error,) = find_seat_errors(order, dealer)
    assert f"{error.message}; {error.hint}".startswith(says)


@pytest.mark.parametrize(
    ("order", "names", "partners"),
    [
        (FOUR, ["Ann & Bob", "Cy & Di"], ()),
        (("Ann", "Bob", "Cy", "Di"), ["Ann & Bob", "Cy & Di"], ("Ann", "Bob")),
        (("Ann", "Cy", "Di", "Bob"), ["ann and bob", "Cy & Di"], ("Cy", "Di")),
        (("A", "C", "D", "B"), ["A & B", "C & D"], ("C", "D")),
        (("A", "C", "E", "B", "D", "F"), ["A & B", "C & D", "E & F"], ()),
        (("A", "C", "E", "B", "F", "D"), ["A & B", "C & D", "E & F"], ()),
        (("A", "C", "B", "D", "F", "E"), ["A & B", "C & D", "E & F"], ("F", "E")),
        (("B", "C", "D", "A"), ["A & B", "C & D"], ("C", "D")),
        (("Ann", "Bob", "Cy"), ["Ann", "Bob", "Cy"], ()),
        (("Ann", "Bob", "Cy"), ["Ann & Bob", "Cy"], ()),
        (("Ann", "Bob", "Cy", "Di"), ["We", "They"], ()),
    ],
)
def test_partners_who_play_one_after_the_other_are_found(
    order: tuple[str, ...], names: list[str], partners: tuple[str, ...]
) -> None:
    assert find_adjacent_partners(order, names) == partners
