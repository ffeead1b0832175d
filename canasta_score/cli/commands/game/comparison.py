"""`score -v nvso,wca`: the same hand by several rules, side by side."""

from collections.abc import Sequence

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.hand_input import is_refused, print_refusal
from canasta_score.cli.messages import print_diagnostics
from canasta_score.cli.options import DEFAULT_SIDE_NAMES
from canasta_score.cli.rule_selection import load_distinct_variants, split_variant_names
from canasta_score.cli.terminal import get_terminal_width, print_json, print_result, print_table
from canasta_score.hand.comparison.compare import VariantResult, compare_hand, filter_known_facts
from canasta_score.hand.comparison.conversion import merge_vocabularies
from canasta_score.hand.facts import HandFacts, TallyError
from canasta_score.hand.referee.checks import referee
from canasta_score.hand.scoring.score import HandScore
from canasta_score.hand.tally.parser import parse_named_cards, parse_tally
from canasta_score.report.json.comparison import build_hand_comparison_json, build_refused_comparison_json
from canasta_score.report.json.values import build_hand_json, build_refused_hand_json
from canasta_score.report.text.comparison import disambiguate_titles, format_comparison_notes, format_hand_comparison
from canasta_score.rules.model.variant import Variant


def score_by_all_variants(named: str, words: Sequence[str], *, anyway: bool, json: bool) -> None:
    """Score a hand by all the rules that are named; it was played, and is judged, by the first."""
    names = split_variant_names(named)
    variants = load_distinct_variants(names)
    facts = _parse_hand_words_of_all(variants, words, json=json)
    first, cards = variants[0], parse_named_cards(merge_vocabularies(variants), words, list(DEFAULT_SIDE_NAMES))
    problems = referee(first, {side: filter_known_facts(first, told) for side, told in facts.items()})
    print_diagnostics(problems)
    if is_refused(problems, anyway=anyway):
        print_refusal("scored")
        if json:
            print_json(
                build_refused_comparison_json(
                    first, build_hand_json(first, HandScore(sides={}), DEFAULT_SIDE_NAMES, problems)
                )
            )
        raise typer.Exit(ExitCode.INVALID_TALLY)
    by_rules = compare_hand(variants, facts, cards)
    if json:
        print_json(
            build_hand_comparison_json(by_rules, _list_variant_keys(variants, names), DEFAULT_SIDE_NAMES, problems)
        )
    else:
        _print_comparison(by_rules, names)


def _list_variant_keys(variants: Sequence[Variant], names: Sequence[str]) -> list[str]:
    """Give the names of some variants; of two that have the same name, as they were named."""
    known = [variant.name for variant in variants]
    return [name if known.count(own) > 1 else own for own, name in zip(known, names, strict=True)]


def _parse_hand_words_of_all(variants: Sequence[Variant], words: Sequence[str], *, json: bool) -> HandFacts:
    """Read a tally in the words of all rules; raises TallyError, having said why as JSON too where that is wanted."""
    try:
        return parse_tally(merge_vocabularies(variants), words, list(DEFAULT_SIDE_NAMES))
    except TallyError as error:
        if json:
            print_json(
                build_refused_comparison_json(variants[0], build_refused_hand_json(variants[0], error.diagnostics))
            )
        raise


def _print_comparison(hand: Sequence[VariantResult], names: Sequence[str]) -> None:
    """Print a hand by several rules, and below what cannot be known."""
    titles = disambiguate_titles(hand, names)
    print_table(format_hand_comparison(hand, titles, DEFAULT_SIDE_NAMES, get_terminal_width()))
    if notes := format_comparison_notes(hand, titles, DEFAULT_SIDE_NAMES, get_terminal_width()):
        print_result(f"\n{notes}")
