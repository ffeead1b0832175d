"""The values that TAB offers for a parameter, by its metavar: a new command that takes a HAND adds nothing here."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from typer.core import TyperArgument, TyperOption

from canasta_score.cli import options, paths, registry, shells
from canasta_score.cli.completion.parsing import (
    CompletionCandidate,
    PartialCommandLine,
    build_candidates,
    filter_candidates,
)
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

_RULES_COMMAND, _SLIP_COMMAND = "rules", "slip"
_SIDES_OF_A_SLIP = {"ns": "North-South", "ew": "East-West"}


def list_value_candidates(
    param: TyperArgument | TyperOption, line: PartialCommandLine, words_before: Sequence[str], current_word: str
) -> list[CompletionCandidate]:
    """Return the words that the current word can become; `words_before` are the earlier words of the same parameter."""
    metavar, correcting = (param.metavar or "").strip("[]."), False
    if metavar not in {options.Metavar.TALLY, options.Metavar.SLIP}:
        choices: Mapping[str, str] = dict.fromkeys(getattr(param.type, "choices", ()), "")
        candidates = build_candidates(choices) if choices else _iter_candidates(metavar, line, current_word)
        return filter_candidates(candidates, current_word)
    if metavar == options.Metavar.TALLY:
        correcting = len(line.arguments) > len(words_before)  # a hand comes before the tally, or its first side
        if correcting and not options.is_hand_reference(line.arguments[0]):
            words_before = line.arguments
        variant, names = _load_rules_and_names(line, words_before)
    elif line.get_last_value("hand") is None:  # two totals: there is nothing to offer
        return []
    else:
        variant, names = _load_event(line).variant, _SIDES_OF_A_SLIP
    from canasta_score.hand.tally.completion import list_tally_candidates

    words = options.split_words(words_before)
    tally_candidates = list_tally_candidates(variant, names, words, current_word, correcting=correcting)
    return [CompletionCandidate(word=candidate.word, label=candidate.label) for candidate in tally_candidates]


def _iter_candidates(metavar: str, line: PartialCommandLine, current_word: str) -> Iterator[CompletionCandidate]:
    match metavar:
        case options.Metavar.COMMAND:
            specs = registry.GROUPS.get(line.arguments[0], {}) if line.arguments else registry.ROOT_COMMANDS
            yield from build_candidates(registry.list_summaries(specs))
        case options.Metavar.FILE:
            yield CompletionCandidate(word="", label="*")
        case options.Metavar.GAME | options.Metavar.PAIR | options.Metavar.TABLE:
            yield from _iter_event_candidates(metavar, line)
        case options.Metavar.HAND | options.Metavar.FIXED_HAND:
            if game := _find_game(line):
                yield from build_candidates({str(hand.number): format_hand_points(game, hand) for hand in game.hands})
            if metavar == options.Metavar.FIXED_HAND:
                yield CompletionCandidate(word=options.LAST_HAND, label="the last hand")
                yield from build_candidates(_load_rules_and_names(line)[1])
        case options.Metavar.SHELL:
            yield from build_candidates(dict.fromkeys(shells.SCRIPT_FILES, ""))
        case options.Metavar.SIDE:
            yield from build_candidates(_load_rules_and_names(line)[1])
        case options.Metavar.START_TOTAL:
            named = [text.partition("=") for text in line.option_values.get("side", ())]
            names = {side: name for side, _, name in named} or options.DEFAULT_SIDE_NAMES
            yield from build_candidates({f"{side}=": name for side, name in names.items()})
        case _:
            yield from _iter_rule_candidates(metavar, line, current_word)


def _iter_rule_candidates(metavar: str, line: PartialCommandLine, current_word: str) -> Iterator[CompletionCandidate]:
    if metavar in {options.Metavar.CARD, options.Metavar.GROUP, options.Metavar.RANK}:
        # Ranks follow a comma or a number in the same word: 10,10 or 3x10.
        head = current_word[: max(current_word.rfind(","), current_word.lower().rfind("x")) + 1]
        points = _load_rules_and_names(line)[0].deck.points
        ranks = (rank for rank in points if rank is not Rank.THREE)
        yield from build_candidates({f"{head}{rank}": f"{points[rank]} points" for rank in ranks})
    elif metavar == options.Metavar.HOUSE_RULE:
        variant = _get_variant_option(line)
        game = _find_game(line) if line.command.name == _RULES_COMMAND and not variant else None
        rules = game.rules.keys if game else load_with_overrides(variant or options.DEFAULT_VARIANT)[0]
        yield from build_candidates({f"{key}=": f"now {value}" for key, value in iter_settable_keys(rules)})
    elif metavar in {options.Metavar.VARIANT, options.Metavar.SEVERAL_VARIANTS}:
        several = metavar == options.Metavar.SEVERAL_VARIANTS
        head = current_word[: current_word.rfind(options.VARIANT_SEPARATOR) + 1] if several else ""
        named = head.split(options.VARIANT_SEPARATOR)
        titles = {name: title for name, title in load_variant_titles().items() if name not in named}
        yield from build_candidates({f"{head}{name}": title or "has mistakes" for name, title in titles.items()})
        if not head:
            yield CompletionCandidate(word="", label="*.toml")


def _iter_event_candidates(metavar: str, line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    """Yield pairs, games, or the tables of the game that is typed or played now; for a slip only what misses one."""
    event, is_slip = _load_event(line), line.command.name == _SLIP_COMMAND
    if metavar == options.Metavar.PAIR:
        yield from build_candidates({str(pair.number): pair.name for pair in event.pairs.values()})
    elif metavar == options.Metavar.GAME:
        for game in range(1, event.games + 1):
            count = len(event.list_missing(game))
            if not is_slip or count or game not in event.seatings:
                label = f"{format_count(count, 'slip')} missing" if count else ""
                yield CompletionCandidate(word=str(game), label=label)
    else:
        from canasta_score.event.seating.rounds import find_seating
        from canasta_score.report.event.text import format_table_names

        game = int(line.arguments[0]) if line.arguments and line.arguments[0].isdecimal() else event.current_game
        missing = event.list_missing(game) if game in event.seatings else None
        for table in find_seating(event, game):
            if table.is_played and (not is_slip or missing is None or table.number in missing):
                yield CompletionCandidate(word=str(table.number), label=format_table_names(event, game, table))


def _find_game(line: PartialCommandLine) -> "Ledger | None":
    ledger = line.get_last_value("ledger")
    if ledger is None and not paths.has_current_ledger():
        return None
    from canasta_score.game.storage.ledger_files import read_ledger

    return read_ledger(paths.get_ledger_path(ledger))


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

        vocabulary = merge_vocabularies([*options.load_several_variants(variant).values()])
        return vocabulary, options.choose_side_names(vocabulary, words)
    return options.load_rules_and_names(variant or None, line.get_last_value("ledger"), words)
