"""docs/commands.md and the man page are what the help of the program says."""

import runpy
import shutil
import subprocess

import pytest
from support.paths import ROOT
from support.wording import Wording

GENERATOR = ROOT / "packaging" / "generate_documents.py"
MAN_PAGE = ROOT / "packaging" / "canasta-score.1"


def generated(function: str) -> str:
    text = runpy.run_path(str(GENERATOR))[function]()
    assert isinstance(text, str)
    return text


def test_the_command_reference_is_what_the_help_says(wording: Wording) -> None:
    wording.check_text(ROOT / "docs" / "commands.md", generated("format_command_reference"))


def test_the_man_page_is_what_the_help_says(wording: Wording) -> None:
    wording.check_text(MAN_PAGE, generated("format_man_page"))


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is missing")
def test_the_man_page_is_set_without_a_warning() -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", str(MAN_PAGE)],  # noqa: S607 -- whichever groff is there
        capture_output=True, check=True, text=True,
    )  # fmt: skip
    assert done.stderr == ""
    assert "CANASTA" in done.stdout
