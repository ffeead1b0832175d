"""A command line as far as it is typed: its command, its options, and what the next word is for.

Typer walks command lines for completion itself, but takes only words of which exactly what is typed is the beginning
(neither `NAT` nor a short name would find `natural=`), and reads the words from one text that has lost its quotes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from canasta_score.rules.frozen import Value, frozen

Command = TyperGroup | TyperCommand
SIGN = "-"
END_OF_OPTIONS = "--"


@frozen
class CommandLine(Value):
    """What is typed, whole words only: the innermost command, the options given to it and before it, its arguments.

    `wanting` is the option whose value comes next; `options_end` says that no options come any more, behind `--`.
    """

    command: Command
    given: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()
    wanting: TyperOption | None = None
    options_end: bool = False

    def last(self, option: str) -> str | None:
        """Give the value of an option that was given, the last where there are several."""
        return self.given[option][-1] if option in self.given else None


def read_command_line(app: typer.Typer, words: Sequence[str]) -> CommandLine | None:
    """Read the whole words of a command line; None where they name a command that there is none of."""
    program = get_command(app)
    typed = CommandLine(command=program) if isinstance(program, TyperGroup) else None
    for word in words:
        if typed is None:
            break
        typed = with_word(typed, word)
    return typed


def with_word(typed: CommandLine, word: str) -> CommandLine | None:
    """Give what is typed after one more word."""
    if typed.wanting:
        return with_value(typed, typed.wanting, word)
    if not typed.options_end and word == END_OF_OPTIONS:
        return replace(typed, options_end=True)
    if not typed.options_end and is_option(word):
        return with_option(typed, word)
    if isinstance(typed.command, TyperGroup):
        command = typed.command.get_command(typer.Context(typed.command), word)
        if not isinstance(command, TyperGroup | TyperCommand):
            return None
        return CommandLine(command=command, given=typed.given)
    return replace(typed, arguments=(*typed.arguments, word))


def is_option(word: str) -> bool:
    """Tell whether a word is an option or begins one."""
    return word.startswith(SIGN) and word != SIGN


def with_option(typed: CommandLine, word: str) -> CommandLine:
    """Give what is typed after an option, which may have its value behind = or, a letter, right behind it."""
    name, sign, value = word.partition("=")
    option = option_called(typed.command, name)
    if option is None and not word.startswith(END_OF_OPTIONS):
        option, sign, value = option_called(typed.command, word[:2]), "=", word[2:]
    if option is None:
        return typed
    if option.is_flag or sign:
        return with_value(typed, option, value)
    return replace(typed, wanting=option)


def with_value(typed: CommandLine, option: TyperOption, value: str) -> CommandLine:
    """Give what is typed with the value of an option, added to those that it has."""
    name = option.name or ""
    return replace(typed, given={**typed.given, name: (*typed.given.get(name, ()), value)}, wanting=None)


def options_of(command: Command) -> list[TyperOption]:
    """List the options of a command, --help too."""
    params = command.get_params(typer.Context(command))
    return [param for param in params if isinstance(param, TyperOption) and not param.hidden]


def option_called(command: Command, name: str) -> TyperOption | None:
    """Give the option of a command that has some name."""
    return next((option for option in options_of(command) if name in option.opts), None)


def argument_at(typed: CommandLine) -> tuple[TyperArgument, Sequence[str]] | None:
    """Give the argument that comes next, with those of its words that are typed; None where there is none."""
    wanted = [param for param in typed.command.params if isinstance(param, TyperArgument)]
    for place, argument in enumerate(wanted):
        if argument.nargs == -1:
            return argument, typed.arguments[place:]
        if place == len(typed.arguments):
            return argument, ()
    return None
