"""What TAB offers: the words that the next one on a command line can be.

What an option or an argument takes is told by its metavar: HAND is offered the hands of the ledger, VARIANT the
variants, TALLY the words that a tally can go on with. A new command that takes a HAND has nothing to add here.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import typer
from typer.core import TyperArgument, TyperGroup, TyperOption

from canasta_score.cli.completion.parsing import (
    SIGN,
    CommandLine,
    argument_at,
    option_called,
    options_of,
    read_command_line,
)
from canasta_score.cli.lazy_group import summary_of
from canasta_score.cli.options import COMMA, DEFAULT_VARIANT, NAMES, has_ledger, ledger_at_hand
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import Keys
from canasta_score.rules.text import printable

if TYPE_CHECKING:
    from canasta_score.game.journal import Hand
    from canasta_score.game.ledger import Ledger

LETTER = 2  # the length of an option of one letter


@frozen
class Offer(Value):
    """A word that can come next, and what it means; without a word, the files that a pattern fits can come next."""

    word: str
    label: str = ""


ANY_FILE = Offer(word="", label="*")
RULE_FILE = Offer(word="", label="*.toml")


def offered_text(app: typer.Typer, words: Sequence[str], begun: str) -> str:
    """Give what can come next, a line each for a word, a tab and its label, as the scripts of the shells read it."""
    offered = offers(app, words, begun)
    return "".join(f"{one.word}\t{printable(' '.join(one.label.split()))}\n" for one in offered if is_safe(one.word))


def is_safe(word: str) -> bool:
    """Tell whether a shell can be given a word on a line of its own."""
    return printable(word) == word


def offers(app: typer.Typer, words: Sequence[str], begun: str) -> list[Offer]:
    """List what can come next behind the whole words of a command line, where a beginning of it is typed.

    Nothing where anything stands in the way, such as a ledger that cannot be read: the line is left alone.
    """
    with suppress(Exception):
        typed = read_command_line(app, words)
        return offers_behind(typed, begun) if typed else []
    return []


def offers_behind(typed: CommandLine, begun: str) -> list[Offer]:
    """List what can come next behind what is typed; raises what stands in the way."""
    if typed.wanting:
        return taken_by(typed.wanting, typed, (), begun)
    if begun.startswith(SIGN) and not typed.options_end:
        return offered_options(typed, begun)
    if isinstance(typed.command, TyperGroup):
        return fitting(offered_commands(typed.command), begun)
    argument = argument_at(typed)
    return taken_by(argument[0], typed, argument[1], begun) if argument else []


def fitting(offered: Iterable[Offer], begun: str) -> list[Offer]:
    """List those offers that begin as is typed, in letters of either size, and the files."""
    return [one for one in offered if not one.word or one.word.lower().startswith(begun.lower())]


def offered_commands(group: TyperGroup) -> Iterator[Offer]:
    """Go through the commands of a group, each with its first sentence."""
    for name in group.list_commands(typer.Context(group)):
        yield Offer(word=name, label=summary_of(group, name))


def offered_options(typed: CommandLine, begun: str) -> list[Offer]:
    """List the options that can come next by their long names; or what the one takes that is typed with its =."""
    name, sign, value = begun.partition("=")
    if sign:
        option = option_called(typed.command, name)
        taken = taken_by(option, typed, (), value) if option else []
        return [replace(one, word=f"{name}={one.word}") if one.word else one for one in taken]
    can_come = [option for option in options_of(typed.command) if option.multiple or option.name not in typed.given]
    offered = [Offer(word=word, label=option.help or "") for option in can_come for word in option.opts]
    return fitting((one for one in offered if len(one.word) > LETTER or one.word == begun), begun)


def taken_by(param: TyperArgument | TyperOption, typed: CommandLine, before: Sequence[str], begun: str) -> list[Offer]:
    """List what an option or an argument takes, behind those of its words that are typed before."""
    metavar = (param.metavar or "").strip("[].")
    choices: Sequence[str] = getattr(param.type, "choices", ())
    if metavar == "TALLY":
        return words_of_tally(typed, before, begun)
    if metavar == SEVERAL_VARIANTS:
        return several_variants(typed, begun)
    if metavar in CARDS:
        return cards(typed, begun)
    return fitting(BY_METAVAR[metavar](typed) if metavar in BY_METAVAR else map(plain_offer, choices), begun)


def plain_offer(word: str) -> Offer:
    """Offer a word that speaks for itself."""
    return Offer(word=word)


def words_of_tally(typed: CommandLine, before: Sequence[str], begun: str) -> list[Offer]:
    """List the words that a tally can go on with; one that has the number of a hand before it corrects that hand."""
    from canasta_score.hand.tally.completion import next_words  # noqa: PLC0415 -- every TAB loads only what it needs

    words = [word for part in before for word in part.split()]
    variant, names = rules_and_names(typed)
    correcting = len(typed.arguments) > len(before)
    return [
        Offer(word=one.word, label=one.label) for one in next_words(variant, names, words, begun, correcting=correcting)
    ]


def cards(typed: CommandLine, begun: str) -> list[Offer]:
    """List the ranks that a card can have, behind those that stand in its word; as labels, the points of one."""
    head = begun[: max(begun.rfind(","), begun.lower().rfind("x")) + 1]
    points = rules_and_names(typed)[0].deck.points
    ranks = {rank: worth for rank, worth in points.items() if rank is not Rank.THREE}
    return fitting((Offer(word=f"{head}{rank}", label=f"{worth} points") for rank, worth in ranks.items()), begun)


def hands(typed: CommandLine) -> Iterator[Offer]:
    """Go through the hands of the ledger, each with what the sides scored."""
    if game := game_at_hand(typed):
        yield from (Offer(word=str(hand.number), label=hand_in_words(game, hand)) for hand in game.hands)


def hand_in_words(game: "Ledger", hand: "Hand") -> str:
    """Say what a hand came to."""
    from canasta_score.report.text.correction import points_in_words  # noqa: PLC0415 -- as above

    return "struck" if hand.struck else points_in_words(game, hand)


def sides(typed: CommandLine) -> Iterator[Offer]:
    """Go through the sides, each with its name."""
    for side, name in rules_and_names(typed)[1].items():
        yield Offer(word=side, label=name)


def sides_that_start(typed: CommandLine) -> Iterator[Offer]:
    """Go through the sides of a new game, those that are named before or the usual ones, for their totals."""
    named = [text.partition("=") for text in typed.given.get("side", ())]
    names = {word: name for word, _, name in named} or NAMES
    for side, name in names.items():
        yield Offer(word=f"{side}=", label=name)


def house_rules(typed: CommandLine) -> Iterator[Offer]:
    """Go through the keys of the rules that have a figure or are on or off, each with what it is now."""
    from canasta_score.rules.catalog.lookup import load_as_played  # noqa: PLC0415 -- as above

    rules, _ = load_as_played(variant_named(typed) or DEFAULT_VARIANT)
    for key, value in figures(rules, ""):
        yield Offer(word=f"{key}=", label=f"now {str(value).lower()}")


def figures(rules: Keys, table: str) -> Iterator[tuple[str, int]]:
    """Go through the keys of some rules whose values are whole numbers, or true or false."""
    for key, value in rules.items():
        if isinstance(value, int):
            yield f"{table}{key}", value
        elif isinstance(value, dict):
            yield from figures(value, f"{table}{key}.")


def variants(_: CommandLine) -> Iterator[Offer]:
    """Go through the variants that can be named, each with its title; a rule file may be named too."""
    from canasta_score.rules.catalog.listing import titles  # noqa: PLC0415 -- as above

    for name, title in titles().items():
        yield Offer(word=name, label=title or "has mistakes")
    yield RULE_FILE


def several_variants(typed: CommandLine, begun: str) -> list[Offer]:
    """List the variants that can be named alone, or behind the comma of those that are named before."""
    head = begun[: begun.rfind(COMMA) + 1]
    named = head.split(COMMA)
    others = (one for one in variants(typed) if one.word and one.word not in named)
    offered = (replace(one, word=f"{head}{one.word}") for one in others) if head else variants(typed)
    return fitting(offered, begun)


def files(_: CommandLine) -> Iterator[Offer]:
    """Offer all files."""
    yield ANY_FILE


def shells(_: CommandLine) -> Iterator[Offer]:
    """Go through the shells that complete."""
    from canasta_score.cli.completion.scripts import SCRIPTS  # noqa: PLC0415 -- as above

    yield from map(plain_offer, SCRIPTS)


SEVERAL_VARIANTS = "VARIANT,"
CARDS = ("CARD", "GROUP", "RANK")
BY_METAVAR: Mapping[str, Callable[[CommandLine], Iterator[Offer]]] = {
    "FILE": files,
    "HAND": hands,
    "ID=N": sides_that_start,
    "KEY=VALUE": house_rules,
    "SHELL": shells,
    "SIDE": sides,
    "VARIANT": variants,
}


def variant_named(typed: CommandLine) -> str | None:
    """Give the variant that is named by an option; a shell that completes has left ~ for the home as it is typed."""
    named = typed.last("variant")
    return named and os.path.expanduser(named)  # noqa: PTH111 -- a Path would take the ./ away, which makes it a path


def rules_and_names(typed: CommandLine) -> tuple[Variant, Mapping[str, str]]:
    """Give the rules and the sides by name: of a variant that is named, else of the game at hand, else the usual."""
    named = variant_named(typed)
    game = None if named else game_at_hand(typed)
    if game:
        return game.variant, game.names
    return rules_named(named or DEFAULT_VARIANT), NAMES


def rules_named(named: str) -> Variant:
    """Give the rules that are named; of several, the first with the words of all."""
    from canasta_score.rules.catalog.lookup import load_variant  # noqa: PLC0415 -- as above

    if COMMA not in named:
        return load_variant(named)
    from canasta_score.cli.commands.game.comparison import load_all, names_in  # noqa: PLC0415 -- as above
    from canasta_score.hand.comparison.conversion import words_of_all  # noqa: PLC0415 -- as above

    return words_of_all(load_all(names_in(named)))


def game_at_hand(typed: CommandLine) -> "Ledger | None":
    """Read the ledger that is named, or the one that is there; None where none is."""
    named = typed.last("ledger")
    if named is None and not has_ledger():
        return None
    from canasta_score.game.storage.transactions import read_ledger  # noqa: PLC0415 -- as above

    return read_ledger(ledger_at_hand(named))
