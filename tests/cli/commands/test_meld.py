"""`meld`, `meld check` and `meld find`: whose need it is, exit codes, and JSON that programs rest on."""

import json
from pathlib import Path

import pytest
from support.command_line import run

pytestmark = pytest.mark.usefixtures("sentences")

KEYS = ["legal", "opens", "points", "needs", "groups", "kept", "problems"]
PUBLISHED = ["10,10,10", "Q,Q,JK", "9,9,9"]
HELD = "10 10 10 Q Q JK 9 9 9 A 7 5".split()


@pytest.fixture
def wca_game(tmp_path: Path) -> str:
    """Return a game in which We need 155 and They 125."""
    path = tmp_path / "canasta.toml"
    assert run("new", "-l", str(path), "-v", "wca", "--start", "we=3200", "--start", "they=-40").code == 0
    return str(path)


def needs_of(*words: str) -> object:
    """Return the need by which `meld check` judges."""
    done = run("meld", "check", *PUBLISHED, "--json", *words)
    assert done.code in {0, 1}, done.err
    return json.loads(done.out)["needs"]


@pytest.mark.parametrize(
    ("words", "needs"),
    [
        ("-v nvso", 125),
        ("-v nvso --score 2995", 125),
        ("-v nvso --score 3000", 155),
        ("-v nvso --score 5000", 155),
        ("-v nvso --score 5005", 180),
        ("-v nvso --score -300", 125),
        ("-v wca --score 4995", 155),
        ("-v wca --score 5000", 180),
        ("-v wca --score 5000 --short 3", 210),
        ("-v wca --need 155 --short 1", 165),
        ("-v nvso --short 2", 125),
        ("-v nvso-tournament --hand 2", 155),
        ("-v nvso-tournament --hand 3", 180),
        ("-v catawba", 50),
        ("-v catawba --hand 4", 150),
        ("-v catawba --hand 9", 150),
        ("-v nvso --need 0", 0),
    ],
)
def test_the_need_goes_by_the_rules_that_are_named(words: str, needs: int) -> None:
    assert needs_of(*words.split()) == needs


@pytest.mark.parametrize(
    ("words", "needs"),
    [
        ("--side we", 155),
        ("--side they", 125),
        ("--side THEY", 125),
        ("--side we --short 2", 175),
        ("--need 90", 90),
        ("--need 90 --short 1", 100),
        ("--score 8000", 180),
        ("--score 0 --short 1", 135),
    ],
)
def test_the_need_goes_by_the_ledger(wca_game: str, words: str, needs: int) -> None:
    assert needs_of("-l", wca_game, *words.split()) == needs


@pytest.mark.parametrize(
    "options", ["-v wca --score -5", "-v wca --score 3330", "-v wca --short 2", "-v catawba --hand 2"]
)
def test_an_option_means_the_same_before_and_after_the_command(options: str) -> None:
    words = [*options.split(), "--json"]
    assert run("meld", *words, "check", *PUBLISHED) == run("meld", "check", *PUBLISHED, *words)
    assert run("meld", *words, "find", *HELD) == run("meld", "find", *HELD, *words)


def test_options_may_stand_before_the_command(wca_game: str) -> None:
    behind = run("meld", "check", *PUBLISHED, "-l", wca_game, "--side", "they", "--json")
    before = run("meld", "-l", wca_game, "--side", "they", "--json", "check", *PUBLISHED)
    in_front = run("-l", wca_game, "meld", "--side", "they", "check", "--json", *PUBLISHED)
    assert behind == before == in_front
    assert json.loads(behind.out)["needs"] == 125


def test_a_side_must_be_named_only_where_the_needs_differ(tmp_path: Path) -> None:
    ledger = str(tmp_path / "canasta.toml")
    sides = [word for side in ("ann", "bob", "cy") for word in ("--side", f"{side}={side.title()}")]
    assert run("new", "-l", ledger, *sides).code == 0
    assert needs_of("-l", ledger) == 125
    assert run("add", "-l", ledger, "ann", "base=3000").code == 0
    assert run("meld", "check", "-l", ledger, *PUBLISHED).code == 2


def test_a_hand_may_be_named_where_the_need_goes_by_the_hand(tmp_path: Path) -> None:
    ledger = str(tmp_path / "canasta.toml")
    assert run("new", "-l", ledger, "-v", "catawba").code == 0
    assert needs_of("-l", ledger) == 50
    assert needs_of("-l", ledger, "--hand", "3", "--side", "we") == 120
    assert run("add", "-l", ledger, "we", "table=90").code == 0
    assert needs_of("-l", ledger) == 90


@pytest.mark.parametrize("words", [["K K K", "A A joker"], ["KKK AAJK"], ["K,K,K A,A,JK"], ["3xK", "A A JK"]])
def test_cards_that_are_quoted_together_are_a_group(words: list[str]) -> None:
    shown = json.loads(run("meld", "check", *words, "--need", "90", "-v", "nvso", "--json").out)
    assert [group["cards"] for group in shown["groups"]] == [["K"] * 3, ["A", "A", "JK"]]


@pytest.mark.parametrize(
    "command", [["check", *PUBLISHED], ["check", "10,10"], ["find", *HELD], ["find", "4", "5", "6"]]
)
def test_json_has_its_keys_and_no_others(command: list[str]) -> None:
    done = run("meld", *command, "-v", "nvso", "--json")
    shown = json.loads(done.out)
    assert list(shown) == KEYS
    assert all(list(group) == ["cards", "points", "kind", "problems"] for group in shown["groups"])
    assert done.code == (1 if command[0] == "check" and not shown["opens"] else 0)


def test_json_names_the_group_with_the_top_card_of_the_pile() -> None:
    hand = "Q Q K K K A A JK 7".split()
    shown = json.loads(run("meld", "find", "-v", "nvso", "--need", "120", "--pile", "Q", *hand, "--json").out)
    assert list(shown) == [*KEYS, "pile"]
    assert shown["pile"] == {"cards": ["Q", "Q", "Q"], "points": 0, "kind": "natural", "problems": []}
    assert (shown["points"], shown["kept"]) == (120, ["7"])
    none = json.loads(run("meld", "find", "-v", "nvso", "--need", "125", "--pile", "Q", *hand, "--json").out)
    assert (list(none), none["opens"], none["pile"]) == ([*KEYS, "pile"], False, None)
    shown = json.loads(run("meld", "find", "-v", "wca", "--need", "100", "--pile", "Q", *hand, "--json").out)
    assert shown["pile"] == {"cards": ["Q", "Q", "Q"], "points": 20, "kind": "natural", "problems": []}
    assert shown["pile"] in shown["groups"]


def test_bare_meld_of_one_side_after_failing(wca_game: str) -> None:
    done = run("meld", "-l", wca_game, "--side", "they", "--short", "2", "--json")
    sides = {"they": {"name": "They", "total": -40, "needs": 145}}
    assert json.loads(done.out) == {"variant": "wca", "hand": 1, "sides": sides}
    assert json.loads(run("meld", "-v", "wca", "--short", "1", "--json").out)["needs"] == 135


@pytest.mark.parametrize("called", ["ann", "Ann & Bob", "ANN & bob", "ann & b", "an"])
def test_a_side_is_known_by_its_id_its_name_and_their_beginnings(tmp_path: Path, called: str) -> None:
    ledger = str(tmp_path / "canasta.toml")
    sides = ["--side", "ann=Ann & Bob", "--side", "cy=Cy & Di", "--start", "ann=3000"]
    assert run("new", "-l", ledger, *sides).code == 0
    assert needs_of("-l", ledger, "--side", called) == 155
    assert run("meld", "check", "-l", ledger, "--side", "eve", *PUBLISHED).code == 2


@pytest.mark.parametrize(
    ("sides", "called", "needs"),
    [
        ("an=Zoe ann=Zed", "an", 155),
        ("an=Zoe ann=Zed", "ann", 125),
        ("we=Ann they=we", "we", 155),
        ("an=Ann bo=Ann-Marie", "Ann", 155),
        ("an=Zoe bo=Zed", "z", None),
        ("an=Zoe bo=Zed", "", None),
    ],
)
def test_an_id_goes_before_a_name_and_both_before_their_beginnings(
    tmp_path: Path, sides: str, called: str, needs: int | None
) -> None:
    ledger = str(tmp_path / "canasta.toml")
    named = [word for side in sides.split() for word in ("--side", side)]
    first = sides.partition("=")[0]
    assert run("new", "-l", ledger, *named, "--start", f"{first}=3000").code == 0
    if needs is None:
        assert run("meld", "check", "-l", ledger, "--side", called, *PUBLISHED).code == 2
    else:
        assert needs_of("-l", ledger, "--side", called) == needs


@pytest.mark.parametrize("option", ["--need", "--score", "--short", "--hand"])
def test_a_number_of_5000_digits_is_refused(wca_game: str, option: str) -> None:
    done = run("meld", "check", "-l", wca_game, option, "9" * 5000, *PUBLISHED)
    assert (done.code, done.out) == (2, "")
    assert option in done.err


def test_a_side_that_a_terminal_would_obey_is_refused_harmlessly(wca_game: str) -> None:
    done = run("meld", "check", "-l", wca_game, "--side", "\x1b[31mx", *PUBLISHED)
    assert (done.code, done.out) == (2, "")
    assert "\x1b" not in done.err


def test_single_cards_in_place_of_groups_are_groups_of_one() -> None:
    groups = json.loads(run("meld", "check", "-v", "nvso", *HELD, "--json").out)["groups"]
    assert [group["cards"] for group in groups] == [[card] for card in HELD]


def test_on_a_narrow_terminal_no_line_is_wider() -> None:
    for words in (
        ["check", "-v", "wca", "10,10", "7,7,2", "JK,JK,JK", "10,10,2"],
        ["check", "-v", "nvso", *HELD],
        ["find", "-v", "nvso", *HELD, *HELD[3:], "--pile", "Q"],
    ):
        assert max(map(len, run("meld", *words, COLUMNS="40").out.split("\n"))) <= 40
