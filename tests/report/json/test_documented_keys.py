"""The documents name every key that JSON has, and no other key."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from support.command_line import run
from support.documents import iter_blocks, iter_inline_code
from support.paths import ROOT

from canasta_score.event.entries import EventEntryKind
from canasta_score.game.entries import EntryKind
from canasta_score.report.json import build_variant_json
from canasta_score.rules.catalog.files import collect_rule_files
from canasta_score.rules.catalog.loading import load_variant

NAME = re.compile(r"[a-z][a-z_]*")
# Objects that have a key for each side, table or set of rules; and those whose keys are items, or those of a rule file.
BY_WORD = {"sides", "standing", "tables", "variants"}
OPAQUE = {"canastas", "elsewhere", "facts", "rules", "specials", "start", "totals"}
KEYS_OF_ITEMS = {"name", "label", "short", "about", "most"}
BY_KIND = {"deck.points", "sets.canastas", "bonuses.needs", "bonuses.needs_by_hand"}
HAND = "we red=3 natural=1 table=160 hand=10 they natural=1 table=125 hand=85"
GAME = f"""
new --we Ann&Bob --they Cy&Di --seats Ann,Cy,Bob,Di --dealer Ann
add {HAND} --json
show --all --json
explain 1 --json
meld --json
meld --variant brazilian --score 7000 --json
meld check 10,10,10 Q,Q,JK 9,9,9 --json --pile 9
meld find 10 10 10 Q Q JK 9 9 9 A --json
adjust they -100 --why late --json
adjust they -3 --json
fix 9 we r3 --json
rules --json
rules --set game.target=5000 --json
show --all --json
reconcile 1 we 1110 --json
check bad.toml --json
export -f json
stats --json
games --json
score --json we rde=3
score --json -v cutthroat ann+bob table=90 cy hand=20
score --json {HAND}
score --json we total=500 they out natural=2 table=300 -v nvso,classic
variants check bad.toml --json
variants diff nvso wca --json
variants list --json
variants new our-club --extends nvso --json
variants show nvso --json
new -l five.toml --we Ann&Bob --they Cy,Di&Eve --seats Ann,Cy,Bob,Di,Eve --dealer Ann
show -l five.toml --json
"""
EVENT = """
event new Sunday
event pair Ann&Bob Cy&Di Ed&Flo Gus&Hal
event draw --seed 7
event round 1 --json
event status --json
event slip 1 1 98765 -145 --json
event slip 1 2 3300 2100
event announce --json
event fix 1 1 4875 145 --why late --json
event clock start
event clock --json
event check --json
event season event.toml --json
event export -f json
"""
WORDS_IN_JSON_PAGE = {
    *(
        "add",
        "adjust",
        "check",
        "end",
        "explain",
        "fix",
        "import",
        "meld",
        "new",
        "note",
        "reconcile",
        "redo",
        "rename",
        "score",
    ),
    *("show", "stats", "undo", "void", "export", "help", "play", "serve"),  # these and those above are commands
    *("base", "count", "penalties", "total", "impossible", "irregular", "unlikely", "refused", "null", "jq"),  # values
    *("other", "unreadable"),  # codes
    *("error", "referee"),  # of Python
    "by",  # of what came from a phone
}


def walk_keys(value: object, above: str = "") -> Iterator[str]:
    """Yield the keys in JSON that do not depend on the game or its rules."""
    if isinstance(value, dict):
        for key, below in value.items():
            yield from () if above in BY_WORD else (key,)
            yield from () if key in OPAQUE else walk_keys(below, "" if above in BY_WORD else key)
    elif isinstance(value, list):
        for below in value:
            yield from walk_keys(below)


def find_keys(commands: str, folder: Path) -> set[str]:
    (folder / "bad.toml").write_text("")
    return {key for line in commands.strip().split("\n") for key in run_and_find_keys(line.split(), folder)}


def run_and_find_keys(words: list[str], folder: Path) -> Iterator[str]:
    done = run(*words, folder=folder)
    if "json" not in words and "--json" not in words:
        assert done.code == 0, done.err
        return
    value = json.loads(done.out)
    if words[:2] == ["variants", "show"]:
        first = value["canastas"][0]
        yield from (*value, *first, *first["cards"], *(key for keys in find_keys_of_rules().values() for key in keys))
    else:
        yield from walk_keys(value)


def find_keys_of_rules() -> dict[str, set[str]]:
    """Return the keys of each part of all rules, but of cards, and without those that each item has."""
    found = defaultdict[str, set[str]](set)

    def walk(part: str, value: object) -> None:
        for each in value if isinstance(value, list | tuple) else [value]:
            if isinstance(each, list | tuple):
                walk(part, each)
            elif isinstance(each, dict):
                found[part] |= each.keys() - (KEYS_OF_ITEMS if "most" in each else ())
                for key, below in each.items() if part not in BY_KIND else ():
                    walk(f"{part}.{key}", below)

    for path in collect_rule_files().values():
        for part, value in build_variant_json(load_variant(path)).items():
            walk(part, value)
    parts = {part: keys for part, keys in found.items() if keys and not part.startswith("canastas")}
    return {part: keys for part, keys in parts.items() if part not in BY_KIND and not part.endswith(".cards")}


def test_each_part_of_the_rules_has_its_keys() -> None:
    _, _, table = (ROOT / "docs" / "json.md").read_text("utf-8").partition("| part | keys |")
    rows = dict(re.findall(r"^\| `([a-z.]+)` \| (.*) \|$", table.partition("\n\n")[0], re.MULTILINE))
    assert {part: {*re.findall(r"`([a-z_]+)`", row)} - {"null"} for part, row in rows.items()} == find_keys_of_rules()


def test_every_key_of_a_game_is_documented_and_no_other(tmp_path: Path) -> None:
    found = find_keys(GAME, tmp_path)
    documented = {word for word in iter_inline_code(ROOT / "docs" / "json.md") if NAME.fullmatch(word)}
    assert sorted(found - documented) == []
    assert sorted(documented - found - WORDS_IN_JSON_PAGE) == []


def test_the_sample_of_a_game_is_what_show_prints(tmp_path: Path) -> None:
    for words in (
        ["new", "--we", "Ann & Bob", "--they", "Cy & Di", "--seats", "Ann, Cy, Bob, Di"],
        ["add", *"we n1 t170 h10 they m1 t185 h5".split()],
        ["adjust", "they", "-100", "--why", "exposed a card"],
    ):
        assert run(*words, folder=tmp_path).code == 0
    (sample,) = (block.text for block in iter_blocks(ROOT / "docs" / "json.md") if '"title": "NVSO' in block.text)
    shown = run("show", "--json", folder=tmp_path).out
    assert without_times(json.loads(sample)) == without_times(json.loads(shown))


def without_times(game: dict[str, Any]) -> dict[str, Any]:
    for timed in (*game["hands"], *game["adjustments"]):
        assert datetime.fromisoformat(timed.pop("at")).tzinfo
    return game


def test_each_key_of_a_side_in_statistics_has_its_meaning(tmp_path: Path) -> None:
    for words in ("new --we Ann --they Bob", "add we n2 t200 o they t100 h5", "add we m1 t200 h5 they n1 t200 o"):
        assert run(*words.split(), folder=tmp_path).code == 0
    side, _ = json.loads(run("stats", "--json", folder=tmp_path).out)["sides"]
    _, _, table = (ROOT / "docs" / "json.md").read_text("utf-8").partition("| key of a side | meaning |")
    rows = [row.split(" | ") for row in table.partition("\n\n")[0].split("\n")[2:]]
    assert {key for row in rows for key in re.findall(r"`(\w+)`", row[0])} == side.keys()
    per_hand = {key for row in rows if "per hand**" in row[1] for key in re.findall(r"`(\w+)`", row[0])}
    assert per_hand == {"canastas"}
    assert (side["canastas"]["natural"], side["out"], side["per_hand"]["out"]) == (1, 1, 0.5)


def test_each_path_in_the_documents_leads_to_a_value(tmp_path: Path) -> None:
    words = "score --json -v nvso,wca we n1 t200 o they m1 t100 h5"
    value = json.loads(run(*words.split(), folder=tmp_path).out)
    assert "unknown" not in value["variants"]["wca"]
    (path,) = (code for code in iter_inline_code(ROOT / "docs" / "json.md") if re.match(r"\.\w", code))
    for key in path.split(".")[1:]:
        value = value[key]
    assert isinstance(value, list)


@pytest.mark.parametrize(("page", "kinds"), [("json.md", EntryKind), ("events.md", EventEntryKind)])
def test_every_kind_of_entry_is_listed(page: str, kinds: type[StrEnum]) -> None:
    (row,) = re.findall(r"^\| `what` \| (.*) \|$", (ROOT / "docs" / page).read_text("utf-8"), re.MULTILINE)
    assert {*re.findall("`([a-z-]+)`", row)} - {"pair"} == {*kinds}


def test_every_key_of_an_event_is_documented_and_no_other(tmp_path: Path) -> None:
    blocks = [block.text for block in iter_blocks(ROOT / "docs" / "events.md") if block.text.startswith("round:")]
    documented = set(re.findall(r'"(\w+)"', "".join(blocks)))
    assert sorted(documented ^ find_keys(EVENT, tmp_path)) == []
