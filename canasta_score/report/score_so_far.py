"""What a tally that is being typed comes to, in the few lines that stand below it."""

from collections.abc import Iterator, Sequence

from canasta_score.game.checking import problems_of_next_hand
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.referee import Problem
from canasta_score.hand.score import SideScore, score_hand
from canasta_score.hand.tally import read_so_far


def score_so_far(game: Ledger, words: Sequence[str], *, typing: bool) -> Iterator[str]:
    """Go through the score of what is typed of the next hand, what cannot be taken of it, and its problems.

    While someone is still `typing` the last word, nothing is said against that one; nor that something is missing.
    """
    facts, refusals = read_so_far(game.variant, words, [*game.names])
    told = {side: of_side for side, of_side in facts.items() if of_side}
    said = [str(no) for no in refusals if not (typing and no.word == len(words) - 1)]
    if not any(no.fact for no in refusals):
        score = score_hand(game.variant, facts)
        yield "   ".join(side_so_far(game.names[side], score.sides[side]) for side in told)
        problems = problems_of_next_hand(game, facts)
        said += [f"{one.severity}: {one}" for one in problems if is_about_what_is_told(one, facts)]
    yield from said


def side_so_far(name: str, side: SideScore) -> str:
    """Give the total of a side, and the parts that it has more of than one."""
    parts = {"base": side.base, "count": side.count, "penalties": side.penalties}
    told = ", ".join(f"{part} {points:,}" for part, points in parts.items() if points)
    return f"{name} {side.total:,} ({told})" if told else f"{name} {side.total:,}"


def is_about_what_is_told(problem: Problem, facts: HandFacts) -> bool:
    """Tell whether a problem is about a fact that is told, not about one that may still follow."""
    return problem.fact in {"", *facts.get(problem.side, ())}
