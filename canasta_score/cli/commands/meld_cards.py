"""`canasta-score meld check` and `meld find`: whether cards open, and the best opening in a hand."""

from itertools import chain
from typing import Annotated

import typer

from canasta_score.cli.commands import meld
from canasta_score.cli.invocation import ExitCode, get_invocation
from canasta_score.cli.messages import explain_refused_tally, print_note
from canasta_score.cli.options import JsonOption, LedgerOption, word_argument
from canasta_score.cli.terminal import get_terminal_width, json_report, print_json, print_result, print_table
from canasta_score.hand.amounts import is_cards, parse_cards
from canasta_score.hand.opening.check import check_opening
from canasta_score.report.text import opening as opening_text
from canasta_score.rules.model.canastas import SEQUENCE_RANKS


def check(
    groups: Annotated[list[str], word_argument("GROUP...", "The groups: 10,10,10 or 3x10, and 2xQ,JK")],
    *,
    variant: meld.NeedVariantOption = None,
    need: meld.NeedPointsOption = None,
    side: meld.SideOption = None,
    score: meld.ScoreOption = None,
    hand: meld.HandOption = None,
    short: meld.ShortOption = None,
    pile: meld.PileOption = None,
    ledger: LedgerOption = None,
    json: JsonOption = False,
) -> None:
    """Check whether groups of cards open.

    Each group is one word: 10,10,10 or 3x10, and Q,Q,JK or 2xQ,JK. Ranks are JK 2 A K Q J 10 9 8 7 6 5 4; T is 10
    too. The exit code is 0 if the groups open, and 1 if not.

    With --pile, put the top card and the two cards that take it into a group. Leave them out if your rules do not
    count them.
    """
    asked = meld.NeedOptions(variant=variant, ledger=ledger, need=need, side=side, score=score, hand=hand, short=short)
    opening_need = asked.find_need(asked.load_game())
    rules = opening_need.rules
    with explain_refused_tally(lambda refusals: json_report.build_refused_opening_json(opening_need.points, refusals)):
        # Cards that are quoted together are a group: "K K K".
        words = ([each] if all(map(_is_card, each.split())) else _split_card_words([each]) for each in groups)
        opening = check_opening(rules, opening_need.points, [*chain(*words)], pile, opening_need.canasta)
    if json:
        print_json(json_report.build_opening_json(opening, with_pile=pile is not None))
    else:
        print_table(opening_text.format_checked_opening(opening, rules.opening.pile, get_terminal_width()))
    if not opening.opens:
        raise typer.Exit(ExitCode.FAILURE)


def find(
    cards: Annotated[list[str], word_argument("CARD...", "The cards in your hand: 10 10 10 Q Q JK, or 3x10 2xQ JK")],
    *,
    variant: meld.NeedVariantOption = None,
    need: meld.NeedPointsOption = None,
    side: meld.SideOption = None,
    score: meld.ScoreOption = None,
    hand: meld.HandOption = None,
    short: meld.ShortOption = None,
    pile: meld.PileOption = None,
    keep: meld.KeepOption = None,
    ledger: LedgerOption = None,
    json: JsonOption = False,
) -> None:
    """Find the best opening in the cards of your hand.

    The best opening uses the fewest cards, then the fewest wild cards, then has the most points. As many cards stay in
    the hand as the rules ask for, none with --pile; --keep changes that. If nothing opens, it shows how many points are
    missing.
    """
    from canasta_score.hand.opening.search import find_opening, search_opening

    asked = meld.NeedOptions(variant=variant, ledger=ledger, need=need, side=side, score=score, hand=hand, short=short)
    opening_need, held = asked.find_need(asked.load_game()), _split_card_words(cards)
    rules, points = opening_need.rules, opening_need.points
    with explain_refused_tally(lambda refusals: json_report.build_refused_opening_json(points, refusals)):
        found = search_opening(rules, points, held, pile, opening_need.canasta, keep)
    opening = found.opening
    if json:
        print_json(json_report.build_opening_json(opening, with_pile=pile is not None))
        return
    print_table(opening_text.format_found_opening(opening, rules.opening.pile, get_terminal_width(), found.reason))
    if rules.opening.sequences:
        message = "sequences are not searched, because the cards have no suits"
        print_note(message, "to check one", "meld", "check", ",".join(SEQUENCE_RANKS[: rules.opening.group[0]]))
    if opening.opens and keep is None and pile is None and len(opening.kept) < rules.opening.keep_late:
        late = str(rules.opening.keep_late)
        message = f"once the turn card is gone, {late} cards must stay in the hand"
        print_note(message, "to keep them", *get_invocation().words, "--keep", late)
    if not opening.opens:
        if found.missing_to_keep:
            print_result(opening_text.format_missing_discard(found.missing_to_keep))
        if pile is not None:
            without_pile = find_opening(rules, points, held, canasta=opening_need.canasta, keep=keep)
            if without_pile.opens:
                print_result(opening_text.format_without_pile(without_pile))


def _is_card(word: str) -> bool:
    return is_cards(word) and [count for _, count in parse_cards(word)] == ["1"]


def _split_card_words(arguments: list[str]) -> list[str]:
    # Arguments may be quoted together; an empty one stays, to be reported.
    return [word for argument in arguments for word in argument.split() or [argument]]
