"""The facts that the sides enter for one hand, which facts no side may enter, and what follows from facts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

from canasta_score.rules.diagnostics import CanastaError, Diagnostic, DiagnosticCode, format_suggestion
from canasta_score.rules.model.canastas import ALL_CANASTAS, CardPattern
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.facts import BASE, BASE_PART, COUNT, DIRECT_FACTS, TOTAL, Adjustment, CardPoints
from canasta_score.rules.model.rewards import CardPlace, Penalty
from canasta_score.rules.model.variant import Variant

SideFacts = Mapping[str, int]  # the number of each thing that one side has, or points of cards, by the fact's name
HandFacts = Mapping[str, SideFacts]  # by side, or by a pair of partners, such as `ann+bob`
PAIR_SIGN = "+"  # between two sides that are partners in a hand: see `partners`


class NamedPoints(int):
    """Points of cards that were entered card by card, such as `table=7xK`; files and copies have the points alone."""

    cards: Mapping[Rank, int]  # the number of each rank; the referee checks that they allow the items beside them

    def __new__(cls, points: int, cards: Mapping[Rank, int]) -> Self:
        """Build the number with its cards."""
        number = super().__new__(cls, points)
        number.cards = cards
        return number

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        """Return how to build a copy: a plain number."""
        return int, (int(self),)


class TallyError(CanastaError):
    """A tally that cannot be used; `words` are its words, if any were typed, and `problems` all that is to be said."""

    problems: Sequence[Diagnostic]

    def __init__(self, diagnostics: Iterable[Diagnostic], words: Sequence[str] = ()) -> None:
        """Keep the diagnostics and the words."""
        super().__init__(diagnostics)
        self.words, self.problems = tuple(words), self.diagnostics


class WordError(TallyError):
    """A word that cannot be used, or `length` words up to it; its diagnostic does not know their place in the tally."""

    def __init__(
        self,
        message: str,
        hint: str = "",
        *,
        code: DiagnosticCode = DiagnosticCode.OTHER,
        fact: str = "",
        choices: Sequence[str] = (),
        replacements: tuple[str, ...] = (),
        length: int = 1,
    ) -> None:
        """Build the diagnostic; a word with `choices` is ambiguous, and `fact` is named if a caller needs it."""
        self.length = length
        code = DiagnosticCode.AMBIGUOUS_WORD if choices else code
        self.diagnostic = Diagnostic(
            code=code, message=message, hint=hint, fact=fact, choices=tuple(choices), replacements=replacements
        )
        super().__init__([self.diagnostic])


def is_integer(number: object) -> bool:
    """Return whether the number of a fact is an integer; true counts as 1."""
    # A function, because mypy calls the same check needless where it knows the type that Python callers may ignore.
    return isinstance(number, int)


def find_fact_errors(variant: Variant, side: str, side_facts: SideFacts) -> list[Diagnostic]:
    """Return what is wrong with a side's facts besides its cards: unknown, not an integer, negative, entered twice."""
    # This runs for every hand of every game, and a loop takes half the time of `all` with a generator.
    known = variant.facts
    for name, number in side_facts.items():
        if type(number) is not int or number < 0 or name not in known:
            return list(_iter_fact_errors(variant, side, side_facts))
    return []


def has_stated_total(variant: Variant, side_facts: SideFacts) -> bool:
    """Return whether a side enters its whole hand as one number; a rule file may have a fact of that name instead."""
    return TOTAL in side_facts and TOTAL not in variant.facts


def find_direct_part(variant: Variant, name: str) -> str | None:
    """Return the part of a fact, `base` or `count`, that a side may enter as one figure; None for a penalty."""
    fact = variant.facts[name]
    if isinstance(fact, Penalty) or (isinstance(fact, Adjustment) and fact.part is not BASE_PART):
        return None
    return COUNT if isinstance(fact, CardPoints) else BASE


def has_canasta(variant: Variant, side_facts: SideFacts) -> bool:
    """Return whether a side has a canasta."""
    if BASE in side_facts:  # without a canasta, going out and the sign of threes keep every base below its bonus
        return any(side_facts[BASE] >= canasta.points for canasta in variant.canastas)
    for canasta in variant.canastas:  # noqa: SIM110 -- a third of the time of `any`, for every hand of every game
        if side_facts.get(canasta.name):
            return True
    return False


def count_canastas(variant: Variant, side_facts: SideFacts, *, counted: bool = False) -> int:
    """Return the number of a side's canastas, or only of those that count wherever canastas are needed."""
    total = 0
    for canasta in variant.canastas:
        if (number := side_facts.get(canasta.name)) and (canasta.counted or not counted):
            total += number
    return total


def count_canastas_of_kind(variant: Variant, kind: str, side_facts: SideFacts) -> int:
    """Return the number of a side's canastas of a kind, with those that count as that kind, or of all that count."""
    if kind == ALL_CANASTAS:
        return count_canastas(variant, side_facts, counted=True)
    return sum(
        side_facts.get(canasta.name, 0) for canasta in variant.canastas if kind in (canasta.name, canasta.counts_as)
    )


def has_melded(variant: Variant, side_facts: SideFacts) -> bool:
    """Return whether a side has anything on the table but threes; a count above 0 proves it."""
    return (
        bool(side_facts.get(variant.card_points.on_table.name))
        or side_facts.get(COUNT, 0) > 0
        or has_canasta(variant, side_facts)
    )


def list_card_patterns(variant: Variant) -> list[tuple[str, CardPlace | None, CardPattern]]:
    """Return the facts that imply cards, each with place and pattern; a special hand has groups without a place."""
    patterns: list[tuple[str, CardPlace | None, CardPattern]] = [
        (canasta.name, "table", canasta.cards) for canasta in variant.canastas
    ]
    patterns += (
        (penalty.name, penalty.place, penalty.cards)
        for penalty in variant.penalties
        if penalty.cards and not penalty.is_in_points
    )
    return patterns + [(hand.name, None, cards) for hand in variant.specials.hands for cards in hand.cards]


def list_special_hands(variant: Variant, side_facts: SideFacts) -> list[str]:
    """Return the names of the special hands that a side has."""
    if variant.specials.names.isdisjoint(side_facts):  # as in nearly all hands
        return []
    return [hand.name for hand in variant.specials.hands if side_facts.get(hand.name)]


def is_set_aside(variant: Variant, facts: HandFacts, side: str) -> bool:
    """Return whether a special hand sets aside a side's other facts: its own, or one of an opponent."""
    if is_set_aside_by_own(variant, facts[side]):
        return True
    return variant.specials.opponents == "nothing" and any(
        list_special_hands(variant, side_facts) for owner, side_facts in facts.items() if owner != side
    )


def is_set_aside_by_own(variant: Variant, side_facts: SideFacts) -> bool:
    """Return whether a special hand of a side sets aside its other facts."""
    if variant.specials.names.isdisjoint(side_facts):  # as in nearly all hands
        return False
    return any(hand.own == "nothing" and side_facts.get(hand.name) for hand in variant.specials.hands)


def strip_named_cards(facts: HandFacts) -> dict[str, dict[str, int]]:
    """Return a hand's facts as plain numbers, as files have them."""
    return {
        side: {name: int(number) if type(number) is NamedPoints else number for name, number in side_facts.items()}
        for side, side_facts in facts.items()
    }


def find_corrections(before: HandFacts, after: HandFacts) -> HandFacts:
    """Return the corrections that turn the facts of one hand into those of another; a removed fact becomes 0."""
    corrections: dict[str, SideFacts] = {}
    for side in {**after, **before}:
        earlier, later = before.get(side, {}), after.get(side, {})
        corrections[side] = {
            name: later.get(name, 0)
            for name in {**earlier, **later}
            # A total of 0 must be removed too, because no item may be entered beside a total.
            if later.get(name, 0) != earlier.get(name, 0) or (name in DIRECT_FACTS and name not in later)
        }
    return {side: changes for side, changes in corrections.items() if changes or side not in before}


def drop_zeros(facts: HandFacts) -> HandFacts:
    """Return a hand's facts without those that are 0, which count as nothing."""
    return {side: {fact: number for fact, number in own.items() if number} for side, own in facts.items()}


def apply_corrections(facts: HandFacts, changes: HandFacts) -> HandFacts:
    """Return a hand's facts with some of them changed; a fact changed to 0 is removed, and so is an empty pair."""
    corrected: dict[str, SideFacts] = {}
    pairs = [side for side in changes if side not in facts]
    for side in (*pairs, *facts):
        side_facts, side_changes = facts.get(side, {}), changes.get(side, {})
        merged = {**side_facts, **side_changes}
        corrected[side] = {name: number for name, number in merged.items() if number or name not in side_changes}
        if PAIR_SIGN in side and not corrected[side] and (side_facts or (pairs and side not in pairs)):
            del corrected[side]
    return corrected


def _iter_fact_errors(variant: Variant, side: str, side_facts: SideFacts) -> Iterator[Diagnostic]:
    direct = [part for part in DIRECT_FACTS if part in side_facts]
    for name, number in side_facts.items():
        if name not in variant.facts and name not in DIRECT_FACTS:
            hint = format_suggestion(name, variant.facts)
            code = DiagnosticCode.UNKNOWN_ITEM
            yield Diagnostic(code=code, message=f'unknown item "{name}"', hint=hint, side=side, fact=name)
        elif not is_integer(number):
            message, hint = f'"{name}" must be a number, not {number!r}', f"enter a number, such as {name}=3"
            yield Diagnostic(code=DiagnosticCode.WRONG_TYPE, message=message, hint=hint, side=side, fact=name)
        elif name != TOTAL and has_stated_total(variant, side_facts):
            message = f'"{name}" is already included in {TOTAL}={side_facts[TOTAL]}'
            yield Diagnostic(message=message, hint=f'remove "{name}", or remove {TOTAL}=', side=side, fact=name)
        elif name in DIRECT_FACTS and name not in variant.facts:
            continue  # a part entered as one figure may be less than zero
        elif number < 0:
            message = f"{name}={number} is less than zero"
            yield Diagnostic(message=message, hint="enter 0 or more", side=side, fact=name)
        elif direct and number and (part := find_direct_part(variant, name)) in direct:
            message = f'"{name}" is already included in {part}={side_facts[part]}'
            yield Diagnostic(message=message, hint=f'remove "{name}", or remove {part}=', side=side, fact=name)
