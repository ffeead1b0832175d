"""`import`: a game from a file in a new ledger."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.command_line import run, run_ok
from support.paths import TEN_HANDS
from support.wording import Case, Wording, load_wordings

from canasta_score import Ledger, read_ledger
from canasta_score.report.export.json import format_game_json

pytestmark = pytest.mark.usefixtures("game_folder", "sentences")
SHEET = "hand,side,name,base,count\n1,we,Ann & Bob,2200,325\n1,they,Cy & Di,1800,275\n2,we,,300,145\n2,they,,800,250\n"


def exported(ledger: Ledger) -> dict[str, Any]:
    value = json.loads(format_game_json(ledger))
    assert isinstance(value, dict)
    return value


class TestTheCommand:
    """Which files it takes, and where the game goes."""

    def test_a_ledger_that_is_there_is_never_overwritten(self, game_folder: Path) -> None:
        run_ok("new")
        before = (game_folder / "canasta.toml").read_bytes()
        (game_folder / "old.csv").write_text(SHEET, encoding="utf-8")
        done = run("import", "old.csv")
        assert (done.code, done.out) == (4, "")
        assert "canasta.toml" in done.err
        assert (game_folder / "canasta.toml").read_bytes() == before

    @pytest.mark.parametrize("case", load_wordings("imports", "refused"), ids=lambda case: case["command"])
    def test_what_cannot_be_imported_is_refused(self, case: Case, game_folder: Path, wording: Wording) -> None:
        for name in ("old.csv", "game.json", "old.txt"):
            (game_folder / name).write_text(SHEET, encoding="utf-8")
        (game_folder / "folder.csv").mkdir()
        done = run(*case["command"].split(), "-l", "new.toml")
        assert (done.code, done.out) == (case["code"], "")
        assert not (game_folder / "new.toml").exists()
        case.check(wording, done.err)

    def test_an_unmarked_impossible_hand_of_an_exported_game_is_reported(
        self, game_folder: Path, wording: Wording
    ) -> None:
        value = exported(replace(read_ledger(TEN_HANDS), entries=read_ledger(TEN_HANDS).entries[:1]))
        value["entries"][0]["facts"]["they"]["red"] = 2  # with our three that makes five
        value["entries"][0]["totals"]["they"] = 2275
        (game_folder / "game.json").write_text(json.dumps(value), encoding="utf-8")
        done = run("import", "game.json")
        assert done.code == 0
        wording.check_wording("imports", ["json", "an impossible hand"], done.err)

    def test_an_imported_game_is_printed_as_json(self, game_folder: Path) -> None:
        (game_folder / "old.csv").write_text(SHEET, encoding="utf-8")
        assert run_ok("import", "old.csv", "--json") == run_ok("show", "--json")
