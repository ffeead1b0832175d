"""`canasta-score add`: record a hand."""

from typing import Annotated

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.judging import has_impossible, is_refused
from canasta_score.cli.options import Anyway, AsJson, LedgerFile, ledger_at_hand, words_of
from canasta_score.cli.terminal import PROGRAM, now, say, say_json, say_table, warn, width
from canasta_score.game.checking import problems_of_next_hand
from canasta_score.game.entries import Entry, What
from canasta_score.game.ledger import Ledger
from canasta_score.game.record import preview, record
from canasta_score.hand.facts import HandFacts, TallyError
from canasta_score.hand.referee import Problem
from canasta_score.hand.score import HandScore
from canasta_score.hand.tally import read_tally
from canasta_score.report.hand_table import hand_table, notes_of_hand
from canasta_score.report.standing_table import standing_rows, what_is_next

Tally = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TALLY...",
        help="What each side has: we red=3 natural=2 out table=335 they table=60 hand=85",
        show_default=False,
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what it would be, and write nothing.")]


def add(
    tally: Tally = None,
    *,
    ledger: LedgerFile = None,
    anyway: Anyway = False,
    dry_run: DryRun = False,
    json: AsJson = False,
) -> None:
    """Record a hand.

    Shows its score and the new standing.

    Name a side, then what it has: red=3, or red alone for 1. Beginnings of names will do (nat=2), and one-letter
    short names (r3 n2 o t335 h5). Points of cards may be sums and cards: table=100+100+35, hand=1xJK+3xA.

    "variants show" lists what a side can have.
    """
    words = words_of(tally or [])
    if not words:
        raise typer.BadParameter(
            f"tell the hand, such as: {PROGRAM} add we red=3 natural=2 out table=335 they table=60"
        )
    path = ledger_at_hand(ledger)
    problems: list[Problem] = []

    def entry_of_hand(game: Ledger) -> Entry:
        facts = told(game, words, json=json)
        problems.extend(problems_of_next_hand(game, facts))
        if is_refused(problems, anyway=anyway, done="recorded"):
            if json:
                say_refused(game, problems)
            raise typer.Exit(ExitCode.TALLY)
        return Entry(at=now(), what=What.HAND, facts=facts, anyway=has_impossible(problems))

    _, game = preview(path, entry_of_hand) if dry_run else record(path, entry_of_hand, warn)
    say_recorded(game, problems, json=json)
    if dry_run:
        warn("nothing is recorded: this is a dry run")


def told(game: Ledger, words: list[str], *, json: bool) -> HandFacts:
    """Read a tally by a game's rules, for its sides."""
    try:
        return read_tally(game.variant, words, list(game.names))
    except TallyError as error:
        if json:
            from canasta_score.report.as_json import refusals_json  # noqa: PLC0415 -- start-up

            say_json(refusals_json(game.variant, error.refusals))
        raise


def say_refused(game: Ledger, problems: list[Problem]) -> None:
    """Print the problems of a hand that is not recorded, as JSON."""
    from canasta_score.report.as_json import hand_json  # noqa: PLC0415 -- start-up

    say_json(hand_json(game.variant, HandScore(sides={}), game.names, problems))


def say_recorded(game: Ledger, problems: list[Problem], *, json: bool) -> None:
    """Print the score of the newest hand and the standing after it."""
    hand, standing = game.hands[-1], game.standing()
    if json:
        from canasta_score.report.ledger_as_json import recorded_json  # noqa: PLC0415 -- start-up

        say_json(recorded_json(game, hand, problems))
        return
    rows = standing_rows(game.variant, standing)
    say(f"Hand {hand.number}")
    say_table(hand_table(game.variant, hand.score, game.names, width(), rows))
    say_table(what_is_next(game.variant, standing))
    if notes := notes_of_hand(hand.score, game.names):
        say(f"\n{notes}")
