"""Messages to standard error: `error:` (nothing was done), `warning:` (it was, but look), `note:`, then a `hint:`."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path

import typer

from canasta_score.cli import paths, terminal
from canasta_score.cli.invocation import ExitCode, get_invocation
from canasta_score.cli.options import ANYWAY_FLAG, VARIANT_SEPARATOR
from canasta_score.cli.registry import COMMANDS_WITHOUT_LEDGER, END_OF_OPTIONS, EVENT_GROUP
from canasta_score.disk.files import describe_missing_file, is_folder
from canasta_score.hand.facts import TallyError
from canasta_score.rules.diagnostics import PROGRAM, CanastaError, Diagnostic, DiagnosticCode, Severity
from canasta_score.rules.frozen import replace
from canasta_score.rules.text import escape_unprintable, join_words

_INDENT = "  "
_MAX_TALLY_LINE_WIDTH = 72
_MOST_FILES_NAMED = 4
_LEDGER_FLAGS = ("-l", "--ledger")
_EVENT_FLAGS = ("-e", "--event")
_WHY_FLAG = "--why"
# What people type as a word of a hand, and what it is.
_OPTIONS_OF_HANDS = {"anyway": ANYWAY_FLAG, "dry-run": "add --dry-run", "json": "--json"}
_OPTIONS_OF_CORRECTIONS = {"anyway": ANYWAY_FLAG, "swap": "--swap", "why": _WHY_FLAG}
_CODES_OF_MISSING_FILES = (DiagnosticCode.NO_SUCH_FILE, DiagnosticCode.NO_SUCH_GAME, DiagnosticCode.NO_SUCH_EVENT)
_WORDS_OF_NEEDS = ("need", "needs")


def add_option(words: Sequence[str], *option: str) -> list[str]:
    """Return the words of a command with one more option, before what `--` keeps from being options."""
    end = words.index(END_OF_OPTIONS) if END_OF_OPTIONS in words else len(words)
    return [*words[:end], *option, *words[end:]]


def change_ledger(words: Sequence[str], file: str) -> list[str]:
    """Return the words of a command with another game file in place of the one that they name, if any."""
    pairs = pairwise(["", *words])
    without = [word for before, word in pairs if not (word.startswith(_LEDGER_FLAGS) or before in _LEDGER_FLAGS)]
    return [*without[:1], "-l", file, *without[1:]]


def format_command(*words: str) -> str:
    """Return a command as it is typed here: quoted, with the game file if it is not the usual one."""
    from canasta_score.cli.shells import Shell, detect_shell, quote_words  # start-up: few commands propose another

    if get_invocation().is_at_prompt:
        typed = _add_file(words)
        if get_invocation().event is not None and typed[0] == EVENT_GROUP:  # at the desk, where a slip needs no game
            typed = typed[3 if typed[1:3] == ("slip", str(get_invocation().game)) else 1 :]
        return quote_words(typed, Shell.PROMPT)
    return quote_words((PROGRAM, *_add_file(words)), detect_shell())


def _add_file(words: Sequence[str]) -> Sequence[str]:
    """Return the words of a command with the option for the file in use, unless they name a file already."""
    place, flags, option = 1, _LEDGER_FLAGS, paths.list_ledger_words()
    if words[0] == EVENT_GROUP:
        name = get_invocation().named_event or ""
        is_usual = not name or paths.expand_path(name) == paths.resolve_event_path(None)
        place, flags, option = 2, _EVENT_FLAGS, () if is_usual else ("-e", name)
    # The file may be named without the option, as in `export tuesday.toml`.
    is_named = any(word.startswith(flags) or word == option[-1] for word in words if option)
    is_complete = is_named or words[0] in COMMANDS_WITHOUT_LEDGER
    return words if is_complete else (*words[:place], *option, *words[place:])


def complete_for_json(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics with the hints that are printed, and still with their code and file."""
    complete = []
    for each in diagnostics:
        shown = _complete_hint(each)
        command = tuple(_add_file(shown.command)) if shown.command else ()
        complete.append(replace(shown, code=each.code, file=each.file, command=command))
    return complete


def print_note(message: str, hint: str = "", *command: str) -> None:
    """Print something that is good to know; `command` are the words that the hint proposes."""
    print_diagnostics([Diagnostic(severity=Severity.NOTE, message=message, hint=hint, command=command)])


def print_left_out(files: Sequence[Path], reason: str, hint: str = "", *command: str) -> None:
    """Print which files of a folder do not count, the first of them by name, and why; nothing without any."""
    if files:
        more = len(files) - _MOST_FILES_NAMED
        named = [*map(str, files[:_MOST_FILES_NAMED]), *([f"{more:,} more"] if more > 0 else [])]
        print_note(f"{reason}; left out: {join_words(named)}", hint, *command)


def print_warning(message: str, hint: str = "", *command: str) -> None:
    """Print what should be looked at, although it was done; `command` are the words that the hint proposes."""
    print_diagnostics([Diagnostic(severity=Severity.WARNING, message=message, hint=hint, command=command)])


def print_problem(message: str, hint: str = "", *command: str) -> None:
    """Print why nothing was done; `command` are the words that the hint proposes."""
    print_diagnostics([Diagnostic(message=message, hint=hint, command=command)])


def print_hint(text: str, *command: str) -> None:
    """Print what can be typed next."""
    line = f"hint: {escape_unprintable(text)}".removesuffix(": ")
    if not command:
        _print_to_stderr(_wrap(line))
        return
    typed = escape_unprintable(format_command(*command))
    whole = f"{line}: {typed}"
    if not sys.stderr.isatty() or len(whole) <= terminal.get_terminal_width():
        _print_to_stderr(whole)
    else:  # the terminal itself breaks the command, so that it can be copied
        _print_to_stderr(f"{_wrap(f'{line}:')}\n{_INDENT}{typed}")


def print_diagnostics(
    diagnostics: Iterable[Diagnostic], words: Sequence[str] = (), *, is_accepted: bool = False
) -> None:
    """Print what is wrong, with marks under the wrong words; what is impossible but accepted is a warning."""
    shown = [*dict.fromkeys(map(_complete_hint, diagnostics))]
    for index, diagnostic in enumerate(shown):
        label = Severity.WARNING if is_accepted and diagnostic.is_impossible else diagnostic.severity.label
        _print_to_stderr(_wrap(f"{label}: {escape_unprintable(diagnostic.headline)}"))
        for line in _iter_marked_lines(words, diagnostic.word_index):
            _print_to_stderr(_INDENT + line)
        hint, command = diagnostic.hint, diagnostic.command
        if is_accepted and diagnostic.code is DiagnosticCode.GAME_OVER:
            hint, command = "the hand counts in the totals, but it does not change who won", ()
        # Each hint is printed once, after the last thing that it is for.
        is_repeated = any((hint, command) == (later.hint, later.command) for later in shown[index + 1 :])
        if (hint or command) and not is_repeated:
            print_hint(hint, *command)


def _complete_hint(diagnostic: Diagnostic) -> Diagnostic:
    """Return the diagnostic with the hint that only the command line knows: which command helps here."""
    if diagnostic.code is DiagnosticCode.UNKNOWN_WORD and diagnostic.hint:
        named = (value for option, value in pairwise(get_invocation().words) if option in {"-v", "--variant"})
        rules = [value.partition(VARIANT_SEPARATOR)[0] for value in named][:1] or paths.list_ledger_words()[1:]
        return replace(diagnostic, hint=f"{diagnostic.hint}; to see all items", command=("variants", "show", *rules))
    if diagnostic.code is DiagnosticCode.GAME_OVER and not diagnostic.command:
        next_game = paths.build_next_game_command(paths.get_ledger_path(get_invocation().named_ledger))
        return replace(diagnostic, hint="to start the next game", command=next_game)
    is_of_a_game = diagnostic.file and not diagnostic.where  # not of an event, nor an entry in a file
    if diagnostic.code is DiagnosticCode.NOTHING_TO_UNDO and is_of_a_game:
        return replace(diagnostic, hint=f"{diagnostic.hint}; for a different game add -l FILE")
    if diagnostic.code is DiagnosticCode.NO_SUCH_GAME and diagnostic.command:
        return _complete_missing_game(diagnostic)
    if diagnostic.code in _CODES_OF_MISSING_FILES and not is_folder(Path(diagnostic.file)):
        return replace(diagnostic, message=describe_missing_file(Path(diagnostic.file)), file="")
    return diagnostic


def _complete_missing_game(diagnostic: Diagnostic) -> Diagnostic:
    """Return the error of a game that is not there, with the way to another game or a new one."""
    file = diagnostic.file
    is_usual = file == paths.DEFAULT_LEDGER and not paths.get_chosen_ledger()
    message = "no game in this folder" if is_usual else describe_missing_file(Path(file))
    if diagnostic.command != ("new",):  # a way that only this command has
        return replace(diagnostic, message=message, file="")
    hint, *command = "to list your games", "games"
    if is_usual:
        from canasta_score.game.storage.recent_games import find_games

        here = [found.game.file for found in find_games()[0] if found.is_here]
        if not here:
            hint, *command = "to start one", "new"
        elif len(here) == 1 and not get_invocation().is_at_prompt:
            hint, command = f"to use the game in {here[0]}", change_ledger(get_invocation().words, here[0])
            command = [word for word in command if word != file]  # which may be named without the option
    elif Path(file).parent.is_dir():
        hint, *command = "to start a game in it", "new", "-l", file
    return Diagnostic(message=message, hint=hint, command=tuple(command))


def print_error(error: CanastaError) -> None:
    """Print what is wrong, with marks under the words of a tally, and how to record a hand that looks impossible."""
    if not isinstance(error, TallyError):
        print_diagnostics(error.diagnostics)
        return
    print_diagnostics(_suggest_options(error), error.words)
    if not any(problem.is_impossible for problem in error.problems):
        return
    is_only_late = all(problem.code is DiagnosticCode.GAME_OVER for problem in error.diagnostics)
    if is_only_late and error.problems[0].command == ("undo",):  # recorded after such an end, it would change nothing
        next_game = _complete_hint(replace(error.problems[0], command=()))
        print_hint(next_game.hint, *next_game.command)
        return
    text = "to record it anyway" if is_only_late else "if the cards really say so"
    typed = get_invocation().words or ("add",)  # at the prompt of `play`, Enter alone asks for a hand
    print_hint(text, *add_option(typed, ANYWAY_FLAG))


def _suggest_options(error: TallyError) -> Sequence[Diagnostic]:
    """Return what is wrong with a tally, with a hint to the option or the command that a word stands for."""
    from canasta_score.hand.tally.names import normalize_word

    options = _OPTIONS_OF_CORRECTIONS if get_invocation().words[:1] == ["fix"] else _OPTIONS_OF_HANDS
    suggested: list[Diagnostic] = []
    for diagnostic in error.problems:
        index = diagnostic.word_index
        is_unknown = index is not None and index < len(error.words) and not diagnostic.fact
        word = error.words[index or 0].partition("=")[0] if is_unknown else ""
        name = normalize_word(word).strip("?")
        # The message of one unknown word names the others, too.
        message = f'unknown item "{word}"' if diagnostic.code is DiagnosticCode.UNKNOWN_WORD else diagnostic.message
        own = replace(diagnostic, code=DiagnosticCode.UNKNOWN_ITEM, message=message)
        if name in _WORDS_OF_NEEDS and index:  # a question, such as `we need how much`
            return [replace(own, hint="to see what each side needs", command=("meld",))]
        if name not in options:
            suggested.append(diagnostic)
            continue
        suggested.append(replace(own, hint=f"did you mean {options[name]}?"))
        if options[name] == _WHY_FLAG:
            break  # the words after it are the reason, not part of the tally
    return suggested


def _wrap(line: str) -> str:
    return terminal.wrap_to_terminal(line, _INDENT) if sys.stderr.isatty() else line


def _print_to_stderr(text: str) -> None:
    uses_color = terminal.should_use_color(sys.stderr)
    with suppress(OSError):  # nobody reads it, but the exit code says what happened
        typer.echo(terminal.colorize_message(text) if uses_color else text, err=True, color=uses_color)


def _iter_marked_lines(words: Sequence[str], marked: int | None) -> Iterator[str]:
    # Of a long tally, only the line with the mark is shown.
    if marked is None:
        return
    line, marks = "", ""
    width = min(_MAX_TALLY_LINE_WIDTH, terminal.get_terminal_width() - len(_INDENT))
    for index, word in enumerate(map(escape_unprintable, words)):
        if line and len(line) + len(word) > width:
            if marks.strip():
                break
            line, marks = "", ""
        line += f"{word} "
        marks += ("^" if index == marked else " ") * len(word) + " "
    if marks.strip():
        yield line.rstrip()
        yield marks.rstrip()


@contextmanager
def explain_refused_tally(build_json: Callable[[Sequence[Diagnostic]], object]) -> Iterator[None]:
    """Print why a tally is refused, as JSON too if that is asked for, and raise typer.Exit."""
    try:
        yield
    except TallyError as error:
        print_error(error)
        if get_invocation().owes_json:
            terminal.print_json(build_json(complete_for_json(_suggest_options(error))))
        raise typer.Exit(ExitCode.INVALID_TALLY) from None
