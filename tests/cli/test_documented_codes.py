"""The table of codes in docs/python.md: each is raised by a case of its row, in JSON and in Python alike."""

import json
import re
from collections.abc import Callable, Mapping
from inspect import isfunction
from pathlib import Path
from typing import Any

import pytest
from support.command_line import run
from support.paths import ROOT

from canasta_score import (
    CanastaError,
    LedgerError,
    RuleError,
    TallyError,
    adjust,
    api,
    change_rules,
    check_opening,
    end_game,
    find_opening,
    fix_hand,
    load_variant,
    new_ledger,
    read_ledger,
    record_hand,
    redo,
    score_hand,
    undo,
    void_hand,
)
from canasta_score.rules.diagnostics import DiagnosticCode

ROW = re.compile(r"^\| `([a-z-]+)` \| (.*) \|$", re.MULTILINE)
NOT_IN_JSON = ("only at the prompt", "never in JSON", "only in events")
NVSO, HAND = "canasta.toml", {"we": {"natural": 1, "table": 250}, "they": {"table": 60}}
JSON = {
    "other": "add we n=-1",
    "unknown-rules": "rules -v nosuch",
    "unknown-key": "rules --set game.traget=5000",
    "wrong-type": "add we n=1.5",
    "missing-key": "show -l no-sides.toml",
    "unknown-side": "add eve n1",
    "unknown-item": "add we json",
    "unknown-card": "add we t=4xJJ",
    "impossible-hand": "add we t203",
    "no-change": "fix 1 we n1",
    "unknown-word": "add we xyzzy=3",
    "ambiguous-word": "add we s=2",
    "incomplete-item": "add we red=",
    "invalid-points": "add we t=abc",
    "game-over": "add we n1 -l over.toml",
    "unreadable": "show -l folder.toml",
    "no-such-file": "rules -v missing.toml",
    "no-such-game": "show -l missing.toml",
    "no-such-event": "event standings",
    "not-a-game-file": "show -l club.toml",
    "damaged-file": "show -l cut-off.toml",
    "newer-format": "show -l newer.toml",
    "no-such-hand": "fix 9 we n1",
    "total-mismatch": "show -l wrong-total.toml",
    "conflicted-copy": "check conflict.toml",
    "nothing-to-undo": "undo -l empty.toml",
    "nothing-to-redo": "redo",
    "hand-is-voided": "void 2",
    "repeated-item": "add we red=1 red=2",
    "repeated-hand": "add -l twice.toml we n1 t200 h10 they t130 h5",
    "below-need": "add -l empty.toml we n2 t200 o they t30 h5",
    "wrong-figure": "import wrong-figure.csv -l new.toml",
    "unreadable-time": "import wrong-time.csv -l new.toml",
}
PYTHON: dict[str, Callable[[], object]] = {
    "other": lambda: record_hand("canasta.toml", {"we": {"natural": -1}}),
    "unknown-rules": lambda: load_variant("nosuch"),
    "unknown-key": lambda: change_rules("canasta.toml", house_rules=["game.traget=5000"]),
    "wrong-type": lambda: record_hand("canasta.toml", {"we": {"natural": 1.5}}),  # type: ignore[dict-item]
    "missing-key": lambda: read_ledger("no-sides.toml"),
    "unknown-side": lambda: record_hand("canasta.toml", {"eve": {"natural": 1}}),
    "unknown-item": lambda: record_hand("canasta.toml", {"we": {"rde": 1}}),
    "unknown-card": lambda: check_opening(load_variant("nvso"), 50, [["Z", "Z", "Z"]]),
    "impossible-hand": lambda: record_hand("canasta.toml", {"we": {"table": 203}}),
    "no-change": lambda: fix_hand("canasta.toml", 1, {"we": {"natural": 1}}),
    "invalid-points": lambda: adjust("canasta.toml", "we", 3),
    "game-over": lambda: record_hand("over.toml", {"we": {"natural": 1}}),
    "unreadable": lambda: read_ledger("folder.toml"),
    "no-such-file": lambda: load_variant("missing.toml"),
    "no-such-game": lambda: read_ledger("missing.toml"),
    "not-a-game-file": lambda: read_ledger("club.toml"),
    "damaged-file": lambda: read_ledger("cut-off.toml"),
    "newer-format": lambda: read_ledger("newer.toml"),
    "no-such-hand": lambda: fix_hand("canasta.toml", 9, {"we": {"natural": 1}}),
    "total-mismatch": lambda: read_ledger("wrong-total.toml"),
    "nothing-to-undo": lambda: undo("empty.toml"),
    "nothing-to-redo": lambda: redo("canasta.toml"),
    "hand-is-voided": lambda: void_hand("canasta.toml", 2),
    "not-next-hand": lambda: record_hand("canasta.toml", HAND, hand=2),
    "not-last-entry": lambda: undo("canasta.toml", entry=1),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for words in ("new", "add we n1 t200 h10 they t120 h5", "add we n1 t200 h10 they t130 h5", "new -l empty.toml"):
        assert run(*words.split(), folder=tmp_path).code == 0
    game = Path("canasta.toml").read_text()
    changed = {
        "over.toml": game,
        "twice.toml": game,
        "conflict.toml": game.replace('we = "We"', 'we = "Us"'),
        "conflict (conflicted copy).toml": game,
        "no-sides.toml": re.sub(r"\[sides\]\n.*\n.*\n", "", game),
        "cut-off.toml": game[:-20],
        "newer.toml": re.sub("format = .*", "format = 99", game),
        "wrong-total.toml": game.replace("we = 690", "we = 790"),
        "club.toml": 'extends = "nvso"\n',
        "wrong-figure.csv": "hand,side,base,count,total\n1,we,500,200,900\n1,they,0,100,100\n",
        "wrong-time.csv": "hand,time,side,total\n1,soon,we,500\n1,,they,300\n",
    }
    for name, text in changed.items():
        Path(name).write_text(text)
    Path("folder.toml").mkdir()
    end_game("over.toml")
    void_hand("canasta.toml", 2)
    return tmp_path


def score(facts: Mapping[str, Mapping[str, int]], **more: Any) -> Callable[[], object]:  # noqa: ANN401 -- partners
    return lambda: score_hand(load_variant("nvso"), facts, **more)


REFUSALS: dict[str, list[Callable[[], object]]] = {  # each names the kinds of error in its row
    "load_variant": [lambda: load_variant("nosuch"), lambda: load_variant("folder.toml")],
    "score_hand": [score({"we": {"rde": 1}}), score({"we": {"red": -1}}), score(HAND, partners=("we", "they"))],
    "check_opening": [lambda: check_opening(load_variant("nvso"), 50, [["Z"]])],
    "find_opening": [lambda: find_opening(load_variant("nvso"), 50, ["K"] * 9)],
    "new_ledger": [
        lambda: new_ledger("new.toml", "nosuch"),
        lambda: new_ledger("new.toml", "nvso", house_rules=["game.traget=5"]),
        lambda: new_ledger(NVSO, "nvso"),
        lambda: new_ledger("new.toml", "nvso", {"we": "Ann", "they": "Ann"}),
        lambda: new_ledger("new.toml", "nvso", starting_totals={"us": 5}),
    ],
    "change_rules": [
        lambda: change_rules(NVSO, "nosuch"),
        lambda: change_rules("missing.toml", "wca"),
        lambda: change_rules(NVSO, "cutthroat"),
        lambda: change_rules(NVSO, "nvso"),
    ],
    "record_hand": [
        lambda: record_hand(NVSO, {"we": {"red": 5}}),
        lambda: record_hand(NVSO, {"us": {"red": 1}}),
        lambda: record_hand(NVSO, {}),
        lambda: record_hand(NVSO, HAND, partners=("we", "they")),
        lambda: record_hand("over.toml", HAND),
        lambda: record_hand("missing.toml", HAND),
    ],
    "fix_hand": [
        lambda: fix_hand(NVSO, 1, {"we": {"natural": 1}}),
        lambda: fix_hand(NVSO, 9, HAND),
        lambda: fix_hand(NVSO, 2, HAND),
        lambda: fix_hand(NVSO, 1, HAND, why="a\nb"),
    ],
    "adjust": [
        lambda: adjust(NVSO, "we", 3),
        lambda: adjust(NVSO, "us", 100),
        lambda: adjust("over.toml", "we", 100),
        lambda: adjust(NVSO, "we", 100, why="a\nb"),
    ],
    "read_ledger": [lambda: read_ledger("missing.toml"), lambda: read_ledger("club.toml")],
    "void_hand": [lambda: void_hand(NVSO, 2), lambda: void_hand(NVSO, 9)],
    "undo": [lambda: undo("empty.toml")],
    "redo": [lambda: redo("empty.toml")],
    "end_game": [lambda: end_game("over.toml")],
    "get_hand": [lambda: read_ledger(NVSO).get_hand(9)],
}


def read_rows() -> dict[str, str]:
    table = (ROOT / "docs" / "python.md").read_text("utf-8").partition("| code | meaning |")[2]
    return dict(ROW.findall(table))


def test_the_table_has_each_code_and_says_where_it_is_raised() -> None:
    rows = read_rows()
    assert rows.keys() == {*DiagnosticCode}
    assert rows.keys() - JSON.keys() == {code for code, row in rows.items() if row.endswith(NOT_IN_JSON)}
    assert rows.keys() - PYTHON.keys() == {code for code, row in rows.items() if "; only " in row}


def test_each_code_is_raised_in_json(folder: Path) -> None:
    found = {}
    for code, words in JSON.items():
        answer = json.loads(run(*words.split(), "--json", folder=folder).out)
        (only,) = {each["code"] for part in (answer, *answer.get("files", ())) for each in part.get("problems", ())}
        found[code] = only
    assert found == {code: code for code in JSON}


@pytest.mark.usefixtures("folder")
def test_each_code_is_raised_in_python() -> None:
    found = {}
    for code, refuse in PYTHON.items():
        with pytest.raises(CanastaError) as refused:
            refuse()
        (found[code],) = {each.code for each in refused.value.diagnostics}
    assert found == {code: code for code in PYTHON}


@pytest.mark.usefixtures("folder")
def test_the_page_says_what_each_function_raises() -> None:
    _, _, table = (ROOT / "docs" / "python.md").read_text("utf-8").partition("| function | what it raises |")
    rows = [row.split(" | ") for row in table.partition("\n\n")[0].split("\n")[2:]]
    names = re.compile(r"`(\w+)`")
    documented = {name: {*re.findall(r"`(\w+Error)`", kinds)} for row, kinds in rows for name in names.findall(row)}
    silent: dict[str, list[Callable[[], object]]] = {"referee": [], "opening_need": [], "canasta_to_open": []}
    assert documented == {name: {*map(find_kind, refusals)} for name, refusals in (REFUSALS | silent).items()}
    functions = {name for name, value in vars(api).items() if isfunction(value)}
    assert documented.keys() == functions | {"get_hand"}


def find_kind(refuse: Callable[[], object]) -> str:
    with pytest.raises(CanastaError) as refused:
        refuse()
    kinds = (RuleError, TallyError, LedgerError)
    return " and ".join(kind.__name__ for kind in kinds if isinstance(refused.value, kind))


def test_the_page_says_which_commands_take_json() -> None:
    sections = re.split(r"^## canasta-score ?", (ROOT / "docs" / "commands.md").read_text("utf-8"), flags=re.MULTILINE)
    commands = {section.partition("\n")[0]: section for section in sections[1:]}
    groups = {name for name, section in commands.items() if "\nCommands:" in section and name != "meld"}
    take_json = {name for name, section in commands.items() if "\n  --json " in section}
    opening, _, _ = (ROOT / "docs" / "json.md").read_text("utf-8").partition("\n## ")
    assert commands.keys() - groups - take_json == {*re.findall("`([^`]+)`", opening)} & commands.keys()
