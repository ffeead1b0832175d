"""Which ledger a command works on."""

from pathlib import Path

import pytest
from support.command_line import lay, run, run_ok

from canasta_score import read_ledger

pytestmark = pytest.mark.usefixtures("game_folder", "sentences")


class TestWhichLedgerIsMeant:
    """An option goes before the environment, and that before the folder."""

    @pytest.fixture(autouse=True)
    def three_games(self, game_folder: Path) -> None:
        for name in ("canasta.toml", "named.toml", "option.toml"):
            lay(f"new -l {name} --we {name.removesuffix('.toml').capitalize()}", file=name)

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
