"""What the documents show is so: every block of code, every command in a sentence, every link.

The language of a block says how it is held. Blocks of `console` are run from top to bottom in one folder for each
document. A block with the name of a file is written to that file first. `python` is run as a doctest. `text` is only
shown.
"""

import doctest
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from support.documents import (
    document_paths,
    iter_blocks,
    iter_inline_code,
    iter_links,
    readme_block,
    readme_block_below,
)
from support.paths import ROOT
from support.sessions import parse_steps, run_line, run_step
from support.wording import Wording

from canasta_score import end_game, new_ledger, record_hand
from canasta_score.game.entries import EntryKind
from canasta_score.game.sides import Seats
from canasta_score.rules.diagnostics import DiagnosticCode

DOCUMENTS = pytest.mark.parametrize("path", document_paths(), ids=lambda path: path.stem)
README, INDEX = ROOT / "README.md", ROOT / "docs" / "README.md"
PYTHON = ROOT / "docs" / "python.md"
QUICK_START = "python3 -m venv .venv && .venv/bin/pip install -q"
QUICK_START_ALONE = f"{QUICK_START} . && "
SCORE_A_HAND = f"{QUICK_START_ALONE}.venv/bin/canasta-score "
RUN_THE_TESTS = f"{QUICK_START} -e '.[dev]' && .venv/bin/pytest"
LANGUAGES = {"console", "python", "text", "toml", "csv", ""}


def prepare_files(path: Path, folder: Path) -> None:
    """Write the blocks that have the name of a file, and a game of ten hands to look at."""
    for block in iter_blocks(path):
        if block.name:
            (folder / block.name).write_text(f"{block.text}\n", "utf-8")


@DOCUMENTS
def test_every_block_is_of_a_kind_that_is_held(path: Path) -> None:
    for block in iter_blocks(path):
        assert block.language in LANGUAGES, block.text
        assert block.language != "" or path == README, block.text


@DOCUMENTS
def test_every_command_prints_what_is_shown(path: Path, tmp_path: Path, wording: Wording) -> None:
    prepare_files(path, tmp_path)
    for block in iter_blocks(path):
        if block.language == "console":
            steps = [(step.command, run_step(step, tmp_path)[0]) for step in parse_steps(block.text)]
            wording.check_part(
                path, block.text, "\n".join(f"$ {command}\n{shown}".rstrip() for command, shown in steps)
            )


@DOCUMENTS
def test_the_python_prints_what_is_shown(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # it writes game files
    assert doctest.testfile(str(path), module_relative=False, encoding="utf-8").failed == 0


def test_every_code_of_a_mistake_is_listed() -> None:
    table = PYTHON.read_text("utf-8").partition("| code | meaning |\n")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE) == list(DiagnosticCode)


def test_the_values_have_what_the_page_says(tmp_path: Path) -> None:
    new_ledger(path := tmp_path / "game.toml", "nvso")
    record_hand(path, {"we": {"natural": 1, "table": 160}, "they": {"table": 60, "out": 1}})
    ended = end_game(path)
    seated = replace(ended, seats=Seats(order=("Ann", "Cy", "Bob", "Di"), dealer="Ann"))
    standing = seated.standing()
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", PYTHON.read_text("utf-8"), re.MULTILINE)
    values = {
        "`Ledger`, a game": seated,
        "`Hand`": seated.hands[0],
        "`Entry`": seated.entries[0],
        "its `seats`": seated.current_seats,
        "`Standing`": standing,
        "each of its `sides`": standing.sides["we"],
        "its `result`": standing.result,
        "its `deal`": standing.deal,
        "each of the `lines`": seated.hands[0].score.sides["we"].lines[0],
    }
    for name, value in values.items():
        (listed,) = (text for row, text in rows if row == name)
        outside = re.sub(r"\([^)]*\)(?!`)", "", listed.replace("()`", "`"))
        names = re.findall(r"`([a-z_]+)(?:\(\w+\))?`", outside)
        assert names
        assert [word for word in names if not hasattr(value, word)] == [], name
    kinds = next(text for row, text in rows if row == "`kind` of an entry")
    assert re.findall(r"`([a-z-]+)`", kinds) == list(EntryKind)


@DOCUMENTS
def test_every_link_leads_to_a_file_or_away(path: Path) -> None:
    links = [link for link in iter_links(path) if not link.startswith(("#", "https://"))]
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_every_document_is_linked_from_the_readme_and_the_index_and_leads_back() -> None:
    documents = [path for path in (ROOT / "docs").glob("*.md") if path != INDEX]
    assert {f"docs/{path.name}" for path in (*documents, INDEX)} <= set(iter_links(README))
    assert {path.name for path in documents} <= set(iter_links(INDEX))
    assert [path.name for path in documents if "README.md" not in iter_links(path)] == []
    assert "../README.md" in iter_links(INDEX)


def test_the_first_command_of_the_quick_start_prints_what_is_shown(wording: Wording) -> None:
    command = re.sub(r" \\\n +", " ", readme_block(QUICK_START_ALONE))
    assert command.startswith(SCORE_A_HAND)
    words = command.removeprefix(SCORE_A_HAND)
    shown, code = run_line(f"canasta-score {words}", ROOT)
    assert code == 0
    assert {"2,525", "2,075"} <= set(shown.split())
    wording.check_part(README, readme_block_below(QUICK_START_ALONE), shown)


def test_ci_runs_the_second_command_of_the_quick_start() -> None:
    assert RUN_THE_TESTS in {block.text for block in iter_blocks(README)}
    assert RUN_THE_TESTS in (ROOT / ".ci" / "run").read_text("utf-8")


def test_the_readme_is_short_and_no_line_of_code_is_cut() -> None:
    assert len(README.read_text("utf-8").splitlines()) <= 180
    assert [line for block in iter_blocks(README) for line in block.text.splitlines() if len(line) > 90] == []


@DOCUMENTS
def test_the_commands_in_sentences_are_known(path: Path) -> None:
    """Every command that a sentence names is one of the program's, with options that it has."""
    for code in iter_inline_code(path):
        if code.startswith("canasta-score ") and "-" not in code.split()[1][:1]:
            name = shlex.split(code)[1]
            shown, exit_code = run_line(f"canasta-score {name} --help", ROOT)
            assert exit_code == 0, code
            options = [word.partition("=")[0] for word in shlex.split(code) if word.startswith("--")]
            subcommand = run_line(f"canasta-score {' '.join(shlex.split(code)[1:3])} --help", ROOT)[0]
            assert [option for option in options if option not in shown + subcommand] == [], code
