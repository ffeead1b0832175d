"""`canasta-score score`: score a hand without recording it."""

from pathlib import Path
from typing import Annotated

from canasta_score.cli import hand_input, messages, options, paths, terminal
from canasta_score.cli.invocation import usage_error
from canasta_score.cli.terminal import is_interactive
from canasta_score.disk.files import is_existing_file
from canasta_score.hand.partners import find_partners
from canasta_score.hand.referee.checks import referee
from canasta_score.hand.referee.problems import refuse_impossible
from canasta_score.hand.scoring import score_hand
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.rules.text import join_words

_EXAMPLE_PLAYERS = ("ann", "bob", "cy")  # by rules for three players


def score(
    tally: options.OptionalTallyArgument = None,
    *,
    variant: Annotated[
        str | None,
        options.variant_option(
            f"The rules (default: the game's, or {options.DEFAULT_VARIANT}); several with commas.",
            f"{options.Metavar.SEVERAL_VARIANTS}...",
        ),
    ] = None,
    ledger: options.LedgerOption = None,
    anyway: options.AnywayOption = False,
    json: options.JsonOption = False,
) -> None:
    """Score a hand without recording it.

    Name a side, then what it has. Then name the other side. red=3 is three red threes; out alone is once. The
    beginning of a name is enough (nat=2), and so are the short names (r3 n2 o t335 h5). Points can be sums or
    cards: table=100+100+35, hand=1xJK+3xA. If you add up yourself, enter base=2200 count=325, or
    the total alone: total=2525. Adjust with extra=50 or penalty=100.

    With several sets of rules, such as -v nvso,wca, the scores appear next to each other. Name the rules first that you
    played the hand by. "variants show" lists the items of the rules.
    """
    if variant is not None and ledger is not None:
        raise usage_error("--variant and --ledger cannot be used together", "use only one of them")
    words = options.split_words(tally or [])
    if not words:  # whoever is in a game may want its score
        named = None if variant is None else variant.partition(options.VARIANT_SEPARATOR)[0]
        rules, names = options.load_rules_and_names(named, ledger)
        is_of_game = named is None and (ledger is not None or paths.has_current_ledger())
        hint = '"show" prints the score sheet; to score a hand' if is_of_game else "for example"
        sides = _EXAMPLE_PLAYERS if rules.has_partners_by_hand and len(names) < len(_EXAMPLE_PLAYERS) else names
        example = [*(["-v", variant] if variant else []), *hand_input.build_example_hand(rules, *sides).split()]
        raise usage_error('"score" needs a side and its items', hint, "score", *example)
    if variant is not None and options.VARIANT_SEPARATOR in variant and not is_existing_file(Path(variant)):
        from canasta_score.cli.commands.score_comparison import score_by_all_variants

        score_by_all_variants(variant, words, anyway=anyway, json=json)
        return
    rules, names = options.load_rules_and_names(variant, ledger, words)
    if is_interactive():
        from canasta_score.cli.prompt.questions import ask_about_ambiguous_words

        words = ask_about_ambiguous_words(rules, words, names)
    with hand_input.explain_refused_hand(rules):
        facts = parse_tally(rules, words, names)
        problems = referee(rules, hand_input.select_entered_sides(facts), names)
        refuse_impossible(problems, anyway=anyway)
    messages.print_diagnostics(problems, is_accepted=anyway)
    if by_hand := [name for name in rules.names_by_hand if any(name in side for side in facts.values())]:
        messages.print_note(f"scored as hand 1; other hands have other rules for {join_words(by_hand)}")
    result = score_hand(rules, facts)
    if json:
        partners = find_partners(facts)
        terminal.print_json(terminal.json_report.build_hand_json(rules, result, names, problems, partners))
    else:
        terminal.print_result(rules.title)
        hand_input.print_hand_score(rules, result, names)
