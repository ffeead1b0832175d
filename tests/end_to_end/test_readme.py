"""What the README shows is so: every block of code, and every command that its sentences name."""

import doctest
import re
import shlex
import shutil
import string
from pathlib import Path

import pytest
from support.at_a_terminal import AtTheTable
from support.documents import BLOCKS, IN_SENTENCES, LINKS, README, block, block_below
from support.paths import ROOT, TEN_HANDS
from support.sessions import parse_steps, run_line

from canasta_score.cli.app import ROOT_COMMANDS

NEW_GAME = """canasta-score new --we "Ann & Bob" --they "Cy & Di\""""

SHEET = "NVSO Canasta, to 8,500\n"
SCORE_THE_FIRST_HAND = "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/canasta-score score"
RUN_THE_TESTS = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]' && .venv/bin/pytest"
INSTALL = "pipx install ."
SESSION = "$ canasta-score"
PROMPT = "hand 1 > "
QUESTIONS = "Cy & Di\n  Red threes:"
OLD_SHEET = "hand,side,name"
OWN_RULES = 'extends = "wca"\n'
PYTHON = ">>> from canasta_score import"
HELD = {
    SHEET: "the sheet of the ten hands",
    SCORE_THE_FIRST_HAND: "run from its last part on; tests/end_to_end/test_installed.py does the rest",
    block_below(SCORE_THE_FIRST_HAND): "what that prints",
    RUN_THE_TESTS: "run by .ci/run",
    INSTALL: "not run, for pipx may be missing; test_installed.py makes an environment for the wheel, too",
    SESSION: "run from top to bottom",
    PROMPT: "typed at a terminal",
    QUESTIONS: "answered at a terminal",
    OLD_SHEET: "imported",
    OWN_RULES: "found in a new rule file, and read",
    PYTHON: "run",
}
ASKS = {
    "canasta-score play": "typed at in test_terminal.py",
    "canasta-score add": "the same",
    "canasta-score --install-completion": "changes the files of a shell: test_install.py",
}
GOES_ON = {"canasta-score variants diff": " nvso wca", "score -v nvso,wca": " we t60", "add --dry-run": " we t60"}


def test_every_block_of_code_is_held() -> None:
    for code in BLOCKS:
        assert [beginning for beginning in HELD if code.startswith(beginning)], code
    for beginning in HELD:
        assert [code for code in BLOCKS if code.startswith(beginning)], beginning


def test_it_leads_nowhere_that_a_package_page_cannot_follow() -> None:
    assert [link for link in LINKS if not link.startswith(("#", "https://"))] == []


class TestQuickStart:
    def test_the_first_command_prints_what_is_shown(self) -> None:
        words = block(SCORE_THE_FIRST_HAND).partition(".venv/bin/canasta-score ")[2]
        assert run_line(f"canasta-score {words}", ROOT) == (block_below(SCORE_THE_FIRST_HAND), 0)

    def test_ci_runs_the_second_command(self) -> None:
        assert RUN_THE_TESTS in BLOCKS
        assert RUN_THE_TESTS in (ROOT / ".ci" / "run").read_text().splitlines()


def test_the_sheet_is_that_of_a_whole_game() -> None:
    assert run_line(f"canasta-score show -l {TEN_HANDS}", ROOT) == (block(SHEET), 0)


def test_what_is_typed_at_the_table_makes_an_evening(tmp_path: Path) -> None:
    """Run what the first table lists, from top to bottom in one folder; two of them ask at a terminal."""
    rows = re.findall(r"^\| [^|`]+ \| (.*`canasta-score.*) \|$", README.partition("\n## ")[0], re.MULTILINE)
    typed = [words for row in rows for words in re.findall(r"`(canasta-score[^`]*)`", row)]
    assert len(typed) == 10
    for command in typed:
        assert (command, run_line(command, tmp_path)[1]) == (command, 2 if command in ASKS else 0)
    assert (tmp_path / "evening.html").exists()


def test_every_command_prints_what_is_shown(tmp_path: Path) -> None:
    """Run them from top to bottom in one folder, as a reader would."""
    for code in BLOCKS:
        for step in parse_steps(code):
            assert (step.command, run_line(step.command, tmp_path)[0]) == (step.command, step.shown)


def test_the_python_prints_what_is_shown() -> None:
    done = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert (done.failed, done.attempted) == (0, block(PYTHON).count(">>> "))


class TestAtTheTable:
    @pytest.fixture(autouse=True)
    def game(self, tmp_path: Path) -> None:
        run_line(NEW_GAME, tmp_path)

    def test_the_score_stands_below_the_line_as_shown(self, tmp_path: Path) -> None:
        line, below = block(PROMPT).split("\n")
        with AtTheTable(tmp_path, "play") as terminal:
            terminal.see(PROMPT.strip())
            terminal.type(line.removeprefix(PROMPT))
            terminal.see_line(line)
            terminal.until(lambda shown: below in shown)

    def test_the_questions_are_asked_as_shown(self, tmp_path: Path) -> None:
        ours = "Special hand:|Red threes: 3|Black threes: 2|On the table: 325|Natural canastas: 2|Mixed canastas: 1"
        theirs = [line.strip() for line in block(QUESTIONS).splitlines()[1:]]
        answers = [*ours.split("|"), "Other canastas:", "Going out: y", "Left in hand:", "Penalties:", *theirs]
        with AtTheTable(tmp_path, "add") as terminal:
            terminal.see("Special hand")
            for answer, following in zip(answers, [*answers[1:], "Record it?"], strict=True):
                label = following.partition(":")[0].partition(" (")[0]
                terminal.line(answer.partition(":")[2].strip(), label)
            assert block(QUESTIONS) in terminal.text

    def test_the_keystrokes_are_counted(self) -> None:
        line = block(PROMPT).splitlines()[0].removeprefix(PROMPT)
        typed, called = len(f"{line}\n"), len(f"canasta-score add {line}\n")
        assert (
            f"That is {typed} keystrokes, Enter included, and {called} as a command, `canasta-score add {line}`."
            in README
        )


def test_the_old_sheet_is_imported(tmp_path: Path) -> None:
    (tmp_path / "old.csv").write_text(block(OLD_SHEET))
    (command,) = (command for command in IN_SENTENCES if command.startswith("canasta-score import old.csv"))
    assert run_line(command, tmp_path)[1] == 0
    shown = [line.split() for line in run_line("canasta-score show -l old.toml", tmp_path)[0].splitlines()]
    assert ["1", "2,200", "325", "2,525", "2,525", "1,800", "275", "2,075", "2,075"] in shown
    assert ["2", "300", "145", "445", "2,970", "800", "270", "1,070", "3,145"] in shown


class TestRulesOfYourOwn:
    def test_the_lines_stand_in_a_new_rule_file(self, own_variants: Path, tmp_path: Path) -> None:
        run_line("canasta-score variants new our-club --extends wca", tmp_path)
        lines = (own_variants / "our-club.toml").read_text().splitlines()
        ready = {(line.removeprefix("# ").partition(" = ")[0], line.partition("  # ")[2]) for line in lines}
        for line in block(OWN_RULES).splitlines():
            assert not line or (line.partition(" = ")[0], line.partition("  # ")[2]) in ready

    def test_they_are_good_rules_that_differ_as_they_say(self, tmp_path: Path) -> None:
        (tmp_path / "thursday.toml").write_text(block(OWN_RULES))
        assert run_line("canasta-score variants check ./thursday.toml", tmp_path) == ("", 0)
        differences = run_line("canasta-score variants diff wca ./thursday.toml", tmp_path)[0].splitlines()
        assert "Thursday Canasta" in differences[0]
        assert differences[-1].split() == ["Going", "out", "(out)", "200", "100"]


def to_run(words: str) -> bool:
    """Say whether words in a sentence are a command with all it needs, and not its name alone."""
    first, *others = shlex.split(words)
    if first != "canasta-score":
        return first in ROOT_COMMANDS and not all(set(word) <= set(string.ascii_lowercase) for word in others)
    return bool(others) and words not in ASKS


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Give a folder with a game of two hands and whatever else the sentences speak of."""
    folder = tmp_path / "table"
    for path in ("season", "old"):
        (folder / path).mkdir(parents=True)
        run_line(f"{NEW_GAME} -l {path}/one.toml", folder)
    (folder / "old.csv").write_text(block(OLD_SHEET))
    (folder / "thursday.toml").write_text(block(OWN_RULES))
    first = block(PROMPT).splitlines()[0].removeprefix(PROMPT)
    for command in (NEW_GAME, f"canasta-score add {first}", "canasta-score add they t60"):
        run_line(command, folder)
    return folder


def test_the_commands_in_sentences_are_good(table: Path, tmp_path: Path) -> None:
    """Run each at a table of its own, the new games where there is none yet."""
    named = [words for words in IN_SENTENCES if to_run(words)]
    assert {*GOES_ON} <= {*named}
    for number, words in enumerate(named):
        folder = shutil.copytree(table, tmp_path / str(number))
        goes_on = GOES_ON.get(words, "")
        command = f"canasta-score {words.removeprefix('canasta-score ')}{goes_on}".replace(" …", " we t60")
        if " new " in command and " -l " not in command:
            (folder / "canasta.toml").unlink()
        assert (command, run_line(command, folder)[1]) == (command, 0)
