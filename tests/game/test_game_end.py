"""When a game ends, who has won then, and who is ahead before: by points, by hands, by both, highest or lowest."""

from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok

from canasta_score import read_ledger
from canasta_score.game.entries import Hand
from canasta_score.game.statistics import compute_statistics
from canasta_score.report.charts.race import build_race, describe_race

BOTH = "game.target=1000 game.hands=3"
LOWEST = "game.target=1000 game.wins=lowest"
LOWEST_OF_THREE = "game.hands=3 game.wins=lowest"


def play(rules: str, *hands: str, start: str = "") -> None:
    """Start a game by NVSO with these house rules, and record hands as base points of both sides."""
    words = [word for rule in rules.split() for word in ("--set", rule)]
    words += [word for total in start.split() for word in ("--start", total)]
    run_ok("new", *words, "--we", "Ann", "--they", "Cy")
    for hand in hands:
        we, they = hand.split()
        run_ok("add", "--anyway", "we", f"base={we}", "they", f"base={they}")


@pytest.mark.parametrize(
    ("rules", "hands", "over", "winner"),
    [
        # whichever comes first: the target in the first hand, or the third hand below the target
        (BOTH, ["1000 900"], True, "we"),
        (BOTH, ["995 900"], False, None),
        (BOTH, ["100 200", "100 200"], False, None),
        (BOTH, ["100 200", "100 200", "100 50"], True, "they"),
        # equal totals after the last of the hands, or at the target: the win is shared, unless tied sides play on
        (BOTH, ["100 200", "100 200", "200 0"], True, None),
        (BOTH, ["1000 1000"], True, None),
        (f"{BOTH} game.tie=play-on", ["1000 1000"], False, None),
        (f"{BOTH} game.tie=play-on", ["1000 1000", "5 10"], True, "they"),
        (f"{BOTH} game.tie=play-on", ["100 100", "100 100", "100 100"], False, None),
        # the lowest total wins once a side reaches the target, or after the last hand
        (LOWEST, ["995 10"], False, None),
        (LOWEST, ["1000 10"], True, "they"),
        (LOWEST, ["1000 1200"], True, "we"),
        (LOWEST, ["1000 1000"], False, None),
        (LOWEST, ["-500 -600"], False, None),
        (LOWEST_OF_THREE, ["100 200", "100 200", "150 10"], True, "we"),
        (LOWEST_OF_THREE, ["100 200", "100 0", "0 0"], True, None),
    ],
)
@pytest.mark.usefixtures("game_folder")
def test_a_game_is_over_as_its_rules_say(rules: str, hands: list[str], *, over: bool, winner: str | None) -> None:
    play(rules, *hands)
    sheet = run_json("show", "--json")
    assert (sheet["over"], sheet["winner"]) == (over, winner)


@pytest.mark.usefixtures("game_folder")
def test_a_game_that_is_ended_is_won_by_the_lowest_total() -> None:
    play(LOWEST, "300 200")
    run_ok("end")
    assert run_json("show", "--json")["winner"] == "they"
    assert "Cy won: 200 to 300." in run_ok("show")


@pytest.mark.usefixtures("game_folder")
def test_a_tie_for_the_lowest_total_plays_on_below_the_target() -> None:
    """Three sides: the one at the target is last, and the two that share the lowest total are tied."""
    run_ok(
        "new",
        "--set",
        "game.target=1000",
        "--set",
        "game.wins=lowest",
        "--side",
        "ann=Ann",
        "--side",
        "bo=Bo",
        "--side",
        "cy=Cy",
    )
    run_ok("add", "ann", "base=1000", "bo", "base=300", "cy", "base=300")
    assert "Tied at 300, so the game continues." in run_ok("show")
    run_ok("add", "--anyway", "ann", "base=0", "bo", "base=5", "cy", "base=10")
    assert "Bo won in hand 2: 305 to 310 to 1,000." in run_ok("show")


def test_the_race_and_the_statistics_count_the_lowest_total_as_the_best(game_folder: Path) -> None:
    """Ann is behind by 100 after hand 1 and wins; her best hand is the one with the fewest points."""
    play(LOWEST, "300 200", "100 900")
    ledger = read_ledger(game_folder / "canasta.toml")
    words = describe_race(build_race(ledger), ledger.side_names)
    assert "Cy led after 1 of 2 hands" in words
    assert "Ann led after 1 of 2 hands" in words
    assert "The biggest lead was 700, by Ann after hand 2." in words
    statistics = compute_statistics([ledger])
    ann, cy = statistics.sides
    assert (ann.name, ann.games_won, cy.games_won) == ("Ann", 1, 0)
    assert ann.comeback
    assert (ann.comeback.points, ann.comeback.hand, cy.comeback) == (100, 1, None)
    assert [side.best_hand and (side.best_hand.points, side.best_hand.hand) for side in (ann, cy)] == [
        (100, 2),
        (200, 1),
    ]
    assert "Best hand: 100 by Ann, hand 2 of canasta.toml." in run_ok("stats")


def test_the_biggest_lead_is_the_one_over_the_next_lowest_of_three(game_folder: Path) -> None:
    sides = (word for side in ("ann", "bo", "cy") for word in ("--side", f"{side}={side}"))
    run_ok("new", "--set", "game.target=2000", "--set", "game.wins=lowest", *sides)
    run_ok("add", "--anyway", "ann", "base=900", "bo", "base=100", "cy", "base=300")
    ledger = read_ledger(game_folder / "canasta.toml")
    assert "The biggest lead was 200, by bo after hand 1." in describe_race(build_race(ledger), ledger.side_names)


def test_sides_that_have_not_won_are_listed_by_the_lower_average(game_folder: Path) -> None:
    play(LOWEST, "300 200")
    assert [side.name for side in compute_statistics([read_ledger(game_folder / "canasta.toml")]).sides] == [
        "Cy",
        "Ann",
    ]


@pytest.mark.usefixtures("game_folder")
def test_every_door_says_how_the_game_ends() -> None:
    play(f"{LOWEST} game.hands=3", "300 200")
    assert "NVSO Canasta, 3 house rules, to 1,000 or 3 hands, the lowest total wins" in run_ok("show")
    assert "Hand 2 of 3 is next." in run_ok("show")
    for form in ("md", "txt", "html"):
        assert "to 1,000 or 3 hands, the lowest total wins" in " ".join(run_ok("export", "-f", form).split())
    card = " ".join(run_ok("variants", "show", "nvso").split())
    assert "to 8,500; the highest total wins; if tied, play another hand" in card


@pytest.mark.usefixtures("game_folder")
def test_an_event_refuses_rules_in_which_the_lowest_total_wins() -> None:
    refused = run("event", "new", "Tuesday", "--set", "game.wins=lowest")
    assert (refused.code, "an event ranks the highest first" in refused.err) == (2, True)
    assert not Path("event.toml").exists()


@pytest.mark.parametrize("later", [[], ["note", "Di went home"], ["add", "--anyway", "we", "base=5"]])
@pytest.mark.usefixtures("game_folder")
def test_a_hand_that_was_forgotten_before_the_end_is_added_as_the_hint_says(later: list[str]) -> None:
    """Ann is ahead by 300 to 200; with the hand that was forgotten, Cy wins by 500 to 400."""
    play("game.target=5000", "300 200")
    run_ok("end")
    if later:
        run_ok(*later)
    forgotten = ["add", "we", "base=100", "they", "base=300"]
    refused = run(*forgotten)
    assert "add the hand, and end the game again" in refused.err
    assert refused.err.count("hint: ") == 2  # and how to start the next game
    undos = 2 if later else 1
    assert ("type undo 2 times" in refused.err) == bool(later)
    for _ in range(undos):
        run_ok("undo")
    run_ok(*forgotten)
    run_ok("end")
    assert "Cy won: 500 to 400. The game was ended after hand 2." in run_ok("show")


@pytest.mark.usefixtures("game_folder")
def test_hands_are_not_searched_for_special_hands_that_win_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    play("", "100 200", "300 400")  # no special hand of NVSO wins at once
    monkeypatch.setattr(Hand, "get_facts", lambda *_: pytest.fail("a long game has many hands"))
    assert not read_ledger("canasta.toml").standing().over
