"""What a director settles before an event: games, clock, movement, ranking."""

from canasta_score.event.movements import MovementName
from canasta_score.rules.frozen import FastStrEnum, Value

MAX_GAMES = 1000
MAX_MINUTES = 1000


class RankBy(FastStrEnum):
    """What a ranking goes by: the sum of points, 2 for a win and 1 for a tie, or victory points."""

    TOTAL = "total"
    WINS = "wins"
    VICTORY_POINTS = "vp"


class TieBreaker(FastStrEnum):
    """What comes first among pairs with equal points: more of it is better."""

    WINS = "wins"
    HEAD_TO_HEAD = "head-to-head"
    BEST_GAME = "best-game"
    TOTAL = "total"
    DIFFERENCE = "difference"


class SitOutCredit(FastStrEnum):
    """What a pair gets for a game in which it sits out: its own average, that of the field in the game, or nothing."""

    AVERAGE = "average"
    FIELD = "field"
    NONE = "none"


class UnfinishedHand(FastStrEnum):
    """What becomes of a hand at the bell: it does not count, it is finished, or it is scored as it is."""

    DROP = "drop"
    FINISH = "finish"
    COUNT = "count"


class Fields(FastStrEnum):
    """Whether all pairs are ranked together, or North-South and East-West apart."""

    ONE = "one"
    TWO = "two"


class LastGame(FastStrEnum):
    """The movements that can come before the last game of any other."""

    DANISH = "danish"


class Show(FastStrEnum):
    """Which standings the room may see: those of the last announced game, or those of all slips that are in."""

    ANNOUNCED = "announced"
    ALL = "all"


class VictoryPointStep(Value):
    """From a difference in points on, what the winner of a game gets, and the loser."""

    at_least: int
    winner: int
    loser: int


_DEFAULT_TIE_BREAKERS = (TieBreaker.WINS, TieBreaker.HEAD_TO_HEAD, TieBreaker.BEST_GAME)
# Ruling: no canasta body publishes a table. Twenty points are shared, as in team games of bridge; the steps grow as the
# results of three hands do, where 300 points are one mixed canasta and 5,000 a lost game.
_DEFAULT_DIFFERENCES = (0, 100, 300, 600, 1000, 1500, 2100, 2800, 3600, 4500, 5500)
_HALF_OF_VICTORY_POINTS = 10
_DEFAULT_VICTORY_POINTS = tuple(
    VictoryPointStep(at_least=difference, winner=_HALF_OF_VICTORY_POINTS + step, loser=_HALF_OF_VICTORY_POINTS - step)
    for step, difference in enumerate(_DEFAULT_DIFFERENCES)
)


class Settings(Value):
    """How an event is played and ranked."""

    games: int = 3
    minutes: int = 50  # the length of a game
    warn: int = 10  # how many minutes before its end this is announced
    movement: MovementName = MovementName.EAST_WEST_UP
    rank: RankBy = RankBy.TOTAL
    ties: tuple[TieBreaker, ...] = _DEFAULT_TIE_BREAKERS
    sit_out: SitOutCredit = SitOutCredit.AVERAGE
    fields: Fields = Fields.ONE
    # Ruling: by the document a hand is counted once a side goes out or the stock is gone.
    unfinished: UnfinishedHand = UnfinishedHand.DROP
    last_game: LastGame | None = None  # the movement before the last game, if it is a different one
    show: Show = Show.ANNOUNCED
    victory_points: tuple[VictoryPointStep, ...] = _DEFAULT_VICTORY_POINTS
