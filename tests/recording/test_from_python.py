"""Keeping a game from Python."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from canasta_score import (
    CanastaError,
    HandRefusedError,
    Ledger,
    LedgerError,
    Problem,
    RuleError,
    TallyError,
    adjust,
    change_rules,
    end_game,
    fix_hand,
    load_variant,
    new_ledger,
    read_ledger,
    record_hand,
    redo,
    referee,
    undo,
    void_hand,
)
from canasta_score.rules.diagnostics import DiagnosticCode

pytestmark = pytest.mark.usefixtures("sentences")

HAND = {"we": {"red": 3, "natural": 2, "out": 1, "table": 200}, "they": {"natural": 1, "table": 160, "hand": 85}}
FIVE_RED_THREES = {"we": {"red": 3, "table": 200, "natural": 1}, "they": {"red": 2, "hand": 85}}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "friday.toml"


def test_a_new_game_has_the_names_the_house_rules_and_the_starting_totals(file: Path) -> None:
    game = new_ledger(
        file, "wca", {"ann": "Ann", "cy": "Cy"}, house_rules=["game.target=5000"], starting_totals={"cy": 300}
    )
    assert read_ledger(file) == game
    assert (dict(game.side_names), dict(game.starting_totals)) == ({"ann": "Ann", "cy": "Cy"}, {"ann": 0, "cy": 300})
    assert (game.variant.game.target, game.house_rules) == (5000, ("game.target=5000",))


def test_a_game_can_be_started_with_a_loaded_variant(file: Path) -> None:
    game = new_ledger(file, load_variant("samba"))
    assert (game.variant, [*game.side_names]) == (load_variant("samba"), ["we", "they"])


@pytest.mark.parametrize("name", ["nvso.toml", "club.toml"])
def test_rules_from_a_file_elsewhere_are_passed_by_their_path(file: Path, tmp_path: Path, name: str) -> None:
    rules = tmp_path / name
    rules.write_text('extends = "nvso"\n[game]\ntarget = 5000\n')
    with pytest.raises(RuleError, match="pass the path"):
        new_ledger(file, load_variant(rules))
    assert not file.exists()
    assert new_ledger(file, rules).variant.game.target == 5000


def test_what_somebody_changes_in_a_game_is_not_in_the_next_reading(file: Path) -> None:
    new_ledger(file, "nvso")
    game = record_hand(file, HAND)
    before, what_if = dict(game.totals), read_ledger(file)
    for one in (game, what_if):
        one.hands[0].facts["we"]["table"] = 0  # type: ignore[index]
        one.totals["we"] = 0  # type: ignore[index]
    assert read_ledger(file).totals == before
    assert record_hand(file, {"we": {"table": 100, "natural": 1}, "they": {"out": 1}}).totals["we"] > before["we"]


def test_a_game_that_is_there_is_not_replaced(file: Path) -> None:
    new_ledger(file, "nvso")
    before = file.read_bytes()
    with pytest.raises(LedgerError):
        new_ledger(file, "wca")
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "names", [{"a": "Ann"}, {"a": "Ann", "b": ""}, {"a": "Ann", "b": "Ann"}, {"red": "A", "b": "B"}]
)
def test_sides_that_no_game_can_have_are_refused(file: Path, names: dict[str, str]) -> None:
    with pytest.raises(LedgerError):
        new_ledger(file, "nvso", names)
    assert not file.exists()


def test_a_recorded_hand_is_in_the_file_and_in_the_standing(file: Path) -> None:
    new_ledger(file, "nvso")
    game = record_hand(file, HAND)
    assert read_ledger(file) == game
    # Red threes 500, two natural canastas 1,000, going out 100, cards 200; a natural canasta 500, cards 160 - 85.
    assert {side: standing.total for side, standing in game.standing().sides.items()} == {"we": 1800, "they": 575}


def test_a_side_left_out_has_nothing(file: Path) -> None:
    new_ledger(file, "nvso")
    assert record_hand(file, {"they": {"mixed": 1, "table": 140}}).standing().sides["we"].total == 0


@pytest.mark.parametrize("facts", [{}, {"we": {}}, {"we": {}, "they": {}}])
def test_a_hand_without_anything_is_refused(file: Path, facts: dict[str, dict[str, int]]) -> None:
    game = new_ledger(file, "nvso")
    with pytest.raises(TallyError, match="nothing is entered for any side"):
        record_hand(file, facts, anyway=True)
    assert read_ledger(file) == game


def test_an_impossible_hand_is_refused_and_recorded_anyway_if_asked(file: Path) -> None:
    new_ledger(file, "nvso")
    before = file.read_bytes()
    with pytest.raises(HandRefusedError) as refused:
        record_hand(file, FIVE_RED_THREES)
    problems: list[Problem] = [*refused.value.problems]
    assert [problem.fact for problem in problems if problem.severity == "impossible"] == ["red"]
    assert issubclass(HandRefusedError, TallyError)
    assert file.read_bytes() == before
    game = record_hand(file, FIVE_RED_THREES, anyway=True)
    assert game.entries[-1].accepted_anyway
    assert not record_hand(file, HAND, True).entries[-1].accepted_anyway  # noqa: FBT003 -- by position, too


def test_a_hand_after_the_end_is_refused(file: Path) -> None:
    new_ledger(file, "nvso", starting_totals={"we": 8000})
    record_hand(file, HAND)
    with pytest.raises(TallyError) as refused:
        record_hand(file, HAND)
    assert refused.value.diagnostics[0].code is DiagnosticCode.GAME_OVER


def codes_of(refuse: Callable[[], object]) -> list[DiagnosticCode]:
    with pytest.raises(CanastaError) as refused:
        refuse()
    return [diagnostic.code for diagnostic in refused.value.diagnostics]


def test_a_program_can_tell_refusals_apart_by_their_codes(file: Path) -> None:
    new_ledger(file, "nvso")
    record_hand(file, HAND)
    refused: dict[DiagnosticCode, Callable[[], object]] = {
        DiagnosticCode.NO_SUCH_HAND: lambda: fix_hand(file, 9, {"we": {"red": 1}}),
        DiagnosticCode.UNKNOWN_SIDE: lambda: record_hand(file, {"us": {"red": 1}}),
        DiagnosticCode.UNKNOWN_ITEM: lambda: record_hand(file, {"we": {"rde": 1}}, anyway=True),
        DiagnosticCode.WRONG_TYPE: lambda: record_hand(file, {"we": {"red": "1"}}),  # type: ignore[dict-item]
        DiagnosticCode.IMPOSSIBLE_HAND: lambda: record_hand(file, {"we": {"table": 203}}),
        DiagnosticCode.INVALID_POINTS: lambda: adjust(file, "we", -3),
        DiagnosticCode.NO_CHANGE: lambda: fix_hand(file, 1, {"they": {"hand": 85}}),
        DiagnosticCode.NOTHING_TO_REDO: lambda: redo(file),
    }
    assert {code: codes_of(refuse) for code, refuse in refused.items()} == {code: [code] for code in refused}
    assert codes_of(lambda: adjust(file, "us", -100)) == [DiagnosticCode.UNKNOWN_SIDE]
    assert codes_of(lambda: change_rules(file, "nvso")) == [DiagnosticCode.NO_CHANGE]


def test_a_proposed_command_names_the_file_of_the_call(file: Path) -> None:
    game = str(file)

    def command_of(refuse: Callable[[], object]) -> tuple[str, ...]:
        with pytest.raises(CanastaError) as refused:
            refuse()
        return refused.value.diagnostics[0].command

    assert command_of(lambda: read_ledger(file)) == ("new", "-l", game)
    new_ledger(file, "nvso")
    record_hand(file, HAND)
    assert command_of(lambda: fix_hand(game, 1, {"we": {"red": 3}})) == ("explain", "-l", game, "1")
    end_game(file)
    assert command_of(lambda: record_hand(file, HAND)) == ("undo", "-l", game)
    assert command_of(lambda: adjust(file, "they", -100)) == ("fix", "-l", game, "1", "they", "penalty=100")
    assert command_of(lambda: change_rules(file, "nosuch")) == ("variants", "list")
    file.write_text(file.read_text("utf-8").replace("we = 1800", "we = 1900", 1), "utf-8")
    assert command_of(lambda: undo(file)) == ("check", "--restate", "-l", game)
    with pytest.raises(LedgerError, match=re.escape(f"--restate -l {game}")):
        undo(file)


def test_starting_totals_of_an_unknown_side_are_refused(file: Path) -> None:
    assert codes_of(lambda: new_ledger(file, "nvso", starting_totals={"x": 5})) == [DiagnosticCode.UNKNOWN_SIDE]
    assert not file.exists()


def test_arguments_of_wrong_types_are_named(file: Path) -> None:
    new_ledger(file, "nvso")
    wrong: dict[str, Callable[..., object]] = {
        "fix_hand takes hand: int, not '2'": lambda: fix_hand(file, "2", {}),  # type: ignore[arg-type]
        "adjust takes points: int, not '-100'": lambda: adjust(file, "they", "-100"),  # type: ignore[arg-type]
        "change_rules takes house_rules: Sequence[str] = (), not 'game.target=5000'": lambda: change_rules(
            file, house_rules="game.target=5000"
        ),
        "record_hand takes facts: Mapping[str, Mapping[str, int]], not {'we': 5}": lambda: record_hand(
            file,
            {"we": 5},  # type: ignore[dict-item]
        ),
        "new_ledger takes names: Mapping[str, str] | None = None, not {'we': 1}": lambda: new_ledger(
            file,
            "nvso",
            {"we": 1},  # type: ignore[dict-item]
        ),
    }
    for message, call in wrong.items():
        with pytest.raises(TypeError) as refused:
            call()
        assert str(refused.value) == message
    game = change_rules(str(file), Path("wca"))
    changed = game.entries[-1].rules
    assert changed
    assert (game.variant.name, changed.variant.name, changed.house_rules) == ("wca", "wca", ())


@pytest.mark.parametrize(
    ("change", "code"),
    [
        pytest.param(lambda text: text[:-20], DiagnosticCode.DAMAGED_FILE, id="cut off"),
        *(
            pytest.param(
                lambda text, at=at: text[: text.rindex(at)], DiagnosticCode.DAMAGED_FILE, id=f"cut before {at}"
            )
            for at in ("they = ", "[entry.totals]", "hand = ", "what = ")
        ),
        pytest.param(lambda text: text.replace("hand = 1", "hand = 2"), DiagnosticCode.DAMAGED_FILE, id="out of order"),
        pytest.param(
            lambda text: text.replace("[entry.we]\n", "[entry.we]\nrde = 1\n"),
            DiagnosticCode.DAMAGED_FILE,
            id="unknown item",
        ),
        pytest.param(
            lambda text: re.sub(r"format = .*", "format = 99", text), DiagnosticCode.NEWER_FORMAT, id="format 99"
        ),
        pytest.param(lambda text: re.sub(r"format = .*\n", "", text), DiagnosticCode.MISSING_KEY, id="no format"),
        pytest.param(lambda text: text.replace('what = "hand"\n', ""), DiagnosticCode.MISSING_KEY, id="no kind"),
        pytest.param(lambda text: re.sub(r"\[sides\]\n.*\n.*\n", "", text), DiagnosticCode.MISSING_KEY, id="no sides"),
        pytest.param(
            lambda text: re.sub(r"\n\[rules\](.|\n)*\n\[\[entry", "\n[[entry", text),
            DiagnosticCode.MISSING_KEY,
            id="no rules",
        ),
        pytest.param(lambda text: re.sub(r"\nat = .*", "", text), DiagnosticCode.MISSING_KEY, id="no time"),
    ],
)
def test_a_damaged_file_is_not_taken_for_a_wrong_request(
    file: Path, change: Callable[[str], str], code: DiagnosticCode
) -> None:
    new_ledger(file, "nvso")
    record_hand(file, HAND)
    before = file.read_text("utf-8")
    file.write_text(change(before), "utf-8")
    assert file.read_text("utf-8") != before
    assert {*codes_of(lambda: read_ledger(file))} == {code}


def test_the_referee_finds_what_record_hand_refuses_and_says_what_can_be_recorded_anyway(file: Path) -> None:
    game = new_ledger(file, "nvso")
    for facts in ({"us": {"red": 1}}, {"we": {"rde": 3}}, {"we": {"red": -1}}, FIVE_RED_THREES):
        problems = [each for each in referee(game.variant, facts, game.side_names) if each.severity == "impossible"]
        assert problems
        can_be_recorded = {each.code for each in problems} == {DiagnosticCode.IMPOSSIBLE_HAND}
        assert can_be_recorded == (facts is FIVE_RED_THREES)
        if can_be_recorded:
            record_hand(file, facts, anyway=True)
        else:
            assert codes_of(lambda: record_hand(file, facts, anyway=True)) == [each.code for each in problems]  # noqa: B023


@pytest.mark.parametrize("facts", [{"us": {"red": 1}}, {"we": {"rde": 1}}, {"we": {"red": -1}}])
def test_unknown_sides_items_and_negative_numbers_are_refused(file: Path, facts: dict[str, dict[str, int]]) -> None:
    new_ledger(file, "nvso")
    before = file.read_bytes()
    with pytest.raises((TallyError, LedgerError)):
        record_hand(file, facts)
    assert file.read_bytes() == before


def test_a_hand_that_is_sent_twice_is_recorded_once_and_only_the_entry_that_is_meant_is_undone(file: Path) -> None:
    new_ledger(file, "nvso")
    assert len(record_hand(file, HAND, hand=1).hands) == 1
    assert codes_of(lambda: record_hand(file, HAND, hand=1)) == ["not-next-hand"]
    record_hand(file, HAND, hand=2)
    assert codes_of(lambda: undo(file, entry=1)) == ["not-last-entry"]
    assert len(read_ledger(file).hands) == 2
    assert undo(file, entry=2).effective_entry_numbers() == {1, 3}
    undo(file, entry=1)


def test_there_must_be_a_game(file: Path) -> None:
    with pytest.raises(LedgerError):
        record_hand(file, HAND)


def test_true_is_recorded_as_one(file: Path) -> None:
    new_ledger(file, "nvso")
    game = record_hand(file, {"we": {"natural": 2, "table": 200, "out": True}, "they": {"hand": 85}})
    assert dict(game.hands[0].facts["we"]) == {"natural": 2, "table": 200, "out": 1}
    assert read_ledger(file) == game


def totals(game: Ledger) -> list[int]:
    return [standing.total for standing in game.standing().sides.values()]


def test_a_hand_is_corrected_and_canceled(file: Path) -> None:
    new_ledger(file, "nvso")
    record_hand(file, HAND)
    # Cards 160 - 85 become 160 - 0 with a natural canasta of 500.
    assert totals(fix_hand(file, 1, {"they": {"hand": 0}}, why="counted again")) == [1800, 660]
    with pytest.raises(TallyError):
        fix_hand(file, 1, {"they": {"red": 5}})
    assert fix_hand(file, 1, {"they": {"red": 5}}, anyway=True).hands[0].accepted_anyway
    assert totals(void_hand(file, 1, why="dealt the wrong cards")) == [0, 0]
    assert [entry.text for entry in read_ledger(file).entries] == ["", "counted again", "", "dealt the wrong cards"]


def test_the_last_entry_is_undone_and_brought_back(file: Path) -> None:
    new_ledger(file, "nvso")
    record_hand(file, HAND)
    assert totals(undo(file)) == [0, 0]
    assert totals(redo(file)) == [1800, 575]
    with pytest.raises(LedgerError):
        redo(file)


def test_a_game_ends_when_time_is_called(file: Path) -> None:
    new_ledger(file, "nvso")
    record_hand(file, HAND)
    game = end_game(file, why="time was called")
    assert (game.standing().over, game.standing().winner, game.entries[-1].text) == (True, "we", "time was called")
    with pytest.raises(LedgerError):
        end_game(file)


def test_an_adjustment_after_the_end_says_that_the_game_is_over(file: Path) -> None:
    new_ledger(file, "nvso")
    record_hand(file, HAND)
    end_game(file)
    with pytest.raises(LedgerError) as caught:
        adjust(file, "we", 5)
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == [DiagnosticCode.GAME_OVER]
