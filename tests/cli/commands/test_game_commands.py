"""The commands on a ledger: which ledger is meant, what programs read, and the library behind them."""

import json
from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok
from support.paths import TEN_HANDS
from support.wording import Case, Wording, load_wordings

from canasta_score import LedgerError, TallyError, load_variant, read_ledger
from canasta_score.hand.tally.parser import parse_tally

pytestmark = pytest.mark.usefixtures("game_folder")


class TestWhichLedgerIsMeant:
    """An option goes before the environment, and that before the folder."""

    @pytest.fixture(autouse=True)
    def three_games(self, game_folder: Path) -> None:
        for name in ("canasta.toml", "named.toml", "option.toml"):
            run_ok("new", "-l", name, "--we", name.removesuffix(".toml").capitalize())

    def test_it_is_the_one_in_the_folder_unless_another_is_named(self) -> None:
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
    def test_a_ledger_must_exist_and_be_named_once(self, words: list[str], code: int) -> None:
        done = run(*words)
        assert (done.code, done.out) == (code, "")
        assert done.err


def test_json_of_a_recorded_hand() -> None:
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


def test_json_of_an_explanation() -> None:
    given = run_json("explain", "6", "--json", "-l", str(TEN_HANDS))
    assert list(given) == ["variant", "hand", "struck", "sides", "fixes"]
    they = given["sides"]["they"]
    assert [(line["fact"], line["points"]) for line in they["lines"]] == [
        ("mixed", 300),
        ("table", 140),
        ("hand", -45),
        ("open-sevens", -2500),
    ]
    assert all(line["rule"] for line in they["lines"])
    assert [fix["facts"] for fix in given["fixes"]] == [{"they": {"hand": 45}}]


@pytest.mark.parametrize("case", load_wordings("explanations", "rules"), ids=lambda case: case["tally"])
def test_every_line_has_the_rule_that_gave_it(case: Case, wording: Wording) -> None:
    run_ok("new", "-v", case["variant"])
    run_ok("add", *case["tally"].split())
    rules = {line["fact"]: line["rule"] for line in run_json("explain", "--json")["sides"]["we"]["lines"]}
    for fact in case["lines"]:
        case.check(wording, rules[fact], "lines", fact)


def test_entries_are_broken_only_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    run_ok("new")
    run_ok("add", *"we m1 t300 open-wilds-jokers they n1 m1 t300 h100 stuck-aces".split())
    run_ok("note", "seven pairs", "--hand", "1")
    listed = run_ok("show", "--all").partition("Entries\n")[2]
    assert "open-wilds-jokers=1" in listed.split()
    assert {"1", '"seven', 'pairs"'} <= {*listed.rstrip("\n").split("\n")[-1].split()}


def test_a_canceled_hand_is_explained_with_the_reason() -> None:
    run_ok("new")
    run_ok("add", "we", "t60")
    assert run_json("explain", "1", "--json")["struck"] is False
    run_ok("void", "1", "--why", "dealt from one pack only")
    assert run_json("explain", "1", "--json")["struck"] is True
    assert "dealt from one pack only" in run_ok("explain", "1").split("\n")[1]


def test_a_line_that_a_house_rule_changed_says_so(wording: Wording) -> None:
    changed = [
        "penalties.threes-in-hand.points=50",
        "threes.all=2500",
        "count.no_canasta=plus",
        "bonuses.out.label=Out",
    ]
    run_ok("new", "-v", "wca", *(word for rule in changed for word in ("--set", rule)))
    run_ok("add", *"we r4 b4 n2 o t200 they n1 t60 h30".split())
    run_ok("add", *"we n2 o t200 they threes-in-hand=2 h10".split())
    sides = [side for hand in "12" for side in run_json("explain", hand, "--json")["sides"].values()]
    rules = {line["fact"]: line["rule"] for side in sides for line in side["lines"]}
    for fact in ("threes-in-hand", "threes", "table", "out", "natural"):
        wording.check_wording("explanations", ["by a house rule", fact], rules[fact])


def test_a_three_is_explained_by_the_canasta_that_turns_its_sign(game_folder: Path) -> None:
    (game_folder / "ours.toml").write_text(
        'extends = "nvso"\ntitle = "Ours"\n[threes]\nsign_by = "natural"\nsign = ["minus", "nothing", "plus"]\n'
    )
    run_ok("new", "-v", "./ours.toml")
    run_ok("add", "we", "r1", "m3", "t200", "they", "r1", "n1", "t90")
    sides = run_json("explain", "--json")["sides"]
    assert [side["lines"][0]["points"] for side in sides.values()] == [-100, 0]
    assert all("natural" in side["lines"][0]["rule"] for side in sides.values())


def test_every_entry_is_listed_with_its_status() -> None:
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
    assert '"late"' in listed[1]
    assert listed[2].split()[-1] == "2"
    assert listed[3].endswith('1 we table=95 "a five"')


def test_check_reports_on_each_ledger(game_folder: Path) -> None:
    (game_folder / "good.toml").write_bytes(TEN_HANDS.read_bytes())
    (game_folder / "bad.toml").write_bytes(TEN_HANDS.read_bytes().replace(b"we = 2970", b"we = 2790"))
    (game_folder / "none.toml").write_text("format = 2\n")
    done = run("check", "--json", "good.toml", "bad.toml")
    files = {one["file"]: one["problems"] for one in json.loads(done.out)["files"]}
    assert (done.code, files["good.toml"], len(files["bad.toml"])) == (1, [], 1)
    assert files["bad.toml"][0]["about_totals"]
    assert run("check", "good.toml", "bad.toml", "none.toml").code == 4
    assert run("check", "good.toml").err == ""
    mended = run("check", "--restate", "good.toml", "bad.toml", "none.toml")
    assert mended.code == 4
    assert "bad.toml" in mended.out
    assert "bad.toml" not in mended.err
    assert ("good.toml" in mended.err, "none.toml" in mended.err) == (True, True)
    assert read_ledger(game_folder / "bad.toml").totals == {"we": 9810, "they": 8665}


def test_a_hand_made_impossible_in_the_file_is_found(game_folder: Path) -> None:
    (game_folder / "canasta.toml").write_bytes(TEN_HANDS.read_bytes().replace(b"natural = 2\n", b"natural = 9\n", 1))
    done = run("check")
    assert "we natural=9" in done.err
    assert done.code == 1


def test_strict_checking_lists_what_is_against_the_rules() -> None:
    run_ok("new", "--set", "game.hands=1")
    run_ok("add", "we", "o", "n1", "t90")
    run_ok("add", "we", "n1", "t90")
    assert run_ok("check") == ""
    done = run("check", "--strict")
    assert done.code == 1
    assert len(done.err.splitlines()) == 2


@pytest.mark.parametrize("words", [["fix", "we", "t90"], ["void", "two"], ["explain", "1.5"], ["void", "9" * 5000]])
def test_a_word_in_place_of_the_number_of_a_hand_is_refused(words: list[str]) -> None:
    run_ok("new")
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    assert "HAND" in done.err


def test_an_impossible_correction_is_refused_without_anyway() -> None:
    run_ok("new")
    run_ok("add", "we", "n1", "t90")
    assert run("fix", "1", "we", "red=5").code == 3
    run_ok("fix", "1", "we", "red=5", "--anyway")
    assert read_ledger("canasta.toml").hands[0].accepted_anyway
    run_ok("fix", "1", "we", "red=4")
    assert not read_ledger("canasta.toml").hands[0].accepted_anyway
    assert run_ok("check") == ""


def test_a_part_given_as_one_figure_gives_way_to_its_facts() -> None:
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
        assert run_json("meld", "-v", "catawba", "--hand", "2", "--json")["needs"] == 90

    @pytest.mark.parametrize(
        ("words", "code"),
        [(["-v", "nvso", "-l", "canasta.toml"], 2), (["--hand", "0"], 2), (["--score", "3000"], 4), ([], 4)],
    )
    def test_impossible_questions_are_refused(self, words: list[str], code: int) -> None:
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
def test_a_game_is_not_begun_with_impossible_sides(words: list[str], code: int) -> None:
    done = run("new", *words)
    assert (done.code, done.out) == (code, "")
    assert "\x1b" not in done.err
    assert not Path("canasta.toml").exists()


def test_a_total_brought_forward_at_the_target_is_warned_of() -> None:
    assert run("new", "--start", "we=8500").err
    assert run("new", "--start", "we=8495", "-l", "below.toml").err == ""


@pytest.mark.parametrize(("file", "option"), [("canasta.toml", ""), ("b.toml", " -l b.toml")])
def test_a_hand_entered_twice_is_warned_of_and_recorded(file: str, option: str) -> None:
    run_ok("new", "-l", file)
    assert run("add", "-l", file, "we", "n1", "t90", "they", "h5").err == ""
    warning = run("add", "-l", file, "we", "n1", "t90", "they", "h5").err
    assert warning.endswith(f"canasta-score undo{option}\n")
    assert len(read_ledger(file).hands) == 2


class TestTheLibrary:
    """`read_ledger` and what it gives."""

    def test_a_ledger_has_a_variant_and_a_standing(self) -> None:
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
        with pytest.raises(LedgerError, match=f"hand {number}\\b.* 1 to 10"):
            read_ledger(TEN_HANDS).get_hand(number)

    def test_a_missing_ledger_is_an_error_with_the_command_that_begins_one(self) -> None:
        with pytest.raises(LedgerError, match="canasta-score new"):
            read_ledger("none.toml")

    @pytest.mark.parametrize("word", ["we", "they", "WE"])
    def test_we_and_they_are_nobody_in_a_game_of_others(self, word: str) -> None:
        with pytest.raises(TallyError, match="north or west"):
            parse_tally(load_variant("nvso"), [word, "natural=1"], ["north", "west"])
        with pytest.raises(TallyError, match=f"'{word}'.*north and west"):
            parse_tally(load_variant("nvso"), ["north", "natural=1", word, "hand=5"], ["north", "west"])


def test_the_card_of_a_ledger_shows_the_rules_of_its_game_house_rules_included() -> None:
    run("new", "-v", "wca", "--set", "bonuses.out.points=115", "--set", "game.target=5000")
    card, usual = run("variants", "show", "canasta.toml").out, run("variants", "show", "wca").out
    assert card.startswith("WCA Canasta (wca)\n")
    assert "bonuses.out.points=115, game.target=5000" in card.split("\n")[-2]
    assert set(card.split("\n")) - set(usual.split("\n")) >= {line for line in card.split("\n") if "(out, o)" in line}
    assert "bonuses.out.points" not in usual


def test_a_rule_file_that_extends_a_ledger_is_refused(tmp_path: Path) -> None:
    run("new")
    (tmp_path / "ours.toml").write_text('extends = "canasta.toml"\n')
    done = run("variants", "check", "ours.toml", "canasta.toml")
    assert (done.code, done.err.count("\n")) == (5, 2)
    assert all("canasta.toml" in line for line in done.err.splitlines())
