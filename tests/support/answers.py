"""What a tally means to a person at a terminal, who is asked where it could mean several things."""

from collections.abc import Iterator, Mapping

import pytest

from canasta_score import TallyError, Variant
from canasta_score.cli.prompt import questions
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.tally.parser import parse_partial_tally, parse_tally
from canasta_score.rules.diagnostics import DiagnosticCode

_MOST_QUESTIONS = 12
Sides = Mapping[str, str]


def check_meaning(rules: Variant, words: list[str], sides: Sides, facts: HandFacts) -> None:
    """Check that words mean some facts, or that the program asks and some answers lead to these facts."""
    try:
        assert parse_tally(rules, words, sides) == facts, words
    except TallyError as error:
        first = error.diagnostics[0]
        assert first.code is DiagnosticCode.AMBIGUOUS_WORD, (words, first)
        assert len({*first.choices}) > 1, (words, first)
    assert facts in list(iter_answered(rules, words, sides)), words


def iter_answered(
    rules: Variant, words: list[str], sides: Sides, most_questions: int = _MOST_QUESTIONS
) -> Iterator[HandFacts]:
    """Yield the facts of a tally for all answers to the questions about it."""
    assert most_questions
    parsed = parse_partial_tally(rules, words, sides)
    if not parsed.errors:
        yield parsed.facts
    elif parsed.errors[0].choices:
        for choice in parsed.errors[0].choices:
            yield from iter_answered(rules, _answer(rules, words, sides, choice), sides, most_questions - 1)


def _answer(rules: Variant, words: list[str], sides: Sides, choice: str) -> list[str]:
    replies = iter([choice, ""])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("canasta_score.cli.prompt.questions.is_interactive", lambda: True)
        patch.setattr("canasta_score.cli.terminal.print_result", pytest.fail)
        answered = questions.ask_about_ambiguous_words(rules, words, sides, lambda *_: next(replies))
    assert answered != words, (words, choice)
    return answered
