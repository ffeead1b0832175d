"""Who deals and who plays first: the deal passes to the left, and the player to the dealer's left begins."""

import pytest

from canasta_score.game.sides import (
    Deal,
    Seats,
    find_adjacent_partners,
    find_seat_errors,
    find_sitting_dealer_error,
    find_turns,
    match_player,
    rename_players,
)

FOUR = ("Ann", "Cy", "Bob", "Di")
FIVE = (*FOUR, "Eve")


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
        (("Ann Cy Bob",), "Ann Cy Bob", "the commas between the players are missing; did you mean Ann, Cy, Bob?"),
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
        (("Ruth", "Carol", "Max", "Helen"), ["Grandma Ruth & Carol", "Max & Helen"], ("Ruth", "Carol")),
        (("ruth", "max", "carol", "hel"), ["Grandma Ruth & Carol", "Max & Helen"], ()),
        (("Ann", "Cy", "An", "Di"), ["Ann & Anton", "Cy & Di"], ()),
        (("Ann", "Bob", "Cy"), ["Ann", "Bob", "Cy"], ()),
        (("Ann", "Bob", "Cy"), ["Ann & Bob", "Cy"], ()),
        (("Ann", "Bob", "Cy", "Di"), ["We", "They"], ()),
        (FIVE, ["Ann & Bob", "Cy, Di & Eve"], ()),
        (("Ann", "Bob", "Cy", "Di", "Eve"), ["Ann & Bob", "Cy, Di & Eve"], ("Ann", "Bob")),
    ],
)
def test_partners_who_play_one_after_the_other_are_found(
    order: tuple[str, ...], names: list[str], partners: tuple[str, ...]
) -> None:
    assert find_adjacent_partners(order, names) == partners


@pytest.mark.parametrize(
    ("name", "player"),
    [("ruth", "Grandma Ruth"), ("An", "Ann"), ("ann", "Ann"), ("ma", "ma"), ("mary", "Mary Ann"), ("", ""), ("u", "u")],
)
def test_a_player_is_known_by_the_beginning_of_a_word_of_the_name(name: str, player: str) -> None:
    assert match_player(name, ["Grandma Ruth", "Ann", "Mary Ann", "Max"]) == player


def test_three_players_sit_out_by_turns_and_two_against_them_never_do() -> None:
    """Rummy-games.com: of A, B and C, C sits out of the first hand, B of the second, A of the third, and so on."""
    seats = Seats(order=FIVE, dealer="Ann", turns=("Cy", "Di", "Eve"))
    deals = [seats.get_deal(hand) for hand in range(5)]
    assert [(deal.dealer, deal.first, deal.sits_out) for deal in deals] == [
        ("Ann", "Cy", "Eve"),
        ("Cy", "Bob", "Di"),
        ("Bob", "Eve", "Cy"),
        ("Cy", "Ann", "Eve"),
        ("Ann", "Eve", "Di"),
    ]


@pytest.mark.parametrize("turns", [("Cy", "Di", "Eve"), ("B", "D", "F", "G")])
def test_a_game_goes_on_with_the_turns_and_the_deal_of_the_one_before(turns: tuple[str, ...]) -> None:
    order = FIVE if "Eve" in turns else ("A", "B", "C", "D", "E", "F", "G")
    seats = Seats(order=order, dealer=order[1], turns=turns)
    for hands in range(25):
        later = seats.go_on(hands)
        later_turns = tuple(player for player in later.order if player in turns)
        again = Seats(order=later.order, dealer=later.dealer, turns=later_turns)
        assert [again.get_deal(hand) for hand in range(13)] == [seats.get_deal(hands + hand) for hand in range(13)]


@pytest.mark.parametrize("order", [FIVE, ("A", "B", "C", "D", "E", "F", "G")])
def test_the_two_sides_alternate_and_all_sit_out_equally_often(order: tuple[str, ...]) -> None:
    turns = ("Cy", "Di", "Eve") if order == FIVE else ("A", "C", "E", "G")
    deals = [Seats(order=order, dealer=order[0], turns=turns).get_deal(hand) for hand in range(12)]
    assert all((deal.dealer in turns) != (deal.first in turns) for deal in deals)
    assert all(deal.sits_out not in (deal.dealer, deal.first) for deal in deals)
    assert {[deal.sits_out for deal in deals].count(player) for player in turns} == {12 // len(turns)}


@pytest.mark.parametrize(
    ("order", "names", "turns"),
    [
        (FIVE, ["Ann & Bob", "cy, DI and Eve"], ("Cy", "Di", "Eve")),
        (FIVE, ["Cy, Di & Eve", "Ann & Bob"], ("Cy", "Di", "Eve")),
        (("A", "C", "E", "B", "D", "F", "G"), ["A & B", "C & D", "E, F & G"], ("E", "F", "G")),
        (("A", "C", "E", "B", "D", "F", "G", "H"), ["A & B", "C, D & H", "E, F & G"], ()),
        (("A", "C", "B", "D", "E", "F"), ["A & B", "C, D, E & F"], ()),
        (("A", "C", "B", "D", "E", "F"), ["A, B & C", "D, E & F"], ()),
        (("Ann", "Cy", "Bob"), ["Ann & Bob", "Cy"], ()),
        (FIVE, ["We", "They"], ()),
        (FOUR, ["Ann & Bob", "Cy, Di & Eve"], ()),
        ((*FOUR, "Flo"), ["Ann & Bob", "Cy, Di & Eve"], ()),
    ],
)
def test_one_sits_out_of_the_side_that_has_one_player_more(
    order: tuple[str, ...], names: list[str], turns: tuple[str, ...]
) -> None:
    assert find_turns(order, names) == turns


def test_a_dealer_who_sits_out_is_named_with_the_others_and_in_a_file_the_next_player_deals() -> None:
    seats = Seats(order=FIVE, dealer="Eve", turns=("Cy", "Di", "Eve"))
    error = find_sitting_dealer_error(seats)
    assert error is not None
    assert (error.message, error.hint) == ('"Eve" sits out the first hand', "choose from: Ann, Cy, Bob, Di")
    assert seats.get_deal(0) == Deal(dealer="Ann", first="Cy", sits_out="Eve")
    assert find_sitting_dealer_error(Seats(order=FIVE, dealer="Eve")) is None


def test_a_renamed_player_keeps_the_turn() -> None:
    seats = Seats(order=FIVE, dealer="Ann", turns=("Cy", "Di", "Eve"))
    assert rename_players(seats, "Cy, Di & Eve", "Cy, Di & Flo").turns == ("Cy", "Di", "Flo")
