"""The parser of an unfinished command line, for completion.

Typer has completion of its own, but it only offers words that start exactly as typed (`NAT` would not find
`natural=`), and it splits one text that has lost its quotes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

import typer
from typer._click.core import Command
from typer.core import TyperArgument, TyperGroup, TyperOption

from canasta_score.rules.frozen import Value, frozen

OPTION_PREFIX = "-"
_END_OF_OPTIONS = "--"


@frozen
class PartialCommandLine(Value):
    """The complete words of a command line: the innermost command, the values of all options, the arguments.

    `pending_option` is the option whose value comes next.
    """

    command: Command
    option_values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()
    pending_option: TyperOption | None = None
    has_options_ended: bool = False

    def get_last_value(self, option: str) -> str | None:
        """Return the last value of an option, or None."""
        return self.option_values[option][-1] if option in self.option_values else None


def parse_command_line(program: Command, words: Sequence[str]) -> PartialCommandLine | None:
    """Parse the whole words of a command line; return None if they name an unknown command."""
    line: PartialCommandLine | None = PartialCommandLine(command=program)
    for word in words:
        if line is None:
            break
        line = _add_word(line, word)
    return line


def _add_word(typed: PartialCommandLine, word: str) -> PartialCommandLine | None:
    if typed.pending_option:
        return _add_option_value(typed, typed.pending_option, word)
    if not typed.has_options_ended and word == _END_OF_OPTIONS:
        return replace(typed, has_options_ended=True)
    if not typed.has_options_ended and _is_option(word):
        return _add_option(typed, word)
    if isinstance(typed.command, TyperGroup):
        command = typed.command.get_command(typer.Context(typed.command), word)
        return PartialCommandLine(command=command, option_values=typed.option_values) if command else None
    return replace(typed, arguments=(*typed.arguments, word))


def _is_option(word: str) -> bool:
    return word.startswith(OPTION_PREFIX) and word != OPTION_PREFIX


def _add_option(typed: PartialCommandLine, word: str) -> PartialCommandLine:
    name, sign, value = word.partition("=")
    option = find_option(typed.command, name)
    if option is None and not word.startswith(_END_OF_OPTIONS):
        option, sign, value = find_option(typed.command, word[:2]), "=", word[2:]
    if option is None:
        return typed
    if option.is_flag or sign:
        return _add_option_value(typed, option, value)
    return replace(typed, pending_option=option)


def _add_option_value(typed: PartialCommandLine, option: TyperOption, value: str) -> PartialCommandLine:
    name = option.name or ""
    return replace(
        typed,
        option_values={**typed.option_values, name: (*typed.option_values.get(name, ()), value)},
        pending_option=None,
    )


def list_options(command: Command) -> list[TyperOption]:
    """Return the visible options of a command, with --help."""
    params = command.get_params(typer.Context(command))
    return [param for param in params if isinstance(param, TyperOption) and not param.hidden]


def find_option(command: Command, name: str) -> TyperOption | None:
    """Return the option with a name, or None."""
    return next((option for option in list_options(command) if name in option.opts), None)


def find_next_argument(typed: PartialCommandLine) -> tuple[TyperArgument, Sequence[str]] | None:
    """Return the argument that comes next and the words it already has, or None."""
    wanted = [param for param in typed.command.params if isinstance(param, TyperArgument)]
    for place, argument in enumerate(wanted):
        if argument.nargs == -1:
            return argument, typed.arguments[place:]
        if place == len(typed.arguments):
            return argument, ()
    return None
