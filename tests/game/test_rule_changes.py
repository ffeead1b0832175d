"""Other rules in a running game: every hand counts by them, and what does not fit keeps them out."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support.command_line import run, run_json, run_ok

from canasta_score import (
    LedgerError,
    RuleError,
    change_rules,
    fix_hand,
    new_ledger,
    read_ledger,
    record_hand,
    redo,
    undo,
    void_hand,
)
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.drafts import Draft, Writer, save_draft
from canasta_score.game.storage.ledger_files import inspect_ledger
from canasta_score.recording.draft import HandDraft
from canasta_score.rules.diagnostics import DiagnosticCode

pytestmark = pytest.mark.usefixtures("sentences")

FILE = "canasta.toml"
HAND: dict[str, Any] = {"we": {"natural": 1, "mixed": 1, "out": 1, "table": 200}, "they": {"mixed": 1, "hand": 85}}
# Going out is 100 by NVSO and 200 by WCA.
NVSO, WCA = {"we": 500 + 300 + 100 + 200, "they": 300 - 85}, {"we": 500 + 300 + 200 + 200, "they": 300 - 85}


@pytest.fixture(autouse=True)
def _game(game_folder: Path) -> None:
    del game_folder
    new_ledger(FILE, "nvso", {"we": "Ann & Bob", "they": "Cy & Di"})
    record_hand(FILE, HAND, anyway=True)


def state(game: Ledger) -> tuple[object, ...]:
    return game.rules, game.hands, game.totals, game.standing()


def test_every_hand_counts_by_the_new_rules_and_undo_brings_the_old_ones_back() -> None:
    before = read_ledger(FILE)
    assert before.totals == NVSO
    changed = change_rules(FILE, "wca")
    assert (changed.totals, changed.variant.name) == (WCA, "wca")
    assert changed == read_ledger(FILE)
    assert state(undo(FILE)) == state(before)
    assert state(redo(FILE)) == state(changed)
    # A correction and the next hand are scored by the new rules, too.
    assert fix_hand(FILE, 1, {"we": {"table": 300}}, anyway=True).totals["we"] == WCA["we"] + 100
    assert record_hand(FILE, HAND, anyway=True).totals["we"] == 2 * WCA["we"] + 100
    run_ok("check")


def test_json_shows_the_rules_of_a_game_and_what_a_change_did() -> None:
    shown = run_json("rules", "--json")
    assert (shown["variant"], shown["title"], shown["house"]) == ("nvso", "NVSO Canasta", [])
    assert shown["rules"] == read_ledger(FILE).rules.keys
    changed = run_json("rules", "-v", "wca", "--json")
    assert changed["before"] == {"variant": "nvso", "title": "NVSO Canasta", "house": [], "totals": NVSO}
    assert {side: own["total"] for side, own in changed["sides"].items()} == WCA
    entry = run_json("show", "--all", "--json")["entries"][1]
    assert (entry["what"], entry["hand"], entry["house"], entry["rules"]["name"]) == ("rules", 1, [], "wca")


def test_house_rules_add_to_those_of_the_game() -> None:
    change_rules(FILE, house_rules=["bonuses.out.points=300"])
    change_rules(FILE, house_rules=["game.target=5000"])
    changed = change_rules(FILE, house_rules=["bonuses.out.points=400"])
    assert changed.house_rules == ("game.target=5000", "bonuses.out.points=400")
    assert (changed.totals["we"], changed.variant.game.target) == (NVSO["we"] + 300, 5000)
    changes = "Rules changed after hand 1: now to 5,000, Going out 400."
    assert changes in " ".join(run_ok("show").split())
    assert change_rules(FILE, "nvso").house_rules == ()
    assert "Rules changed" not in run_ok("show")


def test_a_game_can_be_over_by_new_rules_and_go_on_again() -> None:
    shown = run_ok("rules", "--set", "game.target=1000")
    assert "Ann & Bob: 1,100 before, 1,100 now.\nCy & Di: 215 before, 215 now.\n" in shown
    assert "The game is over now: Ann & Bob won after hand 1." in shown
    assert "Ann & Bob won after hand 1; now the game continues." in run_ok("rules", "--set", "game.target=2000")
    run_ok("end")
    assert change_rules(FILE, "wca").standing().over  # time was called, whatever the rules


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        ("classic", ["black", "hand 2", "Ann & Bob"]),
        ("hand-and-foot", ["black", "hand 2"]),
    ],
)
def test_rules_that_lack_an_item_are_refused_with_its_hand(variant: str, words: list[str]) -> None:
    record_hand(FILE, {"we": {"black": 2, "natural": 2, "table": 200, "hand": 5}, "they": {"hand": 85}}, anyway=True)
    before = Path(FILE).read_bytes()
    refused = run("rules", "-v", variant)
    assert (refused.code, Path(FILE).read_bytes()) == (4, before)
    assert all(word in refused.err for word in words)
    assert "hand 1" not in refused.err
    assert run_ok("explain", "2")  # as the hint proposes
    # What is canceled does not count, and keeps the lines that it had.
    explained = void_hand(FILE, 2).hands[1].score
    change_rules(FILE, "wca")
    assert read_ledger(FILE).hands[1].score == explained
    assert "Hand 2, NVSO Canasta" in run_ok("explain", "2")
    assert run_json("explain", "2", "--json")["variant"] == "nvso"


def test_hands_with_partners_are_refused_by_rules_without_them() -> None:
    new_ledger("three.toml", "cutthroat", {"ann": "Ann", "bob": "Bob", "cy": "Cy"})
    record_hand("three.toml", {"ann+bob": {"natural": 1, "table": 300, "hand": 5}, "cy": {"hand": 20}})
    message = "hand 1 is impossible by the rules Classic Canasta: Ann and Bob cannot be partners, because these rules"
    with pytest.raises(LedgerError, match=message):
        change_rules("three.toml", "classic")


def test_hands_that_cannot_be_by_the_new_rules_are_refused_unless_they_were_accepted_anyway() -> None:
    three_packs = ["deck.packs=3", "deck.jokers=6", "threes.red=[100, 300, 500, 1000, 1200, 1500]"]
    three_packs.append("threes.black=[100, 300, 500, 1000, 1200, 1500]")
    new_ledger("three.toml", "nvso", {"we": "Ann", "they": "Cy"}, house_rules=three_packs)
    facts = {"we": {"red": 5, "natural": 2, "table": 300, "hand": 5}, "they": {"hand": 85}}
    record_hand("three.toml", facts)
    with pytest.raises(LedgerError, match="hand 1 is impossible by the rules NVSO Canasta: 5 red threes"):
        change_rules("three.toml", "nvso")
    fix_hand("three.toml", 1, {"we": {"red": 4}})
    assert change_rules("three.toml", "nvso").totals["we"] == 1000 + 1000 + 295
    undo("three.toml")
    undo("three.toml")
    void_hand("three.toml", 1)
    assert change_rules("three.toml", "nvso").variant.deck.packs == 2


def test_sides_that_the_new_rules_use_as_items_are_refused() -> None:
    new_ledger("clubs.toml", "nvso", {"samba": "Ann", "they": "Cy"})
    with pytest.raises(LedgerError, match="samba"):
        change_rules("clubs.toml", "samba")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["-v", "nvso"], 4),
        (["--set", "game.target=8500"], 4),
        (["-v", "nosuch"], 5),
        (["--set", "game.target=much"], 5),
        (["--set", "much"], 5),
    ],
)
def test_nothing_is_written_for_rules_that_change_nothing_or_are_none(words: list[str], code: int) -> None:
    before = Path(FILE).read_bytes()
    assert (run("rules", *words).code, Path(FILE).read_bytes()) == (code, before)


def test_rules_that_cannot_be_read_are_an_error_in_python_too() -> None:
    with pytest.raises(RuleError):
        change_rules(FILE, "nosuch")


def test_the_totals_of_each_entry_are_by_the_rules_of_its_time() -> None:
    change_rules(FILE, "wca")
    undo(FILE)
    stated = [entry["totals"] for entry in tomllib.loads(Path(FILE).read_text())["entry"]]
    assert stated == [NVSO, WCA, NVSO]
    # A mistake in one of them is one mistake, at its entry.
    text = Path(FILE).read_text()
    head, _, tail = text.rpartition('what = "rules"')
    Path(FILE).write_text(head + 'what = "rules"' + tail.replace(f"we = {WCA['we']}", "we = 5"))
    problems = inspect_ledger(FILE).diagnostics
    assert [(problem.where.partition(", ")[2], problem.code) for problem in problems] == [
        ("totals", DiagnosticCode.TOTAL_MISMATCH)
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[entry.rules]\n", '[entry.rules]\nextends = "nvso"\n', "rules.extends"),
        ("[entry.rules.deck]\npacks = 2", "[entry.rules.deck]\npacks = 3", "rules: were changed in the file"),
        ('what = "rules"\n', 'what = "rules"\nside = "we"\n', "does not belong in a rules entry"),
    ],
)
def test_a_change_of_the_rules_with_a_mistake_is_an_error_with_its_place(old: str, new: str, message: str) -> None:
    change_rules(FILE, "wca")
    text = Path(FILE).read_text()
    assert old in text
    Path(FILE).write_text(text.replace(old, new))
    with pytest.raises(LedgerError, match=message):
        read_ledger(FILE)


def test_a_game_with_other_rules_comes_back_from_json_and_its_rules_from_new() -> None:
    change_rules(FILE, "wca", house_rules=["game.target=1000"])
    run_ok("export", "-o", "game.json")
    run_ok("import", "game.json", "-l", "again.toml")
    game, again = read_ledger(FILE), read_ledger("again.toml")
    assert (again.entries, state(again), again.starting_rules) == (game.entries, state(game), game.starting_rules)
    run_ok("new")  # the game is over by the new rules, and the next one begins with them
    assert read_ledger("canasta-2.toml").rules == game.rules


@pytest.mark.parametrize("rules", [{"deck": None}, 3])
def test_json_with_rules_that_are_none_is_refused(rules: object) -> None:
    change_rules(FILE, "wca")
    game = json.loads(run_ok("export", "-f", "json"))
    game["entries"][1]["rules"] = rules
    Path("bad.json").write_text(json.dumps(game))
    assert run("import", "bad.json", "-l", "bad.toml").code == 4


def test_a_draft_of_items_that_the_new_rules_lack_does_not_stop_the_next_hand() -> None:
    game = read_ledger(FILE)
    facts = {"we": {"black": 2, "natural": 1}, "they": {}}
    assert game.started_at is not None
    writer = Writer(name="Ann", host="table", process=1)
    save_draft(Path(FILE), Draft(hand=2, facts=facts, position=3, started_at=game.started_at, writer=writer))
    changed = change_rules(FILE, "classic")
    assert HandDraft(game=changed).set_facts(facts).collect_facts() == {"we": {"natural": 1}, "they": {}}


def test_a_hand_that_is_only_against_the_rules_does_not_keep_other_rules_out() -> None:
    record_hand(FILE, {"we": {"natural": 1, "table": 200, "out": 1}, "they": {"mixed": 1, "hand": 85, "table": 130}})
    assert change_rules(FILE, "wca").variant.name == "wca"


@pytest.mark.parametrize("anyway", [False, True])
def test_rules_without_partners_are_refused_where_a_hand_has_them(*, anyway: bool) -> None:
    new_ledger("three.toml", "cutthroat", {"ann": "Ann", "bob": "Bob", "cy": "Cy"})
    lone = {"hand": 45, "red": 5 if anyway else 1}  # a fifth red three is recorded only anyway
    hand = {"ann+bob": {"natural": 1, "table": 300, "out": 1}, "cy": lone}
    record_hand("three.toml", hand, anyway=anyway)
    before = Path("three.toml").read_bytes()
    with pytest.raises(LedgerError, match="hand 1"):
        change_rules("three.toml", "classic")
    assert Path("three.toml").read_bytes() == before
