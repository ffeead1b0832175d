"""`meld` in a game: what each side needs."""

import pytest
from support.command_line import run, run_json, run_ok

pytestmark = pytest.mark.usefixtures("game_folder", "sentences")


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


class TestHigherNeed:
    """`meld` where the need is the higher of those by the total and by the hand."""

    HIGHER = (
        *("--set", "need.by=higher"),
        *("--set", "need.hand_steps=[{ need = 60 }, { at_least = 2, need = 130 }]"),
    )

    def test_a_house_rule_keeps_the_steps_by_the_total(self) -> None:
        run_ok("new", *self.HIGHER, "--start", "we=4200")
        needs = [run_json("meld", *words, "--json")["sides"] for words in ([], ["--hand", "2"])]
        assert [[one["needs"] for one in sides.values()] for sides in needs] == [[155, 125], [155, 130]]
        assert "This is what it takes to open in hand 2." in run_ok("meld", "--hand", "2")
        run_ok("add", "we", "n1", "t200", "they", "m1", "t130")
        assert "3,000 (needs at least 155)" in run_ok("show", "--chart", COLUMNS="100", LINES="50")

    def test_both_the_hand_and_the_total_are_named(self) -> None:
        run_ok("new", *self.HIGHER)
        done = run("meld", "--score", "3000", "--hand", "2")
        assert (done.err, done.out) == ("", "NVSO Canasta: in hand 2 with 3,000 a side needs 155.\n")
        assert (
            run("meld", "--score", "2995", "--hand", "2").out
            == "NVSO Canasta: in hand 2 with 2,995 a side needs 130.\n"
        )

    def test_the_card_says_both(self) -> None:
        run_ok("new", *self.HIGHER)
        card = " ".join(run_ok("variants", "show", "canasta.toml").split())
        assert "180 over 5,000; or by the hand, if higher: 60; 130 from hand 2" in card
