"""From one game to the next: which of those that lie beside each other is played, and what is said when one ends."""

from pathlib import Path

import pytest
from support.command_line import run, run_ok

from canasta_score.cli.game_sequence import choose_ledger_to_continue, list_later_ledgers
from canasta_score.game.storage.transactions import read_ledger

pytestmark = pytest.mark.usefixtures("game_folder")

OVER, OPEN = ("we", "straight"), ("we", "t60", "they", "h5")


def lay(**games: tuple[str, ...]) -> None:
    """Lay games of one hand side by side, each by the number behind its name."""
    for name, hand in games.items():
        file = f"{name.replace('_', '-')}.toml"
        run_ok("new", "--set", "game.hands=1" if hand is OVER else "game.hands=2", "-l", file)
        run_ok("add", *hand, "-l", file)


@pytest.mark.parametrize(
    ("games", "file", "told"),
    [
        ({"canasta": OPEN, "canasta_2": OPEN}, "canasta.toml", ""),
        ({"canasta": OVER}, "canasta.toml", ""),
        ({"canasta": OVER, "canasta_old": OPEN, "other_2": OPEN}, "canasta.toml", ""),
        (
            {"canasta": OVER, "canasta_2": OPEN},
            "canasta-2.toml",
            "canasta.toml is over; going on with canasta-2.toml.\n\n",
        ),
        (
            {"canasta": OVER, "canasta_2": OPEN, "canasta_10": OPEN},
            "canasta-10.toml",
            "canasta.toml is over; going on with canasta-10.toml.\n\n",
        ),
        (
            {"canasta": OVER, "canasta_2": OPEN, "canasta_3": OVER},
            "canasta-2.toml",
            "canasta.toml is over; going on with canasta-2.toml.\n\n",
        ),
        (
            {"canasta": OVER, "canasta_2": OVER, "canasta_3": OVER},
            "canasta-3.toml",
            "canasta.toml is over, and so is the newest, canasta-3.toml.\n\n",
        ),
    ],
)
def test_an_evening_goes_on_with_the_newest_game_that_is_not_over(
    games: dict[str, tuple[str, ...]], file: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lay(**games)
    assert choose_ledger_to_continue(Path("canasta.toml")) == Path(file)
    assert capsys.readouterr().out == told


def test_a_game_that_cannot_be_read_is_said_and_passed_over(capsys: pytest.CaptureFixture[str]) -> None:
    lay(canasta=OVER, canasta_2=OPEN)
    Path("canasta-3.toml").write_text("xx\n")
    assert choose_ledger_to_continue(Path("canasta.toml")) == Path("canasta-2.toml")
    assert "canasta-3.toml: is no TOML" in capsys.readouterr().err
    assert "canasta-2.toml is not over" in run("show").err


def test_later_games_stand_in_the_same_folder() -> None:
    Path("sub").mkdir()
    lay(**{"sub/canasta": OPEN, "sub/canasta_2": OPEN})
    assert list_later_ledgers(Path("sub/canasta.toml")) == [Path("sub/canasta-2.toml")]
    assert list_later_ledgers(Path("canasta.toml")) == []


@pytest.mark.parametrize("words", [(), ("show",), ("show", "--json"), ("show", "--chart")])
def test_the_sheet_of_a_game_that_is_over_names_the_one_that_is_not(words: tuple[str, ...]) -> None:
    lay(canasta=OVER, canasta_2=OPEN)
    line = "canasta-score: canasta-2.toml is not over; for it: canasta-score show -l canasta-2.toml\n"
    assert run(*words).err == line
    assert run(*words, CANASTA_LEDGER="canasta.toml").err == ""
    assert run(*words, "-l", "canasta.toml").err == ""
    Path("canasta-2.toml").rename("away.toml")
    assert run(*words).err == ""


def test_a_hand_behind_the_end_is_recorded_and_the_open_game_named() -> None:
    lay(canasta=OVER, canasta_2=OPEN)
    assert run("add", *OPEN).err == (
        "canasta-score: irregular: the game was over with hand 1; canasta-2.toml is not over: canasta-score add -l "
        "canasta-2.toml …; take this one back with canasta-score undo\n"
    )


def test_a_hand_behind_the_end_of_a_game_that_was_named_is_told_how_the_next_one_begins() -> None:
    lay(canasta=OVER, old=OVER, old_2=OPEN)
    assert run("add", "-l", "old.toml", *OPEN).err == (
        "canasta-score: irregular: the game was over with hand 1; begin the next game with canasta-score new --like "
        "old.toml -l old-3.toml, or take this one back with canasta-score undo -l old.toml\n"
    )


def test_a_check_of_a_hand_behind_the_end_takes_back_that_hand_and_no_other() -> None:
    lay(old=OVER)
    run("add", "-l", "old.toml", *OPEN)
    run("add", "-l", "old.toml", "we", "t70", "they", "h5")
    assert run("check", "--strict", "old.toml").err == (
        "canasta-score: old.toml: hand 2: irregular: the game was over with hand 1; if it is of the next game, record "
        "it there and strike it here: canasta-score void 2 -l old.toml\n"
    )
    run_ok("void", "2", "-l", "old.toml")
    run_ok("void", "3", "-l", "old.toml")
    assert run("check", "--strict", "old.toml").code == 0


def test_the_hand_that_ends_a_game_says_what_comes_then() -> None:
    run_ok("new", "--set", "game.hands=2")
    run_ok("new", "--set", "game.hands=1", "-l", "my game.toml")
    assert "Send it" not in run_ok("add", *OPEN)
    assert "Send it" not in run_ok("add", "--dry-run", *OVER)
    assert "Send it" not in run_ok("add", "--json", *OVER, "-l", "my game.toml")
    assert run_ok("add", *OPEN).endswith(
        "\n\nSend it: canasta-score export -o evening.html\n"
        "The next game: canasta-score new --like canasta.toml -l canasta-2.toml\n"
    )
    assert "Send it" not in run_ok("add", *OPEN)
    run_ok("undo", "-l", "my game.toml")
    run_ok("export", "-o", "evening.html")
    assert run_ok("add", *OPEN, "-l", "my game.toml").endswith(
        "\n\nSend it: canasta-score export -l 'my game.toml' -o evening-2.html\n"
        "The next game: canasta-score new --like 'my game.toml' -l 'my game-2.toml'\n"
    )


@pytest.mark.parametrize(
    ("hand", "remedy"),
    [
        (OVER, ", and that game is over; for the next one: canasta-score new --like canasta.toml -l canasta-2.toml"),
        (None, "nothing is recorded in it: delete it, or change the names under [sides] in it"),
        (OPEN, "and a ledger is never overwritten; choose another file with --ledger, or put that one away first"),
    ],
)
def test_where_a_ledger_lies_it_is_said_what_can_be_done(hand: tuple[str, ...] | None, remedy: str) -> None:
    if hand:
        lay(canasta=hand)
    else:
        run_ok("new")
    before = Path("canasta.toml").read_bytes()
    done = run("new")
    assert (done.code, done.out) == (4, "")
    assert done.err.startswith("canasta-score: canasta.toml: is there already")
    assert done.err.endswith(f"{remedy}\n")
    assert Path("canasta.toml").read_bytes() == before


@pytest.mark.parametrize(
    "told", ["-v wca", "--like canasta.toml", "--we Ann", "--set game.target=5000", "--start we=5"]
)
def test_where_a_game_is_over_what_was_told_of_the_next_one_stays_told(told: str) -> None:
    lay(canasta=OVER, canasta_2=OPEN)
    sentence = "is there already, and that game is over; for the next one name another file: -l canasta-3.toml"
    assert run("new", *told.split()).err == f"canasta-score: canasta.toml: {sentence}\n"


def test_what_lies_there_and_is_no_ledger_stays() -> None:
    Path("canasta.toml").write_text("xx\n")
    assert "is there already, and a ledger is never overwritten" in run("new").err


def test_a_name_may_be_changed_in_the_file() -> None:
    run_ok("new", "--we", "Marge")
    path = Path("canasta.toml")
    assert "The names of the sides may be changed here." in path.read_text()
    path.write_text(path.read_text().replace('we = "Marge"', 'we = "Marge & Lou"'))
    assert "Marge & Lou" in run_ok("add", *OPEN)
    assert run("check").code == 0


@pytest.mark.parametrize(
    ("rules", "hand", "missing"),
    [
        ("nvso", "we r4 b1 n2 t310 h120", "They"),
        ("nvso", "they t60", "We"),
        ("nvso", "we t60 they", "They"),
        ("nvso", "we t60 they t0", ""),
        ("nvso", "we base=100 they count=-20", ""),
        ("nvso", "we straight", "They"),
        ("wca", "we straight", ""),
    ],
)
def test_half_a_hand_is_recorded_and_said(rules: str, hand: str, missing: str) -> None:
    run_ok("new", "-v", rules, "-l", "game.toml")
    line = "canasta-score: nothing is told of {}; if that was Enter too soon: canasta-score undo -l game.toml\n"
    assert run("add", "-l", "game.toml", "--dry-run", *hand.split()).err.endswith("this is a dry run\n")
    done = run("add", "-l", "game.toml", *hand.split())
    assert (done.code, done.err) == (0, line.format(missing) if missing else "")


@pytest.mark.parametrize(
    ("words", "environment", "is_named"),
    [
        ((), {}, False),
        (("-l", "canasta.toml"), {}, False),
        (("-l", "other.toml"), {}, True),
        ((), {"CANASTA_LEDGER": "other.toml"}, False),
        (("-l", "other.toml"), {"CANASTA_LEDGER": "other.toml"}, False),
    ],
)
def test_a_ledger_that_every_command_must_name_is_said_to_be_one(
    words: tuple[str, ...], environment: dict[str, str], *, is_named: bool
) -> None:
    shown = run_ok("new", *words, **environment)
    assert ("other.toml.\nName it in every command, -l other.toml, or set CANASTA_LEDGER.\n\n" in shown) is is_named
    assert ("canasta-score add -l other.toml we" in shown) is is_named


@pytest.mark.parametrize(
    ("before", "told", "house"),
    [
        (["game.hands=3", "game.tie=shared"], ["game.target=5000"], ["game.target=5000"]),
        (["game.target=5000", "game.tie=shared"], ["game.hands=3"], ["game.hands=3"]),
        (["game.target=5000"], ["game.target=5000"], ["game.target=5000"]),
        (["bonuses.out={points=150}"], ["bonuses.out.points=200"], ["bonuses.out.points=200"]),
        (["game.hands=3", "game.tie=shared"], ["game.hands=4"], ["game.tie=shared", "game.hands=4"]),
    ],
)
def test_a_game_like_another_tells_no_house_rule_that_does_not_hold_in_it(
    before: list[str], told: list[str], house: list[str]
) -> None:
    run_ok("new", *(f"--set={text}" for text in before))
    run_ok("new", "--like", "canasta.toml", "-l", "next.toml", *(f"--set={text}" for text in told))
    assert [*read_ledger("next.toml").house_rules] == house


def test_what_somebody_wrote_among_the_house_rules_is_none_of_the_next_game() -> None:
    run_ok("new", "--set", "game.target=5000")
    path = Path("canasta.toml")
    path.write_text(path.read_text().replace('"game.target=5000"', '"game.target=5000", "no smoking"'))
    run_ok("new", "--like", "canasta.toml", "-l", "next.toml", "--set", "bonuses.out.points=150")
    assert read_ledger("next.toml").house_rules == ("game.target=5000", "bonuses.out.points=150")
