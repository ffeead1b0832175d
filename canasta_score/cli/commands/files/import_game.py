"""`canasta-score import`: a game from a file into a new ledger."""

from typing import Annotated

import typer

from canasta_score.cli.options import DEFAULT_LEDGER, DEFAULT_VARIANT, LEDGER, Anyway, ledger_at_hand, path_of
from canasta_score.cli.terminal import PROGRAM, now, say, say_table, warn, width, wrong_use
from canasta_score.game.audit import doubtful_hands
from canasta_score.game.importing.csv import WrittenGame, entries_of, read_game_csv
from canasta_score.game.importing.json import read_game_json
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.files import check_free, read_export
from canasta_score.game.storage.transactions import begin
from canasta_score.game.storage.writer import game_text
from canasta_score.report.text.layout import within
from canasta_score.report.text.standing import heading, standing_table
from canasta_score.rules.catalog.lookup import load_as_played
from canasta_score.rules.schema.reader import counted, listed
from canasta_score.rules.text import printable

JSON, CSV = ".json", ".csv"
MOST_MISSING = 20  # hands that are named one by one
Exported = Annotated[
    str, typer.Argument(metavar="FILE", help="A game as .json that was exported, or as .csv.", show_default=False)
]
NewLedger = Annotated[
    str | None,
    typer.Option(
        "--ledger", "-l", metavar="FILE", help=f"The ledger to begin; else what {LEDGER} names, else {DEFAULT_LEDGER}."
    ),
]
RulesName = Annotated[
    str | None,
    typer.Option(
        "--variant", "-v", metavar="VARIANT", help=f"Whose rules a .csv was played by; else {DEFAULT_VARIANT}."
    ),
]
House = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A house rule that a .csv was played by; once for each rule."),
]


def import_(
    file: Exported,
    *,
    variant: RulesName = None,
    house: House = None,
    ledger: NewLedger = None,
    anyway: Anyway = False,
) -> None:
    """Take a game from a file into a new ledger.

    A .json that was exported comes back whole. A .csv has a row for each hand and side: hand, side, then facts, or base
    and count as an old score sheet has them; totals and running totals in it are verified. Nothing is written unless
    every row can be.
    """
    path, ending = ledger_at_hand(ledger), path_of(file).suffix.lower()
    is_csv = ending == CSV
    if ending not in {JSON, CSV}:
        raise wrong_use(f"'{file}' is neither .json nor .csv; {remedy(ending)}", hint="FILE")
    if not is_csv and (variant is not None or house or anyway):
        raise wrong_use("a .json says all itself; leave out -v, --set and --anyway", hint="FILE")
    data = read_export(path_of(file))
    check_free(path)
    if is_csv:
        named = DEFAULT_VARIANT if variant is None else variant
        game = game_of_csv(data, file, named, house or [], anyway=anyway)
    else:
        game = read_game_json(data, file).ledger
    game = begin(path, game_text(game), warn)
    for doubt in doubtful_hands(game, strict=is_csv):
        warn(str(doubt))
    say(within(heading(game), width()))
    struck = sum(hand.struck for hand in game.hands)
    of_them = f", {struck} of them struck," if struck else ""
    say(f"{counted(len(game.hands), 'hand')}{of_them} of {printable(file)} in {printable(str(path))}.\n")
    say_table(standing_table(game.variant, game.standing(), width()))


def remedy(ending: str) -> str:
    """Say what to do with a file that no game is taken from."""
    ledger = f"it is used where it lies: {PROGRAM} show -l FILE"
    return ledger if ending == ".toml" else "save it as one of them"


def game_of_csv(data: bytes, file: str, variant: str, house: list[str], *, anyway: bool) -> Ledger:
    """Read a game as it is written in rows; raises TallyError with every row that cannot be."""
    rules, played = load_as_played(variant, house)
    written = read_game_csv(data, played, file, anyway=anyway)
    say_what_is_taken_for(written)
    time = now()
    entries = tuple(entries_of(played, written, time))
    return Ledger(
        file=file,
        variant=played,
        house=tuple(house),
        started=next((hand.at for hand in written.hands if hand.at), time),
        names=written.names,
        start=written.start,
        totals=written.start,
        rules=rules,
        entries=entries,
    )


def say_what_is_taken_for(written: WrittenGame) -> None:
    """Say what follows from a table without being written there: totals brought forward, and new numbers of hands."""
    brought = [f"{written.names[side]} {total:,}" for side, total in written.start.items() if total]
    if brought:
        warn(f"by the running totals, brought forward were: {listed(brought)}")
    there = [hand.number for hand in written.hands]
    if there[-1] > len(there):
        missing = sorted({*range(1, min(there[-1], len(there) + MOST_MISSING))} - {*there})
        are = "is" if len(missing) == 1 else "are"
        hands = f"{'hand' if len(missing) == 1 else 'hands'} {listed(map(str, missing))}"
        place = next(place for place, number in enumerate(there, 1) if number != place)
        more = ", and so on" if place < len(there) else ""
        warn(f"{hands} {are} not there; hand {there[place - 1]} of the file is hand {place} here{more}")
