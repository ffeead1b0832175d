"""`canasta-score import`: a game from a file into a new game file."""

from typing import Annotated

import typer

from canasta_score.cli import messages, options, paths, recording, terminal
from canasta_score.cli.invocation import usage_error
from canasta_score.clock import get_local_time
from canasta_score.disk.files import check_path_is_free, read_bytes
from canasta_score.game.audit import find_hand_problems
from canasta_score.game.entries import FileError, GameRules, disk_errors_as
from canasta_score.game.importing.csv import find_falls_to_zero, iter_hand_entries, parse_game_csv
from canasta_score.game.importing.json import parse_game_json
from canasta_score.game.ledger import Ledger
from canasta_score.report.text.standing import format_game_heading, format_standing
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.text import escape_unprintable, format_count, join_words, name_numbers

_MAX_LISTED_MISSING_HANDS = 20


def import_(
    file: Annotated[str, options.word_argument(options.Metavar.FILE, "An exported game (.json), or a table (.csv).")],
    *,
    variant: Annotated[
        str | None, options.variant_option(f"The rules of a .csv game (default: {options.DEFAULT_VARIANT}).")
    ] = None,
    house: Annotated[
        list[str] | None, options.house_rules_option("A house rule of a .csv game; repeat for each rule.")
    ] = None,
    ledger: Annotated[
        str | None, options.ledger_option(f"The game file to write (default: {paths.DEFAULT_LEDGER}).")
    ] = None,
    running: Annotated[
        bool | None,
        typer.Option("--running/--by-hand", help="What the columns of the sides have: running totals, or points."),
    ] = None,
    anyway: options.AnywayOption = False,
) -> None:
    """Start a game file from an exported game or an old score sheet.

    A csv file has a row for each hand and a column for each side. Or it has a row for each hand and side, with items
    or with base and count. Totals in it are checked. Nothing is written if any row has a mistake.
    """
    path, suffix = paths.get_ledger_path(ledger), paths.expand_path(file).suffix.lower()
    is_csv = suffix == ".csv"
    if suffix not in {".json", ".csv"}:
        message = f'"{file}" is neither a .json nor a .csv file'
        if suffix == ".toml":
            raise usage_error(message, "if it is a game file", "show", "-l", file)
        raise usage_error(message, "save the table as .csv first")
    if not is_csv and (variant is not None or house or anyway or running is not None):
        raise usage_error("a .json file brings its own rules", "leave out -v, --set, --running and --anyway")
    with disk_errors_as(FileError):
        data = read_bytes(paths.expand_path(file))
        check_path_is_free(path, str(path))
    if is_csv:
        variant = options.DEFAULT_VARIANT if variant is None else variant
        game = _build_game_from_csv(data, file, variant, house or [], anyway=anyway, is_running=running)
    else:
        game = parse_game_json(data, file).state
    game = recording.open_game(path, done=f"The game is written to {path}").create(game)
    messages.print_diagnostics(find_hand_problems(game, strict=is_csv))
    terminal.print_result(terminal.wrap_to_terminal(format_game_heading(game)))
    voided = sum(hand.voided for hand in game.hands)
    count = format_count(len(game.hands), "hand") + (f", {voided} of them canceled," if voided else "")
    terminal.print_result(f"{count} of {escape_unprintable(file)} in {escape_unprintable(str(path))}.\n")
    terminal.print_table(format_standing(game.variant, game.standing(), terminal.get_terminal_width()))


def _build_game_from_csv(
    data: bytes, file: str, variant: str, house: list[str], *, anyway: bool, is_running: bool | None
) -> Ledger:
    raw_rules, rules = load_with_overrides(variant, house)
    imported = parse_game_csv(data, rules, file, anyway=anyway, is_running=is_running)
    if is_running is None and imported.has_running_totals is not None and len(imported.hands) > 1:
        read_as, other = "points of each hand", "--running"
        if imported.has_running_totals:
            read_as, other = "running totals", "--by-hand"
        messages.print_note(f"the numbers were read as {read_as}", f"if they are not, add {other}")
    totals = imported.starting_totals
    if starting := [f"{imported.side_names[side]} {total:,}" for side, total in totals.items() if total]:
        messages.print_note(f"the running totals start with {join_words(starting)}")
    messages.print_diagnostics(find_falls_to_zero(imported, file))
    numbers = [hand.number for hand in imported.hands]
    if numbers[-1] > len(numbers):
        end = min(numbers[-1], len(numbers) + _MAX_LISTED_MISSING_HANDS)
        missing = [number for number in range(1, end) if number not in numbers]
        hands = f"{name_numbers('hand', missing)} {'are' if len(missing) > 1 else 'is'} missing"
        number, old_number = next((new, old) for new, old in enumerate(numbers, 1) if new != old)
        more = ", and so on" if number < len(numbers) else ""
        messages.print_note(f"{hands}; hand {old_number} of the file is hand {number} here{more}")
    time = get_local_time()
    return Ledger(
        file=file,
        rules=GameRules(variant=rules, keys=raw_rules, house_rules=tuple(house)),
        started_at=next((hand.played_at for hand in imported.hands if hand.played_at), time),
        side_names=imported.side_names,
        starting_totals=totals,
        totals=totals,
        entries=tuple(iter_hand_entries(imported, time)),
    )
