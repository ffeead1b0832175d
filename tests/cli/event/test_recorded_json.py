"""The commands that write in an event file, with --json: what was recorded, and what the event is like afterward."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support.command_line import lay, run, run_json, run_ok, run_refused
from support.event_commands import NAMES, start, start_drawn

from canasta_score.cli import terminal
from canasta_score.cli.registry import EVENT_COMMANDS

pytestmark = pytest.mark.usefixtures("game_folder", "sentences")

EVENT_KEYS = {"event", "recorded", "problems", "pairs"}
GAME_KEYS = {"game", "missing", "unverified", "disputed", "complete", "tables", "sits_out"}
ENTRY_KEYS = {"entry", "at", "what", "game", "table", "other_table", "hand", "pair", "names", "points", "seed", "text"}
TABLE_KEYS = {"state", "ns", "ew", "entered"}
# Each command, and what it records, in the order of a day: what, game, table, pair.
DAY = {
    ("new", "Sunday"): [],
    ("pair", *NAMES, "Kim & Lee"): [("pairs", None, None, None)],
    ("rename", "2", "Cy & Dan"): [("rename", None, None, 2)],
    ("remove", "6"): [("remove", None, None, 6)],
    ("draw", "--seed", "7"): [("draw", None, None, None)],
    ("late", "Moe & Ned"): [("late", 2, None, None)],
    ("withdraw", "5", "--from", "2"): [("withdraw", 2, None, 5)],
    ("return", "5", "--from", "2"): [("return", 2, None, 5)],
    ("slip", "1", "1", "2875", "-145"): [("slip", 1, 1, None)],
    ("slip", "1", "2", "--hand", "1", "--done", *"ns n1 t200 o ew t100 h5".split()): [
        ("hand", 1, 2, None),
        ("done", 1, 2, None),
    ],
    ("take", "1", "1", "canasta.toml"): [("slip", 1, 1, None)],
    ("void", "1", "1", "--why", "wrong table"): [("void", 1, 1, None)],
    ("swap", "1", "2"): [("swap", 1, 2, None)],
    ("adjust", "3", "-100", "--why", "late"): [("adjust", None, None, 3)],
    ("undo",): [("undo", None, None, 3)],
    ("redo",): [("redo", None, None, 3)],
    ("note", "new", "cards", "at", "4"): [("note", None, None, None)],
}
OTHERS = {"round", "desk", "fix", "status", "standings", "announce", "clock", "print", "export", "check", "season"}


def record(*words: str) -> dict[str, Any]:
    return run_json("event", *words, "--json")


def test_every_command_that_writes_says_what_it_has_recorded() -> None:
    lay("new -v nvso-tournament", "add we n1 t200 o they t100 h5")
    entries = 0
    for words, recorded in DAY.items():
        shown = record(*words)
        is_drawn = words[0] not in {"new", "pair", "rename", "remove"}
        assert shown.keys() == (EVENT_KEYS | GAME_KEYS if is_drawn else EVENT_KEYS), words
        assert [(each["what"], each["game"], each["table"], each["pair"]) for each in shown["recorded"]] == recorded
        assert [each["entry"] for each in shown["recorded"]] == [*range(entries + 1, entries + 1 + len(recorded))]
        for each in shown["recorded"]:
            assert each.keys() == (ENTRY_KEYS | TABLE_KEYS if each["table"] else ENTRY_KEYS)
        entries += len(recorded)
    assert {*(words[0] for words in DAY), *OTHERS} == {*EVENT_COMMANDS}


def test_afterward_it_has_what_round_status_and_export_show() -> None:
    start_drawn()
    shown = record("slip", "1", "1", "2875", "-145")
    expected = run_json("event", "round", "--json") | run_json("event", "status", "--json")
    assert {key: shown[key] for key in expected} == expected
    assert shown["pairs"] == run_json("event", "export", "-f", "json")["pairs"]


def test_the_game_is_that_of_the_table_or_the_one_under_way() -> None:
    start_drawn()
    shown = record("slip", "2", "2", "1000", "900", "--anyway")
    assert (shown["game"], shown["unverified"]) == (2, [2])
    assert record("note", "tea")["game"] == 1
    record("undo")
    assert record("undo")["game"] == 2


def test_a_second_slip_with_other_totals_says_between_which_totals_the_dispute_is() -> None:
    start_drawn()
    (first,) = record("slip", "1", "1", "2875", "-145")["recorded"]
    assert (first["state"], first["ns"], first["ew"]) == ("entered", 2875, -145)
    assert first["entered"] == [{"ns": 2875, "ew": -145}]
    done = run("event", "slip", "1", "1", "2,785", "-145", "--json")
    shown = json.loads(done.out)
    (second,) = shown["recorded"]
    assert (shown["disputed"], second["state"], second["ns"], second["ew"]) == ([1], "disputed", 2875, -145)
    assert second["entered"] == [{"ns": 2875, "ew": -145}, {"ns": 2785, "ew": -145}]
    assert "game 1, table 1 is disputed" in done.err
    (third,) = record("slip", "1", "1", "2785", "-145")["recorded"]
    assert (third["state"], third["entered"]) == ("verified", [{"ns": 2785, "ew": -145}])
    (undone,) = record("undo")["recorded"]
    assert (undone["what"], undone["table"], undone["state"], len(undone["entered"])) == ("undo", 1, "disputed", 2)
    (voided,) = record("void", "1", "1", "--why", "wrong table")["recorded"]
    assert (voided["state"], voided["ns"], voided["entered"], voided["text"]) == ("missing", None, [], "wrong table")


def test_a_file_of_slips_says_each_slip_that_is_new_and_nothing_the_second_time() -> None:
    start_drawn()
    Path("slips.csv").write_text("game,table,ns,ew\n1,1,1000,900\n1,2,800,700\n")
    shown = record("slip", "--from", "slips.csv")
    assert [(each["table"], each["ns"], each["ew"]) for each in shown["recorded"]] == [(1, 1000, 900), (2, 800, 700)]
    again = record("slip", "--from", "slips.csv")
    assert (again["recorded"], again["problems"]) == ([], [])
    assert {key: again[key] for key in GAME_KEYS} == {key: shown[key] for key in GAME_KEYS}


def test_the_event_file_may_be_named_before_the_command_or_after_it() -> None:
    run_ok("event", "new", "Other", "-e", "other.toml")
    start()
    Path("none.csv").write_text("game,table,ns,ew\n")
    for words in (("-e", "other.toml", "pair", "Ann & Bob"), ("pair", "Cy & Di", "-e", "other.toml")):
        assert record(*words)["event"] == "Other"


def test_totals_that_are_probably_mistyped_are_a_problem() -> None:
    start_drawn()
    done = run("event", "slip", "1", "1", "98765", "5", "--json")
    (problem,) = json.loads(done.out)["problems"]
    assert (done.code, problem["severity"], problem["code"]) == (0, "unlikely", "other")
    assert f"warning: {problem['message']}" in done.err


def test_names_and_reasons_are_as_they_were_typed() -> None:
    start()
    (renamed,) = record("rename", "2", "Zoë & Dan")["recorded"]
    assert renamed["names"] == ["Zoë & Dan"]
    (noted,) = record("note", "tea --json")["recorded"]
    assert noted["text"] == "tea --json"


def test_nothing_else_is_on_standard_output_and_messages_are_on_standard_error() -> None:
    start_drawn()
    run_ok("event", "print", "guide-cards", "-o", "cards.html")
    done = run("event", "withdraw", "5", "--json")
    assert json.loads(done.out)["pairs"][4] == {"pair": 5, "name": NAMES[4], "withdrawn": True}
    assert "to print new guide cards" in done.err


@pytest.mark.parametrize(
    ("words", "code", "problem"),
    [
        (("remove", "2"), 4, "other"),
        (("rename", "2", NAMES[1]), 4, "no-change"),
        (("slip", "2", "1", "1000", "900"), 4, "later-game"),
        (("slip", "1", "1", "1000", "903"), 3, "other"),
        (("slip", "1", "1", "--hand", "1", "ns", "r9"), 3, "impossible-hand"),
        (("take", "1", "1", "none.toml"), 4, "no-such-game"),
        (("undo", "-e", "none.toml"), 4, "no-such-event"),
        (("redo",), 4, "nothing-to-redo"),
        (("new", "Sunday"), 4, "unreadable"),
    ],
)
def test_a_refusal_is_json_too(words: tuple[str, ...], code: int, problem: str) -> None:
    start_drawn()
    before = Path("event.toml").read_bytes()
    done = run("event", *words, "--json")
    assert (done.code, json.loads(done.out)["problems"][0]["code"]) == (code, problem)
    assert Path("event.toml").read_bytes() == before


def test_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    start_drawn()
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert not terminal.is_interactive()
    assert run("event", "slip", "--json").code == 2


def test_help_names_the_option_where_it_is_taken() -> None:
    for command in ("desk", "print", "export"):
        assert "--json" not in run_ok("event", command, "--help")
        assert run_refused(2, "event", command, "--json")
    for words in DAY:
        assert re.search("--json +Print JSON\\.", run_ok("event", words[0], "--help"))
