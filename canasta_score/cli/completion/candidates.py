"""What TAB offers: the commands, options and values that the next word on a command line can be."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from typer.core import TyperArgument, TyperOption

from canasta_score.cli.completion import parsing
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.registry import list_summaries
from canasta_score.cli.typer_internals import Command
from canasta_score.rules.text import escape_unprintable


def format_candidates(program: Command, words: Sequence[str], current_word: str) -> str:
    """Return the candidates as completion scripts read them: a word, a tab and a label on each line."""
    candidates = list_candidates(program, words, current_word)
    return "".join(
        f"{candidate.word}\t{escape_unprintable(' '.join(candidate.label.split()))}\n"
        for candidate in candidates
        if escape_unprintable(candidate.word) == candidate.word  # the shell would print the word as it is
    )


def list_candidates(program: Command, words: Sequence[str], current_word: str) -> list[parsing.CompletionCandidate]:
    """Return the words that the current word can become; `words` are the whole words before it."""
    with suppress(Exception):  # such as a game file that cannot be read: TAB never prints an error
        line = parsing.parse_command_line(program, words)
        if line is None:
            return []
        if line.pending_option:
            return _list_values(line.pending_option, line, (), current_word)
        if current_word.startswith(parsing.OPTION_PREFIX) and not line.has_options_ended:
            return _list_option_candidates(program, words, line, current_word)
        if isinstance(line.command, LazyGroup):
            return parsing.filter_candidates(parsing.build_candidates(list_summaries(line.command.specs)), current_word)
        arguments = [param for param in line.command.params if isinstance(param, TyperArgument)]
        for index, argument in enumerate(arguments):
            if argument.nargs == -1 or index == len(line.arguments):
                return _list_values(argument, line, line.arguments[index:], current_word)
    return []


def _list_option_candidates(
    program: Command, words: Sequence[str], line: parsing.PartialCommandLine, current_word: str
) -> list[parsing.CompletionCandidate]:
    option, sign, value = current_word.partition("=")
    if sign:
        before = parsing.parse_command_line(program, [*words, option])
        values = _list_values(before.pending_option, before, (), value) if before and before.pending_option else []
        return [replace(each, word=f"{option}={each.word}") if each.word else each for each in values]
    candidates = (
        parsing.CompletionCandidate(word=name, label=option.help or "")
        for option in parsing.list_options(line.command)
        if option.multiple or option.name not in line.option_values
        for name in option.opts
        # An option of one letter is offered only once it is typed: it has a long name too.
        if name.startswith("--") or name == current_word
    )
    return parsing.filter_candidates(candidates, current_word)


def _list_values(
    param: TyperArgument | TyperOption, line: parsing.PartialCommandLine, words_before: Sequence[str], current_word: str
) -> list[parsing.CompletionCandidate]:
    from canasta_score.cli.completion.argument_values import list_value_candidates

    return list_value_candidates(param, line, words_before, current_word)
