"""The statistics of many games as JSON: stable keys that other people's programs rest on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from canasta_score.game.errors import LedgerProblem
from canasta_score.game.statistics.statistics import FEW, Figure, SideStatistics, Statistics
from canasta_score.report.json.values import Json


def statistics_json(statistics: Statistics, problems: Sequence[LedgerProblem]) -> Json:
    """Give the statistics, and what is wrong with the ledgers that were passed over."""
    return {
        "games": statistics.games,
        "over": statistics.over,
        "variants": [asdict(one) for one in statistics.played],
        "canastas": dict(statistics.canastas),
        "specials": dict(statistics.specials),
        "sides": [side_statistics_json(side) for side in statistics.sides],
        "problems": [asdict(problem) for problem in problems],
    }


def side_statistics_json(side: SideStatistics) -> Json:
    """Give the figures of a side; null for what no hand tells of."""
    return {
        "name": side.name,
        "games": side.games,
        "over": side.over,
        "won": side.won,
        "hands": side.points.hands,
        "few_games": side.games < FEW,
        "average": side.points.per_hand,
        "best": side.best and asdict(side.best),
        "comeback": side.comeback and asdict(side.comeback),
        "canastas": per_hand_json(side.canastas) if side.all_canastas.hands else None,
        "specials": {fact: one.total for fact, one in side.specials.items()} if side.all_specials.hands else None,
        "out": total_json(side.out),
        "penalties": total_json(side.penalties),
        "hand_cards": total_json(side.hand_cards),
        "per_hand": per_hand_json({"out": side.out, "penalties": side.penalties, "hand_cards": side.hand_cards}),
        "behind": {
            "won": behind_json(side.over),
            "average": behind_json(side.points.games, side.points.hands),
            "best": behind_json(side.points.games, side.points.hands),
            "comeback": behind_json(side.won),
            "canastas": behind_json(side.all_canastas.games, side.all_canastas.hands),
            "specials": behind_json(side.all_specials.games, side.all_specials.hands),
            "out": behind_json(side.out.games, side.out.hands),
            "penalties": behind_json(side.penalties.games, side.penalties.hands),
            "hand_cards": behind_json(side.hand_cards.games, side.hand_cards.hands),
        },
    }


def total_json(figure: Figure) -> int | None:
    """Give a sum over the hands that tell of it; null where none does."""
    return figure.total if figure.hands else None


def per_hand_json(figures: Mapping[str, Figure]) -> Json:
    """Give figures per hand that tells of them; null where none does."""
    return {name: figure.per_hand for name, figure in figures.items()}


def behind_json(games: int, hands: int | None = None) -> Json:
    """Give how many games a figure rests on, how many hands where it is one of hands, and whether the games are few."""
    return {"games": games, **({} if hands is None else {"hands": hands}), "few_games": games < FEW}
