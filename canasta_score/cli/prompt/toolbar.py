"""The lines below the prompt of `play`: the score of the tally, or the purpose of the command, that is being typed."""

from collections.abc import Iterable
from textwrap import wrap

from canasta_score.cli.options import ANYWAY_FLAG, split_words
from canasta_score.cli.prompt.commands import ADD_COMMAND, SCORE_COMMAND, describe_command, parse_prompt_line
from canasta_score.cli.terminal import get_terminal_width
from canasta_score.game.ledger import Ledger
from canasta_score.report.text.hand_entry import iter_score_preview
from canasta_score.rules.text import escape_unprintable

MAX_TOOLBAR_LINES = 6
_EMPTY_LINE_HINT = "Press Enter for one question at a time. TAB completes words. help lists all."


def format_toolbar_lines(game: Ledger, typed: str) -> list[str]:
    """Return the lines to show below what is typed so far, at most `MAX_TOOLBAR_LINES`."""
    width = max(1, get_terminal_width() - 1)
    lines = [
        line
        for sentence in _iter_sentences(game, typed)
        for line in wrap(escape_unprintable(sentence), width, break_on_hyphens=False)
    ]
    return lines if len(lines) <= MAX_TOOLBAR_LINES else [*lines[: MAX_TOOLBAR_LINES - 1], "…"]


def _iter_sentences(game: Ledger, typed: str) -> Iterable[str]:
    command, *arguments = parse_prompt_line(game.side_names, typed) or [""]
    if command != ADD_COMMAND and not (command == SCORE_COMMAND and arguments):
        return [describe_command(command) if command else _EMPTY_LINE_HINT]
    tally = split_words([word for word in arguments if word != ANYWAY_FLAG])
    if not tally or any(word.startswith("-") for word in tally):  # into another game file, or not to be recorded
        return []
    return iter_score_preview(game, tally, typing=not typed[-1].isspace())
