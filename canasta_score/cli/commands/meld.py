"""`canasta-score meld`: what each side needs to open."""

from contextlib import suppress
from itertools import takewhile

import typer

from canasta_score.cli.commands import need_options
from canasta_score.cli.invocation import get_invocation
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.options import TYPER_SETTINGS, JsonOption, LedgerOption, is_game_file_name
from canasta_score.cli.registry import MELD_COMMANDS
from canasta_score.cli.terminal import get_terminal_width, print_json, print_result, print_table
from canasta_score.cli.typer_internals import Command, Context
from canasta_score.cli.usage_errors import usage_error
from canasta_score.hand.facts import TallyError
from canasta_score.report.labels import format_need
from canasta_score.report.text.standing import format_needs


class _MeldGroup(LazyGroup):
    specs = MELD_COMMANDS

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        if args and is_game_file_name(args[0]):  # `meld tuesday.toml` is `meld -l tuesday.toml`
            args = ["-l", *args]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        if args[0] not in self.specs:
            from canasta_score.hand.opening.cards import parse_card_groups

            words = takewhile(lambda word: word[0] != "-", " ".join(args).split())
            with suppress(TallyError):
                if groups := parse_card_groups(list(words)):
                    command = "check" if max(map(len, groups)) > 1 else "find"
                    typed = list(get_invocation().words)
                    typed.insert(typed.index(args[0]), command)
                    raise usage_error(f'"{command}" is missing before the cards', "did you mean", *typed)
        return super().resolve_command(ctx, args)


meld = typer.Typer(name="meld", cls=_MeldGroup, invoke_without_command=True, **TYPER_SETTINGS)


@meld.callback()
def show_opening_need(
    context: typer.Context,
    *,
    variant: need_options.NeedVariantOption = None,
    score: need_options.ScoreOption = None,
    hand: need_options.HandOption = None,
    side: need_options.SideOption = None,
    failed: need_options.ShortOption = None,
    ledger: LedgerOption = None,
    json: JsonOption = False,
) -> None:
    """Show what each side needs to open, and check or find an opening.

    The need comes from the game, or from the rules with --score or --hand.
    """
    if context.invoked_subcommand:
        # `meld --side we check CARDS` is `meld check --side we CARDS`; Typer parses the texts of defaults again.
        given = {name: str(value) for name, value in context.params.items() if value is not None and value is not False}
        context.default_map = dict.fromkeys(MELD_COMMANDS, given)
        return
    options = need_options.NeedOptions(variant=variant, ledger=ledger, side=side, score=score, hand=hand, failed=failed)
    game = need_options.load_requested_game(options)
    if not game or score is not None:
        need = need_options.compute_opening_need(options, game)
        canasta = need.canasta.name if need.canasta else ""
        number = need_options.get_requested_hand_number(options, game)
        if json:
            value = {"variant": need.rules.name, "score": score or 0, "hand": number, "needs": need.points}
            print_json({**value, "canasta": canasta} if canasta else value)
            return
        in_hand = f" in hand {number}" if need.rules.need.steps_by_hand else ""
        with_score = f" with {score or 0:,}" if need.rules.need.steps_by_total else ""
        points = format_need(need.points, canasta)
        if canasta:
            points = f"{'an' if canasta[0] in 'aeiou' else 'a'} {points}; a better canasta will do"
        print_result(f"{need.rules.title}:{in_hand}{with_score} a side needs {points}.")
        return
    standing = need_options.get_requested_standing(options, game)
    if json:
        from canasta_score.report.json import build_needs_json

        print_json(build_needs_json(game, standing))
    else:
        print_table(format_needs(game.variant, standing, get_terminal_width(), in_next=hand is None))
