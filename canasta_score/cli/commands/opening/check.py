"""`canasta-score meld check`: whether groups of cards are a legal opening, and enough."""

from typing import Annotated

import typer

from canasta_score.cli.commands.opening.need_options import (
    HandOption,
    NeedOptions,
    NeedPointsOption,
    NeedVariantOption,
    PileOption,
    ScoreOption,
    ShortOption,
    SideOption,
)
from canasta_score.cli.commands.opening.output import explain_refused_cards, print_opening_json, split_card_words
from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.options import JsonOption, LedgerOption
from canasta_score.cli.terminal import get_terminal_width, print_table
from canasta_score.hand.opening.check import check_opening
from canasta_score.report.text.opening import format_checked_opening

_GroupsArgument = Annotated[
    list[str], typer.Argument(metavar="GROUP...", help="The groups: 10,10,10 or 3x10, and 2xQ,JK", show_default=False)
]


def check(
    groups: _GroupsArgument,
    *,
    variant: NeedVariantOption = None,
    need: NeedPointsOption = None,
    side: SideOption = None,
    score: ScoreOption = None,
    hand: HandOption = None,
    failed: ShortOption = None,
    pile: PileOption = None,
    ledger: LedgerOption = None,
    json: JsonOption = False,
) -> None:
    """Check whether groups of cards open.

    Each group is one word: 10,10,10 or 3x10, and Q,Q,JK or 2xQ,JK. Ranks are JK 2 A K Q J 10 9 8 7 6 5 4; T is 10
    too. The exit code is 0 if the groups open, and 1 if not.

    With --pile, put the top card and the two cards that take it into a group. Leave them out if your rules do not
    count them.
    """
    options = NeedOptions(variant=variant, ledger=ledger, need=need, side=side, score=score, hand=hand, failed=failed)
    opening_need = options.load()
    rules = opening_need.rules
    with explain_refused_cards(opening_need.points, json=json):
        opening = check_opening(rules, opening_need.points, split_card_words(groups), pile, opening_need.canasta)
    if json:
        print_opening_json(opening, with_pile=pile is not None)
    else:
        print_table(format_checked_opening(opening, rules.opening.pile, get_terminal_width()))
    if not opening.opens:
        raise typer.Exit(ExitCode.FAILURE)
