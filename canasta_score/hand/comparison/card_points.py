"""Points of cards by other rules, where cards may be worth other points or a penalty may stand in their place."""

from collections.abc import Sequence
from dataclasses import replace

from canasta_score.hand.comparison.ambiguities import REENTER_HINT, Ambiguity, build_unknown
from canasta_score.hand.comparison.threes import ThreesInHand, is_for_threes
from canasta_score.hand.facts import SideFacts
from canasta_score.hand.tally.parser import CardsByFact
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.raw_tables import MAX_NUMBER

_CARD_HINTS = {"table": "the cards, such as table=7xK+3x4", "hand": "the cards, such as hand=2xA+1x9"}


def convert_table(source: Variant, target: Variant, facts: SideFacts, cards: CardsByFact) -> Ambiguity:
    """Return the points of the cards on the table; `cards` has those of each fact that names all its cards."""
    fact = source.count.table.name
    if fact in cards:
        return Ambiguity(readings=[{fact: target.deck.sum_points(cards[fact])}])
    return _convert_unnamed(fact, facts.get(fact, 0), source, target)


def convert_hand(
    source: Variant, target: Variant, facts: SideFacts, cards: CardsByFact, threes: ThreesInHand
) -> Ambiguity:
    """Return the points of the cards left in hand, for each number of black threes that may be among them."""
    fact = source.count.hand.name
    points, named = facts.get(fact, 0), cards.get(fact, {})
    ambiguity = _convert_unnamed(fact, points, source, target)
    if ambiguity.missing_items and not named:
        return ambiguity
    old, new, listed = _get_three_in_hand(source), _get_three_in_hand(target), target.deck.points[Rank.THREE]
    if not named:
        base, change, most = points, new - old, points // old if old else MAX_NUMBER
    elif old:
        base, change, most = target.deck.sum_points(named), new - listed, named.get(Rank.THREE, 0)
    else:
        base, change, most = target.deck.sum_points(named), new, 0 if Rank.THREE in named else MAX_NUMBER
    counts = threes.black_counts if points or not old else [0]
    readings = dict.fromkeys(base + count * change for count in counts if count <= most or not change)
    hints = threes.list_black_hints()
    by_cards = [_CARD_HINTS[fact]] if old and not named and new == listed else []
    unknown = _build_unknown(fact, points, [f"3: {old}, here {new}"], [*hints, *by_cards])
    if not readings:
        return unknown
    return replace(unknown, readings=[{fact: reading} for reading in readings], is_not_entered=bool(hints))


def _convert_unnamed(fact: str, points: int, source: Variant, target: Variant) -> Ambiguity:
    old, new = source.deck.points, target.deck.points
    ranks = [rank for rank in Rank if rank is not Rank.THREE and old[rank] != new[rank]]
    if not ranks or (not points and all(old[rank] for rank in ranks)):
        return Ambiguity(readings=[{fact: points}])
    return _build_unknown(
        fact, points, [f"{rank}: {old[rank]}, here {new[rank]}" for rank in ranks], [_CARD_HINTS[fact]]
    )


def _build_unknown(fact: str, points: int, differences: Sequence[str], hints: Sequence[str]) -> Ambiguity:
    hint = f"tell {', or '.join(hints)}" if hints else REENTER_HINT
    reason = f"cards have other points ({', '.join(differences)})"
    message = f"what {fact}={points} gives cannot be known, for {reason}; {hint}"
    return build_unknown(fact, message, {fact: points}, {fact: points + 1})


def _get_three_in_hand(variant: Variant) -> int:
    # Black threes left in hand for which there is a penalty have no card points as well.
    has_penalty = any(is_for_threes(penalty) and Color.BLACK in penalty.threes for penalty in variant.penalties)
    return 0 if has_penalty else variant.deck.points[Rank.THREE]
