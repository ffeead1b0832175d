"""The completion scripts: the files that are shipped, and their installation into the home of a person."""

from pathlib import Path

import pytest
from support.command_line import run
from support.paths import ROOT
from support.wording import Wording

from canasta_score.cli.completion import install as install_completion
from canasta_score.cli.registry import COMPLETE_VARIABLE, CURRENT_WORD_VARIABLE
from canasta_score.cli.shells import SCRIPT_FILES

SCRIPTS = {shell: (ROOT / "completions" / file).read_text() for shell, file in SCRIPT_FILES.items()}
PLACES = {
    "bash": ".local/share/bash-completion/completions/canasta-score",
    "zsh": ".zfunc/_canasta-score",
    "fish": ".config/fish/completions/canasta-score.fish",
    "powershell": ".local/share/canasta-score/canasta-score.ps1",
}
VARIABLES = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZDOTDIR", "BASH_COMPLETION_USER_DIR", "SHELL")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home folder of its own."""
    home = tmp_path / "Ann's home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    return home


@pytest.mark.parametrize("shell", SCRIPT_FILES)
def test_the_program_prints_the_shipped_file(shell: str) -> None:
    shown = run("--show-completion", shell)
    assert (shown.code, shown.out) == (0, SCRIPTS[shell])


def test_every_shipped_file_is_the_script_of_a_shell() -> None:
    assert {path.name for path in (ROOT / "completions").iterdir()} == set(SCRIPT_FILES.values())


@pytest.mark.parametrize("shell", SCRIPT_FILES)
def test_a_script_asks_the_program_and_says_whose_it_is(shell: str) -> None:
    assert f"# Completion of canasta-score for {shell}, as `canasta-score --show-completion {shell}`" in SCRIPTS[shell]
    assert f"{COMPLETE_VARIABLE}" in SCRIPTS[shell]
    assert f"{CURRENT_WORD_VARIABLE}" in SCRIPTS[shell]


def test_installed_scripts_still_find_the_program() -> None:
    assert COMPLETE_VARIABLE == "_CANASTA_SCORE_COMPLETE"
    assert CURRENT_WORD_VARIABLE == "_CANASTA_SCORE_BEGUN"


def test_powershell_gets_a_completer_for_the_program() -> None:
    script = SCRIPTS["powershell"]
    assert "Register-ArgumentCompleter -Native -CommandName canasta-score -ScriptBlock {" in script
    assert "[System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $label)" in script
    assert "EscapeSingleQuotedStringContent($word)" in script, "else PowerShell runs what is in the name of a file"
    assert script.count("{") == script.count("}")
    assert script.count("(") == script.count(")")


@pytest.mark.parametrize("shell", SCRIPT_FILES)
def test_the_script_is_put_where_the_shell_looks_and_a_second_time_changes_nothing(home: Path, shell: str) -> None:
    done = run("--install-completion", shell)
    assert (done.code, done.err) == (0, "")
    assert str(home / PLACES[shell]) in done.out
    assert (home / PLACES[shell]).read_text() == SCRIPTS[shell]
    files = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    assert run("--install-completion", shell) == done
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == files


@pytest.mark.parametrize(("shell", "file"), [("bash", ".bashrc"), ("zsh", ".zshrc")])
@pytest.mark.parametrize("text", ["", "alias ll='ls -l'\n", "# no end of line"])
def test_the_start_up_file_keeps_its_lines(home: Path, shell: str, file: str, text: str) -> None:
    (home / file).write_text(text)
    assert str(home / file) in run("--install-completion", shell).out
    kept, line = (home / file).read_text().rstrip("\n").rsplit("\n", 1) if text else ("", (home / file).read_text())
    assert kept == text.rstrip("\n")
    assert line.rstrip("\n").endswith("# canasta-score --install-completion")


def test_a_start_up_file_that_is_a_link_stays_one(home: Path, tmp_path: Path) -> None:
    (tmp_path / "dotfiles").write_bytes(b"\xff not utf-8\n")
    (home / ".bashrc").symlink_to(tmp_path / "dotfiles")
    run("--install-completion", "bash")
    assert (home / ".bashrc").is_symlink()
    assert (tmp_path / "dotfiles").read_bytes().startswith(b"\xff not utf-8\n[[ -n")


@pytest.mark.parametrize(
    ("shell", "variable", "place"),
    [
        ("bash", "XDG_DATA_HOME", "bash-completion/completions/canasta-score"),
        ("bash", "BASH_COMPLETION_USER_DIR", "completions/canasta-score"),
        ("zsh", "ZDOTDIR", ".zfunc/_canasta-score"),
        ("fish", "XDG_CONFIG_HOME", "fish/completions/canasta-score.fish"),
    ],
)
def test_the_folders_that_a_person_has_chosen_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: str, variable: str, place: str
) -> None:
    monkeypatch.setenv(variable, str(tmp_path / "chosen"))
    assert run("--install-completion", shell).code == 0
    assert (tmp_path / "chosen" / place).is_file()


def test_powershell_users_see_the_line_to_add(home: Path) -> None:
    script = str(home / PLACES["powershell"]).replace("'", "''")
    assert run("--install-completion", "pwsh").out.endswith(f"$PROFILE:\n    . '{script}'\n")


def test_the_current_shell_is_used_if_none_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install_completion, "detect_current_shell", lambda: "zsh")
    assert run("--install-completion").code == 0
    assert (home / PLACES["zsh"]).is_file()
    assert run("--show-completion").out == SCRIPTS["zsh"]


def test_the_current_shell_comes_from_the_system_or_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    import shellingham  # noqa: PLC0415 -- as the program imports it

    monkeypatch.setattr(shellingham, "detect_shell", lambda: ("fish", "/usr/bin/fish"))
    assert install_completion.detect_current_shell() == "fish"

    def fail() -> None:
        raise shellingham.ShellDetectionFailure

    monkeypatch.setattr(shellingham, "detect_shell", fail)
    assert install_completion.detect_current_shell() == ""
    monkeypatch.setenv("SHELL", "/bin/zsh")
    assert install_completion.detect_current_shell() == "zsh"


@pytest.mark.parametrize(("at_hand", "named"), [("", "zhs"), ("", ""), ("ksh", "")])
def test_an_unknown_shell_is_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch, at_hand: str, named: str, wording: Wording
) -> None:
    monkeypatch.setattr(install_completion, "detect_current_shell", lambda: at_hand)
    for option in ("--install-completion", "--show-completion"):
        done = run(option, *([named] if named else []))
        assert done.code == 2
        wording.check_wording("completion", ["unknown shell", at_hand or named or "none"], done.err)
    assert not list(home.iterdir())


def test_a_file_of_somebody_else_is_not_overwritten(home: Path, wording: Wording) -> None:
    place = home / PLACES["zsh"]
    place.parent.mkdir()
    place.write_text("#compdef mine\n")
    done = run("--install-completion", "zsh")
    assert done.code == 1
    wording.check_wording("completion", ["in the way", "another file"], done.err, place=str(place))
    assert place.read_text() == "#compdef mine\n"
    assert not (home / ".zshrc").exists()


def test_a_file_in_place_of_a_folder_is_named_with_a_remedy(home: Path, wording: Wording) -> None:
    (home / ".zfunc").write_text("no folder")
    done = run("--install-completion", "zsh")
    assert done.code == 1
    assert done.err.endswith("canasta-score --show-completion zsh\n")
    wording.check_wording("completion", ["in the way", "a folder"], done.err, place=str(home / ".zfunc"))


def test_a_start_up_file_that_cannot_be_written_is_named(home: Path) -> None:
    (home / ".bashrc").mkdir()
    done = run("--install-completion", "bash")
    assert done.code == 1
    assert str(home / ".bashrc") in done.err
