"""What TAB offers for the next word of a command line.

The metavar of an option or argument decides: HAND offers the hands of the game, VARIANT the variants, TALLY the words
that can follow in a tally. A new command that takes a HAND needs nothing here.
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
    """A word that can come next, and what it means; an empty word stands for the files that match the label."""

    word: str
    label: str = ""


_ANY_FILE = CompletionCandidate(word="", label="*")
_RULE_FILE = CompletionCandidate(word="", label="*.toml")


def format_candidates(program: Command, words: Sequence[str], begun: str) -> str:
    """Return the candidates for the shell scripts: one line each, with the word, a tab and the label."""
    offered = list_candidates(program, words, begun)
    return "".join(
        f"{one.word}\t{escape_unprintable(' '.join(one.label.split()))}\n"
        for one in offered
        if _is_shell_safe(one.word)
    )


def _is_shell_safe(word: str) -> bool:
    return escape_unprintable(word) == word


def list_candidates(program: Command, words: Sequence[str], begun: str) -> list[CompletionCandidate]:
    """Return what can come next after complete words, for the beginning of the next word.

    Any error, such as a game file that cannot be read, offers nothing: TAB must never disturb the line.
    """
    with suppress(Exception):
        typed = parse_command_line(program, words)
        return _list_candidates_or_raise(typed, begun) if typed else []
    return []


def _list_candidates_or_raise(typed: PartialCommandLine, begun: str) -> list[CompletionCandidate]:
    if typed.pending_option:
        return _list_value_candidates(typed.pending_option, typed, (), begun)
    if begun.startswith(OPTION_PREFIX) and not typed.has_options_ended:
        return _list_option_candidates(typed, begun)
    if isinstance(typed.command, TyperGroup):
        return filter_candidates(_iter_command_candidates(typed.command), begun)
    argument = find_next_argument(typed)
    return _list_value_candidates(argument[0], typed, argument[1], begun) if argument else []


def filter_candidates(offered: Iterable[CompletionCandidate], begun: str) -> list[CompletionCandidate]:
    """Return the candidates that start as typed, in upper or lower case, and those for files."""
    return [one for one in offered if not one.word or one.word.lower().startswith(begun.lower())]


def _iter_command_candidates(group: TyperGroup) -> Iterator[CompletionCandidate]:
    if isinstance(group, LazyGroup):
        for spec in group.specs.values():
            yield CompletionCandidate(word=spec.name, label=spec.summary)


def _list_option_candidates(typed: PartialCommandLine, begun: str) -> list[CompletionCandidate]:
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
    return CompletionCandidate(word=word)


def _list_tally_candidates(typed: PartialCommandLine, before: Sequence[str], begun: str) -> list[CompletionCandidate]:
    from canasta_score.hand.tally.completion import list_tally_candidates

    words = [word for part in before for word in part.split()]
    variant, names = _load_candidate_rules(typed)
    correcting = len(typed.arguments) > len(before)
    return [
        CompletionCandidate(word=one.word, label=one.label)
        for one in list_tally_candidates(variant, names, words, begun, correcting=correcting)
    ]


def _list_card_candidates(typed: PartialCommandLine, begun: str) -> list[CompletionCandidate]:
    head = begun[: max(begun.rfind(","), begun.lower().rfind("x")) + 1]
    points = _load_candidate_rules(typed)[0].deck.points
    ranks = {rank: worth for rank, worth in points.items() if rank is not Rank.THREE}
    return filter_candidates(
        (CompletionCandidate(word=f"{head}{rank}", label=f"{worth} points") for rank, worth in ranks.items()), begun
    )


def _iter_hand_candidates(typed: PartialCommandLine) -> Iterator[CompletionCandidate]:
    if game := _load_current_game(typed):
        yield from (
            CompletionCandidate(word=str(hand.number), label=_describe_hand_result(game, hand)) for hand in game.hands
        )


def _describe_hand_result(game: "Ledger", hand: "Hand") -> str:
    from canasta_score.report.text.journal import format_hand_points

    return "struck" if hand.voided else format_hand_points(game, hand)


def _iter_side_candidates(typed: PartialCommandLine) -> Iterator[CompletionCandidate]:
    for side, name in _load_candidate_rules(typed)[1].items():
        yield CompletionCandidate(word=side, label=name)


def _iter_start_total_candidates(typed: PartialCommandLine) -> Iterator[CompletionCandidate]:
    named = [text.partition("=") for text in typed.option_values.get("side", ())]
    names = {word: name for word, _, name in named} or DEFAULT_SIDE_NAMES
    for side, name in names.items():
        yield CompletionCandidate(word=f"{side}=", label=name)


def _iter_house_rule_candidates(typed: PartialCommandLine) -> Iterator[CompletionCandidate]:
    from canasta_score.rules.catalog.loading import load_with_overrides

    rules, _ = load_with_overrides(_get_variant_option(typed) or DEFAULT_VARIANT)
    for key, value in _iter_scalar_keys(rules, ""):
        yield CompletionCandidate(word=f"{key}=", label=f"now {str(value).lower()}")


def _iter_scalar_keys(rules: RawTable, table: str) -> Iterator[tuple[str, int]]:
    for key, value in rules.items():
        if isinstance(value, int):
            yield f"{table}{key}", value
        elif isinstance(value, dict):
            yield from _iter_scalar_keys(value, f"{table}{key}.")


def _iter_variant_candidates(_: PartialCommandLine) -> Iterator[CompletionCandidate]:
    from canasta_score.rules.catalog.listing import load_variant_titles

    for name, title in load_variant_titles().items():
        yield CompletionCandidate(word=name, label=title or "has mistakes")
    yield _RULE_FILE


def _list_several_variants_candidates(typed: PartialCommandLine, begun: str) -> list[CompletionCandidate]:
    head = begun[: begun.rfind(VARIANT_SEPARATOR) + 1]
    named = head.split(VARIANT_SEPARATOR)
    others = (one for one in _iter_variant_candidates(typed) if one.word and one.word not in named)
    offered = (replace(one, word=f"{head}{one.word}") for one in others) if head else _iter_variant_candidates(typed)
    return filter_candidates(offered, begun)


def _iter_file_candidates(_: PartialCommandLine) -> Iterator[CompletionCandidate]:
    yield _ANY_FILE


def _iter_shell_candidates(_: PartialCommandLine) -> Iterator[CompletionCandidate]:
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
    named = typed.get_last_value("variant")
    return named and os.path.expanduser(named)  # noqa: PTH111 -- a Path would take the ./ away, which makes it a path


def _load_candidate_rules(typed: PartialCommandLine) -> tuple[Variant, Mapping[str, str]]:
    named = _get_variant_option(typed)
    game = None if named else _load_current_game(typed)
    if game:
        return game.variant, game.side_names
    return _load_named_rules(named or DEFAULT_VARIANT), DEFAULT_SIDE_NAMES


def _load_named_rules(named: str) -> Variant:
    from canasta_score.rules.catalog.loading import load_variant

    if VARIANT_SEPARATOR not in named:
        return load_variant(named)
    from canasta_score.cli.rule_selection import load_distinct_variants, split_variant_names
    from canasta_score.hand.comparison.matching import merge_vocabularies

    return merge_vocabularies(load_distinct_variants(split_variant_names(named)))


def _load_current_game(typed: PartialCommandLine) -> "Ledger | None":
    named = typed.get_last_value("ledger")
    if named is None and not has_current_ledger():
        return None
    from canasta_score.game.storage.transactions import read_ledger

    return read_ledger(resolve_ledger_path(named))
