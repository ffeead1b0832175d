"""Hints: every command that a hint of a session or of an error table proposes is one that can be typed."""

import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.command_line import run
from support.paths import DATA, ROOT, TEN_HANDS

from canasta_score.cli.registry import ROOT_COMMANDS
from canasta_score.rules.diagnostics import PROGRAM

SESSIONS = ROOT / "tests/end_to_end/sessions"
HINT = re.compile(rf"^\s*hint: .*?(?:\b{PROGRAM} |: (?=(?:{'|'.join(ROOT_COMMANDS)})\b))(.*)$", re.MULTILINE)
# What waits, changes the person's shell or needs a terminal, totals that only the person knows, and pairs at the desk.
NOT_TRIED = re.compile(
    r"(?:serve|play|--install-completion|--show-completion)\b|add(?: --anyway)?$|event .* NS EW|rename \d"
)


def iter_texts(value: object) -> Iterator[str]:
    """Yield the texts in a table of TOML."""
    match value:
        case str():
            yield value
        case dict():
            for one in value.values():
                yield from iter_texts(one)
        case list():
            for one in value:
                yield from iter_texts(one)


def list_proposed_commands() -> list[str]:
    """Return the commands that hints propose in what the program is expected to show."""
    texts = [path.read_text("utf-8") for path in (*SESSIONS.rglob("*.txt"), *DATA.rglob("*.txt"))]
    for path in DATA.rglob("*.toml"):
        text = path.read_text("utf-8")
        if "hint: " in text and path.parent.name != "evenings":  # where hints are typed at a prompt or at the desk
            texts += iter_texts(tomllib.loads(text))
    found = {command for text in texts for command in HINT.findall(text) if not NOT_TRIED.match(command)}
    return sorted(command.replace("{folder}/", "").replace("{options}", "") for command in found)


@pytest.mark.slow
def test_no_command_of_a_hint_is_refused_for_its_usage(game_folder: Path) -> None:
    commands = list_proposed_commands()
    assert len(commands) > 150
    refused = []
    for command in commands:
        shutil.copy(TEN_HANDS, "canasta.toml")
        done = run(*shlex.split(command))
        if done.code == 2:
            refused.append((command, done.err))
        for path in [path for path in game_folder.iterdir() if path.is_file()]:
            path.unlink()
    assert not refused, "\n".join(f"{command}\n   {err}" for command, err in refused)
