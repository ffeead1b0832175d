"""Whose need is meant, and by which rules: what the commands about the opening take, and what it comes to."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from canasta_score.cli.options import counted_from_1, ledger_at_hand, number_of
from canasta_score.cli.terminal import warn, wrong_use
from canasta_score.game.errors import ledger_error
from canasta_score.game.storage.files import is_there
from canasta_score.hand.opening.need import canasta_to_open, need_after_failing, opening_need
from canasta_score.rules.catalog.lookup import load_variant
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.need import NeedBy
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import listed

if TYPE_CHECKING:
    from canasta_score.game.ledger import Ledger
    from canasta_score.game.standing import Standing

VariantName = Annotated[
    str | None,
    typer.Option("--variant", "-v", metavar="VARIANT", help="Whose rules, without a ledger: a name, or a rule file."),
]
Score = Annotated[
    int | None,
    typer.Option(
        "--score",
        metavar="N",
        parser=number_of("--score", negative=True),
        help="A side's total, in place of those in the ledger.",
    ),
]
Hand = Annotated[
    int | None,
    typer.Option(
        "--hand",
        metavar="N",
        parser=counted_from_1,
        help="The hand, by its number among those that count.",
    ),
]
Side = Annotated[str | None, typer.Option("--side", metavar="SIDE", help="The side in the ledger whose need it is.")]
Need = Annotated[
    int | None,
    typer.Option("--need", metavar="N", parser=number_of("--need"), help="The need in points, as you know it."),
]
Short = Annotated[
    int | None,
    typer.Option(
        "--short",
        metavar="N",
        parser=number_of("--short"),
        help="Failed attempts of the side in this hand, by rules where they add.",
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
    short: int | None

    def __post_init__(self) -> None:
        """Refuse what contradicts itself."""
        for one, other, message in NOT_BOTH:
            if getattr(self, one) is not None and getattr(self, other) is not None:
                raise wrong_use(message)


@frozen
class Needed(Value):
    """What it takes to open: the rules, the points, and the canasta where one is asked for, too."""

    rules: Variant
    points: int
    canasta: Canasta | None


def game_asked(asked: Asked) -> "Ledger | None":
    """Give the game at hand, or None where the rules are named; raises LedgerError where there is neither."""
    if asked.variant is not None:
        return None
    from canasta_score.game.storage.transactions import read_ledger  # noqa: PLC0415 -- start-up where rules are named

    path = ledger_at_hand(asked.ledger)
    if not is_there(path):
        hint = "name the rules, such as --variant nvso, or start a game with 'canasta-score new'"
        raise ledger_error(str(path), "there is no such ledger", hint)
    return read_ledger(path)


def what_is_needed(asked: Asked, game: "Ledger | None") -> Needed:
    """Give the rules, those of a game or those that are named, and the need; one that is stated is of points alone."""
    rules = game.variant if game else load_variant(asked.variant or "")
    if asked.need is None and asked.score is None and game:
        return need_of_sides(asked, game)
    warn_of_idle_options(asked, rules)
    if asked.need is not None:
        return Needed(rules=rules, points=after_failing(rules, asked.need, asked.short), canasta=None)
    at = (rules, asked.score or 0, hand_asked(asked, game))
    points = after_failing(rules, opening_need(*at), asked.short)
    return Needed(rules=rules, points=points, canasta=canasta_to_open(*at))


def goes_by_hand(asked: Asked, rules: Variant) -> bool:
    """Tell whether the need is that of a hand that was named."""
    return asked.hand is not None and rules.need.by is NeedBy.HAND


def warn_of_idle_options(asked: Asked, rules: Variant) -> None:
    """Say which options say nothing by these rules."""
    by_hand = rules.need.by is NeedBy.HAND
    if asked.hand is not None and not by_hand:
        warn("by these rules the need goes by the total, whatever hand it is")
    if asked.score is not None and by_hand:
        warn("by these rules the need goes by the hand, whatever the total is")


def hand_asked(asked: Asked, game: "Ledger | None") -> int:
    """Give the number of the hand: as it is said, or the next one of the game, or the first."""
    return asked.hand or (game.standing().played + 1 if game else 1)


def need_of_sides(asked: Asked, game: "Ledger") -> Needed:
    """Give the need of a side of a game, or of all where they need the same; refuses to choose between them."""
    warn_of_idle_options(asked, game.variant)
    standing = standing_asked(asked, game)
    if standing.over and not goes_by_hand(asked, game.variant):
        warn("the game is over; this is by the need of one more hand")
    sides = standing.sides
    needs = {(side.needs, side.canasta) for side in sides.values()}
    if len(needs) > 1:
        from canasta_score.report.text.need import need_in_words  # noqa: PLC0415 -- start-up of meld check

        named = listed(f"{side.name} {need_in_words(side.needs, side.canasta)}" for side in sides.values())
        raise wrong_use(f"the sides need different points, {named}; say which with {options_of(sides)}")
    points, kind = needs.pop()
    canasta = next((one for one in game.variant.canastas if one.name == kind), None)
    return Needed(rules=game.variant, points=points, canasta=canasta)


def options_of(sides: Iterable[str]) -> str:
    """Join the options that name the sides."""
    return listed((f"--side {side}" for side in sides), "or")


def standing_asked(asked: Asked, game: "Ledger") -> "Standing":
    """Give the standing with the needs that were asked for: of all sides or of one, in the next hand or another."""
    standing = game.standing() if asked.hand is None else game.standing_in(asked.hand)
    if asked.side is None:
        if asked.short:
            raise wrong_use(f"say which side fell short, with {options_of(game.names)}")
        return standing
    word = side_called(asked.side, game.names)
    side = standing.sides[word]
    needs = after_failing(game.variant, side.needs, asked.short)
    return replace(standing, sides={word: replace(side, needs=needs)})


def side_called(called: str, names: Mapping[str, str]) -> str:
    """Give the word of the side that is called by it, by its name, or by a beginning that fits no other side."""
    wanted = called.casefold()
    if wanted in names:
        return wanted
    exact = [word for word, name in names.items() if name.casefold() == wanted]
    begun = [word for word, name in names.items() if any(call.startswith(wanted) for call in (word, name.casefold()))]
    fitting = exact or begun
    if len(fitting) == 1:
        return fitting[0]
    sides = listed((f"{word} ({name})" for word, name in names.items()), "or")
    raise wrong_use(f"'{called}' is {'more than one' if fitting else 'no'} side of this game; say {sides}")


def after_failing(rules: Variant, need: int, attempts: int | None) -> int:
    """Give the need after failed attempts, and say so where they add nothing."""
    if attempts and not rules.need.failed_attempt:
        warn("by these rules a failed attempt adds nothing to the need")
    return need_after_failing(rules, need, attempts or 0)
