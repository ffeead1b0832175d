"""Keeping a game from Python, with the checks and the safety of the commands `new`, `add`, `fix`, `void`, `undo` ..."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from canasta_score.clock import get_local_time
from canasta_score.game.entries import GameRules, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import find_duplicate_name_errors, find_side_errors
from canasta_score.hand.facts import HandFacts
from canasta_score.recording.games import (
    AddHand,
    Adjust,
    EndGame,
    FixHand,
    GameRecorder,
    GameRequest,
    Redo,
    Undo,
    VoidHand,
)
from canasta_score.recording.rule_changes import ChangeRules
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.diagnostics import RuleError, build_rule_error
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.model.variant import Variant


def new_ledger(
    path: str | Path,
    variant: Variant | str | Path,
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
    file, totals = str(path), dict.fromkeys(names, 0) | dict(starting_totals or {})
    if errors := [*find_side_errors(played, names), *find_duplicate_name_errors(names)]:
        raise LedgerError(error.at(file, "sides") for error in errors)
    game = Ledger(
        file=file,
        rules=GameRules(variant=played, keys=raw_rules, house_rules=tuple(house_rules)),
        started_at=get_local_time(),
        side_names=dict(names),
        starting_totals=totals,
        totals=totals,
    )
    return GameRecorder(Path(path), get_local_time).create(game)


def record_hand(path: str | Path, facts: HandFacts, *, anyway: bool = False, partners: Sequence[str] = ()) -> Ledger:
    """Record the next hand of a game in its file and return the game with it.

    `facts` are numbers of things and points of cards, by side and item; True is 1, and a side left out has none. Of two
    `partners`, each has what both have together; the facts may have it under the pair instead, `ann+bob`. Raises
    TallyError with every problem of a hand that cannot have happened, unless `anyway`, and LedgerError for the file.
    A hand that is only unlikely or against the rules is recorded: ask the `referee` before.
    """
    return _record(path, AddHand(facts=facts, anyway=anyway, partners=partners))


def fix_hand(path: str | Path, hand: int, changes: HandFacts, *, why: str = "", anyway: bool = False) -> Ledger:
    """Record a correction of a hand and return the game with it.

    `changes` are the facts that change, by side and item; 0 removes an item. Raises TallyError with every problem of a
    hand that cannot have happened, unless `anyway`, and LedgerError for the file or a hand that does not exist.
    """
    return _record(path, FixHand(hand=hand, changes=changes, why=why, anyway=anyway))


def void_hand(path: str | Path, hand: int, *, why: str = "") -> Ledger:
    """Cancel a hand and return the game without it; raises LedgerError for the file or a hand that does not exist."""
    return _record(path, VoidHand(hand=hand, why=why))


def undo(path: str | Path) -> Ledger:
    """Undo the last entry of a game and return the game; raises LedgerError if there is nothing to undo."""
    return _record(path, Undo())


def redo(path: str | Path) -> Ledger:
    """Bring back the entry that was undone and return the game; raises LedgerError if there is none."""
    return _record(path, Redo())


def end_game(path: str | Path, *, why: str = "") -> Ledger:
    """End a game now, before anybody reaches the target, and return it; raises LedgerError if it is over already."""
    return _record(path, EndGame(why=why))


def adjust(path: str | Path, side: str, points: int, *, why: str = "") -> Ledger:
    """Add points to a side between two hands, or take some off, and return the game.

    Raises TallyError for points that are 0 or no multiple of the rules' smallest points, LedgerError for the file, an
    unknown side, or a game that is over.
    """
    return _record(path, Adjust(side=side, points=points, why=why))


def change_rules(path: str | Path, variant: str | None = None, *, house_rules: Sequence[str] = ()) -> Ledger:
    """Change the rules of a game from here on and return it, with every hand scored again.

    Without a variant, the house rules change the rules that the game has. Raises RuleError with all mistakes in the
    rules, LedgerError for the file, for rules that the game has already, and for hands that they do not fit.
    """
    return _record(path, ChangeRules(variant=variant, house_rules=house_rules))


def _record(path: str | Path, request: GameRequest) -> Ledger:
    return GameRecorder(Path(path), get_local_time).record(request).after


def _load_rules(variant: Variant | str | Path, house_rules: Sequence[str]) -> tuple[Mapping[str, object], Variant]:
    if not isinstance(variant, Variant):
        return load_with_overrides(variant, house_rules)
    found = None
    with suppress(RuleError):
        found = load_with_overrides(variant.name)[1]
    # A game file holds the rules as they are written, which a Variant no longer knows.
    if found != variant:
        raise build_rule_error(variant.name, "these rules come from a file elsewhere", "pass the path of the rule file")
    return load_with_overrides(variant.name, house_rules)
