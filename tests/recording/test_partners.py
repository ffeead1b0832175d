"""Partners by hand where games are recorded: the next hand, corrections that change the partners, drafts, imports."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from canasta_score import LedgerError, TallyError, fix_hand, load_variant, new_ledger, read_ledger, record_hand
from canasta_score.game.audit import find_hand_problems
from canasta_score.game.importing.csv import parse_game_csv
from canasta_score.game.importing.json import parse_game_json
from canasta_score.game.statistics import compute_statistics
from canasta_score.hand.facts import HandFacts
from canasta_score.recording.draft import HandDraft, change_draft, find_named_answer
from canasta_score.recording.games import AddHand, FixHand
from canasta_score.report.export.csv import format_game_csv
from canasta_score.report.export.json import format_game_json
from canasta_score.report.text.explanation import iter_hand_history

pytestmark = pytest.mark.usefixtures("sentences")

NAMES = {"ann": "Ann", "bob": "Bob", "cy": "Cy"}
ALONE = {"table": 60, "hand": 45}
TOGETHER = {"natural": 1, "table": 300, "hand": 20, "out": 1}
HAND = {"ann+bob": TOGETHER, "ann": {"red": 1}, "bob": {"red": 2}, "cy": ALONE}
FILE = "canasta.toml"
NINE = datetime(2026, 11, 21, 21, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    new_ledger(FILE, "cutthroat", NAMES)
    record_hand(FILE, HAND)


def totals() -> dict[str, int]:
    return dict(read_ledger(FILE).totals)


def test_a_game_has_three_players() -> None:
    for names in (None, {"ann": "Ann", "bob": "Bob"}, {**NAMES, "di": "Di"}):
        with pytest.raises(LedgerError, match="exactly 3 players"):
            new_ledger("other.toml", "cutthroat", names)
    assert not Path("other.toml").exists()


def test_a_hand_is_recorded_as_a_pair_or_with_partners() -> None:
    game = record_hand(FILE, {"bob": {**TOGETHER, "red": 1}, "cy": TOGETHER, "ann": ALONE}, partners=["cy", "bob"])
    assert [hand.partners for hand in game.hands] == [("ann", "bob"), ("bob", "cy")]
    assert list(game.hands[1].facts) == ["bob+cy", "ann", "bob", "cy"]
    assert game.hands[1].get_facts("bob") == {**TOGETHER, "red": 1}
    assert game.hands[1].get_facts("ann") == ALONE
    assert game == read_ledger(FILE)
    assert game.totals == {"ann": 980 + 15, "bob": 1080 + 980, "cy": 15 + 880}
    assert list(find_hand_problems(game, strict=True)) == []


@pytest.mark.parametrize(
    ("facts", "partners"),
    [
        ({**HAND, "bob+cy": {"table": 5}}, ()),
        ({"ann+di": TOGETHER}, ()),
        ({"ann": TOGETHER, "bob": ALONE}, ("ann", "bob")),
        ({"ann": TOGETHER}, ("ann", "di")),
        ({**HAND, "cy": {"out": 1}}, ()),
        ({**HAND, "bob": {"red": 4}}, ()),
    ],
)
def test_a_hand_that_cannot_be_is_refused_and_nothing_is_written(facts: HandFacts, partners: tuple[str, ...]) -> None:
    before = Path(FILE).read_bytes()
    with pytest.raises(TallyError):
        record_hand(FILE, facts, partners=partners)
    assert Path(FILE).read_bytes() == before


@pytest.mark.parametrize(
    ("changes", "partners", "after"),
    [
        ({"bob+ann": {"table": 320}}, ("ann", "bob"), {"ann": 1000, "bob": 1100, "cy": 15}),
        ({"ann": {"red": 0}}, ("ann", "bob"), {"ann": 880, "bob": 1080, "cy": 15}),
        ({"ann+cy": {}}, ("ann", "cy"), {"ann": 980, "bob": 200 + 15, "cy": 880}),
        ({"bob+cy": {"table": 200}, "ann": {"hand": 0}}, ("bob", "cy"), {"ann": 100 + 60, "bob": 980, "cy": 780}),
        (
            {"ann+bob": dict.fromkeys(TOGETHER, 0), "ann": {"table": 90}, "bob": {"hand": 30}},
            (),
            {"ann": 190, "bob": -200 - 30, "cy": 15},
        ),
    ],
)
def test_a_correction_changes_what_partners_have_and_who_they_were(
    changes: HandFacts, partners: tuple[str, ...], after: Mapping[str, int]
) -> None:
    game = fix_hand(FILE, 1, changes)
    assert game.hands[0].partners == partners
    assert totals() == after
    assert game == read_ledger(FILE)


@pytest.mark.parametrize(
    "changes",
    [
        {"ann+bob": {}},
        {"ann": {"table": 90}},
        {"ann+bob": {"red": 1}},
        {"ann+ann": {}},
        {"ann+di": {}},
        {"ann+bob": {"table": 320}, "bob+cy": {"table": 60}},
        {"ann+cy": {"out": 1}, "bob": {"out": 1, "natural": 1}},
        {"di": {"table": 5}, "cy": {"table": 65}},
    ],
)
def test_a_correction_that_cannot_be_is_refused_and_nothing_is_written(changes: HandFacts) -> None:
    before = Path(FILE).read_bytes()
    with pytest.raises(TallyError):
        fix_hand(FILE, 1, changes)
    assert Path(FILE).read_bytes() == before


def test_partners_with_nothing_are_corrected_shown_and_read_again() -> None:
    record_hand(FILE, {"ann": {"red": 1}, "cy": {"hand": 20}})
    game = fix_hand(FILE, 2, {"ann+bob": {}})
    assert game == read_ledger(FILE)
    assert game.hands[1].partners == ("ann", "bob")
    assert "Corrected: Ann & Bob." in list(iter_hand_history(game, game.hands[1]))


def test_partners_need_what_the_one_with_the_lower_need_does() -> None:
    new_ledger("late.toml", "cutthroat", NAMES, starting_totals={"ann": 1500, "cy": 3000})
    game = read_ledger("late.toml")
    for points, pair, unlikely in ((60, "ann+bob", 0), (45, "ann+bob", 1), (85, "ann+cy", 1), (90, "ann+cy", 0)):
        alone = {"cy" if pair == "ann+bob" else "bob": {"natural": 1, "out": 1, "table": 130}}
        problems = AddHand(facts={pair: {"table": points, "hand": 20}, **alone}).propose(game, NINE).problems
        assert [problem.side for problem in problems] == [pair] * unlikely


def test_statistics_know_no_canastas_of_partners_with_one_figure() -> None:
    record_hand(FILE, {"ann+bob": {"base": 800, "count": 200}, "cy": ALONE})
    sides = {side.name: side for side in compute_statistics([read_ledger(FILE)]).sides}
    assert {name: side.all_canastas.hands for name, side in sides.items()} == {"Ann": 1, "Bob": 1, "Cy": 2}


def test_requests_propose_the_whole_change() -> None:
    game = read_ledger(FILE)
    assert FixHand(hand=1, changes={"ann+cy": {}}).propose(game, NINE).entry.facts == {
        "ann+cy": TOGETHER,
        "ann+bob": dict.fromkeys(TOGETHER, 0),
        "bob": ALONE,
        "cy": dict.fromkeys(ALONE, 0),
    }
    same = AddHand(facts=HAND).propose(game, NINE).problems
    assert [problem.message for problem in same] == ["this hand is identical to hand 1"]


def test_a_file_with_partners_needs_this_version_and_reads_only_what_they_can_have() -> None:
    text = Path(FILE).read_text("utf-8")
    assert '\nformat = 2\nneeds = "0.3"\n' in text
    assert '[entry."ann+bob"]\nnatural = 1\n' in text
    for old, new, where in (
        ("[entry.cy]\n", "[entry.cy]\n", None),
        ("[entry.ann]\n", "[entry.ann]\ntable = 300\n", "ann.table"),
        ("out = 1\n", "out = 1\nred = 1\n", "ann+bob.red"),
        ('partners = "by hand"', 'partners = "fixed"', "ann+bob"),
        ("[entry.cy]\n", '[entry."bob+cy"]\ntable = 5\n\n[entry.cy]\n', "bob+cy"),
        ('"ann+bob"', '"ann+di"', "ann+di"),
        ("\n[entry.bob]\nred = 2\n", "", "totals"),
    ):
        assert old in text
        Path("other.toml").write_text(re.sub('checksum = ".*"\n', "", text.replace(old, new)), "utf-8")
        if where is None:
            read_ledger("other.toml")
            continue
        with pytest.raises(LedgerError, match=re.escape(f", {where}: ")):
            read_ledger("other.toml")


def test_a_partner_who_is_left_out_of_the_file_has_nothing_alone() -> None:
    record_hand(FILE, {"ann+bob": TOGETHER, "bob": {"red": 1}, "cy": ALONE})
    text = Path(FILE).read_text("utf-8")
    head, _, last = text.rpartition("[entry.ann]\n")
    Path(FILE).write_text(head + last.lstrip("\n"), "utf-8")
    assert read_ledger(FILE).hands[1].get_facts("ann") == TOGETHER


def test_exports_are_imported_with_their_partners() -> None:
    record_hand(FILE, {"ann": ALONE, "bob": {"red": 1, "hand": 20}, "cy": {"natural": 1, "table": 90}})
    fix_hand(FILE, 1, {"ann+cy": {}})
    game = read_ledger(FILE)
    table = format_game_csv(game)
    assert table.splitlines()[0].startswith("hand,time,side,name,partner,red,")
    rows = [row.split(",") for row in table.splitlines()[1:]]
    assert [(row[2], row[4]) for row in rows] == [
        ("ann", "cy"), ("bob", ""), ("cy", "ann"), ("ann", ""), ("bob", ""), ("cy", ""),
    ]  # fmt: skip
    imported = parse_game_csv(table.encode(), game.variant, "game.csv")
    assert [hand.facts for hand in imported.hands] == [
        {side: {name: number for name, number in own.items() if number} for side, own in hand.facts.items()}
        for hand in game.hands
    ]
    assert parse_game_json(format_game_json(game).encode(), "game.json").state.hands == game.hands


def test_a_base_of_partners_in_one_figure_is_imported_with_the_threes_of_one_of_them() -> None:
    record_hand(FILE, {"ann+bob": {"base": 600, "count": 300}, "bob": {"red": 1}, "cy": ALONE})
    game = read_ledger(FILE)
    *_, hand = parse_game_csv(format_game_csv(game).encode(), game.variant, "game.csv").hands
    assert hand.facts == {"ann+bob": {"base": 600, "count": 300}, "ann": {}, "bob": {"red": 1}, "cy": ALONE}


@pytest.mark.parametrize(
    ("rows", "row"),
    [
        (["1,Ann,Bob,100", "1,Bob,,100", "1,Cy,,20"], None),
        (["1,Ann,,100", "1,Bob,ann,100", "1,Cy,,20"], None),
        (["1,Ann,Bob,100", "1,Bob,Cy,100", "1,Cy,,20"], 3),
        (["1,Ann,Bob,100", "1,Bob,Ann,90", "1,Cy,,20"], 2),
        (["1,Ann,,100", "1,Bob,Di,90", "1,Cy,,20"], 3),
        (["1,Ann,Ann,100", "1,Bob,,90", "1,Cy,,20"], 2),
        (["1,Ann,,100", "1,Bob,Cy,3000", "1,Cy,,3000"], 3),
    ],
)
def test_a_table_may_name_the_partner_of_one_or_both(rows: list[str], row: int | None) -> None:
    data = "\n".join(["hand,side,partner,table", *rows]).encode()
    cutthroat = load_variant("cutthroat")
    if row is None:
        (hand,) = parse_game_csv(data, cutthroat, "game.csv").hands
        assert hand.facts == {"ann+bob": {"table": 100}, "ann": {}, "bob": {}, "cy": {"table": 20}}
        return
    with pytest.raises(TallyError) as caught:
        parse_game_csv(data, cutthroat, "game.csv")
    assert caught.value.diagnostics[0].row == row
    with pytest.raises(TallyError, match="no column partner"):
        parse_game_csv(data, load_variant("classic"), "game.csv")


def draft_of(facts: HandFacts) -> HandDraft:
    return HandDraft(game=read_ledger(FILE)).set_facts(facts)


def test_questions_begin_with_who_plays_alone_and_go_to_the_pair() -> None:
    draft = draft_of(HAND)
    assert draft.collect_facts() == HAND
    asked = [question.side for question in draft.list_questions()]
    assert list(dict.fromkeys(asked)) == ["", "ann+bob", "ann", "bob", "cy"]
    assert draft.find_question("ann+bob", "red") is None
    assert draft.find_question("ann", "table") is None
    assert draft_of({}).collect_facts() == {"ann": {}, "bob": {}, "cy": {}}


def test_another_player_alone_takes_over_what_the_one_before_had() -> None:
    draft = draft_of(HAND)
    question = draft.list_questions()[0]
    assert draft.find_answer(question) == {"cy": 1}
    assert draft.set_answer(question, {"cy": 1}) == draft
    changed = draft.set_answer(question, {"bob": 1}).collect_facts()
    assert changed == {"ann+cy": TOGETHER, "ann": {"red": 1}, "bob": {**ALONE, "red": 2}, "cy": {}}
    alone = draft.set_answer(question, {}).collect_facts()
    assert alone == {"ann": {"red": 1}, "bob": {"red": 2}, "cy": ALONE}


def test_partners_stay_when_their_last_item_is_removed_from_a_draft() -> None:
    draft = draft_of({"ann+bob": {"table": 90}, "ann": {"red": 1}, "bob": {}, "cy": {}})
    changed = draft.apply_changes({"ann+bob": {"table": 0}}).collect_facts()
    assert changed == {"ann+bob": {}, "ann": {"red": 1}, "bob": {}, "cy": {}}


def test_a_line_at_a_question_names_the_pair() -> None:
    empty = HandDraft(game=read_ledger(FILE))
    whole, part = change_draft(empty, "ann+bob t300 cy h20"), change_draft(empty, "ann+bob t300")
    assert whole
    assert whole.draft.collect_facts() == {"ann+bob": {"table": 300}, "ann": {}, "bob": {}, "cy": {"hand": 20}}
    assert whole.draft.position == len(whole.draft.list_questions())
    assert part
    assert part.draft.position == 0
    assert change_draft(empty, "ann+ann t300") is None
    assert change_draft(empty, "t300") is None


def test_the_answer_of_a_pair_is_named_at_the_end() -> None:
    draft = draft_of(HAND)
    changed = find_named_answer(draft, "b+ann table=320")
    assert isinstance(changed, HandDraft)
    assert changed.collect_facts()["ann+bob"]["table"] == 320
    assert find_named_answer(draft, "b+a hand") == draft.find_question("ann+bob", "hand")
    assert find_named_answer(draft, "ann table=5") == "table"
    assert find_named_answer(draft, "ann+di table") is None


@pytest.mark.parametrize(("wins", "winner"), [("highest", "bob"), ("lowest", "ann")])
def test_partners_with_a_hand_that_wins_the_game_are_told_apart_by_their_totals(wins: str, winner: str) -> None:
    rules = ["game.partners=by hand", f"game.wins={wins}"]
    new_ledger("league.toml", "canasta-league", NAMES, house_rules=rules, starting_totals={"bob": 500})
    game = record_hand("league.toml", {"ann+bob": {"dream-hand": 1}, "cy": {"hand": 45}})
    assert game.standing().over
    assert game.standing().winner == winner
