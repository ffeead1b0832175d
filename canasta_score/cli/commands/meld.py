"""`canasta-score meld`: what each side needs to open, and the options that say whose need is meant."""

from contextlib import suppress
from itertools import takewhile
from typing import Annotated

import typer

from canasta_score.cli import game_files, options, terminal
from canasta_score.cli.invocation import get_invocation, usage_error
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.messages import add_option, print_note
from canasta_score.cli.registry import MELD_COMMANDS
from canasta_score.cli.typer_internals import Command, Context
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
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

NeedVariantOption = Annotated[str | None, options.variant_option("The rules, if there is no game.")]
ScoreOption = Annotated[
    int | None, options.number_option("--score", "The total of a side (default: its total in the game).", negative=True)
]
_HAND_HELP = "The number of the hand (default: the next hand of the game)."
HandOption = Annotated[
    int | None, options.value_option("--hand", "N", _HAND_HELP, lambda text: options.parse_hand_number(text, minimum=1))
]
SideOption = Annotated[str | None, options.value_option("--side", options.Metavar.SIDE, "The side that wants to open.")]
NeedPointsOption = Annotated[
    int | None, options.number_option("--need", "The points needed to open, if you know them.")
]
ShortOption = Annotated[
    int | None, options.number_option("--short", "How many openings of the side fell short in this hand.")
]
PileOption = Annotated[
    str | None, options.value_option("--pile", options.Metavar.RANK, "Take the discard pile with this card on top.")
]
KeepOption = Annotated[
    int | None, options.number_option("--keep", "Cards that must stay in the hand (default: by the rules).")
]
_CONFLICTING_OPTIONS = {"variant": ("ledger", "side"), "need": ("side", "score", "hand"), "side": ("score",)}


class OpeningNeed(Value):
    """What it takes to open by some rules: points, and a canasta if they ask for one."""

    rules: Variant
    points: int
    canasta: Canasta | None


class NeedOptions(Value):
    """The options as they were given, None where they were not: points, and how many openings have failed."""

    variant: str | None
    ledger: str | None
    need: int | None = None
    side: str | None
    score: int | None
    hand: int | None
    short: int | None

    def __post_init__(self) -> None:
        """Refuse options that contradict each other."""
        for first, others in _CONFLICTING_OPTIONS.items():
            for second in others:
                if getattr(self, first) is not None and getattr(self, second) is not None:
                    raise usage_error(f"--{first} and --{second} cannot be used together", "use only one of them")

    def load_game(self) -> Ledger | None:
        """Return the game, or None if rules are named instead; raises LedgerError if there is neither."""
        if self.variant is not None:
            return None
        path = game_files.resolve_ledger_path(self.ledger)
        if self.ledger is None and self.side is None and not path_exists(path):
            same_by_rules = add_option(get_invocation().words, "--variant", options.DEFAULT_VARIANT)
            code = DiagnosticCode.NO_SUCH_GAME
            raise ledger_error(str(path), "", "to name the rules", *same_by_rules, code=code)
        return read_ledger(path)

    def find_need(self, game: Ledger | None) -> OpeningNeed:
        """Return the need by the rules of a game, or by those that are named; a stated need asks for no canasta."""
        rules = game.variant if game else options.load_rules_and_names(self.variant, None)[0]
        if self.hand is not None and not rules.need.steps_by_hand:
            print_note("in these rules the total decides what a side needs, not the hand; --hand changes nothing")
        if self.score is not None and not rules.need.steps_by_total:
            print_note("in these rules the hand decides what a side needs, not the total; --score changes nothing")
        if self.need is None and self.score is None and game:
            return self._find_need_of_sides(game)
        score, hand = self.score or 0, self.hand or (game.next_place if game else 1)
        canasta = None if self.need is not None else canasta_to_open(rules, score, hand)
        points = opening_need(rules, score, hand) if self.need is None else self.need
        return OpeningNeed(rules=rules, points=self._add_failed_attempts(rules, points), canasta=canasta)

    def find_standing(self, game: Ledger) -> Standing:
        """Return what the sides of a game need, or the side that is named."""
        standing = game.standing(self.hand)
        if self.side is None:
            if self.short:
                options_of_sides = join_words((f"--side {side}" for side in game.side_names), "or")
                raise usage_error("it is unknown which side had the failed attempt", f"add {options_of_sides}")
            return standing
        from canasta_score.cli.prompt.questions import resolve_side

        side = resolve_side(self.side, game.side_names)
        need = self._add_failed_attempts(game.variant, standing.sides[side].needs)
        return replace(standing, sides={side: replace(standing.sides[side], needs=need)})

    def _find_need_of_sides(self, game: Ledger) -> OpeningNeed:
        standing = self.find_standing(game)
        if standing.over and not (self.hand is not None and game.variant.need.steps_by_hand):
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

    def _add_failed_attempts(self, rules: Variant, need: int) -> int:
        if self.short and not rules.need.failed_attempt:
            print_note("in these rules a failed attempt adds nothing")
        return compute_need_after_failures(rules, need, self.short or 0)


class _MeldGroup(LazyGroup):
    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        if args and options.is_game_file_name(args[0]):  # `meld tuesday.toml` is `meld -l tuesday.toml`
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


meld = typer.Typer(name="meld", cls=_MeldGroup, invoke_without_command=True, **options.TYPER_SETTINGS)


@meld.callback()
def show_opening_need(
    context: typer.Context,
    *,
    variant: NeedVariantOption = None,
    score: ScoreOption = None,
    hand: HandOption = None,
    side: SideOption = None,
    short: ShortOption = None,
    ledger: options.LedgerOption = None,
    json: options.JsonOption = False,
) -> None:
    """Show what each side needs to open, and check or find an opening.

    The need comes from the game, or from the rules with --score or --hand.
    """
    if context.invoked_subcommand:
        # `meld --side we check CARDS` is `meld check --side we CARDS`; Typer parses the texts of defaults again.
        given = {name: str(value) for name, value in context.params.items() if value is not None and value is not False}
        context.default_map = dict.fromkeys(MELD_COMMANDS, given)
        return
    asked = NeedOptions(variant=variant, ledger=ledger, side=side, score=score, hand=hand, short=short)
    game = asked.load_game()
    if not game or score is not None:
        need = asked.find_need(game)
        canasta = need.canasta.name if need.canasta else ""
        number = hand or (game.next_place if game else 1)
        if json:
            value = {"variant": need.rules.name, "score": score or 0, "hand": number, "needs": need.points}
            terminal.print_json({**value, "canasta": canasta} if canasta else value)
            return
        in_hand = f" in hand {number}" if need.rules.need.steps_by_hand else ""
        with_score = f" with {score or 0:,}" if need.rules.need.steps_by_total else ""
        points = format_need(need.points, canasta)
        if canasta:
            points = f"{'an' if canasta[0] in 'aeiou' else 'a'} {points}; a better canasta will do"
        terminal.print_result(f"{need.rules.title}:{in_hand}{with_score} a side needs {points}.")
        return
    standing = asked.find_standing(game)
    if json:
        terminal.print_json(terminal.json_report.build_needs_json(game, standing))
    else:
        terminal.print_table(format_needs(game.variant, standing, terminal.get_terminal_width(), in_next=hand is None))
