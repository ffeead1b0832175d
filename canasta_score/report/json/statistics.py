"""The statistics of many games as JSON: stable keys that other people's programs rely on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from canasta_score.game.statistics.model import FEW_GAMES, HandSum, SideStatistics, Statistics
from canasta_score.report.json.values import JsonObject, build_ledger_problem_json
from canasta_score.rules.diagnostics import Diagnostic


def build_statistics_json(statistics: Statistics, problems: Sequence[Diagnostic]) -> JsonObject:
    """Return the statistics, and what is wrong with the ledgers that were skipped."""
    return {
        "games": statistics.games,
        "over": statistics.games_over,
        "variants": [asdict(games) for games in statistics.games_by_variant],
        "canastas": dict(statistics.canastas),
        "specials": dict(statistics.special_hands),
        "sides": [_build_side_statistics_json(side) for side in statistics.sides],
        "problems": list(map(build_ledger_problem_json, problems)),
    }


def _build_side_statistics_json(side: SideStatistics) -> JsonObject:
    """Return the figures of a side, null for a figure that no hand tells."""
    sums = {"out": side.going_out, "penalties": side.penalties, "hand_cards": side.hand_cards}
    specials = {fact: figure.total for fact, figure in side.special_hands.items()}
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
        "specials": specials if side.all_special_hands.hands else None,
        **{key: figure.total if figure.hands else None for key, figure in sums.items()},
        "per_hand": _build_per_hand_json(sums),
        "behind": {
            "won": _build_sample_json(side.games_over),
            **_build_samples_json({"average": side.points, "best": side.points}),
            "comeback": _build_sample_json(side.games_won),
            **_build_samples_json({"canastas": side.all_canastas, "specials": side.all_special_hands, **sums}),
        },
    }


def _build_per_hand_json(figures: Mapping[str, HandSum]) -> JsonObject:
    return {key: figure.per_hand for key, figure in figures.items()}


def _build_samples_json(figures: Mapping[str, HandSum]) -> JsonObject:
    return {key: _build_sample_json(figure.games, figure.hands) for key, figure in figures.items()}


def _build_sample_json(games: int, hands: int | None = None) -> JsonObject:
    counts = {"games": games} if hands is None else {"games": games, "hands": hands}
    return {**counts, "few_games": games < FEW_GAMES}
