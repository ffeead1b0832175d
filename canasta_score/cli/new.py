"""`canasta-score new`: begin a game."""

from collections.abc import Mapping, Sequence
from shlex import quote
from typing import Annotated

import typer

from canasta_score.cli.options import DEFAULT_VARIANT, LedgerFile, ledger_at_hand
from canasta_score.cli.terminal import PROGRAM, now, say, say_table, warn, width, wrong_use
from canasta_score.game.errors import LedgerError, LedgerProblem
from canasta_score.game.record import begin, examine_ledger
from canasta_score.game.sides import faults_of_name, faults_of_twins, faults_of_words
from canasta_score.game.writing import ledger_text
from canasta_score.hand.numbers import WrongWordError, whole_number
from canasta_score.report.columns import within
from canasta_score.report.standing_table import heading, standing_table
from canasta_score.rules.errors import did_you_mean
from canasta_score.rules.facts import SIDES
from canasta_score.rules.finding import load_as_played
from canasta_score.rules.keys import Keys, listed
from canasta_score.rules.variant import Variant

RulesName = Annotated[
    str | None,
    typer.Option(
        "--variant", "-v", metavar="VARIANT", help=f"Whose rules: a name, or a rule file; else {DEFAULT_VARIANT}."
    ),
]
Like = Annotated[
    str | None,
    typer.Option("--like", metavar="FILE", help="The rules, house rules and sides of another game, by its ledger."),
]
We = Annotated[str | None, typer.Option("--we", metavar="NAME", help="Who we are.")]
They = Annotated[str | None, typer.Option("--they", metavar="NAME", help="Who they are.")]
Sides = Annotated[
    list[str] | None,
    typer.Option(
        "--side", metavar="ID=NAME", help="A side's word in a tally and its name; once for each of two to six sides."
    ),
]
Starts = Annotated[
    list[str] | None,
    typer.Option("--start", metavar="ID=N", help="A side's total brought forward from paper; once for each side."),
]
House = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="A house rule, by its key in the rule file: game.target=5000; once for each rule.",
    ),
]


def new(
    *,
    variant: RulesName = None,
    like: Like = None,
    we: We = None,
    they: They = None,
    side: Sides = None,
    start: Starts = None,
    house: House = None,
    ledger: LedgerFile = None,
) -> None:
    """Begin a game.

    Its ledger carries the whole rules it is played by, house rules included. One that is there is never overwritten.
    """
    path = ledger_at_hand(ledger)
    given = {word: name for word, name in zip(SIDES, (we, they), strict=True) if name is not None}
    if like is None:
        rules, played = load_as_played(DEFAULT_VARIANT if variant is None else variant, house or ())
        names, house = named_sides(played, given, side or ()), house or []
    else:
        if variant is not None or side or house:
            raise wrong_use("rules and sides are those of the other game; leave out -v, --side and --set", "--like")
        rules, played, names, house = as_in(like, given)
    text = ledger_text(
        variant=played.name,
        started=now(),
        house=house,
        names=checked_names(str(path), names),
        start={**dict.fromkeys(names, 0), **brought_forward(names, start or ())},
        rules=rules,
    )
    game = begin(path, text, warn)
    if game.variant.game.target and max(game.start.values()) >= game.variant.game.target:
        warn("a side begins at the target or above it: the next hand may end the game")
    say(f"{within(heading(game), width())}\nA new game in {path}.\n")
    say_table(standing_table(game.variant, game.standing(), width()))
    named = f" -l {quote(ledger)}" if ledger else ""
    say(f"\nRecord a hand, such as\n    {PROGRAM} add{named} {hand_as_example(game.variant, *names)}")


def hand_as_example(variant: Variant, first: str, second: str, *_: str) -> str:
    """Tell a hand of two sides with a canasta of the first kind, by points that the cards can have."""
    canasta = next((f" {kind.name}=1" for kind in variant.canastas), "")
    unit = variant.deck.unit or 1
    return f"{first}{canasta} table={32 * unit} {second} table={12 * unit} hand={17 * unit}"


def as_in(like: str, given: Mapping[str, str]) -> tuple[Keys, Variant, dict[str, str], list[str]]:
    """Give the rules of another game, as keys and as read, its sides with the names that are given, its house rules.

    Its entries do not matter, even where their totals do not hold.
    """
    game = examine_ledger(like).ledger
    if others := [word for word in given if word not in game.names]:
        raise wrong_use(f"'{others[0]}' is no side of that game; its sides are {listed(game.names)}", f"--{others[0]}")
    return game.rules, game.variant, checked_apart({**game.names, **given}), list(game.house)


def named_sides(variant: Variant, given: Mapping[str, str], others: Sequence[str]) -> dict[str, str]:
    """Give the sides by their words: those that are named, else we and they."""
    names = dict(given)
    if not others:
        names = {word: names.get(word, word.capitalize()) for word in SIDES}
    for text in others:
        word, sign, name = text.partition("=")
        if word.lower() in names:
            raise wrong_use(f"the side '{word}' is named twice", hint="--side")
        names[word.lower()] = name if sign else word.capitalize()
    checked_apart(names)
    for _, (message, hint) in faults_of_words(variant, names):
        raise wrong_use(f"{message}; {hint}", hint="--side")
    return names


def checked_apart(names: dict[str, str]) -> dict[str, str]:
    """Give the names of the sides; refuses empty ones, and one that two sides have."""
    for _, (message, hint) in faults_of_twins(names):
        raise wrong_use(f"{message}; {hint}")
    if not all(name.strip() for name in names.values()):
        raise wrong_use("a side has an empty name; give each side a name")
    return names


def checked_names(file: str, names: Mapping[str, str]) -> Mapping[str, str]:
    """Give the names of the sides; raises LedgerError for those that cannot be written."""
    problems = [
        LedgerProblem(file=file, where=f"sides.{side}", message=message, hint=hint)
        for side, name in names.items()
        for message, hint in faults_of_name(name)
    ]
    if problems:
        raise LedgerError(problems)
    return names


def brought_forward(names: Mapping[str, str], texts: Sequence[str]) -> dict[str, int]:
    """Read the totals brought forward, in points."""
    totals: dict[str, int] = {}
    for text in texts:
        word, _, number = text.partition("=")
        side = word.lower()
        if side not in names:
            raise wrong_use(f"'{word}' is no side; {did_you_mean(side, names)}", hint="--start")
        if side in totals:
            raise wrong_use(f"the total of '{side}' is given twice", hint="--start")
        try:
            totals[side] = whole_number(side, number, negative=True)
        except WrongWordError as wrong:
            raise wrong_use(str(wrong), hint="--start") from None
    return totals
