"""The documentation of rule files holds every key that the reader knows, and none that it does not know."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.paths import VARIANTS
from support.rule_keys import lines_in, requested_keys
from support.variants import SHIPPED

from canasta_score.rules.catalog.loading import load_variant
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.model.variant import read_rule_tables
from canasta_score.rules.schema.reader import DiagnosticCollector, TableReader

DOCUMENTATION = (VARIANTS / "README.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(?P<key>[^`]+)` \|(?P<meaning>.+)\|(?P<type>.+)\|(?P<default>.+)\|$", re.MULTILINE)
EXAMPLE = re.compile(r"^```toml\n(?P<text>.+?)^```$", re.MULTILINE | re.DOTALL)
REQUIRED = "must be there"


def missing_of_nothing() -> Iterator[str]:
    """Yield the keys that the reader misses in a file with one empty table of each kind."""
    named: dict[str, object] = {room: {"*": {}} for room in ("canastas", "sets", "bonuses", "penalties", "specials")}
    collector = DiagnosticCollector("nothing.toml", {})
    empty: dict[str, object] = {"deck": {}, "cards": {}, "need": {"steps": [{}]}}
    read_rule_tables(TableReader({"name": "nothing", **empty, **named}, collector))
    for diagnostic in collector.diagnostics:
        if diagnostic.code is DiagnosticCode.MISSING_KEY:
            yield diagnostic.where.replace("[0]", "")


ROWS = [*ROW.finditer(DOCUMENTATION)]
EXAMPLES = [*EXAMPLE.finditer(DOCUMENTATION)]
DOCUMENTED = [row["key"] for row in ROWS]


def test_the_shipped_files_are_read() -> None:
    assert set(SHIPPED) >= {"nvso", "nvso-tournament", "wca", "catawba"}


def test_every_key_is_documented() -> None:
    assert sorted(lines_in(requested_keys()) - set(DOCUMENTED)) == []


def test_every_documented_key_exists() -> None:
    assert sorted(set(DOCUMENTED) - requested_keys()) == []


def test_no_key_is_documented_twice() -> None:
    assert sorted(DOCUMENTED) == sorted(set(DOCUMENTED))


def test_every_table_of_keys_is_read() -> None:
    rows = [line for line in DOCUMENTATION.splitlines() if re.match(r"\| `[a-z]", line)]
    assert len(rows) == len(DOCUMENTED)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["key"]))
def test_each_row_says_meaning_type_and_default(row: re.Match[str]) -> None:
    assert all(row[column].strip() for column in ("meaning", "type", "default"))
    assert " | " not in row["meaning"]


def test_keys_that_must_be_there_are_documented_so() -> None:
    required = {row["key"] for row in ROWS if row["default"].strip().startswith(REQUIRED)}
    assert required == {*missing_of_nothing(), "need.steps"}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"at {example.start()}")
def test_each_example_is_a_rule_file(example: re.Match[str], tmp_path: Path) -> None:
    file = tmp_path / "our-club.toml"
    file.write_text(example["text"], encoding="utf-8")
    assert load_variant(file).name == "our-club"


def test_the_first_example_does_what_it_says(tmp_path: Path) -> None:
    file = tmp_path / "our-club.toml"
    file.write_text(EXAMPLES[0]["text"], encoding="utf-8")
    ours, theirs = load_variant(file), load_variant("nvso")
    assert ours.game.target == 5000
    assert {bonus.name: bonus.points for bonus in ours.bonuses} == {"out": 200}
    assert (ours.canastas, ours.threes, ours.need) == (theirs.canastas, theirs.threes, theirs.need)


def test_what_is_dropped_may_be_stated_anew(tmp_path: Path) -> None:
    file = tmp_path / "our-club.toml"
    file.write_text('extends = "nvso"\nwithout = ["specials"]\n[specials.quads]\npoints = 3000\n', encoding="utf-8")
    assert [hand.name for hand in load_variant(file).specials.hands] == ["quads"]


@pytest.mark.parametrize(("parent", "way"), [("nvso", "hands"), ("nvso-tournament", "target")])
def test_one_way_to_end_a_game_takes_back_the_other(parent: str, way: str, tmp_path: Path) -> None:
    file = tmp_path / "our-club.toml"
    file.write_text(f'extends = "{parent}"\n[game]\n{way} = 4\n', encoding="utf-8")
    game = load_variant(file).game
    assert (game.target, game.hands) == ((None, 4) if way == "hands" else (4, None))
