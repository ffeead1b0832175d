"""`canasta-score meld`: what each side needs to open."""

from typing import Annotated

import typer

from canasta_score.cli.options import AsJson, LedgerFile, has_ledger, ledger_at_hand
from canasta_score.cli.terminal import say, say_json, say_table, width
from canasta_score.game.errors import refusal
from canasta_score.game.ledger import Ledger
from canasta_score.game.record import read_ledger
from canasta_score.hand.need import opening_need
from canasta_score.report.standing_table import needs_table
from canasta_score.rules.finding import load_variant
from canasta_score.rules.need import NeedBy
from canasta_score.rules.variant import Variant

VariantName = Annotated[
    str | None,
    typer.Option("--variant", "-v", metavar="VARIANT", help="Whose rules, without a ledger: a name, or a rule file."),
]
Score = Annotated[
    int | None, typer.Option("--score", metavar="N", help="A side's total, in place of those in the ledger.")
]
Hand = Annotated[
    int | None, typer.Option("--hand", metavar="N", min=1, help="The number of the hand, in place of the ledger's.")
]


def meld(
    *,
    variant: VariantName = None,
    score: Score = None,
    hand: Hand = None,
    ledger: LedgerFile = None,
    json: AsJson = False,
) -> None:
    """Say what each side needs to open.

    From the ledger; or by the rules of a variant, for a total (--score) or in a hand (--hand).
    """
    if variant is not None and ledger is not None:
        raise typer.BadParameter("name the rules with --variant, or the game with --ledger, not both")
    path = ledger_at_hand(ledger)
    if variant is None and not has_ledger(ledger) and (score is not None or hand is not None):
        hint = "name the rules, such as --variant nvso, or start a game with 'canasta-score new'"
        raise refusal(str(path), "there is no such ledger", hint)
    game = read_ledger(path) if variant is None else None
    if game and score is None:
        say_needs(game, hand, json=json)
    else:
        rules = game.variant if game else load_variant(variant or "")
        next_hand = game.standing().played + 1 if game else 1
        say_need(rules, score or 0, hand or next_hand, json=json)


def say_needs(game: Ledger, hand: int | None, *, json: bool) -> None:
    """Print what each side of a game needs in the next hand, or in another one."""
    standing = game.standing() if hand is None else game.standing_in(hand)
    if json:
        from canasta_score.report.ledger_as_json import needs_json  # noqa: PLC0415 -- start-up

        say_json(needs_json(game, standing))
    else:
        say_table(needs_table(game.variant, standing, width()))


def say_need(variant: Variant, score: int, hand: int, *, json: bool) -> None:
    """Print what a side needs with a total, or in a hand."""
    needs = opening_need(variant, score, hand)
    if json:
        say_json({"variant": variant.name, "score": score, "hand": hand, "needs": needs})
    else:
        at = f"in hand {hand}" if variant.need.by is NeedBy.HAND else f"with {score:,}"
        say(f"{variant.title}: {at} a side needs {needs}.")
