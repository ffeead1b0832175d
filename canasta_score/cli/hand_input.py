"""What becomes of a hand as it is told: its words read, its problems said, and whether it is taken."""

from collections.abc import Mapping, Sequence

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.terminal import build_usage_error, print_json, print_message, print_problems
from canasta_score.hand.facts import HandFacts, TallyError
from canasta_score.hand.referee.checks import Problem
from canasta_score.hand.scoring.score import HandScore
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words


def parse_hand_words(variant: Variant, words: Sequence[str], names: Mapping[str, str], *, json: bool) -> HandFacts:
    """Read a tally for some sides; raises TallyError, having said why as JSON too where that is wanted."""
    try:
        return parse_tally(variant, words, list(names))
    except TallyError as error:
        if json:
            from canasta_score.report.json.values import build_refused_hand_json  # noqa: PLC0415 -- start-up

            print_json(build_refused_hand_json(variant, error.diagnostics))
        raise


def report_and_check_refusal(
    problems: Sequence[Problem], *, anyway: bool, done: str, known: Sequence[Problem] = ()
) -> bool:
    """Print the problems of a hand, and tell whether it is refused; `done` is what then is not done with it.

    Those that are `known` were said before.
    """
    print_problems([problem for problem in problems if problem not in known])
    refused = not anyway and has_impossible_problem(problems)
    if refused:
        print_message(f"nothing is {done}; correct the tally, or take it as it is with --anyway")
    return refused


def has_impossible_problem(problems: Sequence[Problem]) -> bool:
    """Tell whether a hand cannot have happened."""
    return any(problem.is_impossible for problem in problems)


def report_refused_hand(
    variant: Variant, names: Mapping[str, str], problems: Sequence[Problem], *, json: bool
) -> typer.Exit:
    """Print a refused hand as JSON where that is wanted, and give the way out."""
    if json:
        from canasta_score.report.json.values import build_hand_json  # noqa: PLC0415 -- start-up

        print_json(build_hand_json(variant, HandScore(sides={}), names, problems))
    return typer.Exit(ExitCode.INVALID_TALLY)


def build_example_hand(variant: Variant, first: str, second: str, *others: str) -> str:
    """Return a tally for some sides as an example, with card points that the deck can have."""
    canasta = next((f" {canasta.name}=1" for canasta in variant.canastas), "")
    unit = variant.deck.point_unit or 1
    caught = "".join(f" {side} hand={17 * unit}" for side in others)
    return f"{first}{canasta} table={32 * unit} {second} table={12 * unit} hand={17 * unit}{caught}"


def find_side(word: str, names: Mapping[str, str]) -> str:
    """Return the id of the side that a word means: its id, its name, or a beginning that fits no other side."""
    wanted = word.casefold()
    if wanted in names:
        return wanted
    exact = [side for side, name in names.items() if name.casefold() == wanted]
    prefixed = [side for side, name in names.items() if side.startswith(wanted) or name.casefold().startswith(wanted)]
    matches = exact or prefixed
    if len(matches) == 1:
        return matches[0]
    known = join_words((f"{side} ({name})" for side, name in names.items()), "or")
    raise build_usage_error(f"'{word}' is {'more than one' if matches else 'no'} side of this game; say {known}")
