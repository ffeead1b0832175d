"""`score -v nvso,wca`: the same hand by several rules, side by side."""

import os
from collections.abc import Sequence

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.hand_input import is_refused
from canasta_score.cli.options import COMMA, NAMES
from canasta_score.cli.terminal import say, say_json, say_table, width, wrong_use
from canasta_score.hand.comparison.compare import ByRules, facts_of, side_by_side
from canasta_score.hand.comparison.conversion import words_of_all
from canasta_score.hand.facts import HandFacts, TallyError
from canasta_score.hand.referee.checks import referee
from canasta_score.hand.scoring.score import HandScore
from canasta_score.hand.tally.parser import cards_named, read_tally
from canasta_score.report.json.comparison import refused_side_by_side_json, side_by_side_json
from canasta_score.report.json.values import hand_json, refusals_json
from canasta_score.report.text.comparison import notes_side_by_side, side_by_side_table, titles_of
from canasta_score.rules.catalog.lookup import load_variants
from canasta_score.rules.model.variant import Variant

OPTION = "--variant"


def score_side_by_side(named: str, words: Sequence[str], *, anyway: bool, json: bool) -> None:
    """Score a hand by all the rules that are named; it was played, and is judged, by the first."""
    names = names_in(named)
    variants = load_all(names)
    facts = read_told_in_all(variants, words, json=json)
    first, cards = variants[0], cards_named(words_of_all(variants), words, list(NAMES))
    problems = referee(first, {side: facts_of(first, told) for side, told in facts.items()})
    if is_refused(problems, anyway=anyway, done="scored"):
        if json:
            say_json(refused_side_by_side_json(first, hand_json(first, HandScore(sides={}), NAMES, problems)))
        raise typer.Exit(ExitCode.TALLY)
    by_rules = side_by_side(variants, facts, cards)
    if json:
        say_json(side_by_side_json(by_rules, keys_of(variants, names), NAMES, problems))
    else:
        say_side_by_side(by_rules, names)


def names_in(named: str) -> list[str]:
    """Give the names that stand between commas; none may be empty."""
    names = [os.path.expanduser(name.strip()) for name in named.split(COMMA)]  # noqa: PTH111 -- as path_of does
    if not all(names):
        raise wrong_use(f"a name is missing in '{named}'; write names and commas, such as one{COMMA}other", OPTION)
    return names


def load_all(names: Sequence[str]) -> list[Variant]:
    """Load the variants of some names; raises the error of a wrong use for one that is named twice."""
    variants = load_variants(names)
    for place, (name, variant) in enumerate(zip(names, variants, strict=True)):
        if variant in variants[:place]:
            raise wrong_use(f"'{name}' is named twice; name each of the rules once", OPTION)
    return variants


def keys_of(variants: Sequence[Variant], names: Sequence[str]) -> list[str]:
    """Give the names of some variants; of two that have the same name, as they were named."""
    known = [variant.name for variant in variants]
    return [name if known.count(own) > 1 else own for own, name in zip(known, names, strict=True)]


def read_told_in_all(variants: Sequence[Variant], words: Sequence[str], *, json: bool) -> HandFacts:
    """Read a tally in the words of all rules; raises TallyError, having said why as JSON too where that is wanted."""
    try:
        return read_tally(words_of_all(variants), words, list(NAMES))
    except TallyError as error:
        if json:
            say_json(refused_side_by_side_json(variants[0], refusals_json(variants[0], error.refusals)))
        raise


def say_side_by_side(hand: Sequence[ByRules], names: Sequence[str]) -> None:
    """Print a hand by several rules, and below what cannot be known."""
    titles = titles_of(hand, names)
    say_table(side_by_side_table(hand, titles, NAMES, width()))
    if notes := notes_side_by_side(hand, titles, NAMES, width()):
        say(f"\n{notes}")
