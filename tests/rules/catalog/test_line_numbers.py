"""The lines of mistakes in a rule file: of the key, or of the nearest heading above it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from canasta_score.rules.catalog.line_numbers import find_key_lines, number_lines
from canasta_score.rules.catalog.loading import load_variant
from canasta_score.rules.diagnostics import Diagnostic, RuleError

RULES = """\
# the rules of the club
extends = "nvso"

[bonuses]
out.points = 200   # in place of 100
shutout . "points" = 300

[ bonuses.cut ]
points = 100
needs = { natural = 1 }

["need"]
steps = [
    { need = 125 },
    { at_least = 3000, need = 155 },
]
"""


def test_each_key_has_its_line_and_each_table_the_first_that_names_it() -> None:
    assert find_key_lines(RULES) == {
        "extends": 2,
        "bonuses": 4,
        "bonuses.out": 5,
        "bonuses.out.points": 5,
        "bonuses.shutout": 6,
        "bonuses.shutout.points": 6,
        "bonuses.cut": 8,
        "bonuses.cut.points": 9,
        "bonuses.cut.needs": 10,
        "need": 12,
        "need.steps": 13,
    }


def test_lines_are_counted_with_a_mark_of_byte_order_and_the_line_ends_of_windows() -> None:
    assert find_key_lines('\ufeffextends = "nvso"\r\n[game]\r\ntarget = 1\r\n')["game.target"] == 3


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("bonuses.cut.needs.natrual", 10),
        ("need.steps[1].over", 13),
        ("bonuses.cut.label", 8),
        ("title", None),
        ("", None),
    ],
)
def test_a_place_that_has_no_line_has_that_of_what_is_around_it(place: str, line: int | None, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(RULES, encoding="utf-8")
    mistake = Diagnostic(message="", file="ours.toml", where=place)
    (numbered,) = number_lines([mistake], file)
    assert numbered.line == line


def test_mistakes_are_in_the_order_of_their_lines_and_those_of_other_files_come_first(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text('extends = "nvso"\n\n[deck]\npacks = "2"\n', encoding="utf-8")
    file = tmp_path / "ours.toml"
    file.write_text('extends = "base.toml"\n[threes]\nall = true\n[cards]\nX = 5\n', encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        load_variant(file)
    lines = [(found.file, found.where, found.line) for found in caught.value.diagnostics]
    assert lines == [
        ("ours.toml, from base.toml", "deck.packs", None),
        ("ours.toml", "threes.all", 3),
        ("ours.toml", "cards.X", 5),
    ]


def test_without_a_parent_the_own_mistakes_have_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('extends = "no-such-rules"\n[game]\ntarget = "5000"\n', encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        load_variant(file)
    assert [(found.where, found.line) for found in caught.value.diagnostics] == [
        ("extends", 1),
        ("game.target", 3),
    ]


@pytest.mark.parametrize("change", [os.unlink, lambda file: file.write_bytes(b"\xff")], ids=["gone", "not UTF-8"])
def test_a_file_that_can_no_longer_be_read_has_no_lines(change: Callable[[Path], object], tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(RULES, encoding="utf-8")
    change(file)
    mistake = Diagnostic(message="", file="ours.toml", where="need")
    assert number_lines([mistake], file)[0].line is None
