"""`--install-completion`: the script of a shell is put where that shell looks for a person's own ones."""

import os
from pathlib import Path
from shlex import quote

import typer

from canasta_score.cli.completion.scripts import SCRIPTS
from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.terminal import PROGRAM, say, warn, wrong_use
from canasta_score.rules.diagnostics import did_you_mean
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.schema.reader import listed

OPTION = "--install-completion"
MARK = f"# {PROGRAM} {OPTION}"
OTHER_NAMES = {"pwsh": "powershell"}


@frozen
class Place(Value):
    """Where the script of a shell lies, and the line that its start-up file needs to load it, if it needs one."""

    script: Path
    start_up: Path | None = None
    line: str = ""


def install_completion(shell: str) -> None:
    """Install the script of a shell, or of the one at hand, and say where; what a person has there is not lost."""
    named = shell_meant(shell)
    try:
        place = PLACES[named]()
    except RuntimeError:
        hint = f"set HOME, or place the script yourself: {PROGRAM} --show-completion {named}"
        raise cannot_install("it cannot be told where your home is", hint) from None
    script = script_for(named)
    if is_of_somebody_else(place.script):
        message = f"'{place.script}' is there already and was not put there by {PROGRAM}"
        raise cannot_install(message, "put it away first")
    try:
        place.script.parent.mkdir(parents=True, exist_ok=True)
        place.script.write_text(script, "utf-8", newline="\n")
        if place.start_up:
            add_line(place.start_up, place.line)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        hint = f"see who may write there, or place it yourself: {PROGRAM} --show-completion {named}"
        raise cannot_install(f"'{error.filename or place.script}' cannot be written: {reason}", hint) from None
    say(installed_in_words(named, place))


def installed_in_words(shell: str, place: Place) -> str:
    """Say what was installed and what is left to do."""
    if place.start_up:
        return f"The completion for {shell} is in {place.script}, and {place.start_up} loads it. A new shell has it."
    if place.line:
        return f"The completion for {shell} is in {place.script}. Add this line to your $PROFILE:\n    {place.line}"
    return f"The completion for {shell} is in {place.script}. A new shell has it."


def script_for(shell: str) -> str:
    """Give the completion script of a shell, or of the one at hand where none is named."""
    return SCRIPTS[shell_meant(shell)]


def shell_meant(shell: str) -> str:
    """Give the name of the shell that is meant: the one that is named, else the one that the person is in."""
    name = shell.lower() or shell_at_hand()
    name = OTHER_NAMES.get(name, name)
    if name in SCRIPTS:
        return name
    known = f"name one of {listed(SCRIPTS, 'or')}, such as {OPTION} bash"
    if shell:
        raise wrong_use(f"there is no completion for '{shell}'; {did_you_mean(name, SCRIPTS)}", hint=OPTION)
    told = f"there is no completion for {name}, the shell you are in" if name else "it cannot be told which shell it is"
    raise wrong_use(f"{told}; {known}", hint=OPTION)


def shell_at_hand() -> str:
    """Give the name of the shell that the program was called from; nothing where that cannot be told."""
    from shellingham import ShellDetectionFailure, detect_shell  # noqa: PLC0415 -- start-up

    try:
        return str(detect_shell()[0])
    except ShellDetectionFailure:
        return Path(os.environ.get("SHELL", "")).name


def is_of_somebody_else(path: Path) -> bool:
    """Tell whether a file is there that is no script of this program."""
    try:
        return b"--show-completion" not in path.read_bytes()
    except OSError:
        return False


def cannot_install(message: str, hint: str) -> typer.Exit:
    """Say why nothing could be installed, and give the way out."""
    warn(f"{message}; {hint}")
    return typer.Exit(ExitCode.FOUND)


def add_line(start_up: Path, line: str) -> None:
    """Put a line at the end of a start-up file, once; what stands there stays."""
    text = start_up.read_bytes() if start_up.exists() else b""
    whole = f"{line}  {MARK}\n".encode()
    if whole.strip() in text:
        return
    start_up.parent.mkdir(parents=True, exist_ok=True)
    with start_up.open("ab") as file:
        file.write(whole if not text or text.endswith(b"\n") else b"\n" + whole)


def folder_named(variable: str, otherwise: str) -> Path:
    """Give the folder that the environment names, else one in the home of the person."""
    named = os.environ.get(variable, "")
    return Path(named) if named else Path.home() / otherwise


def place_in_bash() -> Place:
    """Give the place that bash-completion looks into; where that is not loaded, the start-up file loads the script."""
    own = os.environ.get("BASH_COMPLETION_USER_DIR")
    folder = Path(own) if own else folder_named("XDG_DATA_HOME", ".local/share") / "bash-completion"
    script = folder / "completions" / PROGRAM
    there = quote(str(script))
    line = f"[[ -n ${{BASH_COMPLETION_VERSINFO-}} || ! -r {there} ]] || . {there}"
    return Place(script=script, start_up=Path.home() / ".bashrc", line=line)


def place_in_zsh() -> Place:
    """Give the place in zsh, with a line that serves whether or not the completion of zsh was begun before it."""
    home = folder_named("ZDOTDIR", "")
    folder, function = home / ".zfunc", f"_{PROGRAM}"
    begun = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }"
    there = quote(str(folder / function))
    loading = f"fpath=({quote(str(folder))} $fpath); {begun}; autoload -Uz {function} && compdef {function} {PROGRAM}"
    line = f"[[ ! -r {there} ]] || {{ {loading} }}"
    return Place(script=folder / function, start_up=home / ".zshrc", line=line)


def place_in_fish() -> Place:
    """Give the place that fish looks into."""
    return Place(script=folder_named("XDG_CONFIG_HOME", ".config") / "fish" / "completions" / f"{PROGRAM}.fish")


def place_in_powershell() -> Place:
    """Give a place for PowerShell, which looks nowhere itself: the person adds the line that loads the script."""
    from platformdirs import user_data_path  # noqa: PLC0415 -- start-up

    script = user_data_path(PROGRAM, appauthor=False) / f"{PROGRAM}.ps1"
    doubled = str(script).replace("'", "''")
    return Place(script=script, line=f". '{doubled}'")


PLACES = {"bash": place_in_bash, "zsh": place_in_zsh, "fish": place_in_fish, "powershell": place_in_powershell}
