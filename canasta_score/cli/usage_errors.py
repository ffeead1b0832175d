"""Wrong options and arguments: those that commands find, and those that Typer finds, in the words of the program."""

import shlex
from collections.abc import Sequence

import typer
from typer._click.core import Context
from typer._click.exceptions import BadOptionUsage, MissingParameter, NoSuchOption, UsageError
from typer.core import TyperGroup

from canasta_score.cli.registry import find_command_spec
from canasta_score.rules.diagnostics import Diagnostic, suggest_name
from canasta_score.rules.text import escape_unprintable

_NOUNS = {
    "CARD": "the cards in the hand",
    "FILE": "a file",
    "GROUP": "groups of cards",
    "HAND": "the number of a hand",
    "NAME": "a name",
    "SIDE": "a side",
    "TALLY": "a side and its items",
    "TEXT": "a text",
    "TOTAL": "a total",
    "VARIANT": "the name of the rules",
}


class CommandLineError(typer.BadParameter):
    """A wrong option or argument, with what to do about it."""

    def __init__(self, message: str, hint: str, command: Sequence[str], option: str) -> None:
        """Keep the hint and the words of the command that it proposes."""
        super().__init__(message)
        self._option, self._hint, self._command = option, hint, tuple(command)

    @property
    def diagnostic(self) -> Diagnostic:
        """Return what is wrong, after the name of the option if it is one."""
        option = self._option or next(iter(getattr(self.param, "opts", ())), "")
        message = f"{option}: {self.message}" if option.startswith("-") else self.message
        return Diagnostic(message=message, hint=self._hint, command=self._command)


def build_usage_error(message: str, option: str = "", hint: str = "", *command: str) -> CommandLineError:
    """Return the error of a wrong option or argument."""
    return CommandLineError(escape_unprintable(message), hint, command, option)


def build_unknown_command_error(word: str, known: Sequence[str], typed: Sequence[str]) -> CommandLineError:
    """Return the error of an unknown command, with the whole line as it was probably meant."""
    message = f'unknown command "{word}"'
    nearest = suggest_name(word.lower(), known)
    if nearest is None:
        return build_usage_error(message, "", "to see all commands", "--help")
    return build_usage_error(message, "", "did you mean", *_replace_word(typed, word, nearest))


def build_extra_words_error(extra: Sequence[str], command_path: str) -> CommandLineError:
    """Return the error of words after all that a command takes."""
    _, *command = command_path.split()
    message = f'"{" ".join(command)}" takes no more words, but then comes "{" ".join(extra)}"'
    return build_usage_error(message, "", "for help", *command, "--help")


def describe_usage_error(error: UsageError, typed: Sequence[str]) -> Diagnostic:
    """Return what is wrong with a command line; `typed` are its words without the program's name."""
    if isinstance(error, CommandLineError):
        return error.diagnostic
    command = _list_command_words(error.ctx)
    match error:
        case NoSuchOption(option_name=option):
            return _describe_unknown_option(option, error.possibilities or (), command, typed)
        case BadOptionUsage(option_name=option):
            return _describe_option_value(option, error.ctx, command)
        case MissingParameter():
            return _describe_missing_argument(error, command)
    if isinstance(error.cmd, TyperGroup):
        message = f'"{" ".join(command)}" needs one more word'
        return Diagnostic(message=message, hint="to see all commands", command=(*command, "--help"))
    return Diagnostic(message=error.format_message(), hint="for help", command=(*command, "--help"))


def _list_command_words(context: Context | None) -> tuple[str, ...]:
    return tuple(context.command_path.split()[1:]) if context else ()


def _describe_unknown_option(
    option: str, similar: Sequence[str], command: Sequence[str], typed: Sequence[str]
) -> Diagnostic:
    message = f"unknown option {escape_unprintable(option)}"
    if not similar:
        return Diagnostic(message=message, hint="to see the options", command=(*command, "--help"))
    return Diagnostic(message=message, hint="did you mean", command=tuple(_replace_word(typed, option, similar[0])))


def _describe_option_value(option: str, context: Context | None, command: Sequence[str]) -> Diagnostic:
    params = context.command.params if context else ()
    is_flag = any(option in param.opts and getattr(param, "is_flag", False) for param in params)
    message = f"{option} takes no value" if is_flag else f"{option} needs a value"
    return Diagnostic(message=message, hint="for help", command=(*command, "--help"))


def _describe_missing_argument(error: MissingParameter, command: Sequence[str]) -> Diagnostic:
    metavar = error.param.make_metavar(error.ctx).strip("{}[].") if error.param and error.ctx else ""
    message = f'"{" ".join(command)}" needs {_NOUNS.get(metavar, metavar)}'
    spec = find_command_spec(command)
    return Diagnostic(message=message, hint="for example", command=tuple(shlex.split(spec.examples[0])) if spec else ())


def _replace_word(typed: Sequence[str], wrong: str, right: str) -> list[str]:
    words, is_replaced = [], False
    for word in typed:
        name, sign, value = word.partition("=")
        fits = not is_replaced and name == wrong
        words.append(f"{right}{sign}{value}" if fits else word)
        is_replaced = is_replaced or fits
    return words
