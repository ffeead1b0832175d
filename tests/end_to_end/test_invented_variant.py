"""A variant that nobody plays, from its rule file through the whole program: nothing of it is known to the code.

Its figures are in `data/variants/lighthouse.toml`. What the hands come to is reckoned beside them here.
"""

import csv
import html
import io
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support.at_a_terminal import AtTheTable
from support.command_line import run, run_json, run_ok
from support.completion import offered, words_offered
from support.paths import DATA
from support.typist import answering

from canasta_score import load_variant, read_ledger, referee, score_hand
from canasta_score.cli.messages import OutputMode, output_mode
from canasta_score.cli.prompt.guided_entry import GuidedEntry
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.tally.parser import parse_tally

RULE_FILE = DATA / "variants" / "lighthouse.toml"
RULES = load_variant(RULE_FILE)
LADDERS = "Ladders of six cards of one suit in a row, none of them wild"
RED = "60 / 120 / 240 / 360 / 480 / 900 for 1 to 6"
RED_OF_FIVE = "480, 900, 980, 990, 999, 1002"
BLACK = "30 / 60 / 90 / 120 / 150 / 180 for 1 to 6"
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
CLEAN = (0, "clean")
NEEDS = [((27,), (63,), CLEAN), ((63,), (63,), CLEAN), ((63,), CLEAN, CLEAN), ((150, "octet"), CLEAN, (99,))]
STEPS = (
    "7,500: target",
    "6,000: needs octet canasta and 150",
    "4,500: needs clean canasta",
    "over 3,000: needs 99",
    "0: needs 63",
)


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
def game(own: Path) -> Path:
    """Begin a game of three sides, with totals brought forward."""
    run_ok("new", *NEW, *BROUGHT)
    return own / "canasta.toml"


@pytest.fixture
def evening(game: Path) -> Path:
    """Play three hands, in the last of which the first side passes the target."""
    for tally in (FIRST, SECOND, THIRD):
        run_ok("add", *tally.split())
    return game


def told(tally: str) -> HandFacts:
    return parse_tally(RULES, tally.split(), ("we", "they"))


def points_of(tally: str) -> dict[str, int]:
    """Give the points of each line of the first side, by its label."""
    return {line.label: line.points for line in score_hand(RULES, told(tally)).sides["we"].lines}


def problems_of(tally: str) -> list[str]:
    return [f"{problem.severity}: {problem}" for problem in referee(RULES, told(tally))]


def rows(text: str) -> list[list[str]]:
    """Cut a table into its cells."""
    return [re.split(r"\s{2,}", line.strip()) for line in text.split("\n") if line.strip()]


class TestRules:
    """The rule file."""

    def test_it_takes_over_nothing_and_has_no_mistake(self, own: Path) -> None:
        assert "extends" not in tomllib.loads(RULE_FILE.read_text())
        assert run_ok("variants", "check", str(RULE_FILE)) == ""

    def test_it_is_listed_with_what_it_says_of_itself(self, own: Path) -> None:
        listed = run_ok("variants", "list").partition("\nlighthouse ")[2].split("\n")
        assert [" ".join(line.split()) for line in listed[:4]] == [
            "Lighthouse",
            "octets and ladders, three packs, all points in threes",
            "source: invented for the tests",
            "also: beacon",
        ]

    @pytest.mark.parametrize(
        "line",
        [
            "Lighthouse (lighthouse or beacon)",
            "Deck 3 packs, 7 jokers",
            "Game to 7,500, the higher total wins; a tie is a tie",
            "Red threes (red, r) 60 120 240 360 480 900",
            "All threes of the deck on one side: 1,800",
            "Octets (octet, e) 801",
            "them wild (ladder) 1,200",
            "Storms (storm) 1,500",
            "needs 2 canastas and one of the octets",
            "not with open-kings",
            "Finishing in silence (silent) 300",
            "Caught with wild cards (caught-wilds, w) -270",
            "Fine of the house (fine) as told",
            "Rainbow (rainbow) 2,400",
            "They count minus with no ladder canasta and plus with one or more.",
            "Where they count minus: 75 each",
            "scored only beside finish",
            "only beside finish",
            "takes one of the octets and 3 clean canastas (octets included)",
            "not beside harbour or fleet",
            "wins the game, whatever the totals",
            "On the table (table, t) plus",
            "nothing with no canasta",
            "Left in hand (hand, z) minus",
        ],
    )
    def test_its_card_shows_every_figure(self, own: Path, line: str) -> None:
        assert line in [" ".join(shown.split()) for shown in run_ok("variants", "show", "beacon").split("\n")]

    def test_its_card_says_what_cards_are_worth_and_how_to_open(self, own: Path) -> None:
        card = " ".join(run_ok("variants", "show", "lighthouse").split())
        worth = "JK = 60, 2 = 27, A = 15, K = 24, Q and J = 12, 10 to 8 = 9, 7 to 4 = 6, 3 = 3"
        assert f"Cards {worth} Game" in card
        assert "groups of 4 to 8 of a rank, at least 3 natural, at most 1 wild" in card
        assert "or as many of one suit in a row, none wild; no wild cards with K" in card
        assert "the pile is not taken to open" in card
        assert "clean canasta from 4,500; octet canasta and 150 from 6,000 (or a better canasta)" in card

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
        six = {"Octets": 1602, "Clean canastas": 1350, LADDERS: 1200, "Harbour": 600, "Fleet": 2001}
        assert points_of("we e2 c3 ladder=1 t300") == {**six, "On the table": 300}

    def test_threes_turn_by_the_ladder_one_colour_only(self) -> None:
        assert points_of("we r4 b4 c5 t300")["Red threes"] == -4 * 75
        assert points_of("we r4 b4 c5 t300")["Black threes"] == 120
        assert points_of("we r4 b4 ladder=1 t300")["Red threes"] == 360
        assert points_of("we r6 b6 ladder=1 t42") == {"All 12 threes": 1800, LADDERS: 1200, "On the table": 42}

    def test_a_storm_is_for_the_side_that_finishes(self) -> None:
        assert points_of("we storm=1 t228")["Storms"] == 0
        assert points_of("we storm=1 f t228")["Storms"] == 1500

    def test_cards_count_by_their_own_worth(self) -> None:
        assert points_of("we c1 t7xA z2xK+3x3+1xJK") == {
            "Clean canastas": 450,
            "On the table": 105,
            "Left in hand": -(48 + 9 + 60),
        }
        assert points_of("we t24 z3")["On the table"] == 0

    def test_the_command_sets_sides_beside_each_other(self, own: Path) -> None:
        # we: 801 + 3 x 450 + 2 x 240 + 1,200 + 1,500 canastas, 240 + 60 threes; they: 2 x -75 red, 90 black
        tally = "we r3 b2 e1 c3 d2 ladder=1 stor f sil t1098 they r2 b3 luck=2 z81 w t60"
        assert rows(run_ok("score", "-v", "lighthouse", *tally.split())) == [
            ["Lighthouse"],
            ["We", "They"],
            ["Threes", "300", "-60"],
            ["Canastas", "5,331"],
            ["Lucky cuts", "66"],
            ["Finishing in silence", "300"],
            ["Finishing", "150"],
            ["Harbour", "600"],
            ["Fleet", "2,001"],
            ["Base", "8,682", "6"],
            ["Count", "1,098", "-81"],
            ["Penalties", "-270"],
            ["Total", "9,780", "-345"],
            ["They, counts for nothing: on the table 60"],
            ["They, counts minus with no ladder canasta: red threes 2"],
        ]

    def test_a_special_hand_leaves_the_others_only_what_is_always_scored(self, own: Path) -> None:
        sides = run_json(
            "score", "-v", "lighthouse", "--json", "we", "rain", "r3", "luck", "they", "luck=2", "r2", "t99"
        )
        assert {side: one["total"] for side, one in sides["sides"].items()} == {"we": 2433, "they": 66}


REFUSED = {
    # a run of six has the 9 in it, wherever it begins: 12 nines, 12 ladders
    "we ladder=13 t999": ["we ladder=13: that takes 13 cards of rank 9, and the deck has 12; the nearest is ladder=12"],
    # of the twelve cards of a rank one octet can be made, and there are eleven ranks
    "we e12 t999": ["we octet=12: that makes 12, and the ranks have room for 11; the nearest is octet=11"],
    "we e6 c6 t999": [
        (
            "we octet=6 and we clean=6: that makes 12, and the ranks have room for 11;"
            " the nearest is we clean=5 or we octet=5"
        )
    ],
    # 12 twos and 7 jokers
    "we storm=2 t600 they storm=2 t600": [
        (
            "we storm=2 and they storm=2: that takes 24 wild cards, and the deck has 19;"
            " the nearest is they storm=1 or we storm=1"
        )
    ],
    "we storm=3 t999": ["we storm=3: a side has at most 2; the nearest is storm=2"],
    "we luck=3": ["we luck=3: a side has at most 2; the nearest is luck=2"],
    "we silent e1 c2 t132": [
        "we silent: a side has it only beside 'finish'; tell 'finish' as well, or leave out 'silent'"
    ],
    "we f e1 c2 t132 they f e1 c2 t174": [
        "'finish' is told of we and they: only one side can have it in a hand; tell it of one side"
    ],
    "we c1 t49": ["we table=49: every card is worth a multiple of 3; the nearest are table=48 and table=51"],
    "we base=100": [
        "we base=100: all that a base is made of is worth a multiple of 3; the nearest are base=99 and base=102"
    ],
    # the cheapest: seven of 6 points; six of 6 and a two; four of 6 and two of 9; two jokers and four twos; eight of 6
    "we c1 t39": ["we table=39: clean=1 cannot hold less than 42 points of cards; the nearest is table=42"],
    "we d1 t60": ["we table=60: dirty=1 cannot hold less than 63 points of cards; the nearest is table=63"],
    "we ladder=1 t39": ["we table=39: ladder=1 cannot hold less than 42 points of cards; the nearest is table=42"],
    "we storm=1 t225": ["we table=225: storm=1 cannot hold less than 228 points of cards; the nearest is table=228"],
    "we e1 t45": ["we table=45: octet=1 cannot hold less than 48 points of cards; the nearest is table=48"],
    "we open-kings t93": [
        "we table=93: open-kings=1 cannot hold less than 96 points of cards; the nearest is table=96"
    ],
    "we w1 z78": ["we hand=78: caught-wilds=1 cannot hold less than 81 points of cards; the nearest is hand=81"],
    "we open-kings=2 t999": ["we open-kings=2: a side has at most 1; the nearest is open-kings=1"],
    "we b3 they black-in-hand=4": [
        "they black-in-hand=4: that makes 7 black threes in all, and the packs hold 6; the nearest is black-in-hand=3"
    ],
    "we r4 they r3": ["they red=3: that makes 7 red threes in all, and the packs hold 6; the nearest is red=2"],
    # 420 in jokers, 324 twos, 180 aces, 288 kings, 288 queens and jacks, 324 of 9, 288 of 6, 18 black threes
    "we t1500 they t633": [
        "they table=633: that makes 2,133 points of cards in all, and the deck has 2,130; the nearest is table=630"
    ],
    "we fine=2133": ["we fine=2133: a side has at most 2130; the nearest is fine=2130"],
    "we rain they twelve": [
        "they twelve-pairs: we already laid the special hand 'rainbow', which ends the play; leave out one of the two"
    ],
    "we rain they f e1 c2 t132": [
        "they finish: the special hand 'rainbow' of we has ended the play; leave out 'finish' or 'rainbow'"
    ],
}
IRREGULAR = {
    "we f c2 t84": ["we finish: the rules ask for one of the octets and we have 0; check the canastas"],
    # a storm is not one of the canastas that are counted
    "we f e1 storm=1 t276": ["we finish: the rules ask for 2 canastas and we have 1; check the canastas"],
    "we f e1 d1 open-kings t300": ["we finish: the rules forbid it beside 'open-kings'; check 'open-kings'"],
}


@pytest.mark.parametrize("tally", REFUSED)
def test_the_referee_names_what_cannot_be_and_the_nearest_that_could(tally: str) -> None:
    assert problems_of(tally) == [f"impossible: {sentence}" for sentence in REFUSED[tally]]


@pytest.mark.parametrize("tally", IRREGULAR)
def test_the_referee_names_what_is_against_the_rules(tally: str) -> None:
    assert problems_of(tally) == [f"irregular: {sentence}" for sentence in IRREGULAR[tally]]


@pytest.mark.parametrize("tally", ["we e11 t912", "we ladder=12 t999", "we storm=2 t456 they storm=1 t228"])
def test_the_referee_lets_pass_what_the_deck_just_holds(tally: str) -> None:
    assert problems_of(tally) == []


class TestGame:
    """A game, hand after hand."""

    def test_the_example_of_a_hand_is_one_of_these_rules(self, own: Path) -> None:
        example = run_ok("new", *NEW).strip().split("\n")[-1].split()
        assert example == "canasta-score add east octet=1 table=96 north table=36 hand=51 west hand=51".split()
        assert run(*example[1:]).err == ""

    def test_totals_and_needs_are_as_reckoned_after_every_hand(self, game: Path) -> None:
        for tally, totals, needs in zip(("", FIRST, SECOND, THIRD), TOTALS, NEEDS, strict=True):
            if tally:
                run_ok("add", *tally.split())
            sides = run_json("meld", "--json")["sides"].values()
            assert tuple(one["total"] for one in sides) == totals
            assert (
                tuple((one["needs"], one["canasta"]) if "canasta" in one else (one["needs"],) for one in sides) == needs
            )
        sheet = run_json("show", "--json")
        assert (sheet["over"], sheet["winner"], sheet["target"]) == (True, "east", 7500)
        hands = [
            [(one["base"], one["count"], one["penalties"]) for one in hand["sides"].values()] for hand in sheet["hands"]
        ]
        assert hands == [
            # red 60, black 60, ladder 1,200, clean 450, luck 33; red -150, dirty 240; red -75, black 90
            [(1803, 102 - 21, 0), (90, 63 - 111, -270 - 45), (15, 0, -360)],
            [(0, 0, 0), (2400, 0, 0), (66, 0, 0)],
            [(8682, 1098, 0), (645, 120 - 33, -30), (6, -81, -270)],
        ]
        assert run_ok("check", str(game)) == ""

    def test_the_sheet_shows_needs_in_words_and_the_winner(self, evening: Path) -> None:
        assert evening.exists()
        assert "Won by Ann & Bob in hand 3, 11,634 to 5,829 to 4,221." in run_ok("show")
        run_ok("undo")
        shown = rows(run_ok("show"))
        assert ["Needs", "63", "clean canasta", "clean canasta"] in shown
        assert ["To go", "5,646", "2,373", "2,934"] in shown

    def test_a_special_hand_that_wins_the_game_wins_from_behind(self, game: Path) -> None:
        assert game.exists()
        run_ok("add", "east", "twelve")
        assert run_json("show", "--json")["winner"] == "east"
        assert "Won by Ann & Bob with twelve pairs in hand 1, 2,970 to 4,845 to 3,000." in run_ok("show")

    def test_the_chart_names_every_step_of_the_need(self, evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert evening.exists()
        monkeypatch.setenv("LINES", "60")
        chart = run_ok("show", "--chart")
        assert [step for step in STEPS if f"{step}┤" not in chart] == []

    def test_every_line_is_explained_by_its_rule(self, evening: Path) -> None:
        assert evening.exists()
        sides = run_json("explain", "3", "--json")["sides"]
        lines = {
            side: [(one["label"], one["points"], one["rule"]) for one in of["lines"]] for side, of in sides.items()
        }
        assert lines["east"] == [
            ("Red threes", 240, RED),
            ("Black threes", 60, BLACK),
            ("Octets", 801, "801 each"),
            ("Clean canastas", 1350, "450 each"),
            ("Dirty canastas", 480, "240 each"),
            (LADDERS, 1200, "1,200 each"),
            ("Storms", 1500, "1,500 each"),
            ("Harbour", 600, "for one of the octets and 3 clean canastas (octets included)"),
            ("Fleet", 2001, "for 6 canastas"),
            ("Finishing in silence", 300, "300 each"),
            ("Finishing", 150, "150 each"),
            ("On the table", 1098, "the cards on the table"),
        ]
        assert lines["north"][0] == ("Red threes", -75, "75 each; minus with no ladder canasta")
        assert lines["north"][-1] == ("Fine of the house", -30, "as told")
        assert lines["west"][1:] == [
            ("Black threes", 90, BLACK),
            ("Lucky cuts", 66, "33 each"),
            ("On the table", 0, "for nothing with no canasta"),
            ("Left in hand", -81, "the cards left in hand are taken off"),
            ("Caught with wild cards", -270, "-270 each"),
        ]
        (of_east,) = run_json("explain", "2", "--json")["sides"]["east"]["lines"]
        assert of_east["rule"] == "counts nothing beside Rainbow of Cy"

    def test_a_correction_takes_back_what_hangs_on_another_fact(self, evening: Path) -> None:
        assert evening.exists()
        refused = run("fix", "3", "east", "finish=0")
        assert (refused.code, "east silent: a side has it only beside 'finish'" in refused.err) == (3, True)
        run_ok("fix", "3", "east", "finish=0", "silent=0")
        east = run_json("explain", "3", "--json")["sides"]["east"]
        storms = next(line for line in east["lines"] if line["fact"] == "storm")
        assert (storms["points"], storms["rule"]) == (0, "1,500 each, but only beside finish")
        assert east["total"] == 9780 - 300 - 150 - 1500

    def test_a_slip_is_found_in_its_words(self, evening: Path) -> None:
        assert evening.exists()
        found = run_ok("reconcile", "1", "east", "1851").split("\n")
        assert found[2].split() == "1 lucky cuts 1 fewer".split()
        assert "caught with wild cards 1 fewer" in run_ok("reconcile", "3", "west", str(-345 + 270))

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
        east, north, west = of_all["sides"]
        assert (east["out"], east["won"], east["average"]) == (1, 1, (1884 + 0 + 9780) / 3)
        assert east["canastas"]["clean"] == 4 / 3
        assert (north["penalties"], west["penalties"]) == (-315 - 30, -360 - 270)

    def test_check_finds_what_cannot_be(self, game: Path) -> None:
        run_ok("add", "--anyway", "east", "e12", "t999")
        game.write_text(game.read_text().replace("anyway = true\n", ""))
        done = run("check", str(game))
        assert done.code == 1
        assert "east octet=12: that makes 12, and the ranks have room for 11; the nearest is octet=11" in done.err


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
        shown = run_ok("add", *self.HAND.split()).split("\n")
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
        assert [sign for sign, name in zip("ox+*#%", SIX.values(), strict=True) if f"{sign} {name}" not in chart] == []


class TestOpening:
    """What opens."""

    @pytest.fixture(autouse=True)
    def after_a_hand(self, game: Path) -> None:
        """Let the sides need 63, 63, and a clean canasta."""
        assert game.exists()
        run_ok("add", *FIRST.split())

    @pytest.mark.parametrize(
        ("side", "groups", "first", "code"),
        [
            ("east", "J,Q,K,A", "Opens: 63 of 63", 0),  # 12 + 12 + 24 + 15
            ("east", "10,J,Q,K", "Does not open: 57 of 63, 6 short", 1),
            ("east", "4,4,4,2 4xK", "Opens: 141 of 63", 0),  # 18 + 27 + 96
            ("east", "K,K,K,2 4x4", "Does not open: 123 of 63, not legal", 1),
            ("east", "3xA", "Does not open: 45 of 63, 18 short and not legal", 1),
            ("west", "4xK 6x4", "Does not open: 132 points, no clean canasta or a better one", 1),
            ("west", "7x4", "Opens: 42 points", 0),
            ("west", "8x5", "Opens: 48 points", 0),
            ("west", "4,5,6,7,8,9", "Opens: 42 points", 0),  # a ladder is worth more than a clean canasta
        ],
    )
    def test_groups_are_judged(self, side: str, groups: str, first: str, code: int) -> None:
        done = run("meld", "check", "--side", side, *groups.split())
        assert (done.out.split("\n")[0], done.code) == (first, code)

    def test_the_size_of_a_group_and_its_clean_ranks_are_named(self) -> None:
        shown = said_though_wrong("meld", "check", "--side", "east", "K,K,K,2", "3xA")
        assert "K takes no wild cards; lay it down natural" in shown
        assert "3 cards; a group has 4 to 8" in shown
        assert "No natural group; one of 4 or more without a wild card is needed." in shown

    def test_the_best_opening_is_found(self) -> None:
        held = "4 4 4 4 5 5 5 5 6 6 6 6 K K K 2 9".split()
        found = run_json("meld", "find", "--side", "east", "--json", *held)
        # eight cards: three of a rank with the two, 45, beside four natural ones, 24
        assert (found["opens"], found["points"], sum(len(group["cards"]) for group in found["groups"])) == (True, 69, 8)

    def test_that_sequences_are_not_looked_for_is_said(self) -> None:
        done = run("meld", "find", "--side", "east", *"4 5 6 7 8 9 10 J Q K A 9".split())
        one = "meld check judges one, such as 4,5,6,7"  # the fewest cards of a group
        assert done.err == f"canasta-score: sequences are not looked for: these cards tell no suits; {one}\n"

    def test_the_pile_is_not_taken(self) -> None:
        done = run("meld", "find", "--side", "east", "--pile", "4", *"4 4 4 5 5 5 5".split())
        assert (done.code, done.out) == (3, "")
        assert "by these rules the pile is not taken to open; leave out --pile" in done.err

    def test_failed_attempts_add_what_the_rules_say(self) -> None:
        assert "75" in run_ok("meld", "--side", "east", "--short", "2")


def said_though_wrong(*words: str) -> str:
    """Run a command that finds something wrong, and give what it printed."""
    done = run(*words)
    assert done.code == 1, done.err
    return done.out


class TestTold:
    """Words, TAB and questions."""

    def test_tab_offers_its_words_and_labels(self, game: Path) -> None:
        assert game.exists()
        assert offered("score", "-v", "li")[0] == ("lighthouse", "Lighthouse")
        assert offered("add", "e") == [("east", "Ann & Bob")]
        assert offered("add", "east", "o") == [("octet=", "Octets"), ("open-kings", "Kings begun and not completed")]
        assert offered("add", "east", "la") == [("ladder=", LADDERS)]
        assert words_offered("add east finish s") == ["storm=", "silent"]
        assert words_offered("add east rain") == ["rainbow"]
        assert offered("new", "-v", "beacon", "--set", "canastas.octet.p") == [("canastas.octet.points=", "now 801")]
        assert ("3xK", "24 points") in offered("meld", "find", "3xK")

    def test_a_word_that_is_mistyped_is_met_with_the_nearest(self, game: Path) -> None:
        assert game.exists()
        assert "did you mean 'ladder'?" in run("add", "east", "lader=1", "t60").err
        assert "'o=1'" in run("add", "east", "o=1").err or "open-kings" in run("add", "east", "o=1").err

    def test_questions_follow_the_file_and_leave_out_what_cannot_be(
        self, game: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        east = ["", "", "3", "2", "1098", "1", "3", "2", "ladder stor", "y", "y", "", ""]
        north = ["", "1", "1", "120", "", "1", "1", "33", "fine=30"]
        west = ["2", "2", "3", "60", "", "", "", "81", "w"]
        hand = GuidedEntry(read_ledger(game), answering(*east, *north, *west, "y"))
        with output_mode(OutputMode.DIALOGUE):
            hand.record()
        shown = capsys.readouterr()
        asked = [line.partition(":")[0].strip() for line in shown.out.split("\n") if re.match(r"  [A-Z].*: ", line)]
        whole = ["Red threes", "Black threes", "On the table", "Octets", "Clean canastas", "Dirty canastas"]
        assert asked[: asked.index("Left in hand")] == [
            "Lucky cuts (0 to 2)",
            "Special hand (rainbow, twelve-pairs)",
            *whole,
            "Other canastas (ladder, storm)",
            "Finishing (y)",
            "Finishing in silence (y)",
        ]
        # no kings are left open with nothing told of them; no wild cards caught in a hand that is empty
        assert asked[len(east) - 2 :][:2] == ["Left in hand", "Penalties (open-kings, black-in-hand, fine)"]
        # one side has finished: no special hand, no finishing; 120 points are no ladder beside what is told
        assert asked[len(east) :][: len(north)] == [
            "Lucky cuts (0 to 2)",
            *whole,
            "Left in hand",
            "Penalties (black-in-hand, fine)",
        ]
        # 60 points are an octet, or a clean canasta, or a ladder; all black threes are told
        assert asked[len(east) + len(north) :] == [
            "Lucky cuts (0 to 2)",
            *whole[:-1],
            "Other canastas (ladder)",
            "Left in hand",
            "Penalties (caught-wilds, fine)",
        ]
        totals = [one["running"] for one in run_json("show", "--json")["hands"][0]["sides"].values()]
        assert totals == [-30 + 9780, 3000 + 702, 4845 - 345]
        assert "east r3 b2 e1 c3 d2 ladder=1 storm=1 silent f t1098 north r1 b1 c1 d1 t120 z33 fine=30" in shown.out

    def test_a_hand_is_told_at_the_prompt(self, game: Path, own_variants: Path) -> None:
        with AtTheTable(game.parent, "play") as terminal:
            terminal.see("Hand 1 is next.")
            terminal.type(FIRST)
            terminal.see("1,884")  # the score shows while the hand is typed
            terminal.press("enter")
            terminal.see("Hand 2 is next.")
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
        assert run_ok("check", "again.toml", str(evening)) == ""

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
        assert f"{LADDERS} 1 1,200 1,200 each" in text
        assert "Harbour 1 600 for one of the octets and 3 clean canastas (octets included)" in text
        assert "Finishing in silence 1 300 300 each" in text
        assert "Red threes 1 -75 75 each; minus with no ladder canasta" in text
        assert [step for step in STEPS if step not in text] == []
        assert "Rainbow 1 2,400 2,400 each" in text
        assert "Won by Ann & Bob in hand 3, 11,634 to 5,829 to 4,221." in text


def text_of_page(page: str) -> str:
    """Give what a page says, without its tags."""
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
