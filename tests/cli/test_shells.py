"""Words quoted for the shell in which they are typed: each shell reads back what was meant."""

import shlex

import pytest
from shellingham import ShellDetectionFailure

from canasta_score.cli import shells
from canasta_score.cli.prompt.commands import split_line
from canasta_score.cli.shells import Shell, detect_shell, quote_words

WORDS = [
    "fix",
    "4",
    "mixed=1",
    "10,10,Q",
    "my game.toml",
    "Ann & Bob",
    "O'Neil",
    'the "best"',
    "a\\",
    "$HOME",
    "`x`",
    "--why",
    "50%",
    "",
]


def test_a_posix_shell_reads_back_every_word() -> None:
    assert shlex.split(quote_words(WORDS, Shell.POSIX)) == WORDS


def test_what_a_posix_shell_could_change_is_quoted() -> None:
    assert quote_words(["hand-and-foot", "~ann", "x*", "Zoë"], Shell.POSIX) == "hand-and-foot '~ann' 'x*' 'Zoë'"


@pytest.mark.parametrize("word", [word for word in WORDS if word != "a\\"])
def test_the_prompt_reads_back_every_word(word: str) -> None:
    assert split_line(f"show {quote_words([word], Shell.PROMPT)}") == ["show", word]


def split_as_windows_programs_do(line: str) -> list[str]:
    """Split a command line by the rules of Microsoft's C runtime."""
    words: list[str] = []
    word, quoted, index = "", False, 0
    started = False
    while index < len(line):
        backslashes = len(line[index:]) - len(line[index:].lstrip("\\"))
        after = line[index + backslashes : index + backslashes + 1]
        if backslashes and after == '"':
            word += "\\" * (backslashes // 2)
            index += backslashes
            if backslashes % 2:
                word, index = word + '"', index + 1
        elif backslashes:
            word, index = word + "\\" * backslashes, index + backslashes
        elif line[index] == '"':
            quoted, started, index = not quoted, True, index + 1
        elif line[index] == " " and not quoted:
            words, word, started, index = [*words, word] if word or started else words, "", False, index + 1
        else:
            word, index = word + line[index], index + 1
    return [*words, word] if word or started else words


def read_as_cmd_does(line: str) -> tuple[str, str]:
    """Return the line that cmd hands to a program, and the signs that it obeys."""
    passed, obeyed, quoted, index = "", "", False, 0
    while index < len(line):
        sign = line[index]
        if sign == "^" and not quoted:
            index, sign = index + 1, line[index + 1]
        elif sign == '"':
            quoted = not quoted
        elif sign in "&|<>()" and not quoted:
            obeyed += sign
        passed, index = passed + sign, index + 1
    return passed, obeyed


@pytest.mark.parametrize("words", [WORDS, ['say "hi" & calc', 'a\\"|b', '"<x>"', "^"]])
def test_a_program_called_by_cmd_reads_back_every_word(words: list[str]) -> None:
    line, obeyed = read_as_cmd_does(quote_words(words, Shell.CMD))
    assert obeyed == ""
    assert split_as_windows_programs_do(line) == words


@pytest.mark.parametrize("word", ["Ann & Bob", "a|b", "a>b", "(a)", "a^b", "a b"])
def test_cmd_obeys_no_sign_in_a_word(word: str) -> None:
    assert quote_words([word], Shell.CMD) == f'"{word}"'


@pytest.mark.parametrize(
    ("word", "typed"),
    [
        ("mixed=1", "mixed=1"),
        ("--why", "--why"),
        ("-l", "-l"),
        ("C:\\games\\a.toml", "C:\\games\\a.toml"),
        ("10,10,Q", "'10,10,Q'"),
        ("O'Neil & Di", "'O''Neil & Di'"),
        ("$HOME", "'$HOME'"),
        ("", "''"),
    ],
)
def test_powershell_takes_a_word_as_it_is(word: str, typed: str) -> None:
    assert quote_words([word], Shell.POWERSHELL) == typed


@pytest.mark.parametrize(
    ("name", "shell"),
    [("cmd", Shell.CMD), ("PowerShell", Shell.POWERSHELL), ("pwsh", Shell.POWERSHELL), ("bash", Shell.POSIX)],
)
def test_on_windows_the_calling_shell_decides(name: str, shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shells, "_IS_WINDOWS", True)
    monkeypatch.setattr("shellingham.detect_shell", lambda: (name, f"C:\\{name}.exe"))
    assert detect_shell() is shell


def test_on_windows_an_unknown_shell_is_cmd(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ShellDetectionFailure

    monkeypatch.setattr(shells, "_IS_WINDOWS", True)
    monkeypatch.setattr("shellingham.detect_shell", fail)
    assert detect_shell() is Shell.CMD


def test_elsewhere_it_is_a_posix_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shells, "_IS_WINDOWS", False)
    assert detect_shell() is Shell.POSIX
