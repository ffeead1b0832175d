"""Keeping a game from Python, with the checks and the safety of the commands `new`, `add`, `fix`, `void`, `undo` ..."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import wraps
from inspect import signature
from pathlib import Path
from types import UnionType
from typing import Any, ParamSpec, get_args, get_origin

from canasta_score.clock import get_local_time
from canasta_score.game.entries import GameRules, LedgerError, ledger_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import find_duplicate_name_errors, find_side_errors
from canasta_score.game.storage import ledger_files
from canasta_score.game.storage.journal import forget_readings
from canasta_score.hand.facts import HandFacts, TallyError
from canasta_score.recording import games, rule_changes
from canasta_score.recording.games import AddHand, FixHand, GameRecorder, GameRequest
from canasta_score.rules.catalog.loading import FilePath, load_with_overrides
from canasta_score.rules.diagnostics import CanastaError, DiagnosticCode, RuleError, build_rule_error
from canasta_score.rules.frozen import replace
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_P = ParamSpec("_P")


def _for_python(function: Callable[_P, Ledger]) -> Callable[_P, Ledger]:
    """Return the function with a check of its arguments, and with the `path` in commands that its errors propose."""
    takes = signature(function)

    @wraps(function)
    def checked(*args: _P.args, **kwargs: _P.kwargs) -> Ledger:
        arguments = takes.bind(*args, **kwargs).arguments
        for name, value in arguments.items():
            if not _has_type(value, takes.parameters[name].annotation):
                parameter = str(takes.parameters[name]).replace("collections.abc.", "")
                message = f"{function.__name__} takes {parameter}, not {value!r}"
                raise TypeError(message)
        forget_readings()  # the caller may have changed a game that is still known here
        try:
            return function(*args, **kwargs)
        except (LedgerError, TallyError) as error:
            problems = list(error.diagnostics)
            for place, problem in enumerate(problems):
                if problem.command and "-l" not in problem.command:
                    command = (problem.command[0], "-l", str(arguments["path"]), *problem.command[1:])
                    problems[place] = replace(problem, command=command)
            CanastaError.__init__(error, problems)
            raise

    return checked


def _has_type(value: object, annotation: Any) -> bool:  # noqa: ANN401 -- a type or a union, which have no type
    """Return whether a value has a type; the numbers in tables are left to the checks of hands and files."""
    if isinstance(annotation, UnionType):
        return any(_has_type(value, each) for each in get_args(annotation))
    kind, parts = get_origin(annotation) or annotation, get_args(annotation)
    if not isinstance(value, kind) or (isinstance(value, str) and kind is not str):
        return False
    items = value.values() if isinstance(value, Mapping) else value if kind is Sequence else ()
    return all(_has_type(each, parts[-1]) for each in items if parts[-1] is not int)


@_for_python
def new_ledger(
    path: FilePath,
    variant: Variant | FilePath,
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
    if isinstance(variant, Variant):
        found = None
        with suppress(RuleError):
            found = load_with_overrides(variant.name)[1]
        # A game file holds the rules as they are written, which a Variant no longer knows.
        if found != variant:
            message = "these rules come from a file elsewhere"
            raise build_rule_error(variant.name, message, "pass the path of the rule file")
        variant = variant.name
    raw_rules, played = load_with_overrides(variant, house_rules)
    names = names or {side: side.capitalize() for side in DEFAULT_SIDES}
    file, totals = str(path), dict.fromkeys(names, 0) | dict(starting_totals or {})
    if errors := [*find_side_errors(played, names), *find_duplicate_name_errors(names)]:
        raise LedgerError(error.at(file, "sides") for error in errors)
    for side in totals.keys() - names.keys():
        hint, code = f"the sides are {join_words(names)}", DiagnosticCode.UNKNOWN_SIDE
        raise ledger_error(file, f'"{side}" is not a side in this game', hint, code=code)
    game = Ledger(
        file=file,
        rules=GameRules(variant=played, keys=raw_rules, house_rules=tuple(house_rules)),
        started_at=get_local_time(),
        side_names=dict(names),
        starting_totals=totals,
        totals=totals,
    )
    return GameRecorder(Path(path), get_local_time).create(game)


@_for_python
def read_ledger(path: FilePath) -> Ledger:
    """Read a game from its file and verify every total in it; raises LedgerError with every mistake and its place."""
    return ledger_files.read_ledger(Path(path))


@_for_python
def record_hand(
    path: FilePath,
    facts: HandFacts,
    anyway: bool = False,  # noqa: FBT001, FBT002 -- it may be given by position, as other arguments
    *,
    partners: Sequence[str] = (),
    hand: int | None = None,
) -> Ledger:
    """Record the next hand of a game in its file and return the game with it.

    `hand` is the number that the hand must have, so that it is not recorded twice; without one, it is not checked.
    `facts` are numbers of things and points of cards, by side and item; True is 1, and a side left out has none. Of two
    `partners`, each has what both have together; the facts may have it under the pair instead, `ann+bob`. Raises
    TallyError with every problem of a hand that cannot have happened, unless `anyway`, and LedgerError for the file.
    A hand that is only unlikely or against the rules is recorded: ask the `referee` before.
    """
    return _record(path, AddHand(facts=facts, anyway=anyway, partners=partners, number=hand))


@_for_python
def fix_hand(path: FilePath, hand: int, changes: HandFacts, *, why: str = "", anyway: bool = False) -> Ledger:
    """Record a correction of a hand and return the game with it.

    `changes` are the facts that change, by side and item; 0 removes an item. Raises TallyError with every problem of a
    hand that cannot have happened, unless `anyway`, and LedgerError for the file or a hand that does not exist.
    """
    return _record(path, FixHand(hand=hand, changes=changes, why=why, anyway=anyway))


@_for_python
def void_hand(path: FilePath, hand: int, *, why: str = "") -> Ledger:
    """Cancel a hand and return the game without it; raises LedgerError for the file or a hand that does not exist."""
    return _record(path, games.void_hand(hand=hand, why=why))


@_for_python
def undo(path: FilePath, *, entry: int | None = None) -> Ledger:
    """Undo the last entry of a game and return the game; raises LedgerError if that is not `entry`, or none is left."""
    return _record(path, games.undo(entry=entry))


@_for_python
def redo(path: FilePath) -> Ledger:
    """Bring back the entry that was undone and return the game; raises LedgerError if there is none."""
    return _record(path, games.redo())


@_for_python
def end_game(path: FilePath, *, why: str = "") -> Ledger:
    """End a game now, before anybody reaches the target, and return it; raises LedgerError if it is over already."""
    return _record(path, games.end_game(why=why))


@_for_python
def adjust(path: FilePath, side: str, points: int, *, why: str = "") -> Ledger:
    """Add points to a side between two hands, or take some off, and return the game.

    Raises TallyError for points that are 0 or no multiple of the rules' smallest points, LedgerError for the file, an
    unknown side, or a game that is over.
    """
    return _record(path, games.adjust(side=side, points=points, why=why))


@_for_python
def change_rules(path: FilePath, variant: FilePath | None = None, *, house_rules: Sequence[str] = ()) -> Ledger:
    """Change the rules of a game from here on and return it, with every hand scored again.

    Without a variant, the house rules change the rules that the game has. Raises RuleError with all mistakes in the
    rules, LedgerError for the file, for rules that the game has already, and for hands that they do not fit.
    """
    return _record(path, rule_changes.change_rules(variant=variant, house_rules=house_rules))


def _record(path: FilePath, request: GameRequest) -> Ledger:
    return GameRecorder(Path(path), get_local_time).record(request).after
