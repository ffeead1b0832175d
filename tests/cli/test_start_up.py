"""What a command loads: start-up time is part of the product, so what is not needed is absent."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from support.paths import TEN_HANDS

HEAVY = (
    "pydantic", "rich", "click", "jinja2", "plotext", "prompt_toolkit", "tabulate", "wcwidth",
    "dataclasses", "importlib.metadata", "importlib.resources", "json",
    "starlette", "uvicorn", "segno", "asyncio",
)  # fmt: skip
PUBLIC_NAMES = {
    "Entry", "Hand", "adjust", "change_rules",
    "CanastaError", "HandRefusedError",
    "HandScore", "Ledger", "LedgerError", "Opening", "Problem", "RuleError", "SideScore", "Standing",
    "TallyError", "Variant", "canasta_to_open", "check_opening", "end_game", "find_opening", "fix_hand", "load_variant",
    "new_ledger", "opening_need", "read_ledger", "record_hand", "redo", "referee", "score_hand", "undo", "void_hand",
}  # fmt: skip
IN_A_GAME = {"CANASTA_LEDGER": TEN_HANDS.name}
TAB = {"_CANASTA_SCORE_COMPLETE": "complete_words"}
LOADED_BY = """
import sys
before = set(sys.modules)
{action}
print("LOADED", *sorted(set(sys.modules) - before))
"""
RUN = """
sys.argv = ["canasta-score", *{words}]
from canasta_score.__main__ import main
assert main() == 0
"""


@cache
def loaded_by(action: str, **environment: str) -> frozenset[str]:
    """Return the modules that an action loads in a fresh Python, beside a game of ten hands."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED_BY.format(action=action)],
        cwd=TEN_HANDS.parent,  # so that no name of a folder is shown, which might not be ASCII
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return frozenset(done.stdout.rpartition("LOADED ")[2].split())


def test_importing_the_package_loads_nothing_else() -> None:
    assert loaded_by("import canasta_score") == {"canasta_score"}


def test_scoring_from_the_library_loads_no_command() -> None:
    loaded = loaded_by("from canasta_score import score_hand")
    assert "canasta_score.hand.scoring" in loaded
    assert not {name for name in loaded if name.startswith(("typer", "canasta_score.cli", "canasta_score.report"))}


@pytest.mark.parametrize("words", [["score", "we", "natural=1", "table=60"], ["score", "-v", "catawba", "they", "h5"]])
def test_score_loads_no_heavy_module(words: list[str]) -> None:
    loaded = loaded_by(RUN.format(words=words))
    assert "canasta_score.hand.scoring" in loaded
    assert not loaded & {*HEAVY, "canasta_score.hand.comparison.compare", "canasta_score.cli.commands.score_comparison"}
    assert "canasta_score.hand.referee.exact" not in loaded


@pytest.mark.parametrize(
    ("words", "most"),
    [
        (["score", "we", "natural=1", "table=60"], 69),
        (["meld"], 61),
        (["meld", "check", "A,A,A", "--need", "60"], 65),
        (["meld", "find", "A", "A", "A", "7"], 66),
        (["check"], 62),
        (["show"], 62),
        (["add", "--anyway", "we", "natural=1", "table=60"], 83),
    ],
)
def test_a_command_loads_few_modules_of_the_program(words: list[str], most: int, ten_hands: Path) -> None:
    game = {"CANASTA_LEDGER": str(ten_hands)} if "add" in words else IN_A_GAME
    modules = {name for name in loaded_by(RUN.format(words=words), **game) if name.startswith("canasta_score")}
    assert len(modules) <= most, sorted(modules)


@pytest.mark.parametrize(
    "words",
    [
        ["meld"],
        ["meld", "check", "A,A,A", "--need", "60"],
        ["meld", "find", "A", "A", "A", "7"],
        ["check"],
        ["stats", TEN_HANDS.name],
        ["show"],
        ["explain"],
        ["reconcile", "1", "we", "2625"],
        ["score", "we", "natural=1", "table=60"],
        [],
    ],
)
def test_what_only_reads_a_ledger_loads_no_heavy_module(words: list[str]) -> None:
    loaded = loaded_by(RUN.format(words=words), **IN_A_GAME)
    assert "canasta_score.game.storage.ledger_reader" in loaded
    assert not loaded & {*HEAVY, "tomli_w", "filelock"}


@pytest.mark.parametrize("words", [["add", "--anyway", "we", "natural=1", "table=60"], ["note", "late"], ["undo"]])
def test_what_writes_a_ledger_loads_the_lock_and_nothing_else_that_is_heavy(words: list[str], ten_hands: Path) -> None:
    loaded = loaded_by(RUN.format(words=words), CANASTA_LEDGER=str(ten_hands))
    assert "tomli_w" in loaded
    assert "filelock" not in loaded, "the system has locks"
    assert not loaded & set(HEAVY)


@pytest.mark.parametrize(
    ("words", "begun"),
    [([], ""), (["add", "we"], "nat"), (["score", "-v"], ""), (["explain"], ""), (["meld", "find"], "J"), (["-l"], "")],
)
def test_tab_loads_no_heavy_module(words: list[str], begun: str) -> None:
    loaded = loaded_by(RUN.format(words=words), **IN_A_GAME, **TAB, _CANASTA_SCORE_BEGUN=begun)
    assert "canasta_score.cli.completion.candidates" in loaded
    assert not loaded & {*HEAVY, "tomli_w", "filelock"}


def test_tab_loads_no_command_to_list_them() -> None:
    loaded = loaded_by(RUN.format(words=[]), **IN_A_GAME, **TAB, _CANASTA_SCORE_BEGUN="")
    assert not loaded & {
        name for name in loaded if name.startswith("canasta_score.cli.commands.") and name.count(".") == 4
    }


def test_only_the_command_that_is_called_is_loaded() -> None:
    loaded = loaded_by(RUN.format(words=["score", "-v", "nvso", "we", "natural=1", "table=60"]))
    commands = {name for name in loaded if name.startswith("canasta_score.cli.commands.")}
    assert "canasta_score.hand.opening.check" not in loaded
    assert commands == {"canasta_score.cli.commands.score"}


def test_what_the_package_offers_is_there_and_listed() -> None:
    import canasta_score  # noqa: PLC0415 -- the import is what is tested

    offered: dict[str, object] = {}
    exec("from canasta_score import *", offered)  # noqa: S102 -- as a person would
    assert PUBLIC_NAMES <= offered.keys() <= {*PUBLIC_NAMES, "__builtins__"}
    assert set(dir(canasta_score)) >= PUBLIC_NAMES
    assert all(getattr(canasta_score, name) is offered[name] for name in PUBLIC_NAMES)
    with pytest.raises(AttributeError, match="has no attribute 'score_hnad'"):
        canasta_score.score_hnad  # noqa: B018 -- the look-up is what is tested
