"""`meld`, `meld check` and `meld find`: whose need it is, exit codes, and JSON that programs rest on."""

import json
from pathlib import Path

import pytest
from support.command_line import run

KEYS = ["legal", "opens", "points", "needs", "groups", "kept", "problems"]
PUBLISHED = ["10,10,10", "Q,Q,JK", "9,9,9"]
HELD = "10 10 10 Q Q JK 9 9 9 A 7 5".split()


@pytest.fixture
def wca_game(tmp_path: Path) -> str:
    """Give a game in which we need 155 and they 125."""
    path = tmp_path / "canasta.toml"
    assert run("new", "-l", str(path), "-v", "wca", "--start", "we=3200", "--start", "they=-40").code == 0
    return str(path)


def needs_of(*words: str) -> object:
    """Give the need by which `meld check` judges."""
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
def test_an_option_says_the_same_before_the_command_and_behind_it(options: str) -> None:
    words = [*options.split(), "--json"]
    assert run("meld", *words, "check", *PUBLISHED) == run("meld", "check", *PUBLISHED, *words)
    assert run("meld", *words, "find", *HELD) == run("meld", "find", *HELD, *words)


def test_options_may_stand_before_the_command(wca_game: str) -> None:
    behind = run("meld", "check", *PUBLISHED, "-l", wca_game, "--side", "they", "--json")
    before = run("meld", "-l", wca_game, "--side", "they", "--json", "check", *PUBLISHED)
    in_front = run("-l", wca_game, "meld", "--side", "they", "check", "--json", *PUBLISHED)
    assert behind == before == in_front
    assert json.loads(behind.out)["needs"] == 125


def test_no_side_is_asked_for_where_all_need_the_same(tmp_path: Path) -> None:
    ledger = str(tmp_path / "canasta.toml")
    sides = [word for side in ("ann", "bob", "cy") for word in ("--side", f"{side}={side.title()}")]
    assert run("new", "-l", ledger, *sides).code == 0
    assert run("meld", "check", "-l", ledger, *PUBLISHED).out.startswith("Opens: 130 of 125\n")
    assert run("add", "-l", ledger, "ann", "base=3000").code == 0
    refused = run("meld", "check", "-l", ledger, *PUBLISHED)
    assert refused.code == 2
    assert "Ann 155, Bob 125 and Cy 125; say which with --side ann, --side bob or --side cy" in refused.err


def test_a_hand_may_be_named_where_the_need_goes_by_the_hand(tmp_path: Path) -> None:
    ledger = str(tmp_path / "canasta.toml")
    assert run("new", "-l", ledger, "-v", "catawba").code == 0
    assert needs_of("-l", ledger) == 50
    assert needs_of("-l", ledger, "--hand", "3", "--side", "we") == 120
    assert run("add", "-l", ledger, "we", "table=90").code == 0
    assert needs_of("-l", ledger) == 90


def test_house_rules_of_the_game_hold(tmp_path: Path) -> None:
    ledger = str(tmp_path / "canasta.toml")
    assert run("new", "-l", ledger, "--set", "opening.natural_group=false", "--set", "opening.wilds=1").code == 0
    done = run("meld", "check", "-l", ledger, "10,10,JK", "A,A,A,2,2")
    assert done.code == 1
    assert "2 wild cards; a group has at most 1" in done.out
    assert "atural group" not in done.out
    assert run("meld", "check", "-l", ledger, "10,10,JK", "A,A,A,2").code == 0


@pytest.mark.parametrize(
    "command", [["check", *PUBLISHED], ["check", "10,10"], ["find", *HELD], ["find", "4", "5", "6"]]
)
def test_json_has_its_keys_and_no_others(command: list[str]) -> None:
    done = run("meld", *command, "-v", "nvso", "--json")
    shown = json.loads(done.out)
    assert list(shown) == KEYS
    assert all(list(group) == ["cards", "points", "kind", "problems"] for group in shown["groups"])
    assert done.code == (1 if command[0] == "check" and not shown["opens"] else 0)


def test_json_of_a_judged_opening() -> None:
    shown = json.loads(run("meld", "check", "-v", "wca", "10,10,Q", "2,2", "3,3,3", "--json").out)
    assert shown == {
        "legal": False,
        "opens": False,
        "points": 70,
        "needs": 125,
        "groups": [
            {"cards": ["10", "10", "Q"], "points": 30, "kind": None,
             "problems": ["ranks 10 and Q in one group; a group is of one rank"]},
            {"cards": ["2", "2"], "points": 40, "kind": "wild", "problems": ["2 cards; a group has 3 to 7"]},
            {"cards": ["3", "3", "3"], "points": 0, "kind": None, "problems": ["threes are never laid down to open"]},
        ],
        "kept": [],
        "problems": [
            "no natural group; one of 3 or more without a wild card is needed, or wild cards that meet the need alone",
            "55 points short of 125",
        ],
    }  # fmt: skip


def test_json_says_which_group_has_the_top_card_of_the_pile() -> None:
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


def test_find_answers_where_nothing_opens_and_leaves_with_0() -> None:
    done = run("meld", "find", "-v", "nvso", *HELD, "--need", "135")
    assert done.code == 0
    assert done.out.startswith("Does not open: 130 of 135, 5 short\nThe most that can be laid down:\n")


@pytest.mark.parametrize("command", ["check", "find"])
def test_refused_cards_are_told_as_json_too(command: str) -> None:
    done = run("meld", command, "-v", "nvso", "1O,10,10", "Q,,Q", "--json")
    assert done.code == 3
    assert json.loads(done.out) | {"problems": []} == {
        "legal": False, "opens": False, "points": 0, "needs": 125, "groups": [], "kept": [], "problems": [],
    }  # fmt: skip
    assert json.loads(done.out)["problems"] == [
        "'1O' is no card; did you mean '10'?",
        "a card is missing in 'Q,,Q'; write one on both sides of each comma, without spaces",
    ]
    assert "canasta-score: '1O' is no card" in done.err


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        ("--need 125 --side we", "not both"),
        ("--need 125 --score 0", "not both"),
        ("--need 125 --hand 2", "not both"),
        ("--side we --score 300", "not both"),
        ("-v nvso --side we", "give its total with --score"),
        ("--side us", "'us' is no side of this game; say we (We) or they (They)"),
        ("--short 1", "say which side fell short, with --side we or --side they"),
    ],
)
def test_options_that_say_nothing_together_are_refused(wca_game: str, words: str, remedy: str) -> None:
    ledger = [] if "-v" in words else ["-l", wca_game]
    done = run("meld", "check", *PUBLISHED, *ledger, *words.split())
    assert (done.code, done.out) == (2, "")
    assert remedy in done.err


@pytest.mark.parametrize("command", [["check", *PUBLISHED], ["find", *HELD], ["find", "--need", "125", *HELD]])
def test_without_a_ledger_and_a_variant_the_way_out_is_told(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("meld", *command)
    assert (done.code, done.out) == (4, "")
    assert "name the rules, such as --variant nvso, or start a game with 'canasta-score new'" in done.err


def test_bare_meld_of_one_side_after_failing(wca_game: str) -> None:
    done = run("meld", "-l", wca_game, "--side", "they", "--short", "2", "--json")
    sides = {"they": {"name": "They", "total": -40, "needs": 145}}
    assert json.loads(done.out) == {"variant": "wca", "hand": 1, "sides": sides}
    assert json.loads(run("meld", "-v", "wca", "--short", "1", "--json").out)["needs"] == 135


def test_a_hand_that_is_named_changes_nothing_where_the_need_goes_by_the_total(tmp_path: Path) -> None:
    ledger = str(tmp_path / "canasta.toml")
    assert run("new", "-l", ledger).code == 0
    assert run("add", "-l", ledger, "we", "base=3000").code == 0
    lines = run("meld", "-l", ledger, "--hand", "1").out.split("\n")
    assert lines[2:4] == ["Needs        155    125", "The need goes by the total, whatever hand it is."]
    judged = run("meld", "check", "-l", ledger, "--hand", "1", "--side", "we", *PUBLISHED)
    assert judged.out.startswith("Does not open: 130 of 155")
    assert "by these rules the need goes by the total, whatever hand it is" in judged.err


def test_the_needs_of_another_hand_say_nothing_of_how_the_game_goes(tmp_path: Path) -> None:
    ledger = str(tmp_path / "canasta.toml")
    assert run("new", "-l", ledger, "-v", "catawba").code == 0
    for hand in ("1", "2", "3", "4"):
        assert run("add", "-l", ledger, "we", "table=90").code == 0
        done = run("meld", "-l", ledger, "--hand", "3")
        assert done.out.split("\n")[2:4] == [
            "Needs      120    120",
            "These are the needs of the hand that counts as number 3.",
        ]
        assert (done.err, hand) == ("", hand)
    assert run("meld", "-l", ledger).out.endswith("Won by We in hand 4, 360 to 0.\n")
    assert run("meld", "check", "-l", ledger, "--hand", "3", *PUBLISHED).err == ""


def test_a_total_that_is_stated_changes_nothing_where_the_need_goes_by_the_hand() -> None:
    done = run("meld", "check", "-v", "catawba", "--score", "3000", *PUBLISHED)
    assert done.out.startswith("Opens: 130 of 50")
    assert "by these rules the need goes by the hand, whatever the total is" in done.err


def test_after_the_end_it_is_said_whose_need_is_meant(tmp_path: Path) -> None:
    ledger = str(tmp_path / "canasta.toml")
    assert run("new", "-l", ledger).code == 0
    assert run("add", "-l", ledger, "we", "base=9000").code == 0
    done = run("meld", "check", "-l", ledger, "--side", "we", "7x6")
    assert (done.code, done.out.split("\n")[0]) == (0, "Opens: 35 of 180, by a natural canasta")
    assert "the game is over; this is by the need of one more hand" in done.err


@pytest.mark.parametrize("called", ["ann", "Ann & Bob", "ANN & bob", "ann & b", "an"])
def test_a_side_is_known_by_its_word_its_name_and_what_begins_them(tmp_path: Path, called: str) -> None:
    ledger = str(tmp_path / "canasta.toml")
    sides = ["--side", "ann=Ann & Bob", "--side", "cy=Cy & Di", "--start", "ann=3000"]
    assert run("new", "-l", ledger, *sides).code == 0
    assert needs_of("-l", ledger, "--side", called) == 155
    for wrong in ("x", "bob"):
        done = run("meld", "check", "-l", ledger, "--side", wrong, *PUBLISHED)
        assert (done.code, f"'{wrong}' is no side of this game; say ann (Ann & Bob) or cy (Cy & Di)" in done.err) == (
            2,
            True,
        )


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
def test_a_word_goes_before_a_name_and_both_before_what_begins_them(
    tmp_path: Path, sides: str, called: str, needs: int | None
) -> None:
    ledger = str(tmp_path / "canasta.toml")
    named = [word for side in sides.split() for word in ("--side", side)]
    first = sides.partition("=")[0]
    assert run("new", "-l", ledger, *named, "--start", f"{first}=3000").code == 0
    if needs is None:
        done = run("meld", "check", "-l", ledger, "--side", called, *PUBLISHED)
        assert (done.code, "is more than one side of this game; say an (Zoe) or bo (Zed)" in done.err) == (2, True)
    else:
        assert needs_of("-l", ledger, "--side", called) == needs


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        ("--score 3,330", "write --score=3330"),
        ("--score 3k", "write it in digits alone"),
        ("--need 1e3", "write it in digits alone"),
        ("--need -5", "give a number of 0 or more"),
        (f"--need {'9' * 5000}", "is too large"),
        (f"--score {'9' * 5000}", "is too large"),
        (f"--short {'9' * 5000}", "--short"),
        (f"--hand {'9' * 5000}", "--hand"),
        ("--hand 0", "--hand"),
        ("--side \x1b[31mx", "is no side of this game"),
    ],
)
def test_wrong_numbers_are_refused_with_a_remedy(wca_game: str, words: str, remedy: str) -> None:
    done = run("meld", "check", "-l", wca_game, *words.split(), *PUBLISHED)
    assert (done.code, done.out) == (2, "")
    assert remedy in done.err
    assert "\x1b" not in done.err


@pytest.mark.parametrize(
    ("words", "way_out"),
    [
        (["10,10,10", "Q,Q,JK"], "check 10,10,10 Q,Q,JK"),
        (["3x10", "-v", "nvso"], "check 3x10 -v nvso"),
        (["10", "10", "10", "Q"], "find 10 10 10 Q"),
        (["10 10 10 Q"], "find 10 10 10 Q"),
        (["-v", "nvso", "a", "a"], "find a a"),
    ],
)
def test_who_gives_cards_and_no_command_is_told_the_way(words: list[str], way_out: str) -> None:
    done = run("meld", *words)
    assert (done.code, done.out) == (2, "")
    assert f"cards stand behind a command; write it before them: {way_out}\n" in done.err


@pytest.mark.parametrize(
    ("words", "remarks"),
    [
        ("A A A 10 10 JK", ["With one card more for the discard it opens."]),
        ("A A A 10 10 JK 4", []),
        ("A A A 10 10 4", []),
        ("--pile Q Q Q JK A A A 4", ["Without the pile: Opens: 130 of 125"]),
        ("--pile Q 7xQ 4 4", ["Without the pile: Opens: 70 of 125, by a natural canasta"]),
        ("--pile Q Q Q K K JK A A A", [
            "With one card more for the discard, such as another of the pile, it opens.",
            "Without the pile: Opens: 130 of 125",
        ]),
    ],
)  # fmt: skip
def test_what_is_lacking_for_an_opening_is_said(words: str, remarks: list[str]) -> None:
    done = run("meld", "find", "-v", "nvso", *words.split())
    said = [line for line in done.out.split("\n") if line.startswith("With")]
    assert (done.code, said) == (0, remarks)


def test_single_cards_in_place_of_groups_are_told_in_one_sentence() -> None:
    done = run("meld", "check", "-v", "nvso", *HELD)
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith(
        "Does not open: 160 of 125, not legal\nEvery card stands alone; join those of a group by "
    )
    assert len(json.loads(run("meld", "check", "-v", "nvso", *HELD, "--json").out)["groups"]) == len(HELD)


def test_check_judges_an_opening_with_the_pile() -> None:
    words = ["A,A,A", "K,K,2", "Q,Q,Q"]
    assert run("meld", "check", "-v", "wca", *words).out.startswith("Opens: 130 of 125")
    with_pile = run("meld", "check", "-v", "wca", *words, "--pile", "Q")
    assert with_pile.code == 1
    assert with_pile.out.startswith("Does not open: 120 of 125, 5 short")
    assert "The Q on top of the pile is among them, and counts nothing." in with_pile.out
    beside = run("meld", "check", "-v", "nvso", "A,A,A", "K,K,JK", "--pile", "Q")
    assert beside.out.endswith("Then take the pile with Q Q; they and its top card count nothing here.\n")
    assert run("meld", "check", "-v", "nvso", "A,A,A", "--pile", "JK").code == 3


def test_one_single_card_among_groups_is_told_in_its_place() -> None:
    lines = run("meld", "check", "-v", "nvso", "10,10,10", "Q").out.split("\n")
    assert lines == [
        "Does not open: 40 of 125, 85 short and not legal",
        "    10 10 10   natural   30",
        "    Q          natural   10",
        "        1 card; a group has 3 to 7",
        "        1 natural card; a group has at least 2",
        "",
    ]


def test_a_group_of_many_cards_is_told_in_numbers() -> None:
    out = run("meld", "check", "-v", "nvso", "8x10,2x2", "8xQ,2x2,JK").out
    assert "    10 10 10 10 10 10 10 10 2 2   mixed   120" in out.split("\n")
    assert "    8xQ 2x2 1xJK                  mixed   170" in out.split("\n")


def test_a_need_of_nothing_is_not_met_by_no_group() -> None:
    assert run("meld", "find", "-v", "nvso", "--need", "0", "4", "5", "6").out.split("\n")[0] == (
        "Does not open: 0 points, nothing to lay down"
    )


def test_on_a_narrow_terminal_no_line_is_wider(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    words = ["10,10", "7,7,2", "JK,JK,JK", "10,10,2"]
    out = run("meld", "check", "-v", "wca", *words).out
    out += run("meld", "check", "-v", "nvso", *HELD).out
    out += run("meld", "find", "-v", "nvso", *HELD, *HELD[3:], "--pile", "Q").out
    assert max(map(len, out.split("\n"))) <= 40
    assert "        7 takes no wild cards; lay it\n            down natural\n" in out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        # two pairs with a wild card each are groups, but none of them is natural
        (
            "-v wca --need 155 A A 2 JK Q Q 5 5 9",
            "No natural group; one of 3 or more without a wild card is needed, or wild cards that meet the need alone.",
        ),
        ("-v nvso --need 125 A A 2 JK Q Q 5 5 9", "No natural group; one of 3 or more without a wild card is needed."),
        (
            "-v nvso --need 125 --pile 10 10 10 10 Q Q JK 9 9 A A 2 7 5",
            "Two of your 10s take the pile; they count nothing, and no natural group is left.",
        ),
        ("-v classic --need 50 A K Q", "No opening can be laid down with these cards."),
    ],
)
def test_why_nothing_can_be_laid_down_is_said(words: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert run("meld", "find", *words.split()).out.split("\n")[1] == why
