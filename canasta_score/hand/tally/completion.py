"""Completion of a tally: the words that can follow those that are typed already."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from canasta_score.hand.facts import PAIR_SIGN, SideFacts, find_direct_part, has_stated_total, list_special_hands
from canasta_score.hand.partners import find_partners, is_own, name_holder
from canasta_score.hand.tally.names import find_name, normalize_word, spell_name
from canasta_score.hand.tally.parser import parse_partial_tally
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model.facts import DIRECT_FACTS, TOTAL
from canasta_score.rules.model.variant import Variant


class TallyCandidate(Value):
    """A word that can follow in a tally, and what it means; a word that ends in = needs a number after it."""

    word: str
    label: str


def list_tally_candidates(
    variant: Variant, side_names: Mapping[str, str], words: Sequence[str], prefix: str, *, correcting: bool = False
) -> list[TallyCandidate]:
    """Return the words that can follow `words` in a tally and that `prefix` begins, or names by its letter."""
    parsed = parse_partial_tally(variant, words, side_names, correcting=correcting)
    candidates: dict[str, TallyCandidate] = {}  # by the names of facts and sides
    if parsed.named_sides:
        side, partners = parsed.named_sides[-1], find_partners(parsed.facts)
        is_with_partner = bool(partners) and (side in partners or PAIR_SIGN in side)
        # Only one special hand ends a hand, so none is offered after the first.
        has_ended = not correcting and any(list_special_hands(variant, own) for own in parsed.facts.values())
        for name, candidate in _iter_fact_candidates(variant, parsed.facts[side], correcting=correcting):
            is_for_side = not is_with_partner or is_own(variant, name) == (side in partners)
            if is_for_side and not (has_ended and name in variant.specials.names):
                candidates[name] = candidate
    last_errors = [error.code for error in parsed.errors if error.word_index == parsed.last_index and not error.fact]
    # As in `we 2`, where the item comes after its number.
    is_after_number = bool(words) and words[-1][:1].isdecimal() and DiagnosticCode.INCOMPLETE_ITEM in last_errors
    if is_after_number:
        candidates = {name: replace(candidate, word=name) for name, candidate in candidates.items()}
    else:
        unnamed = [side for side in side_names if side not in parsed.named_sides]
        if PAIR_SIGN in prefix and variant.has_partners_by_hand and not find_partners(parsed.facts):
            unnamed = [PAIR_SIGN.join(pair) for pair in permutations(side_names, 2)]
        candidates |= {side: TallyCandidate(word=side, label=name_holder(side, side_names)) for side in unnamed}
    beginning = normalize_word(prefix)
    fact_of_letter = None if is_after_number else variant.short_names.get(prefix.lower())
    begun: list[TallyCandidate] = []
    for name, candidate in candidates.items():
        spelled = candidate.word.replace(name, spell_name(variant, name))  # as these rules print it
        if spelled.startswith(beginning):
            begun.append(replace(candidate, word=spelled))
        elif candidate.word.startswith(beginning) or name == fact_of_letter:
            begun.append(candidate)
    if begun or is_after_number:
        return begun
    return [
        replace(candidate, word=candidate.word.replace(name, word))  # such as `clean=` for clean books
        for name, candidate in candidates.items()
        for word in candidate.label.lower().split()
        if word.startswith(beginning) and find_name(variant, word) == name
    ]


def _iter_fact_candidates(
    variant: Variant, side_facts: SideFacts, *, correcting: bool
) -> Iterator[tuple[str, TallyCandidate]]:
    if has_stated_total(variant, side_facts) and not correcting:
        return
    parts = {} if correcting else {name: find_direct_part(variant, name) for name in variant.facts}
    for name, fact in variant.facts.items():
        if name not in side_facts and parts.get(name) not in side_facts:
            yield name, TallyCandidate(word=name if fact.most == 1 else f"{name}=", label=fact.label)
    begun_parts = {parts.get(name) for name, number in side_facts.items() if number}
    for part in DIRECT_FACTS:
        has_parts = part == TOTAL and bool(side_facts)
        if part not in (*side_facts, *begun_parts, *variant.facts) and not has_parts:
            yield part, TallyCandidate(word=f"{part}=", label=f"{part.capitalize()} as one number")
