"""The statistics of many games as JSON: stable keys that other people's programs rest on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from canasta_score.game.statistics.statistics import FEW_GAMES, HandSum, SideStatistics, Statistics
from canasta_score.report.json.ledger import build_ledger_problem_json
from canasta_score.report.json.values import JsonObject
from canasta_score.rules.diagnostics import Diagnostic


def build_statistics_json(statistics: Statistics, problems: Sequence[Diagnostic]) -> JsonObject:
    """Give the statistics, and what is wrong with the ledgers that were passed over."""
    return {
        "games": statistics.games,
        "over": statistics.games_over,
        "variants": [asdict(one) for one in statistics.games_by_variant],
        "canastas": dict(statistics.canastas),
        "specials": dict(statistics.special_hands),
        "sides": [_build_side_statistics_json(side) for side in statistics.sides],
        "problems": [build_ledger_problem_json(problem) for problem in problems],
    }


def _build_side_statistics_json(side: SideStatistics) -> JsonObject:
    """Give the figures of a side; null for what no hand tells of."""
    return {
        "name": side.name,
        "games": side.games,
        "over": side.games_over,
        "won": side.games_won,
        "hands": side.points.hands,
        "few_games": side.games < FEW_GAMES,
        "average": side.points.per_hand,
        "best": side.best_hand and asdict(side.best_hand),
        "comeback": side.comeback and asdict(side.comeback),
        "canastas": _build_per_hand_json(side.canastas) if side.all_canastas.hands else None,
        "specials": {fact: one.total for fact, one in side.special_hands.items()}
        if side.all_special_hands.hands
        else None,
        "out": _find_known_total(side.going_out),
        "penalties": _find_known_total(side.penalties),
        "hand_cards": _find_known_total(side.hand_cards),
        "per_hand": _build_per_hand_json(
            {"out": side.going_out, "penalties": side.penalties, "hand_cards": side.hand_cards}
        ),
        "behind": {
            "won": _build_sample_size_json(side.games_over),
            "average": _build_sample_size_json(side.points.games, side.points.hands),
            "best": _build_sample_size_json(side.points.games, side.points.hands),
            "comeback": _build_sample_size_json(side.games_won),
            "canastas": _build_sample_size_json(side.all_canastas.games, side.all_canastas.hands),
            "specials": _build_sample_size_json(side.all_special_hands.games, side.all_special_hands.hands),
            "out": _build_sample_size_json(side.going_out.games, side.going_out.hands),
            "penalties": _build_sample_size_json(side.penalties.games, side.penalties.hands),
            "hand_cards": _build_sample_size_json(side.hand_cards.games, side.hand_cards.hands),
        },
    }


def _find_known_total(figure: HandSum) -> int | None:
    """Give a sum over the hands that tell of it; null where none does."""
    return figure.total if figure.hands else None


def _build_per_hand_json(figures: Mapping[str, HandSum]) -> JsonObject:
    """Give figures per hand that tells of them; null where none does."""
    return {name: figure.per_hand for name, figure in figures.items()}


def _build_sample_size_json(games: int, hands: int | None = None) -> JsonObject:
    """Give how many games a figure rests on, how many hands where it is one of hands, and whether the games are few."""
    return {"games": games, **({} if hands is None else {"hands": hands}), "few_games": games < FEW_GAMES}
