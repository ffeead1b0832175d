"""The recipes of CONTRIBUTING are held: whoever leaves out a step of one sees a test fail."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from support.command_line import run, run_ok
from support.oracles.openings import LAWS, LAWS_WITHOUT_PILE
from support.paths import DATA, ROOT, SESSIONS
from support.variants import SHIPPED

CASES_OF_A_VARIANT = 8
HOSTILE = ("<script>alert(1)</script>", "=1+1", "a|b `c` [d](e)", "@SUM(A1)")


def documents() -> str:
    return "\n".join(path.read_text("utf-8") for path in (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))))


def command_names() -> list[str]:
    listed = run_ok("--help").partition("Commands:")[2]
    return re.findall(r"^  (\w+)", listed, re.MULTILINE)


def export_formats() -> list[str]:
    offered = re.search(r"--format, ?-f|-f, ?--format", run_ok("export", "--help"))
    assert offered
    refused = run("export", "-f", "no-such-format")
    return re.findall(r"\w+", refused.err.partition("choose from: ")[2])


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_variant_has_eight_scoring_cases_and_openings_with_an_oracle(name: str) -> None:
    assert len([*(DATA / "scoring" / name).glob("*.toml")]) >= CASES_OF_A_VARIANT
    assert [file for file in (DATA / "openings").glob("*.toml") if name in file.stem.split("+")]
    assert name in LAWS or name in LAWS_WITHOUT_PILE


def test_every_shipped_variant_is_in_the_documents() -> None:
    assert [name for name in SHIPPED if f"`{name}`" not in documents()] == []


def test_every_command_is_in_the_documents() -> None:
    names = command_names()
    assert len(names) > len(SHIPPED)
    text = documents()
    assert [name for name in names if not re.search(rf"(`|canasta-score ){name}\b", text)] == []


def test_every_command_is_in_a_session_or_typed_at_a_terminal() -> None:
    typed = "\n".join(path.read_text("utf-8") for path in SESSIONS.glob("*.txt"))
    asked_at_a_terminal = {"play"}
    assert {name for name in command_names() if f"$ canasta-score {name}" not in typed} <= asked_at_a_terminal


def is_harmless_csv(text: str) -> bool:
    """Check that no cell is a formula: none begins with a sign that a spreadsheet obeys, but for negative numbers."""
    cells = [cell for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"))) for cell in row]
    return not [cell for cell in cells if cell[:1] in set("=+-@\t\r") and not re.fullmatch(r"-\d+", cell)]


def is_harmless_json(text: str) -> bool:
    return [*HOSTILE] == [side["name"] for side in json.loads(text)["sides"].values()]


def is_harmless_page(text: str) -> bool:
    return "<script" not in text


def is_harmless_markdown(text: str) -> bool:
    page = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    return not re.search("<script|<code|<a |<em>", page)


def is_harmless_text(text: str) -> bool:
    return text.replace("\n", "").isprintable()


HARMLESS: dict[str, Callable[[str], bool]] = {
    "csv": is_harmless_csv,
    "json": is_harmless_json,
    "md": is_harmless_markdown,
    "html": is_harmless_page,
    "txt": is_harmless_text,
}


def test_every_export_format_meets_hostile_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sides = zip(("we", "they", "north", "south"), HOSTILE, strict=True)
    run_ok("new", *(word for side, name in sides for word in ("--side", f"{side}={name}")))
    run_ok("add", *"we n2 o t160 they m1 t90 h15 north h45 south b1 t60".split())
    run_ok("note", HOSTILE[1])
    formats = export_formats()
    assert sorted(formats) == sorted(HARMLESS)
    assert [name for name in formats if not HARMLESS[name](run_ok("export", "-f", name))] == []
