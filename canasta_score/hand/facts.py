"""The facts that the sides report of one hand, and what they may not say at all."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from canasta_score.rules.diagnostics import CanastaError, Diagnostic, Location, format_suggestion
from canasta_score.rules.model.canastas import ALL_CANASTAS
from canasta_score.rules.model.facts import DIRECT_FACTS, CardPoints
from canasta_score.rules.model.penalties import Penalty
from canasta_score.rules.model.variant import Variant

SideFacts = Mapping[str, int]  # the facts that one side tells: how many there are of each, or points of cards
HandFacts = Mapping[str, SideFacts]  # by side
BASE, COUNT = DIRECT_FACTS
_INTEGER_TYPES = {int, bool}


class TallyError(CanastaError):
    """A tally that cannot be used; `words` are the words of the tally, where any were typed."""

    def __init__(self, diagnostics: Iterable[Diagnostic], words: Sequence[str] = ()) -> None:
        """Keep the diagnostics and the words."""
        super().__init__(diagnostics)
        self.words = tuple(words)


def validate_facts(variant: Variant, facts: HandFacts) -> None:
    """Raise TallyError for facts that are unknown, no whole numbers or negative, and for parts given twice over."""
    for told in facts.values():
        if not _facts_are_valid(variant, told):
            break
    else:
        return
    refusals = [refusal for side, told in facts.items() for refusal in find_fact_errors(variant, side, told)]
    if refusals:
        raise TallyError(refusals)


def _facts_are_valid(variant: Variant, told: SideFacts) -> bool:
    """Tell whether all of a side's facts are whole numbers that the variant knows, none negative or a whole part."""
    try:
        all_whole = type(sum(told.values())) is int  # quicker than to look at each, and every hand comes by here
    except TypeError:
        return False
    return all_whole and told.keys() <= variant.facts.keys() and min(told.values(), default=0) >= 0


def is_integer(number: object) -> bool:
    """Tell whether what is told of a fact is a whole number; true is one."""
    return type(number) in _INTEGER_TYPES


def find_fact_errors(variant: Variant, side: str, told: SideFacts) -> Iterator[Diagnostic]:
    """Go through what a side's facts may not say."""
    if _facts_are_valid(variant, told):
        return
    direct = [part for part in DIRECT_FACTS if part in told]
    for name, number in told.items():
        if name not in variant.facts and name not in DIRECT_FACTS:
            hint = format_suggestion(name, variant.facts)
            yield Diagnostic(
                message=f"unknown fact '{name}' of {side}", hint=hint, location=Location(side=side, fact=name)
            )
        elif not is_integer(number):
            message = f"'{name}' of {side} must be a whole number, not {number!r}"
            yield Diagnostic(message=message, hint=f"such as {name}=3", location=Location(side=side, fact=name))
        elif name in DIRECT_FACTS:
            continue
        elif number < 0:
            message = f"'{name}={number}' of {side} is less than none"
            yield Diagnostic(
                message=message, hint="give a number of 0 or more", location=Location(side=side, fact=name)
            )
        elif direct and number and (part := find_direct_part(variant, name)) in direct:
            message = f"{side} give '{part}' directly, and '{name}', which is a part of it"
            yield Diagnostic(
                message=message, hint=f"leave out '{name}', or '{part}='", location=Location(side=side, fact=name)
            )


def find_direct_part(variant: Variant, name: str) -> str | None:
    """Name the part that a fact belongs to, of those that a side may give as one figure; penalties are in none."""
    fact = variant.facts[name]
    if isinstance(fact, Penalty):
        return None
    return COUNT if isinstance(fact, CardPoints) else BASE


def count_canastas(variant: Variant, told: SideFacts, *, counted: bool = False) -> int:
    """Count the canastas of a side; or only those that are counted among them where canastas are needed.

    A side that gives its base as one figure is taken to have one when the figure reaches the bonus of the least one:
    by the rules of going out and of the sign of threes no base does so without.
    """
    if BASE in told:
        return int(any(told[BASE] >= canasta.points for canasta in variant.canastas))
    number = 0
    for canasta in variant.canastas:
        if (completed := told.get(canasta.name)) and (canasta.counted or not counted):
            number += completed
    return number


def count_canastas_of_kind(variant: Variant, kind: str, told: SideFacts) -> int:
    """Count a side's canastas of a kind that is needed, with those that count as that kind; or all that are counted."""
    if kind == ALL_CANASTAS:
        return count_canastas(variant, told, counted=True)
    return sum(told.get(canasta.name, 0) for canasta in variant.canastas if kind in (canasta.name, canasta.counts_as))


def has_melded(variant: Variant, told: SideFacts) -> bool:
    """Tell whether a side has laid down anything but threes; a count given as one figure says so where it is plus."""
    return bool(told.get(variant.count.table.name)) or told.get(COUNT, 0) > 0 or count_canastas(variant, told) > 0


def list_special_hands(variant: Variant, told: SideFacts) -> list[str]:
    """List the special hands that a side reports."""
    return [hand.name for hand in variant.specials.hands if told.get(hand.name)]


def apply_corrections(facts: HandFacts, changes: HandFacts) -> HandFacts:
    """Give a hand's facts with some of them told anew; one that is now 0 is no longer told."""
    return {
        side: {
            name: number
            for name, number in {**told, **changes.get(side, {})}.items()
            if number or name not in changes.get(side, {})
        }
        for side, told in facts.items()
    }
