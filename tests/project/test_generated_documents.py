"""docs/commands.md and the man page are what the help of the program says."""

import re
import runpy
import shutil
import subprocess

from support.command_line import run_ok
from support.paths import ROOT
from support.tools import require
from support.wording import Wording

GENERATOR = ROOT / "packaging" / "generate_documents.py"
COMMANDS = ROOT / "docs" / "commands.md"
MAN_PAGE = ROOT / "packaging" / "canasta-score.1"


def generated(function: str) -> str:
    text = runpy.run_path(str(GENERATOR))[function]()
    assert isinstance(text, str)
    return text


def test_the_command_reference_is_what_the_help_says(wording: Wording) -> None:
    wording.check_text(COMMANDS, generated("format_command_reference"))


def test_the_reference_shows_what_the_program_prints() -> None:
    sections = re.findall(r"## canasta-score ?([^\n]*)\n\n```text\n(.*?)\n```", COMMANDS.read_text("utf-8"), re.DOTALL)
    assert len(sections) > 50
    for words, shown in sections:
        assert (words, run_ok(*words.split(), "--help", COLUMNS="80").strip()) == (words, shown)
    links = re.findall(r"\(#([\w-]+)\)", COMMANDS.read_text("utf-8"))
    assert links == [*dict.fromkeys(links)]
    assert {*links} == {"-".join(["canasta-score", *words.split()]) for words, _ in sections}


def test_the_man_page_is_what_the_help_says(wording: Wording) -> None:
    wording.check_text(MAN_PAGE, generated("format_man_page"))


def test_the_man_page_is_set_without_a_warning() -> None:
    require("groff", is_there=shutil.which("groff") is not None)
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", str(MAN_PAGE)],  # noqa: S607 -- whichever groff is there
        capture_output=True, check=True, text=True,
    )  # fmt: skip
    assert done.stderr == ""
    assert "CANASTA" in done.stdout
