"""A hand that is half entered: what its answers give, and what the disk keeps of it."""

import os
from datetime import UTC, datetime
from pathlib import Path
from socket import gethostname

import pytest
from support.command_line import run_ok
from support.game_files import game_in

from canasta_score.game.storage.drafts import Writer, load_draft
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.recording.draft import DraftKeeper, HandDraft, change_draft, find_named_answer, find_whole_hand
from canasta_score.recording.games import AddHand, GameRecorder

NINE = datetime(2026, 11, 21, 21, 0, tzinfo=UTC)
HERE = Writer(name="Ann", host=gethostname(), process=os.getpid())
ELSEWHERE = Writer(name="Bob", host=gethostname(), process=os.getppid())  # which runs as long as this test
FACTS = {"we": {"red": 2, "table": 200}, "they": {}}


@pytest.fixture
def recorder(tmp_path: Path) -> GameRecorder:
    return GameRecorder(game_in(tmp_path), lambda: NINE)


def keep(recorder: GameRecorder, writer: Writer = HERE) -> DraftKeeper:
    return DraftKeeper(recorder.read(), writer, lambda: NINE)


def test_answers_give_the_facts_of_the_hand(recorder: GameRecorder) -> None:
    draft = HandDraft(game=recorder.read()).set_facts(FACTS)
    assert draft.collect_facts() == FACTS
    changed = draft.apply_changes({"we": {"red": 0}, "they": {"hand": 85}})
    assert changed.collect_facts() == {"we": {"table": 200}, "they": {"hand": 85}}


def test_a_question_is_found_by_its_item(recorder: GameRecorder) -> None:
    draft = HandDraft(game=recorder.read()).set_facts(FACTS)
    index = draft.find_question("they", "table")
    assert index is not None
    question = draft.list_questions()[index]
    assert (question.side, [fact.name for fact in question.facts]) == ("they", ["table"])
    assert draft.find_answer(draft.list_questions()[0]) == {"red": 2}
    assert draft.find_question("they", "base") is None
    assert draft.move_to(index).position == index


def test_a_line_at_a_question_adds_changes_and_removes_items(recorder: GameRecorder) -> None:
    draft = HandDraft(game=recorder.read()).set_facts(FACTS).move_to(3)
    changed = change_draft(draft, "red=0 table=160")
    assert changed is not None
    assert (changed.draft.collect_facts(), changed.draft.position) == ({"we": {"table": 160}, "they": {}}, 3)
    whole = change_draft(draft, "we red=1 they hand=85")
    assert whole is not None
    assert whole.draft.position == len(whole.draft.list_questions())
    for reply in ("red", "we base=700", "7xK"):  # no number, what no question asks for, no item
        assert change_draft(draft, reply) is None


def test_another_item_of_the_side_goes_to_its_own_question(recorder: GameRecorder) -> None:
    draft = HandDraft(game=recorder.read()).move_to(1)
    special = change_draft(draft, "garbage")
    assert special is not None
    assert (special.draft.collect_facts()["we"], special.items, {*special.named}) == (
        {"garbage": 1},
        "garbage=1",
        {"garbage"},
    )
    asked = special.draft.list_questions()
    assert [question.side for question in asked[special.draft.position - 1 : special.draft.position + 1]] == [
        "we",
        "they",
    ]
    red = change_draft(draft, "red=2")
    assert red is not None
    assert (red.draft.collect_facts()["we"], red.draft.position) == ({"red": 2}, 1)


def test_after_a_special_hand_that_sets_nothing_aside_the_questions_go_on(tmp_path: Path) -> None:
    run_ok("new", "--set", "specials.garbage.own=score", "-l", str(tmp_path / "own.toml"))
    draft = HandDraft(game=read_ledger(tmp_path / "own.toml")).move_to(1)
    special = change_draft(draft, "garbage")
    assert special is not None
    assert (special.draft.collect_facts()["we"], special.draft.position) == ({"garbage": 1}, 1)


def test_another_item_can_be_removed(recorder: GameRecorder) -> None:
    removed = change_draft(HandDraft(game=recorder.read()).set_facts(FACTS).move_to(1), "red=0")
    assert removed is not None
    assert (removed.draft.collect_facts()["we"], removed.draft.position) == ({"table": 200}, 1)


def test_what_is_named_at_the_end_is_changed_asked_again_or_not_asked_for(recorder: GameRecorder) -> None:
    draft = HandDraft(game=recorder.read()).set_facts(FACTS)
    changed = find_named_answer(draft, "they hand=85")
    assert isinstance(changed, HandDraft)
    assert changed.collect_facts() == {"we": {"red": 2, "table": 200}, "they": {"hand": 85}}
    for reply in ("they hand 85", "they had 85 in hand"):
        assert find_named_answer(draft, reply) == changed
    removed = find_named_answer(draft, "we red=0")
    assert isinstance(removed, HandDraft)
    assert removed.collect_facts() == {"we": {"table": 200}, "they": {}}
    assert find_named_answer(draft, "they table") == draft.find_question("they", "table")
    assert find_named_answer(draft, "we base=700") == "base"
    for reply in ("maybe", "we", "eve table", "we table=x"):
        assert find_named_answer(draft, reply) is None


def test_going_out_is_taken_from_the_other_side_when_it_is_said_at_the_end(recorder: GameRecorder) -> None:
    draft = HandDraft(game=recorder.read()).set_facts({"we": {"natural": 2}, "they": {"natural": 1, "out": 1}})
    for reply in ("we went out", "we out", "we out=1", "we out they out=0"):
        changed = find_named_answer(draft, reply)
        assert isinstance(changed, HandDraft)
        assert changed.collect_facts() == {"we": {"natural": 2, "out": 1}, "they": {"natural": 1}}
    both = find_named_answer(draft, "we out=1 they out=1")  # the referee says what is wrong with it
    assert isinstance(both, HandDraft)
    assert both.collect_facts()["they"] == {"natural": 1, "out": 1}
    assert find_named_answer(draft, "they went out") == draft.find_question("they", "out")
    in_both = draft.set_facts({"we": {"natural": 2, "out": 1}, "they": {"natural": 1, "out": 1}})
    changed = find_named_answer(in_both, "we went out")
    assert isinstance(changed, HandDraft)
    assert changed.collect_facts() == {"we": {"natural": 2, "out": 1}, "they": {"natural": 1}}


def test_a_whole_hand_at_the_end_may_take_the_place_of_the_answers(recorder: GameRecorder) -> None:
    draft = HandDraft(game=recorder.read()).set_facts({"we": {"natural": 2}, "they": {"natural": 1, "out": 1}})
    whole = find_whole_hand(draft, "we mixed=1 table=200 they hand=85")
    assert whole is not None
    assert whole.collect_facts() == {"we": {"mixed": 1, "table": 200}, "they": {"hand": 85}}
    for reply in ("they hand=85", "we mixed=1", "we natural=1 they natural=2 out=1", "we base=5 they hand=85", "maybe"):
        assert find_whole_hand(draft, reply) is None


def test_a_draft_of_two_hands_ago_is_of_no_use(recorder: GameRecorder) -> None:
    keep(recorder).save(FACTS, 4)
    for table in (200, 300):
        recorder.record(AddHand(facts={"we": {"natural": 1, "table": table}, "they": {"hand": 85}}))
    assert keep(recorder).find() is None


def test_the_answers_are_on_the_disk_as_soon_as_there_are_any(recorder: GameRecorder) -> None:
    keeper = keep(recorder)
    keeper.save({"we": {}, "they": {}}, 3)
    assert keeper.find() is None
    keeper.save(FACTS, 4)
    found = keep(recorder).find()
    assert found is not None
    assert (found.hand, found.facts, found.position, found.started_at) == (1, FACTS, 4, NINE)
    keeper.drop()
    assert keeper.find() is None


def test_answers_of_a_side_that_the_game_lacks_are_left_out(recorder: GameRecorder) -> None:
    keep(recorder).save({**FACTS, "eve": {"red": 1}}, 4)
    found = keep(recorder).find()
    assert found is not None
    assert found.facts == FACTS


def test_a_draft_whose_hand_was_recorded_is_of_no_use(recorder: GameRecorder) -> None:
    keep(recorder).save(FACTS, 4)
    recorder.record(AddHand(facts={"we": {"red": 2, "natural": 1, "table": 200}, "they": {"hand": 85}}))
    assert keep(recorder).find() is None


def test_a_draft_with_more_than_the_recorded_hand_may_be_of_the_next_one(recorder: GameRecorder) -> None:
    keep(recorder).save(FACTS, 4)
    recorder.record(AddHand(facts={"we": {"natural": 1, "table": 200}, "they": {"hand": 85}}))
    assert keep(recorder).find() is not None


def test_the_draft_of_someone_at_work_can_be_left_alone(recorder: GameRecorder) -> None:
    keep(recorder, ELSEWHERE).save(FACTS, 4)
    keeper = keep(recorder)
    found = keeper.find()
    assert found is not None
    assert keeper.is_at_work(found)
    keeper.leave_to_its_writer()
    keeper.save({"we": {"red": 1}, "they": {}}, 1)
    keeper.drop()
    kept = load_draft(Path(recorder.read().file))
    assert (kept and kept.facts, kept and kept.writer.name) == (FACTS, "Bob")
    assert not keep(recorder, ELSEWHERE).is_at_work(found)
