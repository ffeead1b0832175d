"""Whose need is meant, and by which rules: what the commands about the opening take, and what it comes to."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from canasta_score.cli.options import has_ledger, ledger_at_hand
from canasta_score.cli.terminal import warn
from canasta_score.game.errors import refusal
from canasta_score.hand.need import need_after_failing, opening_need
from canasta_score.rules.finding import load_variant
from canasta_score.rules.keys import listed
from canasta_score.rules.values import Value, frozen
from canasta_score.rules.variant import Variant

if TYPE_CHECKING:
    from canasta_score.game.ledger import Ledger
    from canasta_score.game.standing import Standing

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
Side = Annotated[str | None, typer.Option("--side", metavar="SIDE", help="The side in the ledger whose need it is.")]
Need = Annotated[int | None, typer.Option("--need", metavar="N", min=0, help="The need in points, as you know it.")]
Short = Annotated[
    int,
    typer.Option(
        "--short", metavar="N", min=0, help="Failed attempts of the side in this hand, by rules where they add."
    ),
]
NOT_BOTH = (
    ("variant", "ledger", "name the rules with --variant, or the game with --ledger, not both"),
    ("variant", "side", "with --variant there is no ledger with a side; give its total with --score"),
    ("need", "side", "state the need with --need, or take that of a side with --side, not both"),
    ("need", "score", "state the need with --need, or have it reckoned from --score, not both"),
    ("need", "hand", "state the need with --need, or have it reckoned from --hand, not both"),
    ("side", "score", "take the total of a side with --side, or give one with --score, not both"),
)


@frozen
class Asked(Value):
    """What was asked on the command line, None where it was not: totals, needs in points; `short` counts attempts."""

    variant: str | None
    ledger: str | None
    need: int | None = None
    side: str | None
    score: int | None
    hand: int | None
    short: int

    def __post_init__(self) -> None:
        """Refuse what contradicts itself."""
        for one, other, message in NOT_BOTH:
            if getattr(self, one) is not None and getattr(self, other) is not None:
                raise typer.BadParameter(message)


def game_asked(asked: Asked) -> "Ledger | None":
    """Give the game at hand, or None where the rules are named; raises LedgerError where there is neither."""
    if asked.variant is not None:
        return None
    from canasta_score.game.record import read_ledger  # noqa: PLC0415 -- start-up where rules are named

    if not has_ledger(asked.ledger):
        hint = "name the rules, such as --variant nvso, or start a game with 'canasta-score new'"
        raise refusal(str(ledger_at_hand(asked.ledger)), "there is no such ledger", hint)
    return read_ledger(ledger_at_hand(asked.ledger))


def need_asked(asked: Asked, game: "Ledger | None") -> tuple[Variant, int]:
    """Give the rules and the need, in points; refuses to choose between sides of a game that need different ones."""
    rules = game.variant if game else load_variant(asked.variant or "")
    if asked.need is not None or game is None or asked.score is not None:
        hand = asked.hand or (game.standing().played + 1 if game else 1)
        need = opening_need(rules, asked.score or 0, hand) if asked.need is None else asked.need
        return rules, after_failing(rules, need, asked.short)
    sides = standing_asked(asked, game).sides
    if len({side.needs for side in sides.values()}) > 1:
        needs = listed(f"{side.name} {side.needs}" for side in sides.values())
        raise typer.BadParameter(f"the sides need different points, {needs}; say which with {listed_options(sides)}")
    return rules, next(iter(sides.values())).needs


def listed_options(sides: Iterable[str]) -> str:
    """Join the options that name the sides."""
    return listed((f"--side {side}" for side in sides), "or")


def standing_asked(asked: Asked, game: "Ledger") -> "Standing":
    """Give the standing with the needs that were asked for: of all sides or of one, in the next hand or another."""
    standing = game.standing() if asked.hand is None else game.standing_in(asked.hand)
    if asked.side is None:
        if asked.short:
            raise typer.BadParameter(f"say which side fell short, with {listed_options(game.names)}")
        return standing
    word = asked.side.lower()
    if word not in standing.sides:
        raise typer.BadParameter(f"'{asked.side}' is no side of this game; its sides are {listed(standing.sides)}")
    side = standing.sides[word]
    needs = after_failing(game.variant, side.needs, asked.short)
    return replace(standing, sides={word: replace(side, needs=needs)})


def after_failing(rules: Variant, need: int, attempts: int) -> int:
    """Give the need after failed attempts, and say so where they add nothing."""
    if attempts and not rules.need.failed_attempt:
        warn("by these rules a failed attempt adds nothing to the need")
    return need_after_failing(rules, need, attempts)
