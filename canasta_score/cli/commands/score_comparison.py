"""`canasta-score score -v nvso,wca`: score a hand by several rules side by side."""

from collections.abc import Sequence
from functools import partial

from canasta_score.cli import hand_input, messages, options, terminal
from canasta_score.hand.comparison.compare import compare_hand
from canasta_score.hand.comparison.vocabularies import filter_known_facts, merge_vocabularies
from canasta_score.hand.partners import share_out
from canasta_score.hand.referee.checks import referee
from canasta_score.hand.referee.problems import refuse_impossible
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.report.json import build_hand_comparison_json, build_refused_comparison_json
from canasta_score.report.text.comparison import format_comparison_notes, format_hand_comparison
from canasta_score.rules.frozen import replace


def score_by_all_variants(variant_names: str, words: Sequence[str], *, anyway: bool, json: bool) -> None:
    """Score a hand by all the rules that are named; it was played by the first, which judge it."""
    by_name = options.load_several_variants(variant_names)
    names, variants = [*by_name], [*by_name.values()]
    first, vocabulary = variants[0], merge_vocabularies(variants)
    sides = options.choose_side_names(vocabulary, words)
    with messages.explain_refused_tally(partial(build_refused_comparison_json, first)):
        facts = parse_tally(vocabulary, words, sides)
        entered = hand_input.select_entered_sides(facts)
        problems = referee(first, {side: filter_known_facts(first, own) for side, own in entered.items()}, sides)
        refuse_impossible(problems, anyway=anyway)
    messages.print_diagnostics(problems, is_accepted=anyway)
    results = compare_hand(variants, share_out(facts), sides)
    results[0] = replace(results[0], problems=problems)
    if json:
        keys = [variant.name for variant in variants]
        keys = [name if keys.count(key) > 1 else key for key, name in zip(keys, names, strict=True)]
        terminal.print_json(build_hand_comparison_json(results, keys, sides))
        return
    titles = [result.variant.title for result in results]
    pairs = zip(titles, names, strict=True)
    titles = [f"{title} ({name})" if titles.count(title) > 1 else title for title, name in pairs]
    known = {problem.message for problem in problems}
    for title, result in zip(titles, results, strict=True):
        others = [problem for problem in result.problems if problem.message not in known]
        messages.print_diagnostics([replace(problem, message=f"{title}: {problem.message}") for problem in others])
    terminal.print_table(format_hand_comparison(results, titles, sides, terminal.get_terminal_width()))
    if notes := format_comparison_notes(results, titles, sides, terminal.get_terminal_width()):
        terminal.print_result(f"\n{notes}")
