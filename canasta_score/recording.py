"""Starting a game and recording hands from Python, with the checks and the safety of the commands `new` and `add`."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from canasta_score.clock import get_local_time
from canasta_score.game.audit import find_next_hand_problems
from canasta_score.game.entries import Entry, EntryKind, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import find_duplicate_name_errors, find_side_errors
from canasta_score.game.storage.ledger_files import create_ledger, format_ledger, record_entry
from canasta_score.hand.facts import HandFacts, TallyError
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.diagnostics import Diagnostic, RuleError, build_rule_error
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words


def new_ledger(
    path: str | os.PathLike[str],
    variant: Variant | str | os.PathLike[str],
    names: Mapping[str, str] | None = None,
    *,
    house_rules: Sequence[str] = (),
    starting_totals: Mapping[str, int] | None = None,
) -> Ledger:
    """Write the file of a new game and return the game.

    `names` are the names of the sides by their ids, We and They if left out; `house_rules` are texts such as
    `game.target=5000`; `starting_totals` are points by side. Raises LedgerError if a file is already there or a side
    cannot have its name, and RuleError with all mistakes in the rules.
    """
    raw_rules, played = _load_rules(variant, house_rules)
    names = names or {side: side.capitalize() for side in DEFAULT_SIDES}
    file, totals = os.fspath(path), dict.fromkeys(names, 0) | dict(starting_totals or {})
    if errors := [*find_side_errors(played, names), *find_duplicate_name_errors(names)]:
        raise LedgerError(error.at(file, "sides") for error in errors)
    game = Ledger(
        file=file,
        variant=played,
        house_rules=tuple(house_rules),
        started_at=get_local_time(),
        side_names=dict(names),
        starting_totals=totals,
        totals=totals,
        raw_rules=raw_rules,
    )
    return create_ledger(Path(path), format_ledger(game))


def record_hand(path: str | os.PathLike[str], facts: HandFacts, *, anyway: bool = False) -> Ledger:
    """Record the next hand of a game in its file and return the game with it.

    `facts` are numbers of things and points of cards, by side and item; True is 1, and a side left out has none. Raises
    TallyError with every problem of a hand that cannot have happened, unless `anyway`, and LedgerError for the file.
    A hand that is only unlikely or against the rules is recorded: ask the `referee` before.
    """

    def build_entry(game: Ledger) -> Entry:
        _check_sides(game, facts)
        whole = {side: _without_booleans(facts.get(side, {})) for side in game.side_names}
        impossible = [problem for problem in find_next_hand_problems(game, whole) if problem.is_impossible]
        if impossible and not anyway:
            raise TallyError(impossible)
        return Entry(recorded_at=get_local_time(), kind=EntryKind.HAND, facts=whole, accepted_anyway=bool(impossible))

    return record_entry(Path(path), build_entry)[1]


def _without_booleans(facts: Mapping[str, int]) -> dict[str, int]:
    return {fact: int(number) if isinstance(number, bool) else number for fact, number in facts.items()}


def _check_sides(game: Ledger, facts: HandFacts) -> None:
    hint = f"the sides of this game are {join_words(game.side_names)}"
    unknown = [side for side in facts if side not in game.side_names]
    if unknown:
        raise TallyError(Diagnostic(message=f'unknown side "{side}"', hint=hint) for side in unknown)


def _load_rules(
    variant: Variant | str | os.PathLike[str], house_rules: Sequence[str]
) -> tuple[Mapping[str, object], Variant]:
    if not isinstance(variant, Variant):
        return load_with_overrides(variant, house_rules)
    # A game file holds the rules as they are written, which a Variant no longer knows.
    if not _is_found_by_name(variant):
        raise build_rule_error(variant.name, "these rules come from a file elsewhere", "pass the path of the rule file")
    return load_with_overrides(variant.name, house_rules)


def _is_found_by_name(variant: Variant) -> bool:
    try:
        return load_with_overrides(variant.name)[1] == variant
    except RuleError:
        return False
