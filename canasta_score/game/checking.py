"""What is doubtful in a game: hands that cannot have happened, and what was played against the rules."""

from collections.abc import Iterator

from canasta_score.game.errors import LedgerProblem
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.referee import Problem, Severity, irregular, referee


def problems_of_next_hand(ledger: Ledger, facts: HandFacts) -> list[Problem]:
    """List the problems of a hand that would be recorded next: its own, and that the game is over."""
    ending = ledger.standing().ending
    return referee(ledger.variant, facts) + ([after_the_end(ledger.file, ending.hand)] if ending else [])


def after_the_end(file: str, last: int) -> Problem:
    """Make the problem of a hand behind the one that ended the game."""
    from shlex import quote  # noqa: PLC0415 -- start-up

    another = f"begin the next game with canasta-score new --like {quote(file)} --ledger FILE"
    hint = f"{another}, or take the hand back with canasta-score undo"
    return irregular("", "", f"the game was over with hand {last}", hint)


def doubtful_hands(ledger: Ledger, *, strict: bool) -> Iterator[LedgerProblem]:
    """Go through the hands that cannot have happened and are not marked as taken anyway; also the irregular ones."""
    ending = ledger.standing().ending
    for hand in ledger.hands:
        problems = [] if hand.struck else referee(ledger.variant, hand.facts)
        if ending and hand.number > ending.hand and not hand.struck:
            problems.append(after_the_end(ledger.file, ending.hand))
            ending = None  # the first one tells of all
        for problem in problems:
            if is_doubtful(problem, hand, strict=strict):
                message = f"{problem.severity}: {problem.message}"
                yield LedgerProblem(file=ledger.file, where=f"hand {hand.number}", message=message, hint=problem.hint)


def is_doubtful(problem: Problem, hand: Hand, *, strict: bool) -> bool:
    """Tell whether a problem of a recorded hand is to be told: what cannot have happened, unless taken anyway."""
    return strict if problem.severity is Severity.IRREGULAR else not hand.anyway
