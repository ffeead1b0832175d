"""What goes into an event and what comes out: the state before and after, every problem, or why it is refused."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.event_days import new_event

from canasta_score import new_ledger
from canasta_score.event import slip_totals
from canasta_score.event.entries import ClockAction, EventEntryKind
from canasta_score.event.errors import EventError
from canasta_score.event.event import Event
from canasta_score.event.movements import MovementName
from canasta_score.event.seating.rounds import list_seatings
from canasta_score.event.seating.tables import Direction, Table, list_pairs, list_sit_outs
from canasta_score.event.settings import Settings, UnfinishedHand
from canasta_score.event.slips import Score
from canasta_score.event.status import compute_status, find_clock, find_own_result
from canasta_score.event.storage.event_files import read_event
from canasta_score.game.entries import FileError
from canasta_score.game.storage import journal_format
from canasta_score.hand.referee.problems import HandRefusedError
from canasta_score.recording.events import (
    AddPairs,
    AnnounceGame,
    EnterAtOwnTable,
    EnterHand,
    EnterSlip,
    EventRecorder,
    EventRequest,
    FinishTable,
    TakeTable,
    add_late_pair,
    add_note,
    adjust_pair,
    draw_seats,
    fix_slip,
    list_new_slips,
    name_sides,
    redo,
    remove_pair,
    rename_pair,
    return_pair,
    set_clock,
    set_seats,
    swap_table,
    undo,
    void_slip,
    withdraw_pair,
)
from canasta_score.recording.games import AddHand, GameRecorder, end_game
from canasta_score.recording.recorder import OnlyOnce, UndoneMeanwhileError
from canasta_score.rules.diagnostics import CanastaError, DiagnosticCode, Severity

pytestmark = pytest.mark.usefixtures("sentences")

TEN = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)
NAMES = ("Ann & Bob", "Cy & Di", "Eve & Flo", "Gus & Hal")
NS, EW = Direction.NS, Direction.EW


def start(folder: Path, settings: Settings | None = None, pairs: tuple[str, ...] = NAMES) -> EventRecorder:
    recorder = EventRecorder(folder / "event.toml", lambda: TEN)
    recorder.create(new_event(settings))
    recorder.record(AddPairs(names=pairs))
    return recorder


@pytest.fixture
def recorder(tmp_path: Path) -> EventRecorder:
    """Return what records in a day of four pairs at two tables: 1 meets 2, and 3 meets 4."""
    recorder = start(tmp_path)
    recorder.record(set_seats(data=b"table,ns,ew\n1,1,2\n2,3,4\n", file="seats.csv"))
    return recorder


def refuse(recorder: EventRecorder, request: EventRequest) -> CanastaError:
    """Return what refuses a request, of which nothing may be in the file."""
    before = recorder.read()
    with pytest.raises(CanastaError) as refused:
        recorder.record(request)
    assert recorder.read() == before
    return refused.value


def open_table(folder: Path, names: dict[str, str]) -> GameRecorder:
    """Return what records in the game that a table keeps in a file of its own."""
    new_ledger(folder / "table.toml", "nvso-tournament", names)
    return GameRecorder(folder / "table.toml", lambda: TEN)


def last_kind(event: Event) -> EventEntryKind:
    return event.entries[-1].kind


def test_a_new_event_is_written_once(tmp_path: Path) -> None:
    recorder = EventRecorder(tmp_path / "event.toml", lambda: TEN)
    assert recorder.create(new_event()) == recorder.read()
    with pytest.raises(FileError):
        recorder.create(new_event())


def test_pairs_are_added_with_the_state_before_and_after(tmp_path: Path) -> None:
    recorder = EventRecorder(tmp_path / "event.toml", lambda: TEN)
    recorder.create(new_event())
    recorded = recorder.record(AddPairs(names=NAMES[:2]))
    assert (len(recorded.before.pairs), [pair.name for pair in recorded.after.pairs.values()]) == (0, [*NAMES[:2]])
    assert recorded.after == read_event(tmp_path / "event.toml")
    assert recorded.after.entries[-1].recorded_at == TEN


def test_a_draw_is_repeated_by_its_seed(tmp_path: Path) -> None:
    drawn = start(tmp_path).record(draw_seats(seed=7)).after
    (tmp_path / "again").mkdir()
    again = start(tmp_path / "again").record(draw_seats(seed=7)).after
    assert (drawn.seatings[1], drawn.entries[-1].seed) == (again.seatings[1], 7)


def test_seats_of_a_file_must_be_those_that_the_movement_takes(tmp_path: Path) -> None:
    one_game = set_seats(data=b"table,ns,ew\n1,1,2\n2,3,4\n", file="seats.csv")
    given = start(tmp_path, Settings(games=2, movement=MovementName.GIVEN))
    assert "games 1 and 2" in str(refuse(given, one_game))
    assert "come from a file" in str(refuse(given, draw_seats(seed=1)))
    two_games = b"game,table,ns,ew\n1,1,1,2\n1,2,3,4\n2,1,1,3\n2,2,2,4\n"
    assert sorted(given.record(set_seats(data=two_games, file="seats.csv")).after.seatings) == [1]
    (tmp_path / "knockout").mkdir()
    knockout = start(tmp_path / "knockout", Settings(movement=MovementName.KNOCKOUT))
    assert "numbers of the pairs decide" in str(refuse(knockout, one_game))


def test_a_slip_counts_and_the_same_again_verifies_it(recorder: EventRecorder) -> None:
    slip = EnterSlip(game=1, table=1, score=Score(2875, -145))
    first = recorder.record(slip)
    assert (first.after.results[1, 1].score, first.after.results[1, 1].is_verified) == (Score(2875, -145), False)
    assert first.problems == ()
    assert recorder.record(slip).after.results[1, 1].is_verified


def test_a_slip_with_a_figure_too_many_is_taken_with_a_warning(recorder: EventRecorder) -> None:
    recorded = recorder.record(EnterSlip(game=1, table=1, score=Score(287500, 145)))
    assert [(problem.severity, problem.command) for problem in recorded.problems] == [
        (Severity.UNLIKELY, ("event", "fix", "1", "1", "NS", "EW", "--why", "TEXT"))
    ]
    assert recorded.problems[0].message.startswith("287,500 ")


@pytest.mark.parametrize(
    "request_",
    [
        EnterSlip(game=1, table=3, score=Score(5, 10)),
        EnterSlip(game=1, table=1, score=Score(7, 10)),
        fix_slip(game=1, table=3, score=Score(5, 10), why="typo"),
        fix_slip(game=1, table=1, score=Score(7, 10), why="typo"),
        EnterHand(game=1, table=3, hand=1, facts={}),
        EnterHand(game=1, table=1, hand=4, facts={}),
        EnterSlip(game=2, table=1, score=Score(5, 10)),  # game 1 is under way
        EnterHand(game=2, table=1, hand=1, facts={}),
        FinishTable(game=1, table=1),
        FinishTable(game=1, table=3),
        void_slip(game=1, table=1, why="not theirs"),
        swap_table(game=1, table=3),
        remove_pair(pair="1"),  # the tables are drawn
        rename_pair(pair="1", name="Ann & Bob"),
        rename_pair(pair="1", name="Ann & Cy"),  # who plays with Di
        rename_pair(pair="1", name="Di & Cy"),
        add_late_pair(name="Bob & Zoe"),
        adjust_pair(pair="9", points=-50, why="late"),
        adjust_pair(pair="1", points=-33, why="late"),
        withdraw_pair(pair="Nobody"),
        return_pair(pair="9"),
        AnnounceGame(game=1),
        AnnounceGame(),
        redo(),
    ],
)
def test_what_cannot_be_is_refused(recorder: EventRecorder, request_: EventRequest) -> None:
    assert refuse(recorder, request_).diagnostics


@pytest.mark.parametrize("score", [Score(5, 10), Score(7, 10)], ids=["possible", "impossible"])
def test_a_table_that_is_not_there_is_said_before_its_totals_are_looked_at(
    recorder: EventRecorder, score: Score
) -> None:
    for request in (EnterSlip(game=1, table=3, score=score), fix_slip(game=1, table=3, score=score, why="typo")):
        assert isinstance(refuse(recorder, request), EventError)


def test_a_correction_says_why(recorder: EventRecorder) -> None:
    recorder.record(EnterSlip(game=1, table=1, score=Score(5, 10)))
    fixed = recorder.record(fix_slip(game=1, table=1, score=Score(10, 5), why="exchanged")).after
    assert (fixed.results[1, 1].score, fixed.entries[-1].text) == (Score(10, 5), "exchanged")


def test_hands_of_a_table_add_up(recorder: EventRecorder) -> None:
    # By the rules of NVSO: a natural canasta 500 and cards 200; cards -85, then a mixed canasta 300 and cards 160.
    recorder.record(EnterHand(game=1, table=1, hand=1, facts={"ns": {"natural": 1, "table": 200}, "ew": {"hand": 85}}))
    recorder.record(EnterHand(game=1, table=1, hand=2, facts={"ns": {"hand": 5}, "ew": {"mixed": 1, "table": 160}}))
    last = EnterHand(game=1, table=1, hand=3, facts={"ns": {"hand": 5}, "ew": {"hand": 5}})
    assert recorder.record(last).after.results[1, 1].score == Score(690, 370)


def test_an_impossible_hand_is_refused_and_marked_if_it_is_recorded_anyway(recorder: EventRecorder) -> None:
    facts = {"ns": {"red": 3, "natural": 1, "table": 200}, "ew": {"red": 2, "hand": 85}}
    refused = refuse(recorder, EnterHand(game=1, table=1, hand=1, facts=facts))
    assert isinstance(refused, HandRefusedError)
    assert [problem.fact for problem in refused.diagnostics] == ["red"]
    recorded = recorder.record(EnterHand(game=1, table=1, hand=1, facts=facts, anyway=True))
    assert recorded.after.entries[-1].accepted_anyway
    assert [problem.fact for problem in recorded.problems if problem.is_impossible] == ["red"]


def test_a_phone_is_asked_once_more_about_a_doubtful_hand(recorder: EventRecorder) -> None:
    facts = {"ns": {"mixed": 1, "table": 100}, "ew": {"hand": 85}}  # 125 were needed to open
    hand = EnterHand(game=1, table=1, hand=1, facts=facts, phone=Direction.NS)
    refused = refuse(recorder, hand)
    assert isinstance(refused, HandRefusedError)
    assert {problem.severity for problem in refused.problems} == {Severity.UNLIKELY}
    assert recorder.record(replace(hand, anyway=True)).after.entries[-1].phone is Direction.NS


@pytest.mark.parametrize(
    ("hand", "table", "needed"),
    [(1, 125, ""), (2, 150, "155"), (2, 155, ""), (3, 175, "180"), (3, 180, "")],  # NVSO, section B
)
@pytest.mark.parametrize("phone", [None, NS])
def test_a_hand_of_a_table_is_judged_by_its_own_need(
    hand: int, table: int, needed: str, phone: Direction | None, recorder: EventRecorder
) -> None:
    facts = {"ns": {"mixed": 1, "table": table, "hand": 5}, "ew": {"hand": 85}}
    request = EnterHand(game=1, table=1, hand=hand, facts=facts, phone=phone)
    if phone and needed:
        found = refuse(recorder, request)
        assert isinstance(found, HandRefusedError)
        problems = [*found.problems]
    else:
        problems = [*recorder.record(request).problems]
    assert [f"below the {needed} needed" in problem.message for problem in problems] == [True] * bool(needed)


def test_the_sides_of_a_table_are_its_pairs(recorder: EventRecorder) -> None:
    event = recorder.read()
    assert name_sides(event, 1, event.seatings[1][1]) == {"ns": "Eve & Flo", "ew": "Gus & Hal"}


def test_a_table_is_taken_from_its_own_game(recorder: EventRecorder, tmp_path: Path) -> None:
    table = open_table(tmp_path, {"we": "Cy & Di", "they": "Ann & Bob"})
    hand = {"we": {"natural": 1, "table": 200, "hand": 5}, "they": {"hand": 85}}
    unfinished = table.record(AddHand(facts=hand)).after
    recorded = recorder.record(TakeTable(game=1, table=1, ledger=unfinished, source="table.toml"))
    assert recorded.after.results[1, 1].score == Score(-85, 695)  # by the names of the pairs
    assert recorded.after.entries[-1].text == "table.toml"
    assert ["not over" in problem.message for problem in recorded.problems] == [True]
    finished = table.record(end_game()).after
    assert recorder.record(TakeTable(game=1, table=1, ledger=finished, source="table.toml")).problems == ()


def test_a_table_with_other_names_is_taken_with_a_warning(recorder: EventRecorder, tmp_path: Path) -> None:
    table = open_table(tmp_path, {"we": "Us", "they": "Them"})
    table.record(AddHand(facts={"we": {"natural": 1, "table": 200, "hand": 5}, "they": {"hand": 85}}))
    recorded = recorder.record(TakeTable(game=1, table=2, ledger=table.record(end_game()).after, source="table.toml"))
    assert recorded.after.results[1, 2].score == Score(695, -85)
    assert [problem.message for problem in recorded.problems] == [
        "no side in table.toml has the name of a pair; Us is entered as North-South"
    ]


def test_a_table_is_taken_for_a_later_game_only_if_that_is_meant(recorder: EventRecorder, tmp_path: Path) -> None:
    table = open_table(tmp_path, {"we": "Ann & Bob", "they": "Gus & Hal"})  # 4 moves up from table 2 to meet 1
    table.record(AddHand(facts={"we": {"natural": 1, "table": 200}, "they": {"hand": 85}}))
    early = TakeTable(game=2, table=1, ledger=table.record(end_game()).after, source="table.toml")
    assert [each.code for each in refuse(recorder, early).diagnostics] == [DiagnosticCode.LATER_GAME]
    after = recorder.record(replace(early, anyway=True)).after
    assert (after.entries[-1].game, after.current_game) == (2, 1)


def test_points_are_adjusted_by_number_or_name(recorder: EventRecorder) -> None:
    recorder.record(adjust_pair(pair="2", points=-50, why="late"))
    entry = recorder.record(adjust_pair(pair="Gus & Hal", points=25, why="helped")).after.entries[-1]
    assert (entry.pair, entry.points, entry.text) == (4, 25, "helped")


def test_without_a_number_the_first_game_that_is_not_announced_is_announced(recorder: EventRecorder) -> None:
    for game in (1, 2):
        for table in (1, 2):
            recorder.record(EnterSlip(game=game, table=table, score=Score(10, 5)))
        assert recorder.record(AnnounceGame()).after.entries[-1].game == game


def test_pairs_come_late_leave_and_come_back(recorder: EventRecorder) -> None:
    late = recorder.record(add_late_pair(name="Ida & Jo", game=2)).after
    assert (late.pairs[5].name, late.entries[-1].game) == ("Ida & Jo", 2)
    left = recorder.record(withdraw_pair(pair="Cy & Di")).after
    assert (last_kind(left), left.entries[-1].pair) == (EventEntryKind.WITHDRAW, 2)
    assert left.pairs[2].has_left
    back = recorder.record(return_pair(pair="2", game=3)).after
    assert (last_kind(back), back.entries[-1].pair, back.entries[-1].game) == (EventEntryKind.RETURN, 2, 3)


def test_the_clock_is_that_of_the_game_that_is_played(recorder: EventRecorder) -> None:
    assert recorder.record(set_clock(action=ClockAction.START)).after.entries[-1].game == 1
    entry = recorder.record(set_clock(action=ClockAction.ADD, minutes=5, table=2)).after.entries[-1]
    assert (entry.game, entry.minutes, entry.table) == (1, 5, 2)


def test_undo_and_redo_lead_back_and_forth(recorder: EventRecorder) -> None:
    recorder.record(add_note(text="new cards at 2"))
    recorder.record(EnterSlip(game=1, table=1, score=Score(5, 10)))
    assert (1, 1) not in recorder.record(undo()).after.results
    assert recorder.record(redo()).after.results[1, 1].score == Score(5, 10)


def test_an_undo_of_one_entry_is_refused_once_another_follows(recorder: EventRecorder) -> None:
    first = len(recorder.record(slip(5, 10)).after.entries)
    recorder.record(add_note(text="lunch"))
    assert "something else" in str(refuse(recorder, undo(entry=first)))
    assert (1, 1) in recorder.record(undo(entry=first + 1)).after.results
    assert (1, 1) not in recorder.record(undo(entry=first)).after.results


def test_recording_prints_nothing(recorder: EventRecorder, capsys: pytest.CaptureFixture[str]) -> None:
    recorder.record(EnterSlip(game=1, table=1, score=Score(287500, 145)))
    refuse(recorder, EnterSlip(game=1, table=9, score=Score(5, 10)))
    assert capsys.readouterr() == ("", "")


def slip(ns: int, ew: int, **fields: object) -> EnterSlip:
    return EnterSlip(**{"game": 1, "table": 1, "score": Score(ns, ew), **fields})  # type: ignore[arg-type]


def table_of(recorder: EventRecorder, *requests: EventRequest) -> tuple[tuple[Score, ...], bool, Direction | None]:
    """Return the totals that are known of table 1 after some requests, whether they are verified, and who is to say."""
    for request in requests:
        recorder.record(request)
    result = recorder.read().results[1, 1]
    return result.reports, result.is_verified, result.waits_for


def test_a_slip_for_a_later_game_is_taken_if_it_is_meant_and_moves_nothing(recorder: EventRecorder) -> None:
    refused = refuse(recorder, EnterSlip(game=2, table=1, score=Score(5, 10)))
    assert [diagnostic.code for diagnostic in refused.diagnostics] == [DiagnosticCode.LATER_GAME]
    after = recorder.record(EnterSlip(game=2, table=1, score=Score(5, 10), anyway=True)).after
    assert (after.current_game, find_clock(after).game, after.results[2, 1].score) == (1, 1, Score(5, 10))
    assert recorder.record(EnterHand(game=2, table=2, hand=1, facts={}, anyway=True)).after.current_game == 1


@pytest.mark.parametrize(
    ("requests", "known"),
    [
        # one pair enters, the other confirms; the same phone twice says nothing new
        ([slip(100, 0, phone=NS)], ((Score(100, 0),), False, EW)),
        ([slip(100, 0, phone=NS), slip(100, 0, phone=NS)], ((Score(100, 0),), False, EW)),
        ([slip(100, 0, phone=NS), slip(105, 0, phone=NS)], ((Score(105, 0),), False, EW)),
        ([slip(100, 0, phone=EW), slip(100, 0, phone=NS)], ((Score(100, 0),), True, None)),
        ([slip(100, 0, phone=NS), slip(0, 100, phone=EW)], ((Score(100, 0), Score(0, 100)), False, None)),
        ([slip(100, 0, phone=NS), slip(0, 100, phone=EW), slip(0, 100, phone=NS)], ((Score(0, 100),), True, None)),
        # the director's typing verifies, and disputes
        ([slip(100, 0, phone=NS), slip(100, 0)], ((Score(100, 0),), True, None)),
        ([slip(100, 0), slip(100, 0, phone=NS)], ((Score(100, 0),), True, None)),
        ([slip(100, 0, phone=NS), slip(5, 0)], ((Score(100, 0), Score(5, 0)), False, None)),
        # a file again, as it is later: neither verified nor disputed
        ([slip(100, 0, source="a"), slip(100, 0, source="a")], ((Score(100, 0),), False, None)),
        ([slip(100, 0, source="a"), slip(300, 50, source="a")], ((Score(300, 50),), False, None)),
        ([slip(100, 0, source="a"), slip(300, 50, source="b")], ((Score(100, 0), Score(300, 50)), False, None)),
        ([slip(100, 0, source="a"), slip(100, 0, source="b")], ((Score(100, 0),), True, None)),
        ([slip(5, 0), slip(100, 0, source="a"), slip(5, 0, source="a")], ((Score(5, 0),), True, None)),
    ],
)
def test_what_comes_from_phones_and_files_is_verified_by_somebody_else(
    recorder: EventRecorder,
    requests: list[EventRequest],
    known: tuple[tuple[Score, ...], bool, Direction | None],
) -> None:
    assert table_of(recorder, *requests) == known
    state = recorder.read()
    recorder.record(undo())
    assert recorder.record(redo()).after.results == state.results


def test_hands_from_phones_are_confirmed_like_a_slip(recorder: EventRecorder) -> None:
    for hand in (1, 2, 3):
        recorder.record(EnterHand(game=1, table=1, hand=hand, facts={"ns": {"extra": 100}}, phone=NS, anyway=True))
    assert table_of(recorder) == ((Score(300, 0),), False, EW)
    assert table_of(recorder, slip(300, 0, phone=EW)) == ((Score(300, 0),), True, None)
    late = EnterHand(game=1, table=1, hand=3, facts={"ns": {"extra": 50}}, phone=NS, anyway=True)
    assert "hand 3 was entered meanwhile" in str(refuse(recorder, late))
    late = replace(late, corrects=True)
    assert table_of(recorder, late) == ((Score(300, 0), Score(250, 0)), False, None)


def test_a_phone_is_asked_about_totals_that_are_not_those_of_its_hands(recorder: EventRecorder) -> None:
    for hand in (1, 2):
        recorder.record(EnterHand(game=1, table=1, hand=hand, facts={"ns": {"extra": 100}}, phone=NS, anyway=True))
    refused = refuse(recorder, EnterSlip(game=1, table=1, score=Score(100, 0), phone=EW))
    assert isinstance(refused, HandRefusedError)
    assert [problem.hint for problem in refused.problems] == ["enter the totals of the whole game"]


def test_a_game_that_the_bell_cuts_short_ends_with_the_hands_that_are_there(recorder: EventRecorder) -> None:
    recorder.record(EnterHand(game=1, table=1, hand=1, facts={"ns": {"extra": 100}}))
    recorder.record(EnterHand(game=1, table=1, hand=2, facts={"ew": {"extra": 50}}))
    assert table_of(recorder, FinishTable(game=1, table=1)) == ((Score(100, 50),), False, None)
    assert refuse(recorder, FinishTable(game=1, table=1)).diagnostics
    assert table_of(recorder, EnterHand(game=1, table=1, hand=2, facts={"ew": {"extra": 60}}))[0] == (Score(100, 60),)
    assert table_of(recorder, slip(100, 60)) == ((Score(100, 60),), True, None)
    recorder.record(EnterHand(game=1, table=2, hand=1, facts={}, phone=EW, anyway=True))
    recorder.record(FinishTable(game=1, table=2, phone=EW))
    assert recorder.read().results[1, 2].waits_for is NS


def test_an_announcement_ends_the_hands_that_are_there_unless_they_had_to_be_finished(tmp_path: Path) -> None:
    for unfinished in UnfinishedHand:
        folder = tmp_path / unfinished
        folder.mkdir()
        recorder = start(folder, Settings(unfinished=unfinished), NAMES[:2])
        recorder.record(set_seats(data=b"table,ns,ew\n1,1,2\n", file="seats.csv"))
        recorder.record(EnterHand(game=1, table=1, hand=1, facts={"ns": {"extra": 100}}))
        if unfinished is not UnfinishedHand.DROP:
            refused = refuse(recorder, AnnounceGame())
            assert refused.diagnostics[0].command == ("event", "slip", "1", "1", "--done")
            continue
        announced = recorder.record(AnnounceGame())
        (problem,) = announced.problems
        assert (problem.command[:4], problem.message) == (("event", "fix", "1", "1"), "table 1 has entered hand 1 only")
        assert (announced.after.announced, announced.after.points) == ((1,), {1: 100, 2: 0})
        assert announced.after.entries[-1].seats.keys() == {2}
        assert refuse(recorder, AnnounceGame()).diagnostics[0].command[:4] == ("event", "slip", "2", "1")
        assert 1 not in recorder.record(undo()).after.announced
        assert recorder.read().results[1, 1].reports == ()


def test_a_slip_that_is_taken_away_is_missing_again(recorder: EventRecorder) -> None:
    recorder.record(EnterSlip(game=1, table=2, score=Score(5, 10)))
    voided = recorder.record(void_slip(game=1, table=2, why="of table 1")).after
    assert (voided.list_missing(1), voided.points, voided.entries[-1].text) == ([1, 2], {3: 0, 4: 0}, "of table 1")
    assert recorder.record(undo()).after.results[1, 2].score == Score(5, 10)
    assert (1, 2) not in recorder.record(redo()).after.results
    for table in (1, 2):
        recorder.record(EnterSlip(game=1, table=table, score=Score(5, 10)))
    recorder.record(AnnounceGame())
    for request in (void_slip(game=1, table=2, why="late"), swap_table(game=1, table=2), FinishTable(game=1, table=2)):
        assert refuse(recorder, request).diagnostics[0].command[:4] == ("event", "fix", "1", "2")


def test_pairs_that_change_places_take_the_totals_of_their_directions(recorder: EventRecorder) -> None:
    recorder.record(EnterSlip(game=1, table=1, score=Score(2875, -145)))
    swapped = recorder.record(swap_table(game=1, table=1)).after
    assert (swapped.seatings[1][0], swapped.points) == (Table(1, 2, 1), {1: -145, 2: 2875})
    assert recorder.record(swap_table(game=1, table=2)).after.seatings[1][1] == Table(2, 4, 3)  # without a slip
    recorder.record(undo())
    undone = recorder.record(undo()).after
    assert (undone.seatings[1], undone.points) == ((Table(1, 1, 2), Table(2, 3, 4)), {1: 2875, 2: -145})
    recorder.record(EnterSlip(game=2, table=1, score=Score(5, 10), anyway=True))  # settles the seats of game 2
    assert refuse(recorder, swap_table(game=1, table=1)).diagnostics[0].command[:4] == ("event", "slip", "1", "1")


@pytest.mark.parametrize("movement", [MovementName.EAST_WEST_UP, MovementName.ROUND_ROBIN])
def test_two_pairs_that_sat_at_each_others_table_exchange_totals_in_this_game_alone(
    tmp_path: Path, movement: MovementName
) -> None:
    recorder = start(tmp_path, Settings(movement=movement, games=4), (*NAMES, "Ian & Jo", "Kim & Lou"))
    recorder.record(draw_seats(seed=1))
    first, _, third = (drawn := recorder.record(EnterSlip(game=1, table=1, score=Score(2875, -145))).after).seatings[1]
    exchanged = recorder.record(swap_table(game=1, table=1, other=3)).after
    assert (exchanged.seatings[1][0].ew, exchanged.seatings[1][2].ew) == (third.ew, first.ew)
    assert exchanged.points == {first.ns: 2875, first.ew: 0, third.ew: -145}
    assert list_seatings(exchanged, 4)[1:] == list_seatings(drawn, 4)[1:]
    assert refuse(recorder, swap_table(game=1, table=2, other=2)).diagnostics
    late = recorder.record(add_late_pair(name="Max & Nan"), add_late_pair(name="Oz & Pam", game=3)).after
    sit_outs = [list_sit_outs(seating) for seating in list_seatings(late, 4)]
    assert [*map(len, sit_outs)] == [0, 1, 0, 0]


def test_a_pair_that_is_not_there_in_the_last_game_is_taken_out_of_it(recorder: EventRecorder) -> None:
    for game in (1, 2, 3):
        recorder.record(set_clock(action=ClockAction.START), EnterSlip(game=game, table=1, score=Score(5, 10)))
        if game < 3:
            recorder.record(EnterSlip(game=game, table=2, score=Score(5, 10)), AnnounceGame())
    played, other = recorder.read().seatings[3]
    (refused,) = refuse(recorder, withdraw_pair(pair=f"{other.ew}")).diagnostics
    assert refused.command == ("event", "withdraw", f"{other.ew}", "--from", "3")
    for request in (withdraw_pair(pair=f"{played.ew}"), withdraw_pair(pair=f"{played.ew}", game=3)):
        assert refuse(recorder, request).diagnostics[0].command == ()  # its table has a slip
    assert refuse(recorder, return_pair(pair="1")).diagnostics[0].message == "pair 1 has not withdrawn"
    (refused,) = refuse(recorder, add_late_pair(name="Max & Nan")).diagnostics
    assert refused.command == ("event", "late", "Max & Nan", "--from", "3")
    recorder.record(withdraw_pair(pair=f"{other.ew}", game=3), add_late_pair(name="Max & Nan", game=3), undo(), undo())
    recorder.record(EnterSlip(game=3, table=2, score=Score(5, 10)), AnnounceGame())
    assert refuse(recorder, add_late_pair(name="Max & Nan")).diagnostics[0].command == ()


def test_a_pair_gets_another_name_and_keeps_its_number(recorder: EventRecorder) -> None:
    renamed = recorder.record(rename_pair(pair="Ann & Bob", name="Ann & Zoe")).after
    assert (renamed.pairs[1].name, len(renamed.pairs)) == ("Ann & Zoe", 4)
    recorder.record(add_late_pair(name="Bob & Kim"))  # who is free now
    assert refuse(recorder, rename_pair(pair="5", name="Zoe & Ann")).diagnostics
    recorder.record(rename_pair(pair="1", name="Zoe & Ann"))
    recorder.record(undo())
    assert recorder.record(redo()).after.pairs[1].name == "Zoe & Ann"


def test_a_substitute_plays_from_a_game_on(recorder: EventRecorder) -> None:
    def names_after(game: int | None, *words: str) -> list[str]:
        event = recorder.record(rename_pair(pair="1", name=" ".join(words), game=game)).after
        assert read_event(event.file).pairs == event.pairs
        return [event.get_name(1, game) for game in (1, 2, 3)]

    assert names_after(2, "Ann & Zoe") == ["Ann & Bob", "Ann & Zoe", "Ann & Zoe"]
    assert names_after(3, "Ann & Kim") == ["Ann & Bob", "Ann & Zoe", "Ann & Kim"]
    assert refuse(recorder, rename_pair(pair="1", name="Ann & Kim", game=3)).diagnostics
    assert refuse(recorder, rename_pair(pair="1", name="Ann & Lou", game=4)).diagnostics
    assert names_after(2, "Ann & Kim") == ["Ann & Bob", "Ann & Kim", "Ann & Kim"]
    assert recorder.record(undo()).after.get_name(1, 2) == "Ann & Zoe"
    assert names_after(None, "Ann & Kim") == ["Ann & Kim"] * 3


def test_a_player_whose_pair_has_left_may_play_with_somebody_else(recorder: EventRecorder) -> None:
    recorder.record(withdraw_pair(pair="1"))
    assert recorder.record(add_late_pair(name="Ann & Zoe")).after.pairs[5].name == "Ann & Zoe"
    refused = refuse(recorder, return_pair(pair="1"))
    assert "Ann is in two pairs" in str(refused)


def test_a_removed_pair_is_gone_with_its_points_and_the_others_keep_their_numbers(tmp_path: Path) -> None:
    recorder = start(tmp_path)
    recorder.record(adjust_pair(pair="2", points=-50, why="late"))
    recorder.record(adjust_pair(pair="4", points=25, why="helped"))
    removed = recorder.record(remove_pair(pair="Cy & Di")).after
    assert ([*removed.pairs], [*removed.adjustments.values()]) == ([1, 3, 4], [(4, 25)])
    assert [*recorder.record(undo()).after.pairs] == [1, 2, 3, 4]
    recorder.record(redo())
    assert recorder.record(remove_pair(pair="4")).after.points == {}
    assert [*recorder.record(AddPairs(names=("Cy & Di", "Kim & Lou"))).after.pairs] == [1, 3, 4, 5]
    assert recorder.record(remove_pair(pair="3")).after.entries[-1].totals is None  # it had no points
    recorder.record(undo())
    assert sorted(list_pairs(recorder.record(draw_seats(seed=1)).after.seatings[1])) == [1, 3, 4, 5]


def test_an_older_program_names_the_version_that_the_file_needs(recorder: EventRecorder, tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    old = path.read_bytes().replace(b'format = 2\nneeds = "0.3"\n', b"format = 1\n").replace(b"\nchecksum", b"\n#")
    path.write_bytes(old)
    for request in (slip(5, 0, phone=NS), slip(5, 5, source="a"), rename_pair(pair="1", name="Ann & Zoe")):
        path.write_bytes(old)
        recorder.record(EnterSlip(game=1, table=2, score=Score(5, 0), source="a"))
        assert path.read_bytes().startswith(old)
        recorder.record(slip(10, 0, source="a"))
        recorder.record(request)
        assert b'\nformat = 2\nneeds = "0.3"\n' in path.read_bytes()
        assert recorder.read().entries


def at_own_table(
    pair: int, game: int = 1, confirms: Score | None = None, score: Score | None = None, table: int | None = None
) -> EnterAtOwnTable:
    def build(own: int, phone: Direction) -> EnterSlip:
        return EnterSlip(game=game, table=own, score=score or Score(100, 50), phone=phone)

    return EnterAtOwnTable(pair=pair, game=game, build=build, confirms=confirms, table=table)


def test_a_pair_enters_and_confirms_at_its_own_table_in_the_game_under_way(recorder: EventRecorder) -> None:
    event = recorder.record(at_own_table(4)).after
    assert event.results[1, 2].waits_for is Direction.NS
    assert compute_status(event, 1).waiting == {2: "Eve & Flo"}
    assert recorder.record(at_own_table(3, confirms=Score(100, 50))).after.results[1, 2].is_verified
    assert compute_status(recorder.read(), 1).waiting == {}
    recorder.record(EnterSlip(game=1, table=1, score=Score(100, 50)))
    recorder.record(AnnounceGame())
    assert isinstance(refuse(recorder, at_own_table(4, game=2)), HandRefusedError), "the totals of game 1 once more"
    other = Score(100, 55)
    assert recorder.record(at_own_table(4, game=2, score=other)).after.results.keys() > {(1, 1), (1, 2)}


def test_a_pair_enters_nothing_else(recorder: EventRecorder) -> None:
    recorder.record(at_own_table(4))
    for request in (
        at_own_table(9),
        at_own_table(4, game=2),
        at_own_table(1, confirms=Score(100, 50)),
        at_own_table(3, confirms=Score(100, 55)),
    ):
        assert isinstance(refuse(recorder, request), EventError)
    recorder.record(at_own_table(3, confirms=Score(100, 50)))
    assert isinstance(refuse(recorder, at_own_table(4, score=Score(5, 5))), EventError)


def test_what_a_pair_sends_again_is_entered_already(recorder: EventRecorder) -> None:
    sent = at_own_table(4)
    assert not sent.is_entered(recorder.read())
    event = recorder.record(sent).after
    assert sent.is_entered(event)
    assert not at_own_table(4, score=Score(100, 55)).is_entered(event)
    assert not at_own_table(3).is_entered(event), "its opponents have not confirmed it"
    for other in (at_own_table(9), at_own_table(4, game=2), at_own_table(4, table=1)):
        assert not other.is_entered(event)
    event = recorder.record(at_own_table(3, confirms=Score(100, 50))).after
    assert at_own_table(3).is_entered(event)


def test_a_hand_and_the_end_of_a_table_that_a_pair_sends_again_are_entered_already(recorder: EventRecorder) -> None:
    hand = EnterHand(game=1, table=2, hand=1, facts={"ns": {"extra": 100, "red": 0}, "ew": {}}, phone=EW, anyway=True)
    end = FinishTable(game=1, table=2, phone=EW)
    for request in (hand, end):
        requested = EnterAtOwnTable(pair=4, game=1, build=lambda *_, request=request: request)
        assert not requested.is_entered(recorder.read())
        assert requested.is_entered(recorder.record(requested).after)
    other = replace(hand, facts={"ns": {"extra": 105}, "ew": {}})
    assert not other.is_entered(recorder.read().get_result(1, 2))


def test_a_pair_that_sits_out_enters_nothing(tmp_path: Path) -> None:
    recorder = start(tmp_path, pairs=(*NAMES, "Ida & Jo"))
    (out,) = list_sit_outs(recorder.record(draw_seats(seed=1)).after.seatings[1])
    assert "you sit out in game 1" in str(refuse(recorder, at_own_table(out)))


def test_a_page_of_a_pair_knows_what_came_from_its_table(recorder: EventRecorder) -> None:
    assert not find_own_result(recorder.read(), 4).reports
    assert find_own_result(recorder.record(at_own_table(4)).after, 4).score == Score(100, 50)
    assert not find_own_result(recorder.read(), 9).reports


def test_a_hand_of_a_table_that_was_undone_is_not_recorded_again(recorder: EventRecorder) -> None:
    hand = EnterHand(game=1, table=2, hand=1, facts={"ns": {"extra": 100}, "ew": {}}, phone=EW, anyway=True)
    recorder.record(hand)
    recorder.record(undo())
    with pytest.raises(UndoneMeanwhileError):
        recorder.record(OnlyOnce(request=hand, undos=0))
    other = replace(hand, hand=2)
    assert recorder.record(OnlyOnce(request=other, undos=0)).after.results[1, 2].hands.keys() == {2}


def test_before_the_draw_a_pair_has_no_table(tmp_path: Path) -> None:
    assert isinstance(refuse(start(tmp_path), at_own_table(1)), EventError)


def test_two_recorders_of_one_file_see_each_other(tmp_path: Path) -> None:
    first = start(tmp_path)
    first.record(draw_seats(seed=1))
    second = EventRecorder(tmp_path / "event.toml", lambda: TEN)
    second.read()
    slips = [EnterSlip(game=1, table=table, score=Score(5 * table, 10)) for table in (1, 2)]
    first.record(slips[0])
    recorded = second.record(slips[1])  # it has read the file before the slip of the first
    assert recorded.before.list_missing(1) == [2]
    assert recorded.after.list_missing(1) == []
    assert first.record(slips[1]).after.results[1, 2].is_verified
    with pytest.raises(EventError, match="entered since"):
        second.record(undo(entry=recorded.after.entries[-1].number))
    assert second.record(undo()).after == first.read()


def test_two_recorders_at_once_lose_nothing(tmp_path: Path) -> None:
    start(tmp_path)

    def write(name: str) -> None:
        recorder = EventRecorder(tmp_path / "event.toml", lambda: TEN)
        for number in range(10):
            recorder.record(add_note(text=f"{name}{number}"))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(write, "ab"))
    notes = [entry.text for entry in read_event(tmp_path / "event.toml").entries if entry.text]
    for name in "ab":
        assert [note for note in notes if note[0] == name] == [f"{name}{number}" for number in range(10)]


def test_a_phone_that_means_another_table_is_told_its_own(recorder: EventRecorder) -> None:
    assert "your table in game 1 is table 2" in str(refuse(recorder, at_own_table(4, table=99)))


def test_the_totals_that_both_pairs_had_before_are_doubted(recorder: EventRecorder) -> None:
    had: dict[int | None, int] = {}
    for seat, score in zip(recorder.read().seatings[1], (Score(100, 50), Score(200, 60)), strict=True):
        recorder.record(EnterSlip(game=1, table=seat.number, score=score))
        had |= {seat.ns: score.ns, seat.ew: score.ew}
    seat = recorder.record(AnnounceGame()).after.seatings[2][0]
    old = EnterSlip(game=2, table=seat.number, score=Score(had[seat.ns], had[seat.ew]))
    (problem,) = recorder.record(old).problems
    assert problem.message == "these pairs had these totals in game 1; maybe the slips are old ones"
    assert problem.command == ("event", "void", "2", str(seat.number), "--why", "TEXT")
    recorder.record(undo(), replace(old, score=Score(5, 10)))
    (problem,) = recorder.record(old).problems
    assert problem.command[:2] == ("event", "fix")  # because `void` would take the other slip away, too


def test_what_is_unlikely_in_a_list_of_slips_has_its_row(recorder: EventRecorder) -> None:
    rows = b"game,table,ns,ew\n1,2,28750,200\n1,1,2875,-145\n"
    (problem,) = recorder.record(*list_new_slips(recorder.read(), rows, "usb/b.csv", anyway=False)).problems
    assert (problem.file, problem.row, problem.command[:4]) == ("usb/b.csv", 2, ("event", "fix", "1", "2"))
    assert "28,750 at table 2" in problem.message


def test_a_list_of_slips_searches_the_deck_and_the_file_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred slips of a large event took three seconds, since each of them searched."""
    searched = list[str]()

    def count(module: object, name: str) -> None:
        search = getattr(module, name)

        def search_and_count(*arguments: object) -> object:
            searched.append(name)
            return search(*arguments)

        monkeypatch.setattr(module, name, search_and_count)

    count(slip_totals, "find_largest_quantity")
    count(journal_format, "find_entry_lines")
    recorder = start(tmp_path, pairs=tuple(f"A{number} & B{number}" for number in range(20)))
    recorder.record(draw_seats(seed=1))
    rows = "".join(f"1,{table},{1000 + 5 * table},500\n" for table in range(1, 11))
    searched.clear()
    recorder.record(*list_new_slips(recorder.read(), f"game,table,ns,ew\n{rows}".encode(), "b.csv", anyway=False))
    assert searched.count("find_entry_lines") <= 1
    assert searched.count("find_largest_quantity") <= len(recorder.read().variant.canastas)
    assert len(recorder.read().results) == 10
