"""Auditing a game: hands that cannot have happened, and what was played against the rules."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from canasta_score.game.hands import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.referee.checks import Referee, referee
from canasta_score.hand.referee.problems import Problem, build_irregular_problem
from canasta_score.rules.diagnostics import Diagnostic, Severity


def find_next_hand_problems(
    ledger: Ledger, facts: HandFacts, build_next_game_hint: Callable[[str], str]
) -> list[Problem]:
    """Return the problems that a hand would have as the next one of a game: its own, and that the game is over.

    `build_next_game_hint` is called with the file of a game that is over, and returns where the hand belongs.
    """
    problems = referee(ledger.variant, facts, ledger.side_names)
    if result := ledger.standing().result:
        problems.append(_build_game_over_problem(result.last_hand, build_next_game_hint(ledger.file)))
    return problems


def find_hand_problems(ledger: Ledger, *, strict: bool) -> Iterator[Diagnostic]:
    """Yield the problems of hands that cannot have happened and were not accepted anyway.

    `strict` also yields what was against the rules.
    """
    result = ledger.standing().result
    referee_of_game = Referee(ledger.variant, ledger.side_names)  # works out once what it needs of the rules
    for hand in ledger.hands:
        if hand.voided:
            continue
        problems = referee_of_game.find_problems(hand.facts)
        if result and hand.number > result.last_hand:
            problems.append(
                _build_game_over_problem(result.last_hand, _format_extra_hand_hint(ledger.file, hand.number))
            )
            result = None  # the first hand after the end stands for all
        for problem in problems:
            if _should_report(problem, hand, strict=strict):
                message = f"{problem.severity}: {problem.message}"
                yield replace(problem, message=message).at(ledger.file, f"hand {hand.number}")


def _build_game_over_problem(last_hand: int, hint: str) -> Problem:
    return build_irregular_problem("", "", f"the game was already over after hand {last_hand}", hint)


def _format_extra_hand_hint(file: str, number: int) -> str:
    from shlex import quote

    command = f"canasta-score void {number} -l {quote(file)}"
    return f"if it belongs to the next game, record it there and cancel it here: {command}"


def _should_report(problem: Problem, hand: Hand, *, strict: bool) -> bool:
    return strict if problem.severity is Severity.IRREGULAR else not hand.accepted_anyway
