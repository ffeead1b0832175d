"""`canasta-score import`: a game from a file into a new ledger."""

from typing import Annotated

import typer

from canasta_score.cli.options import (
    DEFAULT_LEDGER,
    DEFAULT_VARIANT,
    LEDGER_VARIABLE,
    AnywayOption,
    expand_path,
    resolve_ledger_path,
)
from canasta_score.cli.terminal import (
    PROGRAM,
    build_usage_error,
    get_local_time,
    get_terminal_width,
    print_message,
    print_result,
    print_table,
)
from canasta_score.game.audit import find_hand_problems
from canasta_score.game.importing.csv import ImportedGame, iter_hand_entries, parse_game_csv
from canasta_score.game.importing.json import parse_game_json
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.files import check_path_is_free, read_import_bytes
from canasta_score.game.storage.transactions import create_ledger
from canasta_score.game.storage.writer import format_whole_ledger
from canasta_score.report.text.layout import fill_text
from canasta_score.report.text.standing import format_game_heading, format_standing
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.text import escape_unprintable, format_count, join_words

_JSON_SUFFIX, _CSV_SUFFIX = ".json", ".csv"
_MAX_LISTED_MISSING_HANDS = 20  # hands that are named one by one
_GameFileArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A game as .json that was exported, or as .csv.", show_default=False)
]
_NewLedgerOption = Annotated[
    str | None,
    typer.Option(
        "--ledger",
        "-l",
        metavar="FILE",
        help=f"The ledger to begin; else what {LEDGER_VARIABLE} names, else {DEFAULT_LEDGER}.",
    ),
]
_CsvVariantOption = Annotated[
    str | None,
    typer.Option(
        "--variant", "-v", metavar="VARIANT", help=f"Whose rules a .csv was played by; else {DEFAULT_VARIANT}."
    ),
]
_CsvHouseRulesOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A house rule that a .csv was played by; once for each rule."),
]


def import_(
    file: _GameFileArgument,
    *,
    variant: _CsvVariantOption = None,
    house: _CsvHouseRulesOption = None,
    ledger: _NewLedgerOption = None,
    anyway: AnywayOption = False,
) -> None:
    """Take a game from a file into a new ledger.

    A .json that was exported comes back whole. A .csv has a row for each hand and side: hand, side, then facts, or base
    and count as an old score sheet has them; totals and running totals in it are verified. Nothing is written unless
    every row can be.
    """
    path, ending = resolve_ledger_path(ledger), expand_path(file).suffix.lower()
    is_csv = ending == _CSV_SUFFIX
    if ending not in {_JSON_SUFFIX, _CSV_SUFFIX}:
        raise build_usage_error(f"'{file}' is neither .json nor .csv; {_format_suffix_remedy(ending)}", "FILE")
    if not is_csv and (variant is not None or house or anyway):
        raise build_usage_error("a .json says all itself; leave out -v, --set and --anyway", "FILE")
    data = read_import_bytes(expand_path(file))
    check_path_is_free(path)
    if is_csv:
        named = DEFAULT_VARIANT if variant is None else variant
        game = _build_game_from_csv(data, file, named, house or [], anyway=anyway)
    else:
        game = parse_game_json(data, file).ledger
    game = create_ledger(path, format_whole_ledger(game), print_message)
    for doubt in find_hand_problems(game, strict=is_csv):
        print_message(str(doubt))
    print_result(fill_text(format_game_heading(game), get_terminal_width()))
    struck = sum(hand.voided for hand in game.hands)
    of_them = f", {struck} of them struck," if struck else ""
    print_result(
        f"{format_count(len(game.hands), 'hand')}{of_them} of {escape_unprintable(file)}"
        f" in {escape_unprintable(str(path))}.\n"
    )
    print_table(format_standing(game.variant, game.standing(), get_terminal_width()))


def _format_suffix_remedy(ending: str) -> str:
    """Say what to do with a file that no game is taken from."""
    ledger = f"it is used where it lies: {PROGRAM} show -l FILE"
    return ledger if ending == ".toml" else "save it as one of them"


def _build_game_from_csv(data: bytes, file: str, variant: str, house: list[str], *, anyway: bool) -> Ledger:
    """Read a game as it is written in rows; raises TallyError with every row that cannot be."""
    rules, played = load_with_overrides(variant, house)
    written = parse_game_csv(data, played, file, anyway=anyway)
    _print_csv_assumptions(written)
    time = get_local_time()
    entries = tuple(iter_hand_entries(played, written, time))
    return Ledger(
        file=file,
        variant=played,
        house_rules=tuple(house),
        started_at=next((hand.played_at for hand in written.hands if hand.played_at), time),
        side_names=written.side_names,
        starting_totals=written.starting_totals,
        totals=written.starting_totals,
        rules=rules,
        entries=entries,
    )


def _print_csv_assumptions(written: ImportedGame) -> None:
    """Say what follows from a table without being written there: totals brought forward, and new numbers of hands."""
    brought = [f"{written.side_names[side]} {total:,}" for side, total in written.starting_totals.items() if total]
    if brought:
        print_message(f"by the running totals, brought forward were: {join_words(brought)}")
    there = [hand.number for hand in written.hands]
    if there[-1] > len(there):
        missing = sorted({*range(1, min(there[-1], len(there) + _MAX_LISTED_MISSING_HANDS))} - {*there})
        are = "is" if len(missing) == 1 else "are"
        hands = f"{'hand' if len(missing) == 1 else 'hands'} {join_words(map(str, missing))}"
        place = next(place for place, number in enumerate(there, 1) if number != place)
        more = ", and so on" if place < len(there) else ""
        print_message(f"{hands} {are} not there; hand {there[place - 1]} of the file is hand {place} here{more}")
