"""What is doubtful in a game: hands that cannot have happened, and what was played against the rules."""

from collections.abc import Callable, Iterator

from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.referee.checks import Problem, build_irregular_problem, referee
from canasta_score.rules.diagnostics import Diagnostic, Severity, build_file_diagnostic


def find_next_hand_problems(ledger: Ledger, facts: HandFacts, way_on: Callable[[str], str]) -> list[Problem]:
    """List the problems of a hand that would be recorded next: its own, and that the game is over.

    `way_on` says, for the file of a game that is over, where the hand belongs.
    """
    ending = ledger.standing().result
    return referee(ledger.variant, facts) + (
        [_build_after_game_over_problem(ending.last_hand, way_on(ledger.file))] if ending else []
    )


def _build_after_game_over_problem(last: int, hint: str) -> Problem:
    """Make the problem of a hand behind the one that ended the game."""
    return build_irregular_problem("", "", f"the game was over with hand {last}", hint)


def _format_extra_hand_hint(file: str, number: int) -> str:
    """Say what becomes of a hand that was recorded behind the end of a game."""
    from shlex import quote  # noqa: PLC0415 -- start-up

    return (
        f"if it is of the next game, record it there and strike it here: canasta-score void {number} -l {quote(file)}"
    )


def find_hand_problems(ledger: Ledger, *, strict: bool) -> Iterator[Diagnostic]:
    """Go through the hands that cannot have happened and are not marked as taken anyway; also the irregular ones."""
    ending = ledger.standing().result
    for hand in ledger.hands:
        problems = [] if hand.voided else referee(ledger.variant, hand.facts)
        if ending and hand.number > ending.last_hand and not hand.voided:
            problems.append(
                _build_after_game_over_problem(ending.last_hand, _format_extra_hand_hint(ledger.file, hand.number))
            )
            ending = None  # the first one tells of all
        for problem in problems:
            if _should_report(problem, hand, strict=strict):
                message = f"{problem.severity}: {problem.message}"
                yield build_file_diagnostic(ledger.file, f"hand {hand.number}", message, problem.hint)


def _should_report(problem: Problem, hand: Hand, *, strict: bool) -> bool:
    """Tell whether a problem of a recorded hand is to be told: what cannot have happened, unless taken anyway."""
    return strict if problem.severity is Severity.IRREGULAR else not hand.accepted_anyway
