"""The audit of a game: hands that cannot have happened, and what was played against the rules."""

from collections.abc import Iterator, Sequence

from canasta_score.game.entries import EntryKind, Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import GameResult
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.referee.checks import Referee, find_problems, list_unlikely_problems
from canasta_score.hand.referee.problems import Problem, build_unlikely_problem
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, Severity
from canasta_score.rules.frozen import replace

NEXT_GAME_HINT = "record it in the next game"


def find_next_hand_problems(ledger: Ledger, facts: HandFacts) -> list[Problem]:
    """Return the problems of a hand, complete or not, as the next one: its own, and that the game is over."""
    problems = find_problems(ledger.rules_of_next_hand(), facts, ledger.side_names)
    if result := ledger.standing().result:
        hint, command = NEXT_GAME_HINT, list[str]()
        if result.was_ended:  # only an entry can be undone; a game that was won ends again with the same hand
            hint, command = f"if you played it before the end, {describe_reopening(ledger)}", ["undo"]
        problems.insert(0, _build_over_problem(result, Severity.IMPOSSIBLE, hint, *command))
    return problems


def describe_reopening(ledger: Ledger) -> str:
    """Return how to add a hand to a game that was ended, with how often to type `undo` to get there."""
    kinds = [change.entry.kind for change in ledger.applied_changes]
    times = len(kinds) - kinds.index(EntryKind.END)
    often = f" {times} times" if times > 1 else ""
    return f"type undo{often}, add the hand, and end the game again"


def find_unlikely_next_hand_problems(ledger: Ledger, facts: HandFacts, known: Sequence[Problem]) -> list[Problem]:
    """Return what would be unlikely in a whole hand as the next one of a game, besides its known problems."""
    needs = {side: standing.needs for side, standing in ledger.standing().sides.items()}
    names, order = ledger.side_names, ledger.current_seats.order if ledger.current_seats else ()
    players = [side for side, name in names.items() if name in order]  # a side with a seat of its own is one player
    problems = list_unlikely_problems(ledger.rules_of_next_hand(), facts, known, names, needs, players)
    previous = ledger.hands[-1] if ledger.hands else None
    if previous and not previous.voided and facts == previous.facts:
        message = f"this hand is identical to hand {previous.number}"
        hint = "make sure that it was not entered twice"
        problems.append(build_unlikely_problem("", "", message, hint, code=DiagnosticCode.REPEATED_HAND))
    return problems


def find_newly_unlikely_problems(ledger: Ledger, hand: Hand, facts: HandFacts) -> list[Problem]:
    """Return what would be unlikely in a hand with other facts and is not unlikely with its own facts."""
    # The game as it was before the hand, by the rules of now.
    later = [entry for entry in ledger.adjustments if (entry.hand or 0) >= hand.number]
    kept = tuple(entry for entry in ledger.game_entries if entry not in later)
    before = replace(ledger, hands=ledger.hands[: hand.number - 1], game_entries=kept, place=hand.place)
    known = find_unlikely_next_hand_problems(before, hand.facts, ())
    return [problem for problem in find_unlikely_next_hand_problems(before, facts, ()) if problem not in known]


def find_hand_problems(ledger: Ledger, *, strict: bool) -> Iterator[Diagnostic]:
    """Yield the problems of hands that are impossible and were not accepted; `strict` also breaches of rules."""
    result = ledger.standing().result
    referee, variant = None, None
    for hand in (hand for hand in ledger.hands if not hand.voided):
        if referee is None or hand.variant is not variant:  # it works out once what it needs of the rules
            referee, variant = Referee(hand.variant, ledger.side_names), hand.variant
        problems = referee.find_problems(hand.facts)
        if result and hand.number > result.last_hand and not hand.accepted_anyway:
            # A correction may have changed where the game ends: the hand was possible when it was recorded.
            hint = "if it belongs to the next game, record it there and cancel it here"
            problems.append(_build_over_problem(result, Severity.IRREGULAR, hint, "void", str(hand.number)))
            result = None  # only the first hand after the end is reported
        for problem in problems:
            is_reported = not hand.accepted_anyway if problem.is_impossible else strict
            if is_reported:
                yield problem.at(ledger.file, f"hand {hand.number}")


def _build_over_problem(result: GameResult, severity: Severity, hint: str, *command: str) -> Problem:
    place = f"after hand {result.last_hand}" if result.last_hand else "before the first hand"
    message, code = f"the game was already over {place}", DiagnosticCode.GAME_OVER
    return Diagnostic(code=code, severity=severity, message=message, hint=hint, command=command)
