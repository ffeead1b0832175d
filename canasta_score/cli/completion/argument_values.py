"""The values that TAB offers for an option or an argument.

The metavar of a parameter says what it takes: HAND is offered the hands of the game, VARIANT the variants, TALLY the
words that can follow in a tally. A new command that takes a HAND has nothing to add here.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from typer.core import TyperArgument, TyperOption

from canasta_score.cli import options
from canasta_score.cli.completion.parsing import (
    CompletionCandidate,
    PartialCommandLine,
    build_candidates,
    filter_candidates,
)
from canasta_score.cli.options import Metavar
from canasta_score.cli.paths import get_ledger_path, has_current_ledger
from canasta_score.cli.registry import GROUPS, ROOT_COMMANDS, list_summaries
from canasta_score.cli.shells import SCRIPT_FILES
from canasta_score.report.text.entries import format_hand_points
from canasta_score.rules.catalog.listing import load_variant_titles
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.inheritance import iter_settable_keys
from canasta_score.rules.text import format_count

if TYPE_CHECKING:
    from canasta_score.event.event import Event
    from canasta_score.game.ledger import Ledger

_ANY_FILE = CompletionCandidate(word="", label="*")
_RULE_FILE = CompletionCandidate(word="", label="*.toml")
_RULES_COMMAND, _SLIP_COMMAND = "rules", "slip"
_CARD_METAVARS = (Metavar.CARD, Metavar.GROUP, Metavar.RANK)


def list_value_candidates(
    param: TyperArgument | TyperOption, line: PartialCommandLine, words_before: Sequence[str], current_word: str
) -> list[CompletionCandidate]:
    """Return the words that the current word can become; `words_before` are the earlier words of the same parameter."""
    metavar = (param.metavar or "").strip("[].")
    if metavar == Metavar.TALLY:
        correcting = len(line.arguments) > len(words_before)  # a hand comes before the tally, or its first side
        if correcting and not options.is_hand_reference(line.arguments[0]):
            words_before = line.arguments
        return _list_words_of_tally(
            *_load_rules_and_names(line, words_before), words_before, current_word, correcting=correcting
        )
    if metavar == Metavar.SEVERAL_VARIANTS:
        return _list_several_variants_candidates(line, current_word)
    if metavar in _CARD_METAVARS:
        return _list_card_candidates(line, current_word)
    if metavar == Metavar.SLIP:
        return _list_slip_candidates(line, words_before, current_word)
    if metavar in _CANDIDATES_BY_METAVAR:
        return filter_candidates(_CANDIDATES_BY_METAVAR[metavar](line), current_word)
    choices: Sequence[str] = getattr(param.type, "choices", ())
    return filter_candidates((CompletionCandidate(word=choice) for choice in choices), current_word)


def _list_slip_candidates(
    line: PartialCommandLine, words_before: Sequence[str], current_word: str
) -> list[CompletionCandidate]:
    if line.get_last_value("hand") is None:  # two totals: there is nothing to offer
        return []
    names = {"ns": "North-South", "ew": "East-West"}
    return _list_words_of_tally(_load_event(line).variant, names, words_before, current_word)


def _list_words_of_tally(
    variant: Variant,
    names: Mapping[str, str],
    words_before: Sequence[str],
    current_word: str,
    *,
    correcting: bool = False,
) -> list[CompletionCandidate]:
    from canasta_score.hand.tally.completion import list_tally_candidates

    words = options.split_words(words_before)
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
    head = current_word[: current_word.rfind(options.VARIANT_SEPARATOR) + 1]
    named = head.split(options.VARIANT_SEPARATOR)
    candidates = (
        replace(candidate, word=f"{head}{candidate.word}")
        for candidate in _iter_variant_candidates(line)
        if not head or (candidate.word and candidate.word not in named)
    )
    return filter_candidates(candidates, current_word)


def _iter_variant_candidates(_: PartialCommandLine) -> Iterator[CompletionCandidate]:
    for name, title in load_variant_titles().items():
        yield CompletionCandidate(word=name, label=title or "has mistakes")
    yield _RULE_FILE


def _iter_fixed_hand_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    yield from _iter_hand_candidates(line)
    yield CompletionCandidate(word=options.LAST_HAND, label="the last hand")
    yield from build_candidates(_load_rules_and_names(line)[1])


def _iter_hand_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    game = _find_game(line)
    if game is None:
        return
    for hand in game.hands:
        yield CompletionCandidate(word=str(hand.number), label=format_hand_points(game, hand))


def _find_game(line: PartialCommandLine) -> "Ledger | None":
    ledger = line.get_last_value("ledger")
    if ledger is None and not has_current_ledger():
        return None
    from canasta_score.game.storage.ledger_files import read_ledger

    return read_ledger(get_ledger_path(ledger))


def _iter_start_total_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    named = [text.partition("=") for text in line.option_values.get("side", ())]
    names = {side: name for side, _, name in named} or options.DEFAULT_SIDE_NAMES
    for side, name in names.items():
        yield CompletionCandidate(word=f"{side}=", label=name)


def _iter_house_rule_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    variant = _get_variant_option(line)
    game = _find_game(line) if line.command.name == _RULES_COMMAND and not variant else None
    rules = game.rules.keys if game else load_with_overrides(variant or options.DEFAULT_VARIANT)[0]
    for key, value in iter_settable_keys(rules):
        yield CompletionCandidate(word=f"{key}=", label=f"now {value}")


def _iter_command_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    specs = GROUPS.get(line.arguments[0], {}) if line.arguments else ROOT_COMMANDS
    return build_candidates(list_summaries(specs))


def _iter_pair_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    for pair in _load_event(line).pairs.values():
        yield CompletionCandidate(word=str(pair.number), label=pair.name)


def _iter_game_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    """Yield the games; for a slip only those that miss one."""
    event = _load_event(line)
    for game in range(1, event.games + 1):
        missing = len(event.list_missing(game))
        if line.command.name != _SLIP_COMMAND or missing or game not in event.seatings:
            label = f"{format_count(missing, 'slip')} missing" if missing else ""
            yield CompletionCandidate(word=str(game), label=label)


def _iter_table_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    """Yield the tables of the game that is typed, or is played now; for a slip only those that miss one."""
    from canasta_score.event.seating.rounds import find_seating
    from canasta_score.report.event.text import format_table_names

    event = _load_event(line)
    game = int(line.arguments[0]) if line.arguments and line.arguments[0].isdecimal() else event.current_game
    is_slip = line.command.name == _SLIP_COMMAND
    missing = event.list_missing(game) if game in event.seatings else None
    for table in find_seating(event, game):
        if table.is_played and (not is_slip or missing is None or table.number in missing):
            yield CompletionCandidate(word=str(table.number), label=format_table_names(event, game, table))


_CANDIDATES_BY_METAVAR: Mapping[str, Callable[[PartialCommandLine], Iterator[CompletionCandidate]]] = {
    Metavar.COMMAND: _iter_command_candidates,
    Metavar.FILE: lambda _: iter([_ANY_FILE]),
    Metavar.FIXED_HAND: _iter_fixed_hand_candidates,
    Metavar.GAME: _iter_game_candidates,
    Metavar.HAND: _iter_hand_candidates,
    Metavar.HOUSE_RULE: _iter_house_rule_candidates,
    Metavar.PAIR: _iter_pair_candidates,
    Metavar.SHELL: lambda _: build_candidates(dict.fromkeys(SCRIPT_FILES, "")),
    Metavar.SIDE: lambda line: build_candidates(_load_rules_and_names(line)[1]),
    Metavar.START_TOTAL: _iter_start_total_candidates,
    Metavar.TABLE: _iter_table_candidates,
    Metavar.VARIANT: _iter_variant_candidates,
}


def _load_event(line: PartialCommandLine) -> "Event":
    from canasta_score.cli.event.recording import load_event

    return load_event(line.get_last_value("event"))


def _get_variant_option(line: PartialCommandLine) -> str | None:
    variant = line.get_last_value("variant")
    # A shell that completes has not replaced ~ yet; a Path would drop the ./ that makes a name a path.
    return variant and os.path.expanduser(variant)  # noqa: PTH111


def _load_rules_and_names(line: PartialCommandLine, words: Sequence[str] = ()) -> tuple[Variant, Mapping[str, str]]:
    variant = _get_variant_option(line)
    if variant and options.VARIANT_SEPARATOR in variant:
        from canasta_score.hand.comparison.vocabularies import merge_vocabularies

        variants = options.load_distinct_variants(options.split_variant_names(variant))
        vocabulary = merge_vocabularies(variants)
        return vocabulary, options.choose_side_names(vocabulary, words)
    return options.load_rules_and_names(variant or None, line.get_last_value("ledger"), words)
