"""`canasta-score meld`: what each side needs to open, and the options that say whose need is meant."""

from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from typing import Annotated

import typer

from canasta_score.cli.game_files import resolve_ledger_path
from canasta_score.cli.invocation import get_invocation
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.messages import add_option, print_note
from canasta_score.cli.options import (
    DEFAULT_VARIANT,
    TYPER_SETTINGS,
    JsonOption,
    LedgerOption,
    Metavar,
    is_game_file_name,
    load_rules_and_names,
    number_option,
    parse_hand_number,
    value_option,
    variant_option,
)
from canasta_score.cli.registry import MELD_COMMANDS
from canasta_score.cli.terminal import get_terminal_width, print_json, print_result, print_table
from canasta_score.cli.typer_internals import Command, Context
from canasta_score.cli.usage_errors import usage_error
from canasta_score.disk.files import path_exists
from canasta_score.game.entries import ledger_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import Standing
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.hand.facts import TallyError
from canasta_score.hand.opening.need import canasta_to_open, compute_need_after_failures, opening_need
from canasta_score.report.labels import format_need
from canasta_score.report.text.standing import format_needs
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.frozen import Value
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

NeedVariantOption = Annotated[str | None, variant_option("The rules, if there is no game.")]
ScoreOption = Annotated[
    int | None, number_option("--score", "The total of a side (default: its total in the game).", negative=True)
]
_HAND_HELP = "The number of the hand (default: the next hand of the game)."
HandOption = Annotated[
    int | None, value_option("--hand", "N", _HAND_HELP, lambda text: parse_hand_number(text, minimum=1))
]
SideOption = Annotated[str | None, value_option("--side", Metavar.SIDE, "The side that wants to open.")]
NeedPointsOption = Annotated[int | None, number_option("--need", "The points needed to open, if you know them.")]
ShortOption = Annotated[int | None, number_option("--short", "How many openings of the side fell short in this hand.")]
PileOption = Annotated[str | None, value_option("--pile", Metavar.RANK, "Take the discard pile with this card on top.")]
KeepOption = Annotated[int | None, number_option("--keep", "Cards that must stay in the hand (default: by the rules).")]
_CONFLICTING_OPTIONS = (
    ("variant", "ledger"),
    ("variant", "side"),
    ("need", "side"),
    ("need", "score"),
    ("need", "hand"),
    ("side", "score"),
)


class NeedOptions(Value):
    """The options as they were given, None where they were not: points, and how many openings have failed."""

    variant: str | None
    ledger: str | None
    need: int | None = None
    side: str | None
    score: int | None
    hand: int | None
    failed: int | None

    def __post_init__(self) -> None:
        """Refuse options that contradict each other."""
        for first, second in _CONFLICTING_OPTIONS:
            if getattr(self, first) is not None and getattr(self, second) is not None:
                raise usage_error(f"--{first} and --{second} cannot be used together", "use only one of them")

    def load(self) -> "OpeningNeed":
        """Return the rules and the need that are asked for."""
        return _compute_need(self, _load_game(self))


class OpeningNeed(Value):
    """What it takes to open by some rules: points, and a canasta if they ask for one."""

    rules: Variant
    points: int
    canasta: Canasta | None


def _load_game(options: NeedOptions) -> Ledger | None:
    """Return the game, or None if rules are named instead; raises LedgerError if there is neither."""
    if options.variant is not None:
        return None
    path = resolve_ledger_path(options.ledger)
    if options.ledger is None and options.side is None and not path_exists(path):
        same_by_rules = add_option(get_invocation().words, "--variant", DEFAULT_VARIANT)
        code = DiagnosticCode.NO_SUCH_GAME
        raise ledger_error(str(path), "", "to name the rules", *same_by_rules, code=code)
    return read_ledger(path)


def _compute_need(options: NeedOptions, game: Ledger | None) -> OpeningNeed:
    """Return the need by the rules of a game, or by those that are named; a stated need asks for no canasta."""
    rules = game.variant if game else load_rules_and_names(options.variant, None)[0]
    if options.hand is not None and not rules.need.steps_by_hand:
        print_note("in these rules the total decides what a side needs, not the hand; --hand changes nothing")
    if options.score is not None and not rules.need.steps_by_total:
        print_note("in these rules the hand decides what a side needs, not the total; --score changes nothing")
    if options.need is None and options.score is None and game:
        return _find_need_of_sides(options, game)
    if options.need is not None:
        return OpeningNeed(rules=rules, points=_add_failed_attempts(rules, options.need, options.failed), canasta=None)
    score, hand = options.score or 0, options.hand or (game.next_place if game else 1)
    points = _add_failed_attempts(rules, opening_need(rules, score, hand), options.failed)
    return OpeningNeed(rules=rules, points=points, canasta=canasta_to_open(rules, score, hand))


def _get_standing(options: NeedOptions, game: Ledger) -> Standing:
    standing = game.standing(options.hand)
    if options.side is None:
        if options.failed:
            options_of_sides = join_words((f"--side {side}" for side in game.side_names), "or")
            raise usage_error("it is unknown which side had the failed attempt", f"add {options_of_sides}")
        return standing
    from canasta_score.cli.prompt.questions import resolve_side

    side = resolve_side(options.side, game.side_names)
    side_standing = standing.sides[side]
    need = _add_failed_attempts(game.variant, side_standing.needs, options.failed)
    return replace(standing, sides={side: replace(side_standing, needs=need)})


def _find_need_of_sides(options: NeedOptions, game: Ledger) -> OpeningNeed:
    standing = _get_standing(options, game)
    is_by_hand = options.hand is not None and game.variant.need.steps_by_hand
    if standing.over and not is_by_hand:
        print_note("the game is over; this is what one more hand would need")
    sides = standing.sides.values()
    needs = {(side.needs, side.canasta) for side in sides}
    if len(needs) > 1:
        different = join_words(f"{side.name} {format_need(side.needs, side.canasta)}" for side in sides)
        side, first = next(iter(standing.sides.items()))
        for_first = add_option(get_invocation().words, "--side", side)
        raise usage_error(f"the sides need different points: {different}", f"for {first.name}", *for_first)
    points, canasta_name = needs.pop()
    canasta = next((canasta for canasta in game.variant.canastas if canasta.name == canasta_name), None)
    return OpeningNeed(rules=game.variant, points=points, canasta=canasta)


def _add_failed_attempts(rules: Variant, need: int, attempts: int | None) -> int:
    if attempts and not rules.need.failed_attempt:
        print_note("in these rules a failed attempt adds nothing")
    return compute_need_after_failures(rules, need, attempts or 0)


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
    variant: NeedVariantOption = None,
    score: ScoreOption = None,
    hand: HandOption = None,
    side: SideOption = None,
    failed: ShortOption = None,
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
    options = NeedOptions(variant=variant, ledger=ledger, side=side, score=score, hand=hand, failed=failed)
    game = _load_game(options)
    if not game or score is not None:
        need = _compute_need(options, game)
        canasta = need.canasta.name if need.canasta else ""
        number = hand or (game.next_place if game else 1)
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
    standing = _get_standing(options, game)
    if json:
        from canasta_score.report.json import build_needs_json

        print_json(build_needs_json(game, standing))
    else:
        print_table(format_needs(game.variant, standing, get_terminal_width(), in_next=hand is None))
