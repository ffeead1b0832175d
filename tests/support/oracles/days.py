"""A club day kept another way: from what the director entered to what counts, by the sentences of the contract.

What is in effect is worked out from the first entry on each time, so that undo and redo are lists and nothing else. Of
the program it takes who sits where.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from canasta_score.event.seating.tables import Seating

Totals = tuple[int, int]
HANDS = 3  # of a game, by the rules of the tournament


class Refused(Exception):  # noqa: N818 -- it is no error
    """What the director wanted is refused."""


@dataclass
class TableModel:
    """What has come from a table in a game."""

    slips: list[tuple[Totals, str]] = field(default_factory=list)  # with where each comes from
    is_verified: bool = False
    hands: dict[int, Totals] = field(default_factory=dict)
    is_done: bool = False

    @property
    def totals(self) -> Totals | None:
        return self.slips[0][0] if self.slips else None

    def add_up(self) -> Totals:
        return sum(ns for ns, _ in self.hands.values()), sum(ew for _, ew in self.hands.values())

    def decide(self, totals: Totals) -> None:
        self.slips, self.is_verified = [(totals, "")], True

    def enter(self, totals: Totals, source: str) -> None:
        """Enter a slip; from the same phone or file again it verifies nothing, but takes the place of that before."""
        others = [slip for slip in self.slips if not source or slip[1] != source]
        by_hands = not self.slips and not source and self.hands and totals == self.add_up()
        if by_hands or any(totals == known for known, _ in others):
            self.decide(totals)
        elif (totals, source) not in self.slips or not source:
            self.slips, self.is_verified = [*others, (totals, source)], False

    def play_hand(self, number: int, totals: Totals, source: str) -> None:
        before = self.add_up() if self.hands else None
        self.hands[number] = totals
        total = self.add_up()
        if len(self.hands) < HANDS and not self.is_done:
            return
        if self.is_verified or any(known != before for known, _ in self.slips):
            self.enter(total, source)
        else:
            self.slips = [(total, source)]

    def finish(self, source: str = "") -> None:
        if not self.hands or self.slips:
            raise Refused
        self.slips, self.is_done = [(self.add_up(), source)], True


@dataclass
class DayState:
    """A day after the entries that are in effect."""

    games: int
    drops_hands: bool
    rounds: Mapping[int, Seating] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    adjustments: list[tuple[int, int]] = field(default_factory=list)
    tables: dict[tuple[int, int], TableModel] = field(default_factory=dict)
    announced: int = 0
    is_drawn: bool = False

    @property
    def current(self) -> int:
        return min(self.announced + 1, self.games)

    def list_played(self, game: int) -> list[int]:
        return [table.number for table in self.rounds.get(game, ()) if len(table.pairs) > 1]

    def get_open(self, game: int, number: int) -> TableModel:
        """Return a table of a game that is not announced, for something that comes from it."""
        if not self.is_drawn or game <= self.announced or number not in self.list_played(game):
            raise Refused
        return self.tables.setdefault((game, number), TableModel())

    # what the director enters, by its name

    def pairs(self, names: tuple[str, ...]) -> None:
        if self.is_drawn:
            raise Refused
        for name in names:
            self.late(name)

    def late(self, name: str) -> None:
        self.names[max(self.names, default=0) + 1] = name

    def rename(self, pair: int, name: str) -> None:
        if pair not in self.names or name in self.names.values():
            raise Refused
        self.names[pair] = name

    def remove(self, pair: int) -> None:
        if self.is_drawn or pair not in self.names:
            raise Refused
        del self.names[pair]
        self.adjustments = [each for each in self.adjustments if each[0] != pair]

    def draw(self) -> None:
        if self.is_drawn or len(self.names) < 2:
            raise Refused
        self.is_drawn = True

    def slip(self, game: int, table: int, totals: Totals, source: str = "") -> None:
        if any(points % 5 for points in totals):
            raise Refused
        known = self.tables.get((game, table), TableModel())
        # After the announcement, a slip can only say again what counts.
        (known if known.totals == totals else self.get_open(game, table)).enter(totals, source)

    def hand(self, game: int, table: int, hand: int, totals: Totals, source: str = "") -> None:
        if hand > HANDS:
            raise Refused
        self.get_open(game, table).play_hand(hand, totals, source)

    def phone_slip(self, game: int, table: int, totals: Totals, source: str) -> None:
        self._check_phone(game, table)
        self.slip(game, table, totals, source)

    def phone_hand(self, game: int, table: int, hand: int, totals: Totals, source: str, *, corrects: bool) -> None:
        self._check_phone(game, table)
        if not corrects and hand in self.get_open(game, table).hands:
            raise Refused
        self.hand(game, table, hand, totals, source)

    def _check_phone(self, game: int, table: int) -> None:
        if self.get_open(game, table).is_verified:
            raise Refused

    def done(self, game: int, table: int, source: str = "") -> None:
        self.get_open(game, table).finish(source)

    def void(self, game: int, table: int) -> None:
        if (game, table) not in self.tables:
            raise Refused
        self.get_open(game, table)
        del self.tables[game, table]

    def swap(self, game: int, table: int, other: int | None = None) -> None:
        if not self.is_drawn or game <= self.announced or table not in self.list_played(game):
            raise Refused
        if other is None and game + 1 in self.rounds:
            raise Refused
        if other is not None and (other == table or other not in self.list_played(game)):
            raise Refused

    def fix(self, game: int, table: int, totals: Totals) -> None:
        known = self.tables.get((game, table))
        if known is None or not known.slips or any(points % 5 for points in totals):
            raise Refused
        if all(slip == totals for slip, _ in known.slips):  # so it counts already, and nothing is disputed
            raise Refused
        known.decide(totals)

    def adjust(self, pair: int, points: int) -> None:
        if pair not in self.names or points % 5:
            raise Refused
        self.adjustments.append((pair, points))

    def announce(self, game: int) -> None:
        if not self.is_drawn or game != self.announced + 1:
            raise Refused
        tables = [self.tables.get((game, number)) or TableModel() for number in self.list_played(game)]
        for table in tables:
            if self.drops_hands and table.hands and not table.slips:
                table.finish()
        if any(not table.slips for table in tables):
            raise Refused
        self.announced = game

    def nothing(self) -> None:
        """Change neither totals nor names: a note, the clock, who comes and goes."""


@dataclass(kw_only=True)
class Applied:
    """Something that was entered: the number of its entry, the action of `DayState`, and who sat where after it."""

    number: int
    action: str
    values: dict[str, Any]
    rounds: Mapping[int, Seating]


@dataclass(kw_only=True)
class DayModel:
    """A day as the list of what was entered."""

    games: int
    drops_hands: bool
    entries: int = 0
    applied: list[Applied] = field(default_factory=list)
    undone: list[Applied] = field(default_factory=list)

    def build_state(self) -> DayState:
        """Return the day by all that is in effect."""
        state = DayState(games=self.games, drops_hands=self.drops_hands)
        for each in self.applied:
            state.rounds = each.rounds
            getattr(state, each.action)(**each.values)
        return state

    def refuses(self, action: str, values: dict[str, Any], rounds: Mapping[int, Seating]) -> bool:
        """Return whether something is refused now."""
        if action in {"undo", "redo"}:
            known = self.applied if action == "undo" else self.undone
            return not known or values.get("entry") not in (None, known[-1].number)
        state = self.build_state()
        state.rounds = rounds
        try:
            getattr(state, action)(**values)
        except Refused:
            return True
        return False

    def record(self, action: str, values: dict[str, Any], rounds: Mapping[int, Seating]) -> None:
        self.entries += 1
        if action == "undo":
            self.undone.append(self.applied.pop())
        elif action == "redo":
            self.applied.append(self.undone.pop())
        else:
            self.applied.append(Applied(number=self.entries, action=action, values=values, rounds=rounds))
            self.undone.clear()
