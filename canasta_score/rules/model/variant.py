"""The variant: all the rules of one game of Canasta, when the game ends, and the facts that a side can report."""

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from canasta_score.rules.diagnostics import DiagnosticCode, RuleError, build_file_diagnostic, format_suggestion
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model import rewards
from canasta_score.rules.model.canastas import Canasta, CanastaSet, read_canasta_sets, read_canastas, select_step
from canasta_score.rules.model.cards import CardPointsRules, Deck, Rank, read_card_points, read_deck
from canasta_score.rules.model.facts import ADJUSTMENTS, BASE, COUNT, DEFAULT_SIDES, Adjustment, Fact
from canasta_score.rules.model.opening import NeedRules, OpeningRules, read_need, read_opening
from canasta_score.rules.model.threes import ALL_THREES, FIXED_SIGNS, Color, ThreesRules, read_threes
from canasta_score.rules.schema.reader import DiagnosticCollector, RawTable, TableReader, check_reference

TieRule = Literal["play-on", "shared"]  # what equal totals at the end mean: another hand, or a shared win
WinningTotal = Literal["highest", "lowest"]
# Partners are the same in every hand, or in each hand two of three, as the play makes them.
PartnerRule = Literal["fixed", "by hand"]
_SHORTEST_NAME = 2
_USUAL_TABLES = ("threes", "canastas", "bonuses", "count")
_SHARED_SHORT_TABLES = ("threes", "count")  # these state their short names in a table `short`


class GameEnd(Value):
    """A game ends when a side reaches a target in points, or after a number of hands, whichever comes first."""

    target: int | None  # in points; the target or the number of hands may be None
    hands: int | None
    tie: TieRule
    wins: WinningTotal
    partners: PartnerRule

    @property
    def is_won_by_lowest(self) -> bool:
        """Return whether the lowest total wins."""
        return self.wins == "lowest"

    def pick_best(self, points: Iterable[int]) -> int:
        """Return the best of some points: the highest, or the lowest where the lowest total wins."""
        return min(points) if self.is_won_by_lowest else max(points)


class Variant(Value):
    """One set of rules."""

    shown_names = ("name",)
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
    sets: tuple[CanastaSet, ...]
    card_points: CardPointsRules
    bonuses: tuple[rewards.Bonus, ...]
    penalties: tuple[rewards.Penalty, ...]
    specials: rewards.SpecialHandRules
    adjustments: tuple[Adjustment, ...]
    facts: Mapping[str, Fact]  # by their names, in the order of the score sheet
    short_names: Mapping[str, str]  # the names of the facts by their letters
    usual_facts: frozenset[str]  # what most hands consist of: threes, canastas, bonuses and card points
    names_by_hand: tuple[str, ...]  # canastas and bonuses whose points or needs go by the number of the hand

    @property
    def has_partners_by_hand(self) -> bool:
        """Return whether two of three sides may be partners in one hand, and two others in the next."""
        return self.game.partners == "by hand"

    def at_hand(self, hand: int) -> "Variant":
        """Return the rules of the first, second, ... hand, in which nothing depends on the number of the hand."""
        if not self.names_by_hand:
            return self
        canastas = tuple(
            replace(canasta, points=select_step(canasta.points_by_hand or (canasta.points,), hand), points_by_hand=())
            for canasta in self.canastas
        )
        bonuses = tuple(
            replace(
                bonus,
                points=select_step(bonus.points_by_hand or (bonus.points,), hand),
                needs=select_step(bonus.needs_by_hand or (bonus.needs,), hand),
                points_by_hand=(),
                needs_by_hand=(),
            )
            for bonus in self.bonuses
        )
        facts = {fact.name: fact for fact in (*canastas, *bonuses)}
        return replace(self, canastas=canastas, bonuses=bonuses, facts={**self.facts, **facts}, names_by_hand=())

    @property
    def has_foot(self) -> bool:
        """Return whether a foot follows the hand, which can then be used up in opening."""
        return not self.opening.keep

    @property
    def can_hold_threes(self) -> bool:
        """Return whether threes stay in a hand: black ones that have card points or do not count on the table."""
        return self.deck.points[Rank.THREE] > 0 or Color.BLACK not in (color.name for color in self.threes.colors)


def read_variant(values: RawTable, file: str, origins: Mapping[str, str], *, table: str = "") -> Variant:
    """Read a variant, or the `table` of a game file; `origins` has the file of each inherited key. Raises RuleError."""
    collector = DiagnosticCollector(file, origins, can_extend=not table, rules=values)
    variant = read_rule_tables(TableReader(values, collector, table))
    if not table and not values.keys() & {"extends", "deck", "cards"}:
        # That is the cause of most of the other mistakes; only the unknown keys at the top of the file are kept.
        hint = 'start the file with extends = "nvso", or write all the rules below [deck], [cards] and so on'
        missing = build_file_diagnostic(file, "extends", "is missing", hint, code=DiagnosticCode.MISSING_KEY)
        unknown_keys = [found for found in collector.diagnostics if found.code is DiagnosticCode.UNKNOWN_KEY]
        raise RuleError([missing, *(found for found in unknown_keys if found.where.removesuffix(".extends") in values)])
    if collector.diagnostics:
        raise RuleError(collector.diagnostics)
    return variant


def read_rule_tables(root: TableReader) -> Variant:
    """Read every table of a rule file; mistakes are added to the collector of the root."""
    deck = read_deck(root)
    canastas = read_canastas(root, deck)
    penalties = root.table("penalties").read_named_tables(lambda table, name: rewards.read_penalty(table, name, deck))
    bonuses = rewards.read_bonuses(root, canastas, penalties)
    threes = read_threes(root, deck.threes_per_color)
    specials = rewards.read_special_hands(root, deck)
    named_elsewhere = (*threes.colors, *canastas, *bonuses, *specials.hands, *penalties)
    card_points = read_card_points(root, {fact.short_name for fact in named_elsewhere})
    sets = read_canasta_sets(root, canastas)
    facts: dict[str, tuple[Fact, ...]] = {  # by the tables that name them, in the order of the score sheet
        "threes": threes.colors,
        "canastas": canastas,
        "bonuses": bonuses,
        "specials": specials.hands,
        "count": (card_points.on_table, card_points.in_hand),
        "penalties": penalties,
    }
    _check_names(root, {**facts, "sets": sets})
    _check_short_names(root, facts)
    named = {fact.name: fact for table in facts.values() for fact in table}
    # A rule file may give the name of an adjustment another meaning.
    taken = {*named, *(canasta_set.name for canasta_set in sets)}
    adjustments = tuple(adjustment for adjustment in ADJUSTMENTS if adjustment.name not in taken)
    variant = Variant(
        name=root.text("name"),
        title=root.text("title"),
        aliases=root.texts("aliases"),
        source=root.text("source"),
        summary=root.text("summary", ""),
        deck=deck,
        game=_read_game_end(root),
        need=read_need(root, canastas),
        opening=read_opening(root),
        threes=threes,
        canastas=canastas,
        sets=sets,
        card_points=card_points,
        bonuses=bonuses,
        penalties=penalties,
        specials=specials,
        adjustments=adjustments,
        facts=named | {adjustment.name: adjustment for adjustment in adjustments},
        short_names={fact.short_name: fact.name for fact in named.values() if fact.short_name},
        usual_facts=frozenset(fact.name for table in _USUAL_TABLES for fact in facts[table]),
        names_by_hand=(
            *(canasta.name for canasta in canastas if canasta.points_by_hand),
            *(bonus.name for bonus in bonuses if bonus.points_by_hand or bonus.needs_by_hand),
        ),
    )
    _check_references(root, variant)
    root.report_unknown_keys()
    return variant


def _check_names(root: TableReader, tables: Mapping[str, tuple[Fact | CanastaSet, ...]]) -> None:
    """Add mistakes for names that are taken or cannot be typed in a tally."""
    # Not "total": files that were written before it was a word of the tally may have such a fact.
    owners = dict.fromkeys((*DEFAULT_SIDES, BASE, COUNT), "a word for entering hands")
    owners |= dict.fromkeys((*FIXED_SIGNS, ALL_THREES), "a word in rule files")
    headings: dict[str, str] = {}
    key_paths = [(table, member.name) for table, members in tables.items() for member in members]
    own = {(table, name) for table, name in key_paths if root.is_own_key(f"{table}.{name}")}
    # The names of the count come first, then the inherited names: so the mistake is at a name in the file itself.
    for table, name in sorted(key_paths, key=lambda path: (path[0] != "count", path in own)):
        noun = "a set" if table == "sets" else "an item"
        is_typeable = name.isascii() and name.islower() and all(map(str.isalpha, name.split("-")))
        if name in owners:
            message = f'the name "{name}" is already {owners[name]}'
            heading = headings.get(name)  # none for a word of the program
            is_inherited = heading not in (None, *_SHARED_SHORT_TABLES) and (heading, name) not in own
            place = f", or move it below the heading [{heading}]" if is_inherited else ""
            root.add_error(f"{table}.{name}", message, f"choose a different name{place}")
        elif len(name) < _SHORTEST_NAME or not is_typeable:
            message = f'"{name}" cannot be the name of {noun}'
            root.add_error(f"{table}.{name}", message, "use two or more small letters and hyphens")
        if name not in owners:
            owners[name], headings[name] = f"{noun} of [{table}]", table


def _check_short_names(root: TableReader, tables: Mapping[str, tuple[Fact, ...]]) -> None:
    owners: dict[str, str] = {}
    short_names = [
        (f"{table}.short.{fact.name}" if table in _SHARED_SHORT_TABLES else f"{table}.{fact.name}.short", fact)
        for table, facts in tables.items()
        for fact in facts
        if fact.short_name
    ]
    # The inherited ones come first: so the mistake is at the short name in the file itself.
    for key_path, fact in sorted(short_names, key=lambda stated: root.is_own_key(stated[0])):
        if fact.short_name in owners:
            message = f'the short name "{fact.short_name}" is already used for {owners[fact.short_name]}'
            root.add_error(key_path, message, "choose a different letter")
        owners.setdefault(fact.short_name, fact.name)


def _read_game_end(root: TableReader) -> GameEnd:
    """Read `[game]`, which states a target, a number of hands, or both, and who are partners."""
    table = root.table("game")
    target = table.optional_integer("target", least=1)
    hands = table.optional_integer("hands", least=1)
    if target is None and hands is None and not table.has_error("target"):
        table.add_error("", "does not say when the game ends", "add target, hands or both")
    tie = table.word("tie", get_args(TieRule), "play-on" if hands is None else "shared")
    wins = table.word("wins", get_args(WinningTotal), "highest")
    partners = table.word("partners", get_args(PartnerRule), "fixed")
    table.report_unknown_keys()
    return GameEnd(target=target, hands=hands, tie=tie, wins=wins, partners=partners)


def _check_references(root: TableReader, variant: Variant) -> None:
    sign_by = variant.threes.sign_by
    known_signs = (*FIXED_SIGNS, *(canasta.name for canasta in variant.canastas))
    if sign_by not in known_signs:
        root.add_error("threes.sign_by", f'unknown value "{sign_by}"', format_suggestion(sign_by, known_signs))
    bonuses = [bonus.name for bonus in variant.bonuses]
    for canasta in variant.canastas:
        if canasta.scores_with:
            check_reference(root, f"canastas.{canasta.name}.scores_with", canasta.scores_with, bonuses, "bonus")
    for penalty in variant.penalties:
        key_path = f"penalties.{penalty.name}.not_with"
        for other in penalty.not_with:
            if other not in variant.facts:
                root.add_error(key_path, f'there is no item "{other}"', format_suggestion(other, variant.facts))
            elif other == penalty.name:
                root.add_error(key_path, "names the penalty itself", "name a different item")
