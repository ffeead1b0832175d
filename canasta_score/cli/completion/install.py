"""The completion scripts of the shells: one is printed, or put where the shell looks for it."""

import os
from contextlib import suppress
from pathlib import Path
from shlex import quote

import typer
from platformdirs import user_data_path

from canasta_score.cli import messages, registry, shells, terminal
from canasta_score.cli.invocation import ExitCode, usage_error
from canasta_score.disk.atomic import UnsyncedError, write_atomically
from canasta_score.rules.diagnostics import PROGRAM, format_suggestion
from canasta_score.rules.text import join_words


def install_completion(shell: str) -> None:
    """Install the script of a shell, of the current one if `shell` is empty, and print where; may raise typer.Exit."""
    shell = _resolve_shell(shell)
    try:
        script, startup_file, startup_line = _locate_script(shell)
    except RuntimeError:  # Path.home() found no home folder
        message = "your home folder is unknown"
        raise _report_install_failure(message, "set HOME, or put the script in place", shell) from None
    with suppress(OSError):
        if registry.SHOW_SCRIPT_OPTION.encode() not in script.read_bytes():
            message = f'"{script}" exists, and {PROGRAM} did not write it'
            raise _report_install_failure(message, "move it away, or put the script in place", shell)
    try:
        script.parent.mkdir(parents=True, exist_ok=True)
        with suppress(UnsyncedError):  # after a power failure it is installed again
            write_atomically(script.resolve(), get_completion_script(shell).encode(), overwrite=True)
        if startup_file:
            # Bytes, because a person's startup file may be in any encoding; appended, so that a link stays a link.
            text = startup_file.read_bytes() if startup_file.exists() else b""
            line = f"{startup_line}  # {PROGRAM} {registry.INSTALL_OPTION}\n".encode()
            if line.strip() not in text:
                startup_file.parent.mkdir(parents=True, exist_ok=True)
                with startup_file.open("ab") as file:
                    file.write(line if not text or text.endswith(b"\n") else b"\n" + line)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        message = f'"{error.filename or script}" cannot be written: {reason}'
        raise _report_install_failure(message, "check who may write there, or put the script in place", shell) from None
    installed = f"The completion for {shell} is in {script}"
    if startup_line and not startup_file:
        terminal.print_result(f"{installed}. Add this line to your $PROFILE:\n    {startup_line}")
        return
    loaded = f", and {startup_file} loads it" if startup_file else ""
    terminal.print_result(f"{installed}{loaded}. Open a new window to use it.")


def get_completion_script(shell: str) -> str:
    """Return the completion script of a shell, of the current one if `shell` is empty."""
    package = Path(__file__).parent.parent.parent
    installed = package / "completions"
    folder = installed if installed.is_dir() else package.parent / "completions"
    return (folder / shells.SCRIPT_FILES[_resolve_shell(shell)]).read_text("utf-8")


def detect_current_shell() -> str:
    """Return the name of the shell that called the program, or an empty text if it is unknown."""
    from shellingham import ShellDetectionFailure, detect_shell

    try:
        return str(detect_shell()[0])
    except ShellDetectionFailure:
        return Path(os.environ.get("SHELL", "")).name


def _resolve_shell(shell: str) -> str:
    name = shell.lower() or detect_current_shell()
    name = "powershell" if name == "pwsh" else name
    if name in shells.SCRIPT_FILES:
        return name
    if shell:
        hint = format_suggestion(name, shells.SCRIPT_FILES)
        raise usage_error(f'there is no completion for "{shell}"', hint, option=registry.INSTALL_OPTION)
    problem = f"there is no completion for your shell, {name}" if name else "your shell is unknown"
    hint = f"name one of {join_words(shells.SCRIPT_FILES, 'or')}, for example"
    raise usage_error(problem, hint, registry.INSTALL_OPTION, "bash", option=registry.INSTALL_OPTION)


def _report_install_failure(message: str, hint: str, shell: str) -> typer.Exit:
    messages.print_problem(message, f"{hint} yourself", registry.SHOW_SCRIPT_OPTION, shell)
    return typer.Exit(ExitCode.FAILURE)


def _locate_script(shell: str) -> tuple[Path, Path | None, str]:
    """Return where the script goes, the startup file of the shell if it needs one, and the line that loads it."""
    if shell == "bash":
        # bash-completion looks into this folder; where it is not loaded, the startup file loads the script.
        data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
        folder = Path(os.environ.get("BASH_COMPLETION_USER_DIR") or data / "bash-completion")
        script = folder / "completions" / PROGRAM
        path = quote(str(script))
        line = f"[[ -n ${{BASH_COMPLETION_VERSINFO-}} || ! -r {path} ]] || . {path}"
        return script, Path.home() / ".bashrc", line
    if shell == "zsh":
        # zsh has no folder of its own for this; the line works whether or not compinit ran before it.
        home = Path(os.environ.get("ZDOTDIR") or Path.home())
        folder, function = home / ".zfunc", f"_{PROGRAM}"
        start_completion = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }"
        load_function = f"autoload -Uz {function} && compdef {function} {PROGRAM}"
        commands = f"fpath=({quote(str(folder))} $fpath); {start_completion}; {load_function}"
        line = f"[[ ! -r {quote(str(folder / function))} ]] || {{ {commands} }}"
        return folder / function, home / ".zshrc", line
    if shell == "fish":
        config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
        return config / "fish" / "completions" / shells.SCRIPT_FILES[shell], None, ""
    # PowerShell looks nowhere by itself: the person adds the line to the profile.
    script = user_data_path(PROGRAM, appauthor=False) / shells.SCRIPT_FILES[shell]
    doubled_quotes = str(script).replace("'", "''")
    return script, None, f". '{doubled_quotes}'"
