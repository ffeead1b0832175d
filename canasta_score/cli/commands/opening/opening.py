"""`canasta-score meld check` and `meld find`: is this an opening, and what is the best one in these cards."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.need_options import (
    Asked,
    Hand,
    Need,
    Needed,
    Score,
    Short,
    Side,
    VariantName,
    game_asked,
    what_is_needed,
)
from canasta_score.cli.options import AsJson, LedgerFile
from canasta_score.cli.terminal import say, say_json, say_table, warn, width
from canasta_score.hand.facts import TallyError
from canasta_score.hand.opening.check import Opening, check_opening
from canasta_score.report.text.opening import found_table, judged_table, lacks_a_discard, without_pile
from canasta_score.rules.model.canastas import IN_A_ROW

Groups = Annotated[
    list[str],
    typer.Argument(metavar="GROUP...", help="What is laid down: 10,10,10 or 3x10, and 2xQ,JK", show_default=False),
]
Cards = Annotated[
    list[str],
    typer.Argument(metavar="CARD...", help="What you hold: 10 10 10 Q Q JK, or 3x10 2xQ JK", show_default=False),
]
Pile = Annotated[
    str | None,
    typer.Option("--pile", metavar="RANK", help="Take the discard pile with this card on top, and two of its rank."),
]


def check(
    groups: Groups,
    *,
    variant: VariantName = None,
    need: Need = None,
    side: Side = None,
    score: Score = None,
    hand: Hand = None,
    short: Short = None,
    pile: Pile = None,
    ledger: LedgerFile = None,
    json: AsJson = False,
) -> None:
    """Judge an opening: whether it is legal, and whether it is enough.

    Each group is one word, its cards joined by commas: 10,10,10 or 3x10, Q,Q,JK or 2xQ,JK. Ranks are JK 2 A K Q J 10 9
    8 7 6 5 4, T for 10. The exit code is 0 where it opens, 1 where it does not.

    With --pile, name its top card and the two that take it in a group, but by rules where none of the three counts.
    """
    asked = Asked(variant=variant, ledger=ledger, need=need, side=side, score=score, hand=hand, short=short)
    needed = what_is_needed(asked, game_asked(asked))
    rules = needed.rules
    with refusals_as_json(needed.points, wanted=json):
        opening = check_opening(rules, needed.points, words_in(groups), pile, needed.canasta)
    if json:
        say_as_json(opening, with_pile=pile is not None)
    else:
        say_table(judged_table(opening, rules.opening.pile, width()))
    if not opening.opens:
        raise typer.Exit(ExitCode.FOUND)


def find(
    cards: Cards,
    *,
    variant: VariantName = None,
    need: Need = None,
    side: Side = None,
    score: Score = None,
    hand: Hand = None,
    short: Short = None,
    pile: Pile = None,
    ledger: LedgerFile = None,
    json: AsJson = False,
) -> None:
    """Find the best opening in the cards you hold, and keep one for the discard.

    The best has the fewest cards, then the fewest wild ones, then the most points. Where none opens, you are told
    the most that you could lay down, and how much is short.
    """
    from canasta_score.hand.opening.search import find_opening, why_nothing  # noqa: PLC0415 -- start-up of check

    asked = Asked(variant=variant, ledger=ledger, need=need, side=side, score=score, hand=hand, short=short)
    needed = what_is_needed(asked, game_asked(asked))
    rules, need, canasta, held = needed.rules, needed.points, needed.canasta, words_in(cards)
    with refusals_as_json(need, wanted=json):
        opening = find_opening(rules, need, held, pile, canasta)
    if json:
        say_as_json(opening, with_pile=pile is not None)
        return
    why = "" if opening.groups else why_nothing(rules, held, pile)
    say_table(found_table(opening, rules.opening.pile, width(), why))
    if rules.opening.sequences:
        one = ",".join(IN_A_ROW[: rules.opening.group[0]])
        warn(f"sequences are not looked for: these cards tell no suits; meld check judges one, such as {one}")
    if not opening.opens:
        say_what_would_open(needed, held, pile)


def say_what_would_open(needed: Needed, held: list[str], pile: str | None) -> None:
    """Print whether cards that do not open would with one card more, or without the pile."""
    from canasta_score.hand.opening.search import find_opening, lacks_only_a_discard  # noqa: PLC0415 -- as above

    if lacks_only_a_discard(needed.rules, needed.points, held, pile, needed.canasta):
        say(lacks_a_discard(with_pile=pile is not None))
    if pile is not None and (without := find_opening(needed.rules, needed.points, held, canasta=needed.canasta)).opens:
        say(without_pile(without))


def words_in(arguments: list[str]) -> list[str]:
    """Give the words of some arguments, which may stand in quotes together; an empty one stays, to be told of."""
    return [word for argument in arguments for word in argument.split() or [argument]]


@contextmanager
def refusals_as_json(need: int, *, wanted: bool) -> Iterator[None]:
    """Say as JSON, too, why cards are refused, where that is wanted."""
    try:
        yield
    except TallyError as error:
        if wanted:
            from canasta_score.report.json.values import refused_opening_json  # noqa: PLC0415 -- start-up

            say_json(refused_opening_json(need, error.refusals))
        raise


def say_as_json(opening: Opening, *, with_pile: bool) -> None:
    """Print an opening as JSON."""
    from canasta_score.report.json.values import opening_json  # noqa: PLC0415 -- start-up

    say_json(opening_json(opening, with_pile=with_pile))
