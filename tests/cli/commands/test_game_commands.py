"""The commands on a ledger: which ledger is meant, what programs read, and the library behind them."""

import json
from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok
from support.paths import TEN_HANDS

from canasta_score import LedgerError, TallyError, load_variant, read_ledger
from canasta_score.hand.tally.parser import parse_tally

pytestmark = pytest.mark.usefixtures("game_folder")


class TestWhichLedgerIsMeant:
    """An option goes before the environment, and that before the folder."""

    @pytest.fixture(autouse=True)
    def three_games(self, game_folder: Path) -> None:
        for name in ("canasta.toml", "named.toml", "option.toml"):
            run_ok("new", "-l", name, "--we", name.removesuffix(".toml").capitalize())

    def test_the_one_in_the_folder_unless_another_is_named(self) -> None:
        assert "Canasta" in run_ok("meld").split()
        assert "Named" in run_ok("meld", CANASTA_LEDGER="named.toml").split()
        assert "Option" in run_ok("meld", "-l", "option.toml", CANASTA_LEDGER="named.toml").split()
        assert "Canasta" in run_ok("meld", CANASTA_LEDGER="").split()

    def test_an_option_in_front_of_the_command_is_for_the_command(self) -> None:
        assert "Option" in run_ok("-l", "option.toml", "meld", CANASTA_LEDGER="named.toml").split()
        assert "Named" in run_ok("-l", "option.toml", "meld", "-l", "named.toml").split()
        run_ok("-l", "option.toml", "add", "we", "n1", "t90")
        assert len(read_ledger("option.toml").hands) == 1
        assert len(read_ledger("canasta.toml").hands) == 0

    def test_no_command_at_all_shows_the_sheet_of_the_one_that_is_meant(self) -> None:
        assert run_ok("-l", "option.toml") == run_ok("show", "-l", "option.toml")
        assert run_ok(CANASTA_LEDGER="named.toml") == run_ok("show", "-l", "named.toml")

    def test_a_hand_is_scored_by_the_rules_of_the_game_at_hand(self) -> None:
        run_ok("new", "-l", "house.toml", "-v", "wca", "--set", "bonuses.out.points=150", "--we", "Ann")
        assert "WCA Canasta" in run_ok("score", "-l", "house.toml", "we", "n2", "o", "t90")
        assert "1,240" in run_ok("score", "we", "n2", "o", "t90", CANASTA_LEDGER="house.toml")
        assert "1,190" in run_ok("score", "-v", "nvso", "we", "n2", "o", "t90", CANASTA_LEDGER="house.toml")
        assert "NVSO" in run_ok("score", "we", "n1", "t90", CANASTA_LEDGER="none.toml")

    @pytest.mark.parametrize(
        ("words", "code"),
        [
            (["meld", "-l", "none.toml"], 4),
            (["-l", "none.toml"], 4),
            (["score", "-l", "none.toml", "we", "n1", "t90"], 4),
            (["score", "-l", "named.toml", "-v", "wca", "we", "n1", "t90"], 2),
            (["check", "-l", "named.toml", "option.toml"], 2),
            (["new", "-l", ""], 2),
            (["-l", "", "show"], 2),
            (["meld", "--score", "3000", "-l", "none.toml"], 4),
        ],
    )
    def test_what_is_named_must_be_there_and_be_named_once(self, words: list[str], code: int) -> None:
        done = run(*words)
        assert (done.code, done.out) == (code, "")
        assert done.err


def test_what_programs_read_of_a_recorded_hand() -> None:
    run_ok("new", "--we", "Ann")
    given = run_json("add", "--json", "we", "o", "n1", "t90", "they", "h5")
    assert list(given) == ["variant", "sides", "problems", "hand", "recorded", "standing", "over", "winner"]
    assert (given["hand"], given["over"], given["winner"]) == (1, False, None)
    assert given["standing"]["we"] == {"name": "Ann", "total": 690, "needs": 125}
    assert [line["fact"] for line in given["sides"]["we"]["lines"]] == ["natural", "out", "table"]
    assert [problem["severity"] for problem in given["problems"]] == ["irregular"]


@pytest.mark.parametrize("words", [["we", "red=5", "t90", "n1"], ["we", "rde=5"]])
def test_a_refused_hand_has_its_problems_and_no_score(words: list[str]) -> None:
    run_ok("new")
    before = Path("canasta.toml").read_bytes()
    done = run("add", "--json", *words)
    given = json.loads(done.out)
    assert (done.code, given["sides"], len(given["problems"])) == (3, {}, 1)
    assert Path("canasta.toml").read_bytes() == before


def test_what_programs_read_of_an_explanation() -> None:
    given = run_json("explain", "6", "--json", "-l", str(TEN_HANDS))
    assert list(given) == ["variant", "hand", "struck", "sides", "fixes"]
    they = given["sides"]["they"]
    assert [(line["fact"], line["points"], line["rule"]) for line in they["lines"]] == [
        ("mixed", 300, "300 each"),
        ("table", 140, "the cards on the table"),
        ("hand", -45, "the cards left in hand are taken off"),
        ("open-sevens", -2500, "-2,500 each"),
    ]
    assert [fix["facts"] for fix in given["fixes"]] == [{"they": {"hand": 45}}]


@pytest.mark.parametrize(
    ("variant", "words", "rules"),
    [
        ("nvso", ["r2", "n1", "t90"], {"red": "100 / 300 / 500 / 1,000 for 1 to 4; for nothing with 1 canasta"}),
        ("nvso", ["b1", "t90"], {"black": "100 / 300 / 500 / 1,000 for 1 to 4; minus with no canasta"}),
        ("nvso", ["t90"], {"table": "minus with no canasta"}),
        ("wca", ["r4", "b4", "n2", "t90"], {"threes": "every three of the deck"}),
        ("wca", ["r4", "b4", "t90"], {"threes": "every three of the deck; minus with no canasta"}),
        ("nvso", ["base=1200", "count=95"], {"base": "as the side added it up", "count": "as the side added it up"}),
        ("catawba", ["short-meld=40", "t90"], {"short-meld": "as told", "table": "the cards on the table"}),
        ("wca", ["straight", "t90"], {"table": "counts nothing beside Straight of We"}),
    ],
)
def test_every_line_has_the_rule_that_gave_it(variant: str, words: list[str], rules: dict[str, str]) -> None:
    run_ok("new", "-v", variant)
    run_ok("add", "we", *words)
    lines = run_json("explain", "--json")["sides"]["we"]["lines"]
    given = {line["fact"]: line["rule"] for line in lines}
    assert {fact: given[fact] for fact in rules} == rules


def test_entries_are_broken_between_words_only_and_a_note_says_of_which_hand_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    run_ok("new")
    run_ok("add", *"we m1 t300 open-wilds-jokers they n1 m1 t300 h100 stuck-aces".split())
    run_ok("note", "seven pairs", "--hand", "1")
    listed = run_ok("show", "--all").partition("Entries\n")[2]
    assert "open-wilds-jokers=1" in listed.split()
    assert listed.endswith('note on hand 1 "seven pairs"\n')


def test_a_struck_hand_is_explained_with_the_reason_it_was_struck_for() -> None:
    run_ok("new")
    for why in ("dealt from one pack only", ""):
        run_ok("add", "we", "t60")
        run_ok("void", *(["1", "--why", why] if why else ["2"]))
    assert run_ok("explain", "1").split("\n")[1] == "Struck: it counts nothing (dealt from one pack only)."
    assert run_ok("explain", "2").split("\n")[1] == "Struck: it counts nothing."


def test_what_a_house_rule_changed_is_explained_as_of_the_house() -> None:
    changed = [
        "penalties.threes-in-hand.points=50",
        "threes.all=2500",
        "count.no_canasta=plus",
        "bonuses.out.label=Out",
    ]
    run_ok("new", "-v", "wca", *(word for rule in changed for word in ("--set", rule)))
    run_ok("add", *"we r4 b4 n2 o t200 they n1 t60 h30".split())
    run_ok("add", *"we n2 o t200 they threes-in-hand=2 h10".split())
    assert run_ok("explain").split("\n")[0] == "Hand 2, WCA Canasta, 4 house rules"
    sides = [side for hand in "12" for side in run_json("explain", hand, "--json")["sides"].values()]
    rules = {line["fact"]: line["rule"] for side in sides for line in side["lines"]}
    assert rules["threes-in-hand"] == "-50 each, by a house rule"
    assert rules["threes"] == "every three of the deck, by a house rule"
    assert rules["table"] == "the cards on the table, by a house rule"
    assert [rules[fact] for fact in ("out", "natural")] == ["200 each", "500 each"]


def test_a_three_is_explained_by_the_canasta_that_turns_its_sign(game_folder: Path) -> None:
    (game_folder / "ours.toml").write_text(
        'extends = "nvso"\ntitle = "Ours"\n[threes]\nsign_by = "natural"\nsign = ["minus", "nothing", "plus"]\n'
    )
    run_ok("new", "-v", "./ours.toml")
    run_ok("add", "we", "r1", "m3", "t200", "they", "r1", "n1", "t90")
    sides = run_json("explain", "--json")["sides"]
    assert sides["we"]["lines"][0]["rule"].endswith("; minus with no natural canasta")
    assert sides["they"]["lines"][0]["rule"].endswith("; for nothing with 1 natural canasta")


def test_every_entry_is_listed_with_what_became_of_it() -> None:
    run_ok("new")
    run_ok("add", "we", "n1", "t90")
    run_ok("note", "late")
    run_ok("undo")
    run_ok("fix", "1", "we", "t95", "--why", "a five")
    entries = run_json("show", "--all", "--json")["entries"]
    assert [(one["entry"], one["what"], one["stands"]) for one in entries] == [
        (1, "hand", True),
        (2, "note", False),
        (3, "undo", True),
        (4, "fix", True),
    ]
    listed = run_ok("show", "--all").partition("Entries\n")[2].split("\n")
    assert listed[1].endswith('note "late" (taken back)')
    assert listed[2].endswith("undo of entry 2")
    assert listed[3].endswith('fix 1 we table=95 "a five"')


def test_checking_tells_of_each_ledger(game_folder: Path) -> None:
    (game_folder / "good.toml").write_bytes(TEN_HANDS.read_bytes())
    (game_folder / "bad.toml").write_bytes(TEN_HANDS.read_bytes().replace(b"we = 2970", b"we = 2790"))
    (game_folder / "none.toml").write_text("format = 2\n")
    done = run("check", "--json", "good.toml", "bad.toml")
    files = {one["file"]: one["problems"] for one in json.loads(done.out)["files"]}
    assert (done.code, files["good.toml"], len(files["bad.toml"])) == (1, [], 1)
    assert files["bad.toml"][0]["where"].startswith("entry 2 (hand 2) in line ")
    assert run("check", "good.toml", "bad.toml", "none.toml").code == 4
    assert run("check", "good.toml").err == ""
    mended = run("check", "--restate", "good.toml", "bad.toml", "none.toml")
    assert mended.code == 4
    assert "good.toml: nothing is accepted; every total holds" in mended.err
    assert "bad.toml: the totals are accepted as they follow from the facts." in mended.out
    assert read_ledger(game_folder / "bad.toml").totals == {"we": 9810, "they": 8665}


def test_a_hand_changed_in_the_file_to_what_cannot_be_is_found(game_folder: Path) -> None:
    (game_folder / "canasta.toml").write_bytes(TEN_HANDS.read_bytes().replace(b"natural = 2\n", b"natural = 9\n", 1))
    done = run("check")
    assert "hand 1: impossible: we natural=9" in done.err
    assert done.code == 1


def test_strict_checking_lists_what_is_against_the_rules() -> None:
    run_ok("new", "--set", "game.hands=1")
    run_ok("add", "we", "o", "n1", "t90")
    run_ok("add", "we", "n1", "t90")
    assert run_ok("check") == ""
    done = run("check", "--strict")
    assert done.code == 1
    assert "hand 1: irregular: we out: the rules ask for 2 canastas and we have 1" in done.err
    assert "hand 2: irregular: the game was over with hand 1" in done.err


@pytest.mark.parametrize("words", [["fix", "we", "t90"], ["void", "two"], ["explain", "1.5"], ["void", "9" * 5000]])
def test_what_is_no_number_of_a_hand_is_said_in_a_players_words(words: list[str]) -> None:
    run_ok("new")
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    assert "is no number of a hand; hands are counted from 1" in done.err


def test_a_correction_that_cannot_be_is_refused_unless_it_is_taken_anyway() -> None:
    run_ok("new")
    run_ok("add", "we", "n1", "t90")
    assert run("fix", "1", "we", "red=5").code == 3
    run_ok("fix", "1", "we", "red=5", "--anyway")
    assert read_ledger("canasta.toml").hands[0].accepted_anyway
    run_ok("fix", "1", "we", "red=4")
    assert not read_ledger("canasta.toml").hands[0].accepted_anyway
    assert run_ok("check") == ""


def test_a_part_told_as_one_figure_gives_way_to_its_facts() -> None:
    run_ok("new")
    run_ok("add", "we", "base=1200", "count=95")
    run_ok("fix", "1", "we", "base=0", "n2", "r2")
    assert read_ledger("canasta.toml").hands[0].facts["we"] == {"count": 95, "natural": 2, "red": 2}


class TestWhatIsNeeded:
    """`meld`: of the next hand, of another one, with another total, and without a ledger."""

    @pytest.mark.parametrize(
        ("variant", "words", "needs"),
        [
            ("nvso", [], {"we": 155, "they": 125}),
            ("nvso", ["--hand", "3"], {"we": 155, "they": 125}),
            ("nvso-tournament", [], {"we": 125, "they": 125}),
            ("nvso-tournament", ["--hand", "3"], {"we": 180, "they": 180}),
        ],
    )
    def test_from_the_ledger(self, variant: str, words: list[str], needs: dict[str, int]) -> None:
        run_ok("new", "-v", variant, "--start", "we=4200")
        given = run_json("meld", "--json", *words)
        assert {side: one["needs"] for side, one in given["sides"].items()} == needs
        assert given["sides"]["we"]["total"] == 4200
        assert given["hand"] == (3 if words else 1)

    def test_with_another_total_or_without_a_ledger(self) -> None:
        run_ok("new", "-v", "nvso-tournament")
        run_ok("add", "we", "n1", "t90")
        assert run_json("meld", "--score", "9000", "--json") == {
            "variant": "nvso-tournament", "score": 9000, "hand": 2, "needs": 155,
        }  # fmt: skip
        assert run_json("meld", "-v", "nvso", "--score", "5005", "--json")["needs"] == 180
        assert run_ok("meld", "-v", "catawba", "--hand", "2") == "Catawba Canasta: in hand 2 a side needs 90.\n"

    @pytest.mark.parametrize(
        ("words", "code"),
        [(["-v", "nvso", "-l", "canasta.toml"], 2), (["--hand", "0"], 2), (["--score", "3000"], 4), ([], 4)],
    )
    def test_what_cannot_be_asked(self, words: list[str], code: int) -> None:
        assert run("meld", *words).code == code


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ([], {"we": "We", "they": "They"}),
        (["--we", "Ann"], {"we": "Ann", "they": "They"}),
        (["--they", "Bob"], {"we": "We", "they": "Bob"}),
        (["--side", "ann", "--side", "Bob=Bob & Co"], {"ann": "Ann", "bob": "Bob & Co"}),
        (["--we", "Ann", "--they", "Bob", "--side", "cy=Cy"], {"we": "Ann", "they": "Bob", "cy": "Cy"}),
        (["--we", "Ann", "--side", "cy=Cy"], {"we": "Ann", "cy": "Cy"}),
    ],
)
def test_the_sides_are_those_that_are_named(words: list[str], names: dict[str, str]) -> None:
    run_ok("new", *words)
    assert read_ledger("canasta.toml").side_names == names


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--we", "Us", "--they", "Us"], 2),
        (["--we", ""], 2),
        (["--side", "ann"], 2),
        ([f"--side=s-{number}" for number in range(7)], 2),
        (["--we", "A\x1b[31m"], 4),
        (["--we", "A\nB"], 4),
        (["--we", "A" * 61], 4),
    ],
)
def test_a_game_is_not_begun_with_sides_that_cannot_be(words: list[str], code: int) -> None:
    done = run("new", *words)
    assert (done.code, done.out) == (code, "")
    assert "\x1b" not in done.err
    assert not Path("canasta.toml").exists()


def test_a_total_brought_forward_at_the_target_is_said() -> None:
    assert "begins at the target or above it" in run("new", "--start", "we=8500").err


@pytest.mark.parametrize(("file", "option"), [("canasta.toml", ""), ("b.toml", " -l b.toml")])
def test_a_hand_told_twice_is_said_and_recorded(file: str, option: str) -> None:
    run_ok("new", "-l", file)
    run_ok("add", "-l", file, "we", "n1", "t90", "they", "h5")
    assert run("add", "-l", file, "we", "n1", "t90", "they", "h5").err == (
        f"canasta-score: hand 2 is told as hand 1 was; if it was recorded twice: canasta-score undo{option}\n"
    )
    assert len(read_ledger(file).hands) == 2


class TestTheLibrary:
    """`read_ledger` and what it gives."""

    def test_a_game_and_where_it_stands(self) -> None:
        ledger = read_ledger(TEN_HANDS)
        standing = ledger.standing()
        assert ledger.variant.name == "nvso"
        assert {side: (one.name, one.total, one.needs) for side, one in standing.sides.items()} == {
            "we": ("Ann & Bob", 9810, 180),
            "they": ("Cy & Di", 8665, 180),
        }
        assert (standing.over, standing.winner, standing.next_hand, standing.hands_played) == (True, "we", 11, 10)

    def test_a_path_may_be_text(self) -> None:
        assert read_ledger(str(TEN_HANDS)).hands == read_ledger(TEN_HANDS).hands

    @pytest.mark.parametrize("number", [0, 11, -1])
    def test_a_hand_that_is_not_there_is_an_error(self, number: int) -> None:
        with pytest.raises(LedgerError, match=f"there is no hand {number}; hands go from 1 to 10"):
            read_ledger(TEN_HANDS).get_hand(number)

    def test_a_ledger_that_is_not_there_is_an_error_with_the_way_to_begin_one(self) -> None:
        with pytest.raises(LedgerError, match="there is no such ledger; start one with 'canasta-score new'"):
            read_ledger("none.toml")

    @pytest.mark.parametrize("word", ["we", "they", "WE"])
    def test_we_and_they_are_nobody_in_a_game_of_others(self, word: str) -> None:
        with pytest.raises(TallyError, match="begin with north or west"):
            parse_tally(load_variant("nvso"), [word, "natural=1"], ["north", "west"])
        with pytest.raises(TallyError, match=f"'{word}' is no side of this game; its sides are north and west"):
            parse_tally(load_variant("nvso"), ["north", "natural=1", word, "hand=5"], ["north", "west"])


def test_the_card_of_a_ledger_shows_the_rules_of_its_game_house_rules_included() -> None:
    run("new", "-v", "wca", "--set", "bonuses.out.points=115", "--set", "game.target=5000")
    card, usual = run("variants", "show", "canasta.toml").out, run("variants", "show", "wca").out
    assert card.startswith("WCA Canasta (wca)\n")
    assert "\nHouse rules, in the figures above: bonuses.out.points=115, game.target=5000\n" in card
    assert set(card.split("\n")) - set(usual.split("\n")) >= {line for line in card.split("\n") if "(out, o)" in line}
    assert "House rules" not in usual


def test_a_file_that_extends_a_ledger_is_told_so(tmp_path: Path) -> None:
    run("new")
    (tmp_path / "ours.toml").write_text('extends = "canasta.toml"\n')
    done = run("variants", "check", "ours.toml", "canasta.toml")
    assert (done.code, done.err.count("\n")) == (5, 2)
    assert done.err.count("canasta.toml: is a ledger, not a rule file") == 2
