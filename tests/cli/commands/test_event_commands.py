"""The commands of a club day: what they print for programs, what they refuse, and that nothing is lost."""

import json
import os
import re
import sys
from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok, run_refused
from support.event_commands import NAMES, enter, play, start, start_drawn
from support.hostile_names import HOSTILE

from canasta_score.cli import terminal
from canasta_score.cli.commands.event import corrections, results, setup
from canasta_score.cli.invocation import ExitCode
from canasta_score.event.storage.event_files import read_event

pytestmark = pytest.mark.usefixtures("game_folder", "sentences")

KINDS = ("guide-cards", "slips", "seating", "standings")


class TestJson:
    def test_a_round(self) -> None:
        start_drawn()
        shown = run_json("event", "round", "--json")
        assert (shown["event"], shown["game"], len(shown["tables"]), len(shown["sits_out"])) == ("Club day", 1, 2, 1)
        assert shown["tables"][0].keys() == {"table", "ns", "ew", "repeat"}
        assert shown["sits_out"][0].keys() == shown["tables"][0]["ns"].keys() == {"pair", "name"}
        seated = [table[side]["pair"] for table in shown["tables"] for side in ("ns", "ew")]
        assert sorted([*seated, shown["sits_out"][0]["pair"]]) == [1, 2, 3, 4, 5]

    def test_the_same_seed_gives_the_same_draw(self) -> None:
        start_drawn()
        first = run_json("event", "round", "--json")
        run_ok("event", "undo")
        run_ok("event", "draw", "--seed", "3")
        assert run_json("event", "round", "--json") == first
        run_ok("event", "undo")
        run_ok("event", "draw")

    def test_the_status(self) -> None:
        start_drawn()
        run_ok("event", "slip", "1", "1", "2875", "-145")
        assert run_json("event", "status", "--json") == {
            "event": "Club day", "game": 1, "missing": [2], "unverified": [1], "disputed": [], "complete": False,
        }  # fmt: skip

    def test_the_standings(self) -> None:
        start_drawn()
        play(1)
        run_ok("event", "adjust", "Ann", "-100", "--why", "late")
        shown = run_json("event", "standings", "--json")
        assert (shown["after"], shown["complete"], [field["field"] for field in shown["fields"]]) == (1, False, ["all"])
        first = shown["fields"][0]["ranking"][0]
        assert first.keys() == {
            "rank", "pair", "name", "total", "wins", "points", "adjustment", "tie_broken_by", "games",
        }  # fmt: skip
        assert first["games"][0].keys() == {"game", "table", "direction", "opponent", "for", "against", "sat_out"}
        assert [pair["adjustment"] for pair in shown["fields"][0]["ranking"] if pair["pair"] == 1] == [-100]
        run_ok("event", "standings")

    def test_a_tie_is_half_a_win(self) -> None:
        start_drawn("--rank", "wins", names=NAMES[:2])
        run_ok("event", "slip", "1", "1", "500", "500")
        first, second = run_json("event", "standings", "--json")["fields"][0]["ranking"]
        assert (first["wins"], second["wins"], first["points"]) == (0.5, 0.5, 1)

    def test_a_correction(self) -> None:
        start_drawn(names=NAMES[:2])
        run_ok("event", "slip", "1", "1", "500", "400")
        ns = run_json("event", "round", "--json")["tables"][0]["ns"]
        shown = run_json("event", "fix", "1", "1", "300", "400", "--why", "added again", "--json")
        assert (shown["before"], shown["after"]) == ({"ns": 500, "ew": 400}, {"ns": 300, "ew": 400})
        assert {"pair": ns["pair"], "name": ns["name"], "before": 1, "after": 2} in shown["moved"]
        assert run_ok("event", "fix", "1", "1", "300", "405", "--why", "once more")

    def test_the_clock(self) -> None:
        start_drawn()
        assert run_json("event", "clock", "--json") == {"game": 1, "state": "paused", "left_s": 3000, "tables": {}}
        assert run_json("event", "clock", "start", "--json")["state"] == "running"
        run_ok("event", "clock", "add", "5", "--table", "2")
        run_ok("event", "clock", "add", "-45")
        run_ok("event", "clock", "pause")
        shown = run_json("event", "clock", "--json")
        assert 290 <= shown["left_s"] <= 300
        assert shown["tables"].keys() == {"2"}
        assert shown["tables"]["2"] == shown["left_s"] + 300
        assert run_ok("event", "clock")

    def test_no_minutes_cannot_be_added_to_the_clock(self) -> None:
        start_drawn()
        assert run_refused(2, "event", "clock", "add", "0")
        assert run_refused(2, "event", "clock", "add")
        assert run_refused(2, "event", "clock", "start", "5")

    def test_a_season(self) -> None:
        start_drawn()
        play(1)
        shown = run_json("event", "season", "event.toml", "--json")
        assert (shown["events"], len(shown["pairs"]), len(shown["players"])) == (1, 4, 8)  # one sat out
        assert shown["pairs"][0].keys() == {
            "rank", "name", "events", "points", "average", "total", "wins", "best_place",
        }  # fmt: skip
        assert run_ok("event", "season", "event.toml", "--best", "1")
        assert run_refused(4, "event", "season", "none.toml")
        Path("empty").mkdir()
        assert run_refused(4, "event", "season", "empty")

    def test_a_folder_may_hold_events_and_games(self) -> None:
        start_drawn()
        play(1)
        run_ok("new", "-l", "table1.toml")
        season = run("event", "season", ".", "--json")
        assert (season.code, json.loads(season.out)["events"], "left out: table1.toml\n" in season.err) == (0, 1, True)
        assert run_json("stats", ".", "--json")["problems"] == []
        Path("house.toml").write_text('extends = "nvso"\n')
        assert len(run("stats").messages) == 1
        assert run_refused(4, "show", "-l", "event.toml")
        assert run_refused(4, "event", "season", "table1.toml")

    def test_an_evening_at_one_table_counts_once_an_event_takes_it(self) -> None:
        run_ok("new", "--we", NAMES[0], "--they", NAMES[1])
        run_ok("add", "we", "base=500", "they", "base=300")
        for number in range(6):
            Path(f"evening{number}").mkdir()
            Path(f"evening{number}/canasta.toml").write_bytes(Path("canasta.toml").read_bytes())
        Path("canasta.toml").unlink()
        run_ok("event", "new", "Evening", "-v", "nvso", "--games", "1", "-e", "evening0/event.toml")
        assert run_refused(4, "event", "season", ".", "-o", "season.html").count("canasta.toml") == 4
        assert not Path("season.html").exists()
        os.chdir("evening0")
        run_ok("event", "pair", *NAMES[:2])
        run_ok("event", "draw")
        run_ok("event", "take", "1", "1", "canasta.toml")
        assert run("event", "season", ".").err == ""
        os.chdir("..")
        done = run("event", "season", ".")
        assert (done.code, "evening0" in done.err) == (0, False)

    def test_an_announcement(self) -> None:
        start_drawn()
        play(1)
        assert run_json("event", "announce", "--json")["after"] == 1

    def test_a_check(self) -> None:
        start_drawn()
        assert run_json("event", "check", "--json")
        path = Path("event.toml")
        path.write_bytes(path.read_bytes().replace(b"seed = 3", b"seed = -3"))
        assert run("event", "check").code == 1
        for text in ("format =", None):
            path.unlink()
            if text:
                path.write_text(text, "utf-8")
            done = run("event", "check", "--json")
            (checked,) = json.loads(done.out)["files"]
            assert (done.code, checked["file"], checked["readable"]) == (4, "event.toml", False)
            assert [problem["message"] in done.err for problem in checked["problems"]] == [True]


class TestRefusals:
    @pytest.mark.parametrize(
        ("code", "words"),
        [
            (4, "slip 1 9 5 5"),
            (4, "slip 9 1 5 5"),
            (3, "slip 1 1 2873 5"),
            (4, "slip 1 9 1 2"),
            (4, "slip 9 1 1 2"),
            (3, "fix 1 1 1 5 --why x"),
            (4, "fix 1 9 1 2 --why x"),
            (2, "slip 1 1 x 5"),
            (2, "slip 1 1 5"),
            (2, "slip 1 1 5 5 5"),
            (2, "slip 1 1 -- 5"),
            (2, "slip 1 1 99999999 5"),
            (2, "slip 1"),
            (2, "slip"),
            (2, "slip x 1 5 5"),
            (2, "slip 0 1 5 5"),
            (3, "slip 1 1 --hand 1 ns red=5"),
            (3, "slip 1 1 --hand 1 ns redd=5"),
            (4, "slip 1 1 --hand 4 ns red=1"),
            (4, "fix 1 1 5 5 --why x"),
            (2, "fix 1 1 5 5"),
            (4, "announce"),
            (4, "announce 2"),
            (4, "round 9"),
            (4, "status 9"),
            (4, "standings --after 9"),
            (4, "withdraw 9"),
            (4, "withdraw an"),
            (4, "return 1"),
            (4, "late Ann_Bob --from 9"),
            (4, "late Bob+Ann"),
            (4, "pair X+Y"),
            (2, "pair"),
            (4, "pair --from none.csv"),
            (4, "draw"),
            (2, "draw --seed 1 --seats x.csv"),
            (2, "adjust 1 0 --why x"),
            (4, "adjust 9 5 --why x"),
            (2, "clock add"),
            (2, "clock start 5"),
            (2, "clock start pause"),
            (2, "clock add x"),
            (2, "clock start --table 2"),
            (4, "clock add 5 --table 9"),
            (2, "print slips -o slips.pdf"),
            (2, "print cards -o slips.html"),
            (2, "print slips -o event.toml"),
            (4, "print slips -o slips.html --game 9"),
            (2, "export -o results.doc"),
            (2, "export -o event.toml"),
            (4, "redo"),
            (2, "note  "),
            (2, "new --movement dance Day"),
            (4, "take 1 1 none.toml"),
            (4, "check -e none.toml"),
            (2, "status -e ="),
        ],
    )
    def test_one_error_with_the_way_out_and_nothing_written(self, code: int, words: str) -> None:
        start_drawn(names=(*NAMES, "Anna & Zed"))
        before = Path("event.toml").read_bytes()
        arguments = ["" if word == "=" else word.replace("_", " & ").replace("+", " & ") for word in words.split(" ")]
        done = run("event", *[word for word in arguments if word or "-e" in arguments])
        assert (done.code, done.out) == (code, ""), done.err
        assert done.err.startswith("error: ")
        assert done.err.count("error: ") == 1
        assert "hint: " in done.err
        assert Path("event.toml").read_bytes() == before

    @pytest.mark.parametrize(
        "options",
        [
            ("--ties", "coin"),
            ("--ties", "wins,"),
            ("--fields", "two", "--movement", "round-robin"),
            ("--games", "0"),
            ("--set", "x"),
            ("--variant", "none"),
            ("--rank", "luck"),
            ("--unfinished", "double"),
            ("--rank", "wins", "--movement", "knockout"),
        ],
    )
    def test_settings_that_cannot_be(self, options: tuple[str, ...]) -> None:
        assert run("event", "new", "Day", *options).code in {2, 5}
        assert not Path("event.toml").exists()

    def test_a_game_may_be_as_short_as_a_minute(self) -> None:
        run_ok("event", "new", "Day", "--minutes", "1")
        assert run("event", "new", "Day", "--minutes", "0", "-e", "other.toml").code == 2

    @pytest.mark.parametrize("name", ["", "a\x1b[31m", "x" * 61])
    def test_names_that_cannot_be(self, name: str) -> None:
        assert run("event", "new", name).code == 2
        start()
        for command in ("pair", "note"):
            assert run("event", command, name).code in ({2, 4} if command == "pair" or len(name) < 60 else {0})
        assert run("event", "new", "again").code == 4

    def test_an_announced_game_is_corrected_by_fix(self) -> None:
        start_drawn()
        play(1)
        run_ok("event", "announce")
        assert "event fix 1 1" in run_refused(4, "event", "slip", "1", "1", "5", "5")
        assert run_ok("event", "fix", "1", "1", "5", "5", "--why", "read wrong")

    def test_who_moved_is_listed_only_once_the_ranks_are_known(self) -> None:
        start_drawn()
        play(1)
        before = run_ok("event", "fix", "1", "1", "5", "1000", "--why", "read wrong")
        assert ("Ranks changed: 2 pairs." in before, "now rank" in before) == (True, False)
        run_ok("event", "announce")
        assert run_ok("event", "fix", "1", "1", "1000", "5", "--why", "sides").count("now rank") == 2

    def test_the_pairs_of_the_corrected_table_are_listed_first(self) -> None:
        start_drawn(names=(*NAMES, "Kim & Lou"))
        for table, totals in enumerate((("1000", "900"), ("800", "700"), ("600", "500")), start=1):
            enter("slip", "1", str(table), *totals)
        enter("announce")
        moved = run_ok("event", "fix", "1", "3", "600", "2000", "--why", "read wrong").splitlines()[1:]
        assert [line.partition("now ")[2] for line in moved[:2]] == ["rank 1, was 6", "rank 6, was 5"]
        assert len(moved) == 6
        pair = run_json("event", "round", "1", "--json")["tables"][2]["ns"]
        moved = run_ok("event", "adjust", str(pair["pair"]), "1000", "--why", "read wrong").splitlines()[1:]
        assert (moved[0], len(moved)) == (f"{pair['name']}: now rank 2, was 6", 5)

    def test_they_are_listed_last_on_a_screen_that_is_too_short(self, monkeypatch: pytest.MonkeyPatch) -> None:
        start_drawn(names=(*NAMES, "Kim & Lou"))
        play(1)
        enter("announce")
        monkeypatch.setattr("canasta_score.cli.commands.event.results.is_interactive", lambda: True)
        monkeypatch.setattr("canasta_score.cli.commands.event.results.get_terminal_height", lambda: 6)
        corrected, *moved, again = run_ok("event", "fix", "1", "3", "600", "2000", "--why", "read wrong").splitlines()
        ranks = sorted(line.partition("now ")[2] for line in moved[-2:])
        assert ranks == ["rank 1, was 4", "rank 6, was 1"]
        assert again == corrected

    def test_a_pair_that_leaves_when_the_clock_runs_may_not_have_come_at_all(self) -> None:
        start_drawn(names=NAMES[:4])
        run_ok("event", "clock", "start")
        first, second = run_json("event", "round", "1", "--json")["tables"]
        pair, other = str(first["ns"]["pair"]), str(second["ns"]["pair"])
        assert f"game 1 either: canasta-score event withdraw {pair} --from 1" in run("event", "withdraw", pair).err
        left = run("event", "withdraw", pair, "--from", "1")
        assert "is out from game 1 on" in left.out
        assert "either" not in left.err
        run_ok("event", "slip", "1", str(second["table"]), "5", "10")
        assert "either" not in run("event", "withdraw", other).err

    def test_an_adjustment_says_who_moved_in_the_announced_ranks(self) -> None:
        """Game 1: 3,000 to 2,900 and 2,800 to 2,700. In game 2, table 1 alone has a slip, of 10,000 to 9,000."""
        start_drawn(names=NAMES[:4])
        run_ok("event", "slip", "1", "1", "3000", "2900")
        run_ok("event", "slip", "1", "2", "2800", "2700")
        run_ok("event", "announce")
        run_ok("event", "slip", "2", "1", "10000", "9000")
        first = run_json("event", "round", "1", "--json")["tables"][0]
        ns, ew = first["ns"], first["ew"]
        done = run_ok("event", "adjust", str(ns["pair"]), "-150", "--why", "late").splitlines()
        assert done[0] == f"{ns['pair']} {ns['name']}: -150 points (late; only you see the reason)."
        assert done[1:3] == [f"{ns['name']}: now rank 2, was 1", f"{ew['name']}: now rank 1, was 2"]
        assert done[3:] == ["These are the ranks after game 1."]
        done = run_ok("event", "adjust", str(ns["pair"]), "-5", "--why", "late", "--public").splitlines()
        assert done == [f"{ns['pair']} {ns['name']}: -5 points (late).", "No ranks changed."]

    def test_a_dispute_that_ends_with_the_first_totals_is_no_correction(self) -> None:
        start_drawn(names=NAMES[:2])
        run_ok("event", "slip", "1", "1", "1000", "900")
        run_ok("event", "slip", "1", "1", "1000", "800")
        run_ok("event", "announce")
        settled = run_ok("event", "fix", "1", "1", "1000", "900", "--why", "seen on paper")
        assert (" settled: " in settled, "corrected" in settled, "was" in settled) == (True, False, False)
        assert "corrected" not in run_ok("event", "export", "-f", "html")
        run_ok("event", "fix", "1", "1", "1000", "800", "--why", "seen on paper")
        assert "Game 1, table 1 corrected" in run_ok("event", "export", "-f", "html")

    def test_later_decisions_that_count_in_earlier_ranks_are_said(self) -> None:
        start_drawn(names=NAMES[:4])
        run_ok("event", "adjust", "1", "-50", "--why", "late")
        for game in (1, 2):
            play(game)
            run_ok("event", "announce")
        assert run("event", "standings", "--after", "1").err == ""
        run_ok("event", "adjust", "1", "-100", "--why", "late")
        run_ok("event", "fix", "2", "1", "1000", "800", "--why", "of a later game")
        note = (
            "note: {} since game 1 was announced can move these ranks\n"
            "hint: to list all decisions: canasta-score event status --reasons\n"
        )
        assert run("event", "standings", "--after", "1").err == note.format("1 decision")
        run_ok("event", "fix", "1", "1", "1000", "800", "--why", "a 9 was read as an 8")
        assert run("event", "standings", "--after", "1").err == note.format("2 decisions")
        assert run("event", "standings").err == ""

    def test_the_first_places_are_below_ranks_that_are_longer_than_the_screen(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        start_drawn(names=(*NAMES, "Kim & Lou"))
        for table, totals in enumerate((("1000", "900"), ("800", "700"), ("600", "500")), start=1):
            enter("slip", "1", str(table), *totals)
        names = {ranked["rank"]: ranked for ranked in run_json("event", "standings", "--json")["fields"][0]["ranking"]}
        first = "".join(f"\nRank {n}: {names[n]['pair']} {names[n]['name']}, {1100 - 100 * n:,}" for n in (1, 2, 3))
        monkeypatch.setattr("canasta_score.cli.commands.event.results.is_interactive", lambda: True)
        monkeypatch.setattr("canasta_score.cli.commands.event.results.get_terminal_height", lambda: 24)
        assert "Rank 1:" not in run_ok("event", "standings")
        monkeypatch.setattr("canasta_score.cli.commands.event.results.get_terminal_height", lambda: 8)
        assert run_ok("event", "announce").endswith(f"{first}\n")

    def test_games_without_room_are_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        start_drawn("--movement", "round-robin", names=NAMES[:4])
        for game in (1, 2, 3):
            play(game)
            run_ok("event", "announce")
        assert run("event", "standings").err == ""
        monkeypatch.setenv("COLUMNS", "60")
        shown = run("event", "standings")
        assert "Game 1" not in shown.out
        assert shown.err.startswith(
            "note: there is no room for the points of games 1, 2 and 3\nhint: make the window wider"
        )

    def test_a_dispute_is_told_below_the_ranks_and_in_the_next_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        start_drawn()
        play(1)
        run_ok("event", "slip", "1", "1", "1100", "900")
        done = run("event", "announce")
        warning = "warning: game 1, table 1 is disputed: 1,000 to 900 or 1,100 to 900\n"
        assert done.err.startswith(warning)
        status = run("event", "status")
        assert status.out.startswith("Game 2: 0 of 2 slips in.")
        assert status.err.startswith(warning)
        assert "event fix 1 1 NS EW --why TEXT" in status.err
        assert not run("event", "status", "2").err
        run_ok("event", "fix", "1", "1", "1100", "900", "--why", "misread")
        assert not run("event", "status").err

    def test_an_announcement_says_how_many_slips_were_entered_only_once(self) -> None:
        start_drawn()
        play(1)
        run_ok("event", "slip", "1", "1", "1000", "900")
        done = run("event", "announce")
        note = "note: 1 slip was entered only once\nhint: to list them: canasta-score event status 1\n"
        assert (done.code, done.err.startswith(note)) == (0, True)
        assert "Entered only once: table 2." in run_ok("event", "status", "1")
        play(2)
        assert "note: 2 slips were entered only once\n" in run("event", "announce").err

    def test_the_director_lists_the_reasons_of_what_is_in_effect(self) -> None:
        start_drawn()
        assert run_ok("event", "status", "--reasons") == "No corrections, adjustments or notes so far.\n"
        run_refused(2, "event", "status", "--reasons", "--json")
        play(1)
        run_ok("event", "adjust", "1", "-100", "--why", "late")
        run_ok("event", "void", "1", "1", "--why", "wrong table")
        run_ok("event", "fix", "1", "2", "5", "10", "--why", "undone again")
        run_ok("event", "undo")
        run("event", "slip", "1", "1", "--hand", "1", "--anyway", "ns", "r4", "ew", "r1")
        reasons = run_ok("event", "status", "--reasons").splitlines()
        assert [line.rpartition(": ")[2] for line in reasons] == ["late", "wrong table", "recorded with --anyway"]

    def test_a_slip_for_a_later_game_is_asked_about_without_offering_to_edit(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        start_drawn()
        prompts: list[str] = []
        replies = iter(["", "y"])

        def reply(prompt: str) -> str:
            prompts.append(prompt)
            return next(replies)

        monkeypatch.setattr(results, "is_interactive", lambda: True)
        monkeypatch.setattr(results, "read_terminal_line", reply)
        assert run("event", "slip", "2", "2", "500", "400").code == ExitCode.INVALID_LEDGER
        assert not read_event(Path("event.toml")).results
        assert run("event", "slip", "2", "2", "500", "400").code == ExitCode.SUCCESS
        assert read_event(Path("event.toml")).results
        assert prompts == ["Record it anyway? [y/N] "] * 2

    def test_a_correction_that_changes_nothing_is_refused(self) -> None:
        start_drawn()
        run_ok("event", "slip", "1", "1", "500", "400")
        same = ("event", "fix", "1", "1", "500", "400", "--why", "x")
        assert "already recorded like this" in run_refused(4, *same)
        run_ok("event", "slip", "1", "1", "500", "45")
        assert run_ok(*same), "it settles a dispute"
        assert "already recorded like this" in run_refused(4, *same)

    def test_a_second_draw_is_refused_without_undoing_anything_else(self) -> None:
        start_drawn()
        assert "event undo" in run_refused(4, "event", "draw")
        run_ok("event", "slip", "1", "1", "500", "400")
        assert "hint: to see who plays whom: canasta-score event round" in run_refused(4, "event", "draw")

    @pytest.mark.parametrize(("answer", "first"), [("", "Ann & Bob"), ("n", "Pelaaja & Toinen pelaaja")])
    def test_a_first_row_that_may_be_headings_is_asked_about(
        self, monkeypatch: pytest.MonkeyPatch, answer: str, first: str
    ) -> None:
        run_ok("event", "new", "Day")
        Path("pairs.csv").write_text("Pelaaja,Toinen pelaaja\nAnn,Bob\nCy,Di\n", "utf-8")
        assert 'write "player,player"' in run_refused(4, "event", "pair", "--from", "pairs.csv")
        monkeypatch.setattr(setup, "is_interactive", lambda: True)
        monkeypatch.setattr(setup, "read_terminal_line", lambda _: answer)
        done = run("event", "pair", "--from", "pairs.csv")
        assert done.out.startswith(f"Pair 1: {first}\n")
        assert 'warning: pairs.csv: the first row may be headings: "Pelaaja, Toinen pelaaja"' in done.err


class TestTake:
    """A table's own game file, whose sides have names or not."""

    @pytest.mark.parametrize(
        ("we", "they", "first"),
        [
            ("Ann & Bob", "Cy & Di", "Ann & Bob"),
            ("Di & Cy", "Bob & Ann", "Cy & Di"),
            ("Ann & Bob", "They", "Ann & Bob"),
            ("We", "Cy & Di", "Ann & Bob"),
        ],
    )
    def test_a_side_with_the_name_of_a_pair_has_its_total(self, we: str, they: str, first: str) -> None:
        assert self.take(we, they)[first] == 700
        assert sorted(self.take(we, they).values()) == [-145, 700]

    def test_the_first_side_is_north_south_where_no_side_has_the_name_of_a_pair(self) -> None:
        assert self.take("Us", "Them", warnings=2)[self.pair_in("ns")] == 700

    def pair_in(self, direction: str) -> str:
        return str(run_json("event", "round", "--json")["tables"][0][direction]["name"])

    def take(self, we: str, they: str, *, warnings: int = 1) -> dict[str, int]:
        """Take a game that is not over, which is one warning, and return the total of each pair."""
        Path("event.toml").unlink(missing_ok=True)
        Path("table1.toml").unlink(missing_ok=True)
        start_drawn(names=NAMES[:2])
        run_ok("new", "-v", "nvso-tournament", "--we", we, "--they", they, "-l", "table1.toml")
        run_ok("add", "-l", "table1.toml", "we", "total=700", "they", "total=-145")
        done = run("event", "take", "1", "1", "table1.toml")
        assert (done.code, len(done.messages)) == (0, warnings), done.err
        if warnings > 1:
            assert f"{we} is entered" in done.messages[0]
        ranking = run_json("event", "standings", "--json")["fields"][0]["ranking"]
        return {pair["name"]: pair["total"] for pair in ranking}


class TestDraws:
    def test_seats_of_a_file(self) -> None:
        start()
        Path("seats.csv").write_text("table,ns,ew\n1,5,4\n2,3,2\n3,1,\n", "utf-8")
        run_ok("event", "draw", "--seats", "seats.csv")
        shown = run_json("event", "round", "--json")
        assert [(table["ns"]["pair"], table["ew"]["pair"]) for table in shown["tables"]] == [(5, 4), (3, 2)]

    def test_given_pairings_have_all_games(self) -> None:
        start("--movement", "given", "--games", "2")
        assert run_refused(4, "event", "draw")
        Path("one.csv").write_text("table,ns,ew\n1,5,4\n2,3,2\n3,1,\n", "utf-8")
        assert run_refused(4, "event", "draw", "--seats", "one.csv")
        rows = ["game,table,ns,ew", "1,1,5,4", "1,2,3,2", "1,3,1,", "2,1,5,4", "2,2,1,2", "2,3,3,"]
        Path("two.csv").write_text("\n".join(rows), "utf-8")
        shown = run("event", "draw", "--seats", "two.csv")
        assert shown.code == 0
        assert "note: " in shown.err  # 5 and 4 meet again
        assert run_json("event", "round", "2", "--json")["tables"][0]["repeat"]
        assert run_ok("event", "round", "2")

    def test_a_knock_out_takes_no_file(self) -> None:
        start("--movement", "knockout")
        Path("one.csv").write_text("table,ns,ew\n1,5,4\n2,3,2\n3,1,\n", "utf-8")
        assert run_refused(4, "event", "draw", "--seats", "one.csv")
        assert run_ok("event", "draw")

    def test_sitting_out_again_is_told(self) -> None:
        start_drawn("--games", "4", names=NAMES[:3])
        run_ok("event", "undo")
        assert "sits out a second time" in run("event", "draw", "--seed", "3").err

    def test_who_no_longer_sits_out_is_told(self) -> None:
        start_drawn()
        enter("clock", "start")
        (sits_out,) = run_json("event", "round", "2", "--json")["sits_out"]
        plays = f"Plays in game 2 after all: {sits_out['pair']} {sits_out['name']}.\n"
        assert plays in run_ok("event", "late", "Kim & Lou")
        gone = 1 if sits_out["pair"] != 1 else 2
        assert "after all" not in run_ok("event", "withdraw", str(gone))
        (sits_out,) = run_json("event", "round", "2", "--json")["sits_out"]
        other = next(number for number in range(1, 6) if number not in {gone, sits_out["pair"]})
        plays = f"Plays in game 2 after all: {sits_out['pair']} {sits_out['name']}.\n"
        assert plays in run_ok("event", "withdraw", str(other))
        assert "after all" not in run_ok("event", "withdraw", str(sits_out["pair"]))

    def test_numbers_stay_those_of_their_pairs_after_one_is_removed(self) -> None:
        start()
        run_ok("event", "remove", "3")
        assert run_ok("event", "pair", "Kim & Lou", "Max & Nan") == "Pair 6: Kim & Lou\nPair 7: Max & Nan\n"
        assert "there are pairs 1, 2 and 4 to 7" in run_refused(4, "event", "remove", "3")
        run_ok("event", "draw", "--seed", "3")
        assert run_ok("event", "late", "Oz & Pam").startswith("Pair 8: Oz & Pam is in from game 2 on.\n")
        assert "8 Oz & Pam" in run_ok("event", "round", "2")
        assert run_ok("event", "adjust", "8", "-100", "--why", "late").startswith("8 Oz & Pam: -100 points")
        assert "pairs are numbered" not in run_refused(4, "event", "withdraw", "3")

    def test_a_pair_leaves_and_returns(self) -> None:
        start_drawn()
        run_ok("event", "withdraw", "Cy")
        run_ok("event", "return", "2")
        run_ok("event", "late", "Kim & Lou")
        assert len(run_json("event", "round", "2", "--json")["tables"]) == 3


class TestSlips:
    def test_hands_are_scored_and_refereed(self) -> None:
        start_drawn(names=NAMES[:2])
        run_ok("event", "slip", "1", "1", "--hand", "1", *"ns r3 n2 o t335 ew b1 t60 h85".split())
        done = run("event", "slip", "1", "1", "--hand", "2", "ns", "red=5", "--anyway")
        assert (done.code, "warning: " in done.err) == (0, True)
        run_ok("event", "slip", "1", "1", "--hand", "3", "ann", "extra=100")
        assert run_json("event", "status", "--json")["unverified"] == [1]

    def test_a_hand_is_scored_and_refereed_by_the_rules_of_its_number(self) -> None:
        """Going out is worth 100, 200 and 300 in the three hands, and takes one natural canasta more in each."""
        needs = "bonuses.out.needs={ by = 'hand', steps = [{ natural = 1 }, { natural = 2 }, { natural = 3 }] }"
        points = "bonuses.out.points={ by = 'hand', steps = [100, 200, 300] }"
        run_ok("event", "new", "Tuesday", "--set", points, "--set", needs)
        run_ok("event", "pair", *NAMES[:2])
        run_ok("event", "draw", "--seed", "1")
        for number in ("1", "2", "3"):
            done = run("event", "slip", "1", "1", "--hand", number, *"ns n2 o t335 ew m2 t160 h85".split())
            assert (done.code, "going out needs 3 natural" in done.err) == (0, number == "3")
        # Three times two natural canastas and the table, and 600 for going out.
        assert f"{3 * (1000 + 335) + 600:,}" in run_ok("event", "standings")

    @pytest.mark.parametrize(("total", "warns"), [("9810", False), ("23260", False), ("28750", True), ("-28750", True)])
    def test_a_total_with_a_figure_too_many_is_a_warning(self, total: str, warns: bool) -> None:  # noqa: FBT001
        start_drawn()
        done = run("event", "slip", "1", "1", total, "2075")
        assert (done.code, "warning: " in done.err) == (0, warns)
        assert ("event fix 1 1 NS EW" in done.err) == warns
        run_ok("event", "slip", "1", "2", "--hand", "1", "ns", "extra=5", "ew", "extra=5")

    def test_a_dispute_is_a_warning(self) -> None:
        start_drawn()
        run_ok("event", "slip", "1", "1", "2,875", "-1,145")
        done = run("event", "slip", "1", "1", "-1145", "2875")
        assert (done.code, done.err.startswith("warning: ")) == (0, True)
        assert run_json("event", "status", "--json")["disputed"] == [1]
        assert run_ok("event", "status")
        run_ok("event", "slip", "1", "2", "5", "5")
        assert "warning: " in run("event", "announce").err

    def test_a_game_file_is_taken(self) -> None:
        start_drawn(names=NAMES[:2])
        table = run_json("event", "round", "--json")["tables"][0]
        run_ok("new", "-v", "nvso-tournament", "--we", table["ew"]["name"], "--they", table["ns"]["name"])
        run_ok("add", "we", "extra=500", "they", "extra=100", "--anyway")
        run_ok("event", "take", "1", "1", "canasta.toml")
        assert run_json("event", "standings", "--json")["fields"][0]["ranking"][0]["name"] == table["ew"]["name"]

    def test_a_game_file_without_names_has_north_south_first(self) -> None:
        start_drawn(names=NAMES[:4])
        run_ok("new", "-v", "nvso-tournament")
        run_ok("add", "we", "extra=500", "they", "extra=100", "--anyway")
        assert "warning: " in run("event", "take", "1", "1", "canasta.toml").err
        first = run_json("event", "standings", "--json")["fields"][0]["ranking"][0]
        assert (first["total"], first["games"][0]["direction"]) == (500, "ns")
        assert "is not over" in run("event", "take", "1", "1", "canasta.toml").err
        assert run_refused(4, "event", "take", "1", "9", "canasta.toml")

    def test_a_game_file_of_another_table_is_refused(self) -> None:
        start_drawn(names=NAMES[:4])
        tables = run_json("event", "round", "--json")["tables"]
        run_ok("new", "-v", "nvso-tournament", "--we", tables[1]["ns"]["name"], "--they", tables[1]["ew"]["name"])
        assert run_refused(4, "event", "take", "1", "1", "canasta.toml")
        run_ok("new", "-v", "nvso", "-l", "other.toml")
        assert run_refused(4, "event", "take", "1", "1", "other.toml")
        run_ok("new", "-v", "nvso-tournament", "-l", "three.toml", *"--side x=A --side y=B --side z=C".split())
        assert run_refused(4, "event", "take", "1", "1", "three.toml")


class TestFiles:
    def test_the_event_file_is_named_or_that_of_the_environment(self) -> None:
        run_ok("event", "new", "Sunday", "-e", "sunday.toml")
        run_ok("event", "-e", "sunday.toml", "pair", "Ann & Bob", "Cy & Di")
        run_ok("event", "draw", "--seed", "1", CANASTA_EVENT="sunday.toml")
        assert run_json("event", "round", "--json", "-e", "sunday.toml")["event"] == "Sunday"
        assert "-e sunday.toml" in run_refused(4, "event", "announce", "-e", "sunday.toml")
        assert run_refused(4, "event", "status")

    def test_the_standings_of_a_day_take_the_place_of_its_earlier_ones(self) -> None:
        start_drawn()
        run_ok("event", "print", "standings", "-o", "wall.html")
        play(1)
        run_ok("event", "announce")
        run_ok("event", "print", "standings", "-o", "wall.html")
        assert "After game 1" in Path("wall.html").read_text("utf-8")
        day = re.sub("started = .*", "started = 2020-02-02T10:00:00+00:00", Path("event.toml").read_text("utf-8"))
        Path("other.toml").write_text(day, "utf-8")
        run_refused(2, "event", "print", "standings", "-o", "wall.html", "-e", "other.toml")
        run_refused(2, "event", "print", "slips", "-o", "wall.html")

    def test_every_export_and_print_of_a_day(self) -> None:
        start_drawn()
        for kind in KINDS:
            run_ok("event", "print", kind, "-o", f"{kind}.html")
            if kind != "standings":
                assert run_refused(2, "event", "print", kind, "-o", f"{kind}.html")
            run_ok("event", "print", kind, "-o", f"{kind}.html", "--force", "--game", "2")
        play(1)
        for form in ("csv", "json", "html", "txt"):
            run_ok("event", "export", "-o", f"results.{form}")
            assert run_ok("event", "export", "-f", form)
        assert json.loads(Path("results.json").read_text("utf-8"))["standings"]["after"] == 1
        assert run_ok("event", "export").startswith("field,rank,pair")

    def test_a_second_print_has_only_what_has_changed(self) -> None:
        start_drawn()
        assert run_ok("event", "print", "guide-cards", "-o", "cards.html") == "Written to cards.html.\n"
        assert Path("cards.html").read_text("utf-8").count("<article") == 5
        assert "Nothing has changed" in run_ok("event", "print", "guide-cards", "-o", "cards.html", "--changed")
        assert "print guide-cards -o cards.html --changed" in run("event", "late", "Oz & Pam").err
        run_refused(2, "event", "print", "guide-cards", "-o", "card.html", "--changed")
        written = run_ok("event", "print", "guide-cards", "-o", "cards.html", "--changed")
        changed = Path("cards.html").read_text("utf-8")
        assert "Oz &amp; Pam</bdi></h2>" in changed
        assert 0 < changed.count("<article") < 5 + 1
        count = f"{changed.count('<article')} guide cards"
        old, other = sorted(set(re.findall(r'class="big">([0-9]+)<', changed)) - {"6"})  # that of pair 6 is new
        assert written.endswith(
            f"only what has changed: {count}.\nThrow away: the old guide cards {old} and {other}.\n"
        )
        run_refused(2, "event", "print", "slips", "-o", "cards.html", "--changed")
        Path("other.html").write_text("<p>other</p>", "utf-8")
        run_refused(2, "event", "print", "slips", "-o", "other.html", "--changed")
        assert Path("other.html").read_text("utf-8") == "<p>other</p>"

    def test_a_print_of_many_slips_may_be_larger_than_a_game_file(self) -> None:
        start_drawn()
        run_ok("event", "print", "slips", "-o", "slips.html")
        slips = Path("slips.html")
        slips.write_bytes(slips.read_bytes() + b" " * 8_000_000)
        assert "Nothing has changed" in run_ok("event", "print", "slips", "-o", "slips.html", "--changed")

    def test_each_event_of_a_folder_has_its_own_paper(self) -> None:
        start_drawn()
        run_ok("event", "print", "guide-cards", "-o", "cards.html")
        Path("game.toml").write_text("", "utf-8")
        assert "Throw away: guide card 5" in run_ok("event", "withdraw", "5", "--from", "1")
        run_ok("event", "undo")
        sunday = ("-e", "sun day.toml")
        run_ok("event", "new", "Sunday", *sunday)
        run_ok("event", "pair", *NAMES, *sunday)
        run_ok("event", "draw", *sunday)
        before = Path("cards.html").read_bytes()
        other = run("event", "withdraw", "3", "--from", "1", *sunday)
        assert ("Throw away" in other.out, "-o cards.html --changed" in other.err) == (False, False)
        again = ("event", "print", "guide-cards", "-o", "cards.html", "--changed", *sunday)
        assert "was not printed for this event" in run_refused(2, *again)
        assert Path("cards.html").read_bytes() == before
        run_ok(*again[:4], "sunday.html", *sunday)
        assert "sunday.html" in run("event", "withdraw", "4", "--from", "1", *sunday).err

    def test_a_page_that_cannot_be_read_hides_no_other(self) -> None:
        start_drawn()
        run_ok("event", "print", "guide-cards", "-o", "cards.html")
        Path("folder.html").mkdir()
        for name in ("aaa.html", "zzz.html"):
            Path(name).symlink_to("nothing")
        os.mkfifo("pipe.html")
        assert "Throw away: guide card 5" in run_ok("event", "withdraw", "5", "--from", "1")

    @pytest.mark.parametrize("is_printed_without_the_pair", [False, True])
    def test_paper_that_was_thrown_away_is_printed_again(self, *, is_printed_without_the_pair: bool) -> None:
        start_drawn(names=(*NAMES, "Kim & Lou"))
        run_ok("event", "print", "slips", "-o", "slips.html")
        assert "Throw away: the slips of game 2" in run_ok("event", "withdraw", "1", "--from", "2")
        again = ("event", "print", "slips", "-o", "slips.html", "--changed")
        if is_printed_without_the_pair:
            whole = Path("slips.html").read_text("utf-8").count("<article")
            written = run_ok(*again)
            assert "It has nothing new to print.\nThrow away: the slips of game 2" in written
            assert written.endswith(". This paper is no longer in the file.\n")
            assert Path("slips.html").read_text("utf-8").count("<article") == whole - 2  # to be printed still
            assert run_ok(*again) == "Nothing has changed since slips.html was written.\n"
        run_ok("event", "return", "1", "--from", "2")
        assert "It has only what has changed: 2 slips.\n" in run_ok(*again)
        assert run_ok(*again) == "Nothing has changed since slips.html was written.\n"

    def test_a_print_in_another_encoding_is_left_as_it_is(self) -> None:
        start_drawn(names=(*NAMES, "Kim & Lou"))
        run_ok("event", "print", "slips", "-o", "slips.html")
        page = Path("slips.html")
        page.write_bytes(spoiled := page.read_bytes() + b"<!-- \xe9 -->")
        assert "Throw away: the slips of game 2" in run_ok("event", "withdraw", "1", "--from", "2")
        assert page.read_bytes() == spoiled

    def test_paper_that_is_void_is_named(self) -> None:
        start_drawn(names=(*NAMES, "Kim & Lou"))
        enter("clock", "start")
        for kind in KINDS[:3]:
            run_ok("event", "print", kind, "-o", f"{kind}.html")
        tables = {game: run_json("event", "round", game, "--json")["tables"] for game in "23"}
        done = run("event", "withdraw", "1")
        slips = [
            f"game {game} table {table['table']}"
            for game, rows in tables.items()
            for table in rows
            if 1 in (table["ns"]["pair"], table["ew"]["pair"])
        ]
        gone = f"the slips of {slips[0]} and {slips[1]}"
        assert f"Throw away: guide card 1, {gone}.\n" in done.out
        assert ("new guide cards" in done.err, "new slips" in done.err) == (True, False)
        written = run_ok("event", "print", "slips", "-o", "slips.html", "--changed")
        assert written.endswith(f"Throw away: {gone}. This paper is no longer in the file.\n")
        assert "Throw away: guide card 1" not in run_ok("event", "withdraw", "2")  # it was named before
        assert "note: the seats have changed" in run("event", "undo").err
        renamed = run("event", "rename", "3", "Ed & Zoe").err
        assert renamed.startswith("note: a name on paper has changed\nhint: to print new guide cards: ")
        run_ok("event", "undo")
        assert "note: the seats have changed" in run("event", "swap", "1", "1").err
        done = run("event", "undo")  # the exchange of sides
        assert "--changed" in done.err
        assert run("event", "redo").err == done.err

    def test_nobody_needs_new_paper_after_the_last_game(self) -> None:
        start_drawn("--games", "1")
        run_ok("event", "print", "guide-cards", "-o", "cards.html")
        play(1)
        assert "to print new guide cards" in run("event", "rename", "3", "Ed & Zoe").err
        enter("announce")
        renamed = run("event", "rename", "3", "Ed & Flo")
        assert (renamed.code, "paper" in renamed.err, "cards" in renamed.err) == (0, False, False)

    def test_a_pair_that_sits_out_has_no_slip(self) -> None:
        start("--movement", "given", "--games", "1")
        Path("seats.csv").write_text("game,table,ns,ew\n1,1,5,4\n1,2,3,2\n1,3,1,\n", "utf-8")
        run_ok("event", "draw", "--seats", "seats.csv")
        run_ok("event", "print", "slips", "-o", "slips.html")
        page = Path("slips.html").read_text("utf-8")
        assert [f"Table {number}" in page for number in (1, 2, 3)] == [True, True, False]

    def test_the_standings_on_paper_add_up_and_say_what_broke_a_tie(self) -> None:
        start_drawn("--movement", "round-robin", names=("Ann & Bob", "Cy & Di", "Ed & Flo", "Gus & Hal"))
        run_ok("event", "slip", "1", "1", "3000", "2900")
        run_ok("event", "slip", "1", "2", "2000", "3100")
        first = {row["table"]: row for row in run_json("event", "round", "1", "--json")["tables"]}
        loser, winner = first[1]["ew"], first[2]["ew"]
        run_ok("event", "adjust", str(winner["pair"]), "-200", "--why", "late to the table")
        run_ok("event", "announce")
        run_ok("event", "print", "standings", "-o", "wall.html")
        wall = Path("wall.html").read_text(encoding="utf-8")
        assert '<td class="number">3,100</td><td class="number"><b>2,900</b></td>' in wall
        names = [name.replace("&", "&amp;") for name in (winner["name"], loser["name"])]
        assert f"* Adjusted: {names[0]} -200.<" in wall
        assert f"<bdi>{names[0]}</bdi>*</td>" in wall
        assert f"Equal points, ranked by wins: {names[0]} (rank 2) and {names[1]} (rank 3)." in wall
        run_ok("event", "fix", "1", "1", "3000", "2895", "--why", "a 4 was read as a 9")
        run_ok("event", "export", "-o", "page.html")
        page = Path("page.html").read_text(encoding="utf-8")
        assert f"{names[0]} -200<" in page  # reasons are for the director
        assert "Game 1, table 1 corrected<" in page

    @pytest.mark.parametrize(
        ("unfinished", "at_the_bell"),
        [("drop", "does not count"), ("finish", "finish the hand"), ("count", "as if the stock had run out")],
    )
    def test_what_to_do_at_the_bell_is_where_people_look(self, unfinished: str, at_the_bell: str) -> None:
        start_drawn("--unfinished", unfinished)
        assert at_the_bell in run_ok("event", "round")
        assert at_the_bell not in run_ok("event", "clock")
        run_ok("event", "clock", "add", "-41")
        run_ok("event", "clock", "start")
        assert at_the_bell in run_ok("event", "clock")  # from the warning on
        for kind in ("guide-cards", "slips"):
            run_ok("event", "print", kind, "-o", f"{kind}.html")
            sheets = Path(f"{kind}.html").read_text(encoding="utf-8")
            assert sheets.count(at_the_bell) == sheets.count("<article")
        assert at_the_bell in run_ok("event", "export", "-f", "html")
        assert json.loads(run_ok("event", "export", "-f", "json"))["settings"]["unfinished"] == unfinished

    def test_the_clock_fits_a_narrow_terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        start_drawn()
        run_ok("event", "clock", "add", "-41")
        lines = run_ok("event", "clock", "start").splitlines()
        assert len(lines) > 2
        assert max(map(len, lines)) <= 40

    def test_without_a_penalty_the_adjusted_column_is_blank(self) -> None:
        start_drawn("--movement", "round-robin", names=("Ann & Bob", "Cy & Di"))
        run_ok("event", "slip", "1", "1", "3000", "2900")
        run_ok("event", "adjust", "1", "-500", "--why", "late to the table")
        rows = [line.split() for line in run_ok("event", "standings").splitlines()[3:]]
        assert [row[5:] for row in rows] == [["2,900", "2,900", "0"], ["3,000", "-500", "2,500", "1"]]
        run_ok("event", "announce")
        run_ok("event", "print", "standings", "-o", "wall.html")
        assert '<td class="number">2,900</td><td class="number"><b>2,900</b></td>' in Path("wall.html").read_text(
            "utf-8"
        )

    @pytest.mark.parametrize("pairs", [4, 5])
    def test_the_standings_on_paper_explain_parentheses_where_a_pair_sat_out(self, pairs: int) -> None:
        start_drawn(names=("Ann & Bob", "Cy & Di", "Ed & Flo", "Gus & Hal", "Ian & Jo")[:pairs])
        run_ok("event", "slip", "1", "1", "3000", "2900")
        run_ok("event", "slip", "1", "2", "2000", "3100")
        run_ok("event", "announce")
        run_ok("event", "print", "standings", "-o", "wall.html")
        wall = Path("wall.html").read_text(encoding="utf-8")
        assert ["In parentheses" in wall, "(not played)" in wall] == [pairs == 5] * 2

    def test_the_standings_on_paper_say_how_many_slips_of_the_next_game_are_in(self) -> None:
        start_drawn("--movement", "round-robin", names=("Ann & Bob", "Cy & Di"))
        for game in ("1", "2"):
            run_ok("event", "slip", game, "1", "3000", "2900", "--anyway")
        run_ok("event", "announce")
        run_ok("event", "print", "standings", "-o", "wall.html")
        assert "<bdi>Game 2: 1 of 1 slip in.</bdi>" in Path("wall.html").read_text(encoding="utf-8")

    def test_before_the_draw_there_are_no_sheets_but_an_export(self) -> None:
        start()
        assert run_refused(4, "event", "print", "slips", "-o", "slips.html")
        for form in ("csv", "json", "html", "txt"):
            assert run_ok("event", "export", "-f", form)

    @pytest.mark.parametrize("movement", ["winners-up", "knockout", "round-robin"])
    @pytest.mark.parametrize("rank", ["total", "vp"])
    def test_other_movements_print_what_is_known(self, movement: str, rank: str) -> None:
        start_drawn("--movement", movement, "--rank", rank if movement != "knockout" else "total")
        for kind in KINDS:
            run_ok("event", "print", kind, "-o", f"{kind}.html")
        play(1)
        run_ok("event", "export", "-f", "html")
        run_ok("event", "standings")
        run_ok("event", "announce")

    def test_two_fields(self) -> None:
        start_drawn("--fields", "two")
        play(1)
        assert [field["field"] for field in run_json("event", "standings", "--json")["fields"]] == ["ns", "ew"]
        for form in ("csv", "html", "txt"):
            assert run_ok("event", "export", "-f", form)

    def test_hostile_names_do_no_harm(self) -> None:
        names = (*HOSTILE.values(), "=cmd|' /C calc'!A0")
        start_drawn(names=names)
        play(1)
        run_ok("event", "note", "<b>bold</b> =1+1")
        run_ok("event", "adjust", "1", "-5", "--why", "<i>late</i>")
        for kind in KINDS:
            run_ok("event", "print", kind, "-o", f"{kind}.html")
            text = Path(f"{kind}.html").read_text("utf-8")
            assert not {part for part in ("<script", "<b>bold", "<i>late") if part in text}
        page = run_ok("event", "export", "-f", "html")
        assert not {part for part in ("<script", "<b>bold", "<i>late") if part in page}
        sheet = run_ok("event", "export", "-f", "csv")
        assert not [cell for line in sheet.splitlines() for cell in line.split(",") if cell[:1] in set("=+@")]
        assert "\x1b" not in run_ok("event", "export", "-f", "txt")
        json.loads(run_ok("event", "export", "-f", "json"))


def test_slips_of_another_laptop_are_entered_whole_and_once() -> None:
    start_drawn(names=NAMES[:4], seed=3)
    enter("slip", "1", "1", "2875", "-145")
    file = Path("other.csv")
    file.write_text("game,table,ns,ew\n1,1,2875,-145\n1,2,10,x\n2,1,5,5\n1,3,7,5\n", "utf-8")
    before = Path("event.toml").read_bytes()
    refused = run("event", "slip", "--from", "other.csv")
    assert (refused.code, refused.err.count("error: ")) == (4, 3)
    assert Path("event.toml").read_bytes() == before
    file.write_text("game,table,ns,ew\n1,1,2875,-145\n1,2,10,15\n", "utf-8")
    assert run_ok("event", "slip", "--from", "other.csv").startswith(
        "2 slips entered from other.csv: 1 new, 1 verified, 0 disputed.\nAll slips"
    )
    for _ in range(2):
        assert run_ok("event", "slip", "--from", "other.csv") == "Nothing new in other.csv.\n"
    assert run_json("event", "status", "--json")["unverified"] == [2]
    file.write_text("game,table,ns,ew\n1,1,2875,-145\n1,2,15,15\n", "utf-8")  # put right on the other laptop
    assert "0 new, 0 verified, 0 disputed" in run_ok("event", "slip", "--from", "other.csv")
    Path("third.csv").write_text("game,table,ns,ew\n1,1,5,5\n1,2,15,15\n", "utf-8")
    done = run("event", "slip", "--from", "third.csv")
    assert "0 new, 1 verified, 1 disputed" in done.out
    assert "2,875 to -145 or 5 to 5" in done.err
    run_ok("event", "announce")
    assert run_ok("event", "slip", "--from", "other.csv") == "Nothing new in other.csv.\n"
    Path("third.csv").rename("fourth.csv")
    assert "event fix 1 1 5 5" in run("event", "slip", "--from", "fourth.csv").err
    assert run("event", "slip", "1", "--from", "third.csv").code == 2
    assert run("event", "slip", "--from", "nosuch.csv").code == 4


def test_sentences_of_an_event_fit_a_terminal_and_stay_whole_for_programs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "table 14: Ann & Robert 2,875, Cynthia & Diana -145 (verified)"
    monkeypatch.setenv("COLUMNS", "40")
    terminal.print_sentences(text)
    assert capsys.readouterr().out == f"{text}\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    terminal.print_sentences(text)
    lines = capsys.readouterr().out.splitlines()
    assert (len(lines), " ".join(map(str.strip, lines))) == (2, text)
    assert max(map(len, lines)) <= 40


def test_no_name_is_broken_at_the_end_of_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "38")
    for module in (setup, results, corrections):
        monkeypatch.setattr(module, "print_sentences", lambda text: print(terminal.wrap_to_terminal(text)))  # noqa: T201
    said = run_ok("event", "new", "Club day", "--last-game", "danish")
    said += run_ok("event", "pair", "Al & Bo", "Cy & Di", "Christopher Worthington-Smyth & Jo")
    run_ok("event", "draw", "--seed", "3")
    for words in ("late Zed", "undo", "redo", "rename 4 Oz", "withdraw 4", "adjust 3 -100 --why late"):
        said += run_ok("event", *words.split())
    assert max(map(len, said.splitlines())) <= 38
    broken = {word.strip(".,") for word in said.split() if "Worth" in word or "east" in word}
    assert broken == {"Worthington-Smyth", "east-west-up"}


def test_an_event_that_shows_all_prints_and_exports_each_slip_at_once() -> None:
    for show, is_shown in (("announced", False), ("all", True)):
        start_drawn("--show", show)
        run_ok("event", "slip", "1", "1", "2875", "-145")
        run_ok("event", "print", "standings", "-o", f"{show}.html")
        for text in (Path(f"{show}.html").read_text("utf-8"), run_ok("event", "export", "-f", "html")):
            assert ("2,875" in text) == is_shown
        assert "2,875" in run_ok("event", "standings")  # the director sees everything
        Path("event.toml").unlink()


def test_a_pair_of_one_player_is_named_after_the_list_with_its_row() -> None:
    enter("new", "Club day")
    Path("pairs.csv").write_text("player,player\nAnn,Bob\nCora  Vance,\n\n,Hal\n", "utf-8")
    done = run("event", "pair", "Zoe  Yu", "--from", "pairs.csv")
    assert done.out == "Pair 1: Zoe Yu\nPair 2: Ann & Bob\nPair 3: Cora Vance\nPair 4: Hal\n"
    assert [line for line in done.err.splitlines() if line.startswith("warning: ")] == [
        "warning: pair 1 has only one player: Zoe Yu",
        "warning: pairs.csv, row 3: pair 3 has only one player: Cora Vance",
        "warning: pairs.csv, row 5: pair 4 has only one player: Hal",
    ]
    assert "event rename 3 'Cora Vance & NAME'" in done.err
    assert run("event", "late", "Kim &  Lou").code == 4
    assert run("event", "rename", "4", "Hal &  Ida").out.startswith("Pair 4: Hal & Ida")


def test_names_that_are_there_already_have_their_rows() -> None:
    enter("new", "Club day")
    Path("pairs.csv").write_text("Ann,Bob\nEd,Flo\nEd,Flo\n", "utf-8")
    assert 'error: pairs.csv, row 3: there is already a pair "Ed & Flo"' in run_refused(
        4, "event", "pair", "--from", "pairs.csv"
    )
    Path("pairs.csv").write_text("Ann,Bob\n\nBob,Flo\n", "utf-8")
    refused = run_refused(4, "event", "pair", "Kim & Lou", "Lou & Max", "--from", "pairs.csv")
    assert 'error: Lou is in two pairs: "Kim & Lou" and "Lou & Max"' in refused
    assert 'error: pairs.csv, row 3: Bob is in two pairs: "Ann & Bob" and "Bob & Flo"' in refused


def test_an_event_has_the_day_that_it_is_given() -> None:
    said = run_ok("event", "new", "Club day", "--date", "2099-12-05")
    assert "The event is on Dec 5, 2099. The event file is event.toml.\n" in said
    enter("pair", "Ann & Bob", "Cy & Di")
    enter("draw")
    run_ok("event", "print", "slips", "-o", "slips.html")
    assert "Dec 5, 2099" in Path("slips.html").read_text("utf-8")
    assert run_json("event", "export", "-f", "json")["started"].startswith("2099-12-05T")
    run_ok("event", "check")


@pytest.mark.parametrize("day", ["12/5/2026", "2026-02-30", "", "-5"])
def test_what_is_no_day_is_refused(day: str) -> None:
    assert f'--date: "{day}" is not a day' in run_refused(2, "event", "new", "Club day", "--date", day)
    assert not Path("event.toml").exists()
