"""The variant: all the rules of one game of Canasta, and the facts that a side can report by them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from canasta_score.rules.diagnostics import Diagnostic, RuleError, build_file_diagnostic, format_suggestion
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.bonuses import Bonus, read_bonuses
from canasta_score.rules.model.canastas import Canasta, read_canastas
from canasta_score.rules.model.card_points import CountRules, read_count
from canasta_score.rules.model.cards import Deck, Rank, read_deck
from canasta_score.rules.model.facts import DEFAULT_SIDES, DIRECT_FACTS, Fact
from canasta_score.rules.model.game_end import GameEnd, read_game_end
from canasta_score.rules.model.need import NeedRules, read_need
from canasta_score.rules.model.opening import OpeningRules, read_opening
from canasta_score.rules.model.penalties import Penalty, read_penalties
from canasta_score.rules.model.special_hands import SpecialHandRules, read_special_hands
from canasta_score.rules.model.threes import (
    ALL_THREES,
    SIGN_BY_CANASTAS,
    SIGN_BY_MELDED,
    Color,
    ThreesRules,
    read_threes,
)
from canasta_score.rules.schema.reader import UNKNOWN_KEY, DiagnosticCollector, RawTable, TableReader

if TYPE_CHECKING:
    from canasta_score.rules.model.canasta_sets import CanastaSet

_DECK_TABLES = ("deck", "cards")


@frozen
class Variant(Value):
    """One set of rules; `facts` holds every fact by its name, in the order of the score sheet."""

    name: str
    title: str
    aliases: tuple[str, ...]
    source: str
    summary: str
    deck: Deck
    game: GameEnd
    need: NeedRules
    opening: OpeningRules
    threes: ThreesRules
    canastas: tuple[Canasta, ...]
    sets: tuple["CanastaSet", ...]
    count: CountRules
    bonuses: tuple[Bonus, ...]
    penalties: tuple[Penalty, ...]
    specials: SpecialHandRules
    facts: Mapping[str, Fact]

    @property
    def short_names(self) -> dict[str, str]:
        """Give the facts by their one-letter short names."""
        return {fact.short: fact.name for fact in self.facts.values() if fact.short}

    @property
    def can_hold_threes(self) -> bool:
        """Tell whether threes stay in a hand: black ones that have card points, or do not count on the table."""
        return self.deck.points[Rank.THREE] > 0 or Color.BLACK not in (colour.name for colour in self.threes.colours)


def read_variant(values: RawTable, file: str, origins: Mapping[str, str] | None = None) -> Variant:
    """Read the whole of a variant's rules from what its file and the files it extends say.

    Raises RuleError with every mistake; `origins` names the file that states a key, where it is not `file`.
    """
    return _read_or_raise(DiagnosticCollector(file, origins or {}), values, "")


def read_embedded_variant(values: RawTable, file: str, table: str) -> Variant:
    """Read a variant's rules that stand whole in a table of another file and extend none; raises RuleError."""
    return _read_or_raise(DiagnosticCollector(file, {}, can_extend=False), values, table)


def _read_or_raise(notes: DiagnosticCollector, values: RawTable, table: str) -> Variant:
    """Read a variant's rules from a table; raises RuleError with every mistake that is noted."""
    notes.rules = values
    variant = read_rule_tables(TableReader(values, notes, table))
    if notes.problems:
        raise RuleError(_build_missing_extends_problems(notes) if _is_missing_extends(notes) else notes.problems)
    return variant


def _read_sets_table(root: TableReader, canastas: tuple[Canasta, ...]) -> tuple["CanastaSet", ...]:
    """Read the sets of canastas, which few variants have."""
    if "sets" not in root:
        root.mark_known("sets")
        return ()
    from canasta_score.rules.model.canasta_sets import read_canasta_sets  # noqa: PLC0415 -- start-up

    return read_canasta_sets(root, canastas)


def _is_missing_extends(notes: DiagnosticCollector) -> bool:
    """Tell whether a file may extend rules, does not, and states no cards to play with."""
    return notes.can_extend and not notes.rules.keys() & {"extends", *_DECK_TABLES}


def _build_missing_extends_problems(notes: DiagnosticCollector) -> list[Diagnostic]:
    """List the mistakes of a file that lacks the rules it means to change: that once, and unknown keys at its top."""
    hint = 'begin with extends = "nvso", or write [deck], [cards] and all the rest'
    lacking = build_file_diagnostic(notes.file, "extends", "is missing", hint)
    return [lacking, *(one for one in notes.problems if one.where in notes.rules and one.message == UNKNOWN_KEY)]


def read_rule_tables(root: TableReader) -> Variant:
    """Read every table of a rule file; mistakes are left in the notes of the root."""
    deck = read_deck(root)
    canastas, penalties = read_canastas(root, deck), read_penalties(root, deck)
    bonuses = read_bonuses(root, canastas, penalties)
    threes = read_threes(root, deck.threes_per_color)
    specials, count, sets = read_special_hands(root), read_count(root), _read_sets_table(root, canastas)
    tables = {
        "threes": threes.colours,
        "canastas": canastas,
        "bonuses": bonuses,
        "specials": specials.hands,
        "count": (count.table, count.hand),
        "penalties": penalties,
    }
    _check_names(root, {**tables, "sets": sets})
    _check_short_names(root, tables)
    variant = Variant(
        name=root.text("name"),
        title=root.text("title"),
        aliases=root.texts("aliases"),
        source=root.text("source"),
        summary=root.text("summary", ""),
        deck=deck,
        game=read_game_end(root),
        need=read_need(root, canastas),
        opening=read_opening(root),
        threes=threes,
        canastas=canastas,
        sets=sets,
        count=count,
        bonuses=bonuses,
        penalties=penalties,
        specials=specials,
        facts={fact.name: fact for table in tables.values() for fact in table},
    )
    _check_references(root, variant)
    root.mark_inheritance_keys()
    root.report_unknown_keys()
    return variant


def _check_names(root: TableReader, tables: Mapping[str, tuple["Fact | CanastaSet", ...]]) -> None:
    """Note names that are taken or cannot be typed; the fixed and the inherited ones were there first."""
    names: dict[str, str] = dict.fromkeys((*DEFAULT_SIDES, *DIRECT_FACTS), "a word of the tally")
    names |= dict.fromkeys((SIGN_BY_CANASTAS, SIGN_BY_MELDED, ALL_THREES), "a word of the rule files")
    named = [(f"{table}.{one.name}", table, one.name) for table, members in tables.items() for one in members]
    own = [table for key, table, _ in named if root.is_own_key(key)]
    inherited = {name: table for key, table, name in named if not root.is_own_key(key)}
    for key, table, name in sorted(named, key=lambda of: (of[1] != "count", root.is_own_key(of[0]))):
        what = "a set" if table == "sets" else "a fact"
        if name in names:
            is_slid = name in inherited and own.count(table) > 1  # below the heading of others, without its own
            or_missing = f", or is the heading [{inherited[name]}] missing above it?" if is_slid else ""
            root.add_error(key, f"the name '{name}' is taken: {names[name]}", f"choose another name{or_missing}")
        elif not (len(name) > 1 and name.isascii() and _is_valid_name(name)):
            root.add_error(key, f"'{name}' is no name for {what}", "use two or more small letters, and hyphens")
        names.setdefault(name, f"{what} of [{table}]")


def _check_short_names(root: TableReader, tables: Mapping[str, tuple[Fact, ...]]) -> None:
    """Note short names that are taken; the inherited ones were there first."""
    shorts = [
        (f"{table}.short.{fact.name}" if table in {"threes", "count"} else f"{table}.{fact.name}.short", fact)
        for table, members in tables.items()
        for fact in members
        if fact.short
    ]
    owners: dict[str, str] = {}
    for key, fact in sorted(shorts, key=lambda named: root.is_own_key(named[0])):
        if fact.short in owners:
            message = f"the short name '{fact.short}' is that of {owners[fact.short]}"
            root.add_error(key, message, "choose another letter")
        owners.setdefault(fact.short, fact.name)


def _is_valid_name(name: str) -> bool:
    """Tell whether a name is small letters in words joined by hyphens."""
    return all(word.isalpha() and word.islower() for word in name.split("-"))


def _check_references(root: TableReader, variant: Variant) -> None:
    """Note names of other rules that there are none of."""
    threes, canastas, facts = variant.threes, variant.canastas, variant.facts
    signs = (SIGN_BY_CANASTAS, SIGN_BY_MELDED, *(canasta.name for canasta in canastas))
    if threes.sign_by not in signs:
        root.add_error("threes.sign_by", f"'{threes.sign_by}' is not known", format_suggestion(threes.sign_by, signs))
    bonuses = [bonus.name for bonus in variant.bonuses]
    for canasta in canastas:
        if canasta.scores_with and canasta.scores_with not in bonuses:
            key, known = f"canastas.{canasta.name}.scores_with", ", ".join(bonuses) or "none"
            root.add_error(key, f"'{canasta.scores_with}' is no bonus here", f"known here: {known}")
    for penalty in variant.penalties:
        for other in penalty.not_with:
            key = f"penalties.{penalty.name}.not_with"
            if other not in facts:
                root.add_error(key, f"'{other}' is no fact here", format_suggestion(other, facts))
            elif other == penalty.name:
                root.add_error(key, "names the penalty itself", "name another fact")
