"""`canasta-score add`: record a hand."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.hand_input import has_impossible, is_refused, leave_refused, read_told
from canasta_score.cli.options import TALLY, Anyway, AsJson, LedgerFile, ledger_at_hand, option_of, words_of
from canasta_score.cli.terminal import (
    PROGRAM,
    in_a_dialogue,
    is_at_prompt,
    is_at_terminal,
    now,
    say,
    say_json,
    say_table,
    told_though_recorded,
    warn,
    width,
    wrong_use,
)
from canasta_score.game import audit as checking
from canasta_score.game.entries import Entry, What
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.transactions import Make, preview, read_ledger, record
from canasta_score.hand.facts import HandFacts, Refusal, TallyError, special_hands_of
from canasta_score.hand.referee.checks import Problem
from canasta_score.report.text.hand import hand_table, notes_of_hand
from canasta_score.report.text.standing import standing_rows, what_is_next
from canasta_score.rules.diagnostics import CanastaError
from canasta_score.rules.model.special_hands import Opponents
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import listed

Tally = Annotated[list[str] | None, TALLY]
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

    Shows its score and the new standing. Without a tally you are asked, question by question.

    Name a side, then what it has: red=3, or red alone for 1. Beginnings of names will do (nat=2), and one-letter
    short names (r3 n2 o t335 h5). Points of cards may be sums and cards: table=100+100+35, hand=1xJK+3xA.

    "variants show" lists what a side can have.
    """
    words = words_of(tally or [])
    path = ledger_at_hand(ledger)

    def entry(game: Ledger) -> Entry:
        return entry_of_hand(game, words, anyway=anyway, json=json)

    if not words:
        add_guided(path, anyway=anyway, may_ask=not (dry_run or json))
        return
    if dry_run:
        before, game = preview(path, entry)
        say_recorded(before, game, json=json, recorded=False)
        warn("nothing is recorded: this is a dry run")
        return
    before, game = record_hand(path, entry)
    with told_though_recorded(f"hand {len(game.hands)}"):
        say_recorded(before, game, json=json, recorded=True)
        warn_of_half_a_hand(game)
        if not json:
            say_if_over(before, game)


def add_guided(path: Path, *, anyway: bool, may_ask: bool) -> None:
    """Ask for the hand at a terminal; anywhere else a tally is missing."""
    if not (may_ask and is_at_terminal()):
        told = "tell the hand" if may_ask else "with --dry-run or --json tell the hand in words"
        raise wrong_use(f"{told}, such as: {PROGRAM} add {example_in(path)}")
    from canasta_score.cli.prompt.guided_entry import GuidedHand, ask_on_a_line, record_guided  # noqa: PLC0415 -- start-up

    command = f"{PROGRAM} add{option_of(str(path))} "
    try:
        with in_a_dialogue():
            record_guided(GuidedHand(read_ledger(path), ask_on_a_line, command=command, anyway=anyway))
    except (KeyboardInterrupt, EOFError):
        raise typer.Exit(ExitCode.INTERRUPTED) from None


def example_in(path: Path) -> str:
    """Tell a hand by the rules and the sides of a game, or by those of most games where it cannot be read."""
    from canasta_score.cli.commands.game.new import hand_as_example  # noqa: PLC0415 -- start-up

    try:
        game = read_ledger(path)
    except CanastaError:
        return "we red=3 natural=2 out table=335 they table=60"
    return hand_as_example(game.variant, *game.names)


def record_hand(path: Path, make: Make) -> tuple[Ledger, Ledger]:
    """Record a hand, say where it is the one before it again, and give the ledger before and after it."""
    before, game = record(path, make, warn)
    if before.hands and before.hands[-1].facts == game.hands[-1].facts:
        last = len(before.hands)
        undo = f"if it was recorded twice: {PROGRAM} undo{option_of(game.file)}"
        warn(f"hand {last + 1} is told as hand {last} was; {undo}")
    return before, game


def warn_of_half_a_hand(game: Ledger) -> None:
    """Say of which sides nothing is told in the newest hand, where they can hardly have had nothing."""
    facts = game.hands[-1].facts
    missing = [game.names[side] for side, told in facts.items() if not told]
    if missing and not leaves_nothing(game.variant, facts):
        undo = f"if that was Enter too soon: {PROGRAM} undo{option_of(game.file)}"
        warn(f"nothing is told of {listed(missing)}; {undo}")


def leaves_nothing(variant: Variant, facts: HandFacts) -> bool:
    """Tell whether a hand has a special hand that leaves the other sides nothing to tell."""
    beside_one = any(special_hands_of(variant, told) for told in facts.values())
    return beside_one and variant.specials.opponents is Opponents.NOTHING


def say_if_over(before: Ledger, game: Ledger) -> None:
    """Say, where the newest hand has ended the game, what can be done with it; at the prompt of `play` that says it."""
    if game.standing().over and not before.standing().over and not is_at_prompt():
        from canasta_score.cli.game_sequence import say_what_comes_after  # noqa: PLC0415 -- start-up

        say_what_comes_after(game)


def problems_of_next_hand(game: Ledger, facts: HandFacts) -> list[Problem]:
    """List the problems of a hand that would be recorded next, with what is to be done where the game is over."""
    return checking.problems_of_next_hand(game, facts, way_on)


def way_on(file: str) -> str:
    """Say where a hand belongs that is told behind the end of a game."""
    from canasta_score.cli.game_sequence import way_on_from  # noqa: PLC0415 -- start-up

    return way_on_from(file)


def entry_of_hand(game: Ledger, words: Sequence[str], *, anyway: bool, json: bool) -> Entry:
    """Make the entry of a hand as it is told in words; leaves where it is refused."""
    facts = read_told(game.variant, words, game.names, json=json)
    if not any(facts.values()):
        raise TallyError([nothing_told()], words)
    return entry_of_facts(game, facts, anyway=anyway, json=json)


def entry_of_facts(
    game: Ledger, facts: HandFacts, *, anyway: bool, json: bool = False, known: Sequence[Problem] = ()
) -> Entry:
    """Make the entry of a hand and print its problems, but those `known` before; leaves where it is refused."""
    problems = problems_of_next_hand(game, facts)
    if is_refused(problems, anyway=anyway, done="recorded", known=known):
        raise leave_refused(game.variant, game.names, problems, json=json)
    return Entry(at=now(), what=What.HAND, facts=facts, anyway=has_impossible(problems))


def nothing_told() -> Refusal:
    """Make the refusal of a tally that names sides and nothing that they have."""
    return Refusal(message="no side has anything", hint="for a hand that gives nothing, say table=0")


def say_recorded(before: Ledger, game: Ledger, *, json: bool, recorded: bool) -> None:
    """Print the score of the newest hand and the standing after it, as JSON with the problems it had before it."""
    hand, standing = game.hands[-1], game.standing()
    if json:
        from canasta_score.report.json.ledger import recorded_json  # noqa: PLC0415 -- start-up

        problems = problems_of_next_hand(before, hand.facts)
        say_json(recorded_json(game, hand, problems, recorded=recorded))
        return
    rows = standing_rows(game.variant, standing)
    say(f"Hand {hand.number}")
    say_table(hand_table(game.variant, hand.score, game.names, width(), rows))
    say_table(fill(what_is_next(game.variant, standing), width()))
    if notes := notes_of_hand(game.variant, hand.score, game.names, width()):
        say(f"\n{notes}")
