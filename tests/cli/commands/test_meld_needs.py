"""`meld` in a game: what each side needs."""

import pytest
from support.command_line import run, run_json, run_ok

pytestmark = pytest.mark.usefixtures("game_folder")


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
