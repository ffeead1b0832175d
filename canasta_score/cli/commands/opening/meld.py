"""`canasta-score meld`: what each side needs to open; `meld check` and `meld find` stand in `opening.py`."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar

import typer

from canasta_score.cli.lazy_group import Commands
from canasta_score.cli.need_options import (
    Asked,
    Hand,
    Needed,
    Score,
    Short,
    Side,
    VariantName,
    game_asked,
    hand_asked,
    standing_asked,
    what_is_needed,
)
from canasta_score.cli.options import PLAIN, AsJson, LedgerFile
from canasta_score.cli.terminal import say, say_json, say_table, width
from canasta_score.hand.facts import TallyError
from canasta_score.rules.model.need import NeedBy

if TYPE_CHECKING:
    from canasta_score.game.ledger import Ledger
    from canasta_score.game.standing import Standing


class MeldCommands(Commands):
    """The commands about an opening."""

    modules: ClassVar[Mapping[str, str]] = {"check": "commands.opening.opening", "find": "commands.opening.opening"}
    summaries: ClassVar[Mapping[str, str]] = {
        "check": "Judge an opening: whether it is legal, and whether it is enough.",
        "find": "Find the best opening in the cards you hold, and keep one for the discard.",
    }

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 -- as in Commands
        """Find the command that is called; who gives cards and no command is told the way."""
        if args[0] not in self.modules and (groups := groups_in(args)):
            command = "check" if max(map(len, groups)) > 1 else "find"
            ctx.fail(f"cards stand behind a command; write it before them: {command} {' '.join(args)}")
        return super().resolve_command(ctx, args)


def groups_in(arguments: Sequence[str]) -> Sequence[Sequence[str]]:
    """Give the groups of cards that arguments name, up to the first option; none where they name none."""
    from canasta_score.hand.opening.card_parser import read_groups  # noqa: PLC0415 -- only for those who forget the command

    words = [word for argument in arguments for word in argument.split()]
    try:
        return read_groups(list(takewhile(lambda word: word[0] != "-", words)))
    except TallyError:
        return ()


meld = typer.Typer(name="meld", cls=MeldCommands, invoke_without_command=True, **PLAIN)


@meld.callback()
def say_what_is_needed(
    context: typer.Context,
    *,
    variant: VariantName = None,
    score: Score = None,
    hand: Hand = None,
    side: Side = None,
    short: Short = None,
    ledger: LedgerFile = None,
    json: AsJson = False,
) -> None:
    """Say what each side needs to open, judge an opening, find the best one.

    The need is that of the ledger; or by the rules of a variant, for a total (--score) or in a hand (--hand).
    """
    if context.invoked_subcommand:
        given = {name: str(value) for name, value in context.params.items() if value is not None and value is not False}
        context.default_map = dict.fromkeys(MeldCommands.modules, given)
        return
    asked = Asked(variant=variant, ledger=ledger, side=side, score=score, hand=hand, short=short)
    game = game_asked(asked)
    if game and score is None:
        say_needs(game, standing_asked(asked, game), in_next=hand is None, json=json)
    else:
        say_need(what_is_needed(asked, game), score or 0, hand_asked(asked, game), json=json)


def say_needs(game: "Ledger", standing: "Standing", *, in_next: bool, json: bool) -> None:
    """Print what sides of a game need."""
    if json:
        from canasta_score.report.json.ledger import needs_json  # noqa: PLC0415 -- start-up

        say_json(needs_json(game, standing))
    else:
        from canasta_score.report.text.standing import needs_table  # noqa: PLC0415 -- start-up of meld check

        say_table(needs_table(game.variant, standing, width(), in_next=in_next))


def say_need(needed: Needed, score: int, hand: int, *, json: bool) -> None:
    """Print what a side needs with a total, or in a hand."""
    variant, canasta = needed.rules, needed.canasta.name if needed.canasta else ""
    if json:
        asked_for = {"canasta": canasta} if canasta else {}
        say_json({"variant": variant.name, "score": score, "hand": hand, "needs": needed.points, **asked_for})
    else:
        from canasta_score.report.text.need import need_in_words  # noqa: PLC0415 -- start-up of meld check

        at = f"in hand {hand}" if variant.need.by is NeedBy.HAND else f"with {score:,}"
        article = ("an " if canasta[0] in "aeiou" else "a ") if canasta else ""
        better = "; a better canasta will do" if canasta else ""
        say(f"{variant.title}: {at} a side needs {article}{need_in_words(needed.points, canasta)}{better}.")
