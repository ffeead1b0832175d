"""Parsing a command line as far as it is typed: its command, its options, and what the next word is for.

Typer parses command lines for completion too, but offers only words that begin exactly as typed, so that `NAT` would
not find `natural=`, and splits the words from a text that has lost its quotes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

import typer
from typer.core import TyperArgument, TyperGroup, TyperOption

from canasta_score.cli.shells import END_OF_OPTIONS
from canasta_score.cli.typer_internals import Command
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.text import fold_case

OPTION_PREFIX = "-"


@frozen
class CompletionCandidate(Value):
    """A word that can come next and what it means; if the word is empty, the label is a pattern of file names."""

    word: str
    label: str = ""


@frozen
class PartialCommandLine(Value):
    """The whole words typed so far: the innermost command, its arguments, the options given to it and before it.

    `pending_option` is the option whose value comes next; no options come after `--`.
    """

    command: Command
    option_values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()
    pending_option: TyperOption | None = None
    has_options_ended: bool = False

    def get_last_value(self, option: str) -> str | None:
        """Return the value of an option, the last if it was given several times, or None."""
        return self.option_values[option][-1] if option in self.option_values else None


def parse_command_line(program: Command, words: Sequence[str]) -> PartialCommandLine | None:
    """Parse the whole words of a command line; return None if they name an unknown command."""
    line: PartialCommandLine | None = PartialCommandLine(command=program)
    for word in words:
        line = line and _add_word(line, word)
    return line


def find_next_argument(line: PartialCommandLine) -> tuple[TyperArgument, Sequence[str]] | None:
    """Return the argument that comes next, and those of its words that are typed already; None if there is none."""
    arguments = [param for param in line.command.params if isinstance(param, TyperArgument)]
    for index, argument in enumerate(arguments):
        if argument.nargs == -1:
            return argument, line.arguments[index:]
        if index == len(line.arguments):
            return argument, ()
    return None


def find_option(command: Command, name: str) -> TyperOption | None:
    """Return the option of a command that has a name, or None."""
    return next((option for option in list_options(command) if name in option.opts), None)


def list_options(command: Command) -> list[TyperOption]:
    """Return the options of a command, `--help` among them."""
    params = command.get_params(typer.Context(command))
    return [param for param in params if isinstance(param, TyperOption) and not param.hidden]


def build_candidates(labels: Mapping[str, str]) -> Iterator[CompletionCandidate]:
    """Yield a candidate for each word, with its label."""
    return (CompletionCandidate(word=word, label=label) for word, label in labels.items())


def filter_candidates(candidates: Iterable[CompletionCandidate], current_word: str) -> list[CompletionCandidate]:
    """Return the candidates that begin with the typed word, in upper or lower case, and all file patterns."""
    prefix = fold_case(current_word)
    return [candidate for candidate in candidates if not candidate.word or fold_case(candidate.word).startswith(prefix)]


def _add_word(line: PartialCommandLine, word: str) -> PartialCommandLine | None:
    if line.pending_option:
        return _add_option_value(line, line.pending_option, word)
    if not line.has_options_ended and word == END_OF_OPTIONS:
        return replace(line, has_options_ended=True)
    if not line.has_options_ended and word.startswith(OPTION_PREFIX) and word != OPTION_PREFIX:
        return _add_option(line, word)
    if isinstance(line.command, TyperGroup):
        command = line.command.get_command(typer.Context(line.command), word)
        return PartialCommandLine(command=command, option_values=line.option_values) if command else None
    return replace(line, arguments=(*line.arguments, word))


def _add_option(line: PartialCommandLine, word: str) -> PartialCommandLine:
    name, sign, value = word.partition("=")
    option = find_option(line.command, name)
    if option is None and not word.startswith(END_OF_OPTIONS):  # the value may follow a letter directly: -lFILE
        option, sign, value = find_option(line.command, word[:2]), "=", word[2:]
    if option is None:
        return line
    if option.is_flag or sign:
        return _add_option_value(line, option, value)
    return replace(line, pending_option=option)


def _add_option_value(line: PartialCommandLine, option: TyperOption, value: str) -> PartialCommandLine:
    name = option.name or ""
    values = {**line.option_values, name: (*line.option_values.get(name, ()), value)}
    return replace(line, option_values=values, pending_option=None)
