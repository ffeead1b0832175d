"""What the documents show is so: every block of code, every command in a sentence, every link.

The language of a block says how it is held. Blocks of `console` are run from top to bottom in one folder for each
document. A block with the name of a file is written to that file first. `python` is run as a doctest. `text` is only
shown.
"""

import doctest
import re
import shlex
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

DOCUMENTS = pytest.mark.parametrize("path", document_paths(), ids=lambda path: path.stem)
README, INDEX = ROOT / "README.md", ROOT / "docs" / "README.md"
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
