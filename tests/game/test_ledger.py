"""The library behind the commands on a ledger."""

import gc
from pathlib import Path
from typing import Any

import pytest
from support.game_files import as_0_2_wrote_it
from support.paths import TEN_HANDS

from canasta_score import (
    LedgerError,
    TallyError,
    fix_hand,
    load_variant,
    new_ledger,
    read_ledger,
    record_hand,
    redo,
    undo,
    void_hand,
)
from canasta_score.game.ledger_builder import preview_hand
from canasta_score.hand.tally.parser import parse_tally

pytestmark = pytest.mark.usefixtures("game_folder", "sentences")


class TestTheLibrary:
    """`read_ledger` and what it gives."""

    def test_a_ledger_has_a_variant_and_a_standing(self) -> None:
        ledger = read_ledger(TEN_HANDS)
        standing = ledger.standing()
        assert ledger.variant.name == "nvso"
        assert {side: (one.name, one.total, one.needs) for side, one in standing.sides.items()} == {
            "we": ("Ann & Bob", 9810, 180),
            "they": ("Cy & Di", 8665, 180),
        }
        assert (standing.over, standing.winner, standing.next_hand, standing.hands_played) == (True, "we", 11, 10)

    @pytest.mark.parametrize("hand", [1, 7, 11])
    def test_before_a_hand_all_hands_before_it_are_played(self, hand: int) -> None:
        standing = read_ledger(TEN_HANDS).standing(hand)
        assert (standing.next_hand, standing.hands_played) == (hand, hand - 1)

    def test_the_game_after_a_hand_can_be_seen_before_it_is_recorded(self) -> None:
        game = new_ledger("canasta.toml", "nvso", {"we": "Ann", "they": "Cy"})
        after = preview_hand(game, {"we": {"pairs": 1, "extra": 600}, "they": {"hand": 30}})
        # NVSO: seven pairs 2,500; from 3,000 on a side needs 155
        assert {side: (own.total, own.needs) for side, own in after.standing().sides.items()} == {
            "we": (3100, 155),
            "they": (-30, 125),
        }
        assert (len(after.hands), after.entries, read_ledger("canasta.toml").hands) == (1, (), ())

    @pytest.mark.parametrize("steps", [[fix_hand, undo], [fix_hand, undo, redo, undo], [void_hand, undo], [fix_hand]])
    def test_a_correction_that_is_undone_leaves_the_hands_where_they_are(self, steps: list[Any]) -> None:
        new_ledger("canasta.toml", "hand-and-foot", {"we": "Ann & Bob", "they": "Cy & Di"})
        hand = {
            "we": {"natural": 1, "mixed": 1, "out": 1, "table": 600},
            "they": {"mixed": 2, "table": 200, "hand": 85},
        }
        record_hand("canasta.toml", hand)
        arguments: dict[Any, list[Any]] = {fix_hand: [1, {"we": {"red": 1}}], void_hand: [1]}
        for step in steps:
            step("canasta.toml", *arguments.get(step, []))
        game = record_hand("canasta.toml", hand)
        # Hand and Foot: 50, 90, 120, 150 in hands 1 to 4
        assert ({own.needs for own in game.standing().sides.values()}, game.hands[1].place) == ({120}, 2)

    def test_a_path_may_be_text(self) -> None:
        assert read_ledger(str(TEN_HANDS)).hands == read_ledger(TEN_HANDS).hands

    def test_a_number_of_thousands_of_digits_in_the_rules_is_refused(self, ten_hands: Path) -> None:
        text = as_0_2_wrote_it(ten_hands.read_bytes()).decode()
        assert text.count("target = 8500\n") == 1
        ten_hands.write_text(text.replace("target = 8500\n", f"target = 0x{'f' * 5000}\n"), encoding="utf-8")
        with pytest.raises(LedgerError, match="target"):
            read_ledger(ten_hands)

    def test_reading_leaves_garbage_collection_as_it_was(self) -> None:
        gc.disable()
        try:
            read_ledger(TEN_HANDS)
            assert not gc.isenabled()
        finally:
            gc.enable()
        read_ledger(TEN_HANDS)
        assert gc.isenabled()

    @pytest.mark.parametrize("number", [0, 11, -1])
    def test_a_hand_that_is_not_there_is_an_error(self, number: int) -> None:
        with pytest.raises(LedgerError, match=f"hand {number}\\b.* 1 to 10"):
            read_ledger(TEN_HANDS).get_hand(number)

    def test_a_missing_ledger_is_an_error_with_the_command_that_begins_one(self) -> None:
        with pytest.raises(LedgerError, match="canasta-score new"):
            read_ledger("none.toml")

    @pytest.mark.parametrize("word", ["we", "they", "WE"])
    def test_we_and_they_are_nobody_in_a_game_of_others(self, word: str) -> None:
        with pytest.raises(TallyError, match="north or west"):
            parse_tally(load_variant("nvso"), [word, "natural=1"], ["north", "west"])
        with pytest.raises(TallyError, match=f'"{word}".*north and west'):
            parse_tally(load_variant("nvso"), ["north", "natural=1", word, "hand=5"], ["north", "west"])
