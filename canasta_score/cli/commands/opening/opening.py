"""`canasta-score meld check` and `meld find`: is this an opening, and what is the best one in these cards."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.need_options import (
    HandOption,
    NeedOptions,
    NeedPointsOption,
    NeedVariantOption,
    OpeningNeed,
    ScoreOption,
    ShortOption,
    SideOption,
    compute_opening_need,
    load_requested_game,
)
from canasta_score.cli.options import JsonOption, LedgerOption
from canasta_score.cli.terminal import get_terminal_width, print_json, print_message, print_result, print_table
from canasta_score.hand.facts import TallyError
from canasta_score.hand.opening.check import Opening, check_opening
from canasta_score.report.text.opening import (
    format_checked_opening,
    format_found_opening,
    format_missing_discard,
    format_without_pile,
)
from canasta_score.rules.model.canastas import SEQUENCE_RANKS

_GroupsArgument = Annotated[
    list[str],
    typer.Argument(metavar="GROUP...", help="What is laid down: 10,10,10 or 3x10, and 2xQ,JK", show_default=False),
]
_CardsArgument = Annotated[
    list[str],
    typer.Argument(metavar="CARD...", help="What you hold: 10 10 10 Q Q JK, or 3x10 2xQ JK", show_default=False),
]
_PileOption = Annotated[
    str | None,
    typer.Option("--pile", metavar="RANK", help="Take the discard pile with this card on top, and two of its rank."),
]


def check(
    groups: _GroupsArgument,
    *,
    variant: NeedVariantOption = None,
    need: NeedPointsOption = None,
    side: SideOption = None,
    score: ScoreOption = None,
    hand: HandOption = None,
    short: ShortOption = None,
    pile: _PileOption = None,
    ledger: LedgerOption = None,
    json: JsonOption = False,
) -> None:
    """Judge an opening: whether it is legal, and whether it is enough.

    Each group is one word, its cards joined by commas: 10,10,10 or 3x10, Q,Q,JK or 2xQ,JK. Ranks are JK 2 A K Q J 10 9
    8 7 6 5 4, T for 10. The exit code is 0 where it opens, 1 where it does not.

    With --pile, name its top card and the two that take it in a group, but by rules where none of the three counts.
    """
    asked = NeedOptions(variant=variant, ledger=ledger, need=need, side=side, score=score, hand=hand, short=short)
    needed = compute_opening_need(asked, load_requested_game(asked))
    rules = needed.rules
    with _print_refusals_as_json(needed.points, wanted=json):
        opening = check_opening(rules, needed.points, _split_card_words(groups), pile, needed.canasta)
    if json:
        _print_opening_json(opening, with_pile=pile is not None)
    else:
        print_table(format_checked_opening(opening, rules.opening.pile, get_terminal_width()))
    if not opening.opens:
        raise typer.Exit(ExitCode.FAILURE)


def find(
    cards: _CardsArgument,
    *,
    variant: NeedVariantOption = None,
    need: NeedPointsOption = None,
    side: SideOption = None,
    score: ScoreOption = None,
    hand: HandOption = None,
    short: ShortOption = None,
    pile: _PileOption = None,
    ledger: LedgerOption = None,
    json: JsonOption = False,
) -> None:
    """Find the best opening in the cards you hold, and keep one for the discard.

    The best has the fewest cards, then the fewest wild ones, then the most points. Where none opens, you are told
    the most that you could lay down, and how much is short.
    """
    from canasta_score.hand.opening.search import explain_no_opening, find_opening  # noqa: PLC0415 -- start-up of check

    asked = NeedOptions(variant=variant, ledger=ledger, need=need, side=side, score=score, hand=hand, short=short)
    needed = compute_opening_need(asked, load_requested_game(asked))
    rules, need, canasta, held = needed.rules, needed.points, needed.canasta, _split_card_words(cards)
    with _print_refusals_as_json(need, wanted=json):
        opening = find_opening(rules, need, held, pile, canasta)
    if json:
        _print_opening_json(opening, with_pile=pile is not None)
        return
    why = "" if opening.groups else explain_no_opening(rules, held, pile)
    print_table(format_found_opening(opening, rules.opening.pile, get_terminal_width(), why))
    if rules.opening.sequences:
        one = ",".join(SEQUENCE_RANKS[: rules.opening.group[0]])
        print_message(f"sequences are not looked for: these cards tell no suits; meld check judges one, such as {one}")
    if not opening.opens:
        _print_opening_hints(needed, held, pile)


def _print_opening_hints(needed: OpeningNeed, held: list[str], pile: str | None) -> None:
    """Print whether cards that do not open would with one card more, or without the pile."""
    from canasta_score.hand.opening.search import can_open_only_without_discard, find_opening  # noqa: PLC0415 -- as above

    if can_open_only_without_discard(needed.rules, needed.points, held, pile, needed.canasta):
        print_result(format_missing_discard(with_pile=pile is not None))
    if pile is not None and (without := find_opening(needed.rules, needed.points, held, canasta=needed.canasta)).opens:
        print_result(format_without_pile(without))


def _split_card_words(arguments: list[str]) -> list[str]:
    """Give the words of some arguments, which may stand in quotes together; an empty one stays, to be told of."""
    return [word for argument in arguments for word in argument.split() or [argument]]


@contextmanager
def _print_refusals_as_json(need: int, *, wanted: bool) -> Iterator[None]:
    """Say as JSON, too, why cards are refused, where that is wanted."""
    try:
        yield
    except TallyError as error:
        if wanted:
            from canasta_score.report.json.values import build_refused_opening_json  # noqa: PLC0415 -- start-up

            print_json(build_refused_opening_json(need, error.diagnostics))
        raise


def _print_opening_json(opening: Opening, *, with_pile: bool) -> None:
    """Print an opening as JSON."""
    from canasta_score.report.json.values import build_opening_json  # noqa: PLC0415 -- start-up

    print_json(build_opening_json(opening, with_pile=with_pile))
