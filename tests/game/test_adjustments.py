"""Points between hands: they count in totals and needs, never end a game, and come after it in no way."""

from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok
from support.game_files import as_0_2_wrote_it

from canasta_score import (
    LedgerError,
    TallyError,
    adjust,
    fix_hand,
    new_ledger,
    read_ledger,
    record_hand,
    undo,
    void_hand,
)
from canasta_score.game.ledger import Ledger

pytestmark = pytest.mark.usefixtures("sentences")

FILE = "canasta.toml"
NAMES = {"we": "Ann & Bob", "they": "Cy & Di"}


def game(*hands: tuple[int, int], target: int = 8500) -> Ledger:
    """Begin a game, and record hands as totals."""
    new_ledger(FILE, "nvso", NAMES, house_rules=[f"game.target={target}"])
    for we, they in hands:
        record_hand(FILE, {"we": {"total": we}, "they": {"total": they}})
    return read_ledger(FILE)


def totals(ledger: Ledger) -> list[int]:
    return [side.total for side in ledger.standing().sides.values()]


@pytest.mark.usefixtures("game_folder")
class TestAdjustment:
    def test_moves_the_total_and_so_the_need(self) -> None:
        game((2900, 3000))  # 155 is needed from 3,000 on
        needs = {side: own.needs for side, own in adjust(FILE, "they", -100).standing().sides.items()}
        assert needs == {"we": 125, "they": 125}
        assert totals(adjust(FILE, "we", 100)) == [3000, 2900]
        assert run_json("meld", "--json")["sides"]["we"]["needs"] == 155
        rows = [line.split(",") for line in run_ok("export").splitlines()]
        assert [(row[0], row[2], *row[-3:]) for row in rows[1:]] == [
            ("1", "we", "2900", "2900", "155"),
            ("1", "they", "3000", "3000", "125"),
            ("adjust", "they", "-100", "2900", ""),
            ("adjust", "we", "100", "3000", ""),
        ]

    def test_stays_where_it_was_when_a_hand_before_it_is_corrected_or_canceled(self) -> None:
        game((100, 200), (300, 400))
        adjust(FILE, "we", 50)
        record_hand(FILE, {"we": {"total": 10}, "they": {"total": 20}})
        running = [(hand.number, *points.values()) for hand, points in read_ledger(FILE).iter_running_totals()]
        assert running == [(1, 100, 200), (2, 400, 600), (3, 460, 620)]
        assert totals(void_hand(FILE, 2)) == [160, 220]
        assert totals(fix_hand(FILE, 1, {"we": {"total": 105}})) == [165, 220]

    def test_before_the_first_hand_counts_like_points_brought_forward(self) -> None:
        game()
        assert totals(adjust(FILE, "they", 500)) == [0, 500]
        record_hand(FILE, {"we": {"total": 10}, "they": {"total": 20}})
        assert totals(read_ledger(FILE)) == [10, 520]
        assert "Adjusted before the first hand: Cy & Di +500." in run_ok("show")

    def test_never_ends_a_game_which_ends_with_a_hand(self) -> None:
        game((900, 100), target=1000)
        assert not adjust(FILE, "we", 100).standing().over
        assert "An adjustment does not end a game: the game continues. Hand 2 is next." in run_ok("show")
        record_hand(FILE, {"we": {"total": -50}, "they": {"total": 0}})
        assert not read_ledger(FILE).standing().over  # 950 again
        record_hand(FILE, {"we": {"total": 50}, "they": {"total": 0}})
        result = read_ledger(FILE).standing().result
        assert result is not None
        assert (result.last_hand, result.winner, result.totals) == (3, "we", {"we": 1000, "they": 100})

    def test_breaks_a_tie_only_with_the_next_hand(self) -> None:
        game((1000, 1000), target=1000)
        assert not adjust(FILE, "they", -5).standing().over
        record_hand(FILE, {"we": {"total": 0}, "they": {"total": 0}})
        assert read_ledger(FILE).standing().winner == "we"

    def test_decides_a_game_that_time_ends(self) -> None:
        game((300, 305))
        adjust(FILE, "they", -10)
        run_ok("end")
        result = read_ledger(FILE).standing().result
        assert result is not None
        assert (result.last_hand, result.winner, result.totals) == (1, "we", {"we": 300, "they": 295})

    def test_counts_in_no_statistics_of_hands_and_in_a_comeback(self) -> None:
        game((100, 200), target=1000)
        adjust(FILE, "they", 50)  # We are 150 behind
        record_hand(FILE, {"we": {"total": 0}, "they": {"total": 0}})
        record_hand(FILE, {"we": {"total": 900}, "they": {"total": 0}})
        we, they = run_json("stats", "--json")["sides"]
        assert (they["average"], we["comeback"]["points"]) == (pytest.approx(200 / 3), 150)

    def test_comes_back_from_json(self) -> None:
        game((100, 200))
        adjust(FILE, "they", -45, why="late")
        run_ok("export", "-o", "game.json")
        run_ok("import", "game.json", "-l", "again.toml")
        assert read_ledger("again.toml").entries == read_ledger(FILE).entries
        assert totals(read_ledger("again.toml")) == [100, 155]

    def test_comes_back_from_csv_with_its_place(self) -> None:
        game()
        adjust(FILE, "we", 20, why=f"=late, {'very ' * 50}")
        record_hand(FILE, {"we": {"natural": 1, "table": 200}, "they": {"hand": 5}}, anyway=True)
        adjust(FILE, "they", -45)
        record_hand(FILE, {"we": {"natural": 1, "table": 100}, "they": {"hand": 15}}, anyway=True)
        run_ok("export", "-o", "game.csv")
        run_ok("import", "game.csv", "-l", "again.toml")
        before, again = read_ledger(FILE), read_ledger("again.toml")
        for entry, stated in zip(again.entries, before.entries, strict=True):
            assert (entry.kind, entry.hand, entry.side) == (stated.kind, stated.hand, stated.side)
            assert (entry.points, entry.totals) == (stated.points, stated.totals)
            assert entry.text == stated.text.strip()
        text = Path("game.csv").read_text()
        for old, new, message in (
            (",-45,-50,", ",,-50,", "is an adjustment without points"),
            (",-45,-50,", ",-45,-60,", "running is -60, but the other numbers add up to -50"),
        ):
            assert old in text
            Path("bad.csv").write_text(text.replace(old, new))
            refused = run("import", "bad.csv", "-l", "bad.toml")
            assert (refused.code, message in refused.err) == (3, True)

    def test_is_undone_and_a_paper_total_from_before_a_correction_is_still_found(self) -> None:
        game((100, 200), (100, 200))
        adjust(FILE, "they", -100)
        fix_hand(FILE, 2, {"we": {"total": 150}})
        assert "correct" in run_ok("reconcile", "2", "we", "200")
        assert totals(undo(FILE)) == [200, 300]
        assert totals(undo(FILE)) == [200, 400]


@pytest.mark.usefixtures("game_folder")
@pytest.mark.parametrize(
    ("hand", "points", "hint"),
    [
        ({"natural": 1, "table": 200}, -100, "fix 1 we penalty=100"),
        ({"natural": 1, "table": 200, "penalty": 50}, -100, "fix 1 we penalty=150"),
        ({"natural": 1, "table": 200}, 50, "fix 1 we extra=50"),
        ({"total": 700}, -100, "to start the next game"),
    ],
)
def test_an_adjustment_after_the_end_is_refused_with_a_way_that_works(
    hand: dict[str, int], points: int, hint: str
) -> None:
    game(target=500)
    record_hand(FILE, {"we": hand, "they": {"hand": 5}})
    before = Path(FILE).read_bytes()
    refused = run("adjust", "we", str(points))
    assert (refused.code, Path(FILE).read_bytes()) == (4, before)
    assert hint in refused.err
    if "fix" in hint:
        total = read_ledger(FILE).totals["we"]
        run_ok(*hint.split())
        assert read_ledger(FILE).totals["we"] == total + points


@pytest.mark.usefixtures("game_folder")
def test_an_adjustment_after_a_game_without_hands_is_refused() -> None:
    game()
    run_ok("end")
    with pytest.raises(LedgerError, match="already over"):
        adjust(FILE, "we", 5)


@pytest.mark.usefixtures("game_folder")
@pytest.mark.parametrize("points", [0, 7, -101, 10_000_000])
def test_points_that_no_game_has_are_refused(points: int) -> None:
    game()
    before = Path(FILE).read_bytes()
    with pytest.raises((TallyError, LedgerError)):
        adjust(FILE, "we", points)
    with pytest.raises(LedgerError, match="not a side"):
        adjust(FILE, "others", 5)
    assert Path(FILE).read_bytes() == before


@pytest.mark.usefixtures("game_folder")
def test_the_first_adjustment_raises_the_format_and_changes_nothing_else_above_it() -> None:
    game((100, 200))
    before = as_0_2_wrote_it(Path(FILE).read_bytes()).replace(b"\n", b"\r\n")
    Path(FILE).write_bytes(before)
    adjust(FILE, "we", 5)
    after = Path(FILE).read_bytes()
    assert after.startswith(before.replace(b"format = 1\r\n", b'format = 2\r\nneeds = "0.3"\r\n'))
    undo(FILE)
    assert Path(FILE).read_bytes().startswith(after)


@pytest.mark.usefixtures("game_folder")
def test_a_file_whose_format_cannot_be_raised_is_left_alone() -> None:
    game()
    text = as_0_2_wrote_it(Path(FILE).read_bytes()).decode().replace("format = 1", '"format" = 1')
    Path(FILE).write_text(text)
    with pytest.raises(LedgerError, match="nothing can be added"):
        adjust(FILE, "we", 5)
    assert Path(FILE).read_text() == text
