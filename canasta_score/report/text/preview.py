"""What a tally that is being typed comes to, in the few lines that stand below it."""

from collections.abc import Callable, Iterator, Sequence

from canasta_score.game.audit import find_next_hand_problems
from canasta_score.game.ledger import Ledger
from canasta_score.hand.scoring.score import SideScore, score_hand
from canasta_score.hand.tally.parser import parse_partial_tally, strip_punctuation
from canasta_score.rules.diagnostics import Diagnostic

_MAX_HINT_LENGTH = 60


def iter_score_preview(
    game: Ledger, words: Sequence[str], *, typing: bool, way_on: Callable[[str], str]
) -> Iterator[str]:
    """Go through the score of what is typed of the next hand, and what cannot be taken of it, or else its problems.

    While someone is still `typing` the last word nothing is said against it, nor against what may still follow.
    """
    sides = [*game.side_names]
    words = strip_punctuation(words, sides)
    parsed = parse_partial_tally(game.variant, words, sides)
    facts = parsed.facts
    wrong = [error for error in parsed.errors if not (typing and error.word_index == len(words) - 1)]
    if not any(error.fact for error in parsed.errors):
        score = score_hand(game.variant, facts)
        told = [side for side, of_side in facts.items() if of_side]
        if told:
            yield "   ".join(_format_side_preview(game.side_names[side], score.sides[side]) for side in told)
        typed = parse_partial_tally(game.variant, words[:-1], sides).facts if typing else facts
        for problem in find_next_hand_problems(game, facts, way_on) if not wrong else ():
            if problem.fact in {"", *typed.get(problem.side, ())}:
                yield f"{problem.severity}: {problem}"
    yield from dict.fromkeys(map(_format_refusal, wrong))


def _format_side_preview(name: str, side: SideScore) -> str:
    """Give the total of a side, and its parts."""
    parts = {"base": side.base, "count": side.count, "penalties": side.penalties}
    told = ", ".join(f"{part} {points:,}" for part, points in parts.items() if points)
    return f"{name} {side.total:,} ({told})" if told else f"{name} {side.total:,}"


def _format_refusal(no: Diagnostic) -> str:
    """Say why a word cannot be taken, with its remedy where that is short."""
    return str(no) if len(no.hint) <= _MAX_HINT_LENGTH else no.message
