"""What TAB offers: the words that the next one on a command line can be.

What an option or an argument takes is told by its metavar: HAND is offered the hands of the ledger, VARIANT the
variants, TALLY the words that a tally can go on with. A new command that takes a HAND has nothing to add here.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from typer._click.core import Command
from typer.core import TyperArgument, TyperGroup, TyperOption

from canasta_score.cli.completion.parsing import (
    OPTION_PREFIX,
    PartialCommandLine,
    find_next_argument,
    find_option,
    list_options,
    parse_command_line,
)
from canasta_score.cli.completion.protocol import SCRIPT_FILES
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.options import (
    DEFAULT_SIDE_NAMES,
    DEFAULT_VARIANT,
    VARIANT_SEPARATOR,
    has_current_ledger,
    resolve_ledger_path,
)
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.raw_tables import RawTable
from canasta_score.rules.text import escape_unprintable

if TYPE_CHECKING:
    from canasta_score.game.journal import Hand
    from canasta_score.game.ledger import Ledger

_SHORT_OPTION_LENGTH = 2  # the length of an option of one letter


@frozen
class CompletionCandidate(Value):
    """A word that can come next, and what it means; without a word, the files that a pattern fits can come next."""

    word: str
    label: str = ""


_ANY_FILE = CompletionCandidate(word="", label="*")
_RULE_FILE = CompletionCandidate(word="", label="*.toml")


def format_candidates(program: Command, words: Sequence[str], begun: str) -> str:
    """Give what can come next, a line each for a word, a tab and its label, as the scripts of the shells read it."""
    offered = list_candidates(program, words, begun)
    return "".join(
        f"{one.word}\t{escape_unprintable(' '.join(one.label.split()))}\n"
        for one in offered
        if _is_shell_safe(one.word)
    )


def _is_shell_safe(word: str) -> bool:
    """Tell whether a shell can be given a word on a line of its own."""
    return escape_unprintable(word) == word


def list_candidates(program: Command, words: Sequence[str], begun: str) -> list[CompletionCandidate]:
    """List what can come next behind the whole words of a command line, where a beginning of it is typed.

    Nothing where anything stands in the way, such as a ledger that cannot be read: the line is left alone.
    """
    with suppress(Exception):
        typed = parse_command_line(program, words)
        return _list_candidates_or_raise(typed, begun) if typed else []
    return []


def _list_candidates_or_raise(typed: PartialCommandLine, begun: str) -> list[CompletionCandidate]:
    """List what can come next behind what is typed; raises what stands in the way."""
    if typed.pending_option:
        return _list_value_candidates(typed.pending_option, typed, (), begun)
    if begun.startswith(OPTION_PREFIX) and not typed.has_options_ended:
        return _list_option_candidates(typed, begun)
    if isinstance(typed.command, TyperGroup):
        return filter_candidates(_iter_command_candidates(typed.command), begun)
    argument = find_next_argument(typed)
    return _list_value_candidates(argument[0], typed, argument[1], begun) if argument else []


def filter_candidates(offered: Iterable[CompletionCandidate], begun: str) -> list[CompletionCandidate]:
    """List those offers that begin as is typed, in letters of either size, and the files."""
    return [one for one in offered if not one.word or one.word.lower().startswith(begun.lower())]


def _iter_command_candidates(group: TyperGroup) -> Iterator[CompletionCandidate]:
    if isinstance(group, LazyGroup):
        for spec in group.specs.values():
            yield CompletionCandidate(word=spec.name, label=spec.summary)


def _list_option_candidates(typed: PartialCommandLine, begun: str) -> list[CompletionCandidate]:
    """List the options that can come next by their long names; or what the one takes that is typed with its =."""
    name, sign, value = begun.partition("=")
    if sign:
        option = find_option(typed.command, name)
        taken = _list_value_candidates(option, typed, (), value) if option else []
        return [replace(one, word=f"{name}={one.word}") if one.word else one for one in taken]
    can_come = [
        option for option in list_options(typed.command) if option.multiple or option.name not in typed.option_values
    ]
    offered = [CompletionCandidate(word=word, label=option.help or "") for option in can_come for word in option.opts]
    return filter_candidates(
        (one for one in offered if len(one.word) > _SHORT_OPTION_LENGTH or one.word == begun), begun
    )


def _list_value_candidates(
    param: TyperArgument | TyperOption, typed: PartialCommandLine, before: Sequence[str], begun: str
) -> list[CompletionCandidate]:
    """List what an option or an argument takes, behind those of its words that are typed before."""
    metavar = (param.metavar or "").strip("[].")
    choices: Sequence[str] = getattr(param.type, "choices", ())
    if metavar == "TALLY":
        return _list_tally_candidates(typed, before, begun)
    if metavar == _SEVERAL_VARIANTS_METAVAR:
        return _list_several_variants_candidates(typed, begun)
    if metavar in _CARD_METAVARS:
        return _list_card_candidates(typed, begun)
    return filter_candidates(
        _CANDIDATES_BY_METAVAR[metavar](typed)
        if metavar in _CANDIDATES_BY_METAVAR
        else map(_build_unlabeled_candidate, choices),
        begun,
    )


def _build_unlabeled_candidate(word: str) -> CompletionCandidate:
    """Offer a word that speaks for itself."""
    return CompletionCandidate(word=word)


def _list_tally_candidates(typed: PartialCommandLine, before: Sequence[str], begun: str) -> list[CompletionCandidate]:
    """List the words that a tally can go on with; one that has the number of a hand before it corrects that hand."""
    from canasta_score.hand.tally.completion import list_tally_candidates  # noqa: PLC0415 -- every TAB loads only what it needs

    words = [word for part in before for word in part.split()]
    variant, names = _load_candidate_rules(typed)
    correcting = len(typed.arguments) > len(before)
    return [
        CompletionCandidate(word=one.word, label=one.label)
        for one in list_tally_candidates(variant, names, words, begun, correcting=correcting)
    ]


def _list_card_candidates(typed: PartialCommandLine, begun: str) -> list[CompletionCandidate]:
    """List the ranks that a card can have, behind those that stand in its word; as labels, the points of one."""
    head = begun[: max(begun.rfind(","), begun.lower().rfind("x")) + 1]
    points = _load_candidate_rules(typed)[0].deck.points
    ranks = {rank: worth for rank, worth in points.items() if rank is not Rank.THREE}
    return filter_candidates(
        (CompletionCandidate(word=f"{head}{rank}", label=f"{worth} points") for rank, worth in ranks.items()), begun
    )


def _iter_hand_candidates(typed: PartialCommandLine) -> Iterator[CompletionCandidate]:
    """Go through the hands of the ledger, each with what the sides scored."""
    if game := _load_current_game(typed):
        yield from (
            CompletionCandidate(word=str(hand.number), label=_describe_hand_result(game, hand)) for hand in game.hands
        )


def _describe_hand_result(game: "Ledger", hand: "Hand") -> str:
    """Say what a hand came to."""
    from canasta_score.report.text.journal import format_hand_points  # noqa: PLC0415 -- as above

    return "struck" if hand.voided else format_hand_points(game, hand)


def _iter_side_candidates(typed: PartialCommandLine) -> Iterator[CompletionCandidate]:
    """Go through the sides, each with its name."""
    for side, name in _load_candidate_rules(typed)[1].items():
        yield CompletionCandidate(word=side, label=name)


def _iter_start_total_candidates(typed: PartialCommandLine) -> Iterator[CompletionCandidate]:
    """Go through the sides of a new game, those that are named before or the usual ones, for their totals."""
    named = [text.partition("=") for text in typed.option_values.get("side", ())]
    names = {word: name for word, _, name in named} or DEFAULT_SIDE_NAMES
    for side, name in names.items():
        yield CompletionCandidate(word=f"{side}=", label=name)


def _iter_house_rule_candidates(typed: PartialCommandLine) -> Iterator[CompletionCandidate]:
    """Go through the keys of the rules that have a figure or are on or off, each with what it is now."""
    from canasta_score.rules.catalog.loading import load_with_overrides  # noqa: PLC0415 -- as above

    rules, _ = load_with_overrides(_get_variant_option(typed) or DEFAULT_VARIANT)
    for key, value in _iter_scalar_keys(rules, ""):
        yield CompletionCandidate(word=f"{key}=", label=f"now {str(value).lower()}")


def _iter_scalar_keys(rules: RawTable, table: str) -> Iterator[tuple[str, int]]:
    """Go through the keys of some rules whose values are whole numbers, or true or false."""
    for key, value in rules.items():
        if isinstance(value, int):
            yield f"{table}{key}", value
        elif isinstance(value, dict):
            yield from _iter_scalar_keys(value, f"{table}{key}.")


def _iter_variant_candidates(_: PartialCommandLine) -> Iterator[CompletionCandidate]:
    """Go through the variants that can be named, each with its title; a rule file may be named too."""
    from canasta_score.rules.catalog.listing import load_variant_titles  # noqa: PLC0415 -- as above

    for name, title in load_variant_titles().items():
        yield CompletionCandidate(word=name, label=title or "has mistakes")
    yield _RULE_FILE


def _list_several_variants_candidates(typed: PartialCommandLine, begun: str) -> list[CompletionCandidate]:
    """List the variants that can be named alone, or behind the comma of those that are named before."""
    head = begun[: begun.rfind(VARIANT_SEPARATOR) + 1]
    named = head.split(VARIANT_SEPARATOR)
    others = (one for one in _iter_variant_candidates(typed) if one.word and one.word not in named)
    offered = (replace(one, word=f"{head}{one.word}") for one in others) if head else _iter_variant_candidates(typed)
    return filter_candidates(offered, begun)


def _iter_file_candidates(_: PartialCommandLine) -> Iterator[CompletionCandidate]:
    """Offer all files."""
    yield _ANY_FILE


def _iter_shell_candidates(_: PartialCommandLine) -> Iterator[CompletionCandidate]:
    """Go through the shells that complete."""
    yield from map(_build_unlabeled_candidate, SCRIPT_FILES)


_SEVERAL_VARIANTS_METAVAR = "VARIANT,"
_CARD_METAVARS = ("CARD", "GROUP", "RANK")
_CANDIDATES_BY_METAVAR: Mapping[str, Callable[[PartialCommandLine], Iterator[CompletionCandidate]]] = {
    "FILE": _iter_file_candidates,
    "HAND": _iter_hand_candidates,
    "ID=N": _iter_start_total_candidates,
    "KEY=VALUE": _iter_house_rule_candidates,
    "SHELL": _iter_shell_candidates,
    "SIDE": _iter_side_candidates,
    "VARIANT": _iter_variant_candidates,
}


def _get_variant_option(typed: PartialCommandLine) -> str | None:
    """Give the variant that is named by an option; a shell that completes has left ~ for the home as it is typed."""
    named = typed.get_last_value("variant")
    return named and os.path.expanduser(named)  # noqa: PTH111 -- a Path would take the ./ away, which makes it a path


def _load_candidate_rules(typed: PartialCommandLine) -> tuple[Variant, Mapping[str, str]]:
    """Give the rules and the sides by name: of a variant that is named, else of the game at hand, else the usual."""
    named = _get_variant_option(typed)
    game = None if named else _load_current_game(typed)
    if game:
        return game.variant, game.side_names
    return _load_named_rules(named or DEFAULT_VARIANT), DEFAULT_SIDE_NAMES


def _load_named_rules(named: str) -> Variant:
    """Give the rules that are named; of several, the first with the words of all."""
    from canasta_score.rules.catalog.loading import load_variant  # noqa: PLC0415 -- as above

    if VARIANT_SEPARATOR not in named:
        return load_variant(named)
    from canasta_score.cli.rule_selection import load_distinct_variants, split_variant_names  # noqa: PLC0415 -- as above
    from canasta_score.hand.comparison.matching import merge_vocabularies  # noqa: PLC0415 -- as above

    return merge_vocabularies(load_distinct_variants(split_variant_names(named)))


def _load_current_game(typed: PartialCommandLine) -> "Ledger | None":
    """Read the ledger that is named, or the one that is there; None where none is."""
    named = typed.get_last_value("ledger")
    if named is None and not has_current_ledger():
        return None
    from canasta_score.game.storage.transactions import read_ledger  # noqa: PLC0415 -- as above

    return read_ledger(resolve_ledger_path(named))
