"""`canasta-score reconcile`: the mistakes that explain a different total on another paper."""

from typing import Annotated

import typer

from canasta_score.cli import game_files, messages, options, terminal
from canasta_score.cli.invocation import usage_error
from canasta_score.cli.prompt.questions import resolve_side
from canasta_score.game.entries import ledger_error
from canasta_score.game.reconciliation import find_figures, reconcile_hand
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.hand.referee.card_checks import find_total_unit
from canasta_score.report.text.mistakes import format_reconciliation
from canasta_score.rules.diagnostics import DiagnosticCode


def reconcile(
    hand: options.HandArgument,
    side: options.SideArgument,
    total: Annotated[
        int,
        options.word_argument(
            "TOTAL", "The other sheet's total: of this hand, or the running total after it.", options.parse_points
        ),
    ],
    game_file: options.GameFileArgument = None,
    *,
    ledger: options.LedgerOption = None,
    every: Annotated[bool, typer.Option("--all", help="List every mistake, and every pair of mistakes.")] = False,
    json: options.JsonOption = False,
) -> None:
    """Find the mistakes that explain a different total.

    Another score sheet has a different total for a side in a hand. This lists the everyday mistakes that explain it,
    and what to type if the other sheet is right. It does not know which sheet is right.

    If a whole hand is missing here, add it now: the totals are the same. To have it in its place, undo the entries
    after it, add it, and enter these again.
    """
    game = read_ledger(game_files.resolve_ledger_path(options.pick_game_file(game_file, ledger)))
    counted_hand = game.get_hand(hand)
    if counted_hand.voided:
        code = DiagnosticCode.HAND_IS_VOIDED
        raise ledger_error(game.file, f"hand {hand} was canceled", "choose a hand that counts", code=code)
    side = resolve_side(side, game.side_names)
    unit = find_total_unit(game.variant)
    recorded = [*game.totals.values(), *(score.total for score in counted_hand.score.sides.values())]
    # No hand and no sum of hands can have such a total, unless the game has such figures itself.
    if unit and total % unit and not any(points % unit for points in recorded):
        lower = total - total % unit
        hint = f"the nearest possible are {lower:,} and {lower + unit:,}"
        if figures := find_figures(game, counted_hand, side, total):
            hint = f"{total:,} is {figures[0].description}"
        raise usage_error(f"{total:,} cannot be a total: by these rules all points are multiples of {unit}", hint)
    result = reconcile_hand(game, counted_hand, side, total, every=every)
    if json:
        terminal.print_json(terminal.json_report.build_reconciliation_json(result, messages.format_command))
    else:
        terminal.print_result(format_reconciliation(result, messages.format_command, terminal.get_terminal_width()))
