"""Seats and dealer from `new` on: in every command that shows what comes next, in the file and in what is exported."""

import json
from pathlib import Path

import pytest
from support.command_line import run, run_ok

from canasta_score.game.sides import Seats
from canasta_score.game.storage.ledger_files import read_ledger

pytestmark = pytest.mark.usefixtures("game_folder", "sentences")

NEW = ("new", "--we", "Ann & Bob", "--they", "Cy & Di", "--seats", "Ann, Cy ,Bob,  Di")
HAND = ("add", "we", "t160", "h5", "they", "t130", "h85")
FIRST = "Hand 1: Ann deals, Cy plays first."
SECOND = "Hand 2: Cy deals, Bob plays first."


def test_every_command_that_shows_what_comes_next_says_who_deals() -> None:
    assert FIRST in run_ok(*NEW)
    assert SECOND in run_ok(*HAND)
    for words in ((), ("show",), ("show", "--all"), ("meld",), ("export", "-f", "txt"), ("export", "-f", "md")):
        assert SECOND in run_ok(*words)
    assert SECOND in run_ok("note", "Di dealt")
    run_ok("export", "-o", "page.html")
    assert "Cy deals, Bob plays first." in Path("page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["Ann, Cy, Bob, Di"], {"we": "Ann & Bob", "they": "Cy & Di"}),
        (["Ann, Cy"], {"we": "Ann", "they": "Cy"}),
        (["Al, Bo, Cy, Di, Ed, Flo", "-v", "six-handed"], {"we": "Al, Cy & Ed", "they": "Bo, Di & Flo"}),
        (["Ann, Bob, Cy", "-v", "cutthroat"], {"ann": "Ann", "bob": "Bob", "cy": "Cy"}),
        (["Al, Bo, Cy, Di, Ed"], {"we": "We", "they": "They"}),  # of five, no one knows who are partners
        (["Ann, Cy, Bob, Di", "--we", "Us"], {"we": "Us", "they": "They"}),
    ],
)
def test_sides_without_names_are_named_by_who_sits_where(words: list[str], names: dict[str, str]) -> None:
    run_ok("new", "--seats", *words)
    assert read_ledger("canasta.toml").side_names == names


def test_a_canceled_hand_is_dealt_again_and_undo_gives_the_deal_back() -> None:
    run_ok(*NEW)
    run_ok(*HAND)
    assert "Hand 2: Ann deals, Cy plays first." in run_ok("void", "1")
    assert "Hand 3: Cy deals, Bob plays first." in run_ok("add", "we", "t165", "h5", "they", "t130", "h85")
    assert "Hand 2: Ann deals, Cy plays first." in run_ok("undo")
    assert SECOND in run_ok("undo")
    assert FIRST in run_ok("undo")
    assert SECOND in run_ok("redo")


def test_the_hands_of_a_set_number_and_a_tie_say_who_deals() -> None:
    run_ok(*NEW, "--set", "game.hands=2")
    run_ok(*HAND)
    assert "Hand 2 of 2: Cy deals, Bob plays first." in run_ok("show")
    run_ok("void", "1")
    run_ok(*HAND)
    assert "Hand 3 (1 of 2 hands played): Cy deals, Bob plays first." in run_ok("show")
    run_ok("new", "--set", "game.target=1000", "--set", "game.tie=play-on", "--seats", "A, B", "-l", "tie.toml")
    run_ok("add", "-l", "tie.toml", "we", "base=1000", "they", "base=1000")
    assert "Tied at 1,000, so the game continues. Hand 2: B deals, A plays first." in run_ok("show", "-l", "tie.toml")


def test_nobody_deals_once_the_game_is_over() -> None:
    run_ok(*NEW, "--set", "game.hands=1")
    assert "deals" not in run_ok(*HAND)
    assert "deal" not in json.loads(run_ok("show", "--json"))


@pytest.mark.parametrize(
    ("words", "dealer"),
    [((), "Ann"), (("--dealer", "Bob"), "Bob"), (("--dealer", "DI"), "Di"), (("--dealer", "c"), "Cy")],
)
def test_the_dealer_is_the_first_or_the_one_that_is_named(words: tuple[str, ...], dealer: str) -> None:
    run_ok(*NEW, *words)
    assert read_ledger("canasta.toml").seats == Seats(order=("Ann", "Cy", "Bob", "Di"), dealer=dealer)


@pytest.mark.parametrize(
    "words",
    [
        ("--dealer", "Ann"),
        ("--seats", "Ann"),
        ("--seats", ""),
        ("--seats", "Ann,,Bob"),
        ("--seats", "Ann,ann"),
        ("--seats", "Ann,Bob", "--dealer", "Eve"),
        ("--seats", "Ann,Andy", "--dealer", "an"),
        ("--seats", "Ann,B\x1bob"),
    ],
)
def test_seats_that_cannot_be_are_refused_and_nothing_is_started(words: tuple[str, ...]) -> None:
    done = run("new", *words)
    assert done.code == 2
    assert "hint: " in done.err
    assert not Path("canasta.toml").exists()


@pytest.mark.parametrize("count", [3, 6])
def test_three_and_six_players_deal_in_turn(count: int) -> None:
    players = ["Ann", "Bob", "Cy", "Di", "Eve", "Flo"][:count]
    sides = [f"--side={player.lower()}={player}" for player in players]
    run_ok("new", *sides, "--seats", ", ".join(players), "--dealer", players[-1])
    turn = players[-1:] + players + players[:2]
    for number in range(count + 1):
        assert f"Hand {number + 1}: {turn[number]} deals, {turn[number + 1]} plays first." in run_ok("show")
        run_ok("add", "ann", f"t{160 + 5 * number}", "bob", "h5", "--anyway")


def test_the_next_game_has_the_same_seats_and_the_next_dealer() -> None:
    run_ok(*NEW, "--set", "game.hands=3")
    for points in (160, 165, 170):
        run_ok("add", "we", f"t{points}", "h5", "they", "t130", "h85")
    assert "Hand 1 of 3: Di deals, Ann plays first." in run_ok("new")
    assert "Hand 1 of 3: Di deals, Ann plays first." in run_ok("new", "--like", "canasta.toml", "-l", "like.toml")
    assert ": Bob deals," in run_ok("new", "--like", "canasta.toml", "--dealer", "Bob", "-l", "bob.toml")
    assert ": Eve deals," in run_ok("new", "--like", "canasta.toml", "--seats", "Eve, Ann", "-l", "eve.toml")
    assert "deals" not in run_ok("new", "--like", "canasta.toml", "--we", "Eve & Flo", "-l", "others.toml")


def test_json_has_the_seats_and_the_deal_and_brings_them_back() -> None:
    run_ok(*NEW)
    recorded = json.loads(run_ok(*HAND, "--json"))
    assert recorded["deal"] == {"dealer": "Cy", "first": "Bob"}
    assert json.loads(run_ok("meld", "--json"))["deal"] == recorded["deal"]
    shown = json.loads(run_ok("show", "--json"))
    assert (shown["deal"], shown["seats"]) == (
        recorded["deal"],
        {"order": ["Ann", "Cy", "Bob", "Di"], "dealer": "Ann"},
    )
    run_ok("export", "-o", "game.json")
    run_ok("import", "game.json", "-l", "again.toml")
    assert read_ledger("again.toml").seats == read_ledger("canasta.toml").seats
    assert SECOND in run_ok("show", "-l", "again.toml")


@pytest.mark.parametrize(
    ("seats", "place"),
    [
        ('order = ["Ann"]\ndealer = "Ann"', "seats.order"),
        ('order = ["Ann", "Cy"]', "seats.dealer"),
        ('order = ["Ann", "Cy"]\ndealer = "Eve"', "seats.dealer"),
        ('order = ["Ann", 3]\ndealer = "Ann"', "seats.order"),
        ('order = ["Ann", "Cy"]\ndealer = "Ann"\nscorer = "Cy"', "seats.scorer"),
    ],
)
def test_seats_that_someone_edited_are_refused_by_their_place(seats: str, place: str) -> None:
    run_ok("new")
    path = Path("canasta.toml")
    path.write_text(path.read_text().replace("[rules]", f"[seats]\n{seats}\n\n[rules]"))
    done = run("show")
    assert done.code == 4
    assert place in done.err
    assert len(done.messages) == 1


def test_seats_that_are_no_table_are_refused() -> None:
    run_ok("new")
    path = Path("canasta.toml")
    path.write_text(path.read_text().replace("house = []", 'house = []\nseats = "Ann, Cy"'))
    assert run("show").code == 4


def test_a_renamed_player_deals_by_the_new_name_and_keeps_the_seat() -> None:
    run_ok(*NEW)
    assert "Hand 1: Anne deals, Cy plays first." in run_ok("rename", "ann", "Anne & Bob")
    assert "Hand 1: Anne deals, Cyrus plays first." in run_ok("rename", "cy", "Di & Cyrus")
    assert "Hand 1: Anne deals, Cyrus plays first." in run_ok("meld", "failed", "we")
    assert json.loads(run_ok("show", "--json"))["seats"] == {"order": ["Anne", "Cyrus", "Bob", "Di"], "dealer": "Anne"}
    run_ok("end")
    assert "Hand 1: Anne deals, Cyrus plays first." in run_ok("new")
    assert read_ledger("canasta-2.toml").seats == Seats(order=("Anne", "Cyrus", "Bob", "Di"), dealer="Anne")
    assert read_ledger("canasta.toml").seats == Seats(order=("Ann", "Cy", "Bob", "Di"), dealer="Ann")


@pytest.mark.parametrize(("seats", "warnings"), [("Ann, Bob, Cy, Di", 1), ("Ann, Cy, Bob, Di", 0), ("Ann, Di", 0)])
def test_partners_who_play_one_after_the_other_are_warned_of(seats: str, warnings: int) -> None:
    done = run(*NEW[:-1], seats)
    assert (done.code, done.err.count("warning: ")) == (0, warnings)
    assert done.err.count('--seats "Ann, Cy, Bob, Di"') == warnings


def test_of_five_players_one_sits_out_each_hand_in_every_door() -> None:
    five = ("new", "--we", "Ann & Bob", "--they", "Cy, Di & Eve", "--seats", "Ann, Cy, Bob, Di, Eve")
    refused = run(*five, "--dealer", "Eve")
    assert (refused.code, Path("canasta.toml").exists()) == (2, False)
    assert '"Eve" sits out the first hand' in refused.err
    started = run(*five)
    assert "warning" not in started.err
    assert "Hand 1: Ann deals, Cy plays first, Eve sits out." in started.out
    second = "Hand 2: Cy deals, Bob plays first, Di sits out."
    assert second in run_ok(*HAND)
    for words in (("show",), ("meld",), ("export", "-f", "txt"), ("export", "-f", "md"), ("export", "-f", "html")):
        assert second in run_ok(*words)
    assert json.loads(run_ok("show", "--json"))["deal"] == {"dealer": "Cy", "first": "Bob", "sits_out": "Di"}
    assert "Hand 2: Cy deals, Bob plays first, Didi sits out." in run_ok("rename", "they", "Cy, Didi & Eve")
    assert "Didi sits out." in run_ok("rename", "they", "Us")
    run_ok("undo")
    run_ok("end")
    assert "Hand 1: Cy deals, Bob plays first, Didi sits out." in run_ok("new")
    assert "Hand 2: Bob deals, Eve plays first, Cy sits out." in run_ok(
        "add", "we", "t165", "h5", "they", "t130", "h85"
    )


def test_who_sits_out_is_known_once_the_sides_name_their_players() -> None:
    started = run("new", "--seats", "Ann, Cy, Bob, Di, Eve")
    assert "canasta-score rename they 'Cy, Di & Eve'" in started.err
    assert "sits out" not in run_ok("rename", "we", "Ann & Bob")
    assert "Ann deals, Cy plays first, Eve sits out." in run_ok("rename", "they", "Cy, Di & Eve")


@pytest.mark.parametrize("seats", [[], ["--seats", "Gloria, Rose, Pat"]])
def test_a_player_with_a_seat_of_her_own_who_went_out_has_no_cards_left(seats: list[str]) -> None:
    sides = [word for name in ("Gloria", "Rose", "Pat") for word in ("--side", f"{name.lower()}={name}")]
    run_ok("new", "-v", "good-sams", *sides, *seats)
    out = "red-books=2 black-books=2 out table=800".split()
    others = "rose hand=40 pat hand=50".split()
    warning = "warning: Gloria went out without a partner, so no cards are left in hand\n"
    assert run("add", "gloria", *out, *others).err == ""
    corrected = run("fix", "1", "gloria", "hand=95").err
    recorded = run("add", "gloria", *out, "hand=95", *others).err
    assert (warning in corrected, warning in recorded) == (bool(seats), bool(seats))
