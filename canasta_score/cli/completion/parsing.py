"""Parsing a command line as far as it is typed: for `NAT`, Typer itself finds no `natural=`, and it loses quotes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import dropwhile

import typer
from typer.core import TyperGroup, TyperOption

from canasta_score.cli.registry import END_OF_OPTIONS
from canasta_score.cli.typer_internals import Command, OptionParser
from canasta_score.rules.frozen import Value
from canasta_score.rules.text import fold_case

OPTION_PREFIX = "-"
# Stands for the word that comes next; the option to which Typer's parser gives it is still without its value.
_NEXT_WORD = "\0"  # no word of a command line can be the same


class CompletionCandidate(Value):
    """A word that can come next and what it means; if the word is empty, the label is a pattern of file names."""

    word: str
    label: str = ""


class PartialCommandLine(Value):
    """The whole words typed so far: the innermost command, its arguments, the options given to it and before it."""

    command: Command
    option_values: Mapping[str, Sequence[str]]
    arguments: Sequence[str]
    pending_option: TyperOption | None  # whose value comes next
    has_options_ended: bool  # by `--`

    def get_last_value(self, option: str) -> str | None:
        """Return the value of an option, the last if it was given several times, or None."""
        return self.option_values[option][-1] if option in self.option_values else None


def parse_command_line(program: Command, words: Sequence[str]) -> PartialCommandLine | None:
    """Parse the whole words of a command line; return None if they name an unknown command."""
    command: Command | None = program
    arguments, option_values = [*words, _NEXT_WORD], dict[str, Sequence[str]]()
    while command:  # the program, then a group or a command in it, each with the words that the one before left over
        has_options_ended = END_OF_OPTIONS in arguments
        context = typer.Context(command, ignore_unknown_options=True, resilient_parsing=True)
        parser = OptionParser(context)
        options = list_options(command)
        for option in options:
            option.add_to_parser(parser, context)
        if not isinstance(command, TyperGroup):
            # Without `-ee.toml`, in which the parser would find the l of -l. But -5 may be a value.
            known = {name for option in options for name in option.opts}
            unknown = [word for word in arguments if _is_option(word) and word[1].isalpha() and word[:2] not in known]
            arguments = [word for word in arguments if word not in unknown]
        values, arguments, _ = parser.parse_args(arguments)
        option_values |= {name: value if isinstance(value, list) else [value] for name, value in values.items()}
        pending = next((option for option in options if _NEXT_WORD in option_values.get(option.name or "", ())), None)
        if isinstance(command, TyperGroup) and not pending:  # the first word that is no option names a command
            name, *arguments = dropwhile(_is_option, arguments)
            if name != _NEXT_WORD:
                command = command.get_command(context, name)
                continue
        return PartialCommandLine(
            command=command,
            option_values={name: values for name, values in option_values.items() if _NEXT_WORD not in values},
            arguments=[word for word in arguments if word != _NEXT_WORD and not _is_option(word)],
            pending_option=pending,
            has_options_ended=has_options_ended,
        )
    return None


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


def _is_option(word: str) -> bool:
    return word.startswith(OPTION_PREFIX) and word != OPTION_PREFIX
