"""`canasta-score new`: begin a game."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from canasta_score.cli.options import DEFAULT_VARIANT, LEDGER, LedgerFile, ledger_at_hand, option_of
from canasta_score.cli.terminal import INDENT, PROGRAM, is_at_prompt, now, say, say_table, warn, width, wrong_use
from canasta_score.game.errors import LedgerError, LedgerProblem, ledger_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import faults_of_name, faults_of_twins, faults_of_words
from canasta_score.game.storage.files import is_there
from canasta_score.game.storage.transactions import begin, examine_ledger, read_ledger
from canasta_score.game.storage.writer import ledger_text
from canasta_score.hand.tally.amounts import WrongWordError, whole_number
from canasta_score.report.text.layout import within
from canasta_score.report.text.standing import heading, standing_table
from canasta_score.rules.catalog.lookup import load_as_played, with_more_house_rules
from canasta_score.rules.diagnostics import CanastaError, did_you_mean
from canasta_score.rules.model.facts import SIDES
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import Keys, listed

RulesName = Annotated[
    str | None,
    typer.Option(
        "--variant", "-v", metavar="VARIANT", help=f"Whose rules: a name, or a rule file; else {DEFAULT_VARIANT}."
    ),
]
Like = Annotated[
    str | None,
    typer.Option(
        "--like",
        metavar="FILE",
        help="The rules, house rules and sides of another game, by its ledger; what is told beside it is other.",
    ),
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
        rules, played, names, house = as_in(like, variant, house or [], given, side or [])
    check_is_free(path, plain=not (variant or like or given or side or start or house))
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
    say_begun(game)


def say_begun(game: Ledger) -> None:
    """Show a new game, and say how a hand is recorded in it, as it is typed here."""
    named = "" if is_at_prompt() else option_of(game.file)
    say(f"{within(heading(game), width())}\nA new game in {game.file}.")
    if named:
        say(fill(f"Name it in every command,{named}, or set {LEDGER}.", width(), break_on_hyphens=False))
    say("")
    say_table(standing_table(game.variant, game.standing(), width()))
    hand = hand_as_example(game.variant, *game.names)
    say(f"\nRecord a hand, such as\n{INDENT}{hand if is_at_prompt() else f'{PROGRAM} add{named} {hand}'}")


def check_is_free(path: Path, *, plain: bool) -> None:
    """Refuse the place of a game that is over, or of one without a hand, with what is to be done there.

    Whoever says nothing of the next game, as is `plain`, means one like it; what else was typed stays as it is.
    """
    try:
        there = read_ledger(path) if is_there(path) else None
    except CanastaError:
        return  # it is refused when the game is to be written
    message = "is there already"
    if there and not there.entries:
        hint = "nothing is recorded in it: delete it, or change the names under [sides] in it"
    elif there and there.standing().over:
        from canasta_score.cli.game_sequence import begins_next, next_free  # noqa: PLC0415 -- start-up

        message = "is there already, and that game is over"
        way = f": {begins_next(there.file)}" if plain else f" name another file:{option_of(str(next_free(path)))}"
        hint = f"for the next one{way}"
    else:
        return
    raise ledger_error(str(path), message, hint)


def hand_as_example(variant: Variant, first: str, second: str, *others: str) -> str:
    """Tell a hand of some sides with a canasta of the first kind, by points that the cards can have."""
    canasta = next((f" {kind.name}=1" for kind in variant.canastas), "")
    unit = variant.deck.unit or 1
    caught = "".join(f" {other} hand={17 * unit}" for other in others)
    return f"{first}{canasta} table={32 * unit} {second} table={12 * unit} hand={17 * unit}{caught}"


def as_in(
    like: str, variant: str | None, house: list[str], given: Mapping[str, str], side: Sequence[str]
) -> tuple[Keys, Variant, dict[str, str], list[str]]:
    """Give the rules of another game, as keys and as read, its sides and its house rules, but for those that are given.

    Its entries do not matter, even where their totals do not hold.
    """
    game = examine_ledger(like).ledger
    if variant is not None:
        rules, played = load_as_played(variant, house)
    elif house:
        from canasta_score.rules.schema.overrides import those_that_hold  # noqa: PLC0415 -- few have house rules

        rules, played = with_more_house_rules(game.rules, house)
        set_anew = {key_of(text) for text in house}
        kept = (text for text in those_that_hold(rules, game.house) if key_of(text) not in set_anew)
        house = [*kept, *house]
    else:
        rules, played, house = game.rules, game.variant, list(game.house)
    if side:
        return rules, played, named_sides(played, given, side), house
    if others := [word for word in given if word not in game.names]:
        raise wrong_use(f"'{others[0]}' is no side of that game; its sides are {listed(game.names)}", f"--{others[0]}")
    return rules, played, checked_sides(played, {**game.names, **given}), house


def key_of(house: str) -> str:
    """Give the key that a house rule sets."""
    return house.partition("=")[0].strip()


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
    return checked_sides(variant, names)


def checked_sides(variant: Variant, names: dict[str, str]) -> dict[str, str]:
    """Give the sides by their words; refuses names and words that cannot be those of sides by some rules."""
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
