"""Completion in the real shells, each in a terminal of its own: what a person types, TAB, and what the line becomes."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.paths import ROOT, TEN_HANDS
from support.terminal import Terminal
from support.tools import require

from canasta_score.cli.registry import ROOT_COMMANDS

SUMMARIES = [ROOT_COMMANDS["new"].summary, ROOT_COMMANDS["void"].summary]
pytestmark = pytest.mark.end_to_end

PROGRAM = Path(sys.executable).parent / "canasta-score"
BASH_COMPLETION = Path("/usr/share/bash-completion/bash_completion")
KILL_LINE, CLEAR_SCREEN, BACK, TAB, END = "\x05\x15", "\x0c", "\x02", "\t", "X"
PROMPT = "$ "
HOSTILE_NAMES = ("dollar$(touch PWNED)", "back`id`", "semi;id", "amp&id", "two words")

START_UP = {
    "bash": (".bashrc", "PS1='$ '; bind 'set show-all-if-ambiguous on'; bind 'set completion-query-items 0'\n"),
    "zsh": (".zshrc", "PROMPT='$ '; unsetopt beep; zstyle ':completion:*:descriptions' format '%d'; LISTMAX=1000\n"),
    "fish": (
        ".config/fish/config.fish",
        "function fish_prompt; echo -n '$ '; end; set -g fish_greeting; set -g fish_autosuggestion_enabled 0\n",
    ),
}
PACKAGED = {
    "bash": ("canasta-score.bash", "bash-completion/completions/canasta-score"),
    "zsh": ("_canasta-score", "zsh/site-functions/_canasta-score"),
    "fish": ("canasta-score.fish", "fish/vendor_completions.d/canasta-score.fish"),
}


@dataclass(frozen=True, kw_only=True)
class Case:
    """What is typed behind the prompt, and what the line is after TAB; an X shows where it ends."""

    name: str
    typed: str
    becomes: str


def case(name: str, typed: str, becomes: str) -> Case:
    return Case(name=name, typed=f"canasta-score {typed}", becomes=f"canasta-score {becomes}")


CASES = [
    case("a command", "var", "variants X"),
    case("a command of a command", "meld ch", "meld check X"),
    case("an option", "add --dr", "add --dry-run X"),
    case("an option before the command", "--ins", "--install-completion X"),
    case("the shells of an option", "--install-completion po", "--install-completion powershell X"),
    case("a variant", "score -v cat", "score -v catawba X"),
    case("a variant as far as it is clear", "score -v n", "score -v nvsoX"),
    case("a variant behind =", "score --variant=cat", "score --variant=catawba X"),
    case("a variant as an argument", "variants show w", "variants show wca X"),
    case("the other variant of two", "variants diff wca cat", "variants diff wca catawba X"),
    case("a variant to extend", "variants new our-club --extends cat", "variants new our-club --extends catawba X"),
    case("a fact, ready for its number", "add we nat", "add we natural=X"),
    case("a fact behind one with a number", "add we natural=2 tab", "add we natural=2 table=X"),
    case("a fact by its letter", "add we r", "add we red=X"),
    case("a fact in capitals", "add we NAT", "add we natural=X"),
    case("a fact that a side has once", "score -v wca we zip", "score -v wca we zip-code X"),
    case("a fact that is told is not offered", "add we natural=1 nat", "add we natural=1 natX"),
    case("a fact told by its letter is not offered", "add we n1 nat", "add we n1 natX"),
    case("nothing behind a number", "add we natural=1", "add we natural=1X"),
    case("a side", "add w", "add we X"),
    case("the other side", "add we r3 n2 the", "add we r3 n2 they X"),
    case("a side of three", "-l three.toml add bo", "-l three.toml add bob X"),
    case("a side of three, the ledger behind", "add -l three.toml ann n1 cy", "add -l three.toml ann n1 cy X"),
    case("a side of a ledger with a blank", "-l 'my game.toml' add bo", "-l 'my game.toml' add bob X"),
    case("facts by the rules of a ledger", "add -l three.toml ann zip", "add -l three.toml ann zip-code X"),
    case("a hand as far as it is clear", "explain 1", "explain 1X"),
    case("a hand of which there is one", "void 9", "void 9 X"),
    case("a correction", "fix 3 they tab", "fix 3 they table=X"),
    case("a disputed hand's side", "reconcile 9 th", "reconcile 9 they X"),
    case("an option's side", "meld check --side th", "meld check --side they X"),
    case("a card", "meld find J", "meld find JX"),
    case("nothing for a broken ledger", "add -l broken.toml we nat", "add -l broken.toml we natX"),
    case("nothing for a ledger that is not there", "add -l missing.toml we nat", "add -l missing.toml we natX"),
    case("nothing for an unknown variant", "score -v nsvo we nat", "score -v nsvo we natX"),
    case("nothing for an unknown command", "ad we nat", "ad we natX"),
    case("no file where a fact is meant", "add we thr", "add we threes-in-hand=X"),
    case("a file", "show -l thr", "show -l three.toml X"),
    case("a file with a hyphen in front", "show -l ./-", "show -l ./-day.toml X"),
    case("a file beside one with a hyphen", "check thr", "check three.toml X"),
    case("a file behind =", "show --ledger=thr", "show --ledger=three.toml X"),
    case("a file with a blank", "show -l my", "show -l my\\ game.toml X"),
    case("a file behind a quote", "show -l 'my", "show -l 'my game.toml' X"),
    case("a folder", "check fold", "check folder/X"),
    case("a file in a folder", "check folder/in", "check folder/inside.toml X"),
    case("a file in a folder with a blank", "check our\\ folder/", "check our\\ folder/there.toml X"),
    case("a rule file and no other", "variants check rul", "variants check rules.toml X"),
    case("in the middle of a line", f"add we nat they{BACK * 5}", "add we natural=X they"),
    case("rules with a command in their name", "score -v dollar", "score -v dollar\\$\\(touch\\ PWNED\\) X"),
    case("bash: rules with backquotes in their name", "score -v back", "score -v back\\`id\\` X"),
    case("rules with a semicolon in their name", "score -v semi", "score -v semi\\;id X"),
    case("rules with an ampersand in their name", "score -v amp", "score -v amp\\&id X"),
    case("rules with a blank in their name", "score -v two\\ ", "score -v two\\ words X"),
    case("bash: behind a double quote", 'score -v "dollar', 'score -v "dollar\\$(touch PWNED)"X'),
    case("bash: backquotes behind a double quote", 'score -v "back', 'score -v "back\\`id\\`"X'),
    case("bash: behind a single quote", "score -v 'semi", "score -v 'semi;id' X"),
    case("bash: a file with backquotes", "show -l cards", "show -l cards\\`id\\`.toml X"),
    Case(
        name="behind another command",
        typed="true; A=1 canasta-score add we nat",
        becomes="true; A=1 canasta-score add we natural=X",
    ),
    Case(
        name="called by its path",
        typed="./bin/canasta-score -l three.toml add bo",
        becomes="./bin/canasta-score -l three.toml add bob X",
    ),
]


def lists(name: str, typed: str, shown: list[str], labels: list[str], absent: list[str]) -> object:
    return pytest.param(f"canasta-score {typed}", shown, labels, absent, id=name)


LISTS = [
    lists(
        "commands",
        "",
        ["new", "explain", "variants"],
        [ROOT_COMMANDS["new"].summary, ROOT_COMMANDS["void"].summary],
        ["three.toml"],
    ),
    lists("variants", "score -v nvso", ["nvso", "nvso-tournament"], ["NVSO Canasta, timed event"], ["catawba"]),
    lists("options", "add --", ["--anyway", "--dry-run"], ["Print JSON."], ["--why"]),
    lists("sides", "add ", ["we", "they"], ["Ann & Bob", "Cy & Di"], ["natural="]),
    lists("facts", "add we st", ["stuck-aces=", "straight"], ["Stuck with aces", "Straight"], ["we=", "natural="]),
    lists("facts left", "add we stuck-aces=1 st", ["stuck-sevens=", "straight"], ["Straight"], ["stuck-aces="]),
    lists("hands", "explain ", ["1", "10"], ["Ann & Bob 2,525, Cy & Di 2,075"], ["11"]),
    lists("cards", "meld find J", ["J", "JK"], ["50 points"], ["Q"]),
    lists("sides of three", "-l three.toml add ", ["ann", "bob", "cy"], ["Robert"], ["they"]),
]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home folder with some games."""
    home = tmp_path_factory.mktemp("home")
    (home / "canasta.toml").write_bytes(TEN_HANDS.read_bytes())
    three = ["--side", "ann=Ann", "--side", "bob=Robert", "--side", "cy=Cy"]
    for file in ("three.toml", "my game.toml", "-day.toml"):
        subprocess.run([PROGRAM, "new", "-v", "wca", *three, "-l", file], cwd=home, check=True, capture_output=True)
    (home / "broken.toml").write_text("this is no ledger\n")
    (home / "cards`id`.toml").write_text("")
    (home / "rules.toml").write_text('extends = "wca"\n')
    (home / "rules.txt").write_text("no rules\n")
    (home / "folder").mkdir()
    (home / "folder" / "inside.toml").write_text("")
    (home / "our folder").mkdir()
    for name in ("there.toml", ".there.toml.lock"):
        (home / "our folder" / name).write_text("")
    (home / "variants").mkdir()
    for name in HOSTILE_NAMES:
        (home / "variants" / f"{name}.toml").write_text('extends = "nvso"\n')
    (home / "bin").mkdir()
    (home / "bin" / "canasta-score").symlink_to(PROGRAM)
    return home


def environment(home: Path, name: str) -> dict[str, str]:
    """Return the environment of a person who has just logged in."""
    return {
        "HOME": str(home),
        "PATH": f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}",
        "LANG": "C.UTF-8",
        "XDG_DATA_HOME": str(home / name),
        "XDG_CONFIG_HOME": str(home / name / ".config"),
        "ZDOTDIR": str(home / name),
        "CANASTA_VARIANTS": str(home / "variants"),
    }


def load_bash_completion() -> str:
    """Return the line of a start-up file that loads bash-completion."""
    require("bash-completion", is_there=BASH_COMPLETION.exists())
    return f". {BASH_COMPLETION}\n"


def write_start_up(shell: str, env: Mapping[str, str], before: str) -> None:
    """Write the start-up file of a shell."""
    file, text = START_UP[shell]
    path = Path(env["HOME" if shell == "bash" else "ZDOTDIR"]) / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(before + text)


def started(shell: str, home: Path, env: Mapping[str, str]) -> Terminal:
    """Start a shell in the home of a person, and wait for its prompt."""
    terminal = Terminal([shell, "-i"], home, env)
    terminal.until(lambda lines: "$" in lines)
    return terminal


SHELLS = ("bash", "bash with bash-completion", "zsh", "fish")
IN_EVERY_SHELL = {"behind", "blank", "file", "folder", "middle", "name", "number", "option", "path", "quote"}


def shells_for(number: int, case: Case) -> Iterator[str]:
    """Yield the shells that try a case: all where a shell quotes or splits, else one, for the program decides."""
    words = {*case.name.replace(",", "").split()}
    if case.name.startswith("bash:"):  # other shells quote by themselves, each in its way
        yield "bash"
    elif words & IN_EVERY_SHELL:
        yield from ("bash", "zsh", "fish")
    else:
        yield ("bash", "zsh", "fish")[number % 3]
    if {"blank", "file", "number"} & words:  # the words that it may cut otherwise
        yield "bash with bash-completion"


TYPED = [
    pytest.param(shell, number, case, id=f"{shell}-{case.name}")
    for number, case in enumerate(CASES)
    for shell in shells_for(number, case)
]


@pytest.fixture(scope="module", params=SHELLS)
def terminal(request: pytest.FixtureRequest, home: Path) -> Iterator[Terminal]:
    """Start a shell as a person has it who has installed the completion."""
    name: str = request.param
    shell = name.split(maxsplit=1)[0]
    require(shell, is_there=shutil.which(shell) is not None)
    env = environment(home, name.replace(" ", "-"))
    write_start_up(shell, env, load_bash_completion() if "with" in name else "")
    subprocess.run([PROGRAM, "--install-completion", shell], env=env, check=True, capture_output=True)
    running = started(shell, home, env)
    yield running
    running.close()


@pytest.fixture
def cleared(terminal: Terminal) -> Terminal:
    """Return a terminal that shows only a prompt."""
    terminal.type(KILL_LINE + CLEAR_SCREEN)
    terminal.until(lambda lines: lines == ["$"])
    return terminal


def line_of(lines: list[str]) -> str:
    """Return the line being typed."""
    return next((line.removeprefix(PROMPT) for line in reversed(lines) if line.startswith(PROMPT)), "")


@pytest.mark.parametrize(("terminal", "number", "case"), TYPED, indirect=["terminal"])
def test_what_a_line_becomes(terminal: Terminal, number: int, case: Case) -> None:
    end = f"{END}{number}"  # no line before it ends so, so none is taken for it
    terminal.type(KILL_LINE + CLEAR_SCREEN + case.typed + TAB + end)
    lines = terminal.until(lambda lines: line_of(lines) == case.becomes.replace(END, end))
    assert "Traceback" not in "\n".join(lines)


@pytest.mark.parametrize(("typed", "shown", "labels", "absent"), LISTS)
def test_what_is_listed(
    cleared: Terminal,
    request: pytest.FixtureRequest,
    typed: str,
    shown: list[str],
    labels: list[str],
    absent: list[str],
) -> None:
    tells = "bash" not in request.node.callspec.params["terminal"]
    wanted = [*shown, *(labels if tells else [])]

    def are_listed(lines: list[str]) -> bool:
        below = "\n".join(line for line in lines if line != f"{PROMPT}{typed}".rstrip())
        return all(text in below for text in wanted)

    cleared.type(typed + TAB)
    lines = cleared.until(are_listed)
    listed = [word for line in lines if not line.startswith(PROMPT) for word in line.split()]
    assert not set(absent) & set(listed)


@pytest.mark.parametrize(
    ("shell", "before"),
    [
        ("bash", ""),
        ("zsh", "fpath=({share}/zsh/site-functions $fpath); autoload -Uz compinit && compinit\n"),
        ("zsh", "autoload -Uz compinit && compinit; source {share}/zsh/site-functions/_canasta-score\n"),
        ("fish", ""),
    ],
    ids=["bash", "zsh", "zsh, sourced", "fish"],
)
def test_a_shell_finds_what_the_wheel_installs(home: Path, tmp_path: Path, shell: str, before: str) -> None:
    require(shell, is_there=shutil.which(shell) is not None)
    file, place = PACKAGED[shell]
    share = tmp_path / "share"
    (share / place).parent.mkdir(parents=True)
    shutil.copy(ROOT / "completions" / file, share / place)
    env = {**environment(home, f"packaged-{shell}"), "HOME": str(tmp_path), "XDG_DATA_DIRS": str(share)}
    write_start_up(shell, env, load_bash_completion() if shell == "bash" else before.format(share=share))
    running = started(shell, home, env)
    running.type(f"canasta-score add we nat{TAB}{END}")
    running.until(lambda lines: line_of(lines) == f"canasta-score add we natural={END}")
    running.close()


def test_zsh_has_it_though_its_completion_was_begun_before(home: Path) -> None:
    require("zsh", is_there=shutil.which("zsh") is not None)
    env = environment(home, "zsh-begun")
    write_start_up("zsh", env, "autoload -Uz compinit && compinit\n")
    subprocess.run([PROGRAM, "--install-completion", "zsh"], env=env, check=True, capture_output=True)
    running = started("zsh", home, env)
    running.type(f"canasta-score add we nat{TAB}{END}")
    running.until(lambda lines: line_of(lines) == f"canasta-score add we natural={END}")
    running.close()
