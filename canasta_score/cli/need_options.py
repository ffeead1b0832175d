"""Whose need is meant, and by which rules: what the commands about the opening take, and what it comes to."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from canasta_score.cli.hand_input import find_side
from canasta_score.cli.options import build_number_parser, parse_positive_hand_number, resolve_ledger_path
from canasta_score.cli.terminal import build_usage_error, print_message
from canasta_score.game.errors import ledger_error
from canasta_score.game.storage.files import path_exists
from canasta_score.hand.opening.need import canasta_to_open, compute_need_after_failures, opening_need
from canasta_score.rules.catalog.loading import load_variant
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.need import NeedBasis
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

if TYPE_CHECKING:
    from canasta_score.game.ledger import Ledger
    from canasta_score.game.standing import Standing

NeedVariantOption = Annotated[
    str | None,
    typer.Option("--variant", "-v", metavar="VARIANT", help="Whose rules, without a ledger: a name, or a rule file."),
]
ScoreOption = Annotated[
    int | None,
    typer.Option(
        "--score",
        metavar="N",
        parser=build_number_parser("--score", negative=True),
        help="A side's total, in place of those in the ledger.",
    ),
]
HandOption = Annotated[
    int | None,
    typer.Option(
        "--hand",
        metavar="N",
        parser=parse_positive_hand_number,
        help="The hand, by its number among those that count.",
    ),
]
SideOption = Annotated[
    str | None, typer.Option("--side", metavar="SIDE", help="The side in the ledger whose need it is.")
]
NeedPointsOption = Annotated[
    int | None,
    typer.Option(
        "--need", metavar="N", parser=build_number_parser("--need"), help="The need in points, as you know it."
    ),
]
ShortOption = Annotated[
    int | None,
    typer.Option(
        "--short",
        metavar="N",
        parser=build_number_parser("--short"),
        help="Failed attempts of the side in this hand, by rules where they add.",
    ),
]
PileOption = Annotated[
    str | None,
    typer.Option("--pile", metavar="RANK", help="Take the discard pile with this card on top, and two of its rank."),
]
_CONFLICTING_OPTIONS = (
    ("variant", "ledger", "name the rules with --variant, or the game with --ledger, not both"),
    ("variant", "side", "with --variant there is no ledger with a side; give its total with --score"),
    ("need", "side", "state the need with --need, or take that of a side with --side, not both"),
    ("need", "score", "state the need with --need, or have it reckoned from --score, not both"),
    ("need", "hand", "state the need with --need, or have it reckoned from --hand, not both"),
    ("side", "score", "take the total of a side with --side, or give one with --score, not both"),
)


@frozen
class NeedOptions(Value):
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
        for one, other, message in _CONFLICTING_OPTIONS:
            if getattr(self, one) is not None and getattr(self, other) is not None:
                raise build_usage_error(message)

    def load(self) -> "OpeningNeed":
        """Return the rules and the need that are asked for."""
        return compute_opening_need(self, load_requested_game(self))


@frozen
class OpeningNeed(Value):
    """What it takes to open: the rules, the points, and the canasta where one is asked for, too."""

    rules: Variant
    points: int
    canasta: Canasta | None


def load_requested_game(asked: NeedOptions) -> "Ledger | None":
    """Give the game at hand, or None where the rules are named; raises LedgerError where there is neither."""
    if asked.variant is not None:
        return None
    from canasta_score.game.storage.transactions import read_ledger  # noqa: PLC0415 -- start-up where rules are named

    path = resolve_ledger_path(asked.ledger)
    if not path_exists(path):
        hint = "name the rules, such as --variant nvso, or start a game with 'canasta-score new'"
        raise ledger_error(str(path), "there is no such ledger", hint)
    return read_ledger(path)


def compute_opening_need(asked: NeedOptions, game: "Ledger | None") -> OpeningNeed:
    """Give the rules, those of a game or those that are named, and the need; one that is stated is of points alone."""
    rules = game.variant if game else load_variant(asked.variant or "")
    if asked.need is None and asked.score is None and game:
        return _compute_need_of_sides(asked, game)
    _warn_about_unused_options(asked, rules)
    if asked.need is not None:
        return OpeningNeed(rules=rules, points=_add_failed_attempts(rules, asked.need, asked.short), canasta=None)
    at = (rules, asked.score or 0, get_requested_hand_number(asked, game))
    points = _add_failed_attempts(rules, opening_need(*at), asked.short)
    return OpeningNeed(rules=rules, points=points, canasta=canasta_to_open(*at))


def _is_need_by_hand(asked: NeedOptions, rules: Variant) -> bool:
    """Tell whether the need is that of a hand that was named."""
    return asked.hand is not None and rules.need.by is NeedBasis.HAND


def _warn_about_unused_options(asked: NeedOptions, rules: Variant) -> None:
    """Say which options say nothing by these rules."""
    by_hand = rules.need.by is NeedBasis.HAND
    if asked.hand is not None and not by_hand:
        print_message("by these rules the need goes by the total, whatever hand it is")
    if asked.score is not None and by_hand:
        print_message("by these rules the need goes by the hand, whatever the total is")


def get_requested_hand_number(asked: NeedOptions, game: "Ledger | None") -> int:
    """Give the number of the hand: as it is said, or the next one of the game, or the first."""
    return asked.hand or (game.standing().hands_played + 1 if game else 1)


def _compute_need_of_sides(asked: NeedOptions, game: "Ledger") -> OpeningNeed:
    """Give the need of a side of a game, or of all where they need the same; refuses to choose between them."""
    _warn_about_unused_options(asked, game.variant)
    standing = get_requested_standing(asked, game)
    if standing.over and not _is_need_by_hand(asked, game.variant):
        print_message("the game is over; this is by the need of one more hand")
    sides = standing.sides
    needs = {(side.needs, side.canasta) for side in sides.values()}
    if len(needs) > 1:
        from canasta_score.report.text.need import format_need  # noqa: PLC0415 -- start-up of meld check

        named = join_words(f"{side.name} {format_need(side.needs, side.canasta)}" for side in sides.values())
        raise build_usage_error(
            f"the sides need different points, {named}; say which with {_format_side_options(sides)}"
        )
    points, kind = needs.pop()
    canasta = next((one for one in game.variant.canastas if one.name == kind), None)
    return OpeningNeed(rules=game.variant, points=points, canasta=canasta)


def _format_side_options(sides: Iterable[str]) -> str:
    """Join the options that name the sides."""
    return join_words((f"--side {side}" for side in sides), "or")


def get_requested_standing(asked: NeedOptions, game: "Ledger") -> "Standing":
    """Give the standing with the needs that were asked for: of all sides or of one, in the next hand or another."""
    standing = game.standing() if asked.hand is None else game.standing_before_hand(asked.hand)
    if asked.side is None:
        if asked.short:
            raise build_usage_error(f"say which side fell short, with {_format_side_options(game.side_names)}")
        return standing
    word = find_side(asked.side, game.side_names)
    side = standing.sides[word]
    needs = _add_failed_attempts(game.variant, side.needs, asked.short)
    return replace(standing, sides={word: replace(side, needs=needs)})


def _add_failed_attempts(rules: Variant, need: int, attempts: int | None) -> int:
    """Give the need after failed attempts, and say so where they add nothing."""
    if attempts and not rules.need.failed_attempt:
        print_message("by these rules a failed attempt adds nothing to the need")
    return compute_need_after_failures(rules, need, attempts or 0)
