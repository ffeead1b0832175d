"""Color: at a terminal that wants it, for each stream alone, and never with a meaning of its own."""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import suppress

import pytest
from support.command_line import PROCESS, run, run_ok
from support.paths import TEN_HANDS

from canasta_score.cli.terminal import colorize_table

SHOW = ("show", "-l", str(TEN_HANDS))
REFUSED = ("score", "we", "rde=3", "they", "h5")
_CODE = r"\x1b\[[0-9;]*m"


def plain(text: str) -> str:
    return re.sub(_CODE, "", text)


def bold(text: str) -> list[str]:
    """Return the parts of a text that are bold, without the colors in them."""
    return [plain(part) for part in re.findall(r"\x1b\[1m(.*?)\x1b\[0m", text)]


def read_terminal(ours: int) -> Iterator[bytes]:
    with suppress(OSError):  # Linux answers so when nobody has the other end
        while part := os.read(ours, 65536):
            yield part


def at_a_terminal(stream: str, *words: str, **extra: str) -> tuple[str, str]:
    """Run the program with a terminal as one of its streams; return what the terminal gets, and the other stream."""
    if not hasattr(os, "openpty"):
        pytest.skip("Windows has no terminals that a program can open")
    ours, theirs = os.openpty()
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: theirs}
    env = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR"}}
    env |= {"TERM": "xterm", "COLUMNS": "80", **extra}
    with subprocess.Popen([*PROCESS, *words], env=env, stdin=subprocess.DEVNULL, text=True, **streams) as program:  # type: ignore[call-overload]
        os.close(theirs)
        shown = b"".join(read_terminal(ours)).decode().replace("\r\n", "\n")
        other = "".join(filter(None, program.communicate()))
    os.close(ours)
    return shown, other


def test_results_at_a_terminal_have_colors_that_say_nothing_more() -> None:
    colored, messages = at_a_terminal("stdout", *SHOW)
    assert messages == ""
    assert "\x1b[31m-2,500\x1b[39m" in colored
    assert "Ann & Bob won in hand 10: 9,810 to 8,665." in bold(colored)
    assert plain(colored) == run_ok(*SHOW)


def test_messages_at_a_terminal_have_colors_where_results_go_into_a_pipe() -> None:
    colored, results = at_a_terminal("stderr", *REFUSED)
    assert results == ""
    assert colored.startswith('\x1b[1;31merror:\x1b[0m unknown item "rde"')
    assert re.search(r"\n\x1b\[31m +\^{5}\x1b\[39m\n\x1b\[36mhint:\x1b\[0m", colored)
    warned, score = at_a_terminal("stderr", "score", "we", "m1", "o", "t200", "they", "h5")
    assert warned.startswith("\x1b[1;33mwarning:\x1b[0m")
    assert "\x1b" not in score


@pytest.mark.parametrize("extra", [{"NO_COLOR": "1"}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, {"TERM": "dumb"}])
def test_who_wants_no_colors_gets_none(extra: dict[str, str]) -> None:
    assert "\x1b" not in at_a_terminal("stdout", *SHOW, **extra)[0]


@pytest.mark.parametrize("words", [SHOW, REFUSED, ("add", "--help"), ("help",), ("show", "--chart", *SHOW[1:])])
def test_a_pipe_has_colors_only_where_they_are_forced(words: tuple[str, ...]) -> None:
    usual, forced = run(*words), run(*words, FORCE_COLOR="1")
    assert "\x1b" not in usual.out + usual.err
    assert "\x1b" in forced.out + forced.err
    assert usual == run(*words, FORCE_COLOR="1", NO_COLOR="1")
    if "--chart" not in words:  # without colors, its lines have letters
        assert (plain(forced.out), plain(forced.err)) == (usual.out, usual.err)


def test_headings_of_help_are_bold() -> None:
    assert bold(run_ok("add", "--help", FORCE_COLOR="1")) == ["Usage:", "Arguments:", "Options:", "  Examples:"]
    assert bold(run_ok("help", FORCE_COLOR="1")) == ["Usage:", "Options:", "Commands:"]


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_every_negative_number_is_red(columns: int) -> None:
    colored = run_ok(*SHOW, FORCE_COLOR="1", COLUMNS=str(columns))
    negative = re.findall(r"(?<!\S)-[0-9,]+", plain(colored))
    assert len(negative) > 2
    assert re.findall(r"\x1b\[31m(.*?)\x1b\[39m", colored) == negative


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        ("Total   -1,100   30", ["Total   -1,100   30"]),
        ("Standing   2\nHand 3 is next.", ["Standing   2"]),
        ("Ann won with pairs\nin hand 3: 5 to 4.", ["Ann won with pairs", "in hand 3: 5 to 4."]),
        ("To go   20\nAnn\n& Bob won: -5\nto -10.\nNote", ["Ann", "& Bob won: -5", "to -10."]),
        ("A tie in hand 2: 5 to\n5.\n\nMore", ["A tie in hand 2: 5 to", "5."]),
        ("Hand 2 is next.\nAnn won a prize", []),
        ("Opens: 95 points, needs\n    90\n    K K K   natural   30\nLay", ["Opens: 95 points, needs", "    90"]),
    ],
)  # fmt: skip
def test_results_are_bold_to_the_end_of_their_sentence(table: str, lines: list[str]) -> None:
    assert bold(colorize_table(table)) == lines
    assert plain(colorize_table(table)) == table
