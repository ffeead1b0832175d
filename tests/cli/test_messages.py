"""Messages: the word that each begins with, the typed words that are wrong, and hints that can be copied."""

import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.command_line import run

from canasta_score.cli.invocation import invoke
from canasta_score.cli.messages import (
    add_option,
    change_ledger,
    format_command,
    print_diagnostics,
    print_hint,
    print_note,
)
from canasta_score.cli.paths import remember_ledger
from canasta_score.rules.diagnostics import PROGRAM, Diagnostic, Severity


@pytest.fixture(autouse=True)
def without_a_named_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CANASTA_LEDGER", raising=False)


@pytest.mark.parametrize(
    ("severity", "is_accepted", "label"),
    [
        (Severity.ERROR, False, "error"),
        (Severity.ERROR, True, "error"),
        (Severity.IMPOSSIBLE, False, "error"),
        (Severity.IMPOSSIBLE, True, "warning"),
        (Severity.IRREGULAR, False, "warning"),
        (Severity.WARNING, False, "warning"),
        (Severity.NOTE, False, "note"),
    ],
)
def test_the_severity_decides_the_first_word(
    severity: Severity, label: str, capsys: pytest.CaptureFixture[str], *, is_accepted: bool
) -> None:
    print_diagnostics([Diagnostic(severity=severity, message="so")], is_accepted=is_accepted)
    assert capsys.readouterr().err == f"{label}: so\n"


def test_each_problem_has_its_word_marked_and_a_hint_stands_once(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = [Diagnostic(message="m", hint="h", word_index=index) for index in (1, 2)]
    print_diagnostics([*wrong, wrong[0]], ["we", "rde", "bl"])
    assert capsys.readouterr().err.splitlines() == [
        "error: m",
        "  we rde bl",
        "     ^^^",
        "error: m",
        "  we rde bl",
        "         ^^",
        "hint: h",
    ]


@pytest.mark.parametrize(("index", "shown"), [(0, "w0"), (29, "w29")])
def test_of_a_long_tally_only_the_line_with_the_mark_is_shown(
    index: int, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [f"w{number}" for number in range(30)]
    print_diagnostics([Diagnostic(message="m", word_index=index)], words)
    _, line, marks = capsys.readouterr().err.splitlines()
    assert line.split()[0 if index == 0 else -1] == shown
    assert line[marks.index("^") : marks.index("^") + marks.count("^")] == shown
    assert len(line) <= 80


@pytest.mark.parametrize(("length", "shown"), [(36, 2), (37, 1)])
def test_a_line_of_a_tally_is_72_characters_at_most(
    length: int, shown: int, capsys: pytest.CaptureFixture[str]
) -> None:
    print_diagnostics([Diagnostic(message="m", word_index=1)], ["w" * 35, "x" * length])
    _, line, _ = capsys.readouterr().err.splitlines()
    assert len(line.split()) == shown


def test_the_line_with_the_mark_fits_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    print_diagnostics([Diagnostic(message="m", word_index=20)], ["r1"] * 25)
    _, line, marks = capsys.readouterr().err.splitlines()
    assert max(len(line), len(marks)) <= 40
    assert line[marks.index("^") :].startswith("r1")


@pytest.mark.parametrize(
    ("named", "words", "typed"),
    [
        ("", ["undo"], "undo"),
        ("canasta.toml", ["undo"], "undo"),
        ("my game.toml", ["undo"], "undo -l 'my game.toml'"),
        ("a.toml", ["fix", "4", "we", "mixed=1"], "fix -l a.toml 4 we mixed=1"),
        ("a.toml", ["show", "-l", "b.toml"], "show -l b.toml"),
        ("a.toml", ["show", "--ledger=b.toml"], "show --ledger=b.toml"),
        ("a.toml", ["variants", "list"], "variants list"),
    ],
)
def test_a_command_names_the_game_file_if_it_is_not_the_usual_one(named: str, words: Sequence[str], typed: str) -> None:
    with invoke():
        remember_ledger(named)
        assert format_command(*words) == f"{PROGRAM} {typed}"


def test_at_the_prompt_a_command_has_no_name_of_the_program_and_no_game_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with invoke(ledger=Path("a.toml"), is_at_prompt=True):
        remember_ledger("a.toml")
        print_note("m", "to change it", "note", 'it\'s "so"', "my game")
        assert format_command("undo") == "undo"
    assert capsys.readouterr().err.splitlines()[-1].startswith("hint: to change it: note ")


def test_an_option_goes_before_what_is_no_option() -> None:
    assert add_option(["add", "we"], "--anyway") == ["add", "we", "--anyway"]
    assert add_option(["note", "--", "-x"], "--anyway") == ["note", "--anyway", "--", "-x"]


@pytest.mark.parametrize(
    ("words", "changed"),
    [
        (["new"], ["new", "-l", "b.toml"]),
        (["new", "-l", "a.toml", "--we", "Ann"], ["new", "-l", "b.toml", "--we", "Ann"]),
        (["--ledger", "a.toml", "new"], ["new", "-l", "b.toml"]),
        (["new", "--ledger=a.toml", "--like", "a.toml"], ["new", "-l", "b.toml", "--like", "a.toml"]),
        (["new", "-la.toml"], ["new", "-l", "b.toml"]),
    ],
)
def test_another_game_file_takes_the_place_of_the_one_that_was_named(words: list[str], changed: list[str]) -> None:
    assert change_ledger(words, "b.toml") == changed


def test_on_a_narrow_terminal_the_command_stays_on_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    print_hint("to record the hand in spite of it all", "add", "we", "red=3", "natural=2", "out")
    *text, command = capsys.readouterr().err.splitlines()
    assert command == f"  {PROGRAM} add we red=3 natural=2 out"
    assert len(text) == 2
    assert max(map(len, text)) <= 30
    print_hint("so", "undo")
    assert capsys.readouterr().err == f"hint: so: {PROGRAM} undo\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("socre we red=3", 0),
        ("score --variatn nvso we n1 t90", 0),
        ("score --variatn=nvso we n1 t90", 0),
        ("scroe we n1 t90 they h5 'n1'", 3),
        ("score", 0),
        ("variants lst", 0),
        ("variants", 0),
        ("meld 10,10,10 Q,Q,JK 9,9,9 -v nvso", 0),
        ("score we red=5", 0),
        ("show now", 0),
        ("show --json=x", 0),
        ("score -v", 0),
        ("blah", 0),
        ("score --xyzzy", 0),
    ],
)
def test_the_hinted_command_works_when_it_is_copied(words: str, code: int) -> None:
    done = run(*shlex.split(words))
    assert done.code in {2, 3}
    hint = done.err.splitlines()[-1]
    assert hint.startswith("hint: ")
    copied = shlex.split(hint[hint.index(f": {PROGRAM} ") + 2 :])
    assert run(*copied[1:]).code == code
