"""What TAB offers: the commands, options and values that the next word on a command line can be."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from typer.core import TyperArgument

from canasta_score.cli.completion import parsing
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.registry import list_summaries
from canasta_score.cli.typer_internals import Command
from canasta_score.rules.frozen import replace
from canasta_score.rules.text import escape_unprintable


def format_candidates(program: Command, words: Sequence[str], current_word: str) -> str:
    """Return the candidates as completion scripts read them: a word, a tab and a label on each line."""
    return "".join(
        f"{candidate.word}\t{escape_unprintable(' '.join(candidate.label.split()))}\n"
        for candidate in list_candidates(program, words, current_word)
        if escape_unprintable(candidate.word) == candidate.word  # the shell would print the word as it is
    )


def list_candidates(program: Command, words: Sequence[str], current_word: str) -> list[parsing.CompletionCandidate]:
    """Return the words that the current word can become; `words` are the whole words before it."""
    with suppress(Exception):  # such as a game file that cannot be read: TAB never prints an error
        line = parsing.parse_command_line(program, words)
        if line is None:
            return []
        if current_word.startswith(parsing.OPTION_PREFIX) and not (line.pending_option or line.has_options_ended):
            return parsing.filter_candidates(_iter_options(program, words, line, current_word), current_word)
        if isinstance(line.command, LazyGroup) and not line.pending_option:
            return parsing.filter_candidates(parsing.build_candidates(list_summaries(line.command.specs)), current_word)
        from canasta_score.cli.completion.argument_values import list_value_candidates

        if line.pending_option:
            return list_value_candidates(line.pending_option, line, (), current_word)
        arguments = [param for param in line.command.params if isinstance(param, TyperArgument)]
        for index, argument in enumerate(arguments):
            if argument.nargs == -1 or index == len(line.arguments):
                return list_value_candidates(argument, line, line.arguments[index:], current_word)
    return []


def _iter_options(
    program: Command, words: Sequence[str], line: parsing.PartialCommandLine, current_word: str
) -> Iterator[parsing.CompletionCandidate]:
    name, sign, value = current_word.partition("=")
    if sign:
        before = parsing.parse_command_line(program, [*words, name])
        values = list_candidates(program, [*words, name], value) if before and before.pending_option else []
        yield from (replace(each, word=f"{name}={each.word}") if each.word else each for each in values)
        return
    for option in parsing.list_options(line.command):
        if option.multiple or option.name not in line.option_values:
            # An option of one letter is offered only once it is typed: it has a long name too.
            names = [name for name in option.opts if name.startswith("--") or name == current_word]
            yield from parsing.build_candidates(dict.fromkeys(names, option.help or ""))
