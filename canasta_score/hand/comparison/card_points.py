"""Card points by other rules, in which a card may have different points, or a penalty in place of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from canasta_score.hand.comparison.ambiguities import REENTER_HINT, Ambiguity, build_unknown
from canasta_score.hand.comparison.threes import ThreesInHand, is_for_threes
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.raw_tables import MAX_NUMBER

_CARD_HINTS = {"table": "the cards, such as table=7xK+3x4", "hand": "the cards, such as hand=2xA+1x9"}


def convert_points(
    fact: str, points: int, cards: Mapping[Rank, int], rules: tuple[Variant, Variant], threes: ThreesInHand | None
) -> Ambiguity:
    """Return the readings of points on the table, or of points in hand with the black threes that may be among them.

    `cards` are all the cards, if they are named; `rules` are those of the source and the target.
    """
    source, target = (variant.deck.points for variant in rules)
    ranks = [rank for rank in Rank if rank is not Rank.THREE and source[rank] != target[rank]]
    if ranks and not cards and (points or not all(source[rank] for rank in ranks)):
        differences = [f"{rank}: {source[rank]}, here {target[rank]}" for rank in ranks]
        return _build_unknown(fact, points, differences, [_CARD_HINTS[fact]])
    old, new = map(_get_three_in_hand, rules)
    # The card points are `base`, and `change` more for each black three that may be among the cards, at most `most`.
    if not cards:
        base, change, most = points, new - old, points // old if old else MAX_NUMBER
    else:
        base, named = sum(number * target[rank] for rank, number in cards.items()), cards.get(Rank.THREE, 0)
        change, most = (new - target[Rank.THREE], named) if old else (new, 0 if named else MAX_NUMBER)
    counts = threes.black_counts if threes and (points or not old) else [0]
    readings = dict.fromkeys(base + count * change for count in counts if count <= most or not change)
    hints = threes.black_hints if threes else []
    by_cards = [_CARD_HINTS[fact]] if old and not cards and new == target[Rank.THREE] else []
    unknown = _build_unknown(fact, points, [f"3: {old}, here {new}"], [*hints, *by_cards])
    if not readings:
        return unknown
    return replace(unknown, readings=[{fact: reading} for reading in readings], is_not_entered=bool(hints))


def _build_unknown(fact: str, points: int, differences: Sequence[str], hints: Sequence[str]) -> Ambiguity:
    hint = f"enter {', or '.join(hints)}" if hints else REENTER_HINT
    reason = f"some cards have different points here ({', '.join(differences)})"
    message = f"{fact}={points} cannot be scored, because {reason}; {hint}"
    return build_unknown(fact, message, {fact: points}, {fact: points + 1})


def _get_three_in_hand(variant: Variant) -> int:
    # Black threes left in hand have no card points if there is a penalty for them.
    has_penalty = any(is_for_threes(penalty) and Color.BLACK in penalty.threes for penalty in variant.penalties)
    return 0 if has_penalty else variant.deck.points[Rank.THREE]
