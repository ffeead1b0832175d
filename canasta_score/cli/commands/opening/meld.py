"""`canasta-score meld`: what each side needs to open; `meld check` and `meld find` stand in `opening.py`."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar

import typer

from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.need_options import (
    HandOption,
    NeedOptions,
    NeedVariantOption,
    OpeningNeed,
    ScoreOption,
    ShortOption,
    SideOption,
    compute_opening_need,
    get_requested_hand_number,
    get_requested_standing,
    load_requested_game,
)
from canasta_score.cli.options import TYPER_SETTINGS, JsonOption, LedgerOption
from canasta_score.cli.terminal import get_terminal_width, print_json, print_result, print_table
from canasta_score.hand.facts import TallyError
from canasta_score.rules.model.need import NeedBasis

if TYPE_CHECKING:
    from canasta_score.game.ledger import Ledger
    from canasta_score.game.standing import Standing


class _MeldGroup(LazyGroup):
    """The commands about an opening."""

    modules: ClassVar[Mapping[str, str]] = {"check": "commands.opening.opening", "find": "commands.opening.opening"}
    summaries: ClassVar[Mapping[str, str]] = {
        "check": "Judge an opening: whether it is legal, and whether it is enough.",
        "find": "Find the best opening in the cards you hold, and keep one for the discard.",
    }

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 -- as in Commands
        """Find the command that is called; who gives cards and no command is told the way."""
        if args[0] not in self.modules and (groups := _parse_card_groups_or_none(args)):
            command = "check" if max(map(len, groups)) > 1 else "find"
            ctx.fail(f"cards stand behind a command; write it before them: {command} {' '.join(args)}")
        return super().resolve_command(ctx, args)


def _parse_card_groups_or_none(arguments: Sequence[str]) -> Sequence[Sequence[str]]:
    """Give the groups of cards that arguments name, up to the first option; none where they name none."""
    from canasta_score.hand.opening.card_parser import parse_card_groups  # noqa: PLC0415 -- only for those who forget the command

    words = [word for argument in arguments for word in argument.split()]
    try:
        return parse_card_groups(list(takewhile(lambda word: word[0] != "-", words)))
    except TallyError:
        return ()


meld = typer.Typer(name="meld", cls=_MeldGroup, invoke_without_command=True, **TYPER_SETTINGS)


@meld.callback()
def say_what_is_needed(
    context: typer.Context,
    *,
    variant: NeedVariantOption = None,
    score: ScoreOption = None,
    hand: HandOption = None,
    side: SideOption = None,
    short: ShortOption = None,
    ledger: LedgerOption = None,
    json: JsonOption = False,
) -> None:
    """Say what each side needs to open, judge an opening, find the best one.

    The need is that of the ledger; or by the rules of a variant, for a total (--score) or in a hand (--hand).
    """
    if context.invoked_subcommand:
        given = {name: str(value) for name, value in context.params.items() if value is not None and value is not False}
        context.default_map = dict.fromkeys(_MeldGroup.modules, given)
        return
    asked = NeedOptions(variant=variant, ledger=ledger, side=side, score=score, hand=hand, short=short)
    game = load_requested_game(asked)
    if game and score is None:
        _print_needs_of_sides(game, get_requested_standing(asked, game), in_next=hand is None, json=json)
    else:
        _print_need(compute_opening_need(asked, game), score or 0, get_requested_hand_number(asked, game), json=json)


def _print_needs_of_sides(game: "Ledger", standing: "Standing", *, in_next: bool, json: bool) -> None:
    """Print what sides of a game need."""
    if json:
        from canasta_score.report.json.ledger import build_needs_json  # noqa: PLC0415 -- start-up

        print_json(build_needs_json(game, standing))
    else:
        from canasta_score.report.text.standing import format_needs  # noqa: PLC0415 -- start-up of meld check

        print_table(format_needs(game.variant, standing, get_terminal_width(), in_next=in_next))


def _print_need(needed: OpeningNeed, score: int, hand: int, *, json: bool) -> None:
    """Print what a side needs with a total, or in a hand."""
    variant, canasta = needed.rules, needed.canasta.name if needed.canasta else ""
    if json:
        asked_for = {"canasta": canasta} if canasta else {}
        print_json({"variant": variant.name, "score": score, "hand": hand, "needs": needed.points, **asked_for})
    else:
        from canasta_score.report.text.need import format_need  # noqa: PLC0415 -- start-up of meld check

        at = f"in hand {hand}" if variant.need.by is NeedBasis.HAND else f"with {score:,}"
        article = ("an " if canasta[0] in "aeiou" else "a ") if canasta else ""
        better = "; a better canasta will do" if canasta else ""
        print_result(f"{variant.title}: {at} a side needs {article}{format_need(needed.points, canasta)}{better}.")
