"""What goes into a game and what comes out: the state before and after, every problem, or why it is refused."""

import os
import stat
from datetime import UTC, datetime, timedelta
from errno import EIO
from pathlib import Path

import pytest
from support.game_files import begun_game, game_in

from canasta_score.game.entries import EntryKind, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import inspect_ledger, read_ledger
from canasta_score.hand.facts import HandFacts, TallyError
from canasta_score.hand.referee.problems import HandRefusedError
from canasta_score.recording.games import (
    AddHand,
    FixHand,
    GameRecorder,
    GameRequest,
    NotNextHandError,
    RecordedGame,
    SwapSides,
    accept_totals,
    add_note,
    end_game,
    fail_opening,
    list_hand_problems,
    redo,
    rename_side,
    undo,
    void_hand,
)
from canasta_score.recording.recorder import OnlyOnce, UndoneMeanwhileError, count_undos
from canasta_score.rules.diagnostics import CanastaError, DiagnosticCode, Severity

pytestmark = pytest.mark.usefixtures("sentences")

NINE = datetime(2026, 11, 21, 21, 0, tzinfo=UTC)
# By the rules of NVSO: a natural canasta 500, going out 100, cards 200; a mixed canasta 300, cards 160 - 85.
HAND = {"we": {"natural": 1, "mixed": 1, "out": 1, "table": 200}, "they": {"mixed": 1, "table": 160, "hand": 85}}
WE, THEY = 1100, 375
FIVE_RED_THREES = {"we": {"natural": 1, "red": 3, "table": 200}, "they": {"red": 2, "hand": 85}}
LOW_TABLE = {"we": {"mixed": 1, "table": 100, "hand": 5}, "they": {"hand": 85}}  # 125 were needed to open


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return game_in(tmp_path)


@pytest.fixture
def recorder(file: Path) -> GameRecorder:
    return GameRecorder(file, lambda: NINE)


def totals(game: Ledger) -> dict[str, int]:
    return {side: standing.total for side, standing in game.standing().sides.items()}


def refuse(recorder: GameRecorder, request: GameRequest) -> CanastaError:
    """Return what refuses a request, of which nothing may be in the file."""
    before = recorder.read()
    with pytest.raises(CanastaError) as refused:
        recorder.record(request)
    assert recorder.read() == before
    return refused.value


def test_a_hand_gives_the_game_before_and_after_it(recorder: GameRecorder, file: Path) -> None:
    recorded = recorder.record(AddHand(facts=HAND))
    assert (totals(recorded.before), totals(recorded.after)) == ({"we": 0, "they": 0}, {"we": WE, "they": THEY})
    assert recorded.problems == ()
    assert recorded.after == read_ledger(file)
    assert recorded.after.entries[-1].recorded_at == NINE


def test_a_preview_gives_the_same_and_writes_nothing(recorder: GameRecorder, file: Path) -> None:
    before = file.read_bytes()
    previewed = recorder.preview(AddHand(facts=LOW_TABLE))
    assert totals(previewed.after) == {"we": 395, "they": -85}
    assert file.read_bytes() == before
    recorded = recorder.record(AddHand(facts=LOW_TABLE))
    assert (recorded.after, recorded.problems) == (previewed.after, previewed.problems)


def test_an_unlikely_hand_is_recorded_with_its_problems(recorder: GameRecorder) -> None:
    recorded = recorder.record(AddHand(facts=LOW_TABLE))
    assert [(problem.severity, problem.side, problem.fact) for problem in recorded.problems] == [
        (Severity.UNLIKELY, "we", "table")
    ]
    assert not recorded.after.hands[-1].accepted_anyway


def test_the_problems_of_a_hand_can_be_had_without_a_request(recorder: GameRecorder) -> None:
    game = recorder.read()
    assert tuple(list_hand_problems(game, LOW_TABLE)) == recorder.preview(AddHand(facts=LOW_TABLE)).problems
    assert [problem.fact for problem in list_hand_problems(game, FIVE_RED_THREES)] == ["red"]


def test_an_impossible_hand_is_refused_with_every_problem(recorder: GameRecorder) -> None:
    refused = refuse(recorder, AddHand(facts=FIVE_RED_THREES))
    assert isinstance(refused, HandRefusedError)
    assert [(problem.severity, problem.fact) for problem in refused.diagnostics] == [(Severity.IMPOSSIBLE, "red")]
    assert set(refused.diagnostics) <= set(refused.problems)


def test_an_impossible_hand_is_marked_if_it_is_recorded_anyway(recorder: GameRecorder) -> None:
    recorded = recorder.record(AddHand(facts=FIVE_RED_THREES, anyway=True))
    assert [problem.fact for problem in recorded.problems if problem.is_impossible] == ["red"]
    assert recorded.after.hands[-1].accepted_anyway


def test_a_possible_hand_is_not_marked_because_anyway_was_allowed(recorder: GameRecorder) -> None:
    assert not recorder.record(AddHand(facts=HAND, anyway=True)).after.hands[-1].accepted_anyway


def test_a_side_left_out_has_nothing_and_true_is_one(recorder: GameRecorder) -> None:
    game = recorder.record(AddHand(facts={"they": {"mixed": True, "table": 140}}, anyway=True)).after
    assert game.hands[-1].facts == {"we": {}, "they": {"mixed": 1, "table": 140}}


def test_an_unknown_side_is_refused_with_those_that_there_are(recorder: GameRecorder) -> None:
    refused = refuse(recorder, AddHand(facts={"us": {"red": 1}, "we": {}}))
    assert [problem.hint for problem in refused.diagnostics] == ["the sides of this game are we and they"]


def test_after_the_end_only_that_is_a_problem(recorder: GameRecorder) -> None:
    recorder.record(AddHand(facts=HAND))
    assert recorder.record(end_game(why="time was called")).after.standing().over
    refused = refuse(recorder, AddHand(facts=FIVE_RED_THREES))
    assert [problem.code for problem in refused.diagnostics] == [DiagnosticCode.GAME_OVER]
    recorded = recorder.record(AddHand(facts=FIVE_RED_THREES, anyway=True))
    assert {problem.fact for problem in recorded.problems} >= {"", "red"}


def test_only_a_game_that_goes_on_can_end_or_have_a_failed_opening(recorder: GameRecorder) -> None:
    assert recorder.record(end_game()).after.entries[-1].hand is None
    for request in (end_game(), fail_opening(side="we")):
        assert [problem.code for problem in refuse(recorder, request).diagnostics] == [DiagnosticCode.GAME_OVER]


def test_a_game_with_a_hand_after_its_end_says_how_to_end_it_anew(recorder: GameRecorder) -> None:
    recorder.record(AddHand(facts=HAND))
    recorder.record(end_game())
    recorder.record(AddHand(facts=LOW_TABLE, anyway=True))
    (over,) = refuse(recorder, end_game()).diagnostics
    assert (over.code, over.command) == (DiagnosticCode.GAME_OVER, ("undo",))
    assert "to count a hand added since, type undo 2 times" in over.hint


def test_a_correction_changes_only_what_it_names(recorder: GameRecorder) -> None:
    recorder.record(AddHand(facts=HAND))
    recorded = recorder.record(FixHand(hand=1, changes={"they": {"hand": 0, "table": 180}, "we": {}}, why="recounted"))
    assert totals(recorded.after) == {"we": WE, "they": 480}
    entry = recorded.after.entries[-1]
    assert (entry.kind, entry.facts, entry.text) == (
        EntryKind.FIX,
        {"they": {"hand": 0, "table": 180}},
        "recounted",
    )


@pytest.mark.parametrize(
    ("changes", "hint"),
    [
        ({"we": {"natural": 1}}, "to see it line by line"),
        ({"we": {"base": 700}}, "remove one of the two: natural=0, or base=0"),
        ({"we": {"count": 200}}, "remove one of the two: table=0, or count=0"),
        ({"we": {"total": 900}}, "remove one of the two: natural=0, or total=0"),
        ({"we": {"tabel": 330}}, 'did you mean "table"?'),
        ({"we": {"tabel": 0}}, 'did you mean "table"?'),
        ({"we": {"table": -5}}, "enter 0 or more"),
        ({"we": {"base": 700, "natural": 3}}, 'remove "natural", or remove base='),
    ],
    ids=[
        "nothing changes",
        "a base beside items",
        "a count beside items",
        "a total beside items",
        "an unknown item",
        "an unknown item that goes away",
        "less than nothing",
        "a base and an item",
    ],
)
def test_a_correction_that_cannot_be_is_refused(recorder: GameRecorder, changes: HandFacts, hint: str) -> None:
    recorder.record(AddHand(facts=HAND))
    assert hint in {problem.hint for problem in refuse(recorder, FixHand(hand=1, changes=changes)).diagnostics}


def test_an_impossible_correction_is_refused_and_marked_if_it_is_recorded_anyway(recorder: GameRecorder) -> None:
    recorder.record(AddHand(facts=HAND))
    assert isinstance(refuse(recorder, FixHand(hand=1, changes={"we": {"red": 5}})), HandRefusedError)
    fixed = recorder.record(FixHand(hand=1, changes={"we": {"red": 5}}, anyway=True))
    assert fixed.after.hands[0].accepted_anyway
    assert not recorder.record(FixHand(hand=1, changes={"we": {"red": 2}}, anyway=True)).after.hands[0].accepted_anyway


def test_a_correction_reports_only_what_has_become_unlikely(recorder: GameRecorder) -> None:
    recorder.record(AddHand(facts=LOW_TABLE))
    assert recorder.record(FixHand(hand=1, changes={"we": {"hand": 10}})).problems == ()
    recorder.record(AddHand(facts=HAND))
    low = recorder.record(FixHand(hand=2, changes={"they": {"table": 100}}))
    assert [(problem.severity, problem.side) for problem in low.problems] == [(Severity.UNLIKELY, "they")]


def test_the_two_sides_of_a_hand_can_be_exchanged(recorder: GameRecorder) -> None:
    recorder.record(AddHand(facts=HAND))
    swapped = recorder.record(SwapSides(hand=1, why="the columns were mixed up")).after
    assert (totals(swapped), swapped.entries[-1].text) == ({"we": THEY, "they": WE}, "the columns were mixed up")
    assert swapped.hands[0].facts == {"we": HAND["they"], "they": HAND["we"]}


def test_exchanging_an_impossible_hand_needs_the_same_consent(recorder: GameRecorder) -> None:
    recorder.record(AddHand(facts=FIVE_RED_THREES, anyway=True))
    refuse(recorder, SwapSides(hand=1))
    assert recorder.record(SwapSides(hand=1, anyway=True)).after.hands[0].accepted_anyway


def test_a_canceled_hand_counts_nothing(recorder: GameRecorder) -> None:
    recorder.record(AddHand(facts=HAND))
    canceled = recorder.record(void_hand(hand=1, why="dealt the wrong cards")).after
    assert (totals(canceled), canceled.entries[-1].text) == ({"we": 0, "they": 0}, "dealt the wrong cards")


@pytest.mark.parametrize(
    "request_", [FixHand(hand=2, changes={"we": {"red": 1}}), SwapSides(hand=2), void_hand(hand=2)]
)
def test_a_hand_must_be_there(recorder: GameRecorder, request_: GameRequest) -> None:
    recorder.record(AddHand(facts=HAND))
    assert isinstance(refuse(recorder, request_), LedgerError)


def test_undo_and_redo_lead_back_and_forth(recorder: GameRecorder) -> None:
    with_hand = recorder.record(AddHand(facts=HAND)).after
    assert totals(recorder.record(undo()).after) == {"we": 0, "they": 0}
    assert recorder.record(redo()).after.hands == with_hand.hands
    assert [problem.code for problem in refuse(recorder, redo()).diagnostics] == [DiagnosticCode.NOTHING_TO_REDO]


def test_a_note_is_about_the_game_or_about_a_hand(recorder: GameRecorder) -> None:
    recorder.record(AddHand(facts=HAND))
    game = recorder.record(add_note(text="Bob dealt twice", hand=1)).after
    game = recorder.record(add_note(text="new cards")).after
    assert [(entry.text, entry.hand) for entry in game.entries[1:]] == [("Bob dealt twice", 1), ("new cards", None)]


def test_a_side_gets_another_name(recorder: GameRecorder) -> None:
    assert recorder.record(rename_side(side="they", name="Cy & Flo")).after.side_names["they"] == "Cy & Flo"


def test_a_failed_opening_is_of_the_hand_that_is_played(recorder: GameRecorder) -> None:
    recorder.record(AddHand(facts=HAND))
    entry = recorder.record(fail_opening(side="they")).after.entries[-1]
    assert (entry.kind, entry.side, entry.hand) == (EntryKind.FAILED_OPENING, "they", 2)


def test_totals_that_do_not_add_up_are_accepted_only_by_who_says_so(file: Path, recorder: GameRecorder) -> None:
    recorder.record(AddHand(facts=HAND))
    file.write_text(file.read_text().replace(f"we = {WE}", "we = 5"))
    with pytest.raises(LedgerError):
        recorder.record(accept_totals())
    with pytest.raises(LedgerError):
        recorder.read()
    accepted = GameRecorder(file, lambda: NINE, accepted={DiagnosticCode.TOTAL_MISMATCH}).record(accept_totals()).after
    assert (totals(accepted), inspect_ledger(file).diagnostics) == ({"we": WE, "they": THEY}, ())


def test_a_new_game_is_written_once(tmp_path: Path) -> None:
    recorder = GameRecorder(tmp_path / "friday.toml", lambda: NINE)
    created = recorder.create(begun_game({"we": "Ann", "they": "Cy"}))
    assert (created, [*created.side_names.values()]) == (recorder.read(), ["Ann", "Cy"])
    with pytest.raises(LedgerError):
        recorder.create(created)


def test_whoever_records_hears_of_it_once_it_is_on_the_disk(file: Path) -> None:
    heard: list[tuple[int, int]] = []
    recorder = GameRecorder(
        file,
        lambda: NINE,
        on_recorded=lambda done: heard.append((len(done.after.hands), len(read_ledger(file).hands))),
    )
    recorder.preview(AddHand(facts=HAND))
    with pytest.raises(TallyError):
        recorder.record(AddHand(facts=FIVE_RED_THREES))
    assert heard == []
    recorder.record(AddHand(facts=HAND))
    assert heard == [(1, 1)]


def test_the_clock_is_asked_for_each_entry(file: Path) -> None:
    times = iter([NINE, NINE + timedelta(minutes=9)])
    recorder = GameRecorder(file, lambda: next(times))
    recorder.record(AddHand(facts=HAND))
    game = recorder.record(undo()).after
    assert [entry.recorded_at for entry in game.entries] == [NINE, NINE + timedelta(minutes=9)]


def test_recording_prints_nothing(recorder: GameRecorder, capsys: pytest.CaptureFixture[str]) -> None:
    recorder.record(AddHand(facts=LOW_TABLE))
    refuse(recorder, AddHand(facts=FIVE_RED_THREES))
    assert capsys.readouterr() == ("", "")


def test_what_could_not_be_kept_of_the_file_is_said_once_it_is_free(file: Path) -> None:
    Path(f"{file}.copy").hardlink_to(file)
    said: list[str] = []
    GameRecorder(file, lambda: NINE, said.append).record(AddHand(facts=HAND))
    assert [note.partition(" had a ")[2] for note in said] == ["second name (a hard link), which keeps the old text"]


def test_what_fails_after_the_entry_is_on_the_disk_is_raised(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def sync(number: int) -> None:
        if stat.S_ISDIR(os.fstat(number).st_mode):
            raise OSError(EIO, os.strerror(EIO))

    monkeypatch.setattr(os, "fsync", sync)
    heard: list[RecordedGame] = []
    with pytest.raises(LedgerError, match="may not keep"):
        GameRecorder(file, lambda: NINE, on_recorded=heard.append).record(AddHand(facts=HAND))
    assert [done.after == read_ledger(file) for done in heard] == [True]


def test_a_hand_from_a_phone_is_marked_and_is_only_the_one_that_is_meant(recorder: GameRecorder) -> None:
    meant = AddHand(facts=HAND, number=1, is_from_phone=True)
    recorder.record(meant)
    assert recorder.read().entries[0].is_from_phone
    for request, number, is_same in (
        (meant, 1, True),
        (AddHand(facts={**HAND, "they": {"red": 0, **HAND["they"]}}, number=1), 1, True),
        (AddHand(facts=LOW_TABLE, number=1), 1, False),
        (AddHand(facts=HAND, number=3), None, False),
        (AddHand(facts=HAND, number=0), None, False),
    ):
        error = refuse(recorder, request)
        assert isinstance(error, NotNextHandError)
        assert error.diagnostics[0].code is DiagnosticCode.NOT_NEXT_HAND
        assert (error.recorded and error.recorded.number, error.is_same) == (number, is_same)


def test_only_the_entry_that_is_meant_is_undone(recorder: GameRecorder) -> None:
    assert refuse(recorder, undo(entry=1)).diagnostics[0].code is DiagnosticCode.NOT_LAST_ENTRY
    recorder.record(AddHand(facts=HAND))
    assert refuse(recorder, undo(entry=2)).diagnostics[0].code is DiagnosticCode.NOT_LAST_ENTRY
    game = recorder.record(undo(entry=1, is_from_phone=True)).after
    assert game.hands == ()
    assert game.entries[-1].is_from_phone


def test_a_phone_is_asked_once_more_about_a_doubtful_hand(recorder: GameRecorder) -> None:
    error = refuse(recorder, AddHand(facts=LOW_TABLE, is_from_phone=True))
    assert isinstance(error, HandRefusedError)
    assert {problem.severity for problem in error.problems} == {Severity.UNLIKELY}
    assert recorder.record(AddHand(facts=LOW_TABLE, is_from_phone=True, anyway=True)).after.hands[0].facts == LOW_TABLE


class TestOnlyOnce:
    """What a device sends again because it had no answer, after somebody has undone it."""

    def test_it_is_not_recorded_again(self, recorder: GameRecorder) -> None:
        hand = AddHand(facts=HAND, is_from_phone=True)
        recorder.record(OnlyOnce(request=hand, undos=0))
        recorder.record(undo())
        with pytest.raises(UndoneMeanwhileError, match="somebody has undone this entry"):
            recorder.record(OnlyOnce(request=hand, undos=0))
        assert not recorder.read().hands

    @pytest.mark.parametrize("undos", [None, 1], ids=["from a form that does not say", "from a form made after it"])
    def test_it_is_recorded_if_it_is_meant(self, recorder: GameRecorder, undos: int | None) -> None:
        hand = AddHand(facts=HAND, is_from_phone=True)
        recorder.record(hand)
        recorder.record(undo())
        assert count_undos(recorder.read()) == 1
        assert totals(recorder.record(OnlyOnce(request=hand, undos=undos)).after) == {"we": WE, "they": THEY}

    def test_another_hand_is_recorded(self, recorder: GameRecorder) -> None:
        recorder.record(AddHand(facts=HAND, is_from_phone=True))
        recorder.record(undo())
        other = AddHand(facts={"we": {"table": 205, "natural": 1}, "they": {}}, is_from_phone=True, anyway=True)
        assert len(recorder.record(OnlyOnce(request=other, undos=0)).after.hands) == 1
