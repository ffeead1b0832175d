"""The variant: all the rules of one game of Canasta, and the facts that a side can report by them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from canasta_score.rules.diagnostics import RuleError, RuleProblem, did_you_mean
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.bonuses import Bonus, read_bonuses
from canasta_score.rules.model.canastas import Canasta, read_canastas
from canasta_score.rules.model.card_points import Count, read_count
from canasta_score.rules.model.cards import Deck, Rank, read_deck
from canasta_score.rules.model.facts import DIRECT, SIDES, Fact
from canasta_score.rules.model.game_end import GameEnd, read_game_end
from canasta_score.rules.model.need import Need, read_need
from canasta_score.rules.model.opening import OpeningRules, read_opening
from canasta_score.rules.model.penalties import Penalty, read_penalties
from canasta_score.rules.model.special_hands import SpecialHands, read_special_hands
from canasta_score.rules.model.threes import ALL_THREES, BY_CANASTAS, BY_MELDED, Colour, Threes, read_threes
from canasta_score.rules.schema.reader import UNKNOWN_KEY, Keys, Notes, Table

if TYPE_CHECKING:
    from canasta_score.rules.model.canasta_sets import CanastaSet

CARDS = ("deck", "cards")


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
    need: Need
    opening: OpeningRules
    threes: Threes
    canastas: tuple[Canasta, ...]
    sets: tuple["CanastaSet", ...]
    count: Count
    bonuses: tuple[Bonus, ...]
    penalties: tuple[Penalty, ...]
    specials: SpecialHands
    facts: Mapping[str, Fact]

    @property
    def short_names(self) -> dict[str, str]:
        """Give the facts by their one-letter short names."""
        return {fact.short: fact.name for fact in self.facts.values() if fact.short}

    @property
    def holds_threes(self) -> bool:
        """Tell whether threes stay in a hand: black ones that have card points, or do not count on the table."""
        return self.deck.points[Rank.THREE] > 0 or Colour.BLACK not in (colour.name for colour in self.threes.colours)


def read_variant(values: Keys, file: str, origins: Mapping[str, str] | None = None) -> Variant:
    """Read the whole of a variant's rules from what its file and the files it extends say.

    Raises RuleError with every mistake; `origins` names the file that states a key, where it is not `file`.
    """
    return without_mistakes(Notes(file, origins or {}), values, "")


def read_whole_variant(values: Keys, file: str, table: str) -> Variant:
    """Read a variant's rules that stand whole in a table of another file and extend none; raises RuleError."""
    return without_mistakes(Notes(file, {}, may_extend=False), values, table)


def without_mistakes(notes: Notes, values: Keys, table: str) -> Variant:
    """Read a variant's rules from a table; raises RuleError with every mistake that is noted."""
    notes.rules = values
    variant = read_rules(Table(values, notes, table))
    if notes.problems:
        raise RuleError(of_an_orphan(notes) if is_orphan(notes) else notes.problems)
    return variant


def read_sets(root: Table, canastas: tuple[Canasta, ...]) -> tuple["CanastaSet", ...]:
    """Read the sets of canastas, which few variants have."""
    if "sets" not in root:
        root.skip("sets")
        return ()
    from canasta_score.rules.model.canasta_sets import read_canasta_sets  # noqa: PLC0415 -- start-up

    return read_canasta_sets(root, canastas)


def is_orphan(notes: Notes) -> bool:
    """Tell whether a file may extend rules, does not, and states no cards to play with."""
    return notes.may_extend and not notes.rules.keys() & {"extends", *CARDS}


def of_an_orphan(notes: Notes) -> list[RuleProblem]:
    """List the mistakes of a file that lacks the rules it means to change: that once, and unknown keys at its top."""
    hint = 'begin with extends = "nvso", or write [deck], [cards] and all the rest'
    lacking = RuleProblem(file=notes.file, where="extends", message="is missing", hint=hint)
    return [lacking, *(one for one in notes.problems if one.where in notes.rules and one.message == UNKNOWN_KEY)]


def read_rules(root: Table) -> Variant:
    """Read every table of a rule file; mistakes are left in the notes of the root."""
    deck = read_deck(root)
    canastas, penalties = read_canastas(root, deck), read_penalties(root, deck)
    bonuses = read_bonuses(root, canastas, penalties)
    threes = read_threes(root, deck.threes_of_a_colour)
    specials, count, sets = read_special_hands(root), read_count(root), read_sets(root, canastas)
    tables = {
        "threes": threes.colours,
        "canastas": canastas,
        "bonuses": bonuses,
        "specials": specials.hands,
        "count": (count.table, count.hand),
        "penalties": penalties,
    }
    check_names(root, {**tables, "sets": sets})
    check_short_names(root, tables)
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
    check_mentions(root, variant)
    root.skip_parents()
    root.close()
    return variant


def check_names(root: Table, tables: Mapping[str, tuple["Fact | CanastaSet", ...]]) -> None:
    """Note names that are taken or cannot be typed; the fixed and the inherited ones were there first."""
    names: dict[str, str] = dict.fromkeys((*SIDES, *DIRECT), "a word of the tally")
    names |= dict.fromkeys((BY_CANASTAS, BY_MELDED, ALL_THREES), "a word of the rule files")
    named = [(f"{table}.{one.name}", table, one.name) for table, members in tables.items() for one in members]
    own = [table for key, table, _ in named if root.is_own(key)]
    inherited = {name: table for key, table, name in named if not root.is_own(key)}
    for key, table, name in sorted(named, key=lambda of: (of[1] != "count", root.is_own(of[0]))):
        what = "a set" if table == "sets" else "a fact"
        if name in names:
            is_slid = name in inherited and own.count(table) > 1  # below the heading of others, without its own
            or_missing = f", or is the heading [{inherited[name]}] missing above it?" if is_slid else ""
            root.wrong(key, f"the name '{name}' is taken: {names[name]}", f"choose another name{or_missing}")
        elif not (len(name) > 1 and name.isascii() and is_typed_name(name)):
            root.wrong(key, f"'{name}' is no name for {what}", "use two or more small letters, and hyphens")
        names.setdefault(name, f"{what} of [{table}]")


def check_short_names(root: Table, tables: Mapping[str, tuple[Fact, ...]]) -> None:
    """Note short names that are taken; the inherited ones were there first."""
    shorts = [
        (f"{table}.short.{fact.name}" if table in {"threes", "count"} else f"{table}.{fact.name}.short", fact)
        for table, members in tables.items()
        for fact in members
        if fact.short
    ]
    owners: dict[str, str] = {}
    for key, fact in sorted(shorts, key=lambda named: root.is_own(named[0])):
        if fact.short in owners:
            message = f"the short name '{fact.short}' is that of {owners[fact.short]}"
            root.wrong(key, message, "choose another letter")
        owners.setdefault(fact.short, fact.name)


def is_typed_name(name: str) -> bool:
    """Tell whether a name is small letters in words joined by hyphens."""
    return all(word.isalpha() and word.islower() for word in name.split("-"))


def check_mentions(root: Table, variant: Variant) -> None:
    """Note names of other rules that there are none of."""
    threes, canastas, facts = variant.threes, variant.canastas, variant.facts
    signs = (BY_CANASTAS, BY_MELDED, *(canasta.name for canasta in canastas))
    if threes.sign_by not in signs:
        root.wrong("threes.sign_by", f"'{threes.sign_by}' is not known", did_you_mean(threes.sign_by, signs))
    bonuses = [bonus.name for bonus in variant.bonuses]
    for canasta in canastas:
        if canasta.scores_with and canasta.scores_with not in bonuses:
            key, known = f"canastas.{canasta.name}.scores_with", ", ".join(bonuses) or "none"
            root.wrong(key, f"'{canasta.scores_with}' is no bonus here", f"known here: {known}")
    for penalty in variant.penalties:
        for other in penalty.not_with:
            key = f"penalties.{penalty.name}.not_with"
            if other not in facts:
                root.wrong(key, f"'{other}' is no fact here", did_you_mean(other, facts))
            elif other == penalty.name:
                root.wrong(key, "names the penalty itself", "name another fact")
