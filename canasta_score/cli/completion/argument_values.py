"""The values that TAB offers for an option or an argument.

The metavar of a parameter says what it takes: HAND is offered the hands of the game, VARIANT the variants, TALLY the
words that can follow in a tally. A new command that takes a HAND has nothing to add here.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from typer.core import TyperArgument, TyperOption

from canasta_score.cli.completion.parsing import (
    CompletionCandidate,
    PartialCommandLine,
    build_candidates,
    filter_candidates,
)
from canasta_score.cli.options import (
    CARD_METAVAR,
    COMMAND_METAVAR,
    DEFAULT_SIDE_NAMES,
    DEFAULT_VARIANT,
    FILE_METAVAR,
    GAME_METAVAR,
    GROUP_METAVAR,
    HAND_METAVAR,
    HOUSE_RULE_METAVAR,
    PAIR_METAVAR,
    RANK_METAVAR,
    SEVERAL_VARIANTS_METAVAR,
    SHELL_METAVAR,
    SIDE_METAVAR,
    SLIP_METAVAR,
    START_TOTAL_METAVAR,
    TABLE_METAVAR,
    TALLY_METAVAR,
    VARIANT_METAVAR,
    VARIANT_SEPARATOR,
    load_distinct_variants,
    load_rules_and_names,
    split_variant_names,
    split_words,
)
from canasta_score.cli.paths import get_ledger_path, has_current_ledger
from canasta_score.cli.registry import GROUPS, ROOT_COMMANDS, list_summaries
from canasta_score.cli.shells import SCRIPT_FILES
from canasta_score.report.text.entries import format_hand_points
from canasta_score.rules.catalog.listing import load_variant_titles
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import RawTable

if TYPE_CHECKING:
    from canasta_score.game.ledger import Ledger

_ANY_FILE = CompletionCandidate(word="", label="*")
_RULE_FILE = CompletionCandidate(word="", label="*.toml")
_EVENT_METAVARS = (PAIR_METAVAR, GAME_METAVAR, TABLE_METAVAR, SLIP_METAVAR)
_CARD_METAVARS = (CARD_METAVAR, GROUP_METAVAR, RANK_METAVAR)


def list_value_candidates(
    param: TyperArgument | TyperOption, line: PartialCommandLine, words_before: Sequence[str], current_word: str
) -> list[CompletionCandidate]:
    """Return the words that the current word can become; `words_before` are the earlier words of the same parameter."""
    metavar = (param.metavar or "").strip("[].")
    if metavar == TALLY_METAVAR:
        return _list_tally_candidates(line, words_before, current_word)
    if metavar == SEVERAL_VARIANTS_METAVAR:
        return _list_several_variants_candidates(line, current_word)
    if metavar in _CARD_METAVARS:
        return _list_card_candidates(line, current_word)
    if metavar in _EVENT_METAVARS:
        return _list_event_candidates(metavar, line, words_before, current_word)
    if metavar in _CANDIDATES_BY_METAVAR:
        return filter_candidates(_CANDIDATES_BY_METAVAR[metavar](line), current_word)
    choices: Sequence[str] = getattr(param.type, "choices", ())
    return filter_candidates((CompletionCandidate(word=choice) for choice in choices), current_word)


def _list_event_candidates(
    metavar: str, line: PartialCommandLine, words_before: Sequence[str], current_word: str
) -> list[CompletionCandidate]:
    from canasta_score.cli.completion.event_values import EVENT_CANDIDATES, load_line_event

    if metavar in EVENT_CANDIDATES:
        return filter_candidates(EVENT_CANDIDATES[metavar](line), current_word)
    if line.get_last_value("hand") is None:  # two totals: there is nothing to offer
        return []
    names = {"ns": "North-South", "ew": "East-West"}
    return _list_words_of_tally(load_line_event(line).variant, names, words_before, current_word)


def _list_tally_candidates(
    line: PartialCommandLine, words_before: Sequence[str], current_word: str
) -> list[CompletionCandidate]:
    correcting = len(line.arguments) > len(words_before)  # the number of a hand comes before the tally
    return _list_words_of_tally(*_load_rules_and_names(line), words_before, current_word, correcting=correcting)


def _list_words_of_tally(
    variant: Variant,
    names: Mapping[str, str],
    words_before: Sequence[str],
    current_word: str,
    *,
    correcting: bool = False,
) -> list[CompletionCandidate]:
    from canasta_score.hand.tally.completion import list_tally_candidates

    words = split_words(words_before)
    candidates = list_tally_candidates(variant, names, words, current_word, correcting=correcting)
    return [CompletionCandidate(word=candidate.word, label=candidate.label) for candidate in candidates]


def _list_card_candidates(line: PartialCommandLine, current_word: str) -> list[CompletionCandidate]:
    # Ranks follow a comma or a number in the same word: 10,10 or 3x10.
    head = current_word[: max(current_word.rfind(","), current_word.lower().rfind("x")) + 1]
    points = _load_rules_and_names(line)[0].deck.points
    candidates = (
        CompletionCandidate(word=f"{head}{rank}", label=f"{points[rank]} points")
        for rank in points
        if rank is not Rank.THREE
    )
    return filter_candidates(candidates, current_word)


def _list_several_variants_candidates(line: PartialCommandLine, current_word: str) -> list[CompletionCandidate]:
    head = current_word[: current_word.rfind(VARIANT_SEPARATOR) + 1]
    if not head:
        return filter_candidates(_iter_variant_candidates(line), current_word)
    named = head.split(VARIANT_SEPARATOR)
    others = (
        replace(candidate, word=f"{head}{candidate.word}")
        for candidate in _iter_variant_candidates(line)
        if candidate.word and candidate.word not in named
    )
    return filter_candidates(others, current_word)


def _iter_variant_candidates(_: PartialCommandLine) -> Iterator[CompletionCandidate]:
    for name, title in load_variant_titles().items():
        yield CompletionCandidate(word=name, label=title or "has mistakes")
    yield _RULE_FILE


def _iter_hand_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    game = _load_game(line)
    if not game:
        return
    for hand in game.hands:
        points = "canceled" if hand.voided else format_hand_points(game, hand)
        yield CompletionCandidate(word=str(hand.number), label=points)


def _iter_side_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    return build_candidates(_load_rules_and_names(line)[1])


def _iter_start_total_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    named = [text.partition("=") for text in line.option_values.get("side", ())]
    names = {side: name for side, _, name in named} or DEFAULT_SIDE_NAMES
    for side, name in names.items():
        yield CompletionCandidate(word=f"{side}=", label=name)


def _iter_house_rule_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    rules, _ = load_with_overrides(_get_variant_option(line) or DEFAULT_VARIANT)
    for key, value in _iter_scalar_keys(rules, ""):
        yield CompletionCandidate(word=f"{key}=", label=f"now {str(value).lower()}")


def _iter_scalar_keys(rules: RawTable, prefix: str) -> Iterator[tuple[str, int]]:
    for key, value in rules.items():
        if isinstance(value, int):  # true and false too
            yield f"{prefix}{key}", value
        elif isinstance(value, dict):
            yield from _iter_scalar_keys(value, f"{prefix}{key}.")


def _iter_file_candidates(_: PartialCommandLine) -> Iterator[CompletionCandidate]:
    yield _ANY_FILE


def _iter_command_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    specs = GROUPS.get(line.arguments[0], {}) if line.arguments else ROOT_COMMANDS
    return build_candidates(list_summaries(specs))


def _iter_shell_candidates(_: PartialCommandLine) -> Iterator[CompletionCandidate]:
    return (CompletionCandidate(word=shell) for shell in SCRIPT_FILES)


_CANDIDATES_BY_METAVAR: Mapping[str, Callable[[PartialCommandLine], Iterator[CompletionCandidate]]] = {
    COMMAND_METAVAR: _iter_command_candidates,
    FILE_METAVAR: _iter_file_candidates,
    HAND_METAVAR: _iter_hand_candidates,
    HOUSE_RULE_METAVAR: _iter_house_rule_candidates,
    SHELL_METAVAR: _iter_shell_candidates,
    SIDE_METAVAR: _iter_side_candidates,
    START_TOTAL_METAVAR: _iter_start_total_candidates,
    VARIANT_METAVAR: _iter_variant_candidates,
}


def _get_variant_option(line: PartialCommandLine) -> str | None:
    variant = line.get_last_value("variant")
    # A shell that completes has not replaced ~ yet; a Path would drop the ./ that makes a name a path.
    return variant and os.path.expanduser(variant)  # noqa: PTH111


def _load_rules_and_names(line: PartialCommandLine) -> tuple[Variant, Mapping[str, str]]:
    variant = _get_variant_option(line)
    if variant and VARIANT_SEPARATOR in variant:
        from canasta_score.hand.comparison.matching import merge_vocabularies

        return merge_vocabularies(load_distinct_variants(split_variant_names(variant))), DEFAULT_SIDE_NAMES
    return load_rules_and_names(variant or None, line.get_last_value("ledger"))


def _load_game(line: PartialCommandLine) -> "Ledger | None":
    ledger = line.get_last_value("ledger")
    if ledger is None and not has_current_ledger():
        return None
    from canasta_score.game.storage.ledger_files import read_ledger

    return read_ledger(get_ledger_path(ledger))
