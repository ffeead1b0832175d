"""`canasta-score add`: record a hand."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from canasta_score.cli import game_files, hand_input, messages, options, recording, terminal
from canasta_score.cli.invocation import ExitCode, get_invocation, usage_error
from canasta_score.cli.terminal import is_interactive
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.hand.referee.problems import is_doubtful
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.recording.games import AddHand, GameRecorder, RecordedGame, list_hand_problems
from canasta_score.report.text.hand import describe_partners, format_hand_table
from canasta_score.report.text.standing import build_standing_rows, describe_game_state
from canasta_score.rules.diagnostics import CanastaError

if TYPE_CHECKING:
    from canasta_score.cli.prompt.guided_entry import GuidedEntry

_DRY_RUN_FLAG = "--dry-run"


def add(
    tally: options.OptionalTallyArgument = None,
    *,
    ledger: options.LedgerOption = None,
    anyway: options.AnywayOption = False,
    dry_run: Annotated[bool, typer.Option(_DRY_RUN_FLAG, help="Show the result, and record nothing.")] = False,
    json: options.JsonOption = False,
) -> None:
    """Record a hand.

    Name a side, then what it has. Then name the other side. red=3 means three red threes, and out alone means once. The
    beginning of a name is enough (nat=2), and so are the short names (r3 n2 o t335 h5). The number can come first (2n,
    3 red threes, 1.200 table). Points can be sums or cards: table=100+100+35, hand=1xJK+3xA, hKKA. Anything you leave
    out counts as zero.

    Without items, the program asks for one item after another. "variants show" lists the items of the rules. By any
    rules, extra=50 adds points, and penalty=100 takes some off.
    """
    words = options.split_words(tally or [])
    path = game_files.resolve_ledger_path(ledger)
    if words:
        _add_hand(path, words, anyway=anyway, dry_run=dry_run, json=json)
        return
    if dry_run or json or not is_interactive():
        where = " with --dry-run or --json" if dry_run or json else ""
        example = "we red=3 natural=2 out table=335 they table=125 hand=85"
        with suppress(CanastaError):
            game = read_ledger(path)
            example = hand_input.build_example_hand(game.variant, *game.side_names)
        raise usage_error(f"no items entered{where}", "for example", "add", *example.split())
    try:
        _start_dialogue(recording.open_game(path), anyway=anyway).record()
    except (KeyboardInterrupt, EOFError):
        raise typer.Exit(ExitCode.INTERRUPTED) from None


def _add_hand(path: Path, words: Sequence[str], *, anyway: bool, dry_run: bool, json: bool) -> None:
    recorder = recording.open_game(path)
    game = recorder.read()
    if is_interactive():
        from canasta_score.cli.prompt.questions import ask_about_ambiguous_words

        words = ask_about_ambiguous_words(game.variant, words, game.side_names)
    with hand_input.explain_refused_hand(game.variant):
        facts = parse_tally(game.variant, words, game.side_names)
        dialogue = None
        may_ask = is_interactive() and any(facts.values()) and not (anyway or dry_run or json)
        if may_ask and is_doubtful(problems := list_hand_problems(game, facts)):
            dialogue = _start_dialogue(recorder)
            facts = dialogue.confirm_line(facts, problems)
        request = AddHand(facts=facts, anyway=anyway)
        recorded = recorder.preview(request) if dry_run else recorder.record(request)
    if dialogue:
        dialogue.drop_draft()
    known = dialogue.known_problems if dialogue else ()
    recording.print_problems(recorded, known, anyway=anyway)
    _print_recorded_hand(recorded, json=json, is_recorded=not dry_run)
    if dry_run:
        typed = [word for word in get_invocation().words if word != _DRY_RUN_FLAG]
        messages.print_note("nothing recorded; this was a dry run", "to record the hand", *typed)
    elif not json:
        if recorded.problems and not known:
            messages.print_hint("the hand is recorded as entered; to cancel it", "undo")
        if may_ask and not recorded.problems:
            hand_input.print_note_if_nobody_went_out(game.variant, facts, options.LAST_HAND)
        recording.print_hints_if_game_over(recorded.before, recorded.after)


def _start_dialogue(recorder: GameRecorder, *, anyway: bool = False) -> "GuidedEntry":
    from canasta_score.cli.prompt.guided_entry import GuidedEntry
    from canasta_score.cli.prompt.questions import read_terminal_line

    command = "" if get_invocation().is_at_prompt else f"{messages.format_command('add')} "
    return GuidedEntry(recorder, read_terminal_line, command=command, anyway=anyway)


def _print_recorded_hand(recorded: RecordedGame, *, json: bool, is_recorded: bool) -> None:
    game = recorded.after
    hand, standing = game.hands[-1], game.standing()
    if json:
        build_json = terminal.json_report.build_recorded_hand_json
        terminal.print_json(build_json(game, hand, recorded.problems, recorded=is_recorded))
        return
    rows = build_standing_rows(game.variant, standing)
    done = f"Hand {hand.number} recorded." if is_recorded else f"Hand {hand.number} would be:"
    terminal.print_result(f"{done} {describe_partners(hand.partners, game.side_names)}".rstrip())
    width = terminal.get_terminal_width()
    terminal.print_table(format_hand_table(game.variant, hand.score, game.side_names, width, rows))
    terminal.print_table(terminal.wrap_to_terminal(describe_game_state(game.variant, standing)))
    hand_input.print_hand_notes(game.variant, hand.score, game.side_names)
