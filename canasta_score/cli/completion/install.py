"""`--install-completion`: the script of a shell is put where that shell looks for a person's own ones."""

import os
from pathlib import Path
from shlex import quote

import typer

from canasta_score.cli.completion.scripts import COMPLETION_SCRIPTS
from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.terminal import PROGRAM, build_usage_error, print_message, print_result
from canasta_score.rules.diagnostics import format_suggestion
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.text import join_words

_INSTALL_OPTION = "--install-completion"
_STARTUP_LINE_MARK = f"# {PROGRAM} {_INSTALL_OPTION}"
_SHELL_ALIASES = {"pwsh": "powershell"}


@frozen
class _ScriptLocation(Value):
    """Where the script of a shell lies, and the line that its start-up file needs to load it, if it needs one."""

    script: Path
    startup_file: Path | None = None
    startup_line: str = ""


def install_completion(shell: str) -> None:
    """Install the script of a shell, or of the one at hand, and say where; what a person has there is not lost."""
    named = _resolve_shell(shell)
    try:
        place = _SCRIPT_LOCATORS[named]()
    except RuntimeError:
        hint = f"set HOME, or place the script yourself: {PROGRAM} --show-completion {named}"
        raise _report_install_failure("it cannot be told where your home is", hint) from None
    script = get_completion_script(named)
    if _is_foreign_file(place.script):
        message = f"'{place.script}' is there already and was not put there by {PROGRAM}"
        raise _report_install_failure(message, "put it away first")
    try:
        place.script.parent.mkdir(parents=True, exist_ok=True)
        place.script.write_text(script, "utf-8", newline="\n")
        if place.startup_file:
            _append_startup_line(place.startup_file, place.startup_line)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        hint = f"see who may write there, or place it yourself: {PROGRAM} --show-completion {named}"
        raise _report_install_failure(f"'{error.filename or place.script}' cannot be written: {reason}", hint) from None
    print_result(_format_installed_message(named, place))


def _format_installed_message(shell: str, place: _ScriptLocation) -> str:
    """Say what was installed and what is left to do."""
    if place.startup_file:
        return (
            f"The completion for {shell} is in {place.script}, and {place.startup_file} loads it. A new shell has it."
        )
    if place.startup_line:
        first = f"The completion for {shell} is in {place.script}. Add this line to your $PROFILE:"
        return f"{first}\n    {place.startup_line}"
    return f"The completion for {shell} is in {place.script}. A new shell has it."


def get_completion_script(shell: str) -> str:
    """Give the completion script of a shell, or of the one at hand where none is named."""
    return COMPLETION_SCRIPTS[_resolve_shell(shell)]


def _resolve_shell(shell: str) -> str:
    """Give the name of the shell that is meant: the one that is named, else the one that the person is in."""
    name = shell.lower() or detect_current_shell()
    name = _SHELL_ALIASES.get(name, name)
    if name in COMPLETION_SCRIPTS:
        return name
    known = f"name one of {join_words(COMPLETION_SCRIPTS, 'or')}, such as {_INSTALL_OPTION} bash"
    if shell:
        raise build_usage_error(
            f"there is no completion for '{shell}'; {format_suggestion(name, COMPLETION_SCRIPTS)}", hint=_INSTALL_OPTION
        )
    told = f"there is no completion for {name}, the shell you are in" if name else "it cannot be told which shell it is"
    raise build_usage_error(f"{told}; {known}", hint=_INSTALL_OPTION)


def detect_current_shell() -> str:
    """Give the name of the shell that the program was called from; nothing where that cannot be told."""
    from shellingham import ShellDetectionFailure, detect_shell  # noqa: PLC0415 -- start-up

    try:
        return str(detect_shell()[0])
    except ShellDetectionFailure:
        return Path(os.environ.get("SHELL", "")).name


def _is_foreign_file(path: Path) -> bool:
    """Tell whether a file is there that is no script of this program."""
    try:
        return b"--show-completion" not in path.read_bytes()
    except OSError:
        return False


def _report_install_failure(message: str, hint: str) -> typer.Exit:
    """Say why nothing could be installed, and give the way out."""
    print_message(f"{message}; {hint}")
    return typer.Exit(ExitCode.FAILURE)


def _append_startup_line(start_up: Path, line: str) -> None:
    """Put a line at the end of a start-up file, once; what stands there stays."""
    text = start_up.read_bytes() if start_up.exists() else b""
    whole = f"{line}  {_STARTUP_LINE_MARK}\n".encode()
    if whole.strip() in text:
        return
    start_up.parent.mkdir(parents=True, exist_ok=True)
    with start_up.open("ab") as file:
        file.write(whole if not text or text.endswith(b"\n") else b"\n" + whole)


def _get_folder_from_environment(variable: str, otherwise: str) -> Path:
    """Give the folder that the environment names, else one in the home of the person."""
    named = os.environ.get(variable, "")
    return Path(named) if named else Path.home() / otherwise


def _locate_bash_script() -> _ScriptLocation:
    """Give the place that bash-completion looks into; where that is not loaded, the start-up file loads the script."""
    own = os.environ.get("BASH_COMPLETION_USER_DIR")
    folder = Path(own) if own else _get_folder_from_environment("XDG_DATA_HOME", ".local/share") / "bash-completion"
    script = folder / "completions" / PROGRAM
    there = quote(str(script))
    line = f"[[ -n ${{BASH_COMPLETION_VERSINFO-}} || ! -r {there} ]] || . {there}"
    return _ScriptLocation(script=script, startup_file=Path.home() / ".bashrc", startup_line=line)


def _locate_zsh_script() -> _ScriptLocation:
    """Give the place in zsh, with a line that serves whether or not the completion of zsh was begun before it."""
    home = _get_folder_from_environment("ZDOTDIR", "")
    folder, function = home / ".zfunc", f"_{PROGRAM}"
    begun = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }"
    there = quote(str(folder / function))
    loading = f"fpath=({quote(str(folder))} $fpath); {begun}; autoload -Uz {function} && compdef {function} {PROGRAM}"
    line = f"[[ ! -r {there} ]] || {{ {loading} }}"
    return _ScriptLocation(script=folder / function, startup_file=home / ".zshrc", startup_line=line)


def _locate_fish_script() -> _ScriptLocation:
    """Give the place that fish looks into."""
    return _ScriptLocation(
        script=_get_folder_from_environment("XDG_CONFIG_HOME", ".config") / "fish" / "completions" / f"{PROGRAM}.fish"
    )


def _locate_powershell_script() -> _ScriptLocation:
    """Give a place for PowerShell, which looks nowhere itself: the person adds the line that loads the script."""
    from platformdirs import user_data_path  # noqa: PLC0415 -- start-up

    script = user_data_path(PROGRAM, appauthor=False) / f"{PROGRAM}.ps1"
    doubled = str(script).replace("'", "''")
    return _ScriptLocation(script=script, startup_line=f". '{doubled}'")


_SCRIPT_LOCATORS = {
    "bash": _locate_bash_script,
    "zsh": _locate_zsh_script,
    "fish": _locate_fish_script,
    "powershell": _locate_powershell_script,
}
