"""Random days of a director, request by request, beside a model that keeps and ranks them another way."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from support.event_days import TEN, names, new_event, rules_of
from support.game_files import begun_game
from support.oracles.days import HANDS, DayModel, DayState, TableModel
from support.oracles.events import Model
from support.randomness import chance, rounds

from canasta_score.event.entries import ClockAction
from canasta_score.event.event import FIRST_GAME, Event
from canasta_score.event.movements import MovementName
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.seating.tables import Direction
from canasta_score.event.settings import LastGame, RankBy, Settings, SitOutCredit, TieBreaker, UnfinishedHand
from canasta_score.event.slips import Score
from canasta_score.event.status import compute_status
from canasta_score.event.storage.event_files import EventJournal, format_event
from canasta_score.game.entries import GameRules
from canasta_score.recording import events as requests
from canasta_score.recording.events import EventRequest
from canasta_score.rules.diagnostics import CanastaError

Wish = tuple[str, dict[str, Any], EventRequest]  # the action of the model, what it needs, and the request
_UNPREDICTED = {"late", "nothing"}  # who comes and goes from which game is left to the program


def random_settings(random: Random) -> Settings:
    movements = [MovementName.EAST_WEST_UP, MovementName.ROUND_ROBIN, MovementName.WINNERS_UP, MovementName.DANISH]
    return Settings(
        games=random.randint(1, 5),
        movement=random.choice(movements),
        last_game=random.choice([None, *LastGame]),
        rank=random.choice([*RankBy]),
        ties=tuple(random.sample([*TieBreaker], random.randint(0, len(TieBreaker)))),
        sit_out=random.choice([*SitOutCredit]),
        unfinished=random.choice([*UnfinishedHand]),
    )


class RandomDay:
    """A day in memory, recorded as in a file, and the model of it."""

    def __init__(self, random: Random) -> None:
        settings = random_settings(random)
        self.random = random
        self.journal = EventJournal("event.toml")
        self.text = format_event(new_event(settings))
        self.parsed = self.journal.parse(self.text)
        self.model = DayModel(games=settings.games, drops_hands=settings.unfinished is UnfinishedHand.DROP)

    @property
    def event(self) -> Event:
        return self.parsed.state

    def record(self, request: EventRequest) -> bool:
        """Record a request, and return whether it was not refused."""
        try:
            entry = request.propose(self.event, TEN).entry
            self.text, self.parsed = self.journal.append(self.parsed, self.text, entry)
        except CanastaError:
            return False
        return True

    def do(self, wish: Wish) -> None:
        """Do what the director wants, if it is not refused; both sides must agree on that."""
        action, values, request = wish
        before = self.event
        has_seats = not before.is_drawn or values.get("game", FIRST_GAME) in before.seatings
        has_left = action == "draw" and any(pair.has_left for pair in before.pairs.values())
        is_predicted = has_seats and not has_left and action not in _UNPREDICTED
        is_refused = self.model.refuses(action, values, before.seatings)
        is_recorded = self.record(request)
        assert not is_predicted or is_recorded is not is_refused, (action, values)
        if not is_recorded:
            assert self.event is before
            return
        if action == "swap":
            game, number, other = values["game"], values["table"], values.get("other")
            seats = {table.number: table for table in find_seating(before, game)}
            east_west = seats[other or number].ew
            if other:
                seats[other] = seats[other]._replace(ew=seats[number].ew)
                seats[number] = seats[number]._replace(ew=east_west)
            else:
                seats[number] = seats[number]._replace(ns=east_west, ew=seats[number].ns)
            assert self.event.seatings[game] == (*seats.values(),)
        self.model.record(action, values, self.event.seatings)

    def check_undo(self) -> None:
        """Check that undo and redo of the last entry lead back to the same event, and go on after both."""
        after = self.event
        if self.model.applied and self.record(requests.undo()):
            assert self.record(requests.redo())
            assert ignoring_journal(self.event) == ignoring_journal(after)
            self.model.entries += 2


def ignoring_journal(event: Event) -> dict[str, object]:
    shown = {name: getattr(event, name) for name in event.field_names if name not in {"entries", "undone_changes"}}
    return {**shown, "points": {pair: points for pair, points in event.points.items() if points}}


# what a director may want


def choose_totals(random: Random) -> Score:
    return Score(*(5 * random.randint(-3, 6) + (random.random() < 0.01) for _ in range(2)))


def choose_wish(day: RandomDay, state: DayState) -> Wish:  # noqa: C901 -- a wish after the other
    random, event = day.random, day.event
    game = event.current_game if random.random() < 0.9 else random.randint(1, event.games)
    table, other = (random.randint(1, len(event.pairs) // 2 + 1) for _ in range(2))
    place: dict[str, Any] = {"game": game, "table": table}
    here: dict[str, Any] = {**place, "anyway": True}
    pair = random.randint(1, len(event.pairs) + 1)
    totals, new = choose_totals(random), f"A{day.model.entries} & B{day.model.entries}"
    own = event.seatings.get(event.current_game, ())
    seat = next((seat for seat in own if len(seat.pairs) > 1 and pair in seat.pairs), None)
    direction = Direction.NS if seat and seat.ns == pair else Direction.EW
    at_own = {"game": event.current_game, "table": seat.number if seat else 0, "source": f"phone {direction}"}
    hand = random.randint(1, HANDS + (random.random() < 0.05))
    facts = {
        str(side): {"extra" if points > 0 else "penalty": abs(points)} if points else {}
        for side, points in zip(Direction, totals, strict=True)
    }
    last = day.model.applied[-1].number if day.model.applied else 1

    def from_phone(build: Callable[[int, Direction], Any]) -> EventRequest:
        return requests.EnterAtOwnTable(pair=pair, game=event.current_game, build=build)

    def wish_slip() -> Wish:
        return "slip", {**place, "totals": totals}, requests.EnterSlip(**here, score=totals)

    def wish_same_slip() -> Wish:
        known = state.tables.get((game, table), TableModel()).totals or totals
        return "slip", {**place, "totals": known}, requests.EnterSlip(**here, score=Score(*known))

    def wish_second_slip_of_announced_game() -> Wish:
        open_ = [each for each, known in state.tables.items() if each[0] <= state.announced and not known.is_verified]
        number, seat = random.choice(open_ or [(game, table)])
        late: dict[str, Any] = {"game": number, "table": seat}
        known = random.choice([slip for slip, _ in state.tables.get((number, seat), TableModel()).slips] or [totals])
        return "slip", {**late, "totals": known}, requests.EnterSlip(**late, score=Score(*known), anyway=True)

    def wish_slip_from_file() -> Wish:
        values = {**place, "totals": totals, "source": "other.csv"}
        return "slip", values, requests.EnterSlip(**here, score=totals, source="other.csv")

    def wish_table_file() -> Wish:
        ledger = begun_game({"we": "We", "they": "They"})
        rules = GameRules(variant=rules_of("nvso-tournament")[1], keys={})
        ledger = replace(ledger, rules=rules, totals={"we": totals.ns, "they": totals.ew})
        values = {**place, "totals": totals, "source": "table.toml"}
        return "slip", values, requests.TakeTable(**here, ledger=ledger, source="table.toml")

    def wish_slip_from_phone() -> Wish:
        def build(number: int, side: Direction) -> EventRequest:
            current = event.current_game
            return requests.EnterSlip(game=current, table=number, score=totals, phone=side, anyway=True)

        return "phone_slip", {**at_own, "totals": totals}, from_phone(build)

    def wish_hand() -> Wish:
        values = {**place, "hand": hand, "totals": totals}
        return "hand", values, requests.EnterHand(**here, hand=hand, facts=facts)

    def wish_hand_from_phone() -> Wish:
        def build(number: int, side: Direction) -> EventRequest:
            here = {"game": event.current_game, "table": number, "hand": hand}
            return requests.EnterHand(**here, facts=facts, phone=side, corrects=corrects, anyway=True)

        corrects = random.random() < 0.5
        return "phone_hand", {**at_own, "hand": hand, "totals": totals, "corrects": corrects}, from_phone(build)

    def wish_done() -> Wish:
        begun = [place for place, known in state.tables.items() if known.hands and not known.slips]
        values: dict[str, Any] = dict(zip(("game", "table"), random.choice([(game, table), *begun]), strict=True))
        return "done", values, requests.FinishTable(**values)

    def wish_rename() -> Wish:
        name = random.choice([new, new, *(other.name for other in event.pairs.values())])
        return "rename", {"pair": pair, "name": name}, requests.rename_pair(pair=str(pair), name=name)

    def wish_undo() -> Wish:
        entry = random.choice([None, None, last, last - 1])
        return "undo", {"entry": entry}, requests.undo(entry=entry)

    announced = random.choice([game, None])
    closing = {"game": announced or event.current_game}
    clock = random.choice([*ClockAction])
    wishes: list[Callable[[], Wish]] = [
        *[wish_slip] * 8,
        *[wish_same_slip] * 3,
        wish_second_slip_of_announced_game,
        *[wish_hand] * 5,
        wish_hand_from_phone,
        *[wish_slip_from_file] * 2,
        wish_table_file,
        *[wish_slip_from_phone] * 2,
        wish_rename,
        *[wish_undo] * 2,
        lambda: ("redo", {}, requests.redo()),
        *[lambda: ("announce", closing, requests.AnnounceGame(game=announced))] * 3,
        *[wish_done] * 3,
        lambda: ("void", place, requests.void_slip(**place, why="the wrong table")),
        lambda: ("swap", place, requests.swap_table(**place)),
        lambda: ("swap", {**place, "other": other}, requests.swap_table(**place, other=other)),
        lambda: ("fix", {**place, "totals": totals}, requests.fix_slip(**place, score=totals, why="seen")),
        lambda: (
            "adjust",
            {"pair": pair, "points": totals.ns},
            requests.adjust_pair(pair=str(pair), points=totals.ns, why="late"),
        ),
        lambda: ("pairs", {"names": (new,)}, requests.AddPairs(names=(new,))),
        lambda: ("remove", {"pair": pair}, requests.remove_pair(pair=str(pair))),
        lambda: ("draw", {}, requests.draw_seats(seed=random.randint(1, 9))),
        lambda: ("late", {"name": new}, requests.add_late_pair(name=new)),
        lambda: ("nothing", {}, requests.withdraw_pair(pair=str(pair))),
        lambda: ("nothing", {}, requests.return_pair(pair=str(pair))),
        lambda: ("nothing", {}, requests.set_clock(action=clock, minutes=5 if clock is ClockAction.ADD else None)),
        lambda: ("nothing", {}, requests.add_note(text="warm in here")),
    ]
    return random.choice(wishes)()


def read_slip_file(day: RandomDay, state: DayState) -> None:
    """Read a file with the slips of some tables of the game under way, as another laptop typed them."""
    event, random, source = day.event, day.random, "slips.csv"
    game = event.current_game
    tables = [number for number in state.list_played(game) if random.random() < 0.5]
    rows = {number: Score(*(5 * random.randint(-3, 6) for _ in range(2))) for number in tables}
    data = "game,table,ns,ew\n" + "".join(f"{game},{table},{row.ns},{row.ew}\n" for table, row in rows.items())
    if game == state.announced or not event.is_drawn:
        return
    new = requests.list_new_slips(event, data.encode(), f"folder/{source}", anyway=False)
    known = {table: state.tables.get((game, table), TableModel()) for table in rows}
    wanted = {
        table: row
        for table, row in rows.items()
        if not (known[table].is_verified and known[table].totals == row) and (row, source) not in known[table].slips
    }
    assert {slip.table: slip.score for slip in new} == wanted
    for slip in new:
        day.do(("slip", {"game": game, "table": slip.table, "totals": slip.score, "source": source}, slip))


# what must agree


def check_tables(event: Event, state: DayState) -> None:
    """Check names, points and what is known of each table, also as the status of the game under way."""
    assert {number: pair.name for number, pair in event.pairs.items()} == state.names
    assert [*event.announced] == [*range(1, state.announced + 1)]
    shown = {
        place: ([*zip(map(tuple, result.reports), result.sources, strict=True)], result.is_verified, {*result.hands})
        for place, result in event.results.items()
    }
    assert shown == {place: (table.slips, table.is_verified, {*table.hands}) for place, table in state.tables.items()}
    points = dict.fromkeys(event.points, 0)
    for pair, adjustment in state.adjustments:
        points[pair] += adjustment
    for (game, number), table in state.tables.items():
        (seat,) = (seat for seat in event.seatings[game] if seat.number == number)
        for pair, total in zip(seat.pairs, table.totals or (), strict=False):
            points[pair] += total
    assert event.points == points
    if event.is_drawn:
        status = compute_status(event, state.current)
        tables = {number: state.tables.get((state.current, number), TableModel()) for number in status.tables}
        assert [*status.missing] == [number for number, table in tables.items() if not table.slips]
        assert [*status.disputed] == [number for number, table in tables.items() if len(table.slips) > 1]
        assert [*status.unverified] == [
            number for number, table in tables.items() if len(table.slips) == 1 and not table.is_verified
        ]


def check_ranks(event: Event, state: DayState) -> None:
    """Check the standings against ranks that are worked out pair by pair."""
    last = max((state.announced, *(game for game, _ in state.tables)), default=0)
    adjustments: dict[int, int] = {}
    for pair, points in state.adjustments:
        adjustments[pair] = adjustments.get(pair, 0) + points
    settings = event.settings
    model = Model(
        pairs=[*state.names],
        rounds={game: seating for game, seating in event.seatings.items() if game <= last},
        slips={place: table.totals for place, table in state.tables.items() if table.totals},
        adjustments=adjustments,
        rank=settings.rank,
        ties=settings.ties,
        sit_out=settings.sit_out,
    )
    ranking = compute_standings(event).fields[0].ranking
    shown = {ranked.record.pair.number: (ranked.rank, ranked.points, ranked.tie_broken_by) for ranked in ranking}
    assert shown == model.ranks()
    totals = {ranked.record.pair.number: ranked.record.total for ranked in ranking}
    assert totals == {pair: model.total(pair) for pair in model.pairs}
    order = [(ranked.rank is None, ranked.rank or ranked.record.pair.number) for ranked in ranking]
    assert order == sorted(order)


@pytest.mark.parametrize("number", range(rounds(per_hundred=1000)))
def test_a_random_day_is_that_of_the_model(number: int) -> None:
    random = chance("day", number)
    day = RandomDay(random)
    first = tuple(names(random.randint(2, 9)))
    day.do(("pairs", {"names": first}, requests.AddPairs(names=first)))
    for left in reversed(range(random.randint(10, 50))):
        state = day.model.build_state()
        if not state.is_drawn and (left < 10 or random.random() < 0.2):
            day.do(("draw", {}, requests.draw_seats(seed=number)))
        elif random.random() < 0.05:
            read_slip_file(day, state)
        else:
            day.do(choose_wish(day, state))
        check_tables(day.event, day.model.build_state())
        if random.random() < 0.2:
            day.check_undo()
    check_ranks(day.event, day.model.build_state())
    read_again = day.journal.parse(day.text)
    assert (read_again.diagnostics, read_again.state) == ((), day.event)
