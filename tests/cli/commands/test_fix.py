"""`fix`: by items, by exchanging the sides, by questions; and what it changes in later hands."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.command_line import lay, run, run_ok
from support.typist import answering

from canasta_score import read_ledger
from canasta_score.cli.prompt.guided_entry import CorrectionEntry
from canasta_score.cli.recording import open_game
from canasta_score.hand.facts import HandFacts, apply_corrections, find_corrections

pytestmark = pytest.mark.usefixtures("sentences")

HAND = {"we": {"red": 3, "natural": 1, "out": 1, "table": 325}, "they": {"black": 1, "table": 130, "hand": 85}}
WORDS = "we red=3 natural=1 out table=325 they black=1 table=130 hand=85".split()


@pytest.fixture(autouse=True)
def hand(game_folder: Path) -> None:
    assert not any(game_folder.iterdir())
    lay("new --we 'Ann & Bob' --they 'Cy & Di'", f"add --anyway {' '.join(WORDS)}")


def facts() -> Mapping[str, object]:
    return read_ledger("canasta.toml").get_hand(1).facts


class TestTheLastHand:
    """Without a number, the last hand that counts is corrected."""

    @pytest.fixture(autouse=True)
    def hands(self) -> None:
        lay("add we n1 t90 h5 they t60 h20", "add we t70 they h5", "void 3")

    @pytest.mark.parametrize(
        "words",
        ["they table=250", "last they table=250", "LAST Cy t250", "cy t=250", "2 them t250", "hand 2 they t250"],
    )
    def test_is_meant(self, words: str) -> None:
        assert run_ok("fix", *words.split()).startswith("Hand 2 corrected.")
        assert read_ledger("canasta.toml").get_hand(2).facts["they"] == {"table": 250, "hand": 20}

    def test_is_not_meant_where_another_is_named(self) -> None:
        assert run_ok(*"fix hand 1 they t250".split()).startswith("Hand 1 corrected.")

    def test_is_exchanged(self) -> None:
        assert run_ok("fix", "--swap").startswith("Hand 2 corrected.")

    @pytest.mark.parametrize(
        ("words", "code"),
        [("red=1", 2), ("", 2), ("last", 2), ("they rde=1", 3), ("two they t5", 2), ("hand we t5", 2)],
    )
    def test_is_not_changed_by_other_words(self, words: str, code: int) -> None:
        before = Path("canasta.toml").read_bytes()
        assert run("fix", *words.split()).code == code
        assert Path("canasta.toml").read_bytes() == before

    def test_is_one_that_exists(self) -> None:
        run_ok("new", "-l", "empty.toml")
        for words in ("last", "they t5", ""):
            assert run("fix", "-l", "empty.toml", *words.split()).code == 4

    def test_without_any_that_counts_is_the_last_of_all(self) -> None:
        run_ok("void", "1")
        run_ok("void", "2")
        assert "hand 3 was canceled" in run("fix", "we", "t75").err


class TestSwap:
    """`--swap` exchanges what the two sides have."""

    def test_exchanges_the_sides(self) -> None:
        shown = run_ok("fix", "1", "--swap")
        assert facts() == {"we": HAND["they"], "they": HAND["we"]}
        assert shown.startswith("Hand 1 corrected.")
        run_ok("fix", "1", "--swap")
        assert facts() == HAND
        run_ok("undo")
        assert facts() == {"we": HAND["they"], "they": HAND["we"]}

    @pytest.mark.parametrize("total", [-145, 0, 300])
    def test_exchanges_items_and_a_stated_total(self, total: int) -> None:
        run_ok("add", "we", "n1", "t90", "h5", "they", f"total={total}")
        run_ok("fix", "2", "--swap")
        swapped = read_ledger("canasta.toml").get_hand(2).score.sides
        assert (swapped["we"].total, swapped["they"].total) == (total, 585)

    def test_exchanges_parts_entered_as_one_figure(self) -> None:
        run_ok("add", "we", "base=500", "count=20", "they", "table=130", "hand=5")
        run_ok("fix", "2", "--swap", "--why", "the wrong column")
        assert read_ledger("canasta.toml").get_hand(2).facts == {
            "we": {"table": 130, "hand": 5},
            "they": {"base": 500, "count": 20},
        }

    def test_needs_two_sides_and_no_items(self) -> None:
        run_ok("new", "-l", "three.toml", "--side", "ann=A", "--side", "bob=B", "--side", "cy=C")
        run_ok("add", "-l", "three.toml", "ann", "t160", "bob", "h5")
        assert run("fix", "-l", "three.toml", "1", "--swap").code == 2
        assert run("fix", "1", "--swap", "we", "red=1").code == 2
        assert facts() == HAND

    def test_of_equal_sides_changes_nothing(self) -> None:
        run_ok("add", "we", "t130", "h5", "they", "t130", "h5")
        assert run("fix", "2", "--swap").code == 3


class TestQuestions:
    """Without items, `fix` asks with the present values filled in."""

    @staticmethod
    def correct(*answers: str) -> HandFacts:
        return CorrectionEntry(open_game(Path("canasta.toml")), 1, answering(*answers)).ask()

    def test_enter_keeps_every_value(self) -> None:
        assert self.correct(*[""] * 13, "") == {}

    def test_only_what_changes_is_corrected(self, capsys: pytest.CaptureFixture[str]) -> None:
        we = ["2", "", "", "", "n", "", "40"]
        they = ["", "0", "", "", "", "", ""]
        assert self.correct(*we, *they, "they open-sevens", "y") == {
            "we": {"red": 2, "out": 0, "hand": 40},
            "they": {"black": 0, "open-sevens": 1},
        }
        shown = capsys.readouterr().out
        assert "How many red threes? [3] " in shown
        assert "Did this side go out? [Y/n] " in shown
        assert "Correct this hand? [Y/n/edit] " in shown

    def test_no_changes_nothing(self) -> None:
        assert self.correct("2", *[""] * 12, "n", "y") == {}

    def test_an_answer_can_be_changed_by_its_name_at_the_end(self) -> None:
        assert self.correct(*[""] * 13, "they table=145", "") == {"they": {"table": 145}}

    def test_what_becomes_unlikely_is_asked_about(self, capsys: pytest.CaptureFixture[str]) -> None:
        they = ["", "", "", "", "60", ""]  # 125 were needed to open
        assert self.correct(*[""] * 7, *they, "", "y") == {}  # Enter is no here
        assert self.correct(*[""] * 7, *they, "y") == {"they": {"table": 60}}
        assert capsys.readouterr().out.count("Record it anyway? [y/N/edit]") == 2

    def test_what_cannot_be_is_refused(self) -> None:
        assert self.correct("5", "2", *[""] * 12, "y") == {"we": {"red": 2}}

    def test_without_a_terminal_the_way_is_shown(self) -> None:
        done = run("fix", "1")
        assert done.code == 2
        assert "hint: enter what changes, for example: canasta-score fix 1 we table=335\n" in done.err

    def test_a_hand_entered_in_parts_is_corrected_by_items(self) -> None:
        run_ok("add", "we", "base=500", "they", "hand=5")
        assert "canasta-score fix 2 we base=0" in run("fix", "2").err


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        (HAND, HAND, {}),
        ({"we": {}}, {"we": {"red": 1}}, {"we": {"red": 1}}),
        ({"we": {"red": 1, "out": 1}}, {"we": {"red": 2}}, {"we": {"red": 2, "out": 0}}),
        ({"we": {"table": 0}}, {"we": {}}, {}),
        ({"we": {"total": 0}}, {"we": {"table": 60}}, {"we": {"total": 0, "table": 60}}),
    ],
)
def test_corrections_lead_from_one_hand_to_the_other(before: HandFacts, after: HandFacts, changes: HandFacts) -> None:
    assert find_corrections(before, after) == changes
    corrected = apply_corrections(before, changes)
    assert not find_corrections(corrected, after)


class TestConsequences:
    """A correction shows what it changes in hands that are recorded already, and who has won."""

    def test_later_needs(self) -> None:
        Path("canasta.toml").unlink()
        run_ok("new", "--we", "Ann & Bob", "--they", "Cy & Di")
        for points in (3000, 100, 200):
            run_ok("add", "we", f"base={points}", "they", "base=100")
        shown = run_ok("fix", "1", "we", "base=2500")  # below 3,000 the need is 125
        assert "In hand 2, Ann & Bob needed 125 to open, not 155." in shown
        assert "In hand 3, Ann & Bob needed 125 to open, not 155." in shown
        assert "Cy & Di needed" not in shown
        assert "needed" not in run_ok("fix", "3", "we", "base=300")

    def test_the_end_of_the_game(self) -> None:
        Path("canasta.toml").unlink()
        run_ok("new", "--set", "game.target=5000", "--we", "Ann & Bob", "--they", "Cy & Di")
        run_ok("add", "we", "base=4000", "they", "base=4500")
        run_ok("add", "we", "base=1500", "they", "base=100")
        assert "Ann & Bob won after hand 2; now the game continues." in run_ok("fix", "2", "we", "base=100")
        assert "The game is over now: Cy & Di won after hand 2." in run_ok("fix", "2", "they", "base=600")
        assert "Before, Cy & Di won; now Ann & Bob won." in run_ok("fix", "2", "we", "base=2000")


@pytest.mark.parametrize(
    ("words", "warnings"),
    [
        ("they table=60", 1),  # 125 were needed to open
        ("they table=100", 0),  # by a natural canasta
        ("they hand=0", 1),  # and they did not go out
        ("we out=0", 1),
        ("we table=300", 0),
        ("they table=60 hand=0", 2),
        ("they table=0 black=0 hand=0", 1),  # nothing is left
    ],
)
def test_what_a_correction_makes_unlikely_is_pointed_out(words: str, warnings: int) -> None:
    run_ok("fix", "1", "we", "mixed=1")  # one canasta was too few to go out
    if words == "they table=100":
        run_ok("fix", "1", "they", "natural=1")
    done = run("fix", "1", *words.split())
    assert (done.code, len(done.messages)) == (0, warnings)


def test_a_correction_is_judged_by_what_was_needed_then(capsys: pytest.CaptureFixture[str]) -> None:
    run_ok("new", "-l", "two.toml", "--start", "we=2900")
    run_ok("add", "-l", "two.toml", *"we n1 m1 o t200 they t130 h5".split())  # to 4,000: from now on we need 155
    run_ok("add", "-l", "two.toml", *"we m1 t200 h5 they t130 h5".split())
    assert run("fix", "-l", "two.toml", "2", "we", "t150").messages == [
        "warning: table=150 for We is below the 155 needed to open"
    ]
    assert run("fix", "-l", "two.toml", "2", "we", "t150", "h10").messages == []  # it was so before
    assert run("fix", "-l", "two.toml", "1", "we", "t150", "n0", "m2").messages == []  # 125 then


def test_a_reason_without_its_option_is_no_list_of_unknown_items() -> None:
    assert run("fix", "1", *"they t105 why copied 150 for 105".split()).code == 3


@pytest.mark.parametrize(
    ("words", "notes"),
    [
        ("they foot 110", 1),
        ("they 110 left in the foot we hand=0", 1),
        ("they hand 95 foot 110", 0),
        ("they hand=110", 0),
        ("we foot=110", 0),
    ],
)
def test_a_foot_in_place_of_what_was_left_in_hand_is_pointed_out(words: str, notes: int) -> None:
    run_ok("new", "-l", "f.toml", "-v", "hand-and-foot")
    run_ok("add", "-l", "f.toml", *"we clean 1 dirty 1 out table=600 they table=300 hand=95".split())
    done = run("fix", "-l", "f.toml", "--anyway", "1", *words.split())
    command = "canasta-score fix -l f.toml 1 they hand=95+110"
    said = (
        f"note: They had 95 points left in hand, and the 110 in the foot replace them\nhint: if both count: {command}\n"
    )
    assert (done.code, done.err.count(said)) == (0, notes)
    if notes:
        run_ok(*command.split()[1:])
        assert read_ledger("f.toml").get_hand(1).facts["they"]["hand"] == 95 + 110
