"""A variant that nobody plays, from its rule file through the whole program: nothing of it is known to the code.

Its figures are in `data/variants/lighthouse.toml`. What the hands come to is reckoned beside them here.
"""

import csv
import html
import io
import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support.at_a_terminal import AtTheTable
from support.command_line import lay, run, run_json, run_ok
from support.completion import offered, words_offered
from support.paths import DATA, SESSIONS
from support.sessions import check_session
from support.typist import answering
from support.wording import Case, Wording, load_wordings

from canasta_score import Problem, load_variant, score_hand
from canasta_score.cli.prompt.guided_entry import GuidedEntry
from canasta_score.cli.recording import open_game
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.tally.parser import parse_tally

RULE_FILE = DATA / "variants" / "lighthouse.toml"
RULES = load_variant(RULE_FILE)
LADDERS = "Ladders of six cards of one suit in a row, none of them wild"
RED_OF_FIVE = "480, 900, 980, 990, 999, 1002"
NEW = ("-v", "beacon", "--side", "east=Ann & Bob", "--side", "north=Cy", "--side", "west=Di")
BROUGHT = ("--start", "east=-30", "--start", "north=3000", "--start", "west=4845")
FIRST = "east r1 b2 ladder=1 c1 t102 z21 luck north r2 d1 t6x7+1x2 z111 w1 black-in=1 west r1 b3 open-k t4xK"
SECOND = "north rain west luck=2 east r1"
THIRD = "east r3 b2 e1 c3 d2 ladder=1 stor f sil t1098 north r1 b1 c1 d1 t120 z33 fine=30 west r2 b3 luck=2 z81 w t60"
# What each side has after none, one, two and three of these hands:
#   east   -30 + 1,884 = 1,854; + 0 = 1,854; + 9,780 = 11,634
#   north  3,000 - 273 = 2,727; + 2,400 = 5,127; + 702 = 5,829
#   west   4,845 - 345 = 4,500; + 66 = 4,566; - 345 = 4,221
TOTALS = [(-30, 3000, 4845), (1854, 2727, 4500), (1854, 5127, 4566), (11634, 5829, 4221)]
EARLY, LATE = (30, "clean"), (66, "clean")  # by the hand 30, and 66 after hand 2, where that is more
NEEDS = [((30,), (63,), EARLY), ((63,), (63,), EARLY), ((66,), LATE, LATE), ((150, "octet"), LATE, (99,))]
SIX = {
    "ann": "Ann Longfellow-Smythe of Tewkesbury",
    "bob": "Bob",
    "cy": "Cyrus the Great",
    "di": "Di",
    "ed": "Edward VIII",
    "flo": "Florence N",
}


@pytest.fixture
def own(own_variants: Path, game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lay the rule file into the user's folder, and work in a folder beside it."""
    (own_variants / RULE_FILE.name).write_bytes(RULE_FILE.read_bytes())
    monkeypatch.setenv("COLUMNS", "120")
    return game_folder


@pytest.fixture
def game_of_three(own: Path) -> Path:
    """Begin a game of three sides, with totals brought forward."""
    lay(shlex.join(["new", *NEW, *BROUGHT]))
    return own / "canasta.toml"


@pytest.fixture
def evening(game_of_three: Path) -> Path:
    """Play three hands, in the last of which the first side passes the target."""
    return lay(*(f"add {tally}" for tally in (FIRST, SECOND, THIRD)))


def told(tally: str) -> HandFacts:
    return parse_tally(RULES, tally.split(), ("we", "they"))


def points_of(tally: str) -> dict[str, int]:
    """Return the points of each line of the first side, by its label."""
    return {line.label: line.points for line in score_hand(RULES, told(tally)).sides["we"].lines}


def identify(problem: Problem) -> dict[str, str]:
    return {"severity": problem.severity, "side": problem.side, "fact": problem.fact}


def test_an_evening_by_these_rules_shows_what_is_written_below_each_command(own: Path, wording: Wording) -> None:
    check_session(SESSIONS / "lighthouse" / "evening.txt", own, wording)


class TestRules:
    """The rule file."""

    def test_it_takes_over_nothing_and_has_no_mistake(self, own: Path) -> None:
        assert "extends" not in tomllib.loads(RULE_FILE.read_text())
        assert run_ok("variants", "check", str(RULE_FILE)).startswith("No problems found")

    def test_it_is_listed_with_its_title_summary_source_and_alias(self, own: Path) -> None:
        assert own.is_dir()
        (listed,) = (row for row in run_json("variants", "list", "--json")["variants"] if row["name"] == "lighthouse")
        assert (listed["title"], listed["aliases"]) == ("Lighthouse", ["beacon"])
        assert listed["summary"] == "octets and ladders, three packs, all points in threes"
        assert listed["source"] == "invented for the tests"
        assert {"Lighthouse", "beacon"} <= {*run_ok("variants", "list").replace(",", "").split()}

    def test_its_card_fits_a_page_whatever_its_labels(self, own: Path) -> None:
        longest = RULE_FILE.read_text().replace(
            LADDERS, f"{LADDERS}, and each of them told of by everybody at the table"
        )
        (own / "longest.toml").write_text(
            longest.replace("packs = 3", "packs = 5")
            .replace("480, 900", RED_OF_FIVE)
            .replace("150, 180", "150, 180, 180, 180, 180, 180")
        )
        card = run_ok("variants", "show", "./longest.toml").split("\n")
        assert max(map(len, card)) <= 79
        assert ["7", "8", "9", "10"] in [line.split() for line in card]
        assert ["Red", "threes", "(red,", "r)", "980", "990", "999", "1,002"] in [line.split() for line in card]


class TestScore:
    """What a hand comes to."""

    def test_a_set_gives_way_and_canastas_of_one_kind_count_as_another(self) -> None:
        assert points_of("we e1 t48") == {"Octets": 801, "Skiff": 120, "On the table": 48}
        # the octet is one of the three clean ones of the harbour, beside which the skiff is nothing
        of_three = {"Octets": 801, "Clean canastas": 900, "Harbour": 600, "On the table": 132}
        assert points_of("we e1 c2 t132") == of_three
        six = {"Octets": 1701, "Clean canastas": 1350, LADDERS: 1200, "Harbour": 600, "Fleet": 2001}
        assert points_of("we e2 c3 ladder=1 t300") == {**six, "On the table": 300}

    def test_several_octets_are_worth_more_than_as_many_times_one(self) -> None:
        assert [points_of(f"we e{number} t600")["Octets"] for number in (1, 2, 3, 4, 6)] == [
            801,
            1701,
            2700,
            3699,
            5697,
        ]

    def test_threes_turn_by_the_ladder_one_color_only(self) -> None:
        assert points_of("we r4 b4 c5 t300")["Red threes"] == -4 * 75
        assert points_of("we r4 b4 c5 t300")["Black threes"] == 120
        assert points_of("we r4 b4 ladder=1 t300")["Red threes"] == 360
        assert points_of("we r6 b6 ladder=1 t42") == {"All 12 threes": 1800, LADDERS: 1200, "On the table": 42}

    def test_a_storm_is_for_the_side_that_finishes(self) -> None:
        assert points_of("we storm=1 t228")["Storms"] == 0
        assert points_of("we storm=1 f t228")["Storms"] == 1500

    def test_cards_count_by_their_own_worth(self) -> None:
        assert points_of("we c1 t7xA+3x3 z2xK+1xJK") == {
            "Clean canastas": 450,
            "On the table": 105 + 9,
            "Left in hand": -(48 + 60),
        }
        assert points_of("we t24 z3")["On the table"] == 0

    def test_a_special_hand_leaves_the_others_only_what_is_always_scored(self, own: Path) -> None:
        sides = run_json(
            "score", "-v", "lighthouse", "--json", "we", "rain", "r3", "luck", "they", "luck=2", "r2", "t99"
        )
        assert {side: one["total"] for side, one in sides["sides"].items()} == {"we": 2433, "they": 66}

    def test_beside_one_special_hand_everything_else_of_its_side_is_scored(self) -> None:
        """Three red threes without a ladder cost 75 each; They score nothing."""
        score = score_hand(RULES, told("we twelve r3 b1 d1 luck t54 z24 they luck=2 r2 t99 c1"))
        assert {line.label: line.points for line in score.sides["we"].lines} == {
            "Red threes": -225,
            "Black threes": 30,
            "Dirty canastas": 240,
            "Lucky cuts": 33,
            "Twelve pairs": 3000,
            "On the table": 54,
            "Left in hand": -24,
        }
        assert (score.sides["we"].total, score.sides["they"].total) == (3108, 66)


@pytest.mark.parametrize("case", load_wordings("lighthouse", "problems"), ids=lambda case: case["tally"])
def test_the_referee_finds_every_problem_and_names_the_nearest_possible_figure(case: Case, wording: Wording) -> None:
    found = find_problems(RULES, told(case["tally"]))
    assert [identify(problem) for problem in found] == case["problems"]
    case.check(wording, [*map(str, found)])


@pytest.mark.parametrize("tally", ["we e11 t912", "we ladder=12 t999", "we storm=2 t456 they storm=1 t228"])
def test_the_referee_accepts_what_the_deck_just_holds(tally: str) -> None:
    assert find_problems(RULES, told(tally)) == []


class TestGame:
    """A game, hand after hand."""

    def test_the_example_of_a_hand_is_one_of_these_rules(self, own: Path) -> None:
        example = run_ok("new", *NEW).strip().split("\n")[-1].split()
        assert example == "canasta-score add east octet=1 table=96 hand=6 north table=63 hand=51 west hand=51".split()
        assert run(*example[1:]).err == ""

    def test_totals_and_needs_are_as_reckoned_after_every_hand(self, game_of_three: Path) -> None:
        for tally, totals, needs in zip(("", FIRST, SECOND, THIRD), TOTALS, NEEDS, strict=True):
            if tally:
                run_ok("add", *tally.split())
            sides = run_json("meld", "--json")["sides"].values()
            assert tuple(one["total"] for one in sides) == totals
            assert (
                tuple((one["needs"], one["canasta"]) if "canasta" in one else (one["needs"],) for one in sides) == needs
            )
        sheet = run_json("show", "--json")
        assert (sheet["over"], sheet["winner"], sheet["target"]) == (True, "west", 7500)  # the lowest total wins
        hands = [
            [(one["base"], one["count"], one["penalties"]) for one in hand["sides"].values()] for hand in sheet["hands"]
        ]
        assert hands == [
            # red 60, black 60, ladder 1,200, clean 450, luck 33; red -150, dirty 240; red -75, black 90
            [(1803, 102 - 21, 0), (90, 63 - 111, -270 - 45), (15, 0, -360)],
            [(0, 0, 0), (2400, 0, 0), (66, 0, 0)],
            [(8682, 1098, 0), (645, 120 - 33, -30), (6, -81, -270)],
        ]
        assert run_ok("check", "--quiet", str(game_of_three)) == ""

    def test_a_special_hand_that_wins_the_game_wins_from_behind(self, game_of_three: Path) -> None:
        assert game_of_three.exists()
        run_ok("add", "east", "twelve")
        assert run_json("show", "--json")["winner"] == "east"
        assert all(figure in run_ok("show") for figure in ("2,970", "4,845", "3,000"))

    def test_every_line_has_its_points(self, evening: Path) -> None:
        assert evening.exists()
        sides = run_json("explain", "3", "--json")["sides"]
        lines = {side: [(line["label"], line["points"]) for line in of["lines"]] for side, of in sides.items()}
        assert lines["east"] == [
            ("Red threes", 240),
            ("Black threes", 60),
            ("Octets", 801),
            ("Clean canastas", 1350),
            ("Dirty canastas", 480),
            (LADDERS, 1200),
            ("Storms", 1500),
            ("Harbour", 600),
            ("Fleet", 2001),
            ("Finishing in silence", 300),
            ("Finishing", 150),
            ("On the table", 1098),
        ]
        assert (lines["north"][0], lines["north"][-1]) == (("Red threes", -75), ("Fine of the house", -30))
        assert lines["west"][1:] == [
            ("Black threes", 90),
            ("Lucky cuts", 66),
            ("On the table", 0),
            ("Left in hand", -81),
            ("Caught with wild cards", -270),
        ]

    def test_a_correction_takes_back_what_depends_on_another_fact(self, evening: Path) -> None:
        assert evening.exists()
        refused = run("fix", "3", "east", "finish=0")
        assert (refused.code, "silent" in refused.err) == (3, True)
        run_ok("fix", "3", "east", "finish=0", "silent=0")
        east = run_json("explain", "3", "--json")["sides"]["east"]
        storms = next(line for line in east["lines"] if line["fact"] == "storm")
        assert storms["points"] == 0
        assert east["total"] == 9780 - 300 - 150 - 1500

    def test_statistics_count_its_canastas_and_its_going_out(self, evening: Path) -> None:
        of_all = run_json("stats", str(evening), "--json")
        assert of_all["canastas"] == {
            "octet": "Octets",
            "clean": "Clean canastas",
            "dirty": "Dirty canastas",
            "ladder": LADDERS,
            "storm": "Storms",
        }
        assert of_all["specials"] == {"rainbow": "Rainbow"}
        west, north, east = of_all["sides"]  # the winner first, then the lower average
        assert (east["out"], east["won"], west["won"], east["average"]) == (1, 0, 1, (1884 + 0 + 9780) / 3)
        assert east["canastas"]["clean"] == 4 / 3
        assert (north["penalties"], west["penalties"]) == (-315 - 30, -360 - 270)

    def test_check_finds_what_cannot_be(self, game_of_three: Path) -> None:
        run_ok("add", "--anyway", "east", "e12", "t999")
        game_of_three.write_text(game_of_three.read_text().replace("anyway = true\n", ""))
        done = run("check", str(game_of_three))
        assert done.code == 1
        assert "octet=11" in done.err


class TestNarrow:
    """Long labels, long names and six sides, in a terminal that is as narrow as a telephone."""

    @pytest.fixture(params=["40", "80"])
    def width(self, request: pytest.FixtureRequest, own: Path, monkeypatch: pytest.MonkeyPatch) -> int:
        """Begin a game of six sides, by rules with long labels, where lines have so many places."""
        long = RULE_FILE.read_text()
        for label in ("Finishing in silence", "Harbour", "Caught with wild cards"):
            long = long.replace(f'"{label}"', f'"{label} {self.MORE}"')
        (own / "long.toml").write_text(long)
        run_ok("new", "-v", "./long.toml", *(word for side in SIX.items() for word in ("--side", "=".join(side))))
        monkeypatch.setenv("COLUMNS", str(request.param))
        return int(request.param)

    MORE = "with nothing laid down before that very turn, however long the play was"
    HAND = "bob r3 b2 e1 c3 d2 ladder=1 stor f sil t1098 ann r1 b1 c1 d1 t120 z81 w1"

    def test_labels_and_names_go_on_several_lines(self, width: int) -> None:
        shown = run_ok("add", *self.HAND.split()).partition("\n\nTo send the game")[0].split("\n")
        assert max(map(len, shown)) <= width
        words = " ".join(line[:16].strip() for line in shown)
        assert "Finishing in silence with nothing laid down before that very turn, however long the play was" in words
        assert next(line for line in shown if line.startswith("Canastas ")).split()[-1] == "5,331"
        finishing = next(line for line in shown if line.startswith("Finishing in"))
        assert finishing.split()[-1] == "300"  # the figures stand in the first line

    def test_an_explanation_has_its_labels_on_several_lines_and_no_empty_ones(self, width: int) -> None:
        run_ok("add", *self.HAND.split())
        explained = run_ok("explain")
        assert max(map(len, explained.split("\n"))) <= width
        assert re.search(r"\n  Harbour with.* 1 +600\n    ", explained)
        parts = explained.strip().split("\n\n")
        assert [part.split("\n")[0] for part in parts[1:]] == [*SIX.values()]

    def test_the_chart_keeps_each_name_beside_its_sign(self, width: int) -> None:
        run_ok("add", *self.HAND.split())
        chart = run_ok("show", "--chart")
        assert max(map(len, chart.split("\n"))) <= width
        assert [
            sign for sign, name in zip("●■▲◆○□", SIX.values(), strict=True) if f"{sign} {name[:6]}" not in chart
        ] == []


def test_the_best_opening_is_found(game_of_three: Path) -> None:
    assert game_of_three.exists()
    run_ok("add", *FIRST.split())
    held = "4 4 4 4 5 5 5 5 6 6 6 6 K K K 2 9".split()
    found = run_json("meld", "find", "--side", "east", "--json", *held)
    # nine cards: four of a rank with the two, 51, and four natural ones, 24; three of a rank take no wild card
    assert (found["opens"], found["points"], sum(len(group["cards"]) for group in found["groups"])) == (True, 75, 9)


class TestTold:
    """Words, TAB and questions."""

    def test_tab_offers_its_words_and_labels(self, game_of_three: Path) -> None:
        assert game_of_three.exists()
        assert offered("score", "-v", "li")[0] == ("lighthouse", "Lighthouse")
        assert offered("add", "e") == [("east", "Ann & Bob")]
        assert offered("add", "east", "o") == [("octet=", "Octets"), ("open-kings", "Kings begun and not completed")]
        assert offered("add", "east", "la") == [("ladder=", LADDERS)]
        assert words_offered("add east finish s") == ["storm=", "silent"]
        assert words_offered("add east rain") == ["rainbow"]
        assert offered("new", "-v", "beacon", "--set", "canastas.clean.p") == [("canastas.clean.points=", "now 450")]
        assert ("3xK", "24 points") in offered("meld", "find", "3xK")

    def test_questions_follow_the_file(
        self, game_of_three: Path, capsys: pytest.CaptureFixture[str], wording: Wording
    ) -> None:
        east = ["3", "2", "1", "3", "2", "y", "1098", ""]
        north = ["1", "1", "", "1", "1", "120", "33"]
        west = ["2", "3", "", "", "", "60", "81"]
        rest = ["east ladder stor silent", "north fine=30", "west luck 2 w1"]
        hand = GuidedEntry(open_game(Path(game_of_three.name)), answering(*east, *north, *west, *rest, "y"))
        hand.record()
        wording.check_text(DATA / "wordings" / "lighthouse-questions.txt", capsys.readouterr().out)
        totals = [one["running"] for one in run_json("show", "--json")["hands"][0]["sides"].values()]
        assert totals == [-30 + 9780, 3000 + 702, 4845 - 345]

    @pytest.mark.end_to_end
    def test_a_hand_is_told_at_the_prompt(self, game_of_three: Path, own_variants: Path) -> None:
        with AtTheTable(game_of_three.parent, "play") as terminal:
            terminal.see("30")  # what the first side needs
            terminal.type(FIRST)
            terminal.see("1,884")  # the score shows while the hand is typed
            terminal.press("enter")
            terminal.see("Record it anyway? [y/N/edit]")
            terminal.line("y", "hand 2 >")
            terminal.see("5,646")  # what it has to go then
            terminal.press("ctrl-d")
            assert terminal.end() == 0
        assert tuple(one["total"] for one in run_json("show", "--json")["sides"].values()) == TOTALS[1]


class TestExport:
    """What goes out and comes back."""

    @pytest.mark.parametrize("form", ["csv", "json"])
    def test_a_game_goes_out_and_comes_back(self, evening: Path, form: str) -> None:
        run_ok("export", "-o", f"game.{form}")
        rules = ["-v", "beacon"] if form == "csv" else []
        run_ok("import", f"game.{form}", "-l", "again.toml", *rules)
        before, after = run_json("show", "--json"), run_json("show", "--json", "-l", "again.toml")
        assert after["sides"] == before["sides"]
        assert [one["sides"] for one in after["hands"]] == [one["sides"] for one in before["hands"]]
        assert run_ok("check", "--quiet", "again.toml", str(evening)) == ""

    def test_a_table_has_a_column_for_every_fact(self, evening: Path) -> None:
        assert evening.exists()
        of_all = list(csv.DictReader(io.StringIO(run_ok("export", "-f", "csv"))))
        facts = [name for name in RULES.facts if name != "hand"]
        assert set(facts) <= of_all[0].keys()
        last = {row["side"]: row for row in of_all[-3:]}
        assert (last["east"]["octet"], last["east"]["storm"], last["west"]["caught-wilds"]) == ("1", "1", "1")
        assert (last["north"]["left-in-hand"], last["north"]["fine"], last["north"]["total"]) == ("33", "30", "702")

    def test_text_and_markdown_say_what_the_sheet_says(self, evening: Path) -> None:
        assert evening.exists()
        assert run_ok("export", "-f", "txt") == run_ok("show", COLUMNS="80")
        row = next(line for line in run_ok("export", "-f", "md").split("\n") if line.startswith("| 3 |"))
        figures = [cell.strip() for cell in row.strip("| ").split("|")]
        assert figures[1:5] == ["8,682", "1,098", "9,780", "11,634"]
        assert figures[5:10] == ["645", "87", "-30", "702", "5,829"]

    def test_the_page_says_every_line_with_its_rule(self, evening: Path) -> None:
        assert evening.exists()
        text = text_of_page(run_ok("export", "-f", "html"))
        explained = [line for side in run_json("explain", "3", "--json")["sides"].values() for line in side["lines"]]
        rows = [f"{line['label']} {line['rule']} {line['quantity']:,} {line['points']:,}" for line in explained]
        missing = [row for row in rows if row not in text]
        assert missing == []
        winner = next(line for line in run_ok("show").split("\n") if "4,221 to 5,829 to 11,634" in line)
        assert winner in text
        needs = ("needs at least 63", "needs at least 99")
        assert [need for need in needs if need not in text] == []


def text_of_page(page: str) -> str:
    """Return the text of a page without its tags."""
    said_there = re.sub(r"<style.*?</style>", "", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", said_there)).split())


def test_json_of_a_score_names_every_fact(own: Path) -> None:
    done: dict[str, Any] = json.loads(run_ok("score", "-v", "beacon", "--json", "we", "e1", "c2", "t132"))
    assert [(line["fact"], line["points"]) for line in done["sides"]["we"]["lines"]] == [
        ("octet", 801),
        ("clean", 900),
        ("harbour", 600),
        ("table", 132),
    ]
